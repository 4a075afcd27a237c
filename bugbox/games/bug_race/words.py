"""Bug Race in words: options, what is asked, and the log's sentences."""

from functools import cache

from bugbox.core.english import join_names
from bugbox.core.game import Reader
from bugbox.core.position import Event
from bugbox.games.bug_race import rules
from bugbox.games.bug_race.parts import LEG_NAMES
from bugbox.games.bug_race.rules import BugRace

VERBS = frozenset({"keep", "play"})

DIRECTIONS = {
    rules.LEFT: "Cards are passed to the left",
    rules.RIGHT: "Cards are passed to the right",
    rules.SWAP: "Cards are swapped",
}


def legs_of(card: int) -> list[str]:
    return [name for leg, name in enumerate(LEG_NAMES) if card >> leg & 1]


@cache
def card_text(card: int) -> str:
    """`L1L3R2`: the legs that a card moves."""
    return "".join(legs_of(card))


def option_text(position: BugRace, seat: int, option: int) -> str:
    return f"{'keep' if position.stage == rules.KEEP else 'play'} {card_text(option)}"


def picks(position: BugRace, seat: int, option: int) -> tuple[str, ...]:
    return (f"card:{card_text(option)}",)


def ask(position: BugRace, seat: int) -> str:
    if position.stage == rules.KEEP:
        left = int(position.hand - position.step - 1)
        rest = "the other card" if left == 1 else f"the other {left} cards"
        return f"Keep one card and pass {rest} to {receiver_text(position, seat)}."
    order = ["first", "second", "third"][position.hand - int(position.unlaid[seat]).bit_count()]
    return f"Choose the card to play {order}."


def receiver_text(position: BugRace, seat: int) -> str:
    return {
        rules.LEFT: "your left neighbour",
        rules.RIGHT: "your right neighbour",
        rules.SWAP: "the other player",
    }[position.direction()]


def sentence(event: Event, reader: Reader) -> str | None:
    return SENTENCES[event[0]](event[1:], reader)


def turn(event: Event, reader: Reader) -> str:
    number, cards, direction, _ = event
    return f"Turn {number}: {cards} cards each. {DIRECTIONS[direction]}."


def shuffled(event: Event, reader: Reader) -> str:
    return f"The deck has run out: the {event[0]} played cards are shuffled into a new one."


def kept(event: Event, reader: Reader) -> str | None:
    seat, card, *_ = event
    return f"{reader.does(seat, 'keep')} {card_text(card)}." if reader.may_read(seat) else None


def passed(event: Event, reader: Reader) -> str | None:
    giver, receiver, card, _ = event
    if not reader.may_read(giver, receiver):
        return None
    return f"{reader.does(giver, 'pass')} {card_text(card)} to {reader.whom(receiver)}."


def ran(event: Event, reader: Reader) -> str:
    seat, card, moved, advance = event
    told = [f"{reader.does(seat, 'play')} {card_text(card)}"]
    blocked = legs_of(card & ~moved)
    if blocked:
        told.append(f"{join_names(blocked)} cannot move")
    if advance:
        told.append(f"the body moves forward {advance}")
    return f"{told[0]}{': ' if told[1:] else ''}{', '.join(told[1:])}."


def crossed(event: Event, reader: Reader) -> str:
    return f"{reader.does(event[0], 'cross')} the finish line."


def finished(event: Event, reader: Reader) -> str:
    return "The race is over."


def result(position: BugRace, reader: Reader) -> list[str]:
    """The places, best first, each with its reason."""
    seats = sorted(range(position.seats), key=position.place)
    return [f"{position.place(seat)}. {reader.name(seat)}: {reason(position, seat)}." for seat in seats]


def sheet(position: BugRace) -> list[tuple[str, list[str]]]:
    """Who crossed, when, and the sums of legs that break ties (RC-R23)."""
    seats = range(position.seats)
    rows = [
        ("Crossed the line in turn", [str(position.crossed_turn[seat] or "-") for seat in seats]),
        ("Segments short of the line", [str(position.beetles[seat].to_go()) for seat in seats]),
    ]
    rows += [
        (f"{name} legs, both slots added up", [str(position.beetles[seat].pair_sum(pair)) for seat in seats])
        for pair, name in ((2, "Rear"), (1, "Middle"), (0, "Front"))
    ]
    if position.earlier_card:
        rows.append(("Crossed the line with card", [str(position.crossed_card[seat] or "-") for seat in seats]))
    return rows


def reason(position: BugRace, seat: int) -> str:
    turn = position.crossed_turn[seat]
    if turn == 0:
        return f"{position.beetles[seat].to_go()} short of the finish"
    why = f"crossed in turn {turn}"
    rivals = [s for s in range(position.seats) if s != seat and position.crossed_turn[s] == turn]
    if not rivals:
        return why
    legs = ", ".join(
        f"{name} {position.beetles[seat].pair_sum(pair)}" for pair, name in ((2, "rear"), (1, "middle"), (0, "front"))
    )
    why += f" with others; legs add up to {legs}"
    if position.earlier_card:
        why += f"; crossed with card {position.crossed_card[seat]}"
    return why + ("; a shared place" if any(position.place(s) == position.place(seat) for s in rivals) else "")


SENTENCES = {
    rules.TURN: turn,
    rules.SHUFFLED: shuffled,
    rules.KEPT: kept,
    rules.PASSED: passed,
    rules.RAN: ran,
    rules.CROSSED: crossed,
    rules.FINISHED: finished,
}

"""Bug Race in words: options, what is asked, and the log's sentences."""

from functools import cache

from bugbox.core.english import count, join_names
from bugbox.core.game import Reader, with_capital
from bugbox.core.position import Event
from bugbox.games.bug_race.rules.box import A_SIDE, DECKS, LEG_NAMES
from bugbox.games.bug_race.rules.turn import (
    CROSSED,
    FINISHED,
    KEEP,
    KEPT,
    LEFT,
    PASSED,
    RAN,
    RIGHT,
    SHUFFLED,
    SWAP,
    TURN,
    BugRace,
)

VERBS = frozenset({"keep", "play"})

PAIRS = {2: "rear", 1: "middle", 0: "front"}  # in the order in which they decide (RC-R23)
DIRECTIONS = {
    LEFT: "Cards are passed to the left",
    RIGHT: "Cards are passed to the right",
    SWAP: "Players trade cards with each other",
}


def legs_of(card: int) -> list[str]:
    return [name for leg, name in enumerate(LEG_NAMES) if card >> leg & 1]


@cache
def card_text(card: int) -> str:
    """`L1L3R2`: the legs that a card moves."""
    return "".join(legs_of(card))


CARDS = sorted({card for deck in DECKS.values() for card in deck})
CODES = {card_text(card): card for card in CARDS}


@cache
def card_words(card: int) -> str:
    """`left 1 and 3, right 2`: the same as people say it, by the numbers on the feet."""
    sides = ("left", card % 8), ("right", card // 8)
    feet = [(side, [str(leg + 1) for leg in range(A_SIDE) if some >> leg & 1]) for side, some in sides]
    return ", ".join(f"{side} {join_names(numbers)}" for side, numbers in feet if numbers)


def leg_words(leg: str) -> str:
    return f"{'left' if leg[0] == 'L' else 'right'} {leg[1]}"


def label(option: str) -> str:
    """An option's text as people read it on a button."""
    verb, _, card = option.partition(" ")
    return f"{verb.capitalize()} {card_words(CODES[card])}"


def option_text(position: BugRace, seat: int, option: int) -> str:
    return f"{'keep' if position.stage == KEEP else 'play'} {card_text(option)}"


def picks(position: BugRace, seat: int, option: int) -> tuple[str, ...]:
    return (f"card:{card_text(option)}",)


def ask(position: BugRace, reader: Reader) -> str:
    seat = reader.viewer
    if position.stage == KEEP:
        left = int(position.hand - position.step - 1)
        rest = "the other card" if left == 1 else f"the other {left} cards"
        return f"Keep one card and pass {rest} to {reader.names[position.neighbour(seat)]}."
    order = ["first", "second", "third"][position.hand - int(position.unlaid[seat]).bit_count()]
    return f"Choose the card to play {order}."


def sentence(event: Event, reader: Reader) -> str | None:
    return SENTENCES[event[0]](event[1:], reader)


def turn(event: Event, reader: Reader) -> str:
    number, cards, direction, _ = event
    return f"Turn {number}: {cards} cards each. {DIRECTIONS[direction]}."


def shuffled(event: Event, reader: Reader) -> str:
    return f"The deck has run out, so the {event[0]} played cards are shuffled to make a new one."


def kept(event: Event, reader: Reader) -> str | None:
    seat, card, *_ = event
    return f"{reader.does(seat, 'keep')} {card_words(card)}." if reader.may_read(seat) else None


def passed(event: Event, reader: Reader) -> str | None:
    giver, receiver, card, _ = event
    if not reader.may_read(giver, receiver):
        return None
    return f"{reader.does(giver, 'pass')} {card_words(card)} to {reader.whom(receiver)}."


def ran(event: Event, reader: Reader) -> str:
    seat, card, moved, advance = event
    played = f"{reader.does(seat, 'play')} {card_words(card)}"
    blocked = [leg_words(leg) for leg in legs_of(card & ~moved)]
    if not blocked:
        return f"{played}, and the body moves forward {advance}." if advance else f"{played}."
    stuck = f"{with_capital(join_names(blocked))} cannot step" if moved else "No leg can step"
    body = "moves forward" if moved else "catches up by"
    return f"{played}. {stuck}, but the body {body} {advance}." if advance else f"{played}. {stuck}."


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
        ("Crossed the line", [crossed_text(position, seat) for seat in seats]),
        ("Still to go", [to_go_text(position, seat) or "nothing" for seat in seats]),
    ]
    rows += [
        (f"{name.title()} legs", [legs_text(position, seat, pair) for seat in seats]) for pair, name in PAIRS.items()
    ]
    if position.earlier_card:
        cards = [position.crossed_card[seat] for seat in seats]
        rows.append(("Crossed with", [f"card {card}" if card else "-" for card in cards]))
    return rows


def crossed_text(position: BugRace, seat: int) -> str:
    turn = position.crossed_turn[seat]
    return f"in turn {turn}" if turn else "no"


def to_go_text(position: BugRace, seat: int) -> str:
    to_go = position.beetles[seat].to_go()
    return count(to_go, "segment") if to_go else ""


def legs_text(position: BugRace, seat: int, pair: int) -> str:
    """The slots of the left and the right leg, added up (RC-R23)."""
    beetle = position.beetles[seat]
    left = beetle.legs[pair]
    return f"{left} + {beetle.pair_sum(pair) - left} = {beetle.pair_sum(pair)}"


def why(position: BugRace, reader: Reader) -> str:
    """What decided the race, in one sentence."""
    winners = [seat for seat in range(position.seats) if position.place(seat) == 1]
    turn = position.crossed_turn[winners[0]]
    same_turn = [seat for seat in range(position.seats) if position.crossed_turn[seat] == turn]
    start = f"{reader.all_of(same_turn)} crossed the line in turn {turn}"
    if len(same_turn) == 1:
        return f"{start}; {behind_text(position, reader)}."
    their = "your" if reader.viewer in same_turn else "their"
    if len(winners) == len(same_turn):
        return f"{start} with {their} legs level, and share the win."
    best, second = winners[0], min(set(same_turn) - set(winners), key=position.place)
    for pair, name in PAIRS.items():
        mine, other = position.beetles[best].pair_sum(pair), position.beetles[second].pair_sum(pair)
        if mine != other:
            whose = "the winners'" if winners[1:] else reader.whose(best)
            return f"{start}; {whose} {name} legs were further ahead, {mine} to {other}."
    return f"{start} with {their} legs level; {reader.all_of(winners, False)} crossed with an earlier card."


def behind_text(position: BugRace, reader: Reader) -> str:
    """Who came next: in a later turn, or not yet (RC-R26)."""
    others = [seat for seat in range(position.seats) if position.place(seat) > 1]
    crossed = [seat for seat in others if position.crossed_turn[seat]]
    if crossed:
        turn = min(position.crossed_turn[seat] for seat in crossed)
        next_ones = [seat for seat in crossed if position.crossed_turn[seat] == turn]
        return f"{reader.all_of(next_ones, False)} followed in turn {turn}"
    least = min(position.beetles[seat].to_go() for seat in others)
    next_ones = [seat for seat in others if position.beetles[seat].to_go() == least]
    was = "were" if next_ones[1:] or reader.viewer in next_ones else "was"
    return f"{reader.all_of(next_ones, False)} {was} {count(least, 'segment')} short"


def reason(position: BugRace, seat: int) -> str:
    turn = position.crossed_turn[seat]
    if turn == 0:
        return f"{count(position.beetles[seat].to_go(), 'segment')} short of the finish"
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
    TURN: turn,
    SHUFFLED: shuffled,
    KEPT: kept,
    PASSED: passed,
    RAN: ran,
    CROSSED: crossed,
    FINISHED: finished,
}

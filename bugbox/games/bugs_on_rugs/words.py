"""Bugs on Rugs in words: options, what is asked, and the log's sentences."""

import re
from itertools import combinations_with_replacement

from bugbox.core.game import Teller
from bugbox.core.position import Event
from bugbox.games.bugs_on_rugs import rules
from bugbox.games.bugs_on_rugs.parts import (
    ANT,
    COUNTS,
    FLY,
    KINDS,
    LADYBUG,
    LARVA,
    MOSQUITO,
    NAMES,
    PLURALS,
    RUGS,
    SCORED,
    SPIDER,
)
from bugbox.games.bugs_on_rugs.rules import BugsOnRugs

NUMBERS = ("no", "one", "two", "three", "four", "five")
MOST_PAIRS = COUNTS[MOSQUITO] // 2

SCORING = (
    "Each Butterfly: 1 for every bug of which you have exactly one.",
    "Each Firefly: 1 for every different rug in your hand.",
    "Each Larva: 3 if a Mosquito is discarded for it, otherwise nothing.",
    "Each Ant: 5 with the most Ants, 3 with the second most, otherwise 1.",
    "Each Spider: 7 if a Fly is fed to it, otherwise nothing.",
    "Each Fly that is not fed to a Spider: 2.",
    "Each Beetle: 5 if you have an even number of them, 2 if odd.",
    "Exactly four Ladybugs: 25 together. Any other number: 1 each.",
    "Mosquitos score nothing, but a pair can be one of any other bug that you hold.",
)
POWERS = (
    "The start player shows a bug of their hand, and its power runs.",
    "In turn order, everyone puts a bug of their hand on the next Floor.",
    "If two or more Larva are on the Wall, they leave the game; a new bug comes to the Wall and its power runs.",
    "The next bug of the deck comes to the Wall, and its power runs.",
    "In turn order, everyone adds a bug at the end of the Wall and takes the one at its start.",
    "All at once, everyone passes a bug to the right.",
    "All at once, everyone passes a bug to the left.",
    "In turn order, everyone draws a bug.",
    "In turn order, everyone swaps a bug with one of another kind on the Wall.",
)


def card_text(card: int) -> str:
    """`Ant on dots`; a Mosquito has no rug."""
    bug, rug = divmod(card, int(KINDS))
    return f"{NAMES[bug]} on {RUGS[rug - 1]}" if rug else NAMES[bug]


def with_article(card: int) -> str:
    return article(card_text(card))


def article(text: str) -> str:
    return f"{'an' if text[0] in 'AEIOU' else 'a'} {text}"


CARDS = {card_text(bug * int(KINDS) + rug) for bug in range(SCORED) for rug in range(1, len(RUGS) + 1)} | {NAMES[-1]}
CARD = "|".join(sorted(CARDS, key=len, reverse=True))
TWO_RUGS = "|".join(f"{first} and {second}" for first, second in combinations_with_replacement(RUGS, 2))
BREAKABLE = "|".join(NAMES[ANT:SCORED])
OPTION = re.compile(
    rf"(?:pick|show|place|trade|swap|pass) (?:{CARD})"
    rf"|(?:take|for) [1-9]\d? (?:{CARD})"
    rf"|hatch (?:{TWO_RUGS})"
    rf"|break (?:{BREAKABLE}) for [12]"
    r"|group none|draw|done"
)
PAIRS = re.compile(rf"([1-5]) ({'|'.join(NAMES[:-1])})")

VERBS = {
    rules.PICK: "pick", rules.SHOW: "show", rules.PLACE: "place", rules.TRADE: "trade", rules.SWAP: "swap",
    rules.PASS: "pass",
}  # fmt: skip


def option_text(position: BugsOnRugs, seat: int, option: int) -> str:
    stage = position.stage
    if stage == rules.GROUP:
        return f"group {group_text(option)}"
    if option >= rules.HATCH:
        first, second = hatched_rugs(option)
        return f"hatch {RUGS[first - 1]} and {RUGS[second - 1]}"
    if stage == rules.DRAW:
        return "draw"
    if stage == rules.AFTER or (stage == rules.BREAK and option == rules.DONE):
        return "done"
    if stage == rules.BREAK:
        return f"break {NAMES[option // 2]} for {1 + option % 2}"
    if stage in (rules.TAKE, rules.SLOT):
        verb = "take" if stage == rules.TAKE else "for"
        return f"{verb} {option + 1} {card_text(position.wall[option])}"
    return f"{VERBS[stage]} {card_text(option)}"


def hatched_rugs(option: int) -> tuple[int, int]:
    first, second = divmod(option - int(rules.HATCH), int(KINDS))
    return first, second


def grouped(option: int) -> list[tuple[int, int]]:
    """Bugs and how many pairs copy each."""
    digits = [(bug, option // int(rules.A_DIGIT) ** bug % int(rules.A_DIGIT)) for bug in range(SCORED)]
    return [(bug, pairs) for bug, pairs in digits if pairs]


def group_text(option: int) -> str:
    return ", ".join(f"{pairs} {NAMES[bug]}" for bug, pairs in grouped(option)) or "none"


def picks(position: BugsOnRugs, seat: int, option: int) -> tuple[str, ...]:
    stage = position.stage
    text = option_text(position, seat, option)
    if stage == rules.GROUP or stage == rules.BREAK:
        return (text,)
    if option >= rules.HATCH:
        return tuple(f"hand:{card_text(int(LARVA * KINDS) + rug)}" for rug in hatched_rugs(option))
    if stage == rules.DRAW or stage == rules.AFTER:
        return (text,)
    if stage == rules.TAKE or stage == rules.SLOT:
        return (f"wall:{option}",)
    return (f"{'floor' if stage == rules.PICK else 'hand'}:{card_text(option)}",)


def understands(text: str) -> bool:
    return OPTION.fullmatch(text) is not None or is_grouping(text)


def is_grouping(text: str) -> bool:
    """Bugs in the order of the score sheet, and five pairs at most."""
    parts = [PAIRS.fullmatch(part) for part in text.removeprefix("group ").split(", ")]
    if not text.startswith("group ") or None in parts:
        return False
    found = [(NAMES.index(part[2]), int(part[1])) for part in parts if part]
    bugs = [bug for bug, _ in found]
    return bugs == sorted(set(bugs)) and sum(pairs for _, pairs in found) <= MOST_PAIRS


ASKS = {
    rules.PICK: "Pick a bug from the Floor.",
    rules.SHOW: "Show a bug of your hand: its power runs.",
    rules.PLACE: "Put a bug of your hand on the next Floor.",
    rules.TRADE: "Choose a bug for the end of the Wall; you get the one at its start.",
    rules.DRAW: "Draw a bug.",
    rules.SWAP: "Choose a bug of your hand to swap with the Wall.",
    rules.SLOT: "Choose the bug on the Wall that you take for it.",
    rules.TAKE: "Take a bug from the Wall for the two Larva.",
    rules.AFTER: "Hatch two Larva, or be done.",
    rules.GROUP: "Group your Mosquitos: each pair can be one of another bug that you hold.",
    rules.BREAK: "Break a pair of Mosquitos for Larva, or be done.",
}


def ask(position: BugsOnRugs, seat: int) -> str:
    if position.stage == rules.PASS:
        side = "right" if position.receiver(seat) == (seat - 1) % position.seats else "left"
        whom = "the other player" if position.seats == 2 else f"your {side} neighbour"
        return f"Choose a bug to pass to {whom}."
    before = position.stage in (rules.PICK, rules.SHOW, rules.PLACE, rules.TRADE, rules.DRAW, rules.SWAP)
    also = " You may hatch two Larva first." if before and position.can_hatch(seat) else ""
    return ASKS[position.stage] + also


# --- The log ---


def sentence(event: Event, teller: Teller) -> str | None:
    return SENTENCES[event[0]](event[1:], teller)


def round_begins(event: Event, teller: Teller) -> str:
    number, start, final, _ = event
    last = " It is the last round." if final else ""
    return f"Round {number}: {teller.does(start, 'start')}.{last}"


def picked(event: Event, teller: Teller) -> str:
    return f"{teller.does(event[0], 'pick')} {with_article(event[1])}."


def leftover(event: Event, teller: Teller) -> str:
    return f"Left over for the Wall: {with_article(event[0])}."


def added(event: Event, teller: Teller) -> str:
    return f"From the deck to the Wall: {with_article(event[0])}."


def cleared(event: Event, teller: Teller) -> str:
    return f"The {event[0]} Larva on the Wall leave the game."


def showed(event: Event, teller: Teller) -> str:
    return f"{teller.does(event[0], 'show')} {with_article(event[1])}."


def proved(event: Event, teller: Teller) -> str:
    whose = "your" if event[0] == teller.viewer else "the"
    return f"{teller.does(event[0], 'show')} {whose} whole hand: there is no other choice."


def placed(event: Event, teller: Teller) -> str:
    return f"{teller.does(event[0], 'put')} {with_article(event[1])} on the next Floor."


def traded(event: Event, teller: Teller) -> str:
    seat, given, taken, _ = event
    gets = "get" if seat == teller.viewer else "gets"
    return f"{teller.does(seat, 'add')} {with_article(given)} to the Wall and {gets} {with_article(taken)}."


def drew(event: Event, teller: Teller) -> str:
    seat, card, *_ = event
    return f"{teller.does(seat, 'draw')} {with_article(card) if teller.may_read(seat) else 'a bug'}."


def swapped(event: Event, teller: Teller) -> str:
    seat, given, taken, _ = event
    return f"{teller.does(seat, 'swap')} {with_article(given)} for {with_article(taken)} on the Wall."


def passed(event: Event, teller: Teller) -> str:
    giver, receiver, card, _ = event
    what = with_article(card) if teller.may_read(giver, receiver) else "a bug"
    return f"{teller.does(giver, 'pass')} {what} to {teller.whom(receiver)}."


def hatched(event: Event, teller: Teller) -> str:
    seat, first, second, taken = event
    takes = "take" if seat == teller.viewer else "takes"
    larva = f"{card_text(first)} and {card_text(second)}"
    return f"{teller.does(seat, 'hatch')} {larva} and {takes} {with_article(taken)} from the Wall."


def ending(event: Event, teller: Teller) -> str:
    return "The End card is reached: the round that is laid out now or next is the last."


def grouped_pairs(event: Event, teller: Teller) -> str:
    seat, bug, pairs, _ = event
    many = f"{NUMBERS[pairs]} pair{'s' if pairs > 1 else ''} of Mosquitos"
    return f"{teller.does(seat, 'group')} {many} as {PLURALS[bug] if pairs > 1 else article(NAMES[bug])}."


def broke(event: Event, teller: Teller) -> str:
    seat, bug, larva, _ = event
    return f"{teller.does(seat, 'break')} a pair that was one of the {PLURALS[bug]}, for {NUMBERS[larva]} Larva."


def scored(event: Event, teller: Teller) -> str:
    return "All bugs are scored."


def power(event: Event, teller: Teller) -> str:
    return f"{NAMES[event[0]]}: {POWERS[event[0]]}"


SENTENCES = {
    rules.ROUND: round_begins, rules.PICKED: picked, rules.LEFTOVER: leftover, rules.ADDED: added,
    rules.CLEARED: cleared, rules.SHOWED: showed, rules.PROVED: proved, rules.PLACED: placed, rules.TRADED: traded,
    rules.DREW: drew, rules.SWAPPED: swapped, rules.PASSED: passed, rules.HATCHED: hatched, rules.ENDING: ending,
    rules.GROUPED: grouped_pairs, rules.BROKE: broke, rules.SCORED_ALL: scored, rules.POWER: power,
}  # fmt: skip


# --- The end ---


def result(position: BugsOnRugs, teller: Teller) -> list[str]:
    seats = sorted(range(position.seats), key=position.place)
    return [f"{position.place(seat)}. {teller.name(seat)}: {reason(position, seat)}." for seat in seats]


def reason(position: BugsOnRugs, seat: int) -> str:
    """The points; among equals also the best rows, which decide (BOR-R45)."""
    points = position.points(seat)
    if all(position.points(other) != points for other in range(position.seats) if other != seat):
        return f"{points} points"
    rows = sorted((position.scores[seat * int(SCORED) + bug] for bug in range(SCORED)), reverse=True)
    shared = [other for other in range(position.seats) if position.place(other) == position.place(seat)]
    best = ", ".join(map(str, rows))
    return f"{points} points, rows from the best: {best}{'; shared' if len(shared) > 1 else ''}"


def sheet(position: BugsOnRugs) -> list[tuple[str, list[str]]]:
    """The score sheet in its order, each row with how it came about (BOR-M4)."""
    seats = range(position.seats)
    rows = [(PLURALS[bug], [row_text(position, seat, bug) for seat in seats]) for bug in range(SCORED)]
    return [*rows, ("Together", [str(position.points(seat)) for seat in seats])]


def row_text(position: BugsOnRugs, seat: int, bug: int) -> str:
    """`12 = 4 x 3`: the points and what they are made of."""
    score = position.scores[seat * int(SCORED) + bug]
    count = position.count_with_pairs(seat, bug)
    if bug == LARVA:
        made_of = f"3 x {position.hatched[seat]} of {count}"
    elif bug == SPIDER:
        made_of = f"7 x {score // 7} of {count}"
    elif bug == LADYBUG and count == 4:
        made_of = "all four"
    elif bug == FLY:
        made_of = f"2 x {score // 2} of {count}"
    elif count == 0:
        return "0"
    else:
        made_of = f"{count} x {score // count}"
    return f"{score} = {made_of}" if count else "0"

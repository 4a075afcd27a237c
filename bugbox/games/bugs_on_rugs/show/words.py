"""The texts of Bugs on Rugs: options, questions and log sentences."""

from functools import cache
from textwrap import fill

from bugbox.core.english import count, join_names
from bugbox.core.game import ANY_ORDER, Reader, with_capital
from bugbox.core.position import Event
from bugbox.games.bugs_on_rugs.rules import state
from bugbox.games.bugs_on_rugs.rules.box import (
    LARVA,
    MOSQUITO,
    NAMES,
    PLURALS,
    RUG_CODES,
    RUGS,
    SCORED,
)
from bugbox.games.bugs_on_rugs.rules.grouping import pairs_in
from bugbox.games.bugs_on_rugs.rules.powers import receiver
from bugbox.games.bugs_on_rugs.rules.turn import BugsOnRugs
from bugbox.games.bugs_on_rugs.show.result import row_text, why_text

NUMBERS = ("no", "one", "two", "three", "four", "five")

SCORING = (
    "Each Butterfly scores 1 for every kind you hold exactly one of.",
    "Each Firefly scores 1 for every different rug in your hand.",
    "Each Larva scores 3 if you discard a Mosquito for it.",
    "Each Ant scores 5 if you have the most Ants, 3 if you have the second most, and 1 otherwise.",
    "Each Spider scores 7 if you feed it a Fly.",
    "Each Fly scores 2 unless it is fed to a Spider.",
    "Each Beetle scores 5 if you have an even number of them, and 2 if the number is odd.",
    "Exactly four Ladybugs score 25 together. Any other number scores 1 each.",
    "Mosquitos score nothing, but a pair can count as one more bug of any other kind you hold.",
)
POWERS = (
    "The start player shows a bug from their hand, and its power triggers.",
    "In turn order, everyone puts a bug from their hand on the next Floor.",
    "If two or more Larvae are on the Wall, they leave the game; a new bug joins the Wall and its power triggers.",
    "The next bug from the deck joins the Wall, and its power triggers.",
    "In turn order, everyone adds a bug to the end of the Wall and takes the one at the start.",
    "All at once, everyone passes a bug to the right.",
    "All at once, everyone passes a bug to the left.",
    "In turn order, everyone draws a bug.",
    "In turn order, everyone swaps a bug from their hand for one of a different kind on the Wall.",
)


def bugopedia() -> str:
    """Return the primer's list of bugs: drawing, score and power."""
    entries = [
        f"- ![](picture:{name}) **{name}.** {scoring} *Left over:* {power}"
        for name, scoring, power in zip(NAMES, SCORING, POWERS, strict=True)
    ]
    return "\n".join(fill(entry, 118, subsequent_indent="  ") for entry in entries)


def lists() -> dict[str, str]:
    return {"bugopedia": bugopedia()}


@cache
def card_text(card: int) -> str:
    """Return the text of a card: `Ant on dots`, or `Mosquito`, which has no rug."""
    bug, rug = divmod(card, int(RUG_CODES))
    return f"{NAMES[bug]} on {RUGS[rug - 1]}" if rug else NAMES[bug]


def with_article(card: int) -> str:
    return article(card_text(card))


def article(text: str) -> str:
    return f"{'an' if text[0] in 'AEIOU' else 'a'} {text}"


BY_STAGE = {
    state.PICK: "pick", state.SHOW: "show", state.PLACE: "place", state.TRADE: "trade", state.SWAP: "swap",
    state.SLOT: "for", state.PASS: "pass", state.TAKE: "take",
}  # fmt: skip
VERBS = frozenset({*BY_STAGE.values(), "draw", "hatch", "done", "group", "break"})


def option_text(position: BugsOnRugs, seat: int, option: int) -> str:
    if option == state.DONE:
        return "done"
    if option < state.TOP_OF_DECK:
        return f"{BY_STAGE[position.stage]} {card_text(option)}"
    if option == state.TOP_OF_DECK:
        return "draw"
    if option < state.HATCH:
        at = option - int(state.WALL)
        return f"{BY_STAGE[position.stage]} {at + 1} {card_text(position.wall.cards[at])}"
    if option < state.PAIR:
        first, second = hatched_rugs(option)
        return f"hatch {RUGS[first - 1]} and {RUGS[second - 1]}"
    if option < state.GROUPING:
        bug, larva = broken(option)
        return f"break {NAMES[bug]} for {larva}"
    return f"group {group_text(option)}"


def hatched_rugs(option: int) -> tuple[int, int]:
    first, second = divmod(option - int(state.HATCH), int(RUG_CODES))
    return first, second


def broken(option: int) -> tuple[int, int]:
    """Decode an option into the bug that the pair copied and the number of Larvae it is broken for."""
    bug, more = divmod(option - int(state.PAIR), 2)
    return bug, 1 + more


def copied(option: int) -> list[tuple[int, int]]:
    """Decode an option into bugs and the number of pairs that copy each."""
    pairs = [(bug, pairs_in(option - int(state.GROUPING), bug)) for bug in range(SCORED)]
    return [(bug, many) for bug, many in pairs if many]


def group_text(option: int) -> str:
    return ", ".join(f"{many} {NAMES[bug]}" for bug, many in copied(option)) or "none"


LABELS = {
    "done": "Done",
    "draw": "Draw a bug",
    "pick": "Pick the {}",
    "show": "Show the {}",
    "place": "Put the {} on the next Floor",
    "trade": "Add the {} to the Wall",
    "swap": "Swap the {}",
    "pass": "Pass the {}",
    "for": "Take the {}",
    "take": "Take the {}",
}


def label(option: str) -> str:
    """Turn an option's text into the label of its button."""
    verb, _, what = option.partition(" ")
    if verb in LABELS:
        return LABELS[verb].format(on_the_wall(what) if verb in ("for", "take") else what)
    return {"hatch": hatch_label, "break": break_label, "group": group_label}[verb](what)


def on_the_wall(what: str) -> str:
    at, _, card = what.partition(" ")
    return f"{card} (number {at} on the Wall)"


def hatch_label(what: str) -> str:
    first, _, second = what.partition(" and ")
    return f"Hatch two Larvae on {first}" if first == second else f"Hatch the Larvae on {first} and {second}"


def break_label(what: str) -> str:
    bug, _, larva = what.partition(" for ")
    return f"Break up the {bug} pair to hatch {counted_larvae(int(larva))}"


def group_label(what: str) -> str:
    if what == "none":
        return "Leave the Mosquitos as they are"
    pairs = [pair.partition(" ") for pair in what.split(", ")]
    return f"Count pairs of Mosquitos as {join_names([counted(int(many), bug) for many, _, bug in pairs])}"


def counted(many: int, bug: str) -> str:
    return article(bug) if many == 1 else f"{NUMBERS[many]} {PLURALS[NAMES.index(bug)]}"


def counted_larvae(many: int) -> str:
    """Return `one Larva` or `two Larvae`."""
    return f"{NUMBERS[many]} {NAMES[LARVA] if many == 1 else PLURALS[LARVA]}"


def worth_text(points: int, ants: int) -> str:
    """Return the score of a hand; Ants are counted but not scored, as their points depend on other hands."""
    return f"{count(points, 'point')}{' (Ants are counted later)' if ants else ''}"


def picks(position: BugsOnRugs, seat: int, option: int) -> tuple[str, ...]:
    if option >= state.GROUPING:  # one pick for each pair, in any order, then done
        return (*(f"{ANY_ORDER}as:{NAMES[bug]}" for bug, many in copied(option) for _ in range(many)), "done")
    if state.WALL <= option < state.HATCH:
        return (f"wall:{option - int(state.WALL)}",)
    if state.HATCH <= option < state.PAIR:
        larva = [int(LARVA * RUG_CODES) + rug for rug in hatched_rugs(option)]
        return ("hatch", *(f"{ANY_ORDER}hand:{card_text(card)}" for card in larva))
    if state.DONE < option < state.TOP_OF_DECK:
        return (f"{'floor' if position.stage == state.PICK else 'hand'}:{card_text(option)}",)
    return (option_text(position, seat, option),)


ASKS = {
    state.PICK: "Pick a bug from the Floor.",
    state.SHOW: "Show a bug from your hand to trigger its power.",
    state.PLACE: "Put a bug from your hand on the next Floor.",
    state.TRADE: "Choose a bug to add to the end of the Wall; you get the one at the start.",
    state.DRAW: "Draw a bug.",
    state.SWAP: "Choose a bug from your hand to swap for one on the Wall.",
    state.SLOT: "Choose the bug you want from the Wall.",
    state.TAKE: "Take a bug from the Wall for your two Larvae.",
    state.AFTER: "You may hatch two Larvae: trade them for a bug on the Wall. Otherwise, press Done.",
    state.BREAK: "Break up a pair of Mosquitos to hatch more Larvae, or press Done.",
}


def ask(position: BugsOnRugs, reader: Reader) -> str:
    seat = reader.viewer
    if position.stage == state.PASS:
        return f"Choose a bug to pass to {reader.names[receiver(position, seat)]}."
    if position.stage == state.GROUP:
        return ask_for_pairs(position.count_of(seat, MOSQUITO) // 2)
    before = position.stage in (state.PICK, state.SHOW, state.PLACE, state.TRADE, state.DRAW, state.SWAP)
    also = " You may hatch two Larvae first." if before and position.can_hatch(seat) else ""
    return ASKS[position.stage] + also


def ask_for_pairs(pairs: int) -> str:
    if pairs == 1:
        return "What should your pair of Mosquitos count as?"
    return f"What should your {NUMBERS[pairs]} pairs of Mosquitos count as? Press Done when you have chosen."


# --- The log ---


def sentence(event: Event, reader: Reader) -> str | None:
    return SENTENCES[event[0]](event[1:], reader)


def round_begins(event: Event, reader: Reader) -> str:
    number, start, final, _ = event
    last = " This is the last round." if final else ""
    return f"Round {number}: {reader.does(start, 'start')}.{last}"


def picked(event: Event, reader: Reader) -> str:
    return f"{reader.does(event[0], 'pick')} {with_article(event[1])}."


def leftover(event: Event, reader: Reader) -> str:
    return f"{with_capital(with_article(event[0]))} is left over and goes to the Wall."


def added(event: Event, reader: Reader) -> str:
    return f"{with_capital(with_article(event[0]))} goes from the deck to the Wall."


def cleared(event: Event, reader: Reader) -> str:
    return f"The {event[0]} Larvae on the Wall leave the game."


def showed(event: Event, reader: Reader) -> str:
    return f"{reader.does(event[0], 'show')} {with_article(event[1])}."


def proved(event: Event, reader: Reader) -> str:
    whose = "your" if event[0] == reader.viewer else "their"
    return f"{reader.does(event[0], 'show')} {whose} whole hand: there is no other choice."


def placed(event: Event, reader: Reader) -> str:
    return f"{reader.does(event[0], 'put')} {with_article(event[1])} on the next Floor."


def traded(event: Event, reader: Reader) -> str:
    seat, given, taken, _ = event
    gets = "get" if seat == reader.viewer else "gets"
    return f"{reader.does(seat, 'add')} {with_article(given)} to the Wall and {gets} {with_article(taken)}."


def drew(event: Event, reader: Reader) -> str:
    seat, card, *_ = event
    return f"{reader.does(seat, 'draw')} {with_article(card) if reader.may_read(seat) else 'a bug'}."


def swapped(event: Event, reader: Reader) -> str:
    seat, given, taken, _ = event
    return f"{reader.does(seat, 'swap')} {with_article(given)} for {with_article(taken)} on the Wall."


def passed(event: Event, reader: Reader) -> str:
    giver, receiver, card, _ = event
    what = with_article(card) if reader.may_read(giver, receiver) else "a bug"
    return f"{reader.does(giver, 'pass')} {what} to {reader.whom(receiver)}."


def hatched(event: Event, reader: Reader) -> str:
    seat, first, second, taken = event
    takes = "take" if seat == reader.viewer else "takes"
    larvae = f"{with_article(first)} and {with_article(second)}"
    return f"{reader.does(seat, 'hatch')} {larvae}, and {takes} {with_article(taken)} from the Wall."


def ending(event: Event, reader: Reader) -> str:
    return f"The End card is out: round {event[0]} is the last."


def grouped_pairs(event: Event, reader: Reader) -> str:
    seat, bug, pairs, _ = event
    mosquitos = f"of {reader.whose(seat)} Mosquitos"
    if pairs == 1:
        return f"One pair {mosquitos} counts as {article(NAMES[bug])}."
    return f"{NUMBERS[pairs].capitalize()} pairs {mosquitos} count as {PLURALS[bug]}."


def broke(event: Event, reader: Reader) -> str:
    seat, bug, larva, _ = event
    pair = f"a pair of Mosquitos that counted as {article(NAMES[bug])}"
    return f"{reader.does(seat, 'break')} up {pair}, to hatch {counted_larvae(larva)}."


def scored(event: Event, reader: Reader) -> str:
    return "All bugs have been scored."


def power(event: Event, reader: Reader) -> str:
    return f"{NAMES[event[0]]}: {POWERS[event[0]]}"


SENTENCES = {
    state.ROUND: round_begins, state.PICKED: picked, state.LEFTOVER: leftover, state.ADDED: added,
    state.CLEARED: cleared, state.SHOWED: showed, state.PROVED: proved, state.PLACED: placed, state.TRADED: traded,
    state.DREW: drew, state.SWAPPED: swapped, state.PASSED: passed, state.HATCHED: hatched, state.ENDING: ending,
    state.GROUPED: grouped_pairs, state.BROKE: broke, state.SCORED_ALL: scored, state.POWER: power,
}  # fmt: skip


# --- The end ---


def result(position: BugsOnRugs, reader: Reader) -> list[str]:
    seats = sorted(range(position.seats), key=position.place)
    return [f"{position.place(seat)}. {reader.name(seat)}: {reason(position, seat)}." for seat in seats]


def reason(position: BugsOnRugs, seat: int) -> str:
    """Return the points and, if tied, the best rows, which break the tie (BOR-R45)."""
    points = position.points(seat)
    if all(position.points(other) != points for other in range(position.seats) if other != seat):
        return f"{points} points"
    rows = sorted((position.scores[seat * int(SCORED) + bug] for bug in range(SCORED)), reverse=True)
    shared = [other for other in range(position.seats) if position.place(other) == position.place(seat)]
    best = ", ".join(map(str, rows))
    return f"{points} points, best rows first: {best}{'; a shared place' if len(shared) > 1 else ''}"


def sheet(position: BugsOnRugs) -> list[tuple[str, list[str]]]:
    """Return the rows of the score sheet in order, each with how it was scored (BOR-M4)."""
    seats = range(position.seats)
    rows = [(PLURALS[bug], [row_text(position, seat, bug) for seat in seats]) for bug in range(SCORED)]
    return [*rows, ("Total", [str(position.points(seat)) for seat in seats])]


def why(position: BugsOnRugs, reader: Reader) -> str:
    return why_text(position, reader)

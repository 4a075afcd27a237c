"""The things at the race, each explained to one viewer."""

from bugbox.core.english import count, join_names
from bugbox.core.game import Help, Reader
from bugbox.games.bug_race import rules
from bugbox.games.bug_race.beetle import Beetle
from bugbox.games.bug_race.board import CARDS, draw_ghost, draw_picture, spoken
from bugbox.games.bug_race.rules import BugRace
from bugbox.games.bug_race.view import in_row
from bugbox.games.bug_race.words import card_text

CODES = {card_text(card): card for card in CARDS}

THINGS = {
    "track": Help(
        "The track",
        (
            "Each beetle runs in its own lane. Its legs step from slot to slot, and its body follows.",
            "A leg reaches one slot ahead of the body and stays at most one behind it.",
            "The first whole body over the chequered line wins.",
        ),
    ),
    "deck": Help("The deck", ("Cards are dealt from here. When it runs out, the played ones are shuffled.",)),
    "played": Help("Played cards", ("All cards that beetles have run. They come back when the deck runs out.",)),
    "passing": Help("Passing", ("The direction changes every turn. Two players simply trade.",)),
}


def explain(position: BugRace, thing: str, reader: Reader) -> Help | None:
    place, _, card = thing.partition(":")
    return explain_card(position, place, card, reader.viewer) if card in CODES else THINGS.get(thing)


def explain_card(position: BugRace, place: str, card: str, viewer: int) -> Help:
    lines = (
        f"One step for each of these legs: {spoken(card)}.",
        "A leg loses its step if another leg is in the way, or if it cannot reach further ahead of the body.",
    )
    help_ = Help("A card", lines, picture=draw_picture(card))
    if place != "hand" or viewer < 0 or not position.racing >> viewer & 1 or position.stage == rules.OVER:
        return help_
    runner = after_laid(position, viewer)
    body, legs = runner.body, list(runner.legs)
    stuck = runner.run(CODES[card])
    worth = f"Played next: {what_happens(runner, runner.body - body, card_text(stuck))}"
    if (body, legs) == (runner.body, list(runner.legs)):
        return help_._replace(worth=worth)
    ghost = draw_ghost(viewer, runner.body, tuple(runner.legs))
    return help_._replace(worth=worth, ghosts=((f"course-{viewer}", str(ghost)),))


def after_laid(position: BugRace, seat: int) -> Beetle:
    """My beetle where the cards that I have put down will bring it."""
    runner = Beetle(position.segments)
    runner.copy_from(position.beetles[seat])
    for card in in_row(position.laid, seat):
        if card:
            runner.run(card)
    return runner


def what_happens(runner: Beetle, advance: int, stuck: str) -> str:
    moves = f"your body moves forward {count(advance, 'segment')}" if advance else "your body stays where it is"
    togo = "and is over the line" if runner.has_crossed() else f"with {runner.to_go()} to go"
    legs = spoken(stuck).split(", ") if stuck else []
    lost = f" {join_names(legs).capitalize()} cannot move." if legs else ""
    return f"{moves}, {togo}.{lost}"

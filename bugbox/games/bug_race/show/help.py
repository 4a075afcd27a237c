"""The things at the race, each explained to one viewer."""

from bugbox.core.english import count, join_names
from bugbox.core.game import Help, Reader
from bugbox.games.bug_race.rules.beetle import Beetle
from bugbox.games.bug_race.rules.turn import OVER, BugRace
from bugbox.games.bug_race.show.board import draw_ghost, draw_picture, spoken
from bugbox.games.bug_race.show.view import after_laid
from bugbox.games.bug_race.show.words import CODES, card_text, card_words

THINGS = {
    "track": Help(
        "The track",
        (
            "Each beetle runs in its own lane. Its legs step from slot to slot, and its body follows.",
            "A leg can be at most one slot ahead of the body, and at most one slot behind it.",
            "The first beetle to get its whole body over the chequered line wins.",
        ),
    ),
    "deck": Help(
        "The deck", ("Cards are dealt from here. When it runs out, the played cards are shuffled to make a new one.",)
    ),
    "played": Help("Played cards", ("All the cards that have been played. They come back when the deck runs out.",)),
    "passing": Help("Passing", ("The direction changes every turn. With two players, you simply trade cards.",)),
}


def explain(position: BugRace, thing: str, reader: Reader) -> Help | None:
    place, _, card = thing.partition(":")
    return explain_card(position, place, card, reader.viewer) if card in CODES else THINGS.get(thing)


def explain_card(position: BugRace, place: str, card: str, viewer: int) -> Help:
    help_ = Help(f"A card for {card_words(CODES[card])}", (f"Each of these legs takes one step: {spoken(card)}.",))
    help_ = help_._replace(picture=draw_picture(card))
    if place != "hand" or viewer < 0 or not position.racing >> viewer & 1 or position.stage == OVER:
        return help_
    runner = after_laid(position, viewer)
    body, legs = runner.body, list(runner.legs)
    stuck = runner.run(CODES[card])
    worth = f"If you play this next, {what_happens(runner, runner.body - body, card_text(stuck))}"
    if (body, legs) == (runner.body, list(runner.legs)):
        return help_._replace(worth=worth)
    ghost = draw_ghost(viewer, runner.body, tuple(runner.legs), int(position.segments))
    return help_._replace(worth=worth, ghosts=((f"course-{viewer}", str(ghost)),))


def what_happens(runner: Beetle, advance: int, stuck: str) -> str:
    moves = f"your body moves forward {count(advance, 'segment')}" if advance else "your body stays put"
    to_go = "over the line" if runner.has_crossed() else f"{runner.to_go()} to go"
    legs = spoken(stuck).split(", ")
    lost = f" {join_names(legs).capitalize()} {'are' if legs[1:] else 'is'} blocked." if stuck else ""
    return f"{moves} ({to_go}).{lost}"

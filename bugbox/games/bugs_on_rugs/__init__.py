"""Bugs on Rugs: nine bugs, nine ways to score, and a power for the one left over (KTBG 2019; Peter C. Hayward)."""

from collections.abc import Mapping
from pathlib import Path

from bugbox.core.game import Game
from bugbox.core.settings import Setting, Value
from bugbox.games.bugs_on_rugs.bot.brain import RugsBrain
from bugbox.games.bugs_on_rugs.observation import RugsObserver
from bugbox.games.bugs_on_rugs.rules.box import END_ABOVE, deck
from bugbox.games.bugs_on_rugs.rules.state import RugsVariant
from bugbox.games.bugs_on_rugs.rules.turn import BugsOnRugs
from bugbox.games.bugs_on_rugs.show import board, text, words
from bugbox.games.bugs_on_rugs.show.help import explain
from bugbox.games.bugs_on_rugs.show.view import view

SETTINGS = (
    Setting(
        "rugs",
        7,
        "How many different rugs there are, shared out evenly among the bugs.",
        "BOR-M1",
        range(5, 9),
        title="Number of rugs",
    ),
    Setting(
        "start",
        "random",
        "Who starts the first round.",
        "BOR-R50",
        ("random", "first"),
        title="First start player",
        texts=("anyone, at random", "the player in seat 1"),
    ),
    Setting(
        "memory", False, "Show the bugs you have seen go into other players' hands.", "BOR-R54", title="Memory aid"
    ),
)


def variant(seats: int, settings: Mapping[str, Value]) -> RugsVariant:
    cards = deck(int(settings["rugs"]))
    return RugsVariant(seats, settings["start"] == "random", bool(settings["memory"]), END_ABOVE[seats], cards)


def measures(position: BugsOnRugs) -> dict[str, int]:
    largest = max(hand.size for hand in position.hands)
    return {"rounds": position.round, "wall": position.wall.size, "largest_hand": largest}


GAME = Game(
    name="bugs-on-rugs",
    title="Bugs on Rugs",
    pitch="Draft bugs for their scores, and watch out for the power of the one left behind.",
    minutes=20,
    seats=range(2, 6),
    version=2,
    status="complete",
    settings=SETTINGS,
    variant=variant,
    position=BugsOnRugs,
    view=view,
    observer=RugsObserver(),
    measures=measures,
    brain=RugsBrain,
    words=words,
    text=text,
    board=board,
    explain=explain,
    folder=Path(__file__).parent,
    lists=words.lists,
    label=words.label,
    colours=text.COLOURS,
)

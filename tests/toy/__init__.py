"""Leaf Lunch: a made-up game that uses every feature of the game interface. It is registered only in tests."""

from collections.abc import Mapping
from pathlib import Path

from bugbox.core.game import Game
from bugbox.core.settings import Setting, Value
from tests.toy.observation import LunchObserver
from tests.toy.rules.box import SNAIL, TREES, LunchVariant
from tests.toy.rules.turn import LeafLunch
from tests.toy.show import board, text, words
from tests.toy.show.help import explain
from tests.toy.show.view import view

SETTINGS = (
    Setting("snail", True, "Old Snail comes to lunch too.", "TOY-F8"),
    Setting("rounds", 6, "How many rounds there are, and leaves in a hand.", "TOY-F2", range(2, 7)),
    Setting("tree", "beech", "What the leaves are like.", "house", tuple(TREES)),
)


def variant(seats: int, settings: Mapping[str, Value]) -> LunchVariant:
    return LunchVariant(seats, int(settings["snail"]), int(settings["rounds"]), TREES[str(settings["tree"])])


def rivals(position: LeafLunch) -> tuple[str, ...]:
    return (SNAIL,) if position.ranked > position.seats else ()


def measures(position: LeafLunch) -> dict[str, int]:
    return {"eaten": sum(position.eaten)}


GAME = Game(
    name="toy",
    title="Leaf Lunch",
    pitch="Lay the largest leaf, and eat before Old Snail does.",
    minutes=5,
    seats=range(1, 4),
    version=1,
    status="a toy for tests",
    settings=SETTINGS,
    variant=variant,
    position=LeafLunch,
    view=view,
    measures=measures,
    observer=LunchObserver(),
    words=words,
    text=text,
    board=board,
    explain=explain,
    folder=Path(__file__).parent,
    rivals=rivals,
)

"""Ladybugs: place them in the flower beds, each from where another one points (Queen Games 2025; Jakob Andrusch)."""

from collections.abc import Mapping
from pathlib import Path

from bugbox.core.game import Game
from bugbox.core.settings import Setting, Value
from bugbox.games.ladybugs.bot.brain import LadybugsBrain
from bugbox.games.ladybugs.observation import LadybugsObserver
from bugbox.games.ladybugs.rules.box import ROWS
from bugbox.games.ladybugs.rules.squares import BOXED, LETTERS, Side, canonical, described, read
from bugbox.games.ladybugs.rules.state import GardenVariant
from bugbox.games.ladybugs.rules.turn import Ladybugs
from bugbox.games.ladybugs.show import board, text, words
from bugbox.games.ladybugs.show.help import explain
from bugbox.games.ladybugs.show.view import view

SETTINGS = (
    Setting(
        "action_tiles",
        False,
        "Three special tiles each: land on a stack, hop over tiles, count one more or less.",
        "LB-F9",
        title="Special action tiles",
    ),
    Setting("clovers", False, "Clovers on the meadow hide one to three points.", "LB-F10", title="Lucky clovers"),
    Setting("spider", False, "Discard a tile to move the spider; it eats the tile it lands on.", "LB-F11"),
    Setting(
        "largest_bed",
        False,
        "With two players, dots in the largest bed break a tie.",
        "LB-R43",
        title="Largest bed breaks ties",
    ),
    Setting(
        "squares",
        BOXED,
        "Which squares the garden is made of.",
        "LB-M2",
        (BOXED,),
        title="Garden squares",
        texts=("the ones in the box",),
        written=canonical,
        described=described,
    ),
)


def variant(seats: int, settings: Mapping[str, Value]) -> GardenVariant:
    squares = read(str(settings["squares"]))
    return GardenVariant(
        seats,
        ROWS[seats],
        [numbers_of(side) for square in squares for side in square],
        bool(settings["action_tiles"]),
        bool(settings["clovers"]),
        bool(settings["spider"]),
        bool(settings["largest_bed"]),
    )


def numbers_of(side: Side) -> list[int]:
    """A side as the rules read it: beds from 1, meadow 0, a clover -1."""
    return [LETTERS.find(mark) + 1 if mark in LETTERS else -1 if mark == "*" else 0 for mark in "".join(side)]


def measures(position: Ladybugs) -> dict[str, int]:
    seats = range(position.seats)
    contested = [sum(dots > 0 for dots in bed.dots) > 1 for bed in view(position, -1).beds]
    return {
        "winners": sum(position.place(seat) == 1 for seat in seats),
        "paid": sum(position.points(seat) for seat in seats),
        "beds": len(contested),
        "contested": sum(contested),
        "stuck": sum(position.hands[seat].size > 1 for seat in seats),
    }


GAME = Game(
    name="ladybugs",
    title="Ladybugs",
    pitch="Fly your ladybugs into the flower beds, and have the most dots in every bed.",
    minutes=30,
    seats=range(2, 5),
    version=1,
    status="complete",
    settings=SETTINGS,
    variant=variant,
    position=Ladybugs,
    view=view,
    observer=LadybugsObserver(),
    measures=measures,
    words=words,
    text=text,
    board=board,
    explain=explain,
    folder=Path(__file__).parent,
    brain=LadybugsBrain,
    label=words.label,
    colours=text.COLOURS,
)

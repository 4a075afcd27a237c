"""Bugs on Rugs: nine bugs, nine ways to score, and a power for the one left over (KTBG 2019; Peter C. Hayward)."""

from collections.abc import Mapping
from pathlib import Path

from librt.vecs import vec
from mypy_extensions import i64

from bugbox.core.game import Game
from bugbox.core.rng import Rng
from bugbox.core.settings import Setting, Value
from bugbox.games.bugs_on_rugs import board, text, words
from bugbox.games.bugs_on_rugs.parts import END_ABOVE, deck
from bugbox.games.bugs_on_rugs.rules import BugsOnRugs
from bugbox.games.bugs_on_rugs.view import view

SETTINGS = (
    Setting(
        "rugs", 7, "How many different rugs there are; they are spread evenly over the bugs.", "BOR-M1", range(5, 9)
    ),
    Setting("start", "lot", "Who is the first start player.", "BOR-R50", ("lot", "first")),
    Setting("memory", False, "Show what you have seen go into the other hands.", "BOR-R54"),
)


def unpack(seats: int, settings: Mapping[str, Value], rng: Rng) -> BugsOnRugs:
    cards = vec[i64](deck(int(settings["rugs"])))
    by_lot = settings["start"] == "lot"
    return BugsOnRugs(seats, by_lot, bool(settings["memory"]), END_ABOVE[seats], cards, rng)


def census(position: BugsOnRugs) -> list[int]:
    places = (position.deck, position.wall, position.floor, position.removed, position.hand)
    return [card for place in places for card in place if card]


def measures(position: BugsOnRugs) -> dict[str, int]:
    hands = [position.hand_size[seat] for seat in range(position.seats)]
    return {"rounds": position.round, "wall": position.wall_size, "largest_hand": max(hands)}


GAME = Game(
    name="bugs-on-rugs",
    title="Bugs on Rugs",
    pitch="Draft bugs for their scores, and mind the power of the one that is left over.",
    minutes=20,
    seats=range(2, 6),
    version=1,
    status="complete",
    settings=SETTINGS,
    unpack=unpack,
    view=view,
    census=census,
    measures=measures,
    words=words,
    text=text,
    board=board,
    folder=Path(__file__).parent,
)

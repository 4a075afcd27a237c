"""The things in the garden, each explained to one viewer."""

from bugbox.core.game import Help, Reader
from bugbox.games.caterpillar.rules import CaterpillarFiller
from bugbox.games.caterpillar.spaces import NAMES

THINGS = {
    "tiles": Help(
        "Tiles",
        (
            "A letter and a number name the space of the next flower.",
            "When a flower is due and no pair is left, the longest caterpillar wins.",
        ),
    ),
    "wasp": Help(
        "A wasp",
        ("No caterpillar can crawl onto it. You may put one into the garden in each of your turns, not on the edge.",),
    ),
}


def explain(position: CaterpillarFiller, thing: str, reader: Reader) -> Help | None:
    kind, _, name = thing.partition(":")
    if kind == "space" and name in NAMES.spaces:
        return Help(f"Space {name}", ("A space of the garden.",))
    return THINGS.get(thing)

"""Guesses at hidden hands, and a table where everybody passes a card, for several tests of Bugs on Rugs."""

from collections.abc import Iterator

from bugbox.core.game import OPEN
from bugbox.core.match import Match
from bugbox.core.rng import Rng
from bugbox.games.bugs_on_rugs.rules.turn import BugsOnRugs
from bugbox.games.bugs_on_rugs.show.view import view
from bugbox.games.bugs_on_rugs.show.views import View
from tests.games.bugs_on_rugs.draw import PLAYERS, play, position_of, table

ANN, BOB, CEM, DOT, EVE = range(5)


def guesses(match: Match, viewer: int, count: int, seed: int = 1) -> Iterator[View]:
    """All that lies on the table in each of so many guesses."""
    for world in worlds(match, viewer, count, seed):
        yield view(world, OPEN)


def worlds(match: Match, viewer: int, count: int, seed: int = 1) -> Iterator[BugsOnRugs]:
    """The same position object again and again, with another guess in it."""
    rng = Rng(seed, "guess")
    world = position_of(match).blank()
    for _ in range(count):
        world.copy_from(match.position)
        world.guess(viewer, rng)
        yield world


PASSING = """
    Wall   Ant
    Floor  Beetle
    deck   Larva, 6 Flies
    Ann    Fly on rings; Spider on rings, Ladybug on dots, Butterfly on rings
    Bob    Fly on waves; Ant on rings, Firefly on dots
    Cem    Mosquito; Beetle on dots
    Dot    Mosquito; Ladybug on zigzags
"""
ANNS = ["Spider on rings", "Ladybug on dots", "Butterfly on rings"]
BOBS = ["Ant on rings", "Firefly on dots"]


def passed(*choices: str) -> Match:
    """All pass to the left: Ann to Bob, Bob to Cem, Cem to Dot, Dot to Ann."""
    match = table(PASSING)
    play(match, *(f"{name}: pass {card}" for name, card in zip(PLAYERS, choices, strict=False)))
    return match

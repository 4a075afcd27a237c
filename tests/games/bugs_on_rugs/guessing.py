"""Shared by tests of Bugs on Rugs: guesses of hidden hands, and a match in which everyone passes a card."""

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
    """Yield open views of `count` guesses."""
    for world in worlds(match, viewer, count, seed):
        yield view(world, OPEN)


def worlds(match: Match, viewer: int, count: int, seed: int = 1) -> Iterator[BugsOnRugs]:
    """Yield `count` guesses; they reuse one position object."""
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
    """Return a match in which everyone passed left: Ann to Bob, Bob to Cem, Cem to Dot, Dot to Ann."""
    match = table(PASSING)
    play(match, *(f"{name}: pass {card}" for name, card in zip(PLAYERS, choices, strict=False)))
    return match

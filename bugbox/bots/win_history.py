"""Everyone's chances over a whole match: who was winning, and when that changed."""

from collections.abc import Iterator
from itertools import islice
from typing import Final

from bugbox.bots.chances import Chances
from bugbox.core.match import Match
from bugbox.core.rng import Rng

BATCH: Final = 60  # worlds: every seat guesses as often as any other, however many there are
BATCHES: Final = 7  # for each position: its chances are then right to two or three points in a hundred


def hindsight(match: Match) -> Iterator[tuple[int, list[float]]]:
    """How many decisions were made, and everyone's chances then: from the deal to the end."""
    each = batches(match)
    for number in range(len(match.decisions) + 1):
        yield number, together(list(islice(each, BATCHES)))


def batches(match: Match, first: int = 0) -> Iterator[list[float]]:
    """The same in smaller bites, so many for each position; from the one of this number on."""
    again = Match(match.game, match.seats, match.seed, match.settings, match.players, match.bots)
    chances = Chances(again.position, match.game.brain(again.position.variant))
    for number in range(len(match.decisions) + 1):
        if number:
            again.follow(match.acted[:number])
        for batch in range(max(first, number * BATCHES), (number + 1) * BATCHES):
            # Never the match's own seed: these dice must not know what its decks hold.
            yield chances.of(again.position, BATCH, Rng(batch, "chances"))


def together(some: list[list[float]]) -> list[float]:
    """What several batches say of one position."""
    return [sum(shares) / len(some) for shares in zip(*some, strict=True)]

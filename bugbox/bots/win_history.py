"""Win history: everyone's chances over a whole match."""

from collections.abc import Iterator
from itertools import islice
from typing import Final

from bugbox.bots.chances import Chances
from bugbox.core.match import Match
from bugbox.core.rng import Rng

BATCH: Final = 60  # worlds; divisible by every number of seats, so that all seats guess equally often
BATCHES: Final = 7  # per position, for a standard error of two to three percentage points


def hindsight(match: Match) -> Iterator[tuple[int, list[float]]]:
    """Yield the number of decisions made and everyone's chances at that point, from the deal to the end."""
    each = batches(match)
    for number in range(len(match.decisions) + 1):
        yield number, together(list(islice(each, BATCHES)))


def batches(match: Match, first: int = 0) -> Iterator[list[float]]:
    """Yield BATCHES batches per position, starting with batch `first`."""
    again = Match(match.game, match.seats, match.seed, match.settings, match.players, match.bots)
    chances = Chances(again.position, match.game.brain(again.position.variant))
    for number in range(len(match.decisions) + 1):
        if number:
            again.follow(match.acted[:number])
        for batch in range(max(first, number * BATCHES), (number + 1) * BATCHES):
            # Never the match's own seed: that would leak the order of its decks.
            yield chances.of(again.position, BATCH, Rng(batch, "chances"))


def together(some: list[list[float]]) -> list[float]:
    """Return the mean of several batches."""
    return [sum(shares) / len(some) for shares in zip(*some, strict=True)]

"""Policy: play by the brain's preferences, without lookahead."""

from typing import Final

from mypy_extensions import i64

from bugbox.core.brain import Brain
from bugbox.core.position import MOST_OPTIONS, Position
from bugbox.core.rng import Rng
from bugbox.core.rows import zeros

NEVER: Final[i64] = 1000  # times less preferred than the favourite: nobody would think of it


class Glance:
    def __init__(self, brain: Brain) -> None:
        self.brain = brain
        self.options = zeros(MOST_OPTIONS)
        self.weights = zeros(MOST_OPTIONS)

    def option(self, position: Position, seat: i64, rng: Rng) -> i64:
        """Sample an option in proportion to the preferences."""
        count = position.options(seat, self.options)
        if count == 1:
            return self.options[0]
        self.brain.prefer(position, seat, self.options, count, self.weights)
        total: i64 = 0
        for i in range(count):
            total += self.weights[i]
        left = rng.below(total)
        at: i64 = 0
        while left >= self.weights[at]:
            left -= self.weights[at]
            at += 1
        return self.options[at]

    def favourite(self, position: Position, seat: i64) -> i64:
        """Return the most preferred option; the first one if tied."""
        count = position.options(seat, self.options)
        if count == 1:
            return self.options[0]
        self.brain.prefer(position, seat, self.options, count, self.weights)
        best: i64 = 0
        for i in range(1, count):
            if self.weights[i] > self.weights[best]:
                best = i
        return self.options[best]

    def thinkable(self, position: Position, seat: i64) -> list[int]:
        """List the options that a player would consider: of the 190 spaces for a wasp, most occur to nobody."""
        count = position.options(seat, self.options)
        self.brain.prefer(position, seat, self.options, count, self.weights)
        most: i64 = 0
        for i in range(count):
            most = max(most, self.weights[i])
        return [int(self.options[i]) for i in range(count) if self.weights[i] * NEVER > most]

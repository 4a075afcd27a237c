"""Greedy play: the option that leads to the best-rated position, averaged over a few guesses."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bugbox.bots.policy import Glance
from bugbox.core.bits import BIT
from bugbox.core.brain import Brain
from bugbox.core.position import MOST_OPTIONS, Position
from bugbox.core.rng import Rng
from bugbox.core.rows import zeros

FINE: Final = 1_000_000.0  # converts worth to integer weights
LONGEST_TURN: Final[i64] = 32  # consecutive decisions of one seat that are looked ahead


class Greedy:
    """A one-turn lookahead over a seat's options; best() may be called at any time."""

    def __init__(self, position: Position, seat: i64, rng: Rng, brain: Brain) -> None:
        self.root = position
        self.seat = seat
        self.rng = rng
        self.brain = brain
        self.guessed = position.blank()
        self.world = position.blank()
        self.options = zeros(MOST_OPTIONS)
        self.glance = Glance(brain)
        self.count = position.options(seat, self.options)
        self.total = vec[float]([0.0] * int(self.count))
        self.guesses: i64 = 0
        self.judged = vec[float]([0.0] * 5)

    def think(self, guesses: i64) -> None:
        for guess in range(guesses):
            self.guess_anew()
            for i in range(self.count):
                self.try_option(self.options[i])
                self.brain.value(self.world, self.judged)
                self.total[i] += self.judged[self.seat]
        self.guesses += guesses

    def guess_anew(self) -> None:
        self.guessed.copy_from(self.root)
        self.guessed.guess(self.seat, self.rng)

    def try_option(self, option: i64) -> None:
        """Play an option, and the rest of the turn, from the current guess; leaves the result in `world`."""
        self.world.copy_from(self.guessed)
        self.world.act(self.seat, option)
        self.finish_turn()

    def finish_turn(self) -> None:
        """Complete the seat's turn with its most preferred options, so that no half-finished turn is evaluated."""
        for decision in range(LONGEST_TURN):
            if self.world.waiting != BIT[self.seat] or not self.brain.prefers:
                break
            self.world.act(self.seat, self.glance.favourite(self.world, self.seat))

    def index(self, option: i64) -> i64:
        """Return an option's index."""
        i: i64 = 0
        while self.options[i] != option:
            i += 1
        return i

    def weigh(self, weights: vec[i64]) -> None:
        """Write a weight for each option that increases with its worth."""
        for i in range(self.count):
            weights[i] = 1 + i64(FINE * self.total[i])

    def judgement(self) -> list[tuple[int, float]]:
        """Return every option with its average worth."""
        return [(int(self.options[i]), self.total[i] / float(self.guesses)) for i in range(self.count)]

    def best(self) -> i64:
        """Return the best option; the lowest code if tied."""
        best: i64 = 0
        for i in range(1, self.count):
            if self.total[i] > self.total[best]:
                best = i
        return self.options[best]

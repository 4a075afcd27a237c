"""Greedy: the option after which the game's brain likes the position best, over a few guesses."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bugbox.bots.policy import Glance
from bugbox.core.bits import BIT
from bugbox.core.brain import Brain
from bugbox.core.position import MOST_OPTIONS, Position
from bugbox.core.rng import Rng
from bugbox.core.rows import zeros

FINE: Final = 1_000_000.0  # weights for what an option is worth
LONGEST_TURN: Final[i64] = 32  # decisions of one seat in a row that are looked at


class Greedy:
    """One seat's look at each of its options; ask for best() at any moment."""

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
        """Leaves in `world` what this guess becomes by it."""
        self.world.copy_from(self.guessed)
        self.world.act(self.seat, option)
        self.finish_turn()

    def finish_turn(self) -> None:
        """What is half done is judged by how one would go on: each time by what is preferred most."""
        for decision in range(LONGEST_TURN):
            if self.world.waiting != BIT[self.seat] or not self.brain.prefers:
                break
            self.world.act(self.seat, self.glance.favourite(self.world, self.seat))

    def index(self, option: i64) -> i64:
        """Which one of the options this is."""
        i: i64 = 0
        while self.options[i] != option:
            i += 1
        return i

    def weigh(self, weights: vec[i64]) -> None:
        """What is worth more weighs more."""
        for i in range(self.count):
            weights[i] = 1 + i64(FINE * self.total[i])

    def judgement(self) -> list[tuple[int, float]]:
        """Every option, and what it was worth on average."""
        return [(int(self.options[i]), self.total[i] / float(self.guesses)) for i in range(self.count)]

    def best(self) -> i64:
        """The lowest of equals."""
        best: i64 = 0
        for i in range(1, self.count):
            if self.total[i] > self.total[best]:
                best = i
        return self.options[best]

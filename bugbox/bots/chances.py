"""Chances: each ranked participant's share of first places, estimated over sampled determinizations.

World k is a guess by seat k (modulo the number of seats), played out by preference to the end. So the result depends
only on what some player knows, never on the order of a deck. Since each world has its own random stream, positions that
a seat cannot tell apart give it the same worlds.
"""

from librt.vecs import vec
from mypy_extensions import i64

from bugbox.bots.policy import Glance
from bugbox.core.bits import LOWEST
from bugbox.core.brain import Brain
from bugbox.core.position import MOST_OPTIONS, Position, random_option
from bugbox.core.rng import Rng
from bugbox.core.rows import zeros


class Chances:
    """An estimator for the positions of one match; it reuses its buffers."""

    def __init__(self, position: Position, brain: Brain) -> None:
        self.brain = brain
        self.glance = Glance(brain)
        self.world = position.blank()
        self.dice = Rng(0)
        self.options = zeros(MOST_OPTIONS)
        self.first = vec[float]([0.0] * int(position.ranked))  # first places of each participant; ties share one

    def of(self, position: Position, worlds: i64, rng: Rng) -> list[float]:
        """Return each ranked participant's share of first places; they add up to 1. `rng` doesn't advance."""
        for who in range(position.ranked):
            self.first[who] = 0.0
        for number in range(worlds):
            self.play_on(position, number, rng)
        return [self.first[who] / float(worlds) for who in range(position.ranked)]

    def play_on(self, position: Position, number: i64, rng: Rng) -> None:
        """Play out world `number` and count its first places."""
        world = self.world
        self.dice.become(rng, number)
        world.copy_from(position)
        world.guess(number % position.seats, self.dice)
        while world.waiting != 0:
            seat = LOWEST[world.waiting]
            world.act(seat, self.option(seat))
        self.count_first()

    def option(self, seat: i64) -> i64:
        if self.brain.prefers:
            return self.glance.option(self.world, seat, self.dice)
        return random_option(self.world, seat, self.dice, self.options)

    def count_first(self) -> None:
        world = self.world
        equals: i64 = 0
        for who in range(world.ranked):
            if world.place(who) == 1:
                equals += 1
        for who in range(world.ranked):
            if world.place(who) == 1:
                self.first[who] += 1.0 / float(equals)

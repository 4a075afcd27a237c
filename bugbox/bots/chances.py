"""Chances: how often everyone ranked would come first from here, over many worlds that the players can imagine.

World k is a guess of seat k, counted round the table, and is played on by preference to its end. So nothing decides it
that no player could know, and no deck is read; and as each world has dice of its own, a seat's worlds are the same
wherever the position looks the same to it.
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
    """Made once for a match: what it needs for a playout is used again and again."""

    def __init__(self, position: Position, brain: Brain) -> None:
        self.brain = brain
        self.glance = Glance(brain)
        self.world = position.blank()
        self.dice = Rng(0)
        self.options = zeros(MOST_OPTIONS)
        self.first = vec[float]([0.0] * int(position.ranked))  # how often each came first; equals share it

    def of(self, position: Position, worlds: i64, rng: Rng) -> list[float]:
        """The share of first places of everyone ranked: together they are 1. `rng` stays as it is."""
        for who in range(position.ranked):
            self.first[who] = 0.0
        for number in range(worlds):
            self.play_on(position, number, rng)
        return [self.first[who] / float(worlds) for who in range(position.ranked)]

    def play_on(self, position: Position, number: i64, rng: Rng) -> None:
        """World `number`, to its end."""
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

"""What a caterpillar smells: how far away food is, and which first steps lead there."""

from typing import Final

from mypy_extensions import i64

from bugbox.core.bits import BIT
from bugbox.core.grid import DIRECTIONS, NO_SPACE
from bugbox.core.position import MOST_SEATS
from bugbox.core.rows import zeros
from bugbox.games.caterpillar.layout import Layout
from bugbox.games.caterpillar.parts import DIAGONAL, PUSHING, ROUND, SPACES
from bugbox.games.caterpillar.walk import CRAWLER, EMPTY, FLOWER, WASP, WAYS, ways_of

FAR: Final[i64] = 12  # steps: what is so far away is not smelled any more
ROOM: Final[i64] = 24  # spaces around: with fewer a caterpillar may get stuck


class Scent:
    """Spaces in the order of their steps from a head; what is behind food is not looked at, as food ends a walk."""

    def __init__(self, rule: i64) -> None:
        self.ways = ways_of(rule == ROUND)
        self.first_ways: i64 = WAYS if rule == DIAGONAL else DIRECTIONS
        self.ways_out = self.first_ways  # as many for the next step
        self.is_pushing = rule == PUSHING
        self.steps = zeros(SPACES)  # to a space, and one more; 0 if it was not reached
        self.first = zeros(SPACES)  # bit set of the first steps, by way, that lead there soonest
        self.reached = zeros(SPACES)
        self.size: i64 = 0  # how many were reached
        self.leaves = zeros(SPACES)  # up to which step the own body is there, as in walk.py
        # What was found: steps to the nearest flower and the nearest piece of each seat, and the first steps there.
        self.flower: i64 = FAR
        self.to_flower: i64 = 0
        self.prey = zeros(MOST_SEATS)
        self.to_prey = zeros(MOST_SEATS)

    def follow(self, game: Layout, seat: i64, steps: i64) -> None:
        """From the head of a caterpillar in the garden, as if it were about to move: at least so many steps, and until
        a flower is found.
        """
        self.forget()
        crawler, leaves = game.crawlers[seat], self.leaves
        for nth in range(crawler.body + 1):
            leaves[crawler.at(nth)] = crawler.body - nth + 1
        under_way = seat == game.turn and 0 < game.left < game.rolled
        self.ways_out = DIRECTIONS if under_way else self.first_ways
        self.add(crawler.at(0), 1, 0)
        at: i64 = 0
        while at < self.size and not self.is_enough(at, steps):
            space = self.reached[at]
            at += 1
            what = game.ground[space]
            if what == EMPTY or what == CRAWLER + seat or what == WASP:
                if self.steps[space] < FAR:
                    self.look_round(game, space)
            else:
                self.note(space, what)
        for nth in range(crawler.body + 1):
            leaves[crawler.at(nth)] = 0

    def is_enough(self, at: i64, steps: i64) -> bool:
        """Is all that is nearer than the next space looked at, and that will do?"""
        space = self.reached[at]
        away = self.steps[space] - 1
        return away > steps and away > self.flower and self.size >= ROOM

    def forget(self) -> None:
        for i in range(self.size):
            self.steps[self.reached[i]] = 0
        self.size = 0
        self.flower = FAR
        self.to_flower = 0
        for seat in range(MOST_SEATS):
            self.prey[seat] = FAR
            self.to_prey[seat] = 0

    def add(self, space: i64, steps: i64, first: i64) -> None:
        self.steps[space] = steps
        self.first[space] = first
        self.reached[self.size] = space
        self.size += 1

    def look_round(self, game: Layout, space: i64) -> None:
        step = self.steps[space]
        ways = self.ways
        for way in range(self.ways_out if step == 1 else DIRECTIONS):
            to = ways[space * WAYS + way]
            if to == NO_SPACE or self.leaves[to] >= step:
                continue
            first = BIT[way] if step == 1 else self.first[space]
            if self.steps[to] == step + 1:
                self.first[to] |= first
            elif self.steps[to] == 0 and (game.ground[to] != WASP or self.is_pushing):
                self.add(to, step + 1, first)

    def note(self, space: i64, what: i64) -> None:
        """Nearer ones come first, and those that are equally near one after the other."""
        steps = self.steps[space] - 1
        if what == FLOWER:
            if steps <= self.flower:
                self.flower = steps
                self.to_flower |= self.first[space]
        elif steps <= self.prey[what - CRAWLER]:
            self.prey[what - CRAWLER] = steps
            self.to_prey[what - CRAWLER] |= self.first[space]

    def exits(self) -> i64:
        """Bit set of the ways that a first step can go."""
        exits: i64 = 0
        i: i64 = 1
        while i < self.size and self.steps[self.reached[i]] == 2:
            exits |= self.first[self.reached[i]]
            i += 1
        return exits

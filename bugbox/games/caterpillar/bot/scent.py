"""Breadth-first search from a caterpillar's head: the distance to food, and the first steps that lead there."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bugbox.core.bits import BIT
from bugbox.core.grid import DIRECTIONS, NO_SPACE
from bugbox.core.position import MOST_SEATS
from bugbox.core.rows import zeros
from bugbox.games.caterpillar.rules.box import DIAGONAL, PUSHING, ROUND, SPACES
from bugbox.games.caterpillar.rules.state import Layout
from bugbox.games.caterpillar.rules.walk import CRAWLER, EMPTY, FLOWER, WASP, WAYS, ways_of

FAR: Final[i64] = 12  # steps: the range of the search
ROOM: Final[i64] = 24  # reachable spaces; with fewer a caterpillar may get stuck


class Scent:
    """Spaces in order of distance from a head. The search doesn't continue past food, which ends a walk."""

    def __init__(self, rule: i64) -> None:
        self.ways = ways_of(rule == ROUND)
        self.first_ways: i64 = WAYS if rule == DIAGONAL else DIRECTIONS
        self.ways_out = self.first_ways  # number of ways for the next step
        self.is_pushing = rule == PUSHING
        self.steps = zeros(SPACES)  # by space: 1 + distance, or 0 if not reached
        self.first = zeros(SPACES)  # by space: bit set of the first steps (ways) on shortest paths
        self.reached = zeros(SPACES)
        self.size: i64 = 0  # number of spaces reached
        self.leaves = zeros(SPACES)  # by space: the last step at which the caterpillar's own body is there
        # Results: distances to the nearest flower and to the nearest piece of each seat, and the first steps there.
        self.flower: i64 = FAR
        self.to_flower: i64 = 0
        self.prey = zeros(MOST_SEATS)
        self.to_prey = zeros(MOST_SEATS)

    def follow(self, game: Layout, seat: i64, steps: i64) -> None:
        """Search from a caterpillar's head as if it were about to move, at least `steps` far and until a flower."""
        self.forget()
        crawler, leaves = game.crawlers[seat], self.leaves
        for nth in range(crawler.body + 1):
            leaves[crawler.at(nth)] = crawler.body - nth + 1
        under_way = seat == game.turn and 0 < game.left < game.rolled
        self.ways_out = DIRECTIONS if under_way else self.first_ways
        self.spread(game.ground, crawler.at(0), CRAWLER + seat, steps)
        for nth in range(crawler.body + 1):
            leaves[crawler.at(nth)] = 0

    def forget(self) -> None:
        steps, reached = self.steps, self.reached
        for i in range(self.size):
            steps[reached[i]] = 0
        self.flower = FAR
        self.to_flower = 0
        for seat in range(MOST_SEATS):
            self.prey[seat] = FAR
            self.to_prey[seat] = 0

    def spread(self, ground: vec[i64], head: i64, own: i64, enough: i64) -> None:
        """Run the search. One long function with local variables, because this is the hottest loop of the bots."""
        steps, first, reached, leaves, ways = self.steps, self.first, self.reached, self.leaves, self.ways
        steps[head] = 1
        reached[0] = head
        size: i64 = 1
        at: i64 = 0
        while at < size:
            space = reached[at]
            step = steps[space]
            if step > enough + 1 and step > self.flower + 1 and size >= ROOM:
                break  # everything nearer has been visited
            at += 1
            what = ground[space]
            if what != EMPTY and what != own and what != WASP:
                self.note(space, what)
                continue
            if step == FAR:
                continue
            for way in range(self.ways_out if step == 1 else DIRECTIONS):
                to = ways[space * WAYS + way]
                if to == NO_SPACE or leaves[to] >= step:
                    continue
                if steps[to] == 0 and (ground[to] != WASP or self.is_pushing):
                    steps[to] = step + 1
                    first[to] = 0
                    reached[size] = to
                    size += 1
                if steps[to] == step + 1:
                    first[to] |= BIT[way] if step == 1 else first[space]
        self.size = size

    def note(self, space: i64, what: i64) -> None:
        """Record food; called in order of distance, so equal distances add to the same first steps."""
        steps = self.steps[space] - 1
        if what == FLOWER:
            if steps <= self.flower:
                self.flower = steps
                self.to_flower |= self.first[space]
        elif steps <= self.prey[what - CRAWLER]:
            self.prey[what - CRAWLER] = steps
            self.to_prey[what - CRAWLER] |= self.first[space]

    def exits(self) -> i64:
        """Return the bit set of possible first steps."""
        exits: i64 = 0
        i: i64 = 1
        while i < self.size and self.steps[self.reached[i]] == 2:
            exits |= self.first[self.reached[i]]
            i += 1
        return exits

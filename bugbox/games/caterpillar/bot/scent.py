"""What a caterpillar smells: how far away food is, and which first steps lead there."""

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
        self.leaves = zeros(SPACES)  # up to which step the own body is there
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
        """From space to space. All in one, with its rows at hand, as searches do nothing more often."""
        steps, first, reached, leaves, ways = self.steps, self.first, self.reached, self.leaves, self.ways
        steps[head] = 1
        reached[0] = head
        size: i64 = 1
        at: i64 = 0
        while at < size:
            space = reached[at]
            step = steps[space]
            if step > enough + 1 and step > self.flower + 1 and size >= ROOM:
                break  # all that is nearer was looked at, and will do
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

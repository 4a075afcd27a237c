"""Depth-first search for a path that uses a whole roll, accounting for everything that moves on the way.

The body follows the head, so its old spaces become free one after another while those of the walk become taken. The
head moves before the tail does (CF-R2). A bite ends the walk (CF-R6).
"""

from functools import cache
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bugbox.core.bags import Scratch
from bugbox.core.grid import DIRECTIONS, NO_SPACE, grid_of
from bugbox.core.rows import zeros
from bugbox.games.caterpillar.rules.box import DIAGONAL, HIGHEST_ROLL, PUSHING, ROUND, SIDE, SPACES
from bugbox.games.caterpillar.rules.crawler import Crawler

# Contents of a space; a caterpillar is CRAWLER + its seat.
EMPTY: Final[i64] = 0
FLOWER: Final[i64] = 1
WASP: Final[i64] = 2
CRAWLER: Final[i64] = 3

WAYS: Final[i64] = 8  # from a space: the four directions, then the four diagonals
GARDEN: Final = grid_of(16, 16)


@cache
def ways_of(is_round: bool) -> vec[i64]:
    """Return where each step leads, indexed by `space x 8 + way`; a round garden wraps around."""
    steps = ((-1, 0), (0, 1), (1, 0), (0, -1), (-1, 1), (1, 1), (1, -1), (-1, -1))
    ways = []
    for space in range(SPACES):
        for down, across in steps:
            row, column = space // SIDE + down, space % SIDE + across
            inside = row in range(SIDE) and column in range(SIDE)
            ways.append(row % SIDE * SIDE + column % SIDE if inside or is_round else NO_SPACE)
    return vec[i64](ways)


def steps_apart(rule: i64, is_first: bool, a: i64, b: i64) -> i64:
    """Return the distance in steps, ignoring obstacles; only the first step of a move can be diagonal."""
    across = GARDEN.column[a] - GARDEN.column[b]
    down = GARDEN.row[a] - GARDEN.row[b]
    across = max(across, -across)
    down = max(down, -down)
    if rule == ROUND:  # CF-H5
        return min(across, SIDE - across) + min(down, SIDE - down)
    if rule == DIAGONAL and is_first and across > 0 and down > 0:  # CF-H1
        return across + down - 1
    return across + down


class Walk(Scratch):
    """The search. It modifies the garden temporarily, and restores it before returning."""

    def __init__(self, ground: vec[i64], rule: i64) -> None:
        self.ground = ground
        self.ways = ways_of(rule == ROUND)  # CF-H5
        self.first_ways = WAYS if rule == DIAGONAL else DIRECTIONS  # CF-H1
        self.is_pushing = rule == PUSHING
        self.crawler = Crawler(0, 0, 0)  # the caterpillar that walks
        self.own: i64 = EMPTY  # its value on the ground
        self.body: i64 = 0
        self.leaves = zeros(SPACES)  # by space of the walk: the last step at which the body is there
        self.last: i64 = 0  # number of the last step of the walk
        self.ended: i64 = 0  # last step of the path found
        self.is_noting = False
        self.way = zeros(2 * HIGHEST_ROLL + 2)  # by step: where the head goes, and where it pushes a wasp
        self.spoiler = zeros(2 * HIGHEST_ROLL)
        self.spoilers: i64 = 0

    def begin(self, crawler: Crawler, own: i64, steps: i64) -> None:
        self.crawler = crawler
        self.own = own
        self.body = crawler.body
        self.last = steps

    def can_walk(self, head: i64, is_first: bool) -> bool:
        """Return whether all steps can be walked from here, or some that end with a bite. Call begin() first."""
        return self.finds(head, 1, self.first_ways if is_first else DIRECTIONS)

    # --- Step by step ---

    def finds(self, at: i64, step: i64, ways: i64) -> bool:
        way: i64 = 0
        while way < ways and not self.leads_on(at, way, step):
            way += 1
        return way < ways

    def leads_on(self, at: i64, way: i64, step: i64) -> bool:
        """Return whether the walk can be completed after a step in this direction."""
        index = at * WAYS + way
        to = self.ways[index]
        if to == NO_SPACE or self.leaves[to] >= step:
            return False
        what = self.ground[to]
        if what == EMPTY or (what == self.own and self.has_left(to, step)):  # CF-R1 to CF-R3
            return self.goes_on(to, step, NO_SPACE)
        if what == WASP:
            return self.is_pushing and self.pushes_on(to, way, step)
        if what == self.own:
            return False
        if self.is_noting:
            self.note(step, to, NO_SPACE)
        return self.ends(step)

    def has_left(self, space: i64, step: i64) -> bool:
        """Return whether the body has left a space that it occupied before the walk."""
        return self.crawler.leaves(space) < step

    def goes_on(self, to: i64, step: i64, pushed: i64) -> bool:
        if self.is_noting:
            self.note(step, to, pushed)
        if step == self.last:
            return self.ends(step)
        leaves = self.leaves
        before = leaves[to]
        leaves[to] = step + self.body + 1
        found = self.finds(to, step + 1, DIRECTIONS)
        leaves[to] = before
        return found

    def ends(self, step: i64) -> bool:
        """Record that a path was found, and stop the search."""
        self.ended = step
        return True

    def pushes_on(self, to: i64, way: i64, step: i64) -> bool:
        """Push a wasp one space ahead, which must be free and not on the edge (CF-H2), and go on."""
        beyond = self.ways[to * WAYS + way]
        there = self.ground[beyond]
        if GARDEN.is_edge(beyond) or self.leaves[beyond] >= step:
            return False
        if there != EMPTY and (there != self.own or not self.has_left(beyond, step)):
            return False
        self.ground[to] = EMPTY
        self.ground[beyond] = WASP
        found = self.goes_on(to, step, beyond)
        self.ground[to] = WASP
        self.ground[beyond] = there
        return found

    def note(self, step: i64, to: i64, pushed: i64) -> None:
        self.way[2 * step] = to
        self.way[2 * step + 1] = pushed

    # --- Wasps ---

    def mark_spoilers(self, what: i64) -> None:
        """Set the spaces found by find_spoilers() to WASP, or back to EMPTY."""
        for i in range(self.spoilers):
            space = self.spoiler[i]
            self.ground[space] = what

    def find_spoilers(self, head: i64) -> None:
        """Find the spaces where a wasp would make the walk impossible (CF-R42).

        Only spaces of one path found need to be tried: a wasp anywhere else leaves that path open.
        """
        self.is_noting = True
        self.can_walk(head, True)
        self.is_noting = False
        needed = 2 * self.ended + 2
        self.spoilers = 0
        for i in range(2, needed):
            space = self.way[i]
            if space != NO_SPACE and self.ground[space] == EMPTY:
                self.ground[space] = WASP
                if not self.can_walk(head, True):
                    self.spoiler[self.spoilers] = space
                    self.spoilers += 1
                self.ground[space] = EMPTY

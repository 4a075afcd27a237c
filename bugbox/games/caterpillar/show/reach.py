"""Find every space on which the viewer's walk can end, with one path to each.

This is the search of walk.py, but exhaustive instead of stopping at the first path.
"""

from typing import Final, NamedTuple

from librt.vecs import vec
from mypy_extensions import i64

from bugbox.core.grid import DIRECTIONS, NO_SPACE
from bugbox.core.rows import zeros
from bugbox.games.caterpillar.rules.box import HIGHEST_ROLL, RULES, SPACES
from bugbox.games.caterpillar.rules.crawler import Crawler
from bugbox.games.caterpillar.rules.spaces import NAMES, SPACE_NAMES
from bugbox.games.caterpillar.rules.walk import CRAWLER, FLOWER, WASP, WAYS, Walk
from bugbox.games.caterpillar.show.views import End, View

ROW: Final[i64] = 2 * HIGHEST_ROLL + 2  # two numbers per step: where it leads, and where it pushes a wasp


class Reach(Walk):
    """An exhaustive walk search that keeps one shortest path to each space."""

    def __init__(self, ground: vec[i64], rule: i64) -> None:
        super().__init__(ground, rule)
        self.is_noting = True
        self.steps = zeros(SPACES)  # by space: length of the shortest path, or 0
        self.kept = zeros(SPACES * ROW)
        self.differs = zeros(SPACES)  # by space: 1 if another path there leaves a different garden
        self.moved = zeros(SPACES)  # by space: wasps pushed there by one path, less those by another
        self.begins = zeros(SPACES)  # by space: 1 if it is the first step of a path

    def ends(self, step: i64) -> bool:
        """Record the path and continue the search."""
        space = self.way[2 * step]
        known = self.steps[space]
        self.begins[self.way[2]] = 1
        if known > 0 and self.differs[space] == 0 and not self.is_equal(space, step):
            self.differs[space] = 1
        if known == 0 or step < known:
            self.steps[space] = step
            for i in range(2, 2 * step + 2):
                self.kept[space * ROW + i] = self.way[i]
        return False

    def is_equal(self, space: i64, steps: i64) -> bool:
        """Return whether this path leaves the same garden as the kept one. After eating there is one more piece."""
        what = self.ground[space]
        eaten: i64 = 1 if what == FLOWER or (what >= CRAWLER and what != self.own) else 0
        row, known = space * ROW, self.steps[space]
        for nth in range(1, self.body + 1 + eaten):
            here = self.way[2 * (steps - nth)] if nth < steps else self.crawler.at(nth - steps)
            there = self.kept[row + 2 * (known - nth)] if nth < known else self.crawler.at(nth - known)
            if here != there:
                return False
        return self.pushes_alike(row, known, steps)

    def pushes_alike(self, row: i64, known: i64, steps: i64) -> bool:
        """Return whether both paths leave all wasps on the same spaces."""
        if not self.is_pushing:
            return True
        for step in range(1, known + 1):
            self.push(self.kept[row + 2 * step], self.kept[row + 2 * step + 1], 1)
        for step in range(1, steps + 1):
            self.push(self.way[2 * step], self.way[2 * step + 1], -1)
        alike = True
        for space in range(SPACES):
            alike = alike and self.moved[space] == 0
            self.moved[space] = 0
        return alike

    def push(self, space: i64, to: i64, wasps: i64) -> None:
        if to != NO_SPACE:
            self.moved[space] -= wasps
            self.moved[to] += wasps


class Reached(NamedTuple):
    """What the viewer can do with the roll; empty when no step is due."""

    steps: tuple[tuple[int, str], ...] = ()  # next steps: the way (see walk.py) and the space
    ends: tuple[End, ...] = ()  # in order of spaces


def reach(seen: View) -> Reached:
    """Find next steps and ends from the view alone, so that a board can be drawn from a view."""
    if seen.stage != "move" or seen.turn != seen.viewer or not seen.players[seen.viewer].waiting:
        return Reached()
    me = seen.players[seen.viewer]
    if me.is_off or not 0 < seen.left <= HIGHEST_ROLL:
        return Reached()
    crawler = Crawler(me.length - 1, me.mat, me.wasps)
    for nth, name in enumerate(me.spaces):
        crawler.put(nth, NAMES.spaces[name])
    found = Reach(ground_of(seen), RULES.index(seen.rule))
    ways = found.first_ways if seen.left == seen.rolled else DIRECTIONS
    found.begin(crawler, CRAWLER + seen.viewer, seen.left)
    found.finds(crawler.at(0), 1, ways)
    next_to = [(int(way), found.ways[crawler.at(0) * WAYS + way]) for way in range(ways)]
    steps = [(way, SPACE_NAMES[space]) for way, space in next_to if space != NO_SPACE and found.begins[space]]
    return Reached(tuple(steps), tuple([end_on(found, space) for space in range(SPACES) if found.steps[space] > 0]))


def ground_of(seen: View) -> vec[i64]:
    ground = zeros(SPACES)
    for name in seen.flowers:
        ground[NAMES.spaces[name]] = FLOWER
    for name in seen.wasps:
        ground[NAMES.spaces[name]] = WASP
    for player in seen.players:
        for name in player.spaces:
            ground[NAMES.spaces[name]] = CRAWLER + player.seat
    return ground


def end_on(found: Reach, space: i64) -> End:
    way = [SPACE_NAMES[found.kept[space * ROW + 2 * step]] for step in range(1, found.steps[space] + 1)]
    return End(space=SPACE_NAMES[space], way=tuple(way), is_sure=found.differs[space] == 0)

"""Where a roll can lead: every space on which the walk can end, and one way there.

The same search as in walk.py, which here never stops at the first way that it finds.
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

ROW: Final[i64] = 2 * HIGHEST_ROLL + 2  # for each step where it leads, and where to it pushes a wasp


class Reach(Walk):
    """All ways; of those to the same space one of the shortest is kept."""

    def __init__(self, ground: vec[i64], rule: i64) -> None:
        super().__init__(ground, rule)
        self.is_noting = True
        self.steps = zeros(SPACES)  # of the shortest way to a space; 0 if there is none
        self.kept = zeros(SPACES * ROW)
        self.differs = zeros(SPACES)  # does another way there leave another garden?
        self.moved = zeros(SPACES)  # wasps that one way brings to a space, less those that another one does
        self.begins = zeros(SPACES)  # is it the first step of a way?

    def ends(self, step: i64) -> bool:
        """Noted, and on to the next way."""
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
        """Does this way leave the same garden as the one that is kept? After a bite there is one more piece."""
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
        """Are all wasps in the end where the way that is kept leaves them?"""
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
    """What the viewer can do with the roll; nothing while there is no step to decide."""

    steps: tuple[tuple[int, str], ...] = ()  # the next one: to which side, by the ways of walk.py, and where to
    ends: tuple[End, ...] = ()  # space by space


def reach(seen: View) -> Reached:
    """By what is seen alone, so that a board can be drawn from a view."""
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

"""Where a roll can lead: every space on which the walk can end, and one way there.

The same search as in walk.py, which here never stops at the first way that it finds.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bugbox.core.grid import DIRECTIONS
from bugbox.core.rows import zeros
from bugbox.games.caterpillar.layout import MOVE
from bugbox.games.caterpillar.parts import HIGHEST_ROLL, SPACES
from bugbox.games.caterpillar.rules import CaterpillarFiller
from bugbox.games.caterpillar.walk import CRAWLER, FLOWER, WAYS, Walk

ROW: Final[i64] = 2 * HIGHEST_ROLL + 2  # for each step where it leads, and where to it pushes a wasp

End = tuple[int, list[int], bool]  # a space, the steps of a way there, and whether all ways there are equal


class Reach(Walk):
    """All ways; of those to the same space the shortest are kept."""

    def __init__(self, ground: vec[i64], rule: i64) -> None:
        super().__init__(ground, rule)
        self.is_noting = True
        self.steps = zeros(SPACES)  # of the shortest way to a space; 0 if there is none
        self.kept = zeros(SPACES * ROW)
        self.differs = zeros(SPACES)

    def ends(self, step: i64) -> bool:
        """Noted, and on to the next way."""
        space = self.way[2 * step]
        known = self.steps[space]
        if known == 0 or step < known:
            self.steps[space] = step
            self.differs[space] = 0
            for i in range(2, 2 * step + 2):
                self.kept[space * ROW + i] = self.way[i]
        elif step == known and not self.is_equal(space, step):
            self.differs[space] = 1
        return False

    def is_equal(self, space: i64, steps: i64) -> bool:
        """Does this way leave the same garden as the one that is kept? After a bite the last space left is kept too."""
        what = self.ground[space]
        eaten: i64 = 1 if what == FLOWER or (what >= CRAWLER and what != self.own) else 0
        for nth in range(min(steps, self.body + 1 + eaten)):
            if self.way[2 * (steps - nth)] != self.kept[space * ROW + 2 * (steps - nth)]:
                return False
        step: i64 = 1
        while step <= steps and self.way[2 * step + 1] == self.kept[space * ROW + 2 * step + 1]:
            step += 1
        return step > steps


def reach(position: CaterpillarFiller, seat: i64) -> list[End]:
    """Space by space; nothing while this seat has no step to decide."""
    if not is_walking(position, seat):
        return []
    crawler = position.crawlers[seat]
    found = Reach(position.ground, position.rule)
    found.begin(crawler, CRAWLER + seat, position.left)
    found.finds(crawler.at(0), 1, ways_now(position))
    return [end_on(found, space) for space in range(SPACES) if found.steps[space] > 0]


def end_on(found: Reach, space: i64) -> End:
    way = [int(found.kept[space * ROW + 2 * step]) for step in range(1, found.steps[space] + 1)]
    return int(space), way, found.differs[space] == 0


def steps_of(position: CaterpillarFiller, seat: i64) -> list[tuple[int, int]]:
    """The ways of walk.py that can be gone now, each with its space."""
    if not is_walking(position, seat):
        return []
    crawler, walk = position.crawlers[seat], position.walk
    head = crawler.at(0)
    walk.begin(crawler, CRAWLER + seat, position.left)
    ways = [int(way) for way in range(ways_now(position)) if walk.leads_on(head, way, 1)]
    walk.forget(crawler)
    return [(way, int(walk.ways[head * WAYS + way])) for way in ways]


def is_walking(position: CaterpillarFiller, seat: i64) -> bool:
    if position.stage != MOVE or position.waiting == 0 or position.turn != seat:
        return False
    return 0 < position.left <= HIGHEST_ROLL  # there is no room for longer ways, whatever somebody makes of a position


def ways_now(position: CaterpillarFiller) -> i64:
    return position.walk.first_ways if position.left == position.rolled else DIRECTIONS

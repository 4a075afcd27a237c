"""Where the next tile can go: rays from tiles on the board, looked up in tables and collected row by row.

A row of the board is a bit set of its 13 columns, and a column one of its rows. A ray is what lies so many steps from a
space in a direction, packed into one number: the spaces between, the line that they are in, and the target. A ray
beyond the edge is 0: it has no target.
"""

from functools import cache
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bugbox.core.bags import Scratch
from bugbox.core.bits import BIT
from bugbox.core.grid import DIRECTIONS, NO_SPACE, NORTH, SOUTH, Grid, grid_of
from bugbox.core.pile import Pile
from bugbox.core.rows import zeros
from bugbox.games.ladybugs.rules.box import COLUMNS, GRASSHOPPER, RHINO

A_SPACE: Final[i64] = 8  # a tile on the board is its space x 8 + its number: rays of 0 to 7 steps

# How a ray is packed: spaces between, line, row of the target, the target's bit in that row.
A_ROW: Final[i64] = 8191  # all 13 bits
BETWEEN: Final[i64] = 8191
LINE: Final[i64] = 13
LINES: Final[i64] = 26  # 13 rows, then 13 columns
ROW: Final[i64] = 18
TARGET: Final[i64] = 22

# Ways to reach a space, by the action tiles that it takes besides the Stag Beetle; each only where no cheaper one does.
PLAIN: Final[i64] = 0
HOP: Final[i64] = 13  # Grasshopper
NEAR: Final[i64] = 26  # Rhinoceros Beetle
BOTH: Final[i64] = 39
WAYS: Final[i64] = 52  # of 13 rows each

ROW_OF: Final = vec[i64]([space // 13 for space in range(169)])
BIT_OF: Final = vec[i64]([2 ** (space % 13) for space in range(169)])
LOWEST_COLUMN: Final = vec[i64]([0] + [(n & -n).bit_length() - 1 for n in range(1, 8192)])


@cache
def rays_of(rows: int) -> vec[i64]:
    """Those of all spaces, by `(space x 8 + steps) x 4 + direction`."""
    grid = grid_of(int(COLUMNS), rows)
    return vec[i64](
        [
            pack(grid, space, direction, steps)
            for space in range(grid.spaces)
            for steps in range(A_SPACE)
            for direction in range(DIRECTIONS)
        ]
    )


def pack(grid: Grid, space: i64, direction: i64, steps: i64) -> i64:
    target = grid.ahead(space, direction, steps)
    if target == NO_SPACE or steps == 0:  # LB-R3, LB-R20
        return 0
    upright = direction == NORTH or direction == SOUTH
    between: i64 = 0
    for step in range(1, steps):
        passed = space + step * grid.step[direction]
        between |= BIT[grid.row[passed] if upright else grid.column[passed]]
    line = COLUMNS + grid.column[space] if upright else grid.row[space]
    row, bit = grid.row[target], BIT[grid.column[target]]
    return between | line << LINE | row << ROW | bit << TARGET


class Reach(Scratch):
    """What one seat can reach now."""

    def __init__(self, rows: i64) -> None:
        self.rows = rows
        self.rays = rays_of(int(rows))
        self.ways = zeros(WAYS)  # rows of the spaces that can be counted to
        self.nothing = zeros(LINES)  # an empty board

    def has_target(self, tiles: Pile, lines: vec[i64], allowed: vec[i64], barred: vec[i64]) -> bool:
        """Is there a space that can be counted to and is allowed? Nearly always the first tiles tell."""
        rays = self.rays
        cards = tiles.cards
        for i in range(tiles.size):
            first = cards[i] * DIRECTIONS
            for at in range(first, first + DIRECTIONS):
                ray = rays[at]
                row = ray >> ROW & 15
                if lines[ray >> LINE & 31] & ray & BETWEEN == 0 and ray >> TARGET & allowed[row] & ~barred[row] != 0:
                    return True
        return False

    def find(self, tiles: Pile, lines: vec[i64], actions: i64) -> None:
        """Count from each of these tiles, with these action tiles to spend."""
        ways = self.ways
        rays = self.rays
        cards = tiles.cards
        for i in range(WAYS if actions else COLUMNS):
            ways[i] = 0
        for i in range(tiles.size):
            first = cards[i] * DIRECTIONS
            for at in range(first, first + DIRECTIONS):  # as count() does; here a game spends most of its time
                ray = rays[at]
                if lines[ray >> LINE & 31] & ray & BETWEEN == 0:
                    ways[ray >> ROW & 15] |= ray >> TARGET
        if actions & (GRASSHOPPER | RHINO):
            self.find_more(tiles, lines, actions)

    def find_more(self, tiles: Pile, lines: vec[i64], actions: i64) -> None:
        for i in range(tiles.size):
            first = tiles.cards[i] * DIRECTIONS
            if actions & GRASSHOPPER:
                self.count(first, HOP, self.nothing)
            if actions & RHINO:
                self.count_near(first, NEAR, lines)
                if actions & GRASSHOPPER:
                    self.count_near(first, BOTH, self.nothing)
        self.leave_out_dearer()

    def find_from(self, tile: i64, lines: vec[i64], actions: i64) -> None:
        """What is counted to from this tile, as PLAIN, when all of these action tiles are spent."""
        ways = self.ways
        for i in range(COLUMNS):
            ways[i] = 0
        between: vec[i64] = self.nothing if actions & GRASSHOPPER else lines
        if actions & RHINO:
            self.count_near(tile * DIRECTIONS, PLAIN, between)
        else:
            self.count(tile * DIRECTIONS, PLAIN, between)

    def count(self, first: i64, way: i64, lines: vec[i64]) -> None:
        """The rays in all four directions, unless a tile of these lines lies between (LB-F6, LB-R2)."""
        rays = self.rays
        ways = self.ways
        for i in range(first, first + DIRECTIONS):
            ray = rays[i]
            if lines[ray >> LINE & 31] & ray & BETWEEN == 0:
                ways[way + (ray >> ROW & 15)] |= ray >> TARGET

    def count_near(self, first: i64, way: i64, lines: vec[i64]) -> None:
        """One step less or one more; what lies between changes too (LB-R20 to LB-R22)."""
        self.count(first - DIRECTIONS, way, lines)
        self.count(first + DIRECTIONS, way, lines)

    def leave_out_dearer(self) -> None:
        """A way counts only where no part of what it spends is enough (LB-R19)."""
        ways = self.ways
        for row in range(self.rows):
            plain, hop, near = ways[row], ways[HOP + row], ways[NEAR + row]
            ways[HOP + row] = hop & ~plain
            ways[NEAR + row] = near & ~plain
            ways[BOTH + row] &= ~(plain | hop | near)

    def has_any(self, way: i64, allowed: vec[i64], barred: vec[i64]) -> bool:
        found: i64 = 0
        for row in range(self.rows):
            found |= self.ways[way + row] & allowed[row] & ~barred[row]
        return found != 0

    def write(self, way: i64, allowed: vec[i64], barred: vec[i64], first: i64, out: vec[i64], count: i64) -> i64:
        """`first` and the space, for each of the allowed spaces that is reached so; returns the new count."""
        ways = self.ways
        for row in range(self.rows):
            spaces = ways[way + row] & allowed[row] & ~barred[row]
            while spaces != 0:
                out[count] = first + LOWEST_COLUMN[spaces]
                count += 1
                spaces &= spaces - 1
            first += COLUMNS
        return count

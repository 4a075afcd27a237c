"""Grid: the spaces of a rectangular board, their neighbours and their names.

A space is a number, counted row by row from the upper left corner. The tables never change, so all positions share
one grid per size. Values for a space and a direction are at index `space * DIRECTIONS + direction`.
"""

from functools import cache
from string import ascii_lowercase, ascii_uppercase
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bugbox.core.errors import WrongSpace

# Directions, clockwise; the upper row is north.
NORTH: Final[i64] = 0
EAST: Final[i64] = 1
SOUTH: Final[i64] = 2
WEST: Final[i64] = 3
DIRECTIONS: Final[i64] = 4

NO_SPACE: Final[i64] = -1  # beyond the edge
INSIDE: Final[i64] = -1  # edge index of a space that isn't on the edge


class Grid:
    """A board with the given numbers of columns and rows; get one from grid_of()."""

    def __init__(self, columns: i64, rows: i64) -> None:
        if columns < 2 or rows < 2:
            raise ValueError("A grid has at least two columns and two rows.")
        self.columns = columns
        self.rows = rows
        self.spaces = columns * rows
        self.column = vec[i64]([space % columns for space in range(self.spaces)])
        self.row = vec[i64]([space // columns for space in range(self.spaces)])
        self.step = vec[i64]([-columns, 1, columns, -1])  # offset of the next space in each direction
        self.reach = self.spaces_ahead()  # number of spaces ahead in each direction
        self.neighbour = self.next_spaces()  # the first space ahead, or NO_SPACE
        self.edge = self.outside_edge()  # clockwise from the upper left corner
        self.edge_index = self.edge_indexes()  # the index of a space in `edge`, or INSIDE

    def ahead(self, space: i64, direction: i64, steps: i64) -> i64:
        """Return the space `steps` away in a straight line, or NO_SPACE beyond the edge."""
        if steps > self.reach[space * DIRECTIONS + direction]:
            return NO_SPACE
        return space + steps * self.step[direction]

    def is_edge(self, space: i64) -> bool:
        return self.edge_index[space] != INSIDE

    def distance(self, a: i64, b: i64) -> i64:
        """Return the Manhattan distance between two spaces."""
        across = self.column[a] - self.column[b]
        down = self.row[a] - self.row[b]
        return max(across, -across) + max(down, -down)

    # --- The tables ---

    def spaces_ahead(self) -> vec[i64]:
        reach = []
        for space in range(self.spaces):
            column, row = self.column[space], self.row[space]
            reach += [row, self.columns - 1 - column, self.rows - 1 - row, column]
        return vec[i64](reach)

    def next_spaces(self) -> vec[i64]:
        return vec[i64](
            [self.ahead(space, direction, 1) for space in range(self.spaces) for direction in range(DIRECTIONS)]
        )

    def outside_edge(self) -> vec[i64]:
        """List the spaces round the board, turning right at every corner."""
        space: i64 = 0
        direction = EAST
        edge = []
        for i in range(2 * (self.columns + self.rows) - 4):
            edge.append(space)
            if self.reach[space * DIRECTIONS + direction] == 0:
                direction = (direction + 1) % DIRECTIONS
            space += self.step[direction]
        return vec[i64](edge)

    def edge_indexes(self) -> vec[i64]:
        indexes = vec[i64]([INSIDE] * self.spaces)
        for i in range(len(self.edge)):
            indexes[self.edge[i]] = i
        return indexes


@cache
def grid_of(columns: int, rows: int) -> Grid:
    """Return the shared grid of this size."""
    return Grid(columns, rows)


class SpaceNames:
    """The names of the spaces on a board: a letter and a number."""

    def __init__(self, names: list[str]) -> None:
        self.names = names  # by space
        self.spaces = {name: space for space, name in enumerate(names)}

    def find(self, name: str) -> int:
        """Return the space with this name."""
        if name not in self.spaces:
            ordered = sorted(self.names, key=letter_and_number)
            raise WrongSpace(f"There is no space {name!r}; the spaces are {ordered[0]} to {ordered[-1]}.")
        return self.spaces[name]


def letter_and_number(name: str) -> tuple[str, int]:
    return name[0], int(name[1:])


def chess_names(grid: Grid) -> SpaceNames:
    """Name spaces as on a chessboard: columns are letters, rows are numbers, and a1 is the lower left corner."""
    return SpaceNames(
        [f"{ascii_lowercase[column]}{row}" for row in range(grid.rows, 0, -1) for column in range(grid.columns)]
    )


def map_names(grid: Grid) -> SpaceNames:
    """Name spaces as on a map: rows are letters, columns are numbers, and A1 is the upper left corner."""
    return SpaceNames(
        [f"{ascii_uppercase[row]}{column + 1}" for row in range(grid.rows) for column in range(grid.columns)]
    )

"""Grids, compared with a slow walk over coordinates, and the names of their spaces."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bugbox.core.errors import BugboxError, WrongSpace
from bugbox.core.grid import (
    DIRECTIONS,
    EAST,
    NO_SPACE,
    NORTH,
    SOUTH,
    WEST,
    Grid,
    SpaceNames,
    chess_names,
    grid_of,
    map_names,
)

MOVES = {NORTH: (0, -1), EAST: (1, 0), SOUTH: (0, 1), WEST: (-1, 0)}  # columns and rows
OPPOSITE = {NORTH: SOUTH, EAST: WEST, SOUTH: NORTH, WEST: EAST}

SIZES = st.one_of(st.sampled_from([(13, 13), (6, 13), (13, 6), (16, 16)]), st.tuples(*[st.integers(2, 7)] * 2))
grids = st.builds(lambda size: grid_of(*size), SIZES)


def drawn(grid: Grid) -> dict[tuple[int, int], int]:
    """Return the coordinates of all spaces, row by row."""
    places = [(column, row) for row in range(grid.rows) for column in range(grid.columns)]
    return {place: space for space, place in enumerate(places)}


def walk(spaces: dict[tuple[int, int], int], place: tuple[int, int], direction: int) -> list[int]:
    """Return the spaces ahead, one by one, up to the edge."""
    column, row = place
    across, down = MOVES[direction]
    ahead = []
    while (column := column + across, row := row + down) in spaces:
        ahead.append(spaces[column, row])
    return ahead


@given(grids)
def test_spaces_are_counted_row_by_row_from_the_upper_left(grid: Grid) -> None:
    assert grid.spaces == len(drawn(grid))
    for (column, row), space in drawn(grid).items():
        assert (grid.column[space], grid.row[space]) == (column, row)


@given(grids)
def test_a_ray_is_what_a_walk_finds(grid: Grid) -> None:
    spaces = drawn(grid)
    for place, space in spaces.items():
        for direction in range(DIRECTIONS):
            ahead = walk(spaces, place, direction)
            line = space * DIRECTIONS + direction
            assert grid.reach[line] == len(ahead)
            assert [grid.ahead(space, direction, steps) for steps in range(1, len(ahead) + 1)] == ahead
            assert grid.ahead(space, direction, len(ahead) + 1) == NO_SPACE
            assert grid.neighbour[line] == (ahead[0] if ahead else NO_SPACE)
            assert not ahead or grid.step[direction] == ahead[0] - space


@given(grids)
def test_a_neighbour_of_mine_has_me_as_its_own(grid: Grid) -> None:
    for space in range(grid.spaces):
        for direction in range(DIRECTIONS):
            neighbour = grid.neighbour[space * DIRECTIONS + direction]
            if neighbour != NO_SPACE:
                assert grid.neighbour[neighbour * DIRECTIONS + OPPOSITE[direction]] == space
                assert grid.distance(space, neighbour) == 1


@given(grids)
def test_the_edge_is_where_a_neighbour_is_missing(grid: Grid) -> None:
    for space in range(grid.spaces):
        around = [grid.neighbour[space * DIRECTIONS + direction] for direction in range(DIRECTIONS)]
        assert grid.is_edge(space) == (NO_SPACE in around)


@given(grids)
def test_the_edge_runs_clockwise_round_the_board(grid: Grid) -> None:
    edge = list(grid.edge)
    assert sorted(edge) == [space for space in range(grid.spaces) if grid.is_edge(space)]
    assert edge[:2] == [0, 1], "from the upper left corner to the right"
    assert all(grid.distance(one, two) == 1 for one, two in zip(edge, edge[1:] + edge[:1], strict=True))
    assert all(grid.edge_index[space] == i for i, space in enumerate(edge))


@given(grids)
def test_the_distance_is_the_fewest_steps(grid: Grid) -> None:
    start = grid.spaces // 2
    steps = {start: 0}
    for space in (queue := [start]):
        for direction in range(DIRECTIONS):
            neighbour = int(grid.neighbour[space * DIRECTIONS + direction])
            if neighbour != NO_SPACE and neighbour not in steps:
                steps[neighbour] = steps[space] + 1
                queue.append(neighbour)
    assert len(steps) == grid.spaces
    assert all(grid.distance(start, space) == grid.distance(space, start) == far for space, far in steps.items())


def test_positions_share_the_grid_of_a_size() -> None:
    assert grid_of(13, 13) is grid_of(13, 13)
    assert grid_of(13, 6) is not grid_of(6, 13)


@pytest.mark.parametrize("size", [(1, 5), (5, 1), (0, 0)])
def test_a_board_of_one_line_is_refused(size: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="at least two columns and two rows"):
        grid_of(*size)


def test_a_chessboard_is_named_from_the_lower_left() -> None:
    names = chess_names(grid_of(8, 8))
    assert [names.names[space] for space in (0, 7, 56, 63)] == ["a8", "h8", "a1", "h1"]
    assert names.find("e4") == 4 * 8 + 4


def test_a_map_is_named_from_the_upper_left() -> None:
    names = map_names(grid_of(16, 16))
    assert [names.names[space] for space in (0, 15, 240, 255)] == ["A1", "A16", "P1", "P16"]
    assert names.find("H4") == 7 * 16 + 3


@given(grids)
def test_every_space_is_found_by_its_name(grid: Grid) -> None:
    for names in (chess_names(grid), map_names(grid)):
        assert [names.find(name) for name in names.names] == list(range(grid.spaces))


@pytest.mark.parametrize("wrong", ["", "e", "5", "n1", "a0", "a14", "A1", "a01", "1a", "a1 ", "a-1", "é5", "a²"])
def test_a_wrong_name_is_refused_in_one_sentence(wrong: str) -> None:
    names: SpaceNames = chess_names(grid_of(13, 13))
    with pytest.raises(WrongSpace) as refused:
        names.find(wrong)
    assert str(refused.value) == f"There is no space {wrong!r}; the spaces are a1 to m13."
    assert isinstance(refused.value, BugboxError)

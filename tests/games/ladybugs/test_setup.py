"""Ladybugs, clause by clause: the box and the set-up."""

from collections import Counter

import pytest

from bugbox.core.game import WATCHER
from bugbox.core.match import Match
from bugbox.core.rng import Rng
from bugbox.games.ladybugs import GAME
from bugbox.games.ladybugs.rules.box import ACTIONS, CLOVERS, COLUMNS, FLOWERS, MOST_BEDS
from tests.games.ladybugs.draw import census, new, play_to, position_of
from tests.kit.tables import pick

# --- What is in the box ---


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everybody_has_four_tiles_of_each_number(seats: int) -> None:
    # LB-F1
    tiles = Counter(tile for tile in census(position_of(new(seats))) if tile < 100)
    assert tiles == dict.fromkeys(range(1, 6 * seats + 1), 4)
    assert tiles.total() == 24 * seats


def test_there_are_three_action_tiles_each_and_twelve_clovers() -> None:
    # LB-F1, LB-F9, LB-M7
    assert ACTIONS == ("Stag Beetle", "Grasshopper", "Rhinoceros Beetle")
    assert Counter(CLOVERS) == {1: 4, 2: 4, 3: 4}
    match = new(4, action_tiles=True, clovers=True)
    assert [player.actions for player in match.view(WATCHER).players] == [ACTIONS] * 4


def test_two_to_four_play_for_thirty_minutes() -> None:
    assert list(GAME.seats) == [2, 3, 4]
    assert GAME.minutes == 30


def test_what_we_assumed_or_decided_ourselves_is_marked_in_the_rules() -> None:
    # LB-M8, LB-M10: facts about the sources, which no match can show; LB-M1 to LB-M7, LB-M9 and all rulings too
    clauses = [clause.partition("**")[::2] for clause in GAME.rules().split("\n- **")[1:]]
    marks = {name: [mark for mark in ("house", "assumed") if f"*({mark})*" in text] for name, text in clauses}
    assert {name for name, found in marks.items() if found == ["assumed"]} == {"LB-M1", "LB-M4", "LB-M5", "LB-M10"}
    plain = [
        1,
        3,
        4,
        11,
        12,
        13,
        16,
        17,
        20,
        21,
        22,
        23,
        25,
        26,
        27,
        29,
        32,
        34,
        35,
        36,
        37,
        38,
        39,
        40,
        41,
        44,
        45,
        46,
        47,
    ]
    unmarked = {name for name, found in marks.items() if not found}
    assert unmarked == {*(f"LB-F{n}" for n in range(1, 12)), *(f"LB-R{n}" for n in plain), "LB-M8"}


def test_no_two_beds_begin_with_the_same_letter() -> None:
    assert len({flower[0] for flower in FLOWERS}) == len(FLOWERS) == MOST_BEDS


# --- Set-up ---


@pytest.mark.parametrize(("seats", "rows", "spaces"), [(2, 6, 78), (3, 13, 169), (4, 13, 169)])
def test_two_squares_make_a_board_of_six_rows_and_four_of_thirteen(seats: int, rows: int, spaces: int) -> None:
    # LB-F2, LB-M1
    view = new(seats).view(WATCHER)
    assert (view.rows, len(view.garden), COLUMNS) == (rows, spaces, 13)


@pytest.mark.parametrize("seed", range(5))
def test_between_two_squares_lies_a_strip_of_meadow_and_corners_are_meadow(seed: int) -> None:
    # LB-M1, LB-M9: 2 seats, so there is no bed in the centre
    view = new(2, seed).view(WATCHER)
    assert [view.garden[row * 13 + 6] for row in range(6)] == [0] * 6
    for corner in (0, 5, 7, 12, 65, 70, 72, 77):
        assert view.garden[corner] == 0
    assert not any(bed.is_centre for bed in view.beds)


@pytest.mark.parametrize("seed", range(5))
def test_the_bed_in_the_centre_of_four_squares_has_nine_spaces(seed: int) -> None:
    # LB-M4, LB-F8, LB-M1: around it strip and corners are meadow
    view = new(4, seed).view(WATCHER)
    (centre,) = [number for number, bed in enumerate(view.beds, 1) if bed.is_centre]
    assert view.beds[centre - 1].size == 9
    spaces = [space for space, bed in enumerate(view.garden) if bed == centre]
    assert spaces == [row * 13 + column for row in (5, 6, 7) for column in (5, 6, 7)]
    for at in (0, 1, 2, 3, 4, 8, 9, 10, 11, 12):
        assert view.garden[6 * 13 + at] == view.garden[at * 13 + 6] == 0


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_beds_are_numbered_from_the_upper_left_and_have_their_sizes(seats: int) -> None:
    # LB-M2, LB-M3
    for seed in range(10):
        view = new(seats, seed).view(WATCHER)
        found = Counter(bed for bed in view.garden if bed)
        assert list(dict.fromkeys(bed for bed in view.garden if bed)) == list(range(1, len(view.beds) + 1))
        assert [found[number] for number in range(1, len(view.beds) + 1)] == [bed.size for bed in view.beds]
        assert all(3 <= bed.size <= 9 for bed in view.beds)
        squares = 2 if seats == 2 else 4
        assert 3 * squares <= len(view.beds) - (squares == 4) <= 4 * squares
        assert 22 * squares <= sum(found.values()) - 9 * (squares == 4) <= 25 * squares


def test_squares_lie_in_any_order_with_any_side_up_and_turned_any_way() -> None:
    # LB-F2, LB-R50: 4 squares, 2 sides and 4 turns are 32 ways for a square to lie in a place
    for place in (0, 7, 7 * 13, 7 * 13 + 7):
        assert len({square_at(new(4, seed), place) for seed in range(300)}) == 32
    assert len({square_at(new(2, seed), 0) for seed in range(300)}) == 32


def square_at(match: Match, first: int) -> str:
    """Where beds lie in this square, without its corners, which the centre may cover."""
    garden = match.view(WATCHER).garden
    at = [first + row * 13 + column for row in range(6) for column in range(6)]
    letters = {0: ".", **{bed: chr(97 + nth) for nth, bed in enumerate(sorted({garden[i] for i in at[1:35]} - {0}))}}
    inner = [(row, column) for row in range(6) for column in range(6) if {row, column} - {0, 5}]
    return "".join(letters[garden[first + row * 13 + column]] for row, column in inner)


def test_two_players_start_in_opposite_corners_and_four_in_all_of_them() -> None:
    # LB-F3, LB-R49
    assert [player.start for player in new(2).view(WATCHER).players] == ["a6", "m1"]
    assert [player.start for player in new(4).view(WATCHER).players] == ["a13", "m13", "m1", "a1"]


def test_three_players_pick_their_start_spaces_in_turn_order_before_they_draw() -> None:
    # LB-F3, LB-M5, LB-R49, LB-R54
    match = new(3, seed=2)
    first = match.view(WATCHER).first
    order = [first, (first + 1) % 3, (first + 2) % 3]
    assert match.to_act == (order[0],)
    assert match.options(order[0]) == ("begin g13", "begin m1", "begin a1")
    assert match.view(order[0]).hands == {order[0]: ()}
    match.play(order[0], "begin m1")
    assert match.to_act == (order[1],)
    assert match.options(order[1]) == ("begin g13", "begin a1")
    match.play(order[1], "begin g13")
    assert [match.view(WATCHER).players[seat].start for seat in order] == ["m1", "g13", "a1"], "the last has no choice"
    assert match.view(WATCHER).stage == "start"
    assert len(match.view(0).hands[0]) == 2


@pytest.mark.parametrize("seats", [2, 4])
def test_everybody_draws_two_tiles_and_chooses_one_for_the_start(seats: int) -> None:
    # LB-F4, LB-R14
    match = new(seats)
    assert match.to_act == tuple(range(seats))
    chosen = {}
    for seat in range(seats):
        assert not match.view(WATCHER).stacks, "nothing is shown before the last has chosen"
        hand = match.view(seat).hands[seat]
        assert set(match.options(seat)) == {f"start {number}" for number in hand}
        chosen[seat] = hand[1]
        match.play(seat, f"start {hand[1]}")
    tiles = {stack.space: stack.tiles for stack in match.view(WATCHER).stacks}
    players = match.view(WATCHER).players
    assert tiles == {player.start: ((player.seat, chosen[player.seat]),) for player in players}
    assert [(player.hand_size, player.stack) for player in players] == [(2, 21)] * seats


def test_who_starts_is_drawn_by_lot() -> None:
    # LB-R15
    starts = Counter(new(4, seed).view(WATCHER).first for seed in range(200))
    assert set(starts) == {0, 1, 2, 3}
    assert min(starts.values()) > 30
    match = new(4, seed=3)
    play_to(match, "play")
    assert match.to_act == (match.view(WATCHER).first,)


def test_turns_go_clockwise() -> None:
    # LB-F5
    match, rng = new(3, seed=5), Rng(1, "test")
    play_to(match, "play")
    seat = match.view(WATCHER).first
    for _ in range(12):
        assert match.to_act == (seat,)
        match.play(seat, pick(match.options(seat), rng))
        seat = (seat + 1) % 3

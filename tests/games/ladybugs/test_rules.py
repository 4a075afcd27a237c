"""Ladybugs, clause by clause: box, set-up, placing, the end. The numbers are those of its RULES.md.

The modules, scoring, squares, and who knows what are in the files beside this one.
"""

import re
from collections import Counter

import pytest

from bugbox.core.game import OPEN, WATCHER
from bugbox.core.match import Match
from bugbox.core.position import options_of
from bugbox.core.rng import Rng
from bugbox.games.ladybugs import GAME, layout, measures
from bugbox.games.ladybugs.parts import ACTIONS, CLOVERS, COLUMNS, FLOWERS, MOST_BEDS
from bugbox.games.ladybugs.words import label
from tests.games.ladybugs.draw import (
    NAMES,
    census,
    contents,
    garden,
    new,
    offered,
    on_board,
    play,
    position_of,
    targets,
)
from tests.kit.tables import pick


def play_to(match: Match, stage: str, dice: int = 1) -> None:
    """At random until this is decided, or to the end."""
    rng = Rng(dice, "test")
    while not match.over and match.view(OPEN).stage != stage:
        seat = match.to_act[rng.below(len(match.to_act))]
        match.play(seat, pick(match.options(seat), rng))


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


# --- Placing ---


def test_a_tile_is_counted_from_as_many_spaces_as_it_has_dots() -> None:
    # LB-F6 (1), (2)
    match = garden(
        """
        .  .  .    .  .  .  .
        .  .  .    .  .  .  .
        .  .  .A2  .  .  .  .
        .  .  .    .  .  .  .
        .  .  .    .  .  .  .
        """
    )
    assert targets(match) == "a3 c1 c5 e3"


def test_from_any_own_tile_but_not_from_another_players() -> None:
    # LB-F6 (1)
    match = garden(
        """
        .A1  .  .  .    .
        .    .  .  .B1  .
        """
    )
    assert targets(match) == "a1 a3 b2"
    assert targets(garden(".A1 . .B1 . .A1", turn="A")) == "a2 b1 d1 e2 f1"


def test_beyond_the_edge_there_is_no_space() -> None:
    # LB-R3
    assert targets(garden(".A5 . . . . .")) == "a6 f1"
    assert targets(garden(". . . . . . . . . . . . .A6")) == "g1"


@pytest.mark.parametrize("owner", ["A", "B"])
def test_a_tile_between_blocks_the_way(owner: str) -> None:
    # LB-F6 (3)
    match = garden(f". . . .A3 . .{owner}2 . .")
    assert "g1" not in targets(match).split()
    assert "a1" in targets(match).split()


def test_neither_a_clover_nor_the_spider_blocks_the_way() -> None:
    # LB-R2
    match = garden(". . . .A3 .+2 .@ . .")
    assert "g1" in targets(match).split()


def test_a_single_tile_is_covered_whoever_owns_it() -> None:
    # LB-F6 (4)
    match = garden(". .A2 . .B6 . .", A="3 5")
    assert "d1" in targets(match).split()
    play(match, "A place 5 d1")
    assert on_board(match) == {"b1": "A2", "d1": "B6A5"}
    own = garden(". .A2 . .A6 . .", A="3 5")
    play(own, "A place 3 d1")
    assert on_board(own)["d1"] == "A6A3"


def test_two_tiles_on_each_other_are_not_covered() -> None:
    # LB-F6 (5)
    assert "d1" not in targets(garden(". .A2 . .B6A1 . .")).split()


def test_a_covered_tile_is_not_counted_from_and_does_not_score() -> None:
    # LB-R1, LB-R16
    match = garden(". . aA2B1 . .", A="1 1")
    assert targets(match) == ""
    (bed,) = match.view(OPEN).beds
    assert bed.dots == (0, 1)


def test_the_start_tile_of_another_player_is_not_covered() -> None:
    # LB-F6 (6): B starts on m1
    assert targets(garden(". . . . . . . . . . . .A1 .B3")) == "k1 l2"


def test_an_ordinary_tile_on_a_start_space_is_not_protected() -> None:
    # LB-F6 (6): the lowest tile there is not the start tile of its owner
    assert "m1" in targets(garden(". . . . . . . . . . . .A1 .A3")).split()


def test_even_with_two_tiles_a_foreign_start_space_is_closed() -> None:
    # LB-R7
    match = garden(". . . . . . . . . . . .A1 .B3B4", settings={"action_tiles": True})
    assert not [option for option in offered(match) if " m1" in option]


def test_once_a_tile_goes_on_the_own_start_space_without_counting() -> None:
    # LB-F6 (7), LB-R4: B's start space is m1; other places are possible, and it is offered all the same
    match = garden(". . .B1 . . . . . . . . . .B6", turn="B", B="2 4")
    assert {"start 2", "start 4"} <= set(offered(match, "B"))
    assert "place 2 b1" in offered(match, "B")
    play(match, "B start 4")
    assert on_board(match)["m1"] == "B6B4"
    assert not match.view(WATCHER).players[1].once


def test_it_is_offered_only_once() -> None:
    # LB-R4, LB-R5
    match = garden(". . .B1 . . . . . . . . . .B6 \n", turn="B")
    position_of(match).once = 0b01
    assert not [option for option in offered(match, "B") if option.startswith("start")]


def test_it_is_not_for_a_start_space_with_two_tiles() -> None:
    # LB-R5
    match = garden(". . .B1 . . . . . . . . . .B6B1", turn="B")
    assert not [option for option in offered(match, "B") if option.startswith("start")]
    assert match.view(WATCHER).players[1].once


def test_the_own_start_tile_can_be_covered_by_counting_and_that_is_not_the_free_tile() -> None:
    # LB-R6, LB-R52
    match = garden(". . . . . . . . . . . .B1 .B6", turn="B", B="2 4")
    assert "place 2 m1" in offered(match, "B")
    assert "start 2" not in offered(match, "B")
    play(match, "B place 2 m1")
    assert match.view(WATCHER).players[1].once
    assert on_board(match)["m1"] == "B6B2"


def test_whoever_cannot_count_anywhere_must_use_the_start_space() -> None:
    # LB-F6 (7), LB-R8: both ways are blocked
    match = garden(
        """
        . . . . . . . . . . . . .A1
        . . . . . . . . . . . .A1 .B3
        """,
        turn="B",
        B="2 4",
    )
    assert offered(match, "B") == ["start 2", "start 4"]
    assert match.ask(1) == "You cannot count to any space: place a tile on your start space."


STUCK = """
    . . . . . . . . . . . . .A1
    . . . . . . . . . . . .A1 .B3B2
    """


def test_whoever_can_do_nothing_is_out_for_good_and_scores_all_the_same() -> None:
    # LB-F6 (7), LB-R10
    match = garden(STUCK, turn="B", A="1 2")
    players = match.view(WATCHER).players
    assert match.to_act == (0,)
    assert [player.playing for player in players] == [True, False]
    assert match.log(WATCHER)[-1] == "Bob cannot place any more tiles and is out until the scoring."
    assert match.log(1)[-1] == "You cannot place any more tiles and are out until the scoring."
    for _ in range(3):
        match.play(0, match.options(0)[-1])
        assert match.to_act == (0,), "the others go on"
    assert "m1" in on_board(match)


def test_being_stuck_is_looked_at_only_when_the_own_turn_begins() -> None:
    # LB-R10: Bob can do nothing already, but it is Ann's turn
    match = garden(STUCK, turn="A", A="1 2")
    assert match.view(WATCHER).players[1].playing
    match.play(0, match.options(0)[-1])
    assert not match.view(WATCHER).players[1].playing


# --- The end ---


def test_everybody_has_at_most_22_turns_and_keeps_one_tile() -> None:
    # LB-F5, LB-R11, LB-R12
    match = new(2, seed=4, spider=True)
    play_to(match, "over")
    turns = Counter(seat for seat, option in match.decisions if option.split()[0] in ("place", "spider", "start"))
    assert turns == {0: 23, 1: 23}, "22 and the start tile"
    assert [(player.hand_size, player.stack) for player in match.view(OPEN).players] == [(1, 0)] * 2


def test_with_two_tiles_and_an_empty_stack_there_is_one_more_turn() -> None:
    # LB-R11, LB-R12, LB-R13
    match = garden(". .A1 . . .B1 .", A="2 3", B="4 5")
    for seat in (0, 1):
        stack = position_of(match).stacks[seat]
        while stack.size:
            position_of(match).discard(seat, stack.draw())
    play(match, "A place 2 c1")
    assert match.to_act == (1,)
    assert not match.view(WATCHER).players[0].playing
    play(match, "B place 4 d1")
    assert match.over
    assert [player.hand_size for player in match.view(OPEN).players] == [1, 1]
    assert match.log(WATCHER)[-1] == "No more tiles can be placed, so the beds are scored."


def test_the_game_goes_on_for_the_others_when_somebody_is_out() -> None:
    # LB-R13
    match = garden(STUCK, turn="B", A="1 2")
    turns = 0
    while not match.over:
        match.play(0, match.options(0)[-1])
        turns += 1
    assert turns <= 22
    assert match.view(WATCHER).players[1].hand_size == 2


def test_all_hidden_tiles_stay_hidden_at_the_end() -> None:
    # LB-R55
    match = new(2, seed=4)
    play_to(match, "over")
    assert set(match.view(0).hands) == {0}
    assert match.view(WATCHER).hands == {}


def test_two_equal_tiles_are_one_choice() -> None:
    # LB-R56
    match = garden(". .A1 . .", A="3 3")
    assert len(offered(match)) == len(set(offered(match)))
    assert {option.split()[1] for option in offered(match)} == {"3"}


# --- Beats, words, measures ---


def test_a_placed_tile_is_seen_before_the_next_one_is_drawn() -> None:
    match = garden(". .A1 . . .B1", A="2 3")
    play(match, "A place 2 c1")
    ((told, beat),) = match.position.beats
    seen = match.at(beat).view(0)
    assert seen.hands[0] == (3,)
    assert {stack.space for stack in seen.stacks} == {"b1", "c1", "e1"}
    assert match.news(WATCHER, 0, told) == ["Ann places a 2 on c1, counting from b1."]
    assert len(match.view(0).hands[0]) == 2


def test_where_each_player_placed_a_tile_last_is_seen() -> None:
    match = garden(". .A1 . . .B1", A="2 3", B="1 2")
    assert [player.last for player in match.view(WATCHER).players] == [None, None]
    play(match, "A place 2 c1", "B start 1")
    assert [player.last for player in match.view(WATCHER).players] == ["c1", "m1"]
    play(match, "A place 3 c3")
    assert [player.last for player in match.view(WATCHER).players] == ["c3", "m1"]


def test_the_log_tells_what_happened() -> None:
    match = garden(". .A2 . .B6 . .", A="3 5", settings={"action_tiles": True})
    play(match, "A place 5 d1", "B start 1", "A place 3 c1 with Rhinoceros Beetle")
    assert match.log(WATCHER)[:2] == [
        "Ann places a 5 on d1, counting from b1 and covering Bob's 6.",
        "Bob places a 1 on their start space m1 without counting.",
    ]
    assert "You use the Rhinoceros Beetle and place a 3 on c1, counting from b1." in match.log(0)
    assert match.log(1)[0] == "Ann places a 5 on d1, counting from b1 and covering your 6."


def test_options_as_people_read_them() -> None:
    assert label("begin a1") == "Begin on a1"
    assert label("start 4") == "Place the 4 on your start space"
    assert label("place 4 e5") == "Place the 4 on e5"
    assert label("place 4 e5 with Stag Beetle") == "Place the 4 on e5 with the Stag Beetle"
    assert label("place 4 e5 with Stag Beetle, Grasshopper, Rhinoceros Beetle") == (
        "Place the 4 on e5 with the Stag Beetle, the Grasshopper and the Rhinoceros Beetle"
    )
    assert label("spider 3 g4") == "Discard the 3 and move the spider to g4"
    assert label("put spider g3") == "Put the spider on g3"


def test_what_the_laboratory_counts() -> None:
    match = new(3, seed=1)
    play_to(match, "over")
    found = measures(position_of(match))
    assert found["paid"] == sum(match.points)
    assert found["winners"] == len(match.winners)
    assert 0 <= found["contested"] <= found["beds"] == len(match.view(WATCHER).beds)


def test_codes_name_one_thing_and_those_of_modules_come_last() -> None:
    codes = {
        name: GAME.variant(3, {**new(3).settings, name: True}).codes for name in ("clovers", "spider", "action_tiles")
    }
    assert codes == {"clovers": 1023, "spider": 1049, "action_tiles": layout.CODES}
    assert layout.CODES <= 8192
    match = garden(". .A1 . .", A="2 3")
    assert options_of(position_of(match), 0) == sorted(options_of(position_of(match), 0))


def test_stacks_are_drawn_from_the_top() -> None:
    match = garden(". .A1 . .", A="2 3")
    top = contents(position_of(match).stacks[0])[-1]
    play(match, "A place 2 c1")
    assert sorted((3, top)) == list(match.view(0).hands[0])
    assert match.log(0)[-1] == f"You draw a {top}."
    assert "draw" not in " ".join(match.log(1) + match.log(WATCHER))


def test_names_of_the_players_are_told_in_the_text() -> None:
    drawn = new(2).text(0)
    assert "A You: 0 points in the beds" in drawn
    assert f"B {NAMES[1]}: 0 points in the beds" in drawn


def test_the_table_as_text() -> None:
    match = garden(
        """
        .      .A1   .+3  aB2  a        a
        bA2B5  bB1@  b    .    .B1A1B6  .
        """,
        A="2 4",
        B="5 6",
    )
    board, key, beds, players, hand = match.text(0).split("\n\n")
    assert board.splitlines()[0] == "    a    b    c    d    e    f    g    h    i    j    k    l    m"
    assert board.splitlines()[-2:] == [
        " 2  .    .A1  .+   aB2  a    a    .    .    .    .    .    .    .",
        " 1  bB5= @B1  b    .    .B6# .    .    .    .    .    .    .    .",
    ]
    assert key.endswith("A4 is player A's 4, = a stack of two, # a stack of three, + clover, @ spider.")
    assert beds.splitlines()[1:] == ["  a aster (3): B 2 dots, 3 points", "  b begonia (3): B 6 dots, 3 points"]
    assert players.splitlines() == [
        "A You: 0 points in the beds, 19 tiles to draw, start space a6 (free placement left), choosing",
        "B Bob: 6 points in the beds, 17 tiles to draw, start space m1 (free placement left)",
    ]
    assert hand == "Your tiles: 2 and 4"


def test_every_tile_in_the_text_has_its_owners_colour() -> None:
    match = garden(". .A2 aB3A1 bB2 .A1B2A4 .A5B1A1@", A="2 4", settings={"spider": True})
    board = match.text(0).split("\n\n")[0]
    coloured = [re.findall(pattern, board) for pattern, _ in GAME.colours]
    assert coloured == [["A2", "A1=", "A4#", "A1#"], ["B2"], *[[]] * (len(coloured) - 2)]
    assert "@A1#" in board


SURPRISES = (
    "unused action tile is worth a point",  # LB-F9
    "Nobody may place a tile on the spider's space",  # LB-F11
    "first to place a tile on a clover takes it",  # LB-F10, LB-R26
    "you must",  # LB-F6 (7)
    "With two players there is no bed in the centre and they share the win",  # LB-R43
    "which way its head points means nothing",  # LB-F6
    "Leave the spider for a later game",
)


@pytest.mark.parametrize("surprise", SURPRISES)
def test_the_primer_tells_what_surprises_a_beginner(surprise: str) -> None:
    assert surprise in " ".join(GAME.primer().split())

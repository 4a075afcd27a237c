"""Ladybugs, clause by clause: placing tiles, and the end."""

from collections import Counter

import pytest

from bugbox.core.game import OPEN, WATCHER
from tests.games.ladybugs.draw import garden, new, offered, on_board, play, play_to, position_of, targets

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
    assert match.pov(1).question == "You cannot count to any space: place a tile on your start space."


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

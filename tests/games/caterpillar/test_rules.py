"""The rules of Caterpillar Filler, clause by clause: draw a garden, act, compare."""

from collections import Counter

import pytest

import bugbox
from bugbox.core.game import OPEN, WATCHER
from bugbox.core.match import Match
from bugbox.core.rng import Rng
from bugbox.games.caterpillar.parts import SET_UPS
from bugbox.games.caterpillar.rules import CaterpillarFiller
from bugbox.games.caterpillar.spaces import SPACE_NAMES
from bugbox.games.caterpillar.walk import GARDEN
from tests.games.caterpillar.draw import (
    OWNERS,
    census,
    garden,
    length,
    new,
    offered,
    play,
    position_of,
    spaces,
    told,
)
from tests.kit.tables import guess_of, pick

# --- What is in the garden ---


def test_the_garden_has_rows_of_letters_columns_of_numbers_and_an_edge_of_60_spaces() -> None:
    """CF-F1, CF-M3."""
    assert (SPACE_NAMES[0], SPACE_NAMES[15], SPACE_NAMES[240], SPACE_NAMES[255]) == ("A1", "A16", "P1", "P16")
    assert len(SPACE_NAMES) == 256
    edge = {name for space, name in enumerate(SPACE_NAMES) if GARDEN.is_edge(space)}
    assert edge == {name for name in SPACE_NAMES if name[0] in "AP" or name[1:] in ("1", "16")}
    assert len(edge) == 60


@pytest.mark.parametrize(
    ("seats", "bodies"),
    [
        (2, ["A14 A15 A16 B16 C16", "P3 P2 P1 O1 N1"]),
        (3, ["A8 A9 A10 A11", "H16 I16 J16 K16", "P9 P8 P7 P6"]),
        (4, ["B1 A1 A2", "A15 A16 B16", "O16 P16 P15", "P2 P1 O1"]),
    ],
)
def test_bodies_lie_clockwise_behind_the_heads(seats: int, bodies: list[str]) -> None:
    """CF-F5, CF-M3: those of two and of four players around a corner."""
    assert [" ".join(player.spaces) for player in new(seats).view(OPEN).players] == bodies


@pytest.mark.parametrize(("seats", "pairs", "body"), [(2, 12, 4), (3, 14, 3), (4, 16, 2)])
def test_what_everybody_begins_with(seats: int, pairs: int, body: int) -> None:
    """CF-F3, CF-F4, CF-M2."""
    match = next(found for found in (new(seats, seed) for seed in range(50)) if found.view(OPEN).rolled != 3)
    view = match.view(OPEN)
    assert view.flowers == ("E5", "E12", "L5", "L12")
    assert view.wasps == ()
    assert view.pairs == pairs
    assert [(player.mat, player.wasps, player.length) for player in view.players] == [(5, 1, 1 + body)] * seats
    assert view.supply == 40 - 4 - seats


def test_the_box_has_40_tokens_nine_pieces_each_and_16_tiles_of_both_kinds() -> None:
    """CF-F2; with two players, who have nine pieces each."""
    found = Counter(census(position_of(new(2))))
    assert found == {
        **{100 + tile: 1 for tile in range(1, 17)},
        **{200 + tile: 1 for tile in range(1, 17)},
        300: 9,
        301: 9,
        40: 1,
    }


def test_no_two_pairs_of_tiles_name_the_same_row_or_column() -> None:
    """CF-R37, CF-M5: and they are turned from the top."""
    match = garden("E  .  .  A@  .", roll=3, tiles="G3 B7 C16")
    assert match.view(OPEN).turned == ("G3",)
    position = position_of(match)
    named = [(position.letters.draw(), position.numbers.draw()) for _ in range(position.letters.size)]
    assert named[:2] == [(2, 7), (3, 16)]
    assert {row for row, _ in named} == set(range(1, 17)) - {7}
    assert {column for _, column in named} == set(range(1, 17)) - {3}


def test_who_starts_is_drawn_by_lot_and_turns_go_clockwise() -> None:
    """CF-M9, CF-R40, CF-R44: nothing makes up for who starts."""
    firsts = Counter(new(3, seed).view(OPEN).turn for seed in range(300))
    assert all(70 < firsts[seat] < 130 for seat in range(3))
    match, rng, turns = new(3, seed=5), Rng(5, "test"), list[tuple[int, int]]()
    for _ in range(60):
        view = match.view(OPEN)
        if turns[-1:] != [(view.turns, view.turn)]:
            turns.append((view.turns, view.turn))
        play(match, pick(match.options(match.to_act[0]), rng))
    assert [seat for _, seat in turns] == [(turns[0][1] + nth) % 3 for nth in range(len(turns))]


def test_tokens_never_run_out() -> None:
    """CF-M8: not even with 16 pairs of tiles, four players and the largest set-up."""
    most = max(len(f"{flowers} {wasps}".split()) for flowers, wasps in SET_UPS.values())
    assert 4 + 16 + 4 + most <= 40


# --- Crawling ---


def test_mike_crawls_from_h4_to_h5_and_his_tail_leaves_f2_for_h4() -> None:
    """CF-F7: the rulebook's example."""
    match = garden(
        """
        F  .  a4
        G  .  a3
        H  .  a2  a1  A@
        """,
        roll=1,
    )
    play(match, "step H5")
    assert spaces(match) == "H5 H4 H3 H2 G2"
    assert "You crawl to H5." in told(match, 0)


def test_no_step_is_diagonal_onto_oneself_or_out_of_the_garden() -> None:
    """CF-R1, CF-R3."""
    match = garden(
        """
        A  A@  a1
        B  .   a2
        """,
        roll=1,
    )
    assert offered(match, "step") == "B1"


def test_the_own_tail_is_still_there_when_the_head_moves() -> None:
    """CF-R2; one step later its space is free."""
    ring = """
        G  !  !   !   !
        H  !  A@  a1  !
        I  !  a3  a2  !
        J  !  !   !   !
        """
    assert told(garden(ring, roll=1))[-1] == "Ann cannot crawl 1 space and leaves the garden."
    longer = """
        G  !  !   !   !
        H  !  A@  a1  !
        I  !  .   a2  !
        J  !  !   !   !
        """
    match = garden(longer, roll=4)
    play(match, "step I2")
    assert offered(match, "step") == "I3"
    play(match, "step I3", "step H3", "step H2")
    assert spaces(match) == "H2 H3 I3"


def test_a_head_alone_may_go_back_where_it_came_from() -> None:
    """CF-R21 leaves only a head; its old space is free after the step."""
    match = garden("H  !  A@  .  !\nG  !  !   !\nI  !  !   !  !", roll=2)
    play(match, "step H3")
    assert "H2" in offered(match, "step").split()


def test_only_steps_are_offered_after_which_the_whole_roll_can_be_walked() -> None:
    """CF-R4, CF-R5: west is a dead end of two spaces."""
    drawing = """
        G  !  !  !  !   !   .  .
        H  !  .  .  A@  .   .  .
        I  !  !  !  a1  !   .  .
        """
    assert offered(garden(drawing, roll=4), "step") == "H5"
    assert offered(garden(drawing, roll=2), "step") == "H3 H5"


def test_pete_rolls_a_4_with_only_m6_and_leaves_the_garden() -> None:
    """CF-F11, CF-R7, CF-R8, CF-R28: the rulebook's example. In his next turn he is back, with all his pieces."""
    drawing = """
        L  .  .   .   .   !   !   .
        M  .  .   a2  a1  A@  .   !
        N  .  .   .   .   !   !   .
        P  .  .   .   .   .   .   .  .  .  .  .  .  B@
        """
    assert offered(garden(drawing, roll=1), "step") == "M6"
    match = garden(drawing, roll=4, wasps="A")
    assert told(match) == ["Ann rolls a 4.", "Ann cannot crawl 4 spaces and leaves the garden."]
    assert (spaces(match), length(match)) == ("", 3)
    play(match, "wasp D4")  # CF-R11
    play(match, "step P14", "step P15", "step P16", "step O16")
    assert match.to_act == (0,)
    assert match.view(0).rolled == 0, "nobody rolls in the turn in which they re-join"
    assert "no" not in {option.split()[0] for option in match.options(0)}, "re-joining is compulsory"
    play(match, "join P3 anticlockwise")
    assert spaces(match) == "P3 P4 P5"


def test_a_bite_ends_the_moves_and_counts_as_all_of_them() -> None:
    """CF-R6: with a flower in the dead end, it is a way."""
    drawing = """
        L  .  .   .   .   !   !   .
        M  .  .   a2  a1  A@  *   !
        N  .  .   .   .   !   !   .
        """
    match = garden(drawing, roll=4, tiles="B7")
    assert offered(match, "step") == "M6"
    play(match, "step M6")
    assert spaces(match) == "M6 M5 M4 M3"
    assert match.view(0).left == 0


# --- Flowers ---


def test_a_flower_stops_grows_becomes_a_wasp_and_brings_the_next_one_where_the_tiles_say() -> None:
    """CF-F8, CF-R14, CF-R15, CF-M6: the rulebook's example, with G3."""
    match = garden(
        """
        D  .  .   .   .
        E  a2  a1  A@  *
        """,
        roll=5,
        tiles="G3",
    )
    play(match, "step E4")
    view = match.view(0)
    assert spaces(match) == "E4 E3 E2 E1", "the new piece is where the tail was"
    assert (view.players[0].wasps, view.players[0].mat) == (1, 4)
    assert (view.flowers, view.turned) == (("G3",), ("G3",))
    assert view.stage == "wasp"
    assert told(match, 0)[1:] == [
        "You eat the flower on E4 and are now 4 long.",
        "The tiles say G3.",
        "A new flower comes up on G3.",
    ]


def test_a_head_alone_grows_where_it_was() -> None:
    """CF-R15."""
    match = garden("E  .  .  A@  *", tiles="G3")
    play(match, "step E4")
    assert spaces(match) == "E4 E3"


def test_a_flower_whose_space_is_taken_goes_to_the_nearest_free_one_of_your_choice() -> None:
    """CF-F8, CF-R18: edges are as good as any, and what lies between makes no difference."""
    match = garden(
        """
        A  !  !  .
        B  !  !  .
        C  .  .  .  .  .  .  a1  A@  *
        """,
        tiles="A1",
    )
    play(match, "step C9")
    assert offered(match, "plant") == "A3 C1"
    play(match, "plant A3")
    assert match.view(0).flowers == ("A3",)
    assert told(match)[-1] == "A1 is taken: the new flower comes up on A3."


def test_if_only_one_space_is_nearest_nobody_is_asked() -> None:
    """CF-R18."""
    match = garden("A  !  !\nB  .  .  .  .  a1  A@  *", tiles="A1")
    play(match, "step B7")
    assert match.view(0).flowers == ("B1",)


def test_the_space_where_the_eater_lies_now_is_taken() -> None:
    """CF-R19."""
    match = garden("E  a2  a1  A@  *", tiles="E4")
    play(match, "step E4")
    assert offered(match, "plant") == "D4 E5 F4"


def test_a_3_brings_a_flower_before_anything_moves_and_it_may_be_eaten_at_once() -> None:
    """CF-F9, CF-R16."""
    match = garden("E  a2  a1  A@  .  .", roll=3, tiles="E5 B2")
    assert told(match) == ["Ann rolls a 3.", "The tiles say E5.", "A new flower comes up on E5."]
    play(match, "step E4", "step E5")
    assert length(match) == 4


def test_a_flower_for_a_3_may_have_to_be_placed_before_the_first_step() -> None:
    """CF-R16, CF-R18."""
    match = garden("E  a2  a1  A@  .  .", roll=3, tiles="E3", wasps="A")
    assert match.view(0).stage == "plant"
    assert match.view(0).target == "E3"
    play(match, "plant E4")
    assert match.view(0).left == 3
    assert "E4" in offered(match, "step").split()
    assert offered(match, "wasp")


def test_a_3_brings_a_flower_even_if_the_caterpillar_is_stuck() -> None:
    """CF-R17, CF-R41: and the flower may be what saves it."""
    walls = "D  !  a1  !\nE  !  A@  !\nF  !  .   !\nG  !  !   !"
    lost = garden(walls, roll=3, tiles="B9")
    assert "Ann cannot crawl 3 spaces and leaves the garden." in told(lost)
    assert "B9" in lost.view(0).flowers
    assert spaces(lost) == ""
    saved = garden(walls, roll=3, tiles="F2")
    assert offered(saved, "step") == "F2"


def test_whether_to_eat_is_free_but_whoever_comes_there_eats() -> None:
    """CF-R38."""
    match = garden("D  .   .   .\nE  a1  A@  *\nF  .   .   .", roll=2, tiles="M9")
    assert offered(match, "step") == "D2 E3 F2"
    play(match, "step E3")
    assert length(match) == 3


# --- Wasps ---


def test_a_wasp_is_put_on_any_free_space_that_is_not_on_the_edge() -> None:
    """CF-F10, CF-R12."""
    match = garden("B  .  *  !  .\nC  .  a1  A@  .", wasps="A")
    free = {name for space, name in enumerate(SPACE_NAMES) if not GARDEN.is_edge(space)} - {"B2", "B3", "C2", "C3"}
    assert set(offered(match, "wasp").split()) == free
    play(match, "wasp D3")
    assert match.view(0).wasps == ("B3", "D3")
    assert offered(match, "step") == "C4", "nobody can move onto a wasp"


def test_one_wasp_a_turn_before_the_first_step_or_after_the_last() -> None:
    """CF-F6, CF-R9, CF-R49."""
    match = garden("H  a1  A@", roll=2, wasps="AA")
    assert match.view(0).rolled == 2, "the roll is known"
    assert offered(match, "wasp")
    play(match, "step H3")
    assert offered(match, "wasp") == "", "never between two steps"
    play(match, "step H4")
    assert match.options(0)[-1] == "no wasp"
    play(match, "wasp M9")
    assert match.to_act == (1,), "only one"
    before = garden("H  a1  A@", roll=2, wasps="AA")
    play(before, "wasp M9")
    assert offered(before, "wasp") == ""
    play(before, "step H3", "step H4")
    assert before.to_act == (1,)


def test_whoever_wants_no_wasp_keeps_it() -> None:
    """CF-F6."""
    match = garden("H  a1  A@", roll=1, wasps="A")
    play(match, "step H3", "no wasp")
    assert match.to_act == (1,)
    assert match.view(0).players[0].wasps == 1


def test_a_wasp_won_in_this_turn_can_be_put_in_this_turn_unless_one_was() -> None:
    """CF-R10."""
    match = garden("E  a1  A@  *", tiles="G3")
    play(match, "step E3")
    assert "D4" in offered(match, "wasp").split()
    other = garden("E  a1  A@  *", tiles="G3", wasps="A")
    play(other, "wasp M9", "step E3")
    assert other.to_act == (1,)


def test_no_wasp_is_offered_that_would_trap_oneself() -> None:
    """CF-R42, CF-R41: the only way out is D4, then D5 or C4."""
    match = garden(
        """
        C  .  .   !   .  .
        D  !  !   A@  .  .
        E  .  a2  a1  !  .
        """,
        roll=2,
        wasps="A",
    )
    stings = offered(match, "wasp").split()
    assert "D4" not in stings
    assert {"D5", "C4"} <= set(stings)
    play(match, "wasp D5")
    assert offered(match, "step") == "D4"


def test_wasps_stay_for_good() -> None:
    """CF-R13."""
    match, rng, seen = new(4, seed=3), Rng(3, "test"), set[str]()
    while not match.over:
        play(match, pick(match.options(match.to_act[0]), rng))
        assert seen <= set(match.view(OPEN).wasps)
        seen = set(match.view(OPEN).wasps)
    assert len(seen) > 5


# --- Bites ---

MEETING = """
    G  .   .   .   .   b1  b2
    H  a2  a1  A@  .   B@  b3
    """


def test_heather_bites_nick() -> None:
    """CF-F12, CF-R20, CF-R38: the rulebook's example. She grows, he shrinks and leaves; no tiles are turned."""
    match = garden(MEETING, roll=5)
    play(match, "step H4", "step H5")
    view = match.view(OPEN)
    assert spaces(match) == "H5 H4 H3 H2"
    assert (view.players[0].mat, view.players[1].mat) == (4, 6), "CF-R22: more than five may come to lie there"
    assert (view.players[1].is_off, view.players[1].length, spaces(match, "B")) == (True, 3, "")
    assert (view.turned, view.pairs) == ((), 16)
    assert told(match, 1)[-1] == "Ann bites you on H5 and is now 4 long. You leave the garden, 3 long."
    assert match.to_act == (1,)
    assert view.rolled == 0
    assert set(match.options(1)[0].split()) & {"join"}


def test_a_bite_into_the_body_is_as_good_as_one_into_the_head() -> None:
    """CF-F12, CF-R24: one piece lies on a space, so only one caterpillar is bitten."""
    match = garden("G  .   .   .  b2\nH  a1  A@  .  b1\nI  .   .   .  B@", roll=2)
    play(match, "step H3", "step H4")
    assert match.view(0).players[1].is_off
    assert length(match) == 3


def test_a_head_alone_gives_nothing_and_still_feeds() -> None:
    """CF-R21."""
    match = garden("H  .  a1  A@  B@", roll=5)
    play(match, "step H4")
    assert (length(match, "A"), length(match, "B")) == (3, 1)
    assert match.view(0).players[1].mat == 5
    assert set(match.options(1)) == {
        f"join {name} clockwise" for s, name in enumerate(SPACE_NAMES) if GARDEN.is_edge(s)
    }


def test_nobody_grows_without_a_piece_on_the_mat() -> None:
    """CF-R23: the last one has ended the game."""
    match = garden(MEETING, roll=5, mat={"A": 1})
    play(match, "step H4", "step H5")
    assert match.over
    assert match.view(0).reason == "full"
    assert match.view(0).players[0].mat == 0


# --- Off the garden and back ---


def test_whoever_re_joins_lies_in_one_line_along_the_edge_with_the_head_at_either_end() -> None:
    """CF-R25, CF-R26: round corners, and not on flowers."""
    match = garden("A  .  .  *\nB  .\nC  .\nD  *", body={"A": 2})
    joins = match.options(0)
    assert "join A2 anticlockwise" in joins
    assert "join A2 clockwise" not in joins
    assert "join C1 clockwise" in joins
    assert not [option for option in joins if option.split()[1] in ("A3", "D1")]
    play(match, "join A2 anticlockwise")
    assert spaces(match) == "A2 A1 B1"


def test_in_the_turn_in_which_one_re_joins_a_wasp_is_asked_for_afterwards() -> None:
    """CF-R11, CF-R48."""
    match = garden("H  b1  B@", wasps="A")
    assert {option.split()[0] for option in match.options(0)} == {"join"}
    play(match, "join A5 clockwise")
    assert match.view(0).stage == "wasp"
    play(match, "no wasp")
    assert match.to_act == (1,)


FULL_EDGE = "\n".join(
    f"{row}  {'  '.join('*' * 16 if row in 'AP' else '*' + '.' * 14 + '*')}" for row in "ABCDEFGHIJKLMNOP"
)


def test_without_room_on_the_edge_a_caterpillar_waits_and_may_put_a_wasp() -> None:
    """CF-R27."""
    match = garden(FULL_EDGE.replace("H  *  .  .", "H  *  b1  B@"), wasps="A", roll=1)
    assert told(match) == ["There is no room on the edge for Ann."]
    assert match.view(0).stage == "wasp"
    play(match, "no wasp")
    assert match.to_act == (1,)


def test_where_nothing_can_happen_any_more_the_longest_win_after_50_rounds() -> None:
    """CF-R45."""
    match = garden(FULL_EDGE, body={"A": 4, "B": 3})
    assert match.over
    assert match.view(0).turns == 100
    assert match.view(0).reason == "tired"
    assert match.places == (1, 2)


def test_whoever_has_re_joined_can_be_bitten_before_moving() -> None:
    """CF-R29."""
    match = garden("B  .  b1  B@", roll=1, body={"A": 1})
    play(match, "join A3 clockwise")
    assert "A3" in offered(match, "step").split()
    play(match, "step A3")
    assert match.view(0).players[0].is_off
    assert length(match, "A") == 1


# --- The end ---

LAST_FLOWER = """
    D  .   .   .   .
    E  a2  a1  A@  *
    H  b2  b1  B@  .
    """


def test_with_the_last_piece_in_the_garden_the_game_is_over_at_once() -> None:
    """CF-F13, CF-R14, CF-R31: no tiles are turned any more."""
    match = garden(LAST_FLOWER, mat={"A": 1}, tiles="G3")
    play(match, "step E4")
    assert match.over
    assert (match.places, match.points) == ((1, 2), (4, 3))
    assert match.view(0).turned == ()
    assert told(match)[-1] == "The last body piece is in the garden: the game is over."
    assert match.game.words.why(match.position, bugbox.core.game.Reader(0, match.names)) == (
        "You won with all pieces in the garden: 4 long, 1 piece ahead."
    )


def test_with_the_last_tiles_turned_play_goes_on() -> None:
    """CF-R32."""
    match = garden(LAST_FLOWER, pairs=1, tiles="G3")
    play(match, "step E4")
    assert not match.over
    assert match.view(0).pairs == 0
    assert match.view(0).flowers == ("G3",)


def test_a_flower_that_is_due_without_tiles_ends_the_game_if_one_is_longest() -> None:
    """CF-F13, CF-R33, CF-R36: what was just eaten counts, and flowers can be eaten when the tiles have run out."""
    match = garden(LAST_FLOWER, pairs=0)
    play(match, "step E4")
    assert match.over
    assert match.view(0).reason == "longest"
    assert match.places == (1, 2)


def test_a_3_without_tiles_ends_it_too() -> None:
    """CF-F13, CF-R33."""
    match = garden("E  a2  a1  A@\nH  b1  B@", pairs=0, roll=3)
    assert match.over
    assert match.places == (1, 2)


def test_a_caterpillar_out_of_the_garden_can_be_the_longest() -> None:
    """CF-R30."""
    match = garden("E  a2  a1  A@  *", pairs=0, body={"B": 5})
    play(match, "step E4")
    assert match.over
    assert match.places == (2, 1)


def test_several_longest_play_on_until_one_is_alone() -> None:
    """CF-R34: no flowers come any more."""
    match = garden("E  a1  A@  *\nH  b2  b1  B@  .  *", pairs=0, roll=1)
    play(match, "step E3")
    assert not match.over
    assert match.view(0).is_tied
    assert told(match)[-1] == "No flower tiles are left, and it is a tie for longest: the first to pull ahead wins."
    play(match, "no wasp", "step H4", "step D3", "no wasp")
    assert match.view(0).reason == ""
    play(match, "step H5")
    assert match.view(0).reason == "longest"
    assert match.places == (2, 1)


def test_a_bite_breaks_a_tie_too() -> None:
    """CF-R34: before the tie it would not have ended the game."""
    match = garden(MEETING.replace("b3", ".").replace("b2", "."), pairs=0, roll=3)
    assert match.over, "Ann is longest alone"
    equal = garden(MEETING.replace("b3", "."), pairs=0, roll=3)
    assert equal.view(0).is_tied
    play(equal, "step H4", "step H5")
    assert equal.view(0).reason == "longest"
    assert equal.places == (1, 2)


def test_a_tie_in_which_nothing_changes_for_ten_rounds_is_a_shared_win() -> None:
    """CF-R35, CF-R43."""
    match = garden("D  a1  A@\nM  .  .  .  .  .  .  b1  B@", pairs=0, roll=3)
    assert match.view(0).is_tied
    while not match.over:
        seat = match.to_act[0]
        match.play(seat, match.options(seat)[0 if seat == 0 else -1])
    assert match.view(0).turns == 1 + 2 * 10, "ten full rounds after the turn in which the tie began"
    assert match.view(0).reason == "tired"
    assert match.places == (1, 1)
    assert match.result(0) == ["1. You: 2 long; a shared place.", "1. Bob: 2 long; a shared place."]


def test_places_are_by_length_and_equals_share_one() -> None:
    """CF-R43."""
    match = garden(LAST_FLOWER + "\nK  c2  c1  C@\nN  d1  D@", seats=4, pairs=0)
    play(match, "step E4")
    assert match.places == (1, 2, 2, 4)


def test_colours_are_only_looks() -> None:
    """CF-R39, CF-M10: players are letters here, and nothing else tells heads and bodies apart."""
    view = new(4).view(WATCHER)
    assert not [name for name in type(view.players[0]).__struct_fields__ if "colour" in name]
    assert len(OWNERS) == 4


# --- What nobody knows ---


def test_a_guess_deals_the_tiles_that_are_face_down_and_only_those() -> None:
    """CF-R46: each of them is equally likely to be next, whether it is on the mat or in the box."""
    match = garden("E  a2  a1  A@  .  .", roll=3, tiles="G3")
    tops = Counter[int]()
    for seed in range(1500):
        guessed = guess_of(match.position, 0, seed)
        assert isinstance(guessed, CaterpillarFiller)
        letters = guessed.letters
        tops[letters.cards[letters.size - 1]] += 1
    assert set(tops) == set(range(1, 17)) - {7}
    assert all(60 < times < 140 for times in tops.values())


def test_the_die_is_fair_and_has_six_faces() -> None:
    """CF-M1."""
    rolls = Counter(new(2, seed).view(OPEN).rolled for seed in range(600))
    assert set(rolls) == {1, 2, 3, 4, 5, 6}
    assert all(70 < times < 135 for times in rolls.values())


def test_a_step_can_be_taken_back_until_the_next_player_has_rolled() -> None:
    match = next(found for found in (new(2, seed) for seed in range(50)) if found.view(OPEN).rolled == 2)
    seat = match.to_act[0]
    for may_undo in (True, True, False):
        play(match, next(option for option in match.options(seat) if option.split()[0] in ("step", "no")))
        assert match.may_undo(seat) == may_undo


def test_what_follows_from_a_step_is_seen_beat_by_beat() -> None:
    """The flower is eaten, tiles are turned, the flower comes up; the turn passes, and the next player rolls."""
    match = garden(LAST_FLOWER, tiles="G3", roll=2)
    play(match, "step E4")
    assert beats(match) == [("Ann eats the flower on E4 and is now 4 long.", ()), ("The tiles say G3.", ())]
    play(match, "wasp C9")
    assert beats(match) == [("Ann puts a wasp on C9.", ("G3",)), ("Bob rolls a 2.", ("G3",))]
    bite = garden(MEETING, mat={"A": 1})
    play(bite, "step H4", "step H5")
    assert [said for said, _ in beats(bite)] == [
        "Ann bites Bob on H5 and is now 4 long. Bob leaves the garden, 3 long.",
        "The last body piece is in the garden: the game is over.",
    ], "the bite is seen, and then the butterfly"


def beats(match: Match) -> list[tuple[str, tuple[str, ...]]]:
    """What is said at each beat of the last decision, and the flowers that are seen."""
    return [
        (match.news(WATCHER, 0, told)[-1], match.at(beat).view(WATCHER).flowers) for told, beat in match.position.beats
    ]


def test_a_new_flower_ends_the_quiet() -> None:
    """CF-R45."""
    assert garden("E  a2  a1  A@", roll=4).view(OPEN).quiet == 1
    assert garden("E  a2  a1  A@", roll=3, tiles="G3").view(OPEN).quiet == 0

"""Caterpillar Filler, clause by clause: the garden, crawling, leaving the garden and re-joining."""

from collections import Counter

import pytest

from bugbox.core.game import OPEN
from bugbox.core.rng import Rng
from bugbox.games.caterpillar.rules.box import SET_UPS
from bugbox.games.caterpillar.rules.spaces import SPACE_NAMES
from bugbox.games.caterpillar.rules.walk import GARDEN
from tests.games.caterpillar.draw import census, garden, length, new, offered, play, position_of, spaces, told
from tests.kit.tables import pick

# --- The garden and its pieces ---


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
    """CF-F5, CF-M3: with two and with four players, around a corner."""
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
    """CF-F2: with two players, who have nine pieces each."""
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
    """CF-M9, CF-R40, CF-R44: there is no compensation for not starting."""
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
    """CF-F11, CF-R7, CF-R8, CF-R28: the rulebook's example. He re-joins in his next turn with all his pieces."""
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
    """CF-R6: with a flower in it, the dead end is possible."""
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


# --- Leaving and re-joining ---


def test_whoever_re_joins_lies_in_one_line_along_the_edge_with_the_head_at_either_end() -> None:
    """CF-R25, CF-R26: around corners, and not on flowers."""
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

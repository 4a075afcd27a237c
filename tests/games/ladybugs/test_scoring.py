"""The scoring of Ladybugs, with the examples of its rulebook."""

import pytest

from bugbox.core.game import OPEN, Reader
from bugbox.core.match import Match
from bugbox.core.rng import Rng
from tests.games.ladybugs.draw import bed_scores, garden, new, on_board, position_of, score
from tests.kit.tables import pick


def sheet_of(match: Match) -> dict[str, list[str]]:
    return dict(match.game.words.sheet(match.position))


# In the examples A is Timo, B is Max, C is Pia and D is Sarah.


def test_the_first_example_of_the_rulebook() -> None:
    # LB-F7, LB-F8: beds of 9 and 6
    match = score(
        """
        aA6 aA4 aB5 . . bD6 bD6
        aB4 aC4 a   . . bB5 b
        a   a   a   . . bA4 b
        """,
        seats=4,
    )
    assert bed_scores(match) == [(9, 4, 0, 0), (0, 3, 0, 6)]


def test_the_second_example_of_the_rulebook() -> None:
    # LB-F7, LB-R40: beds of 7 and 6, ties for first and for second
    match = score(
        """
        aC6 aC4 aD5 . . bA5 bD4
        aD5 aB6 a   . . bA4 bB4
        a   .   .   . . b   b
        """,
        seats=4,
    )
    assert bed_scores(match) == [(0, 3, 7, 7), (6, 3, 0, 3)]


def test_the_tie_of_42_points_in_the_rulebook_is_broken_by_the_centre_bed() -> None:
    # LB-F7, LB-R44, LB-R51: Max has 10 dots in the centre bed and Sarah none
    match = score(
        """
        zB6 zB4 z   cD6 c   c   c   c   c   c   c   c   c
        z   z   z   dD6 d   d   d   d   d   d   d   d   d
        z   z   z   eD6 e   e   e   e   e   e   e   e   e
        fB6 f   f   f   f   f   f   f   f   f   f   f   f
        gB6 g   g   g   g   g   g   g   g   g   .   .   .
        hD6 h   h   h   h   h   h   h   h   h   h   h   .
        iA6 iB5 i   i   i   i   i   i   i   i   .   .   .
        jA6 j   j   j   j   j   j   j   j   j   .   .   .
        kA6 kB5 k   k   k   k   k   k   k   k   .   .   .
        lA6 l   l   l   l   l   l   l   l   .   .   .   .
        mC6 m   m   m   m   m   m   m   m   m   m   m   .
        nC6 n   n   n   n   n   n   n   n   n   .   .   .
        oC6 o   o   o   o   o   o   o   o   o   .   .   .
        """,
        seats=4,
    )
    position = position_of(match)
    centre = position.centre
    assert [position.dots[centre * 4 + seat] for seat in range(4)] == [0, 10, 0, 0]
    wanted = {"Timo": 39, "Max": 42, "Pia": 32, "Sarah": 42}
    assert dict(zip(wanted, match.points, strict=True)) == wanted
    assert match.places == (3, 1, 4, 2)
    assert match.game.words.why(position, Reader(-1, list(wanted))) == (
        "Max and Sarah both have 42 points; Max has more dots in the centre bed, 10 to 0."
    )
    assert match.game.words.result(position, Reader(-1, list(wanted)))[0] == (
        "1. Max: 42 points, 10 dots in the centre bed."
    )


def test_with_two_players_the_second_place_is_worth_nothing() -> None:
    # LB-F7
    assert bed_scores(score("aA6 aB5 a a . .", seats=2)) == [(4, 0)]


def test_half_is_rounded_down() -> None:
    # LB-F7
    assert bed_scores(score("aA6 aB5 a a a . .", seats=3)) == [(5, 2, 0)]


def test_alone_in_a_bed_one_is_first_and_nobody_second() -> None:
    # LB-R38
    assert bed_scores(score("aA1 a a . .", seats=3)) == [(3, 0, 0)]


def test_an_empty_bed_gives_nothing() -> None:
    # LB-R39
    assert bed_scores(score("a a a . .A3", seats=3)) == [(0, 0, 0)]


def test_after_a_tie_for_first_the_next_lower_total_is_second() -> None:
    # LB-R40
    assert bed_scores(score("aA6 aA4 aB5 aB5 aC6 a a", seats=3)) == [(7, 7, 3)]


def test_with_two_players_a_tie_gives_the_full_points_to_both() -> None:
    # LB-R41
    assert bed_scores(score("aA3 aB2 aB1 a", seats=2)) == [(4, 4)]


def test_beds_that_touch_are_scored_each_for_itself() -> None:
    # LB-R42
    assert bed_scores(score("aA3 a a bB1 b b", seats=2)) == [(3, 0), (0, 3)]


def test_tiles_on_the_meadow_and_below_others_do_not_score() -> None:
    # LB-R46, LB-R16
    match = score(".A6 .A6 aA6B1 a a", seats=2)
    assert match.points == (0, 3)


def test_equal_players_share_the_win_when_there_is_no_centre_bed() -> None:
    # LB-R43
    drawing = "aA3 a a bB1 b b cA1 c c c dB5 d d d"
    match = score(drawing, seats=2)
    assert match.points == (7, 7)
    assert match.places == (1, 1)
    assert match.game.words.why(match.position, Reader(0, match.names)) == (
        "You and Bob share the win with 7 points each."
    )


def test_the_setting_for_the_largest_bed_breaks_such_a_tie() -> None:
    # LB-R43
    match = score("aA3 a a bB1 b b b b cA2 c", seats=2, settings={"largest_bed": True})
    assert match.points == (5, 5)
    assert match.places == (2, 1)
    assert match.game.words.why(match.position, Reader(0, match.names)) == (
        "You and Bob both have 5 points; Bob has more dots in the begonia bed, the largest, 1 to 0."
    )


def test_with_three_players_the_centre_bed_decides_whatever_the_setting() -> None:
    # LB-R43, LB-R44
    drawing = "zB3 z z z z z z z z cB1\naA1 a a a a a a a a a"
    match = score(drawing, seats=3, settings={"largest_bed": True})
    assert match.points == (10, 10, 0)
    assert match.places == (2, 1, 3)


def test_with_several_largest_beds_the_dots_in_all_of_them_count() -> None:
    # LB-R53
    match = score("aA3 a a a bB1 b b b cA1 c c dB1 d d", seats=2, settings={"largest_bed": True})
    assert match.points == (7, 7)
    assert match.places == (1, 2)
    assert "in the largest beds, 3 to 1" in match.game.words.why(match.position, Reader(0, match.names))


def test_three_who_are_equal_and_one_who_is_not() -> None:
    # LB-R51: places 1, 1, 3
    match = score(
        """
        z z z . aA1 a a
        z z z . bB1 b b
        z z z . cC1 c .
        """,
        seats=3,
    )
    assert match.points == (3, 3, 2)
    assert match.places == (1, 1, 3)


def test_the_centre_bed_decides_about_lower_places_too() -> None:
    # LB-R51
    match = score(
        """
        zA6 zB1 z . aC1 a a
        z   z   z . a   . .
        z   z   z . cD6 . .
        """,
        seats=4,
    )
    assert match.points == (9, 4, 4, 1)
    assert match.places == (1, 2, 3, 4)


def test_dots_in_the_centre_bed_count_and_not_the_points_for_it() -> None:
    # LB-R44: A and B are second together there, and have as many points
    match = score("zA2 zB3 zC6 z z z z z z aA1 a a a", seats=3, settings=None)
    assert match.points == (4, 4, 9)
    assert match.places == (3, 2, 1)


def test_two_of_three_with_equal_points_share_the_win() -> None:
    # LB-R51
    match = score("zA2 zB2 zC1 z z z z z z\ncC6 c c c c", seats=3)
    assert match.points == (9, 9, 9)
    assert match.game.words.result(match.position, Reader(0, match.names)) == [
        "1. You: 9 points, 2 dots in the centre bed; a shared place.",
        "1. Bob: 9 points, 2 dots in the centre bed; a shared place.",
        "3. Cem: 9 points, 1 dot in the centre bed.",
    ]
    assert match.game.words.why(match.position, Reader(0, match.names)) == (
        "You, Bob and Cem all have 9 points; the winners have more dots in the centre bed, 2 to 1."
    )


def test_what_is_shown_while_playing_is_what_the_beds_would_give_now() -> None:
    match = garden("aA3 aB2 a a a . .", seats=3)
    view = match.view(-1)
    assert view.beds[0].points == (5, 2, 0)
    assert [player.bed_points for player in view.players] == [5, 2, 0]
    assert all(player.points is None for player in view.players)
    assert on_board(match) == {"a1": "A3", "b1": "B2"}
    assert "a aster (5): A 3 dots, 5 points; B 2 dots, 2 points" in match.text(0)


def test_the_sheet_has_a_line_for_every_bed_and_adds_up() -> None:
    match = score("aA3 aB2 a a a . bC1 b b", seats=3)
    sheet = sheet_of(match)
    assert sheet["Aster bed, 5"] == ["3 dots: 5", "2 dots: 2", "-"]
    assert sheet["Begonia bed, 3"] == ["-", "-", "1 dot: 3"]
    assert sheet["Total"] == ["5", "2", "3"]
    assert match.game.words.why(match.position, Reader(0, match.names)) == (
        "You won by 2 points; the aster bed made the biggest difference, 5 to 0."
    )


def test_the_bed_that_helped_most_is_where_the_winner_gained_on_the_second() -> None:
    match = score("aA6 aB5 a a a a . bA1 b b b", seats=3)
    assert bed_scores(match) == [(6, 3, 0), (4, 0, 0)]
    assert match.game.words.why(match.position, Reader(0, match.names)) == (
        "You won by 7 points; the begonia bed made the biggest difference, 4 to 0."
    )


def test_another_bed_of_nine_spaces_is_not_called_the_centre() -> None:
    # LB-M4
    match = score("aA1 a a a a a a a a\nzB1 z z z z z z z z", seats=3)
    assert [name for name in sheet_of(match) if name != "Total"] == ["Aster bed, 9", "Centre bed, 9"]
    assert [bed.is_centre for bed in match.view(0).beds] == [False, True]


def test_if_no_bed_helped_it_was_clovers_and_action_tiles() -> None:
    # LB-R45
    match = garden("aA3 aB3 a", settings={"action_tiles": True})
    position_of(match).actions[1] = 0
    position_of(match).finish()
    assert match.points == (6, 3)
    assert match.game.words.why(match.position, Reader(1, match.names)) == (
        "Ann won by 3 points, thanks to clovers and action tiles."
    )


def test_a_winner_who_reads_it_is_told_so() -> None:
    # LB-R43
    match = score("aA3 a a bB1 b b b b cA2 c", seats=2, settings={"largest_bed": True})
    assert match.game.words.why(match.position, Reader(1, match.names)) == (
        "You and Ann both have 5 points; you have more dots in the begonia bed, the largest, 1 to 0."
    )


def test_sheet_and_text_at_the_end_with_clovers() -> None:
    # LB-R45, LB-R55
    match = garden("aA3 aB4 a . .A1B1A2 .+2", A="5 6")
    position = position_of(match)
    for seat, worth in ((0, 3), (0, 1), (1, 2)):
        position.luck[seat].add(worth)
    position.playing = 0
    position.finish()
    assert sheet_of(match)["Clovers"] == ["3 + 1: 4", "2"]
    _board, key, beds, players, hand = match.text(0).split("\n\n")
    assert key.endswith("= a stack of two, # a stack of three, + clover.")
    assert beds.splitlines() == [
        "Beds, with dots and the points for them:",
        "  a aster (3): B 4 dots, 3 points; A 3 dots, 0 points",
    ]
    assert players.splitlines() == [
        "A You: place 2, 4 points, start space a6, 2 clovers worth 4",
        "B Bob: place 1, 5 points, start space m1, 1 clover worth 2",
    ]
    assert hand == "Your tiles: 5 and 6"


def test_the_text_tells_who_is_out_and_who_is_done() -> None:
    # LB-R10, LB-R12
    match = garden(
        """
        . . . . . . . . . . . . .A1
        . . . . . . . . . . . .A1 .B3B2
        """,
        turn="B",
    )
    line = match.text(0).splitlines()[-3]
    assert line == "B Bob: 0 points in the beds, out, start space m1"
    done = garden(". .A1 . . .B1", A="2 3", B="4 5")
    position_of(done).stacks[0].clear()
    done.play(0, "place 2 c1")
    assert "A You: 0 points in the beds, done, start space a6\n" in done.text(0)


@pytest.mark.parametrize("seed", range(8))
def test_points_are_those_of_the_rulebook_read_word_by_word(seed: int) -> None:
    """LB-F7, LB-R45: counted again from the table at the end of matches with everything in them."""
    match, rng = new(2 + seed % 3, seed, action_tiles=True, clovers=True, spider=True), Rng(seed, "test")
    while not match.over:
        seat = match.to_act[0]
        match.play(seat, pick(match.options(seat), rng))
    view = match.view(OPEN)
    points = [len(player.actions) + sum(view.luck[player.seat]) for player in view.players]
    for number, bed in enumerate(view.beds, 1):
        dots = [0] * match.seats
        for stack in view.stacks:
            column, row = ord(stack.space[0]) - 97, view.rows - int(stack.space[1:])
            if view.garden[row * 13 + column] == number:
                owner, dots_on_it = stack.tiles[-1]
                dots[owner] += dots_on_it
        totals = sorted({total for total in dots if total}, reverse=True)
        pays = [bed.size, bed.size // 2 if match.seats > 2 else 0]
        worth = dict(zip(totals, pays, strict=False))
        for seat in range(match.seats):
            points[seat] += worth.get(dots[seat], 0)
    assert list(match.points) == points

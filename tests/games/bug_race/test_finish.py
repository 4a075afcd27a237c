"""Bug Race, clause by clause: playing the cards, the finish, and playing on."""

import re
from itertools import combinations, permutations

import pytest

import bugbox
from bugbox.core.rng import Rng
from bugbox.games.bug_race import measures
from bugbox.games.bug_race.rules.turn import BugRace
from bugbox.games.bug_race.show import words
from bugbox.games.bug_race.show.views import View
from tests.games.bug_race.draw import drawn, place, race, read, tidy
from tests.games.bug_race.playing import (
    CARD_DECIDES,
    NOT_THERE,
    REAR_14_MIDDLE_16_FRONT_19,
    REAR_14_MIDDLE_16_FRONT_20,
    REAR_14_MIDDLE_17,
    REAR_14_MIDDLE_18,
    REAR_15,
    about_to_cross,
    cross_together,
    deal,
    draw_pile,
    keep,
    next_turn,
    play_cards,
    race_of,
    racing,
    random_turn,
    table,
)

# --- Playing the cards ---


def test_no_beetle_runs_before_everybody_has_chosen() -> None:
    # RC-R13, RC-R37
    match = table(3)
    deal(race_of(match), "L1R1 L2R2", "L1R1 L2R2", "L1R1 L2R2")
    keep(match, "L1R1", "L1R1", "L1R1")
    for seat in (2, 0):
        match.play(seat, "play L1R1")
        assert match.points == (0, 0, 0)
        assert seat not in match.to_act
    match.play(1, "play L2R2")
    assert match.points == (1, 1, 1)
    assert race_of(match).turn == 2
    assert drawn(race_of(match), 0) == drawn(race_of(match), 2) != drawn(race_of(match), 1)


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_it_does_not_matter_who_chooses_first(order: tuple[int, ...]) -> None:
    # RC-R13
    def after_a_turn(order: tuple[int, ...]) -> tuple[View, list[int]]:
        match = table(3)
        for _ in range(2):
            for seat in order:
                match.play(seat, match.options(seat)[-1])
        return match.view(bugbox.OPEN), draw_pile(race_of(match))

    assert after_a_turn(order) == after_a_turn((0, 1, 2))


def test_the_four_cards_of_an_expert_are_played_in_any_order_that_the_owner_likes() -> None:
    # RC-F7, RC-R18
    for order in permutations(("L1R1", "L2R2", "L3R3", "L1L2")):
        match = table(2, expert=True)
        deal(race_of(match), "L1R1 L2R2 L3R3 L1L2", "L1R1 L2R2 L3R3 L1L2")
        for shown in ("L1R1", "L2R2", "L3R3"):
            keep(match, shown, shown)
        for shown in order[:3]:
            match.play(0, f"play {shown}")
            match.play(1, match.options(1)[0])
        played = [line for line in match.log(1) if line.startswith("Seat 0 plays")]
        for line, shown in zip(played, order, strict=True):
            assert re.match(rf"Seat 0 plays {words.card_words(words.CODES[shown])}(?:\.|, and)", line)


def test_a_card_none_of_whose_legs_can_step_is_played_and_discarded() -> None:
    # RC-R12, RC-R5
    before = """
        left   . 3 2 . . 1 . | . . .
        body   . . (===> . . | . . .
        right  . 3 2 . . 1 . | . . .
    """
    match = bugbox.Match.new("bug-race", seats=2, seed=1, segments=10)
    place(race_of(match), 0, read(before).body, read(before).legs)
    play_cards(race_of(match), "L1R1 L3R3", "L2R2 L1L2")
    assert drawn(race_of(match)) == tidy(before)
    assert match.view(bugbox.WATCHER).discards == ("L1R1", "L3R3", "L2R2", "L1L2")
    assert "Seat 0 plays left 1, right 1. No leg can step." in match.log(1)


# --- The finish ---


def test_a_beetle_has_crossed_with_its_body_on_the_last_three_segments_and_legs_behind() -> None:
    # RC-F8, RC-M6, RC-R22
    position = race("""
        left   . . . . . 3 . | 2 1 .
        body   . . . . . . (=| ==> .
        right  . . . . . . 3 | 2 1 .
    """)
    play_cards(position, "L3R3 R2R3", "L1R1 L2R2")
    assert drawn(position) == tidy("""
        left   . . . . . . 3 | 2 1 .
        body   . . . . . . . | (===>
        right  . . . . . . 3 | 2 1 .
    """)
    assert position.to_act() == 0
    assert (position.place(0), position.place(1)) == (1, 2)


def test_one_segment_short_is_not_over_the_line_whatever_the_legs_do() -> None:
    # RC-R22, RC-M6
    position = race("""
        left   . . . . . 3 . | 2 1 .
        body   . . . . . . (=| ==> .
        right  . . . . . . . | 3 2 1
    """)
    play_cards(position, "L1R1 L2R2", "L1R1 L2R2")
    assert drawn(position) == tidy("""
        left   . . . . . 3 . | . 2 1
        body   . . . . . . (=| ==> .
        right  . . . . . . . | 3 2 1
    """)
    assert position.turn == 2
    assert position.to_act() == 0b11


def test_everybody_plays_the_turn_to_its_end_when_somebody_has_crossed() -> None:
    # RC-R21: seat 0 crosses with its first card, seat 1 with its last one and better legs
    before = """
        left   . . . . . 3 . | 2 1 .
        body   . . . . . . (=| ==> .
        right  . . . . . . . | 3 2 1
    """
    position = race(before, before)
    play_cards(position, "L3R1 R2R3", "L1L2 L3R1")
    assert drawn(position, 0) == tidy("""
        left   . . . . . . 3 | 2 1 .
        body   . . . . . . . | (===>
        right  . . . . . . . | 3 2 1
    """)
    assert drawn(position, 1) == tidy("""
        left   . . . . . . 3 | . 2 1
        body   . . . . . . . | (===>
        right  . . . . . . . | 3 2 1
    """)
    assert position.to_act() == 0
    assert (position.place(0), position.place(1)) == (2, 1)


def test_a_beetle_that_has_crossed_still_steps_with_the_cards_that_are_left() -> None:
    # RC-R21, RC-R4
    position = race("""
        left   . . . . . . 3 | 2 1 .
        body   . . . . . . (=| ==> .
        right  . . . . . . 3 | 2 1 .
    """)
    play_cards(position, "L1R1 L2R2", "L1R1 L2R2")
    assert drawn(position) == tidy("""
        left   . . . . . . 3 | . 2 1
        body   . . . . . . . | (===>
        right  . . . . . . 3 | . 2 1
    """)


def places(position: BugRace) -> list[int]:
    return [position.place(seat) for seat in range(position.seats)]


BEST_FIRST = [REAR_15, REAR_14_MIDDLE_18, REAR_14_MIDDLE_17, REAR_14_MIDDLE_16_FRONT_20, REAR_14_MIDDLE_16_FRONT_19]


@pytest.mark.parametrize(("better", "worse"), list(combinations(BEST_FIRST, 2)))
def test_rear_legs_decide_before_middle_legs_and_these_before_front_legs(better: str, worse: str) -> None:
    # RC-F8, RC-R23, RC-R25
    assert places(cross_together(better, worse)) == [1, 2]
    assert places(cross_together(worse, better)) == [2, 1]


def test_a_pair_of_legs_counts_by_its_sum() -> None:
    # RC-R23
    all_forward = """
        left   . . . . . . . | 3 2 1
        body   . . . . . . . | (===>
        right  . . . . . . . | 3 2 1
    """
    one_behind = """
        left   . . . . . . . | 3 2 1
        body   . . . . . . . | (===>
        right  . . . . . . 3 | . 2 1
    """
    assert places(cross_together(all_forward, one_behind)) == [1, 2]  # though the best rear legs are equal
    assert places(cross_together(REAR_15, REAR_14_MIDDLE_18)) == [1, 2]  # though the worst ones are


def test_beetles_with_equal_legs_share_the_win() -> None:
    # RC-R24: left and right exchanged are equal too
    mirrored = """
        left   . . . . . . 3 | 2 1 .
        body   . . . . . . . | (===>
        right  . . . . . . . | 3 2 1
    """
    position = cross_together(REAR_15, mirrored)
    assert places(position) == [1, 1]
    assert measures(position) == {"turns": 1, "winners": 2}


def test_after_a_shared_place_the_next_number_is_left_out() -> None:
    # RC-R24, RC-R31
    assert places(cross_together(REAR_15, NOT_THERE, REAR_15)) == [1, 3, 1]
    assert places(cross_together(REAR_14_MIDDLE_17, REAR_15, REAR_14_MIDDLE_17, NOT_THERE)) == [2, 1, 2, 4]


def test_those_who_have_not_crossed_share_the_next_place_and_points_are_segments() -> None:
    # RC-R31
    start = """
        left   3 2 1 . . . . | . . .
        body   (===> . . . . | . . .
        right  3 . 2 1 . . . | . . .
    """
    position = race(REAR_15, NOT_THERE, start)
    position.beetles[0].body -= 1
    play_cards(position, "R1R2 R1R3", "L1R1 L2R2", "L2L3 R2R3")
    assert places(position) == [1, 2, 2]
    assert [position.points(seat) for seat in range(3)] == [7, 6, 1]


@pytest.mark.parametrize(("earlier_card", "expected"), [(False, [1, 1]), (True, [2, 1])])
def test_an_earlier_card_breaks_the_last_tie_only_if_the_setting_is_on(earlier_card: bool, expected: list[int]) -> None:
    # RC-R24, RC-R33: the same cards, but seat 1 crosses with its first one
    position = race(CARD_DECIDES, CARD_DECIDES, earlier_card=earlier_card)
    play_cards(position, "L1R1 L3R3", "L3R3 L1R1")
    assert drawn(position, 0) == drawn(position, 1)
    assert places(position) == expected


def test_legs_come_before_an_earlier_card() -> None:
    # RC-R36: seat 1 crosses with its first card, seat 0 with its second, but with a front leg further
    position = race(CARD_DECIDES, CARD_DECIDES, earlier_card=True)
    play_cards(position, "L1R1 L3R3", "L3R3 L1L3")
    assert [position.crossed_card[seat] for seat in range(2)] == [2, 1]
    assert places(position) == [1, 2]


def test_without_playing_on_the_first_to_cross_ends_the_race() -> None:
    # RC-F8
    position = race(seats=3)
    about_to_cross(position, 1)
    random_turn(position, Rng(1))
    assert position.to_act() == 0
    assert places(position) == [2, 1, 2]


# --- Playing on ---


def test_playing_on_gives_every_place_by_the_turn_of_crossing() -> None:
    # RC-R26, RC-R31, RC-R32: it ends when one beetle is left, and that one is last
    position = race(seats=4, play_on=True)
    expected_racing = [[0, 1, 3], [1, 3], [3]]
    for crossing, left in zip((2, 0, 1), expected_racing, strict=True):
        assert position.to_act() == position.racing != 0
        about_to_cross(position, crossing)
        random_turn(position, Rng(crossing))
        assert racing(position) == left
    assert position.to_act() == 0
    assert places(position) == [2, 3, 1, 4]
    assert [position.crossed_turn[seat] for seat in range(4)] == [2, 3, 1, 0]


def test_a_beetle_that_has_crossed_takes_no_more_cards_and_stays_where_it_is() -> None:
    # RC-R26
    match = table(3, play_on=True)
    position = race_of(match)
    about_to_cross(position, 0)
    next_turn(match)
    there = drawn(position, 0)
    assert "trade" in match.view(1).passing
    assert [beetle.hand_size for beetle in match.view(1).beetles] == [0, 2, 2]
    assert [beetle.place for beetle in match.view(1).beetles] == [1, None, None]
    in_deck = position.deck.size
    next_turn(match)
    assert position.deck.size == in_deck - 4
    assert drawn(position, 0) == there
    assert match.options(0) == ()


def test_playing_on_ends_when_all_have_crossed_together() -> None:
    # RC-R32, RC-R24
    position = race(seats=3, play_on=True)
    about_to_cross(position, 1)
    random_turn(position, Rng(1))
    about_to_cross(position, 0)
    about_to_cross(position, 2)
    play_cards(position, "L1R1 L2R2", "L1R1 L2R2")
    assert position.to_act() == 0
    assert places(position) == [2, 1, 2]


def test_with_two_players_there_is_nothing_to_play_on_for() -> None:
    # RC-R32
    position = race(seats=2, play_on=True)
    about_to_cross(position, 1)
    random_turn(position, Rng(1))
    assert position.to_act() == 0
    assert places(position) == [2, 1]

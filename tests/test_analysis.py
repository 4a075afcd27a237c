"""What is said about options: only by what a seat can know, the same again, and of all that can be done."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bugbox
from tests.kit import matches
from tests.test_two_worlds import other_world, take_back_others


@given(matches(), st.integers(0, 1000))
def test_in_two_worlds_the_same_is_said(match: bugbox.Match, seed: int) -> None:
    for seat in match.to_act:
        take_back_others(match, seat)
        world = other_world(match, seat, seed)
        said = [bugbox.analyse(one, seat, simulations=20) for one in (match, world)]
        assert said[0] == said[1]


@given(matches())
def test_only_options_are_judged_and_each_by_a_place_that_there_is(match: bugbox.Match) -> None:
    seat = match.to_act[0]
    judged = bugbox.analyse(match, seat, simulations=30)
    assert {one.option for one in judged} <= set(match.options(seat))
    assert sum(one.share for one in judged) == pytest.approx(1)
    for one in judged:
        assert 0 <= one.worth <= 1
        assert one.place == pytest.approx(1 + (1 - one.worth) * (int(match.position.ranked) - 1))


def test_the_best_comes_first_and_the_match_is_left_alone() -> None:
    match = bugbox.Match.new("bug-race", seats=2, seed=3)
    before = match.record()
    judged = bugbox.analyse(match, 0, simulations=300)
    assert [one.share for one in judged] == sorted((one.share for one in judged), reverse=True)
    assert len(judged) == len(match.options(0))
    assert match.record() == before


def test_a_time_is_a_budget_too() -> None:
    match = bugbox.Match.new("bug-race", seats=2, seed=3)
    assert bugbox.analyse(match, 0, seconds=0.05)


def test_whoever_has_nothing_to_decide_gets_no_advice() -> None:
    match = bugbox.Match.new("bugs-on-rugs", seats=2, seed=3)
    idle = next(seat for seat in range(2) if seat not in match.to_act)
    with pytest.raises(bugbox.NotYourTurn):
        bugbox.analyse(match, idle)

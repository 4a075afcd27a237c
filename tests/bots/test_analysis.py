"""Analysis of options: uses only what a seat knows, is repeatable, and covers all options."""

import pickle
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bugbox
from bugbox.bots import analysis
from bugbox.bots.analysis import EXPLAINED, Budget
from bugbox.core.game import Game
from tests.games.test_two_worlds import other_world, take_back_others
from tests.kit.tables import for_every_game, matches


@given(matches(), st.integers(0, 1000))
def test_in_two_worlds_the_same_is_said(match: bugbox.Match, seed: int) -> None:
    for seat in match.to_act:
        take_back_others(match, seat)
        world = other_world(match, seat, seed)
        world.seed = match.seed + 1  # also secret
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


def test_the_best_few_have_a_reason_and_it_costs_no_simulation() -> None:
    """Only words are added: without them the numbers are the same."""
    match = bugbox.Match.new("bugs-on-rugs", seats=3, seed=3)
    seat = match.to_act[0]
    judged = bugbox.analyse(match, seat, simulations=200)
    assert any(one.why for one in judged[:EXPLAINED])
    assert not any(one.why for one in judged[EXPLAINED:])
    with patch.object(analysis, "explain", lambda *_: {}):
        assert bugbox.analyse(match, seat, simulations=200) == [one._replace(why="") for one in judged]


@pytest.mark.slow
def test_several_processes_add_up_what_each_of_them_finds() -> None:
    """Each process has its own random stream, so the sum differs from one search and from a doubled one; repeatable."""
    match = bugbox.Match.new("bugs-on-rugs", seats=3, seed=3)
    seat = match.to_act[0]
    both = bugbox.analyse(match, seat, simulations=121, jobs=2)
    found = [analysis.search_alone(match, seat, Budget(1.0, share), number) for number, share in ((0, 60), (1, 61))]
    assert found[0] != analysis.search_alone(match, seat, Budget(1.0, 60), 1)
    total = sum(one.visits for some in found for one in some)
    assert total >= 121
    for judged in both:
        code = match.codes(seat)[match.options(seat).index(judged.option)]
        same = [one for some in found for one in some if one.option == code]
        visits = sum(one.visits for one in same)
        assert judged.share == pytest.approx(visits / total)
        assert judged.worth == pytest.approx(sum(one.visits * one.worth for one in same) / visits)
    assert len(both) == len({one.option for some in found for one in some})
    assert bugbox.analyse(match, seat, simulations=121, jobs=2) == both


@pytest.mark.parametrize("jobs", [0, -1, 100])
def test_a_wrong_number_of_processes_is_refused(jobs: int) -> None:
    with pytest.raises(bugbox.WrongSetting):
        bugbox.analyse(bugbox.Match.new("bug-race", seats=2, seed=3), 0, simulations=20, jobs=jobs)


@for_every_game
def test_a_game_is_found_again_by_another_process(game: Game) -> None:
    assert pickle.loads(pickle.dumps(game)) is game


def test_a_time_is_a_budget_too() -> None:
    match = bugbox.Match.new("bug-race", seats=2, seed=3)
    assert bugbox.analyse(match, 0, seconds=0.05)


def test_whoever_has_nothing_to_decide_gets_no_advice() -> None:
    match = bugbox.Match.new("bugs-on-rugs", seats=2, seed=3)
    idle = next(seat for seat in range(2) if seat not in match.to_act)
    with pytest.raises(bugbox.NotYourTurn):
        bugbox.analyse(match, idle)

"""Bugs on Rugs, clause by clause: powers and empty hands."""

import pytest

import bugbox
from bugbox.core.rng import Rng
from tests.games.bugs_on_rugs.draw import asked, hand, new, play, round_of, table, wall
from tests.kit.tables import pick


@pytest.mark.parametrize("left", ["Firefly", "Spider", "Mosquito", "Fly", "Beetle"])
def test_who_has_no_bug_in_hand_is_passed_over_by_a_power_that_wants_one(left: str) -> None:
    # BOR-R16
    match = table(f"""
        Wall   Ant
        Floor  {left}
        Ann
        Bob    Spider
    """)
    stage = {"Firefly": "place", "Spider": "trade", "Mosquito": "swap"}.get(left, "pass")
    assert asked(match) == f"Bob: {stage}"
    play(match, f"Bob: {stage} Spider", *(["Bob: for 1"] if left == "Mosquito" else []))
    assert round_of(match) == 2
    assert hand(match, "Ann") == ("Spider" if stage == "pass" else "")


@pytest.mark.parametrize("left", ["Firefly", "Spider", "Mosquito", "Fly", "Beetle", "Butterfly"])
def test_with_all_hands_empty_the_round_ends(left: str) -> None:
    # BOR-R16
    match = table(f"""
        Wall   Ant
        Floor  {left}
        Ann
        Bob
    """)
    assert asked(match) == "Bob: pick"
    assert wall(match) == f"Ant, {left}"


def test_an_empty_hand_draws_for_a_ladybug_like_any_other() -> None:
    # BOR-R16, BOR-F8: this power needs no bug from the hand
    match = table("""
        Floor  Ladybug
        deck   Ant, Fly
        Ann
        Bob    Spider
    """)
    assert (hand(match, "Ann"), hand(match, "Bob")) == ("Ant", "Spider, Fly")


def test_with_a_full_floor_no_hand_is_empty_when_a_power_runs() -> None:
    # BOR-R16
    for seed in range(24):
        match = new(2 + seed % 4, seed)
        rng = Rng(seed, "test")
        while not match.over:
            seen = match.view(bugbox.OPEN)
            if seen.power and seen.stage in ("show", "place", "trade", "swap", "pass"):
                assert all(seen.players[seat].hand_size for seat in match.to_act)
            seat = match.to_act[0]
            match.play(seat, pick(match.options(seat), rng))

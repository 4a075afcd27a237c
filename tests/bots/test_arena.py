"""Tournaments between bots: all play the same deals, and the statistics are right."""

import json
from typing import Any

import pytest
from click.testing import CliRunner

import bugbox
from bugbox.cli import main
from bugbox.lab.arena import Arena, compete, interval, line_ups, make_plans


def row(bots: list[str], places: list[int], **more: Any) -> dict[str, Any]:
    return {"bots": bots, "places": places, "points": [10 - place for place in places], **more}


def test_every_line_up_sits_in_every_order() -> None:
    assert line_ups(["a", "b"], 2) == [("a", "b"), ("b", "a")]
    assert line_ups(["a", "b", "b"], 3) == [("a", "b", "b"), ("b", "b", "a"), ("b", "a", "b")]
    assert line_ups(["a", "b"], 4) == [("a", "b", "a", "b"), ("b", "a", "b", "a")]
    assert {frozenset(line_up) for line_up in line_ups(["a", "b", "c"], 2)} == {
        frozenset("ab"),
        frozenset("ac"),
        frozenset("bc"),
    }


def test_every_order_gets_the_same_deals() -> None:
    plans = make_plans("bug-race", 2, 3, 1, ["random", "greedy"], {})
    rows = list(compete(plans, jobs=1))
    assert [row["bots"] for row in rows] == [["random", "greedy"], ["greedy", "random"]] * 3
    seeds = [row["seed"] for row in rows]
    assert seeds[0::2] == seeds[1::2]
    assert len(set(seeds)) == 3
    assert list(compete(plans, jobs=2)) == rows


def test_a_shared_first_place_is_a_share_of_a_win() -> None:
    arena = Arena(["a", "b"])
    arena.note(row(["a", "b"], [1, 1]))
    arena.note(row(["b", "a"], [2, 1]))
    best, other = arena.facts()
    assert (best["bot"], best["wins"], best["times_fair"], best["place"]) == ("a", 0.75, 1.5, 1)
    assert (other["bot"], other["wins"], other["place"], other["points"]) == ("b", 0.25, 1.5, 8.5)
    assert best["rating"] > other["rating"]


def test_a_rival_takes_its_share_too() -> None:
    arena = Arena(["a", "b"])
    arena.note(row(["a", "b"], [1, 3], rivals=[{"name": "Emissary", "points": 9, "place": 1}]))
    assert [facts["wins"] for facts in arena.facts()] == [0.5, 0]
    assert arena.facts()[0]["times_fair"] == 1.5


def test_a_bot_at_several_seats_is_rated_once_a_game() -> None:
    arena = Arena(["a", "b"])
    for places in ([1, 2, 3], [2, 1, 3]):
        arena.note(row(["a", "b", "b"], places))
    best, other = arena.facts()
    assert (best["games"], other["games"]) == (2, 4)
    assert best["rating"] == pytest.approx(other["rating"], abs=1)


@pytest.mark.parametrize(
    ("share", "games", "low", "high"), [(0.5, 100, 0.4038, 0.5962), (1, 10, 0.7225, 1), (0, 1, 0, 0.7935)]
)
def test_the_interval_is_wilson_s(share: float, games: int, low: float, high: float) -> None:
    assert interval(share, games) == pytest.approx((low, high), abs=1e-4)


def test_the_arena_on_the_command_line() -> None:
    arguments = ["arena", "bug-race", "--bots", "random,glance", "--games", "5", "--jobs", "1"]
    shown = CliRunner().invoke(main, arguments).output
    assert "6 games, 3 deals" in shown
    written = CliRunner().invoke(main, [*arguments, "--json", "-"]).stdout
    facts = [json.loads(line) for line in written.splitlines()]
    assert {one["bot"] for one in facts} == {"random", "glance"}
    assert sum(one["wins"] for one in facts) == pytest.approx(1)
    assert all(f"{one['bot']:16}{one['wins']:8.1%}" in shown for one in facts)


def test_what_is_no_contest_is_refused() -> None:
    with pytest.raises(bugbox.WrongSetting, match="at least two different ones"):
        make_plans("bug-race", 2, 1, 1, ["random", "random"], {})
    with pytest.raises(bugbox.WrongSetting, match="There is no bot 'god'"):
        make_plans("bug-race", 2, 1, 1, ["random", "god"], {})

"""A match from one viewer's point of view."""

import dataclasses
from typing import Any

import pytest

import bugbox
from bugbox.core.errors import BugboxError
from bugbox.core.game import OPEN, WATCHER, Game
from bugbox.core.match import Match
from bugbox.core.pov import Pov
from bugbox.core.rng import Rng
from tests.kit.tables import for_every_game


def after(game: Game, decisions: int, seed: int = 3) -> Match:
    match = bugbox.Match(game, game.seats[-1], seed)
    rng = Rng(seed, "test")
    while len(match.decisions) < decisions and not match.over:
        options = match.options(match.to_act[0])
        match.play(match.to_act[0], options[rng.below(len(options))])
    return match


@for_every_game
def test_options_are_those_of_the_match_with_what_people_read_and_touch(game: Game) -> None:
    match = after(game, 6)
    for seat in range(match.seats):
        options = match.pov(seat).options
        assert tuple(option.text for option in options) == match.options(seat)
        assert [option.code for option in options] == match.codes(seat)
        assert [option.label for option in options] == [game.label(option.text) for option in options]
        assert match.pov(seat).choices() == [(option.text, option.picks) for option in options]
        assert bool(match.pov(seat).question) == (seat in match.to_act) == bool(options)


@for_every_game
def test_watchers_are_asked_nothing(game: Game) -> None:
    for viewer in (WATCHER, OPEN):
        pov = after(game, 3).pov(viewer)
        assert (pov.options, pov.question) == ((), "")


@for_every_game
def test_a_view_and_options_are_computed_once(game: Game) -> None:
    match = after(game, 4)
    pov = match.pov(match.to_act[0])
    calls: list[int] = []

    def counted(position: Any, viewer: int) -> Any:
        calls.append(viewer)
        return game.view(position, viewer)

    pov.game = dataclasses.replace(game, view=counted)
    assert pov.drawing().html()
    assert pov.text()
    assert pov.view is pov.view
    assert calls == [pov.viewer]
    assert pov.options is pov.options


@pytest.mark.parametrize("viewer", [-3, 2, 7])
def test_nobody_else_has_a_point_of_view(viewer: int) -> None:
    match = bugbox.Match.new("bug-race", seats=2, seed=1)
    with pytest.raises(BugboxError, match="A viewer is a seat from 0 to 1, WATCHER or OPEN"):
        match.pov(viewer)


def test_a_pov_needs_no_match() -> None:
    match = bugbox.Match.new("bug-race", seats=2, seed=1)
    pov = Pov(match.game, match.position, ("Ann", "Bob"), 0)
    assert "Bob" in pov.question


# --- Catching up by codes ---


@for_every_game
def test_another_match_follows_by_codes_forwards_and_backwards(game: Game) -> None:
    whole = after(game, 30)
    other = bugbox.Match(game, whole.seats, whole.seed)
    for decisions in (5, len(whole.decisions), 2, 2, 11, 0, len(whole.decisions)):
        other.follow(whole.acted[:decisions])
        same = bugbox.Match(game, whole.seats, whole.seed)
        for seat, option in whole.decisions[:decisions]:
            same.play(seat, option)
        assert other.record() == same.record()
        assert other.log(OPEN) == same.log(OPEN)
        assert other.view(OPEN) == same.view(OPEN)


def test_following_takes_back_only_what_differs() -> None:
    match = bugbox.Match.new("bug-race", seats=2, seed=1)
    for _ in range(3):
        match.play(match.to_act[0], match.options(match.to_act[0])[0])
    here = match.position
    match.follow(match.acted[:3])
    assert match.position is here, "nothing was taken back"
    (seat, code) = match.acted[2]
    other = next(one for one in (after_undo(match)) if one != code)
    match.follow([*match.acted[:2], (seat, other)])
    assert match.acted[2] == (seat, other)


def after_undo(match: Match) -> list[int]:
    """Return what the seat of the last decision could have chosen."""
    seat, _ = match.acted[-1]
    again = bugbox.Match(match.game, match.seats, match.seed)
    again.follow(match.acted[:-1])
    return again.codes(seat)

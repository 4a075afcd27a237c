"""Looking back: every decision and every beat is a step, whoever looks and from wherever they come."""

import re

import bugbox
from bugbox.core.game import OPEN, WATCHER, Game
from bugbox.core.match import Match
from bugbox.core.rng import Rng
from bugbox.table.draw.replay import Past, Replay, draw_past
from tests.kit.tables import for_every_game, pick, shortest


def a_match(game: Game, decisions: int = 1000) -> Match:
    """Played to the end by lot, or as far as that."""
    match, rng = bugbox.Match(game, game.seats[0], 7, shortest(game)), Rng(3, "test")
    while not match.over and len(match.decisions) < decisions:
        seat = match.to_act[0]
        match.play(seat, pick(match.options(seat), rng))
    return match


def said(past: Past) -> str:
    """The caption without the number of the step."""
    return re.sub(r"^Step \d+ of \d+( · )?", "", past.caption)


def viewers(match: Match) -> tuple[int, ...]:
    return WATCHER, OPEN, *range(match.seats)


@for_every_game
def test_a_replay_goes_through_all_beats_and_all_decisions(game: Game) -> None:
    match = a_match(game)
    again, replay = bugbox.Match(game, match.seats, match.seed, match.settings), Replay(match)
    at, beats = 0, 0
    for seat, option in match.decisions:
        told = len(again.position.story)
        again.play(seat, option)
        for until, beat in again.position.beats:
            at, beats = at + 1, beats + 1
            for viewer in viewers(match):
                past = replay.past(at, viewer)
                assert past.html == str(draw_past(again.at(beat), again.at(beat).pov(viewer)))
                assert past.log == again.pov(viewer).news(0, until)
                assert said(past) == next(reversed(again.pov(viewer).news(told, until)), "")
            told = until
        at += 1
        past = replay.past(at, OPEN)
        assert past.html == str(draw_past(again, again.pov(OPEN)))
        assert past.log == again.log(OPEN)
        assert said(past) == f"{again.players[seat]}: {game.label(option)}"
    assert beats
    assert at == replay.last == past.of


@for_every_game
def test_a_step_is_the_same_wherever_one_comes_from(game: Game) -> None:
    match = a_match(game, decisions=12)
    replay, rng = Replay(match), Rng(4, "test")
    forwards = {(at, viewer): replay.past(at, viewer) for at in range(replay.last + 1) for viewer in viewers(match)}
    backwards = {(at, viewer): replay.past(at, viewer) for at, viewer in reversed(forwards)}
    assert backwards == forwards
    looks = list(forwards)
    for at, viewer in [looks[rng.below(len(looks))] for _ in range(60)]:
        assert replay.past(at, viewer) == forwards[at, viewer]


def test_before_the_first_decision_nothing_was_decided_and_after_the_last_nothing_follows() -> None:
    match = bugbox.Match.new("bugs-on-rugs", seats=2, seed=1, start="first")
    replay = Replay(match)
    assert (replay.last, replay.past(0, 0).caption, replay.past(99, 0).at) == (0, "Step 0 of 0", 0)


def test_who_looks_through_one_seats_eyes_is_not_told_of_a_secret_choice() -> None:
    match = bugbox.Match.new("bug-race", seats=2, seed=1)
    match.play(0, match.options(0)[0])
    label = f"Seat 0: {match.game.label(match.decisions[0][1])}"
    replay = Replay(match)
    told = {viewer: said(replay.past(1, viewer)) for viewer in viewers(match)}
    assert told == {WATCHER: "Seat 0: a secret choice", OPEN: label, 0: label, 1: "Seat 0: a secret choice"}


def test_a_race_is_run_card_by_card() -> None:
    match = bugbox.Match.new("bug-race", seats=2, seed=1)
    while not match.position.beats:
        seat = match.to_act[0]
        match.play(seat, match.options(seat)[0])
    replay = Replay(match)
    captions = [said(replay.past(at, WATCHER)) for at in range(replay.last - 4, replay.last + 1)]
    assert [" ".join(caption.split()[:3]) for caption in captions[:4]] == [
        "Seat 0 plays",
        "Seat 0 plays",
        "Seat 1 plays",
        "Seat 1 plays",
    ]
    assert captions[4].startswith("Seat 1: ")


def test_things_are_explained_as_they_were_through_the_same_eyes() -> None:
    match = bugbox.Match.new("bugs-on-rugs", seats=2, seed=1)
    floor = match.view(0).floor
    first = match.pov(0).help(f"floor:{floor[0]}")
    match.play(match.to_act[0], match.options(match.to_act[0])[0])
    replay = Replay(match)
    assert replay.explain(0, 0, f"floor:{floor[0]}") == first
    assert replay.explain(0, 0, "no such thing") is None
    watched = replay.explain(0, WATCHER, f"floor:{floor[0]}")
    assert watched
    assert not watched.worth

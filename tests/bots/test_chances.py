"""Chances: for all ranked participants, based only on what players know, and certain at the end."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bugbox
from bugbox.bots.chances import Chances
from bugbox.bots.win_history import BATCHES, batches, hindsight
from bugbox.core.game import Game
from bugbox.core.rng import Rng
from tests.kit.tables import elsewhere, for_every_game, matches, pick, shortest


def chances_of(match: bugbox.Match) -> Chances:
    return Chances(match.position, match.game.brain(match.position.variant))


def played(game: Game, seed: int = 7) -> bugbox.Match:
    """Return a short match, played to the end."""
    match, rng = bugbox.Match(game, game.seats[-1], seed, shortest(game)), Rng(seed, "test")
    while not match.over:
        seat = match.to_act[0]
        match.play(seat, pick(match.options(seat), rng))
    return match


@given(matches())
def test_chances_are_of_all_who_are_ranked_and_add_up_to_1(match: bugbox.Match) -> None:
    before = match.record()
    shares = chances_of(match).of(match.position, 4, Rng(1, "test"))
    assert len(shares) == len(match.names)
    assert all(0 <= share <= 1 for share in shares)
    assert sum(shares) == pytest.approx(1)
    assert match.record() == before


@given(matches(), st.integers(0, 1000))
def test_in_two_worlds_that_a_seat_cannot_tell_apart_its_guesses_come_out_alike(match: bugbox.Match, seed: int) -> None:
    """So chances don't depend on what nobody knows, such as the order of a deck."""
    for seat in range(match.seats):
        found = []
        for position in (match.position, elsewhere(match.position, seat, seed)):
            chances = chances_of(match)
            for number in (seat, seat + match.seats):
                chances.play_on(position, number, Rng(5, "test"))
            found.append(list(chances.first))
        assert found[0] == found[1]


@for_every_game
def test_every_seat_guesses_in_turn(game: Game) -> None:
    match = bugbox.Match(game, game.seats[-1], 3, shortest(game))
    chances, rng, each = chances_of(match), Rng(2, "test"), []
    for number in range(2 * match.seats):
        alone = chances_of(match)
        alone.play_on(match.position, number, rng)
        each.append(list(alone.first))
    total = [sum(shares) / len(each) for shares in zip(*each, strict=True)]
    assert chances.of(match.position, len(each), rng) == pytest.approx(total)


@for_every_game
def test_at_the_end_the_winner_is_certain_and_equals_share(game: Game) -> None:
    match = played(game)
    winners = match.winners or (0,)
    sure = [1 / len(winners) if who in winners else 0 for who in range(len(match.names))]
    assert chances_of(match).of(match.position, 3, Rng(1, "test")) == pytest.approx(sure)


@pytest.mark.slow
@for_every_game
def test_late_in_a_match_its_winner_has_more_than_a_fair_share(game: Game) -> None:
    late = []
    for seed in range(6):
        match = played(game, seed)
        winners = match.winners
        match.undo(len(match.decisions) // 5)
        shares = chances_of(match).of(match.position, 60, Rng(seed, "test"))
        late += [share * len(shares) / len(winners) for who, share in enumerate(shares) if who in winners]
    assert sum(late) / len(late) > 1.2


# --- Over a whole match ---


def a_race() -> bugbox.Match:
    return played(bugbox.GAMES["bug-race"])


def test_looking_back_tells_the_chances_after_every_decision() -> None:
    match = a_race()
    before = match.record()
    told = list(hindsight(match))
    assert [number for number, _ in told] == list(range(len(match.decisions) + 1))
    assert all(sum(shares) == pytest.approx(1) for _, shares in told)
    assert [who for who, share in enumerate(told[-1][1]) if share] == list(match.winners)
    assert match.record() == before


@pytest.mark.once
def test_whoever_looks_back_in_bites_finds_the_same() -> None:
    match = a_race()
    whole = list(batches(match))
    assert len(whole) == BATCHES * (len(match.decisions) + 1)
    for first in (0, 1, BATCHES, 3 * BATCHES + 2, len(whole) - 1, len(whole)):
        assert list(batches(match, first)) == whole[first:]


def test_the_seed_behind_a_match_has_no_part_in_these_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    thrown: list[tuple[int, str]] = []

    def note(seed: int, stream: str) -> Rng:
        thrown.append((seed, stream))
        return Rng(seed, stream)

    monkeypatch.setattr("bugbox.bots.win_history.Rng", note)
    for seed in (1, 2**127):
        next(batches(bugbox.Match.new("bug-race", seats=2, seed=seed)))
    assert thrown == [(0, "chances")] * 2

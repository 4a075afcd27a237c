"""Requirements for every game, at every seat count and with every setting: no exemptions."""

from importlib import import_module
from itertools import permutations, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bugbox
from bugbox.core.game import OPEN, WATCHER, Game, Reader
from bugbox.core.position import MOST_CODES, Position, options_of
from bugbox.core.rng import Rng
from tests.kit.tables import (
    Table,
    copy_of,
    every_table,
    for_every_game,
    guess_of,
    lowest,
    matches,
    pick,
    play_random,
    seen,
    state,
    tables,
)

LONGEST = 5000  # decisions; a longer match counts as endless


def census(game: Game, position: Position) -> list[int]:
    """Return every card, wherever it is; the game's own draw.py knows where to look."""
    cards: list[int] = import_module(f"tests.games.{game.folder.name}.draw").census(position)
    return sorted(cards)


@pytest.mark.parametrize("table", every_table(), ids=str)
def test_every_match_ends_and_its_cards_stay_in_the_box(table: Table) -> None:
    position = table.start()
    cards = census(table.game, position)
    rng = Rng(1, "test")
    for _ in range(LONGEST):
        waiting = position.to_act()
        if waiting == 0:
            break
        assert waiting < 2**table.seats
        for seat in range(table.seats):
            if waiting >> seat & 1:
                options = options_of(position, seat)
                assert options, "a seat that owes a decision has an option"
                assert options == sorted(set(options)), "options ascend"
                assert 0 <= options[0] <= options[-1] < position.codes <= MOST_CODES
        seat = lowest(waiting)
        options = options_of(position, seat)
        position.act(seat, options[rng.below(len(options))])
        assert census(table.game, position) == cards
    assert position.to_act() == 0
    position.guess(0, rng)
    assert census(table.game, position) == cards, "after the end too"
    check_places(position)


def check_places(position: Position) -> None:
    """Check that 1 is first, ties share a place and the next number is skipped, and a better place is worth more."""
    places = [position.place(who) for who in range(position.ranked)]
    worths = [position.worth(seat) for seat in range(position.seats)]
    for place in places:
        assert place == 1 + sum(other < place for other in places)
    for (place, worth), (other_place, other_worth) in product(zip(places, worths, strict=False), repeat=2):
        assert (place < other_place) == (worth > other_worth)
    assert all(0 <= worth <= 1 for worth in worths)


@given(matches())
def test_options_have_unique_words_that_the_game_understands(match: bugbox.Match) -> None:
    words = match.game.words
    for seat in match.to_act:
        options = match.options(seat)
        assert len(options) == len(match.codes(seat)), "no two options have the same text"
        assert {option.partition(" ")[0] for option in options} <= words.VERBS
        assert all(option == option.strip() and "\n" not in option for option in options)
        picks = [words.picks(match.position, seat, code) for code in match.codes(seat)]
        assert len(set(picks)) == len(options)
        assert not any(a != b and a == b[: len(a)] for a in picks for b in picks), "no path ends inside another"
        assert match.pov(seat).question.endswith((".", "?"))


@given(matches(), st.integers(0, 1000))
def test_a_copy_is_deep(match: bugbox.Match, seed: int) -> None:
    before = state(match.position)
    copy = copy_of(match.position)
    assert state(copy) == before
    play_to_the_end(copy, Rng(seed, "test"))
    copy.guess(0, Rng(seed, "test"))
    assert state(match.position) == before


def play_to_the_end(position: Position, rng: Rng) -> None:
    while waiting := position.to_act():
        options = options_of(position, lowest(waiting))
        position.act(lowest(waiting), options[rng.below(len(options))])


@given(matches(), st.integers(0, 1000))
def test_a_copy_into_a_used_position_is_complete(match: bugbox.Match, seed: int) -> None:
    used = copy_of(match.position)
    play_to_the_end(used, Rng(seed, "test"))
    used.copy_from(match.position)
    assert state(used) == state(match.position)


@given(matches(), st.integers(0, 1000), st.integers(1, 60))
def test_a_copy_into_a_position_in_mid_match_is_complete(match: bugbox.Match, seed: int, more: int) -> None:
    """Nothing of the longer state remains, even in fields that only grow during a match."""
    used = copy_of(match.position)
    rng = Rng(seed, "test")
    for _ in range(more):
        if waiting := used.to_act():
            options = options_of(used, lowest(waiting))
            used.act(lowest(waiting), options[rng.below(len(options))])
    used.copy_from(match.position)
    assert state(used) == state(match.position)


def whole(match: bugbox.Match) -> object:
    viewers = range(OPEN, match.seats)
    told = [match.log(viewer, min(1, len(match.decisions))) for viewer in viewers]
    position = match.position
    return state(position), position.revealed, match.record(), told, [seen(match, viewer) for viewer in viewers]


@given(tables(), st.integers(0, 60), st.integers(0, 60))
def test_undo_is_exact(table: Table, first: int, more: int) -> None:
    match = table.match()
    rng = Rng(first, "test")
    play_random(match, first, rng)
    kept = whole(match)
    made = len(match.decisions)
    play_random(match, more, rng)
    match.undo(len(match.decisions) - made)
    assert whole(match) == kept


@pytest.mark.slow
@given(tables(), st.lists(st.tuples(st.integers(0, 25), st.integers(0, 30)), max_size=8))
def test_undo_is_exact_again_and_again(table: Table, steps: list[tuple[int, int]]) -> None:
    """After any plays and undos, the match is the same as if only the remaining decisions had been played."""
    match = table.match()
    rng = Rng(len(steps), "test")
    for forward, back in steps:
        play_random(match, forward, rng)
        match.undo(min(back, len(match.decisions)))
        again = table.match()
        for decision in match.decisions:
            again.play(*decision)
        assert whole(match) == whole(again)


@for_every_game
def test_taking_back_does_not_play_the_match_again_from_its_start(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise a match with many undos would take minutes to load."""
    starts: list[int] = []
    start = Game.start

    def counted(*given: Any, **named: Any) -> Position:
        starts.append(1)
        return start(*given, **named)

    monkeypatch.setattr(Game, "start", counted)
    match = bugbox.Match(game, game.seats[-1], 1)
    while not match.over:
        for taken_back in (1, 1, 1, 0):
            match.play(match.to_act[0], match.options(match.to_act[0])[0])
            match.undo(taken_back)
    assert len(starts) == 2, "for the match, and for what it falls back on"
    length = len(match.decisions)
    for _ in range(length):
        match.undo()
    assert len(starts) < 4 + length / 10, "nor does going back through all of it, step by step"


@given(matches())
def test_a_record_is_the_match(match: bugbox.Match) -> None:
    again = bugbox.Match.load(match.record())
    assert again.record() == match.record()
    assert state(again.position) == state(match.position)
    assert again.log(OPEN) == match.log(OPEN)


@pytest.mark.parametrize("table", every_table(), ids=str)
def test_a_finished_match_tells_its_result(table: Table) -> None:
    match = table.match()
    rng = Rng(2, "test")
    while not match.over:
        seat = match.to_act[0]
        match.play(seat, pick(match.options(seat), rng))
    lines = match.game.words.result(match.position, Reader(0, match.names))
    assert len(lines) == match.position.ranked
    reasons = {match.game.words.why(match.position, Reader(viewer, match.names)) for viewer in (0, WATCHER)}
    assert all(reason.endswith(".") and "  " not in reason for reason in reasons) if match.winners else reasons == {""}
    assert all(len(cells) == match.position.ranked for _, cells in match.game.words.sheet(match.position))
    assert bugbox.Match.load(match.record()).places == match.places


@given(matches(), st.integers(0, 1000))
def test_the_order_of_secret_answers_makes_no_difference(match: bugbox.Match, seed: int) -> None:
    """Try every order of the seats in a simultaneous choice, with the same choice by each seat."""
    together = match.to_act
    assert match.position.is_secret() or len(together) == 1, "several who owe a decision choose in secret"
    orders = list(permutations(together))
    outcomes = [state(answer_in_order(match.position, order, seed)) for order in orders]
    assert all(outcome == outcomes[0] for outcome in outcomes)


def answer_in_order(start: Position, order: tuple[int, ...], seed: int) -> Position:
    """Answer only this one choice: in Bug Council, a secret choice by some of the seats follows."""
    position = copy_of(start)
    dice = {seat: Rng(seed, f"seat {seat}") for seat in order}
    waiting = position.to_act()
    while waiting and position.stage == start.stage and not position.to_act() & ~waiting:
        waiting = position.to_act()
        if waiting:
            seat = next(seat for seat in order if waiting >> seat & 1)
            options = options_of(position, seat)
            position.act(seat, options[dice[seat].below(len(options))])
    return position


@given(matches(), st.integers(0, 1000))
def test_a_guess_keeps_all_cards_and_ends_like_any_match(match: bugbox.Match, seed: int) -> None:
    for seat in range(match.seats):
        guessed = guess_of(match.position, seat, seed)
        assert census(match.game, guessed) == census(match.game, match.position)
        assert guessed.to_act() & ~match.position.to_act() & 1 << seat == 0, "nobody takes back the guesser's choice"
        play_to_the_end(guessed, Rng(seed, "test"))
        check_places(guessed)


@given(matches())
def test_guesses_differ_but_the_same_dice_give_the_same_guess(match: bugbox.Match) -> None:
    for seat in range(match.seats):
        guesses = [state(guess_of(match.position, seat, seed)) for seed in range(4)]
        assert guesses[0] == state(guess_of(match.position, seat, 0))
        assert any(guess != guesses[0] for guess in guesses[1:])

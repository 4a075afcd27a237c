"""No leaks: two worlds that differ only in what a seat cannot know look the same to it, to the byte."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import bugbox
from bugbox.bots.levels import Bot
from bugbox.core.brain import Brain
from bugbox.core.game import OPEN, WATCHER, Game
from bugbox.core.position import Position, options_of
from bugbox.core.rng import Rng
from tests.kit.tables import elsewhere, for_every_game, guess_of, matches, pick, seen, some_things_of, state, things_of


def other_world(match: bugbox.Match, seat: int, seed: int) -> bugbox.Match:
    """Return the same match with everything that `seat` cannot know redealt; the log so far is the same."""
    world = bugbox.Match.load(match.record())
    guessed = elsewhere(match.position, seat, seed)
    guessed.telling = True
    guessed.story = list(match.position.story)
    world.position = guessed
    return world


@given(matches(), st.integers(0, 1000))
def test_a_guess_looks_the_same_to_the_guesser(match: bugbox.Match, seed: int) -> None:
    for seat in range(match.seats):
        take_back_others(match, seat)
        assert seen(other_world(match, seat, seed), seat) == seen(match, seat)


@given(matches(), st.integers(0, 1000))
def test_help_is_the_same_in_two_worlds_whatever_is_asked_about(match: bugbox.Match, seed: int) -> None:
    """Includes things that only others see."""
    for seat in range(match.seats):
        take_back_others(match, seat)
        worlds = match, other_world(match, seat, seed)
        things = {thing for world in worlds for thing in some_things_of(world, OPEN)}
        check_help(worlds, seat, things)


def check_help(worlds: tuple[bugbox.Match, bugbox.Match], seat: int, things: set[str]) -> None:
    for thing in things:
        assert worlds[0].pov(seat).help(thing) == worlds[1].pov(seat).help(thing), thing


@pytest.mark.slow
@for_every_game
def test_help_tells_no_secret_of_any_thing_with_everything_in_play(game: Game) -> None:
    """Check all things with all modules, in the middle of a match and near its end."""
    settings = {setting.name: True for setting in game.settings if setting.default is False}
    match, rng = bugbox.Match(game, game.seats[-1], 5, settings), Rng(5, "test")
    while not match.over:
        match.play(match.to_act[0], pick(match.options(match.to_act[0]), rng))
        if len(match.decisions) % 19 == 0:
            there = bugbox.Match.load(match.record())
            for seat in range(match.seats):
                take_back_others(there, seat)
                worlds = there, other_world(there, seat, 7)
                check_help(worlds, seat, {thing for world in worlds for thing in things_of(world, OPEN)})


def take_back_others(match: bugbox.Match, seat: int) -> None:
    """Undo to before others' secret choices: a guess takes them back, and it is public who has chosen."""
    while match.decisions and guess_of(match.position, seat, 0).to_act() != match.position.to_act():
        match.undo()


@given(matches(), st.integers(0, 1000))
def test_guesses_from_two_worlds_are_the_same_guess(match: bugbox.Match, seed: int) -> None:
    for seat in range(match.seats):
        world = elsewhere(match.position, seat, seed)
        assert state(guess_of(world, seat, 7)) == state(guess_of(match.position, seat, 7))


@given(matches(), st.integers(0, 1000))
def test_bots_decide_the_same_in_two_worlds(match: bugbox.Match, seed: int) -> None:
    for seat in match.to_act:
        for level in ("random", "glance", "greedy~2", "search:20", "search:5~1", "plain:5"):
            decisions = [
                Bot(match.game, level, seat).decide(world, Rng(5, "bot"))
                for world in (match.position, elsewhere(match.position, seat, seed))
            ]
            assert decisions[0] == decisions[1]
            assert decisions[0] in options_of(match.position, seat)


@given(matches(), st.integers(0, 1000))
def test_a_bot_is_handed_a_guess_and_never_the_position(match: bugbox.Match, seed: int) -> None:
    """Everything that a bot can read is the same in two worlds."""
    handed = []

    def spy(position: Position, seat: int, rng: Rng, brain: Brain) -> int:
        handed.append(state(position))
        return 0

    for seat in match.to_act:
        bot = Bot(match.game, "random", seat)
        bot.level = spy
        bot.decide(match.position, Rng(5, "bot"))
        bot.decide(elsewhere(match.position, seat, seed), Rng(5, "bot"))
        assert handed.pop() == handed.pop()


@given(matches(), st.integers(0, 1000))
def test_a_bot_does_not_touch_the_match(match: bugbox.Match, seed: int) -> None:
    before = state(match.position)
    Bot(match.game, "search:5", match.to_act[0]).decide(match.position, Rng(seed, "bot"))
    assert state(match.position) == before


@given(matches(), st.integers(0, 1000), st.integers(0, 1000))
def test_a_secret_choice_shows_to_nobody_else_before_the_last_is_in(match: bugbox.Match, one: int, two: int) -> None:
    """Compare two histories in which the same seats choose differently: others and watchers see the same."""
    assume(len(match.to_act) > 1)
    together = match.to_act
    worlds = [(bugbox.Match.load(match.record()), Rng(dice, "test")) for dice in (one, two)]
    choosers = together[:-1]  # the last choice may reveal them
    for number, seat in enumerate(choosers):
        for world, rng in worlds:
            while seat in world.to_act:
                world.play(seat, pick(world.options(seat), rng))
        others = [*together[number + 1 :], WATCHER, *(s for s in range(match.seats) if s not in together)]
        for viewer in others:
            assert seen(worlds[0][0], viewer) == seen(worlds[1][0], viewer)


@given(matches(), st.integers(0, 1000), st.integers(0, 1000))
def test_what_is_read_differs_only_once_what_is_seen_differs(match: bugbox.Match, one: int, two: int) -> None:
    """Compare two histories with different choices: while a viewer's view is the same, so is its log."""
    worlds = [(bugbox.Match.load(match.record()), Rng(dice, "test")) for dice in (one, two)]
    (first, _), (second, _) = worlds
    viewers = {WATCHER, *range(match.seats)}
    for _ in range(30):
        if first.over or first.to_act != second.to_act or not viewers:
            break
        seat = first.to_act[0]
        for world, rng in worlds:
            world.play(seat, pick(world.options(seat), rng))
        viewers = {viewer for viewer in viewers if first.view(viewer) == second.view(viewer)}
        for viewer in viewers:  # text and drawing depend only on the view
            assert first.log(viewer) == second.log(viewer)
            assert first.options(viewer) == second.options(viewer)


@given(matches(), st.integers(0, 1000), st.integers(0, 1000))
def test_a_seat_reads_the_same_while_others_choose_in_two_worlds(match: bugbox.Match, seed: int, dice: int) -> None:
    """Compare the same seat in the real world and in a guess, with other hidden cards too."""
    seat = match.to_act[dice % len(match.to_act)]
    take_back_others(match, seat)
    assume(seat in match.to_act)  # until it has chosen, nothing is revealed
    worlds = [match, other_world(match, seat, seed)]
    others = [other for other in match.to_act if other != seat]
    for other in others:
        for world in worlds:
            rng = Rng(dice, "test")
            while other in world.to_act:
                world.play(other, pick(world.options(other), rng))
        assert seen(worlds[0], seat) == seen(worlds[1], seat)


@given(matches(), st.integers(0, 1000), st.integers(0, 1000))
def test_what_can_be_undone_has_shown_nothing_hidden(match: bugbox.Match, seed: int, dice: int) -> None:
    """A decision that didn't increase `revealed` gives its seat no information, in any world."""
    for seat in match.to_act:
        take_back_others(match, seat)
        if seat not in match.to_act:
            continue
        option = pick(match.options(seat), Rng(dice, "test"))
        worlds = [bugbox.Match.load(match.record()), other_world(match, seat, seed)]
        for world in worlds:
            world.play(seat, option)
        if worlds[0].may_undo(seat):
            assert seen(worlds[0], seat) == seen(worlds[1], seat)


@given(matches(), st.integers(0, 1000))
def test_undo_ends_with_a_reveal_or_somebody_elses_decision(match: bugbox.Match, dice: int) -> None:
    rng = Rng(dice, "test")
    while not match.over:
        seat = match.to_act[rng.below(len(match.to_act))]
        revealed = match.position.revealed
        match.play(seat, pick(match.options(seat), rng))
        assert match.may_undo(seat) == (match.position.revealed == revealed)
        assert not any(match.may_undo(other) for other in range(match.seats) if other != seat)

"""The rules of Leaf Lunch, which is in the box only here: drawn tables, each clause cited."""

from collections import Counter

import pytest

import bugbox
from bugbox.bots.search import Search
from bugbox.core.game import OPEN, WATCHER, Reader
from bugbox.core.match import Match
from bugbox.core.rng import Rng
from bugbox.core.settings import complete
from bugbox.lab.simulate import make_plan, simulate
from tests.games.toy.draw import contents, lunch, lunch_of, play
from tests.kit.tables import guess_of
from tests.toy import GAME, SETTINGS, measures
from tests.toy.rules.box import TREES
from tests.toy.rules.turn import EAT, OVER, LeafLunch
from tests.toy.show import words


def a_match(seats: int = 2, seed: int = 1, **settings: bool | int | str) -> Match:
    return Match(GAME, seats, seed, complete(SETTINGS, settings), ("Ann", "Bob", "Cleo")[:seats])


# --- A round ---


@pytest.mark.parametrize("tree", TREES)
def test_the_box_has_36_leaves_of_sizes_1_to_6(tree: str) -> None:
    """TOY-F1."""
    leaves = Counter(TREES[tree])
    assert leaves == {"beech": dict.fromkeys(range(1, 7), 6), "maple": {1: 12, 3: 6, 4: 6, 6: 12}}[tree]
    position = lunch_of(a_match(tree=tree))
    assert Counter(leaf for pile in position.piles for leaf in contents(pile)) + Counter([position.laid[2]]) == leaves


@pytest.mark.parametrize("rounds", [2, 6])
def test_everybody_gets_a_leaf_for_each_round_that_nobody_else_sees(rounds: int) -> None:
    """TOY-F2."""
    match = a_match(3, rounds=rounds)
    assert [pile.size for pile in lunch_of(match).hands] == [rounds] * 3
    assert {viewer: set(match.view(viewer).hands) for viewer in (WATCHER, 0, 1, 2)} == {
        WATCHER: set(),
        0: {0},
        1: {1},
        2: {2},
    }
    assert set(match.view(OPEN).hands) == {0, 1, 2}
    decks = {tuple(contents(lunch_of(a_match(3, seed)).deck)) for seed in range(10)}
    assert len(decks) == 10, "shuffled"


def test_a_round_begins_with_two_open_leaves_on_the_twig() -> None:
    """TOY-F3, TOY-F6."""
    match = a_match(2, rounds=2)
    before = match.view(WATCHER)
    assert len(before.twig) == 2
    while match.view(WATCHER).rounds == 2:
        match.play(match.to_act[0], match.options(match.to_act[0])[0])
    after = match.view(WATCHER)
    assert len(after.twig) == 2
    assert Counter(after.discards) >= Counter(before.twig)
    assert (len(after.discards), after.deck) == (5, before.deck - 3)


def test_all_lay_in_secret_and_show_when_everybody_has() -> None:
    """TOY-F4."""
    match = lunch("""
        twig 2 5
        hand 1 6
        hand 3 4
        """)
    assert match.to_act == (0, 1)
    assert match.position.is_secret()
    play(match, "1 lay 4")
    assert [eater.laid for eater in match.view(0).eaters] == [None, None]
    assert [eater.laid for eater in match.view(1).eaters] == [None, 4]
    assert match.view(1).hands[1] == (3,)
    assert (match.log(0), match.log(1)) == (["Bob lays a leaf."], ["You lay 4."])
    play(match, "0 lay 6")
    assert [eater.laid for eater in match.view(WATCHER).eaters] == [6, 4]
    assert match.log(0)[2:] == ["You show 6.", "Bob shows 4."]


def test_whoever_shows_the_largest_leaf_eats_one_of_the_twig() -> None:
    """TOY-F5, TOY-F6."""
    match = lunch("""
        twig 2 5
        hand 1 6
        hand 3 4
        """)
    play(match, "0 lay 1, 1 lay 3")
    assert (match.to_act, match.options(1)) == ((1,), ("eat 2", "eat 5"))
    assert not match.position.is_secret()
    play(match, "1 eat 5")
    assert match.points == (0, 5)
    assert match.view(WATCHER).discards == (1, 2, 3, 5)
    assert [eater.laid for eater in match.view(WATCHER).eaters] == [None, None]


def test_of_equal_leaves_the_first_seat_eats_and_the_snail_comes_last() -> None:
    """TOY-R1."""
    match = lunch("""
        twig 2 5
        snail 4
        hand 3 3
        hand 4 3
        hand 4 3
        """)
    play(match, "0 lay 3, 1 lay 4, 2 lay 4")
    assert match.to_act == (1,)


def test_leaves_of_one_size_are_one_option() -> None:
    """TOY-R2."""
    match = lunch("""
        twig 5 5
        hand 3 3
        """)
    assert match.options(0) == ("lay 3",)
    play(match, "0 lay 3")
    assert match.options(0) == ("eat 5",)


# --- The end ---


def test_whoever_has_eaten_most_wins_and_equals_share_their_place() -> None:
    """TOY-F7."""
    match = lunch("""
        twig 2 5
        hand 1
        hand 3
        hand 2
        eaten 5 0 5
        """)
    play(match, "0 lay 1, 1 lay 3, 2 lay 2, 1 eat 5")
    assert match.over
    assert lunch_of(match).stage == OVER
    assert match.places == (1, 1, 1)
    assert match.pov(0).result() == [
        "1. You: 5 eaten, shared.",
        "1. Bob: 5 eaten, shared.",
        "1. Cleo: 5 eaten, shared.",
    ]
    assert words.why(lunch_of(match), Reader(0, match.names)) == "You, Bob and Cleo share the win with 5 eaten each."
    assert match.pov(1).verdict() == "You share the win with Ann and Cleo!"
    assert match.pov(WATCHER).verdict() == "Ann, Bob and Cleo win"
    assert measures(lunch_of(match)) == {"eaten": 15}


def test_the_lunch_ends_when_the_hands_are_empty() -> None:
    """TOY-F7."""
    match = a_match(1, rounds=3, snail=False)
    for _ in range(3):
        assert not match.over
        play(match, f"0 {match.options(0)[0]}")
        play(match, f"0 {match.options(0)[-1]}")
    assert match.over


# --- Old Snail ---


def test_the_snail_lays_the_next_leaf_of_the_deck_for_all_to_see() -> None:
    """TOY-F8."""
    match = a_match(2)
    following = contents(lunch_of(a_match(2, snail=False)).deck)[-1]
    for viewer in (WATCHER, 0, 1):
        assert match.view(viewer).eaters[2].laid == following
    assert match.names == ("Ann", "Bob", "Old Snail")


def test_the_snail_eats_the_larger_leaf_and_is_never_asked() -> None:
    """TOY-F8."""
    match = lunch("""
        twig 2 5
        snail 4
        hand 3 6
        hand 3 2
        """)
    play(match, "0 lay 3, 1 lay 3")
    assert [(rival.name, rival.points) for rival in match.rivals] == [("Old Snail", 5)]
    assert match.log(0)[-4:] == ["You show 3.", "Bob shows 3.", "Old Snail shows 4.", "Old Snail eats 5."]
    assert match.to_act == (0, 1)


LOST = """
    twig 2 5
    snail 6
    hand 3
    eaten 4 0
    """
WON = """
    twig 2 5
    snail 1
    hand 3
    eaten 0 4
    """
SHARED = """
    twig 2 5
    snail 1
    hand 3
    eaten 0 5
    """


def test_whoever_plays_alone_can_lose() -> None:
    """TOY-F8."""
    match = lunch(LOST)
    play(match, "0 lay 3")
    assert (match.places, match.rivals[0].place, match.winners) == ((2,), 1, (1,))
    assert match.pov(0).verdict() == "You lose: Old Snail wins"
    assert match.pov(WATCHER).verdict() == match.pov(OPEN).verdict() == "Old Snail wins"
    assert match.pov(0).result() == ["1. Old Snail: 5 eaten.", "2. You: 4 eaten."]
    assert words.why(lunch_of(match), Reader(0, match.names)) == "Old Snail won, 5 eaten to 4."
    assert match.position.worth(0) == 0


def test_whoever_plays_alone_can_win_and_can_share_the_win() -> None:
    """TOY-F8, TOY-F7."""
    match = lunch(WON)
    play(match, "0 lay 3, 0 eat 5")
    assert (match.pov(0).verdict(), match.pov(WATCHER).verdict()) == ("You win!", "Ann wins")
    assert match.position.worth(0) == 1
    match = lunch(SHARED)
    play(match, "0 lay 3, 0 eat 5")
    assert (match.pov(0).verdict(), match.pov(WATCHER).verdict()) == (
        "You share the win with Old Snail!",
        "Ann and Old Snail win",
    )
    assert match.position.worth(0) == 0.5


def test_several_players_can_all_lose_to_the_snail() -> None:
    """TOY-F8."""
    match = lunch("""
        twig 2 5
        snail 6
        hand 3
        hand 4
        """)
    play(match, "0 lay 3, 1 lay 4")
    assert {match.pov(viewer).verdict() for viewer in (WATCHER, 0, 1)} == {"Old Snail wins"}
    assert (match.places, [match.position.worth(seat) for seat in (0, 1)]) == ((2, 2), [0.25, 0.25])


def test_quite_alone_nobody_wins() -> None:
    """TOY-R5."""
    match = lunch("""
        twig 2 5
        hand 3
        """)
    play(match, "0 lay 3, 0 eat 5")
    assert (match.over, match.winners, match.rivals) == (True, (), ())
    assert (match.pov(0).verdict(), match.pov(WATCHER).verdict()) == ("You have 5 points", "Ann has 5 points")


# --- Taking back, guessing, thinking ---


def test_what_was_laid_can_be_taken_back_until_it_is_shown() -> None:
    """TOY-R3."""
    match = a_match(2)
    match.play(0, match.options(0)[0])
    assert match.may_undo(0)
    match.play(1, match.options(1)[0])
    assert not match.may_undo(1)


def test_alone_it_can_be_taken_back_until_the_next_leaves_are_drawn() -> None:
    """TOY-R3."""
    match = a_match(1, snail=False)
    match.play(0, match.options(0)[0])
    assert match.may_undo(0)
    match.play(0, match.options(0)[0])
    assert not match.may_undo(0)


def test_a_bot_guesses_deck_and_other_hands_as_one_bag() -> None:
    """TOY-R4: each hidden leaf is as likely in the other hand as any other one."""
    position = lunch_of(a_match(2, rounds=6))
    hidden = contents(position.deck) + contents(position.hands[1])
    held: Counter[int] = Counter()
    for seed in range(2000):
        guess = guess_of(position, 0, seed)
        assert isinstance(guess, LeafLunch)
        assert sorted(contents(guess.deck) + contents(guess.hands[1])) == sorted(hidden)
        held.update(contents(guess.hands[1]))
    for size, number in Counter(hidden).items():
        assert held[size] / 2000 == pytest.approx(6 * number / len(hidden), abs=0.12)


def test_a_guess_forgets_what_others_have_laid_and_keeps_the_own_leaf() -> None:
    """TOY-R4, TOY-F4."""
    match = a_match(3)
    for seat in (0, 1):
        match.play(seat, match.options(seat)[0])
    guess = guess_of(match.position, 0, seed=1)
    assert isinstance(guess, LeafLunch)
    assert (guess.to_act(), guess.laid[1]) == (0b110, 0)
    assert guess.laid[0] == lunch_of(match).laid[0]
    assert contents(guess.hands[0]) == contents(lunch_of(match).hands[0])


def test_search_thinks_at_one_seat() -> None:
    match = lunch("""
        twig 1 6
        snail 2
        hand 3
        eaten 0 5
        """)
    play(match, "0 lay 3")
    assert lunch_of(match).stage == EAT
    search = Search(match.position, 0, Rng(1, "test"), match.game.brain(match.position.variant))
    search.think(50)
    assert search.best() == 6


def test_search_loses_to_the_snail_less_often_than_random_play() -> None:
    lost = {}
    for level in ("random", "search:50"):
        rows = list(simulate(make_plan("toy", 1, 60, 1, [level], {})))
        lost[level] = sum(row["places"] == [2] for row in rows)
    assert lost["search:50"] < lost["random"] / 2


def test_a_record_of_a_match_alone_is_read_again() -> None:
    match = a_match(1)
    while not match.over:
        match.play(0, match.options(0)[0])
    again = bugbox.Match.load(match.record())
    assert (again.record(), again.rivals, again.pov(0).verdict()) == (
        match.record(),
        match.rivals,
        match.pov(0).verdict(),
    )
    (rival,) = match.rivals
    lines = [f"points {match.points[0]} {rival.points}", f"places {match.places[0]} {rival.place}"]
    assert match.record().splitlines()[-3:-1] == lines, "of the seat and of the snail"

"""Who knows what in Bug Council: views, guesses, and what a guess must remember."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from math import sqrt

import pytest

from bugbox.core.game import OPEN, WATCHER
from bugbox.core.match import Match
from bugbox.core.rng import Rng
from bugbox.games.bug_council.rules.box import NONE
from bugbox.games.bug_council.rules.dealing import Sharing
from bugbox.games.bug_council.rules.state import cards_of
from bugbox.games.bug_council.rules.turn import BugCouncil
from bugbox.interpreted import is_compiled
from tests.games.bug_council.draw import card, census, council, council_of, new, play, set_of
from tests.kit.tables import guess_of, pick

Deal = tuple[int, ...]  # sets of cards: hands, discards, stock


def guess(match: Match, seat: int, seed: int) -> BugCouncil:
    guessed = guess_of(match.position, seat, seed)
    assert isinstance(guessed, BugCouncil)
    return guessed


# --- What is seen ---


def test_once_all_thumbs_are_turned_nothing_is_left_of_the_secret_choice() -> None:
    # BC-R15
    match = new(3, start="first")
    play(match, "2 declare allegiance, 1 declare allegiance, 0 declare allegiance")
    assert [match.view(seat).choice for seat in range(3)] == ["", "", ""]
    assert guess(match, 0, 1).waiting == match.position.waiting, "in a guess nobody declares again"


def test_hands_and_discards_are_for_their_owners_alone() -> None:
    # BC-R14, BC-R23, BC-R40
    match = new(3, start="first")
    play(match, "0 declare none, 1 declare allegiance, 2 declare allegiance")
    match.play(0, match.options(0)[0])
    assert list(match.view(1).hands) == [1]
    assert match.view(1).discards == {}
    assert match.view(WATCHER).hands == {}
    assert list(match.view(OPEN).hands) == [0, 1, 2]
    assert list(match.view(OPEN).discards) == [0]


def test_only_the_last_trick_lies_open() -> None:
    # BC-R40
    match, rng = new(4, seed=3), Rng(3, "test")
    tricks: list[tuple[str, ...]] = []
    while not match.over:
        view = match.view(WATCHER)
        if view.stage == "play" and not view.trick.cards:
            shown = tuple(one.card for one in view.last.cards)
            assert shown == (tricks[-1] if view.trick_number > 1 else ())
        seat = match.to_act[0]
        before = [one.card for one in view.trick.cards]
        option = pick(match.options(seat), rng)
        match.play(seat, option)
        if option.startswith("play") and len(before) == 3:
            tricks.append((*before, option.removeprefix("play ")))
    assert len(tricks) == 30


def test_last_cards_are_shown_to_all_at_the_scoring() -> None:
    # BC-F7, BC-R23
    match = council(
        """
        Ann   ants 5, flies 9
        Bob   ants 7, flies 10
        Cleo  ants 3, flies 11
        """,
        rounds=1,
    )
    play(match, "0 play ants 5, 1 play ants 7, 2 play ants 3, 2 decline")
    for seed in range(20):
        guessed = guess(match, 0, seed)
        assert [guessed.kept[0], guessed.kept[3], guessed.kept[6]] == [card(f"flies {n}") for n in (9, 10, 11)]
        assert guessed.gone == council_of(match).gone


# --- Taking back ---


def test_a_played_card_stays_played_but_a_visit_can_be_taken_back() -> None:
    # BC-R46
    match = council(
        """
        circle Bees 3, Cockroaches 1, Mosquitos 0, Flies 2, Ants 0
        Ann    ants 5, flies 1, flies 9
        Bob    ants 7, flies 2, flies 10
        Cleo   ants 3, flies 3, flies 11
        """
    )
    play(match, "0 play ants 5")
    assert not match.may_undo(0)
    play(match, "1 play ants 7, 2 play ants 3, 2 visit bees")
    assert match.may_undo(2)
    play(match, "1 play flies 2")
    assert not match.may_undo(2)


def test_a_declaration_can_be_taken_back_until_another_player_declares_or_the_thumbs_turn() -> None:
    # BC-R15, BC-R46
    match = new(3, start="first")
    play(match, "0 declare none")
    assert match.may_undo(0)
    play(match, "1 declare none")
    assert not match.may_undo(0)
    assert match.may_undo(1)
    play(match, "2 declare allegiance")
    assert not any(match.may_undo(seat) for seat in range(3))


def test_a_discard_can_be_taken_back_until_another_player_discards_or_a_card_is_played() -> None:
    # BC-R14, BC-R46: nothing has been shown, so also when it was the last one
    match = new(3, start="first")
    play(match, "0 declare none, 1 declare none, 2 declare allegiance")
    play(match, f"0 {match.options(0)[0]}")
    assert match.may_undo(0)
    play(match, f"1 {match.options(1)[0]}")
    assert not match.may_undo(0)
    assert match.view(1).stage == "play"
    assert match.may_undo(1)
    play(match, f"0 {match.options(0)[0]}")
    assert not match.may_undo(1)


def test_the_emissarys_card_can_be_taken_back_until_the_next_one_comes_up() -> None:
    # BC-R46
    match = council(
        """
        circle   Bees 3, Cockroaches 1, Mosquitos 0, Flies 2, Ants 0
        Ann      ants 5, flies 1, flies 9
        Bob      ants 7, flies 2, flies 10
        Emissary ants 3, ants 4
        """
    )
    play(match, "0 play ants 5, 0 send ants 4")
    assert match.may_undo(0)
    play(match, "1 play ants 7")
    assert not match.may_undo(1), "a new card was turned over"


# --- Guesses ---


def test_a_guess_takes_back_what_others_declared_and_discarded_in_secret() -> None:
    # BC-R47
    match = new(3)
    play(match, "0 declare none, 1 declare none")
    guessed = guess(match, 0, 1)
    assert guessed.to_act() == 0b110
    assert list(guessed.thumbs) == [2, 0, 0]
    play(match, "2 declare none")
    play(match, f"0 {match.options(0)[0]}, 1 {match.options(1)[0]}")
    guessed = guess(match, 0, 1)
    assert guessed.to_act() == 0b110
    assert guessed.discards[0] == council_of(match).discards[0]
    assert guessed.discards[1] == NONE
    assert [len(cards_of(hand)) for hand in guessed.hands] == [10, 11, 11]


def lacks_seen(match: Match) -> dict[int, set[str]]:
    """Who failed to follow what in this round, read from the decisions alone."""
    again = Match(match.game, match.seats, match.seed, match.settings)
    lacks: dict[int, set[str]] = {seat: set() for seat in range(match.seats)}
    for seat, option in match.decisions:
        view = again.view(OPEN)
        if option.startswith("play") and view.trick.cards:
            led = view.trick.cards[0].card.split()[0]
            if option.split()[1] != led:
                lacks[seat].add(led)
        again.play(seat, option)
        if again.view(OPEN).stage == "declare":
            lacks = {seat: set() for seat in lacks}
    return lacks


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("seed", range(3))
def test_a_guess_never_contradicts_what_was_shown(seats: int, seed: int) -> None:
    # BC-R47
    match, rng = new(seats, seed), Rng(seed, "test")
    while not match.over:
        seat = match.to_act[rng.below(len(match.to_act))]
        match.play(seat, pick(match.options(seat), rng))
        if len(match.decisions) % 7 == seed and not match.over:
            check_guesses(match)


def check_guesses(match: Match) -> None:
    position, lacks = council_of(match), lacks_seen(match)
    for viewer in range(match.seats):
        guessed = guess(match, viewer, len(match.decisions))
        assert sorted(census(guessed)) == sorted(census(position))
        assert guessed.hands[viewer] == position.hands[viewer]
        assert guessed.discards[viewer] == position.discards[viewer]
        assert (guessed.gone, guessed.open) == (position.gone, position.open)
        assert list(guessed.cards) == list(position.cards)
        for other in set(range(match.seats)) - {viewer}:
            held = {text.split()[0] for text in guessed_hand(guessed, other)}
            assert not held & lacks[other]


def guessed_hand(guessed: BugCouncil, seat: int) -> list[str]:
    names = ("ants", "bees", "cockroaches", "flies", "mosquitos")
    return [f"{names[one // 12]} {one % 12 + 1}" for one in cards_of(guessed.hands[seat])]


# --- Every deal is equally likely ---


def late_in_a_round() -> Match:
    """Bob lacks Ants, Cleo lacks Bees and has discarded, Dora may hold anything; all other cards have been seen."""
    match = council(
        """
        Ann   mosquitos 1, mosquitos 2
        Bob   bees 1, flies 1
        Cleo  ants 1, none
        Dora  ants 2, cockroaches 1
        """
    )
    position = council_of(match)
    position.discards[2] = card("bees 2")
    position.stock = set_of(["flies 2"])
    position.lacks[1], position.lacks[2] = 0b00001, 0b00010
    unseen = sum(position.hands) + position.stock + (1 << position.discards[2])
    position.gone = sum(1 << one for one in range(60)) - unseen
    return match


def consistent_deals(match: Match) -> set[Deal]:
    """All ways to deal the unseen cards: two to Bob, one and a discard to Cleo, two to Dora, one aside."""
    position = council_of(match)
    unseen = [one for one in range(60) if not position.gone >> one & 1 and not position.hands[0] >> one & 1]
    deals = set()
    for bob in taken(unseen, 2, without=0):
        after_bob = [one for one in unseen if one not in bob]
        for cleo in taken(after_bob, 1, without=1):
            after_cleo = [one for one in after_bob if one not in cleo]
            for dora in taken(after_cleo, 2):
                rest = [one for one in after_cleo if one not in dora]
                deals |= {as_sets(bob, cleo, dora, (thrown,), set(rest) - {thrown}) for thrown in rest}
    return deals


def taken(cards: list[int], number: int, without: int = -1) -> Iterator[tuple[int, ...]]:
    return combinations([one for one in cards if one // 12 != without], number)


def as_sets(*groups: tuple[int, ...] | set[int]) -> Deal:
    return tuple(sum(1 << one for one in group) for group in groups)


def dealt(guessed: BugCouncil) -> Deal:
    return (*list(guessed.hands)[1:], 1 << guessed.discards[2], guessed.stock)


@pytest.mark.slow
def test_every_consistent_deal_is_equally_likely() -> None:
    # BC-R47: chi-squared, five standard deviations
    match = late_in_a_round()
    deals = consistent_deals(match)
    assert dealt(council_of(match)) in deals
    each = 60 if is_compiled() else 8
    guesses = Counter(dealt(guess(match, 0, seed)) for seed in range(each * len(deals)))
    assert set(guesses) <= deals
    freedom = len(deals) - 1
    chi_squared = sum((guesses[deal] - each) ** 2 / each for deal in deals)
    assert abs(chi_squared - freedom) < 5 * sqrt(2 * freedom)


def ways_to_fill(cards: list[int], hands: list[tuple[int, int]]) -> int:
    """Brute force: each hand's need and the suits that it lacks."""
    if not hands:
        return 1
    need, lacks = hands[0]
    allowed = [one for one in cards if not lacks >> one // 12 & 1]
    return sum(
        ways_to_fill([one for one in cards if one not in held], hands[1:]) for held in combinations(allowed, need)
    )


@pytest.mark.parametrize("seed", range(60 if is_compiled() else 20))
def test_the_ways_to_fill_hands_are_counted_exactly(seed: int) -> None:
    # BC-R47: up to four hands with any lacks
    rng = Rng(seed, "test")
    cards = sorted({rng.below(60) for _ in range(9)})
    hands = [(1 + rng.below(2), rng.below(32)) for _ in range(1 + seed % 4)]
    sharing = Sharing([])
    sharing.begin(sum(1 << one for one in cards))
    for owner, (need, lacks) in enumerate(hands):
        sharing.add_hand(owner, need, lacks)
    sharing.count_pools(0)
    expected = ways_to_fill(cards, hands)
    assert sharing.ways(0, 1, hands[0][0]) == expected
    if expected:
        left = sharing.fill(rng)
        held = [cards_of(sharing.held[hand]) for hand in range(len(hands))]
        assert sorted([*cards_of(left), *(one for hand in held for one in hand)]) == cards
        for (need, lacks), hand in zip(hands, held, strict=True):
            assert len(hand) == need
            assert not [one for one in hand if lacks >> one // 12 & 1]


def test_hands_that_can_only_be_filled_in_one_way_are() -> None:
    # BC-R47: whoever deals hand by hand without looking ahead gets stuck here
    sharing = Sharing([])
    for seed in range(50):
        sharing.begin(set_of(["ants 1", "bees 1", "cockroaches 1", "flies 1"]))
        for owner, lacks in enumerate((0b00000, 0b00001, 0b00011, 0b00111)):
            sharing.add_hand(owner, 1, lacks | 0b10000)
        assert sharing.fill(Rng(seed, "test")) == 0
        assert [sharing.held[hand] for hand in range(4)] == [
            set_of([text]) for text in ("ants 1", "bees 1", "cockroaches 1", "flies 1")
        ]


def test_a_guess_knows_nothing_of_the_next_round() -> None:
    # BC-R23, BC-R47
    match = council(
        """
        Ann   ants 5, flies 9
        Bob   bees 7, flies 10
        Cleo  ants 3, flies 11
        """
    )
    play(match, "0 play ants 5, 1 play bees 7, 2 play ants 3, 2 decline")
    position = council_of(match)
    assert list(position.lacks) == [0, 0, 0]
    assert position.gone == 0
    assert len({guess(match, 0, seed).hands[1] for seed in range(20)}) == 20

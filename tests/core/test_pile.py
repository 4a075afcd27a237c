"""Piles and hands."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bugbox.core.pile import Hand, Pile, copy_piles, pile_of, piles
from bugbox.core.rng import Rng
from bugbox.core.rows import zeros

CARDS = st.lists(st.integers(1, 30), max_size=12)


def contents(pile: Pile | Hand) -> list[int]:
    """Return the cards and check that unused elements are zero, so that equal piles have equal rows."""
    assert not any(pile.cards[i] for i in range(pile.size, len(pile.cards)))
    return [pile.cards[i] for i in range(pile.size)]


def hand_of(cards: list[int]) -> Hand:
    hand = Hand(12, 4, 9)
    for card in cards:
        hand.sort_in(card)
    return hand


def check_counts(hand: Hand) -> None:
    kinds = Counter(card // 9 for card in contents(hand))
    assert [hand.of_kind[kind] for kind in range(4)] == [kinds[kind] for kind in range(4)]


def test_the_last_card_added_is_the_first_drawn() -> None:
    pile = pile_of([1, 2, 3])
    assert (pile.draw(), pile.draw()) == (3, 2)
    pile.add(7)
    assert contents(pile) == [1, 7]


def test_a_gap_closes_up() -> None:
    pile = pile_of([5, 1, 4, 1])
    assert pile.take(0) == 5
    pile.remove(1)
    assert contents(pile) == [4, 1], "the first of equals goes"


@given(CARDS)
def test_sorted_in_one_by_one_cards_are_in_order(cards: list[int]) -> None:
    pile = Pile(12)
    for card in cards:
        pile.sort_in(card)
    assert contents(pile) == sorted(cards)


def test_discards_become_the_deck() -> None:
    deck, discards = Pile(5), pile_of([1, 2, 3])
    deck.add(9)
    deck.take_over(discards)
    assert (contents(deck), contents(discards)) == ([9, 1, 2, 3], [])


def test_a_full_pile_refuses_more() -> None:
    with pytest.raises(IndexError):
        pile_of([1, 2]).add(3)


def test_shuffling_moves_only_the_cards_that_are_there() -> None:
    pile, rng = Pile(30), Rng(1)
    for card in range(1, 21):
        pile.add(card)
    pile.shuffle(rng)
    assert contents(pile) != list(range(1, 21))
    assert sorted(contents(pile)) == list(range(1, 21))


@given(CARDS, CARDS)
def test_a_copy_is_whole_and_stands_alone(cards: list[int], old: list[int]) -> None:
    source, target = piles(2, 12), piles(2, 12)
    for card in cards:
        source[1].add(card)
    for card in old:
        target[1].add(card)
    copy_piles(source, target)
    assert contents(target[1]) == cards
    target[1].clear()
    assert contents(source[1]) == cards


@given(CARDS, CARDS)
def test_a_hand_is_in_order_and_knows_how_many_it_has_of_each_kind(cards: list[int], old: list[int]) -> None:
    hand, copy = hand_of(cards), hand_of(old)
    assert contents(hand) == sorted(cards)
    copy.copy_from(hand)
    check_counts(copy)
    for card in cards[::2]:
        hand.remove(card)
        check_counts(hand)
    assert contents(hand) == sorted((Counter(cards) - Counter(cards[::2])).elements())
    assert contents(copy) == sorted(cards)
    copy.clear()
    check_counts(copy)
    assert contents(copy) == []


@given(CARDS)
def test_the_different_cards_of_a_hand_ascend(cards: list[int]) -> None:
    out = zeros(12)
    count = hand_of(cards).different(out)
    assert [out[i] for i in range(count)] == sorted(set(cards))

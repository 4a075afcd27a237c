"""Piles of cards: decks, discards, rows on the table, hands."""

from librt.vecs import vec
from mypy_extensions import i64

from bugbox.core.rng import Rng
from bugbox.core.rows import copy_row, zeros


class Pile:
    """A stack of cards, the last one on top. Unused elements are zero, so equal piles have equal rows."""

    def __init__(self, most: i64) -> None:
        self.cards = zeros(most)
        self.size: i64 = 0

    def add(self, card: i64) -> None:
        """Put a card on top."""
        self.cards[self.size] = card
        self.size += 1

    def draw(self) -> i64:
        """Remove and return the top card."""
        self.size -= 1
        card = self.cards[self.size]
        self.cards[self.size] = 0
        return card

    def take(self, at: i64) -> i64:
        """Remove and return the card at an index, closing the gap."""
        card = self.cards[at]
        self.size -= 1
        close_gap(self.cards, at, self.size)
        return card

    def remove(self, card: i64) -> None:
        """Remove the first copy of a card, which must be present."""
        self.take(index_of(self.cards, card))

    def sort_in(self, card: i64) -> None:
        """Insert a card into a pile that is sorted in ascending order."""
        sort_in(self.cards, self.size, card)
        self.size += 1

    def take_over(self, other: "Pile") -> None:
        """Move all cards of another pile onto this one."""
        for i in range(other.size):
            self.add(other.cards[i])
        other.clear()

    def shuffle(self, rng: Rng) -> None:
        rng.shuffle(self.cards, 0, self.size)

    def clear(self) -> None:
        while self.size > 0:
            self.size -= 1
            self.cards[self.size] = 0

    def copy_from(self, other: "Pile") -> None:
        copy_cards(other.cards, other.size, self.cards, self.size)
        self.size = other.size


class Hand:
    """Sorted cards, also counted by kind; a card's kind is its number // `a_kind`.

    Deliberately not a subclass of Pile, so that mypyc can call its methods directly and inline them.
    """

    def __init__(self, most: i64, kinds: i64, a_kind: i64) -> None:
        self.a_kind = a_kind
        self.cards = zeros(most)
        self.size: i64 = 0
        self.of_kind = zeros(kinds)  # the number of cards of each kind

    def sort_in(self, card: i64) -> None:
        sort_in(self.cards, self.size, card)
        self.size += 1
        self.of_kind[card // self.a_kind] += 1

    def remove(self, card: i64) -> None:
        self.size -= 1
        close_gap(self.cards, index_of(self.cards, card), self.size)
        self.of_kind[card // self.a_kind] -= 1

    def different(self, out: vec[i64]) -> i64:
        """Write the distinct cards in ascending order and return how many there are."""
        count: i64 = 0
        for i in range(self.size):
            if count == 0 or out[count - 1] != self.cards[i]:
                out[count] = self.cards[i]
                count += 1
        return count

    def clear(self) -> None:
        while self.size > 0:
            self.size -= 1
            self.of_kind[self.cards[self.size] // self.a_kind] -= 1
            self.cards[self.size] = 0

    def copy_from(self, other: "Hand") -> None:
        copy_cards(other.cards, other.size, self.cards, self.size)
        self.size = other.size
        copy_row(other.of_kind, self.of_kind)


# --- Functions on partly filled rows of cards; unused elements are zero ---


def index_of(cards: vec[i64], card: i64) -> i64:
    at: i64 = 0
    while cards[at] != card:
        at += 1
    return at


def sort_in(cards: vec[i64], size: i64, card: i64) -> None:
    at = size
    while at > 0 and cards[at - 1] > card:
        cards[at] = cards[at - 1]
        at -= 1
    cards[at] = card


def close_gap(cards: vec[i64], at: i64, size: i64) -> None:
    """Shift the cards after `at` down by one; `size` is the new size."""
    for i in range(at, size):
        cards[i] = cards[i + 1]
    cards[size] = 0


def copy_cards(source: vec[i64], size: i64, target: vec[i64], old_size: i64) -> None:
    for i in range(size):
        target[i] = source[i]
    for i in range(size, old_size):
        target[i] = 0


def pile_of(cards: list[int]) -> Pile:
    """Make a full pile; the last card is on top."""
    pile = Pile(len(cards))
    for card in cards:
        pile.add(card)
    return pile


def piles(count: i64, most: i64) -> list[Pile]:
    """Make `count` empty piles."""
    return [Pile(most) for seat in range(count)]


def copy_piles(source: list[Pile], target: list[Pile]) -> None:
    for i in range(len(source)):
        target[i].copy_from(source[i])

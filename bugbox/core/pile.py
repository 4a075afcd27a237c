"""Piles of cards: decks, discards, rows on the table, hands."""

from librt.vecs import vec
from mypy_extensions import i64

from bugbox.core.rng import Rng
from bugbox.core.rows import copy_row, zeros


class Pile:
    """Cards one after the other; the last one is on top. Places behind it are zero, so equal piles are equal rows."""

    def __init__(self, most: i64) -> None:
        self.cards = zeros(most)
        self.size: i64 = 0

    def add(self, card: i64) -> None:
        """On top."""
        self.cards[self.size] = card
        self.size += 1

    def draw(self) -> i64:
        """From the top."""
        self.size -= 1
        card = self.cards[self.size]
        self.cards[self.size] = 0
        return card

    def take(self, at: i64) -> i64:
        """The gap closes up."""
        card = self.cards[at]
        self.size -= 1
        close_gap(self.cards, at, self.size)
        return card

    def remove(self, card: i64) -> None:
        """The first of these; there is one."""
        self.take(index_of(self.cards, card))

    def sort_in(self, card: i64) -> None:
        """Before all that are higher, in a pile that is kept in order."""
        sort_in(self.cards, self.size, card)
        self.size += 1

    def take_over(self, other: "Pile") -> None:
        """All cards of another pile, which is empty then, on top of this one."""
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
    """Cards in order, counted by kind; a card's kind is its number // `a_kind`.

    No Pile, so that the compiler knows which method is meant and can put it in place.
    """

    def __init__(self, most: i64, kinds: i64, a_kind: i64) -> None:
        self.a_kind = a_kind
        self.cards = zeros(most)
        self.size: i64 = 0
        self.of_kind = zeros(kinds)  # how many it holds of each

    def sort_in(self, card: i64) -> None:
        sort_in(self.cards, self.size, card)
        self.size += 1
        self.of_kind[card // self.a_kind] += 1

    def remove(self, card: i64) -> None:
        self.size -= 1
        close_gap(self.cards, index_of(self.cards, card), self.size)
        self.of_kind[card // self.a_kind] -= 1

    def different(self, out: vec[i64]) -> i64:
        """Write the different cards, ascending, and return how many."""
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


# --- Rows of cards of which only the first ones are used; the rest are zero ---


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
    """`size` is what is left."""
    for i in range(at, size):
        cards[i] = cards[i + 1]
    cards[size] = 0


def copy_cards(source: vec[i64], size: i64, target: vec[i64], old_size: i64) -> None:
    for i in range(size):
        target[i] = source[i]
    for i in range(size, old_size):
        target[i] = 0


def pile_of(cards: list[int]) -> Pile:
    """A full pile; the last card is on top."""
    pile = Pile(len(cards))
    for card in cards:
        pile.add(card)
    return pile


def piles(count: i64, most: i64) -> list[Pile]:
    """One for each seat."""
    return [Pile(most) for seat in range(count)]


def copy_piles(source: list[Pile], target: list[Pile]) -> None:
    for i in range(len(source)):
        target[i].copy_from(source[i])

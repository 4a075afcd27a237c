"""Determinization: random redeals of what a seat cannot know.

A seat that sees hidden cards move usually knows something about them: after passing three cards it knows those three,
but not which of them was kept. Such cards share a *bag*: the seat knows which cards are in the bag, but not where each
of them is. A guess shuffles every bag and deals its cards out again.
"""

from mypy_extensions import i64

from bugbox.core.rng import Rng
from bugbox.core.rows import zeros


class Scratch:
    """Working memory for guessing and dealing; not part of the state, and never copied."""


class Bags(Scratch):
    """All cards hidden from one seat: put() them into bags, shake(), then draw() them again."""

    def __init__(self, bags: i64, codes: i64, size: i64) -> None:
        self.codes = codes  # cards are in range(codes)
        self.size = size  # capacity of a bag
        self.tally = zeros(bags * codes)
        self.count = zeros(bags)
        self.cards = zeros(bags * size)

    def put(self, bag: i64, card: i64) -> None:
        self.tally[bag * self.codes + card] += 1
        self.count[bag] += 1

    def shake(self, rng: Rng) -> None:
        for bag in range(len(self.count)):
            if self.count[bag] != 0:
                self.sort(bag)
                rng.shuffle(self.cards, bag * self.size, bag * self.size + self.count[bag])

    def sort(self, bag: i64) -> None:
        """List a bag's cards in order, so that the guess depends on which cards are hidden, not on where they are."""
        at = bag * self.size
        for card in range(self.codes):
            for copy in range(self.tally[bag * self.codes + card]):
                self.cards[at] = card
                at += 1
            self.tally[bag * self.codes + card] = 0

    def draw(self, bag: i64) -> i64:
        self.count[bag] -= 1
        return self.cards[bag * self.size + self.count[bag]]

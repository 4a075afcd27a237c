"""Fair guesses of what a seat cannot know.

A seat that watches hidden cards move rarely knows nothing about them: three cards were passed, so it knows
the three, but not which of them was kept. Such cards go into one *bag*: the seat knows what is in the bag, not where
each of them lies. To guess is to draw from every bag anew.
"""

from mypy_extensions import i64

from bugbox.core.rng import Rng
from bugbox.core.rows import zeros


class Scratch:
    """What a position needs only while it guesses or deals: no part of the position, and never copied."""


class Bags(Scratch):
    """The hidden cards of one seat: put them in bag by bag, shake, draw them again."""

    def __init__(self, bags: i64, codes: i64, size: i64) -> None:
        self.codes = codes  # cards are numbers below this
        self.size = size  # the most cards that a bag can hold
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
        """The guess must depend on which cards are hidden, not on where they lie: begin in order."""
        at = bag * self.size
        for card in range(self.codes):
            for copy in range(self.tally[bag * self.codes + card]):
                self.cards[at] = card
                at += 1
            self.tally[bag * self.codes + card] = 0

    def draw(self, bag: i64) -> i64:
        self.count[bag] -= 1
        return self.cards[bag * self.size + self.count[bag]]

"""Fair guesses of what a seat cannot know.

A seat that watches hidden cards move rarely knows nothing about them: three cards were passed, so it knows
the three, but not which of them was kept. Such places form a *lot*: the seat knows which cards are in the lot,
not which lies where. To guess is to shuffle every lot by itself.
"""

from mypy_extensions import i64

from bugbox.core.position import zeros
from bugbox.core.rng import Rng


class Workplace:
    """What a position needs only while it guesses: no part of the position, and never copied."""


class Lots(Workplace):
    """The hidden places of one seat: put the cards in lot by lot, shuffle, take them out for the same places."""

    def __init__(self, lots: i64, codes: i64, size: i64) -> None:
        self.codes = codes  # cards are numbers below this
        self.size = size  # the most cards that a lot can hold
        self.tally = zeros(lots * codes)
        self.count = zeros(lots)
        self.cards = zeros(lots * size)

    def put(self, lot: i64, card: i64) -> None:
        self.tally[lot * self.codes + card] += 1
        self.count[lot] += 1

    def shuffle(self, rng: Rng) -> None:
        for lot in range(len(self.count)):
            if self.count[lot] != 0:
                self.sort(lot)
                rng.shuffle(self.cards, lot * self.size, lot * self.size + self.count[lot])

    def sort(self, lot: i64) -> None:
        """The guess must depend on which cards are hidden, not on where they lie: begin in order."""
        at = lot * self.size
        for card in range(self.codes):
            for copy in range(self.tally[lot * self.codes + card]):
                self.cards[at] = card
                at += 1
            self.tally[lot * self.codes + card] = 0

    def take(self, lot: i64) -> i64:
        self.count[lot] -= 1
        return self.cards[lot * self.size + self.count[lot]]

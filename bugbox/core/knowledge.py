"""Fair guesses of what a seat cannot know.

A seat that watches hidden cards move rarely knows nothing about them: three cards were passed, so it knows
the three, but not which of them was kept. Such places form a *lot*: the seat knows which cards are in the lot,
not which lies where. To guess is to shuffle every lot by itself.
"""

from mypy_extensions import i64

from bugbox.core.position import zeros
from bugbox.core.rng import Rng


class Lots:
    """The hidden places of one seat, put in lot by lot, shuffled, and dealt back in the same order."""

    def __init__(self, lots: i64, size: i64) -> None:
        self.size = size  # the most cards that a lot can hold
        self.cards = zeros(lots * size)
        self.count = zeros(lots)

    def clear(self) -> None:
        for lot in range(len(self.count)):
            self.count[lot] = 0

    def put(self, lot: i64, card: i64) -> None:
        """Insert in sorted order: the guess must depend on which cards are hidden, not on where they are."""
        first = lot * self.size
        at = first + self.count[lot]
        while at > first and self.cards[at - 1] > card:
            self.cards[at] = self.cards[at - 1]
            at -= 1
        self.cards[at] = card
        self.count[lot] += 1

    def shuffle(self, rng: Rng) -> None:
        for lot in range(len(self.count)):
            first = lot * self.size
            rng.shuffle(self.cards, first, first + self.count[lot])

    def take(self, lot: i64) -> i64:
        self.count[lot] -= 1
        return self.cards[lot * self.size + self.count[lot]]

"""Random deals: an ordinary deal, and a uniform one in which some hands are known to be void in some suits.

Filling the restricted hands one after the other with any legal cards would not be uniform. So the number of cards that
a hand takes from each class is drawn in proportion to the number of ways to complete all the hands. A class is all
suits that the same hands may hold. This keeps the recursion small: there are at most four restricted hands, and the
count for the last one is a single binomial coefficient.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bugbox.core.bags import Scratch
from bugbox.core.bits import BIT, count, lowest, nth
from bugbox.core.rng import Rng
from bugbox.core.rows import zeros
from bugbox.games.bug_council.rules.box import CARDS, HAND, OF_SUIT, SUITS

CLASSES: Final[i64] = 16  # a suit's class is the bit set of the (at most four) hands that may hold it
MOST_HANDS: Final[i64] = 4
LOW_BITS: Final[i64] = 2097152  # 2 ** 21
UNIT: Final = 2.0**-53


def binomials() -> list[float]:
    """Return a table of binomial coefficients: n choose k is at 64 * n + k."""
    row, found = [1], []
    for n in range(61):
        found += [float(ways) for ways in row] + [0.0] * (63 - n)
        row = [a + b for a, b in zip([*row, 0], [0, *row], strict=True)]
    return found


BINOMIAL: Final = vec[float](binomials())


class Sharing(Scratch):
    """Working memory for dealing the deck or redealing the unseen cards."""

    def __init__(self, deck: list[int]) -> None:
        self.deck = vec[i64](deck)
        self.whole: i64 = sum([2**card for card in deck])
        self.cards = zeros(CARDS)
        self.size: i64 = 0
        # Restricted hands, and the cards left in each class when a hand's turn comes (a row per hand).
        self.hands: i64 = 0
        self.owners = zeros(MOST_HANDS)
        self.needs = zeros(MOST_HANDS)
        self.held = zeros(MOST_HANDS)  # sets: the cards dealt to them
        self.pools = zeros(CLASSES)  # sets of cards
        self.left = zeros((MOST_HANDS + 1) * CLASSES)
        self.weights = vec[float]([0.0] * 16)

    # --- Unrestricted dealing ---

    def gather(self) -> None:
        """Collect the whole deck."""
        self.size = len(self.deck)
        for i in range(self.size):
            self.cards[i] = self.deck[i]

    def aside(self, seats: i64) -> i64:
        """Return the number of cards not dealt to a hand."""
        return len(self.deck) - HAND * seats

    def gather_set(self, cards: i64) -> None:
        """Collect a set in ascending order, so that guesses depend only on which cards are unseen, not on where."""
        self.size = 0
        while cards != 0:
            low = cards & -cards
            self.cards[self.size] = lowest(low)
            self.size += 1
            cards -= low

    def draw(self, number: i64, rng: Rng) -> i64:
        """Draw the given number of cards at random; return them as a set."""
        drawn: i64 = 0
        for i in range(number):
            at = rng.below(self.size)
            drawn |= BIT[self.cards[at]]
            self.size -= 1
            self.cards[at] = self.cards[self.size]
        return drawn

    # --- Dealing to restricted hands ---

    def begin(self, unseen: i64) -> None:
        self.hands = 0
        for kind in range(CLASSES):
            self.pools[kind] = 0
        self.pools[0] = unseen

    def add_hand(self, owner: i64, need: i64, lacks: i64) -> None:
        """Add a hand to fill with `need` cards, none of the suits in `lacks`. Add the most restricted hands first."""
        hand = self.hands
        self.owners[hand] = owner
        self.needs[hand] = need
        self.hands += 1
        for suit in range(SUITS):
            if lacks & BIT[suit] == 0:
                self.let_in(BIT[hand], OF_SUIT[suit])

    def let_in(self, hand_bit: i64, suit: i64) -> None:
        """Let a hand hold a suit: move the suit's cards to the class that includes this hand."""
        for kind in range(hand_bit):
            cards = self.pools[kind] & suit
            self.pools[kind] -= cards
            self.pools[kind + hand_bit] |= cards

    def fill(self, rng: Rng) -> i64:
        """Fill all hands at random, every way equally likely; return the set of cards left."""
        for hand in range(self.hands):
            self.count_pools(hand)
            self.fill_hand(hand, rng)
            self.merge()
        return self.pools[0]

    def count_pools(self, hand: i64) -> None:
        for kind in range(BIT[self.hands - hand]):
            self.left[hand * CLASSES + kind] = count(self.pools[kind])

    def fill_hand(self, hand: i64, rng: Rng) -> None:
        need = self.needs[hand]
        self.held[hand] = 0
        kinds = BIT[self.hands - hand]
        for kind in range(1, kinds, 2):
            number = self.choose(hand, kind, need, rng)
            need -= number
            cards = some_of(self.pools[kind], number, rng)
            self.pools[kind] -= cards
            self.held[hand] |= cards
            self.put_down(hand, kind, number)

    def merge(self) -> None:
        """Drop the hand just filled: merge the classes that differed only by it."""
        for kind in range(0, CLASSES, 2):
            self.pools[kind // 2] = self.pools[kind] | self.pools[kind + 1]
        for kind in range(CLASSES // 2, CLASSES):
            self.pools[kind] = 0

    def choose(self, hand: i64, kind: i64, need: i64, rng: Rng) -> i64:
        """Draw the number of cards to take from this class, weighted by the number of ways to complete all hands."""
        fewest, most = self.fewest_of(hand, kind, need), self.most_of(hand, kind, need)
        if fewest == most:
            return most
        total = 0.0
        for number in range(fewest, most + 1):
            self.weights[number] = self.ways_with(hand, kind, number, need)
            total += self.weights[number]
        point = float(rng.word() * LOW_BITS + (rng.word() >> 11)) * UNIT * total
        last = fewest
        for number in range(fewest, most + 1):
            if self.weights[number] > 0.0:
                last = number
                point -= self.weights[number]
                if point < 0.0:
                    return last
        return last

    def fewest_of(self, hand: i64, kind: i64, need: i64) -> i64:
        """Return the number of cards that later classes cannot supply."""
        for later in range(kind + 2, BIT[self.hands - hand], 2):
            need -= self.left[hand * CLASSES + later]
        return need if need > 0 else i64(0)

    def most_of(self, hand: i64, kind: i64, need: i64) -> i64:
        there = self.left[hand * CLASSES + kind]
        return need if need < there else there

    def ways_with(self, hand: i64, kind: i64, number: i64, need: i64) -> float:
        """Count the ways to take `number` cards of this class and complete all hands."""
        self.put_down(hand, kind, number)
        after = self.ways(hand, kind + 2, need - number)
        if after == 0.0:
            return 0.0
        return BINOMIAL[64 * self.left[hand * CLASSES + kind] + number] * after

    def put_down(self, hand: i64, kind: i64, number: i64) -> None:
        """Set what is left to the next hand of this class, merged with the class that differs only by this hand."""
        here = hand * CLASSES + kind
        self.left[(hand + 1) * CLASSES + kind // 2] = self.left[here] + self.left[here - 1] - number

    def ways(self, hand: i64, kind: i64, need: i64) -> float:
        """Count the ways to fill the rest of this hand from this class on, and all later hands."""
        if kind >= BIT[self.hands - hand]:
            return self.ways(hand + 1, 1, self.needs[hand + 1]) if hand + 1 < self.hands else 1.0
        if hand + 1 == self.hands:
            return BINOMIAL[64 * self.left[hand * CLASSES + 1] + need]
        total = 0.0
        for number in range(self.fewest_of(hand, kind, need), self.most_of(hand, kind, need) + 1):
            total += self.ways_with(hand, kind, number, need)
        return total


def some_of(cards: i64, number: i64, rng: Rng) -> i64:
    """Return a random subset of the given size."""
    chosen: i64 = 0
    size = count(cards)
    for i in range(number):
        card = BIT[nth(cards, rng.below(size))]
        chosen |= card
        cards -= card
        size -= 1
    return chosen

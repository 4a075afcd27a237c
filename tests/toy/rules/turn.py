"""The rules of Leaf Lunch. Clause numbers are those of RULES.md."""

from librt.vecs import vec
from mypy_extensions import i64

from bugbox.core.bags import Bags
from bugbox.core.bits import BIT
from bugbox.core.pile import Pile, copy_piles, pile_of, piles
from bugbox.core.position import Position
from bugbox.core.rng import Rng
from bugbox.core.rows import copy_row, insert, zeros
from tests.toy.rules.box import TWIG, LunchVariant

LAY, EAT, OVER = 0, 1, 2  # stages: all lay a leaf from their hands; one of them eats a leaf from the twig
LAID, SHOWED, ATE = 0, 1, 2  # events: each with a seat, or the snail, and a leaf


class LeafLunch(Position):
    """A lunch in progress. The snail is ranked after the seats; 0 means no leaf."""

    def __init__(self, variant: LunchVariant, rng: Rng) -> None:
        super().__init__(variant, rng)
        self.rounds = variant.rounds
        self.deck, self.discards = pile_of(variant.leaves), Pile(len(variant.leaves))
        self.twig = Pile(TWIG)
        self.hands = piles(self.seats, self.rounds)
        self.piles = [self.deck, self.twig, self.discards, *self.hands]
        self.laid = zeros(self.ranked)  # until all have chosen, a seat's is secret and still in its hand
        self.eaten = zeros(self.ranked)
        self.bag = Bags(1, self.codes, len(variant.leaves))

    def set_up(self) -> None:
        self.deck.shuffle(self.rng)
        for hand in self.hands * self.rounds:  # TOY-F2
            hand.add(self.deck.draw())
        self.start_round()

    def start_round(self) -> None:
        for leaf in range(TWIG):  # TOY-F3
            self.twig.sort_in(self.deck.draw())
        for snail in range(self.seats, self.ranked):  # TOY-F8
            self.laid[snail] = self.deck.draw()
        self.ask_all(BIT[self.seats] - 1, LAY)

    def is_secret(self) -> bool:
        return self.stage == LAY

    def options(self, seat: i64, out: vec[i64]) -> i64:
        leaves = self.hands[seat] if self.stage == LAY else self.twig
        found: i64 = 0
        for i in range(leaves.size):
            found = insert(out, found, leaves.cards[i])  # TOY-R2
        return found

    def act(self, seat: i64, option: i64) -> None:
        if self.stage == EAT:
            self.eat(seat, option)
            return
        self.laid[seat] = option
        self.tell(LAID, seat, option)
        if self.answered(seat):  # TOY-F4
            self.show()

    def show(self) -> None:
        first: i64 = 0
        for who in range(self.ranked):
            self.tell(SHOWED, who, self.laid[who])
            if self.laid[who] > self.laid[first]:  # TOY-F5, TOY-R1
                first = who
        for seat in range(self.seats):
            self.hands[seat].remove(self.laid[seat])
        if self.seats > 1:  # TOY-R3
            self.reveal()
        if first < self.seats:
            self.ask(first, EAT)
        else:
            self.eat(first, self.twig.cards[TWIG - 1])  # TOY-F8

    def eat(self, who: i64, leaf: i64) -> None:
        self.eaten[who] += leaf
        self.tell(ATE, who, leaf)
        self.discards.take_over(self.twig)  # TOY-F6
        for other in range(self.ranked):
            self.discards.add(self.laid[other])
            self.laid[other] = 0
        self.beat()
        if self.hands[0].size == 0:
            self.end(OVER)
        else:
            self.reveal()
            self.start_round()

    def points(self, who: i64) -> i64:
        return self.eaten[who]

    def is_ahead(self, a: i64, b: i64) -> bool:
        return self.eaten[a] > self.eaten[b]  # TOY-F7

    def copy_from(self, other: Position) -> None:
        assert isinstance(other, LeafLunch)
        super().copy_from(other)
        copy_piles(other.piles, self.piles)
        copy_row(other.laid, self.laid)
        copy_row(other.eaten, self.eaten)

    def guess(self, seat: i64, rng: Rng) -> None:
        """Put the deck and other hands into one bag (TOY-R4); others who have laid a leaf in secret choose again."""
        self.rng.branch_from(rng)
        for other in range(self.seats):
            if other != seat and self.stage == LAY:
                self.laid[other] = 0
                self.waiting |= BIT[other]
        hidden = [pile for pile in (self.deck, *self.hands) if pile is not self.hands[seat]]
        for pile in hidden:
            for i in range(pile.size):
                self.bag.put(0, pile.cards[i])
        self.bag.shake(rng)
        for pile in hidden:
            for i in range(pile.size):
                pile.cards[i] = self.bag.draw(0)

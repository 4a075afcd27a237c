"""The state of Bugs on Rugs, and how bugs move between deck, Wall, Floor and hands.

The sequence of play is in turn.py, the powers in powers.py, the end of the game in grouping.py and scoring.py.
"""

from abc import abstractmethod
from typing import Final

from mypy_extensions import i64

from bugbox.core.bags import Bags
from bugbox.core.pile import Hand, Pile, pile_of
from bugbox.core.position import Position, Variant
from bugbox.core.rng import Rng
from bugbox.core.rows import copy_row, zeros
from bugbox.games.bugs_on_rugs.rules import memory
from bugbox.games.bugs_on_rugs.rules.box import BUGS, CARD_CODES, DECK, LARVA, NO_BUG, RUG_CODES, SCORED
from bugbox.games.bugs_on_rugs.rules.memory import Memory
from bugbox.games.bugs_on_rugs.rules.recollection import Recollection

# Stages: the kind of decision that is due.
PICK: Final[i64] = 0  # a bug from the Floor
SHOW: Final[i64] = 1  # Butterfly: a bug whose power runs
PLACE: Final[i64] = 2  # Firefly: a bug for the next Floor
TRADE: Final[i64] = 3  # Spider: a bug for the end of the Wall
DRAW: Final[i64] = 4  # Ladybug: draw, or hatch first
SWAP: Final[i64] = 5  # Mosquito: a bug from the hand
SLOT: Final[i64] = 6  # Mosquito: the bug on the Wall to take for it
PASS: Final[i64] = 7  # Fly, Beetle: a bug to pass, all at once
TAKE: Final[i64] = 8  # hatching: a bug from the Wall
AFTER: Final[i64] = 9  # hatch after the action, or finish
GROUP: Final[i64] = 10  # what the pairs of Mosquitos copy, all at once
BREAK: Final[i64] = 11  # break a pair to hatch Larvae, or finish
OVER: Final[i64] = 12

# Option codes: a bug is its card code; codes above those stand for other things.
DONE: Final[i64] = 0
TOP_OF_DECK: Final[i64] = 81
WALL: Final[i64] = 82  # + the index on the Wall
HATCH: Final[i64] = 172  # + 9 x the smaller rug + the larger one: which two Larvae to discard
PAIR: Final[i64] = 253  # + 2 x the bug that a pair copies, + 1 if it is broken for two Larvae
GROUPING: Final[i64] = 271  # + the number of the grouping
CODES: Final[i64] = 1558

# Event kinds, each with its arguments.
ROUND: Final[i64] = 0  # number, start player, 1 if it is the last
PICKED: Final[i64] = 1  # seat, card
LEFTOVER: Final[i64] = 2  # card
ADDED: Final[i64] = 3  # card added to the Wall from the deck
CLEARED: Final[i64] = 4  # number of Larvae removed from the Wall
SHOWED: Final[i64] = 5  # seat, card
PROVED: Final[i64] = 6  # seat; its whole hand follows as SHOWED events
PLACED: Final[i64] = 7  # seat, card
TRADED: Final[i64] = 8  # seat, card given, card taken
DREW: Final[i64] = 9  # seat, card
SWAPPED: Final[i64] = 10  # seat, card given, card taken
PASSED: Final[i64] = 11  # giver, receiver, card
HATCHED: Final[i64] = 12  # seat, first Larva, second Larva, card taken
ENDING: Final[i64] = 13  # the last round
GROUPED: Final[i64] = 14  # seat, bug, pairs
BROKE: Final[i64] = 15  # seat, bug, Larvae hatched
SCORED_ALL: Final[i64] = 16
POWER: Final[i64] = 17  # bug whose power runs

MOST_HAND: Final[i64] = 48


def bug_of(card: i64) -> i64:
    return card // RUG_CODES


class RugsVariant(Variant):
    def __init__(self, seats: i64, random_start: bool, aid: bool, end_above: i64, deck: list[int]) -> None:
        super().__init__(seats, CODES)
        self.random_start: Final = random_start  # otherwise seat 0 starts
        self.aid: Final = aid  # views list cards the viewer has seen go into other hands
        self.end_above: Final = end_above  # bugs above the End card
        self.deck: Final = deck


class Layout(Position):
    """The state: hands are sorted, the Wall runs from its start to its end."""

    def __init__(self, variant: RugsVariant, rng: Rng) -> None:
        super().__init__(variant, rng)
        self.random_start = variant.random_start
        self.aid = variant.aid
        self.end_below = DECK - variant.end_above  # bugs below the End card
        self.end_seen = False
        self.final = False  # whether this round is the last
        self.round: i64 = 0
        self.start: i64 = 0
        self.power: i64 = NO_BUG  # the bug whose power runs
        self.turn: i64 = 0  # number of turns completed in this draft or power
        self.back: i64 = PICK  # the stage that a hatching interrupts
        self.given: i64 = 0  # the card to swap, or the rugs of the two Larvae being hatched

        self.deck = pile_of(variant.deck)
        self.wall = Pile(DECK)
        self.floor = Pile(DECK)
        self.removed = Pile(DECK)
        self.hands = [Hand(MOST_HAND, BUGS, RUG_CODES) for seat in range(self.seats)]
        self.chosen = zeros(self.seats)  # secret: a card to pass, or 1 + a grouping
        self.memory = Memory()
        self.recollection = Recollection(self.seats)
        self.bags = Bags(1, CARD_CODES, DECK)

        self.pairs = zeros(self.seats * BUGS)  # by seat and bug: pairs of Mosquitos that copy it
        self.hatched = zeros(self.seats)  # by seat: Larvae hatched for points
        self.scores = zeros(self.seats * SCORED)

    def copy_from(self, other: Position) -> None:
        assert isinstance(other, Layout)
        super().copy_from(other)
        self.end_below = other.end_below
        self.end_seen = other.end_seen
        self.final = other.final
        self.round = other.round
        self.start = other.start
        self.power = other.power
        self.turn = other.turn
        self.back = other.back
        self.given = other.given
        self.deck.copy_from(other.deck)
        self.wall.copy_from(other.wall)
        self.floor.copy_from(other.floor)
        self.removed.copy_from(other.removed)
        for seat in range(self.seats):
            self.hands[seat].copy_from(other.hands[seat])
        self.memory.copy_from(other.memory)
        copy_row(other.chosen, self.chosen)
        copy_row(other.pairs, self.pairs)
        copy_row(other.hatched, self.hatched)
        copy_row(other.scores, self.scores)

    # --- Implemented in turn.py ---

    @abstractmethod
    def next_turn(self) -> None:
        """End a seat's turn: the next seat picks, or is asked by the power."""

    @abstractmethod
    def after_action(self, seat: i64) -> None:
        """Let the seat hatch if it can, then end its turn."""

    @abstractmethod
    def end_round(self) -> None: ...

    @abstractmethod
    def run_power(self, bug: i64, is_leftover: bool) -> None: ...

    # --- Moving bugs ---

    def draw(self, rounds_to_come: i64 = 1) -> i64:
        """Draw the next bug, or 0 from an empty deck (BOR-R10); the End card is skipped (BOR-F5)."""
        if self.deck.size == self.end_below and not self.end_seen:
            self.end_seen = True  # BOR-R5: everyone sees it
            self.tell(ENDING, self.round + rounds_to_come)
        if self.deck.size == 0:
            return 0
        self.reveal()
        return self.deck.draw()

    def deal(self, seat: i64, card: i64) -> None:
        """Give a seat a card that nobody else sees."""
        self.hands[seat].sort_in(card)
        self.memory.write(memory.DEALT, seat, 0, card)

    def gain(self, seat: i64, card: i64) -> None:
        """Give a seat a card that everyone sees."""
        self.hands[seat].sort_in(card)
        self.memory.write(memory.GAINED, seat, 0, card)

    def lose(self, seat: i64, card: i64) -> None:
        self.hands[seat].remove(card)
        self.memory.write(memory.LOST, seat, 0, card)
        self.reveal()

    def prove(self, seat: i64) -> None:
        """Show everyone the seat's whole hand."""
        self.tell(PROVED, seat)
        hand = self.hands[seat]
        copies: i64 = 0
        for i in range(hand.size):
            same = copies > 0 and hand.cards[i] == hand.cards[i - 1]
            copies = copies + 1 if same else i64(1)
            self.memory.write(memory.SHOWN, seat, copies, hand.cards[i])
            self.tell(SHOWED, seat, hand.cards[i])
        self.reveal()

    # --- Counting ---

    def count_of(self, seat: i64, bug: i64) -> i64:
        return self.hands[seat].of_kind[bug]

    def on_wall(self, bug: i64) -> i64:
        """Count the bugs of a kind on the Wall."""
        count: i64 = 0
        for i in range(self.wall.size):
            if bug_of(self.wall.cards[i]) == bug:
                count += 1
        return count

    def can_hatch(self, seat: i64) -> bool:
        return self.wall.size > 0 and self.count_of(seat, LARVA) >= 2  # BOR-F9, BOR-R23

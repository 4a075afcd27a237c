"""Game state of Bug Council: hands as bit sets of cards, the trick, the council and its cubes, the score pad.

Turn order is in turn.py, visits and recruits in council.py, the scoring of a round in scoring.py.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bugbox.core.bits import BIT, count, lowest, nth
from bugbox.core.position import Position, Variant
from bugbox.core.rng import Rng
from bugbox.core.rows import copy_row, zeros
from bugbox.games.bug_council.rules.box import (
    CARDS,
    FIRST_CUBES,
    HAND,
    MOST_ROUNDS,
    NONE,
    OPEN_ALONE,
    OPEN_CARDS,
    SPARED_ALONE,
    SUITS,
)
from bugbox.games.bug_council.rules.dealing import Sharing

# Stages: the decision that is due.
DECLARE: Final[i64] = 0  # everybody simultaneously: allegiance or none
DISCARD: Final[i64] = 1  # players without allegiance, simultaneously: a card from hand
PLAY: Final[i64] = 2  # a card from hand
SEND: Final[i64] = 3  # one of the Emissary's open cards
VISIT: Final[i64] = 4  # a tile of the council, or none
SHOW: Final[i64] = 5  # none: cards or thumbs have just been revealed
OVER: Final[i64] = 6

# Option codes. Codes below 60 are cards; the stage says what is done with them.
VISITS: Final[i64] = 60  # + suit
DECLINE: Final[i64] = 65
ALLEGIANCE: Final[i64] = 66
NO_ALLEGIANCE: Final[i64] = 67
CODES: Final[i64] = 68

# Events and their arguments. `who` is a seat, or the Emissary (numbered after the seats).
FIRST: Final[i64] = 0  # leader, the seat that plays for the Emissary
ROUND: Final[i64] = 1  # number
CHOSE: Final[i64] = 2  # seat, thumb
TURNED: Final[i64] = 3  # bit set of seats without allegiance, bit set of the others
DISCARDED: Final[i64] = 4  # seat, card
PLAYED: Final[i64] = 5  # who, card, suit led, motive of the solo Emissary
WON: Final[i64] = 6  # who, card, cubes of its suit, reason
VISITED: Final[i64] = 7  # who, suit, cubes, 1 + temperament if the solo Emissary chose
SOWN: Final[i64] = 8  # suit, cubes there now
STAYED: Final[i64] = 9  # suit, cubes moved to the chambers, cubes in the chambers now
DECLINED: Final[i64] = 10  # seat
NO_VISIT: Final[i64] = 11  # 0: nobody followed; 1: the Emissary found no cubes; 2: it skips the visit; temperament
DREW: Final[i64] = 12  # the Emissary's card
SCORED: Final[i64] = 13  # who, last card, tricks, bonus
RECRUITED: Final[i64] = 14  # bit set of the suits that get a cube
ENDED: Final[i64] = 15
MET: Final[i64] = 16  # temperament of this round
SIDED: Final[i64] = 17  # bit set of the factions that the solo Emissary scores, temperament, tricks, bonus

UNDECIDED: Final[i64] = 0  # thumbs
UP: Final[i64] = 1
DOWN: Final[i64] = 2

A_CUBE: Final[i64] = 16
PLACES: Final[i64] = 5  # most players in a trick; `order` and `cards` hold two tricks


class CouncilVariant(Variant):
    """Seats and settings; with one or two seats the Emissary is ranked too."""

    def __init__(
        self,
        seats: i64,
        rounds: i64,
        reward: i64,
        must_visit: bool,
        start: i64,
        deck: list[int],
        temper: i64 = NONE,
    ) -> None:
        super().__init__(seats, CODES, i64(1) if seats <= 2 else i64(0))
        self.rounds: Final = rounds
        self.reward: Final = reward
        self.must_visit: Final = must_visit
        self.start: Final = start  # the seat that leads first; NONE: drawn at random
        self.deck: Final = deck
        self.temper: Final = temper  # NONE: drawn at random


class Layout(Position):
    """State of the table. The Emissary, if present, is ranked and numbered after the seats."""

    def __init__(self, variant: CouncilVariant, rng: Rng) -> None:
        super().__init__(variant, rng)
        self.rounds = variant.rounds
        self.reward = variant.reward
        self.must_visit = variant.must_visit
        self.start = variant.start
        self.emissary = self.seats if self.ranked > self.seats else NONE
        self.is_alone = self.seats == 1  # solo game: the Emissary decides by its temperament
        self.open_cards = OPEN_ALONE if self.is_alone else OPEN_CARDS
        self.spared = SPARED_ALONE if self.is_alone else i64(0)
        self.fixed_temper = variant.temper

        self.clockwise = zeros(SUITS)  # the next faction in the circle
        self.cubes = zeros(SUITS)
        self.chambers: i64 = 0

        self.round: i64 = 0  # from 1
        self.scored: i64 = 0  # rounds
        self.counted: i64 = 0  # participants whose current round has been scored
        self.hands = zeros(self.seats)  # sets of cards
        self.stock: i64 = 0  # set: cards set aside, or the Emissary's deck, which is drawn at random
        self.open: i64 = 0  # set: the Emissary's
        self.gone: i64 = 0  # set: all cards played or shown this round
        self.thumbs = zeros(self.seats)  # secret
        self.unallied: i64 = 0  # bit set of the seats without allegiance
        self.discards = vec[i64]([NONE] * int(self.seats))  # face down
        self.lacks = zeros(self.ranked)  # bit sets of the suits each is known to be void in
        self.tricks = zeros(self.ranked)  # won in this round

        self.leader: i64 = 0  # of this trick or the next
        self.sender: i64 = 0  # the seat that plays for the Emissary
        self.trick: i64 = 0  # number in the round, from 1
        self.at: i64 = 0  # offset of this trick in `order` and `cards`; the last one starts at PLACES - at
        self.order = zeros(2 * PLACES)  # who plays first, second, ...
        self.cards = vec[i64]([NONE] * int(2 * PLACES))  # in the same order
        self.played: i64 = 0  # cards in this trick
        self.lead: i64 = NONE  # suit
        self.best: i64 = NONE  # winning card so far
        self.strength: i64 = 0  # of `best`: A_CUBE per cube of its suit, plus its value
        self.winner: i64 = NONE  # who played `best`
        self.last_winner: i64 = NONE
        self.on_suit: i64 = 0  # number of cards that followed, with the one led
        self.low: i64 = 0  # lowest value on suit
        self.visitor: i64 = NONE  # who played `low`
        self.sown: i64 = NONE  # the tile being visited; cube counts have changed since the trick was won
        self.taken: i64 = 0  # cubes that were on it

        self.temper: i64 = NONE  # of the solo Emissary, this round
        self.met: i64 = 0  # bit set of the temperaments drawn so far

        # The score pad: MOST_ROUNDS numbers per ranked participant.
        self.trick_points = zeros(self.ranked * MOST_ROUNDS)
        self.bonus = zeros(self.ranked * MOST_ROUNDS)
        self.kept = vec[i64]([NONE] * int(self.ranked * MOST_ROUNDS))  # last cards; NONE without allegiance

        self.allies = zeros(MOST_ROUNDS)  # bit sets of the factions that the solo Emissary scored

        self.sharing = Sharing(variant.deck)

    def copy_from(self, other: Position) -> None:
        assert isinstance(other, Layout)
        super().copy_from(other)
        copy_row(other.clockwise, self.clockwise)
        copy_row(other.cubes, self.cubes)
        self.chambers = other.chambers
        self.round = other.round
        self.scored = other.scored
        self.counted = other.counted
        copy_row(other.hands, self.hands)
        self.stock = other.stock
        self.open = other.open
        self.gone = other.gone
        copy_row(other.thumbs, self.thumbs)
        self.unallied = other.unallied
        copy_row(other.discards, self.discards)
        copy_row(other.lacks, self.lacks)
        copy_row(other.tricks, self.tricks)
        self.copy_trick(other)
        copy_row(other.trick_points, self.trick_points)
        copy_row(other.bonus, self.bonus)
        copy_row(other.kept, self.kept)
        self.temper = other.temper
        self.met = other.met
        copy_row(other.allies, self.allies)

    def copy_trick(self, other: "Layout") -> None:
        self.leader = other.leader
        self.sender = other.sender
        self.trick = other.trick
        self.at = other.at
        copy_row(other.order, self.order)
        copy_row(other.cards, self.cards)
        self.played = other.played
        self.lead = other.lead
        self.best = other.best
        self.strength = other.strength
        self.winner = other.winner
        self.last_winner = other.last_winner
        self.on_suit = other.on_suit
        self.low = other.low
        self.visitor = other.visitor
        self.sown = other.sown
        self.taken = other.taken

    # --- Cards ---

    def deal(self) -> None:
        """Deal eleven cards to each seat; the rest are set aside or go to the Emissary (BC-F3, BC-R44)."""
        sharing = self.sharing
        sharing.gather()
        self.stock = sharing.whole
        for seat in range(self.seats):
            hand = sharing.draw(HAND, self.rng)
            self.hands[seat] = hand
            self.stock -= hand
        self.open = 0
        if self.emissary >= 0:
            for nth_card in range(self.open_cards):
                self.turn_over()

    def turn_over(self) -> i64:
        """Turn over the next card of the Emissary's deck."""
        card = nth(self.stock, self.rng.below(count(self.stock)))
        self.stock -= BIT[card]
        self.open |= BIT[card]
        return card

    def sow_first(self) -> None:
        """Arrange the factions in a random circle and give cubes to four of them (BC-F2, BC-M5)."""
        suits = vec[i64]([0, 1, 2, 3, 4])
        self.rng.shuffle(suits, 1, SUITS)
        for place in range(SUITS):
            self.clockwise[suits[place]] = suits[(place + 1) % SUITS]
        self.rng.shuffle(suits, 0, SUITS)
        for place in range(SUITS):
            self.cubes[suits[place]] = FIRST_CUBES[place]


def write_cards(cards: i64, out: vec[i64]) -> i64:
    """Write the cards of a set in ascending order; return their number."""
    found: i64 = 0
    while cards != 0:
        out[found] = lowest(cards)
        found += 1
        cards &= cards - 1
    return found


def cards_of(cards: i64) -> list[int]:
    """Return the cards of a set as a list, for code outside the rules."""
    return [card for card in range(CARDS) if cards & BIT[card]]

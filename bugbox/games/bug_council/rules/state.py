"""What lies where in Bug Council: hands as sets of cards, the trick, the council and its cubes, the score pad.

The course of the game is in turn.py, the council's part in council.py, what a round scores in scoring.py.
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

# Stages: what is decided now.
DECLARE: Final[i64] = 0  # all at once: allegiance or none
DISCARD: Final[i64] = 1  # those without allegiance, at once: a card of their hand
PLAY: Final[i64] = 2  # a card of the own hand
SEND: Final[i64] = 3  # an open card of the Emissary
VISIT: Final[i64] = 4  # a tile of the council, or none
SHOW: Final[i64] = 5  # nothing: all look at what has been turned over
OVER: Final[i64] = 6

# Option codes. A card is itself, whatever is done with it.
VISITS: Final[i64] = 60  # + suit
DECLINE: Final[i64] = 65
ALLEGIANCE: Final[i64] = 66
NO_ALLEGIANCE: Final[i64] = 67
CODES: Final[i64] = 68

# What the story tells. `who` is a seat, or the Emissary after them.
FIRST: Final[i64] = 0  # who leads, the seat that plays for the Emissary
ROUND: Final[i64] = 1  # number
CHOSE: Final[i64] = 2  # seat, thumb
TURNED: Final[i64] = 3  # bit set of those without allegiance, bit set of the others
DISCARDED: Final[i64] = 4  # seat, card
PLAYED: Final[i64] = 5  # who, card, suit that was led, motive of an Emissary that plays by itself
WON: Final[i64] = 6  # who, card, cubes of its suit, reason
VISITED: Final[i64] = 7  # who, suit, cubes, 1 + its temperament if the Emissary chose
SOWN: Final[i64] = 8  # suit, cubes there now
STAYED: Final[i64] = 9  # suit, cubes that go to the chambers, cubes there now
DECLINED: Final[i64] = 10  # seat
NO_VISIT: Final[i64] = 11  # 0: nobody followed; 1: the Emissary found no cubes; 2: it stays away, temperament
DREW: Final[i64] = 12  # card of the Emissary
SCORED: Final[i64] = 13  # who, last card, tricks, bonus
RECRUITED: Final[i64] = 14  # bit set of the suits that get a cube
ENDED: Final[i64] = 15
MET: Final[i64] = 16  # temperament of this round
SIDED: Final[i64] = 17  # bit set of the factions that an Emissary with a temperament scores, it, tricks, bonus

UNDECIDED: Final[i64] = 0  # thumbs
UP: Final[i64] = 1
DOWN: Final[i64] = 2

A_CUBE: Final[i64] = 16
PLACES: Final[i64] = 5  # most that play to a trick; the rows of a trick have room for two of them


class CouncilVariant(Variant):
    """Seats and settings; with one or two seats the Emissary is ranked beside them."""

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
    """The table. Everybody that plays to tricks is ranked; the Emissary, if it is there, comes after the seats."""

    def __init__(self, variant: CouncilVariant, rng: Rng) -> None:
        super().__init__(variant, rng)
        self.rounds = variant.rounds
        self.reward = variant.reward
        self.must_visit = variant.must_visit
        self.start = variant.start
        self.emissary = self.seats if self.ranked > self.seats else NONE
        self.is_alone = self.seats == 1  # with an Emissary that decides by its temperament
        self.open_cards = OPEN_ALONE if self.is_alone else OPEN_CARDS
        self.spared = SPARED_ALONE if self.is_alone else i64(0)
        self.fixed_temper = variant.temper

        self.clockwise = zeros(SUITS)  # the next faction round the council
        self.cubes = zeros(SUITS)
        self.chambers: i64 = 0

        self.round: i64 = 0  # from 1 on
        self.scored: i64 = 0  # rounds
        self.counted: i64 = 0  # of the round that is being scored: so many of those that are ranked
        self.hands = zeros(self.seats)  # sets of cards
        self.stock: i64 = 0  # set: put aside, or the deck of the Emissary, in no order as nobody has seen it
        self.open: i64 = 0  # set: of the Emissary
        self.gone: i64 = 0  # set: all that has been seen in this round
        self.thumbs = zeros(self.seats)  # secret
        self.unallied: i64 = 0  # bit set of the seats without allegiance
        self.discards = vec[i64]([NONE] * int(self.seats))  # face down
        self.lacks = zeros(self.ranked)  # bit sets of the suits that somebody has shown not to have
        self.tricks = zeros(self.ranked)  # won in this round

        self.leader: i64 = 0  # who, of this trick or the next
        self.sender: i64 = 0  # the seat that plays for the Emissary
        self.trick: i64 = 0  # number in the round, from 1 on
        self.at: i64 = 0  # where the rows of this trick begin; those of the last one begin at PLACES - at
        self.order = zeros(2 * PLACES)  # who plays first, second, ...
        self.cards = vec[i64]([NONE] * int(2 * PLACES))  # in this order
        self.played: i64 = 0  # so many of them
        self.lead: i64 = NONE  # suit
        self.best: i64 = NONE  # card so far
        self.strength: i64 = 0  # of it: A_CUBE for each cube of its suit, and its value
        self.winner: i64 = NONE  # who played it
        self.last_winner: i64 = NONE
        self.on_suit: i64 = 0  # how many
        self.low: i64 = 0  # lowest value on suit
        self.visitor: i64 = NONE  # who played it
        self.sown: i64 = NONE  # the tile being visited: from then on cubes are no more as they were in the trick
        self.taken: i64 = 0  # so many cubes lay there

        self.temper: i64 = NONE  # of the Emissary in this round, when it decides by itself
        self.met: i64 = 0  # bit set of temperaments

        # The score pad: MOST_ROUNDS numbers for everybody that is ranked.
        self.trick_points = zeros(self.ranked * MOST_ROUNDS)
        self.bonus = zeros(self.ranked * MOST_ROUNDS)
        self.kept = vec[i64]([NONE] * int(self.ranked * MOST_ROUNDS))  # last cards; NONE without allegiance

        self.allies = zeros(MOST_ROUNDS)  # bit sets of the factions that an Emissary with a temperament scored

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
        """Seat by seat, eleven at once; the rest is put aside, or is the Emissary's (BC-F3, BC-R44)."""
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
        """The next card of the Emissary's deck."""
        card = nth(self.stock, self.rng.below(count(self.stock)))
        self.stock -= BIT[card]
        self.open |= BIT[card]
        return card

    def sow_first(self) -> None:
        """The factions in a random circle, and cubes for four of them (BC-F2, BC-M5)."""
        suits = vec[i64]([0, 1, 2, 3, 4])
        self.rng.shuffle(suits, 1, SUITS)
        for place in range(SUITS):
            self.clockwise[suits[place]] = suits[(place + 1) % SUITS]
        self.rng.shuffle(suits, 0, SUITS)
        for place in range(SUITS):
            self.cubes[suits[place]] = FIRST_CUBES[place]


def write_cards(cards: i64, out: vec[i64]) -> i64:
    """The cards of a set, ascending; returns how many."""
    found: i64 = 0
    while cards != 0:
        out[found] = lowest(cards)
        found += 1
        cards &= cards - 1
    return found


def cards_of(cards: i64) -> list[int]:
    """For everything but the rules themselves."""
    return [card for card in range(CARDS) if cards & BIT[card]]

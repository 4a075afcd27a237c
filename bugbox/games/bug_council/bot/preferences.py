"""Heuristic move preferences for Bug Council, based only on what the player can see.

Each option gets an urge; raising it by 8 makes the option e (2.7) times as likely. Comments below describe how each
constant changes the urge.
"""

import math
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bugbox.core.bits import BIT, count
from bugbox.games.bug_council.rules.box import A_SUIT, NONE, OF_SUIT, SUIT_OF, SUITS, TRICKS, VALUE_OF, VALUES
from bugbox.games.bug_council.rules.state import A_CUBE, Layout

# Playing a card to win tricks.
TAKE: Final[i64] = 30  # a winning card played last: a certain point
CHEAP: Final[i64] = 1  # minus this per point of value: save high cards for later tricks
TRY: Final[i64] = 16  # winning so far, with others still to play
BEATEN: Final[i64] = 1  # minus this if a higher card of the suit is unseen
SPOIL: Final[i64] = 28  # minus this if it takes the trick off a ducking player: the trick costs them ten points
SHED: Final[i64] = 2  # a losing card: minus this per point of value
SHED_CUBE: Final[i64] = 4  # a losing card off suit: minus this per cube, as strong suits win later and score
LOW: Final[i64] = 3  # a losing card, but the lowest on suit so far: it may earn a visit
LEAD: Final[i64] = 1  # leading: plus this per point of value
LEAD_CUBE: Final[i64] = 2  # plus this per cube, as off-suit cards are less likely to beat it
TOP: Final[i64] = 10  # plus this if no higher card of the suit is unseen
BOTTOM: Final[i64] = 1  # plus this if no lower card of the suit is unseen: a certain visit
HOME: Final[i64] = 3  # minus this for a card of the home faction (see home_of)
LAST_OF_HOME: Final[i64] = 12  # minus this instead for the only such card
LAST_CUBE: Final[i64] = 4  # in the last two tricks, minus this per cube: the card left over scores

# Playing a card without allegiance, to win no tricks.
RISK: Final[i64] = 16  # minus this if it is winning so far
RISK_VALUE: Final[i64] = 2  # and minus this per point of value, as somebody must beat it
DUMP: Final[i64] = 3  # a losing card: plus this per point of value, to get rid of it
LOW_LEAD: Final[i64] = 4  # leading: minus this per point of value
WEAK_LEAD: Final[i64] = 1  # and per cube
DISCARD_VALUE: Final[i64] = 3  # discard the most dangerous card: plus this per point of value
DISCARD_CUBE: Final[i64] = 3  # and per cube

# Visiting: the value of each cube added to a tile.
MINE: Final = 30.0  # times this suit's share of the player's hand; negated when ducking
UNSEEN: Final = 12.0  # minus this times the suit's share of the unseen cards
AT_HOME: Final = 1.2  # plus this per trick played, for the home faction
AT_LAST: Final = 12.0  # replaces AT_HOME in the last two tricks
THEIRS: Final = 3.0  # minus this if the Emissary has an open card of the suit
STAY: Final[i64] = -3  # declining; most visits help somebody, so it is better to make one

# Playing for the Emissary: it should lose, or win if the sender is ducking.
SEND_WINS: Final[i64] = 12
SEND_VALUE: Final[i64] = 2  # leading: per point of value above the middle
SEND_CUBE: Final[i64] = 2  # and per cube above two

GAIN: Final = 16.0  # No Allegiance: per point expected above allegiance

MOST: Final[i64] = 64  # urges are clamped to +-MOST
ONE: Final[i64] = 16  # the weight of urge 0
WEIGHT: Final = vec[i64]([max(1, round(int(ONE) * math.exp((n - int(MOST)) / 8))) for n in range(2 * int(MOST) + 1)])


# --- Helpers ---


def weight_of(urge: i64) -> i64:
    if urge > MOST:
        urge = MOST
    elif urge < -MOST:
        urge = -MOST
    return WEIGHT[MOST + urge]


def is_ducking(game: Layout, who: i64) -> bool:
    """Return whether this player has no allegiance and can still earn the reward."""
    return who < game.seats and game.unallied & BIT[who] != 0 and game.tricks[who] <= game.spared


def home_of(game: Layout, hand: i64) -> i64:
    """Return the strongest faction in the hand: the probable faction of its last card."""
    home: i64 = NONE
    for suit in range(SUITS):
        if hand & OF_SUIT[suit] and (home < 0 or game.cubes[suit] > game.cubes[home]):
            home = suit
    return home


def unseen_by(game: Layout, hand: i64) -> i64:
    """Return the cards that others may still hold, as far as the owner of this hand knows."""
    return game.sharing.whole & ~(game.gone | hand)


def share_of_suit(cards: i64, suit: i64) -> float:
    return float(count(cards >> (VALUES * suit) & A_SUIT)) / float(count(cards)) if cards != 0 else 0.0


# --- Urges to play a card ---


def is_winning(game: Layout, card: i64) -> bool:
    return game.cubes[SUIT_OF[card]] * A_CUBE + VALUE_OF[card] >= game.strength


def is_last(game: Layout) -> bool:
    return game.played + 1 == game.ranked


def lead_with(game: Layout, card: i64, unseen: i64) -> i64:
    urge = LEAD * VALUE_OF[card] + LEAD_CUBE * game.cubes[SUIT_OF[card]]
    rest = unseen & OF_SUIT[SUIT_OF[card]]
    if rest < BIT[card]:
        urge += TOP
    if rest & (BIT[card] - 1) == 0:
        urge += BOTTOM
    return urge


def follow_with(game: Layout, card: i64, unseen: i64) -> i64:
    """Prefer the cheapest certain winner, then a possible winner, then the least useful loser."""
    suit = SUIT_OF[card]
    value = VALUE_OF[card]
    if is_winning(game, card):
        urge = TAKE - CHEAP * value if is_last(game) else TRY
        if not is_last(game) and unseen & OF_SUIT[suit] > BIT[card]:
            urge -= BEATEN
        return urge - SPOIL if is_ducking(game, game.winner) else urge
    if suit != game.lead:
        return -SHED * value - SHED_CUBE * (game.cubes[suit] - 2)
    return LOW - SHED * value if value < game.low else -SHED * value


def kept_back(game: Layout, hand: i64, home: i64, card: i64) -> i64:
    """Return the penalty for playing a card that is worth keeping as the last one."""
    suit = SUIT_OF[card]
    less: i64 = 0
    if suit == home:
        less = LAST_OF_HOME if hand & OF_SUIT[home] == BIT[card] else HOME
    if game.trick >= TRICKS - 1:
        less += LAST_CUBE * game.cubes[suit]
    return less


def duck_with(game: Layout, card: i64) -> i64:
    """Prefer the highest losing card; if every card wins so far and others have yet to play, the lowest."""
    value = VALUE_OF[card]
    if game.lead < 0:
        return -LOW_LEAD * (value - VALUES // 2) - WEAK_LEAD * game.cubes[SUIT_OF[card]]
    if not is_winning(game, card):
        return DUMP * value
    return DUMP * value - RISK if is_last(game) else -RISK - RISK_VALUE * value

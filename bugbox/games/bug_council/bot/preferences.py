"""How much a player of Bug Council wants to do what can be done, at first sight and by the own hand alone.

Whatever is wanted 8 more is done 2.7 times as often.
"""

import math
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bugbox.core.bits import BIT, count
from bugbox.games.bug_council.rules.box import A_SUIT, NONE, OF_SUIT, SUIT_OF, SUITS, TRICKS, VALUE_OF, VALUES
from bugbox.games.bug_council.rules.state import A_CUBE, Layout

# Following suit or not, to win tricks.
TAKE: Final[i64] = 30  # plays last, and wins: a sure point
CHEAP: Final[i64] = 1  # less for each point of its value: the high cards will win later
TRY: Final[i64] = 16  # wins so far, but others are to come
BEATEN: Final[i64] = 1  # less if a higher one is still about
SPOIL: Final[i64] = 28  # less if it takes a trick from somebody who must not win any: that costs them ten points
SHED: Final[i64] = 2  # a loser: less for each point of its value
SHED_CUBE: Final[i64] = 4  # a loser off suit: less for each cube, as strong suits win later and pay at the end
LOW: Final[i64] = 3  # a loser, but the lowest on suit so far: that may be a visit
LEAD: Final[i64] = 1  # leading: more for each point of its value
LEAD_CUBE: Final[i64] = 2  # more for each cube, as those who cannot follow cannot beat it either
TOP: Final[i64] = 10  # more if nobody can have a higher one
BOTTOM: Final[i64] = 1  # more if nobody can have a lower one: that is a visit
HOME: Final[i64] = 3  # less for a card of the faction that pays most at the end
LAST_OF_HOME: Final[i64] = 12  # much less for the only one
LAST_CUBE: Final[i64] = 4  # in the last two tricks less for each cube: what is not played pays

# Without allegiance, to win none.
RISK: Final[i64] = 16  # less if it wins so far
RISK_VALUE: Final[i64] = 2  # and less for each point of its value, as others must beat it
DUMP: Final[i64] = 3  # a loser: more for each point of its value, to be rid of it
LOW_LEAD: Final[i64] = 4  # leading: less for each point of its value
WEAK_LEAD: Final[i64] = 1  # and for each cube
DISCARD_VALUE: Final[i64] = 3  # the most dangerous card goes: more for each point of its value
DISCARD_CUBE: Final[i64] = 3  # and for each cube

# A visit: how glad one is of each cube more on a tile.
MINE: Final = 30.0  # times the share of the own hand that is of this suit; without allegiance as much less
UNSEEN: Final = 12.0  # less, times the share of the unseen cards that is
AT_HOME: Final = 1.2  # more for each trick played, if one's last card will probably be of it
AT_LAST: Final = 12.0  # instead of this in the last two tricks
THEIRS: Final = 3.0  # less if the Emissary has an open card of it
STAY: Final[i64] = -3  # to decline; most visits help somebody, so better oneself

# A card sent for the Emissary: one wants it to lose, or to win if one must win nothing.
SEND_WINS: Final[i64] = 12
SEND_VALUE: Final[i64] = 2  # when it leads: for each point of its value above the middle
SEND_CUBE: Final[i64] = 2  # and for each cube above two

GAIN: Final = 16.0  # No Allegiance: for each point that it seems to be worth more than an allegiance

MOST: Final[i64] = 64  # wanted more or less than that is all the same
ONE: Final[i64] = 16  # the weight of what is wanted neither more nor less
WEIGHT: Final = vec[i64]([max(1, round(int(ONE) * math.exp((n - int(MOST)) / 8))) for n in range(2 * int(MOST) + 1)])


# --- Who and what ---


def weight_of(urge: i64) -> i64:
    if urge > MOST:
        urge = MOST
    elif urge < -MOST:
        urge = -MOST
    return WEIGHT[MOST + urge]


def is_ducking(game: Layout, who: i64) -> bool:
    """Without allegiance, and still to be paid for it?"""
    return who < game.seats and game.unallied & BIT[who] != 0 and game.tricks[who] <= game.spared


def home_of(game: Layout, hand: i64) -> i64:
    """The faction of the hand with most cubes: of it the last card will probably be."""
    home: i64 = NONE
    for suit in range(SUITS):
        if hand & OF_SUIT[suit] and (home < 0 or game.cubes[suit] > game.cubes[home]):
            home = suit
    return home


def unseen_by(game: Layout, hand: i64) -> i64:
    """The cards that may still be played by others, as far as the owner of this hand knows."""
    return game.sharing.whole & ~(game.gone | hand)


def share_of_suit(cards: i64, suit: i64) -> float:
    return float(count(cards >> (VALUES * suit) & A_SUIT)) / float(count(cards)) if cards != 0 else 0.0


# --- How much a card is wanted in this trick ---


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
    """The cheapest winner if it is sure, else one that may win; a loser that will hardly be missed."""
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
    """How much less it is wanted because it may be the last one."""
    suit = SUIT_OF[card]
    less: i64 = 0
    if suit == home:
        less = LAST_OF_HOME if hand & OF_SUIT[home] == BIT[card] else HOME
    if game.trick >= TRICKS - 1:
        less += LAST_CUBE * game.cubes[suit]
    return less


def duck_with(game: Layout, card: i64) -> i64:
    """The highest card that does not win; if all win and others are to come, the lowest."""
    value = VALUE_OF[card]
    if game.lead < 0:
        return -LOW_LEAD * (value - VALUES // 2) - WEAK_LEAD * game.cubes[SUIT_OF[card]]
    if not is_winning(game, card):
        return DUMP * value
    return DUMP * value - RISK if is_last(game) else -RISK - RISK_VALUE * value

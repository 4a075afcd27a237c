"""What collections of bugs are worth with so many picks still to come: worked out once, from the last pick back.

A pick can be a bug of a given kind with some chance, and costs what another bug would have brought. So one more bug of
a kind is taken only if it brings more than that: three Ladybugs early in the game are nearly four, late they are three.
"""

from collections.abc import Callable
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bugbox.games.bugs_on_rugs.rules.box import NO_BUG, RUG_CODES
from bugbox.games.bugs_on_rugs.rules.state import AFTER, GROUP, TAKE, Layout

MOST: Final[i64] = 13  # bugs of a kind that are told apart, from none
PICKS: Final[i64] = 16  # picks to come that are told apart, from none

CHANCE: Final = 0.22  # that a pick can be a bug of a given kind
MISHAP: Final = 0.03  # that a pick brings a bug of a given kind that is not wanted: from the rest, or from a neighbour
A_BUG: Final = 3.5  # points that any bug brings, as a rule: what a pick costs

HATCHING: Final = 4.5  # points that a bug brings that is chosen from the whole Wall, for two Larva
A_PAIR: Final = 5.5  # points that the best copy brings, for two Mosquitos
A_LARVA: Final = 3.0  # points, hatched by a Mosquito (BOR-F7)

Scores = Callable[[int, int], float]


def at(first: i64, second: i64, picks: i64) -> i64:
    """The place in a table of so many bugs of one and of another kind."""
    return (min(first, MOST - 1) * MOST + min(second, MOST - 1)) * PICKS + min(picks, PICKS - 1)


def table(score: Scores, kinds: int = 2, hatching: bool = False) -> vec[float]:
    """By bugs of one kind, of another, and picks to come; `score` is what they bring in the end."""
    worth = vec[float]([0.0] * int(MOST * MOST * PICKS))
    for picks in range(int(PICKS)):
        for first in range(int(MOST)):
            for second in range(int(MOST) if kinds == 2 else 1):
                here = score(first, second)
                if picks > 0:
                    here = worth[at(first, second, picks - 1)]
                    more = here
                    for one, other in ((1, 0), (0, 1))[:kinds]:
                        then = worth[at(first + one, second + other, picks - 1)]
                        more += CHANCE * max(0.0, then - here - A_BUG) + MISHAP * min(0.0, then - here)
                    here = more
                if hatching and picks > 0 and first >= 2:  # on any turn of one's own (BOR-F9)
                    here = max(here, HATCHING + worth[at(first - 2, second, picks)])
                worth[at(first, second, picks)] = here
    return worth


# --- The points of BOR-F7 ---


def ladybugs(count: int, none: int) -> float:
    return 25.0 if count == 4 else float(count)


def beetles(count: int, none: int) -> float:
    return count * (5.0 if count % 2 == 0 else 2.0)


def spiders_and_flies(spiders: int, flies: int) -> float:
    fed = min(spiders, flies)
    return 7.0 * fed + 2.0 * (flies - fed)


def larva_and_mosquitos(larva: int, mosquitos: int) -> float:
    """As many pairs as are best; single Mosquitos hatch Larva."""
    ways = [A_PAIR * pairs + A_LARVA * min(larva, mosquitos - 2 * pairs) for pairs in range(mosquitos // 2 + 1)]
    return max(ways)


LADYBUGS: Final = table(ladybugs, 1)
BEETLES: Final = table(beetles, 1)
SPIDERS_AND_FLIES: Final = table(spiders_and_flies)
LARVA_AND_MOSQUITOS: Final = table(larva_and_mosquitos, 2, True)


def rugs_to_be(rugs: int) -> vec[float]:
    """By the different rugs of now and the picks to come: how many there will be, if each pick can bring any."""
    table = vec[float]([0.0] * int(RUG_CODES * PICKS))
    for have in range(rugs + 1):
        for picks in range(int(PICKS)):
            missing = float(rugs - have)
            for pick in range(picks):
                missing -= missing / rugs
            table[have * int(PICKS) + picks] = rugs - missing
    return table


# --- How many picks are to come ---


def rounds_left(game: Layout) -> i64:
    """After this one: the round that reaches the End card is the last (BOR-R3)."""
    if game.final or game.stage >= GROUP:
        return 0
    if game.end_seen:
        return 1
    return (game.deck.size - game.end_below) // (2 * game.seats + 1) + 1


def next_pick(game: Layout) -> i64:
    """The first pick of this round that is still to come."""
    picked = game.stage == AFTER or (game.stage == TAKE and game.back == AFTER)
    return game.turn + 1 if picked else game.turn


def picks_this_round(game: Layout) -> float:
    """Of a seat, on average; a power that runs counts as half a pick."""
    if game.stage >= GROUP:
        return 0.0
    return 0.5 if game.power != NO_BUG else 0.5 + 2.0 - float(next_pick(game)) / float(game.seats)


def picks_after(game: Layout, seat: i64) -> i64:
    """Those that a seat has when it has done what it is asked for."""
    picks = 2 * rounds_left(game)
    if game.power == NO_BUG and game.stage < GROUP and game.turn < game.seats:
        picks += 1  # on the way back
    return picks

"""Tables of expected scores of collections by number of picks still to come, precomputed by backward induction.

The model: each pick offers a bug of a given kind with some probability and has an opportunity cost, the points of an
average bug. So another bug of a kind is taken only if it gains more than that: three Ladybugs are worth nearly as much
as four early in the game, but not late.
"""

from collections.abc import Callable
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bugbox.games.bugs_on_rugs.rules.box import NO_BUG, RUG_CODES
from bugbox.games.bugs_on_rugs.rules.state import AFTER, GROUP, TAKE, Layout

MOST: Final[i64] = 13  # table size: counts of a kind from 0 to 12
PICKS: Final[i64] = 16  # table size: picks to come from 0 to 15

CHANCE: Final = 0.22  # probability that a pick offers a bug of a given kind
MISHAP: Final = 0.03  # probability of an unwanted bug of a given kind: the only one left, or passed by a neighbour
A_BUG: Final = 3.5  # typical points per bug: the cost of a pick

HATCHING: Final = 4.5  # typical points of the best bug on the Wall, for two Larvae
A_PAIR: Final = 5.5  # typical points of the best copy, for two Mosquitos
A_LARVA: Final = 3.0  # points for a Larva hatched by a Mosquito (BOR-F7)

Scores = Callable[[int, int], float]


def at(first: i64, second: i64, picks: i64) -> i64:
    """Return the index into a table for the given counts of two kinds and picks to come."""
    return (min(first, MOST - 1) * MOST + min(second, MOST - 1)) * PICKS + min(picks, PICKS - 1)


def table(score: Scores, kinds: int = 2, hatching: bool = False) -> vec[float]:
    """Compute a table by counts of one or two kinds and picks to come; `score` gives their points at the end."""
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
                if hatching and picks > 0 and first >= 2:  # possible on any of the player's turns (BOR-F9)
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
    """Score the best number of pairs; unpaired Mosquitos hatch Larvae."""
    ways = [A_PAIR * pairs + A_LARVA * min(larva, mosquitos - 2 * pairs) for pairs in range(mosquitos // 2 + 1)]
    return max(ways)


LADYBUGS: Final = table(ladybugs, 1)
BEETLES: Final = table(beetles, 1)
SPIDERS_AND_FLIES: Final = table(spiders_and_flies)
LARVA_AND_MOSQUITOS: Final = table(larva_and_mosquitos, 2, True)


def rugs_to_be(rugs: int) -> vec[float]:
    """Compute the expected number of different rugs by current number and picks, with all rugs equally likely."""
    table = vec[float]([0.0] * int(RUG_CODES * PICKS))
    for have in range(rugs + 1):
        for picks in range(int(PICKS)):
            missing = float(rugs - have)
            for pick in range(picks):
                missing -= missing / rugs
            table[have * int(PICKS) + picks] = rugs - missing
    return table


# --- Picks to come ---


def rounds_left(game: Layout) -> i64:
    """Estimate the rounds after this one; the round that reaches the End card is the last (BOR-R3)."""
    if game.final or game.stage >= GROUP:
        return 0
    if game.end_seen:
        return 1
    return (game.deck.size - game.end_below) // (2 * game.seats + 1) + 1


def next_pick(game: Layout) -> i64:
    """Return the index of the next pick in this round."""
    picked = game.stage == AFTER or (game.stage == TAKE and game.back == AFTER)
    return game.turn + 1 if picked else game.turn


def picks_this_round(game: Layout) -> float:
    """Return a seat's average number of picks left in this round; the power counts as half a pick."""
    if game.stage >= GROUP:
        return 0.0
    return 0.5 if game.power != NO_BUG else 0.5 + 2.0 - float(next_pick(game)) / float(game.seats)


def picks_after(game: Layout, seat: i64) -> i64:
    """Return the picks that a seat will have left after its current decision."""
    picks = 2 * rounds_left(game)
    if game.power == NO_BUG and game.stage < GROUP and game.turn < game.seats:
        picks += 1  # its second pick of the round
    return picks

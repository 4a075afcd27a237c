"""The end of the game: pairs of Mosquitos copy other bugs, some pairs are broken to hatch Larvae, then scoring.

A grouping says which bugs the pairs copy. There are 1,287 groupings (up to five pairs, each copying one of eight bugs),
numbered in order of increasing pairs.
"""

from itertools import combinations_with_replacement
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bugbox.core.bits import BIT
from bugbox.games.bugs_on_rugs.rules.box import ANT, BUGS, LARVA, MOSQUITO, NO_BUG, SCORED
from bugbox.games.bugs_on_rugs.rules.scoring import count_with_pairs, score_first_rows, score_later_rows, unpaired
from bugbox.games.bugs_on_rugs.rules.state import (
    BREAK,
    BROKE,
    DONE,
    GROUP,
    GROUPED,
    GROUPING,
    OVER,
    PAIR,
    SCORED_ALL,
    Layout,
)

MOST_PAIRS: Final = 5
GROUPINGS: Final = [
    copied for pairs in range(MOST_PAIRS + 1) for copied in combinations_with_replacement(range(8), pairs)
]
UP_TO: Final = vec[i64]([sum(len(g) <= pairs for g in GROUPINGS) for pairs in range(MOST_PAIRS + 1)])  # by pairs
COPIED: Final = vec[i64]([sum(2**bug for bug in set(g)) for g in GROUPINGS])  # bit set of bugs
DIGITS: Final = vec[i64]([sum(6**bug for bug in g) for g in GROUPINGS])  # base 6: pairs that copy each bug
A_DIGIT: Final[i64] = 6
VALUE: Final = vec[i64]([6**bug for bug in range(8)])  # place value of a bug's digit


def pairs_in(grouping: i64, bug: i64) -> i64:
    return DIGITS[grouping] // VALUE[bug] % A_DIGIT


# --- Choosing what pairs copy ---


def start_grouping(game: Layout) -> None:
    """Ask, secretly and all at once (BOR-R32), every player who has a pair to group."""
    game.power = NO_BUG
    groupers: i64 = 0
    for seat in range(game.seats):
        mosquitos = game.count_of(seat, MOSQUITO)
        if mosquitos >= 2 and game.hands[seat].size > mosquitos:
            groupers += BIT[seat]
    game.ask_all(groupers, GROUP)
    if groupers == 0:
        reveal(game)


def options_group(game: Layout, seat: i64, out: vec[i64]) -> i64:
    """List groupings of some, all or none of the seat's pairs, copying only bugs in its hand (BOR-R33)."""
    missing: i64 = 0
    for bug in range(SCORED):
        if game.count_of(seat, bug) == 0:
            missing += BIT[bug]
    count: i64 = 0
    for grouping in range(UP_TO[game.count_of(seat, MOSQUITO) // 2]):
        if COPIED[grouping] & missing == 0:
            out[count] = GROUPING + grouping
            count += 1
    return count


def choose_group(game: Layout, seat: i64, option: i64) -> None:
    game.chosen[seat] = option - GROUPING + 1
    if game.answered(seat):
        reveal(game)


def reveal(game: Layout) -> None:
    """Reveal all hands, then let players break pairs in turn order (BOR-R37)."""
    game.reveal()
    game.memory.clear()
    for seat in range(game.seats):
        if game.chosen[seat] != 0:
            group(game, seat, game.chosen[seat] - 1)
        game.chosen[seat] = 0
        score_first_rows(game, seat)
        game.hatched[seat] = min(count_with_pairs(game, seat, LARVA), unpaired(game, seat))
    game.turn = 0
    next_break(game)


def group(game: Layout, seat: i64, grouping: i64) -> None:
    for bug in range(SCORED):
        pairs = pairs_in(grouping, bug)
        game.pairs[seat * BUGS + bug] = pairs
        if pairs > 0:
            game.tell(GROUPED, seat, bug, pairs)


# --- Breaking pairs to hatch Larvae ---


def next_break(game: Layout) -> None:
    while game.turn < game.seats:
        seat = (game.start + game.turn) % game.seats
        if can_break(game, seat):
            game.ask(seat, BREAK)
            return
        game.turn += 1
    score_all(game)


def can_break(game: Layout, seat: i64) -> bool:
    later: i64 = 0  # BOR-R35, BOR-R36: pairs that copy bugs scored after Larvae
    for bug in range(ANT, SCORED):
        later += game.pairs[seat * BUGS + bug]
    return later > 0 and unhatched(game, seat) > 0


def unhatched(game: Layout, seat: i64) -> i64:
    return count_with_pairs(game, seat, LARVA) - game.hatched[seat]


def options_break(game: Layout, seat: i64, out: vec[i64]) -> i64:
    """List the options: finish, or break a pair to hatch one or two Larvae."""
    out[0] = DONE
    count: i64 = 1
    for bug in range(ANT, SCORED):
        if game.pairs[seat * BUGS + bug] > 0:
            out[count] = PAIR + 2 * bug
            count += 1
            if unhatched(game, seat) >= 2:
                out[count] = PAIR + 2 * bug + 1
                count += 1
    return count


def break_pair(game: Layout, seat: i64, option: i64) -> None:
    if option == DONE:
        game.turn += 1
    else:
        bug, larva = (option - PAIR) // 2, 1 + (option - PAIR) % 2
        game.pairs[seat * BUGS + bug] -= 1
        game.hatched[seat] += larva
        game.tell(BROKE, seat, bug, larva)
    next_break(game)


def score_all(game: Layout) -> None:
    for seat in range(game.seats):
        score_later_rows(game, seat)
    game.end(OVER)
    game.tell(SCORED_ALL)

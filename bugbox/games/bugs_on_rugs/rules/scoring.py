"""Scoring (BOR-F7): one row of the score sheet for each bug except the Mosquito."""

from mypy_extensions import i64

from bugbox.core.bits import BIT, count
from bugbox.games.bugs_on_rugs.rules.box import (
    ANT,
    BEETLE,
    BUGS,
    BUTTERFLY,
    DECK,
    FIREFLY,
    FLY,
    LADYBUG,
    LARVA,
    MOSQUITO,
    NO_RUG,
    RUG_CODES,
    SCORED,
    SPIDER,
)
from bugbox.games.bugs_on_rugs.rules.state import Layout


def count_with_pairs(game: Layout, seat: i64, bug: i64) -> i64:
    return game.count_of(seat, bug) + game.pairs[seat * BUGS + bug]  # BOR-R34


def unpaired(game: Layout, seat: i64) -> i64:
    """Count the Mosquitos that aren't in a pair."""
    mosquitos = game.count_of(seat, MOSQUITO)
    for bug in range(SCORED):
        mosquitos -= 2 * game.pairs[seat * BUGS + bug]
    return mosquitos


def score_first_rows(game: Layout, seat: i64) -> None:
    """Score Butterflies and Fireflies, which count the hand as it was revealed (BOR-R39)."""
    singles: i64 = 1 if unpaired(game, seat) == 1 else 0  # BOR-R38
    for bug in range(SCORED):
        if count_with_pairs(game, seat, bug) == 1:
            singles += 1
    row = seat * SCORED
    game.scores[row + BUTTERFLY] = count_with_pairs(game, seat, BUTTERFLY) * singles
    game.scores[row + FIREFLY] = count_with_pairs(game, seat, FIREFLY) * rugs_of(game, seat)


def rugs_of(game: Layout, seat: i64) -> i64:
    """Count the different rugs in a hand; Mosquitos have none (BOR-F10)."""
    hand = game.hands[seat]
    seen: i64 = 0
    for i in range(hand.size):
        rug = hand.cards[i] % RUG_CODES
        if rug != NO_RUG:
            seen |= BIT[rug]
    return count(seen)


def score_later_rows(game: Layout, seat: i64) -> None:
    row = seat * SCORED
    spiders, flies = count_with_pairs(game, seat, SPIDER), count_with_pairs(game, seat, FLY)
    beetles, ladybugs = count_with_pairs(game, seat, BEETLE), count_with_pairs(game, seat, LADYBUG)
    fed = min(spiders, flies)  # BOR-R42
    game.scores[row + LARVA] = 3 * game.hatched[seat]
    game.scores[row + ANT] = count_with_pairs(game, seat, ANT) * worth_of_ants(game, seat)
    game.scores[row + SPIDER] = 7 * fed
    game.scores[row + FLY] = 2 * (flies - fed)
    game.scores[row + BEETLE] = beetles * (5 if beetles % 2 == 0 else 2)  # BOR-R43
    game.scores[row + LADYBUG] = 25 if ladybugs == 4 else ladybugs  # BOR-R44


def worth_of_ants(game: Layout, seat: i64) -> i64:
    """Return the points per Ant: 5 for the most Ants, 3 for the next lower number, otherwise 1 (BOR-R40, BOR-R41)."""
    most = most_ants(game, DECK)
    mine = count_with_pairs(game, seat, ANT)
    if mine == most:
        return 5
    return 3 if mine == most_ants(game, most) else 1


def most_ants(game: Layout, below: i64) -> i64:
    most: i64 = 0
    for seat in range(game.seats):
        ants = count_with_pairs(game, seat, ANT)
        if most < ants < below:
            most = ants
    return most


def total(game: Layout, seat: i64) -> i64:
    points: i64 = 0
    for bug in range(SCORED):
        points += game.scores[seat * SCORED + bug]
    return points


def is_better(game: Layout, a: i64, b: i64) -> bool:
    """Compare total points, then the best row, then the next best, and so on (BOR-R45)."""
    lead = total(game, a) - total(game, b)
    if lead != 0:
        return lead > 0
    for nth in range(SCORED):
        lead = nth_best(game, a, nth) - nth_best(game, b, nth)
        if lead != 0:
            return lead > 0
    return False


def nth_best(game: Layout, seat: i64, nth: i64) -> i64:
    """Return the score at index `nth` when a seat's rows are sorted from high to low."""
    first = seat * SCORED
    for row in range(first, first + SCORED):
        better: i64 = 0
        for other in range(first, first + SCORED):
            if game.scores[other] > game.scores[row] or (game.scores[other] == game.scores[row] and other < row):
                better += 1
        if better == nth:
            return game.scores[row]
    return 0

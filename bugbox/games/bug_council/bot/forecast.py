"""Forecasts for the trick on the table. They read all hands, so they are only for positions that were guessed."""

from mypy_extensions import i64

from bugbox.core.bits import BIT
from bugbox.games.bug_council.rules.box import A_SUIT, NONE, OF_SUIT, SUITS, TRICKS, VALUES
from bugbox.games.bug_council.rules.state import A_CUBE, VISIT, Layout


def is_under_way(game: Layout) -> bool:
    """Return whether a trick has been led and not yet won."""
    return game.played > 0 and game.stage != VISIT


def tricks_to_come(game: Layout) -> float:
    """Return the number of tricks after the one on the table."""
    if game.trick == 0:
        return float(TRICKS)
    return float(TRICKS - game.trick if game.played > 0 else TRICKS + 1 - game.trick)


def played_by(game: Layout) -> i64:
    """Return the bit set of those who have played to this trick."""
    found: i64 = 0
    for place in range(game.at, game.at + game.played):
        found |= BIT[game.order[place]]
    return found


def can_win(game: Layout, who: i64) -> bool:
    """Return whether this player has a legal card that would be winning."""
    hand = game.open if who == game.emissary else game.hands[who]
    if hand & OF_SUIT[game.lead]:
        return best_of_suit(game, hand, game.lead) >= game.strength
    best: i64 = NONE
    for suit in range(SUITS):
        strength = best_of_suit(game, hand, suit)
        best = strength if strength > best else best
    return best >= game.strength


def best_of_suit(game: Layout, hand: i64, suit: i64) -> i64:
    """Return the strength of the highest card of a suit, or NONE."""
    values = hand >> (VALUES * suit) & A_SUIT
    highest: i64 = 0
    while values != 0:
        values >>= 1
        highest += 1
    return game.cubes[suit] * A_CUBE + highest if highest > 0 else NONE

"""The reason why a card wins a trick, for display."""

from typing import Final

from mypy_extensions import i64

from bugbox.games.bug_council.rules.box import NONE, SUIT_OF, VALUE_OF
from bugbox.games.bug_council.rules.state import Layout

HIGHEST: Final[i64] = 0  # all cards are of one suit
STRONGEST: Final[i64] = 1  # its suit has more cubes than any other suit played
TIED: Final[i64] = 2  # another suit is as strong, but this card is higher
LATER: Final[i64] = 3  # ties with another card in strength and value, but was played later
REASONS: Final[i64] = 4


def reason(game: Layout) -> i64:
    """Return why the best card wins; NONE before the lead and after cubes have moved."""
    if game.played == 0 or game.sown >= 0:
        return NONE
    suit, value = SUIT_OF[game.best], VALUE_OF[game.best]
    found = HIGHEST
    for place in range(game.at, game.at + game.played):
        card = game.cards[place]
        if SUIT_OF[card] != suit:
            found = max(found, reason_against(game, card, suit, value))
    return found


def reason_against(game: Layout, card: i64, suit: i64, value: i64) -> i64:
    """Return why the best card, given by suit and value, beats a card of another suit."""
    if game.cubes[SUIT_OF[card]] < game.cubes[suit]:
        return STRONGEST
    return LATER if VALUE_OF[card] == value else TIED

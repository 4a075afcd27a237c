"""Determinization: reshuffle the face-down tiles, which nobody knows (CF-R46)."""

from typing import Final

from mypy_extensions import i64

from bugbox.core.pile import Pile
from bugbox.core.rng import Rng
from bugbox.games.caterpillar.rules.state import Layout

LETTERS: Final[i64] = 0
NUMBERS: Final[i64] = 1


def guess_tiles(game: Layout, rng: Rng) -> None:
    """Reshuffle all face-down tiles, including those left in the box."""
    hide(game, LETTERS, game.letters)
    hide(game, NUMBERS, game.numbers)
    game.bags.shake(rng)
    refill(game, LETTERS, game.letters)
    refill(game, NUMBERS, game.numbers)


def hide(game: Layout, bag: i64, pile: Pile) -> None:
    for i in range(pile.size):
        game.bags.put(bag, pile.cards[i])


def refill(game: Layout, bag: i64, pile: Pile) -> None:
    for i in range(pile.size):
        pile.cards[i] = game.bags.draw(bag)

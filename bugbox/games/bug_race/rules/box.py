"""What is in the box of Bug Race: data only, in the rulebook's order."""

from itertools import combinations
from typing import Final

from mypy_extensions import i64

BODY: Final[i64] = 3  # segments that a body covers (RC-M4)

# Legs of a beetle, by number. A card is the bit set of the legs that it moves.
LEGS: Final[i64] = 6
A_SIDE: Final[i64] = 3  # legs on a side: 1 front, 2 middle, 3 rear (RC-R25)
LEG_NAMES: Final = ("L1", "L2", "L3", "R1", "R2", "R3")


def cards_with(legs: int) -> list[int]:
    """One card for every way to choose so many legs."""
    return [sum(2**leg for leg in shown) for shown in combinations(range(LEGS), legs)]


DECK: Final[i64] = 70  # cards (RC-M1)
CARD_CODES: Final[i64] = 64  # sets of six legs

# Every pattern of a size equally often (RC-M2, RC-M3).
DECKS: Final = {
    "two-to-four": sorted(cards_with(2) + 2 * cards_with(3) + cards_with(4)),
    "two-or-three": sorted(2 * cards_with(2) + 2 * cards_with(3)),
}

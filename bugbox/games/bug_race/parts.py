"""What is in the box of Bug Race: data only, in the rulebook's order."""

from itertools import combinations
from typing import Final

BODY: Final = 3  # a body covers three segments (RC-M4)

# Legs of a beetle, by number. A card is the bit set of the legs that it moves.
LEGS: Final = ("L1", "L2", "L3", "R1", "R2", "R3")  # 1 front, 2 middle, 3 rear (RC-R25)


def cards_with(legs: int) -> list[int]:
    """One card for every way to choose so many legs."""
    return [sum(2**leg for leg in shown) for shown in combinations(range(len(LEGS)), legs)]


# Every pattern of a size equally often, 70 cards in all (RC-M1 to RC-M3).
DECKS: Final = {
    "2-3-4": sorted(cards_with(2) + 2 * cards_with(3) + cards_with(4)),
    "2-3": sorted(2 * cards_with(2) + 2 * cards_with(3)),
}

"""Components and variant of Leaf Lunch; data only."""

from typing import Final

from mypy_extensions import i64

from bugbox.core.position import Variant

LARGEST: Final[i64] = 6  # a leaf is its size (TOY-F1)

# 36 leaves each (TOY-F1).
TREES: Final = {
    "beech": sorted([1, 2, 3, 4, 5, 6] * 6),
    "maple": sorted([1, 6] * 12 + [3, 4] * 6),
}

TWIG: Final[i64] = 2  # leaves (TOY-F3)
SNAIL: Final = "Old Snail"


class LunchVariant(Variant):
    """The seats and settings of a lunch."""

    def __init__(self, seats: i64, snails: i64, rounds: i64, leaves: list[int]) -> None:
        super().__init__(seats, LARGEST + 1, snails)
        self.rounds: Final = rounds
        self.leaves: Final = leaves

"""The components of Bugs on Rugs: data only."""

from typing import Final

from mypy_extensions import i64

# The bugs in the order of the score sheet (BOR-M4).
BUTTERFLY: Final[i64] = 0
FIREFLY: Final[i64] = 1
LARVA: Final[i64] = 2
ANT: Final[i64] = 3
SPIDER: Final[i64] = 4
FLY: Final[i64] = 5
BEETLE: Final[i64] = 6
LADYBUG: Final[i64] = 7
MOSQUITO: Final[i64] = 8
BUGS: Final[i64] = 9
SCORED: Final[i64] = 8  # a Mosquito has no row of its own
NO_BUG: Final[i64] = -1

NAMES: Final = ("Butterfly", "Firefly", "Larva", "Ant", "Spider", "Fly", "Beetle", "Ladybug", "Mosquito")
PLURALS: Final = (
    "Butterflies", "Fireflies", "Larvae", "Ants", "Spiders", "Flies", "Beetles", "Ladybugs", "Mosquitos",
)  # fmt: skip

# Number of cards per bug, in the rulebook's order (BOR-F1).
COUNTS: Final = {
    ANT: 10, BEETLE: 10, BUTTERFLY: 10, FIREFLY: 10, FLY: 12, LADYBUG: 10, LARVA: 10, MOSQUITO: 10, SPIDER: 8,
}  # fmt: skip
DECK: Final[i64] = 90

# A card is its bug and its rug in one number: 9 x bug + rug. Rugs count from 1, and a Mosquito has none (BOR-F10).
RUG_CODES: Final[i64] = 9
CARD_CODES: Final[i64] = 81
NO_RUG: Final[i64] = 0
RUGS: Final = ("dots", "stripes", "checks", "waves", "rings", "diamonds", "zigzags", "stars")  # BOR-M3

END_ABOVE: Final = {2: 30, 3: 45, 4: 60, 5: 68}  # bugs above the End card, by number of seats (BOR-F2, BOR-R1)


def deck(rugs: int) -> list[int]:
    """Return all cards, with rugs assigned round-robin to the bugs that have one (BOR-M1, BOR-M2)."""
    cards = []
    dealt = 0
    for bug, count in COUNTS.items():
        for copy in range(count):
            if bug == MOSQUITO:
                cards.append(int(bug * RUG_CODES))
            else:
                cards.append(int(bug * RUG_CODES + dealt % rugs + 1))
                dealt += 1
    return sorted(cards)

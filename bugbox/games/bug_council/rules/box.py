"""Components of Bug Council, as data, in the rulebook's order."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

# A card is 12 x its suit + its value - 1 (BC-F1).
FACTIONS: Final = ("Ants", "Bees", "Cockroaches", "Flies", "Mosquitos")
SINGULARS: Final = ("Ant", "Bee", "Cockroach", "Fly", "Mosquito")  # in the same order
SUITS: Final[i64] = 5
VALUES: Final[i64] = 12
CARDS: Final[i64] = 60
NONE: Final[i64] = -1  # no card, suit or participant

CUBES: Final[i64] = 18  # in the bag at the start
FIRST_CUBES: Final = (4, 3, 2, 1, 0)  # (BC-F2)

HAND: Final[i64] = 11
TRICKS: Final[i64] = 10  # in a round (BC-F4)
MOST_ROUNDS: Final[i64] = 3
HIGHEST: Final = {1: 10, 2: 10, 3: 10, 4: 11, 5: 12}  # value in the deck, by seats (BC-F3, BC-F10)

REWARD: Final[i64] = 10  # for No Allegiance with no tricks won (BC-F7)
OPEN_CARDS: Final[i64] = 2  # the Emissary's (BC-F10)
OPEN_ALONE: Final[i64] = 3  # with one player (BC-M8)
SPARED_ALONE: Final[i64] = 2  # tricks a solo player may win with No Allegiance (BC-M13)
TEMPERS: Final[i64] = 4
TEMPER_NAMES: Final = ("glutton", "courtier", "schemer", "saboteur")
EMISSARY: Final = "the Emissary"

# Lookup tables for the hot path.
SUIT_OF: Final = vec[i64]([card // 12 for card in range(60)])
VALUE_OF: Final = vec[i64]([card % 12 + 1 for card in range(60)])
A_SUIT: Final[i64] = 4095  # all values of a suit, as a bit set
OF_SUIT: Final = vec[i64]([4095 * 2 ** (12 * suit) for suit in range(5)])  # all cards of a suit, as a bit set


def fewest_values(seats: int) -> int:
    """Return the cards needed per suit: eleven per player and twelve for the Emissary (BC-R45)."""
    needed = int(HAND) * seats + (int(HAND) + 1 if seats <= 2 else 0)
    return -(-needed // int(SUITS))


def deck_up_to(highest: int) -> list[int]:
    return [12 * suit + value - 1 for suit in range(5) for value in range(1, highest + 1)]

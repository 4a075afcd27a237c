"""The components of Caterpillar Filler: data only, in the rulebook's order."""

from typing import Final

from mypy_extensions import i64

# The garden (CF-F1). Caterpillars start and re-join on its edge.
SIDE: Final[i64] = 16
SPACES: Final[i64] = 256
EDGE: Final[i64] = 60

# Tokens (CF-F2): a flower on one side, a wasp on the other.
TOKENS: Final[i64] = 40
WASPS: Final[i64] = 1  # per player at the start
FLOWERS: Final = "E5 E12 L5 L12"  # the yellow spaces (CF-M2)

# Caterpillars (CF-F4): body pieces on the mat, and behind the head in the garden.
MAT: Final[i64] = 5
SHORT_MAT: Final[i64] = 3  # in a shorter game (CF-H6)
BODY: Final = {2: 4, 3: 3, 4: 2}  # by number of seats
HEADS: Final = {2: "A14 P3", 3: "A8 H16 P9", 4: "B1 A15 O16 P2"}  # CF-F5
LONGEST: Final[i64] = 10  # head and nine body pieces

# Tiles (CF-F3): a letter and a number make a pair.
TILES: Final[i64] = 16  # of each
PAIRS: Final = {2: 12, 3: 14, 4: 16}

# The die (CF-M1).
DIE: Final = "1 2 3 4 5 6"
HIGHEST_ROLL: Final[i64] = 6
FLOWER_ROLL: Final[i64] = 3  # adds a flower (CF-F9)
WIND_ROLL: Final[i64] = 1  # makes flowers drift under the windy rule (CF-H4)

# Rounds without progress that end the game (CF-R35, CF-R45).
ROUNDS_OF_A_TIE: Final[i64] = 10
ROUNDS_AT_MOST: Final[i64] = 50

# Set-ups: flowers, then wasps. The printed one is the rulebook's (CF-F14), the others are house rules (CF-H7).
NO_SET_UP: Final = "none"
SET_UPS: Final = {
    NO_SET_UP: ("", ""),
    "printed": ("D6 H13 I4 M8", "H8 H9 I8 I9"),
    "mirrored": ("D9 H13 I4 M8", "H8 H9 I8 I9"),
    "feast": ("H8 H9 I8 I9", ""),
    "hedges": ("", "E8 E9 H5 I5 H12 I12 L8 L9"),
    "nests": ("B8 H15 I2 O9", "F6 F11 K6 K11"),
    "pinwheel": ("C5 E14 L3 N12", "F10 G6 J11 K7"),
    "fort": ("C3 C14 N3 N14", "H8 H9 I8 I9"),
}

# House rules (CF-H1 to CF-H6), at most one at a time.
PRINTED: Final[i64] = 0
DIAGONAL: Final[i64] = 1
PUSHING: Final[i64] = 2
HUNGRY: Final[i64] = 3
WINDY: Final[i64] = 4
ROUND: Final[i64] = 5
SHORT: Final[i64] = 6
RANDOM: Final = "random"  # setting: a set-up or rule drawn at random at the start (CF-H8)
RULES: Final = ("printed", "diagonal", "pushing", "hungry", "windy", "round", "short")

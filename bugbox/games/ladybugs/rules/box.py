"""What is in the box of Ladybugs: data only, in the rulebook's order."""

from typing import Final

from mypy_extensions import i64

# The board: squares of 6 by 6 with a strip of meadow between them (LB-M1).
SIDE: Final[i64] = 6
COLUMNS: Final[i64] = 13
SPACES: Final[i64] = 169  # of four squares; two squares have the first 78
MIDDLE: Final[i64] = 6  # the column of the strip, and with four squares its row
ROWS: Final = {2: 6, 3: 13, 4: 13}  # by seats
SQUARES: Final = {2: 2, 3: 4, 4: 4}

# Flower beds (LB-M2, LB-M4).
MEADOW: Final[i64] = 0  # instead of the number of a bed
SMALLEST_BED: Final[i64] = 3
LARGEST_BED: Final[i64] = 9
BEDS_A_SIDE: Final[i64] = 6  # at most
MOST_BEDS: Final[i64] = 25  # six on each of four squares, and the one in the centre
CENTRE_BED: Final[i64] = 9  # spaces
CLOVERS_A_SIDE: Final[i64] = 3

# No two begin with the same letter, which stands for the bed in texts.
FLOWERS: Final = (
    "aster", "begonia", "crocus", "daisy", "edelweiss", "foxglove", "geranium", "hyacinth", "iris", "jasmine",
    "kingcup", "lily", "marigold", "narcissus", "orchid", "peony", "quamash", "rose", "sunflower", "tulip", "ursinia",
    "violet", "wallflower", "xeranthemum", "yarrow",
)  # fmt: skip

# Ladybug tiles: 24 of each player, four of each number (LB-F1).
NUMBERS: Final[i64] = 6
COPIES: Final[i64] = 4
TILES: Final[i64] = 24
HIGHEST_STACK: Final[i64] = 3  # with the Stag Beetle (LB-R17)

# Special action tiles; a set of them is a bit set.
STAG: Final[i64] = 1
GRASSHOPPER: Final[i64] = 2
RHINO: Final[i64] = 4
ACTION_SETS: Final[i64] = 8
ACTIONS: Final = ("Stag Beetle", "Grasshopper", "Rhinoceros Beetle")

CLOVERS: Final = (1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3)  # what they are worth (LB-M7)
MOST_CLOVERS: Final[i64] = 12
MOST_WORTH: Final[i64] = 3

NOWHERE: Final[i64] = -1  # of the spider, without its module

# Four squares, each with its two sides side by side: `.` meadow, `*` meadow with a clover, letters are beds (LB-M2).
STANDARD: Final = """
square 1
.aac..  ..*...
aaccdd  .a.ccc
aaacdd  *aaacc
aa.***  *aaabc
bbbbb.  .abbbc
.bbb..  .bbbb.
square 2
..*bb.  .cc...
cccbbb  ccc**.
cccabb  cbbaaa
*.*aaa  bbbaaa
..daaa  bbbaaa
.ddaa.  ..*...
square 3
.bb.a.  .caa..
.bbbaa  ccaabb
*ccaaa  ccaaab
*ccaaa  caa*bb
.c.*dd  c.*bbb
...dd.  ..*...
square 4
..aaa.  .aaaa.
.*aaa.  caaaaa
*aabb.  ccbbbb
*bbbbd  ccbbbb
.cccdd  ccb**.
.ccdd.  ..*...
"""

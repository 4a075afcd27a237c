"""The ground of the garden, drawn once per match: a lawn with small flowers, and a stone path around it."""

from functools import cache
from string import ascii_uppercase

from bugbox.art.players import INK
from bugbox.art.svg import Markup, element
from bugbox.games.caterpillar.rules.box import SIDE, SPACES
from bugbox.games.caterpillar.rules.spaces import NAMES, SPACE_NAMES
from bugbox.games.caterpillar.rules.walk import GARDEN
from bugbox.games.caterpillar.show.pieces import CELL, CLUMPS, HALF

WIDE = int(SIDE) * CELL
SOIL, STONES, LAWN = "#8d7a58", ("#e9ddbf", "#dfd1b0", "#e4d6ba"), ("#a9cf74", "#9dc567")
DAISIES = ("#fff6dc", "#f7d9e6", "#dfe3ff")

Spot = tuple[int, int]


def place(name: str) -> Spot:
    """Return the upper left corner of a space."""
    row, column = divmod(NAMES.spaces[name], int(SIDE))
    return column * CELL, row * CELL


def moved(name: str) -> str:
    x, y = place(name)
    return f"translate({x} {y})"


@cache
def draw_ground() -> Markup:
    inside = WIDE - 2 * CELL
    lawn = element("rect", x=CELL, y=CELL, width=inside, height=inside, rx=10, fill=LAWN[0], stroke=INK, stroke_width=3)
    hedge = element(
        "rect",
        x=CELL,
        y=CELL,
        width=inside,
        height=inside,
        rx=10,
        fill="none",
        stroke="#5d8f3a",
        stroke_width=7,
        stroke_dasharray="3 5",
        stroke_linecap="round",
    )
    return element(
        "g",
        element("rect", width=WIDE, height=WIDE, rx=12, fill=SOIL),
        lawn,
        element("path", d=squares(), fill=LAWN[1]),
        element("path", d=tufts(), fill="none", stroke="#6f9f45", stroke_width=2, stroke_linecap="round"),
        *(
            element("path", d=daisies(nth), stroke=paint, stroke_width=4.6, stroke_linecap="round", opacity=0.85)
            for nth, paint in enumerate(DAISIES)
        ),
        *beds(),
        hedge,
        *(stone(nth) for nth in range(len(STONES))),
        element("g", *(engraved(name) for name in SPACE_NAMES if signed(name)), class_="names"),
        element("rect", width=WIDE, height=WIDE, rx=12, class_="night"),
    )


def squares() -> str:
    """Return the path of the lawn's darker spaces, in a chessboard pattern."""
    spots = [(x, y) for y in range(1, int(SIDE) - 1) for x in range(1, int(SIDE) - 1) if (x + y) % 2]
    return " ".join(f"M{x * CELL} {y * CELL} h{CELL} v{CELL} h-{CELL} Z" for x, y in spots)


def scattered(space: int) -> int:
    """Return a pseudorandom number below 97 that is the same in every garden."""
    return ((space + 7) * 2654435761 >> 11) % 97


def inner() -> list[int]:
    return [space for space in range(SPACES) if not GARDEN.is_edge(space)]


def beds() -> list[Markup]:
    """Draw decorative clumps of small flowers where four spaces meet, so that they aren't mistaken for food."""
    found = []
    for row in range(2, int(SIDE) - 1):
        for column in range(2, int(SIDE) - 1):
            kind = scattered(row * int(SIDE) + column) % 13
            if kind < len(CLUMPS):
                where = f"translate({column * CELL} {row * CELL}) scale(1.35)"
                found.append(element("use", href=f"#cat-clump-{kind}", transform=where))
    return found


def tufts() -> str:
    found = []
    for space in inner():
        if scattered(space) % 3 == 0:
            x, y = space % int(SIDE) * CELL + 6 + scattered(space) % 22, space // int(SIDE) * CELL + 34
            found.append(f"M{x} {y} l-3 -6 M{x + 3} {y} v-8 M{x + 6} {y} l3 -6")
    return " ".join(found)


def daisies(kind: int) -> str:
    """Return dots in the corners of spaces, where they aren't mistaken for flowers to eat."""
    found = []
    for space in inner():
        if scattered(space) % 7 == 2 * kind:
            x, y = space % int(SIDE) * CELL + 5, space // int(SIDE) * CELL + 6 + scattered(space) % 9
            found.append(f"M{x} {y} h0")
    return " ".join(found)


def stone(kind: int) -> Markup:
    """Draw the edge spaces that are stones of this kind."""
    spots = [space for nth, space in enumerate(GARDEN.edge) if nth * 5 % 7 % len(STONES) == kind]
    path = " ".join(slab(space % int(SIDE) * CELL + 2, space // int(SIDE) * CELL + 2, CELL - 4) for space in spots)
    return element("path", d=path, fill=STONES[kind], stroke="#6b5b3e", stroke_width=1.2)


def slab(x: int, y: int, size: int) -> str:
    curve = size - 16
    return f"M{x + 8} {y} h{curve} q8 0 8 8 v{curve} q0 8 -8 8 h-{curve} q-8 0 -8 -8 v-{curve} q0 -8 8 -8 Z"


def signed(name: str) -> bool:
    return GARDEN.is_edge(NAMES.spaces[name])


def engraved(name: str) -> Markup:
    """Draw the label of an edge space: letters at the sides, numbers at top and bottom, both in the corners."""
    row, column = divmod(NAMES.spaces[name], int(SIDE))
    last = int(SIDE) - 1
    is_side, is_end = column in (0, last), row in (0, last)
    text = name if is_side and is_end else ascii_uppercase[row] if is_side else str(column + 1)
    x, y = place(name)
    narrow = 34 if len(text) > 2 else None
    return element(
        "text",
        text,
        x=x + HALF,
        y=y + 28,
        font_size=23,
        text_anchor="middle",
        textLength=narrow,
        lengthAdjust="spacingAndGlyphs" if narrow else None,
    )

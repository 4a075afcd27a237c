"""Drawings of caterpillars seen from above, flowers, wasps, tiles and the die.

All are drawn on a 40 by 40 space and are recognisable at half that size.
"""

from functools import cache

from bugbox.art.bugs import CREAM, SOOT, YELLOW, dot, oval, stroke
from bugbox.art.flowers import LEAF, ring
from bugbox.art.flyers import butterfly, wasp
from bugbox.art.players import INK, LOOKS, fill
from bugbox.art.svg import Markup, element, join

CELL = 40
HALF = CELL // 2
BUG = 64  # grid size of the bug drawings
SEATS = 4
HEART, PETAL, BLUE, AMBER = "#f6c644", "#e8476a", "#3f74b5", "#e08a2c"
CLUMPS = ("#fff6dc", "#c9b6ee", "#ffe58a")  # colours of small decorative flowers
PIPS = {
    1: ((20, 20),),
    2: ((12, 12), (28, 28)),
    3: ((11, 11), (20, 20), (29, 29)),
    4: ((12, 12), (28, 12), (12, 28), (28, 28)),
    5: ((11, 11), (29, 11), (20, 20), (11, 29), (29, 29)),
    6: ((12, 10), (28, 10), (12, 20), (28, 20), (12, 30), (28, 30)),
}


@cache
def symbols() -> Markup:
    """Define the symbols that boards refer to, once per page."""
    drawn = [
        *(element("g", clump(paint), id=f"cat-clump-{nth}") for nth, paint in enumerate(CLUMPS)),
        element("g", flower(), id="cat-flower"),
        element("g", element("g", wasp(), transform=f"scale({CELL / BUG})"), id="cat-wasp"),
        *(element("g", head(seat), id=f"cat-head-{seat}") for seat in range(SEATS)),
        *(element("g", bead(seat), id=f"cat-body-{seat}") for seat in range(SEATS)),
        *(element("g", linked(seat), id=f"cat-link-{seat}") for seat in range(SEATS)),
        *(element("g", butterfly(LOOKS[seat].colour), id=f"cat-butterfly-{seat}") for seat in range(SEATS)),
    ]
    return element("svg", element("defs", *drawn), width=0, height=0, class_="patterns", aria_hidden="true")


def flower() -> Markup:
    """Draw a blossom on two leaves; large, because flowers are what players look for."""
    leaves = "M20 33 Q6 38 3 28 Q14 25 20 33 Q26 25 37 28 Q34 38 20 33 Z"
    green = stroke(leaves, 1.6, fill=LEAF)
    petals = element("g", ring(6, 6.6, 8.6, PETAL), transform="translate(20 18)", stroke_width=2)
    return join(green, petals, stroke(oval(20, 18, 6.2), 1.6, fill=HEART))


def clump(paint: str) -> Markup:
    """Draw three blossoms on a few leaves, centred on 0, 0 and smaller than any piece."""
    green = element("path", d="M-9 4 Q-5 -3 0 3 Q5 -3 9 4 Q4 9 0 5 Q-4 9 -9 4 Z", fill="#6fa341")
    petals = " ".join(f"M{x} {y} h0" for x, y in ((-4.5, -1), (4.5, 0), (0, 5)))
    blossoms = element("path", d=petals, stroke=paint, stroke_width=6, stroke_linecap="round")
    return join(green, blossoms, element("path", d=petals, stroke="#d99a2b", stroke_width=2.2, stroke_linecap="round"))


def bead(seat: int) -> Markup:
    """Draw a body piece with a highlight that makes it look round."""
    shine = element("ellipse", cx=15, cy=13.5, rx=5.5, ry=3.4, fill="#fff", opacity=0.45)
    return join(element("circle", cx=HALF, cy=HALF, r=16, fill=fill(seat), stroke=INK, stroke_width=2.4), shine)


def linked(seat: int) -> Markup:
    """Draw a body piece linked to the piece before it, on its right."""
    link = element("circle", cx=CELL, cy=HALF, r=12, fill=LOOKS[seat].colour, stroke=INK, stroke_width=2.2)
    feet = stroke("M16 3 V6 M24 3 V6 M16 37 V34 M24 37 V34", 4)
    return join(feet, link, bead(seat))


def head(seat: int) -> Markup:
    """Draw a head from above, facing right: two large eyes, feelers, and its player's colour."""
    feelers = stroke("M31 9 Q38 6 39 1 M31 31 Q38 34 39 39", 2.6)
    skull = element("circle", cx=HALF, cy=HALF, r=18.4, fill=LOOKS[seat].colour, stroke=INK, stroke_width=2.6)
    cheeks = join(dot(15, 8, 3, "#ffb3a0"), dot(15, 32, 3, "#ffb3a0"))
    eyes = [
        join(
            element("circle", cx=26, cy=y, r=6.4, fill=CREAM, stroke=INK, stroke_width=1.6),
            dot(28.6, y + tilt, 3.5),
            dot(29.8, y + tilt - 1.2, 1.2, "#fff"),
        )
        for y, tilt in ((13.2, 0.6), (26.8, -0.6))
    ]
    return join(feelers, skull, cheeks, *eyes, stroke("M35 17 Q37.2 20 35 23", 1.8))


# --- Single pictures, for dock, plates and help ---


def picture(*drawn: Markup, wide: int = CELL, high: int = CELL) -> Markup:
    return element("svg", *drawn, viewBox=f"0 0 {wide} {high}", aria_hidden="true")


@cache
def token_picture(name: str) -> Markup:
    return picture(element("use", href=f"#cat-{name}"))


@cache
def butterfly_picture(seat: int) -> Markup:
    return picture(element("use", href=f"#cat-butterfly-{seat}"), wide=BUG, high=BUG)


@cache
def caterpillar_picture(seat: int, length: int, mat: int = 0) -> Markup:
    """Draw a caterpillar stretched out, with empty places for the pieces on the mat behind it."""
    step = 26
    pieces = [element("use", href=f"#cat-body-{seat}", x=step * (mat + nth)) for nth in range(length - 1)]
    empty = [
        element(
            "circle",
            cx=step * nth + HALF,
            cy=HALF,
            r=11,
            fill="none",
            stroke="currentColor",
            stroke_width=2.4,
            stroke_dasharray="4 4",
            opacity=0.6,
        )
        for nth in range(mat)
    ]
    face = element("use", href=f"#cat-head-{seat}", x=step * (mat + length - 1))
    return picture(*empty, *pieces, face, wide=step * (length + mat - 1) + CELL)


@cache
def die_face(number: int) -> Markup:
    """Draw a face with pips, or a blank one without a roll."""
    cube = element("rect", x=2, y=2, width=36, height=36, rx=9, fill="#fffdf5", stroke=INK, stroke_width=2.4)
    shade = element("path", d="M5 30 Q5 35 11 35 H29 Q35 35 35 30", fill="none", stroke="#d9cba8", stroke_width=2.5)
    colour = PETAL if number == 3 else SOOT  # a 3 adds a flower
    return join(cube, shade, *(dot(x, y, 4.2, colour) for x, y in PIPS.get(number, ())))


@cache
def tile_face(text: str, colour: str) -> Markup:
    slab = element("rect", x=2, y=2, width=36, height=36, rx=6, fill=colour, stroke=INK, stroke_width=2.4)
    words = element(
        "text",
        text,
        x=HALF,
        y=28.5,
        font_size=24,
        font_weight="bold",
        text_anchor="middle",
        fill="#fff",
        stroke=INK,
        stroke_width=3,
        paint_order="stroke",
        stroke_linejoin="round",
    )
    return join(slab, words)


@cache
def tile_back(colour: str) -> Markup:
    slab = element("rect", x=2, y=2, width=36, height=36, rx=6, fill=colour, stroke=INK, stroke_width=2.4)
    return join(
        slab, element("g", ring(5, 4, 5, CREAM), dot(0, 0, 3, YELLOW), transform="translate(20 20)", opacity=0.75)
    )

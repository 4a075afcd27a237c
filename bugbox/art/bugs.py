"""The bugs that crawl, each on a grid of 64, in ink outlines; known by their outline alone. Flyers are next door.

An outline is the text of a path in absolute points, so that it can be mirrored, cut out and held to the grid.
"""

import cmath
import re
from collections.abc import Iterable, Sequence
from math import radians

from bugbox.art.players import INK
from bugbox.art.svg import Markup, element, join, number

Bead = tuple[float, float, float]  # x, y, radius

GRID = 64
PEN = 2.6
RIM = 2  # of paper round the ink

PAPER, CREAM, SOOT = "#fbf5e6", "#fff8e7", "#4a3a2c"
RED, RUST, ORANGE, YELLOW, GREEN = "#d8432f", "#bf5b34", "#ef9440", "#f6c644", "#8db545"
BLUSH, PLUM, CHESTNUT, GRUB = "#ef8f76", "#9a6f8c", "#b0713f", "#f3dfae"

HANDLE = 0.5523  # as long as makes a curve a quarter of a circle
CIRCLE = [1j**turn * point for turn in range(4) for point in (1, 1 + HANDLE * 1j, HANDLE + 1j)] + [1]


def stroke(path: str, width: float = PEN, fill: str = "none", colour: str = INK) -> Markup:
    return element(
        "path", d=path, fill=fill, stroke=colour, stroke_width=width, stroke_linecap="round", stroke_linejoin="round"
    )


def rim(*outlines: str) -> Markup:
    """Paper left round the ink, as if cut out with scissors: ink is seen on dark ground too. Goes below the rest."""
    return stroke(" ".join(outlines), PEN + 2 * RIM, colour=PAPER)


def shine(path: str) -> Markup:
    """A stroke of light on a round back."""
    return element("path", d=path, fill="none", stroke=CREAM, stroke_width=2.2, stroke_linecap="round", opacity=0.7)


def oval(x: float, y: float, across: float, down: float | None = None, tilt: float = 0) -> str:
    """An outline round x, y with two radii, or a circle; tilted clockwise in degrees."""
    turn, height = cmath.rect(1, radians(tilt)), across if down is None else down
    points = [complex(x, y) + complex(p.real * across, p.imag * height) * turn for p in CIRCLE]
    start, *rest = map(point, points)
    return f"M{start} C{' '.join(rest)} Z"


def point(place: complex) -> str:
    return f"{number(place.real)} {number(place.imag)}"


def both(outline: str) -> str:
    """The left half and its mirror image."""
    mirrored = re.sub(r"([\d.-]+) ([\d.-]+)", lambda p: f"{number(GRID - float(p[1]))} {p[2]}", outline)
    return f"{outline} {mirrored}"


def dot(x: float, y: float, radius: float, fill: str = INK) -> Markup:
    return element("circle", cx=x, cy=y, r=radius, fill=fill)


def dots(beads: Iterable[Bead], fill: str = INK) -> Markup:
    """Those of the left half, and their mirror images."""
    return join(*(join(dot(x, y, r, fill), dot(GRID - x, y, r, fill)) for x, y, r in beads))


def face(x: float, y: float) -> Markup:
    """Seen half from the side, looking right: two eyes, a smile, a cheek."""
    return join(
        *(join(dot(x + eye, y - 2, 3, CREAM), dot(x + eye + 0.7, y - 1.6, 1.7)) for eye in (-2.2, 5)),
        dot(x - 4, y + 3.6, 2, BLUSH),
        stroke(f"M{x - 0.5} {y + 4} Q{x + 2.5} {y + 7} {x + 5.5} {y + 3.5}", 1.7),
    )


def chain(beads: Iterable[Bead], fill: str) -> Markup:
    """From the tail on, each bead over the one before."""
    return join(*(join(stroke(oval(x, y, r), fill=fill), gleam(x, y, r)) for x, y, r in beads))


def gleam(x: float, y: float, r: float) -> Markup:
    start, bend, end = (point(complex(x, y) + r * away) for away in (-0.5 - 0.3j, -0.3 - 0.6j, -0.6j))
    return shine(f"M{start} Q{bend} {end}")


BEETLE_BACK = "M4 16 C5 2 28 0 43 5 q3 11 0 22 C28 32 5 30 4 16 z"
BEETLE_HEAD = "M42 6 q13 1 14 10 q-1 9 -14 10 z"
BEETLE_FEELERS = "M50 9 q6 -7 11 -6 M50 23 q6 7 11 6"


def beetle_body(fill: str) -> Markup:
    """A racing beetle without its legs, from the tail at the left to the feelers at the right, 64 by 32."""
    return join(
        stroke(BEETLE_FEELERS, 2),
        stroke(BEETLE_HEAD, fill=SOOT),
        stroke(BEETLE_BACK, fill=fill),
        stroke("M6 16 H43", 1.8),
        dot(51.5, 11.5, 2, CREAM),
        dot(51.5, 20.5, 2, CREAM),
    )


def beetle(fill: str) -> Markup:
    """The whole beetle in mid-stride, for cards, icons and the lobby."""
    legs = "M38 24 l5 -10 l7 -3 M27 22 l-1 -10 l4 -6 M15 24 l-6 -8 l-6 -2"
    mirrored = "M38 40 l5 10 l7 3 M27 42 l-1 10 l4 6 M15 40 l-6 8 l-6 2"
    cut = element("g", rim(BEETLE_FEELERS, BEETLE_HEAD, BEETLE_BACK), transform="translate(0 16)")
    body = element("g", beetle_body(fill), transform="translate(0 16)")
    return join(rim(legs, mirrored), cut, stroke(legs, 3), stroke(mirrored, 3), body)


def ladybug(fill: str = RED) -> Markup:
    """From above, climbing up the page: a dome with spots."""
    dome = "M32 18 C46 18 54 27 54 39 C54 52 45 60 32 60 C19 60 10 52 10 39 C10 27 18 18 32 18 Z"
    head = oval(32, 16, 12, 9.5)
    limbs = both("M14 30 L6 24 M11 42 L4 44 M16 53 L9 59 M27 9 C26 5 23 4 19 5")
    return join(
        rim(limbs, head, dome),
        stroke(limbs),
        stroke(head, fill=SOOT),
        dots([(26.5, 12.5, 2.7)], CREAM),
        stroke(dome, fill=fill),
        stroke("M32 19 L32 59", 2),
        dots([(24, 29, 4.2), (17.5, 41, 4.4), (26, 51, 4)]),
        shine("M15 31 C17 27 20 24 23 22.5"),
    )


def caterpillar(fill: str = GREEN) -> Markup:
    """From the side, off to the right: a chain with feet below and a face in front."""
    feet = [(x, 53.0) for x in (11, 19, 27, 35, 43)]
    return crawler([(10, 46, 6), (18, 41, 8.5), (29, 38.5, 9), (39, 41, 9)], (49, 31, 11), feet, fill)


def crawler(back: Sequence[Bead], head: Bead, feet: Iterable[tuple[float, float]], fill: str) -> Markup:
    """A caterpillar of any length, wherever its segments lie."""
    x, y, _ = head
    soles = " ".join(oval(x, y, 2.6, 4) for x, y in feet)
    feelers = (
        f"M{x - 4} {y - 10} Q{x - 5} {y - 18} {x - 9} {y - 21} M{x + 3} {y - 11} Q{x + 4} {y - 17} {x + 8} {y - 21}"
    )
    knobs = f"{oval(x - 9, y - 22, 1.8)} {oval(x + 8, y - 22, 1.8)}"
    return join(
        rim(soles, feelers, knobs, *(oval(*bead) for bead in (*back, head))),
        stroke(soles, 2, fill=SOOT),
        stroke(feelers),
        stroke(knobs, fill=INK),
        chain([*back, head], fill),
        face(x + 1, y),
    )


def larva() -> Markup:
    """A fat grub from the side, curled up at both ends, without feet."""
    back = [(10, 22, 5), (11.5, 30, 7), (15.5, 39, 9.5), (24, 45, 11.5), (36, 46, 12), (46, 40, 11.5)]
    head = (48.5, 25, 11.5)
    return join(
        rim(*(oval(*bead) for bead in (*back, head))),
        chain(back, GRUB),
        chain([head], ORANGE),
        face(49.5, 25.5),
    )


def ant() -> Markup:
    """From the side, marching right: three beads on a thin waist, and elbows in its feelers."""
    tail, waist, chest, head = (
        oval(16.5, 35, 12, 10, -14),
        oval(28.5, 37, 2.6),
        oval(36, 34, 7, 6),
        oval(50, 28, 9.5, 9),
    )
    near = "M32 38 L22 47 L13 59 M36 39 L36 48 L31 59 M39 38 L49 46 L56 58"
    far = "M34 38 L28 49 L22 59 M38 38 L44 48 L45 59"
    feelers = "M47 20 L43 11 L50 5 M53 20 L54 11 L60 9"
    return join(
        rim(tail, waist, chest, head, near, far, feelers),
        stroke(far, 1.8),
        stroke(near),
        stroke(feelers, 2.2),
        stroke(waist, fill=RUST),
        *(stroke(bead, fill=RUST) for bead in (tail, chest, head)),
        shine("M8 34 C9 30 12 28 16 27.5"),
        face(50, 28),
    )


def spider() -> Markup:
    """From above: eight bent legs round two beads."""
    legs = both("M27 21 L17 16 L15 5 M25 23 L10 22 L4 12 M25 26 L10 32 L4 45 M27 29 L14 42 L12 59")
    back, head = oval(32, 43.5, 14, 15), oval(32, 23, 10, 9)
    return join(
        rim(legs, back, head),
        stroke(legs),
        stroke(back, fill=PLUM),
        stroke(head, fill=PLUM),
        stroke("M27 38 L37 38 L27 49 L37 49 Z", 1.8, fill=CREAM),
        shine("M22 40 C23 36 24 34 26 32"),
        dots([(28, 20, 3)], CREAM),
        dots([(28, 19.5, 1.6), (23.8, 23.5, 1.2)]),
    )


def cockroach() -> Markup:
    """From above: flat and long, with feelers longer than itself."""
    legs = both("M21 30 L13 29 L9 23 M20 39 L10 41 L5 38 M21 47 L12 52 L9 60")
    feelers = both("M29 11 C26 5 19 3.5 13 6.5 C7 10 4 20 4 29")
    tail = both("M27 56 L23 60")
    back = "M32 17 C42 17 46 26 46 38 C46 51 39 60 32 60 C25 60 18 51 18 38 C18 26 22 17 32 17 Z"
    shield, head = "M32 15 C41 15 46 19 45 26 C40 31 24 31 19 26 C18 19 23 15 32 15 Z", oval(32, 14, 7, 5.5)
    return join(
        rim(legs, feelers, tail, back, head),
        stroke(join(legs, " ", tail)),
        stroke(feelers, 2),
        stroke(head, fill=SOOT),
        dots([(28.5, 12, 1.8)], CREAM),
        stroke(back, fill=CHESTNUT),
        stroke("M32 30 C34 40 33 52 32 59 M25 36 C24 44 26 50 28 54", 1.6),
        stroke(shield, fill="#e2b070"),
        stroke(both("M29 20 C26 20 25 23 27 25"), 2),
    )

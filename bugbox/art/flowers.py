"""Flowers for beds, seen from above or from the side: six shapes in many colours, and patterns to fill a bed with.

A blossom is drawn round 0, 0 and reaches about 7 in each direction.
"""

import cmath
from collections.abc import Callable
from math import pi

from bugbox.art.bugs import CREAM, YELLOW, dot, oval, point, stroke
from bugbox.art.players import INK
from bugbox.art.svg import Markup, element, join

PEN = 0.9
PATCH = 80  # of a pattern: two by two spaces
LEAF, SOIL = "#5f8f3e", "#d8bb8b"

# Where blossoms stand on a patch: off the middle of a space, so that what lies there does not hide them all.
PLACES = (
    (9, 11), (31, 8), (21, 30), (6, 33),
    (49, 9), (70, 12), (72, 33), (52, 31),
    (11, 48), (31, 52), (30, 72), (9, 70),
    (50, 50), (71, 48), (61, 70), (48, 73),
)  # fmt: skip


def ring(petals: int, size: float, away: float, fill: str) -> Markup:
    places = [cmath.rect(away, 2 * pi * petal / petals - pi / 2) for petal in range(petals)]
    return stroke(" ".join(oval(place.real, place.imag, size) for place in places), PEN, fill=fill)


def five(fill: str) -> Markup:
    return join(ring(5, 2.9, 3.6, fill), stroke(oval(0, 0, 2), PEN, fill=YELLOW))


def rays(fill: str) -> Markup:
    tips = [cmath.rect(6.6, 2 * pi * ray / 9) for ray in range(9)]
    path = " ".join(f"M0 0 L{point(tip)}" for tip in tips)
    heart = stroke(oval(0, 0, 2.4), PEN, fill="#8a5a2b" if fill == YELLOW else YELLOW)
    return join(stroke(path, 3.4), stroke(path, 2.2, colour=fill), heart)


def star(fill: str) -> Markup:
    spokes = [cmath.rect(7 if tip % 2 == 0 else 2.8, pi * tip / 6 - pi / 2) for tip in range(12)]
    return join(stroke(f"M{' L'.join(map(point, spokes))} Z", PEN, fill=fill), dot(0, 0, 1.7, YELLOW))


def cup(fill: str) -> Markup:
    bowl = "M-5.2 -5.5 L-2.4 -2.6 L0 -6.2 L2.4 -2.6 L5.2 -5.5 C6 1 4 4.6 0 4.6 C-4 4.6 -6 1 -5.2 -5.5 Z"
    return join(stroke("M0 4 L0 8.5", 1.8, colour=LEAF), stroke(bowl, PEN, fill=fill))


def spike(fill: str) -> Markup:
    bells = " ".join(oval(x, y, 2.3) for x, y in ((-2.2, 4), (2.2, 3), (-2, 0.2), (1.8, -1), (0, -4.4)))
    return join(stroke("M0 0 L0 8.5", 1.8, colour=LEAF), stroke(bells, PEN, fill=fill))


def ball(fill: str) -> Markup:
    return join(ring(7, 2.4, 4.1, fill), stroke(oval(0, 0, 4.2), PEN, fill=fill), stroke("M-2 0 A2 2 0 1 1 1 1.7", PEN))


Kind = tuple[Callable[[str], Markup], str]

KINDS: dict[str, Kind] = {
    "aster": (rays, "#9a7fd1"),
    "begonia": (five, "#e8604c"),
    "crocus": (cup, "#8c62c4"),
    "daisy": (rays, CREAM),
    "edelweiss": (star, "#f4f1e4"),
    "foxglove": (spike, "#cf5fa6"),
    "geranium": (five, "#d8344a"),
    "hyacinth": (spike, "#5f7fd6"),
    "iris": (star, "#6a5acd"),
    "jasmine": (five, CREAM),
    "kingcup": (five, "#f6c644"),
    "lily": (star, "#f08a3c"),
    "marigold": (ball, "#f39a2b"),
    "narcissus": (star, "#f7de5a"),
    "orchid": (five, "#e58fc0"),
    "peony": (ball, "#f0a3b8"),
    "quamash": (star, "#7fb2e6"),
    "rose": (ball, "#d63c4d"),
    "sunflower": (rays, YELLOW),
    "tulip": (cup, "#e2483c"),
    "ursinia": (rays, "#f2913a"),
    "violet": (five, "#7a58b8"),
    "wallflower": (spike, "#d9722e"),
    "xeranthemum": (rays, "#e07aa8"),
    "yarrow": (spike, "#efe08a"),
}


def blossom(name: str) -> Markup:
    shape, fill = KINDS[name]
    return shape(fill)


def earth(name: str) -> str:
    """Soil with a touch of the flower's colour."""
    return mixed(KINDS[name][1], SOIL, 0.3)


def mixed(colour: str, other: str, share: float) -> str:
    """So much of a colour, and the rest of another one."""
    pairs = zip(channels(colour), channels(other), strict=True)
    return "#" + "".join(f"{round(one * share + two * (1 - share)):02x}" for one, two in pairs)


def channels(colour: str) -> list[int]:
    return [int(colour[at : at + 2], 16) for at in (1, 3, 5)]


def leaves(x: float, y: float) -> str:
    left = f"Q{x - 7} {y + 1} {x - 8} {y + 6} Q{x - 2} {y + 6} {x} {y}"
    right = f"Q{x + 7} {y + 1} {x + 8} {y + 6} Q{x + 2} {y + 6} {x} {y}"
    return f"M{x} {y} {left} {right} Z"


def bed_pattern(name: str, known_as: str) -> Markup:
    """What a bed of this flower is filled with."""
    ground = element("rect", width=PATCH, height=PATCH, fill=earth(name))
    green = element("path", d=" ".join(leaves(x, y + 2) for x, y in PLACES), fill=LEAF, opacity=0.55)
    blossoms = [element("g", blossom(name), transform=f"translate({x} {y})") for x, y in PLACES]
    return pattern(known_as, ground, green, *blossoms)


def meadow_pattern(known_as: str) -> Markup:
    """Grass with tufts and a clover flower here and there."""
    ground = element("rect", width=PATCH, height=PATCH, fill="#bcd48a")
    tufts = "".join(
        f"M{x - 4} {y - 5} L{x - 1} {y} M{x} {y - 7} L{x} {y} M{x + 4} {y - 5} L{x + 1} {y} " for x, y in TUFTS
    )
    stars = [dot(x, y, 1.5, CREAM) for x, y in ((30, 12), (12, 66), (66, 44))]
    return pattern(known_as, ground, stroke(tufts, 1.5, colour="#8fb25c"), *stars)


TUFTS = ((10, 14), (34, 34), (52, 12), (72, 30), (14, 54), (32, 74), (58, 60), (76, 72))


def pattern(known_as: str, *drawn: Markup) -> Markup:
    return element("pattern", *drawn, id=known_as, width=PATCH, height=PATCH, patternUnits="userSpaceOnUse")


def sign(name: str, x: float, y: float, width: float, height: float) -> Markup:
    """A small board to write on, in a pale shade of the flower's colour."""
    paint = mixed(KINDS[name][1], "#fff3d6", 0.35)
    return element("rect", x=x, y=y, width=width, height=height, rx=4, fill=paint, stroke=INK, stroke_width=1.4)

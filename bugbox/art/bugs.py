"""The bugs, each on a grid of 64, in ink outlines; known by their outline alone."""

from bugbox.art.players import INK
from bugbox.art.svg import Markup, element, join

PEN = 2.6


def stroke(path: str, width: float = PEN, fill: str = "none") -> Markup:
    return element(
        "path", d=path, fill=fill, stroke=INK, stroke_width=width, stroke_linecap="round", stroke_linejoin="round"
    )


def beetle_body(fill: str) -> Markup:
    """A racing beetle without its legs, from the tail at the left to the feelers at the right, 64 by 32."""
    return join(
        stroke("M50 9 q6 -7 11 -6 M50 23 q6 7 11 6", 2),
        stroke("M42 6 q13 1 14 10 q-1 9 -14 10 z", fill="#4a3a2c"),
        stroke("M4 16 C5 2 28 0 43 5 q3 11 0 22 C28 32 5 30 4 16 z", fill=fill),
        stroke("M6 16 H43", 1.8),
        element("circle", cx=51.5, cy=11.5, r=2, fill="#fff8e7"),
        element("circle", cx=51.5, cy=20.5, r=2, fill="#fff8e7"),
    )


def beetle(fill: str) -> Markup:
    """The whole beetle in mid-stride, for cards, icons and the lobby."""
    legs = "M38 24 l5 -10 l7 -3 M27 22 l-1 -10 l4 -6 M15 24 l-6 -8 l-6 -2"
    mirrored = "M38 40 l5 10 l7 3 M27 42 l-1 10 l4 6 M15 40 l-6 8 l-6 2"
    return join(stroke(legs, 3), stroke(mirrored, 3), element("g", beetle_body(fill), transform="translate(0 16)"))

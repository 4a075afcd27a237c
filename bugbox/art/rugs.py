"""Eight rugs, told apart without colour: each has a pattern of its own. They lie under a bug on its grid of 64."""

from bugbox.art.players import INK
from bugbox.art.svg import Markup, element, join

TILE = 16  # of a pattern


def line(path: str, colour: str, width: float = 3) -> Markup:
    return element("path", d=path, stroke=colour, stroke_width=width, fill="none")


def shape(path: str, colour: str) -> Markup:
    return element("path", d=path, fill=colour)


# Ground and marks. The marks are pale enough for ink on them to be read.
PATTERNS = {
    "dots": ("#f2c14e", element("circle", cx=8, cy=8, r=3.6, fill="#c8553d")),
    "stripes": ("#8fb8de", line("M4 0 V16 M12 0 V16", "#f4f1de", 4)),
    "checks": ("#f4f1de", shape("M0 0 h8 v8 h-8 z M8 8 h8 v8 h-8 z", "#e07a5f")),
    "waves": ("#81b29a", line("M0 5 q4 -6 8 0 t8 0 M0 13 q4 -6 8 0 t8 0", "#f4f1de", 2.6)),
    "rings": ("#cdb4db", element("circle", cx=8, cy=8, r=4.6, fill="none", stroke="#6d4c7d", stroke_width=2.4)),
    "diamonds": ("#f7d9c4", shape("M8 1 L13 8 L8 15 L3 8 Z", "#7aa095")),
    "zigzags": ("#e9c46a", line("M0 10 L4 4 L8 10 L12 4 L16 10", "#7f5539", 2.6)),
    "stars": ("#9db4c0", shape("M8 1 L10 6 L15 6 L11 9.4 L12.6 14.6 L8 11.4 L3.4 14.6 L5 9.4 L1 6 L6 6 Z", "#fff3b0")),
}


def definitions() -> list[Markup]:
    """The patterns and the rugs, for the symbols of a page."""
    return [part for name in PATTERNS for part in (tile(name), rug(name))]


def tile(name: str) -> Markup:
    ground, marks = PATTERNS[name]
    paper = element("rect", width=TILE, height=TILE, fill=ground)
    return element("pattern", paper, marks, id=f"weave-{name}", width=TILE, height=TILE, patternUnits="userSpaceOnUse")


def rug(name: str) -> Markup:
    """With fringes above and below."""
    fringes = "".join(f"M{x} 1 v5 M{x} 58 v5 " for x in range(6, 60, 4))
    field = element("rect", x=2, y=6, width=60, height=52, rx=3, fill=f"url(#weave-{name})", stroke=INK)
    border = element("rect", x=6, y=10, width=52, height=44, fill="none", stroke=INK, opacity=0.5)
    return element("g", join(line(fringes, INK, 1.4), field, border), id=f"rug-{name}")

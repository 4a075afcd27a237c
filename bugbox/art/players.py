"""Five players, told apart without colour: each has a colour for colour-blind eyes, a pattern and a letter.

A rival, who is no player, has neither colour nor pattern: a round badge with the first letter of its name.
"""

from dataclasses import dataclass
from functools import cache

from bugbox.art.svg import Markup, element, join


@dataclass(frozen=True)
class Look:
    letter: str
    colour: str  # of Okabe and Ito's palette, darkened where ink on it must be read
    pattern: str  # its name


LOOKS = (
    Look("A", "#3b8fd0", "dots"),
    Look("B", "#e69f00", "stripes"),
    Look("C", "#1f9e77", "rings"),
    Look("D", "#d1699f", "checks"),
    Look("E", "#b9a83a", "waves"),
)

INK = "#2b2118"
PLAIN = "#cfc8bb"  # a rival's


def fill(seat: int) -> str:
    """What to fill a shape with so that it is this player's."""
    return fill_of(LOOKS[seat])


def fill_of(look: Look) -> str:
    return f"url(#{look.pattern})"


@cache
def definitions() -> Markup:
    """The patterns and the badges, once a page: boards and plates refer to them."""
    patterns = element("defs", *map(tile, LOOKS), *map(badge_face, LOOKS))
    return element("svg", patterns, width=0, height=0, class_="patterns", aria_hidden="true")


def tile(look: Look) -> Markup:
    ground = element("rect", width=8, height=8, fill=look.colour)
    return element(
        "pattern", ground, MARKS[look.pattern], id=look.pattern, width=8, height=8, patternUnits="userSpaceOnUse"
    )


def line(path: str, width: float) -> Markup:
    return element("path", d=path, stroke=INK, stroke_width=width, fill="none", opacity=0.45)


MARKS = {
    "dots": element("circle", cx=4, cy=4, r=1.5, fill=INK, opacity=0.45),
    "stripes": line("M-2 2 L2 -2 M-2 10 L10 -2 M6 10 L10 6", 1.6),
    "rings": element("circle", cx=4, cy=4, r=2.2, stroke=INK, stroke_width=1, fill="none", opacity=0.5),
    "checks": element("path", d="M0 0h4v4h-4z M4 4h4v4h-4z", fill=INK, opacity=0.22),
    "waves": line("M0 4 q2 -4 4 0 t4 0", 1.3),
}


@cache
def badge(seat: int) -> Markup:
    """The mark of a player beside a name: colour, pattern and letter."""
    return draw_badge(element("use", href=f"#badge-{LOOKS[seat].letter}"))


def badge_face(look: Look) -> Markup:
    ground = element("rect", x=1, y=1, width=22, height=22, rx=7, fill=fill_of(look), stroke=INK, stroke_width=2)
    middle = element("circle", cx=12, cy=12, r=7, fill=look.colour)
    return element("g", ground, middle, draw_letter(look.letter), id=f"badge-{look.letter}")


@cache
def rival_badge(name: str) -> Markup:
    return draw_badge(rival_face(name))


def rival_face(name: str) -> Markup:
    ground = element("circle", cx=12, cy=12, r=11, fill=PLAIN, stroke=INK, stroke_width=2)
    return join(ground, draw_letter(name.removeprefix("the ")[0].upper()))


def draw_letter(letter: str) -> Markup:
    """Large: it is text on the page, and must be read on a phone."""
    return element("text", letter, x=12, y=17.5, font_size=15, font_weight="bold", text_anchor="middle", fill=INK)


def draw_badge(*shapes: Markup) -> Markup:
    return element("svg", *shapes, viewBox="0 0 24 24", class_="badge", aria_hidden="true")

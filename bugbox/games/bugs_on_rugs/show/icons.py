"""Icons in the corners of cards: what a bug scores, and the power it has when left over."""

from bugbox.art.bugs import stroke
from bugbox.art.players import INK
from bugbox.art.svg import Markup, element, join
from bugbox.games.bugs_on_rugs.rules.box import NAMES

PAPER, NIGHT = "#fffaf0", "#3d3a5c"
SIZE = 15  # of the digits: small but legible
HIGH = 17
TOP = 46  # along the lower edge, so that the bug's head stays visible
LEFT = 1  # room for the outline

# What each bug scores: digits, then a small drawing of the bug or rug that it depends on.
SCORES = {
    "Butterfly": ("1\N{MULTIPLICATION SIGN}", "single"),
    "Firefly": ("1\N{MULTIPLICATION SIGN}", "rug"),
    "Larva": ("3", "Mosquito"),
    "Ant": ("5 3 1", ""),
    "Spider": ("7", "Fly"),
    "Fly": ("2", ""),
    "Beetle": ("5 2", ""),
    "Ladybug": ("4=25", ""),
    "Mosquito": ("2=1", ""),
}

# Paths on a 16 x 16 grid.
POWERS = {
    "Butterfly": "M2 8 Q8 2 14 8 Q8 14 2 8 Z M8 7 v2",  # an eye: shown
    "Firefly": "M8 2 v7 M5 6 l3 3 l3 -3 M3 13 h10",  # onto the Floor
    "Larva": "M4 4 l8 8 M12 4 l-8 8",  # out of the game
    "Ant": "M8 3 v10 M3 8 h10",  # one more
    "Spider": "M3 6 a6 6 0 0 1 10 0 M13 2 v4 h-4 M13 10 a6 6 0 0 1 -10 0 M3 14 v-4 h4",  # round the Wall
    "Fly": "M2 8 h11 M9 4 l4 4 l-4 4",  # to the right
    "Beetle": "M14 8 h-11 M7 4 l-4 4 l4 4",  # to the left
    "Ladybug": "M4 3 h8 v10 h-8 Z M8 6 v4 M6 8 l2 2 l2 -2",  # drawn from the deck
    "Mosquito": "M2 5 h11 M10 2 l3 3 l-3 3 M14 11 h-11 M6 8 l-3 3 l3 3",  # there and back
}


def definitions() -> list[Markup]:
    return [element("g", draw_score(*SCORES[name]), draw_power(POWERS[name]), id=f"icons-{name}") for name in NAMES]


def draw_icons(bug: str) -> Markup:
    return element("use", href=f"#icons-{bug}", class_="icons")


def draw_score(figures: str, thing: str) -> Markup:
    width = 8 + text_width(figures) + (13 if thing else 0)
    ground = element(
        "rect", x=LEFT, y=TOP, width=f"{width:.1f}", height=HIGH, rx=8, fill=PAPER, stroke=INK, stroke_width=1.5
    )
    length = text_width(figures)
    text = element("text", figures, x=LEFT + 4, y=TOP + 14, font_size=SIZE, textLength=f"{length:.1f}", fill=INK)
    return join(ground, text, draw_thing(thing, LEFT + 4 + length))


def text_width(figures: str) -> float:
    return sum(5 if figure == " " else 8.5 for figure in figures)


def draw_thing(thing: str, x: float) -> Markup:
    if not thing:
        return Markup()
    if thing == "single":
        return element("circle", cx=x + 6.5, cy=TOP + 8.5, r=4.5, fill="none", stroke=INK, stroke_width=2)
    if thing == "rug":
        return element("rect", x=x + 2, y=TOP + 4, width=10, height=9, fill="#e08a6a", stroke=INK, stroke_width=1.5)
    return element("use", href=f"#bug-{thing}", transform=f"translate({x} {TOP + 1.5}) scale(0.22)")


def draw_power(path: str) -> Markup:
    ground = element("circle", cx=55, cy=TOP + 8.5, r=8.5, fill=NIGHT)
    lines = element("g", stroke(path, 2, colour=PAPER), transform=f"translate(48.6 {TOP + 2.1}) scale(0.8)")
    return join(ground, lines)

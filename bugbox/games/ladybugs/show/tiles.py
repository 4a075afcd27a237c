"""What lies in the garden, drawn on spaces of 40: ladybugs with their numbers, action tiles, clovers, the spider."""

from functools import cache

from bugbox.art import emblems
from bugbox.art.beetles import grasshopper, rhino_beetle, stag_beetle
from bugbox.art.bugs import CREAM, PAPER, SOOT, dot, oval, spider, stroke
from bugbox.art.flowers import bed_pattern, blossom, earth, meadow_pattern
from bugbox.art.players import INK, LOOKS, fill
from bugbox.art.svg import Markup, element, join
from bugbox.games.ladybugs.rules.box import ACTIONS, FLOWERS, NUMBERS
from bugbox.games.ladybugs.show.ground import CELL

FIGURE = 20  # the size of a number: at least 12 pixels where a space has 25
DRAWN = dict(zip(ACTIONS, (stag_beetle(), grasshopper(), rhino_beetle()), strict=True))


@cache
def symbols() -> Markup:
    tiles = [
        element("g", draw_ladybug(seat, number), id=f"lady-{seat}-{number}")
        for seat in range(4)
        for number in range(1, int(NUMBERS) + 1)
    ]
    backs = [element("g", draw_ladybug(seat, 0), id=f"lady-{seat}-0") for seat in range(4)]
    others = [
        *(element("g", drawing, id=f"lady-{dashed(name)}") for name, drawing in DRAWN.items()),
        element("g", spider(), id="lady-spider"),
        element("g", draw_clover(), id="lady-clover"),
        *(element("g", draw_home(colour(seat)), id=f"lady-home-{seat}") for seat in range(4)),
        element("g", draw_home(PAPER, stroke("M4 4 L36 36", 3.5)), id="lady-home-gone"),
        *(bed_pattern(name, f"lady-bed-{name}") for name in FLOWERS),
        *(element("g", draw_swatch(name), id=f"lady-{name}") for name in FLOWERS),
        meadow_pattern("lady-meadow"),
    ]
    return element(
        "svg", element("defs", *tiles, *backs, *others), width=0, height=0, class_="patterns", aria_hidden="true"
    )


def dashed(name: str) -> str:
    return name.lower().replace(" ", "-")


def draw_ladybug(seat: int, number: int) -> Markup:
    """In its owner's colour and pattern, the number on its back; face down it has none."""
    feelers = "M16 5 Q14 1.5 11 2 M24 5 Q26 1.5 29 2"
    legs = "M6 15 L2.5 12 M4.5 23 L1 23.5 M7 31 L3.5 34 M34 15 L37.5 12 M35.5 23 L39 23.5 M33 31 L36.5 34"
    head, dome = oval(20, 7.5, 8, 5.5), oval(20, 22, 15.4)
    back = [
        stroke(oval(20, 22.4, 10), 1.2, fill=PAPER),
        element(
            "text", str(number), x=20, y=29.6, font_size=FIGURE, font_weight="bold", text_anchor="middle", fill=INK
        ),
    ]
    return join(
        stroke(f"{legs} {head} {dome}", 5, colour=PAPER),
        stroke(f"{legs} {feelers}", 1.8),
        stroke(head, 1.6, fill=SOOT),
        dot(16.6, 5.6, 1.6, CREAM),
        dot(23.4, 5.6, 1.6, CREAM),
        stroke(dome, 1.8, fill=fill(seat)),
        *(back if number else [stroke("M20 7 V37", 1.6)]),
    )


def draw_clover() -> Markup:
    paper = stroke(oval(20, 20, 13.5), 1.6, fill="#f3efc6")
    return join(paper, emblems.clover(20, 18.5, 6.4))


def draw_home(slab: str, *over: Markup) -> Markup:
    """A start space, and a tile that comes straight down on it."""
    arrow = "M20 2 V15 M13 9 L20 16 L27 9"
    ground = element("rect", x=4, y=20, width=32, height=17, rx=5, fill=slab, stroke=INK, stroke_width=2.4)
    return join(stroke(arrow, 7, colour=PAPER), ground, stroke(arrow, 3.2), *over)


def draw_swatch(name: str) -> Markup:
    """A flower of a bed, alone on its soil."""
    soil = element("rect", x=1, y=1, width=22, height=22, rx=6, fill=earth(name), stroke="#8a6238", stroke_width=2)
    return join(soil, element("g", blossom(name), transform="translate(12 11.5)"))


# --- As pictures of their own ---


def picture(name: str, size: int = CELL) -> Markup:
    return element("svg", element("use", href=f"#lady-{name}"), viewBox=f"0 0 {size} {size}", aria_hidden="true")


@cache
def tile_picture(seat: int, number: int) -> Markup:
    return picture(f"{seat}-{number}")


@cache
def flower_picture(name: str) -> Markup:
    return picture(name, 24)


@cache
def action_picture(name: str) -> Markup:
    return picture(dashed(name), 64)


@cache
def spider_picture() -> Markup:
    return picture("spider", 64)


@cache
def clover_picture(worth: int = 0) -> Markup:
    """Face down, or with what it is worth."""
    if not worth:
        return picture("clover")
    shown = element(
        "text", str(worth), x=20, y=26, font_size=FIGURE, font_weight="bold", text_anchor="middle", fill=INK
    )
    leaf = element("use", href="#lady-clover", opacity=0.45)
    return element("svg", dot(20, 20, 13, PAPER), leaf, shown, viewBox=f"0 0 {CELL} {CELL}", aria_hidden="true")


@cache
def home_picture(seat: int, is_left: bool) -> Markup:
    """The free placement, crossed out once it cannot be used."""
    return picture(f"home-{seat if is_left else 'gone'}")


def colour(seat: int) -> str:
    return LOOKS[seat].colour


def letter(seat: int) -> str:
    return LOOKS[seat].letter

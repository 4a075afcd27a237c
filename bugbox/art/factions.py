"""The signs of the five factions, told apart by shape, bug and colour; and cubes, thumbs and backs of cards."""

from bugbox.art.bugs import GRID, PAPER, ant, cockroach, stroke
from bugbox.art.flyers import bee, fly, mosquito
from bugbox.art.players import INK
from bugbox.art.svg import Markup, element, join

NAMES = ("ants", "bees", "cockroaches", "flies", "mosquitos")

# Of Okabe and Ito's palette, lightened: ink on them is read, and colour-blind eyes see five.
COLOURS = ("#f2a27c", "#f7dd6c", "#d9a3c3", "#7fc9a9", "#9fcdf0")

SHAPES = (
    "M32 2 C50 2 62 14 62 32 C62 50 50 62 32 62 C14 62 2 50 2 32 C2 14 14 2 32 2 Z",  # an ant hill, round
    "M17 5 L47 5 L62 32 L47 59 L17 59 L2 32 Z",  # a comb
    "M10 3 L54 3 Q61 3 61 10 L61 54 Q61 61 54 61 L10 61 Q3 61 3 54 L3 10 Q3 3 10 3 Z",  # a crack in the wall
    "M32 0 L64 32 L32 64 L0 32 Z",  # a kite
    "M32 0 C40 14 59 24 59 40 C59 54 47 63 32 63 C17 63 5 54 5 40 C5 24 24 14 32 0 Z",  # a drop
)
BUGS = (ant, bee, cockroach, fly, mosquito)
SIZES = (0.74, 0.74, 0.8, 0.66, 0.7)  # of the bugs inside their shapes
DOWN = (1, 0, 0, 1, 6)  # where the middle of a shape is lower


def seal(suit: int) -> Markup:
    """A faction's sign, 64 by 64."""
    size = SIZES[suit]
    left = GRID * (1 - size) / 2
    bug = element("g", BUGS[suit](), transform=f"translate({left:.1f} {left + DOWN[suit]:.1f}) scale({size})")
    return join(stroke(SHAPES[suit], 3, fill=COLOURS[suit]), bug)


def cube() -> Markup:
    """A wooden cube seen from a corner, 20 by 20."""
    faces = (("M10 1 L19 5.5 L10 10 L1 5.5 Z", "#fdf3d8"), ("M1 5.5 L10 10 V19.2 L1 14.6 Z", "#c9974f"))
    right = stroke("M19 5.5 L10 10 V19.2 L19 14.6 Z", 1.3, fill="#9c6a2c")
    return join(*(stroke(path, 1.3, fill=fill) for path, fill in faces), right)


def thumb() -> Markup:
    """A fist with the thumb up, 24 by 24; whoever draws it turns it."""
    hand = (
        "M7 11 L11 2.6 C13.6 2 14.8 4 14.3 6.2 L13.6 9.4 H19 C21.4 9.4 21.8 11.6 20.6 12.6 C22 13.4 21.8 15.4 20.3 16 "
    )
    rest = "C21.2 17 20.7 18.7 19.2 19 C19.7 20.4 18.7 21.6 17 21.6 H10.6 C9 21.6 8 21 7 20.4 Z"
    cuff = "M2.4 10.6 H7 V21 H2.4 Z"
    return join(stroke(hand + rest, 1.5, fill="#f4c79c"), stroke(cuff, 1.5, fill="#7b9d4e"))


def card_back() -> Markup:
    """The back of a closed card, 44 by 64: five spots in a circle."""
    ground = element("rect", x=1.5, y=1.5, width=41, height=61, rx=6, fill="#3f5a3a", stroke=INK, stroke_width=3)
    frame = element("rect", x=6, y=6, width=32, height=52, rx=4, fill="none", stroke=PAPER, stroke_width=1.6)
    spots = ((22, 20), (33, 28), (29, 41), (15, 41), (11, 28))
    return join(
        ground,
        frame,
        *(element("circle", cx=x, cy=y, r=4.4, fill=c) for (x, y), c in zip(spots, COLOURS, strict=True)),
    )

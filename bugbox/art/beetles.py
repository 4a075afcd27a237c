"""Three that help ladybugs, on the bugs' grid of 64: a stag beetle, a grasshopper, a rhinoceros beetle."""

from bugbox.art.bugs import CHESTNUT, CREAM, GREEN, PLUM, SOOT, both, dot, dots, oval, rim, shine, stroke
from bugbox.art.svg import Markup, join


def stag_beetle() -> Markup:
    """From above, with antlers as large as its head."""
    antlers = both("M28 20 C18 18 14 10 20 5 C18 10 21 13 26 14 M19 12 L25 9")
    legs = both("M19 33 L9 28 L6 21 M18 42 L7 44 L4 51 M21 51 L13 57 L12 60")
    back, head = oval(32, 43, 14, 17), "M22 20 L42 20 L44 30 L20 30 Z"
    return join(
        rim(antlers, legs, back, head),
        stroke(legs, 2.8),
        stroke(antlers, 3.4, colour=SOOT),
        stroke(back, fill=CHESTNUT),
        stroke("M32 30 L32 59", 1.8),
        stroke(head, fill=SOOT),
        dots([(25.5, 24, 1.9)], CREAM),
        shine("M22 44 C22 39 24 35 27 33"),
    )


def grasshopper() -> Markup:
    """From the side, about to jump to the right."""
    body = "M6 40 C16 30 30 28 44 30 C56 30 60 36 58 42 C54 48 44 46 36 46 C24 48 12 46 6 40 Z"
    hind = "M24 42 L33 14 L10 57 M10 57 L18 57"
    front = "M40 46 L36 56 M48 46 L52 56"
    feelers = "M52 30 C52 18 46 10 38 6 M55 31 C58 22 57 14 53 8"
    return join(
        rim(body, hind, front, feelers),
        stroke(feelers, 2),
        stroke(front),
        stroke(body, fill=GREEN),
        stroke("M12 40 C20 36 30 34 42 35", 1.6),
        stroke("M24 42 L33 14", 6),
        stroke("M24 42 L33 14", 3, colour=GREEN),
        stroke("M33 14 L10 57 L18 57"),
        dot(52, 36, 3, CREAM),
        dot(53, 36.4, 1.6),
    )


def rhino_beetle() -> Markup:
    """From the side: a dome, and a horn that bends up."""
    dome = "M5 46 C5 26 22 18 38 24 C44 27 45 38 43 46 Z"
    head = "M42 30 C50 30 55 36 54 45 L42 46 Z"
    horn = "M50 34 C56 28 57 20 53 11 C60 16 60 30 55 38"
    legs = "M14 46 L10 53 L14 58 M26 46 L25 54 L30 58 M38 46 L40 53 L46 58"
    return join(
        rim(dome, head, horn, legs),
        stroke(legs, 2.8),
        stroke(horn, fill=SOOT),
        stroke(head, fill=SOOT),
        stroke(dome, fill=PLUM),
        stroke("M33 23 C29 30 29 38 31 46", 1.8),
        dot(48.5, 39, 2.2, CREAM),
        shine("M11 36 C13 31 17 27 22 25.5"),
    )

"""The bugs that fly, of the same family: ink outlines on a grid of 64."""

from bugbox.art.bugs import (
    CREAM,
    ORANGE,
    RED,
    SOOT,
    YELLOW,
    both,
    dot,
    dots,
    face,
    oval,
    rim,
    shine,
    stroke,
)
from bugbox.art.svg import Markup, join

WING, GLOW, AMBER, MOSS, STRAW = "#dcebe6", "#ffe672", "#eda51f", "#7f9077", "#c79a63"


def butterfly(fill: str = ORANGE) -> Markup:
    """From above: four spread wings."""
    upper = both("M31 30 C27 15 15 6 8 8 C3.5 10 5 33 15 36 C22 37 28 35 31 32 Z")
    lower = both("M31 33 C22 33 11 38 11 47 C11 58 22 60.5 26 54 C29 49 31 42 31 36 Z")
    body, feelers = oval(32, 35, 3.6, 15), both(f"M31 21 C30 13 27 8 23 6 {oval(23, 6, 1)}")
    return join(
        rim(upper, lower, body, feelers),
        stroke(feelers, 2.4),
        stroke(lower, fill=YELLOW),
        stroke(upper, fill=fill),
        dots([(12.5, 18, 4.2)], CREAM),
        dots([(20, 27, 2.6)], CREAM),
        dots([(19.5, 48, 3.6)], RED),
        stroke(body, fill=SOOT),
    )


def bee() -> Markup:
    """From the side, bound right: plump, striped, two wings up and a sting."""
    body = "M8 42 C10 29 22 25 32 26 C44 27 49 34 49 41 C49 51 40 57 29 57 C17 57 9 50 8 42 Z"
    head, wings = oval(48, 37, 11), (oval(22, 18, 8, 13.5, -24), oval(37, 17, 7.5, 12.5, 14))
    sting, limbs = (
        "M9 39 L4 43 L10 47 Z",
        "M27 57 L25 60 M35 56 L35 60 M45 27 C45 21 47 18 50 17 M52 27 C54 22 56 20 60 20",
    )
    return join(
        rim(body, head, *wings, sting, limbs),
        stroke(sting, fill=SOOT),
        stroke(limbs, 2.4),
        *(stroke(wing, fill=WING) for wing in wings),
        stroke(body, fill=YELLOW),
        stroke("M17 31 C13 38 14 47 19 53 M28 28 C24 36 24 48 29 55", 5),
        stroke(head, fill=YELLOW),
        face(49, 37),
    )


def fly() -> Markup:
    """From above: huge eyes, two wings swept back, hands rubbing."""
    wings = both("M28 27 C16 26 6 37 5 49 C5 58 13 60 19 54 C25 48 29 40 30 33 Z")
    eyes, back, chest = both(oval(24.5, 18, 7.5, 9, 14)), oval(32, 44, 9, 14), oval(32, 28, 9.5, 8)
    legs = both("M24 25 L12 20 L13 8 L27 5 M22 28 L9 27 L4 33 M27 55 L23 60")
    return join(
        rim(wings, eyes, back, chest, legs),
        stroke(legs),
        stroke(back, fill=MOSS),
        stroke("M25 49 C29 51 35 51 39 49 M27 54 C30 56 34 56 37 54", 1.8),
        stroke(wings, fill=WING),
        stroke(both("M26 33 C19 36 12 43 10 51"), 1.4),
        stroke(chest, fill=MOSS),
        stroke(oval(32, 19, 6, 6), fill=MOSS),
        stroke(eyes, fill=RED),
        shine("M20 17 C20 14 22 12 24 12 M36.5 17 C36 15 37 13 39 12"),
    )


def firefly() -> Markup:
    """From above: wing-cases ajar over a tail that shines."""
    cases = both("M30 23 C20 22 10 29 6 40 C4 47 8 51 13 49 C22 45 29 37 31 29 Z")
    tail, shield, head = oval(32, 44.5, 9, 15.5), oval(32, 22, 11, 7.5), oval(32, 14, 6.5, 5)
    limbs = both("M28 10 C27 5 22 3.5 17 5.5 M22 25 L12 23 L9 17")
    rays = both("M17 53 L12 56 M20 58 L17 60")
    return join(
        rim(cases, tail, shield, head, limbs, rays),
        dot(32, 46, 14, GLOW),
        stroke(rays, 3, colour=AMBER),
        stroke(limbs),
        stroke(head, fill=SOOT),
        dots([(29, 12.5, 1.6)], CREAM),
        stroke(tail, fill=GLOW),
        stroke("M24 47 C29 49 35 49 40 47 M26 53 C30 55 34 55 38 53", 1.8, colour=AMBER),
        stroke(cases, fill=SOOT),
        stroke(shield, fill=RED),
        shine("M11 40 C13 35 16 32 20 30"),
    )


def mosquito() -> Markup:
    """From the side, thin as a thread: knees above its back, a needle in front, a red belly."""
    belly, chest, head = oval(18, 39, 14.5, 4.6, -30), oval(33, 28, 7.5, 6.5), oval(43, 27, 6.5)
    wings = "M33 23 C28 13 15 4 8 7 C6 13 18 25 30 26 Z"
    needle = "M48 30 L60 36"
    legs = "M30 33 L24 48 L14 60 M33 34 L33 48 L27 60 M36 34 L42 47 L40 60 M38 32 L50 46 L52 60"
    feelers = "M46 21 C48 16 52 15 57 17 M42 21 C42 15 45 11 49 10"
    return join(
        rim(belly, chest, head, wings, needle, legs, feelers),
        stroke(legs, 2),
        stroke(belly, fill=RED),
        stroke("M13 38 L16 44 M20 34 L23 40", 1.8),
        stroke(wings, fill=WING),
        stroke(needle, 2.6),
        stroke(feelers, 1.8),
        stroke(chest, fill=STRAW),
        stroke(head, fill=STRAW),
        dot(44.5, 26, 3, CREAM),
        dot(45.2, 26.3, 1.7),
    )


def wasp() -> Markup:
    """From the side, bound right: a waist like a thread, a long striped tail with its sting, and in no good mood."""
    tail = "M30 36 C24 28 12 30 7 40 C4 47 2 53 2 57 C9 57 22 54 28 46 C31 42 32 39 30 36 Z"
    chest, head = oval(38, 32, 9.5, 9), oval(50, 27, 9.5, 10)
    wings = (oval(24, 15, 6.5, 14, -42), oval(38, 13, 6, 13, -14))
    limbs = "M36 41 L34 52 L39 56 M42 40 L45 50 L51 53 M52 18 C53 12 56 9 60 9 M48 17 C48 12 49 8 53 5"
    return join(
        rim(tail, chest, head, *wings, limbs),
        stroke(limbs, 2.6),
        *(stroke(wing, fill=WING) for wing in wings),
        stroke(tail, fill=YELLOW),
        stroke("M22 32 C26 38 26 44 23 49 M14 34 C17 40 17 46 14 52", 5.5),
        stroke(chest, fill=SOOT),
        stroke(head, fill=YELLOW),
        dot(53, 27, 3.6, CREAM),
        dot(54, 27.6, 2.1),
        stroke("M48 21.5 L57 24.5", 2.6),
    )

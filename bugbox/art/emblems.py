"""Pictures of the games for the lobby, 320 by 180, and the page's icon: scenes of the family in a paper garden."""

import cmath
from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import pi

from bugbox.art.bugs import (
    CREAM,
    GREEN,
    GRID,
    ORANGE,
    PAPER,
    PEN,
    RED,
    RUST,
    YELLOW,
    Bead,
    ant,
    beetle,
    caterpillar,
    cockroach,
    crawler,
    dot,
    ladybug,
    larva,
    oval,
    point,
    rim,
    spider,
    stroke,
)
from bugbox.art.flyers import bee, butterfly, firefly, fly, mosquito
from bugbox.art.players import INK, LOOKS
from bugbox.art.svg import Markup, element, join

WIDE, HIGH = 320, 180
THIN = 1.8  # pen for grounds, so that the bugs stand out

LAWN, LAWN_SHADE, LEAF, SAND, SAND_SHADE = "#c9d795", "#b5c87e", "#7fa650", "#ecdcb0", "#cdb57e"
SKY, DUSK, WOOD, WOOD_SHADE, SOIL = "#e4ecd9", "#49577a", "#dfb682", "#c79a63", "#a87a52"
MOON, HILL, GLADE, MOSS = "#f9e29a", "#5f7a5a", "#7d9a5c", "#55763a"
BLUE, TEAL, ROSE, LILAC = "#5d93c4", "#5fa59a", "#e2879c", "#a886c4"


def emblem(ground: str, *scene: Markup) -> Markup:
    paper = element("rect", width=WIDE, height=HIGH, rx=12, fill=ground)
    return element("svg", paper, *scene, viewBox=f"0 0 {WIDE} {HIGH}", class_="emblem", aria_hidden="true")


def put(bug: Markup, x: float, y: float, size: float = GRID, turn: float = 0, mirror: bool = False) -> Markup:
    """A drawing on the bugs' grid with its middle at x, y; mirrored first, then turned clockwise."""
    scale = f"{size / GRID:.3f}"
    scales = f"scale(-{scale} {scale})" if mirror else f"scale({scale})"
    return element("g", bug, transform=f"translate({x} {y}) rotate({turn}) {scales} translate(-32 -32)")


def box(x: float, y: float, width: float, height: float, fill: str, corner: float = 0, pen: float = 0) -> Markup:
    return element(
        "rect",
        x=x,
        y=y,
        width=width,
        height=height,
        rx=corner or None,
        fill=fill,
        stroke=INK if pen else None,
        stroke_width=pen or None,
    )


def area(path: str, fill: str) -> Markup:
    return element("path", d=path, fill=fill)


def flower(x: float, y: float, size: float, fill: str, heart: str = YELLOW) -> Markup:
    places = [complex(x, y) + cmath.rect(size, pi * (0.4 * petal - 0.5)) for petal in range(5)]
    petals = " ".join(oval(place.real, place.imag, size * 0.7) for place in places)
    crown = element("path", d=petals, fill=fill, stroke=INK, stroke_width=2 * THIN, paint_order="stroke")
    return join(crown, stroke(oval(x, y, size * 0.6), 1.4, fill=heart))


def flowers(places: Iterable[tuple[float, float]], size: float, fill: str) -> Markup:
    return join(*(flower(x, y, size, fill) for x, y in places))


def tufts(places: Iterable[tuple[float, float]], colour: str = LEAF) -> Markup:
    blades = [f"M{x - 4} {y - 6} L{x - 1} {y} M{x} {y - 9} L{x} {y} M{x + 5} {y - 6} L{x + 1} {y}" for x, y in places]
    return stroke(" ".join(blades), 2, colour=colour)


def leaf(x: float, y: float, size: float, turn: float = 0, fill: str = LEAF) -> Markup:
    """A leaf with its veins, from the stem at x, y."""
    blade = "M0 0 C10 -24 38 -26 60 0 C38 24 10 20 0 0 Z"
    veins = "M-8 3 Q20 -2 52 0 M18 0 L28 -11 M32 -1 L42 -10 M18 0 L27 10 M32 0 L40 8"
    return element(
        "g",
        stroke(blade, THIN, fill=fill),
        stroke(veins, 1.5),
        transform=f"translate({x} {y}) rotate({turn}) scale({size / 60:.3f})",
    )


def clover(x: float, y: float, size: float) -> Markup:
    """With four leaves, for luck."""
    sides = ((-0.7, -0.3), (0.3, -0.7), (0.7, 0.3), (-0.3, 0.7))
    leaves = " ".join(oval(x + size * dx, y + size * dy, size * 0.6) for dx, dy in sides)
    stem = stroke(f"M{x} {y} Q{x + size} {y + size} {x + size * 0.8} {y + size * 2}", 2)
    return join(stem, stroke(leaves, THIN, fill=LEAF))


def bug_race() -> Markup:
    """Three beetles run for the chequered line; friends watch from the grass, below bunting."""
    return emblem(
        LAWN,
        area("M12 0 H308 Q320 0 320 12 V38 Q240 50 160 40 T0 42 V12 Q0 0 12 0 Z", SKY),
        tufts([(18, 58), (112, 56), (248, 58), (96, 175), (262, 176)]),
        bunting(),
        put(caterpillar(), 62, 47, 42),
        put(larva(), 184, 47, 36),
        put(ladybug(YELLOW), 224, 48, 32, turn=165),
        put(butterfly(), 284, 44, 38, turn=18),
        track(),
        cup(299, 114),
        dust([(90, 84), (32, 116), (180, 148)]),
        put(beetle(LOOKS[1].colour), 134, 84, 52),
        put(beetle(LOOKS[0].colour), 76, 115, 52),
        put(beetle(LOOKS[3].colour), 226, 146, 52),
        flowers([(20, 171), (180, 172)], 3.4, ROSE),
        flowers([(300, 171), (56, 172)], 3.4, CREAM),
    )


def track() -> Markup:
    lanes = "M8 98 H312 M8 130 H312"
    squares = "".join(f"M{262 + 8 * (row % 2)} {66 + 8 * row} h8 v8 h-8 Z" for row in range(12))
    return join(
        box(0, 66, WIDE, 96, SAND),
        stroke("M0 66 H320 M0 162 H320", PEN),
        element("path", d=lanes, stroke=SAND_SHADE, stroke_width=2, stroke_dasharray="7 7"),
        box(262, 66, 16, 96, CREAM),
        area(squares, INK),
        stroke("M262 66 V162 M278 66 V162", THIN),
    )


def bunting() -> Markup:
    colours = (RED, YELLOW, BLUE, GREEN, ORANGE)
    flags = [(20 + 20 * flag, colours[flag % 5]) for flag in range(15)]
    return join(
        stroke("M0 8 Q160 26 320 8", 1.6),
        *(
            stroke(f"M{x - 7} {drop(x - 7)} L{x + 7} {drop(x + 7)} L{x} {drop(x) + 13} Z", 1.4, fill=fill)
            for x, fill in flags
        ),
    )


def drop(x: float) -> float:
    """Where a line of flags hangs at x."""
    return round(8 + 9 * (1 - ((x - 160) / 160) ** 2), 1)


def cup(x: float, y: float) -> Markup:
    """The prize, behind the line."""
    bowl = f"M{x - 9} {y - 14} L{x + 9} {y - 14} Q{x + 9} {y + 2} {x} {y + 3} Q{x - 9} {y + 2} {x - 9} {y - 14} Z"
    ears = f"M{x - 9} {y - 11} Q{x - 17} {y - 10} {x - 7} {y - 2} M{x + 9} {y - 11} Q{x + 17} {y - 10} {x + 7} {y - 2}"
    foot = f"M{x} {y + 3} L{x} {y + 9} M{x - 7} {y + 11} L{x - 5} {y + 8} L{x + 5} {y + 8} L{x + 7} {y + 11} Z"
    gold = stroke(f"{foot} {bowl}", fill=YELLOW)
    return join(rim(bowl, ears, foot), stroke(ears), gold, flower(x, y - 6, 2.2, CREAM, RED))


def dust(places: Iterable[tuple[float, float]]) -> Markup:
    return join(
        *(
            stroke(f"{oval(x, y + 5, 5)} {oval(x - 10, y + 8, 3.4)} {oval(x - 17, y + 4, 2)}", 1.4, CREAM, SAND_SHADE)
            for x, y in places
        )
    )


def bugs_on_rugs() -> Markup:
    """Four rugs on floorboards, a bug on each; the mosquito never has a rug."""
    return emblem(
        WOOD,
        boards(),
        rug(66, 52, -6, TEAL, diamonds(CREAM)),
        rug(190, 48, 5, BLUE, stripes(YELLOW)),
        rug(124, 131, 4, YELLOW, zigzags(RUST)),
        rug(252, 129, -5, GREEN, rounds(CREAM)),
        put(butterfly(), 66, 52, 62, turn=-16),
        put(firefly(), 190, 48, 60, turn=12),
        put(ant(), 124, 130, 60, turn=-4),
        put(spider(), 252, 129, 60, turn=10),
        yarn(34, 140),
        put(mosquito(), 284, 52, 50, mirror=True),
    )


def yarn(x: float, y: float) -> Markup:
    thread = f"M{x - 12} {y + 12} Q{x - 22} {y + 30} {x - 4} {y + 28} T{x + 22} {y + 32}"
    ends = ((-15, -4, 12, -10), (-16, 4, 16, -2), (-10, 13, 16, 6))
    turns = " ".join(f"M{x + ax} {y + ay} Q{x} {y + ay - 11} {x + bx} {y + by}" for ax, ay, bx, by in ends)
    return join(
        stroke(thread, 4.4), stroke(thread, 2, colour=RED), stroke(oval(x, y, 17), fill=RED), stroke(turns, 1.6)
    )


def boards() -> Markup:
    seams = "M0 30 H320 M0 66 H320 M0 102 H320 M0 138 H320 M40 0 V30 M230 0 V30 M128 30 V66 M290 30 V66 M20 66 V102 "
    more = "M180 66 V102 M300 102 V138 M50 102 V138 M170 138 V180 M288 138 V180"
    return stroke(seams + more, 1.6, colour=WOOD_SHADE)


def rug(x: float, y: float, turn: float, fill: str, pattern: Markup) -> Markup:
    """100 by 68 with fringes at both ends, its middle at x, y."""
    fringe = " ".join(f"M{end} {row} h{end / 8}" for end in (-48, 48) for row in range(-29, 30, 6))
    return element(
        "g",
        stroke(fringe, 2),
        box(-48, -32, 96, 64, fill, 3, PEN),
        pattern,
        element("rect", x=-42, y=-26, width=84, height=52, fill="none", stroke=CREAM, stroke_width=2),
        transform=f"translate({x} {y}) rotate({turn})",
    )


def diamonds(fill: str) -> Markup:
    return area(" ".join(f"M{x} {y - 6} l5 6 l-5 6 l-5 -6 Z" for x in range(-32, 33, 16) for y in (-15, 0, 15)), fill)


def stripes(fill: str) -> Markup:
    return area(" ".join(f"M{x} -25 h6 v50 h-6 Z" for x in range(-37, 36, 14)), fill)


def zigzags(colour: str) -> Markup:
    rows = " ".join(f"M-38 {y} l9.5 -8 l9.5 8 l9.5 -8 l9.5 8 l9.5 -8 l9.5 8 l9.5 -8 l9.5 8" for y in (-12, 4, 20))
    return element("path", d=rows, fill="none", stroke=colour, stroke_width=3.4)


def rounds(fill: str) -> Markup:
    return join(*(dot(x, y, 4, fill) for x in range(-32, 33, 16) for y in (-15, 0, 15)))


def ladybugs() -> Markup:
    """Flower beds between gravel paths, ladybugs of four colours, lucky clover, and the spider in its own bed."""
    return emblem(
        SAND,
        gravel(),
        bed(12, 12, 112, 70, SOIL),
        bed(138, 12, 84, 70, SOIL),
        bed(236, 12, 72, 70, LAWN),
        bed(12, 98, 72, 70, SOIL),
        bed(98, 98, 110, 70, SOIL),
        bed(222, 98, 86, 70, SOIL),
        flowers([(30, 29), (30, 65), (106, 29), (106, 65)], 6, CREAM),
        flowers([(154, 28), (154, 66), (206, 28), (206, 66)], 6, YELLOW),
        flowers([(115, 115), (115, 151), (191, 115), (191, 151)], 6, ROSE),
        flowers([(238, 114), (238, 152), (292, 114), (292, 152)], 6, ORANGE),
        join(*(clover(x, y, 8.5) for x, y in ((257, 32), (288, 38), (268, 60)))),
        web(48, 133),
        put(ladybug(), 68, 47, 54, turn=24),
        put(ladybug(BLUE), 180, 47, 50, turn=-24),
        put(ladybug(YELLOW), 152, 133, 54, turn=66),
        put(ladybug(LILAC), 265, 133, 50, turn=-14),
        put(spider(), 48, 133, 48, turn=140),
    )


def gravel() -> Markup:
    """Strewn evenly, by the two steps that never fall into rows."""
    places = [(WIDE * (0.755 * pebble % 1), HIGH * (0.57 * pebble % 1)) for pebble in range(1, 150)]
    return stroke(" ".join(f"M{x:.0f} {y:.0f} h0" for x, y in places), 2.4, colour=SAND_SHADE)


def bed(x: float, y: float, width: float, height: float, fill: str) -> Markup:
    """With furrows, or grass marks where it is green."""
    marks = " ".join(f"M{x + 12} {y + row} h{width - 24}" for row in range(15, int(height) - 8, 13))
    return join(
        box(x - 3, y - 3, width + 6, height + 6, CREAM, 15, THIN),
        box(x, y, width, height, fill, 12, THIN),
        element("path", d=marks, stroke=INK, stroke_width=2, stroke_dasharray="9 6", opacity=0.18),
    )


def web(x: float, y: float) -> Markup:
    """Eight spokes, and rings that sag between them."""
    spokes = [cmath.rect(1, pi * spoke / 4) for spoke in range(9)]
    threads = [(0j, 0j, 32 * spoke) for spoke in spokes]
    threads += [(r * a, r * 0.375 * (a + b), r * b) for r in (12, 21, 30) for a, b in pairwise(spokes)]
    path = " ".join(f"M{point(a)} Q{point(sag)} {point(b)}" for a, sag, b in threads)
    return element("g", stroke(path, 1.2, colour=CREAM), transform=f"translate({x} {y})")


def bug_council() -> Markup:
    """Five factions at a mushroom by moonlight; fireflies are the lamps."""
    return emblem(
        DUSK,
        dot(300, 26, 14, MOON),
        dot(294, 22, 12.5, DUSK),
        *(dot(x, y, 1.5, MOON) for x, y in ((14, 14), (78, 18), (112, 12), (206, 16), (282, 62), (228, 12), (66, 62))),
        area("M0 118 Q60 84 130 104 T320 92 V168 Q320 180 308 180 H12 Q0 180 0 168 Z", HILL),
        area("M0 150 Q80 132 170 144 T320 138 V168 Q320 180 308 180 H12 Q0 180 0 168 Z", GLADE),
        tufts([(20, 146), (92, 150), (232, 150), (304, 146)], MOSS),
        lamp(36, 40),
        lamp(252, 36),
        put(fly(), 106, 66, 66, turn=-8),
        put(cockroach(), 160, 56, 70),
        put(bee(), 216, 68, 66, mirror=True),
        toadstool(46, 134, YELLOW),
        toadstool(276, 134, ROSE),
        put(ant(), 48, 106, 66),
        put(mosquito(), 272, 105, 66, mirror=True),
        table(),
        tufts([(110, 176), (204, 174), (12, 174), (312, 174)], MOSS),
    )


def lamp(x: float, y: float) -> Markup:
    return join(
        element("circle", cx=x, cy=y + 6, r=28, fill=MOON, opacity=0.22),
        element("circle", cx=x, cy=y + 6, r=19, fill=MOON, opacity=0.3),
        put(firefly(), x, y, 34),
    )


def toadstool(x: float, y: float, fill: str) -> Markup:
    """A stool to sit on, its seat at y."""
    stem = (
        f"M{x - 8} {y + 8} Q{x - 6} {y + 22} {x - 11} {y + 34} L{x + 11} {y + 34} Q{x + 6} {y + 22} {x + 8} {y + 8} Z"
    )
    top, edge = f"Q{x - 24} {y - 2} {x} {y - 2} Q{x + 24} {y - 2} {x + 27} {y + 10}", f"{x - 27} {y + 10}"
    return join(stroke(stem, fill=CREAM), stroke(f"M{edge} {top} Q{x} {y + 16} {edge} Z", fill=fill))


def table() -> Markup:
    cap = "M76 120 C82 96 122 89 160 89 C198 89 238 96 244 120 C222 134 98 134 76 120 Z"
    stem = "M136 124 C140 144 134 160 124 171 Q160 179 196 171 C186 160 180 144 184 124 Z"
    return join(
        stroke(stem, fill=CREAM),
        stroke("M148 136 Q149 152 144 164 M172 136 Q171 152 176 164", 1.6),
        stroke(cap, fill=RED),
        *(area(oval(x, y, across, down), CREAM) for x, y, across, down in SPOTS),
        scroll(),
    )


SPOTS = ((98, 112, 8, 5), (128, 120, 6, 3.6), (206, 118, 8, 4.6), (226, 107, 5, 3.4), (118, 99, 6, 3))


def scroll() -> Markup:
    return join(
        stroke("M138 98 L182 98 L186 114 L134 114 Z", THIN, fill=PAPER),
        stroke("M144 103 H176 M142 109 H166", 1.4),
        stroke(f"{oval(132, 106, 3.4, 9, 10)} {oval(188, 106, 3.4, 9, -10)}", THIN, fill=SAND),
    )


def caterpillar_filler() -> Markup:
    """Two long caterpillars wind over the squares of a hedged lawn, after the same flower; a bee patrols."""
    yellow = walk([(80, 110), (120, 110), (120, 150), (40, 150), (40, 70), (80, 70)])
    rose = walk([(160, 150), (80, 150), (80, 110), (40, 110), (40, 70), (80, 70)])
    return emblem(
        LEAF,
        squares(),
        leaf(14, 8, 44, 28, GREEN),
        leaf(306, 172, 44, 205, GREEN),
        flowers([(160, 30)], 6, LILAC),
        flowers([(200, 112), (80, 30)], 6, CREAM),
        flower(160, 72, 10, RED),
        crawler(yellow, (102, 66, 13.5), feet(yellow), YELLOW),
        element("g", crawler(rose, (102, 66, 13.5), feet(rose), ROSE), transform="translate(320 0) scale(-1 1)"),
        put(bee(), 266, 34, 46, turn=-8, mirror=True),
    )


def squares() -> Markup:
    dark = " ".join(f"M{20 + 40 * x} {10 + 40 * y} h40 v40 h-40 Z" for y in range(4) for x in range(7) if (x + y) % 2)
    return join(box(20, 10, 280, 160, LAWN, 4), area(dark, LAWN_SHADE), stroke("M20 10 H300 V170 H20 Z"))


def feet(back: Iterable[Bead]) -> list[tuple[float, float]]:
    return [(x, y + r) for x, y, r in back]


def walk(corners: Sequence[tuple[float, float]], step: float = 20, radius: float = 11.5) -> list[Bead]:
    """Beads along straight lines from corner to corner."""
    beads: list[Bead] = []
    for (ax, ay), (bx, by) in pairwise(corners):
        pieces = round((abs(bx - ax) + abs(by - ay)) / step)
        beads += [(ax + (bx - ax) * piece / pieces, ay + (by - ay) * piece / pieces, radius) for piece in range(pieces)]
    return [*beads, (*corners[-1], radius)]


def icon(calling: bool = False) -> Markup:
    """For the browser's tab: a ladybug on a leaf; with a red badge when it is your turn."""
    badge = [stroke(oval(50, 14, 10.5), 5, fill="#ff2d1f", colour=CREAM)] if calling else []
    return element(
        "svg",
        box(0, 0, GRID, GRID, LEAF, 14),
        put(ladybug(), 32, 32, 58),
        *badge,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {GRID} {GRID}",
    )

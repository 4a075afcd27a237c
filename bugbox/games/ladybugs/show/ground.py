"""The ground of a garden, drawn once a match: meadow, beds in their fences, and where their signs stand."""

from collections.abc import Iterator
from functools import cache, lru_cache
from string import ascii_lowercase
from typing import NamedTuple

from bugbox.art.players import INK
from bugbox.art.svg import Markup, element, join
from bugbox.games.ladybugs.rules.box import COLUMNS, FLOWERS

CELL = 40
WIDE = int(COLUMNS) * CELL
INSET = 2.6  # from the edge of a space to the fence, so that two beds that touch have a path between them
ROUND = 9  # the corners of a fence
SIGN_HEIGHT = 20
SIGN_WIDTH = 66  # of most of them
FENCE, PICKETS, GOLD = "#8a6238", "#f3dfae", "#ffd23e"

Spot = tuple[int, int]  # column and row, of a space or of a corner between spaces
Edge = tuple[Spot, Spot]


class Sign(NamedTuple):
    """Where the sign of a bed stands: the middle of its upper edge."""

    x: float
    y: float


def place(space: int) -> Spot:
    """The upper left corner of a space."""
    return space % int(COLUMNS) * CELL, space // int(COLUMNS) * CELL


def spots_of(garden: tuple[int, ...], bed: int) -> list[Spot]:
    return [(space % int(COLUMNS), space // int(COLUMNS)) for space, number in enumerate(garden) if number == bed]


# --- Fences ---


def edges(spots: list[Spot]) -> list[Edge]:
    """All round a bed, with the bed at the right hand."""
    inside = set(spots)
    found = []
    for x, y in spots:
        sides = (
            ((x, y - 1), (x, y), (x + 1, y)),
            ((x + 1, y), (x + 1, y), (x + 1, y + 1)),
            ((x, y + 1), (x + 1, y + 1), (x, y + 1)),
            ((x - 1, y), (x, y + 1), (x, y)),
        )
        found += [(start, end) for beyond, start, end in sides if beyond not in inside]
    return found


def loops(spots: list[Spot]) -> Iterator[list[Edge]]:
    """The edges one after the other; where two spaces meet at a corner, round the same space."""
    left = edges(spots)
    while left:
        loop = [left.pop(0)]
        while loop[-1][1] != loop[0][0]:
            following = [edge for edge in left if edge[0] == loop[-1][1]]
            loop.append(max(following, key=lambda edge: turn(loop[-1], edge)))
            left.remove(loop[-1])
        yield loop


def step(edge: Edge) -> Spot:
    (x, y), (to_x, to_y) = edge
    return to_x - x, to_y - y


def turn(before: Edge, after: Edge) -> int:
    """1 to the right, 0 ahead, -1 to the left."""
    (x, y), (to_x, to_y) = step(before), step(after)
    return x * to_y - y * to_x


@lru_cache(512)
def outline(spots: tuple[Spot, ...], inset: float = INSET) -> str:
    """The path of a fence, a little inside the bed and with round corners."""
    return " ".join(outline_of(loop, inset) for loop in loops(list(spots)))


def outline_of(loop: list[Edge], inset: float) -> str:
    drawn = []
    for before, after in zip(loop, loop[1:] + loop[:1], strict=True):
        if not turn(before, after):
            continue
        (x, y), (dx, dy), (ex, ey) = after[0], step(before), step(after)
        corner_x, corner_y = x * CELL + inset * (-dy - ey), y * CELL + inset * (dx + ex)
        drawn.append(f"{corner_x - ROUND * dx:.1f} {corner_y - ROUND * dy:.1f}")
        drawn.append(f"Q{corner_x:.1f} {corner_y:.1f} {corner_x + ROUND * ex:.1f} {corner_y + ROUND * ey:.1f}")
    return (
        f"M{drawn[0]} {drawn[1]} "
        + " ".join(f"L{line} {curve}" for line, curve in zip(drawn[2::2], drawn[3::2], strict=True))
        + " Z"
    )


# --- What is drawn ---


@lru_cache(64)
def draw_ground(garden: tuple[int, ...], rows: int) -> Markup:
    high = rows * CELL
    centre = garden[len(garden) // 2] if rows == COLUMNS else 0
    beds = [draw_bed(garden, bed, GOLD if bed == centre else PICKETS) for bed in range(1, max(garden) + 1)]
    night = element("rect", width=WIDE, height=high, rx=10, class_="night")
    return join(
        element("rect", width=WIDE, height=high, rx=10, fill="url(#lady-meadow)", stroke=INK, stroke_width=1.5),
        *beds,
        element("path", d=lines(rows), class_="lines"),
        night,
        draw_names(rows),
    )


def draw_bed(garden: tuple[int, ...], bed: int, pickets: str) -> Markup:
    path = outline(tuple(spots_of(garden, bed)))
    return join(
        element("path", d=path, fill=f"url(#lady-bed-{FLOWERS[bed - 1]})", stroke=FENCE, stroke_width=4.4),
        element("path", d=path, fill="none", stroke=pickets, stroke_width=2.4, stroke_dasharray="2.2 3.4"),
    )


@cache
def lines(rows: int) -> str:
    """Between spaces."""
    upright = "".join(f"M{x * CELL} 2 V{rows * CELL - 2} " for x in range(1, int(COLUMNS)))
    return upright + "".join(f"M2 {y * CELL} H{WIDE - 2} " for y in range(1, rows))


@cache
def draw_names(rows: int) -> Markup:
    """What rows and columns are called, outside the garden: seen only where there is room."""
    high = rows * CELL
    columns = [
        element("text", letter, x=x * CELL + CELL // 2, y=high + 18, text_anchor="middle")
        for x, letter in enumerate(ascii_lowercase[: int(COLUMNS)])
    ]
    numbers = [element("text", str(rows - y), x=-6, y=y * CELL + CELL // 2 + 5, text_anchor="end") for y in range(rows)]
    return element("g", *columns, *numbers, class_="names", font_size=17)


# --- Signs ---


@lru_cache(64)
def signs(garden: tuple[int, ...]) -> tuple[Sign, ...]:
    """One for each bed, on its fence: where the fence runs along a meadow, and far from other signs."""
    placed: list[Sign] = []
    for bed in range(1, max(garden) + 1):
        placed.append(min(sign_places(garden, bed), key=lambda found: cost(found[0], found[1], placed))[0])
    return tuple(placed)


def sign_places(garden: tuple[int, ...], bed: int) -> Iterator[tuple[Sign, int]]:
    """Along the upper and lower edges of a bed, with how many spaces of other beds would be touched."""
    spots = set(spots_of(garden, bed))
    for x, y in sorted(spots, key=lambda spot: (spot[1], spot[0])):
        for beyond in (-1, 1):
            if (x, y + beyond) in spots:
                continue
            edge = y + (beyond > 0)
            others = is_other(garden, x, y + beyond, bed) + 3 * is_outside(garden, y + beyond)
            yield sign_at(x + 0.5, edge, garden), others + 1
            if (x + 1, y) in spots and (x + 1, y + beyond) not in spots:
                yield sign_at(x + 1, edge, garden), others + is_other(garden, x + 1, y + beyond, bed)


def is_other(garden: tuple[int, ...], x: int, y: int, bed: int) -> int:
    rows = len(garden) // int(COLUMNS)
    return int(0 <= y < rows and garden[y * int(COLUMNS) + x] not in (0, bed))


def is_outside(garden: tuple[int, ...], y: int) -> bool:
    """At the edge of the board a sign would cover what lies there."""
    return not 0 <= y < len(garden) // int(COLUMNS)


def sign_at(x: float, y: float, garden: tuple[int, ...]) -> Sign:
    """Never beyond the edge of the board."""
    high = len(garden) // int(COLUMNS) * CELL
    half = SIGN_WIDTH / 2
    return Sign(
        min(max(x * CELL, half + 1), WIDE - half - 1),
        min(max(y * CELL, SIGN_HEIGHT / 2 + 1), high - SIGN_HEIGHT / 2 - 1),
    )


def cost(sign: Sign, others: int, placed: list[Sign]) -> float:
    return others + 10 * sum(is_near(sign, other) for other in placed)


def is_near(one: Sign, two: Sign) -> bool:
    return abs(one.x - two.x) < SIGN_WIDTH + 2 and abs(one.y - two.y) < SIGN_HEIGHT + 2


# --- What is pointed out ---


def ghost(*drawn: Markup) -> tuple[tuple[str, str], ...]:
    """Over the garden for a while; nothing if there is nothing to point out."""
    return (("ghosts", str(element("g", *drawn, class_="ghost"))),) if drawn else ()


def ring(space: int, kind: str = "ring") -> Markup:
    x, y = place(space)
    return element("rect", x=x + 3, y=y + 3, width=CELL - 6, height=CELL - 6, rx=9, class_=kind)


def way(start: int, end: int) -> Markup:
    """From the middle of one space to that of another."""
    return element("path", d=line(start, end), class_="way")


def line(start: int, end: int) -> str:
    (x, y), (to_x, to_y) = place(start), place(end)
    half = CELL // 2
    return f"M{x + half} {y + half} L{to_x + half} {to_y + half}"


def steps(start: int, end: int) -> str:
    """A point for each space that is counted."""
    (x, y), (to_x, to_y) = place(start), place(end)
    many = (abs(to_x - x) + abs(to_y - y)) // CELL
    half = CELL // 2
    return " ".join(
        f"M{x + half + (to_x - x) * n // many} {y + half + (to_y - y) * n // many} h0" for n in range(1, many + 1)
    )

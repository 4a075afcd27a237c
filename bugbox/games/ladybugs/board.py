"""The garden drawn as HTML and SVG: spaces, beds, tiles, the spider, and the viewer's tiles."""

from collections import Counter
from collections.abc import Sequence
from functools import cache

from bugbox.art import emblems
from bugbox.art.bugs import ladybug, spider
from bugbox.art.parts import part
from bugbox.art.players import INK, fill
from bugbox.art.svg import Markup, element
from bugbox.core.english import count
from bugbox.core.game import Drawing
from bugbox.games.ladybugs.parts import ACTIONS, COLUMNS
from bugbox.games.ladybugs.view import Player, View
from bugbox.games.ladybugs.words import SPACES

CELL = 40
MEADOW = "#cfe3b0"
BEDS = ("#f2c6d0", "#f6dfa4", "#d8c9ee", "#f5c9a4", "#c3dcf2", "#e9b7c9")

emblem = emblems.ladybugs


@cache
def symbols() -> Markup:
    drawings = [element("g", ladybug(), id="lady-bug"), element("g", spider(), id="lady-spider")]
    return element("svg", element("defs", *drawings), width=0, height=0, class_="patterns", aria_hidden="true")


def pictures() -> dict[str, Markup]:
    """For the primer: a 3 of one player, and the space that is counted to."""
    spaces = [
        element("rect", x=at * CELL, y=0, width=CELL, height=CELL, fill=BEDS[0] if at else MEADOW, stroke=INK)
        for at in range(4)
    ]
    tiles = [draw_face(0, 3, 0), element("text", "?", x=3 * CELL + 20, y=27, font_size=20, text_anchor="middle")]
    return {"count": element("svg", *spaces, *tiles, viewBox=f"0 0 {4 * CELL} {CELL}", aria_hidden="true")}


def draw_face(owner: int, number: int, x: int) -> Markup:
    disc = element("circle", cx=x + 20, cy=20, r=17, fill=fill(owner), stroke=INK)
    paper = element("circle", cx=x + 20, cy=20, r=10, fill="#fffaf0")
    return element("g", disc, paper, element("text", str(number), x=x + 20, y=26, font_size=17, text_anchor="middle"))


def draw(view: View, names: Sequence[str]) -> Drawing:
    touchable = view.viewer >= 0
    height = view.rows * CELL
    board = element(
        "svg",
        element("use", href="#lady-bug", width=1, height=1),
        *(draw_ground(space, bed, view.rows, touchable) for space, bed in enumerate(view.garden)),
        *(draw_stack(SPACES[view.rows].find(stack.space), stack.tiles, stack.space) for stack in view.stacks),
        *(draw_sign(SPACES[view.rows].find(space), "clover", space, "Clover", False) for space in view.clovers),
        *draw_spider(view, touchable),
        viewBox=f"0 0 {COLUMNS * CELL} {height}",
        class_="garden",
        id="garden",
    )
    hand = draw_hand(view.hands[view.viewer], view.players[view.viewer].actions) if touchable else ""
    return Drawing(element("div", board, class_="ladybugs"), hand, tuple(map(facts_of, view.players)))


def at(space: int) -> tuple[int, int]:
    return space % int(COLUMNS) * CELL, space // int(COLUMNS) * CELL


def draw_ground(space: int, bed: int, rows: int, touchable: bool) -> Markup:
    x, y = at(space)
    name = SPACES[rows].names[space]
    colour = BEDS[bed % len(BEDS)] if bed else MEADOW
    return element(
        "rect", x=x, y=y, width=CELL, height=CELL, fill=colour, stroke=INK, stroke_opacity=0.3, id=f"space-{name}",
        data_pick=f"space:{name}" if touchable else None, role="img", aria_label=name, class_="space",
    )  # fmt: skip


def draw_stack(space: int, tiles: tuple[tuple[int, int], ...], name: str) -> Markup:
    x, y = at(space)
    owner, number = tiles[-1]
    height = element("text", str(len(tiles)), x=35, y=38, font_size=12, text_anchor="middle") if tiles[1:] else ""
    drawn = element("g", draw_face(owner, number, 0), height, data_key=f"tile:{name}:{len(tiles)}")
    return element("g", drawn, transform=f"translate({x} {y})", class_="tile")


def draw_sign(space: int, kind: str, key: str, label: str, touchable: bool) -> Markup:
    x, y = at(space)
    sign = element("circle", cx=20, cy=20, r=8, fill="#3f8f46", data_key=f"{kind}:{key}", role="img", aria_label=label)
    return element("g", sign, transform=f"translate({x} {y})", data_pick=kind if touchable else None)


def draw_spider(view: View, touchable: bool) -> list[Markup]:
    if view.spider is None:
        return []
    return [draw_sign(SPACES[view.rows].find(view.spider), "spider", "", "Spider", touchable)]


@part
def draw_hand(numbers: tuple[int, ...], actions: tuple[str, ...]) -> Markup:
    copies: Counter[int] = Counter()
    tiles = []
    for number in numbers:
        tiles.append(draw_held(f"hand:{number}", f"hand:{number}:{copies[number]}", str(number)))
        copies[number] += 1
    tiles += [draw_held(f"action:{name}", f"action:{name}", name) for name in ACTIONS if name in actions]
    return element("div", *tiles, class_="ladybugs", id="hand")


def draw_held(pick: str, key: str, text: str) -> Markup:
    return element("div", text, class_="held", data_pick=pick, data_key=key, role="img", aria_label=text, title=text)


def facts_of(player: Player) -> Markup:
    points = player.bed_points if player.points is None else player.points
    return draw_facts(player.seat, points, player.stack)


@part
def draw_facts(seat: int, points: int, stack: int) -> Markup:
    told = element("span", f"{count(points, 'point')}, {stack} to draw", data_key=f"stack:{seat}")
    return element("span", told, class_="facts", id=f"facts-{seat}")

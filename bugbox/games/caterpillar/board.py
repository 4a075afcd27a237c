"""The garden drawn as HTML and SVG: its spaces, what lies on them, and the viewer's wasps in the dock."""

from collections.abc import Sequence
from functools import cache

from bugbox.art import emblems
from bugbox.art.flowers import blossom
from bugbox.art.flyers import bee
from bugbox.art.parts import part
from bugbox.art.players import INK, LOOKS
from bugbox.art.svg import Markup, element
from bugbox.core.english import count
from bugbox.core.game import Drawing
from bugbox.games.caterpillar.parts import SIDE
from bugbox.games.caterpillar.seen import Player, View
from bugbox.games.caterpillar.spaces import NAMES, SPACE_NAMES

emblem = emblems.caterpillar_filler

CELL = 40
WIDE = int(SIDE) * CELL
BUG = 64  # the grid of the bugs' drawings
WHY_NOT = "You crawl when it is your turn."


@cache
def symbols() -> Markup:
    """What lies in the garden, which boards refer to."""
    scale = f"scale({CELL / BUG:.4f})"
    drawn = [
        element("g", element("g", blossom("daisy"), transform="translate(20 20) scale(1.3)"), id="cat-flower"),
        element("g", element("g", bee(), transform=scale), id="cat-wasp"),
        *(element("g", draw_bead(seat, is_head=True), id=f"cat-head-{seat}") for seat in range(4)),
        *(element("g", draw_bead(seat, is_head=False), id=f"cat-body-{seat}") for seat in range(4)),
    ]
    return element("svg", element("defs", *drawn), width=0, height=0, class_="patterns", aria_hidden="true")


def draw_bead(seat: int, is_head: bool) -> Markup:
    eyes = [element("circle", cx=x, cy=17, r=3, fill=INK) for x in (14, 26)] if is_head else []
    bead = element("circle", cx=20, cy=20, r=18 if is_head else 15, fill=LOOKS[seat].colour, stroke=INK, stroke_width=2)
    return element("g", bead, *eyes)


@cache
def pictures() -> dict[str, Markup]:
    """For the primer: a caterpillar one step away from a flower."""
    pieces = ("body-0", "body-0", "head-0", "flower")
    drawn = [element("use", href=f"#cat-{name}", x=nth * CELL) for nth, name in enumerate(pieces)]
    return {"crawl": element("svg", *drawn, viewBox=f"0 0 {4 * CELL} {CELL}", aria_hidden="true")}


def draw(view: View, names: Sequence[str]) -> Drawing:
    touchable = view.viewer >= 0
    board = element("div", draw_garden(view, touchable), draw_tiles(view.pairs, view.turned), class_="caterpillar")
    mine = draw_mine(view.players[view.viewer]) if touchable else Markup()
    return Drawing(board, mine, tuple(facts_of(player) for player in view.players))


def draw_garden(view: View, touchable: bool) -> Markup:
    return element(
        "svg",
        element("rect", width=WIDE, height=WIDE, rx=10, class_="lawn"),
        draw_tokens("flower", view.flowers),
        draw_tokens("wasp", view.wasps),
        *(draw_crawler(player.seat, player.spaces) for player in view.players),
        draw_spaces(touchable),
        element("g", id="ghosts"),
        viewBox=f"0 0 {WIDE} {WIDE}",
        class_="garden",
        id="garden",
        data_near="",
        data_why=WHY_NOT if touchable and view.stage != "over" else None,
    )


def moved(name: str) -> str:
    row, column = divmod(NAMES.spaces[name], int(SIDE))
    return f"translate({column * CELL} {row * CELL})"


@part
def draw_tokens(kind: str, spaces: tuple[str, ...]) -> Markup:
    drawn = [
        element("g", element("use", href=f"#cat-{kind}", data_key=f"{kind}:{name}"), transform=moved(name))
        for name in spaces
    ]
    return element("g", *drawn, id=f"{kind}s")


@part
def draw_crawler(seat: int, spaces: tuple[str, ...]) -> Markup:
    """The head is drawn last, over its body."""
    drawn = [
        element(
            "g",
            element("use", href=f"#cat-{'body' if nth else 'head'}-{seat}", data_key=f"piece:{seat}:{nth}"),
            transform=moved(name),
        )
        for nth, name in enumerate(spaces)
    ]
    return element("g", *reversed(drawn), id=f"crawler-{seat}")


@part
def draw_spaces(touchable: bool) -> Markup:
    return element("g", *(draw_space(name, touchable) for name in SPACE_NAMES), id="spaces")


def draw_space(name: str, touchable: bool) -> Markup:
    return element(
        "rect",
        width=CELL,
        height=CELL,
        transform=moved(name),
        class_="space",
        id=f"space-{name}",
        role="img",
        aria_label=name,
        data_pick=f"space:{name}" if touchable else None,
        data_help=f"space:{name}",
    )


@part
def draw_tiles(pairs: int, turned: tuple[str, ...]) -> Markup:
    left = element("span", f"{count(pairs, 'pair')} of tiles left", data_help="tiles", data_spot="tiles")
    return element("p", left, *(element("span", name) for name in turned[-1:]), id="tiles")


@part
def draw_facts(seat: int, length: int, mat: int, wasps: int, is_off: bool) -> Markup:
    told = [element("span", f"{length} long, {mat} to go"), element("span", count(wasps, "wasp"))]
    told += [element("span", "out of the garden")] if is_off else []
    return element("span", *told, class_="facts caterpillar", id=f"facts-{seat}")


def facts_of(player: Player) -> Markup:
    return draw_facts(player.seat, player.length, player.mat, player.wasps, player.is_off)


def draw_mine(player: Player) -> Markup:
    return element("div", draw_wasp(player.wasps), draw_no_wasp(), class_="caterpillar")


@part
def draw_wasp(wasps: int) -> Markup:
    picture = element("svg", element("use", href="#cat-wasp"), viewBox=f"0 0 {CELL} {CELL}", aria_hidden="true")
    return element(
        "button",
        picture,
        f"Wasps: {wasps}",
        type="button",
        id="wasp",
        data_pick="wasp",
        data_step="",
        data_help="wasp",
    )


@part
def draw_no_wasp() -> Markup:
    return element("button", "No wasp now", type="button", id="no-wasp", data_pick="no-wasp")

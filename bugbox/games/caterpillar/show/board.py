"""Draw the garden as HTML and SVG: ground, flowers, wasps, caterpillars, and where a roll can lead."""

from collections.abc import Sequence
from functools import cache

from bugbox.art import emblems
from bugbox.art.parts import part
from bugbox.art.svg import Markup, element
from bugbox.core.game import Drawing
from bugbox.games.caterpillar.rules.box import SIDE
from bugbox.games.caterpillar.rules.spaces import NAMES, SPACE_NAMES
from bugbox.games.caterpillar.rules.walk import GARDEN
from bugbox.games.caterpillar.show import pieces
from bugbox.games.caterpillar.show.beside import draw_beside, draw_race, facts_of
from bugbox.games.caterpillar.show.dock import draw_mine, draw_no_wasp
from bugbox.games.caterpillar.show.ground import WIDE, draw_ground, moved, place
from bugbox.games.caterpillar.show.pieces import BUG, CELL, HALF
from bugbox.games.caterpillar.show.reach import reach
from bugbox.games.caterpillar.show.views import End, Player, View

emblem = emblems.caterpillar_filler
symbols = pieces.symbols

WHY_NOT = "You crawl when it is your turn."
ARROWS = ("up", "right", "down", "left")  # arrow keys by way; diagonal steps have none
TURNS = (-90, 0, 90, 180, -45, 45, 135, -135)  # rotation by way, of a drawing that faces right
BUTTERFLY = 190  # width


@cache
def pictures() -> dict[str, Markup]:
    """Return the primer's picture: a caterpillar one step from a flower, with a wasp blocking the way around."""
    lawn = element("rect", width=5 * CELL, height=2 * CELL, rx=8, fill="#a9cf74")
    body = [element("use", href="#cat-link-0", x=nth * CELL) for nth in range(2)]
    others = (("cat-head-0", 2, 0), ("cat-flower", 3, 0), ("cat-wasp", 3, 1))
    drawn = [element("use", href=f"#{name}", x=x * CELL, y=y * CELL) for name, x, y in others]
    return {"crawl": element("svg", lawn, *body, *drawn, viewBox=f"0 0 {5 * CELL} {2 * CELL}", aria_hidden="true")}


def draw(view: View, names: Sequence[str]) -> Drawing:
    mine = view.viewer >= 0
    board = element("div", draw_beside(view), draw_garden(view, mine), draw_race(view), class_="side-by-side")
    return Drawing(
        element("div", board, class_="caterpillar"),
        draw_mine(view) if mine else Markup(),
        tuple(facts_of(player, view) for player in view.players),
        draw_no_wasp(view.stage == "wasp" and view.turn == view.viewer) if mine else Markup(),
    )


def draw_garden(view: View, touchable: bool) -> Markup:
    steps, ends = reach(view)
    return element(
        "svg",
        draw_floor(),
        draw_reach(ends, tuple(space for _, space in steps), food_of(view)),
        draw_target(view.target),
        draw_flowers(view.flowers, not view.wind),
        draw_wasps(view.wasps, view.turn if view.has_stung else None),
        *(draw_crawler(player.seat, player.spaces, player.place) for player in view.players),
        draw_steps(steps),
        draw_butterflies(tuple(middle_of(player) for player in view.players if player.place == 1)),
        draw_spaces(touchable),
        element("g", id="ghosts"),
        viewBox=f"0 0 {WIDE} {WIDE}",
        class_="garden",
        id="garden",
        data_near="",
        data_after="",
        data_swipe="",
        data_why=WHY_NOT if touchable and view.stage != "over" else None,
    )


@part
def draw_floor() -> Markup:
    return element("g", draw_ground(), id="ground")


# --- Flowers and wasps ---


@part
def draw_flowers(spaces: tuple[str, ...], is_calm: bool) -> Markup:
    """Draw flowers; new ones are animated from the tiles, unless the wind may have moved them."""
    return element(
        "g", *(token("flower", name) for name in spaces), id="flowers", data_from="tiles" if is_calm else None
    )


@part
def draw_wasps(spaces: tuple[str, ...], stinging: int | None) -> Markup:
    come_from = None if stinging is None else f"seat:{stinging}"
    return element("g", *(token("wasp", name) for name in spaces), id="wasps", data_from=come_from)


def token(kind: str, name: str) -> Markup:
    """Draw a token. Its position is on an outer group, because animations replace the transform of the inner one."""
    face = element("g", element("use", href=f"#cat-{kind}"), data_key=f"{kind}:{name}")
    return element("g", face, transform=moved(name))


@part
def draw_target(name: str | None) -> Markup:
    """Mark the taken space that the tiles named."""
    if name is None:
        return element("g", id="target", hidden=True)
    x, y = place(name)
    return element("rect", x=x + 2, y=y + 2, width=CELL - 4, height=CELL - 4, rx=8, class_="target", id="target")


# --- Caterpillars ---


@part
def draw_crawler(seat: int, spaces: tuple[str, ...], place: int | None) -> Markup:
    """Draw from the tail, so that the head is on top; each piece faces the one before it."""
    drawn = [draw_piece(seat, nth, name, spaces) for nth, name in enumerate(spaces)]
    return element("g", *reversed(drawn), id=f"crawler-{seat}", class_="winner" if place == 1 else None)


def draw_piece(seat: int, nth: int, name: str, spaces: tuple[str, ...]) -> Markup:
    kind = "link" if nth else "head"
    turn = heading(name, spaces[nth - 1]) if nth else heading(spaces[1], name) if spaces[1:] else TURNS[2]
    face = element("use", href=f"#cat-{kind}-{seat}", transform=f"rotate({turn} {HALF} {HALF})")
    key = element("g", face, data_key=f"piece:{seat}:{nth}", data_from=f"seat:{seat}", data_to=f"seat:{seat}")
    return element("g", key, transform=moved(name))


def heading(start: str, end: str) -> int:
    """Return the rotation for a step to an adjacent space, which may wrap around."""
    row, column = (at - of for at, of in zip(spot(end), spot(start), strict=True))
    steps = ((-1, 0), (0, 1), (1, 0), (0, -1), (-1, 1), (1, 1), (1, -1), (-1, -1))
    return TURNS[steps.index((nearer(row), nearer(column)))]


def spot(name: str) -> tuple[int, int]:
    return divmod(NAMES.spaces[name], int(SIDE))


def nearer(far: int) -> int:
    """Map a wrapped distance to a step: 15 to the right is 1 to the left."""
    return (far + 1) % int(SIDE) - 1


def middle_of(player: Player) -> tuple[int, int, int]:
    """Return where a winner's butterfly appears: at its head, or in the middle if it is off the garden."""
    x, y = place(player.spaces[0]) if player.spaces else (WIDE // 2, WIDE // 2)
    return player.seat, in_sight(x + HALF), in_sight(y + HALF)


def in_sight(at: int) -> int:
    """Clamp a coordinate so that the butterfly's wings stay inside the garden."""
    return min(max(at, BUTTERFLY // 2), WIDE - BUTTERFLY // 2)


@part
def draw_butterflies(winners: tuple[tuple[int, int, int], ...]) -> Markup:
    scale = BUTTERFLY / BUG
    drawn = [
        element(
            "g",
            element("g", element("use", href=f"#cat-butterfly-{seat}", x=-BUG / 2, y=-BUG / 2), class_="butterfly"),
            transform=f"translate({x} {y}) scale({scale:.2f})",
        )
        for seat, x, y in winners
    ]
    return element("g", *drawn, id="butterflies", hidden=not winners, data_hold=3 if winners else None)


# --- Where the viewer's roll can lead ---


def food_of(view: View) -> tuple[str, ...]:
    """Return the spaces of flowers and of other players' caterpillars."""
    others = [space for player in view.players if player.seat != view.viewer for space in player.spaces]
    return (*view.flowers, *others)


@part
def draw_reach(ends: tuple[End, ...], steps: tuple[str, ...], food: tuple[str, ...]) -> Markup:
    """Draw the spaces on which the viewer's walk can end; one touch walks there if there is nothing to choose."""
    drawn = [draw_end(end, end.is_sure and end.space not in steps, end.space in food) for end in ends]
    return element("g", *drawn, id="reach")


def draw_end(end: End, is_walk: bool, is_food: bool) -> Markup:
    x, y = place(end.space)
    many = len(end.way)
    classes = ["aim", *["sure"] * end.takes_one_touch(), *["food"] * is_food]
    return element(
        "circle",
        cx=x + HALF,
        cy=y + HALF,
        r=8,
        class_=" ".join(classes),
        data_walk="|".join(f"step {space}" for space in end.way) if is_walk and many > 1 else None,
        data_means=f"space:{end.space}" if is_walk and many > 1 else None,
        data_label=f"Crawl to {end.space}, {many} spaces" if is_walk and many > 1 else None,
    )


@part
def draw_steps(steps: tuple[tuple[int, str], ...]) -> Markup:
    return element("g", *(draw_step(way, name) for way, name in steps), id="steps")


def draw_step(way: int, name: str) -> Markup:
    x, y = place(name)
    return element(
        "path",
        d="M-6 -10 L8 0 L-6 10",
        transform=f"translate({x + HALF} {y + HALF}) rotate({TURNS[way]})",
        class_="step",
        data_arrow=ARROWS[way] if way < len(ARROWS) else None,
        data_means=f"space:{name}",
    )


@part
def draw_spaces(touchable: bool) -> Markup:
    """Draw the spaces on top of everything, so that touches hit them."""
    return element("g", *(draw_space(name, touchable) for name in SPACE_NAMES), id="spaces")


def draw_space(name: str, touchable: bool) -> Markup:
    x, y = place(name)
    edge = ", on the edge" if GARDEN.is_edge(NAMES.spaces[name]) else ""
    return element(
        "rect",
        x=x + 0.5,
        y=y + 0.5,
        width=CELL - 1,
        height=CELL - 1,
        rx=8,
        class_="space",
        id=f"space-{name}",
        role="img",
        aria_label=f"{name}{edge}",
        data_pick=f"space:{name}" if touchable else None,
        data_help=f"space:{name}",
        data_look="" if touchable else None,
    )

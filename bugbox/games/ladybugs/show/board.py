"""The garden drawn as HTML and SVG: its ground once, then tiles, signs, the spider; the viewer's tiles in the dock."""

from collections.abc import Sequence
from functools import cache

from bugbox.art import emblems, flowers
from bugbox.art.parts import part
from bugbox.art.players import INK, badge
from bugbox.art.svg import Markup, element, join
from bugbox.core.game import Drawing
from bugbox.games.ladybugs.rules.box import FLOWERS
from bugbox.games.ladybugs.show import tiles
from bugbox.games.ladybugs.show.counting import cheapest_way, counted_from
from bugbox.games.ladybugs.show.dock import draw_mine, facts_of
from bugbox.games.ladybugs.show.ground import CELL, SIGN_HEIGHT, WIDE, draw_ground, line, place, signs, steps
from bugbox.games.ladybugs.show.tiles import colour, flower_picture, letter
from bugbox.games.ladybugs.show.view import Bed, Player, Stack, Tile, View
from bugbox.games.ladybugs.show.words import SPACES

emblem = emblems.ladybugs
symbols = tiles.symbols

WHY_NOT = "You place tiles here when it is your turn."

Trail = tuple[int, tuple[int, ...], int, bool]  # whose, from which spaces to which, and whether it has just happened
Share = tuple[int, int]  # seat and dots


@cache
def pictures() -> dict[str, Markup]:
    """For the primer: a 3 of one player, and the space that is counted to."""
    ground = [
        element("rect", x=at * CELL, width=CELL, height=CELL, fill=f"url(#lady-{kind})", stroke=INK, stroke_width=0.6)
        for at, kind in enumerate(("meadow", "meadow", "bed-tulip", "bed-tulip"))
    ]
    steps = element("path", d="M60 20 h0 M100 20 h0", stroke=INK, stroke_width=9, stroke_linecap="round")
    target = element("text", "?", x=140, y=28, font_size=24, font_weight="bold", text_anchor="middle")
    drawn = (*ground, steps, element("use", href="#lady-0-3"), target)
    return {"count": element("svg", *drawn, viewBox=f"0 0 {4 * CELL} {CELL}", aria_hidden="true")}


def draw(view: View, names: Sequence[str]) -> Drawing:
    touchable = view.viewer >= 0
    shape = "long" if view.rows < 13 else "square"
    beds = [bed_row(number, bed, len(view.players)) for number, bed in enumerate(view.beds, 1)]
    half = (len(beds) + 1) // 2
    board = element(
        "div",
        element("div", *beds[:half], class_="beds"),
        draw_garden(view, touchable),
        element("div", *beds[half:], class_="beds"),
        class_=shape,
    )
    mine = draw_mine(view) if touchable else Markup()
    return Drawing(
        element("div", board, class_="ladybugs"), mine, tuple(facts_of(player, view) for player in view.players)
    )


def draw_garden(view: View, touchable: bool) -> Markup:
    find = SPACES[view.rows].find
    seats = len(view.players)
    stacks = tuple((find(stack.space), *stack_of(stack, view)) for stack in view.stacks)
    return element(
        "svg",
        draw_floor(view.garden, view.rows),
        draw_homes(tuple((player.seat, find(player.start)) for player in view.players if player.start)),
        draw_trails(tuple(trails(view))),
        draw_clovers(tuple(map(find, view.clovers)), view.rows),
        draw_stacks(stacks, view.rows),
        draw_spaces(view.garden, view.rows, touchable),
        *(sign_of(number, bed, view, seats) for number, bed in enumerate(view.beds, 1)),
        draw_spider(find(view.spider) if view.spider else None, touchable),
        element("g", id="ghosts"),
        viewBox=f"0 0 {WIDE} {view.rows * CELL}",
        class_="garden",
        id="garden",
        data_near="",
        data_why=WHY_NOT if touchable and view.stage != "over" else None,
    )


# --- On the ground ---


@part
def draw_floor(garden: tuple[int, ...], rows: int) -> Markup:
    return element("g", draw_ground(garden, rows), id="ground")


@part
def draw_spaces(garden: tuple[int, ...], rows: int, touchable: bool) -> Markup:
    """Over everything that lies there, so that it is seen what can be covered and a touch finds the space."""
    names = SPACES[rows].names
    return element(
        "g", *(draw_space(space, names[space], touchable, bed) for space, bed in enumerate(garden)), id="spaces"
    )


def draw_space(space: int, name: str, touchable: bool, bed: int) -> Markup:
    x, y = place(space)
    return element(
        "rect",
        x=x + 2,
        y=y + 2,
        width=CELL - 4,
        height=CELL - 4,
        rx=9,
        class_="space",
        id=f"space-{name}",
        role="img",
        aria_label=f"{name}, {f'{FLOWERS[bed - 1]} bed' if bed else 'meadow'}",
        data_pick=f"space:{name}" if touchable else None,
        data_help=f"space:{name}",
        data_look="" if touchable else None,
    )


@part
def draw_homes(homes: tuple[tuple[int, int], ...]) -> Markup:
    """Start spaces: slabs in the colours of the players."""
    return element("g", *(draw_home(seat, *place(space)) for seat, space in homes), id="homes")


def draw_home(seat: int, x: int, y: int) -> Markup:
    slab = element("rect", x=x + 2, y=y + 2, width=CELL - 4, height=CELL - 4, rx=6, fill=colour(seat), stroke=INK)
    text = element("text", letter(seat), x=x + 20, y=y + 28, font_size=22, font_weight="bold", text_anchor="middle")
    return join(slab, text)


# --- What was just done ---


def trails(view: View) -> list[Trail]:
    """Where the others placed a tile last and from where it was counted, and what is being done in this moment."""
    find = SPACES[view.rows].find
    found = []
    for player in view.players:
        now = player.seat == view.acting and player.hand_size < 2 and view.stage == "play"
        if player.last and view.stage != "over" and (now or player.seat not in (view.acting, view.viewer)):
            found.append((player.seat, tuple(map(find, sources(view, player))), find(player.last), now))
    return found


def sources(view: View, player: Player) -> tuple[str, ...]:
    """What is placed on the own start space without counting comes from nowhere."""
    if not player.last or not any(
        stack.space == player.last and stack.tiles[-1][0] == player.seat for stack in view.stacks
    ):
        return ()
    counted = counted_from if player.last == player.start else cheapest_way
    return counted(view, player.seat, player.last)


@part
def draw_trails(trails: tuple[Trail, ...]) -> Markup:
    return element("g", *(draw_trail(*trail) for trail in trails), id="trails")


def draw_trail(seat: int, starts: tuple[int, ...], end: int, now: bool) -> Markup:
    x, y = place(end)
    lines = " ".join(line(start, end) for start in starts)
    drawn = [
        element("path", d=lines, class_="under"),
        element("rect", x=x + 1, y=y + 1, width=CELL - 2, height=CELL - 2, rx=9, stroke=colour(seat)),
        element("path", d=lines, stroke=colour(seat)),
        element("path", d=" ".join(steps(start, end) for start in starts), class_="step"),
    ]
    return element("g", *drawn, class_="trail now" if now else "trail")


# --- Tiles ---


def stack_of(stack: Stack, view: View) -> tuple[tuple[Tile, ...], int]:
    return stack.tiles, view.viewer


@part
def draw_stacks(stacks: tuple[tuple[int, tuple[Tile, ...], int], ...], rows: int) -> Markup:
    names = SPACES[rows].names
    return element("g", *(draw_stack(*stack, names[stack[0]]) for stack in stacks), id="stacks")


@part
def draw_stack(space: int, tiles: tuple[Tile, ...], viewer: int, name: str) -> Markup:
    """The lower ones look out below the upper ones."""
    x, y = place(space)
    top = len(tiles) - 1
    drawn = [
        draw_tile(*tile, f"tile:{name}:{level}", x + 3.5 * (level - top / 2), y - 4.5 * (level - top / 2), viewer)
        for level, tile in enumerate(tiles)
    ]
    return element("g", *drawn, id=f"stack-{name}")


def draw_tile(owner: int, number: int, key: str, x: float, y: float, viewer: int) -> Markup:
    """What moves has no place of its own: while it is animated, its transform is the animation's."""
    face = element("use", href=f"#lady-{owner}-{number}")
    start = "hand" if owner == viewer else f"seat:{owner}"
    return element("g", element("g", face, data_key=key, data_from=start), transform=f"translate({x:.1f} {y:.1f})")


@part
def draw_clovers(spaces: tuple[int, ...], rows: int) -> Markup:
    names = SPACES[rows].names
    drawn = [
        element("g", element("use", href="#lady-clover", data_key=f"clover:{names[space]}"), transform=moved(space))
        for space in spaces
    ]
    return element("g", *drawn, id="clovers")


def moved(space: int) -> str:
    x, y = place(space)
    return f"translate({x} {y})"


@part
def draw_spider(space: int | None, touchable: bool) -> Markup:
    if space is None:
        return element("g", id="spider", hidden=True)
    ground = element("rect", width=CELL, height=CELL, fill="transparent")
    drawn = element("use", href="#lady-spider", transform="translate(1 1) scale(0.59)")
    return element(
        "g",
        element("g", ground, drawn, data_key="spider"),
        transform=moved(space),
        id="spider",
        class_="spider",
        role="img",
        aria_label="Spider",
        data_pick="spider" if touchable else None,
        data_step="" if touchable else None,
        data_help="spider",
    )


# --- Beds ---


def shares(bed: Bed) -> tuple[Share, ...]:
    """Who has dots there, most dots first."""
    return tuple(sorted(((seat, dots) for seat, dots in enumerate(bed.dots) if dots), key=lambda share: -share[1]))


def pays(size: int, seats: int) -> str:
    return f"{size}/{size // 2}" if seats > 2 else str(size)


def sign_of(number: int, bed: Bed, view: View, seats: int) -> Markup:
    """What an empty bed pays; otherwise who leads, and by how much. Equal ones stand side by side."""
    ranked = shares(bed)
    leaders = tuple(seat for seat, dots in ranked if dots == ranked[0][1])
    lead = ranked[0][1] - (ranked[1][1] if ranked[1:] else 0) if ranked else 0
    worth = str(bed.size) if ranked else pays(bed.size, seats)
    return draw_sign(number, *signs(view.garden)[number - 1], worth, leaders, lead)


@part
def draw_sign(number: int, x: float, y: float, worth: str, leaders: tuple[int, ...], lead: int) -> Markup:
    chips = [(seat, f"{letter(seat)}{f'+{lead}' if lead else ''}") for seat in leaders]
    width = wide(worth) + sum(wide(said) for _, said in chips)
    at, top = x - width / 2, y - SIGN_HEIGHT / 2
    drawn = [flowers.sign(FLOWERS[number - 1], at, top, width, SIGN_HEIGHT), write(worth, at, y)]
    at += wide(worth)
    for seat, said in chips:
        chip = element("rect", x=at, y=top, width=wide(said), height=SIGN_HEIGHT, rx=4, fill=colour(seat), stroke=INK)
        drawn += [chip, write(said, at, y)]
        at += wide(said)
    return element("g", *drawn, class_="sign", id=f"sign-{number}")


def wide(text: str) -> float:
    return 12.4 * len(text) + 6


def write(text: str, x: float, y: float) -> Markup:
    middle = x + wide(text) / 2
    return element("text", text, x=middle, y=y + 6.7, font_size=19, text_anchor="middle", fill=INK)


def bed_row(number: int, bed: Bed, seats: int) -> Markup:
    return draw_row(number, bed.flower, bed.is_centre, pays(bed.size, seats), shares(bed))


@part
def draw_row(number: int, flower: str, is_centre: bool, worth: str, shares: tuple[Share, ...]) -> Markup:
    """The same beside the garden, with everybody's dots."""
    leading = shares[0][1] if shares else 0
    dots = [
        element("span", badge(seat), str(many), class_="share lead" if many == leading else "share")
        for seat, many in shares
    ]
    return element(
        "div",
        flower_picture(flower),
        element("b", worth),
        element("span", f"{flower.capitalize()}{' (centre)' if is_centre else ''}", class_="flower"),
        element("span", *dots, class_="shares"),
        class_="bed",
        id=f"bed-{number}",
        data_help=f"bed:{number}",
    )

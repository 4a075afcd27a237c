"""Drawing of the council: five tiles in a circle, arrows for the direction of play, the chambers in the middle."""

from collections.abc import Iterable

from bugbox.art.parts import part
from bugbox.art.svg import Markup, element
from bugbox.core.english import count
from bugbox.games.bug_council.show.cards import cube_picture, sign, use
from bugbox.games.bug_council.show.views import Sowing, View

PLACES = 5
CHAMBERS = "chambers"
BAG = "bag"  # the start of the animation of recruits
WHY_NOT = "You visit the council when you play the lowest card of the suit that was led."

Cubes = tuple[str, ...]  # animation keys


def draw_ring(view: View, touchable: bool) -> Markup:
    lying = cubes_of(view)
    most = max(faction.cubes for faction in view.circle)
    visited = view.sowing.suit if view.sowing else ""
    tiles = [
        draw_tile(place, one.suit, lying[one.suit], one.cubes == most, one.suit == visited, touchable)
        for place, one in enumerate(view.circle)
    ]
    arrows = [element("i", "\u27a4", class_=f"arrow arrow-{place}", aria_hidden="true") for place in range(PLACES)]
    return element(
        "div",
        element("i", class_="table", aria_hidden="true"),
        *arrows,
        *tiles,
        draw_chambers(lying[CHAMBERS]),
        class_="ring",
        id="ring",
        data_why=WHY_NOT if touchable and view.stage != "over" else None,
        data_from=BAG if is_recruiting(view) else None,
    )


def is_recruiting(view: View) -> bool:
    """Return whether cubes are being recruited. Before scoring, cubes get new keys without moving."""
    return view.stage == "show" and all(len(player.rounds) == view.round for player in view.players)


def cubes_of(view: View) -> dict[str, Cubes]:
    """Return the cube keys by location. A cube being sown keeps its key from home, so that its move is animated."""
    lying = {one.suit: keys(one.suit, one.cubes) for one in view.circle}
    lying[CHAMBERS] = keys(CHAMBERS, view.chambers)
    if view.sowing:
        sow(lying, view.sowing, [one.suit for one in view.circle])
    return lying


def keys(where: str, number: int) -> Cubes:
    return tuple([f"cube:{where}:{nth}" for nth in range(number)])


def sow(lying: dict[str, Cubes], sowing: Sowing, circle: list[str]) -> None:
    """Move the keys of sown cubes: the last cube of a tile leaves first, and becomes the last one on its new tile."""
    home = circle.index(sowing.suit)
    moving = keys(sowing.suit, sowing.cubes)[::-1]
    for step in range(sowing.dropped):
        suit = circle[(home + 1 + step) % PLACES]
        lying[suit] = (*lying[suit][:-1], moving[step])
    if sowing.excess:
        there = lying[CHAMBERS]
        lying[CHAMBERS] = (*there[: -sowing.excess], *moving[sowing.dropped :][: sowing.excess])


@part
def draw_tile(place: int, suit: str, cubes: Cubes, strongest: bool, visited: bool, touchable: bool) -> Markup:
    named = suit.capitalize()
    number = count(len(cubes), "cube")
    classes = ["tile", f"spot-{place}", suit, *["strongest"] * strongest, *["visited"] * visited]
    return element(
        "div",
        sign(suit),
        element("span", named, class_="name"),
        " ",
        element("b", str(len(cubes))),
        draw_cubes(cubes),
        class_=" ".join(classes),
        id=f"tile-{suit}",
        role="img",
        aria_label=f"{named} {number}{', strongest' if strongest else ''}",
        data_pick=f"tile:{suit}" if touchable else None,
        data_look="" if touchable else None,
        data_help=f"tile:{suit}",
    )


def draw_cubes(cubes: Cubes) -> Markup:
    drawn = [element("i", cube_picture(), class_="wood", data_key=key) for key in cubes]
    return element("span", *drawn, class_="cubes", aria_hidden="true")


@part
def draw_chambers(cubes: Cubes) -> Markup:
    return element(
        "div",
        element("span", "Chambers", class_="name"),
        element("b", str(len(cubes))),
        draw_cubes(cubes),
        class_="chambers spot-middle",
        id="chambers",
        role="img",
        aria_label=f"Council Chambers: {count(len(cubes), 'cube')}",
        data_help="chambers",
    )


# --- Previews of a visit ---


def ghosts_of(home: str, circle: Iterable[tuple[str, int, int]], chambers: int, more: int) -> tuple[str, str]:
    """Draw each tile's new count. `circle` has suit, cubes now and cubes then; `more` cubes go to the chambers."""
    drawn = [
        draw_ghost(f"spot-{place}", then - now, then, suit == home)
        for place, (suit, now, then) in enumerate(circle)
        if now != then or suit == home
    ]
    if more:
        drawn.append(draw_ghost("spot-middle", more, chambers + more, False))
    return "ring", "".join(drawn)


def draw_ghost(spot: str, more: int, then: int, is_home: bool) -> Markup:
    change = f"+{more}" if more > 0 else f"\u2212{-more}"
    moved = [use("cube", 20, 20, "cube")] if more > 0 else []
    told = element("span", *moved, change, " \u2192 ", element("b", str(then)), class_="then")
    return element("span", told, class_=f"ghost {spot}{' origin' if is_home else ''}")

"""The council drawn as HTML and SVG, plainly: the circle, the trick, open cards and the viewer's hand."""

from collections.abc import Sequence
from functools import cache

from bugbox.art import emblems
from bugbox.art.bugs import ant, cockroach
from bugbox.art.flyers import bee, fly, mosquito
from bugbox.art.parts import part
from bugbox.art.svg import Markup, element
from bugbox.core.english import count
from bugbox.core.game import Drawing
from bugbox.games.bug_council.parts import FACTIONS
from bugbox.games.bug_council.seen import Player, View
from bugbox.games.bug_council.words import label

DRAWINGS = (ant(), bee(), cockroach(), fly(), mosquito())

emblem = emblems.bug_council


@cache
def symbols() -> Markup:
    bugs = [element("g", bug, id=f"faction-{name.lower()}") for name, bug in zip(FACTIONS, DRAWINGS, strict=True)]
    return element("svg", element("defs", *bugs), width=0, height=0, class_="patterns", aria_hidden="true")


def bug_of(suit: str) -> Markup:
    return element("svg", element("use", href=f"#faction-{suit}"), viewBox="0 0 64 64", width=40, aria_hidden="true")


def pictures() -> dict[str, Markup]:
    """For the primer."""
    return {"bees": bug_of("bees")}


def draw(view: View, names: Sequence[str]) -> Drawing:
    touchable = view.viewer >= 0
    tiles = [draw_tile(faction.suit, faction.cubes, touchable) for faction in view.circle]
    trick = [draw_card(one.card, "trick", False, names[one.who]) for one in view.trick.cards]
    board = element(
        "div",
        element("div", *tiles, draw_chambers(view.chambers), class_="circle"),
        element("div", *trick, class_="trick"),
        element("div", *(draw_card(card, "emissary", touchable) for card in view.emissary), class_="open"),
        *(draw_hand(seat, cards, False) for seat, cards in view.hands.items() if seat != view.viewer),
        class_="council",
    )
    mine = draw_hand(view.viewer, view.hands[view.viewer], True) if view.viewer in view.hands else ""
    return Drawing(board, mine, tuple(draw_facts(player) for player in view.players), draw_buttons(view))


@part
def draw_tile(suit: str, cubes: int, touchable: bool) -> Markup:
    return element(
        "div",
        bug_of(suit),
        element("span", f"{suit.capitalize()}: {count(cubes, 'cube')}"),
        id=f"tile-{suit}",
        role="img",
        aria_label=f"{suit.capitalize()}: {count(cubes, 'cube')}",
        data_key=f"tile:{suit}",
        data_pick=f"tile:{suit}" if touchable else None,
        data_help=f"tile:{suit}",
    )


@part
def draw_chambers(cubes: int) -> Markup:
    return element("p", f"Council Chambers: {count(cubes, 'cube')}", id="chambers", data_help="chambers")


@part
def draw_card(card: str, place: str, touchable: bool, whose: str = "") -> Markup:
    suit, value = card.split()
    words = f"{value} of {suit.capitalize()}"
    told = f"{whose}: {words}" if whose else words
    name = f"{suit}-{value}"
    return element(
        "div",
        bug_of(suit),
        element("span", told),
        id=f"card-{name}",
        role="img",
        aria_label=told,
        data_key=f"card:{name}",
        data_pick=f"{place}:{name}" if touchable else None,
        data_help=f"card:{name}",
    )


def draw_hand(seat: int, cards: tuple[str, ...], own: bool) -> Markup:
    return element("div", *(draw_card(card, "hand", own) for card in cards), class_="council", id=f"hand-{seat}")


@part
def draw_facts(player: Player) -> Markup:
    told = f"{count(player.points, 'point')}, {count(player.tricks, 'trick')}"
    sign = {True: "", False: ", No Allegiance", None: ""}[player.allied]
    return element("span", f"{told}{sign}", id=f"facts-{player.who}", class_="facts")


def draw_buttons(view: View) -> Markup:
    if view.viewer < 0:
        return Markup("")
    mine = view.players[view.viewer].waiting
    options = []
    if mine and view.stage == "declare":
        options = ["declare allegiance", "declare none"]
    elif view.may_decline:
        options = ["decline"]
    buttons = [draw_button(one, f"button:{one.split()[-1]}") for one in options]
    return element("div", *buttons, id="buttons", hidden=not buttons)


def draw_button(option: str, pick: str) -> Markup:
    return element("button", label(option), type="button", data_pick=pick, data_help=pick)

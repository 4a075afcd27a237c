"""Drawings of cards, faction signs, cubes and thumbs. Each symbol is defined once per page and referenced by id."""

from functools import cache

from bugbox.art import factions
from bugbox.art.parts import part
from bugbox.art.players import badge, rival_face
from bugbox.art.svg import Markup, element
from bugbox.core.english import count
from bugbox.games.bug_council.rules.box import EMISSARY
from bugbox.games.bug_council.show.words import SUITS


@cache
def symbols() -> Markup:
    signs = [element("g", factions.seal(suit), id=f"council-{name}") for suit, name in enumerate(SUITS)]
    things = {"cube": factions.cube(), "thumb": factions.thumb(), "back": factions.card_back()}
    things["rival"] = rival_face(EMISSARY)
    drawn = [element("g", picture, id=f"council-{name}") for name, picture in things.items()]
    return element("svg", element("defs", *signs, *drawn), width=0, height=0, class_="patterns", aria_hidden="true")


def use(name: str, width: int, height: int, class_: str | None = None) -> Markup:
    drawn = element("use", href=f"#council-{name}")
    return element("svg", drawn, viewBox=f"0 0 {width} {height}", class_=class_, aria_hidden="true")


@cache
def sign(suit: str) -> Markup:
    return use(suit, 64, 64, "sign")


def mark(who: int, is_rival: bool) -> Markup:
    """Draw the badge of a player or of the Emissary."""
    return use("rival", 24, 24, "badge") if is_rival else badge(who)


@cache
def cube_picture() -> Markup:
    return use("cube", 20, 20, "cube")


@cache
def back_picture() -> Markup:
    return use("back", 44, 64, "back")


def thumb_picture(turned: str) -> Markup:
    """Draw a thumb: `up`, `down` or, before it is revealed, `side`."""
    return use("thumb", 24, 24, f"thumb {turned}")


def in_words(card: str) -> str:
    """Write `ants 5` as `5 of Ants`."""
    suit, value = card.split()
    return f"{value} of {suit.capitalize()}"


def name_of(card: str) -> str:
    return card.replace(" ", "-")


@cache
def card_picture(card: str) -> Markup:
    """Draw a card for help texts."""
    suit, value = card.split()
    face = element("div", element("b", value), sign(suit), class_=f"face {suit}")
    return element("div", face, class_="council")


@part
def draw_card(
    card: str, cubes: int | None = None, pick: str | None = None, why: str | None = None, whose: str = ""
) -> Markup:
    """Draw value, sign and suit strength. CSS writes the strength, so that the element's text starts with the value."""
    suit, value = card.split()
    strength = [] if cubes is None else [element("i", cube_picture(), data_cubes=cubes)]
    told = in_words(card) if cubes is None else f"{in_words(card)}, {count(cubes, 'cube')}"
    return element(
        "div",
        element("b", value),
        sign(suit),
        *strength,
        class_=f"card face {suit}{' off' if why else ''}",
        id=f"card-{name_of(card)}",
        role="img",
        aria_label=f"{whose}: {told}" if whose else told,
        data_key=f"card:{name_of(card)}",
        data_pick=pick,
        data_why=why,
        data_help=f"card:{name_of(card)}",
    )


def draw_chip(card: str, key: bool = True) -> Markup:
    """Draw a card small enough for a line of text."""
    suit, value = card.split()
    return element(
        "span",
        element("b", value),
        sign(suit),
        class_=f"chip {suit}",
        role="img",
        aria_label=in_words(card),
        data_key=f"card:{name_of(card)}" if key else None,
        data_help=f"card:{name_of(card)}",
    )

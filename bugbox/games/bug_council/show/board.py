"""The board as HTML and SVG: the council, the trick, the Emissary's cards and the score pad."""

from collections.abc import Sequence
from functools import cache

from bugbox.art import emblems
from bugbox.art.bugs import stroke
from bugbox.art.factions import COLOURS
from bugbox.art.parts import part
from bugbox.art.players import INK
from bugbox.art.svg import Markup, element, join
from bugbox.core.english import count
from bugbox.core.game import Drawing
from bugbox.games.bug_council.rules.box import TRICKS
from bugbox.games.bug_council.show import cards
from bugbox.games.bug_council.show.cards import back_picture, draw_card, draw_chip, name_of
from bugbox.games.bug_council.show.council_ring import BAG, draw_ring
from bugbox.games.bug_council.show.dock import draw_buttons, draw_mine, facts_of
from bugbox.games.bug_council.show.help_solo import NO_PICK
from bugbox.games.bug_council.show.score_pad import draw_pad, line_of
from bugbox.games.bug_council.show.trick_on_table import draw_last, draw_trick
from bugbox.games.bug_council.show.views import View
from bugbox.games.bug_council.show.words import SUITS

emblem = emblems.bug_council
symbols = cards.symbols

BETWEEN = ("declare", "discard", "show", "over")  # stages without a trick, which leave room for the score pad
WHY_NOT = "You play its cards only when you play for the Emissary."
IN_PRIMER = (("ants", 5, 2), ("ants", 7, 2), ("bees", 2, 4), ("cockroaches", 4, 1))  # suit, value, cubes


@cache
def pictures() -> dict[str, Markup]:
    """Draw the pictures of the primer: the five faction signs, and a trick won by the 2 of Bees."""
    signs = [
        element("use", href=f"#council-{suit}", transform=f"translate({74 * place + 4} 2)")
        for place, suit in enumerate(SUITS)
    ]
    trick = [card_in_primer(place, *card) for place, card in enumerate(IN_PRIMER)]
    return {
        "factions": element("svg", *signs, viewBox="0 0 372 68", aria_hidden="true"),
        "trick": element("svg", *trick, viewBox="0 0 316 100", aria_hidden="true"),
    }


def card_in_primer(place: int, suit: str, value: int, cubes: int) -> Markup:
    """Draw a card with its suit's cubes below it, framed if it wins."""
    wins = suit == "bees"
    x = 80 * place + 4
    ground = element(
        "rect", x=x, y=3, width=60, height=66, rx=8, fill=COLOURS[SUITS.index(suit)], stroke="#c8460b" if wins else INK
    )
    figure = element("text", str(value), x=x + 6, y=30, font_size=26, font_weight="bold", fill=INK)
    bug = element("use", href=f"#council-{suit}", transform=f"translate({x + 24} 30) scale(0.52)")
    wood = [
        element("use", href="#council-cube", transform=f"translate({x + 15 * nth} 76) scale(0.7)")
        for nth in range(cubes)
    ]
    frame = stroke(f"M{x - 2} 1 H{x + 62} V71 H{x - 2} Z", 4, colour="#c8460b") if wins else ""
    return join(ground, figure, bug, frame, *wood)


def draw(view: View, names: Sequence[str]) -> Drawing:
    touchable = view.viewer >= 0
    named = tuple("You" if who == view.viewer else name for who, name in enumerate(names))
    beside = element(
        "div",
        draw_trick(view, named),
        emissary_of(view, named, touchable),
        draw_last(view),
        draw_pad(
            tuple(line_of(player, view.round) for player in view.players),
            named,
            view.round if view.trick_number else 0,
            view.rounds,
        ),
        class_="beside",
    )
    others = [draw_open(seat, held, names[seat]) for seat, held in view.hands.items() if seat != view.viewer]
    board = element(
        "div",
        draw_state(view.round, view.rounds, view.trick_number, None if is_with_emissary(view) else view.stock),
        element(
            "div", draw_ring(view, touchable), beside, class_="sides between" if view.stage in BETWEEN else "sides"
        ),
        *others,
        class_="council",
    )
    return Drawing(board, draw_mine(view), tuple(facts_of(player, view) for player in view.players), draw_buttons(view))


def is_with_emissary(view: View) -> bool:
    return any(player.is_rival for player in view.players)


@part
def draw_state(number: int, rounds: int, trick: int, aside: int | None) -> Markup:
    told = [element("span", f"Round {number} of {rounds}", data_help="pad")]
    told.append(element("span", f"Trick {trick} of {TRICKS}" if trick else "Declarations", data_help="round"))
    if aside is not None:
        told.append(element("span", f"{count(aside, 'card')} out of play", data_help="stock"))
    return element("p", *told, class_="piles", id="state", data_spot=BAG)


# --- The Emissary ---


def emissary_of(view: View, named: Sequence[str], touchable: bool) -> Markup:
    if not is_with_emissary(view):
        return draw_emissary((), 0, "", "", False)
    sends = named[view.sender] if view.sender is not None and view.stage in ("play", "send", "visit") else ""
    cubes = {one.suit: one.cubes for one in view.circle}
    lying = tuple((card, cubes[card.split()[0]]) for card in view.emissary)
    return draw_emissary(lying, view.stock, sends, view.temperament, touchable and view.stage != "over")


@part
def draw_emissary(lying: tuple[tuple[str, int], ...], stock: int, sends: str, temper: str, touchable: bool) -> Markup:
    """Draw its deck and open cards, headed by who plays for it or by its temperament."""
    if not lying and not stock:
        return element("section", id="emissary", hidden=True)
    deck = element(
        "div",
        back_picture(),
        element("b", str(stock)),
        class_="deck",
        role="img",
        aria_label=f"{count(stock, 'card')} in the Emissary's deck",
        data_spot="deck",
        data_help="stock",
    )
    can_pick = touchable and not temper
    row = [draw_card(card, cubes, f"emissary:{name_of(card)}" if can_pick else None) for card, cubes in lying]
    plays = [element("span", f"{sends} play{'' if sends == 'You' else 's'} for it", class_="sends")] if sends else []
    title = f"Emissary: {temper.capitalize()}" if temper else "The Emissary"
    return element(
        "section",
        element("h2", title, *plays, data_help="emissary"),
        element("div", deck, *row, class_="cards"),
        class_="row emissary",
        id="emissary",
        data_from="deck",
        data_why=(NO_PICK if temper else WHY_NOT) if touchable else None,
    )


# --- Open hands, for viewers who may see everything ---


@part
def draw_open(seat: int, held: tuple[str, ...], name: str) -> Markup:
    return element(
        "p",
        element("b", f"{name}: "),
        *(draw_chip(card) for card in held),
        class_="open",
        id=f"open-{seat}",
        data_from=f"seat:{seat}",
    )

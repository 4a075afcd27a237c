"""A lunch as HTML and SVG: the twig, the participants and the viewer's hand."""

from collections import Counter
from collections.abc import Sequence
from functools import cache

from bugbox.art import emblems
from bugbox.art.bugs import GREEN, caterpillar
from bugbox.art.emblems import LAWN, SKY, area, flowers, leaf, put, tufts
from bugbox.art.parts import part
from bugbox.art.players import INK
from bugbox.art.svg import Markup, element
from bugbox.core.english import count
from bugbox.core.game import Drawing
from tests.toy.rules.box import LARGEST
from tests.toy.show.view import View

PAPER = "#fffaf0"


def emblem() -> Markup:
    """Draw two caterpillars below a twig."""
    return emblems.emblem(
        SKY,
        area("M0 130 Q80 112 160 128 T320 124 V168 Q320 180 308 180 H12 Q0 180 0 168 Z", LAWN),
        *(leaf(40 + 45 * size, 70, 8 * size, turn=70) for size in range(1, 6)),
        put(caterpillar(GREEN), 90, 135, 70),
        put(caterpillar("#e0b040"), 220, 140, 70, mirror=True),
        tufts([(30, 170), (160, 172), (290, 168)]),
        flowers([(60, 172), (270, 174)], 3.4, PAPER),
    )


@cache
def symbols() -> Markup:
    """Draw the faces of all leaves, which boards refer to."""
    faces = [element("g", face(size), id=f"leaf-{size}") for size in range(1, LARGEST + 1)]
    return element("svg", element("defs", *faces), width=0, height=0, class_="patterns", aria_hidden="true")


def pictures() -> dict[str, Markup]:
    """Draw the pictures of the primer."""
    return {"leaf": element("svg", element("use", href="#leaf-5"), viewBox="0 0 72 72", aria_hidden="true")}


def face(size: int) -> Markup:
    """Draw a leaf: the larger it is, the more of the card it covers. Its size is written on it."""
    paper = element("rect", x=1, y=1, width=70, height=70, rx=8, fill=PAPER, stroke=INK, stroke_width=2)
    number = element("text", str(size), x=36, y=66, font_size=36, text_anchor="middle", fill=INK)
    width = 16 + 6 * size
    return element("g", paper, leaf(38 - width / 2, 32, width), number)


def draw(view: View, names: Sequence[str]) -> Drawing:
    hands = {seat: draw_hand(seat, leaves, view, names) for seat, leaves in view.hands.items()}
    mine = element("div", hands.pop(view.viewer), class_="lunch") if view.viewer in hands else ""
    board = element(
        "div",
        draw_piles(view.rounds, view.deck, len(view.discards)),
        draw_row("twig", "Twig", view.twig, view.viewer >= 0, "Whoever shows the largest leaf eats one of the twig."),
        *hands.values(),
        class_="lunch",
    )
    return Drawing(board, mine, tuple(draw_facts(eater.who, eater.eaten, eater.laid) for eater in view.eaters))


@part
def draw_piles(rounds: int, deck: int, gone: int) -> Markup:
    pile = element("span", f"Deck {deck}", class_="pile", data_spot="deck", data_help="deck")
    facts = element("span", f"{count(rounds, 'round')} to go"), pile, element("span", f"Gone {gone}")
    return element("p", *facts, class_="piles", id="piles")


def draw_hand(seat: int, leaves: tuple[int, ...], view: View, names: Sequence[str]) -> Markup:
    if seat != view.viewer:
        return draw_row(f"hand-{seat}", f"{names[seat]}'s hand", leaves, False, None)
    why = "You have laid a leaf in this round." if view.stage == "lay" else "Leaves are laid in the next round."
    return draw_row("hand", "Your hand", leaves, True, why)


@part
def draw_row(where: str, title: str, leaves: tuple[int, ...], own: bool, why: str | None) -> Markup:
    """Draw a row of leaves; leaves of one size get distinct keys by their number."""
    copies: Counter[int] = Counter()
    row = []
    for size in leaves:
        row.append(draw_leaf(size, f"{where}:{size}:{copies[size]}", f"{where}:{size}" if own else None))
        copies[size] += 1
    return element(
        "section",
        element("h2", title),
        element("div", *row, class_="cards"),
        class_="row",
        id=where,
        hidden=not leaves,
        data_why=why,
        data_from="deck",
    )


@part
def draw_leaf(size: int, key: str, pick: str | None = None, small: bool = False) -> Markup:
    return element(
        "div",
        element("svg", element("use", href=f"#leaf-{size}"), viewBox="0 0 72 72", aria_hidden="true"),
        class_="card small" if small else "card",
        id=key,
        data_key=key,
        data_pick=pick,
        role="img",
        aria_label=f"Leaf {size}",
        data_help=f"leaf:{size}",
    )


@part
def draw_facts(who: int, eaten: int, laid: int | None) -> Markup:
    leaves = [draw_leaf(laid, f"laid:{who}", small=True)] if laid else []
    state = element("span", f"{eaten} eaten")
    return element("span", state, *leaves, class_="facts", id=f"facts-{who}", data_from=f"seat:{who}")

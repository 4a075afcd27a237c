"""The table drawn as HTML and SVG: Wall and Floor as rows of cards, the players, and the viewer's hand."""

from collections import Counter
from collections.abc import Sequence
from functools import cache

from bugbox.art import emblems, rugs
from bugbox.art.bugs import ant, beetle, ladybug, larva, spider
from bugbox.art.flyers import butterfly, firefly, fly, mosquito
from bugbox.art.players import INK, badge
from bugbox.art.svg import Markup, element, join
from bugbox.core.english import count
from bugbox.games.bugs_on_rugs.parts import NAMES
from bugbox.games.bugs_on_rugs.view import Copy, Player, View
from bugbox.games.bugs_on_rugs.words import POWERS, SCORING, worth_text

PAPER = "#fffaf0"
DRAWINGS = (butterfly(), firefly(), larva(), ant(), spider(), fly(), beetle("#7aa3cc"), ladybug(), mosquito())

emblem = emblems.bugs_on_rugs

ASKED_OF_HAND = ("show", "place", "trade", "swap", "pass")


def symbols() -> Markup:
    bugs = [element("g", drawing, id=f"bug-{name}") for name, drawing in zip(NAMES, DRAWINGS, strict=True)]
    return element(
        "svg", element("defs", *rugs.definitions(), *bugs), width=0, height=0, class_="patterns", aria_hidden="true"
    )


def draw(view: View, names: Sequence[str]) -> Markup:
    """Cards of the same bug and rug are told apart by how many of them are already drawn: nothing else is known."""
    drawn: Counter[str] = Counter()
    return element(
        "div",
        draw_piles(view, names),
        *draw_power(view),
        draw_row("Wall, from its start to its end", "wall", view.wall, drawn, view),
        *([] if not view.floor else [draw_row("Floor", "floor", view.floor, drawn, view)]),
        element("ul", *(draw_player(player, view, names, drawn) for player in view.players), class_="hands"),
        *(draw_hand(seat, cards, drawn, view, names) for seat, cards in view.hands.items()),
        *draw_buttons(view),
        class_="rugs",
    )


def draw_piles(view: View, names: Sequence[str]) -> Markup:
    end = "The End card is reached" if view.bugs_to_end is None else f"End card below {count(view.bugs_to_end, 'bug')}"
    facts = [element("span", f"Round {view.round}"), draw_deck(view), element("span", end)]
    if view.final and view.stage != "over":
        facts.append(element("b", "The last round"))
    if view.removed:
        facts.append(element("span", f"Out of the game: {len(view.removed)}", title=", ".join(view.removed)))
    return element("p", *facts, class_="piles")


def draw_deck(view: View) -> Markup:
    return element("span", f"Deck {view.deck}", class_="pile", data_spot="deck")


def draw_power(view: View) -> list[Markup]:
    """The power that runs now, explained."""
    if not view.power or view.stage == "over":
        return []
    number = NAMES.index(view.power)
    picture = element("svg", element("use", href=f"#bug-{view.power}"), viewBox="0 0 64 64", aria_hidden="true")
    return [element("p", picture, element("b", view.power), element("span", POWERS[number]), class_="power")]


# --- Cards ---


def draw_row(title: str, place: str, cards: Sequence[str], drawn: Counter[str], view: View) -> Markup:
    row = []
    for number, card in enumerate(cards):
        pick = f"wall:{number}" if place == "wall" else f"floor:{card}"
        why = None if view.stage == "over" else why_not(place)
        row.append(draw_card(card, drawn, pick if view.viewer >= 0 else None, why, "deck"))
    empty = [] if row else [element("p", "empty", class_="who")]
    return element("section", element("h2", title), element("div", *row, *empty, class_="cards"), class_=f"row {place}")


def why_not(place: str) -> str:
    if place == "wall":
        return "A bug is taken from the Wall only by a Mosquito's swap, a Spider, or by hatching two Larva."
    if place == "floor":
        return "Bugs are picked from the Floor in the draft, when it is your turn."
    return "Nothing asks for a bug of your hand now."


def draw_card(
    card: str, drawn: Counter[str], pick: str | None, why: str | None, came_from: str, classes: str = "card bug"
) -> Markup:
    key = f"card:{card}:{drawn[card]}"
    drawn[card] += 1
    return element(
        "div",
        face(card),
        class_=classes,
        data_key=key,
        data_pick=pick,
        data_why=why if pick and why else None,
        data_from=came_from,
        role="img",
        aria_label=card,
        title=help_of(card),
    )


@cache
def face(card: str) -> Markup:
    """The bug on its rug; the name below, as not everybody knows a Larva."""
    bug, _, rug = card.partition(" on ")
    paper = element("rect", x=1, y=1, width=70, height=98, rx=8, fill=PAPER, stroke=INK, stroke_width=2)
    ground = [element("use", href=f"#rug-{rug}", x=4, y=3)] if rug else []
    drawing = element("use", href=f"#bug-{bug}", transform="translate(11.7 10.7) scale(0.76)")
    name = element("text", bug, x=36, y=81, font_size=13, text_anchor="middle", fill=INK)
    where = element("text", rug or "no rug", x=36, y=94, font_size=10.5, text_anchor="middle", fill=INK)
    return element("svg", paper, *ground, drawing, name, where, viewBox="0 0 72 100", aria_hidden="true")


@cache
def help_of(card: str) -> str:
    number = NAMES.index(card.partition(" ")[0])
    return f"{card}. {SCORING[number]} Left over: {POWERS[number]}"


# --- Players and hands ---


def draw_player(player: Player, view: View, names: Sequence[str], drawn: Counter[str]) -> Markup:
    name = "You" if player.seat == view.viewer else names[player.seat]
    state = count(player.hand_size, "bug") if player.points is None else f"{player.points} points"
    parts = [badge(player.seat), element("b", name), element("span", state, class_="who")]
    if player.seat == view.start and view.stage != "over":
        parts.append(element("span", "starts", class_="marker"))
    if player.pairs:
        copies = ", ".join(f"{count} {bug}" for bug, count in player.pairs)
        parts.append(element("span", f"Mosquitos as {copies}", class_="who"))
    if player.seat in view.seen:
        parts.append(element("span", f"seen: {', '.join(view.seen[player.seat]) or 'nothing'}", class_="who"))
    if player.last and player.seat not in view.hands:
        parts.append(draw_card(player.last, drawn, None, None, f"seat:{player.seat}", "card small"))
    return element("li", *parts, class_="plate waiting" if player.waiting else "plate")


def draw_hand(seat: int, cards: Sequence[str], drawn: Counter[str], view: View, names: Sequence[str]) -> Markup:
    own = seat == view.viewer
    title = "Your hand" if own else f"{names[seat]}'s hand"
    why = None if view.stage == "over" else why_not("hand")
    row = [
        draw_card(card, drawn, f"hand:{card}" if own else None, why, "deck", card_classes(card, view, own))
        for card in cards
    ]
    return element("section", element("h2", title), element("div", *row, class_="cards"), class_="row own")


def card_classes(card: str, view: View, own: bool) -> str:
    return "card bug chosen" if own and card in (view.chosen, view.given) else "card bug"


# --- What is no card ---


def draw_buttons(view: View) -> list[Markup]:
    """The bugs that my pairs can copy with what that would give, and the simple words: draw, done, break."""
    rows = [copy_button(copy) for copy in view.copies] + [(text, text) for text in view.buttons]
    if not rows:
        return []
    buttons = [element("button", label, type="button", data_pick=text, class_="option") for text, label in rows]
    pairs = "your pair" if view.pairs == 1 else f"each of your {view.pairs} pairs"
    title = [element("h2", f"A bug for {pairs} of Mosquitos")] if view.copies else []
    return [element("section", join(*title), element("div", *buttons, class_="buttons"), class_="row")]


def copy_button(copy: Copy) -> tuple[str, str]:
    """What is touched, and what it says."""
    if not copy.bug:
        return "done", f"Done (no pair: {worth_text(copy.points, copy.ants)})"
    return f"as:{copy.bug}", f"{copy.bug} (one pair: {worth_text(copy.points, copy.ants)})"

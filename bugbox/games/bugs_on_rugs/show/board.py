"""Draw the table as HTML and SVG: Wall and Floor as rows of cards, the players, and the viewer's hand."""

from collections.abc import Sequence
from functools import cache

from bugbox.art import emblems, rugs
from bugbox.art.bugs import ant, beetle, ladybug, larva, spider
from bugbox.art.flyers import butterfly, firefly, fly, mosquito
from bugbox.art.parts import part
from bugbox.art.svg import Markup, element, join
from bugbox.core.english import count
from bugbox.core.game import Drawing
from bugbox.games.bugs_on_rugs.rules.box import NAMES, RUGS
from bugbox.games.bugs_on_rugs.show import icons
from bugbox.games.bugs_on_rugs.show.views import Copy, Player, View
from bugbox.games.bugs_on_rugs.show.words import POWERS, label, worth_text

DRAWINGS = (butterfly(), firefly(), larva(), ant(), spider(), fly(), beetle("#7aa3cc"), ladybug(), mosquito())

emblem = emblems.bugs_on_rugs

Cards = tuple[tuple[str, int], ...]  # each with its index among identical cards

A_FLOOR = ("Ant on dots", "Spider on waves", "Ladybug on checks", "Fly on rings", "Butterfly on diamonds")
TITLES = {"wall": "The Wall (oldest on the left)", "floor": "The Floor"}
WHY_NOT = {
    "wall": "You can take a bug from the Wall only with a Spider, with a Mosquito, or by hatching two Larvae.",
    "floor": "You pick a bug from the Floor when it is your turn to pick.",
    "hand": "You don't need a bug from your hand right now.",
}


@cache
def symbols() -> Markup:
    bugs = [element("g", drawing, id=f"bug-{name}") for name, drawing in zip(NAMES, DRAWINGS, strict=True)]
    drawings = element("defs", *rugs.definitions(), *bugs, *icons.definitions())
    return element("svg", drawings, width=0, height=0, class_="patterns", aria_hidden="true")


def pictures() -> dict[str, Markup]:
    """Return the primer's pictures: a Floor for two players, and each bug on a rug."""
    floor = [placed(at * 70, draw_bug(card)) for at, card in enumerate(A_FLOOR)]
    bugs = {name: draw_bug(f"{name} on {rug}") for name, rug in zip(NAMES[:-1], RUGS, strict=True)}
    bugs[NAMES[-1]] = draw_bug(NAMES[-1])
    pictures = {name: element("svg", bug, viewBox="0 0 64 64", aria_hidden="true") for name, bug in bugs.items()}
    return {"floor": element("svg", *floor, viewBox="0 0 344 64", aria_hidden="true"), **pictures}


def placed(x: int, thing: Markup) -> Markup:
    return element("g", thing, transform=f"translate({x} 0)")


def dashed(card: str) -> str:
    """Return a card's text without spaces, for use in an id."""
    return card.replace(" ", "-")


def draw(view: View, names: Sequence[str]) -> Drawing:
    """Draw a view. Identical cards are numbered in drawing order, because a view can't identify them further."""
    drawn: dict[str, int] = {}
    is_over, touchable = view.stage == "over", view.viewer >= 0
    rows = (
        draw_piles(view.round, view.deck, view.bugs_to_end, view.final and not is_over, view.removed),
        draw_power("" if is_over else view.power),
        draw_row("wall", numbered(view.wall, drawn), touchable, is_over),
        draw_row("floor", numbered(view.floor, drawn), touchable, is_over),
        draw_copies(view.pairs, view.copies),
    )
    facts = tuple(facts_of(player, view, drawn) for player in view.players)
    hands = {seat: draw_hand(seat, numbered(cards, drawn), view, names) for seat, cards in view.hands.items()}
    mine = element("div", hands.pop(view.viewer), class_="rugs") if view.viewer in hands else ""
    others = [element("div", *hands.values(), class_="others")] if hands else []
    return Drawing(element("div", *rows, *others, class_="rugs"), mine, facts, draw_buttons(view))


def numbered(cards: Sequence[str], drawn: dict[str, int]) -> Cards:
    found = []
    for card in cards:
        number = drawn.get(card, 0)
        drawn[card] = number + 1
        found.append((card, number))
    return tuple(found)


@part
def draw_piles(number: int, deck: int, bugs_to_end: int | None, is_last: bool, removed: tuple[str, ...]) -> Markup:
    end = "The End card is out" if bugs_to_end is None else f"{count(bugs_to_end, 'bug')} until the End card"
    facts = [
        element("span", f"Round {number}"),
        element("span", f"Deck {deck}", class_="pile", data_spot="deck", data_help="deck"),
        element("span", end, data_help="end"),
    ]
    if is_last:
        facts.append(element("b", "Last round"))
    if removed:
        facts.append(element("span", f"Out of the game: {len(removed)}", title=", ".join(removed), data_help="out"))
    return element("p", *facts, class_="piles", id="piles")


@part
def draw_power(bug: str) -> Markup:
    """Draw the running power and its explanation."""
    if not bug:
        return element("p", id="power", hidden=True)
    picture = element("svg", element("use", href=f"#bug-{bug}"), viewBox="0 0 64 64", aria_hidden="true")
    words = element("span", POWERS[NAMES.index(bug)])
    return element("p", picture, element("b", bug), words, class_="power", id="power")


# --- Cards ---


@part
def draw_row(place: str, cards: Cards, touchable: bool, is_over: bool) -> Markup:
    picks = [f"wall:{at}" if place == "wall" else f"floor:{card}" for at, (card, _) in enumerate(cards)]
    row = [draw_card(*card, place, pick if touchable else None) for card, pick in zip(cards, picks, strict=True)]
    empty = [] if row else [element("p", "empty", class_="who")]
    return element(
        "section",
        element("h2", TITLES[place], data_help=place),
        element("div", *row, *empty, class_="cards"),
        class_=f"row {place}",
        id=place,
        hidden=place == "floor" and not cards,
        data_why=WHY_NOT[place] if touchable and not is_over else None,
        data_from="deck",
    )


@part
def draw_card(card: str, number: int, place: str, pick: str | None = None, classes: str = "card bug") -> Markup:
    key = f"card:{dashed(card)}:{number}"
    return element(
        "div",
        draw_face(card),
        class_=classes,
        id=key,
        data_key=key,
        data_pick=pick,
        role="img",
        aria_label=card if " on " in card else f"{card} no rug",  # the visible text
        data_help=f"{place}:{card}",
    )


@cache
def draw_face(card: str) -> Markup:
    """Draw the picture with its name, as not everyone recognises a Larva; CSS hides the name if there's no room."""
    bug, _, rug = card.partition(" on ")
    picture = element("svg", draw_bug(card), icons.draw_icons(bug), viewBox="0 0 64 64", aria_hidden="true")
    return join(picture, element("b", bug), " ", element("i", f"on {rug}" if rug else "no rug"))


def draw_bug(card: str) -> Markup:
    bug, _, rug = card.partition(" on ")
    ground = [element("use", href=f"#rug-{rug}")] if rug else []
    return join(*ground, element("use", href=f"#bug-{bug}", transform="translate(7.7 7.7) scale(0.76)"))


# --- Players and hands ---


def facts_of(player: Player, view: View, drawn: dict[str, int]) -> Markup:
    """Draw a player's facts, without their last card if it is already visible in an open hand."""
    last = numbered([player.last], drawn) if player.last and player.seat not in view.hands else ()
    return draw_facts(
        player.seat,
        count(player.hand_size, "bug") if player.points is None else count(player.points, "point"),
        player.seat == view.start and view.stage != "over",
        player.pairs,
        view.seen.get(player.seat),
        last,
    )


@part
def draw_facts(
    seat: int,
    state: str,
    starts: bool,
    pairs: tuple[tuple[str, int], ...],
    seen: tuple[str, ...] | None,
    last: Cards,
) -> Markup:
    facts = [element("span", state)]
    if starts:
        facts.append(element("span", "starts", class_="marker", data_help="start"))
    if pairs:
        copies = ", ".join(f"{count} {bug}" for bug, count in pairs)
        facts.append(element("span", f"Mosquitos as {copies}"))
    if seen is not None:
        facts.append(element("span", f"seen: {', '.join(seen) or 'nothing'}"))
    facts += [draw_card(*card, "taken", classes="card bug small") for card in last]
    return element("span", *facts, class_="facts rugs", id=f"facts-{seat}", data_from=f"seat:{seat}")


def draw_hand(seat: int, cards: Cards, view: View, names: Sequence[str]) -> Markup:
    own = seat == view.viewer
    title = "Your hand" if own else f"{names[seat]}'s hand"
    chosen = (view.chosen, view.given) if own else ()
    marked = own and are_to_hatch(view)
    return draw_own(seat, title, cards, own, tuple(filter(None, chosen)), marked, view.stage == "over")


@part
def draw_own(
    seat: int, title: str, cards: Cards, own: bool, chosen: tuple[str, ...], marked: bool, is_over: bool
) -> Markup:
    row = []
    for card in cards:
        hatching = marked and card[0].startswith("Larva")
        classes = " ".join(("card bug", *["chosen"] * (card[0] in chosen), *["hatching"] * hatching))
        row.append(draw_card(*card, "hand" if own else "other", f"hand:{card[0]}" if own else None, classes))
    return element(
        "section",
        element("h2", title),
        element("div", *row, class_="cards"),
        class_="row own",
        id=f"hand-{seat}",
        data_why=WHY_NOT["hand"] if own and not is_over else None,
        data_from="deck",
    )


# --- Buttons ---


@part
def draw_copies(pairs: int, copies: tuple[Copy, ...]) -> Markup:
    """Draw a button for each bug that the viewer's pairs can copy, with the resulting score."""
    row = element("div", *(button(*copy_button(copy)) for copy in copies), class_="copies")
    title = element("h2", f"Your points if {'the' if pairs == 1 else 'one'} pair counts as")
    return element("section", title, row, class_="row", id="copies", hidden=not copies)


def draw_buttons(view: View) -> Markup:
    """Draw the buttons for drawing, finishing, breaking and hatching."""
    return join(*(button(word, said(word, view)) for word in view.buttons))


def said(word: str, view: View) -> str:
    if word != "hatch":
        return label(word)
    return "Hatch these two" if are_to_hatch(view) else "Hatch two Larvae"


def are_to_hatch(view: View) -> bool:
    """Return whether hatching needs no choice, because the viewer has exactly two Larvae."""
    return "hatch" in view.buttons and sum(card.startswith("Larva") for card in view.hands[view.viewer]) == 2


def button(pick: str, said: str) -> Markup:
    return element("button", said, type="button", data_pick=pick, class_="option")


def copy_button(copy: Copy) -> tuple[str, str]:
    """Return a button's pick and text."""
    what = copy.bug or "Done"
    return f"as:{copy.bug}" if copy.bug else "done", f"{what}: {worth_text(copy.points, copy.ants)}"

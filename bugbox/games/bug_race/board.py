"""A race drawn as HTML and SVG: a lane for each beetle, and the viewer's cards below."""

from collections.abc import Sequence

from bugbox.art import emblems
from bugbox.art.bugs import beetle_body, stroke
from bugbox.art.players import INK, LOOKS, badge, fill
from bugbox.art.svg import Markup, element, join
from bugbox.games.bug_race.parts import A_SIDE, BODY, LEG_NAMES
from bugbox.games.bug_race.view import Beetle, Hand, View

SEGMENT = 44  # width
MARGIN = 12
LANE = 108
MIDDLE = LANE // 2
REACH = 38  # from the middle to a leg's slot
CARD, CARD_HEIGHT = 96, 124

GRASS, GROUND, LINE, PAPER, FINISH = "#a9c48a", "#e6d9b3", "#b9a675", "#fffaf0", "#f6c9b4"

SPOKEN = ("left front", "left middle", "left rear", "right front", "right middle", "right rear")

emblem = emblems.bug_race


def draw(view: View, names: Sequence[str]) -> Markup:
    lanes = [draw_lane(shown(beetle, view), view, names) for beetle in view.beetles]
    hands = [draw_hand(view, seat, hand, names) for seat, hand in view.hands.items() if view.stage != "over"]
    return element("div", draw_piles(view), element("div", *lanes, class_="lanes"), *hands, class_="race")


def shown(beetle: Beetle, view: View) -> Beetle:
    """My own beetle where the cards that I have put down will bring it."""
    hand = view.hands.get(view.viewer)
    return hand.preview if hand and hand.laid and beetle.seat == view.viewer else beetle


def draw_piles(view: View) -> Markup:
    deck = element("span", f"Deck {view.deck}", class_="pile", data_place="deck")
    played = element("span", f"Played {len(view.discards)}", class_="pile")
    return element(
        "p", element("span", f"Turn {view.turn}"), deck, played, element("span", view.passing), class_="piles"
    )


# --- Lanes ---


def draw_lane(beetle: Beetle, view: View, names: Sequence[str]) -> Markup:
    width = view.segments * SEGMENT + 2 * MARGIN
    track = element(
        "svg",
        element("rect", width=width, height=LANE, rx=14, fill=GRASS),
        draw_track(view.segments),
        *(draw_leg(beetle, leg) for leg in range(len(LEG_NAMES))),
        draw_body(beetle),
        viewBox=f"0 0 {width} {LANE}",
        class_="track",
        aria_hidden="true",  # the table as text says it better
    )
    classes = ["lane", "mine" * (beetle.seat == view.viewer), "waiting" * beetle.waiting]
    return element("div", draw_head(beetle, view, names), track, class_=" ".join(filter(None, classes)))


def draw_head(beetle: Beetle, view: View, names: Sequence[str]) -> Markup:
    """Whose lane it is, how far it is to go, and what the beetle ran last."""
    name = "You" if beetle.seat == view.viewer else names[beetle.seat]
    ahead = " after your cards" if shown(beetle, view) is not beetle and beetle.seat == view.viewer else ""
    state = f"place {beetle.place}" if beetle.place else f"{beetle.to_go} to go{ahead}"
    ran = [
        draw_card(card, f"ran:{view.turn}:{beetle.seat}:{number}", data_from=f"seat:{beetle.seat}", small=True)
        for number, card in enumerate(beetle.played)
    ]
    return element(
        "div",
        badge(beetle.seat),
        element("b", name),
        element("span", state),
        *([element("span", "ran", class_="ran-word"), *ran] if ran else []),
        class_="head",
    )


def draw_track(segments: int) -> Markup:
    top, height = MIDDLE - REACH + 9, 2 * REACH - 18
    ground = element(
        "rect", x=MARGIN, y=top, width=segments * SEGMENT, height=height, rx=10, fill=GROUND, stroke=INK, stroke_width=2
    )
    line = x_of(segments - BODY + 1)
    finish = element(
        "rect", x=line, y=top + 1, width=int(BODY) * SEGMENT - 1, height=height - 2, rx=9, fill=FINISH, class_="finish"
    )
    marks = "".join(f"M{x_of(segment)} {top} v{height} " for segment in range(2, segments + 1))
    slots = "".join(
        f"M{x_of(slot) + SEGMENT / 2:.0f} {MIDDLE + side * REACH} h0.01 "
        for slot in range(1, segments + 1)
        for side in (-1, 1)
    )
    return join(
        ground,
        finish,
        element("path", d=marks, stroke=LINE, stroke_width=1.5, stroke_dasharray="3 5"),
        element("path", d=f"M{line} {top} v{height}", stroke=INK, stroke_width=4, stroke_dasharray="6 6"),
        element("path", d=slots, stroke=INK, stroke_width=8, stroke_linecap="round", opacity=0.22),
    )


def x_of(segment: int) -> int:
    return MARGIN + (segment - 1) * SEGMENT


def draw_body(beetle: Beetle) -> Markup:
    scale = BODY * SEGMENT / 64
    body = element("g", beetle_body(fill(beetle.seat)), transform=f"scale({scale:.4f})")
    return placed(x_of(beetle.body), MIDDLE - 16 * scale, element("g", body, data_key=f"body:{beetle.seat}"))


def placed(x: float, y: float, thing: Markup) -> Markup:
    """What moves has no place of its own: while it is animated, its transform is the animation's."""
    return element("g", thing, transform=f"translate({x:.1f} {y:.1f})")


def draw_leg(beetle: Beetle, leg: int) -> Markup:
    """From the body to its slot, with the number that the cards give it."""
    side = -1 if leg < A_SIDE else 1
    x, y = x_of(beetle.legs[leg]) + SEGMENT / 2, MIDDLE + side * REACH
    hip = x_of(beetle.body + A_SIDE - 1 - leg % A_SIDE) + SEGMENT / 2
    knee = stroke(f"M{hip:.0f} {MIDDLE + side * 18} L{(hip + x) / 2 + 4:.0f} {MIDDLE + side * 32} L{x:.0f} {y}", 4)
    circle = element("circle", r=11, fill=LOOKS[beetle.seat].colour, stroke=INK, stroke_width=2)
    number = element("text", str(leg % A_SIDE + 1), y=5, font_size=15, text_anchor="middle", fill=INK)
    foot = element("g", circle, number, data_key=f"leg:{beetle.seat}:{LEG_NAMES[leg]}")
    return join(knee, placed(x, y, foot))


# --- Cards ---


def draw_hand(view: View, seat: int, hand: Hand, names: Sequence[str]) -> Markup:
    whose = "Your" if seat == view.viewer else f"{names[seat]}'s"
    came_from = "deck" if hand.giver is None else f"seat:{hand.giver}"
    kept = "cards to play" if view.stage == "play" else "kept cards"
    rows = [("packet", "packet", hand.packet), ("kept", kept, hand.kept), ("laid", "cards put down", hand.laid)]
    drawn = [
        draw_row(f"{whose} {title}", kind, cards, hand, seat, came_from, own=seat == view.viewer)
        for kind, title, cards in rows
        if cards
    ]
    return element("div", *drawn, class_="hand")


def draw_row(title: str, kind: str, cards: Sequence[str], hand: Hand, seat: int, came_from: str, own: bool) -> Markup:
    drawn = []
    for number, card in enumerate(cards):
        copy = cards[:number].count(card)
        chosen = kind == "packet" and card == hand.chosen and copy == 0
        key = f"card:{seat}:{card}:{copy}"
        pick = f"card:{card}" if own and copy == 0 and kind != "laid" else None
        why = why_not(kind, hand) if own else None
        drawn.append(draw_card(card, key, pick=pick, why=why, chosen=chosen, data_from=came_from))
    return element("section", element("h2", title), element("div", *drawn, class_="cards"), class_=f"row {kind}")


def why_not(kind: str, hand: Hand) -> str:
    """What to say to somebody who touches a card that cannot be chosen."""
    if kind == "laid":
        return "This card is put down already; its beetle runs when all have chosen."
    if kind == "kept" and hand.packet:
        return "You keep this card already; it is played when all have kept their cards."
    if hand.chosen:
        return f"You keep {hand.chosen}; the others are still choosing."
    return "You have chosen; the others are still choosing."


def draw_card(
    card: str,
    key: str,
    data_from: str,
    pick: str | None = None,
    why: str | None = None,
    chosen: bool = False,
    small: bool = False,
) -> Markup:
    classes = ["card", "chosen" * chosen, "small" * small]
    return element(
        "div",
        card_face(card, small),
        class_=" ".join(filter(None, classes)),
        data_key=key,
        data_pick=pick,
        data_why=why,
        data_from=data_from,
        role="img",
        aria_label=f"Card {card}: {spoken(card)}",
        title=f"Moves the legs {spoken(card)}.",
    )


def spoken(card: str) -> str:
    return ", ".join(words for leg, words in zip(LEG_NAMES, SPOKEN, strict=True) if leg in card)


def card_face(card: str, small: bool) -> Markup:
    """A small beetle, front up: the legs that move have feet."""
    legs = [draw_card_leg(leg, name in card) for leg, name in enumerate(LEG_NAMES)]
    body = element("g", beetle_body("#d9c48f"), transform="translate(31 96) rotate(-90) scale(1.3 1.06)")
    title = element("text", card, x=CARD / 2, y=CARD_HEIGHT - 8, font_size=14, text_anchor="middle", fill=INK)
    height = CARD_HEIGHT - 16 if small else CARD_HEIGHT
    paper = element(
        "rect", x=1.5, y=1.5, width=CARD - 3, height=height - 3, rx=10, fill=PAPER, stroke=INK, stroke_width=3
    )
    return element(
        "svg", paper, *legs, body, *([] if small else [title]), viewBox=f"0 0 {CARD} {height}", aria_hidden="true"
    )


def draw_card_leg(leg: int, moves: bool) -> Markup:
    side = -1 if leg < A_SIDE else 1
    y = 36 + 25 * int(leg % A_SIDE)
    x = CARD / 2 + side * 35
    path = f"M{CARD / 2 + side * 14} {y + 2} L{CARD / 2 + side * 25} {y - 6} L{x} {y}"
    if not moves:
        return element("path", d=path, fill="none", stroke=INK, stroke_width=2, opacity=0.25)
    return join(stroke(path, 4), element("circle", cx=x, cy=y, r=8, fill="#e2574c", stroke=INK, stroke_width=2))

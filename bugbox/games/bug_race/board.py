"""A race drawn as SVG: one lane a beetle, and the viewer's cards below."""

from collections.abc import Sequence

from bugbox.art.bugs import beetle_body, stroke
from bugbox.art.players import INK, LOOKS, definitions, fill
from bugbox.art.svg import Markup, element, join
from bugbox.games.bug_race.parts import A_SIDE, BODY, LEG_NAMES
from bugbox.games.bug_race.view import Beetle, Hand, View

SEGMENT = 44  # width
MARGIN = 12
LANE = 128
MIDDLE = 70  # of a lane
REACH = 40  # from the middle to a leg's slot
CARD, CARD_HEIGHT, GAP = 96, 124, 14

GROUND, LINE, PAPER, FINISH = "#e6d9b3", "#b9a675", "#fffaf0", "#f6c9b4"


def draw(view: View, names: Sequence[str]) -> Markup:
    lanes = [draw_lane(shown(beetle, view), view, names) for beetle in view.beetles]
    hands = [draw_hand(hand, width(view)) for seat, hand in view.hands.items() if seat == view.viewer]
    height = LANE * len(lanes) + sum(CARD_HEIGHT + 2 * GAP for _ in hands)
    moved = [element("g", lane, transform=f"translate(0 {LANE * row})") for row, lane in enumerate(lanes)]
    cards = [element("g", hand, transform=f"translate(0 {LANE * len(lanes) + GAP})") for hand in hands]
    return element(
        "svg", definitions(), *moved, *cards, viewBox=f"0 0 {width(view)} {height}", class_="board", role="img"
    )


def width(view: View) -> int:
    return view.segments * SEGMENT + 2 * MARGIN


def shown(beetle: Beetle, view: View) -> Beetle:
    """My own beetle where the cards that I have put down will bring it."""
    hand = view.hands.get(view.viewer)
    return hand.preview if hand and hand.laid and beetle.seat == view.viewer else beetle


def draw_lane(beetle: Beetle, view: View, names: Sequence[str]) -> Markup:
    return join(
        draw_track(view.segments),
        draw_name(beetle, view, names),
        *(draw_leg(beetle, leg) for leg in range(len(LEG_NAMES))),
        draw_body(beetle),
    )


def draw_track(segments: int) -> Markup:
    top, height = MIDDLE - REACH + 8, 2 * REACH - 16
    ground = element(
        "rect", x=MARGIN, y=top, width=segments * SEGMENT, height=height, rx=10, fill=GROUND, stroke=INK, stroke_width=2
    )
    line = x_of(segments - BODY + 1)
    finish = element(
        "rect", x=line, y=top + 1, width=int(BODY) * SEGMENT - 1, height=height - 2, rx=9, fill=FINISH, class_="finish"
    )
    marks = "".join(f"M{x_of(segment)} {top} v{height} " for segment in range(2, segments + 1))
    return join(
        ground,
        finish,
        element("path", d=marks, stroke=LINE, stroke_width=1.5, stroke_dasharray="3 5"),
        element("path", d=f"M{line} {top} v{height}", stroke=INK, stroke_width=4, stroke_dasharray="6 6"),
        *(draw_slot(slot, side) for slot in range(1, segments + 1) for side in (-1, 1)),
    )


def draw_slot(slot: int, side: int) -> Markup:
    return element("circle", cx=x_of(slot) + SEGMENT / 2, cy=MIDDLE + side * REACH, r=4, fill=LINE, opacity=0.55)


def x_of(segment: int) -> int:
    return MARGIN + (segment - 1) * SEGMENT


def draw_name(beetle: Beetle, view: View, names: Sequence[str]) -> Markup:
    name = "You" if beetle.seat == view.viewer else names[beetle.seat]
    state = f"place {beetle.place}" if beetle.place else f"{beetle.to_go} to go"
    return element(
        "text",
        f"{LOOKS[beetle.seat].letter}  {name}, {state}",
        x=MARGIN,
        y=17,
        font_size=15,
        font_weight="bold" if beetle.waiting else "normal",
        fill=INK,
    )


def draw_body(beetle: Beetle) -> Markup:
    scale = BODY * SEGMENT / 64
    place = f"translate({x_of(beetle.body)} {MIDDLE - 16 * scale:.2f}) scale({scale:.4f})"
    return element("g", beetle_body(fill(beetle.seat)), transform=place, data_key=f"body:{beetle.seat}")


def draw_leg(beetle: Beetle, leg: int) -> Markup:
    """From the body to its slot, with the number that the cards give it."""
    side = -1 if leg < A_SIDE else 1
    x, y = x_of(beetle.legs[leg]) + SEGMENT / 2, MIDDLE + side * REACH
    hip = x_of(beetle.body + A_SIDE - 1 - leg % A_SIDE) + SEGMENT / 2
    knee = f"M{hip:.1f} {MIDDLE + side * 18} L{(hip + x) / 2 + 4:.1f} {MIDDLE + side * 34} L{x:.1f} {y}"
    foot = element("circle", cx=x, cy=y, r=9, fill=LOOKS[beetle.seat].colour, stroke=INK, stroke_width=2)
    number = element("text", str(leg % A_SIDE + 1), x=x, y=y + 4.5, font_size=12, text_anchor="middle", fill=INK)
    return element("g", stroke(knee, 4), foot, number, data_key=f"leg:{beetle.seat}:{LEG_NAMES[leg]}")


def draw_hand(hand: Hand, whole: int) -> Markup:
    cards = hand.packet or hand.kept
    start = (whole - len(cards) * (CARD + GAP) + GAP) / 2
    return join(*(draw_card(card, start + number * (CARD + GAP)) for number, card in enumerate(cards)))


def draw_card(card: str, x: float) -> Markup:
    """A small beetle, front up: the legs that move have feet."""
    legs = [draw_card_leg(leg, name in card) for leg, name in enumerate(LEG_NAMES)]
    paper = element("rect", width=CARD, height=CARD_HEIGHT, rx=10, fill=PAPER, stroke=INK, stroke_width=2.5)
    body = element("g", beetle_body("#d9c48f"), transform="translate(31 96) rotate(-90) scale(1.3 1.06)")
    title = element("text", card, x=CARD / 2, y=CARD_HEIGHT - 8, font_size=13, text_anchor="middle", fill=INK)
    return element(
        "g", paper, *legs, body, title, transform=f"translate({x:.1f} 0)", data_pick=f"card:{card}", class_="card"
    )


def draw_card_leg(leg: int, moves: bool) -> Markup:
    side = -1 if leg < A_SIDE else 1
    y = 36 + 25 * int(leg % A_SIDE)
    x = CARD / 2 + side * 35
    path = f"M{CARD / 2 + side * 14} {y + 2} L{CARD / 2 + side * 25} {y - 6} L{x} {y}"
    if not moves:
        return element("path", d=path, fill="none", stroke=INK, stroke_width=2, opacity=0.25)
    return join(stroke(path, 4), element("circle", cx=x, cy=y, r=8, fill="#e2574c", stroke=INK, stroke_width=2))

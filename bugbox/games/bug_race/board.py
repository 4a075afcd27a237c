"""A race drawn as HTML and SVG: a lane for each beetle, and the viewer's cards below."""

from collections import Counter
from collections.abc import Sequence
from functools import cache

from bugbox.art import emblems
from bugbox.art.bugs import beetle_body, stroke
from bugbox.art.parts import group, part
from bugbox.art.players import INK, LOOKS, badge, fill
from bugbox.art.svg import Markup, element, join
from bugbox.core.game import Drawing
from bugbox.games.bug_race.beetle import Beetle as Runner
from bugbox.games.bug_race.parts import A_SIDE, BODY, LEG_NAMES
from bugbox.games.bug_race.seen import Beetle, Hand, View
from bugbox.games.bug_race.words import CARDS, CODES, card_text, card_words

SEGMENT = 44  # width
MARGIN = 12
LANE = 108
MIDDLE = LANE // 2
REACH = 38  # from the middle to a leg's slot
CARD, CARD_HEIGHT = 116, 96
SKETCHED = 8  # segments of the track in the primer
BODY_SCALE = 3 * SEGMENT / 64

GRASS, GROUND, LINE, PAPER, FINISH = "#a9c48a", "#e6d9b3", "#b9a675", "#fffaf0", "#f6c9b4"

SPOKEN = ("left front", "left middle", "left rear", "right front", "right middle", "right rear")

emblem = emblems.bug_race


@cache
def symbols() -> Markup:
    """The beetle, its feet and the faces of all cards: a board is short, as it only refers to them."""
    body = element("g", beetle_body("inherit"), id="race-body", transform=f"scale({BODY_SCALE:.4f})")
    feet = [draw_foot(number) for number in range(1, A_SIDE + 1)]
    faces = [draw_face(card_text(card)) for card in CARDS]
    return element(
        "svg", element("defs", body, *feet, *faces), width=0, height=0, class_="patterns", aria_hidden="true"
    )


def draw_face(card: str) -> Markup:
    size = {"width": CARD - 3, "height": CARD_HEIGHT - 3}
    paper = element("rect", x=1.5, y=1.5, **size, rx=10, fill=PAPER, stroke=INK, stroke_width=3)
    return element("g", paper, card_face(card), id=f"race-{card}")


def draw_foot(number: int) -> Markup:
    circle = element("circle", r=11, stroke=INK, stroke_width=2)
    text = element("text", str(number), y=5, font_size=15, text_anchor="middle", fill=INK)
    return element("g", circle, text, id=f"race-foot-{number}")


# --- The primer ---


def pictures() -> dict[str, Markup]:
    """A beetle at the start, a card, and the same beetle after it: what the rules make of it."""
    card = next(card for card in CARDS if card_text(card) == "L1R1R2")
    return {"start": draw_sketch(0), "card": draw_picture(card_text(card)), "after": draw_sketch(card)}


def draw_sketch(card: int) -> Markup:
    """A beetle on a short track that has run one card."""
    runner = Runner(SKETCHED)
    runner.line_up()
    if card:
        runner.run(card)
    width = SKETCHED * SEGMENT + 2 * MARGIN
    ground = element("rect", width=width, height=LANE, rx=14, fill=GRASS)
    drawn = (ground, draw_track(SKETCHED), *draw_runner(0, runner.body, tuple(runner.legs)))
    return element("svg", *drawn, viewBox=f"0 0 {width} {LANE}", aria_hidden="true")


# --- The table ---


def draw(view: View, names: Sequence[str]) -> Drawing:
    beetles, ahead = shown(view), is_ahead(view)
    lanes = [draw_lane(one.seat, one.body, one.legs, view.segments, one.seat == view.viewer) for one in beetles]
    piles = draw_piles(view.turn, view.deck, len(view.discards), view.passing)
    hands = {seat: hand_of(view, seat, hand, names) for seat, hand in view.hands.items() if view.stage != "over"}
    mine = hands.pop(view.viewer, Markup())
    others = [element("div", *hands.values(), class_="others")] if hands else []
    board = element("div", piles, element("div", *lanes, class_="lanes"), *others, class_="race")
    return Drawing(board, mine, tuple([facts_of(one, view, ahead and one.seat == view.viewer) for one in beetles]))


def shown(view: View) -> Sequence[Beetle]:
    """My own beetle where the cards that I have put down will bring it."""
    if not is_ahead(view):
        return view.beetles
    return [view.hands[one.seat].preview if one.seat == view.viewer else one for one in view.beetles]


def is_ahead(view: View) -> bool:
    """Once all have put their cards down, the beetles run: each is where it is."""
    mine = view.hands.get(view.viewer)
    return mine is not None and bool(mine.laid) and any(beetle.waiting for beetle in view.beetles)


@part
def draw_piles(turn: int, deck: int, played: int, passing: str) -> Markup:
    return element(
        "p",
        element("span", f"Turn {turn}"),
        element("span", f"Deck {deck}", class_="pile", data_spot="deck", data_help="deck"),
        element("span", f"Played {played}", class_="pile", data_help="played"),
        element("span", passing, data_help="passing"),
        class_="piles",
        id="piles",
    )


# --- Lanes ---


@group
def draw_lane(seat: int, body: int, legs: tuple[int, ...], segments: int, mine: bool) -> Markup:
    course = draw_course(seat, body, legs, segments)
    return element("div", badge(seat), course, class_="lane mine" if mine else "lane")


def facts_of(beetle: Beetle, view: View, ahead: bool) -> Markup:
    after = " after your cards" if ahead else ""
    state = f"place {beetle.place}" if beetle.place else f"{beetle.to_go} to go{after}"
    if view.stage == "over":  # then the plate itself says the place
        state = ""
    return draw_facts(beetle.seat, state, beetle.played)


@part
def draw_course(seat: int, body: int, legs: tuple[int, ...], segments: int) -> Markup:
    width = segments * SEGMENT + 2 * MARGIN
    return element(
        "svg",
        draw_ground(seat, segments),
        draw_legs(seat, body, legs),
        draw_body(seat, body),
        viewBox=f"0 0 {width} {LANE}",
        class_="track",
        data_help="track",
        id=f"course-{seat}",
        aria_hidden="true",  # the table as text says it better
    )


@part
def draw_ground(seat: int, segments: int) -> Markup:
    """What does not move: half of all that there is to see of a lane."""
    grass = element("rect", width=segments * SEGMENT + 2 * MARGIN, height=LANE, rx=14, fill=GRASS)
    return element("g", grass, draw_track(segments), id=f"ground-{seat}")


@part
def draw_facts(seat: int, state: str, played: tuple[str, ...]) -> Markup:
    """How far it is to go, and what the beetle ran last: each card comes when it is run, and stays."""
    ran = [draw_card(card, f"ran:{seat}:{number}:{card}", small=True) for number, card in enumerate(played)]
    return element(
        "span", element("span", state), *ran, class_="facts race", id=f"facts-{seat}", data_from=f"seat:{seat}"
    )


@cache
def draw_track(segments: int) -> Markup:
    """Lines between segments and dots for slots are dashes, one for each segment."""
    top, height, length = MIDDLE - REACH + 9, 2 * REACH - 18, segments * SEGMENT
    line, middle = x_of(segments - BODY + 1), MIDDLE
    ground = element("rect", x=MARGIN, y=top, width=length, height=height, rx=10, fill=GROUND)
    finish = element("rect", x=line, y=top, width=int(BODY) * SEGMENT, height=height, rx=10, fill=FINISH)
    border = element(
        "rect", x=MARGIN, y=top, width=length, height=height, rx=10, fill="none", stroke=INK, stroke_width=2
    )
    marks = f"M{MARGIN + SEGMENT} {middle} h{length - SEGMENT - 1}"
    slots = "".join(f"M{MARGIN + SEGMENT // 2} {middle + side * REACH} h{length - SEGMENT + 1} " for side in (-1, 1))
    return join(
        ground,
        finish,
        element("path", d=marks, stroke=LINE, stroke_width=height - 8, stroke_dasharray=f"1.5 {SEGMENT - 1.5}"),
        draw_apple(line + int(BODY) * SEGMENT - 24, middle),
        draw_line(line, top, height),
        border,
        element(
            "path",
            d=slots,
            stroke=INK,
            stroke_width=8,
            stroke_linecap="round",
            stroke_dasharray=f"0 {SEGMENT}",
            opacity=0.22,
        ),
    )


def draw_line(x: int, top: int, height: int) -> Markup:
    """Chequered, as finishing lines are."""
    white = element("rect", x=x - 5, y=top, width=10, height=height, fill=PAPER)
    columns = [
        element("path", d=f"M{x + side} {top} v{height}", stroke=INK, stroke_width=5, stroke_dasharray=5, **shift)
        for side, shift in ((-2.5, {}), (2.5, {"stroke_dashoffset": 5}))
    ]
    return join(white, *columns)


def draw_apple(x: int, y: int) -> Markup:
    """What they all run for."""
    fruit = f"M{x} {y - 9} c-8 -8 -20 -2 -17 10 c2 10 10 16 17 12 c7 4 15 -2 17 -12 c3 -12 -9 -18 -17 -10 Z"
    stalk, leaf = f"M{x} {y - 9} q0 -7 4 -10", f"M{x + 2} {y - 13} q8 -7 13 -1 q-7 6 -13 1 Z"
    return join(
        element("path", d=fruit, fill="#cf3b2e", stroke=INK, stroke_width=2),
        element("path", d=stalk, fill="none", stroke=INK, stroke_width=2.5),
        element("path", d=leaf, fill="#6f9a45", stroke=INK, stroke_width=1.5),
    )


def x_of(segment: int) -> int:
    return MARGIN + (segment - 1) * SEGMENT


def draw_body(seat: int, body: int) -> Markup:
    drawn = element("use", href="#race-body", fill=fill(seat))
    return placed(x_of(body), MIDDLE - 16 * BODY_SCALE, element("g", drawn, data_key=f"body:{seat}"))


def placed(x: float, y: float, thing: Markup) -> Markup:
    """What moves has no place of its own: while it is animated, its transform is the animation's."""
    return element("g", thing, transform=f"translate({x:.1f} {y:.1f})")


def draw_legs(seat: int, body: int, legs: tuple[int, ...]) -> Markup:
    """From the body to the slots; the feet carry the numbers that the cards give them."""
    knees = "".join(draw_knee(leg, body, slot) for leg, slot in enumerate(legs))
    feet = [draw_leg(seat, leg, slot) for leg, slot in enumerate(legs)]
    return join(stroke(knees, 4), element("g", *feet, fill=LOOKS[seat].colour))


def draw_ghost(seat: int, body: int, legs: tuple[int, ...]) -> Markup:
    """A beetle where it would be."""
    return element("g", *draw_runner(seat, body, legs), class_="ghost")


def draw_runner(seat: int, body: int, legs: tuple[int, ...]) -> list[Markup]:
    """Without keys, as nothing of it moves."""
    knees = "".join(draw_knee(leg, body, slot) for leg, slot in enumerate(legs))
    feet = [
        placed(*place_of(leg, slot), element("use", href=f"#race-foot-{leg % A_SIDE + 1}", fill=LOOKS[seat].colour))
        for leg, slot in enumerate(legs)
    ]
    drawn = element("use", href="#race-body", fill=fill(seat))
    return [stroke(knees, 4), *feet, placed(x_of(body), MIDDLE - 16 * BODY_SCALE, drawn)]


@cache
def draw_knee(leg: int, body: int, slot: int) -> str:
    """The path from the hip to the foot."""
    x, y = place_of(leg, slot)
    side = -1 if leg < A_SIDE else 1
    hip = x_of(body + A_SIDE - 1 - leg % A_SIDE) + SEGMENT // 2
    return f"M{hip} {MIDDLE + side * 18} L{(hip + x) // 2 + 4} {MIDDLE + side * 32} L{x} {y}"


@cache
def draw_leg(seat: int, leg: int, slot: int) -> Markup:
    foot = element("use", href=f"#race-foot-{leg % A_SIDE + 1}")
    return placed(*place_of(leg, slot), element("g", foot, data_key=f"leg:{seat}:{LEG_NAMES[leg]}"))


def place_of(leg: int, slot: int) -> tuple[int, int]:
    return x_of(slot) + SEGMENT // 2, MIDDLE + (-REACH if leg < A_SIDE else REACH)


# --- Cards ---


def hand_of(view: View, seat: int, hand: Hand, names: Sequence[str]) -> Markup:
    own = seat == view.viewer
    whose = "Your" if own else f"{names[seat]}'s"
    return draw_hand(seat, own, whose, view.stage, hand.packet, hand.giver, hand.kept, hand.chosen, hand.laid)


@group
def draw_hand(
    seat: int,
    own: bool,
    whose: str,
    stage: str,
    packet: tuple[str, ...],
    giver: int | None,
    kept: tuple[str, ...],
    chosen: str | None,
    laid: tuple[str, ...],
) -> Markup:
    played = "cards to play" if stage == "play" else "kept cards"
    rows = [("packet", "packet", packet), ("kept", played, kept), ("laid", "cards put down", laid)]
    asked = "packet" if packet else "kept"
    copies: Counter[str] = Counter()  # equal cards are told apart by their number
    drawn = [
        draw_row(
            seat,
            kind,
            f"{whose} {title}",
            numbered(cards, copies),
            giver,
            own and kind == asked,
            chosen if own and kind == "packet" else None,
            why_not(kind, bool(packet), chosen) if own else None,
        )
        for kind, title, cards in rows
    ]
    return element("div", *drawn, class_="race rows")


def numbered(cards: Sequence[str], copies: Counter[str]) -> tuple[tuple[str, int], ...]:
    found = []
    for card in cards:
        found.append((card, copies[card]))
        copies[card] += 1
    return tuple(found)


@part
def draw_row(
    seat: int,
    kind: str,
    title: str,
    cards: tuple[tuple[str, int], ...],
    giver: int | None,
    asked: bool,
    chosen: str | None,
    why: str | None,
) -> Markup:
    row = [
        draw_card(
            card,
            f"card:{seat}:{card}:{number}",
            f"card:{card}" if asked else None,
            card == chosen,
            mine=why is not None,
        )
        for card, number in cards
    ]
    return element(
        "section",
        element("h2", title),
        element("div", *row, class_="cards"),
        class_=f"row {kind}",
        id=f"{kind}-{seat}",
        hidden=not cards,
        data_why=why,
        data_from="deck" if giver is None else f"seat:{giver}",
    )


def why_not(kind: str, is_passing: bool, chosen: str | None) -> str:
    """What to say to somebody who touches a card that cannot be chosen."""
    if kind == "laid":
        return "You have already put this card down; your beetle runs once everyone has chosen."
    if kind == "kept" and is_passing:
        return "You have already kept this card; you play it once everyone has kept theirs."
    if chosen:
        return f"You are keeping {card_words(CODES[chosen])}; the others are still choosing."
    return "You have chosen; the others are still choosing."


@part
def draw_card(
    card: str, key: str, pick: str | None = None, chosen: bool = False, small: bool = False, mine: bool = False
) -> Markup:
    """Mine shows beforehand what it would do."""
    classes = ["card", "chosen" * chosen, "small" * small]
    return element(
        "div",
        draw_picture(card),
        class_=" ".join(filter(None, classes)),
        id=key,
        data_key=key,
        data_pick=pick,
        role="img",
        aria_label=f"Card: {card_words(CODES[card])}",
        data_help=f"{'hand' if mine else 'open'}:{card}",
        data_look="" if mine else None,
    )


@cache
def draw_picture(card: str) -> Markup:
    face = element("use", href=f"#race-{card}")
    return element("svg", face, viewBox=f"0 0 {CARD} {CARD_HEIGHT}", aria_hidden="true")


@cache
def spoken(card: str) -> str:
    return ", ".join(words for leg, words in zip(LEG_NAMES, SPOKEN, strict=True) if leg in card)


def card_face(card: str) -> Markup:
    """A small beetle that runs to the right, as on the track: the legs that move have feet."""
    legs = [draw_card_leg(leg, name in card) for leg, name in enumerate(LEG_NAMES)]
    body = element("g", beetle_body("#d9c48f"), transform="translate(21 31) scale(1.16 1.06)")
    return join(*legs, body)


def draw_card_leg(leg: int, moves: bool) -> Markup:
    side = -1 if leg < A_SIDE else 1
    middle = CARD_HEIGHT // 2
    x, y = 86 - 28 * int(leg % A_SIDE), middle + side * 32
    path = f"M{x - 4} {middle + side * 14} L{x - 8} {middle + side * 22} L{x} {y}"
    if not moves:
        return element("path", d=path, fill="none", stroke=INK, stroke_width=2, opacity=0.25)
    foot = element("circle", cx=x, cy=y, r=12, fill="#f0a08f", stroke=INK, stroke_width=2)
    number = element("text", str(leg % A_SIDE + 1), x=x, y=y + 6, font_size=18, text_anchor="middle", fill=INK)
    return join(stroke(path, 4), foot, number)

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
from bugbox.games.bug_race.rules.beetle import Beetle as Runner
from bugbox.games.bug_race.rules.box import A_SIDE, BODY, LEG_NAMES
from bugbox.games.bug_race.show.views import Beetle, Hand, View
from bugbox.games.bug_race.show.words import CARDS, CODES, card_text, card_words

# A lane is as wide and as high as there is room for: what lies along it is measured in segments (on the page an em is
# one), what lies across it in hundredths of its height.
MARGIN = 0.27  # before the first segment and behind the last
TOP, BOTTOM = 27, 73  # the edges of the track
SLOTS = (14, 86)  # of the left legs and of the right ones
KNEES = (22, 78)
HIPS = (46, 54)  # below the body
SHAPE = 2.45  # segments that a lane is at least as high as, for a beetle to fit in
HIGHEST = 7  # segments
BESIDE = 1.5  # rem for the badge
CARD, CARD_HEIGHT = 116, 96
SKETCHED, SKETCH_EM = 8, 44  # segments of the track in the primer, and how wide they are

GRASS, GROUND, LINE, PAPER, FINISH = "#a9c48a", "#e6d9b3", "#b9a675", "#fffaf0", "#f6c9b4"
PAD, FOOT = "#f0a08f", "#c8460b"  # of a card's feet: below their numbers, and without them

SPOKEN = ("left front", "left middle", "left rear", "right front", "right middle", "right rear")

emblem = emblems.bug_race


@cache
def symbols() -> Markup:
    """The beetle, its feet and the faces of all cards: a board is short, as it only refers to them."""
    body = draw_centred(beetle_body("inherit"), "race-body", 64, 32)
    feet = [draw_foot(number) for number in range(1, A_SIDE + 1)]
    faces = [draw_face(card_text(card)) for card in CARDS]
    drawings = element("defs", body, draw_apple(), draw_blank(), *feet, *faces)
    return element("svg", drawings, width=0, height=0, class_="patterns", aria_hidden="true")


def draw_centred(drawing: Markup, name: str, wide: int, high: int) -> Markup:
    """Where it is used, half of it is above that place."""
    return element("symbol", drawing, id=name, viewBox=f"0 {high // 2} {wide} {high}", overflow="visible")


def draw_face(card: str) -> Markup:
    return element("g", draw_paper(), card_face(card), id=f"race-{card}")


def draw_paper() -> Markup:
    size = {"width": CARD - 3, "height": CARD_HEIGHT - 3}
    return element("rect", x=1.5, y=1.5, **size, rx=10, fill=PAPER, stroke=INK, stroke_width=3)


def draw_blank() -> Markup:
    """A small card without its feet."""
    return element("g", draw_paper(), draw_card_body(), id="race-blank")


def draw_foot(number: int) -> Markup:
    """In a small lane it is as wide as a segment, so that its number can be read."""
    circle = element("circle", r=".5em", stroke=INK, stroke_width=".07em")
    text = element("text", str(number), y=".36em", font_size="max(12px,.7em)", text_anchor="middle", fill=INK)
    return element("g", circle, text, id=f"race-foot-{number}", font_size="max(min(17.5px,.95em),.66em)")


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
    drawn = (draw_track(SKETCHED), *draw_runner(0, runner.body, tuple(runner.legs), SKETCHED))
    size = f"0 0 {length_of(SKETCHED) * SKETCH_EM:.0f} {SHAPE * SKETCH_EM:.0f}"
    return element("svg", *drawn, viewBox=size, font_size=SKETCH_EM, aria_hidden="true")


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
    length = length_of(segments)
    return element(
        "svg",
        draw_ground(seat, segments),
        draw_legs(seat, body, legs, segments),
        draw_body(seat, body, f"body:{seat}"),
        font_size=f"min((100cqw - {BESIDE}rem)/{length:.2f},{100 / SHAPE:.0f}cqh)",
        width=f"{length:.2f}em",
        height=f"{HIGHEST}em",
        class_="track",
        data_help="track",
        id=f"course-{seat}",
        aria_hidden="true",  # the table as text says it better
    )


def length_of(segments: int) -> float:
    return segments + 2 * MARGIN


@part
def draw_ground(seat: int, segments: int) -> Markup:
    """What does not move: half of all that there is to see of a lane."""
    return element("g", draw_track(segments), id=f"ground-{seat}")


def stretched(segments: int, *shapes: Markup) -> Markup:
    """Shapes that may be pulled to any height: ten units along a lane are a segment, a hundred across it are all."""
    size = f"0 0 {10 * length_of(segments):.1f} 100"
    return element("svg", *shapes, viewBox=size, preserveAspectRatio="none")


@part
def draw_facts(seat: int, state: str, played: tuple[str, ...]) -> Markup:
    """How far it is to go, and what the beetle ran last: each card comes when it is run, and stays."""
    ran = [draw_card(card, f"ran:{seat}:{number}:{card}", small=True) for number, card in enumerate(played)]
    return element(
        "span", element("span", state), *ran, class_="facts race", id=f"facts-{seat}", data_from=f"seat:{seat}"
    )


@cache
def draw_track(segments: int) -> Markup:
    first, line, end = (round(10 * x_of(segment), 1) for segment in (1, segments - int(BODY) + 1, segments + 1))
    high = BOTTOM - TOP
    marks = "".join(f"M{first + 10 * number:.1f} {TOP + 4}V{BOTTOM - 4}" for number in range(1, segments))
    slots = "".join(f"M{first + 10 * number + 5:.1f} {y}h0" for y in SLOTS for number in range(segments))
    drawn = stretched(
        segments,
        element("rect", width="100%", height=100, rx=3, ry=8, fill=GRASS),
        element("rect", x=first, y=TOP, width=end - first, height=high, fill=GROUND),
        element("rect", x=line, y=TOP, width=end - line, height=high, fill=FINISH),
        draw_pulled(marks, 0.04, LINE),
        draw_line(line),
        draw_pulled(f"M{first} {TOP}H{end}V{BOTTOM}H{first}Z", 0.05, INK),
        element("g", draw_pulled(slots, 0.2, INK), opacity=0.22),
    )
    apple = element("use", href="#race-apple", x=f"{x_of(segments) - 0.05:.2f}em", y="50%", width="1em", height="1em")
    return join(drawn, apple)


def draw_pulled(path: str, width: float, colour: str) -> Markup:
    """A line of the same width, in segments, however far it is pulled."""
    return element(
        "path",
        d=path,
        fill="none",
        stroke=colour,
        stroke_width=f"{width}em",
        stroke_linecap="round",
        stroke_linejoin="round",
        vector_effect="non-scaling-stroke",
    )


def draw_line(x: float) -> Markup:
    """Chequered, as finishing lines are."""
    white = element("rect", x=x - 1, y=TOP, width=2, height=BOTTOM - TOP, fill=PAPER)
    columns = [
        element("path", d=f"M{x + side} {TOP}V{BOTTOM}", stroke=INK, stroke_width=1, stroke_dasharray=4, **shift)
        for side, shift in ((-0.5, {}), (0.5, {"stroke_dashoffset": 4}))
    ]
    return join(white, *columns)


def draw_apple() -> Markup:
    """What they all run for."""
    fruit = "M20 13 c-8 -8 -20 -2 -17 10 c2 10 10 16 17 12 c7 4 15 -2 17 -12 c3 -12 -9 -18 -17 -10 Z"
    drawn = join(
        element("path", d=fruit, fill="#cf3b2e", stroke=INK, stroke_width=2),
        element("path", d="M20 13 q0 -7 4 -10", fill="none", stroke=INK, stroke_width=2.5),
        element("path", d="M22 9 q8 -7 13 -1 q-7 6 -13 1 Z", fill="#6f9a45", stroke=INK, stroke_width=1.5),
    )
    return draw_centred(drawn, "race-apple", 40, 40)


def x_of(segment: int) -> float:
    """Where it begins."""
    return MARGIN + segment - 1


def draw_body(seat: int, body: int, key: str | None = None) -> Markup:
    size = {"x": f"{x_of(body):.2f}em", "y": "50%", "width": "3em", "height": "1.5em"}
    return element("g", element("use", href="#race-body", **size, fill=fill(seat)), data_key=key)


def draw_legs(seat: int, body: int, legs: tuple[int, ...], segments: int, moving: bool = True) -> Markup:
    """From the body to the slots; the feet carry the numbers that the cards give them."""
    knees = "".join(draw_knee(leg, body, slot) for leg, slot in enumerate(legs))
    feet = [draw_leg(leg, slot, f"leg:{seat}:{LEG_NAMES[leg]}" if moving else None) for leg, slot in enumerate(legs)]
    drawn = stretched(segments, draw_pulled(knees, 0.09, INK))
    return join(drawn, element("g", *feet, fill=LOOKS[seat].colour))


def draw_ghost(seat: int, body: int, legs: tuple[int, ...], segments: int) -> Markup:
    """A beetle where it would be."""
    return element("g", *draw_runner(seat, body, legs, segments), class_="ghost")


def draw_runner(seat: int, body: int, legs: tuple[int, ...], segments: int) -> list[Markup]:
    """Without keys, as nothing of it moves."""
    return [draw_legs(seat, body, legs, segments, moving=False), draw_body(seat, body)]


@cache
def draw_knee(leg: int, body: int, slot: int) -> str:
    """The path from the hip to the foot."""
    side = leg // A_SIDE
    hip, foot = (10 * x_of(at) + 5 for at in (body + A_SIDE - 1 - leg % A_SIDE, slot))
    return f"M{hip:.1f} {HIPS[side]}L{(hip + foot) / 2 + 1:.1f} {KNEES[side]}L{foot:.1f} {SLOTS[side]}"


@cache
def draw_leg(leg: int, slot: int, key: str | None) -> Markup:
    """What moves has no place of its own: while it is animated, its transform is the animation's."""
    place = {"x": f"{x_of(slot) + 0.5:.2f}em", "y": f"{SLOTS[leg // A_SIDE]}%"}
    return element("g", element("use", href=f"#race-foot-{leg % A_SIDE + 1}", **place), data_key=key)


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
    put_down = f"card{'s' if laid[1:] else ''} for this turn"
    rows = [("packet", "cards", packet), ("kept", played, kept), ("laid", put_down, laid)]
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
        return "You have already chosen this card; your beetle runs once everyone has chosen."
    if kind == "kept" and is_passing:
        return "You have already kept this card; you will play it once everyone has chosen."
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
        draw_small_picture(card) if small else draw_picture(card),
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
def draw_small_picture(card: str) -> Markup:
    """Too small for numbers: where they are tells the feet apart."""
    places = [place_on_card(leg) for leg, name in enumerate(LEG_NAMES) if name in card]
    feet = stroke("".join(f"M{x} {y}h0" for x, y in places), 26, colour=FOOT)
    blank = element("use", href="#race-blank")
    return element("svg", blank, feet, viewBox=f"0 0 {CARD} {CARD_HEIGHT}", aria_hidden="true")


@cache
def spoken(card: str) -> str:
    return ", ".join(words for leg, words in zip(LEG_NAMES, SPOKEN, strict=True) if leg in card)


def card_face(card: str) -> Markup:
    """A small beetle that runs to the right, as on the track: the legs that move have feet."""
    legs = [draw_card_leg(leg, name in card) for leg, name in enumerate(LEG_NAMES)]
    return join(*legs, draw_card_body())


def draw_card_body() -> Markup:
    return element("g", beetle_body("#d9c48f"), transform="translate(21 31) scale(1.16 1.06)")


def place_on_card(leg: int) -> tuple[int, int]:
    side = -1 if leg < A_SIDE else 1
    return 86 - 28 * int(leg % A_SIDE), CARD_HEIGHT // 2 + side * 32


def draw_card_leg(leg: int, moves: bool) -> Markup:
    side = -1 if leg < A_SIDE else 1
    middle = CARD_HEIGHT // 2
    x, y = place_on_card(leg)
    path = f"M{x - 4} {middle + side * 14} L{x - 8} {middle + side * 22} L{x} {y}"
    if not moves:
        return element("path", d=path, fill="none", stroke=INK, stroke_width=2, opacity=0.25)
    foot = element("circle", cx=x, cy=y, r=12, fill=PAD, stroke=INK, stroke_width=2)
    number = element("text", str(leg % A_SIDE + 1), x=x, y=y + 6, font_size=18, text_anchor="middle", fill=INK)
    return join(stroke(path, 4), foot, number)

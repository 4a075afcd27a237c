"""Explanations of the things in the garden for one viewer; only the face-down tiles are hidden information."""

from bugbox.art.svg import Markup, element
from bugbox.core.english import count
from bugbox.core.game import Help, Reader
from bugbox.games.caterpillar.rules import state
from bugbox.games.caterpillar.rules.box import EDGE, RULES
from bugbox.games.caterpillar.rules.edge import room_for
from bugbox.games.caterpillar.rules.spaces import NAMES, SPACE_NAMES
from bugbox.games.caterpillar.rules.state import GardenVariant
from bugbox.games.caterpillar.rules.turn import CaterpillarFiller
from bugbox.games.caterpillar.rules.walk import CRAWLER, FLOWER, GARDEN, WASP, steps_apart
from bugbox.games.caterpillar.show.beside import SIGNS
from bugbox.games.caterpillar.show.board import heading
from bugbox.games.caterpillar.show.ground import moved, place
from bugbox.games.caterpillar.show.pieces import (
    AMBER,
    BLUE,
    CELL,
    HALF,
    caterpillar_picture,
    die_face,
    picture,
    tile_face,
    token_picture,
)
from bugbox.games.caterpillar.show.reach import reach
from bugbox.games.caterpillar.show.text import RULE_LINES, SET_UP_LINES
from bugbox.games.caterpillar.show.view import view
from bugbox.games.caterpillar.show.views import End

AFTER = " after "  # separates a space from what was picked before it

STINGS = "No caterpillar can crawl onto a wasp, and it stays for good."
WASPS = (
    "Touch it, then a free space that is not on the edge. You may put down one each turn, before your first step or "
    "after your last. It stays for good, and no caterpillar can crawl onto it."
)


def explain(position: CaterpillarFiller, thing: str, reader: Reader) -> Help | None:
    kind, _, which = thing.partition(":")
    if kind == "space":
        name, _, picked = which.partition(AFTER)
        return explain_space(position, name, picked, reader) if name in NAMES.spaces else None
    if kind in OF_PLAYERS and which in map(str, range(position.seats)):
        return OF_PLAYERS[kind](position, int(which), reader)
    return THINGS[thing](position, reader) if thing in THINGS else None


# --- Spaces ---


def explain_space(position: CaterpillarFiller, name: str, picked: str, reader: Reader) -> Help:
    space = NAMES.spaces[name]
    acting = reader.viewer >= 0 and position.waiting >> reader.viewer & 1
    found = lying(position, space, reader)
    if acting and position.stage == state.JOIN:
        return coming_back(position, found, name, picked, reader.viewer)
    if acting and picked == "wasp":
        return with_wasp(position, found, name, reader)
    if acting and position.stage == state.MOVE:
        return within_reach(position, found, space, reader.viewer)
    return found


def lying(position: CaterpillarFiller, space: int, reader: Reader) -> Help:
    """Explain what is on a space."""
    what, name = position.ground[space], SPACE_NAMES[space]
    if what == FLOWER:
        lines = (
            "Crawl onto it and you stop, grow by a piece and keep the token as a wasp.",
            "Then a pair of tiles names the space of the next flower.",
        )
        return Help(f"A flower on {name}", lines, away(position, space, reader), token_picture("flower"))
    if what == WASP:
        return Help(f"A wasp on {name}", (STINGS,), picture=token_picture("wasp"))
    if what >= CRAWLER:
        return lying_crawler(position, space, what - CRAWLER, reader)
    if GARDEN.is_edge(space):
        return Help(f"{name}, on the edge", ("No wasps on the edge: it is where caterpillars come back in.",))
    return Help(f"{name}, in the garden", ("A free space.",))


def lying_crawler(position: CaterpillarFiller, space: int, seat: int, reader: Reader) -> Help:
    crawler = position.crawlers[seat]
    nth = next(nth for nth in range(crawler.length()) if crawler.at(nth) == space)
    piece = "head" if nth == 0 else f"body, piece {nth} of {crawler.body}"
    mine = seat == reader.viewer
    lost = count(position.bite, "piece")
    if mine:
        then = "Anyone who crawls onto it bites you. Your own head cannot go there until your body has moved on."
    else:
        then = (
            f"Crawl onto it to bite: you grow by one piece, and {reader.whom(seat)} loses {lost} and leaves the garden."
        )
    lines = (standing(position, seat, reader), then)
    title = f"{'Your' if mine else reader.whose(seat)} {piece}"
    worth = "" if mine else away(position, space, reader)
    return Help(title, lines, worth, caterpillar_picture(seat, crawler.length(), crawler.mat))


def standing(position: CaterpillarFiller, seat: int, reader: Reader) -> str:
    crawler = position.crawlers[seat]
    mine = seat == reader.viewer
    needs = f" and {'need' if mine else 'needs'} {count(crawler.mat, 'more piece')} to win"
    if position.stage == state.OVER:
        needs = f" and {'have' if mine else 'has'} won" if position.place(seat) == 1 else ""
    return f"{reader.name(seat)} {'are' if mine else 'is'} {crawler.length()} long{needs}."


def away(position: CaterpillarFiller, space: int, reader: Reader) -> str:
    """Say how far a space is from the viewer's head, ignoring obstacles."""
    if reader.viewer < 0 or position.crawlers[reader.viewer].is_off:
        return ""
    under_way = reader.viewer == position.turn and 0 < position.left < position.rolled
    head = position.crawlers[reader.viewer].at(0)
    steps = int(steps_apart(position.rule, not under_way, head, space))
    return f"It is {count(steps, 'step')} from your head if nothing is in the way."


def within_reach(position: CaterpillarFiller, found: Help, space: int, seat: int) -> Help:
    end = next((end for end in reach(view(position, seat)).ends if end.space == SPACE_NAMES[space]), None)
    if end is None:
        return found
    way = end.way
    crawler, eats = position.crawlers[seat], position.ground[space] >= CRAWLER or position.ground[space] == FLOWER
    if eats and position.ground[space] != CRAWLER + seat:
        longer = f"you would be {crawler.length() + 1} long"
        then = f"{longer} and win" if crawler.mat == 1 else f"{longer}, {crawler.mat - 1} more to win"
        worth = f"{count(len(way), 'step')} away: {then}."
    else:
        worth = "You can end your move here."
    hint = "" if end.takes_one_touch() else " Several ways lead here: go step by step."
    return found._replace(worth=f"{worth}{hint}", ghosts=ghost(draw_way(position, end, seat)))


def with_wasp(position: CaterpillarFiller, found: Help, name: str, reader: Reader) -> Help:
    """Explain a wasp on this space: the heads it would be near."""
    if position.ground[NAMES.spaces[name]] != 0 or GARDEN.is_edge(NAMES.spaces[name]):
        return found
    near = []
    for seat, crawler in enumerate(position.crawlers):
        space = NAMES.spaces[name]
        steps = 0 if crawler.is_off else int(steps_apart(position.rule, True, crawler.at(0), space))
        if 0 < steps <= 6:
            near.append(f"{count(steps, 'step')} from {reader.whose(seat)} head")
    worth = f"{', '.join(near)}." if near else "No head is nearby."
    return Help(f"A wasp on {name}", (STINGS,), worth, token_picture("wasp"), ghost(token("wasp", name)))


def coming_back(position: CaterpillarFiller, found: Help, name: str, picked: str, seat: int) -> Help:
    """Preview re-joining with the head here or, once the head is picked, with the body starting here."""
    index = int(GARDEN.edge_index[NAMES.spaces[name]])
    head = picked.removeprefix("space:")
    if head in NAMES.spaces:
        index, other = int(GARDEN.edge_index[NAMES.spaces[head]]), index
        sides = [side for side in (1, -1) if (index + side - other) % EDGE == 0]
    else:
        sides = [1, -1] if position.crawlers[seat].body else [1]
    lines = [line for side in sides if index >= 0 and (line := stretch(position, index, side, seat))]
    if not lines:
        return found
    drawn = [draw_line(line, seat, "other" if nth else None) for nth, line in enumerate(lines)]
    worth = f"You would lie from {lines[0][0]} to {lines[0][-1]}." if lines[0][1:] else "You would lie here."
    if lines[1:]:
        worth = f"Your head here, your body towards {lines[0][1]} or towards {lines[1][1]}."
    return Help(f"Back on {SPACE_NAMES[GARDEN.edge[index]]}", (), worth, ghosts=ghost(*drawn))


def stretch(position: CaterpillarFiller, index: int, side: int, seat: int) -> list[str]:
    """Return the edge spaces from the head back, or an empty list if any is taken."""
    length = int(position.crawlers[seat].length())
    first = index if side > 0 else (index - length + 1) % int(EDGE)
    if not room_for(position, length) >> first & 1:
        return []
    return [SPACE_NAMES[GARDEN.edge[(index + side * nth) % EDGE]] for nth in range(length)]


# --- Ghosts ---


def ghost(*drawn: Markup) -> tuple[tuple[str, str], ...]:
    return (("ghosts", str(element("g", *drawn, class_="ghost"))),)


def token(kind: str, name: str) -> Markup:
    return element("use", href=f"#cat-{kind}", transform=moved(name))


def draw_line(line: list[str], seat: int, kind: str | None) -> Markup:
    drawn = []
    for nth, name in enumerate(line):
        turn = heading(name, line[nth - 1]) if nth else heading(line[1], name) if line[1:] else 90
        face = element(
            "use", href=f"#cat-{'link' if nth else 'head'}-{seat}", transform=f"rotate({turn} {HALF} {HALF})"
        )
        drawn.append(element("g", face, transform=moved(name)))
    return element("g", *reversed(drawn), class_=kind)


def draw_way(position: CaterpillarFiller, end: End, seat: int) -> Markup:
    """Draw a path from the head; where it wraps around the garden, start a new line on the other side."""
    x, y = place(end.space)
    ring = element("rect", x=x + 4, y=y + 4, width=CELL - 8, height=CELL - 8, rx=8, class_="ring")
    if not end.takes_one_touch():
        return ring
    path, last = "", -1
    for at in (int(position.crawlers[seat].at(0)), *map(NAMES.find, end.way)):
        x, y = place(SPACE_NAMES[at])
        is_next = last >= 0 and GARDEN.distance(last, at) <= 2
        path += f"{'L' if is_next else 'M'}{x + HALF} {y + HALF} "
        last = at
    return element("g", element("path", d=path.strip(), class_="way"), ring)


# --- Players' pieces and wasps ---


def explain_mat(position: CaterpillarFiller, seat: int, reader: Reader) -> Help:
    crawler = position.crawlers[seat]
    lines = (
        standing(position, seat, reader),
        "Each flower and each bite brings a piece from the mat into the garden. An empty mat wins at once.",
    )
    title = "Your caterpillar" if seat == reader.viewer else f"{reader.whose(seat)} caterpillar"
    lengths = [other.length() for other in position.crawlers]
    ahead = crawler.length() - max(length for other, length in enumerate(lengths) if other != seat)
    worth = (
        f"The longest by {ahead}."
        if ahead > 0
        else "Tied for longest."
        if ahead == 0
        else f"{-ahead} behind the longest."
    )
    return Help(title, lines, worth, caterpillar_picture(seat, crawler.length(), crawler.mat))


def explain_wasps(position: CaterpillarFiller, seat: int, reader: Reader) -> Help:
    many = count(position.crawlers[seat].wasps, "wasp")
    title = f"{'Your' if seat == reader.viewer else reader.whose(seat)} {many}"
    return Help(
        title,
        ("One may be put in the garden each turn. Every flower eaten becomes another one.",),
        picture=token_picture("wasp"),
    )


def explain_off(position: CaterpillarFiller, seat: int, reader: Reader) -> Help:
    mine = seat == reader.viewer
    comes = f"{reader.does(seat, 'come')} back on {'your' if mine else 'their'} next turn"
    lines = (f"{comes}, in one line along the edge and without rolling.",)
    return Help("Out of the garden", lines, picture=token_picture(f"head-{seat}"))


OF_PLAYERS = {"mat": explain_mat, "wasps": explain_wasps, "off": explain_off}


# --- Beside the garden ---


def explain_tiles(position: CaterpillarFiller, reader: Reader) -> Help:
    pairs = position.pairs
    lines = [
        "A letter and a number name the space of the next flower, or the nearest free one if that is taken.",
        "Every letter and every number is there only once.",
    ]
    if pairs:
        lines.append("When a flower is due and no tiles are left, the longest caterpillar wins.")
    worth = (
        f"{count(pairs, 'pair')} of flower tiles left."
        if pairs
        else "No tiles are left: when the next flower is due, the longest caterpillar wins."
    )
    if position.is_tied:
        worth = "No tiles are left, and it is a tie for longest: the first to pull ahead wins."
    last = SPACE_NAMES[position.turned.cards[position.turned.size - 1] - 1] if position.turned.size else "A1"
    faces = (tile_face(last[:1], BLUE), element("g", tile_face(last[1:], AMBER), transform=f"translate({CELL} 0)"))
    return Help("Flower tiles", tuple(lines), worth, picture(*faces, wide=2 * CELL))


def explain_die(position: CaterpillarFiller, reader: Reader) -> Help:
    lines = [
        "It says how many spaces a caterpillar crawls: all of them, unless it eats. A 3 also brings a new flower.",
        "If you cannot crawl that far, you leave the garden until your next turn. It costs you no piece.",
    ]
    faces = [int(face) for face in position.die()]
    if faces != [1, 2, 3, 4, 5, 6]:
        lines.append(f"Its faces: {', '.join(map(str, faces))}.")
    worth = f"{count(position.left, 'space')} to go." if position.left else ""
    return Help("The die", tuple(lines), worth, picture(die_face(int(position.rolled))))


def explain_wasp(position: CaterpillarFiller, reader: Reader) -> Help:
    wasps = position.crawlers[reader.viewer].wasps if reader.viewer >= 0 else 0
    worth = f"You have {count(wasps, 'wasp')}." if wasps else "Every flower you eat becomes one."
    return Help("Wasps", (WASPS,), worth, token_picture("wasp"))


def explain_rule(position: CaterpillarFiller, reader: Reader) -> Help | None:
    """Explain the house rule in play, if any; without one there is no sign to touch."""
    rule = RULES[position.rule]
    variant = position.variant
    assert isinstance(variant, GardenVariant)
    return Help(SIGNS[rule], (SET_UP_LINES[variant.set_up], RULE_LINES[rule])) if rule in SIGNS else None


THINGS = {"tiles": explain_tiles, "die": explain_die, "wasp": explain_wasp, "rule": explain_rule}

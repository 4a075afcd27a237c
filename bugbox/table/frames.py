"""What a browser is sent: the table as one pair of eyes sees it, as HTML, and what may be touched."""

from dataclasses import dataclass
from typing import Final

import msgspec

from bugbox.art.parts import alone, collect, filled, part
from bugbox.art.players import badge, rival_badge
from bugbox.art.svg import Markup, element, join
from bugbox.bots.levels import FOR_PEOPLE, USUAL
from bugbox.core.english import count
from bugbox.core.game import OPEN, WATCHER
from bugbox.core.match import Match
from bugbox.core.record import commitment
from bugbox.table.room import Eyes, Room
from bugbox.table.store import BROUGHT, OVER, Seat

REACTIONS: Final = ("Well played", "Ouch", "Hm …", "Your turn", "Thanks", "Oops")
ROOT: Final = "table"  # the part that holds all others
OPEN_STAGES: Final = (OVER, BROUGHT)  # nothing is hidden any more


class Question(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a browser is asked."""

    asked: int = 0  # after which move
    ask: str = ""
    choices: list[tuple[str, tuple[str, ...]]] = []  # options, and the things to touch for each
    mine: bool = False  # somebody at this browser is to act


class Frame(msgspec.Struct, tag="frame", omit_defaults=True):
    """What has changed for one pair of eyes since the last frame; all of it if this is a fresh one."""

    seq: int
    parts: dict[str, str]
    fresh: bool = False  # these eyes see the table for the first time: nothing moves
    log: list[str] = []  # what is new in it
    question: Question | None = None  # None: as before
    seat: int = WATCHER  # fresh only
    commitment: str = ""  # fresh only
    over: bool = False


class No(msgspec.Struct, tag="no"):
    """A kind refusal."""

    why: str


class Go(msgspec.Struct, tag="go"):
    to: str


class Reaction(msgspec.Struct, tag="reaction"):
    seat: int
    word: str


@dataclass(frozen=True)
class Presence:
    """Who is looking: seats, and how many watchers."""

    seats: frozenset[int] = frozenset()
    watchers: int = 0


@dataclass(frozen=True, eq=False)
class Scene:
    """The table as one pair of eyes sees it at one moment."""

    eyes: Eyes
    seq: int
    parts: dict[str, str]
    question: Question
    told: int  # events that its log tells of


def scene(room: Room, eyes: Eyes, presence: Presence) -> Scene:
    match = room.match
    if match is None:
        return Scene(eyes, room.seq, collect(ROOT, draw_waiting, room, eyes, presence), Question(), 0)
    parts = collect(ROOT, draw_table, room, match, eyes, presence)
    return Scene(eyes, room.seq, parts, question(room, match, eyes), len(match.position.story))


def question(room: Room, match: Match, eyes: Eyes) -> Question:
    seat, to_act = eyes.viewer, match.to_act
    mine = any(mine in to_act for mine in eyes.mine)
    return Question(room.asked[seat], room.asks[seat], room.choices[seat], mine) if seat >= 0 else Question(mine=mine)


def frame(room: Room, now: Scene, last: Scene | None) -> Frame:
    """What leads from the last scene to this one; nothing but these two decides what is sent."""
    match, seat = room.match, now.eyes.viewer
    if last is None or last.eyes != now.eyes:
        log, seed = (match.news(seat, 0), commitment(match.seed)) if match else ([], "")
        return Frame(now.seq, now.parts, True, log, now.question, seat, seed, bool(match and match.over))
    changed = {name: text for name, text in now.parts.items() if last.parts.get(name) != text}
    asked = now.question if now.question != last.question else None
    log = match.news(seat, last.told) if match else []
    return Frame(now.seq, changed, False, log, asked, over=bool(match and match.over))


def whole(scene: Scene) -> Markup:
    """As a page shows it."""
    return filled(scene.parts, ROOT)


def draw_table(room: Room, match: Match, eyes: Eyes, presence: Presence) -> Markup:
    if eyes.curtain is not None:
        return draw_curtain(room, match, eyes)
    title, sentence, kind = call(room, match, eyes.viewer)
    return join(
        draw_call(title, sentence, kind, room.seq if may_undo(room, eyes) else None),
        *draw_join(room, eyes),
        *([draw_end(room, match, eyes)] if match.over else []),
        draw_players(room, match, eyes, presence),
        draw_board(match, eyes.viewer),
        *([] if match.over else [draw_promise(commitment(match.seed))]),
    )


def draw_join(room: Room, eyes: Eyes) -> list[Markup]:
    """Whoever comes by the link gives a name and sits down."""
    if eyes.mine or not room.open_seats() or room.row.stage in OPEN_STAGES:
        return []
    name = element("input", name="name", maxlength=40, required=True, autocomplete="nickname", id="join-name")
    label = element("label", "Your name ", name)
    sit = element("button", "Sit down", class_="primary")
    return [element("form", label, sit, method="post", action=f"/table/{room.row.id}/sit", class_="join", id="join")]


@part
def draw_promise(commitment: str) -> Markup:
    """The cards are fixed from the start; at the end everybody can check it."""
    text = "The seed that fixes all cards is told at the end. Its SHA-256 is already here: "
    promise = element("p", text, element("code", commitment))
    return element("details", element("summary", "Fair cards"), promise, class_="promise", id="promise")


def draw_board(match: Match, viewer: int) -> Markup:
    view = match.view(viewer)
    board = Markup(match.game.board.draw(view, match.names))
    text = element("pre", match.game.text.draw(view, match.names), tabindex=0)
    title = element("h2", "The table as text")
    return join(
        element("div", board, id="board", class_=f"board seats-{match.seats}"),
        alone(element("section", title, text, id="as-text", aria_label="The table as text")),
    )


# --- Whose turn it is ---


@part
def draw_call(title: str, sentence: str, kind: str, undo: int | None) -> Markup:
    """Unmistakable: whose turn it is, and what I may do."""
    button = [] if undo is None else [send_button("Take back", type="undo", seq=undo)]
    return element("section", element("h1", title), element("p", sentence), *button, id="call", class_=f"call {kind}")


def call(room: Room, match: Match, viewer: int) -> tuple[str, str, str]:
    if match.over:
        return match.verdict(viewer), "The match is over.", "over"
    if viewer in match.to_act:
        return "Your turn", room.asks[viewer], "mine"
    empty = [seat for seat in match.to_act if room.row.seats[seat].is_open()]
    if empty:
        return (
            "A seat is empty",
            "The match goes on when somebody sits down there, or the host lets a bot play.",
            "theirs",
        )
    sentence = f"{room.waiting_for()}."
    if not match.position.is_secret():
        return f"{match.players[match.to_act[0]]}'s turn", sentence, "theirs"
    return ("You have chosen" if viewer >= 0 else "A secret choice"), sentence, "theirs"


def may_undo(room: Room, eyes: Eyes) -> bool:
    return any(room.may_undo(seat) for seat in eyes.mine)


def draw_curtain(room: Room, match: Match, eyes: Eyes) -> Markup:
    """Between two people at one device: nothing of anybody's hand is on the page."""
    assert eyes.curtain is not None
    name = match.players[eyes.curtain]
    undo = [send_button("Take the last choice back", type="undo", seq=room.seq)] if may_undo(room, eyes) else []
    return element(
        "section",
        badge(eyes.curtain),
        element("h1", f"Hand the device to {name}"),
        element("p", f"The cards of all others are covered. Only {name} should look now."),
        send_button(f"I am {name}", class_="primary", type="as", seat=eyes.curtain),
        *undo,
        class_="curtain",
        id="call",
    )


# --- Players ---


def draw_players(room: Room, match: Match, eyes: Eyes, presence: Presence) -> Markup:
    plates = [plate(room, match, number, seat, eyes, presence) for number, seat in enumerate(room.row.seats)]
    rivals = [
        draw_rival(number, rival.name, standing(match, match.seats + number) if match.over else "")
        for number, rival in enumerate(match.rivals)
    ]
    return element("ul", *plates, *rivals, draw_watchers(presence.watchers), id="players", aria_label="Players")


@part
def draw_watchers(watchers: int) -> Markup:
    return element("li", f"{watchers} watching", class_="watchers", id="watchers", hidden=not watchers)


def plate(room: Room, match: Match, number: int, seat: Seat, eyes: Eyes, presence: Presence) -> Markup:
    waiting = number in match.to_act
    state = standing(match, number) if match.over else "choosing" if waiting else ""
    if not state and match.position.is_secret():
        state = "ready"
    mine, is_bot = number in eyes.mine, bool(seat.level)
    hosted = eyes.hosting and not is_bot and not mine and not match.over
    who = who_is(number, seat, eyes, presence)
    return draw_plate(number, match.players[number], who, state, waiting, mine and is_bot, hosted)


@part
def draw_plate(number: int, name: str, who: str, state: str, waiting: bool, is_back: bool, hosted: bool) -> Markup:
    back = [send_button("I am back", type="back", seat=number)] if is_back else []
    tools = [draw_seat_tools(number, name)] if hosted else []
    return element(
        "li",
        badge(number),
        element("b", name),
        element("span", who, class_="who"),
        element("span", state, class_="state"),
        *back,
        *tools,
        id=f"plate-{number}",
        class_="plate waiting" if waiting else "plate",
        data_spot=f"seat:{number}",
    )


@part
def draw_rival(number: int, name: str, state: str) -> Markup:
    """Its place only at the end: until then its points may hang on hidden cards, and the board tells the rest."""
    return element(
        "li",
        rival_badge(name),
        element("b", name),
        element("span", "rival", class_="who"),
        element("span", state, class_="state"),
        id=f"rival-{number}",
        class_="plate",
        data_spot=f"rival:{number}",
    )


def standing(match: Match, who: int) -> str:
    """The place at the end; whoever plays quite alone has points instead."""
    return f"place {match.position.place(who)}" if match.winners else count(match.points[who], "point")


def who_is(number: int, seat: Seat, eyes: Eyes, presence: Presence) -> str:
    if seat.level and seat.owner:
        return "a bot plays for you" if number in eyes.mine else "away, a bot plays"
    if number in eyes.mine:
        return "you"
    if seat.level:
        return f"bot, {FOR_PEOPLE.get(seat.level, seat.level)}"
    if seat.is_open():
        return "nobody yet"
    return "here" if number in presence.seats else "away"


def draw_seat_tools(number: int, name: str) -> Markup:
    """For the host: a bot instead of somebody who has left."""
    bot = send_button("Let a bot play", type="bot", seat=number, level=USUAL)
    summary = element("summary", "…", aria_label=f"Host: seat of {name}")
    return element("details", summary, bot, class_="tools", id=f"tools-{number}")


# --- Before the match ---


def draw_waiting(room: Room, eyes: Eyes, presence: Presence) -> Markup:
    filled = not room.open_seats()
    if eyes.hosting:
        title, sentence = "Your table", "Send the link, fill seats with bots, then start."
    else:
        title = "Welcome" if eyes.mine else "A table"
        sentence = "The host starts the match when all seats are taken."
    start = (
        [send_button("Start the match", class_="primary", disabled=not filled, type="start")] if eyes.hosting else []
    )
    rows = [draw_waiting_seat(room, number, seat, eyes, presence) for number, seat in enumerate(room.row.seats)]
    return join(
        element("section", element("h1", title), element("p", sentence), *start, id="call", class_="call theirs"),
        *draw_join(room, eyes),
        draw_share(),
        element("ol", *rows, id="seats", class_="seats", aria_label="Seats"),
        draw_settings(room),
    )


def draw_share() -> Markup:
    """The browser knows by which address the table was reached."""
    link = element("input", type="text", id="share-link", readonly=True, aria_label="Link to this table")
    copy = element("button", "Copy", type="button", data_copy="share-link")
    return element("p", "Friends come by this link: ", link, " ", copy, class_="share", id="share")


def draw_waiting_seat(room: Room, number: int, seat: Seat, eyes: Eyes, presence: Presence) -> Markup:
    name = seat.name or "Open seat"
    tools = []
    if eyes.hosting:
        tools = host_tools(number, seat, own=number in eyes.mine[:1])
    if number in eyes.mine:
        tools.append(name_form("Rename", type="rename", seat=number))
    if eyes.mine and number == eyes.mine[0] and not eyes.hosting:
        tools.append(send_button("Stand up", type="leave"))
    return element(
        "li",
        badge(number),
        element("b", name),
        element("span", who_is(number, seat, eyes, presence), class_="who"),
        element("div", *tools, class_="tools"),
        class_="plate",
        id=f"plate-{number}",
    )


def host_tools(number: int, seat: Seat, own: bool) -> list[Markup]:
    tools = []
    if seat.level or seat.is_open():
        tools.append(level_select(number, seat.level))
    if seat.is_open():
        tools.append(name_form("Plays on this device", type="share", seat=number))
    elif not own:
        tools.append(send_button("Empty", type="open", seat=number))
    if number:
        tools.append(send_button("Move up", type="swap", seat=number, other=number - 1))
    return tools


def level_select(number: int, level: str) -> Markup:
    options = [element("option", "no bot", value="", selected=not level, disabled=bool(level))]
    options += [
        element("option", f"bot, {title}", value=name, selected=name == level) for name, title in FOR_PEOPLE.items()
    ]
    return element(
        "select",
        *options,
        name="level",
        data_send=message(type="bot", seat=number),
        aria_label=f"Bot at seat {number + 1}",
        id=f"level-{number}",
    )


def name_form(label: str, **fields: str | int) -> Markup:
    name = element("input", name="name", maxlength=40, placeholder="Name", aria_label="Name", autocomplete="off")
    return element(
        "form", name, element("button", label), data_send=message(**fields), id=f"{fields['type']}-{fields['seat']}"
    )


def draw_settings(room: Room) -> Markup:
    rows = [
        element("li", element("b", f"{setting.title()}: {room.row.settings[setting.name]}. "), setting.help)
        for setting in room.game.settings
    ]
    return element("section", element("h2", "How it is played"), element("ul", *rows), id="settings-now")


# --- The end ---


def draw_end(room: Room, match: Match, eyes: Eyes) -> Markup:
    places = [
        element("li", line.partition(". ")[2] or line, value=line.partition(".")[0])
        for line in match.result(eyes.viewer)
    ]
    if room.row.following:
        again = [element("a", "To the rematch", href=f"/table/{room.row.following}", class_="button primary")]
    elif (eyes.mine or eyes.hosting) and room.row.stage == OVER:
        again = [send_button("Rematch", class_="primary", type="rematch")]
    else:
        again = []
    return element(
        "section",
        element("h2", "How it ended"),
        element("ol", *places, class_="places"),
        element(
            "div",
            *again,
            element("a", "Replay", href=f"/table/{room.row.id}/replay", class_="button"),
            element("a", "Download the record", href=f"/table/{room.row.id}/record", class_="button", download=True),
            element("a", "Lobby", href="/", class_="button"),
            class_="buttons",
        ),
        draw_sheet(match),
        draw_seed(match),
        id="end",
        class_="end",
    )


def draw_sheet(match: Match) -> Markup:
    """Every figure that made the places."""
    badges = [*(badge(seat) for seat in range(match.seats)), *(rival_badge(rival.name) for rival in match.rivals)]
    heads = [element("th", mark, name, scope="col") for mark, name in zip(badges, match.names, strict=True)]
    places = [str(match.position.place(who)) for who in range(match.position.ranked)]
    rows = [*([("Place", places)] if match.winners else []), *match.game.words.sheet(match.position)]
    body = [
        element("tr", element("th", title, scope="row"), *(element("td", cell) for cell in cells))
        for title, cells in rows
    ]
    head = element("thead", element("tr", element("td"), *heads))
    table = element("table", element("caption", "Score sheet"), head, element("tbody", *body))
    return element("div", table, class_="sheet", tabindex=0, role="region", aria_label="Score sheet")


def draw_seed(match: Match) -> Markup:
    return element(
        "p",
        "The cards were fixed by the seed ",
        element("code", str(match.seed), id="seed"),
        ". Its SHA-256 was shown at the start: ",
        element("code", commitment(match.seed), id="commitment"),
        " ",
        element("span", id="seed-check"),
        class_="seed",
    )


# --- Looking back ---


class Past(msgspec.Struct):
    at: int
    of: int
    html: str
    log: list[str]
    caption: str


def past(match: Match, of: int, viewer: int) -> Past:
    """The table as it was after some decisions."""
    at = len(match.decisions)
    said = ""
    if at:
        seat, option = match.decisions[-1]
        hidden = viewer not in (OPEN, seat) and match.position.is_secret()
        said = f"{match.players[seat]}: {'chooses' if hidden else option}"
    return Past(at, of, str(draw_board(match, viewer)), match.log(viewer), f"{at} of {of}. {said}")


# --- Pieces ---


def message(**fields: str | int) -> str:
    """What touching this sends."""
    return msgspec.json.encode(fields).decode()


def send_button(label: str, class_: str | None = None, disabled: bool = False, **fields: str | int) -> Markup:
    """Its id keeps a morph from making another button of it under somebody's finger."""
    name = f"do-{fields['type']}-{fields.get('seat', '')}"
    return element(
        "button", label, type="button", id=name, class_=class_, disabled=disabled, data_send=message(**fields)
    )

"""What a browser is sent: the table as one pair of eyes sees it, as HTML, and what may be touched."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import msgspec

from bugbox.art.parts import alone, collect, hole, part
from bugbox.art.players import badge, rival_badge
from bugbox.art.svg import Markup, element, escape, join
from bugbox.bots.levels import USUAL
from bugbox.core.game import WATCHER, Drawing, with_capital
from bugbox.core.match import Match
from bugbox.core.pov import Choices, Pov
from bugbox.core.record import commitment
from bugbox.table.draw.ending import draw_end
from bugbox.table.draw.headline import Headline, happened_to, headline
from bugbox.table.draw.waiting import draw_waiting
from bugbox.table.draw.widgets import Presence, absence, draw_join, is_away, send_button, standing, who_is
from bugbox.table.rooms.names import bdi, isolated
from bugbox.table.rooms.room import Beats, Eyes, Room
from bugbox.table.storage.store import Seat

REACTIONS: Final = ("Well played", "Ouch", "Hm …", "Your turn", "Thanks", "Oops")
TEXT: Final = "as-text"
AROUND_TEXT: Final = element(
    "section",
    element("h2", "The table as text"),
    element("pre", "TEXT", tabindex=0),
    id=TEXT,
    aria_label="The table as text",
)
ROOT: Final = "table"  # the part that holds all others


class Question(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a browser is asked."""

    asked: int = 0  # after which move
    ask: str = ""
    choices: Choices = []  # options, and the things to touch for each
    mine: bool = False  # somebody at this browser is to act
    labels: list[str] = []  # the options as people read them


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
    beat: bool = False  # only on the way: the next frame comes at once


class No(msgspec.Struct, tag="no"):
    """A kind refusal."""

    why: str


class Go(msgspec.Struct, tag="go"):
    to: str


class Reaction(msgspec.Struct, tag="reaction"):
    seat: int
    word: str


@dataclass(frozen=True, eq=False)
class Scene:
    """The table as one pair of eyes sees it at one moment."""

    eyes: Eyes
    seq: int
    parts: dict[str, str]
    question: Question
    told: int  # events that its log tells of
    beat: bool = False
    news: list[str] | None = None  # of a beat: what is new in the log with it


def scene(room: Room, eyes: Eyes, presence: Presence) -> Scene:
    match = room.match
    if match is None:
        return Scene(eyes, room.seq, collect(ROOT, draw_waiting, room, eyes, presence), Question(), 0)
    parts = collect(ROOT, draw_table, room, match, room.pov(eyes.viewer), eyes, presence)
    return Scene(eyes, room.seq, parts, question(room, match, eyes), len(match.position.story))


def scenes(room: Room, beats: Beats, now: Scene, last: Scene | None, presence: Presence) -> list[Scene]:
    """What leads from the last scene to this one: each beat on the way, seen through eyes that stay the same, or else
    through those of a bystander.
    """
    if room.match is None or last is None:
        return [now]
    stay = last.eyes == now.eyes and now.eyes.curtain is None
    eyes, asked = (now.eyes, last.question) if stay else (bystander(now.eyes), Question())
    found: list[Scene] = []
    told = last.told
    for until, beat in beats:
        news = room.pov(eyes.viewer).news(told, until)
        if news:  # otherwise there is nothing to be seen
            seen = room.match.at(beat)
            pov = seen.pov(eyes.viewer)
            said = headline(room.match, eyes.viewer, told, until)
            parts = collect(ROOT, draw_table, room, seen, pov, eyes, presence, said)
            if not stay and not found:  # the text that is there was for other eyes
                parts[TEXT] = str(draw_text(pov))
            found.append(Scene(eyes, room.seq, parts, asked, until, True, news))
            told = until
    return [*found, now]


def bystander(eyes: Eyes) -> Eyes:
    """Who has the device while it is handed on is not known: it shows what all may see, and nobody's hand."""
    return Eyes(WATCHER, None, eyes.mine, eyes.hosting)


def question(room: Room, match: Match, eyes: Eyes) -> Question:
    seat, to_act = eyes.viewer, match.to_act
    mine = any(mine in to_act for mine in eyes.mine)
    if seat < 0:
        return Question(mine=mine)
    pov = room.pov(seat)
    labels = [option.label for option in pov.options]
    return Question(room.asked[seat], pov.question, pov.choices(), mine, labels)


def frame(room: Room, now: Scene, last: Scene | None) -> Frame:
    """What leads from the last scene to this one; nothing but these two decides what is sent."""
    match, seat = room.match, now.eyes.viewer
    over = bool(match and match.over and not now.beat)
    if last is None or last.eyes != now.eyes:
        log, seed = (room.pov(seat).news(0, now.told), commitment(match.seed)) if match else ([], "")
        return Frame(now.seq, now.parts, True, log, now.question, seat, seed, over, now.beat)
    changed = {name: text for name, text in now.parts.items() if last.parts.get(name) != text}
    asked = now.question if now.question != last.question else None
    log = now.news or (room.pov(seat).news(last.told, now.told) if match else [])
    return Frame(now.seq, changed, False, log, asked, over=over, beat=now.beat)


def sequence(room: Room, beats: Beats, now: Scene, last: Scene | None, presence: Presence) -> list[Frame]:
    """All that is sent so that these eyes see what is now."""
    found = []
    for scene in scenes(room, beats, now, last, presence):
        found.append(frame(room, scene, last))
        last = scene
    return found


def draw_table(
    room: Room, match: Match, pov: Pov, eyes: Eyes, presence: Presence, said: Headline | None = None
) -> Markup:
    if eyes.curtain is not None:
        return draw_curtain(room, match, eyes)
    drawing = pov.drawing()
    undo, hint = (None, None) if match.on_the_way else (may_undo(room, eyes), may_ask(room, eyes))
    return join(
        draw_call(*((*said, "beat") if said else call(room, match, eyes, presence))),
        *draw_join(room, eyes),
        *([draw_end(room, match, pov, eyes)] if match.over else []),
        draw_players(room, match, eyes, presence, drawing.facts),
        draw_board(match, drawing),
        *draw_dock(drawing, eyes, undo, room.on_hold, hint),
        hole(TEXT) if match.on_the_way else draw_text(pov),  # who reads it has the log for what happens
        *([] if match.over else [draw_promise(commitment(match.seed), room.has_hints())]),
    )


@part
def draw_promise(commitment: str, hints: bool) -> Markup:
    """All chance is fixed from the start; at the end everybody can check it. And all know whether bots give hints."""
    title = "Fair play · hints are on" if hints else "Fair play"
    text = "The seed behind shuffles and dice is revealed at the end. Its SHA-256 fingerprint is already here: "
    promise = element("p", text, element("code", commitment))
    return element("details", element("summary", title), promise, class_="promise", id="promise")


def draw_board(match: Match, drawing: Drawing) -> Markup:
    return element("div", Markup(drawing.board), id="board", class_=f"board seats-{match.seats}")


def draw_dock(drawing: Drawing, eyes: Eyes, undo: int | None, on_hold: bool, hint: int | None) -> list[Markup]:
    """What I hold and what I can do that is no thing on the board. It is there even when it is empty: nothing jumps."""
    if eyes.viewer < 0:
        return []
    actions = draw_actions(Markup(drawing.actions), undo, on_hold, hint)
    return [element("section", actions, draw_hand(drawing), id="dock", aria_label="Your hand and what you can do")]


@part
def draw_actions(actions: Markup, undo: int | None, on_hold: bool, hint: int | None) -> Markup:
    back = [] if undo is None else [send_button("Take back", type="undo", seq=undo)]
    done = [send_button("Done", type="done")] if back and on_hold else []
    advice = [] if hint is None else [send_button("Hint", type="hint", asked=hint)]
    return element("div", actions, *back, *done, *advice, class_="actions", id="actions")


def draw_hand(drawing: Drawing) -> Markup:
    """A long one can be swiped, or scrolled by keys."""
    if not drawing.hand:
        return Markup()
    return element("div", Markup(drawing.hand), class_="hand", tabindex=0, role="region", aria_label="Your hand")


def draw_text(pov: Pov) -> Markup:
    return alone(Markup(AROUND_TEXT.replace("TEXT", escape(pov.text()))))


# --- Whose turn it is ---


@part
def draw_call(title: str, sentence: str, kind: str) -> Markup:
    """Unmistakable: whose turn it is, and what I may do."""
    return element("section", element("h1", title), element("p", sentence), id="call", class_=f"call {kind}")


def call(room: Room, match: Match, eyes: Eyes, presence: Presence) -> tuple[str, str, str]:
    viewer = eyes.viewer
    if match.over:
        return room.pov(viewer).verdict(), "The match is over.", "over"
    if viewer in match.to_act:
        return "Your turn", room.pov(viewer).question, "mine"
    empty = [seat for seat in match.to_act if room.row.seats[seat].is_open()]
    if empty:
        return (
            "A seat is empty",
            "The match goes on when somebody takes it, or the host lets a bot play.",
            "theirs",
        )
    people = {seat for seat in match.to_act if not room.row.seats[seat].level}
    away = {seat for seat in people if is_away(seat, room.row.seats[seat], eyes, presence)}
    sentence = room.waiting_for(away)
    if not match.position.is_secret():  # then the title says already who is choosing
        said = "" if away else happened_to(match, viewer)
        return f"{match.names[match.to_act[0]]}'s turn", said or sentence, "theirs"
    return ("You have chosen" if viewer >= 0 else "A secret choice"), sentence, "theirs"


def may_undo(room: Room, eyes: Eyes) -> int | None:
    """Up to which move."""
    return room.seq if any(room.may_undo(seat) for seat in eyes.mine) else None


def may_ask(room: Room, eyes: Eyes) -> int | None:
    """For a hint: after which move."""
    return room.asked[eyes.viewer] if room.may_ask_for_hint(eyes.viewer) else None


def draw_curtain(room: Room, match: Match, eyes: Eyes) -> Markup:
    """Between two people at one device: nothing of anybody's hand is on the page."""
    assert eyes.curtain is not None
    name = match.names[eyes.curtain]
    seq = may_undo(room, eyes)
    undo = [] if seq is None else [send_button("Take back the last move", type="undo", seq=seq)]
    return element(
        "section",
        badge(eyes.curtain),
        element("h1", f"Hand the device to {name}"),
        element("p", f"All cards are covered. Only {name} should look now."),
        send_button(f"I am {name}", class_="primary", type="as", seat=eyes.curtain),
        *undo,
        class_="curtain",
        id="call",
    )


# --- Players ---


def draw_players(room: Room, match: Match, eyes: Eyes, presence: Presence, facts: Sequence[str]) -> Markup:
    plates = [
        plate(room, match, number, seat, eyes, presence, Markup(facts[number]))
        for number, seat in enumerate(room.row.seats)
    ]
    rivals = [
        draw_rival(
            number,
            rival.name,
            standing(match, match.seats + number) if match.over else "",
            Markup(facts[match.seats + number]),
        )
        for number, rival in enumerate(match.rivals)
    ]
    return element("ul", *plates, *rivals, draw_watchers(presence.watchers), id="players", aria_label="Players")


@part
def draw_watchers(watchers: int) -> Markup:
    return element("li", f"{watchers} watching", class_="watchers", id="watchers", hidden=not watchers)


def plate(room: Room, match: Match, number: int, seat: Seat, eyes: Eyes, presence: Presence, facts: Markup) -> Markup:
    waiting = number in match.to_act
    state = standing(match, number) if match.over else "choosing" if waiting else ""
    if not state and match.position.is_secret() and not match.on_the_way:
        state = "ready"
    mine, is_bot = number in eyes.mine, bool(seat.level)
    tools = "" if match.over or is_bot else seat_tools(number, seat, eyes, presence)
    who = who_is(number, seat, eyes, presence)
    absent = absence(number, seat, eyes, presence)
    return draw_plate(number, match.players[number], who, absent, state, facts, waiting, mine and is_bot, tools)


def seat_tools(number: int, seat: Seat, eyes: Eyes, presence: Presence) -> str:
    """What can be done about a seat: a bot may play for me, for somebody who is missed, or where nobody sits."""
    if number in eyes.mine:
        return "leave" if number == eyes.mine[0] else "mine"
    missed = number in presence.missed and (eyes.mine or eyes.hosting)
    return "bot" if missed or (seat.is_open() and eyes.hosting) else ""


@part
def draw_plate(
    number: int,
    name: str,
    who: str,
    absent: str | None,
    state: str,
    facts: Markup,
    waiting: bool,
    is_back: bool,
    tools: str,
) -> Markup:
    back = [send_button("I'm back", type="back", seat=number)] if is_back else []
    menu = [draw_seat_tools(number, name, tools)] if tools else []
    return element(
        "li",
        badge(number),
        element("b", bdi(name)),
        element("span", who, class_="who"),
        element("span", state, class_="state"),
        facts,
        *back,
        *menu,
        id=f"plate-{number}",
        class_="plate waiting" if waiting else "plate",
        data_absent=absent,
        data_spot=f"seat:{number}",
    )


@part
def draw_rival(number: int, name: str, state: str, facts: Markup) -> Markup:
    """Its place only at the end: until then its points may hang on hidden cards, and the board tells the rest."""
    return element(
        "li",
        rival_badge(name),
        element("b", with_capital(name.removeprefix("the "))),  # a label, with little room on a phone
        element("span", "rival", class_="who"),
        element("span", state, class_="state"),
        facts,
        id=f"rival-{number}",
        class_="plate",
        data_spot=f"rival:{number}",
    )


@part
def draw_seat_tools(number: int, name: str, tools: str) -> Markup:
    """A bot instead of somebody who is away, or of me; and the way out."""
    label, seat = (
        ("Let a bot play", f"{isolated(name)}'s seat") if tools == "bot" else ("Let a bot play for me", "Your seat")
    )
    bot = send_button(label, type="bot", seat=number, level=USUAL)
    leave = [send_button("Leave the match", type="leave")] if tools == "leave" else []
    summary = element("summary", "…", aria_label=seat)
    return element("details", summary, bot, *leave, class_="tools", id=f"tools-{number}")

"""The table before the match: who sits where, and how it is played."""

from bugbox.art.players import badge
from bugbox.art.svg import Markup, element, join
from bugbox.bots.levels import FOR_PEOPLE
from bugbox.table.draw.widgets import Presence, bot_text, draw_join, message, send_button, who_is
from bugbox.table.net.assets import emblem
from bugbox.table.rooms.house_rules import CUSTOMS, OFF, ON, Custom
from bugbox.table.rooms.names import bdi, isolated
from bugbox.table.rooms.room import Eyes, Room
from bugbox.table.storage.store import Seat


def draw_waiting(room: Room, eyes: Eyes, presence: Presence) -> Markup:
    rows = [draw_waiting_seat(room, number, seat, eyes, presence) for number, seat in enumerate(room.row.seats)]
    return join(
        draw_host_call(room) if eyes.hosting else draw_guest_call(room, eyes),
        *draw_join(room, eyes),
        draw_share(),
        element("ol", *rows, id="seats", class_="seats", aria_label="Seats"),
        draw_customs(room, eyes),
        draw_settings(room),
    )


def draw_host_call(room: Room) -> Markup:
    title = element("h1", "Your table")
    sentence = element("p", "Send friends the link, fill seats with bots, then start.")
    return element("section", title, sentence, *draw_start(room), id="call", class_="call theirs")


def draw_guest_call(room: Room, eyes: Eyes) -> Markup:
    """Who invites, to which game, and what happens next."""
    game, host = room.game, isolated(room.host_name())
    starts = f"{host or 'The host'} starts the match when all seats are taken."
    if eyes.mine:
        title, next_step = f"Welcome to {game.title}", starts
    else:
        title = f"{host} invites you to {game.title}" if host else f"You are invited to {game.title}"
        next_step = starts if room.open_seats() else "All seats are taken, but you can watch."
    words = element("div", element("h1", title), element("p", game.pitch), element("p", next_step))
    return element("section", emblem(game.board.emblem), words, id="call", class_="call theirs invitation")


def draw_start(room: Room) -> list[Markup]:
    start = send_button("Start the match", class_="primary", disabled=bool(room.open_seats()), type="start")
    few = room.fewer()
    players = "alone" if few == 1 else f"with {few} players"
    return [start, *([send_button(f"Start {players}", type="fewer", players=few)] if few else [])]


def draw_share() -> Markup:
    """The browser knows by which address the table was reached."""
    link = element("input", type="text", id="share-link", readonly=True, aria_label="Link to this table")
    copy = element("button", "Copy", type="button", data_copy="share-link")
    return element("p", "Invite friends with this link: ", link, " ", copy, class_="share", id="share")


def draw_waiting_seat(room: Room, number: int, seat: Seat, eyes: Eyes, presence: Presence) -> Markup:
    name = bdi(seat.name) if seat.name else "Open seat"
    tools = []
    if eyes.hosting:
        tools = host_tools(number, seat, own=number in eyes.mine[:1])
    if number in eyes.mine:
        tools.append(name_form("Rename", type="rename", seat=number))
    if eyes.mine and number == eyes.mine[0]:
        tools.append(send_button("Leave the table", type="leave"))
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
        tools.append(name_form("Add someone on this device", type="share", seat=number))
    elif not own:
        tools.append(
            send_button("Remove the bot" if seat.level else f"Remove {isolated(seat.name)}", type="open", seat=number)
        )
    if number:
        tools.append(send_button("Move up", type="swap", seat=number, other=number - 1))
    return tools


def level_select(number: int, level: str) -> Markup:
    options = [element("option", "empty", value="", selected=not level, disabled=bool(level))]
    options += [element("option", bot_text(name), value=name, selected=name == level) for name in FOR_PEOPLE]
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


def draw_customs(room: Room, eyes: Eyes) -> Markup:
    """All see how it is played here; the host can change it."""
    now = {"hints": ON if room.has_hints() else OFF, "pace": room.row.pace}
    rows = [
        element(
            "li",
            element("b", f"{custom.title}: {custom.values[now[name]]}. "),
            f"{custom.help} ",
            *([custom_select(name, custom, getattr(room.row, name), True)] if eyes.hosting else []),
        )
        for name, custom in CUSTOMS.items()
    ]
    return element("section", element("h2", "At this table"), element("ul", *rows), id="customs")


def custom_select(name: str, custom: Custom, value: str, sends: bool) -> Markup:
    """On the form for a new table it has its own name, at the table it sends what is chosen."""
    options = [element("option", text, value=key, selected=key == value) for key, text in custom.values.items()]
    return element(
        "select",
        *options,
        name="value" if sends else name,
        data_send=message(type="arrange", custom=name) if sends else None,
        aria_label=custom.title,
        id=f"custom-{name}",
    )


def draw_settings(room: Room) -> Markup:
    rows = [
        element(
            "li",
            element("b", f"{setting.called()}: {setting.text_of(room.row.settings[setting.name])}. "),
            setting.help,
        )
        for setting in room.game.settings
    ]
    return element("section", element("h2", "Game options"), element("ul", *rows), id="settings-now")

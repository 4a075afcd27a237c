"""The pages around a table: lobby, new table, rules, replay, and what is said when something is not there."""

from collections.abc import Mapping, Sequence
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

from bugbox.art.svg import Markup, element
from bugbox.bots.levels import FOR_PEOPLE, USUAL
from bugbox.core.english import join_names
from bugbox.core.game import Game
from bugbox.core.settings import Setting
from bugbox.games import GAMES
from bugbox.table.draw.frames import REACTIONS
from bugbox.table.draw.waiting import custom_select
from bugbox.table.draw.widgets import bot_text, message
from bugbox.table.net.assets import emblem, static, symbols_address
from bugbox.table.rooms.house_rules import CUSTOMS
from bugbox.table.rooms.names import isolated
from bugbox.table.storage.store import OVER, PLAYING, WAITING, RoomRow

ME, OPEN_SEAT, FRIEND, NO_SEAT = "me", "open", "same device", "none"  # what a seat of a new table can be


PITCH = "Five bug games in one box: play right away against bots, pass one device around, or send friends a link."


def shell(
    title: str,
    *content: str,
    page: str,
    description: str = PITCH,
    game: Game | None = None,
) -> str:
    """Frame a page. `page` tells the client which one it is, `description` is for search engines.

    With a `game` the client fetches the drawings that its boards refer to, and styles go by its name.
    """
    drawings = symbols_address(game) if game else None
    preload = [element("link", rel="preload", href=drawings, as_="fetch", crossorigin="anonymous")] if game else []
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("title", title),
        element("meta", name="description", content=description),
        element("link", rel="icon", href="/icon.svg", type="image/svg+xml"),
        element("link", rel="stylesheet", href=static("bugbox.css")),
        element("script", src=static("bugbox.js"), defer=True),
        *preload,
    )
    body = element("body", *content, data_page=page, data_game=game.name if game else None, data_drawings=drawings)
    return f"<!doctype html>{element('html', head, body, lang='en')}"


def header(*tools: str, title: str = "") -> Markup:
    """The way home, with the game's title below it where there is little room."""
    named = [" ", element("span", title, class_="game-title")] if title else []
    home = element("a", element("span", "Bugbox"), *named, href="/", class_="home titled" if title else "home")
    return element("header", home, element("div", *tools, class_="header-tools"), class_="top")


def plain(title: str, sentence: str) -> str:
    """One thing to say, and the way back."""
    back = element("p", element("a", "To the lobby", href="/", class_="button"))
    return shell(
        f"{title} - Bugbox",
        header(PREFERENCES_BUTTON),
        element("main", element("h1", title), element("p", sentence), back, class_="page"),
        PREFERENCES,
        page="plain",
    )


# --- The lobby ---


def lobby(mine: Sequence[tuple[RoomRow, bool]], waiting: Sequence[RoomRow]) -> str:
    """`mine` are the rooms where I sit, each with whether I am to act."""
    going_on = [room_item(room, my_turn) for room, my_turn in mine if room.stage in (WAITING, PLAYING)]
    finished = [room_item(room, False) for room, _ in mine if room.stage == OVER]
    return shell(
        "Bugbox",
        header(PREFERENCES_BUTTON),
        element(
            "main",
            element("h1", "Five bug games in one box"),
            element(
                "p", "Play right away against bots, pass one device around, or send friends a link.", class_="lead"
            ),
            *room_list("My tables", going_on),
            element("ul", *map(game_card, GAMES.values()), class_="games"),
            *room_list("Open tables", [room_item(room, False) for room in waiting]),
            *room_list("Finished", finished),
            upload_box(),
            class_="page lobby",
        ),
        PREFERENCES,
        page="lobby",
    )


@cache
def game_card(game: Game) -> Markup:
    against = "" if usual_seats(game) == 1 else " against bots"
    play = element(
        "form",
        element("input", type="hidden", name="game", value=game.name),
        element("button", "Play now", class_="primary", aria_label=f"Play now: {game.title}{against}"),
        method="post",
        action="/play",
    )
    new = element("a", "New table", href=f"/new/{game.name}", class_="button", aria_label=f"New table for {game.title}")
    rules = element("a", "Rules", href=f"/rules/{game.name}", aria_label=f"Rules of {game.title}", class_="button")
    return element(
        "li",
        emblem(game.board.emblem),
        element("h2", game.title),
        element("p", facts(game), class_="facts"),
        element("p", game.pitch),
        element("div", play, new, rules, class_="buttons"),
        class_="game-card",
    )


def facts(game: Game) -> str:
    return f"{game.seats[0]} to {game.seats[-1]} players, about {game.minutes} minutes"


def room_list(title: str, rows: Sequence[Markup]) -> list[Markup]:
    return [element("section", element("h2", title), element("ul", *rows, class_="rooms"))] if rows else []


def room_item(room: RoomRow, my_turn: bool) -> Markup:
    game = GAMES.get(room.game)
    names = join_names([isolated(seat.name) or "an open seat" for seat in room.seats])
    link = element("a", f"{game.title if game else room.game}: {names}", href=f"/table/{room.id}")
    mark = element("b", "your turn", class_="my-turn") if my_turn else element("span", room.made[:10], class_="facts")
    return element("li", link, " ", mark)


def upload_box() -> Markup:
    """The client reads the file and sends it."""
    field = element("input", type="file", id="record-file", accept=".match,text/plain")
    label = element("label", "Choose a saved match: ", field)
    return element(
        "section", element("h2", "Replay a saved match"), label, element("p", id="record-said", role="status")
    )


# --- A new table ---


def new_table(game: Game, name: str, wrong: str = "") -> str:
    seats = [seat_choice(game, number) for number in range(game.seats[-1])]
    called = element("input", name="name", value=name, maxlength=40, autocomplete="nickname")
    form = element(
        "form",
        element("label", "Your name ", called, class_="field"),
        element("fieldset", element("legend", "Seats"), *seats),
        element("fieldset", element("legend", "Game options"), *map(setting_field, game.settings)),
        element("fieldset", element("legend", "At this table"), *map(custom_field, CUSTOMS)),
        checkbox("listed", "Show this table in the lobby so that anyone can join.", True),
        element("button", "Open the table", class_="primary"),
        method="post",
        class_="new-table",
    )
    said = [element("p", wrong, class_="wrong", role="alert")] if wrong else []
    return shell(
        f"New {game.title} table - Bugbox",
        header(PREFERENCES_BUTTON),
        element("main", element("h1", f"New {game.title} table"), *said, form, class_="page"),
        PREFERENCES,
        page="plain",
        description=f"Open a table for {game.title}: {facts(game)}.",
    )


def seat_choice(game: Game, number: int) -> Markup:
    names = {ME: "me", OPEN_SEAT: "open (a friend joins by link)", FRIEND: "someone else on this device"}
    names |= {level: bot_text(level) for level in FOR_PEOPLE}
    if number >= game.seats[0]:
        names[NO_SEAT] = "not used"
    usual = ME if number == 0 else OPEN_SEAT if number == 1 else USUAL if number < usual_seats(game) else NO_SEAT
    options = [element("option", text, value=value, selected=value == usual) for value, text in names.items()]
    return element("label", f"Seat {number + 1} ", element("select", *options, name="seat"), class_="field")


def usual_seats(game: Game) -> int:
    """Three, if that can be."""
    return max(game.seats[0], min(3, game.seats[-1]))


def setting_field(setting: Setting) -> Markup:
    text = f"{setting.called()}: {setting.help}"
    if isinstance(setting.default, bool):
        return checkbox(setting.name, text, setting.default)
    if isinstance(setting.values, range):
        first, last = setting.values[0], setting.values[-1]
        field = element("input", type="number", name=setting.name, min=first, max=last, value=setting.default)
    else:
        field = element("select", *(option(setting, value) for value in setting.values), name=setting.name)
    return element("label", field, " ", text, class_="field")


def custom_field(name: str) -> Markup:
    custom = CUSTOMS[name]
    return element("label", f"{custom.title} ", custom_select(name, custom, "", sends=False), class_="field")


def option(setting: Setting, value: str) -> Markup:
    return element("option", setting.text_of(value), value=value, selected=value == setting.default)


def checkbox(name: str, text: str, checked: bool) -> Markup:
    return element(
        "label", element("input", type="checkbox", name=name, value="yes", checked=checked), " ", text, class_="field"
    )


# --- A table ---


EXPLAIN_BUTTON = element(
    "button",
    "i",
    type="button",
    class_="explain",
    data_explain=True,
    aria_pressed="false",
    aria_label="What's this?",
    title="What's this?",
)


HINT = element(
    "section",
    element("div", id="hint-said", role="status"),
    element("button", "Close", type="button", id="hint-close"),
    id="hint",
    aria_label="Hint",
)


SETTING_UP = element("p", "Setting up the table …", class_="setting-up")
NO_SCRIPT = element("noscript", element("p", "The table needs JavaScript, which is switched off in this browser."))


def table(game: Game) -> str:
    """Make the page around a table of this game: the same for everybody, and without secrets.

    The table itself is drawn by frames.py and comes by the socket.
    """
    tools = (
        EXPLAIN_BUTTON,
        element("button", "Log", type="button", data_drawer="log"),
        element("button", "Rules", type="button", data_drawer="rules"),
        PREFERENCES_BUTTON,
    )
    return shell(
        f"{game.title} - Bugbox",
        header(*tools, title=game.title),
        element("p", "Connecting …", id="connection", role="status", hidden=True),
        element(
            "div",
            element("main", SETTING_UP, NO_SCRIPT, id="table", tabindex=-1),
            element("aside", log_panel(), reactions(), id="side", aria_label="Log and reactions"),
            class_="columns",
        ),
        element("div", id="choice", class_="choice", hidden=True),
        drawer("rules", f"Rules of {game.title}", rules_html(game), primer=game.name),
        PREFERENCES,
        element("div", id="live", class_="unseen", aria_live="polite"),
        HINT,
        element("div", id="help", role="status", hidden=True),
        element("div", id="toast", role="status"),
        page="table",
        description=f"A table for {game.title}. {game.pitch}",
        game=game,
    )


def log_panel() -> Markup:
    lines = element("ol", id="log-lines")
    panel = element("div", lines, id="log-scroll", tabindex=0, role="region", aria_label="Log")
    return element("section", element("h2", "What happened"), panel, id="log", class_="log")


def reactions() -> Markup:
    buttons = [element("button", word, type="button", data_send=message(type="react", word=word)) for word in REACTIONS]
    return element("div", *buttons, id="reactions", class_="reactions", role="group", aria_label="Reactions")


def drawer(name: str, title: str, *content: str, primer: str | None = None) -> Markup:
    """With a game's primer in it, it opens by itself the first time this browser plays that game."""
    close = element("button", "Close", type="button", data_close=True)
    about = {"id": f"drawer-{name}", "class_": "drawer", "aria_label": title, "data_primer": primer}
    head = element("div", element("h2", title), close, class_="drawer-head")
    return element("dialog", head, *content, **about)


# --- Replay ---


STEPS = (
    ("first", "|<", "To the start"),
    ("back", "<", "Back one step"),
    ("play", "Play", "Play or pause"),
    ("on", ">", "Forward one step"),
    ("last", ">|", "To the end"),
)


def replay(game: Game, room: str, names: Sequence[str], of: int, sheet: str) -> str:
    """`sheet` is how it ended; nothing if the match was left before its end."""
    tools = [
        element("a", "Table", href=f"/table/{room}", class_="button", aria_label="Back to the table"),
        EXPLAIN_BUTTON,
        *([element("button", "Scores", type="button", data_drawer="sheet")] if sheet else []),
        PREFERENCES_BUTTON,
    ]
    caption, table = element("p", id="caption", role="status"), element("div", id="table")
    shown = element(
        "main", element("h1", "Replay"), controls(room, names, of), WHO_WAS_WINNING, caption, table, class_="replay"
    )
    side = element("aside", log_panel(), id="side", aria_label="Log")
    return shell(
        f"Replay of {game.title} - Bugbox",
        header(*tools, title=f"Replay of {game.title}"),
        element("div", shown, side, class_="columns"),
        *([drawer("sheet", "Score sheet", sheet)] if sheet else []),
        PREFERENCES,
        element("div", id="help", role="status", hidden=True),
        element("div", id="toast", role="status"),
        page="replay",
        description=f"A match of {game.title}, step by step and through anybody's eyes.",
        game=game,
    )


WHO_WAS_WINNING = element(
    "section",
    element("button", "Who was winning?", type="button", id="look-back"),
    element("p", id="looking", role="status"),
    element("div", id="graph"),
    id="chances",
    class_="chances",
    aria_label="Who was winning",
)


def controls(room: str, names: Sequence[str], of: int) -> Markup:
    buttons = [element("button", text, type="button", data_step=step, aria_label=label) for step, text, label in STEPS]
    scrubber = element(
        "input", type="range", id="scrubber", min=0, max=of, value=0, aria_label="Step", autocomplete="off"
    )
    copy = element("button", "Copy link to here", type="button", data_copy="here")
    download = element("a", "Download", href=f"/table/{room}/record", class_="button", download=True)
    return element("div", *buttons, scrubber, eyes_select(names), copy, download, class_="controls")


def eyes_select(names: Sequence[str]) -> Markup:
    seats = [element("option", f"as {name}", value=seat) for seat, name in enumerate(names)]
    everything = element("option", "all hands shown", value="open")
    watcher = element("option", "as a watcher", value="watcher")
    return element("select", everything, *seats, watcher, id="eyes", aria_label="Whose view")


# --- Rules ---


@cache
def rules_html(game: Game) -> Markup:
    """The primer, and the clauses folded away below it."""
    clauses = render(game.rules(), 2, {})
    fine_print = element("details", element("summary", element("h2", "Fine print")), clauses, class_="fine-print")
    return element("div", render(game.primer(), 1, game.board.pictures()), fine_print, class_="rules")


def render(text: str, down: int, pictures: Mapping[str, str]) -> Markup:
    """Markdown whose headings go some levels down here; drawings stand where they are named."""

    def image(self: RendererHTML, tokens: Sequence[Token], at: int, options: object, env: object) -> str:
        name = str(tokens[at].attrs["src"]).removeprefix("picture:")
        return draw_picture(tokens[at].content, pictures[name])

    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    markdown.add_render_rule("image", image)
    tokens = markdown.parse(text)
    for token in tokens:
        if token.type.startswith("heading"):
            token.tag = f"h{int(token.tag[1:]) + down}"
    return Markup(markdown.renderer.render(tokens, markdown.options, {}))


def draw_picture(seen: str, picture: str) -> Markup:
    """Without words for what is seen, the words beside it say it all."""
    role = {"role": "img", "aria_label": seen} if seen else {}
    return element("span", Markup(picture), class_="drawn", **role)


def rules(game: Game) -> str:
    return shell(
        f"Rules of {game.title} - Bugbox",
        Markup(game.board.symbols()),
        header(PREFERENCES_BUTTON),
        element("main", element("h1", f"Rules of {game.title}"), rules_html(game), class_="page"),
        PREFERENCES,
        page="plain",
        description=f"The rules of {game.title}, in our own words. {game.pitch}",
    )


# --- Preferences: kept in the browser, so the server draws only the form ---


def preference(name: str, title: str, *values: tuple[str, str]) -> Markup:
    options = [element("option", text, value=value) for value, text in values]
    return element("label", f"{title} ", element("select", *options, data_preference=name), class_="field")


PREFERENCES_BUTTON = element("button", "Settings", type="button", data_drawer="preferences")
PREFERENCES = drawer(
    "preferences",
    "Settings",
    preference("theme", "Light or dark", ("auto", "same as the device"), ("light", "light"), ("dark", "dark")),
    preference("speed", "Animation speed", ("1", "normal"), ("2", "slow"), ("0.4", "fast"), ("0", "off")),
    preference("confirm", "Confirm each move", ("no", "no"), ("yes", "yes")),
    preference("sound", "Sounds", ("off", "off"), ("on", "on")),
    preference("text", "The table as text", ("hidden", "for screen readers only"), ("shown", "always shown")),
    element(
        "p",
        "Keys at the table: Tab to the board, arrow keys to move, Enter to choose, Escape to go back,"
        " U to take back, H for a hint, L for the log, R for the rules.",
    ),
)

"""The server: routes, sockets, and nothing of any game."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from http import HTTPStatus
from typing import Final
from urllib.parse import parse_qsl

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from bugbox.art import emblems
from bugbox.bots.levels import FOR_PEOPLE, USUAL
from bugbox.core import record
from bugbox.core.errors import BugboxError, WrongSetting
from bugbox.core.game import OPEN, WATCHER, Game
from bugbox.core.match import Match, clean
from bugbox.core.settings import Setting, Value, whole_number
from bugbox.games import GAMES, find
from bugbox.table.draw import pages
from bugbox.table.draw.ending import draw_sheet
from bugbox.table.draw.frames import No
from bugbox.table.net import assets, identity
from bugbox.table.net.assets import KeptFiles, art, packed
from bugbox.table.net.guard import Guard, body_of
from bugbox.table.net.limits import Limits, Pace, Paces, address_of, fair
from bugbox.table.rooms.connection import Connection, Line
from bugbox.table.rooms.house_rules import CUSTOMS
from bugbox.table.rooms.live import LiveRoom, encode
from bugbox.table.rooms.messages import MESSAGE, Message
from bugbox.table.rooms.registry import LiveRooms
from bugbox.table.rooms.room import Room, brought_room, new_room
from bugbox.table.storage.store import PLAYING, RoomRow, Store
from bugbox.table.thinking.pool import BotPool
from bugbox.table.thinking.queue import Asker

LARGEST_FORM: Final = 16_000
LARGEST_RECORD: Final = 100_000  # some thousand decisions
MOST_LISTED: Final = 20  # rooms of a kind in the lobby
MOST_OPEN: Final = 200  # of which these are taken, if they are many
UNSAID: Final = {404: "There is no page at this address.", 405: "This page does not accept that kind of request."}
SHUT: Final = 4000  # the code of a socket that made way; the page tells why and does not come back by itself


class Server:
    """The application: every route is a method."""

    def __init__(self, store: Store, bot_pool: BotPool, bot_pause: float = 0.7, limits: Limits | None = None) -> None:
        self.store = store
        self.bot_pool = bot_pool
        self.limits = limits or Limits()
        self.rooms = LiveRooms(store, bot_pool, bot_pause, self.limits)
        self.paces = Paces(self.limits)

    def app(self, hosts: Sequence[str] = ()) -> Starlette:
        room = "/table/{room}"
        return Starlette(
            routes=[
                Route("/", self.lobby),
                Route("/play", self.play_now, methods=["POST"]),
                Route("/new/{game}", self.new_table),
                Route("/new/{game}", self.open_table, methods=["POST"]),
                Route("/rules/{game}", self.rules),
                Route("/replay", self.bring_record, methods=["POST"]),
                Route(room, self.table),
                Route(f"{room}/sit", self.sit, methods=["POST"]),
                Route(f"{room}/replay", self.replay),
                Route(f"{room}/replay/{{at}}", self.past),
                Route(f"{room}/chances", self.chances),
                Route(f"{room}/record", self.record),
                WebSocketRoute(f"{room}/live", self.live),
                Route("/icon.svg", icon(calling=False)),
                Route("/icon-calling.svg", icon(calling=True)),
                Route("/art/{name}", art),
                Mount("/static", GZipMiddleware(KeptFiles(directory=assets.STATIC))),
            ],
            middleware=[Middleware(Guard, hosts=hosts, paces=self.paces)],
            exception_handlers={HTTPException: say_http, BugboxError: say_refused},
            lifespan=self.lifespan,
        )

    @asynccontextmanager
    async def lifespan(self, app: Starlette) -> AsyncIterator[None]:
        self.bot_pool.start()
        tidying = asyncio.create_task(self.rooms.tidy_up())
        yield
        tidying.cancel()
        await asyncio.to_thread(self.bot_pool.stop)
        await asyncio.to_thread(self.store.close)

    # --- Pages ---

    async def lobby(self, request: Request) -> Response:
        owner = identity.owner_of(request)
        mine = await asyncio.to_thread(self.store.rooms_of, owner, MOST_LISTED) if owner else []
        waiting = await asyncio.to_thread(self.store.open_rooms, MOST_OPEN)
        sits_at = {room.id for room in mine}
        others = fair([room for room in waiting if room.id not in sits_at], maker)[:MOST_LISTED]
        page = pages.lobby([(room, await self.is_my_turn(room, owner)) for room in mine], others)
        return HTMLResponse(page) if mine else packed(request, page)  # the addresses of my tables are secrets

    async def is_my_turn(self, row: RoomRow, owner: str) -> bool:
        if row.stage != PLAYING or row.game not in GAMES or row.version != GAMES[row.game].version:
            return False
        try:
            live = await self.rooms.find(row.id)
        except BugboxError:  # a damaged room is no reason to miss the others
            return False
        if live is None or live.room.match is None:
            return False
        return any(seat in live.room.match.to_act for seat in live.room.seats_of(owner))

    async def rules(self, request: Request) -> Response:
        return packed(request, pages.rules(self.game(request)))

    async def new_table(self, request: Request) -> Response:
        return packed(request, pages.new_table(self.game(request), identity.name_of(request)))

    def game(self, request: Request) -> Game:
        return self.named(request.path_params["game"])

    def named(self, name: str) -> Game:
        try:
            return find(name)
        except WrongSetting:
            raise HTTPException(404, "There is no such game in the box.") from None

    # --- New rooms ---

    async def play_now(self, request: Request) -> Response:
        """One click: me against bots, the usual ones or those of a level."""
        form = dict(await self.form_of(request))
        game = self.named(form.get("game", ""))
        level = form.get("level", "")
        kinds = [pages.ME] + [level if level in FOR_PEOPLE else USUAL] * (pages.usual_seats(game) - 1)
        return await self.make(request, game, kinds, {}, listed=False)

    async def open_table(self, request: Request) -> Response:
        game = self.game(request)
        form = await self.form_of(request)
        kinds = [value for key, value in form if key == "seat" and value != pages.NO_SEAT]
        fields = dict(form)
        try:
            settings = read_settings(game, fields)
            customs = {name: value for name, value in fields.items() if name in CUSTOMS}
            return await self.make(request, game, kinds, settings, "listed" in fields, fields.get("name", ""), customs)
        except BugboxError as error:
            return HTMLResponse(pages.new_table(game, identity.name_of(request), str(error)), 400)

    async def make(
        self,
        request: Request,
        game: Game,
        kinds: Sequence[str],
        settings: dict[str, Value],
        listed: bool,
        name: str = "",
        customs: Mapping[str, str] | None = None,
    ) -> Response:
        made_by = await self.check_pace(request, listed)
        secret = await self.secret_for(request)
        owner = identity.owner(secret)
        room = Room(new_room(game, len(kinds), settings, owner, listed), [])
        for number, kind in enumerate(kinds):
            room.adopt(seated(room, owner, number, kind, clean(name) or identity.name_of(request)))
        for custom, value in (customs or {}).items():
            room.adopt(room.arrange(owner, custom, value))
        if not room.open_seats():
            room.adopt(room.start(owner))
        live = await self.rooms.create(msgspec.structs.replace(room.row, maker=made_by))
        response = RedirectResponse(f"/table/{live.room.row.id}", 303)
        identity.remember(response, request, secret, name)
        return response

    async def check_pace(self, request: HTTPConnection, listed: bool = False) -> str:
        """Who opens a table here, unless that is one too many."""
        address = address_of(request)
        if not self.paces.tables.take(address):
            raise HTTPException(429, "You've opened many tables; please wait a minute.")
        if listed and not self.paces.listed.take(address):
            raise HTTPException(
                429, "You've put many tables in the lobby; please wait a minute, or keep this one out of it."
            )
        made_by = self.store.maker(address)
        most = self.limits.unfinished
        if await asyncio.to_thread(self.store.unfinished, made_by) >= most:
            raise HTTPException(
                429,
                f"{most} tables from your network are not finished yet; play on at one of them, or come back tomorrow.",
            )
        return made_by

    async def secret_for(self, request: HTTPConnection) -> str:
        """The browser's own if a seat or a table belongs to it; one that somebody else planted there is replaced."""
        secret = identity.secret_of(request)
        known = bool(secret) and await asyncio.to_thread(self.store.knows, identity.owner(secret))
        return secret if known else identity.new_secret()

    async def bring_record(self, request: Request) -> Response:
        """Somebody's record, to be replayed here."""
        made_by = await self.check_pace(request)
        text = (await body_of(request, LARGEST_RECORD, self.limits.silence)).decode("utf-8", "replace")
        brought = record.read(text)
        match = await asyncio.to_thread(Match.replay, find(brought.game), brought)
        row = msgspec.structs.replace(brought_room(brought, identity.owner_of(request)), maker=made_by)
        live = await self.rooms.create(row, match.decisions)
        return PlainTextResponse(f"/table/{live.room.row.id}/replay", 201)

    async def form_of(self, request: Request) -> list[tuple[str, str]]:
        body = await body_of(request, LARGEST_FORM, self.limits.silence)
        try:
            return parse_qsl(body.decode("utf-8", "replace"), max_num_fields=100)
        except ValueError:
            raise HTTPException(400, "That form has too many fields.") from None

    # --- A room ---

    async def room(self, connection: HTTPConnection) -> LiveRoom:
        found = await self.rooms.find(connection.path_params["room"])
        if found is None:
            raise HTTPException(
                404, "There is no table here: part of the link is missing, or nobody has used it for a long time."
            )
        return found

    async def table(self, request: Request) -> Response:
        """Send what is around the table, the same for everybody; the table itself comes by the socket."""
        return packed(request, pages.table((await self.room(request)).room.game))

    async def sit(self, request: Request) -> Response:
        name = clean(dict(await self.form_of(request)).get("name", "")) or identity.name_of(request)
        secret = await self.secret_for(request)
        live = await self.room(request)  # last, as a form can take its time, and a room in memory need not stay there
        await live.change(lambda: live.room.sit(identity.owner(secret), name))
        response = RedirectResponse(f"/table/{live.room.row.id}", 303)
        identity.remember(response, request, secret, name)
        return response

    async def live(self, socket: WebSocket) -> None:
        """Nothing is received before the room and the seat are known."""
        try:
            room = await self.room(socket)
            connection = Connection(identity.owner_of(socket), socket.state.line, address_of(socket))
            room.enter(connection)
        except (HTTPException, BugboxError):
            await socket.close(1008)
            return
        person = connection.owner if room.room.seats_of(connection.owner) else ""
        pace = socket.state.pace = self.paces.of(person, address_of(socket))  # the socket counts by it what comes in
        try:
            await socket.accept()
            sending = asyncio.create_task(send_all(socket, connection, socket.state.line))
            try:
                await receive_all(socket, room, connection, pace)
            finally:
                sending.cancel()
        finally:
            room.exit(connection)

    # --- Looking back ---

    async def replay(self, request: Request) -> Response:
        live = await self.room(request)
        steps = await live.steps()
        match, row = live.room.playing(), live.room.row
        sheet = draw_sheet(match) if match.over else ""
        return HTMLResponse(pages.replay(live.room.game, row.id, match.names[: match.seats], steps, sheet))

    async def past(self, request: Request) -> Response:
        """The table at a step, or one of its things explained."""
        live = await self.room(request)
        eyes = read_eyes(request.query_params.get("eyes", "open"), len(live.room.row.seats))
        at, thing = whole_number(request.path_params["at"]), request.query_params.get("explain")
        if at is None:
            raise HTTPException(404, "There is no such moment in this match.")
        found = await (live.past(at, eyes) if thing is None else live.explain_past(at, eyes, thing))
        return Response(encode(found), media_type="application/json")

    async def chances(self, request: Request) -> Response:
        """Who was winning: asked for again and again until it is there."""
        live = await self.room(request)
        asker = Asker(address_of(request), identity.owner_of(request))
        return Response(encode(await live.chances(asker)), media_type="application/json")

    async def record(self, request: Request) -> Response:
        live = await self.room(request)
        live.check_open()
        name = f"{live.room.game.name}-{live.room.row.made[:10]}.match"
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return PlainTextResponse(live.room.playing().record(), headers=headers)


async def next_text(socket: WebSocket) -> str | None:
    """What the browser says next; None once it is gone, also if it went in the middle of a frame."""
    with suppress(WebSocketDisconnect, RuntimeError):
        message = await socket.receive()
        if message["type"] == "websocket.receive":
            return message.get("text") or ""
    return None


async def receive_all(socket: WebSocket, room: LiveRoom, connection: Connection, pace: Pace) -> None:
    while (text := await next_text(socket)) is not None:
        if not pace.messages.take():
            connection.send(encode(No("Slow down, please: that was a lot of messages at once.")))
            continue
        try:
            message: Message = MESSAGE.decode(text)
            await message.carry_out(room, connection)
        except msgspec.MsgspecError:
            connection.send(encode(No("The server could not understand that; please reload the page.")))
        except BugboxError as error:
            connection.send(encode(No(str(error))))


async def send_all(socket: WebSocket, connection: Connection, line: Line) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):  # the other task notices that the socket is closed
        await connection.send_the_rest(line)
        await socket.close(SHUT, connection.farewell)


def maker(room: RoomRow) -> str:
    """Who opened it: an address if that is known, for people can have many secrets."""
    return room.maker or room.host


def seated(room: Room, host: str, number: int, kind: str, name: str) -> RoomRow:
    """The room with this seat filled as the form for a new table says."""
    if kind == pages.ME and not room.seats_of(host):
        return room.sit(host, name)
    if kind == pages.OPEN_SEAT:
        return room.row
    if kind in (pages.ME, pages.FRIEND):
        return room.share_device(host, number, "")
    return room.put_bot(host, number, kind)


def read_settings(game: Game, form: dict[str, str]) -> dict[str, Value]:
    """A checkbox that is not sent is off."""
    sent = [setting for setting in game.settings if setting.name in form or isinstance(setting.default, bool)]
    return {setting.name: read_setting(setting, form.get(setting.name, "no")) for setting in sent}


def read_setting(setting: Setting, text: str) -> Value:
    try:
        return setting.read(text)
    except WrongSetting:
        possible = " or ".join(setting.texts) or setting.possible()
        raise WrongSetting(f"{setting.called()} must be {possible}.") from None


def read_eyes(text: str, seats: int) -> int:
    seat = whole_number(text)
    if seat is not None and seat < seats:
        return seat
    return WATCHER if text == "watcher" else OPEN


def icon(calling: bool) -> Callable[[Request], Response]:
    drawn = emblems.icon(calling)

    def answer(request: Request) -> Response:
        return Response(drawn, media_type="image/svg+xml", headers={"cache-control": "max-age=86400"})

    return answer


async def say_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    status = error.status_code
    title = {404: "Nothing here", 413: "Too large", 429: "Too many"}.get(status, "Not possible")
    unsaid = error.detail == HTTPStatus(status).phrase
    return HTMLResponse(pages.plain(title, UNSAID.get(status, "") if unsaid else error.detail), status)


def in_short(sentence: str) -> str:
    """Without what only a program could use: option texts, names of settings."""
    return f"{sentence.partition(': ')[0].rstrip('.')}."


async def say_refused(request: Request, error: Exception) -> Response:
    if request.url.path == "/replay":
        return PlainTextResponse(in_short(str(error)), 400)
    return HTMLResponse(pages.plain("Not possible", str(error)), 409)

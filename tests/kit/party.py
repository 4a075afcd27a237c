"""A table without a network: a server, one room, and browsers that collect what is sent to them."""

import asyncio
import itertools
from collections.abc import Coroutine, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import msgspec
from hypothesis import Phase, settings

import bugbox
from bugbox.core.game import Game
from bugbox.core.match import Match
from bugbox.core.rng import Rng
from bugbox.core.settings import Value
from bugbox.games import GAMES
from bugbox.interpreted import is_compiled
from bugbox.table.app import Server
from bugbox.table.net.identity import owner as hash_of
from bugbox.table.net.limits import Limits
from bugbox.table.rooms.connection import Connection
from bugbox.table.rooms.live import LiveRoom
from bugbox.table.rooms.messages import MESSAGE
from bugbox.table.rooms.room import Room
from bugbox.table.storage.store import PLAYING, RoomRow, Seat, Store
from bugbox.table.thinking.pool import BotPool
from bugbox.table.thinking.queue import Asker
from tests.kit.tables import after, elsewhere, pick, run_apart, shortest

# No shrinking: it would take minutes, and any example shows the difference.
FEW = settings(max_examples=6 if is_compiled() else 4, phases=[Phase.generate])
ROOMS = itertools.count()
SEED = 2**127 + 12345678901234567890  # long enough not to appear by chance

GAME = GAMES["bug-race"]  # for tests of any game: everybody chooses at once, in secret

Json = dict[str, Any]
T = TypeVar("T")


class Careless(BotPool):
    """Bots that take their first option at once, in this process."""

    def __init__(self) -> None:
        self.thinking: asyncio.Event | None = None  # if set, bots wait for it

    async def decide(self, match: Match, seat: int, asker: Asker, table: str) -> str:
        option = match.options(seat)[0]
        if self.thinking:
            await self.thinking.wait()
        return option


def secret(name: str) -> str:
    """Return the secret in a browser's cookie."""
    return f"secret-of-{name}".ljust(43, "_")


def owner(name: str) -> str:
    return hash_of(secret(name))


def room_row(match: bugbox.Match, owners: Sequence[str], name: str) -> RoomRow:
    """Return the room of a match of these people; the first is the host, and `bot` is a bot."""
    seats = [
        Seat(player, level="hatchling") if who == "bot" else Seat(player, owner(who))
        for player, who in zip(match.players, owners, strict=True)
    ]
    texts = dict(match.as_record().settings)
    made = "2026-01-01T00:00:00+00:00"
    host = owner(owners[0])
    return RoomRow(name, made, match.game.name, match.game.version, texts, match.seed, host, False, PLAYING, "", seats)


@dataclass
class Party:
    """A server without a network, and one room in it."""

    server: Server
    live: LiveRoom
    browsers: dict[str, Connection] = field(default_factory=dict)
    seen: dict[str, list[Json]] = field(default_factory=dict)  # the frames that each browser received

    @property
    def room(self) -> Room:
        return self.live.room

    @property
    def match(self) -> Match:
        return self.room.playing()

    def enter(self, *names: str) -> None:
        """Connect browsers: `ann's phone` is a second one of ann, `watcher` has no owner."""
        for name in names:
            who = name.partition("'")[0]
            self.browsers[name] = Connection("" if who.startswith("watcher") else owner(who), address=who)
            self.live.enter(self.browsers[name])

    async def say(self, name: str, /, **message: Any) -> None:
        """Handle a message as if it came by the socket."""
        await MESSAGE.decode(msgspec.json.encode(message)).carry_out(self.live, self.browsers[name])

    async def play(self, name: str, option: str | None = None) -> None:
        seat = self.live.eyes_of(self.browsers[name]).viewer
        await self.say(name, type="play", asked=self.room.asked[seat], option=option or self.match.options(seat)[0])

    async def page(self, path: str = "", who: str = "") -> tuple[int, bytes]:
        """Return the status and the bytes of a page of the table, including headers."""
        sent: list[Any] = []

        async def receive() -> Any:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: Any) -> None:
            sent.append(message)

        full, _, query = f"/table/{self.room.row.id}{path}".partition("?")
        headers = [(b"host", b"localhost"), (b"cookie", f"bugbox={secret(who)}".encode() if who else b"")]
        scope = {"type": "http", "method": "GET", "path": full, "query_string": query.encode(), "headers": headers}
        await self.server.app()({**scope, "client": ("127.0.0.1", 1), "scheme": "http"}, receive, send)
        body = b"".join(message.get("body", b"") for message in sent[1:])
        return sent[0]["status"], repr(sent[0]["headers"]).encode() + body

    def take(self, name: str) -> list[bytes]:
        """Deliver and return all messages queued for this browser."""
        outgoing = self.browsers[name].outgoing
        arrived = list(outgoing)
        outgoing.clear()
        for message in map(msgspec.json.decode, arrived):
            if message["type"] == "frame":
                frames = self.seen.setdefault(name, [])
                frames.append(after(frames[-1] if frames else {}, message))
        return arrived

    def frames(self, name: str) -> list[Json]:
        """Deliver queued messages and return the frames, each merged with what the browser already had."""
        before = len(self.seen.get(name, []))
        self.take(name)
        return self.seen.get(name, [])[before:]


def a_match(seats: int = 3, game: Game = GAME, **settings: Value) -> bugbox.Match:
    match = bugbox.Match.new(game.name, seats=seats, seed=SEED, **(shortest(game) | settings))
    match.players = ("Ann", "Bob", "Cleo", "Dan")[:seats]
    return match


async def party(store: Store, match: bugbox.Match, *owners: str, name: str = "") -> Party:
    """Continue the match at a table of these people."""
    server = Server(store, Careless(), bot_pause=0, limits=Limits(presence=0))
    row = room_row(match, owners, name or f"room-{next(ROOMS)}")
    return Party(server, await server.rooms.create(row, match.decisions))


async def until_bots_have_played(here: Party) -> None:
    while here.live._bots and not here.live._bots.done():
        await asyncio.sleep(0)


async def until_presence_is_told(here: Party) -> None:
    while here.live._presence_timer:
        await asyncio.sleep(0)


async def until_the_crowd_is_served(here: Party) -> None:
    while here.live._owed:
        await asyncio.sleep(0)


def run(story: Coroutine[Any, Any, T]) -> T:
    return run_apart(asyncio.wait_for(story, 30))


def move_to_another_world(room: Room, seat: int, seed: int) -> None:
    """Redeal everything that this seat cannot know; the log so far is the same in both worlds."""
    match = room.playing()
    world = elsewhere(match.position, seat, seed)
    world.telling = True
    world.story = list(match.position.story)
    world.revealed = match.position.revealed
    match.position = world
    room.forget_povs()


def back_to_the_question(match: Match) -> None:
    """Take back all decisions since the last reveal, as a guess takes back what others chose."""
    match.undo(match._revealed.count(match.position.revealed) - 1)


async def play_on(here: Party, dice: int, second_thoughts: bool = False) -> None:
    """Play random decisions for everybody, to the end."""
    rng = Rng(dice, "test")
    at = {seat: name for name, connection in here.browsers.items() for seat in here.room.seats_of(connection.owner)}
    while not here.match.over:
        people_to_act = [seat for seat in here.match.to_act if seat in at]
        seat = people_to_act[rng.below(len(people_to_act))]
        if here.live.eyes_of(here.browsers[at[seat]]).viewer != seat:
            await here.say(at[seat], type="as", seat=seat)
        await here.play(at[seat], pick(here.match.options(seat), rng))
        if second_thoughts and here.room.may_undo(seat) and rng.below(2) == 0:
            await here.say(at[seat], type="undo", seq=here.room.seq)
        await until_bots_have_played(here)


def fold(messages: Iterable[bytes]) -> tuple[int, list[str]]:
    """Return what a browser has after these messages: the last move number and the whole log."""
    seq, log = -1, ["nothing yet"]
    for frame in map(msgspec.json.decode, messages):
        if frame["type"] == "frame":
            seq, new = frame["seq"], frame.get("log", [])
            log = new if frame.get("fresh") else log + new
    return seq, log


async def found(server: Server, room: str) -> LiveRoom:
    live = await server.rooms.find(room)
    assert live
    return live

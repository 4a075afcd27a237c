"""Fuzz a server with messages and requests: python -m bench.resilience.fuzz --help

Guests play, watch and intrude at tables of a real server. They sometimes play honestly, and otherwise send messages
that are wrong in many ways; others send requests that no browser sends. At the end the file is compared with what was
acknowledged: each move must have been a legal option of its seat at the time and sent by the owner of that seat, and
no acknowledged move may be missing.
"""

import asyncio
import random
import re
import signal
import sys
import tempfile
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import click
import msgspec
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed, WebSocketException

from bench.resilience.hostile import MOST, REMEMBERED, Asker, Fuzzer, Knows, Shot, Way, form, request
from bench.speed import load
from bench.speed.table import START, new_match, say, serving
from bugbox.core.errors import BugboxError
from bugbox.core.game import Game
from bugbox.core.match import Match
from bugbox.core.record import read
from bugbox.core.settings import read_all
from bugbox.games import GAMES, find
from bugbox.table.draw.frames import REACTIONS
from bugbox.table.net.identity import new_secret, owner
from bugbox.table.rooms.live import encode
from bugbox.table.rooms.messages import (
    MESSAGE,
    As,
    Back,
    Bot,
    Done,
    Hint,
    Leave,
    Message,
    Play,
    React,
    Rematch,
    Rename,
    Undo,
)
from bugbox.table.storage.store import OVER, Move, RoomRow, Store

PATIENCE = 30.0  # seconds to wait for an answer: every message gets one
JOINING = 5.0  # seconds for everybody to join a rematch
A_MOMENT = 0.02  # seconds to wait after an incomplete request
AT_AN_OPEN_TABLE = 400  # messages before opening another table
ASKERS = 4  # concurrent senders of requests
SHOWN = 20  # lines in each section of the report
HONEST, IDLE = 0.5, 0.1  # share of honest messages from players with a decision to make, and without
MOST_WRONG = 1000  # stop after this many faults
GONE = 0.01  # share of messages after which the guest disconnects without waiting for an answer

CLOSING = ("no UTF-8", "no frame")  # kinds of messages that close the socket
NONSENSE = (b"~", "The server could not understand that; please reload the page.")
NO_SEAT = (b'{"type":"as","seat":-9}', "That seat is not played on this device.")

Sent = tuple[int, str | None]  # the move number in the message, and the option; None takes back


@dataclass
class Found:
    sent: Counter[str] = field(default_factory=Counter)  # messages by kind
    asked: Counter[str] = field(default_factory=Counter)  # requests by kind
    accepted: Counter[str] = field(default_factory=Counter)  # by type
    refused: Counter[str] = field(default_factory=Counter)  # by reason
    closed: Counter[str] = field(default_factory=Counter)  # by code and reason
    answers: Counter[str] = field(default_factory=Counter)  # to requests, by status
    wrong: Counter[str] = field(default_factory=Counter)
    rooms: int = 0
    moves: int = 0
    tracebacks: int = 0

    def is_fine(self) -> bool:
        return not (self.wrong or self.tracebacks)


class Offer(NamedTuple):
    """What a seat was asked after `seq` moves."""

    seq: int
    seat: int
    asked: int
    options: tuple[str, ...]


@dataclass
class Ledger:
    """What the guests of a room have seen and sent."""

    strict: bool  # seats never change owners
    acknowledged: Counter[tuple[str, Sent]] = field(default_factory=Counter)  # by secret
    unsure: Counter[tuple[str, Sent]] = field(default_factory=Counter)  # sent, but the guest left before the answer
    in_person: set[tuple[int, Sent]] = field(default_factory=set)  # acknowledged moves, by seat
    with_bots: set[int] = field(default_factory=set)  # seats whose owners let a bot play
    offered: set[Offer] = field(default_factory=set)


@dataclass
class Work:
    """The remaining work, shared by all guests."""

    messages: int
    requests: int
    until: float
    found: Found = field(default_factory=Found)
    ledgers: dict[str, Ledger] = field(default_factory=dict)
    anywhere: deque[Play] = field(default_factory=lambda: deque(maxlen=REMEMBERED * 10))

    def goes_on(self) -> bool:
        return self.messages > 0 and self.has_time()

    def has_time(self) -> bool:
        return time.monotonic() < self.until and self.found.wrong.total() < MOST_WRONG

    def ledger(self, room: str, strict: bool) -> Ledger:
        return self.ledgers.setdefault(room, Ledger(strict))


class Table:
    """The room where guests are; a rematch moves them to another."""

    def __init__(self, work: Work, room: str, strict: bool = True, bots: bool = False, hints: bool = False) -> None:
        self.work, self.room, self.strict, self.bots, self.hints = work, room, strict, bots, hints
        self.here: deque[Play] = deque(maxlen=REMEMBERED)
        self.left = work.messages if strict else AT_AN_OPEN_TABLE
        self.ledger = work.ledger(room, strict)

    def goes_on(self) -> bool:
        return self.left > 0 and self.work.goes_on()

    def move_to(self, room: str) -> None:
        if room not in self.work.ledgers:  # otherwise another guest has already moved the table
            self.room, self.ledger = room, self.work.ledger(room, self.strict)


# --- Guests ---


class Guest:
    """A window at a table, of a player there, a watcher, or a player of another table."""

    def __init__(self, host: str, table: Table, secret: str, seats: tuple[int, ...], dice: random.Random) -> None:
        self.host, self.table, self.secret, self.seats = host, table, secret, seats
        self.found, self.dice, self.fuzzer = table.work.found, dice, Fuzzer(dice)
        self.knows = Knows(table.here, table.work.anywhere, seats)
        self.ledger = table.ledger
        self.frame: load.Heard | None = None
        self.closes = False  # the last message closes the socket
        self.spoke_as: int | None = None  # the seat this window was viewing when it sent that

    async def live(self) -> None:
        while self.table.goes_on():
            try:
                room, self.ledger, self.frame = self.table.room, self.table.ledger, None
                async with load.join(self.host, room, self.secret) as line:
                    if not await self.has_begun(line):
                        continue
                    while self.table.goes_on() and room == self.table.room:
                        await self.say_something(line)
                    if self.seats and room != self.table.room:
                        await line.send(encode(Rematch()), text=True)
                        await self.has_heard(line, lambda heard: heard.type in ("go", "no"))
            except ConnectionClosed as closed:
                why = f"{closed.rcvd.code} {closed.rcvd.reason}" if closed.rcvd else "without a word"
                self.found.closed[why] += 1
                if not self.closes and self.table.work.goes_on():
                    self.found.wrong[f"closed for no reason: {why}"] += 1
            except TimeoutError:
                self.found.wrong["a message without an answer"] += 1
            except (WebSocketException, OSError) as error:
                self.found.wrong[f"a guest could not come in: {error}"] += 1
                await asyncio.sleep(0.2)

    async def has_begun(self, line: ClientConnection) -> bool:
        """Wait until a rematch has begun, so that no guest changes its seats before everybody has joined."""
        return await self.has_heard(line, lambda heard: heard.commitment or not self.table.strict)

    async def has_heard(self, line: ClientConnection, is_so: Callable[[load.Heard], object]) -> bool:
        with suppress(TimeoutError):
            async with asyncio.timeout(JOINING):
                heard = await load.hear(line)
                self.look(heard)
                while not is_so(heard):
                    heard = await load.hear(line)
                    self.look(heard)
                return True
        return False

    async def say_something(self, line: ClientConnection) -> None:
        shot, message = self.next_shot()
        self.found.sent[shot.kind] += 1
        self.table.work.messages -= 1
        self.table.left -= 1
        sent = sent_of(message)
        if sent:
            self.ledger.unsure[self.secret, sent] += 1
        if isinstance(message, Bot) and message.seat in self.seats:
            self.ledger.with_bots.add(message.seat)
        self.spoke_as = self.frame.seat if self.frame else None
        self.closes = shot.kind in CLOSING or len(shot.data) > MOST
        await send(line, shot)
        if self.dice.random() < GONE:
            self.closes = True
            line.transport.abort()
        if await self.is_accepted(line, message):
            self.note(shot, message)
        if sent:  # the server has answered
            self.ledger.unsure[self.secret, sent] -= 1

    def next_shot(self) -> tuple[Shot, Message | None]:
        """Return a shot and its message, if valid; skip messages that would end the game for others."""
        while True:
            if self.seats and self.dice.random() < (HONEST if self.knows.now or self.knows.over else IDLE):
                shot = Shot("honest", encode(self.fuzzer.honest(self.knows)))
            else:
                shot = self.fuzzer.hostile(self.knows)
            message = meaning(shot)
            spoils = isinstance(message, Leave) or (isinstance(message, Bot) and not self.table.bots)
            if not (spoils and self.seats and self.table.strict):
                return shot, message

    async def is_accepted(self, line: ClientConnection, message: Message | None) -> bool:
        """Return whether the server accepted the message.

        Only the sender gets a refusal, but any other reply may be unrelated. In that case send a probe whose refusal
        cannot be the message's own: the message is accepted unless it was refused before that.
        """
        asked, refusal = NO_SEAT if message is None else NONSENSE
        has_asked = is_refused = False
        async with asyncio.timeout(PATIENCE):
            while True:
                heard = await load.hear(line)
                self.look(heard)
                if heard.type == "no" and has_asked and heard.why == refusal:
                    return not is_refused
                if heard.type == "no":
                    self.found.refused[sentence(heard.why)] += 1
                    is_refused = True
                    if not has_asked:
                        return False
                elif not has_asked:
                    await line.send(asked, text=True)
                    has_asked = True

    def look(self, heard: load.Heard) -> None:
        if heard.type == "go":
            self.table.move_to(heard.to.removeprefix("/table/"))
        if heard.type == "advice" and self.table.strict and not (self.seats and self.table.hints):
            self.found.wrong[f"somebody with the seats {self.seats} got a hint"] += 1
        if heard.type != "frame":
            return
        frame = self.frame = heard.after(self.frame)
        options = tuple(option for option, _ in frame.choices)
        self.knows.hear(frame.seq, frame.over, [Play(frame.asked, option) for option in options])
        if options and frame.seat is not None:
            self.ledger.offered.add(Offer(frame.seq, frame.seat, frame.asked, options))
        if options and self.table.strict and frame.seat not in self.seats:
            self.found.wrong[f"somebody with the seats {self.seats} was asked as {frame.seat}"] += 1

    def note(self, shot: Shot, message: Message | None) -> None:
        self.found.accepted[type(message).__name__.lower()] += 1
        sent = sent_of(message)
        if sent:
            self.ledger.acknowledged[self.secret, sent] += 1
            if self.spoke_as is not None:
                self.ledger.in_person.add((self.spoke_as, sent))
        if not self.may(message):
            self.found.wrong[f"{shot.kind} of somebody with the seats {self.seats}: {shot.data[:80]!r}"] += 1

    def may(self, message: Message | None) -> bool:
        """Return whether this could be accepted at all; moves are checked closely at the end."""
        if message is None or not self.seats:
            return False
        if not self.table.strict:
            return True
        match message:
            case As(seat) | Back(seat) | Rename(seat) | Bot(seat):
                return seat in self.seats
            case React(word):
                return word in REACTIONS
            case Hint():
                return self.table.hints
            case Play() | Undo() | Done() | Rematch():
                return True
            case _:  # changes of seats, after the match has begun
                return False


def meaning(shot: Shot) -> Message | None:
    """Return the message that the server must read from this, if it is valid."""
    if shot.way in (Way.BYTES, Way.RAW) or len(shot.data) > MOST:
        return None
    try:
        said: Message = MESSAGE.decode(shot.data.decode())
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None
    return said


def sent_of(message: Message | None) -> Sent | None:
    if isinstance(message, Play):
        return message.asked, message.option
    return (message.seq, None) if isinstance(message, Undo) else None


async def send(line: ClientConnection, shot: Shot) -> None:
    if shot.way == Way.RAW:
        line.transport.write(shot.data)
    elif shot.way == Way.PIECES:
        await line.send([shot.data[:3], b"", shot.data[3:]], text=True)
    else:
        await line.send(shot.data, text=shot.way == Way.TEXT)


def sentence(why: str) -> str:
    """Remove names and seat numbers from a refusal."""
    return re.sub(r"turn: .*", "turn: ...", re.sub(r"seat -?\d+", "seat N", why))


# --- Tables ---


@dataclass
class Place:
    """A guest at a table; a watcher's secret is empty."""

    table: Table
    secret: str
    seats: tuple[int, ...] = ()


def prepare(path: Path, work: Work) -> list[Place]:
    """Write matches of all games and seat counts to disk and return their guests."""
    store = Store(path)
    places: list[Place] = []
    sizes = [(game, seats, False) for game in GAMES.values() for seats in game.seats]
    shared = [(game, game.seats[-1], True) for game in GAMES.values()]
    for number, (game, seats, one_device) in enumerate(sizes + shared):
        room, secrets = new_match(game, seats, number)
        if one_device:
            secrets[1] = secrets[0]
            room.row.seats[1].owner = room.row.seats[0].owner
        room.row.hints = "on" if number % 2 else "off"
        store.add_match(room.row, ()).result(START)
        table = Table(work, room.row.id, bots=number % 3 == 0, hints=number % 2 == 1)
        elsewhere = places[0].secret if places else new_secret()
        mine = {secret: tuple(s for s in range(seats) if secrets[s] == secret) for secret in secrets}
        places += [Place(table, secret, seats) for secret, seats in mine.items()]
        places.append(Place(table, secrets[0], mine[secrets[0]]))  # a second window
        places += [Place(table, secret) for secret in ("", new_secret(), elsewhere)]
    store.close()
    return places


class OpenTables:
    """Open tables one after another as a browser does; here people come and go before the match."""

    def __init__(self, host: str, work: Work, game: Game, dice: random.Random) -> None:
        self.host, self.work, self.game, self.dice = host, work, game, dice

    async def live(self) -> None:
        while self.work.goes_on():
            try:
                guests = await self.open_one()
            except (OSError, TimeoutError, ValueError) as error:
                self.work.found.wrong[f"an honest guest was refused: {error}"] += 1
                await asyncio.sleep(0.2)
            else:
                await asyncio.gather(*(guest.live() for guest in guests))

    async def open_one(self) -> list[Guest]:
        """Open a table and return its players, a watcher and a stranger."""
        kinds = ("me", *["open"] * (self.dice.choice(self.game.seats) - 1))
        opened = await self.post(f"/new/{self.game.name}", *(("seat", kind) for kind in kinds), ("name", "Ann"))
        room = within(rb"location: /table/([\w-]+)", opened)
        answers = [opened, *[await self.post(f"/table/{room}/sit", ("name", "Bob")) for _ in kinds[1:]]]
        secrets = [within(rb"bugbox=([\w-]{43})", answer) for answer in answers]
        table = Table(self.work, room, strict=False)
        people = [(secret, (number,)) for number, secret in enumerate(secrets)]
        return [Guest(self.host, table, *person, self.dice) for person in [*people, ("", ()), (new_secret(), ())]]

    async def post(self, path: str, *fields: tuple[str, str]) -> bytes:
        return await ask(self.host, request(self.host, "POST", path, form(*fields)))


def within(pattern: bytes, text: bytes) -> str:
    found = re.search(pattern, text)
    if not found:
        raise ValueError(repr(text[:100]))
    return found[1].decode()


# --- Requests ---


async def ask(host: str, data: bytes, breaks_off: bool = False) -> bytes:
    """Send a request and return the whole answer; after an incomplete request wait only a moment."""
    name, port = host.split(":")
    reader, writer = await asyncio.open_connection(name, int(port))
    try:
        writer.write(data)
        async with asyncio.timeout(A_MOMENT if breaks_off else PATIENCE):
            return await reader.read(MOST if breaks_off else -1)
    except TimeoutError:
        if not breaks_off:
            raise
        return b""
    finally:
        writer.transport.abort()


async def ask_all(asker: Asker, work: Work) -> None:
    """Send requests, spread evenly over the messages."""
    every = work.messages / max(1, work.requests)
    while work.has_time() and work.requests > 0:
        if work.requests * every < work.messages:
            await asyncio.sleep(0.01)
            continue
        work.requests -= 1
        asking = asker.hostile()
        work.found.asked[asking.kind] += 1
        try:
            answer = await ask(asker.host, asking.data, asking.breaks_off)
        except TimeoutError:
            work.found.wrong[f"a request without an answer: {asking.data[:80]!r}"] += 1
        except OSError:
            work.found.answers["closed"] += 1
        else:
            note_answer(work.found, asking.data, answer)


def note_answer(found: Found, data: bytes, answer: bytes) -> None:
    status = answer[9:12].decode("ascii", "replace") if answer.startswith(b"HTTP/1.1 ") else "nothing"
    found.answers[status] += 1
    if status.startswith("5"):
        found.wrong[f"{status} for {data[:80]!r}"] += 1


# --- The attack ---


async def attack(host: str, work: Work, places: list[Place], seed: int) -> None:
    """Run all guests and requests until everything is sent."""
    dice = random.Random(seed)
    guests = [Guest(host, place.table, place.secret, place.seats, dice) for place in places]
    opened = [OpenTables(host, work, game, dice) for game in GAMES.values()]
    secrets = [place.secret for place in places if not place.seats and place.secret]
    asker = Asker(host, dice, lambda: dice.choice(list(work.ledgers)), lambda: dice.choice(secrets))
    async with asyncio.TaskGroup() as group:
        watching = group.create_task(show_progress(work))
        doing = [*(guest.live() for guest in guests), *(tables.live() for tables in opened)]
        tasks = [group.create_task(task) for task in [*doing, *(ask_all(asker, work) for _ in range(ASKERS))]]
        await asyncio.wait(tasks)
        watching.cancel()


async def show_progress(work: Work) -> None:
    while True:
        await asyncio.sleep(10)
        found = work.found
        say(
            f"  {found.sent.total():,} messages, {found.accepted.total():,} accepted, {found.asked.total():,} requests,"
            f" {found.wrong.total()} wrong, {work.messages:,} to go"
        )


async def look_at_the_end(host: str, work: Work) -> dict[str, bytes]:
    """Check that the server still answers, and return the records of finished matches."""
    records = {}
    try:
        if not (await ask(host, request(host, "GET", "/"))).startswith(b"HTTP/1.1 200"):
            work.found.wrong["the lobby does not answer any more"] += 1
        for room in work.ledgers:
            async with asyncio.timeout(PATIENCE), load.join(host, room, "") as line:
                await load.hear(line)
            answer = await ask(host, request(host, "GET", f"/table/{room}/record"))
            if answer.startswith(b"HTTP/1.1 200"):
                records[room] = answer.partition(b"\r\n\r\n")[2]
    except (OSError, TimeoutError, WebSocketException) as error:
        work.found.wrong[f"the server does not answer any more: {error}"] += 1
    return records


# --- The file ---


def check_rooms(db: Path, work: Work, records: dict[str, bytes]) -> None:
    store = Store(db)
    for room, ledger in work.ledgers.items():
        row, moves = store.load(room) or (None, [])
        if row is None:
            work.found.wrong["a room was lost"] += 1
            continue
        work.found.rooms += 1
        work.found.moves += len(moves)
        try:
            Check(row, moves, ledger, work.found).run(records.get(room))
        except BugboxError as error:
            work.found.wrong[f"a room that these rules do not allow: {error}"] += 1
    store.close()


class Check:
    """Replay a room from its moves, without the server's own room code."""

    def __init__(self, row: RoomRow, moves: list[Move], ledger: Ledger, found: Found) -> None:
        self.row, self.moves, self.ledger, self.found = row, moves, ledger, found
        self.match = Match(find(row.game), len(row.seats), row.seed, read_all(find(row.game).settings, row.settings))
        self.asked = [0] * len(row.seats)
        self.moved = [0] * len(row.seats)  # the last move of each seat
        self.decided: list[tuple[int, Sent]] = []  # decisions that were not taken back
        self.sent = by_owner(ledger.acknowledged) + by_owner(ledger.unsure)
        self.offers: dict[int, list[Offer]] = {}
        for offer in ledger.offered:
            self.offers.setdefault(offer.seq, []).append(offer)

    def run(self, record: bytes | None) -> None:
        made = []
        for seq, (seat, option) in enumerate(self.moves):
            self.check_offers(seq)
            made.append((seat, (self.named(seat, seq) if option is None else self.asked[seat], option)))
            self.make(seq + 1, *made[-1])
        self.check_offers(len(self.moves))
        if max(self.offers, default=0) > len(self.moves):
            self.wrong("something was shown that is not in the file")
        if self.ledger.strict:
            self.check_who_moved(made)
        self.check_end(record)

    def named(self, seat: int, seq: int) -> int:
        """Return the move number in the message that took back: bots may have moved since then."""
        person = self.row.seats[seat].owner
        since = range(seq, self.moved[seat] - 1, -1)
        return next((number for number in since if self.sent[person, (number, None)]), seq)

    def make(self, seq: int, seat: int, sent: Sent) -> None:
        match, (_, option) = self.match, sent
        before = [match.pov(s).choices() for s in range(match.seats)]
        if option is not None:
            match.play(seat, option)  # raises if that was not an option
            self.decided.append((seat, sent))
        elif self.may_take_back(seat):
            match.undo(match.decisions_since(seat))
            del self.decided[len(match.decisions) :]
        else:
            raise BugboxError(f"seat {seat} took back what it could not")
        self.moved[seat] = seq
        for s in range(match.seats):
            if s == seat or match.pov(s).choices() != before[s]:
                self.asked[s] = seq

    def may_take_back(self, seat: int) -> bool:
        """Return whether nothing was revealed and nobody else has decided, except bots chosen by their owners."""
        answers = self.decided[len(self.decided) - self.match.decisions_since(seat) + 1 :]
        bots = self.ledger.with_bots if self.ledger.strict else range(self.match.seats)
        return self.match.may_undo(seat, bots) and self.ledger.in_person.isdisjoint(answers)

    def check_offers(self, seq: int) -> None:
        """Check that each seat was offered exactly its legal options."""
        for _, seat, asked, options in self.offers.get(seq, ()):
            if (asked, options) != (self.asked[seat], self.match.options(seat)):
                self.wrong(f"a seat was asked something else after {asked}: {', '.join(options)}"[:150])

    def check_who_moved(self, made: list[tuple[int, Sent]]) -> None:
        """Check that each move was sent by the owner of its seat, and that no acknowledged move is missing."""
        owners: Counter[tuple[str, Sent]] = Counter()
        by_bots: Counter[tuple[str, Sent]] = Counter()
        for seat, sent in made:
            owners[self.row.seats[seat].owner, sent] += 1
            by_bots[self.row.seats[seat].owner, sent] += seat in self.ledger.with_bots and sent[1] is not None
        told = by_owner(self.ledger.acknowledged)
        for (_, sent), many in (told - owners).items():
            self.wrong(f"acknowledged and not in the file, or not of this seat: {sent} {many} times")
        for (_, sent), many in (owners - told - by_owner(self.ledger.unsure) - by_bots).items():
            self.wrong(f"a move that its seat did not send: {sent} {many} times")

    def check_end(self, record: bytes | None) -> None:
        if self.match.over != (self.row.stage == OVER):
            self.wrong(f"the match is over or not, and the file says {self.row.stage}")
        if self.match.over and record is None:
            self.wrong("a match that is over has no record")
        if record and read(record.decode()).decisions != tuple(self.match.decisions):
            self.wrong("the record of the server is another one")

    def wrong(self, what: str) -> None:
        self.found.wrong[what] += 1


def by_owner(counted: Counter[tuple[str, Sent]]) -> Counter[tuple[str, Sent]]:
    return Counter({(owner(secret) if secret else "", sent): many for (secret, sent), many in counted.items()})


# --- The report ---


def report(found: Found, seconds: float) -> None:
    for title, counts in (
        ("messages", found.sent),
        ("accepted", found.accepted),
        ("refused", found.refused),
        ("connections closed", found.closed),
        ("requests", found.asked),
        ("answers to them", found.answers),
        ("wrong", found.wrong),
    ):
        click.echo(f"{counts.total():,} {title}")
        for text, count in counts.most_common(SHOWN):
            click.echo(f"{count:10,}  {text}")
    click.echo(
        f"{found.sent.total():,} messages and {found.asked.total():,} requests in {seconds:.0f} s: {found.rooms} rooms,"
        f" {found.moves:,} moves in the file, {found.wrong.total()} wrong, {found.tracebacks} tracebacks"
    )


@contextmanager
def ctrl_c_ends_it() -> Iterator[None]:
    """Stop on Ctrl-C or SIGTERM, and still report what was found."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    except KeyboardInterrupt:
        say("  broken off; what was found until now:")


@click.command()
@click.option("--messages", type=click.IntRange(1, 100_000_000), default=200_000, show_default=True)
@click.option("--requests", type=click.IntRange(0, 1_000_000), default=5_000, show_default=True)
@click.option("--minutes", type=click.FloatRange(0.1, 600), default=30, show_default=True, help="Stop after that.")
@click.option("--seed", type=int, default=1, show_default=True, help="Of what is said.")
def main(messages: int, requests: int, minutes: float, seed: int) -> None:
    """Say hostile things to a server, and look whether it does what it must not.

    \b
    python -m bench.resilience.fuzz
    python -m bench.resilience.fuzz --messages 20000 --seed 7
    """
    began = time.monotonic()
    work = Work(messages, requests, began + 60 * minutes)
    records: dict[str, bytes] = {}
    with tempfile.TemporaryDirectory(prefix="bugbox-fuzz-") as folder:
        db = Path(folder) / "table.sqlite"
        places = prepare(db, work)
        with serving(db, 60 * minutes + 10 * START, module="bench.resilience.loose") as server:
            with ctrl_c_ends_it():
                asyncio.run(attack(server.host, work, places, seed))
            with ctrl_c_ends_it():
                records = asyncio.run(look_at_the_end(server.host, work))
        check_rooms(db, work, records)
        work.found.tracebacks = db.with_suffix(".stderr").read_text().count("Traceback")
    report(work.found, time.monotonic() - began)
    sys.exit(not work.found.is_fine())


if __name__ == "__main__":
    main()

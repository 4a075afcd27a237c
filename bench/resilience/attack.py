"""Measure what honest people notice of an attack: python -m bench.resilience.attack --help

Honest people play at ten tables of two on a real server, newcomers ask for the lobby, and one person plays against a
bot. Each attack runs for some seconds in another process, from other addresses of this machine, while the waiting times
of the honest people are measured. --before does the same to another checkout.
"""

import asyncio
import multiprocessing
import os
import re
import signal
import socket
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlencode

import click
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from bench.speed import load
from bench.speed.compare import python_of
from bench.speed.table import START, Figures, Server, say, serving, spread
from bugbox.table.rooms.live import encode
from bugbox.table.rooms.messages import Done, Play
from tests.kit.serving import Browser, bots_of

HERE = Path(__file__).parents[2]
HONEST_TABLES = 10
THINK = 1.0  # mean seconds before an honest person answers
FILES = 1024  # open files of the server: the limit on many systems
PATIENCE = 10.0  # seconds until a newcomer gives up
PING = b"\x89\x80\0\0\0\0"
START_FRAME = b"\x81\x90\0\0\0\0" + b'{"type":"start"}'
HARD = "queen"
spawn = multiprocessing.get_context("spawn")


# --- Visitors ---


class Visitor:
    """A browser with one of this machine's addresses."""

    def __init__(self, host: str, home: str) -> None:
        self.host, self.home, self.cookie = host, home, ""

    def ask(self, method: str, path: str, *fields: tuple[str, str]) -> tuple[int, str, str]:
        """Send a request and return its status, text and redirect target."""
        line = HTTPConnection(self.host, timeout=PATIENCE, source_address=(self.home, 0))
        with closing(line):
            line.request(method, path, urlencode(fields), self.headers())
            answer = line.getresponse()
            found = re.search(r"bugbox=[\w-]{43}", str(answer.headers.get_all("set-cookie")))
            self.cookie = found[0] if found else self.cookie
            return answer.status, answer.read().decode(), answer.headers.get("location", "")

    def headers(self) -> dict[str, str]:
        kind = {"content-type": "application/x-www-form-urlencoded", "origin": f"http://{self.host}"}
        return kind | ({"cookie": self.cookie} if self.cookie else {})

    def open_table(self, *seats: str, game: str = "bug-race") -> str:
        """Open a table and return its path, or an empty string if refused."""
        return self.ask("POST", f"/new/{game}", *(("seat", seat) for seat in seats), ("name", "Guest"))[2]

    def sit(self, table: str) -> None:
        self.ask("POST", f"{table}/sit", ("name", "Guest"))

    def join(self, table: str) -> connect:
        return load.join(self.host, table.removeprefix("/table/"), self.cookie.removeprefix("bugbox="), self.home)


# --- Attacks: each runs in a process until it is killed ---


def silent(host: str, table: str) -> None:
    """Hold 1,100 silent connections, replacing those that are closed."""
    lines: list[socket.socket] = []
    for number in range(1_000_000):
        with suppress(OSError):
            lines.append(connected(host, "127.0.0.2"))
        if len(lines) >= 1100:
            lines = [line for line in lines if is_open(line)]
        time.sleep(0.0005 if number < 1100 else 0.005)


def connected(host: str, home: str) -> socket.socket:
    name, port = host.split(":")
    return socket.create_connection((name, int(port)), timeout=1, source_address=(home, 0))


def is_open(line: socket.socket) -> bool:
    line.setblocking(False)
    try:
        return line.recv(100) != b""
    except BlockingIOError:
        return True
    except OSError:
        return False


async def ping_without_end(host: str, table: str) -> None:
    """Send empty pings as fast as possible, on one socket after another."""
    while True:
        with suppress(OSError, WebSocketException):
            async with Visitor(host, "127.0.0.2").join(table) as line:
                while True:
                    line.transport.write(PING * 2000)
                    await asyncio.sleep(0.001)
                    if line.transport.is_closing():
                        break


async def react_in_300_windows(host: str, table: str) -> None:
    eve = Visitor(host, "127.0.0.2")
    own = eve.open_table("me", "open")
    await asyncio.gather(*(without_end(eve, own, react) for _ in range(300)))


async def react(line: ClientConnection) -> None:
    while True:
        await line.send('{"type":"react","word":"Ouch"}')
        with suppress(TimeoutError):
            async with asyncio.timeout(0.05):
                while True:
                    await line.recv(decode=False)


async def come_and_go(host: str, table: str) -> None:
    """Join and leave an honest table in a loop, among 190 watchers from four addresses."""
    crowd = [without_end(Visitor(host, f"127.0.0.{3 + number % 4}"), table, watch) for number in range(190)]
    await asyncio.gather(*crowd, *(without_end(Visitor(host, "127.0.0.2"), table, leave) for _ in range(3)))


async def crowd_at_one_address(host: str, table: str) -> None:
    """Watch an honest table on 300 connections, reconnecting at once when closed."""
    await asyncio.gather(*(without_end(Visitor(host, "127.0.0.2"), table, watch) for _ in range(300)))


async def watch(line: ClientConnection) -> None:
    while True:
        await line.recv(decode=False)


async def leave(line: ClientConnection) -> None:
    line.transport.abort()


async def without_end(
    visitor: Visitor, table: str, do: Callable[[ClientConnection], Awaitable[None]], pause: float = 0.001
) -> None:
    while True:
        with suppress(OSError, WebSocketException, TimeoutError):
            async with visitor.join(table) as line:
                await do(line)
        await asyncio.sleep(pause)


async def ghosts(host: str, table: str) -> None:
    """Send 600 messages at once and disconnect, from 20 watchers of an honest table."""
    for _ in range(20):
        with suppress(OSError, WebSocketException):
            async with Visitor(host, "127.0.0.2").join(table) as line:
                line.transport.write(START_FRAME * 600)
                await asyncio.sleep(0.1)
                line.transport.abort()
    await asyncio.sleep(1000)


async def bots_of_one(host: str, table: str) -> None:
    """Open and watch 40 tables of five queens, as one person."""
    await watch_bots([Visitor(host, "127.0.0.2")] * 40)


async def bots_of_many(host: str, table: str) -> None:
    """Open and watch 40 tables of five queens, as 40 people at one address."""
    await watch_bots([Visitor(host, "127.0.0.2") for _ in range(40)])


async def watch_bots(people: list[Visitor]) -> None:
    tables = [person.open_table(*[HARD] * 5, game="bugs-on-rugs") for person in people]
    await asyncio.gather(*(without_end(person, own, watch) for person, own in zip(people, tables, strict=True)))


def pages_without_end(host: str, table: str) -> None:
    """Request the page of a Ladybugs table 100 times a second."""
    eve = Visitor(host, "127.0.0.2")
    own = eve.open_table("me", "hatchling", game="ladybugs")
    with ThreadPoolExecutor(50) as threads:
        for _ in range(1_000_000):
            threads.submit(eve.ask, "GET", own)
            time.sleep(0.01)


def nothing(host: str, table: str) -> None:
    time.sleep(1000)


ATTACKS: dict[str, Callable[[str, str], Awaitable[None] | None]] = {
    "nobody attacks": nothing,
    "1,100 silent connections": silent,
    "pings without end": ping_without_end,
    "300 windows react": react_in_300_windows,
    "coming and going among 190": come_and_go,
    "300 watchers of one address": crowd_at_one_address,
    "20 ghosts": ghosts,
    "100 pages a second": pages_without_end,
    "40 tables of bots, one person": bots_of_one,
    "40 tables of bots, 40 people": bots_of_many,
}
# Attacks on the bot processes, and the other attack that runs meanwhile.
OF_PROCESSES = {"bots stopped": "nobody attacks", "bots killed": "40 tables of bots, one person"}


def attack(name: str, host: str, table: str) -> None:
    work = ATTACKS[name](host, table)
    if work is not None:
        asyncio.run(finished(work))


async def finished(work: Awaitable[None]) -> None:
    await work


@contextmanager
def under_attack(name: str, server: Server, table: str) -> Iterator[None]:
    process = spawn.Process(target=attack, args=(name, server.host, table), daemon=True)
    process.start()
    try:
        yield
    finally:
        process.kill()
        process.join()


# --- Honest people ---


@dataclass
class Noticed:
    """Seconds that honest people waited, including waits that had not ended when the measurement did."""

    moves: list[float] = field(default_factory=list)
    pages: list[float] = field(default_factory=list)
    no_page: int = 0
    bot: list[float] = field(default_factory=list)


def seat_honest_people(host: str) -> list[load.Room]:
    rooms = []
    for _ in range(HONEST_TABLES):
        ann, bob = Visitor(host, "127.0.0.1"), Visitor(host, "127.0.0.1")
        table = ann.open_table("me", "open")
        bob.sit(table)
        secrets = [person.cookie.removeprefix("bugbox=") for person in (ann, bob)]
        rooms.append(load.Room(table.removeprefix("/table/"), secrets))
    return rooms


async def start_matches(host: str, rooms: list[load.Room]) -> None:
    for room in rooms:
        async with load.join(host, room.id, room.secrets[0]) as line:
            await line.send('{"type":"start"}')
            while not (await load.hear(line)).after(None).choices:  # until the server has processed the start
                pass


async def play(player: load.Player) -> None:
    """Play, and reconnect when disconnected."""
    while True:
        with suppress(OSError, WebSocketException, TimeoutError):
            async with load.join(player.host, player.room, player.secret) as line:
                await player.play_match(line)
        await asyncio.sleep(0.5)


async def visit(host: str, noticed: Noticed) -> None:
    """Request the lobby as a newcomer, again and again."""
    while True:
        began = time.monotonic()
        try:
            await asyncio.to_thread(Visitor(host, "127.0.0.1").ask, "GET", "/")
        except OSError:
            noticed.no_page += 1
        finally:
            noticed.pages.append(time.monotonic() - began)
        await asyncio.sleep(0.3)


async def play_with_a_bot(host: str, noticed: Noticed) -> None:
    """Measure how long Ann waits for a hunter, without its pause for taking back."""
    ann = Visitor(host, "127.0.0.1")
    table = await asyncio.to_thread(ann.open_table, "me", "hunter")
    while True:
        with suppress(OSError, WebSocketException, TimeoutError):
            async with ann.join(table) as line:
                await answer_the_bot(line, noticed)


async def answer_the_bot(line: ClientConnection, noticed: Noticed) -> None:
    frame: load.Heard | None = None
    sent: float | None = None
    try:
        while True:
            heard = await load.hear(line)
            frame = heard.after(frame) if heard.type == "frame" else frame
            if frame and frame.choices and sent:
                noticed.bot.append(time.monotonic() - sent - 0.7)
                sent = None
            if frame and frame.choices:
                await asyncio.sleep(0.3)
                await line.send(encode(Play(frame.asked, frame.choices[0][0])), text=True)
                await line.send(encode(Done()), text=True)  # gives up taking back
                sent = time.monotonic()
                frame.choices = []
            elif frame and frame.over:
                return
    finally:
        if sent:
            noticed.bot.append(time.monotonic() - sent - 0.7)


async def notice(server: Server, rooms: list[load.Room], seconds: float) -> Noticed:
    noticed, tally = Noticed(), load.Tally(since=0, until=float("inf"))
    plan = load.Plan(server.host, rooms, seconds, THINK)
    players = [load.Player(plan, room, seat, tally, asyncio.Barrier(1)) for room in rooms for seat in (0, 1)]
    doing = [visit(server.host, noticed), play_with_a_bot(server.host, noticed), *map(play, players)]
    tasks = [asyncio.create_task(work) for work in doing]
    await asyncio.sleep(seconds)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    still = [time.monotonic() - player.sent[1] for player in players if player.sent]
    noticed.moves = tally.waited + [waited for waited in still if waited > THINK]
    return noticed


# --- One attack ---


async def measure(name: str, checkout: Path, seconds: float, db: Path) -> Figures:
    python = sys.executable if checkout == HERE else python_of(checkout)
    with ExitStack() as stack:
        server = stack.enter_context(serving(db, 10 * START + 3 * seconds, python, checkout, FILES))
        rooms = seat_honest_people(server.host)
        await start_matches(server.host, rooms)
        table = f"/table/{rooms[0].id}"
        with under_attack(name if name in ATTACKS else OF_PROCESSES[name], server, table):
            await asyncio.sleep(3)  # until the attack is under way
            most, noticed = await asyncio.gather(
                asyncio.to_thread(watch_processes, name, server, seconds), notice(server, rooms, seconds)
            )
        figures = {"moves": noticed.moves, "pages": noticed.pages, "bot": noticed.bot}
        found: Figures = {what: spread(waited, 1000, 0) for what, waited in figures.items()}
        found |= {"no page": noticed.no_page, "bot processes": most}
        found["watching"] = watching(server.host, table)
        stopping = time.monotonic()
    found["stop s"] = round(time.monotonic() - stopping, 1)
    found["tracebacks"] = db.with_suffix(".stderr").read_text().count("Traceback")
    return found


def watch_processes(name: str, server: Server, seconds: float) -> int:
    """Return the peak number of bot processes; stop or kill them if that is the attack."""
    most, killed, until = 0, 0.0, time.monotonic() + seconds
    while time.monotonic() < until:
        bots = bots_of(server.process.pid)
        most = max(most, len(bots))
        if name == "bots killed" and time.monotonic() > killed + 3:
            send(bots, signal.SIGKILL)
            killed = time.monotonic()
        time.sleep(0.3)
        if name == "bots stopped" and time.monotonic() > until - seconds / 2:
            send(bots, signal.SIGSTOP)
            name = "done"
    return most


def send(bots: set[int], number: signal.Signals) -> None:
    for process in bots:
        with suppress(ProcessLookupError):
            os.kill(process, number)


def watching(host: str, table: str) -> str:
    """Return how many watch the honest table, ourselves not counted."""
    with suppress(OSError, WebSocketException, AssertionError), Browser(f"http://{host}").at(table) as there:
        found = re.search(r"(\d+) watching", there.frame["html"])
        return str(int(found[1]) - 1) if found else "0"
    return "?"


# --- The report ---

HEAD = (
    f"{'':31}{'':8}{'a move, ms':>22}{'a page, ms':>22}{'':>5}{'a bot, ms':>22}\n"
    f"{'attack':31}{'':8}{'p50':>6}{'p99':>8}{'max':>8}{'p50':>6}{'p99':>8}{'max':>8}{'none':>5}"
    f"{'p50':>6}{'p99':>8}{'max':>8}{'watch':>6}{'bots':>5}{'stop s':>7}{'tracebacks':>11}"
)


def show(name: str, which: str, row: Figures) -> None:
    cells = [f"{name:31}{which:8}"]
    for what in ("moves", "pages", "bot"):
        cells += [
            f"{'-' if row[what][part] is None else format(row[what][part], '.0f'):>{width}}"
            for part, width in (("p50", 6), ("p99", 8), ("max", 8))
        ]
        cells += [f"{row['no page']:>5}"] if what == "pages" else []
    cells += [f"{row['watching']:>6}{row['bot processes']:>5}{row['stop s']:>7}{row['tracebacks']:>11,}"]
    click.echo("".join(cells))


@click.command()
@click.option("--seconds", default=12.0, show_default=True, help="That each attack lasts.")
@click.option("--only", default="", help="Attacks whose names contain this.")
@click.option("--before", type=click.Path(path_type=Path, exists=True), help="Another checkout, to compare with.")
def main(seconds: float, only: str, before: Path | None) -> None:
    """What honest people notice of a hostile guest.

    \b
    python -m bench.resilience.attack
    python -m bench.resilience.attack --only bots --before ../an-older-checkout
    """
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # like Ctrl-C, so that servers and attackers are stopped
    checkouts = ({"before": before.resolve()} if before else {}) | {"now": HERE}
    click.echo(HEAD)
    with tempfile.TemporaryDirectory(prefix="bugbox-attack-") as folder:
        for name in (*ATTACKS, *OF_PROCESSES):
            for which, checkout in checkouts.items() if only in name else ():
                say(f"{name}, {which} ...")
                db = Path(folder) / f"{name} {which}.sqlite"
                show(name, which, asyncio.run(measure(name, checkout, seconds, db)))


if __name__ == "__main__":
    sys.exit(main())

"""Measure the cost of a move at the web table: python -m bench.speed.table --help

Four measurements, each limited in time: drawing (one process, no network), bytes on the wire (a real server, one
table), moves per second at many tables (a real server, and bench/speed/load.py in another process), and at the same
time the latency of the server's event loop for an idle connection.
"""

import asyncio
import os
import platform
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import zlib
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, contextmanager
from functools import partial
from math import ceil
from pathlib import Path
from typing import IO, Any, TypeVar

import click
import msgspec
from websockets.asyncio.client import ClientConnection

from bench.speed import load
from bugbox.core.game import Game
from bugbox.core.match import Match
from bugbox.games import GAMES, find
from bugbox.interpreted import is_compiled
from bugbox.table.draw import frames
from bugbox.table.draw.widgets import Presence
from bugbox.table.net import identity
from bugbox.table.rooms.live import encode
from bugbox.table.rooms.messages import Play
from bugbox.table.rooms.room import Room, new_room
from bugbox.table.storage.store import Move, Store

Figures = dict[str, Any]
T = TypeVar("T")

START = 20.0  # seconds for the server to start, and again to stop
PROBE = 0.06  # seconds between pings: the server allows 20 frames a second
COMMITS = 200
ADDRESS = re.compile(rb"http://([^/]+)/")


def spread(values: Sequence[float], scale: float = 1, digits: int = 2) -> Figures:
    """Return count, mean, median, 99th percentile and maximum."""
    ordered = sorted(values)
    if not ordered:
        return {"count": 0, "mean": None, "p50": None, "p99": None, "max": None}
    p50, p99 = (ordered[ceil(share * len(ordered)) - 1] for share in (0.5, 0.99))
    found = {"mean": sum(ordered) / len(ordered), "p50": p50, "p99": p99, "max": ordered[-1]}
    return {"count": len(ordered)} | {name: round(value * scale, digits) for name, value in found.items()}


def say(text: str) -> None:
    click.echo(text, err=True)


# --- Rooms ---


def new_match(game: Game, seats: int, seed: int) -> tuple[Room, list[str]]:
    """Return a room whose match has just begun, and its players' secrets. The same seed deals the same cards."""
    secrets = [identity.new_secret() for _ in range(seats)]
    host = identity.owner(secrets[0])
    row = new_room(game, seats, {}, host, listed=False)
    room = Room(msgspec.structs.replace(row, seed=seed), [])
    for number, secret in enumerate(secrets):
        room.adopt(room.sit(identity.owner(secret), f"Player {number + 1}"))
    room.adopt(room.start(host))
    return room, secrets


def random_move(match: Match, dice: random.Random) -> tuple[int, str]:
    seat = dice.choice(match.to_act)
    return seat, dice.choice(match.options(seat))


def some_moves(room: Room, dice: random.Random) -> Sequence[Move]:
    """Return the first moves of a random match, so that tables are at different stages."""
    match = room.playing()
    while not match.over:
        match.play(*random_move(match, dice))
    return match.decisions[: dice.randrange(len(match.decisions))]


def prepare(path: Path, games: Sequence[Game], tables: int) -> list[load.Room]:
    """Write tables of two to disk; the server would rate-limit opening them from one address."""
    store, dice = Store(path), random.Random(1)
    rooms, writes = [], []
    for number in range(tables):
        room, secrets = new_match(games[number % len(games)], 2, number)
        rooms.append(load.Room(room.row.id, secrets))
        writes.append(store.add_match(room.row, some_moves(room, dice)))
    for write in writes:
        write.result(START)
    store.close()
    return rooms


# --- The server ---


class Server:
    def __init__(self, process: subprocess.Popen[bytes], host: str) -> None:
        self.process, self.host = process, host

    def cpu(self) -> float:
        """Return the CPU seconds used on all cores, or NaN where /proc is missing."""
        try:
            fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
            return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        except OSError:
            return float("nan")


@contextmanager
def serving(
    db: Path,
    guard: float,
    python: str = sys.executable,
    checkout: Path | None = None,
    files: int = 0,
    module: str = "bugbox",
) -> Iterator[Server]:
    """Run `bugbox serve` on this file; stop it on exit, or kill it after `guard` seconds.

    `files` limits the number of open files; `module` can be a wrapper around bugbox.
    """
    command = [python, "-m", module, "serve"]
    if b"--proxy" in subprocess.run([*command, "--help"], capture_output=True, cwd=checkout, check=True).stdout:
        command += ["--proxy", "127.0.0.1"]  # lets players have different addresses; older versions need no option
    command += ["--port", "0", "--db", f"sqlite:///{db}"]
    complaints = db.with_suffix(".stderr")
    limited = [*(["prlimit", f"--nofile={files}:{files}"] if files else []), *command]
    with complaints.open("wb") as errors:
        process = subprocess.Popen(limited, stdout=subprocess.PIPE, stderr=errors, cwd=checkout, start_new_session=True)
    killer = threading.Timer(guard, process.kill)
    killer.daemon = True
    killer.start()
    try:
        assert process.stdout
        found = ADDRESS.search(process.stdout.readline())
        if not found:
            raise click.ClickException(f"The server did not start: {complaints.read_text().strip()}")
        say(f"  server {process.pid} at {found[1].decode()}")
        yield Server(process, found[1].decode())
    finally:
        end(process)
        killer.cancel()
        for line, count in Counter(last_lines(complaints.read_text())).most_common(5):
            say(f"  the server complained {count} times: {line}")


def last_lines(log: str) -> list[str]:
    """Reduce each traceback to its last line."""
    return [line for line in log.splitlines() if line.strip() and not line.startswith((" ", "Traceback", "ERROR:  "))]


def end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(START)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    if process.stdout:
        process.stdout.close()


# --- Drawing ---


class Drawing:
    """Seconds that one process spends on moves, by kind of work."""

    def __init__(self) -> None:
        self.seat: list[float] = []
        self.watcher: list[float] = []
        self.deflate: list[float] = []  # for one connection
        self.apply: list[float] = []
        self.step: list[float] = []  # a move, with a frame for everybody
        self.rebuild: list[float] = []  # a whole match from its moves
        self.commit: list[float] = []  # one move, with nothing else to write to disk


def measure_drawing(game: Game, seconds: float, folder: Path) -> Figures:
    """Time whole random matches, with frames for every seat and a watcher."""
    seats = game.seats[-1]
    drawing, dice, until = Drawing(), random.Random(1), time.monotonic() + seconds
    matches = 0
    while matches == 0 or time.monotonic() < until:
        draw_match(game, seats, matches, drawing, dice)
        matches += 1
    drawing.commit = commit_times(game, seats, folder)
    rows = {name: spread(spent, 1000, 3) for name, spent in vars(drawing).items()}
    return {"game": game.name, "seats": seats, "matches": matches, "ms": rows}


def draw_match(game: Game, seats: int, seed: int, drawing: Drawing, dice: random.Random) -> None:
    room, secrets = new_match(game, seats, seed)
    browsers = [identity.owner(secret) for secret in secrets] + [""]
    presence = Presence(frozenset(range(seats)), 1)
    pipes = [zlib.compressobj(wbits=-12, memLevel=5) for _ in browsers]  # like uvicorn's sockets
    match = room.playing()
    last = {owner: frames.scene(room, room.eyes(owner, None), presence) for owner in browsers}
    while not match.over:
        move = random_move(match, dice)
        began = time.perf_counter()
        room.apply(*move)
        applied = time.perf_counter()
        spent, sent = [], []
        for owner in browsers:
            before = time.perf_counter()
            scene = frames.scene(room, room.eyes(owner, None), presence)
            sent.append(encode(frames.frame(room, scene, last[owner])))
            last[owner] = scene
            spent.append(time.perf_counter() - before)
        drawing.step.append(time.perf_counter() - began)
        drawing.apply.append(applied - began)
        drawing.seat += spent[:-1]
        drawing.watcher.append(spent[-1])
        for pipe, message in zip(pipes, sent, strict=True):
            before = time.perf_counter()
            pipe.compress(message)
            pipe.flush(zlib.Z_SYNC_FLUSH)
            drawing.deflate.append(time.perf_counter() - before)
    before = time.perf_counter()
    Room(room.row, list(match.decisions))
    drawing.rebuild.append(time.perf_counter() - before)


def commit_times(game: Game, seats: int, folder: Path) -> list[float]:
    room, _ = new_match(game, seats, 1)
    store, spent = Store(folder / f"{game.name}-commit.sqlite"), []
    store.save_room(room.row).result(START)
    for seq in range(1, COMMITS + 1):
        before = time.perf_counter()
        store.add_move(room.row.id, seq, 0, "something").result(START)
        spent.append(time.perf_counter() - before)
    store.close()
    return spent


# --- Bytes ---


class Onlooker:
    """A browser that records the size of every frame, on the wire and inflated."""

    def __init__(self, socket: ClientConnection) -> None:
        assert isinstance(socket, load.Counting)
        self.socket = socket
        self.frame = load.Heard("frame")
        self.noted = 0  # bytes received so far that are already recorded
        self.wire: list[int] = []
        self.text: list[int] = []

    async def see(self, seq: int) -> None:
        """Read up to the frame of this move, after which nothing else is in flight."""
        size = 0
        heard = load.Heard("nothing yet")
        while heard.type != "frame" or heard.seq != seq:
            text = await self.socket.recv(decode=False)
            size += len(text)
            heard = load.HEARD.decode(text)
            if heard.type == "frame":
                self.frame = heard.after(self.frame)
        self.wire.append(self.socket.received - self.noted)
        self.text.append(size)
        self.noted = self.socket.received


async def measure_bytes(game: Game, seconds: float, folder: Path) -> Figures:
    """Play one match; each move waits until everybody has received the last."""
    seats = game.seats[-1]
    room, secrets = new_match(game, seats, 1)
    db = folder / f"{game.name}.sqlite"
    store = Store(db)
    store.add_match(room.row, ()).result(START)
    store.close()
    with serving(db, seconds + 3 * START) as server:
        async with asyncio.timeout(seconds + START), AsyncExitStack() as stack:
            onlookers = await look_on(stack, server.host, room.row.id, [*secrets, ""])
            entered = {"wire": onlookers[-1].wire.pop(), "text": onlookers[-1].text.pop()}
            await play_in_step(onlookers, time.monotonic() + seconds)
    return {
        "game": game.name,
        "seats": seats,
        "moves": len(onlookers[-1].wire),
        "entering": entered,
        "seat": sizes(onlookers[:-1]),
        "watcher": sizes(onlookers[-1:]),
    }


async def look_on(stack: AsyncExitStack, host: str, room: str, secrets: Sequence[str]) -> list[Onlooker]:
    """Let everybody join, the watcher last; keep only the sizes of the watcher's own join."""
    onlookers: list[Onlooker] = []
    for secret in secrets:
        onlookers.append(Onlooker(await stack.enter_async_context(load.join(host, room, secret))))
        for onlooker in onlookers:  # everybody present gets a frame about the newcomer
            await onlooker.see(0)
    for onlooker in onlookers[:-1]:
        onlooker.wire, onlooker.text = [], []
    return onlookers


async def play_in_step(onlookers: Sequence[Onlooker], until: float) -> None:
    dice = random.Random(1)
    paces = [load.Pace(0, dice) for _ in onlookers]
    seq = 0
    while time.monotonic() < until:
        asked = [seat for seat, onlooker in enumerate(onlookers) if onlooker.frame.choices]
        if not asked:
            return
        seat = dice.choice(asked)
        frame = onlookers[seat].frame
        await paces[seat].wait()
        await onlookers[seat].socket.send(encode(Play(frame.asked, dice.choice(frame.choices)[0])), text=True)
        seq += 1
        for onlooker in onlookers:
            await onlooker.see(seq)


def sizes(onlookers: Sequence[Onlooker]) -> Figures:
    wire = [size for onlooker in onlookers for size in onlooker.wire]
    text = [size for onlooker in onlookers for size in onlooker.text]
    return {"wire": spread(wire, digits=0), "text": spread(text, digits=0)}


# --- Many tables ---


async def measure_load(games: Sequence[Game], tables: int, think: float, seconds: float, folder: Path) -> Figures:
    db = folder / f"{tables}-{think}.sqlite"
    rooms = prepare(db, games, tables + 1)
    apart = rooms.pop()
    plan = load.Plan("", rooms, seconds, think)
    with serving(db, plan.warm_up() + seconds + load.GUARD + 3 * START) as server:
        plan.host = server.host
        async with load.join(server.host, apart.id, "") as idler:  # a watcher at an idle table
            idle = await probe(idler, min(seconds, 2))
            tally, cpu, busy = await generate(plan, server, partial(probe, idler))
    return {
        "tables": tables,
        "think": think,
        "seconds": seconds,
        "moves/s": round(len(tally.waited) / seconds, 1),
        "frames/s": round(tally.frames / seconds, 1),
        "ms": spread(tally.waited, 1000, 1),
        "pace allows": 2 * tables * load.PACE,
        "server cpu": round(cpu, 3),
        "server cpu ms a move": round(1000 * cpu * seconds / max(1, len(tally.waited)), 2),
        "generator cpu": round(tally.cpu, 3),
        "rematches": tally.rematches,
        "refused": tally.refused,
        "dropped": tally.dropped,
        "idle": idle,
        "busy": busy,
    }


async def generate(
    plan: load.Plan, server: Server, meanwhile: Callable[[float], Awaitable[T]]
) -> tuple[load.Tally, float, T]:
    """Play in another process while this one runs only `meanwhile`, for the seconds of the plan."""
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bench.speed.load", stdin=pipe, stdout=pipe, start_new_session=True, limit=2**26
    )
    try:
        assert process.stdin
        assert process.stdout
        process.stdin.write(encode(plan) + b"\n")
        async with asyncio.timeout(plan.warm_up() + plan.seconds + load.GUARD + START):
            if await process.stdout.readline() != b"ready\n":
                raise click.ClickException("The load generator could not seat its players.")
            await asyncio.sleep(plan.warm_up())
            began, cpu = time.monotonic(), server.cpu()
            busy = await meanwhile(plan.seconds)
            share = (server.cpu() - cpu) / (time.monotonic() - began)
            tally = msgspec.json.decode(await process.stdout.readline(), type=load.Tally)
            await process.wait()
        return tally, share, busy
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def probe(socket: ClientConnection, seconds: float) -> Figures:
    """Ping at fixed times, whether or not the last ping was answered; only the event loop answers pings.

    How late the pings are sent shows how long the machine keeps a process waiting for a core.
    """
    began = time.monotonic()
    late: list[float] = []
    pongs = []
    for number in range(int(seconds / PROBE)):
        due = began + number * PROBE
        await asyncio.sleep(due - time.monotonic())
        late.append(max(0.0, time.monotonic() - due))
        pongs.append(await socket.ping())
    return {"pong ms": spread(await asyncio.gather(*pongs), 1000), "late ms": spread(late, 1000)}


# --- The report ---


def machine() -> Figures:
    return {
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "cores": os.cpu_count(),
        "load average": os.getloadavg()[0] if hasattr(os, "getloadavg") else None,
        "compiled": is_compiled(),
    }


def show_drawing(row: Figures) -> None:
    click.echo(f"\nDrawing, ms ({row['game']}, {row['seats']} seats and a watcher, {row['matches']} matches)")
    names = {
        "seat": "frame of a seat",
        "watcher": "frame of a watcher",
        "deflate": "deflate, a connection",
        "apply": "the move itself",
        "step": "move, frames of all",
        "rebuild": "match from its moves",
        "commit": "a move to disk",
    }
    click.echo(f"  {'':24}{'p50':>9}{'p99':>9}{'max':>9}{'count':>9}")
    for name, title in names.items():
        found = row["ms"][name]
        click.echo(f"  {title:24}{found['p50']:9.3f}{found['p99']:9.3f}{found['max']:9.3f}{found['count']:9}")


def show_bytes(row: Figures) -> None:
    click.echo(f"\nBytes a move ({row['game']}, {row['seats']} seats and a watcher, {row['moves']} moves)")
    click.echo(f"  {'':24}{'mean':>9}{'p50':>9}{'p99':>9}{'max':>9}")
    for who in ("seat", "watcher"):
        for kind, title in (("wire", "on the wire"), ("text", "not deflated")):
            found = row[who][kind]
            cells = "".join(f"{found[name]:9,.0f}" for name in ("mean", "p50", "p99", "max"))
            click.echo(f"  {f'{who}, {title}':24}{cells}")
    click.echo(
        f"  a watcher enters: {row['entering']['wire']:,} with the handshake, {row['entering']['text']:,} not deflated"
    )


LOAD_HEAD = (
    f"  {'tables':>6}{'think s':>8}{'moves/s':>9}{'pace':>7}{'p50 ms':>9}{'p99 ms':>9}{'server':>8}{'ms/move':>9}"
    f"{'load':>6}{'pong p50':>10}{'p99':>8}{'max':>8}{'late p99':>10}{'max':>8}"
)


def show_load(row: Figures) -> None:
    ms, pong, late = row["ms"], row["busy"]["pong ms"], row["busy"]["late ms"]
    click.echo(
        f"  {row['tables']:6}{row['think']:8.1f}{row['moves/s']:9.1f}{row['pace allows']:7.0f}{text(ms['p50']):>9}"
        f"{text(ms['p99']):>9}{row['server cpu']:8.0%}{row['server cpu ms a move']:9.2f}"
        f"{row['generator cpu']:6.0%}{text(pong['p50']):>10}{text(pong['p99']):>8}{text(pong['max']):>8}"
        f"{text(late['p99']):>10}{text(late['max']):>8}"
    )
    for why, count in row["refused"].items():
        click.echo(f"         {count} refused: {why}")
    if row["dropped"]:
        click.echo(f"         {row['dropped']} connections were lost")


def text(value: float | None) -> str:
    return "-" if value is None else f"{value:.1f}"


LOAD_NOTES = """
  Two seats a table, each answers when asked; a move lasts from its message to the frame that shows it.
  pace: what the server lets so many connections send (the generator keeps to it). Where moves/s comes close to it,
  the limit was measured and not the server. Below it, at 0 s of thought, the server is as busy as it can be, and
  p50 is the queue of all seats at once; with thought, it is what people would feel.
  server, load: shares of one core that the server and the generator took. ms/move: the server's share for each move,
  the figure that a busy machine spoils least. pong: how long the event loop lets an idle connection wait. late: how
  long this process itself waited for a core, so what the machine adds to every figure."""


class Lists(click.Command):
    """Accept several values after one option: `--tables 5 50 200`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        spelled: list[str] = []
        name = ""
        for word in args:
            if word.startswith("-"):
                name = word if word in ("--tables", "--think") else ""
            elif name and spelled[-1] != name:
                spelled.append(name)
            spelled.append(word)
        return super().parse_args(ctx, spelled)


@click.command(cls=Lists, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--tables", metavar="N ...", type=click.IntRange(1, 400), multiple=True, default=(5, 50, 200), show_default=True
)
@click.option(
    "--think",
    metavar="SECONDS ...",
    type=click.FloatRange(0, 60),
    multiple=True,
    default=(0, 3),
    show_default=True,
    help="Before each answer; 0 is as fast as the server lets one connection send.",
)
@click.option("--seconds", type=click.FloatRange(0.5, 600), default=10.0, show_default=True, help="For each step.")
@click.option("--game", "names", type=click.Choice(list(GAMES)), multiple=True, help="Only this one.  [default: all]")
@click.option("--json", "target", metavar="FILE", type=click.File("w"), help="Write all figures, for programs.")
def main(
    tables: tuple[int, ...], think: tuple[float, ...], seconds: float, names: tuple[str, ...], target: IO[str] | None
) -> None:
    """What a move costs at the web table.

    \b
    python -m bench.speed.table
    python -m bench.speed.table --tables 50 --think 0 --seconds 30
    python -m bench.speed.table --tables 5 50 200 --seconds 10 --json table.json
    """
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # like Ctrl-C, so that the server is stopped
    games = [find(name) for name in names] or list(GAMES.values())
    figures: Figures = {"machine": machine(), "drawing": [], "bytes": [], "load": []}
    with tempfile.TemporaryDirectory(prefix="bugbox-bench-") as folder:
        measure(games, tables, think, seconds, Path(folder), figures)
    if target:
        target.write(msgspec.json.format(encode(figures)).decode() + "\n")


def measure(
    games: Sequence[Game], tables: Sequence[int], think: Sequence[float], seconds: float, folder: Path, into: Figures
) -> None:
    """Show each figure as soon as it is measured."""
    for game in games:
        say(f"drawing {game.name} ...")
        into["drawing"].append(measure_drawing(game, seconds, folder))
        show_drawing(into["drawing"][-1])
    for game in games:
        say(f"bytes of {game.name} ...")
        into["bytes"].append(asyncio.run(measure_bytes(game, seconds, folder)))
        show_bytes(into["bytes"][-1])
    pairs = [game for game in games if 2 in game.seats]
    click.echo(f"\nMany tables ({', '.join(game.name for game in pairs)})\n{LOAD_HEAD}")
    for pause in think:
        for count in tables:
            say(f"{count} tables, {pause} s of thought ...")
            into["load"].append(asyncio.run(measure_load(pairs, count, pause, seconds, folder)))
            show_load(into["load"][-1])
    click.echo(LOAD_NOTES)


if __name__ == "__main__":
    main()

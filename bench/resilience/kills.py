"""Check that a killed server keeps what it acknowledged: python -m bench.resilience.kills --help

People and bots play at several tables of a real server and ask for hints; hosts of waiting tables change customs. The
server is killed at random moments (SIGKILL, like a power cut) and restarted on the same file. After each kill,
everything ever shown to anybody must still be there.
"""

import asyncio
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path

import click
import msgspec
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import WebSocketException

from bench.speed.load import Heard, join
from bench.speed.table import ADDRESS, START, last_lines, new_match
from bugbox.games import GAMES
from bugbox.table.net.identity import new_secret, owner
from bugbox.table.rooms.house_rules import CUSTOMS, ON
from bugbox.table.rooms.live import encode
from bugbox.table.rooms.messages import Arrange, As, Hint, Play, Rematch, Undo
from bugbox.table.rooms.room import Room, new_room
from bugbox.table.storage.store import PLAYING, Move, RoomRow, Store, connect

TABLES = ((), ("random",), (), ("random", "random"))  # the bots at each; people take the other seats
THINK = 0.08  # mean seconds before an answer
LIFE = 1.2  # mean seconds until a server is killed
LONGEST_LIFE = 4  # at most, in multiples of LIFE
HINTS = 0.1  # share of questions for which a hint is requested first
PATIENCE = 3.0  # seconds to wait for a hint at most
NO_SEAT, REFUSAL = As(-9), "That seat is not played on this device."


class Told(Heard):
    """A message, including its log lines and hints."""

    fresh: bool = False
    log: tuple[str, ...] = ()
    options: tuple[str, ...] = ()  # in a hint


TOLD: msgspec.json.Decoder[Told] = msgspec.json.Decoder(Told)


class Truth(msgspec.Struct):
    """What people have seen, and so must be on disk."""

    seq: dict[str, int] = {}  # the highest move number, by room
    logs: dict[
        tuple[str, int], tuple[int, tuple[str, ...]]
    ] = {}  # by room and seat: a move number, and the log after it
    moves: dict[str, list[Move]] = {}  # on disk after the last kill, by room
    customs: dict[tuple[str, str], list[str]] = {}  # by room and name: the acknowledged value, and any requested since
    arranged: int = 0  # acknowledged changes of customs
    hints: int = 0  # received

    def see(self, room: str, seq: int = 0) -> None:
        self.seq[room] = max(seq, self.seq.get(room, 0))


class Found(msgspec.Struct):
    kills: int = 0
    rooms: int = 0
    acknowledged: int = 0  # moves
    arranged: int = 0  # customs
    hints: int = 0
    lost: int = 0
    unreadable: int = 0  # rooms
    tracebacks: int = 0

    def is_fine(self) -> bool:
        return not (self.lost or self.unreadable or self.tracebacks)


class Person:
    """A random player at one table and its rematches, who sometimes takes back and reconnects after every kill."""

    def __init__(self, room: str, secret: str, truth: Truth, dice: random.Random) -> None:
        self.room, self.secret, self.truth, self.dice = room, secret, truth, dice

    async def live(self, host: str) -> None:
        """Play until the server is gone."""
        with suppress(WebSocketException, OSError, TimeoutError):
            while True:
                async with join(host, self.room, self.secret) as socket:
                    await self.play(socket)

    async def play(self, socket: ClientConnection) -> None:
        """Play until a rematch moves to another room; answer after every move, and again after a refusal."""
        frame, log, answered = Told("frame"), Told("frame").log, -1
        while True:
            heard = TOLD.decode(await socket.recv(decode=False))
            if heard.type == "go":
                self.room = heard.to.removeprefix("/table/")
                self.truth.see(self.room)
                return
            self.truth.hints += heard.type == "advice" and bool(heard.options)
            if heard.type == "frame":
                frame = heard.after(frame)
                log = heard.log if heard.fresh else log + heard.log
                self.look(frame, log)
            if heard.type == "no" or frame.seq != answered:
                answered = frame.seq
                await self.answer(socket, frame)

    def look(self, frame: Told, log: tuple[str, ...]) -> None:
        self.truth.see(self.room, frame.seq)
        if frame.seat is not None:
            self.truth.logs[self.room, frame.seat] = frame.seq, log

    async def answer(self, socket: ClientConnection, frame: Told) -> None:
        await asyncio.sleep(self.dice.uniform(0, 2 * THINK))
        if frame.choices and self.dice.random() < HINTS:
            await socket.send(encode(Hint(frame.asked)), text=True)
            await asyncio.sleep(self.dice.uniform(0, PATIENCE))
        if frame.choices:
            option, _ = self.dice.choice(frame.choices)
            await socket.send(encode(Play(frame.asked, option)), text=True)
        elif frame.over:
            await socket.send(encode(Rematch()), text=True)
        elif self.dice.random() < 0.3:
            await socket.send(encode(Undo(frame.seq)), text=True)


class Host(Person):
    """A host who waits for players and changes random customs."""

    async def play(self, socket: ClientConnection) -> None:
        while True:
            await asyncio.sleep(self.dice.uniform(2 * THINK, 4 * THINK))
            custom = self.dice.choice(list(CUSTOMS))
            possible = self.truth.customs[self.room, custom]
            possible.append(self.dice.choice(list(CUSTOMS[custom].values)))
            await socket.send(encode(Arrange(custom, possible[-1])), text=True)
            await socket.send(encode(NO_SEAT), text=True)
            while TOLD.decode(await socket.recv(decode=False)).why != REFUSAL:
                pass  # messages are answered in order
            del possible[:-1]
            self.truth.arranged += 1


def prepare(path: Path, truth: Truth, dice: random.Random) -> list[Person]:
    """Write running and waiting tables of all games to disk, and return their people."""
    people: list[Person] = []
    store = Store(path)
    for game in GAMES.values():
        secret = new_secret()
        room = Room(new_room(game, game.seats[-1], {}, owner(secret), listed=False), [])
        room.adopt(room.sit(owner(secret), "Host"))
        store.save_room(room.row).result(START)
        truth.customs |= {(room.row.id, custom): [""] for custom in CUSTOMS}
        people.append(Host(room.row.id, secret, truth, dice))
    for number, (game, bots) in enumerate((game, bots) for game in GAMES.values() for bots in TABLES):
        room, secrets = new_match(game, max(game.seats[0], 1 + len(bots)), number)
        for seat, level in enumerate(bots, len(secrets) - len(bots)):
            room.row.seats[seat].owner, room.row.seats[seat].level = "", level
        room.row.hints, room.row.pace = ON, dice.choice(list(CUSTOMS["pace"].values))
        truth.customs |= {(room.row.id, custom): [getattr(room.row, custom)] for custom in CUSTOMS}
        store.add_match(room.row, ()).result(START)
        truth.see(room.row.id)
        people += [Person(room.row.id, secret, truth, dice) for secret in secrets[: len(secrets) - len(bots)]]
    store.close()
    return people


def start(db: Path) -> tuple[subprocess.Popen[bytes], str]:
    command = [sys.executable, "-m", "bugbox", "serve", "--port", "0", "--bot-pause", "0", "--db", f"sqlite:///{db}"]
    with db.with_suffix(".stderr").open("ab") as complaints:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=complaints)
    assert process.stdout
    found = ADDRESS.search(process.stdout.readline())
    if not found:
        process.kill()
        raise click.ClickException(f"The server did not start: {db.with_suffix('.stderr').read_text().strip()}")
    return process, found[1].decode()


async def live_and_die(people: Sequence[Person], db: Path, dice: random.Random, life: float) -> None:
    process, host = start(db)
    async with asyncio.TaskGroup() as group:
        playing = [group.create_task(person.live(host)) for person in people]
        await asyncio.sleep(min(dice.expovariate(1 / life), LONGEST_LIFE * life))
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        await asyncio.wait(playing, timeout=START)
        for task in playing:
            task.cancel()
    if process.stdout:
        process.stdout.close()


def look_again(db: Path, truth: Truth, found: Found) -> None:
    """Count what is missing, and remember what is there, which must never change."""
    with closing(connect(db)) as connection:
        found.unreadable += connection.execute("PRAGMA integrity_check").fetchone() != ("ok",)
        names = {name for (name,) in connection.execute("SELECT id FROM room")}
    found.rooms, found.acknowledged = len(names), sum(truth.seq.values())
    found.arranged, found.hints = truth.arranged, truth.hints
    found.lost += len(truth.seq.keys() - names)
    store = Store(db)
    for name in names:
        try:
            found.lost += missing(store, name, truth)
        except Exception as error:
            click.echo(f"  room {name} cannot be read: {error}", err=True)
            found.unreadable += 1
    truth.logs.clear()  # compared once; from now on the moves must stay
    store.close()


def missing(store: Store, room: str, truth: Truth) -> int:
    """Count moves that are lost, changed or differ from the log of a seat, and wrong customs."""
    row, moves = store.load(room) or (None, [])
    assert row
    Room(row, list(moves))
    before, truth.moves[room] = truth.moves.get(room, []), moves
    lost = max(0, max(truth.seq.get(room, 0), len(before)) - len(moves))
    lost += sum(one != other for one, other in zip(before, moves, strict=False))
    for (where, seat), (seq, log) in truth.logs.items():
        if where == room:
            as_it_was = Room(msgspec.structs.replace(row, stage=PLAYING), moves[:seq])
            there = tuple(as_it_was.playing().log(seat))
            lost += there[: len(log)] != log  # a client cut off between two beats has only part of a move
    return lost + other_customs(row, truth)


def other_customs(row: RoomRow, truth: Truth) -> int:
    """Count customs with neither the acknowledged nor a requested value. What is on disk now must stay."""
    lost = 0
    for custom in CUSTOMS:
        there = getattr(row, custom)
        lost += there not in truth.customs.setdefault((row.id, custom), [there])
        truth.customs[row.id, custom] = [there]
    return lost


def is_a_bots(traceback: str) -> bool:
    """Return whether a bot process logged this: it fails to start if its server is killed meanwhile."""
    return "multiprocessing/spawn.py" in traceback


@click.command()
@click.option("--kills", type=click.IntRange(1, 10_000), default=300, show_default=True)
@click.option("--minutes", type=click.FloatRange(0.1, 600), default=60, show_default=True, help="Stop after that.")
@click.option(
    "--life", type=click.FloatRange(0.1, 60), default=LIFE, show_default=True, help="Of a server, in seconds."
)
@click.option("--seed", type=int, default=1, show_default=True, help="Of the moments and the decisions.")
def main(kills: int, minutes: float, life: float, seed: int) -> None:
    """Kill a server again and again while people and bots play."""
    dice, truth, found = random.Random(seed), Truth(), Found()
    end = time.monotonic() + 60 * minutes
    with tempfile.TemporaryDirectory() as folder:
        db = Path(folder) / "table.sqlite"
        people = prepare(db, truth, dice)
        while found.kills < kills and time.monotonic() < end:
            asyncio.run(live_and_die(people, db, dice, life))
            found.kills += 1
            look_again(db, truth, found)
            if found.kills % 20 == 0:
                click.echo(f"  {found}", err=True)
        complaints = db.with_suffix(".stderr").read_text()
    found.tracebacks = sum(not is_a_bots(traceback) for traceback in complaints.split("Traceback")[1:])
    for line in sorted(set(last_lines(complaints))):
        click.echo(f"  the server said: {line}", err=True)
    click.echo(
        f"{found.kills} kills, {found.rooms} rooms, {found.acknowledged} acknowledged moves, {found.arranged} customs, "
        f"{found.hints} hints, {found.lost} lost, {found.unreadable} unreadable rooms, {found.tracebacks} tracebacks"
    )
    sys.exit(not found.is_fine())


if __name__ == "__main__":
    main()

"""Generate load for bench/speed/table.py, in a separate process: seats that answer every question.

Reads its plan from standard input, writes `ready` when all seats are connected, plays, and writes what it measured.
"""

import asyncio
import ipaddress
import random
import re
import sys
import time
from typing import Self

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from bugbox.table.net.identity import SECRET
from bugbox.table.rooms.live import encode
from bugbox.table.rooms.messages import Play, Rematch

PACE = 9.5  # messages a second on one connection: the server allows 10, after an initial burst
WARM_UP = 1.0  # seconds until the load is steady
GUARD = 60.0  # seconds beyond the plan before giving up


class Asked(msgspec.Struct):
    asked: int = 0
    choices: list[tuple[str, list[str]]] = []


class Heard(msgspec.Struct):
    """The fields of a message that players use, in this version or an older one."""

    type: str
    seq: int = -1
    seat: int | None = None
    over: bool = False
    beat: bool = False  # an intermediate frame, without a decision
    question: Asked | None = None  # only if it has changed
    commitment: str = ""  # in a full frame of a match that has begun
    to: str = ""
    why: str = ""
    html: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET  # only in older versions, where every frame was complete
    asked: int = 0
    choices: list[tuple[str, list[str]]] = []

    def after(self, before: "Heard | None") -> Self:
        """Fill in what has not changed since the frame before."""
        if self.html is not msgspec.UNSET:
            self.question = Asked(self.asked, self.choices)
        elif before:
            self.question = self.question or before.question
            self.seat = before.seat if self.seat is None else self.seat
        known = self.question and not self.beat
        self.asked, self.choices = (self.question.asked, self.question.choices) if self.question and known else (0, [])
        return self


REMATCH = re.compile(rb'/table/([\w-]{16})\\?"')  # a link in the page, or a redirect message
HEARD: msgspec.json.Decoder[Heard] = msgspec.json.Decoder(Heard)


class Counting(ClientConnection):
    """Count received bytes, before inflating."""

    received = 0
    of_all = 0  # total over all connections of this process

    def data_received(self, data: bytes) -> None:
        self.received += len(data)
        Counting.of_all += len(data)
        super().data_received(data)


class Room(msgspec.Struct):
    """A room and the secrets of its players."""

    id: str
    secrets: list[str]


class Plan(msgspec.Struct):
    host: str  # and port
    rooms: list[Room]
    seconds: float
    think: float  # mean seconds before each answer, which takes 0.5 to 1.5 times as long
    watchers: int = 0  # at each table

    def warm_up(self) -> float:
        """Return the seconds until everybody is answering, which are not counted."""
        return WARM_UP + 1.5 * self.think


class Tally(msgspec.Struct):
    """Totals over all seats during the measurement."""

    since: float = 0.0
    until: float = 0.0
    waited: list[float] = []  # seconds from a play message to the frame that shows it, move by move
    frames: int = 0
    bytes: int = 0  # received on all sockets
    rematches: int = 0
    refused: dict[str, int] = {}  # count by reason
    dropped: int = 0  # connections
    cpu: float = 0.0  # share of a core used by this process

    def counts(self) -> bool:
        return self.since <= time.monotonic() < self.until


def join(host: str, room: str, secret: str, home: str = "127.0.0.1") -> connect:
    """Connect like a browser, as a watcher if without a secret. A server that trusts `home` sees a random address."""
    headers = {"x-forwarded-for": str(ipaddress.IPv4Address(random.randrange(1 << 24, 1 << 28)))}
    return connect(
        f"ws://{host}/table/{room}/live",
        origin=Origin(f"http://{host}"),
        additional_headers=headers | ({"cookie": f"{SECRET}={secret}"} if secret else {}),
        create_connection=Counting,
        proxy=None,
        open_timeout=30,
        close_timeout=1,
        ping_interval=None,
        local_addr=(home, 0),
    )


async def hear(socket: ClientConnection) -> Heard:
    return HEARD.decode(await socket.recv(decode=False))


class Pace:
    """Throttle a connection and add thinking time."""

    def __init__(self, think: float, dice: random.Random) -> None:
        self.think, self.dice = think, dice
        self.ready = 0.0

    async def wait(self) -> None:
        pause = self.ready - time.monotonic()
        await asyncio.sleep(max(pause, self.think * self.dice.uniform(0.5, 1.5)))
        self.ready = time.monotonic() + 1 / PACE


class Player:
    """A seat at a table, and at its rematches."""

    def __init__(self, plan: Plan, room: Room, seat: int, tally: Tally, all_here: asyncio.Barrier) -> None:
        self.host, self.room, self.secret = plan.host, room.id, room.secrets[seat]
        self.dice = random.Random(f"{room.id} {seat}")
        self.pace = Pace(plan.think, self.dice)
        self.tally = tally
        self.all_here = all_here
        self.sent: tuple[int, float] | None = None  # the question answered and when, until a frame shows it

    async def play(self) -> None:
        waiting = True
        while True:
            async with join(self.host, self.room, self.secret) as socket:
                if waiting:
                    await self.all_here.wait()
                    waiting = False
                await self.play_match(socket)

    async def play_match(self, socket: ClientConnection) -> None:
        """Play until a rematch moves to another room or the connection is lost."""
        self.sent = None
        frame: Heard | None = None
        try:
            while True:
                heard = await hear(socket)
                if heard.type == "frame":
                    frame = heard.after(frame)
                    self.look(frame)
                elif heard.type == "no":
                    self.tally.refused[heard.why] = self.tally.refused.get(heard.why, 0) + 1
                    self.sent = None
                elif heard.type == "go":
                    self.room = heard.to.removeprefix("/table/")
                    return
                if frame:
                    await self.answer(socket, frame)
        except ConnectionClosed:
            self.tally.dropped += 1

    def look(self, frame: Heard) -> None:
        """Record the wait once a frame shows my move: frames of other moves may come first, but ask me nothing new."""
        self.tally.frames += self.tally.counts()
        if self.sent and frame.asked > self.sent[0]:
            if self.tally.counts():
                self.tally.waited.append(time.monotonic() - self.sent[1])
            self.sent = None

    async def answer(self, socket: ClientConnection, frame: Heard) -> None:
        if self.sent:
            return
        if frame.choices:
            await self.pace.wait()
            option, _ = self.dice.choice(frame.choices)
            self.sent = frame.asked, time.monotonic()
            await socket.send(encode(Play(frame.asked, option)), text=True)
        elif frame.over:  # the first offers a rematch, the others join
            await self.pace.wait()
            self.tally.rematches += self.tally.counts() and frame.seat == 0
            self.sent = frame.asked, time.monotonic()
            await socket.send(encode(Rematch()), text=True)


async def watch(host: str, room: str, all_here: asyncio.Barrier) -> None:
    """Watch a room, and follow every rematch."""
    waiting = True
    while True:
        async with join(host, room, "") as socket:
            if waiting:
                await all_here.wait()
                waiting = False
            following = None
            while following is None:
                following = REMATCH.search(await socket.recv(decode=False))
            room = following[1].decode()


async def run(plan: Plan) -> Tally:
    tally = Tally()
    seats = [(room, seat) for room in plan.rooms for seat in range(len(room.secrets))]
    onlookers = [room.id for room in plan.rooms for _ in range(plan.watchers)]
    all_here = asyncio.Barrier(len(seats) + len(onlookers) + 1)
    async with asyncio.timeout(plan.warm_up() + plan.seconds + GUARD), asyncio.TaskGroup() as group:
        playing = [group.create_task(Player(plan, room, seat, tally, all_here).play()) for room, seat in seats]
        playing += [group.create_task(watch(plan.host, room, all_here)) for room in onlookers]
        await all_here.wait()
        tally.since = time.monotonic() + plan.warm_up()
        tally.until = tally.since + plan.seconds
        print("ready", flush=True)
        await asyncio.sleep(plan.warm_up())
        cpu, received = time.process_time(), Counting.of_all
        await asyncio.sleep(plan.seconds)
        tally.cpu = (time.process_time() - cpu) / plan.seconds
        tally.bytes = Counting.of_all - received
        for task in playing:
            task.cancel()
    return tally


def main() -> None:
    plan = msgspec.json.decode(sys.stdin.buffer.readline(), type=Plan)
    sys.stdout.buffer.write(encode(asyncio.run(run(plan))) + b"\n")


if __name__ == "__main__":
    main()

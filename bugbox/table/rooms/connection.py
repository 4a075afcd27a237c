"""A browser at a table, and what is on its way to it."""

import asyncio
from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from bugbox.table.draw.frames import Scene
from bugbox.table.rooms.room import Refused

MOST_WAITING = 40  # messages


class Line(Protocol):
    """A socket; what it is given while it is not free is kept for it in memory."""

    def is_free(self) -> bool: ...

    async def free(self) -> None: ...

    def write(self, messages: tuple[bytes, ...], alike: bool) -> None:
        """`alike`: many get the same."""


@dataclass(eq=False)
class Connection:
    """A browser at a table, and what is on its way to it."""

    owner: str
    line: Line | None = None
    address: str = ""  # from where it came
    at_device: int | None = None  # the seat that lifted the curtain here
    scene: Scene | None = None  # the last that was sent
    outgoing: deque[bytes] = field(default_factory=deque)
    news: asyncio.Event = field(default_factory=asyncio.Event)
    watching: bool = False  # came in without a seat, and not as the host
    farewell: str = ""  # why it was closed; nothing is sent any more

    def send(self, *messages: bytes) -> None:
        """At once and together, if nothing is waiting before them."""
        if self.line and not self.outgoing and self.line.is_free():
            self.line.write(messages, self.watching)
        else:
            self.outgoing.extend(messages)
            self.news.set()

    def is_slow(self, more: int) -> bool:
        """A fresh frame is the whole table: a browser that is far behind gets only that."""
        return bool(self.outgoing) and len(self.outgoing) + more > MOST_WAITING

    def close(self, why: str) -> None:
        self.farewell = why
        self.news.set()

    async def send_the_rest(self, line: Line) -> None:
        """Until it is closed: all that could not be sent at once."""
        while not self.farewell:
            while self.outgoing:
                await line.free()
                if self.outgoing:  # nobody has cleared it meanwhile
                    line.write((self.outgoing.popleft(),), self.watching)
            self.news.clear()
            await self.news.wait()


def makes_way(crowd: Sequence[Connection], address: str, full: str) -> Connection:
    """Who leaves so that somebody from this address can come: the oldest one from the address that most come from.

    Nobody does if there would then be more from here than from there; the newcomer is refused, and told why.
    """
    counts = Counter(each.address for each in crowd)
    most = max(counts.values())
    if most - 1 < counts[address] + 1:
        raise Refused(full)
    return next(each for each in crowd if counts[each.address] == most)

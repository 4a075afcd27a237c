"""Connections as they come in: counted, by address too, and closed when nothing is said on them.

uvicorn speaks HTTP and WebSocket; here is what it leaves to others: who may come in, and how long it waits for whom.
"""

import asyncio
import socket
import time
from asyncio.transports import BaseTransport
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from typing import Any

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import get_remote_addr
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import State

from bugbox.table.net.limits import Bucket, Limits, Proxies, street

FILES_KEPT = 250  # of those that the system allows: for the store, bots and what has just been accepted
QUEUE = 1024  # connections that the system holds until they are accepted
AT_ONCE = 16  # of these are accepted before others get their turn
REST = 0.5  # seconds after a connection could not be accepted; asyncio tries again after one
MOUTHFUL = 512  # bytes that are read of a socket before its pace is looked at: at most 85 empty frames
LIGHTLY = {"level": 3, "memLevel": 5}  # half the work of zlib's default
WINDOW = 15  # bits
FOR_ALL = PerMessageDeflate(
    remote_no_context_takeover=True,
    local_no_context_takeover=True,
    remote_max_window_bits=WINDOW,
    local_max_window_bits=WINDOW,
)
LINGER = 10.0  # seconds in which a closed connection has to take what was sent to it
# With its length: what the guest has sent is never read, so the connection ends by a reset and not by an end of file.
CRAMPED = (
    b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\nretry-after: 5\r\ncontent-length: 22\r\n\r\n"
    b"Too many connections.\n"
)


def fit(limits: Limits) -> Limits:
    """As many connections as there can be; the system is asked for as many files as it allows."""
    try:
        import resource
    except ImportError:  # a system without such a limit
        return limits
    wanted = limits.connections + FILES_KEPT
    files, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if files < wanted and files != resource.RLIM_INFINITY:
        more = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (more, hard))
            files = more
    if files == resource.RLIM_INFINITY:
        return limits
    return replace(limits, connections=min(limits.connections, max(10, files - FILES_KEPT)))


class Listening(socket.socket):
    """asyncio accepts as many at once as may wait, and when there is no file left it fails for each of them.

    So it is told that few may wait, and the system that many may; and after one failure there is a pause.
    """

    rested = 0.0  # when it may try again

    def listen(self, few: int = AT_ONCE, /) -> None:
        super().listen(QUEUE)

    def accept(self) -> tuple[socket.socket, Any]:
        if time.monotonic() < self.rested:
            raise BlockingIOError
        try:
            return super().accept()
        except BlockingIOError:
            raise
        except OSError:
            self.rested = time.monotonic() + REST
            raise


class Place:
    """One connection, and until when it has to go on."""

    def __init__(self, transport: asyncio.Transport, address: str, until: float) -> None:
        self.transport, self.address, self.until = transport, address, until
        self.closing = False


class Door:
    """All connections of the server."""

    def __init__(self, limits: Limits, proxies: Proxies) -> None:
        self.limits = limits
        self.proxies = proxies
        self._by_address: Counter[str] = Counter()
        self._places: dict[BaseTransport, Place] = {}
        self._pages: dict[BaseTransport, None] = {}  # those that are no sockets, the oldest first

    def come_in(self, transport: asyncio.Transport) -> bool:
        peer, _ = get_remote_addr(transport) or ("", 0)
        address = street(peer)
        if self._by_address[address] >= self.limits.an_address and peer not in self.proxies:
            return False
        if len(self._places) >= self.limits.connections and not self._make_room():
            return False
        self._by_address[address] += 1
        self._places[transport] = Place(transport, address, time.monotonic() + self.limits.silence)
        self._pages[transport] = None
        return True

    def _make_room(self) -> bool:
        """The page that has been open for longest makes way: whoever asked for it can ask again."""
        oldest = next(iter(self._pages), None)
        if oldest is None:
            return False
        self._places[oldest].transport.abort()
        self.leave(oldest)
        return True

    def sit_down(self, transport: BaseTransport) -> None:
        """It has become a socket; how long it may be silent is a matter of pings."""
        self._pages.pop(transport, None)
        self.wait(transport, float("inf"))

    def leave(self, transport: BaseTransport) -> None:
        place = self._places.pop(transport, None)
        self._pages.pop(transport, None)
        if place:
            self._by_address[place.address] -= 1
            if not self._by_address[place.address]:
                del self._by_address[place.address]

    def wait(self, transport: BaseTransport, seconds: float) -> None:
        if transport in self._places:
            self._places[transport].until = time.monotonic() + seconds

    async def sweep(self) -> None:
        """Now and then: close what took too long. Closing alone would wait until all was sent, perhaps for ever."""
        now = time.monotonic()
        for place in list(self._places.values()):
            if place.transport.is_closing() and not place.closing:
                place.closing, place.until = True, now + LINGER
            elif place.until < now:
                place.transport.abort()


class Config(uvicorn.Config):
    """uvicorn's configuration, which all its protocols are given, with our door."""

    def __init__(self, app: ASGIApp, door: Door, **named: Any) -> None:
        super().__init__(app, **named)
        self.door = door
        self.callback_notify, self.timeout_notify = door.sweep, 0  # once a second


class Pages(H11Protocol):
    """HTTP, with an end to all waiting: for a request, for the rest of it, for the answer to be taken."""

    config: Config

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # uvicorn narrows it too
        super().connection_made(transport)
        if not self.config.door.come_in(transport):
            transport.write(CRAMPED)
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.config.door.leave(self.transport)

    def handle_events(self) -> None:
        before = self.cycle
        super().handle_events()
        if self.cycle is not before:
            self.config.door.wait(self.transport, self.config.door.limits.request)

    def on_response_complete(self) -> None:
        self.config.door.wait(self.transport, self.config.door.limits.silence)
        super().on_response_complete()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self.config.door.sit_down(self.transport)
        super().handle_websocket_upgrade(event)


@lru_cache(64)
def ready(messages: tuple[bytes, ...]) -> bytes:
    """As they go out; their deflate looks back at nothing, so they suit everybody."""
    return b"".join([Frame(Opcode.TEXT, message).serialize(mask=False, extensions=[FOR_ALL]) for message in messages])


class Sockets(WebSocketsSansIOProtocol):
    """WebSocket, with a pace for all that comes in, and an ear for those who leave.

    Its deflate window holds the last frames: the next one is then mostly a reference to them. uvicorn's own is 4 KB.
    This costs some 60 KB for a connection, and brings a frame from 4 to 0.4 KB; a smaller window is slower, as there is
    more to write.
    """

    config: Config

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.conn.available_extensions = [ServerPerMessageDeflateFactory(compress_settings=LIGHTLY)]
        self.first_pace = Bucket(*self.config.door.limits.frames)  # until the app has found out who this is

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["state"]["line"] = self  # the app writes to it directly

    def is_free(self) -> bool:
        return self.handshake_complete and self.writable.is_set()

    async def free(self) -> None:
        await self.writable.wait()

    def write(self, messages: tuple[bytes, ...], alike: bool) -> None:
        """What many get alike is made ready once. A line is for the one kind or the other, as deflate looks back."""
        if self.conn.state is not State.OPEN or self.transport.is_closing():
            return
        if alike and self.deflates():
            self.transport.write(ready(messages))
        else:
            for message in messages:
                self.conn.send_text(message)
            self.transport.write(b"".join(self.conn.data_to_send()))

    def deflates(self) -> bool:
        found = self.conn.extensions
        return len(found) == 1 and isinstance(found[0], PerMessageDeflate) and found[0].local_max_window_bits == WINDOW

    def connection_lost(self, exc: Exception | None) -> None:
        self.forget()
        super().connection_lost(exc)
        self.config.door.leave(self.transport)

    def data_received(self, data: bytes) -> None:
        for start in range(0, len(data), MOUTHFUL):
            if self.transport.is_closing():
                return
            super().data_received(data[start : start + MOUTHFUL])

    def handle_events(self) -> None:
        pace = self.scope["state"].get("pace", self.first_pace) if self.handshake_complete else self.first_pace
        if pace.take(len(self.conn.events)):
            super().handle_events()
        else:
            self.turn_away(1008, "Slower, please: that was too much at once.")

    def send_receive_event_to_app(self) -> None:
        """uvicorn would stop reading until the app has taken this, and so not notice that somebody has left."""
        data, self.frames = b"".join(self.frames), []
        if self.close_sent:
            return
        if self.curr_msg_data_type == "bytes":
            self.queue.put_nowait({"type": "websocket.receive", "bytes": data})
            return
        try:
            self.queue.put_nowait({"type": "websocket.receive", "text": data.decode()})
        except UnicodeDecodeError:
            self.turn_away(1007, "That was not UTF-8.")

    def handle_close(self, event: Any) -> None:
        self.forget()
        super().handle_close(event)

    def forget(self) -> None:
        """What somebody said last before leaving is not worked off any more."""
        waiting = [self.queue.get_nowait() for _ in range(self.queue.qsize())]
        for event in waiting:
            if event["type"] != "websocket.receive":
                self.queue.put_nowait(event)

    def turn_away(self, code: int, why: str) -> None:
        self.forget()
        if self.conn.state is State.OPEN:
            self.conn.send_close(code, why)
            self.handle_parser_exception()
        else:
            self.transport.abort()

    def keepalive_timeout(self) -> None:
        """Whoever answers no ping takes no farewell either."""
        super().keepalive_timeout()
        self.transport.abort()

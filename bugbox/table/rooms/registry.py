"""All rooms of a server: in memory those that are used, on disk the others until they were left for too long."""

import asyncio
import logging
import sqlite3
import time
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from typing import Any

from bugbox.core.errors import BugboxError
from bugbox.table.net.limits import Limits
from bugbox.table.rooms.connection import Connection
from bugbox.table.rooms.live import LiveRoom
from bugbox.table.rooms.room import Refused, Room
from bugbox.table.storage.store import Move, RoomRow, Store
from bugbox.table.storage.written import Disk
from bugbox.table.thinking.pool import BotPool

MOST_IDLE = 100  # rooms in memory that nobody uses, at 100 to 200 KB each; the others are on disk
TIDY_PAUSE = 600.0  # seconds between two rounds of tidying
AT_ONCE, BREATH = 20, 0.05  # rooms that are cleared away together, and seconds for those who play before the next ones

log = logging.getLogger("bugbox.table")


class LiveRooms:
    def __init__(self, store: Store, bot_pool: BotPool, bot_pause: float, limits: Limits) -> None:
        self.store = store
        self.bot_pool = bot_pool
        self.bot_pause = bot_pause
        self.limits = limits
        self.watchers: dict[Connection, LiveRoom] = {}  # and their tables; the oldest first
        self.advised: set[str] = set()  # people for whom a hint is being thought about
        self._rooms: dict[str, LiveRoom] = {}
        self._loading: dict[str, asyncio.Task[LiveRoom | None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self.disk = Disk()

    async def create(self, row: RoomRow, moves: Sequence[Move] = ()) -> LiveRoom:
        room = await asyncio.to_thread(Room, row, list(moves))
        await self.disk.has(self.store.add_match(row, moves))
        return self._add(room)

    async def find(self, room: str) -> LiveRoom | None:
        """From memory or from disk; two browsers that come at once get the same one."""
        while room not in self._rooms:  # whoever waited for the loading may find it pushed out already
            if room not in self._loading:
                self._loading[room] = asyncio.create_task(self._load(room))
            if await asyncio.shield(self._loading[room]) is None:
                return None
        live = self._rooms[room] = self._rooms.pop(room)  # those that were asked for last are last
        return live

    def has(self, live: LiveRoom) -> bool:
        """Is this the one in memory?"""
        return self._rooms.get(live.room.row.id) is live

    async def _load(self, room: str) -> LiveRoom | None:
        try:
            found = await asyncio.to_thread(self.read, room)
            return await self._add(found).opened() if found else None
        finally:
            del self._loading[room]

    def read(self, room: str) -> Room | None:
        try:
            found = self.store.load(room)
            return Room(*found) if found else None
        except Refused:
            raise
        except Exception as error:  # whatever a damaged file may lead to; what it says may tell of hidden cards
            self.store.complain(room, error)
            raise Refused("This table is damaged and cannot be opened.") from error

    async def tidy_up(self) -> None:
        """Now and then: mark rooms that look abandoned, and clear away those that were marked long ago."""
        counted = time.monotonic()
        while True:
            with suppress(sqlite3.Error, BugboxError):
                seconds = int(time.monotonic() - counted)
                await self.disk.has(self.store.mark(seconds))
                counted += seconds
                await self._clear_marked()
            await asyncio.sleep(TIDY_PAUSE)

    async def _clear_marked(self) -> None:
        """Until none is left but those in use."""
        while rooms := await asyncio.to_thread(self.store.left_rooms, AT_ONCE):
            if not any(await asyncio.gather(*map(self.clear_away, rooms))):
                return
            await asyncio.sleep(BREATH)

    async def clear_away(self, room: str) -> bool:
        """Off the disk, unless somebody is there; whoever comes meanwhile waits, and finds nothing."""
        if room in self._loading or (room in self._rooms and self._rooms[room].is_in_use()):
            return False
        self._rooms.pop(room, None)
        self._loading[room] = asyncio.create_task(self._clear_away(room))
        await self._loading[room]
        return True

    async def _clear_away(self, room: str) -> None:
        try:
            await self.disk.has(self.store.clear_away(room))
        finally:
            del self._loading[room]

    def _add(self, room: Room) -> LiveRoom:
        self._push_out()
        live = self._rooms[room.row.id] = LiveRoom(room, self)
        return live

    def _push_out(self) -> None:
        """Rooms that nobody uses make way, those first that nobody has asked for longest."""
        if len(self._rooms) < MOST_IDLE:
            return
        idle = [name for name, live in self._rooms.items() if not live.is_in_use()]
        for name in idle[: max(0, len(idle) - MOST_IDLE + 1)]:
            del self._rooms[name]

    def in_background(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception():
            log.error("a bot could not play", exc_info=task.exception())

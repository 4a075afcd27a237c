"""All rooms of a server: in memory those that are used, on disk the others until they were left for too long."""

import asyncio
import logging
import sqlite3
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from typing import Any

from bugbox.table.bot_pool import BotPool
from bugbox.table.disk import CannotWrite, Disk
from bugbox.table.limits import Limits
from bugbox.table.live import LiveRoom
from bugbox.table.room import Refused, Room
from bugbox.table.store import Move, RoomRow, Store

MOST_ROOMS = 2000  # in memory; rooms that nobody looks at make way
TIDY_PAUSE, AT_ONCE = 60.0, 20  # seconds, and rooms that are cleared away then

log = logging.getLogger("bugbox.table")


class LiveRooms:
    def __init__(self, store: Store, bot_pool: BotPool, bot_pause: float, limits: Limits) -> None:
        self.store = store
        self.bot_pool = bot_pool
        self.bot_pause = bot_pause
        self.limits = limits
        self.watching = 0  # connections without a seat, at all tables
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
        return self._rooms[room]

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
        """Now and then, some of the rooms that were left long ago."""
        while True:
            with suppress(sqlite3.Error):
                for room in await asyncio.to_thread(self.store.left_rooms, AT_ONCE):
                    await self.clear_away(room)
            await asyncio.sleep(TIDY_PAUSE)

    async def clear_away(self, room: str) -> None:
        """Off the disk, unless somebody is there; whoever comes meanwhile waits, and finds nothing."""
        if room in self._loading or (room in self._rooms and self._rooms[room].is_in_use()):
            return
        self._rooms.pop(room, None)
        self._loading[room] = asyncio.create_task(self._clear_away(room))
        await self._loading[room]

    async def _clear_away(self, room: str) -> None:
        try:
            with suppress(CannotWrite):
                await self.disk.has(self.store.clear_away(room))
        finally:
            del self._loading[room]

    def _add(self, room: Room) -> LiveRoom:
        if len(self._rooms) >= MOST_ROOMS:
            self._rooms = {name: live for name, live in self._rooms.items() if live.is_in_use()}
        live = self._rooms[room.row.id] = LiveRoom(room, self)
        return live

    def in_background(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception():
            log.error("a bot could not play", exc_info=task.exception())

"""Waiting for the store, and what to say when it cannot write."""

import asyncio
import logging
import sqlite3
from concurrent.futures import Future

from bugbox.core.errors import BugboxError
from bugbox.table.rooms.room import Refused

log = logging.getLogger("bugbox.table")


class CannotWrite(BugboxError):
    """The disk is full or broken; perhaps not for ever."""


class Disk:
    """Says once that it does not work any more, and once that it works again."""

    def __init__(self) -> None:
        self._works = True

    async def has(self, write: Future[None]) -> None:
        """Wait until it is on disk."""
        try:
            await asyncio.wrap_future(write)
        except sqlite3.IntegrityError:
            raise Refused("Somebody else was faster; please look again.") from None
        except sqlite3.Error as error:
            if self._works:
                log.error("the store cannot write: %s", error)
            self._works = False
            raise CannotWrite("The server cannot write to its disk; nothing was changed.") from None
        if not self._works:
            log.warning("the store can write again")
        self._works = True

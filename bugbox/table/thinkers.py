"""Bots think in processes of their own, so that the table never waits for them."""

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing.connection import Connection

from bugbox.bots import levels
from bugbox.core import record
from bugbox.core.match import Match
from bugbox.games import find

log = logging.getLogger("bugbox.table")


class Thinkers:
    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._pool: ProcessPoolExecutor | None = None
        # When the server closes its end, or dies, its bots notice at theirs.
        self._far_end, self._leash = multiprocessing.Pipe(duplex=False)

    def start(self) -> None:
        """Have the first process ready before the first bot is asked."""
        self._running().submit(os.getpid)

    def stop(self) -> None:
        """At once: a bot that is still thinking is not waited for."""
        self._leash.close()
        if self._pool:
            self._pool.shutdown(wait=True, cancel_futures=True)

    async def decide(self, match: Match, seat: int) -> str:
        """What the bot at this seat does. Should its process die, another one tries."""
        text = match.record()
        for _ in range(2):
            try:
                return await asyncio.wrap_future(self._running().submit(think, text, seat))
            except BrokenProcessPool:
                log.warning("a bot's process died; starting another")
                self._pool = None
            except Exception:
                log.exception("a bot cannot decide")
        log.error("the bot takes its first option, so that the match goes on")
        return match.options(seat)[0]

    def _running(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")  # forking a process with threads is not safe
            self._pool = ProcessPoolExecutor(self._processes, context, begin, (self._far_end,))
        return self._pool


def begin(leash: Connection) -> None:
    """Ctrl-C is for the server, which stops its bots; and no bot outlives a server that was killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def follow() -> None:
        with suppress(EOFError):
            leash.recv()
        os._exit(0)

    threading.Thread(target=follow, daemon=True).start()


def think(text: str, seat: int) -> str:
    kept = record.read(text)
    return levels.decide(Match.replay(find(kept.game), kept), seat)

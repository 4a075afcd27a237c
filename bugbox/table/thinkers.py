"""Bots think in processes of their own, so that the table never waits for them."""

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

from bugbox.bots import levels
from bugbox.core import record
from bugbox.core.match import Match
from bugbox.games import find

log = logging.getLogger("bugbox.table")


class Thinkers:
    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._pool: ProcessPoolExecutor | None = None

    def start(self) -> None:
        """Have the first process ready before the first bot is asked."""
        self._running().submit(os.getpid)

    def stop(self) -> None:
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
        log.error("two processes of bots died; the bot takes its first option")
        return match.options(seat)[0]

    def _running(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")  # forking a process with threads is not safe
            self._pool = ProcessPoolExecutor(self._processes, context, initializer=begin)
        return self._pool


def begin() -> None:
    """Ctrl-C is for the server, which stops its bots; and no bot outlives a server that was killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    server = multiprocessing.parent_process()
    assert server

    def follow() -> None:
        server.join()
        os._exit(1)

    threading.Thread(target=follow, daemon=True).start()


def think(text: str, seat: int) -> str:
    kept = record.read(text)
    return levels.decide(Match.replay(find(kept.game), kept), seat)

"""Bots think in processes of their own, so that the table never waits for them."""

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from typing import TypeVar

from bugbox.bots import levels
from bugbox.core import record
from bugbox.core.match import Match
from bugbox.games import find

Answer = TypeVar("Answer")

log = logging.getLogger("bugbox.table")


class BotPool:
    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._pool: ProcessPoolExecutor | None = None
        # When the server closes its end, or dies, its bots notice at theirs.
        self._far_end, self._leash = multiprocessing.Pipe(duplex=False)

    def start(self) -> None:
        """Have the first process ready before the first bot is asked."""
        self._submit(os.getpid)

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
                return await asyncio.wrap_future(self._submit(think, text, seat))
            except BrokenProcessPool:
                log.warning("a bot's process died; starting another")
                self._pool = None
            except Exception:
                log.exception("a bot cannot decide")
        log.error("the bot takes its first option, so that the match goes on")
        return match.options(seat)[0]

    def _submit(self, work: Callable[..., Answer], *given: str | int) -> Future[Answer]:
        """A process that this starts must not notice Ctrl-C, not even before it has begun."""
        if not hasattr(signal, "pthread_sigmask"):
            return self._running().submit(work, *given)
        resource_tracker.ensure_running()  # multiprocessing's own helper: starting it would end the block below
        before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
        try:
            return self._running().submit(work, *given)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)

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
    known = record.read(text)
    return levels.decide(Match.replay(find(known.game), known), seat)

"""Bots think in processes of their own, so that the table never waits for them."""

import asyncio
import logging
import math
import multiprocessing
import os
import signal
import threading
import time
import traceback
from collections.abc import Awaitable, Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from typing import Any, Final

from bugbox.bots import levels
from bugbox.bots.analysis import Judged, analyse
from bugbox.bots.win_history import batches
from bugbox.core.match import Match, Progress
from bugbox.games import find
from bugbox.table.thinking.queue import ADVISE, DECIDE, LOOK_BACK, Asker, BotQueue, Question

PATIENCE: Final = 10.0  # seconds to start, or beyond what a bot may think; then its process counts as hung
LADDER: Final = len(levels.FOR_PEOPLE) + 1  # from the highest level down to random play
SPARE: Final = 0.03  # seconds for all that comes to a bot's thought: no answer is told sooner

log = logging.getLogger("bugbox.table")


class BotPool:
    """So many processes, never more and never fewer: where one dies or hangs, another takes its place."""

    def __init__(self, processes: int, patience: float = PATIENCE) -> None:
        # When the server closes its end, or dies, its bots notice at theirs.
        far_end, self._leash = multiprocessing.Pipe(duplex=False)
        self._processes = [BotProcess(far_end, patience) for _ in range(processes)]
        self._free = list(self._processes)
        self._queue = BotQueue(processes)
        self._threads = ThreadPoolExecutor(processes, "bots")
        self._answering: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        """Have the processes ready before the first bot is asked."""
        for process in self._processes:
            process.begin()

    def stop(self) -> None:
        """At once: a bot that is still thinking, or hangs, is not waited for."""
        self._free.clear()
        self._leash.close()
        for process in self._processes:
            process.end()
        self._threads.shutdown()

    def decide(self, match: Match, seat: int, asker: Asker, table: str) -> Awaitable[str]:
        """What the bot at this seat does. The match is looked at now; it may change before the answer is there."""
        usual = levels.seconds_at_table(match.bots.get(seat, ""))
        return self._ask(DECIDE, match.progress(), seat, match.options(seat)[0], asker, table, usual)

    def advise(self, match: Match, seat: int, asker: Asker, table: str) -> Awaitable[list[Judged]]:
        """What a bot would do at this seat, the best first; nothing if it could not think."""
        return self._ask(ADVISE, match.progress(), seat, [], asker, table)

    def look_back(self, match: Progress, first: int, asker: Asker, table: str) -> Awaitable[list[list[float]]]:
        """Everyone's chances in some more batches of a match, starting at batch `first`; nothing if it failed.

        It is thought about when nobody waits for anything else.
        """
        return self._ask(LOOK_BACK, match, first, [], asker, table)

    def _ask(
        self, kind: str, match: Progress, about: int, instead: Any, asker: Asker, table: str, usual: float = math.inf
    ) -> Awaitable[Any]:
        answer = asyncio.get_running_loop().create_future()
        self._queue.add(Question(asker, table, match, about, instead, time.monotonic(), answer, kind, usual))
        self._hand_out()
        return answer

    def _hand_out(self) -> None:
        while self._free and (found := self._queue.next()):
            task = asyncio.create_task(self._answer(self._free.pop(), *found))
            self._answering.add(task)
            task.add_done_callback(self._answering.discard)

    async def _answer(self, process: "BotProcess", question: Question, seconds: float) -> None:
        """A decision is told when its time is over: sooner, it would tell that a hidden hand left little choice."""
        loop = asyncio.get_running_loop()
        due = loop.time() + seconds + SPARE
        found = await loop.run_in_executor(self._threads, process.think, question, seconds)
        if found is None and question.kind == DECIDE and not self._leash.closed:
            log.error("the bot takes its first option, so that the match goes on")
        if not self._leash.closed:
            self._free.append(process)
            self._hand_out()
        if question.kind == DECIDE:
            await asyncio.sleep(due - loop.time())
        if not question.answer.done():
            question.answer.set_result(question.instead if found is None else found)


class BotProcess:
    """A process and the pipe to it. It is replaced by another one in here, so their number stays."""

    def __init__(self, leash: Connection, patience: float) -> None:
        self._leash = leash
        self._patience = patience
        self._is_broken = False
        self._ended = False

    def begin(self) -> None:
        """It must not notice Ctrl-C, not even before it has begun."""
        context = multiprocessing.get_context("spawn")  # forking a process with threads is not safe
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=work, args=(theirs, self._leash), daemon=True)
        self._is_ready = self._is_broken = False
        with theirs, without_ctrl_c():
            self._process.start()

    def end(self) -> None:
        """Also a process that was stopped by a signal ends by this one."""
        self._ended = True
        if self._process.pid:
            self._process.kill()
            self._process.join()

    def think(self, question: Question, seconds: float) -> Any:
        """The answer, or None if there is none to be had. It waits, so it is for a thread."""
        for failures in range(2):
            try:
                if self._is_broken:
                    self.begin()
                return self._ask(question, seconds, failures)
            except (EOFError, OSError) as error:
                if self._ended:
                    break
                log.warning(
                    "a bot's process %s; starting another", "hangs" if isinstance(error, TimeoutError) else "died"
                )
                self._give_up()
        return None

    def _ask(self, question: Question, seconds: float, failures: int) -> Any:
        if not self._is_ready:
            self._hear(self._patience)
            self._is_ready = True
        self._pipe.send((question.kind, question.table, question.match, question.about, seconds, failures))
        found, wrong = self._hear(seconds + self._patience)
        if wrong:
            log.error("a bot failed: %s", wrong)
        return found

    def _hear(self, seconds: float) -> tuple[Any, str]:
        if not self._pipe.poll(seconds):
            raise TimeoutError
        said: tuple[Any, str] = self._pipe.recv()
        return said

    def _give_up(self) -> None:
        self._is_broken = True
        self._pipe.close()
        if self._process.pid:
            self._process.kill()
            self._process.join()


@contextmanager
def without_ctrl_c() -> Iterator[None]:
    """What is started here does not notice it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # multiprocessing's own helper: starting it would end the block
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# --- In the process ---


def work(pipe: Connection, leash: Connection) -> None:
    """Ctrl-C is for the server, which ends its bots; and no bot outlives a server that was killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def follow() -> None:
        with suppress(EOFError):
            leash.recv()
        os._exit(0)

    threading.Thread(target=follow, daemon=True).start()
    with suppress(EOFError, OSError):  # the server is gone
        pipe.send((None, ""))  # ready
        while True:
            kind, *about = pipe.recv()
            pipe.send(ANSWERS[kind](*about))


class Matches:
    """The matches that a process was asked about last, so that it only has to play what has happened since."""

    MOST: Final = 16

    def __init__(self) -> None:
        self._by_table: dict[str, Match] = {}  # the least recently used first

    def __len__(self) -> int:
        return len(self._by_table)

    def at(self, table: str, now: Progress) -> Match:
        match = self._by_table.pop(table, None)  # if anything fails below, the next question starts from the deal
        if match is None or (match.game.name, match.seats, match.seed, match.settings) != now[:4]:
            match = Match(find(now.game), now.seats, now.seed, now.settings)
        match.follow(now.acted)
        match.players, match.bots = now.players, dict(now.bots)
        self._by_table[table] = match
        if len(self._by_table) > self.MOST:
            del self._by_table[next(iter(self._by_table))]
        return match


matches = Matches()


def think(table: str, now: Progress, seat: int, seconds: float, steps_down: int) -> tuple[str | None, str]:
    """The option, and what went wrong on the way to it: where a level fails, the next one down answers.

    A level that thinks for a time takes all of it, even for a forced choice: those who wait for this process must not
    notice the difference.
    """
    end = time.monotonic() + seconds
    wrong = ""
    for down in range(steps_down, LADDER):
        try:
            match = matches.at(table, now)
            option = levels.decide(match, seat, seconds, down)
            if levels.is_timed(match.bots[seat]):
                time.sleep(max(0.0, end - time.monotonic()))
            return option, wrong
        except Exception:
            wrong = wrong or traceback.format_exc()
    return None, wrong


def advise(table: str, now: Progress, seat: int, seconds: float, failures: int) -> tuple[list[Judged] | None, str]:
    """Nobody waits for advice as a match waits for a bot: where it fails, there is none."""
    try:
        return analyse(matches.at(table, now), seat, seconds), ""
    except Exception:
        return None, traceback.format_exc()


def look_back(
    table: str, now: Progress, first: int, seconds: float, failures: int
) -> tuple[list[list[float]] | None, str]:
    """As many batches as there is time for, and one at least."""
    end = time.monotonic() + seconds
    found = []
    try:
        for batch in batches(matches.at(table, now), first):
            found.append(batch)
            if time.monotonic() >= end:
                break
        return found, ""
    except Exception:
        return None, traceback.format_exc()


ANSWERS: Final[Mapping[str, Callable[[str, Progress, int, float, int], tuple[Any, str]]]] = {
    DECIDE: think,
    ADVISE: advise,
    LOOK_BACK: look_back,
}

"""Who waits for a bot: one question of each person after the other, not first come, first served."""

import asyncio
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

ROUND: Final = 3.0  # seconds in which everybody who waits has had a bot's answer
LEAST: Final = 0.02  # seconds that a bot may think, however many wait


@dataclass(frozen=True)
class Question:
    """What the bot at this seat does in this match, which a person has at a table."""

    person: str
    table: str
    match: str  # its record, as it was when this was asked
    seat: int
    first: str  # the bot's first option
    at: float
    answer: asyncio.Future[str]


Tables = dict[str, deque[Question]]


class BotQueue:
    def __init__(self, processes: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._processes = processes
        self._clock = clock
        self._waiting: dict[str, Tables] = {}  # by person, and whoever was served last is last

    def add(self, question: Question) -> None:
        self._waiting.setdefault(question.person, {}).setdefault(question.table, deque()).append(question)

    def next(self) -> tuple[Question, float] | None:
        """The next question, and for how many seconds the bot may think."""
        if not self._waiting:
            return None
        person, tables = next(iter(self._waiting.items()))
        table, questions = next(iter(tables.items()))
        seconds = self._share(questions[0], tables)
        question = questions.popleft()
        move_to_the_end(tables, table)
        move_to_the_end(self._waiting, person)
        return question, seconds

    def _share(self, question: Question, tables: Tables) -> float:
        """Everybody has the same part of a round. A bot that had to wait thinks less, rather than late."""
        left = ROUND - (self._clock() - question.at)
        mine = sum(map(len, tables.values()))
        return max(LEAST, left * self._processes / len(self._waiting) / mine)


def move_to_the_end(waiting: dict[str, Any], name: str) -> None:
    """Behind all others, or out if nothing is left."""
    rest = waiting.pop(name)
    if rest:
        waiting[name] = rest

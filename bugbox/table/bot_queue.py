"""Who waits for a bot: one question of each person after the other, not first come, first served."""

import asyncio
import math
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

ROUND: Final = 3.0  # seconds in which everybody who waits has had a bot's answer
LEAST: Final = 0.02  # seconds that a bot may think, however many wait

DECIDE, ADVISE, LOOK_BACK = "decide", "advise", "look back"  # what can be asked
MOST: Final = {DECIDE: math.inf, ADVISE: 1.0, LOOK_BACK: 0.1}  # seconds for each, however few wait
CAN_WAIT: Final = (LOOK_BACK,)  # until nobody asks for anything else


@dataclass(frozen=True)
class Question:
    """Something to think about in a match, which a person has at a table."""

    person: str
    table: str
    match: str  # its record, as it was when this was asked
    about: int  # the seat; or what part of looking back comes next
    instead: Any  # the answer if there is none to be had: of a bot its first option
    at: float
    answer: asyncio.Future[Any]
    kind: str = DECIDE


Tables = dict[str, deque[Question]]
People = dict[str, Tables]  # whoever was served last is last


class BotQueue:
    def __init__(self, processes: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._processes = processes
        self._clock = clock
        self._waiting: People = {}
        self._patient: People = {}

    def add(self, question: Question) -> None:
        people = self._patient if question.kind in CAN_WAIT else self._waiting
        people.setdefault(question.person, {}).setdefault(question.table, deque()).append(question)

    def next(self) -> tuple[Question, float] | None:
        """The next question, and for how many seconds may be thought about it."""
        people = self._waiting or self._patient
        if not people:
            return None
        person, tables = next(iter(people.items()))
        table, questions = next(iter(tables.items()))
        seconds = self._share(questions[0], tables, len(people))
        question = questions.popleft()
        move_to_the_end(tables, table)
        move_to_the_end(people, person)
        return question, seconds

    def _share(self, question: Question, tables: Tables, people: int) -> float:
        """Everybody has the same part of a round. A bot that had to wait thinks less, rather than late."""
        left = ROUND - (self._clock() - question.at)
        mine = sum(map(len, tables.values()))
        return max(LEAST, min(MOST[question.kind], left * self._processes / people / mine))


def move_to_the_end(waiting: dict[str, Any], name: str) -> None:
    """Behind all others, or out if nothing is left."""
    rest = waiting.pop(name)
    if rest:
        waiting[name] = rest

"""Who waits for a bot: not first come, first served, but in turns.

Addresses take turns, then the people at an address, then the tables of a person. A browser can have as many secrets as
it likes and look like many people, but it has one address. A class behind one address has all the time that the others
leave, and its people share that alike.
"""

import asyncio
import math
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from bugbox.core.match import Progress

ROUND: Final = 3.0  # seconds in which everybody who waits has had a bot's answer
LEAST: Final = 0.02  # seconds that a bot may think, however many wait

DECIDE, ADVISE, LOOK_BACK = "decide", "advise", "look back"  # what can be asked
MOST: Final = {DECIDE: math.inf, ADVISE: 1.0, LOOK_BACK: 0.1}  # seconds for each, however few wait
CAN_WAIT: Final = (LOOK_BACK,)  # until nobody asks for anything else


class Asker(NamedTuple):
    """For whom a bot thinks: a person, and where they are."""

    address: str
    person: str


@dataclass(frozen=True)
class Question:
    """Something to think about in a match, for somebody at a table."""

    asker: Asker
    table: str
    match: Progress  # as it was when this was asked
    about: int  # the seat; or what part of looking back comes next
    instead: Any  # the answer if there is none to be had: of a bot its first option
    at: float
    answer: asyncio.Future[Any]
    kind: str = DECIDE
    usual: float = math.inf  # seconds that a bot of its level thinks, whatever there is to decide


Tables = dict[str, deque[Question]]
People = dict[str, Tables]
Addresses = dict[str, People]  # like the other two: the last one served is last


class BotQueue:
    def __init__(self, processes: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._processes = processes
        self._clock = clock
        self._waiting: Addresses = {}
        self._patient: Addresses = {}

    def add(self, question: Question) -> None:
        addresses = self._patient if question.kind in CAN_WAIT else self._waiting
        tables = addresses.setdefault(question.asker.address, {}).setdefault(question.asker.person, {})
        tables.setdefault(question.table, deque()).append(question)

    def next(self) -> tuple[Question, float] | None:
        """The next question, and for how many seconds may be thought about it."""
        addresses = self._waiting or self._patient
        if not addresses:
            return None
        address, people = next(iter(addresses.items()))
        person, tables = next(iter(people.items()))
        table, questions = next(iter(tables.items()))
        seconds = self._share(questions[0], len(addresses) * len(people) * sum(map(len, tables.values())))
        question = questions.popleft()
        move_to_the_end(tables, table)
        move_to_the_end(people, person)
        move_to_the_end(addresses, address)
        return question, seconds

    def _share(self, question: Question, parts: int) -> float:
        """One of so many equal parts of a round. A bot that had to wait thinks less, rather than late."""
        left = ROUND - (self._clock() - question.at)
        return max(LEAST, min(MOST[question.kind], question.usual, left * self._processes / parts))


def move_to_the_end(waiting: dict[str, Any], name: str) -> None:
    """Behind all others, or out if nothing is left."""
    rest = waiting.pop(name)
    if rest:
        waiting[name] = rest

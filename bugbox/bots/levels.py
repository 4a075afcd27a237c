"""The bots by name, from `random` to those that think."""

import math
import time
from collections.abc import Callable
from typing import Final

from bugbox.bots.search import Search
from bugbox.core.errors import BugboxError, WrongSetting
from bugbox.core.match import Match
from bugbox.core.position import MOST_OPTIONS, Position, random_option
from bugbox.core.rng import Rng
from bugbox.core.rows import zeros
from bugbox.core.settings import whole_number

Level = Callable[[Position, int, Rng], int]  # a guessed position, a seat that owes a decision, dice -> an option

SIMULATIONS: Final = 1000
ENDLESS: Final = 1 << 40  # simulations
SLICE: Final = 50  # simulations between two looks at the clock


# What people choose from; any other level of find() can be asked for too.
FOR_PEOPLE: Final = {"random": "careless", "search:50": "easy", "search": "normal", "search:8000": "hard"}
USUAL: Final = "search"


class Bot:
    """A level at a seat, with dice of its own. It is handed a guess of the position, never the position."""

    def __init__(self, level: str, seat: int, seconds: float = math.inf) -> None:
        self.level = find(level, seconds)
        self.seat = seat
        self._guessed: Position | None = None

    def decide(self, position: Position, rng: Rng) -> int:
        if self._guessed is None:
            self._guessed = position.blank()
        self._guessed.copy_from(position)
        self._guessed.guess(self.seat, rng)
        return self.level(self._guessed, self.seat, rng)


class Dice:
    """A seat's own dice for a bot: new ones for each of its decisions, so that it decides the same wherever and
    whenever the match is played again, and a decision that was taken back is no new throw.
    """

    def __init__(self, seed: int, seat: int) -> None:
        self._all = Rng(seed, f"bot {seat}")
        self._rng = Rng(0)

    def at(self, decision: int) -> Rng:
        """For the seat's decision of this number."""
        self._rng.become(self._all, decision)
        return self._rng


def decide(match: Match, seat: int, seconds: float = math.inf) -> str:
    """What the bot at this seat does; in fewer seconds than it wants it plays as a lower level would."""
    if seat not in match.bots:
        raise BugboxError(f"No bot plays at seat {seat}.")
    made = sum(decided == seat for decided, _ in match.decisions)
    code = Bot(match.bots[seat], seat, seconds).decide(match.position, Dice(match.seed, seat).at(made))
    return match.game.words.option_text(match.position, seat, code)


def playing_random() -> Level:
    buffer = zeros(MOST_OPTIONS)
    return lambda position, seat, rng: random_option(position, seat, rng, buffer)


def searching(simulations: int, seconds: float) -> Level:
    """Repeatable if there is time for all simulations: the same view and the same dice give the same decision."""

    def play(position: Position, seat: int, rng: Rng) -> int:
        search = Search(position, seat, rng)
        end = time.monotonic() + seconds
        while search.is_open() and search.simulations < simulations:
            search.think(min(SLICE, simulations - search.simulations))
            if time.monotonic() >= end:
                break
        return search.best()

    return play


def find(name: str, most: float = math.inf) -> Level:
    """`random`, `search`, `search:200` (simulations a decision) or `search:2s` (seconds a decision).

    None thinks for more than `most` seconds, once it has begun.
    """
    kind, _, amount = name.partition(":")
    number = whole_number(amount.removesuffix("s"))
    if name == "random":
        return playing_random()
    if name == "search":
        return searching(SIMULATIONS, most)
    if kind == "search" and number is not None and 0 < number <= 1_000_000:
        return searching(ENDLESS, min(number, most)) if amount.endswith("s") else searching(number, most)
    raise WrongSetting(
        f"There is no bot {name!r}; the bots are random, search, search:200 (simulations) and search:2s (seconds)."
    )

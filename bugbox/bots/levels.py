"""Bots by name: five levels for people, and the algorithms behind them."""

import math
import re
import time
from collections.abc import Callable, Container, Mapping
from typing import Final

from bugbox.bots.greedy import Greedy
from bugbox.bots.policy import Glance
from bugbox.bots.search import ENDLESS, Search
from bugbox.core.brain import Brain
from bugbox.core.errors import BugboxError, WrongSetting
from bugbox.core.game import Game
from bugbox.core.match import Match
from bugbox.core.position import Position, RandomPlay
from bugbox.core.record import is_level
from bugbox.core.rng import Rng
from bugbox.core.settings import whole_number

# (guessed position, seat to act, random stream, brain) -> option
Level = Callable[[Position, int, Rng, Brain], int]

SIMULATIONS: Final = 1000
GUESSES: Final = 4
A_SIMULATION: Final = 0.0003  # seconds allowed for one at a table: several times what it takes


# The levels that people choose from, weakest first, with their strength; find() knows others too.
FOR_PEOPLE: Final[Mapping[str, str]] = {
    "hatchling": "beginner",
    "forager": "casual",
    "hunter": "solid",
    "veteran": "strong",
    "queen": "strongest",
}
USUAL: Final = "hunter"
AT_TABLES: Final = (*FOR_PEOPLE, "random", "search:50", "search", "search:8000")  # the last four for old tables


def called(level: str) -> str:
    """Return the display name, such as `Hunter`; experimental levels are shown as they are written."""
    return level.capitalize() if level in FOR_PEOPLE else level


class Bot:
    """A level playing a seat. It thinks about a guess of the position, never the position itself."""

    def __init__(self, game: Game, level: str, seat: int, seconds: float = math.inf) -> None:
        self.game = game
        self.level = find(level, seconds)
        self.seat = seat
        self._guessed: Position | None = None

    def decide(self, position: Position, rng: Rng) -> int:
        if self._guessed is None:
            self._guessed = position.blank()
            self._brain = self.game.brain(position.variant)
        self._guessed.copy_from(position)
        self._guessed.guess(self.seat, rng)
        return self.level(self._guessed, self.seat, rng, self._brain)


class Dice:
    """A bot's random streams: one per decision of its seat, so that its decisions are the same whenever the match is
    replayed, and undoing a decision doesn't give it another throw.
    """

    def __init__(self, seed: int, seat: int) -> None:
        self._all = Rng(seed, f"bot {seat}")
        self._rng = Rng(0)

    def at(self, decision: int) -> Rng:
        """Return the stream for the seat's decision with this number."""
        self._rng.become(self._all, decision)
        return self._rng


def decide(match: Match, seat: int, seconds: float = math.inf, steps_down: int = 0) -> str:
    """Choose an option for the bot at this seat, `steps_down` levels weaker; with too few seconds it plays worse."""
    if seat not in match.bots:
        raise BugboxError(f"No bot plays at seat {seat}.")
    level = match.bots[seat]
    for _ in range(steps_down):
        level = below(level)
    made = sum(decided == seat for decided, _ in match.decisions)
    code = Bot(match.game, level, seat, seconds).decide(match.position, Dice(match.seed, seat).at(made))
    return match.game.words.option_text(match.position, seat, code)


def playing_random() -> Level:
    randomly = RandomPlay()
    return lambda position, seat, rng, brain: randomly.option(position, seat, rng)


def preferring() -> Level:
    """Sample an option from the brain's preferences."""
    return lambda position, seat, rng, brain: Glance(brain).option(position, seat, rng)


def looking_ahead(slack: float = 0.0) -> Level:
    """Choose the option that leaves the best position; `slack` scales the bot's mistakes."""

    def play(position: Position, seat: int, rng: Rng, brain: Brain) -> int:
        looking = Greedy(position, seat, rng, brain)
        if looking.count > 1:
            looking.think(GUESSES)
            if slack:
                thought_of = Glance(brain).thinkable(position, seat)
                return nearly_best(looking.judgement(), thought_of, slack * brain.slip, rng)
        return looking.best()

    return play


def searching(simulations: int, seconds: float, slack: float = 0.0) -> Level:
    """Search; deterministic for a view and a random stream if there is time for all simulations."""

    def play(position: Position, seat: int, rng: Rng, brain: Brain) -> int:
        end = time.monotonic() + seconds
        search = Search(position, seat, rng, brain)
        if search.is_open():
            search.think_until(simulations, end)
            if slack:
                judged = [(option, worth) for option, _, worth in search.judgement()]
                thought_of = [*Glance(brain).thinkable(position, seat), search.best()]
                return nearly_best(judged, thought_of, slack * brain.slip, rng)
        return search.best()

    return play


def nearly_best(judged: list[tuple[int, float]], thought_of: Container[int], slack: float, rng: Rng) -> int:
    """Choose an option by its worth, with mistakes: the less an option costs, the more often it is chosen.

    Adds Gumbel noise to each worth, which samples from a softmax. Options that nobody would think of are excluded:
    with 190 options, the noise of some poor one would almost always be large enough.
    """
    return max(
        [one for one in judged if one[0] in thought_of],
        key=lambda one: one[1] - slack * math.log(-math.log((int(rng.word()) + 0.5) / 2**32)),
    )[0]


def without_brain(level: Level) -> Level:
    return lambda position, seat, rng, brain: level(position, seat, rng, Brain(position.variant))


SIMPLE: Final[Mapping[str, Callable[[], Level]]] = {"random": playing_random, "glance": preferring}


# The algorithm of each level, the same in every game. The brain's `slip` adapts the mistakes to the game.
MADE_OF: Final[Mapping[str, str]] = {
    "hatchling": "greedy~18",
    "forager": "greedy~5.2",
    "hunter": "search:100~2.6",
    "veteran": "search:500~1.2",
    "queen": "search:1s",
}


def above(name: str) -> str | None:
    """Return the next stronger level; None for the strongest, or if this isn't a level for people."""
    names = list(FOR_PEOPLE)
    return names[names.index(name) + 1] if name in names[:-1] else None


def below(name: str) -> str:
    """Return the fallback level if this one fails: the next weaker one, and finally random play, which always works."""
    names = list(FOR_PEOPLE)
    if name in names[1:]:
        return names[names.index(name) - 1]
    return "random" if name in (names[0], *SIMPLE) else names[0]


def find(name: str, most: float = math.inf) -> Level:
    """Return a level by name: one for people or, for experiments, `random`, `glance`, `greedy`, `search:200`
    (simulations per decision), `search:2s` or `search:20ms`; `plain` is search without the game's brain. `greedy~2` and
    `search:200~0.5` make mistakes; the number is a multiple of the usual cost of a mistake in the game.

    The level thinks for at most `most` seconds.
    """
    if name in MADE_OF:
        return find(MADE_OF[name], most)
    if name in SIMPLE:
        return SIMPLE[name]()
    wise, tilde, mistakes = name.partition("~")
    budget = budget_of(wise)
    slack = read_slack(mistakes) if tilde else 0.0
    if not is_level(name) or slack is None or (budget is None and wise != "greedy"):
        raise WrongSetting(
            f"There is no bot {name!r}; the bots are {', '.join(FOR_PEOPLE)}, and for experiments {', '.join(SIMPLE)}, "
            "greedy, search:200 (simulations) and search:2s (seconds)."
        )
    if budget is None:
        return looking_ahead(slack)
    simulations, seconds = budget
    level = searching(simulations, min(seconds, most), slack)
    return without_brain(level) if wise.startswith("plain") else level


def read_slack(mistakes: str) -> float | None:
    return float(mistakes) if re.fullmatch(r"\d{1,3}(\.\d{1,3})?", mistakes) else None


def seconds_at_table(name: str) -> float:
    """Return a level's thinking time per decision at a table; 0 if it doesn't search.

    It is the same for every decision: a varying time would leak what the bot holds.
    """
    simulations, seconds = budget_of(name) or (0, math.inf)
    return min(seconds, simulations * A_SIMULATION)


def is_timed(name: str) -> bool:
    """Does this level think for a given time rather than a number of simulations?"""
    return (budget_of(name) or (0, math.inf))[1] < math.inf


def budget_of(name: str) -> tuple[int, float] | None:
    """Return the simulations and seconds per decision; None if this level doesn't search or doesn't exist."""
    kind, colon, amount = MADE_OF.get(name, name).partition("~")[0].partition(":")
    if kind not in ("search", "plain"):
        return None
    return read_budget(amount) if colon else (SIMULATIONS, math.inf)


def read_budget(amount: str) -> tuple[int, float] | None:
    """Parse a budget into simulations and seconds; None if it is invalid."""
    for unit, seconds in (("ms", 0.001), ("s", 1.0), ("", math.inf)):
        if amount.endswith(unit):
            number = whole_number(amount.removesuffix(unit))
            if number is None or not 0 < number <= 1_000_000:
                return None
            return (ENDLESS, number * seconds) if unit else (number, seconds)
    return None

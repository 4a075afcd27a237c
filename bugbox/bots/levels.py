"""The bots by name: five levels for people, and what they are made of."""

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

# A guessed position, a seat that owes a decision, dice, what is known of good play -> an option
Level = Callable[[Position, int, Rng, Brain], int]

SIMULATIONS: Final = 1000
GUESSES: Final = 4
A_SIMULATION: Final = 0.0003  # seconds for one at a table: several times what it takes


# What people choose from, the weakest first, and how strong each of them is; any bot of find() can be asked for too.
FOR_PEOPLE: Final[Mapping[str, str]] = {
    "hatchling": "beginner",
    "forager": "casual",
    "hunter": "solid",
    "veteran": "strong",
    "queen": "strongest",
}
USUAL: Final = "hunter"
AT_TABLES: Final = (*FOR_PEOPLE, "random", "search:50", "search", "search:8000")  # the last four: at tables of before


def called(level: str) -> str:
    """`Hunter`; what is only for experiments keeps the name it is asked for by."""
    return level.capitalize() if level in FOR_PEOPLE else level


class Bot:
    """A level at a seat, with dice of its own. It is handed a guess of the position, never the position."""

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


def decide(match: Match, seat: int, seconds: float = math.inf, steps_down: int = 0) -> str:
    """What the bot at this seat does, or one so many levels below it; in fewer seconds than it wants it plays worse."""
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
    """Takes what looks good at a glance, now one thing and now another."""
    return lambda position, seat, rng, brain: Glance(brain).option(position, seat, rng)


def looking_ahead(slack: float = 0.0) -> Level:
    """Takes what leaves the best position."""

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
    """Repeatable if there is time for all simulations: the same view and the same dice give the same decision."""

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
    """One of the options, by what they are worth: the less one costs, the more often it is mistaken for the best.

    Each is valued with an error of its own, drawn from Gumbel's distribution (so that this is a soft maximum). What
    nobody thinks of is not mistaken for anything: of 190 errors one would always be large enough.
    """
    return max(
        [one for one in judged if one[0] in thought_of],
        key=lambda one: one[1] - slack * math.log(-math.log((int(rng.word()) + 0.5) / 2**32)),
    )[0]


def without_brain(level: Level) -> Level:
    return lambda position, seat, rng, brain: level(position, seat, rng, Brain(position.variant))


SIMPLE: Final[Mapping[str, Callable[[], Level]]] = {"random": playing_random, "glance": preferring}


# What the levels are made of, the same in every game. Each game's brain says what a slip costs there.
MADE_OF: Final[Mapping[str, str]] = {
    "hatchling": "greedy~18",
    "forager": "greedy~5.2",
    "hunter": "search:100~2.6",
    "veteran": "search:500~1.2",
    "queen": "search:1s",
}


def above(name: str) -> str | None:
    """The next level for whoever beats this one; none above the highest, or if this is no level for people."""
    names = list(FOR_PEOPLE)
    return names[names.index(name) + 1] if name in names[:-1] else None


def below(name: str) -> str:
    """Who answers if this one cannot: the next level down, and at last random play, which always can."""
    names = list(FOR_PEOPLE)
    if name in names[1:]:
        return names[names.index(name) - 1]
    return "random" if name in (names[0], *SIMPLE) else names[0]


def find(name: str, most: float = math.inf) -> Level:
    """The levels for people, and for experiments `random`, `glance`, `greedy`, `search:200` (simulations a decision),
    `search:2s` or `search:20ms`; `plain` is search without the game's brain. With `greedy~2` or `search:200~0.5` a bot
    makes mistakes: so many times what a mistake usually costs in the game.

    None thinks for more than `most` seconds, once it has begun.
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
    """How long a level thinks about each decision at a table: always the same, as its time could tell what it holds.

    None at all if it only looks at its options.
    """
    simulations, seconds = budget_of(name) or (0, math.inf)
    return min(seconds, simulations * A_SIMULATION)


def is_timed(name: str) -> bool:
    """Does this level think until its time is over, rather than for a number of simulations?"""
    return (budget_of(name) or (0, math.inf))[1] < math.inf


def budget_of(name: str) -> tuple[int, float] | None:
    """Simulations and seconds for a decision; None if this level does not search, or does not exist."""
    kind, colon, amount = MADE_OF.get(name, name).partition("~")[0].partition(":")
    if kind not in ("search", "plain"):
        return None
    return read_budget(amount) if colon else (SIMULATIONS, math.inf)


def read_budget(amount: str) -> tuple[int, float] | None:
    """Simulations and seconds; None if this is no budget."""
    for unit, seconds in (("ms", 0.001), ("s", 1.0), ("", math.inf)):
        if amount.endswith(unit):
            number = whole_number(amount.removesuffix(unit))
            if number is None or not 0 < number <= 1_000_000:
                return None
            return (ENDLESS, number * seconds) if unit else (number, seconds)
    return None

"""Analysis: a seat's options with their expected places and reasons, for hints and for reviewing a match."""

import math
import time
from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from bugbox.bots.reasons import Reasons
from bugbox.bots.search import ENDLESS, Search
from bugbox.core import record
from bugbox.core.errors import NotYourTurn, WrongSetting
from bugbox.core.game import Game, Reader
from bugbox.core.match import Match
from bugbox.core.position import Position
from bugbox.core.processes import in_processes
from bugbox.core.rng import Rng

EXPLAINED: Final = 3  # options that get a reason
MOST_JOBS: Final = 64
COMPARED: Final = 16  # options that the reasons are compared with


class Judged(NamedTuple):
    """An option with its rating by the search."""

    option: str
    worth: float  # 1 is certain first place, 0 certain last place
    place: float  # the expected place: 1.4 is more likely first than second
    share: float  # of all simulations; the best option has the most
    why: str = ""  # a reason for it, in words


def scale(ranked: int) -> str:
    """Explain `worth` as a percentage: against one opponent, it is the chance of winning."""
    return "your chance of winning" if ranked <= 2 else "100% = you come first, 0% = last"


class Budget(NamedTuple):
    """The limit of one search: a time, or a number of simulations."""

    seconds: float
    simulations: int | None


class Tried(NamedTuple):
    """An option's statistics in a search."""

    option: int
    visits: int
    worth: float


def analyse(
    match: Match, seat: int, seconds: float = 1.0, simulations: int | None = None, jobs: int = 1
) -> list[Judged]:
    """Rate a seat's options, the best first, from what the seat knows and nothing else.

    With a number of simulations instead of seconds, the result is deterministic for a view. With several `jobs`,
    processes search independently and their visits are added up.
    """
    if seat not in match.to_act:
        raise NotYourTurn(f"Seat {seat} has nothing to decide now.")
    if jobs not in range(1, MOST_JOBS + 1):
        raise WrongSetting(f"From 1 to {MOST_JOBS} processes can search, not {jobs!r}.")
    if jobs == 1:
        tried = search_alone(match, seat, Budget(seconds, simulations))
    else:
        tried = search_together(match, seat, seconds, simulations, jobs)
    tried.sort(key=lambda one: -one.visits)
    total, others = sum(one.visits for one in tried), int(match.position.ranked) - 1
    why = explain(match, seat, [one.option for one in tried])
    return [
        Judged(
            match.game.words.option_text(match.position, seat, option),
            worth,
            1 + (1 - worth) * others,
            visits / total,
            why.get(option, ""),
        )
        for option, visits, worth in tried
    ]


def guess_of(match: Match, seat: int, rng: Rng) -> Position:
    """Return a guess to search instead of the position itself."""
    guessed = match.position.blank()
    guessed.copy_from(match.position)
    guessed.guess(seat, rng)
    return guessed


def dice_of(match: Match, purpose: str) -> Rng:
    """Return a random stream that doesn't depend on the match's seed, which is secret."""
    return Rng(len(match.decisions), purpose)


def explain(match: Match, seat: int, options: Sequence[int]) -> dict[int, str]:
    """Return reasons for the first few options."""
    rng = dice_of(match, "reasons")
    guessed = guess_of(match, seat, rng)
    brain = match.game.brain(guessed.variant)
    reasons = Reasons(guessed, Reader(seat, match.names), options[:COMPARED], rng, brain)
    return {option: reasons.of(option) for option in options[:EXPLAINED]}


# --- The search ---


def search_alone(match: Match, seat: int, budget: Budget, number: int = 0) -> list[Tried]:
    """Search in this process; each `number` has its own random stream."""
    rng = dice_of(match, f"analysis {number}" if number else "analysis")
    guessed = guess_of(match, seat, rng)
    end = math.inf if budget.simulations else time.monotonic() + budget.seconds
    search = Search(guessed, seat, rng, match.game.brain(guessed.variant))
    search.think_until(budget.simulations or ENDLESS, end)
    return [Tried(*tried) for tried in search.judgement()]


def search_together(match: Match, seat: int, seconds: float, simulations: int | None, jobs: int) -> list[Tried]:
    """Search in several processes; they divide the simulations, or each uses all of the time."""
    shares = [(simulations + number) // jobs for number in range(jobs)] if simulations else [None] * jobs
    tasks = [
        (match.game, match.record(), seat, Budget(seconds, share), number)
        for number, share in enumerate(shares)
        if share != 0
    ]
    return added_up([one for found in in_processes(search_apart, tasks, jobs) for one in found])


def search_apart(task: tuple[Game, str, int, Budget, int]) -> list[Tried]:
    game, recorded, seat, budget, number = task
    return search_alone(Match.replay(game, record.read(recorded)), seat, budget, number)


def added_up(tried: Sequence[Tried]) -> list[Tried]:
    """Merge the visits of several searches: each option once, in order."""
    visits: Counter[int] = Counter()
    worth: dict[int, float] = {}
    for one in tried:
        visits[one.option] += one.visits
        worth[one.option] = worth.get(one.option, 0.0) + one.visits * one.worth
    return [Tried(option, visits[option], worth[option] / visits[option]) for option in sorted(visits)]

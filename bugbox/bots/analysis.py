"""What a seat could do now, each option with the place it can expect, and why: for hints, and for looking back."""

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
COMPARED: Final = 16  # options that are looked at for that


class Judged(NamedTuple):
    """An option, and what the search thinks of it."""

    option: str
    worth: float  # 1 is the first place for sure, 0 the last
    place: float  # to be expected: 1.4 is rather first than second
    share: float  # of all simulations: the search tries most often what is best
    why: str = ""  # what speaks for it, in words


def scale(ranked: int) -> str:
    """What `worth` in per cent means to somebody who reads it: against one opponent, it is the chance of winning."""
    return "your chance of winning" if ranked <= 2 else "100% = you come first, 0% = last"


class Budget(NamedTuple):
    """Of one search: a time, or simulations."""

    seconds: float
    simulations: int | None


class Tried(NamedTuple):
    """An option as a search has tried it."""

    option: int
    visits: int
    worth: float


def analyse(
    match: Match, seat: int, seconds: float = 1.0, simulations: int | None = None, jobs: int = 1
) -> list[Judged]:
    """All options of a seat that were looked at, the best first. By what the seat can know, and nothing more.

    With a number of simulations instead of seconds, the same view always gives the same answer. Several processes, if
    there are `jobs` for them, each search for themselves, and what they found is added up.
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
    """What is thought about: never the position itself."""
    guessed = match.position.blank()
    guessed.copy_from(match.position)
    guessed.guess(seat, rng)
    return guessed


def dice_of(match: Match, purpose: str) -> Rng:
    """Never the match's own seed: it is a secret, and these dice must not depend on one."""
    return Rng(len(match.decisions), purpose)


def explain(match: Match, seat: int, options: Sequence[int]) -> dict[int, str]:
    """The reasons for the first few options, the best ones."""
    rng = dice_of(match, "reasons")
    guessed = guess_of(match, seat, rng)
    brain = match.game.brain(guessed.variant)
    reasons = Reasons(guessed, Reader(seat, match.names), options[:COMPARED], rng, brain)
    return {option: reasons.of(option) for option in options[:EXPLAINED]}


# --- The search ---


def search_alone(match: Match, seat: int, budget: Budget, number: int = 0) -> list[Tried]:
    """Searches with other numbers have other dice."""
    rng = dice_of(match, f"analysis {number}" if number else "analysis")
    guessed = guess_of(match, seat, rng)
    end = math.inf if budget.simulations else time.monotonic() + budget.seconds
    search = Search(guessed, seat, rng, match.game.brain(guessed.variant))
    search.think_until(budget.simulations or ENDLESS, end)
    return [Tried(*tried) for tried in search.judgement()]


def search_together(match: Match, seat: int, seconds: float, simulations: int | None, jobs: int) -> list[Tried]:
    """In processes of their own; they share the simulations, or each has all the time."""
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
    """Each option once, in order."""
    visits: Counter[int] = Counter()
    worth: dict[int, float] = {}
    for one in tried:
        visits[one.option] += one.visits
        worth[one.option] = worth.get(one.option, 0.0) + one.visits * one.worth
    return [Tried(option, visits[option], worth[option] / visits[option]) for option in sorted(visits)]

"""Simulations of many games between bots, one row per game; the rows don't depend on the number of processes."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bugbox.bots.levels import Bot, Dice, decide
from bugbox.core.bits import lowest
from bugbox.core.match import Match
from bugbox.core.position import Position
from bugbox.core.processes import in_processes
from bugbox.core.rng import Rng
from bugbox.core.settings import Value, complete
from bugbox.games import find

Row = dict[str, Any]

SLICE = 50  # games in one task for a process


@dataclass(frozen=True)
class Plan:
    """What to simulate; make_plan() checks it."""

    game: str
    seats: int
    games: int
    seed: int  # of the whole run; each game's seed is derived from it
    bots: tuple[str, ...]  # a level for each seat
    settings: Mapping[str, Value]


def make_plan(game: str, seats: int, games: int, seed: int, bots: Sequence[str], settings: Mapping[str, Value]) -> Plan:
    found = find(game)
    complete_settings = complete(found.settings, settings)
    found.start(seats, complete_settings, seed)  # raises if the number of seats is wrong
    levels = tuple(bots[seat % len(bots)] for seat in range(seats))
    for seat, level in enumerate(levels):
        Bot(found, level, seat)  # raises if there is no such level
    return Plan(game, seats, games, seed, levels, complete_settings)


def simulate(plan: Plan, jobs: int = 1, first: int = 0) -> Iterator[Row]:
    """Yield the rows of the games from number `first`, in order, as they become ready."""
    numbers = range(first, first + plan.games)
    size = 1 if jobs == 1 else SLICE
    slices = [(plan, numbers[start : start + size]) for start in range(0, len(numbers), size)]
    for rows in in_processes(play_slice, slices, jobs):
        yield from rows


def play_slice(task: tuple[Plan, range]) -> list[Row]:
    plan, numbers = task
    return [play_one(plan, number) for number in numbers]


def play_one(plan: Plan, number: int) -> Row:
    """Play one game of a run; it doesn't depend on the others."""
    seed = seed_of(plan, number)
    game = find(plan.game)
    position = game.start(plan.seats, plan.settings, seed)
    bots = [Bot(game, level, seat) for seat, level in enumerate(plan.bots)]
    dice = [Dice(seed, seat) for seat in range(plan.seats)]
    made = [0] * plan.seats
    while waiting := position.to_act():
        seat = lowest(waiting)
        position.act(seat, bots[seat].decide(position, dice[seat].at(made[seat])))
        made[seat] += 1
    return row_of(plan, number, position, sum(made))


def play_recorded(plan: Plan, number: int) -> tuple[Row, str]:
    """Play the same game, and return its record too."""
    names = [f"Bot {seat}" for seat in range(plan.seats)]
    seed = seed_of(plan, number)
    match = Match(find(plan.game), plan.seats, seed, plan.settings, names, dict(enumerate(plan.bots)))
    while not match.over:
        seat = match.to_act[0]
        match.play(seat, decide(match, seat))
    return row_of(plan, number, match.position, len(match.decisions)), match.record()


def seed_of(plan: Plan, number: int) -> int:
    return Rng(plan.seed, f"game {number}").long()


def row_of(plan: Plan, number: int, position: Position, decisions: int) -> Row:
    game = find(plan.game)
    rivals = [
        {"name": name, "points": position.points(who), "place": position.place(who)}
        for who, name in enumerate(game.rivals(position), plan.seats)
    ]
    return {
        "game": plan.game,
        "version": game.version,
        "seats": plan.seats,
        "settings": dict(plan.settings),
        "number": number,
        "seed": seed_of(plan, number),
        "bots": list(plan.bots),
        "points": [position.points(seat) for seat in range(plan.seats)],
        "places": [position.place(seat) for seat in range(plan.seats)],
        **({"rivals": rivals} if rivals else {}),
        "decisions": decisions,
        **game.measures(position),
    }

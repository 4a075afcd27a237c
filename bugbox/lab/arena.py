"""Tournaments between bots: every line-up plays the same deals in every seating order, so that only skill differs."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import sqrt
from typing import Any

from openskill.models import PlackettLuce, PlackettLuceRating

from bugbox.core.errors import WrongSetting
from bugbox.core.processes import in_processes
from bugbox.core.settings import Value
from bugbox.lab.simulate import Plan, Row, make_plan, play_one


@dataclass
class Standing:
    """A bot's results so far."""

    bot: str
    rating: PlackettLuceRating
    games: int = 0  # one for each seat it played
    wins: float = 0.0  # a shared first place counts as a fraction
    points: int = 0
    places: list[int] = field(default_factory=list)

    def share(self) -> float:
        return self.wins / self.games

    def facts(self, ranked: int) -> dict[str, Any]:
        low, high = interval(self.share(), self.games)
        return {
            "bot": self.bot,
            "games": self.games,
            "wins": round(self.share(), 4),
            "interval": [round(low, 4), round(high, 4)],
            "times_fair": round(self.share() * ranked, 3),
            "place": round(sum(self.places) / self.games, 3),
            "points": round(self.points / self.games, 2),
            "rating": round(self.rating.mu, 2),
            "doubt": round(self.rating.sigma, 2),
        }


def interval(share: float, games: int) -> tuple[float, float]:
    """Return the 95% confidence interval (Wilson score)."""
    z = 1.96
    centre = (share + z * z / (2 * games)) / (1 + z * z / games)
    spread = z / (1 + z * z / games) * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return max(0.0, centre - spread), min(1.0, centre + spread)


def line_ups(bots: Sequence[str], seats: int) -> list[tuple[str, ...]]:
    """List the line-ups, each in every rotation of the seats.

    With fewer bots than seats, bots play several seats; with more, every combination plays.
    """
    chosen = [tuple(bots[seat % len(bots)] for seat in range(seats))]
    if len(bots) > seats:
        chosen = list(combinations(bots, seats))
    turned = (bots[turn:] + bots[:turn] for bots in chosen for turn in range(seats))
    return list(dict.fromkeys(turned))  # rotations of identical bots are the same


def make_plans(
    game: str, seats: int, deals: int, seed: int, bots: Sequence[str], settings: Mapping[str, Value]
) -> list[Plan]:
    """Make and check a plan for each line-up."""
    if len(set(bots)) < 2:
        raise WrongSetting(
            "The arena compares bots: give at least two different ones, for example --bots search,greedy"
        )
    return [make_plan(game, seats, deals, seed, line_up, settings) for line_up in line_ups(bots, seats)]


def compete(plans: Sequence[Plan], jobs: int) -> Iterator[Row]:
    """Yield the rows of all games, deal by deal."""
    tasks = [(plan, number) for number in range(plans[0].games) for plan in plans]
    return in_processes(play_task, tasks, jobs)


def play_task(task: tuple[Plan, int]) -> Row:
    return play_one(*task)


class Arena:
    """The standings, updated game by game."""

    def __init__(self, bots: Sequence[str]) -> None:
        self.model = PlackettLuce()
        self.standings = {bot: Standing(bot, self.model.rating(name=bot)) for bot in bots}
        self.ranked = 0

    def note(self, row: Row) -> None:
        rivals = [rival["place"] for rival in row.get("rivals", [])]
        self.ranked = len(row["places"]) + len(rivals)
        winners = (row["places"] + rivals).count(1)
        for bot, place, points in zip(row["bots"], row["places"], row["points"], strict=True):
            standing = self.standings[bot]
            standing.games += 1
            standing.wins += (place == 1) / winners
            standing.points += points
            standing.places.append(place)
        self.rate(row)

    def rate(self, row: Row) -> None:
        """Update the ratings; a bot with several seats is rated by its best place."""
        places: dict[str, int] = {}
        for bot, place in zip(row["bots"], row["places"], strict=True):
            places[bot] = min(place, places.get(bot, place))
        teams = [[self.standings[bot].rating] for bot in places]
        for bot, (rating,) in zip(places, self.model.rate(teams, ranks=list(places.values())), strict=True):
            self.standings[bot].rating = rating

    def best_first(self) -> list[Standing]:
        return sorted((s for s in self.standings.values() if s.games), key=lambda s: -s.share())

    def facts(self) -> list[dict[str, Any]]:
        return [standing.facts(self.ranked) for standing in self.best_first()]

"""LEVELS: the bots by name, from `random` to the ones that think."""

import time
from collections.abc import Callable
from typing import Final

from bugbox.bots.search import Search
from bugbox.core.errors import WrongSetting
from bugbox.core.position import MOST_OPTIONS, Position, random_option, zeros
from bugbox.core.rng import Rng

Bot = Callable[[Position, int, Rng], int]  # a position, a seat that owes a decision, the bot's own dice -> an option

SIMULATIONS: Final = 1000
SLICE: Final = 50  # simulations between two looks at the clock

_buffer = zeros(MOST_OPTIONS)


def play_random(position: Position, seat: int, rng: Rng) -> int:
    return random_option(position, seat, rng, _buffer)


def searching(simulations: int) -> Bot:
    """Repeatable: the same view and the same dice give the same decision."""

    def play(position: Position, seat: int, rng: Rng) -> int:
        return think(position, seat, rng, lambda search: search.simulations < simulations, min(simulations, SLICE))

    return play


def searching_for(seconds: float) -> Bot:
    def play(position: Position, seat: int, rng: Rng) -> int:
        end = time.monotonic() + seconds
        return think(position, seat, rng, lambda search: time.monotonic() < end)

    return play


def think(
    position: Position, seat: int, rng: Rng, go_on: Callable[[Search], bool], simulations: int = SLICE
) -> int:
    """Think in slices while `go_on` says so; a forced option needs no thought."""
    search = Search(position, seat, rng)
    if position.options(seat, _buffer) > 1:
        while go_on(search):
            search.think(simulations)
    return search.best()


def find(name: str) -> Bot:
    """`random`, `search`, `search:200` (simulations a decision) or `search:2s` (seconds a decision)."""
    kind, _, amount = name.partition(":")
    if kind == "random" and not amount:
        return play_random
    if kind == "search":
        if not amount:
            return searching(SIMULATIONS)
        if amount.isascii() and amount.isdigit() and 0 < int(amount) <= 10_000_000:
            return searching(int(amount))
        seconds = amount.removesuffix("s")
        if seconds != amount and seconds.isascii() and seconds.isdigit() and 0 < int(seconds) <= 3600:
            return searching_for(int(seconds))
    raise WrongSetting(
        f"There is no bot {name!r}; the bots are random, search, search:200 (simulations) and search:2s (seconds)."
    )

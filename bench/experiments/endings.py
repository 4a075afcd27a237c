"""Check that every match ends: play random games at each seat count and report the longest.

python -m bench.experiments.endings GAME [GAMES]

Half of them use the default settings, half use random settings. The first match that is not over after LONGEST
decisions is reported with its seed and settings.
"""

import sys
import time

from bugbox.core.bits import LOWEST
from bugbox.core.game import Game
from bugbox.core.position import Position, RandomPlay
from bugbox.core.rng import Rng
from bugbox.core.settings import Value, complete
from bugbox.games import find

LONGEST = 100_000  # decisions


def settings_of(game: Game, seats: int, seed: int) -> dict[str, Value]:
    if seed % 2 == 0:
        return complete(game.settings, {})
    rng = Rng(seed, "settings")
    return {s.name: (fitting := s.fitting(seats))[rng.below(len(fitting))] for s in game.settings}


def play(position: Position, rng: Rng, randomly: RandomPlay) -> int:
    """Play at most LONGEST decisions; playout() would never return from an endless match."""
    decisions = 0
    while position.waiting != 0 and decisions < LONGEST:
        seat = LOWEST[position.waiting]
        position.act(seat, randomly.option(position, seat, rng))
        decisions += 1
    return decisions


def main(name: str, games: int) -> None:
    game, randomly = find(name), RandomPlay()
    for seats in game.seats:
        total = longest = longest_seed = 0
        began = time.monotonic()
        for seed in range(games):
            settings = settings_of(game, seats, seed)
            decisions = play(game.start(seats, settings, seed), Rng(seed, "endings"), randomly)
            if decisions == LONGEST:
                sys.exit(f"{seats} seats, seed {seed}, {settings}: not over after {LONGEST:,} decisions")
            total += decisions
            if decisions > longest:
                longest, longest_seed = decisions, seed
            if (seed + 1) % max(1, games // 10) == 0:
                pace = (seed + 1) / (time.monotonic() - began)
                print(f"{seats} seats: {seed + 1:,} of {games:,} games, {pace:,.0f} a second", flush=True)
        print(
            f"{seats} seats: all {games:,} ended, {total / games:.1f} decisions on average, {longest} at most", end=" "
        )
        print(f"(seed {longest_seed}, {describe(game, seats, longest_seed)})", flush=True)


def describe(game: Game, seats: int, seed: int) -> str:
    changed = {k: v for k, v in settings_of(game, seats, seed).items() if v != complete(game.settings, {})[k]}
    return ", ".join(f"{key}={value}" for key, value in changed.items()) or "default settings"


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if sys.argv[2:] else 100_000)

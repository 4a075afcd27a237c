"""Benchmarks of the rules and the search, compiled and interpreted side by side."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bugbox.bots.search import Search
from bugbox.core.position import RandomPlay
from bugbox.core.rng import Rng
from bugbox.core.settings import complete
from bugbox.games import find
from bugbox.interpreted import is_compiled

Row = dict[str, Any]

MODES = {"compiled": "0", "interpreted": "1"}  # with the value of BUGBOX_PURE
ROUNDS = 3
HERE = Path(__file__).parents[2]  # the folder that contains this package


def measure(name: str, seats: int, seconds: float) -> Row:
    """Measure random games and search from the first position, in this process's mode."""
    game = find(name)
    start = game.start(seats, complete(game.settings, {}), seed=1)
    world, rng, randomly = start.blank(), Rng(1, "bench"), RandomPlay()
    search = Search(start, 0, rng, game.brain(start.variant))

    def play() -> int:
        world.copy_from(start)
        world.guess(0, rng)
        return randomly.playout(world, rng)

    def think() -> int:
        search.think(1)
        return 1

    playouts, decisions = repeat(play, seconds)
    simulations, _ = repeat(think, seconds)
    return {
        "game": name,
        "seats": seats,
        "mode": "compiled" if is_compiled() else "interpreted",
        "playouts_per_s": round(playouts, 1),
        "decisions_per_s": round(decisions, 1),
        "simulations_per_s": round(simulations, 1),
    }


def repeat(work: Callable[[], int], seconds: float) -> tuple[float, float]:
    """Return the number of calls and the sum of their results, both per second."""
    calls = total = 0
    start = now = time.perf_counter()
    while now < start + seconds:
        total += work()
        calls += 1
        now = time.perf_counter()
    return calls / (now - start), total / (now - start)


def bench(name: str, seats: int, seconds: float) -> list[Row]:
    """Return the best row for each mode, over alternating rounds, so that a busy moment affects neither."""
    rounds = [[measure_in(mode, name, seats, seconds / ROUNDS) for mode in MODES] for _ in range(ROUNDS)]
    return [best(list(rows)) for rows in zip(*rounds, strict=True)]


def measure_in(mode: str, name: str, seats: int, seconds: float) -> Row:
    """Measure in a separate process; `-P` and the path keep it from importing a package in the current folder."""
    command = [sys.executable, "-P", "-m", "bugbox.lab.bench", name, str(seats), str(seconds)]
    path = os.pathsep.join(filter(None, [str(HERE), os.environ.get("PYTHONPATH")]))
    environment = {**os.environ, "PYTHONPATH": path, "BUGBOX_PURE": MODES[mode]}
    done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    row: Row = json.loads(done.stdout)
    return row


def best(rows: list[Row]) -> Row:
    return {key: max(row[key] for row in rows) for key in rows[0]}


if __name__ == "__main__":
    print(json.dumps(measure(sys.argv[1], int(sys.argv[2]), float(sys.argv[3]))))

"""Profile the instructions and allocations of a compiled playout: python -m bench.speed.callgrind GAME SEATS

valgrind counts instructions, so the figures do not depend on the load of the machine. The difference between a short
and a long run leaves the playouts themselves.
"""

import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

SHORT, LONG = 100, 300  # games
FUNCTION = re.compile(r"(c?fn)=\((\d+)\)(?: (.*))?")
COST = re.compile(r"[-+*\d]\S* (\d+)$")
ALLOCATES = ("_PyObject_Malloc", "malloc", "calloc", "realloc", "PyObject_Malloc", "PyMem_Malloc")


def play(game: str, seats: int, games: int) -> None:
    """Play random games; this runs under valgrind."""
    from bugbox.core.position import RandomPlay
    from bugbox.core.rng import Rng
    from bugbox.core.settings import complete
    from bugbox.games import find

    found = find(game)
    start = found.start(seats, complete(found.settings, {}), 1)
    world, rng, randomly = start.blank(), Rng(1, "bench"), RandomPlay()
    decisions = 0
    for _ in range(games):
        world.copy_from(start)
        world.guess(0, rng)
        decisions += randomly.playout(world, rng)
    print(decisions)


def count(game: str, seats: int, games: int) -> tuple[int, Counter[str], Counter[str]]:
    """Return the number of decisions, and instructions and calls by function."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "out")
        command = [
            "valgrind",
            "--tool=callgrind",
            f"--callgrind-out-file={out}",
            sys.executable,
            "-m",
            "bench.speed.callgrind",
        ]
        done = subprocess.run(
            [*command, "play", game, str(seats), str(games)], check=True, capture_output=True, text=True
        )
        return int(done.stdout), *read_profile(out.read_text())


def read_profile(text: str) -> tuple[Counter[str], Counter[str]]:
    names: dict[str, str] = {}
    instructions: Counter[str] = Counter()
    calls: Counter[str] = Counter()
    function = called = ""
    inclusive = False
    for line in text.splitlines():
        if found := FUNCTION.match(line):
            kind, number, name = found.groups()
            names.setdefault(number, name or "?")
            function, called = (names[number], called) if kind == "fn" else (function, names[number])
        elif line.startswith("calls="):
            calls[called] += int(line[6:].split()[0])
            inclusive = True  # the next line is the cost of the call, including the callee
        elif cost := COST.match(line):
            if not inclusive:
                instructions[function] += int(cost[1])
            inclusive = False
    return instructions, calls


def main(game: str, seats: int) -> None:
    short, long = count(game, seats, SHORT), count(game, seats, LONG)
    games, decisions = LONG - SHORT, long[0] - short[0]
    instructions, calls = long[1] - short[1], long[2] - short[2]
    total = instructions.total()
    print(f"{game}, {seats} seats: {decisions / games:.1f} decisions a game")
    print(f"{total / games:,.0f} instructions a game, {total / decisions:,.0f} a decision")
    allocations = sum(calls[name] for name in ALLOCATES)
    print(f"{allocations / games:.2f} allocations a game, {allocations / decisions:.4f} a decision")
    for name, spent in instructions.most_common(12):
        print(f"{spent / games:12,.0f}  {spent / total:5.1%}  {name}")


if __name__ == "__main__":
    if sys.argv[1:2] == ["play"]:
        play(sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
    else:
        main(sys.argv[1], int(sys.argv[2]))

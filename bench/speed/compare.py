"""Compare the cost of a move with another checkout, alternating on one machine: python -m bench.speed.compare --help

Each server runs in the Python of its own `.venv` and is driven from outside, so any two versions can be compared. Load
on the machine distorts every figure, but affects both sides of a round: trust the ratios.
"""

import asyncio
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import click
import msgspec

from bench.speed import load
from bench.speed.table import START, Figures, generate, say, serving, spread

HERE = Path(__file__).parents[2]

# Runs in each checkout, as the file format may differ.
PREPARE = """
import sys
from pathlib import Path
import msgspec
try:
    from bench.speed import table
except ImportError:  # an older checkout
    from bench import table
path, names, seats, tables = Path(sys.argv[1]), sys.argv[2].split(","), int(sys.argv[3]), int(sys.argv[4])
of_two = table.new_match
table.new_match = lambda game, _, seed: of_two(game, seats, seed)
rooms = table.prepare(path, [table.find(name) for name in names], tables)
sys.stdout.buffer.write(msgspec.json.encode(rooms))
"""


@dataclass(frozen=True)
class Setting:
    """How many tables, who sits at them, and how long people think."""

    name: str
    games: str
    seats: int
    tables: int
    watchers: int = 0
    think: float = 0.0


def settings(games: Sequence[str], tables: Sequence[int]) -> list[Setting]:
    both = ",".join(games)
    alone = [Setting(f"{game}, 2 seats", game, 2, 50) for game in games]
    five = [Setting("bugs-on-rugs, 5 seats", "bugs-on-rugs", 5, 20)] if "bugs-on-rugs" in games else []
    crowd = [Setting(f"{game}, 2 seats, 100 watchers", game, 2, 1, 100) for game in games]
    thought = [Setting(f"{count} tables, 3 s of thought", both, 2, count, think=3.0) for count in tables]
    return [
        *alone,
        *five,
        *crowd,
        *thought,
        *(Setting(f"{count} tables, saturated", both, 2, count) for count in tables),
    ]


def prepare(checkout: Path, setting: Setting, db: Path) -> list[load.Room]:
    command = [python_of(checkout), "-c", PREPARE, str(db), setting.games, str(setting.seats), str(setting.tables)]
    done = subprocess.run(command, cwd=checkout, stdout=subprocess.PIPE, check=True, timeout=10 * START)
    return msgspec.json.decode(done.stdout, type=list[load.Room])


def python_of(checkout: Path) -> str:
    own = checkout / ".venv" / "bin" / "python"
    return str(own) if own.exists() else sys.executable


async def measure(checkout: Path, setting: Setting, seconds: float, db: Path) -> Figures:
    plan = load.Plan("", prepare(checkout, setting, db), seconds, setting.think, setting.watchers)
    guard = plan.warm_up() + seconds + load.GUARD + 3 * START
    with serving(db, guard, python_of(checkout), checkout) as server:
        plan.host = server.host
        tally, cpu, _ = await generate(plan, server, asyncio.sleep)
    moves = max(1, len(tally.waited))
    waited = spread(tally.waited, 1000, 1)
    return {
        "cpu ms a move": 1000 * cpu * seconds / moves,
        "moves/s": moves / seconds,
        "bytes a move": tally.bytes / moves,
        "p50 ms": waited["p50"],
        "p99 ms": waited["p99"],
        "refused": sum(tally.refused.values()) + tally.dropped,
    }


def in_turns(other: Path, setting: Setting, seconds: float, rounds: int, folder: Path) -> tuple[Figures, Figures]:
    """Return the median of each figure there and here; the order alternates between rounds."""
    found: dict[Path, list[Figures]] = {other: [], HERE: []}
    for number in range(rounds):
        for checkout in sorted(found, reverse=bool(number % 2)):
            db = folder / f"{len(list(folder.iterdir()))}.sqlite"
            found[checkout].append(asyncio.run(measure(checkout, setting, seconds, db)))
    there, here = ({name: middle([row[name] for row in rows]) for name in rows[0]} for rows in found.values())
    return there, here


def middle(values: Sequence[float | None]) -> float:
    known = [value for value in values if value is not None]
    return statistics.median(known) if known else float("nan")


def show(setting: Setting, there: Figures, here: Figures) -> None:
    click.echo(f"\n{setting.name}")
    for name in there:
        before, now = there[name], here[name]
        ratio = f"{before / now:10.2f}" if now else ""
        click.echo(f"  {name:16}{before:12,.2f}{now:12,.2f}{ratio}")


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--with", "other", type=click.Path(exists=True, file_okay=False, path_type=Path), required=True)
@click.option("--only", default="", help="Settings whose name holds this.")
@click.option("--seconds", type=click.FloatRange(1, 600), default=5.0, show_default=True, help="For each server.")
@click.option("--rounds", type=click.IntRange(1, 100), default=3, show_default=True)
@click.option("--tables", type=click.IntRange(1, 400), multiple=True, default=(50, 200), show_default=True)
@click.option("--game", "games", multiple=True, default=("bug-race", "bugs-on-rugs"), show_default=True)
def main(other: Path, only: str, seconds: float, rounds: int, tables: tuple[int, ...], games: tuple[str, ...]) -> None:
    """The other checkout, this one, and their ratio. Both must be built.

    \b
    git worktree add ../before HEAD~1 && make -C ../before .venv/built
    python -m bench.speed.compare --with ../before
    python -m bench.speed.compare --with ../before --only "2 seats" --rounds 9
    """
    click.echo(f"{'':18}{'there':>12}{'here':>12}{'there:here':>10}   load average {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory(prefix="bugbox-bench-") as folder:
        for setting in settings(games, tables):
            if only in setting.name:
                say(f"{setting.name} ...")
                show(setting, *in_turns(other.resolve(), setting, seconds, rounds, Path(folder)))


if __name__ == "__main__":
    main()

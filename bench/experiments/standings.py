"""Measure the standings in docs/bots.md and write its tables.

python -m bench.experiments.standings FILE SECONDS [GAME ...]   play each pairing for SECONDS, adding a line to FILE
python -m bench.experiments.standings FILE                      write the tables of docs/bots.md from FILE

Pairings with the fewest games come first. Each run adds new deals to a pairing in FILE until there are enough, so this
can be stopped and resumed at any time. The tables of docs/bots.md are generated from bench/experiments/standings.jsonl:
when bots change, delete their lines. One bot plays against others of one kind, in every seat in turn with the same
deals.
"""

import json
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from bugbox.bots.levels import FOR_PEOPLE
from bugbox.games import GAMES, find
from bugbox.lab.arena import compete, interval, make_plans
from bugbox.lab.simulate import Row

DOCUMENT = Path(__file__).parents[2] / "docs/bots.md"
BEGIN, END = "<!-- tables: python -m bench.experiments.standings -->", "<!-- end of tables -->"
LEAST = 5  # deals at least, however long they take
ENOUGH = 240  # games
SEED = 1000  # of the first deals, different from those used for tuning
TWO = 2
QUEEN = "search:1000"  # stands for the queen, which searches more: a second for each move would take hours


class Pairing(NamedTuple):
    table: str
    game: str
    seats: int
    one: str
    others: str


class Standing(NamedTuple):
    """Results of a pairing so far."""

    times: int = 0  # runs
    games: int = 0
    won: float = 0.0


class Table(NamedTuple):
    name: str
    title: str
    pairs: list[tuple[str, str]]
    with_most: bool = True  # also with the most players possible


LEVELS = [*list(FOR_PEOPLE)[:-1], QUEEN]

TABLES = [
    Table("ladder", "Each level against the one below", list(zip(LEVELS[1:], LEVELS, strict=False))),
    Table("random", "The queen against random play", [(QUEEN, "random")], with_most=False),
    Table("brain", "Search with the game's brain against search without it", [
        ("search:200", "plain:200"), ("search:1000", "plain:1000"), ("search:20ms", "plain:20ms")]),
    Table("early", "Search that is stopped soon against greedy play", [
        ("search:20", "greedy"), ("search:200", "greedy")], with_most=False),
]  # fmt: skip


def pairings(games: list[str]) -> Iterator[Pairing]:
    for table in TABLES:
        for name in games:
            for seats in sorted({TWO, find(name).seats[-1] if table.with_most else TWO}):
                for one, others in table.pairs:
                    yield Pairing(table.name, name, seats, one, others)


# --- Playing ---


def measure(pairing: Pairing, seconds: float, seed: int, most: int) -> dict[str, Any]:
    """Play deals until the time is up or there are `most` games."""
    bots = [pairing.one] + [pairing.others] * (pairing.seats - 1)
    plans = make_plans(pairing.game, pairing.seats, -(-most // pairing.seats), seed, bots, {})
    end = time.monotonic() + seconds
    rows: list[Row] = []
    playing = compete(plans, jobs=2)
    for row in playing:
        rows.append(row)
        whole = len(rows) % len(plans) == 0
        if whole and len(rows) >= LEAST * len(plans) and time.monotonic() >= end:
            break
    playing.close()  # type: ignore[attr-defined]  # compete() is a generator
    won = sum(won_by_one(row, pairing.one) for row in rows)
    return {**pairing._asdict(), "seed": seed, "games": len(rows), "won": round(won, 4)}


def won_by_one(row: Row, one: str) -> float:
    """Return 1 if this bot came first among the seats, a share of it for a tie, otherwise 0."""
    places: list[int] = row["places"]
    best = min(places)
    return float(places[row["bots"].index(one)] == best) / places.count(best)


def play(file: Path, seconds: float, games: list[str]) -> None:
    known = read(file)
    for pairing in sorted(pairings(games), key=lambda pairing: known[pairing].games):
        standing = known[pairing]
        if standing.games < ENOUGH:
            row = measure(pairing, seconds, SEED + standing.times, ENOUGH - standing.games)
            print(json.dumps(row), flush=True)
            with file.open("a", encoding="utf-8") as out:
                out.write(json.dumps(row) + "\n")


def read(file: Path) -> dict[Pairing, Standing]:
    found: dict[Pairing, Standing] = defaultdict(Standing)
    for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else []:
        row = json.loads(line)
        pairing = Pairing(*[row[name] for name in Pairing._fields])
        before = found[pairing]
        found[pairing] = Standing(before.times + 1, before.games + row["games"], before.won + row["won"])
    return found


# --- Writing ---


def write(file: Path) -> None:
    known = read(file)
    before, _, rest = DOCUMENT.read_text(encoding="utf-8").partition(BEGIN)
    after = rest.partition(END)[2]
    tables = "\n".join(draw(table, known) for table in TABLES)
    DOCUMENT.write_text(f"{before}{BEGIN}\n\n{tables}\n{END}{after}", encoding="utf-8")


def draw(table: Table, known: dict[Pairing, Standing]) -> str:
    heads = [f"{one} : {others}" for one, others in table.pairs]
    lines = [f"### {table.title}", "", f"| | seats | {' | '.join(heads)} |", f"|---|---|{'---|' * len(heads)}"]
    for game in GAMES.values():
        for seats in sorted({TWO, game.seats[-1] if table.with_most else TWO}):
            cells = [cell(known[Pairing(table.name, game.name, seats, *pair)], seats) for pair in table.pairs]
            lines.append(f"| {game.title} | {seats} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def cell(standing: Standing, seats: int) -> str:
    """Format as `64 % (58 to 70), 200` for two seats, `1.62 x fair (1.40 to 1.84), 100` for more."""
    if standing.games == 0:
        return "not measured"
    share = standing.won / standing.games
    low, high = interval(share, standing.games)
    if seats == TWO:
        return f"{100 * share:.0f} % ({100 * low:.0f} to {100 * high:.0f}), {standing.games}"
    return f"{share * seats:.2f} x fair ({low * seats:.2f} to {high * seats:.2f}), {standing.games}"


if __name__ == "__main__":
    if len(sys.argv) == 2:
        write(Path(sys.argv[1]))
    else:
        play(Path(sys.argv[1]), float(sys.argv[2]), sys.argv[3:] or list(GAMES))

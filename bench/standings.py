"""Measures what docs/bots.md says of the bots, and writes its tables.

python -m bench.standings FILE [SECONDS] [GAME ...]     play: each pairing for so long at most, one line of FILE each
python -m bench.standings FILE                          write the tables of docs/bots.md from FILE

What is in FILE already is not played again, so this can be stopped at any time; bench/standings.jsonl is what
docs/bots.md is made of. One bot sits against others of one kind, at every seat in turn with the same deals.
"""

import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from bugbox.bots.levels import FOR_PEOPLE
from bugbox.games import GAMES, find
from bugbox.lab.arena import compete, interval, make_plans
from bugbox.lab.simulate import Row

DOCUMENT = Path(__file__).parent.parent / "docs/bots.md"
BEGIN, END = "<!-- tables: python -m bench.standings -->", "<!-- end of tables -->"
LEAST = 10  # deals, however long they take
MOST = 240  # games
TWO = 2
QUEEN = "search:1000"  # stands for the queen, who has time for many more: a second a move would take hours


class Pairing(NamedTuple):
    table: str
    game: str
    seats: int
    one: str
    others: str


class Table(NamedTuple):
    name: str
    title: str
    pairs: list[tuple[str, str]]
    with_most: bool = True  # also with as many players as possible


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


def measure(pairing: Pairing, seconds: float, jobs: int) -> dict[str, Any]:
    """As many deals as there is time for, and no more than tell enough."""
    bots = [pairing.one] + [pairing.others] * (pairing.seats - 1)
    plans = make_plans(pairing.game, pairing.seats, MOST // pairing.seats, 1, bots, {})
    end = time.monotonic() + seconds
    rows: list[Row] = []
    playing = compete(plans, jobs)
    for row in playing:
        rows.append(row)
        whole = len(rows) % len(plans) == 0
        if whole and len(rows) >= LEAST * len(plans) and time.monotonic() >= end:
            break
    playing.close()  # type: ignore[attr-defined]  # it is a generator
    share = sum(won_by_one(row, pairing.one) for row in rows) / len(rows)
    return {**pairing._asdict(), "games": len(rows), "share": round(share, 4)}


def won_by_one(row: Row, one: str) -> float:
    """With two: was the other beaten? With more: was it first of the seats? Equals share."""
    places: list[int] = row["places"]
    best = min(places)
    return float(places[row["bots"].index(one)] == best) / places.count(best)


def play(file: Path, seconds: float, games: list[str]) -> None:
    known = {tuple(row[name] for name in Pairing._fields) for row in read(file)}
    for pairing in pairings(games):
        if tuple(pairing) not in known:
            row = measure(pairing, seconds, jobs=2)
            print(json.dumps(row), flush=True)
            with file.open("a", encoding="utf-8") as out:
                out.write(json.dumps(row) + "\n")


def read(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()] if file.exists() else []


# --- Writing ---


def write(file: Path) -> None:
    found = {tuple(row[name] for name in Pairing._fields): row for row in read(file)}
    before, _, rest = DOCUMENT.read_text(encoding="utf-8").partition(BEGIN)
    after = rest.partition(END)[2]
    tables = "\n".join(draw(table, found) for table in TABLES)
    DOCUMENT.write_text(f"{before}{BEGIN}\n\n{tables}\n{END}{after}", encoding="utf-8")


def draw(table: Table, found: dict[tuple[Any, ...], dict[str, Any]]) -> str:
    heads = [f"{one} : {others}" for one, others in table.pairs]
    lines = [f"### {table.title}", "", f"| | seats | {' | '.join(heads)} |", f"|---|---|{'---|' * len(heads)}"]
    for game in GAMES.values():
        for seats in sorted({TWO, game.seats[-1] if table.with_most else TWO}):
            cells = [cell(found.get((table.name, game.name, seats, *pair))) for pair in table.pairs]
            lines.append(f"| {game.title} | {seats} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def cell(row: dict[str, Any] | None) -> str:
    """With two `64 % (58 to 70), 200`; with more `1.62 x fair (1.40 to 1.84), 100`."""
    if row is None:
        return "not measured"
    low, high = interval(row["share"], row["games"])
    if row["seats"] == TWO:
        return f"{100 * row['share']:.0f} % ({100 * low:.0f} to {100 * high:.0f}), {row['games']}"
    fair = row["seats"]
    return f"{row['share'] * fair:.2f} x fair ({low * fair:.2f} to {high * fair:.2f}), {row['games']}"


if __name__ == "__main__":
    if len(sys.argv) == 2:
        write(Path(sys.argv[1]))
    else:
        play(Path(sys.argv[1]), float(sys.argv[2]), sys.argv[3:] or list(GAMES))

"""Play every kind of match and print a digest of every position, to compare a compiled and an interpreted run."""

import hashlib
import sys
from importlib import import_module
from math import ceil

import msgspec

from bugbox.bots.search import Search
from bugbox.core.game import OPEN, WATCHER, Game
from bugbox.core.position import Position, options_of
from bugbox.core.rng import Rng
from bugbox.games import find
from tests.conftest import compiled_sources, module_name
from tests.kit.brains import hopes, values, weights
from tests.kit.tables import Table, copy_of, every_table, guess_of, lowest, mixed_tables, state

LOOK = 3  # look at one decision in this many
FIRST_DECISIONS = 20  # a search starts at one of these: the very first may have 190 options, and few stages


def digest(thing: object) -> str:
    return hashlib.sha256(repr(thing).encode()).hexdigest()[:16]


def tables_of(game: Game) -> list[Table]:
    """Return at least 60 tables, to find a fault in one of 20 at 95%; at least five per seat count are random."""
    tables = [table for table in every_table() if table.game is game]
    seeds = max(5, ceil((60 - len(tables)) / len(game.seats)))
    return tables + [table for seed in range(seeds) for table in mixed_tables(game, seed)]


def trace(table: Table) -> None:
    position = table.start()
    rng = Rng(table.seed, "trace")
    pen = table.game.observer.pen(position)
    print(table, digest(state(position)), pen.layout())
    pondered, until = copy_of(position), rng.below(FIRST_DECISIONS)
    while waiting := position.to_act():
        if until == 0:
            pondered = copy_of(position)
        until -= 1
        seat = lowest(waiting)
        options = options_of(position, seat)
        looks = digest(look(table, position, seat)) if rng.below(LOOK) == 0 else ""
        option = options[rng.below(len(options))]
        position.act(seat, option)
        table.game.observer.observe(position, seat, pen)
        print(seat, options, option, looks, digest(state(position)), digest(bytes(pen.rows)))
    search = Search(pondered, lowest(pondered.to_act()), rng, table.game.brain(pondered.variant))
    search.think(20)
    print([search.visits[i] for i in range(len(search.visits))], [search.reward[i] for i in range(len(search.reward))])


def look(table: Table, position: Position, seat: int) -> list[object]:
    """Return what people and bots see of a position: a guess, every view, and the brain's estimates."""
    game, brain = table.game, table.game.brain(position.variant)
    return [
        state(guess_of(position, seat, table.seed)),
        [msgspec.to_builtins(game.view(position, viewer)) for viewer in (*range(position.seats), WATCHER, OPEN)],
        [brain.terms(position, who) for who in range(position.ranked)],
        weights(game, position, seat),
        hopes(game, position),
        values(game, position),
    ]


def compiled_modules() -> list[str]:
    """Import all modules that should be compiled, and return those loaded from a library."""
    for source in compiled_sources():
        import_module(module_name(source))
    files = {name: str(module.__file__) for name, module in sys.modules.items() if name.startswith("bugbox.")}
    return [name for name, file in files.items() if file.endswith((".so", ".pyd"))]


if __name__ == "__main__":
    if sys.argv[1] == "modules":
        print("\n".join(compiled_modules()))
    else:
        for table in tables_of(find(sys.argv[1])):
            trace(table)

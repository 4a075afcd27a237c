"""Golden matches: a small set that covers everything random play reaches.

`python -m tests.kit.golden` records missing matches; to change a match on purpose, delete it first. `--fewest` also
deletes redundant matches. `--retell` only rewrites the texts of recorded matches after a change of wording; the matches
themselves stay as they are.
"""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import bugbox
from bugbox.core.game import OPEN, Game
from bugbox.core.match import SEATS_IN
from bugbox.core.position import Position, options_of
from bugbox.core.rng import Rng
from bugbox.games import GAMES
from tests.conftest import ROOT
from tests.kit.tables import Table, every_table, mixed_tables

FOLDER = ROOT / "tests" / "golden_matches"
SURVEY = 100  # random matches for each seat count; 300 find what one match in 100 reaches, at 95%


def files(game: Game) -> list[Path]:
    return sorted(FOLDER.glob(f"{game.name}-[0-9]*.match"))


def load(file: Path) -> bugbox.Match:
    return bugbox.Match.load(file.read_text(encoding="utf-8"))


def table_of(match: bugbox.Match) -> Table:
    return Table(match.game, match.seats, match.settings, match.seed)


def file_of(match: bugbox.Match) -> Path:
    table = table_of(match)
    name = f"{table} seed={match.seed}" if match.seed != 1 else str(table)
    return FOLDER / f"{name.replace(' ', '-').replace('=', '-')}.match"


def story_of(match: bugbox.Match) -> str:
    """Return the log and the final table as text."""
    return "\n".join([*match.log(OPEN), "", match.text(OPEN), ""])


def by_lot(table: Table, position: Position) -> Iterator[tuple[int, int]]:
    """Yield random seats and codes of a whole match; the caller plays each before the next."""
    rng = Rng(table.seed, f"golden {table}")
    while waiting := SEATS_IN[position.to_act()]:
        seat = waiting[rng.below(len(waiting))]
        codes = options_of(position, seat)
        yield seat, codes[rng.below(len(codes))]


def play(table: Table) -> bugbox.Match:
    match = table.match()
    for seat, code in by_lot(table, match.position):
        match.play(seat, table.game.words.option_text(match.position, seat, code))
    return match


def survey(game: Game) -> list[Table]:
    """Return every kind of table, and many with random settings."""
    tables = [table for table in every_table() if table.game is game]
    return tables + [table for seed in range(SURVEY) for table in mixed_tables(game, seed)]


def reached_at(table: Table) -> set[str]:
    """Return what a random match reaches, without the cost of a Match, which words every option."""
    position = table.game.start(table.seats, table.settings, table.seed, telling=True)
    return reached_on(table, position, by_lot(table, position))


def reached(match: bugbox.Match) -> set[str]:
    table = table_of(match)
    return reached_on(table, table.game.start(table.seats, table.settings, table.seed, telling=True), match.acted)


def reached_on(table: Table, position: Position, decisions: Iterable[tuple[int, int]]) -> set[str]:
    """Return the seat count, changed settings, stages, verbs of decisions and kinds of events reached."""
    found = {f"{table.seats} seats", *changed(table)}
    for seat, code in decisions:
        option = table.game.words.option_text(position, seat, code)
        found |= {f"stage {position.stage}", f"verb {option.split()[0]}"}
        position.act(seat, code)
    events = {f"event {kind}" for kind, *_ in position.story}
    return {*found, *events, f"stage {position.stage}"}


def changed(table: Table) -> list[str]:
    """Return the changed settings: `expert` for a flag or a number, `deck 2-3` for a choice of words."""
    values = [(s, table.settings[s.name]) for s in table.game.settings if table.settings[s.name] != s.default]
    return [f"{s.name} {value}" if isinstance(value, str) else s.name for s, value in values]


def reached_by_all(matches: Iterable[bugbox.Match]) -> set[str]:
    return set().union(*map(reached, matches))


def choose(kept: list[bugbox.Match], others: Iterable[bugbox.Match]) -> list[bugbox.Match]:
    """Choose few matches that together reach everything, from `kept` first and then from `others`."""
    chosen: list[bugbox.Match] = []
    for matches in (kept, others):
        found = [(match, reached(match)) for match in matches]
        known = reached_by_all(chosen)
        while best := most_new(found, known):
            chosen.append(best)
            known |= reached(best)
    return [match for match in chosen if is_needed(match, chosen)]


def most_new(found: list[tuple[bugbox.Match, set[str]]], known: set[str]) -> bugbox.Match | None:
    """Return the match that reaches most that is new, the shortest if several do."""
    new = [(len(reaches - known), -len(match.decisions), match) for match, reaches in found if reaches - known]
    return max(new, key=lambda row: row[:2])[2] if new else None


def is_needed(match: bugbox.Match, among: list[bugbox.Match]) -> bool:
    return bool(reached(match) - reached_by_all(other for other in among if other is not match))


def write(match: bugbox.Match) -> None:
    file_of(match).write_text(match.record(), encoding="utf-8")
    file_of(match).with_suffix(".txt").write_text(story_of(match), encoding="utf-8")
    print(f"recorded {file_of(match).name}")


def retell(file: Path) -> None:
    file.with_suffix(".txt").write_text(story_of(load(file)), encoding="utf-8")


def delete(file: Path) -> None:
    file.unlink()
    file.with_suffix(".txt").unlink()
    print(f"deleted {file.name}")


def record(game: Game, fewest: bool) -> None:
    kept = [load(file) for file in files(game)]
    chosen = choose(kept, map(play, survey(game)))
    for match in chosen:
        if match not in kept:
            write(match)
    for match in kept:
        if fewest and match not in chosen:
            delete(file_of(match))


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for game in GAMES.values():
        if "--retell" in sys.argv:
            for file in files(game):
                retell(file)
        else:
            record(game, "--fewest" in sys.argv)

"""Golden matches: `python -m tests.golden` records the missing ones; to change one on purpose, delete it first."""

from pathlib import Path

import bugbox
from bugbox.core.game import OPEN
from bugbox.core.rng import Rng
from tests.conftest import ROOT
from tests.kit import Table, every_table, pick

FOLDER = ROOT / "tests" / "golden_matches"


def file_of(table: Table) -> Path:
    return FOLDER / f"{str(table).replace(' ', '-').replace('=', '-')}.match"


def story_of(match: bugbox.Match) -> str:
    """All that happened, and the last table, in words."""
    return "\n".join([*match.log(OPEN), "", match.text(OPEN), ""])


def play(table: Table) -> bugbox.Match:
    match = table.match()
    rng = Rng(table.seed, f"golden {table}")
    while not match.over:
        seat = match.to_act[rng.below(len(match.to_act))]
        match.play(seat, pick(match.options(seat), rng))
    return match


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for table in every_table():
        file = file_of(table)
        if not file.exists():
            match = play(table)
            file.write_text(match.record(), encoding="utf-8")
            file.with_suffix(".txt").write_text(story_of(match), encoding="utf-8")
            print(f"recorded {file.name}")

"""Every clause of a RULES.md is cited by a test, and no test or rule cites a clause that doesn't exist."""

import re

import pytest

from bugbox.core.game import Game
from bugbox.games import GAMES
from tests.conftest import ROOT

pytestmark = pytest.mark.once

CLAUSE = re.compile(r"^- \*\*([A-Z]+-[A-Z]\d+)\*\*", re.MULTILINE)
CITED = re.compile(r"\b[A-Z]+-[FHMR]\d+\b")
RANGE = re.compile(r"\b([A-Z]+-[FHMR])(\d+) to \1(\d+)\b")


def clauses(game: Game) -> list[str]:
    return CLAUSE.findall(game.rules())


def cited(text: str) -> set[str]:
    """Return the ids in a text; `RC-M1 to RC-M3` cites all three."""
    spans = [f"{kind}{n}" for kind, first, last in RANGE.findall(text) for n in range(int(first), int(last) + 1)]
    return {*CITED.findall(text), *spans}


def read_tests(game: Game) -> str:
    """Read the game's own tests."""
    files = sorted((ROOT / "tests" / "games" / game.folder.name).glob("test_*.py"))
    return "\n".join(file.read_text(encoding="utf-8") for file in files)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_every_clause_is_cited_by_a_test(game: Game) -> None:
    ids = clauses(game)
    assert len(ids) > 10
    assert len(ids) == len(set(ids)), "no id stands for two clauses"
    assert not set(ids) - cited(read_tests(game))


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_every_cited_clause_exists(game: Game) -> None:
    sources = [read_tests(game), *(path.read_text(encoding="utf-8") for path in game.folder.rglob("*.py"))]
    for source in [*sources, game.rules()]:
        assert not cited(source) - set(clauses(game))


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_every_setting_stands_on_a_clause_or_is_the_houses(game: Game) -> None:
    for setting in game.settings:
        assert setting.basis in [*clauses(game), "house"]
        assert f"`{setting.name}`" in game.rules()

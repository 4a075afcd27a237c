"""Who may import whom: the architecture of the layout, read off the imports."""

import ast
from pathlib import Path

import pytest

from bugbox.games import GAMES
from tests import SHIPPED
from tests.conftest import ROOT

pytestmark = pytest.mark.once

PACKAGE = ROOT / "bugbox"
MAY_IMPORT = {
    "core": {"core"},
    "art": {"art"},
    "games": {"core", "art", "games"},
    "bots": {"core", "bots"},
    "table": {"core", "art", "games", "bots", "table"},
    "lab": {"core", "games", "bots", "lab", "interpreted"},
}
MAY_IMPORT_IN_A_GAME = {"rules": {"rules"}, "bot": {"rules", "bot"}, "show": {"rules", "show"}}
SOURCES = sorted(PACKAGE.rglob("*.py"))
GAME_SOURCES = sorted(path for game in GAMES.values() for path in game.folder.rglob("*.py"))


def imported(path: Path) -> set[str]:
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
            assert "bugbox" not in names or part(path) not in MAY_IMPORT, "the whole package is for outsiders"
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            assert node.module
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return names


def part(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0]


@pytest.mark.parametrize("path", [p for p in SOURCES if part(p) in MAY_IMPORT], ids=lambda p: str(p.relative_to(ROOT)))
def test_imports_follow_the_arrows(path: Path) -> None:
    parts = {name.split(".")[1] for name in imported(path) if name.startswith("bugbox.")}
    assert parts <= MAY_IMPORT[part(path)]


@pytest.mark.parametrize("path", GAME_SOURCES, ids=lambda p: str(p.relative_to(ROOT)))
def test_a_game_imports_no_other_game_and_no_chance_or_clock(path: Path) -> None:
    own = ".".join(folder_of(path).relative_to(ROOT).parts)
    names = imported(path)
    ours = {name for name in names if name.split(".")[0] in ("bugbox", "tests")}
    assert all(f"{name}.".startswith(("bugbox.core.", "bugbox.art.", f"{own}.")) for name in ours)
    assert not {name.split(".")[0] for name in names} & {"random", "time", "os", "secrets", "datetime"}


@pytest.mark.parametrize("path", GAME_SOURCES, ids=lambda p: str(p.relative_to(ROOT)))
def test_rules_know_neither_bots_nor_people_and_bots_no_people(path: Path) -> None:
    folder = folder_of(path)
    inside, *_ = path.relative_to(folder).parts
    own = ".".join(folder.relative_to(ROOT).parts)
    parts = {name.removeprefix(f"{own}.").split(".")[0] for name in imported(path) if name.startswith(f"{own}.")}
    assert parts <= MAY_IMPORT_IN_A_GAME.get(inside, parts)


def folder_of(path: Path) -> Path:
    """Return the game's folder that a source belongs to."""
    return next(game.folder for game in GAMES.values() if path.is_relative_to(game.folder))


def test_every_folder_has_its_arrows() -> None:
    folders = {path.name for path in PACKAGE.iterdir() if path.is_dir() and not path.name.startswith("__")}
    assert folders <= set(MAY_IMPORT)


def test_every_game_folder_holds_the_same_files() -> None:
    rules = {"rules/box.py", "rules/turn.py"}
    show = {f"show/{name}" for name in ("words.py", "view.py", "text.py", "board.py", "help.py", "board.css")}
    files = {"PRIMER.md", "RULES.md", "observation.py", *rules, *show}
    for game in GAMES.values():
        assert files <= {str(path.relative_to(game.folder)) for path in game.folder.rglob("*")}, game.name


def test_every_game_folder_is_in_the_registry() -> None:
    folders = {init.parent for init in (PACKAGE / "games").glob("*/__init__.py")}
    assert folders == {game.folder for game in SHIPPED.values()}

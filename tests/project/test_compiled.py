"""Compiled and interpreted rules are the same rules; and what a compiled module must not say."""

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import native_build
from bugbox.core.game import Game
from tests.conftest import ROOT, compiled_sources, module_name
from tests.kit.tables import for_every_game

HAS_COMPILER = shutil.which("gcc") or shutil.which("cc") or shutil.which("clang")


def run(pure: bool, *arguments: str) -> str:
    environment = {**os.environ, "BUGBOX_PURE": "1" if pure else "0"}
    command = [sys.executable, "-m", *arguments]
    return subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True, text=True).stdout


def test_the_rules_are_compiled_where_there_is_a_compiler() -> None:
    if not HAS_COMPILER:
        pytest.skip("there is no C compiler here, so everything runs interpreted")
    compiled = set(run(False, "tests.kit.trace", "modules").split())
    assert compiled == {module_name(source) for source in compiled_sources()}
    assert run(True, "tests.kit.trace", "modules").split() == []


@pytest.mark.slow
@for_every_game
def test_compiled_and_interpreted_matches_are_equal_position_by_position(game: Game) -> None:
    compiled, interpreted = run(False, "tests.kit.trace", game.name), run(True, "tests.kit.trace", game.name)
    assert compiled.count("\n") > 500
    assert compiled == interpreted


def nodes(path: Path) -> list[ast.AST]:
    return list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


def imported(path: Path) -> set[str]:
    imports = [node for node in nodes(path) if isinstance(node, ast.Import | ast.ImportFrom)]
    names = [node.module or "" if isinstance(node, ast.ImportFrom) else node.names[0].name for node in imports]
    return {name.partition(".")[0] for name in names}


def test_what_uses_native_types_is_compiled_and_nothing_else() -> None:
    sources = [ROOT / name for name in native_build.sources(ROOT)]
    assert [path for path in sources if imported(path) & {"mypy_extensions", "librt"}] == compiled_sources()


def test_no_interpreted_module_makes_rows_for_compiled_ones() -> None:
    """mypyc never frees a row that interpreted code hands to a compiled function."""
    interpreted = {ROOT / name for name in native_build.sources(ROOT)} - set(compiled_sources())
    assert not [path.name for path in interpreted if "bugbox.core.rows" in path.read_text(encoding="utf-8")]


@pytest.mark.parametrize("path", compiled_sources(), ids=module_name)
def test_no_dataclass_or_struct_is_compiled(path: Path) -> None:
    """mypyc gives their classes other semantics: they stay in interpreted modules."""
    assert not imported(path) & {"dataclasses", "msgspec"}


@pytest.mark.parametrize("path", compiled_sources(), ids=module_name)
def test_no_constant_stands_left_of_a_shift(path: Path) -> None:
    """mypyc shifts a constant as 32 bits and silently loses the rest: take single bits from a table."""
    shifts = [node for node in nodes(path) if isinstance(node, ast.BinOp) and isinstance(node.op, ast.LShift)]
    assert not [node.lineno for node in shifts if isinstance(node.left, ast.Constant)]


@pytest.mark.parametrize("path", compiled_sources(), ids=module_name)
def test_no_loop_variable_is_an_underscore(path: Path) -> None:
    """mypyc makes `_` a Python object, so every round of the loop would allocate one."""
    loops = [node for node in nodes(path) if isinstance(node, ast.For) and isinstance(node.target, ast.Name)]
    assert not [loop.lineno for loop in loops if isinstance(loop.target, ast.Name) and loop.target.id == "_"]

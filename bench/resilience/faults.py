"""Test the tests of a game by mutation: put in one fault at a time and report which test catches it.

python -m bench.resilience.faults FOLDER [FAULTS] [SEED]

Faults are drawn at random, equally from each file of bugbox/games/FOLDER: a reversed comparison, a number that is one
too large, a missing line, a changed text. Each runs interpreted in a copy of the project until one of the game's tests
fails. Faults that no test caught are listed at the end: they are gaps in the tests, have no effect, or need browser or
slow tests, which are not run.

  python -m bench.resilience.faults bug_council
  python -m bench.resilience.faults caterpillar 75 2
"""

import ast
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Queue
from typing import Any, NamedTuple

from bugbox.games import GAMES

ROOT = Path(__file__).parents[2]
COPIED = (
    "bugbox",
    "tests",
    "docs",
    "native_build.py",
    "native_inline.py",
    "client_build.py",
    "pyproject.toml",
    "README.md",
)
GENERIC = (
    "games/test_golden.py",
    "games/test_contract.py",
    "games/test_two_worlds.py",
    "games/test_observation.py",
    "games/test_board.py",
    "games/test_brain.py",
    "bots/test_reasons.py",
    "bots/test_endgame.py",
    "games/test_primer.py",
)
PATIENCE = 300  # CPU seconds; tests that use more are in an endless loop
WAITING = 10 * PATIENCE  # seconds of wall-clock time; tests that take longer are deadlocked
OTHER: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.And: ast.Or, ast.Or: ast.And, ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip


class Edit(NamedTuple):
    node: ast.AST
    field: str
    value: Any


class Fault(NamedTuple):
    file: Path  # relative to the root
    what: str
    source: str  # the whole file, with the fault


# --- Faults ---


def edits(tree: ast.Module) -> Iterator[Edit]:
    for node in ast.walk(tree):
        match node:
            case ast.Compare(ops=[op]) if type(op) in OTHER:
                yield Edit(node, "ops", [OTHER[type(op)]()])
            case ast.BoolOp(op=op) | ast.BinOp(op=op) | ast.AugAssign(op=op) if type(op) in OTHER:
                yield Edit(node, "op", OTHER[type(op)]())
            case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test):
                yield Edit(node, "test", ast.UnaryOp(ast.Not(), test))
            case ast.Constant(value=bool(value)):
                yield Edit(node, "value", not value)
            case ast.Constant(value=int(value)):
                yield Edit(node, "value", value + 1)
            case ast.Constant(value=str(value)) if value and "\n" not in value:
                yield Edit(node, "value", f"{value}!")
        yield from lines_left_out(node)


def lines_left_out(node: ast.AST) -> Iterator[Edit]:
    for field in ("body", "orelse"):
        found = getattr(node, field, None)
        lines = found if isinstance(found, list) else []  # the body of a lambda or a conditional is not a list
        for nth, line in enumerate(lines):
            is_call = isinstance(line, ast.Expr) and isinstance(line.value, ast.Call)
            if is_call or (isinstance(line, ast.Assign | ast.AugAssign) and not isinstance(node, ast.Module)):
                yield Edit(node, field, [*lines[:nth], ast.Pass(), *lines[nth + 1 :]])


def without_docs(tree: ast.Module) -> ast.Module:
    """Remove docstrings, where a fault has no effect."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node) is not None:
            node.body = node.body[1:] or [ast.Pass()]
    return tree


def draw(file: Path, faults: int, lot: random.Random) -> list[Fault]:
    tree = without_docs(ast.parse((ROOT / file).read_text(encoding="utf-8")))
    possible = list(edits(tree))
    return [made(file, tree, edit) for edit in lot.sample(possible, min(faults, len(possible)))]


def made(file: Path, tree: ast.Module, edit: Edit) -> Fault:
    before = ast.unparse(edit.node).splitlines()
    kept = getattr(edit.node, edit.field)
    setattr(edit.node, edit.field, edit.value)
    after = ast.unparse(edit.node).splitlines()
    source = ast.unparse(tree)
    setattr(edit.node, edit.field, kept)
    was, becomes = next((pair for pair in zip(before, after, strict=False) if pair[0] != pair[1]), ("?", "?"))
    line = getattr(edit.node, "lineno", 0)
    return Fault(file, f"{file.name} {line}: {was.strip()}  =>  {becomes.strip()}", source)


def draw_all(folder: str, faults: int, seed: int) -> list[Fault]:
    lot = random.Random(seed)
    files = sorted((ROOT / "bugbox" / "games" / folder).rglob("*.py"))
    each = [draw(file.relative_to(ROOT), faults, lot) for file in files]
    in_turn = [fault for nth in range(faults) for drawn in each for fault in drawn[nth : nth + 1]]
    return in_turn[:faults]


# --- Tests ---


def tests_of(folder: str) -> list[list[str]]:
    """Return the runs: the game's own tests, then the generic tests except those of other games."""
    others = " or ".join(name for name, game in GAMES.items() if game.folder.name != folder)
    generic = [*(f"tests/{file}" for file in GENERIC), "-k", f"not ({others})"]
    return [[f"tests/games/{folder}", "-m", "not slow"], [*generic, "-m", "not slow"]]


def copy_project(folder: Path) -> None:
    """Copy the project without compiled libraries."""
    for name in COPIED:
        if (ROOT / name).is_dir():
            ignored = shutil.ignore_patterns("*.so", "__pycache__", "node_modules")
            shutil.copytree(ROOT / name, folder / name, ignore=ignored)
        else:
            shutil.copy(ROOT / name, folder)


def caught_by(fault: Fault, copy: Path, runs: list[list[str]]) -> str:
    """Return the first test that fails, or an empty string."""
    (copy / fault.file).write_text(fault.source, encoding="utf-8")
    try:
        for run in runs:
            if found := first_failure(copy, run):
                return found
        return ""
    finally:
        shutil.copy(ROOT / fault.file, copy / fault.file)


def first_failure(copy: Path, run: list[str]) -> str:
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "--tb=no", *run]
    environment = os.environ | {"BUGBOX_PURE": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    with subprocess.Popen(
        command, cwd=copy, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as tests:
        resource.prlimit(tests.pid, resource.RLIMIT_CPU, (PATIENCE, PATIENCE + 1))
        try:
            told, _ = tests.communicate(timeout=WAITING)
        except subprocess.TimeoutExpired:
            tests.kill()
            return "the tests wait for ever"
    if tests.returncode == 0:
        return ""
    if tests.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
        return "the tests go on for ever"
    failed = re.search(r"^(?:FAILED|ERROR) (\S+)", told, re.MULTILINE)
    return failed[1] if failed else f"pytest itself: {told.strip().splitlines()[-1]}"


def main(folder: str, faults: int = 60, seed: int = 1) -> int:
    folders = [game.folder.name for game in GAMES.values()]
    if folder not in folders:
        print(f"There is no game {folder!r}; the folders are {', '.join(folders)}.", file=sys.stderr)
        return 2
    runs = tests_of(folder)
    drawn = draw_all(folder, faults, seed)
    missed: list[Fault] = []
    with tempfile.TemporaryDirectory() as place:
        copies: Queue[Path] = Queue()
        for nth in range(len(os.sched_getaffinity(0))):
            copy = Path(place, str(nth))
            copy.mkdir()
            copy_project(copy)
            copies.put(copy)

        def ask(fault: Fault) -> str:
            copy = copies.get()
            try:
                return caught_by(fault, copy, runs)
            finally:
                copies.put(copy)

        if failing := next(filter(None, (first_failure(Path(place, "0"), run) for run in runs)), ""):
            print(f"Without any fault this fails already: {failing}")
            return 1
        with ThreadPoolExecutor(copies.qsize()) as threads:
            for nth, (fault, test) in enumerate(zip(drawn, threads.map(ask, drawn), strict=True), 1):
                print(f"{nth:3} {fault.what}\n    {test or 'NOT CAUGHT'}", flush=True)
                if not test:
                    missed.append(fault)
    print(
        f"\n{len(drawn) - len(missed)} of {len(drawn)} faults were caught.", *(fault.what for fault in missed), sep="\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main("".join(sys.argv[1:2]), *map(int, sys.argv[2:])))

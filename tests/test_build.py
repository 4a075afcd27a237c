"""What is installed: compiled where that can be, interpreted where not, and complete in both cases."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.conftest import ROOT, compiled_sources
from tests.test_compiled import HAS_COMPILER
from tests.test_docs import tracked_files

pytestmark = pytest.mark.slow


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """The tracked files alone, as in a fresh clone."""
    folder = tmp_path / "checkout"
    for path in tracked_files():
        target = folder / path.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, target)
    return folder


def build_wheel(checkout: Path, *options: str, **environment: str) -> tuple[str, set[str]]:
    """The wheel's name and the files in it."""
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", "wheels", *options, "."]
    subprocess.run(command, cwd=checkout, env={**os.environ, **environment}, check=True, capture_output=True)
    (wheel,) = (checkout / "wheels").iterdir()
    return wheel.name, set(zipfile.ZipFile(wheel).namelist())


def sources() -> set[str]:
    return {str(path.relative_to(ROOT)) for path in tracked_files() if path.is_relative_to(ROOT / "bugbox")}


@pytest.mark.skipif(not HAS_COMPILER, reason="there is no C compiler here")
def test_a_wheel_built_by_itself_is_compiled_and_complete(checkout: Path) -> None:
    """In an environment of its own, which has nothing but what the build asks for."""
    name, files = build_wheel(checkout, BUGBOX_PURE="0", BUGBOX_MUST_COMPILE="1")
    assert "none-any" not in name
    assert sources() <= files
    compiled = {file.partition(".")[0] + ".py" for file in files if file.endswith(".so") and "__mypyc" not in file}
    assert compiled == {str(path.relative_to(ROOT)) for path in compiled_sources()}


def test_without_any_compiler_the_package_is_still_built(checkout: Path, tmp_path: Path) -> None:
    (tmp_path / "bin").mkdir()
    name, files = build_wheel(checkout, "--no-build-isolation", PATH=str(tmp_path / "bin"), CC="", BUGBOX_PURE="0")
    assert "none-any" in name
    assert sources() <= files
    assert not [file for file in files if file.endswith(".so")]

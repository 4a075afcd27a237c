"""Settings of the test run, and a guard against testing yesterday's rules."""

import tomllib
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from bugbox.pure import is_compiled

ROOT = Path(__file__).parent.parent

settings.register_profile(
    "bugbox",
    deadline=None,  # the machine may be busy; no test asserts a time
    derandomize=True,
    max_examples=60 if is_compiled() else 15,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)
settings.load_profile("bugbox")


def compiled_sources() -> list[Path]:
    with open(ROOT / "pyproject.toml", "rb") as file:
        hook = tomllib.load(file)["tool"]["hatch"]["build"]["hooks"]["custom"]
    return [ROOT / name for name in hook["compiled"]]


def pytest_sessionstart() -> None:
    """A compiled module is imported instead of its source: it must not be older."""
    for source in compiled_sources():
        for library in source.parent.glob(f"{source.stem}.*.so"):
            if is_compiled() and library.stat().st_mtime < source.stat().st_mtime:
                pytest.exit(f"{source.name} was changed after it was compiled: run make first.", returncode=2)

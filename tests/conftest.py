"""Configure the test run, and refuse to test stale compiled modules."""

import os
import signal
from collections.abc import Generator, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

import native_build
from bugbox.interpreted import is_compiled
from tests import ROOT as ROOT
from tests.kit import deals

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.kit.browsing import People
    from tests.kit.serving import Browser as Visitor

SLOWEST = ("test_build.py", "test_compiled.py")

settings.register_profile(
    "bugbox",
    deadline=None,  # the machine may be busy; no test asserts timing
    derandomize=True,
    max_examples=60 if is_compiled() else 15,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)
settings.load_profile("bugbox")


def compiled_sources() -> list[Path]:
    return [ROOT / name for name in native_build.compiled_modules(ROOT)]


def module_name(source: Path) -> str:
    parts = source.relative_to(ROOT).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


def pytest_configure(config: pytest.Config) -> None:
    """Create a file for each pytest process, from which its servers read the name of the test."""
    folder = TemporaryDirectory(prefix="bugbox-deals-")
    config.add_cleanup(folder.cleanup)
    os.environ[deals.FILE] = f"{folder.name}/test"


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    deals.begin(item.nodeid)


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: pytest.FixtureDef[object]) -> Generator[None, object, object]:
    """Give shared fixtures the same deals, whichever test runs first."""
    if fixturedef.scope == "function":
        return (yield)
    with deals.apart(f"{fixturedef.baseid}::{fixturedef.argname}"):
        return (yield)


def pytest_xdist_auto_num_workers() -> int:
    """Use one worker more than cores, as tests wait for browsers and servers."""
    return len(os.sched_getaffinity(0)) + 1


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Give each worker a slice that starts with slow tests, so that only quick ones are left at the end."""
    processes = getattr(config, "workerinput", {}).get("workercount", 1)
    if processes > 1:
        slow = [item for item in items if item.get_closest_marker("slow")]
        slow.sort(key=lambda item: item.path.name not in SLOWEST)
        quick = [item for item in items if not item.get_closest_marker("slow")]
        ends = [len(quick) * nth // processes for nth in range(processes + 1)]
        pieces = [(*slow[nth::processes], *quick[ends[nth] : ends[nth + 1]]) for nth in range(processes)]
        items[:] = [item for piece in pieces for item in piece]


def pytest_sessionstart() -> None:
    """Stop if a compiled module, which is imported instead of its source, is older than the source."""
    signal.signal(signal.SIGINT, signal.default_int_handler)  # background jobs inherit SIG_IGN
    if is_compiled():
        for source in [*compiled_sources(), *(ROOT / name for name in native_build.modules_with_libraries(ROOT))]:
            libraries = native_build.libraries_of(source)
            if not libraries or libraries[0].stat().st_mtime < source.stat().st_mtime:
                pytest.exit(f"{source.name} is not compiled as it stands: run make first.", returncode=2)


# --- A server and real browsers; imported only by tests that use them ---


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    from tests.kit.serving import server

    with server(tmp_path_factory.mktemp("table")) as found:
        yield found


@pytest.fixture(scope="session")
def chromium() -> Iterator["Browser"]:
    """Start one browser for all tests, as starting takes longer than many of them. Each person gets a new profile."""
    from tests.kit.browsing import browser

    with browser() as running:
        yield running


@pytest.fixture
def people(chromium: "Browser", address: str) -> Iterator["People"]:
    """Yield people with browser windows; fail if any console logged an error."""
    from tests.kit.browsing import People

    coming = People(chromium, address)
    yield coming
    coming.go()


@pytest.fixture(scope="session")
def over(address: str) -> "tuple[str, Visitor]":
    """Return Ann's finished match against a bot, for tests that only look at it."""
    from tests.kit.browsing import finished

    return finished(address)

"""One server for all tests that leave it alive, and tables there."""

from collections.abc import Iterator

import pytest

from tests.kit.serving import Browser, Server, started
from tests.table.server.matches import finished


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with started(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture
def address(shared: Server) -> Iterator[str]:
    """One server for all tests that leave it alive; whatever they do, it must not break a sweat."""
    yield shared.address
    assert Browser(shared.address).get("/icon.svg").status == 200
    said = shared.complaints.read_text()
    shared.complaints.write_text("")
    assert "Traceback" not in said, said


@pytest.fixture(scope="module")
def anns(shared: Server) -> tuple[Browser, str]:
    """Ann and a table where she waits."""
    ann = Browser(shared.address)
    return ann, ann.open_table("me", "open", name="Ann")


@pytest.fixture(scope="module")
def over(shared: Server) -> tuple[Browser, str]:
    """Ann and a table where her match against a careless bot is over."""
    return finished(shared.address)

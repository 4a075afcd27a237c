"""The log is watched while somebody knocks."""

import logging
from collections.abc import Iterator

import pytest

from tests.table.door.waiting import listening


@pytest.fixture(autouse=True)
def log() -> Iterator[list[logging.LogRecord]]:
    """What the server in this process complains about; at the end there may be no error."""
    said: list[logging.LogRecord] = []
    listener = listening(said.append)
    loggers = [logging.getLogger(name) for name in ("bugbox.table", "uvicorn.error", "asyncio")]
    for logger in loggers:
        logger.addHandler(listener)
    yield said
    for logger in loggers:
        logger.removeHandler(listener)
    assert not [record.getMessage() for record in said if record.exc_info]

"""A log that can be listened to, and a table where Ann waits."""

import logging
from collections.abc import Callable

from tests.kit.serving import Browser


def listening(take: Callable[[logging.LogRecord], None]) -> logging.Handler:
    class Listener(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            take(record)

    return Listener()


def a_table(address: str, **named: str) -> tuple[Browser, str]:
    ann = Browser(address, **named)  # type: ignore[arg-type]
    return ann, ann.open_table("me", "open", name="Ann")

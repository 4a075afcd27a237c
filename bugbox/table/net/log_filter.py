"""A log that says a thing once: what happens again and again is counted, not told each time."""

import logging
import math
import time
from typing import Final

LOGGERS: Final = ("bugbox.table", "uvicorn.error", "asyncio")
MOST: Final = 1000  # different things that are remembered

Key = tuple[str, str, str, int]  # the logger, the first line, and where the error came from


class Once(logging.Filter):
    """Lets a thing pass once in so many seconds, and then says how often it was not told."""

    def __init__(self, pause: float = 60.0) -> None:
        super().__init__()
        self.pause = pause
        self._told: dict[Key, float] = {}
        self._untold: dict[Key, int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        key, now = key_of(record), time.monotonic()
        if now < self._told.get(key, -math.inf) + self.pause:
            self._untold[key] = self._untold.get(key, 0) + 1
            return False
        if len(self._told) >= MOST:
            self._told.clear()
        self._told[key] = now
        count = self._untold.pop(key, 0)
        if count:
            record.msg = f"{str(record.msg).rstrip()} (and {count} times more since this was last said)"
        return True


def key_of(record: logging.LogRecord) -> Key:
    first_line = str(record.msg).partition("\n")[0]
    error = record.exc_info[1] if record.exc_info else None
    trace = error.__traceback__ if error else None
    while trace and trace.tb_next:
        trace = trace.tb_next
    return record.name, first_line, type(error).__name__, trace.tb_lineno if trace else 0


def hush(pause: float = 60.0) -> None:
    once = Once(pause)
    for name in LOGGERS:
        logging.getLogger(name).addFilter(once)

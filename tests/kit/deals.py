"""Fix the deals of a test: the seed of a table is derived from the test's name and the tables it opened before.

Tables are opened by servers in other processes. They read the test's name from a file, and append a mark for each seed.
BUGBOX_DEALS=2 (or any other text) deals differently.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Final

FILE: Final = "BUGBOX_DEALS_FILE"
OTHER: Final = "BUGBOX_DEALS"


def begin(name: str) -> None:
    """Derive seeds from this test's name from now on."""
    Path(os.environ[FILE]).write_text(f"{os.environ.get(OTHER, '')} {name} ", encoding="utf-8")


@contextmanager
def apart(name: str) -> Iterator[None]:
    """Derive seeds from another name, for what several tests share, then continue with the test's."""
    file = Path(os.environ[FILE])
    before = file.read_text(encoding="utf-8")
    begin(name)
    try:
        yield
    finally:
        file.write_text(before, encoding="utf-8")


def new_seed() -> int:
    """Replace `bugbox.table.rooms.room.new_seed`."""
    with open(os.environ[FILE], "r+", encoding="utf-8") as file:
        name = file.read()
        file.write("+")
    return int.from_bytes(sha256(name.encode()).digest()[:16], "big")

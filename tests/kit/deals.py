"""Fix what a test is dealt: the seed of a table follows from the test, and from how many tables it opened before.

Tables are opened by servers in other processes. They find the name of the test in a file, and add a mark to it for each
seed they take. BUGBOX_DEALS=2 (or any other text) deals differently.
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
    """Deal for this test from now on."""
    Path(os.environ[FILE]).write_text(f"{os.environ.get(OTHER, '')} {name} ", encoding="utf-8")


@contextmanager
def apart(name: str) -> Iterator[None]:
    """Deal for something that several tests share, and then go on where the test was."""
    file = Path(os.environ[FILE])
    before = file.read_text(encoding="utf-8")
    begin(name)
    try:
        yield
    finally:
        file.write_text(before, encoding="utf-8")


def new_seed() -> int:
    """Stand in for `bugbox.table.room.new_seed`."""
    with open(os.environ[FILE], "r+", encoding="utf-8") as file:
        name = file.read()
        file.write("+")
    return int.from_bytes(sha256(name.encode()).digest()[:16], "big")

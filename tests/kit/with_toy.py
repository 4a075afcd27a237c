"""`python -m tests.kit.with_toy` is bugbox with the toy in the box, for tests that need another process.

Nothing of the toy is bundled, so its style is added to a copy of what the server hands out. Under pytest the seeds of
its tables are fixed (tests/kit/deals.py).
"""

import os
from pathlib import Path
from unittest.mock import patch

from bugbox.cli import main
from bugbox.table import kept, room
from tests import ROOT, toy  # and not from conftest: pytest would be loaded by every server and all its bots
from tests.kit import deals


def styled(folder: Path) -> Path:
    """Each file is there whole or not at all: several servers may start at once."""
    folder.mkdir(parents=True, exist_ok=True)
    for file in kept.STATIC.iterdir():
        added = (toy.GAME.folder / "board.css").read_bytes() if file.suffix == ".css" else b""
        new = folder / f"{file.name}.{os.getpid()}"
        new.write_bytes(file.read_bytes() + added)
        new.replace(folder / file.name)
    return folder


if __name__ == "__main__":
    new_seed = deals.new_seed if deals.FILE in os.environ else room.new_seed
    with (
        patch.object(kept, "STATIC", styled(ROOT / "build" / "static-with-toy")),
        patch.object(room, "new_seed", new_seed),
    ):
        main(prog_name="bugbox")

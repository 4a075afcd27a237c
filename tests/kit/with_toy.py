"""Run bugbox with the toy game, for tests that need another process: `python -m tests.kit.with_toy`.

The toy game is not bundled, so its style is appended to a copy of the static files. Under pytest the seeds of tables
are fixed (tests/kit/deals.py).
"""

import os
from pathlib import Path
from unittest.mock import patch

from bugbox.cli import main
from bugbox.table.net import assets
from bugbox.table.rooms import room
from tests import ROOT, toy  # not from conftest, so that servers and bots do not load pytest
from tests.kit import deals


def styled(folder: Path) -> Path:
    """Copy the static files with the toy's style, each atomically, as several servers may start at once."""
    folder.mkdir(parents=True, exist_ok=True)
    for file in assets.STATIC.iterdir():
        added = (toy.GAME.folder / "show" / "board.css").read_bytes() if file.suffix == ".css" else b""
        new = folder / f"{file.name}.{os.getpid()}"
        new.write_bytes(file.read_bytes() + added)
        new.replace(folder / file.name)
    return folder


if __name__ == "__main__":
    new_seed = deals.new_seed if deals.FILE in os.environ else room.new_seed
    with (
        patch.object(assets, "STATIC", styled(ROOT / "build" / "static-with-toy")),
        patch.object(room, "new_seed", new_seed),
    ):
        main(prog_name="bugbox")

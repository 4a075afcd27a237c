"""Rows of rooms, and a program that writes moves until it is killed."""

from typing import Any

import msgspec

from bugbox.table.storage.store import WAITING, RoomRow, Seat


def room(name: str = "m", made: str = "2026-01-01T00:00:00", **changes: Any) -> RoomRow:
    seats = [Seat("Ann", owner="a" * 64), Seat("Weevil", level="search")]
    row = RoomRow(name, made, "bug-race", 1, {"expert": "no"}, 2**127 + 7, "a" * 64, True, WAITING, "", seats)
    return msgspec.structs.replace(row, **changes)


WRITER = """
import sys
from pathlib import Path
from bugbox.table.storage.store import RoomRow, Store
store = Store(Path(sys.argv[1]))
store.save_room(RoomRow("m", "2026", "bug-race", 1, {}, 7, "", False, "playing", "", [])).result()
for seq in range(1, 100_000):
    store.add_move("m", seq, 0, f"option {seq}").result()
    print(seq, flush=True)
"""

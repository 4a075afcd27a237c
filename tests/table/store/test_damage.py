"""A wrong row hurts nobody else."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path

import pytest

import bugbox
from bugbox.table.net.limits import Limits
from bugbox.table.storage.store import RoomRow, Store, Write, commit, connect, insert_move, upsert_room
from tests.kit.serving import PATIENCE, Browser, limited, start
from tests.table.store.rows import room

pytestmark = pytest.mark.once


DAMAGE = {
    "settings that are no JSON": "UPDATE room SET settings = '{' WHERE id = 'm'",
    "settings that are a number": "UPDATE room SET settings = '7' WHERE id = 'm'",
    "a seed that is no number": "UPDATE room SET seed = 'seven' WHERE id = 'm'",
    "a version that is no number": "UPDATE room SET version = 'one' WHERE id = 'm'",
    "a name of bytes": "UPDATE seat SET name = x'ff00' WHERE room = 'm'",
    "a name that is no UTF-8": "UPDATE seat SET name = CAST(x'ff' AS TEXT) WHERE room = 'm'",
    "a level with an escape sequence": "UPDATE seat SET level = char(27) || '[2J' WHERE room = 'm' AND number = 1",
    "a level of a number": "UPDATE seat SET level = x'07' WHERE room = 'm' AND number = 1",
    "a game that is no UTF-8": "UPDATE room SET game = CAST(x'ff' AS TEXT) WHERE id = 'm'",
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_a_damaged_room_is_left_out_of_every_list_and_named_once(
    store: Store, tmp_path: Path, caplog: pytest.LogCaptureFixture, damage: str
) -> None:
    store.save_room(room("fine")).result()
    with closing(connect(tmp_path / "data" / "table.sqlite")) as disk:
        disk.execute(damage)
    for _ in range(3):
        assert store.rooms_of("a" * 64, 9) == [room("fine")]
        assert store.open_rooms(9) == [room("fine")]
        with pytest.raises(bugbox.BugboxError):
            store.load("m")
    assert [record.getMessage().split(":")[0] for record in caplog.records] == ["room m is damaged and left out"]


INDEXES = ["room_by_stage", "room_by_last_use", "room_by_host", "seat_by_owner"]
MANY = 300  # rooms: their tables have several pages


@pytest.fixture
def full(tmp_path: Path) -> Path:
    """A file with many rooms, all of it in the file itself."""
    path = tmp_path / "full.sqlite"
    store = Store(path)
    rooms = [room(f"room {number:03}", f"2026-01-01T00:00:00.{number:03}") for number in range(MANY)]
    for written in [store.add_match(row, [(0, "keep")] * 20) for row in rooms]:
        written.result()
    store.close()
    return path


def spoil(path: Path, name: str, child: int | None = None) -> None:
    """Overwrite the root page of a table or an index, or that page below it."""
    with closing(connect(path)) as disk:
        disk.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        ((size,), (root,)) = (
            disk.execute("PRAGMA page_size").fetchone(),
            disk.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (name,)).fetchone(),
        )
    with open(path, "r+b") as file:
        page = root
        if child is not None:
            file.seek((root - 1) * size + 12 + 2 * child)  # where the page says where its cells are
            file.seek((root - 1) * size + int.from_bytes(file.read(2), "big"))
            page = int.from_bytes(file.read(4), "big")
        file.seek((page - 1) * size)
        file.write(b"\xff" * size)


def names_of(rows: Sequence[RoomRow]) -> set[str]:
    return {row.id for row in rows}


@pytest.mark.parametrize("index", INDEXES)
def test_a_damaged_index_is_built_again_at_the_start(full: Path, caplog: pytest.LogCaptureFixture, index: str) -> None:
    spoil(full, index)
    store = Store(full)
    assert [record.getMessage() for record in caplog.records] == [
        "full.sqlite was damaged: its indexes were built again, and nothing is lost."
    ]
    assert len(store.rooms_of("a" * 64, MANY)) == len(store.open_rooms(MANY)) == MANY
    assert store.load("room 007") == (room("room 007", "2026-01-01T00:00:00.007"), [(0, "keep")] * 20)
    store.close()
    with closing(connect(full)) as disk:
        assert disk.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        found = disk.execute("SELECT name FROM sqlite_master WHERE type = 'index' AND sql NOT NULL").fetchall()
        assert {name for (name,) in found} == set(INDEXES)
        with pytest.raises(sqlite3.IntegrityError):
            disk.execute("UPDATE room SET revision = 9")


def test_an_index_that_disagrees_with_its_table_is_built_again(full: Path, caplog: pytest.LogCaptureFixture) -> None:
    with closing(connect(full)) as disk:
        disk.execute("PRAGMA writable_schema = ON")
        disk.execute("UPDATE sqlite_master SET sql = replace(sql, '(owner)', '(name)') WHERE name = 'seat_by_owner'")
    Store(full).close()
    assert "indexes were built again" in caplog.text


@pytest.mark.parametrize("index", INDEXES)
def test_an_index_damaged_while_the_server_runs_hides_no_room(
    full: Path, caplog: pytest.LogCaptureFixture, index: str
) -> None:
    store = Store(full)
    spoil(full, index)
    for _ in range(2):
        assert len(store.rooms_of("a" * 64, MANY)) == len(store.open_rooms(MANY)) == MANY
        assert [row.id for row in store.open_rooms(2)] == [row.id for row in store.rooms_of("a" * 64, 2)]
    assert [row.id for row in store.open_rooms(2)] == ["room 299", "room 298"], "the newest first"
    assert len(caplog.records) <= 1, "and it is said once"


@pytest.mark.parametrize(("table", "called"), [("room", "tables"), ("seat", "seats"), ("move", "moves")])
def test_a_damaged_page_leaves_the_rooms_of_other_pages_readable(
    full: Path, caplog: pytest.LogCaptureFixture, table: str, called: str
) -> None:
    spoil(full, table, child=2)
    store = Store(full)
    assert len(caplog.records) == 1
    assert caplog.records[0].getMessage().startswith(f"full.sqlite is damaged: some {called} cannot be read. ")
    readable = set()
    for number in range(MANY):
        with suppress(bugbox.BugboxError, sqlite3.Error):
            if store.load(f"room {number:03}"):
                readable.add(f"room {number:03}")
    assert MANY / 2 < len(readable) < MANY
    for listed in (store.rooms_of("a" * 64, MANY), store.open_rooms(MANY)):
        assert len(readable - names_of(listed)) <= 2, "Python's sqlite3 swallows the last row before an error"


def test_the_lobby_shows_every_table_although_indexes_are_damaged(tmp_path: Path) -> None:
    with limited(tmp_path, Limits()) as address:
        ann, bob = Browser(address), Browser(address)
        table = ann.open_table("me", "open", name="Ann", listed="yes")
        for index in INDEXES:
            spoil(tmp_path / "table.sqlite", index)
        for page in (ann.get("/"), bob.get("/")):
            assert (page.status, table in page.text) == (200, True)
        assert bob.get(table).status == 200
        assert ann.post("/play", ("game", "bug-race")).status in (303, 409), "a new table, or a sentence"


@pytest.mark.slow
def test_a_server_starts_with_a_damaged_file_and_says_one_sentence(full: Path) -> None:
    spoil(full.rename(full.with_name("table.sqlite")), "move", child=2)
    running = start(full.parent)
    try:
        assert Browser(running.address).get("/").status == 200
    finally:
        running.stop()
    (said,) = running.complaints.read_text().splitlines()
    assert said.startswith("table.sqlite is damaged: some moves cannot be read. All others can be used as before.")


def test_a_file_that_cannot_be_read_at_all_gives_a_sentence(full: Path, caplog: pytest.LogCaptureFixture) -> None:
    store = Store(full)
    full.write_bytes(b"no database" * 1000)
    for _ in range(2):
        with pytest.raises(
            bugbox.BugboxError, match=r"^The server cannot read its tables right now; its log says why\.$"
        ):
            store.open_rooms(9)
    assert len(caplog.records) == 1


def test_a_write_that_touches_a_damaged_page_fails_alone(full: Path) -> None:
    spoil(full, "room_by_last_use")
    batch = [
        Write([insert_move("room 001", 21, (0, "keep"))]),
        Write(upsert_room(room("new"))),
        Write([insert_move("room 002", 21, (0, "keep"))]),
    ]
    with closing(connect(full)) as disk:
        commit(disk, batch)
    assert [write.done.exception() is None for write in batch] == [True, False, True]
    store = Store(full)
    assert [len(found[1]) for found in map(store.load, ["room 001", "room 002"]) if found] == [21, 21]


def test_whatever_goes_wrong_in_a_write_the_writer_goes_on(store: Store) -> None:
    assert isinstance(store.save_room(room("odd", host="\ud800")).exception(PATIENCE), sqlite3.Error)
    assert store.save_room(room("fine")).exception(PATIENCE) is None

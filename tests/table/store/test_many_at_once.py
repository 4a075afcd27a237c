"""Many who write at once, power cuts, and files of older versions."""

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

import bugbox
from bugbox.core.game import Game
from bugbox.games import GAMES
from bugbox.table.rooms.room import Room, new_room
from bugbox.table.storage.store import (
    BROUGHT,
    MIGRATIONS,
    OVER,
    PLAYING,
    Move,
    RoomRow,
    Store,
    Write,
    commit,
    connect,
    insert_move,
    now,
)
from tests.conftest import ROOT
from tests.kit.tables import for_every_game
from tests.table.store.rows import WRITER, room

pytestmark = pytest.mark.once


def test_when_a_commit_fails_all_are_told(store: Store, tmp_path: Path) -> None:
    """A broken statement in the middle, as a full disk would be: nothing of the batch is there."""
    batch = [
        Write([insert_move("m", 1, (0, "keep"))]),
        Write([("INSERT INTO nowhere VALUES (?)", ("x",))]),
    ]
    commit(connect(tmp_path / "data" / "table.sqlite"), batch)
    assert all(isinstance(write.done.exception(), sqlite3.OperationalError) for write in batch)
    assert store.load("m") == (room(), [])


def test_many_threads_write_at_once(store: Store) -> None:
    for match in range(8):
        store.save_room(room(str(match)))

    def play(match: int) -> list[Future[None]]:
        return [store.add_move(str(match), seq, 0, f"option {seq}") for seq in range(1, 101)]

    with ThreadPoolExecutor(8) as pool:
        answers = [answer for answers in pool.map(play, range(8)) for answer in answers]
    assert all(answer.exception() is None for answer in answers)
    for match in range(8):
        assert store.load(str(match)) == (room(str(match)), [(0, f"option {seq}") for seq in range(1, 101)])


def test_closing_commits_what_is_waiting(tmp_path: Path) -> None:
    store = Store(tmp_path / "table.sqlite")
    store.save_room(room())
    answers = [store.add_move("m", seq, 0, "keep") for seq in range(1, 51)]
    store.close()
    assert all(answer.done() for answer in answers)
    loaded = Store(tmp_path / "table.sqlite").load("m")
    assert loaded is not None
    assert len(loaded[1]) == 50


def test_the_disk_is_asked_to_be_sure(tmp_path: Path) -> None:
    connection = connect(tmp_path / "table.sqlite")
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert connection.execute("PRAGMA synchronous").fetchone() == (2,), "FULL"


def test_a_server_killed_between_two_moves_loses_nothing_acknowledged(tmp_path: Path) -> None:
    path = tmp_path / "table.sqlite"
    command = [sys.executable, "-c", WRITER, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as writer:
        assert writer.stdout
        for _ in range(200):
            writer.stdout.readline()
        os.kill(writer.pid, signal.SIGKILL)
        acknowledged = 200 + len(writer.stdout.read().splitlines())
    loaded = Store(path).load("m")
    assert loaded is not None
    assert [option for _, option in loaded[1][:acknowledged]] == [f"option {n}" for n in range(1, acknowledged + 1)]
    assert len(loaded[1]) - acknowledged <= 1, "at most the one that was on its way"


def test_migrations_run_once_and_a_newer_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "table.sqlite"
    Store(path).save_room(room()).result()
    assert Store(path).load("m") == (room(), [])
    connection = connect(path)
    assert connection.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS),)
    connection.execute("PRAGMA user_version = 99")
    with pytest.raises(bugbox.BugboxError, match=r"table\.sqlite was written by a newer Bugbox"):
        Store(path)


def old_file(path: Path, *rooms: RoomRow, moves: Sequence[Move] = ()) -> None:
    """As the first version wrote it; the moves are the first room's."""
    with closing(connect(path)) as connection:
        connection.executescript(MIGRATIONS[0].read_text(encoding="utf-8") + "PRAGMA user_version = 1;")
        for row in rooms:
            facts = (row.id, row.made, row.game, row.version, msgspec.json.encode(row.settings).decode())
            more = (str(row.seed), row.host, row.listed, row.stage, row.following)
            connection.execute("INSERT INTO room VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", (*facts, *more))
            seats = [(row.id, number, *msgspec.structs.astuple(seat)) for number, seat in enumerate(row.seats)]
            connection.executemany("INSERT INTO seat VALUES (?, ?, ?, ?, ?)", seats)
        rows = [(rooms[0].id, seq, *move) for seq, move in enumerate(moves, 1)]
        connection.executemany("INSERT INTO event VALUES (?, ?, ?, ?)", rows)


@for_every_game
def test_a_match_in_an_old_file_is_played_on(tmp_path: Path, game: Game) -> None:
    path = tmp_path / "table.sqlite"
    begun = msgspec.structs.replace(new_room(game, 2, {}, "a" * 64, listed=True), stage=PLAYING)
    before = Room(begun, [])
    moves: list[Move] = []
    for taken_back in (False, True, False, False):
        seat = before.playing().to_act[0]
        moves.append((moves[-1][0], None) if taken_back else (seat, before.playing().options(seat)[0]))
        before.apply(*moves[-1])
    old_file(path, begun, moves=moves)
    store = Store(path)
    loaded = store.load(begun.id)
    assert loaded == (begun, moves)
    match = Room(*loaded).playing()
    assert match.decisions == before.playing().decisions
    move = (match.to_act[0], match.options(match.to_act[0])[0])
    store.add_move(begun.id, len(moves) + 1, *move).result()
    assert store.load(begun.id) == (begun, [*moves, move])


def file_without_customs(path: Path, row: RoomRow, moves: Sequence[Move]) -> None:
    """As the version before them wrote it."""
    facts = (row.id, row.made, row.game, row.version, msgspec.json.encode(row.settings).decode(), str(row.seed))
    changing = (row.host, row.listed, row.stage, row.following, row.revision, now())
    with closing(connect(path)) as connection:
        connection.executescript("".join(file.read_text(encoding="utf-8") for file in MIGRATIONS[:3]))
        connection.execute("PRAGMA user_version = 3")
        connection.execute("INSERT INTO room VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", (*facts, *changing))
        for number, seat in enumerate(row.seats):
            connection.execute(
                "INSERT INTO seat VALUES (?, ?, ?, ?, ?)", (row.id, number, *msgspec.structs.astuple(seat))
            )
        for seq, move in enumerate(moves, 1):
            connection.execute(*insert_move(row.id, seq, move))


def test_a_match_from_before_there_were_customs_is_played_on_as_usual(tmp_path: Path) -> None:
    path = tmp_path / "table.sqlite"
    row = msgspec.structs.replace(room(), version=GAMES["bug-race"].version, stage=PLAYING, revision=7)
    before = Room(row, [])
    first = (1, before.playing().options(1)[0])
    file_without_customs(path, row, [first])
    store = Store(path)
    loaded = store.load("m")
    assert loaded == (row, [first])
    here = Room(*loaded)
    assert (here.has_hints(), here.bot_pause(0.7)) == (True, 0.7), "one person plays with a bot"
    here.check_hint(0, 0)
    second = (0, here.playing().options(0)[0])
    store.add_move("m", 2, *second).result()
    renamed = here.rename("a" * 64, 0, "Anna")
    store.save_room(renamed).result()
    assert Store(path).load("m") == (renamed, [first, second])


def test_a_table_from_before_there_were_customs_gets_some(tmp_path: Path) -> None:
    path = tmp_path / "table.sqlite"
    waiting = room(version=GAMES["bug-race"].version, revision=7)
    file_without_customs(path, waiting, [])
    store = Store(path)
    loaded = store.load("m")
    assert loaded == (waiting, [])
    arranged = Room(*loaded).arrange("a" * 64, "pace", "slow")
    store.save_room(arranged).result()
    assert Store(path).load("m") == (arranged, [])


def test_a_person_is_known_by_a_seat_or_by_a_table_but_not_by_a_record(tmp_path: Path) -> None:
    store = Store(tmp_path / "table.sqlite")
    store.save_room(room(host="h" * 64)).result()
    store.save_room(room("record", host="r" * 64, stage=BROUGHT, seats=[])).result()
    assert [store.knows(letter * 64) for letter in "ahrx"] == [True, True, False, False]


def test_an_old_file_keeps_its_rooms_and_what_hangs_on_them(tmp_path: Path) -> None:
    path = tmp_path / "table.sqlite"
    old_file(path, room(), room("over", stage=OVER), room("record", stage="shown"), moves=[(0, "keep L1L2")])
    store = Store(path)
    assert store.load("m") == (room(), [(0, "keep L1L2")])
    assert store.load("over") == (room("over", stage=OVER), [])
    assert store.load("record") == (room("record", stage=BROUGHT), [])
    assert store.left_rooms(9) == [], "nobody noted when they were last used, so they are as if used now"
    assert isinstance(store.add_move("nowhere", 1, 0, "keep").exception(), sqlite3.IntegrityError)
    with closing(connect(path)) as connection:
        assert not connection.execute("PRAGMA foreign_key_check").fetchall()
        indexes = connection.execute("SELECT name FROM sqlite_master WHERE type = 'index' AND sql NOT NULL").fetchall()
        assert set(indexes) == {("room_by_stage",), ("room_by_last_use",), ("room_by_host",), ("seat_by_owner",)}
        with pytest.raises(sqlite3.IntegrityError):
            connection.execute("DELETE FROM room WHERE id = 'm'")


def test_a_damaged_old_file_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "table.sqlite"
    old_file(path, room())
    with closing(connect(path)) as connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute("INSERT INTO event VALUES ('nowhere', 1, 0, 'keep')")
    with pytest.raises(bugbox.BugboxError, match=r"table\.sqlite is damaged"):
        Store(path)
    with closing(connect(path)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (1,)
        assert connection.execute("SELECT count(*) FROM event").fetchone() == (1,)

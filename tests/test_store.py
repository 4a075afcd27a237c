"""Nothing that was acknowledged is lost, and a wrong row hurts nobody else."""

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

import bugbox
from bugbox.core.game import Game
from bugbox.games import GAMES
from bugbox.table.room import Room, new_room
from bugbox.table.store import (
    BROUGHT,
    MIGRATIONS,
    MOST_TOGETHER,
    OVER,
    PLAYING,
    WAITING,
    Move,
    RoomRow,
    Seat,
    Store,
    Write,
    commit,
    connect,
    insert_move,
    now,
    upsert_room,
)
from tests.conftest import ROOT
from tests.kit import for_every_game

pytestmark = pytest.mark.once


def room(name: str = "m", made: str = "2026-01-01T00:00:00", **changes: Any) -> RoomRow:
    seats = [Seat("Ann", owner="a" * 64), Seat("Weevil", level="search")]
    row = RoomRow(name, made, "bug-race", 1, {"expert": "no"}, 2**127 + 7, "a" * 64, True, WAITING, "", seats)
    return msgspec.structs.replace(row, **changes)


WRITER = """
import sys
from pathlib import Path
from bugbox.table.store import RoomRow, Store
store = Store(Path(sys.argv[1]))
store.save_room(RoomRow("m", "2026", "bug-race", 1, {}, 7, "", False, "playing", "", [])).result()
for seq in range(1, 100_000):
    store.add_move("m", seq, 0, f"option {seq}").result()
    print(seq, flush=True)
"""


@pytest.fixture
def store(tmp_path: Path) -> Store:
    store = Store(tmp_path / "data" / "table.sqlite")
    store.save_room(room()).result()
    return store


def test_a_match_comes_back_as_it_was_written(store: Store) -> None:
    store.add_move("m", 1, 0, "keep L1L2").result()
    store.add_move("m", 2, 0, None).result()
    store.add_move("m", 3, 1, "keep R1R2").result()
    assert store.load("m") == (room(), [(0, "keep L1L2"), (0, None), (1, "keep R1R2")])
    assert store.load("other") is None


def test_who_sits_where_can_change_and_the_moves_stay(store: Store) -> None:
    store.add_move("m", 1, 0, "keep L1L2")
    changed = room(stage=PLAYING, host="b" * 64, seats=[Seat("Bob", owner="b" * 64), Seat()], revision=2)
    store.save_room(changed).result()
    assert store.load("m") == (changed, [(0, "keep L1L2")])


@pytest.mark.parametrize("revision", [1, 2, 4])
def test_only_the_next_revision_of_a_room_is_written(store: Store, revision: int) -> None:
    """Whoever looked at an older one would write over what has happened since."""
    store.save_room(room(stage=PLAYING, revision=2)).result()
    wrong = store.save_room(room(stage=WAITING, seats=[Seat(), Seat()], revision=revision))
    assert isinstance(wrong.exception(), sqlite3.IntegrityError)
    assert store.load("m") == (room(stage=PLAYING, revision=2), [])
    store.save_room(room(stage=OVER, revision=3)).result()


def test_rooms_are_found_by_who_sits_there_and_by_being_open(store: Store) -> None:
    store.save_room(room("new", "2026-02-01T00:00:00", stage=OVER))
    store.save_room(room("others", seats=[Seat("Bob", owner="b" * 64)])).result()
    store.save_room(room("hidden", listed=False, seats=[])).result()
    assert [row.id for row in store.rooms_of("a" * 64, 9)] == ["new", "m"]
    assert [row.id for row in store.rooms_of("a" * 64, 1)] == ["new"]
    assert not store.rooms_of("c" * 64, 9)
    assert {row.id for row in store.open_rooms(9)} == {"m", "others"}


def test_a_match_brought_along_is_written_whole_or_not_at_all(store: Store) -> None:
    store.add_match(room("x"), [(0, "keep"), (1, "keep")]).result()
    assert store.load("x") == (room("x"), [(0, "keep"), (1, "keep")])
    assert isinstance(store.add_match(room("y"), [(0, "keep"), (-1, "keep")]).exception(), sqlite3.IntegrityError)
    assert store.load("y") is None


def test_two_cannot_write_the_same_decision(store: Store) -> None:
    answers = [store.add_move("m", 1, seat, "keep L1L2") for seat in range(2)]
    assert answers[0].exception() is None
    assert isinstance(answers[1].exception(), sqlite3.IntegrityError)
    assert store.load("m") == (room(), [(0, "keep L1L2")])


@pytest.mark.parametrize(
    ("match", "seq", "seat", "option"),
    [("x", 1, 0, "keep"), ("m", 0, 0, "keep"), ("m", 1, -1, "keep"), ("m", 1, 0, "")],
)
def test_a_row_that_cannot_be_is_refused(store: Store, match: str, seq: int, seat: int, option: str) -> None:
    assert isinstance(store.add_move(match, seq, seat, option).exception(), sqlite3.IntegrityError)
    assert store.load("m") == (room(), [])


def test_a_wrong_row_fails_alone_in_its_batch(store: Store, tmp_path: Path) -> None:
    batch = [Write([insert_move("m", seq, (0, "keep"))]) for seq in (1, 2, 2, 3)]
    batch += [Write(upsert_room(room(revision=revision))) for revision in (2, 2, 3)]
    batch += [Write([insert_move("m", seq, (0, "keep"))]) for seq in (3, 4)]
    commit(connect(tmp_path / "data" / "table.sqlite"), batch)
    moves, rooms, more_moves = [True, True, False, True], [True, False, True], [False, True]
    assert [write.done.exception() is None for write in batch] == moves + rooms + more_moves
    assert store.load("m") == (room(revision=3), [(0, "keep")] * 4)


def test_a_batch_may_be_larger_than_one_statement_can_be(store: Store, tmp_path: Path) -> None:
    batch = [Write([insert_move("m", seq, (0, "keep"))]) for seq in range(1, 2 * MOST_TOGETHER + 2)]
    commit(connect(tmp_path / "data" / "table.sqlite"), batch)
    assert not any(write.done.exception() for write in batch)
    assert store.load("m") == (room(), [(0, "keep")] * len(batch))


# --- Damage ---


DAMAGE = {
    "settings that are no JSON": "UPDATE room SET settings = '{' WHERE id = 'm'",
    "settings that are a number": "UPDATE room SET settings = '7' WHERE id = 'm'",
    "a seed that is no number": "UPDATE room SET seed = 'seven' WHERE id = 'm'",
    "a version that is no number": "UPDATE room SET version = 'one' WHERE id = 'm'",
    "a name of bytes": "UPDATE seat SET name = x'ff00' WHERE room = 'm'",
    "a name that is no UTF-8": "UPDATE seat SET name = CAST(x'ff' AS TEXT) WHERE room = 'm'",
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


# --- Clearing away ---


def use_long_ago(path: Path, days: dict[str, int]) -> None:
    with closing(connect(path)) as disk:
        for name, ago in days.items():
            disk.execute("UPDATE room SET last_used = ? WHERE id = ?", (now(ago), name))


def test_rooms_that_were_left_can_go_and_others_stay(tmp_path: Path) -> None:
    path = tmp_path / "table.sqlite"
    store = Store(path, keep_days=30)
    days = {f"{stage} {ago}": ago for stage in (WAITING, PLAYING, OVER, BROUGHT) for ago in (0, 2, 29, 32)}
    for name in days:
        store.save_room(room(name, stage=name.split()[0])).result()
    use_long_ago(path, days)
    left = {"waiting 2", "waiting 29", "waiting 32", "playing 32", "over 32", "brought 32"}
    assert set(store.left_rooms(99)) == left
    assert set(store.left_rooms(3)) < left
    for name in days:
        store.add_move(name, 1, 0, "keep").result()
    assert set(store.left_rooms(99)) == set(), "a move is a use"


def test_a_room_is_cleared_away_with_its_moves_unless_it_was_used(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "data" / "table.sqlite"
    for name in ("left", "used"):
        store.add_match(room(name), [(0, "keep")]).result()
    use_long_ago(path, {"left": 400, "used": 400})
    store.save_room(room("used", revision=2)).result()
    for name in ("left", "used"):
        store.clear_away(name).result()
    assert store.load("left") is None
    assert store.load("used") == (room("used", revision=2), [(0, "keep")])
    with closing(connect(path)) as disk:
        assert disk.execute("SELECT DISTINCT room FROM seat ORDER BY room").fetchall() == [("m",), ("used",)]
        assert disk.execute("SELECT DISTINCT room FROM move").fetchall() == [("used",)]


# --- Many at once, and power cuts ---


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
        assert set(indexes) == {("room_by_stage",), ("room_by_last_use",), ("seat_by_owner",)}
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

"""Nothing that was acknowledged is lost, and a wrong row hurts nobody else."""

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest

import bugbox
from bugbox.core.game import Game
from bugbox.games import GAMES
from bugbox.table import store as table_store
from bugbox.table.limits import Limits
from bugbox.table.room import Room, new_room
from bugbox.table.store import (
    BROUGHT,
    DAY,
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
from tests.kit.serving import PATIENCE, Browser, limited, start
from tests.kit.tables import for_every_game

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


# --- Clearing away ---


def use_long_ago(path: Path, days: dict[str, int]) -> None:
    with closing(connect(path)) as disk:
        for name, ago in days.items():
            disk.execute("UPDATE room SET last_used = ? WHERE id = ?", (now(ago), name))


def run_for(store: Store, days: float) -> None:
    """Let the server run, by its own count, and look for abandoned rooms now and then."""
    store.mark(0).result()
    store.mark(int(days * DAY)).result()


def test_rooms_that_were_left_can_go_and_others_stay(tmp_path: Path) -> None:
    path = tmp_path / "table.sqlite"
    store = Store(path, keep_days=30)
    days = {f"{stage} {ago}": ago for stage in (WAITING, PLAYING, OVER, BROUGHT) for ago in (0, 2, 29, 32)}
    for name in days:
        store.save_room(room(name, stage=name.split()[0])).result()
    use_long_ago(path, days)
    waiting = {"waiting 2", "waiting 29", "waiting 32"}
    left = waiting | {"playing 32", "over 32", "brought 32"}
    run_for(store, 0.9)
    assert set(store.left_rooms(99)) == set(), "they are only marked"
    run_for(store, 0.2)
    assert set(store.left_rooms(99)) == waiting
    run_for(store, 6)
    assert set(store.left_rooms(99)) == left
    assert set(store.left_rooms(3)) < left
    for name in days:
        store.add_move(name, 1, 0, "keep").result()
    assert set(store.left_rooms(99)) == set(), "a move is a use"
    use_long_ago(path, days)
    assert set(store.left_rooms(99)) == set(), "and takes the mark away"


def test_a_server_that_is_started_every_evening_clears_away_too(tmp_path: Path) -> None:
    path = tmp_path / "table.sqlite"
    for evening in range(8):
        store = Store(path)
        for name in ("left", "used"):
            if evening == 0 or name == "used":
                store.save_room(room(name, revision=evening + 1)).result()
        use_long_ago(path, {"left": 2})
        run_for(store, 0.125)
        assert store.left_rooms(9) == (["left"] if evening == 7 else [])
        store.close()


def test_a_room_is_cleared_away_with_its_moves_unless_it_was_used(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "data" / "table.sqlite"
    for name in ("left", "used", "unmarked"):
        store.add_match(room(name), [(0, "keep")]).result()
    use_long_ago(path, {"left": 400, "used": 400})
    run_for(store, 2)
    use_long_ago(path, {"unmarked": 400})
    store.save_room(room("used", revision=2)).result()
    for name in ("left", "used", "unmarked"):
        store.clear_away(name).result()
    assert store.load("left") is None
    assert store.load("used") == (room("used", revision=2), [(0, "keep")])
    with closing(connect(path)) as disk:
        rooms = [("m",), ("unmarked",), ("used",)]
        assert disk.execute("SELECT DISTINCT room FROM seat ORDER BY room").fetchall() == rooms
        assert disk.execute("SELECT DISTINCT room FROM move ORDER BY room").fetchall() == rooms[1:]


class Clock:
    """The clock of the machine, which may be wrong."""

    def __init__(self) -> None:
        self.days = 0.0

    def now(self, days_ago: float = 0) -> str:
        return now(days_ago - self.days)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(table_store, "now", clock.now)
    return clock


@pytest.fixture
def used_today(clock: Clock, tmp_path: Path) -> Store:
    """A file with a room of each stage, all used within the last hours."""
    store = Store(tmp_path / "used.sqlite")
    for stage in (WAITING, PLAYING, OVER, BROUGHT):
        store.save_room(room(stage, stage=stage)).result()
    return store


def live_on(store: Store, clock: Clock, days: int) -> list[str]:
    """Day by day, with somebody at another table each day; what could go on the way."""
    could_go: list[str] = []
    for day in range(days):
        store.save_room(room(f"of day {clock.days:.0f}", stage=OVER)).result()
        store.mark(DAY).result()
        could_go += store.left_rooms(99)
        clock.days += 1
    return could_go


@pytest.mark.parametrize("years", [2, 20])
def test_a_clock_that_jumps_forward_clears_nothing_away(used_today: Store, clock: Clock, years: int) -> None:
    clock.days += 365 * years
    for _ in range(30):
        used_today.mark(DAY).result()
        assert used_today.left_rooms(99) == [], "nobody has used anything since: it is the clock"


def test_a_clock_that_is_put_right_within_a_day_has_done_no_harm(used_today: Store, clock: Clock) -> None:
    clock.days += 365 * 2
    used_today.save_room(room("by the wrong clock")).result()
    for _ in range(23):
        used_today.mark(DAY // 24).result()
        assert used_today.left_rooms(99) == []
    clock.days -= 365 * 2
    for _ in range(3):
        used_today.save_room(room(f"by the right clock {_}")).result()
        used_today.mark(DAY // 24).result()
        assert used_today.left_rooms(99) == []
    clock.days += 365 * 2
    used_today.mark(0).result()
    assert used_today.left_rooms(99) == [], "the marks were taken away, so a day begins again"


def test_matches_survive_a_clock_that_stays_wrong_for_days(used_today: Store, clock: Clock) -> None:
    clock.days += 365 * 2
    assert set(live_on(used_today, clock, 6)) == {WAITING}
    assert {name for name in live_on(used_today, clock, 9) if not name.startswith("of")} == {
        WAITING,
        PLAYING,
        OVER,
        BROUGHT,
    }


def test_a_clock_that_jumps_back_clears_nothing_away(used_today: Store, clock: Clock) -> None:
    clock.days -= 365 * 2
    assert live_on(used_today, clock, 10) == []


def test_with_a_right_clock_rooms_go_in_time(used_today: Store, clock: Clock) -> None:
    assert set(live_on(used_today, clock, 5)) == {WAITING}
    assert not {PLAYING, OVER, BROUGHT} & set(live_on(used_today, clock, 362))
    assert {PLAYING, OVER, BROUGHT} <= set(live_on(used_today, clock, 12))


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

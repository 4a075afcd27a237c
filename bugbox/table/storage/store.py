"""Rooms on disk: one SQLite file, one writer thread, and nothing acknowledged that is not committed.

Whoever writes gets a future. It is done when the rows are safely on disk, and fails alone if only its rows were wrong.
The writer commits all that has come in while the last commit ran, so many tables share the cost of one.
"""

import hashlib
import logging
import queue
import sqlite3
import threading
from collections.abc import Sequence
from concurrent.futures import Future
from contextlib import closing, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import groupby
from pathlib import Path
from typing import Any, Final

import msgspec

from bugbox.core.errors import BugboxError
from bugbox.core.record import is_level
from bugbox.table.storage.damage import both_ways, look_over

MIGRATIONS = sorted((Path(__file__).parent / "migrations").glob("*.sql"))

WAITING, PLAYING, OVER, BROUGHT = "waiting", "playing", "over", "brought"  # stages of a room

KEEP_DAYS: Final = 365  # a match that nobody has played on; one that never began leaves after a day
DAY: Final = 24 * 3600  # seconds
GRACE: Final = {WAITING: DAY, PLAYING: 7 * DAY, OVER: 7 * DAY, BROUGHT: 7 * DAY}  # of uptime, from its mark on
INSERT_MOVE: Final = "INSERT INTO move (room, seq, seat, option) VALUES (?, ?, ?, ?)"
MOST_TOGETHER: Final = 500  # moves in one statement

log = logging.getLogger("bugbox.table")

Value = int | str | None
Statement = tuple[str, tuple[Value, ...]]
Move = tuple[int, str | None]  # a seat and its option; None takes its last decision back


class Seat(msgspec.Struct):
    name: str = ""
    owner: str = ""  # the hash of the secret in that person's browser; empty if nobody sits here
    level: str = ""  # of the bot that plays here; empty if none does

    def is_open(self) -> bool:
        return not self.owner and not self.level


class RoomRow(msgspec.Struct):
    """All of a room but its moves."""

    id: str
    made: str
    game: str
    version: int
    settings: dict[str, str]
    seed: int
    host: str
    listed: bool
    stage: str
    following: str
    seats: list[Seat]
    revision: int = 1  # goes up with every change; the store takes only the next one
    hints: str = ""  # of these two customs.py knows the values
    pace: str = ""
    maker: str = ""  # of the address from which it was opened: see Store.maker


class CannotRead(BugboxError):
    """Nothing in the file can be read; perhaps not for ever."""


class Damaged(BugboxError):
    """What is in the file cannot be a room."""


@dataclass
class Write:
    """Rows on their way to the disk, all or none of them."""

    statements: Sequence[Statement]
    done: Future[None] = field(default_factory=Future)

    @property
    def is_one_move(self) -> bool:
        return len(self.statements) == 1 and self.statements[0][0] == INSERT_MOVE


class Store:
    """All rooms of a server."""

    def __init__(self, path: Path, keep_days: int = KEEP_DAYS) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._path = path
        self._keep_days = keep_days
        self._used_today: tuple[str, set[str]] = ("", set())  # the day, and the rooms whose last use is known to be it
        self._damaged: set[str] = set()  # rooms that were complained of
        self._writes: queue.SimpleQueue[Write | None] = queue.SimpleQueue()
        self._is_damaged = False  # something in the file could not be read, and that was said
        look_over(connect, path)
        connection = connect(path)
        migrate(connection, path)
        (self._salt,) = connection.execute("SELECT salt FROM server").fetchone()
        self._writer = threading.Thread(target=self._write_all, args=[connection], name="store", daemon=True)
        self._writer.start()

    def save_room(self, room: RoomRow) -> Future[None]:
        """Write a new room, or the next revision of an old one; any other revision is refused."""
        return self._write(upsert_room(room))

    def add_move(self, room: str, seq: int, seat: int, option: str | None) -> Future[None]:
        """Move number `seq`, counted from 1; refused if somebody else has written that number."""
        statements = [insert_move(room, seq, (seat, option))]
        if self._is_first_today(room):
            statements.append(("UPDATE room SET last_used = ?, marked = NULL WHERE id = ?", (now(), room)))
        return self._write(statements)

    def _is_first_today(self, room: str) -> bool:
        """Once a day is enough for what is kept for months."""
        today = now()[:10]
        if self._used_today[0] != today:
            self._used_today = today, set()
        is_first = room not in self._used_today[1]
        self._used_today[1].add(room)
        return is_first

    def add_match(self, room: RoomRow, moves: Sequence[Move]) -> Future[None]:
        """A room with all its moves at once: a record that somebody brought along."""
        return self._write(
            [*upsert_room(room), *(insert_move(room.id, seq, move) for seq, move in enumerate(moves, 1))]
        )

    def mark(self, seconds: int) -> Future[None]:
        """Count for how much longer the server has run, and mark rooms that look abandoned; those that no longer do
        lose their mark. They do if the clock was put right, so nothing is cleared away on first sight.
        """
        abandoned, values = self._abandoned()
        uptime = "(SELECT uptime FROM server)"
        return self._write(
            [
                ("UPDATE server SET uptime = uptime + ?", (seconds,)),
                (f"UPDATE room SET marked = NULL WHERE marked NOT NULL AND NOT ({abandoned})", values),
                (f"UPDATE room SET marked = {uptime} WHERE marked IS NULL AND {abandoned}", values),
            ]
        )

    def left_rooms(self, most: int) -> list[str]:
        """Some rooms that were marked so long ago that they can go; not always the same, as some may be in use."""
        abandoned, values = self._abandoned()
        grace = " ".join(f"WHEN '{stage}' THEN {seconds}" for stage, seconds in GRACE.items())
        long_marked = f"marked <= (SELECT uptime FROM server) - CASE stage {grace} END"
        query = f"SELECT id FROM room WHERE {abandoned} AND {long_marked} ORDER BY random() LIMIT ?"
        with closing(connect(self._path)) as connection:
            return [room for (room,) in connection.execute(query, (*values, most))]

    def _abandoned(self) -> tuple[str, tuple[str, ...]]:
        """By the clock, nobody has used the room for long. Unless nobody has used any room since yesterday: then the
        clock may be wrong, or nobody is here who needs the space.
        """
        yesterday, long_ago = now(days_ago=1), now(self._keep_days + 1)  # as the last move is noted only by its day
        is_old = " OR ".join(f"stage = '{stage}' AND last_used < ?" for stage in GRACE)
        is_clock_right = "EXISTS (SELECT 1 FROM room WHERE last_used BETWEEN ? AND ?)"
        ages = [yesterday if stage == WAITING else long_ago for stage in GRACE]
        return f"({is_old}) AND {is_clock_right}", (*ages, yesterday, now())

    def clear_away(self, room: str) -> Future[None]:
        """The room with all its moves, unless somebody has used it since yesterday, or since it was marked."""
        left = "IN (SELECT id FROM room WHERE id = ? AND last_used < ? AND marked NOT NULL)"
        places = ("move WHERE room", "seat WHERE room", "room WHERE id")
        return self._write([(f"DELETE FROM {place} {left}", (room, now(days_ago=1))) for place in places])

    def load(self, room: str) -> tuple[RoomRow, list[Move]] | None:
        """A room and its moves, or None if there is no such room."""
        with closing(connect(self._path)) as connection:
            found = read_room(connection, room)
            moves = "SELECT seat, option FROM move WHERE room = ? ORDER BY seq"
            return (found, read_moves(connection.execute(moves, (room,)).fetchall())) if found else None

    def rooms_of(self, owner: str, most: int) -> list[RoomRow]:
        """Where this person sits, the newest first."""
        quick = "SELECT id FROM room WHERE id IN (SELECT room FROM seat WHERE owner = ?) ORDER BY made DESC LIMIT ?"
        return self._rooms(quick, "SELECT room FROM seat WHERE +owner = ? ORDER BY room", owner, most)

    def knows(self, owner: str) -> bool:
        """Does this person sit at a table or host one? Records can be brought along with any secret."""
        hosts = f"SELECT id FROM room WHERE host = ? AND stage <> '{BROUGHT}' LIMIT ?"
        around = f"SELECT id FROM room WHERE +host = ? AND stage <> '{BROUGHT}' ORDER BY id"
        return bool(self.rooms_of(owner, 1) or self._rooms(hosts, around, owner, 1))

    def open_rooms(self, most: int) -> list[RoomRow]:
        """Listed rooms that wait for players, the newest first."""
        quick = "SELECT id FROM room WHERE stage = ? AND listed ORDER BY made DESC LIMIT ?"
        return self._rooms(quick, "SELECT id FROM room WHERE +stage = ? AND listed ORDER BY id", WAITING, most)

    def maker(self, address: str) -> str:
        """What is kept of an address: enough to count its rooms, too little to find it."""
        return hashlib.sha256(f"{self._salt} {address}".encode()).hexdigest()[:4]

    def unfinished(self, maker: str) -> int:
        """How many rooms of this maker are not finished, and were used within a day."""
        query = "SELECT count(*) FROM room WHERE stage IN (?, ?, ?) AND last_used >= ? AND maker = ?"
        try:
            with closing(connect(self._path)) as connection:
                values = (WAITING, PLAYING, BROUGHT, now(days_ago=1), maker)
                return int(connection.execute(query, values).fetchone()[0])
        except sqlite3.Error as error:  # a file that is damaged stops nobody from playing
            self._complain_of_file(error)
            return 0

    def close(self) -> None:
        """Commit what is waiting, then stop."""
        self._writes.put(None)
        self._writer.join()

    def _rooms(self, quick: str, around: str, value: str, most: int) -> list[RoomRow]:
        """One by one, so that a damaged room is left out and takes no other along. `around` finds them without any
        index, so that a damaged one hides no room: a plus sign keeps SQLite from using it.
        """
        try:
            with closing(connect(self._path)) as connection:
                try:
                    names = [name for (name,) in connection.execute(quick, (value, most))]
                except sqlite3.DatabaseError as error:
                    self._complain_of_file(error)
                    names = both_ways(connection, around, value)
                found = [self._readable(connection, name) for name in names]
        except sqlite3.Error as error:
            self._complain_of_file(error)
            raise CannotRead("The server cannot read its tables right now; its log says why.") from None
        return sorted([room for room in found if room], key=lambda room: room.made, reverse=True)[:most]

    def _readable(self, connection: sqlite3.Connection, room: str) -> RoomRow | None:
        try:
            return read_room(connection, room)
        except Damaged as error:
            self.complain(room, error)
            return None

    def complain(self, room: str, error: Exception) -> None:
        """Once for each damaged room."""
        if room not in self._damaged:
            log.error("room %s is damaged and left out: %s", room, error)
        self._damaged.add(room)

    def _complain_of_file(self, error: Exception) -> None:
        """Once, as long as the server runs."""
        if not self._is_damaged:
            log.error(
                "%s cannot be read in part: %s. What can be read is shown; start the server again to have it repaired.",
                self._path.name,
                error,
            )
        self._is_damaged = True

    def _write(self, statements: Sequence[Statement]) -> Future[None]:
        write = Write(statements)
        write.done.set_running_or_notify_cancel()  # whoever stops waiting does not stop the writer
        self._writes.put(write)
        return write.done

    def _write_all(self, connection: sqlite3.Connection) -> None:
        going_on = True
        while going_on:
            batch, going_on = self._next_batch()
            commit(connection, batch)
        connection.close()

    def _next_batch(self) -> tuple[list[Write], bool]:
        """Wait for a write, then take all that are there; False when the store was closed."""
        batch: list[Write] = []
        write = self._writes.get()
        while write is not None:
            batch.append(write)
            if self._writes.empty():
                return batch, True
            write = self._writes.get()
        return batch, False


def insert_move(room: str, seq: int, move: Move) -> Statement:
    return INSERT_MOVE, (room, seq, *move)


def upsert_room(room: RoomRow) -> list[Statement]:
    """An old room keeps its row, as its moves hang on it; only what can change is changed."""
    facts = (room.id, room.made, room.game, room.version, msgspec.json.encode(room.settings).decode(), str(room.seed))
    changing = (room.host, int(room.listed), room.stage, room.following, room.revision, now(), room.hints, room.pace)
    values = (*facts, *changing, room.maker)
    seats = [(room.id, number, seat.name, seat.owner, seat.level) for number, seat in enumerate(room.seats)]
    return [
        (
            "INSERT INTO room (id, made, game, version, settings, seed, host, listed, stage, following, revision,"
            " last_used, hints, pace, maker) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
            " ON CONFLICT (id) DO UPDATE SET"
            " host = excluded.host, listed = excluded.listed, stage = excluded.stage, following = excluded.following,"
            " revision = excluded.revision, last_used = excluded.last_used, hints = excluded.hints,"
            " pace = excluded.pace, marked = NULL",
            values,
        ),
        ("DELETE FROM seat WHERE room = ?", (room.id,)),
        *(("INSERT INTO seat (room, number, name, owner, level) VALUES (?, ?, ?, ?, ?)", seat) for seat in seats),
    ]


def read_room(connection: sqlite3.Connection, room: str) -> RoomRow | None:
    query = (
        "SELECT id, made, game, version, settings, seed, host, listed, stage, following, (SELECT json_group_array("
        "json_array(name, owner, level)) FROM (SELECT * FROM seat WHERE room = id ORDER BY number)), revision, hints,"
        " pace, maker FROM room WHERE id = ?"
    )
    try:
        values = connection.execute(query, (room,)).fetchone()
        return msgspec.convert(fields_of(values), RoomRow) if values else None
    except (sqlite3.Error, msgspec.MsgspecError, ValueError, TypeError) as error:
        raise Damaged(f"This table cannot be read: {error}.") from error


def fields_of(values: Sequence[Any]) -> dict[str, Any]:
    fields = dict(zip(RoomRow.__struct_fields__, values, strict=True))
    seats = [dict(zip(Seat.__struct_fields__, seat, strict=True)) for seat in msgspec.json.decode(fields["seats"])]
    if any(seat["level"] and not is_level(seat["level"]) for seat in seats):
        raise ValueError("a bot's level cannot be one")
    settings, seed = msgspec.json.decode(fields["settings"]), int(fields["seed"])
    return fields | {"settings": settings, "seats": seats, "seed": seed, "listed": bool(fields["listed"])}


def read_moves(rows: Sequence[tuple[Any, Any]]) -> list[Move]:
    return [(int(seat), None if option is None else str(option)) for seat, option in rows]


def now(days_ago: float = 0) -> str:
    return (datetime.now(UTC) - timedelta(days_ago)).isoformat(timespec="seconds")


def connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, timeout=30, check_same_thread=False)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")  # NORMAL can lose acknowledged moves when the power goes
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


def migrate(connection: sqlite3.Connection, path: Path) -> None:
    """Run the migrations that this file has not seen, each in one transaction."""
    (seen,) = connection.execute("PRAGMA user_version").fetchone()
    if seen > len(MIGRATIONS):
        raise BugboxError(f"{path.name} was written by a newer Bugbox; this one cannot read it.")
    connection.execute("PRAGMA foreign_keys = OFF")  # a table that is built anew is gone for a moment
    for number, migration in enumerate(MIGRATIONS[seen:], seen + 1):
        script = migration.read_text(encoding="utf-8")
        connection.executescript(f"BEGIN IMMEDIATE; {script} PRAGMA user_version = {number};")
        check_references(connection, path)
        connection.execute("COMMIT")
    connection.execute("PRAGMA foreign_keys = ON")


def check_references(connection: sqlite3.Connection, path: Path) -> None:
    """Every seat and every move still has its room."""
    if connection.execute("PRAGMA foreign_key_check").fetchone():
        connection.execute("ROLLBACK")
        raise BugboxError(f"{path.name} is damaged: something in it belongs to no room. Nothing was changed.")


def commit(connection: sqlite3.Connection, batch: Sequence[Write]) -> None:
    """One transaction for all; a wrong write is taken back alone."""
    errors: list[sqlite3.Error | None] = []
    try:
        connection.execute("BEGIN IMMEDIATE")
        for are_moves, group in groupby(batch, lambda write: write.is_one_move):
            carry_out_all = add_moves if are_moves else carry_out_each
            errors += carry_out_all(connection, list(group))
        connection.execute("COMMIT")
    except Exception as error:  # a full disk, a broken file: nothing of this batch is on disk, and the writer goes on
        with suppress(sqlite3.Error):
            if connection.in_transaction:
                connection.execute("ROLLBACK")
        if len(batch) > 1 and not isinstance(
            error, sqlite3.OperationalError
        ):  # others may touch nothing that is broken
            for write in batch:
                commit(connection, [write])
            return
        errors = [error if isinstance(error, sqlite3.Error) else sqlite3.DataError(str(error))] * len(batch)
    for write, problem in zip(batch, errors, strict=True):
        if problem:
            write.done.set_exception(problem)
        else:
            write.done.set_result(None)


def add_moves(connection: sqlite3.Connection, writes: Sequence[Write]) -> list[sqlite3.Error | None]:
    """All in one statement; one by one only if there is a wrong one among them."""
    errors: list[sqlite3.Error | None] = []
    for start in range(0, len(writes), MOST_TOGETHER):
        some = writes[start : start + MOST_TOGETHER]
        values = [value for write in some for value in write.statements[0][1]]
        together = Write([(INSERT_MOVE + ", (?, ?, ?, ?)" * (len(some) - 1), tuple(values))])
        wrong = carry_out(connection, together)
        errors += carry_out_each(connection, some) if wrong else [None] * len(some)
    return errors


def carry_out_each(connection: sqlite3.Connection, writes: Sequence[Write]) -> list[sqlite3.Error | None]:
    return [carry_out(connection, write) for write in writes]


def carry_out(connection: sqlite3.Connection, write: Write) -> sqlite3.Error | None:
    connection.execute("SAVEPOINT one")
    error = None
    try:
        for statement, values in write.statements:
            connection.execute(statement, values)
    except sqlite3.IntegrityError as refused:
        connection.execute("ROLLBACK TO one")
        error = refused
    connection.execute("RELEASE one")
    return error

"""Rooms on disk: one SQLite file, one writer thread, and nothing acknowledged that is not committed.

Whoever writes gets a future. It is done when the rows are safely on disk, and fails alone if only its rows were wrong.
The writer commits all that has come in while the last commit ran, so many tables share the cost of one.
"""

import logging
import queue
import sqlite3
import threading
from collections.abc import Sequence
from concurrent.futures import Future
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import groupby
from pathlib import Path
from typing import Any, Final

import msgspec

from bugbox.core.errors import BugboxError

MIGRATIONS = sorted((Path(__file__).parent / "migrations").glob("*.sql"))

WAITING, PLAYING, OVER, BROUGHT = "waiting", "playing", "over", "brought"  # stages of a room

KEEP_DAYS: Final = 365  # a match that nobody has played on; one that never began leaves after a day
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
        connection = connect(path)
        migrate(connection, path)
        connection.close()
        self._writer = threading.Thread(target=self._write_all, name="store", daemon=True)
        self._writer.start()

    def save_room(self, room: RoomRow) -> Future[None]:
        """Write a new room, or the next revision of an old one; any other revision is refused."""
        return self._write(upsert_room(room))

    def add_move(self, room: str, seq: int, seat: int, option: str | None) -> Future[None]:
        """Move number `seq`, counted from 1; refused if somebody else has written that number."""
        statements = [insert_move(room, seq, (seat, option))]
        if self._is_first_today(room):
            statements.append(("UPDATE room SET last_used = ? WHERE id = ?", (now(), room)))
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

    def clear_away(self, room: str) -> Future[None]:
        """The room with all its moves, unless somebody has used it since yesterday."""
        left = "IN (SELECT id FROM room WHERE id = ? AND last_used < ?)"
        places = ("move WHERE room", "seat WHERE room", "room WHERE id")
        return self._write([(f"DELETE FROM {place} {left}", (room, now(days_ago=1))) for place in places])

    def left_rooms(self, most: int) -> list[str]:
        """Some rooms that nobody has used for so long that they can go; not always the same, as some may be in use."""
        left = (
            "SELECT id FROM room WHERE stage = ? AND last_used < ? OR stage IN (?, ?, ?) AND last_used < ?"
            " ORDER BY random() LIMIT ?"
        )
        long_ago = now(self._keep_days + 1)  # as the last move is noted only by its day
        values = (WAITING, now(days_ago=1), PLAYING, OVER, BROUGHT, long_ago, most)
        with closing(connect(self._path)) as connection:
            return [room for (room,) in connection.execute(left, values)]

    def load(self, room: str) -> tuple[RoomRow, list[Move]] | None:
        """A room and its moves, or None if there is no such room."""
        with closing(connect(self._path)) as connection:
            found = read_room(connection, room)
            moves = "SELECT seat, option FROM move WHERE room = ? ORDER BY seq"
            return (found, read_moves(connection.execute(moves, (room,)).fetchall())) if found else None

    def rooms_of(self, owner: str, most: int) -> list[RoomRow]:
        """Where this person sits, the newest first."""
        return self._rooms(
            "WHERE id IN (SELECT room FROM seat WHERE owner = ?) ORDER BY made DESC LIMIT ?", owner, most
        )

    def open_rooms(self, most: int) -> list[RoomRow]:
        """Listed rooms that wait for players, the newest first."""
        return self._rooms("WHERE stage = ? AND listed ORDER BY made DESC LIMIT ?", WAITING, most)

    def close(self) -> None:
        """Commit what is waiting, then stop."""
        self._writes.put(None)
        self._writer.join()

    def _rooms(self, where: str, *values: Value) -> list[RoomRow]:
        """One by one, so that a damaged room is left out and takes no other along."""
        with closing(connect(self._path)) as connection:
            names = connection.execute(f"SELECT id FROM room {where}", values).fetchall()
            found = [self._readable(connection, name) for (name,) in names]
        return [room for room in found if room]

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

    def _write(self, statements: Sequence[Statement]) -> Future[None]:
        write = Write(statements)
        write.done.set_running_or_notify_cancel()  # whoever stops waiting does not stop the writer
        self._writes.put(write)
        return write.done

    def _write_all(self) -> None:
        connection = connect(self._path)
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
    seats = [(room.id, number, seat.name, seat.owner, seat.level) for number, seat in enumerate(room.seats)]
    return [
        (
            "INSERT INTO room (id, made, game, version, settings, seed, host, listed, stage, following, revision,"
            " last_used, hints, pace) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET"
            " host = excluded.host, listed = excluded.listed, stage = excluded.stage, following = excluded.following,"
            " revision = excluded.revision, last_used = excluded.last_used, hints = excluded.hints,"
            " pace = excluded.pace",
            (*facts, *changing),
        ),
        ("DELETE FROM seat WHERE room = ?", (room.id,)),
        *(("INSERT INTO seat (room, number, name, owner, level) VALUES (?, ?, ?, ?, ?)", seat) for seat in seats),
    ]


def read_room(connection: sqlite3.Connection, room: str) -> RoomRow | None:
    query = (
        "SELECT id, made, game, version, settings, seed, host, listed, stage, following, (SELECT json_group_array("
        "json_array(name, owner, level)) FROM (SELECT * FROM seat WHERE room = id ORDER BY number)), revision, hints,"
        " pace FROM room WHERE id = ?"
    )
    try:
        values = connection.execute(query, (room,)).fetchone()
        return msgspec.convert(fields_of(values), RoomRow) if values else None
    except (sqlite3.Error, msgspec.MsgspecError, ValueError, TypeError) as error:
        raise Damaged(f"This table cannot be read: {error}.") from error


def fields_of(values: Sequence[Any]) -> dict[str, Any]:
    fields = dict(zip(RoomRow.__struct_fields__, values, strict=True))
    seats = [dict(zip(Seat.__struct_fields__, seat, strict=True)) for seat in msgspec.json.decode(fields["seats"])]
    settings, seed = msgspec.json.decode(fields["settings"]), int(fields["seed"])
    return fields | {"settings": settings, "seats": seats, "seed": seed, "listed": bool(fields["listed"])}


def read_moves(rows: Sequence[tuple[Any, Any]]) -> list[Move]:
    return [(int(seat), None if option is None else str(option)) for seat, option in rows]


def now(days_ago: int = 0) -> str:
    return (datetime.now(UTC) - timedelta(days_ago)).isoformat(timespec="seconds")


def connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, timeout=30)
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
    except sqlite3.Error as error:  # a full disk, a broken file: nothing of this batch is on disk
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        errors = [error] * len(batch)
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

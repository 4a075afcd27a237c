"""Rooms on disk: one SQLite file, one writer thread, and nothing acknowledged that is not committed.

Whoever writes gets a future. It is done when the rows are safely on disk, and fails alone if only its rows were wrong.
The writer commits all that has come in while the last commit ran, so many tables share the cost of one.
"""

import queue
import sqlite3
import threading
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from bugbox.core.errors import BugboxError

MIGRATIONS = sorted((Path(__file__).parent / "migrations").glob("*.sql"))

WAITING, PLAYING, OVER, BROUGHT = "waiting", "playing", "over", "brought"  # stages of a room

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


@dataclass
class Write:
    """Rows on their way to the disk, all or none of them."""

    statements: Sequence[Statement]
    done: Future[None] = field(default_factory=Future)


class Store:
    """All rooms of a server."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._path = path
        self._writes: queue.SimpleQueue[Write | None] = queue.SimpleQueue()
        connection = connect(path)
        migrate(connection, path)
        connection.close()
        self._writer = threading.Thread(target=self._write_all, name="store", daemon=True)
        self._writer.start()

    def save_room(self, room: RoomRow) -> Future[None]:
        """Write a new room, or what has changed about an old one."""
        return self._write(upsert_room(room))

    def add_move(self, room: str, seq: int, seat: int, option: str | None) -> Future[None]:
        """Move number `seq`, counted from 1; refused if somebody else has written that number."""
        return self._write([insert_move(room, seq, (seat, option))])

    def add_match(self, room: RoomRow, moves: Sequence[Move]) -> Future[None]:
        """A room with all its moves at once: a record that somebody brought along."""
        return self._write(
            [*upsert_room(room), *(insert_move(room.id, seq, move) for seq, move in enumerate(moves, 1))]
        )

    def load(self, room: str) -> tuple[RoomRow, list[Move]] | None:
        """A room and its moves, or None if there is no such room."""
        found = self._rooms("WHERE id = ?", room)
        if not found:
            return None
        rows = self._read("SELECT seat, option FROM move WHERE room = ? ORDER BY seq", room)
        return found[0], [(int(str(seat)), None if option is None else str(option)) for seat, option in rows]

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
        found = self._read(
            "SELECT id, made, game, version, settings, seed, host, listed, stage, following, (SELECT json_group_array("
            "json_array(name, owner, level)) FROM (SELECT * FROM seat WHERE room = id ORDER BY number))"
            f" FROM room {where}",
            *values,
        )
        return [read_room(values) for values in found]

    def _read(self, query: str, *values: Value) -> list[tuple[Value, ...]]:
        connection = connect(self._path)
        try:
            return connection.execute(query, values).fetchall()
        finally:
            connection.close()

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
    return "INSERT INTO move (room, seq, seat, option) VALUES (?, ?, ?, ?)", (room, seq, *move)


def upsert_room(room: RoomRow) -> list[Statement]:
    """An old room keeps its row, as its moves hang on it; only what can change is changed."""
    facts = (room.id, room.made, room.game, room.version, msgspec.json.encode(room.settings).decode(), str(room.seed))
    changing = (room.host, int(room.listed), room.stage, room.following)
    seats = [(room.id, number, seat.name, seat.owner, seat.level) for number, seat in enumerate(room.seats)]
    return [
        (
            "INSERT INTO room (id, made, game, version, settings, seed, host, listed, stage, following)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET host = excluded.host,"
            " listed = excluded.listed, stage = excluded.stage, following = excluded.following",
            (*facts, *changing),
        ),
        ("DELETE FROM seat WHERE room = ?", (room.id,)),
        *(("INSERT INTO seat (room, number, name, owner, level) VALUES (?, ?, ?, ?, ?)", seat) for seat in seats),
    ]


def read_room(values: tuple[Value, ...]) -> RoomRow:
    fields: dict[str, Any] = dict(zip(RoomRow.__struct_fields__, values, strict=True))
    fields["settings"] = msgspec.json.decode(str(fields["settings"]))
    fields["seats"] = [Seat(*seat) for seat in msgspec.json.decode(str(fields["seats"]))]
    return RoomRow(**fields | {"seed": int(str(fields["seed"])), "listed": bool(fields["listed"])})


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
    errors: dict[int, sqlite3.Error] = {}
    try:
        connection.execute("BEGIN IMMEDIATE")
        for number, write in enumerate(batch):
            error = carry_out(connection, write)
            if error:
                errors[number] = error
        connection.execute("COMMIT")
    except sqlite3.Error as error:  # a full disk, a broken file: nothing of this batch is on disk
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        errors = dict.fromkeys(range(len(batch)), error)
    for number, write in enumerate(batch):
        if number in errors:
            write.done.set_exception(errors[number])
        else:
            write.done.set_result(None)


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

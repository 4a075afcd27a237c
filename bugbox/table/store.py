"""Matches on disk: one SQLite file, one writer thread, and nothing acknowledged that is not committed.

Whoever writes gets a future. It is done when the row is safely on disk, and fails alone if only its row was wrong.
The writer commits all that has come in while the last commit ran, so many tables share the cost of one.
"""

import queue
import sqlite3
import threading
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path

from bugbox.core.errors import BugboxError

MIGRATIONS = sorted((Path(__file__).parent / "migrations").glob("*.sql"))

Row = tuple[int | str, ...]


@dataclass
class Write:
    """One row on its way to the disk."""

    statement: str
    values: Row
    done: Future[None] = field(default_factory=Future)


class Store:
    """All matches of a server."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._path = path
        self._writes: queue.SimpleQueue[Write | None] = queue.SimpleQueue()
        connection = connect(path)
        migrate(connection, path)
        connection.close()
        self._writer = threading.Thread(target=self._write_all, name="store", daemon=True)
        self._writer.start()

    def add_match(self, match: str, began: str, record: str) -> Future[None]:
        return self._write("INSERT INTO match (id, began, record) VALUES (?, ?, ?)", match, began, record)

    def add_decision(self, match: str, seq: int, seat: int, option: str) -> Future[None]:
        """Decision number `seq`, counted from 1; refused if somebody else has written that number."""
        return self._write(
            "INSERT INTO decision (match, seq, seat, option) VALUES (?, ?, ?, ?)", match, seq, seat, option
        )

    def matches(self) -> list[str]:
        """The matches, oldest first."""
        return [str(row[0]) for row in self._read("SELECT id FROM match ORDER BY began, id")]

    def load(self, match: str) -> tuple[str, list[tuple[int, str]]] | None:
        """The record a match began with and its decisions, or None if there is no such match."""
        records = self._read("SELECT record FROM match WHERE id = ?", match)
        if not records:
            return None
        rows = self._read("SELECT seat, option FROM decision WHERE match = ? ORDER BY seq", match)
        return str(records[0][0]), [(int(seat), str(option)) for seat, option in rows]

    def close(self) -> None:
        """Commit what is waiting, then stop."""
        self._writes.put(None)
        self._writer.join()

    def _read(self, query: str, *values: int | str) -> list[Row]:
        connection = connect(self._path)
        try:
            return connection.execute(query, values).fetchall()
        finally:
            connection.close()

    def _write(self, statement: str, *values: int | str) -> Future[None]:
        write = Write(statement, values)
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
    for number, migration in enumerate(MIGRATIONS[seen:], seen + 1):
        script = migration.read_text(encoding="utf-8")
        connection.executescript(f"BEGIN IMMEDIATE; {script} PRAGMA user_version = {number}; COMMIT;")


def commit(connection: sqlite3.Connection, batch: Sequence[Write]) -> None:
    """One transaction for all; a wrong row is taken back alone."""
    errors: dict[int, sqlite3.Error] = {}
    try:
        connection.execute("BEGIN IMMEDIATE")
        for number, write in enumerate(batch):
            error = insert(connection, write)
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


def insert(connection: sqlite3.Connection, write: Write) -> sqlite3.Error | None:
    connection.execute("SAVEPOINT one")
    error = None
    try:
        connection.execute(write.statement, write.values)
    except sqlite3.IntegrityError as refused:
        connection.execute("ROLLBACK TO one")
        error = refused
    connection.execute("RELEASE one")
    return error

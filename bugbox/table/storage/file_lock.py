"""One server owns a file. The lock is the operating system's, so it dies with the process, however that ends.

Two things are locked: a file beside the database, which tells the owner's address, and the database itself, which may
have other names. On Linux `flock` and the locks of SQLite know nothing of each other. But whenever a process closes a
file, it loses all of SQLite's locks on it: so the database is opened here once, and stays open as long as the server
runs. On Windows a byte is locked that SQLite never touches, in the page that it leaves out for its own locks. Other
systems, where `flock` would lock out SQLite too, lock only the file beside the database.
"""

import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from bugbox.core.errors import BugboxError

FAR_OUT = 2**30 + 1024  # Windows does not let others read what is locked, so a byte is locked that nobody reads
PATIENCE = 2.0  # seconds in which a server that is just starting tells its address
LOCKS_DATABASE = sys.platform in ("linux", "win32")

if sys.platform == "win32":
    import msvcrt

    def lock(file: BinaryIO) -> None:
        file.seek(FAR_OUT)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def lock(file: BinaryIO) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


class InUse(BugboxError):
    """Another server has the file."""

    def __init__(self, path: Path, address: str) -> None:
        where = f"at {address}" if address else "by another Bugbox"
        super().__init__(f"The table in {path.name} is already open {where}.")
        self.address = address


class FileLock:
    """Held as long as this object is there."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = path.resolve().with_name(f"{path.resolve().name}-lock")
        try:
            self._beside = locked(beside)
        except BlockingIOError:
            raise InUse(path, address_in(beside)) from None
        self._beside.truncate(0)
        try:
            self._database = locked(path) if LOCKS_DATABASE else None
        except BlockingIOError:  # by another name, so nobody knows where its owner tells the address
            self._beside.close()
            raise InUse(path, "") from None

    def tell(self, address: str) -> None:
        self._beside.write(f"{address}\n".encode())

    def release(self) -> None:
        """Only once SQLite has closed the database."""
        self._beside.close()
        if self._database:
            self._database.close()


def locked(path: Path) -> BinaryIO:
    """The file, locked as long as it is open; BlockingIOError if another server has locked it."""
    file = open(path, "a+b", buffering=0)  # noqa: SIM115 - open as long as the lock is held
    try:
        lock(file)
    except OSError:
        file.close()
        raise BlockingIOError from None
    return file


def address_in(file: Path) -> str:
    """What the owner has written, or will have written in a moment; nothing if it says nothing."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        with suppress(OSError):
            if (text := file.read_text(encoding="utf-8", errors="replace")).endswith("\n"):
                return text.strip()
        time.sleep(0.05)
    return ""

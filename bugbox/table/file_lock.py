"""One server owns a file. The lock is the operating system's, so it dies with the process, however that ends."""

import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from bugbox.core.errors import BugboxError

FAR_OUT = 2**30  # Windows does not let others read what is locked, so a byte is locked that nobody writes
PATIENCE = 2.0  # seconds in which a server that is just starting tells its address

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
    """Held as long as this object is there. The lock file beside the database tells others where its table is open."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = path.resolve().with_name(f"{path.resolve().name}-lock")
        self._file = open(beside, "a+b", buffering=0)  # noqa: SIM115 - open as long as the lock is held
        try:
            lock(self._file)
        except OSError:
            self._file.close()
            raise InUse(path, address_in(beside)) from None
        self._file.truncate(0)

    def tell(self, address: str) -> None:
        self._file.write(f"{address}\n".encode())

    def release(self) -> None:
        self._file.close()


def address_in(file: Path) -> str:
    """What the owner has written, or will have written in a moment; nothing if it says nothing."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        with suppress(OSError):
            if (text := file.read_text(encoding="utf-8", errors="replace")).endswith("\n"):
                return text.strip()
        time.sleep(0.05)
    return ""

"""Match records: write, read and check the text of a match.

    bugbox record 1
    game bug-race 2
    seats 2
    set expert no
    player Ann
    player Bob
    bot 1 random
    commitment 7902699be42c8a8e46fbbb4501726517e86b22c56a189f7625a6da49081b2451
    seed 7

    0 keep L1R2
    1 keep L3R1R3
    end 2 5bf1...

The commitment is the SHA-256 of the seed's digits; it can be published before the seed. The last line has the number
of decisions and the SHA-256 of all lines above it, so truncated or edited files are detected.
"""

import hashlib
import os
import re
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from bugbox.core.errors import WrongRecord

LARGEST = 10_000_000  # bytes; the longest match is far smaller
FIRST_LINE = "bugbox record 1"
LEVEL = re.compile(r"[a-z0-9:~.]{1,20}")

Result = tuple[tuple[int, ...], tuple[int, ...]]  # points and places of the seats, then of the rivals


@dataclass(frozen=True)
class Record:
    game: str
    version: int
    seats: int
    settings: Mapping[str, str]
    players: tuple[str, ...]
    bots: Mapping[int, str]  # the level of each seat that a bot plays
    seed: int
    decisions: tuple[tuple[int, str], ...]
    result: Result | None  # once the match is over


def is_level(text: str) -> bool:
    """Is this a syntactically valid level name? bugbox.bots.levels knows which levels exist."""
    return LEVEL.fullmatch(text) is not None


@lru_cache(1024)
def commitment(seed: int) -> str:
    return digest(str(seed))


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def write(record: Record) -> str:
    lines = [
        FIRST_LINE,
        f"game {record.game} {record.version}",
        f"seats {record.seats}",
        *(f"set {name} {value}" for name, value in record.settings.items()),
        *(f"player {name}" for name in record.players),
        *(f"bot {seat} {level}" for seat, level in record.bots.items()),
        f"commitment {commitment(record.seed)}",
        f"seed {record.seed}",
        "",
        *(f"{seat} {option}" for seat, option in record.decisions),
    ]
    if record.result:
        points, places = record.result
        lines += [f"points {' '.join(map(str, points))}", f"places {' '.join(map(str, places))}"]
    body = "\n".join(lines) + "\n"
    return f"{body}end {len(record.decisions)} {digest(body)}\n"


def read(text: str) -> Record:
    """Parse a record; the message of WrongRecord says in one sentence what is wrong with it."""
    if not str(text).startswith(FIRST_LINE + "\n"):
        raise WrongRecord(f"This is not a match record: its first line is not {FIRST_LINE!r}.")
    body, end, last = text.rpartition("\nend ")
    if not end or not text.endswith("\n"):
        raise WrongRecord("The record is cut off: its last line is missing.")
    body += "\n"
    count, _, checksum = last.removesuffix("\n").partition(" ")
    if checksum != digest(body):
        raise WrongRecord("The record was changed: its text does not match the SHA-256 in its last line.")
    try:
        record = _parse(body)
    except WrongRecord:
        raise
    except (ValueError, KeyError, StopIteration):
        raise WrongRecord("The record cannot be read: a line is missing or not in the right form.") from None
    if count != str(len(record.decisions)):
        raise WrongRecord(f"The record has {len(record.decisions)} decisions, and its last line says {count!r}.")
    if write(record) != text:
        raise WrongRecord("The record is not written as Bugbox writes it: a line too many, twice, or in another form.")
    return record


def _parse(body: str) -> Record:
    head, _, moves = body.partition("\n\n")
    facts: dict[str, str] = {}
    settings: dict[str, str] = {}
    players: list[str] = []
    bots: dict[int, str] = {}
    for line in head.split("\n")[1:]:
        key, _, value = line.partition(" ")
        if key == "set":
            name, _, value = value.partition(" ")
            settings[name] = value
        elif key == "player":
            players.append(value)
        elif key == "bot":
            seat, _, level = value.partition(" ")
            bots[int(seat)] = _checked_level(level)
        else:
            facts[key] = value
    game, version = facts["game"].split()
    seats, seed = int(facts["seats"]), int(facts["seed"])
    if facts["commitment"] != commitment(seed):
        raise WrongRecord("The seed is not the one that was promised: its SHA-256 differs from the commitment.")
    if len(players) != seats:
        raise WrongRecord(f"The record names {len(players)} players for {seats} seats.")
    decisions, result = _parse_moves(iter(moves.splitlines()))
    return Record(game, int(version), seats, settings, tuple(players), bots, seed, decisions, result)


def _checked_level(level: str) -> str:
    if not is_level(level):
        raise WrongRecord(f"The record names a bot level that cannot be one: {level[:40]!r}.")
    return level


def _parse_moves(lines: Iterator[str]) -> tuple[tuple[tuple[int, str], ...], Result | None]:
    decisions: list[tuple[int, str]] = []
    for line in lines:
        first, _, rest = line.partition(" ")
        if first == "points":
            key, _, places = next(lines).partition(" ")
            if key != "places":
                raise WrongRecord("The record's result has points but no places.")
            return tuple(decisions), (_numbers(rest), _numbers(places))
        decisions.append((int(first), rest))
    return tuple(decisions), None


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(word) for word in text.split())


def save(path: Path, text: str) -> None:
    """Replace the file atomically: a crash leaves the old record or the new one, never a partial one."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def read_file(path: Path) -> str:
    """Read a file that may be a record; raise WrongRecord if it can't be one."""
    try:
        if path.exists() and (not path.is_file() or path.stat().st_size > LARGEST):
            raise WrongRecord(f"{path.name} is not a match record: it is not a file, or far too large.")
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise WrongRecord(f"{path.name} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise WrongRecord(f"{path.name} is not a text file, so it is not a match record.") from None

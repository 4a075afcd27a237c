"""Bugbox: five bug-themed tabletop games in one box."""

from typing import Self

from bugbox import interpreted as _pure

_pure.install_if_asked()

from bugbox.bots.analysis import Judged, analyse  # noqa: E402 - the line above decides which modules are loaded
from bugbox.core import match as _match  # noqa: E402
from bugbox.core import record as _record  # noqa: E402
from bugbox.core.errors import BugboxError, NotAnOption, NotNow, NotYourTurn, WrongRecord, WrongSetting  # noqa: E402
from bugbox.core.game import OPEN, WATCHER  # noqa: E402
from bugbox.core.settings import Value  # noqa: E402
from bugbox.games import GAMES, find  # noqa: E402


class Match(_match.Match):
    """A match of any game in the box."""

    @classmethod
    def new(cls, game: str, seats: int | None = None, seed: int | None = None, **settings: Value) -> Self:
        """Start a match by the game's name; without a seed nobody can know what comes."""
        found = find(game)
        return cls(found, found.seats[0] if seats is None else seats, seed, settings)

    @classmethod
    def load(cls, record: str) -> Self:
        """The match of a record, played to where the record ends."""
        read = _record.read(record)
        try:
            game = find(read.game)
        except WrongSetting as error:
            raise WrongRecord(str(error)) from None
        return cls.replay(game, read)


__version__ = "0.1.0"

__all__ = [
    "GAMES",
    "OPEN",
    "WATCHER",
    "BugboxError",
    "Judged",
    "Match",
    "NotAnOption",
    "NotNow",
    "NotYourTurn",
    "WrongRecord",
    "WrongSetting",
    "analyse",
]  # fmt: skip

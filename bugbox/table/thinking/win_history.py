"""Looking back at who was winning: worked out bit by bit, as long as somebody asks, and then kept."""

import time
from collections.abc import Awaitable, Callable
from typing import Final

import msgspec

from bugbox.bots.win_history import BATCHES, together
from bugbox.core.match import Match, Progress

PATIENCE: Final = 10.0  # seconds after which nobody seems to wait for it any more

Look = Callable[[Progress, int], Awaitable[list[list[float]]]]  # a match, the next batch's number -> some batches


class Looked(msgspec.Struct, omit_defaults=True):
    """How many positions were looked at, and once it is all of them, the graph."""

    done: int
    of: int
    html: str = ""
    sorry: str = ""


class Hindsight:
    """Everyone's chances over one match that hides nothing any more."""

    def __init__(self, match: Match) -> None:
        self._progress = match.progress()
        self.of = len(match.decisions) + 1
        self._batches: list[list[float]] = []
        self._asked = 0.0
        self.html = ""
        self.failed = False

    @property
    def done(self) -> int:
        return len(self._batches) // BATCHES

    def shares(self) -> list[list[float]]:
        starts = range(0, self.done * BATCHES, BATCHES)
        return [together(self._batches[start : start + BATCHES]) for start in starts]

    def ask(self) -> Looked:
        """Somebody wants to know; a failure is told once, and then it is tried again."""
        self._asked = time.monotonic()
        failed, self.failed = self.failed, False
        sorry = "Looking back did not work this time. Please try again." if failed else ""
        return Looked(self.done, self.of, self.html, sorry)

    async def go_on(self, look: Look) -> None:
        """A few batches at a time, so that bots have their turn in between."""
        while self.done < self.of and time.monotonic() < self._asked + PATIENCE:
            found = await look(self._progress, len(self._batches))
            if not found:
                self.failed = True
                return
            self._batches += found

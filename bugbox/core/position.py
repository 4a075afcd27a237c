"""Position: the contract that every game keeps.

Everything else (terminal, web, bots, lab, records) works through these few verbs and knows no game.
"""

from abc import ABC, abstractmethod
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from bugbox.core.rng import Rng

MOST_SEATS: Final[i64] = 5
MOST_OPTIONS: Final[i64] = 2048  # how long a buffer for options() must be

# Tables instead of `1 << seat`: mypyc shifts a constant as 32 bits and silently loses the high ones.
BIT: Final = vec[i64]([2**i for i in range(62)])
LOWEST: Final = vec[i64]([0] + [(n & -n).bit_length() - 1 for n in range(1, 64)])
COUNT: Final = vec[i64]([n.bit_count() for n in range(64)])

Event = tuple[int, ...]  # what happened: a kind and small numbers, as the game's words.py reads them


@mypyc_attr(allow_interpreted_subclasses=True)  # so that a game can be tried out before it is compiled
class Position(ABC):
    """One game in progress: everything on the table, hidden or not."""

    def __init__(self, seats: i64, rng: Rng) -> None:
        self.seats = seats
        self.rng = rng  # the game's own dice; bots and guesses bring theirs
        self.telling = False
        self.story: list[Event] = []
        self.revealed: i64 = 0  # how often something hidden became known to somebody; no decision before can be undone

    @abstractmethod
    def set_up(self) -> None:
        """Shuffle and deal: from the parts in the box to the first decision."""

    @abstractmethod
    def to_act(self) -> i64:
        """Bit set of the seats that owe a decision.

        One is a turn, several a secret simultaneous choice, none the end.
        """

    @abstractmethod
    def is_secret(self) -> bool:
        """Is what is owed now a secret choice? It still is when only the last seat owes it."""

    @abstractmethod
    def options(self, seat: i64, out: vec[i64]) -> i64:
        """Write the codes of all that `seat` may do, ascending, and return how many; `seat` is to act."""

    @abstractmethod
    def act(self, seat: i64, option: i64) -> None:
        """Do one of options(); whoever calls this has checked that it is one."""

    @abstractmethod
    def blank(self) -> "Position":
        """A new position of the same game and size, to copy into."""

    @abstractmethod
    def copy_from(self, other: "Position") -> None:
        """Become a deep copy of `other`, made without new objects; the story stays behind."""

    @abstractmethod
    def guess(self, seat: i64, rng: Rng) -> None:
        """Redeal, fairly, all that `seat` cannot know: hidden cards, dice to come, choices not yet revealed.

        Positions that look alike to `seat` become the same position for the same `rng`.
        """

    @abstractmethod
    def points(self, seat: i64) -> i64: ...

    @abstractmethod
    def place(self, seat: i64) -> i64:
        """1 is first; seats still tied after every tie-break share a place."""

    def tell(self, kind: i64, a: i64, b: i64, c: i64, d: i64) -> None:
        if self.telling:
            self.story.append((kind, a, b, c, d))


def zeros(length: i64) -> vec[i64]:
    return vec[i64]([0] * int(length))


def copy_row(source: vec[i64], target: vec[i64]) -> None:
    for i in range(len(source)):
        target[i] = source[i]


def playout(position: Position, rng: Rng, buffer: vec[i64]) -> i64:
    """Play on at random to the end and return the number of decisions."""
    decisions: i64 = 0
    waiting = position.to_act()
    while waiting != 0:
        seat = LOWEST[waiting]
        position.act(seat, random_option(position, seat, rng, buffer))
        decisions += 1
        waiting = position.to_act()
    return decisions


def random_option(position: Position, seat: i64, rng: Rng, buffer: vec[i64]) -> i64:
    count = position.options(seat, buffer)
    return buffer[rng.below(count)] if count > 1 else buffer[0]


def insert(out: vec[i64], count: i64, option: i64) -> i64:
    """Write an option in ascending order unless it is there already; returns the new count."""
    at = count
    while at > 0 and out[at - 1] > option:
        at -= 1
    if at > 0 and out[at - 1] == option:
        return count
    for i in range(count, at, -1):
        out[i] = out[i - 1]
    out[at] = option
    return count + 1

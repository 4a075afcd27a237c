"""Observations: a view as bytes, for machine learning.

A game's observer uses a pen to write what the game's view.py shows, field by field. Each number is a byte; numbers
that can exceed 255 take two bytes, the high byte first. A number that doesn't fit raises ValueError.

    pen = game.observer.pen(position)  # for all positions with the same seats and settings
    row = numpy.frombuffer(memoryview(pen.rows), numpy.uint8)  # not a copy: it changes as the pen writes
    game.observer.observe(position, seat, pen)
    pen.layout()  # where each field is
"""

from abc import ABCMeta, abstractmethod
from typing import ClassVar, Final, NamedTuple

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr, u8

from bugbox.core.bits import BIT
from bugbox.core.position import Position

MOST_NUMBERS: Final[i64] = 65536  # in a row
BYTE: Final[i64] = 256
NONE: Final[i64] = -1  # no value for one_of() and one_seat()


class Field(NamedTuple):
    """A named block of numbers in a row."""

    name: str
    start: int  # index in the row
    shape: tuple[int, int]  # lines, numbers per line


class Pen:
    """Writes rows of bytes and records the names of their fields.

    Seats are written in order from the viewer; for a watcher, from seat 0.
    """

    def __init__(self, length: i64, rows: i64 = 1) -> None:
        self.length = length  # numbers in a row
        self.rows = vec[u8]([0] * int(length * rows))  # consecutive
        self.start: i64 = 0  # of the current row
        self.at: i64 = 0
        self.seats: i64 = 0
        self.viewer: i64 = 0
        self.naming = False
        self.marks: list[tuple[str, int, int]] = []  # the fields: name, start, lines

    def turn_to(self, row: i64) -> None:
        """Make this the current row."""
        self.start = row * self.length

    def layout(self) -> list[Field]:
        """Return the fields of a row, in order, without gaps."""
        ends = [start for name, start, lines in self.marks[1:]] + [int(self.length)]
        fields = zip(self.marks, ends, strict=True)
        return [Field(name, start, (lines, (end - start) // lines)) for (name, start, lines), end in fields]

    # --- For observers ---

    def begin(self, position: Position, viewer: i64) -> None:
        """Start overwriting the current row."""
        self.at = self.start
        self.seats = position.seats
        self.viewer = max(viewer, 0)

    def field(self, name: str, lines: i64 = 1) -> "Pen":
        """Start a field with the given name and number of lines of equal length."""
        if self.naming:
            self.marks.append((name, self.at, lines))
        return self

    def number(self, n: i64) -> None:
        """Write a number from 0 to 255."""
        if n < 0 or n >= BYTE:
            raise ValueError(f"{n} does not fit into a byte.")
        self.rows[self.at] = u8(n)
        self.at += 1

    def large(self, n: i64) -> None:
        """Write a number from 0 to 65,535 as two bytes, the high byte first."""
        self.number(n // BYTE)
        self.number(n % BYTE)

    def flag(self, is_so: bool) -> None:
        self.number(1 if is_so else 0)

    def one_of(self, n: i64, count: i64) -> None:
        """Write a one-hot row of `count` flags; all zero for NONE."""
        for i in range(count):
            self.flag(i == n)

    def flags(self, bits: i64, count: i64) -> None:
        """Write a flag for each number below `count`: is it in the set?"""
        for i in range(count):
            self.flag(bits & BIT[i] != 0)

    def blank(self, count: i64) -> None:
        rows = self.rows
        for at in range(self.at, self.at + count):
            rows[at] = 0
        self.at += count

    def leave_blank(self) -> None:
        """Fill the rest of the row with zeros: for a watcher, in place of fields for seats only."""
        self.blank(self.start + self.length - self.at)

    def cards(self, cards: vec[i64], size: i64, most: i64) -> None:
        """Write cards in order, padded with zeros to `most`."""
        for i in range(size):
            self.number(cards[i])
        self.blank(most - size)

    def counts(self, cards: vec[i64], size: i64, codes: i64) -> None:
        """Write the number of copies of each card."""
        tally = self.tally(codes)
        for i in range(size):
            self.count(tally + cards[i])

    def tally(self, codes: i64) -> i64:
        """Write a zero for each card, to be incremented by count(), and return the first one's index."""
        first = self.at
        self.blank(codes)
        return first

    def count(self, at: i64) -> None:
        self.rows[at] += 1

    # --- Seats ---

    def seat(self, nth: i64) -> i64:
        """Return the seat `nth` places to the viewer's left."""
        return (self.viewer + nth) % self.seats

    def one_seat(self, seat: i64) -> None:
        """Write a one-hot row with a flag for each seat; all zero for NONE."""
        for nth in range(self.seats):
            self.flag(self.seat(nth) == seat)

    def set_of_seats(self, bits: i64) -> None:
        """Write a flag for each seat: is it in the set?"""
        for nth in range(self.seats):
            self.flag(bits & BIT[self.seat(nth)] != 0)

    def by_seat(self, numbers: vec[i64], each: i64) -> None:
        """Write each seat's numbers from a row that has `each` numbers per seat."""
        for nth in range(self.seats):
            first = self.seat(nth) * each
            for i in range(first, first + each):
                self.number(numbers[i])


@mypyc_attr(allow_interpreted_subclasses=True)
class Observer(metaclass=ABCMeta):
    """A game's observation.py: writes exactly what its view.py shows, except the order of what `in_any_order` lists."""

    in_any_order: ClassVar[tuple[str, ...]] = ()  # fields of the view that are written as counts

    @abstractmethod
    def observe(self, position: Position, viewer: i64, pen: Pen) -> None:
        """Write what a seat, or WATCHER, sees: as many numbers in every position with the same seats and settings."""

    def pen(self, position: Position, rows: i64 = 1) -> Pen:
        """Make a pen with `rows` rows, for positions with the same seats and settings as this one."""
        trial = Pen(MOST_NUMBERS)
        trial.naming = True
        self.observe(position, 0, trial)
        pen = Pen(trial.at, rows)
        pen.marks = trial.marks
        return pen

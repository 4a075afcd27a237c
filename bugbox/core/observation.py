"""What a viewer sees, as bytes for programs that learn.

A game's observer writes with a pen, field by field, what its view.py shows. Every number is a byte. One that can be
larger than 255 is written as two, the high one first; one that does not fit raises.

    pen = game.observer.pen(position)  # for all positions of the same seats and settings
    row = numpy.frombuffer(memoryview(pen.rows), numpy.uint8)  # no copy: it shows what the pen writes
    game.observer.observe(position, seat, pen)
    pen.layout()  # what is where in it
"""

from abc import ABCMeta, abstractmethod
from typing import ClassVar, Final, NamedTuple

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr, u8

from bugbox.core.bits import BIT
from bugbox.core.position import Position

MOST_NUMBERS: Final[i64] = 65536  # that a row can have
BYTE: Final[i64] = 256
NONE: Final[i64] = -1  # of some possible things, or of the seats


class Field(NamedTuple):
    """Numbers that belong together."""

    name: str
    start: int  # where it begins in a row
    shape: tuple[int, int]  # lines, and the numbers in each


class Pen:
    """Writes rows of bytes and names what it writes.

    Seats are counted from the viewer on; a watcher counts from seat 0.
    """

    def __init__(self, length: i64, rows: i64 = 1) -> None:
        self.length = length  # of a row
        self.rows = vec[u8]([0] * int(length * rows))  # one after the other
        self.start: i64 = 0  # of the row that is written
        self.at: i64 = 0
        self.seats: i64 = 0
        self.viewer: i64 = 0
        self.naming = False
        self.marks: list[tuple[str, int, int]] = []  # the fields: name, start, lines

    def turn_to(self, row: i64) -> None:
        """Write this row from now on."""
        self.start = row * self.length

    def layout(self) -> list[Field]:
        """The fields of a row, in order, without gaps."""
        ends = [start for name, start, lines in self.marks[1:]] + [int(self.length)]
        fields = zip(self.marks, ends, strict=True)
        return [Field(name, start, (lines, (end - start) // lines)) for (name, start, lines), end in fields]

    # --- What an observer says ---

    def begin(self, position: Position, viewer: i64) -> None:
        """A new row, over the old one."""
        self.at = self.start
        self.seats = position.seats
        self.viewer = max(viewer, 0)

    def field(self, name: str, lines: i64 = 1) -> "Pen":
        """What follows is called so, and has so many lines of the same length."""
        if self.naming:
            self.marks.append((name, self.at, lines))
        return self

    def number(self, n: i64) -> None:
        """From 0 to 255."""
        if n < 0 or n >= BYTE:
            raise ValueError(f"{n} does not fit into a byte.")
        self.rows[self.at] = u8(n)
        self.at += 1

    def large(self, n: i64) -> None:
        """From 0 to 65,535, in two bytes, the high one first."""
        self.number(n // BYTE)
        self.number(n % BYTE)

    def flag(self, is_so: bool) -> None:
        self.number(1 if is_so else 0)

    def one_of(self, n: i64, count: i64) -> None:
        """A flag for each number below `count`; none of them for NONE."""
        for i in range(count):
            self.flag(i == n)

    def flags(self, bits: i64, count: i64) -> None:
        """A flag for each number below `count`: is it in the set?"""
        for i in range(count):
            self.flag(bits & BIT[i] != 0)

    def blank(self, count: i64) -> None:
        rows = self.rows
        for at in range(self.at, self.at + count):
            rows[at] = 0
        self.at += count

    def leave_blank(self) -> None:
        """The rest of the row: what is for seats alone, and the viewer is a watcher."""
        self.blank(self.start + self.length - self.at)

    def cards(self, cards: vec[i64], size: i64, most: i64) -> None:
        """In order, and zero behind the last."""
        for i in range(size):
            self.number(cards[i])
        self.blank(most - size)

    def counts(self, cards: vec[i64], size: i64, codes: i64) -> None:
        """How many there are of each card, in no order."""
        tally = self.tally(codes)
        for i in range(size):
            self.count(tally + cards[i])

    def tally(self, codes: i64) -> i64:
        """A count for each card, to be filled by count(); returns where it begins."""
        first = self.at
        self.blank(codes)
        return first

    def count(self, at: i64) -> None:
        self.rows[at] += 1

    # --- Seats ---

    def seat(self, nth: i64) -> i64:
        """The seat so many to the left of the viewer."""
        return (self.viewer + nth) % self.seats

    def one_seat(self, seat: i64) -> None:
        """A flag for each seat: is it this one? None of them for NONE."""
        for nth in range(self.seats):
            self.flag(self.seat(nth) == seat)

    def set_of_seats(self, bits: i64) -> None:
        """A flag for each seat: is it in the set?"""
        for nth in range(self.seats):
            self.flag(bits & BIT[self.seat(nth)] != 0)

    def by_seat(self, numbers: vec[i64], each: i64) -> None:
        """The numbers of each seat, of a row that has so many for each."""
        for nth in range(self.seats):
            first = self.seat(nth) * each
            for i in range(first, first + each):
                self.number(numbers[i])


@mypyc_attr(allow_interpreted_subclasses=True)
class Observer(metaclass=ABCMeta):
    """observation.py of a game: writes what its view.py shows, no more, and no less but what is named here."""

    in_any_order: ClassVar[tuple[str, ...]] = ()  # things of the view that are written without their order

    @abstractmethod
    def observe(self, position: Position, viewer: i64, pen: Pen) -> None:
        """Write what a seat sees, or WATCHER: as many numbers at every position of the same seats and settings."""

    def pen(self, position: Position, rows: i64 = 1) -> Pen:
        """A pen for positions of the same seats and settings as this one, with room for so many rows."""
        trial = Pen(MOST_NUMBERS)
        trial.naming = True
        self.observe(position, 0, trial)
        pen = Pen(trial.at, rows)
        pen.marks = trial.marks
        return pen

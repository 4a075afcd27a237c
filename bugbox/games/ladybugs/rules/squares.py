"""Squares of a garden as text: read, checked, and written in one line for a record.

    # my garden
    standard
    square 5
    ..aa..  ..bbb.
    .aaaab  .bbb*a
    ...

`standard` stands for the four squares in the box. `square` begins one of your own, and may have a name; its two sides
follow side by side, six lines of six spaces: `.` is meadow, `*` meadow with a clover, and each letter is a bed.
"""

from collections.abc import Iterator
from functools import lru_cache

from bugbox.core.errors import WrongSetting
from bugbox.games.ladybugs.rules.box import (
    BEDS_A_SIDE,
    CLOVERS_A_SIDE,
    LARGEST_BED,
    SIDE,
    SMALLEST_BED,
    STANDARD,
)

BOXED = "standard"  # the squares in the box, in a file and as a setting
FEWEST, MOST = 4, 24  # squares
LONGEST = 20_000  # characters
CLOVER = "*"
MEADOW = ".*"
LETTERS = "abcdefghijklmnopqrstuvwxyz"
EDGE = int(SIDE) - 1

Side = tuple[str, ...]  # six rows of six spaces
Square = tuple[Side, Side]
Line = tuple[int, str]  # with its number in the text


def canonical(text: str) -> str:
    """The squares of a text in one line, as a record keeps them: it needs no file to be played again."""
    squares = read(text)
    if squares == read(BOXED):
        return BOXED
    return "/".join("/".join(["square", *map(" ".join, zip(*square, strict=True))]) for square in squares)


def described(text: str) -> str:
    return f"a custom set of {len(read(text))} squares"


@lru_cache(64)
def read(text: str) -> tuple[Square, ...]:
    """All squares that a text names; WrongSetting says what is wrong in which line."""
    if len(text) > LONGEST:
        raise WrongSetting(f"A file of squares has at most {LONGEST} characters, and this one {len(text)}.")
    lines = iter([*numbered(text), (0, "")])
    squares: list[Square] = []
    for number, line in lines:
        match line.split():
            case [] if number == 0:
                break
            case [name] if name == BOXED:
                squares += read_standard()
            case ["square", *_]:
                squares.append(read_square(number, lines))
            case _:
                raise wrong(number, f"expected {BOXED!r} or 'square', not {line!r}")
    if not FEWEST <= len(squares) <= MOST:
        raise WrongSetting(f"A garden needs from {FEWEST} to {MOST} squares to draw from, not {len(squares)}.")
    return tuple(squares)


def read_standard() -> tuple[Square, ...]:
    lines = iter(numbered(STANDARD))
    return tuple(read_square(number, lines) for number, line in lines)


def numbered(text: str) -> list[Line]:
    """Without what follows a # and without empty lines; in a record a slash ends a line."""
    lines = enumerate(text.replace("/", "\n").splitlines(), 1)
    cut = ((number, line.partition("#")[0].strip()) for number, line in lines)
    return [(number, line) for number, line in cut if line]


def read_square(start: int, lines: Iterator[Line]) -> Square:
    rows = []
    for nth in range(1, int(SIDE) + 1):
        number, line = next(lines, (0, ""))
        sides = line.split()
        if len(sides) != 2:
            raise wrong(number or start, f"row {nth} of a square needs two sides of {SIDE} spaces, not {line!r}")
        for part in sides:
            check_row(number, part)
        rows.append((number, sides))
    numbers = [number for number, _ in rows]
    left, right = (tuple(sides[side] for _, sides in rows) for side in (0, 1))
    check_side(numbers, "left", left)
    check_side(numbers, "right", right)
    return left, right


def check_row(number: int, row: str) -> None:
    if len(row) != SIDE:
        raise wrong(number, f"a row has {SIDE} spaces, and {row!r} has {len(row)}")
    for mark in row:
        if mark not in MEADOW + LETTERS:
            raise wrong(number, f"{mark!r} is no letter from a to z, no '.' and no '*'")


def check_side(numbers: list[int], name: str, side: Side) -> None:
    """`numbers` are those of its lines."""
    for row in (0, EDGE):
        for column in (0, EDGE):
            if side[row][column] != ".":
                raise wrong(numbers[row], f"the corners of a square are meadow, not {side[row][column]!r}")
    check_clovers(numbers, name, side)
    beds = sorted(set("".join(side)) - set(MEADOW))
    if not 1 <= len(beds) <= BEDS_A_SIDE:
        raise wrong(numbers[0], f"the {name} side has {len(beds)} beds; a side has from 1 to {BEDS_A_SIDE}")
    for bed in beds:
        check_bed(numbers, name, side, bed)


def check_clovers(numbers: list[int], name: str, side: Side) -> None:
    found = spaces_of(side, CLOVER)
    if len(found) != CLOVERS_A_SIDE:
        raise wrong(numbers[0], f"the {name} side has {len(found)} clovers; a side has {CLOVERS_A_SIDE}")
    for row, column in found:
        if min(row, EDGE - row) + min(column, EDGE - column) < 2:
            raise wrong(numbers[row], f"a clover of the {name} side lies beside a corner")


def check_bed(numbers: list[int], name: str, side: Side, bed: str) -> None:
    spaces = spaces_of(side, bed)
    at = numbers[min(row for row, _ in spaces)]
    if not SMALLEST_BED <= len(spaces) <= LARGEST_BED:
        expected = f"from {SMALLEST_BED} to {LARGEST_BED}"
        raise wrong(at, f"bed {bed!r} of the {name} side has the wrong size, {len(spaces)} instead of {expected}")
    if not is_connected(spaces):
        raise wrong(at, f"the spaces of bed {bed!r} of the {name} side are not connected")


def spaces_of(side: Side, mark: str) -> set[tuple[int, int]]:
    return {(row, column) for row, line in enumerate(side) for column, one in enumerate(line) if one == mark}


def is_connected(spaces: set[tuple[int, int]]) -> bool:
    found = [min(spaces)]
    for row, column in found:
        beside = {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)}
        found += sorted(beside & spaces - set(found))
    return len(found) == len(spaces)


def wrong(number: int, reason: str) -> WrongSetting:
    return WrongSetting(f"Line {number} of the squares: {reason}.")

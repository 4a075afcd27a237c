"""Observations contain exactly what the view shows, except the orders that the observer lists."""

import ast
from collections.abc import Callable, Iterator
from itertools import product
from math import prod
from typing import Any

import msgspec
import numpy
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from librt.vecs import vec
from mypy_extensions import i64, u8

import bugbox
from bugbox.core.game import WATCHER, Game
from bugbox.core.observation import NONE, Field, Pen
from bugbox.core.position import Position, options_of
from bugbox.core.rng import Rng
from bugbox.core.settings import complete
from bugbox.games import GAMES
from bugbox.interpreted import is_compiled
from tests.kit.nudge import nudged
from tests.kit.tables import (
    Table,
    copy_of,
    elsewhere,
    every_table,
    for_every_game,
    lowest,
    matches,
    mixed_tables,
    pick,
    tables,
)

# Few examples, as each has hundreds of positions; no shrinking, as no seed is simpler than another.
whole_histories = settings(max_examples=20 if is_compiled() else 6, phases=[Phase.generate])
IMPOSSIBLE = (IndexError, KeyError, ValueError)  # errors of view and observer for an impossible position


def shown(game: Game, position: Position, viewer: int) -> bytes:
    """Return what the row must contain: the view, without the orders that the observer leaves out."""
    view = msgspec.to_builtins(game.view(position, viewer), str_keys=True)
    for name in game.observer.in_any_order:
        view[name] = sorted(view[name])
    return msgspec.json.encode(view)


class Rows:
    """Checks that rows and views correspond one to one."""

    def __init__(self, game: Game, position: Position) -> None:
        self.game = game
        self.pen = game.observer.pen(position)
        self.rows: dict[bytes, bytes] = {}
        self.shown: dict[tuple[int, bytes], bytes] = {}

    def row(self, position: Position, viewer: int) -> bytes:
        self.pen.rows = vec[u8]([255] * self.pen.length)  # every byte must be overwritten
        self.game.observer.observe(position, viewer, self.pen)
        assert self.pen.at == self.pen.length, "always as many numbers"
        return bytes(self.pen.rows)

    def check(self, position: Position) -> None:
        for viewer in range(WATCHER, position.seats):
            seen, row = shown(self.game, position, viewer), self.row(position, viewer)
            assert self.rows.setdefault(seen, row) == row, "more than the view"
            assert self.shown.setdefault((viewer, row), seen) == seen, "less than the view"


def history(position: Position, rng: Rng) -> Iterator[Position]:
    """Yield every position of a random match."""
    while waiting := position.to_act():
        yield position
        seats = [seat for seat in range(position.seats) if waiting >> seat & 1]
        act_at_random(position, seats[rng.below(len(seats))], rng)
    yield position


def act_at_random(position: Position, seat: int, rng: Rng) -> None:
    options = options_of(position, seat)
    position.act(seat, options[rng.below(len(options))])


@whole_histories
@given(tables(), st.integers(0, 1000))
def test_in_other_worlds_and_other_courses_rows_are_equal_if_and_only_if_views_are(table: Table, dice: int) -> None:
    """For each position of a match, also check one that a seat can't tell apart, and one after another decision."""
    rng = Rng(dice, "test")
    rows = Rows(table.game, table.start())
    for position in history(table.start(), rng):
        rows.check(position)
        rows.check(elsewhere(position, rng.below(table.seats), rng.below(1000)))
        if waiting := position.to_act():
            otherwise = copy_of(position)
            act_at_random(otherwise, lowest(waiting), rng)
            rows.check(otherwise)


@pytest.mark.slow
@whole_histories
@given(tables(), st.integers(0, 1000))
def test_with_any_number_changed_rows_are_equal_if_and_only_if_views_are(table: Table, dice: int) -> None:
    """Includes positions that random play hardly ever reaches."""
    rng = Rng(dice, "test")
    rows = Rows(table.game, table.start())
    for position in history(table.start(), rng):
        rows.check(position)
        for _ in range(3 if position.to_act() else 60):  # a match has only one end
            try:
                rows.check(nudged(position, rng))
            except IMPOSSIBLE:
                continue


@for_every_game
def test_what_is_left_out_is_in_the_view_and_named_in_the_docstring(game: Game) -> None:
    view = game.view(game.start(game.seats[0], complete(game.settings, {}), 1), 0)
    for name in game.observer.in_any_order:
        assert isinstance(getattr(view, name), tuple)
        assert name in docstring(game).lower()


def docstring(game: Game) -> str:
    """Read the docstring from the source: a compiled class has none."""
    nodes = ast.walk(ast.parse((game.folder / "observation.py").read_text(encoding="utf-8")))
    return next(ast.get_docstring(node) or "" for node in nodes if isinstance(node, ast.ClassDef))


# --- The layout ---


@pytest.mark.parametrize("table", every_table(), ids=str)
def test_the_layout_covers_the_row_without_gaps(table: Table) -> None:
    pen = table.game.observer.pen(table.start())
    at = 0
    for field in pen.layout():
        assert field.start == at
        assert prod(field.shape) > 0
        at += prod(field.shape)
    assert at == pen.length == len(pen.rows)
    assert len({field.name for field in pen.layout()}) == len(pen.layout())


@pytest.mark.parametrize("table", every_table(), ids=str)
def test_every_field_is_used(table: Table) -> None:
    pen = table.game.observer.pen(table.start())
    unused = set(pen.layout())
    for seed in range(300):
        start = table.game.start(table.seats, table.settings, seed)
        for number, position in enumerate(history(start, Rng(seed, "test"))):
            table.game.observer.observe(position, number % table.seats, pen)
            unused = {field for field in unused if not any(map(any, lines(pen, field)))}
        if not unused:
            break
    assert not unused


def lines(pen: Pen, field: Field) -> list[tuple[int, ...]]:
    """Return the numbers of a field, line by line."""
    count, length = field.shape
    starts = range(field.start, field.start + count * length, length)
    return [tuple(pen.rows[i] for i in range(start, start + length)) for start in starts]


@given(matches())
def test_a_field_is_called_like_what_it_tells(match: bugbox.Match) -> None:
    """Numbers in the view, for the table or for each player, are in the row under the same name."""
    check_numbers(match)


@pytest.mark.parametrize("table", every_table(), ids=str)
def test_at_the_end_too_a_field_is_called_like_what_it_tells(table: Table) -> None:
    match = table.match()
    rng = Rng(1, "test")
    while not match.over:
        seat = match.to_act[rng.below(len(match.to_act))]
        match.play(seat, pick(match.options(seat), rng))
    check_numbers(match)


def check_numbers(match: bugbox.Match) -> None:
    pen = match.game.observer.pen(match.position)
    for viewer in range(match.seats):
        match.game.observer.observe(match.position, viewer, pen)
        view = msgspec.to_builtins(match.view(viewer))
        compared = [
            compare(pen, field, told) for field in pen.layout() for told in ([view], players(view, viewer, match))
        ]
        assert sum(compared) >= 5


def players(view: dict[str, Any], viewer: int, match: bugbox.Match) -> list[dict[str, Any]]:
    """Return the view of each ranked participant: the seats in order from the viewer, then rivals."""
    ranked = match.position.ranked
    found = next(
        said for said in view.values() if isinstance(said, tuple) and len(said) == ranked and is_facts(said[0])
    )
    return [*found[viewer : match.seats], *found[:viewer], *found[match.seats :]]


def is_facts(said: object) -> bool:
    return isinstance(said, dict) and "waiting" in said


def compare(pen: Pen, field: Field, told: list[dict[str, Any]]) -> bool:
    """Check that numbers under the field's name, if there is one for each line, are the same."""
    said = [one.get(field.name, "") for one in told]
    if len(said) != field.shape[0] or not all(number is None or isinstance(number, int) for number in said):
        return False
    assert [int.from_bytes(bytes(line), "big") for line in lines(pen, field)] == [int(number or 0) for number in said]
    return True


@for_every_game
def test_flags_tell_the_words_of_the_view_apart(game: Game) -> None:
    """Each word that the view has for the table has its own flag in the field of the same name; "" has none."""
    flags: dict[tuple[str, str], bytes] = {}
    for table, dice in product(mixed_tables(game, seed=1), range(5)):
        pen = game.observer.pen(table.start())
        always = game.view(table.start(), 0)
        fields = [field for field in pen.layout() if isinstance(getattr(always, field.name, None), str)]
        for position in history(table.start(), Rng(dice, "test")):
            viewer = lowest(position.to_act())
            game.observer.observe(position, viewer, pen)
            view = game.view(position, viewer)
            for field in fields:
                (line,) = map(bytes, lines(pen, field))
                assert flags.setdefault((field.name, getattr(view, field.name)), line) == line
    for (name, word), line in flags.items():
        assert sum(line) == bool(word)
        assert [other for other in flags if other[0] == name and flags[other] == line] == [(name, word)]
    assert ("stage", "over") in flags


# --- The pen ---


def written(*say: Callable[[Pen], object], viewer: int = 0) -> list[int]:
    """Return what a pen writes at a table for three, over other data."""
    pen = Pen(8)
    pen.rows = vec[u8]([255] * 8)
    pen.begin(Table(GAMES["bug-race"], 3, complete(GAMES["bug-race"].settings, {}), 1).start(), viewer)
    for verb in say:
        verb(pen)
    return [pen.rows[i] for i in range(pen.at)]


def test_a_number_is_a_byte_and_a_large_one_two() -> None:
    assert written(lambda pen: pen.number(255), lambda pen: pen.large(255), lambda pen: pen.large(258)) == [
        255, 0, 255, 1, 2,
    ]  # fmt: skip


@pytest.mark.parametrize("number", [-1, 256])
def test_a_number_that_is_no_byte_is_refused(number: int) -> None:
    with pytest.raises(ValueError, match="does not fit"):
        written(lambda pen: pen.number(number))
    with pytest.raises(ValueError, match="does not fit"):
        written(lambda pen: pen.large(256 * number))


def test_flags_say_which_of_some_it_is() -> None:
    assert written(lambda pen: pen.one_of(2, 4)) == [0, 0, 1, 0]
    assert written(lambda pen: pen.one_of(NONE, 4)) == [0, 0, 0, 0]
    assert written(lambda pen: pen.flags(0b1011, 4)) == [1, 1, 0, 1]


def test_cards_are_written_in_order_or_counted() -> None:
    cards = vec[i64]([3, 1, 3, 0, 0])
    assert written(lambda pen: pen.cards(cards, 3, 5)) == [3, 1, 3, 0, 0]
    assert written(lambda pen: pen.counts(cards, 3, 4)) == [0, 1, 0, 2]


@pytest.mark.parametrize(
    ("viewer", "nobody", "first", "both", "numbers"),
    [
        (0, [0, 0, 0], [1, 0, 0], [1, 0, 1], [1, 2, 3, 4, 5, 6]),
        (1, [0, 0, 0], [0, 0, 1], [0, 1, 1], [3, 4, 5, 6, 1, 2]),
        (2, [0, 0, 0], [0, 1, 0], [1, 1, 0], [5, 6, 1, 2, 3, 4]),
        (WATCHER, [0, 0, 0], [1, 0, 0], [1, 0, 1], [1, 2, 3, 4, 5, 6]),
    ],
)
def test_seats_are_counted_from_the_viewer_on(
    viewer: int, nobody: list[int], first: list[int], both: list[int], numbers: list[int]
) -> None:
    assert written(lambda pen: pen.one_seat(NONE), viewer=viewer) == nobody
    assert written(lambda pen: pen.one_seat(0), viewer=viewer) == first
    assert written(lambda pen: pen.set_of_seats(0b101), viewer=viewer) == both
    assert written(lambda pen: pen.by_seat(vec[i64]([1, 2, 3, 4, 5, 6]), 2), viewer=viewer) == numbers


@for_every_game
def test_numpy_reads_rows_without_a_copy(game: Game) -> None:
    """The array shows what the pen writes later, and rows are written independently."""
    position = game.start(game.seats[0], complete(game.settings, {}), 1)
    pen = game.observer.pen(position, rows=2)
    rows = numpy.frombuffer(memoryview(pen.rows), numpy.uint8).reshape(2, -1)
    assert len(rows[0]) == pen.length
    assert not rows.any()
    pen.turn_to(1)
    game.observer.observe(position, 0, pen)
    assert rows[1].any()
    assert not rows[0].any()
    pen.turn_to(0)
    game.observer.observe(position, 0, pen)
    assert (rows[0] == rows[1]).all()
    game.observer.observe(position, WATCHER, pen)
    assert (rows[0] != rows[1]).any()

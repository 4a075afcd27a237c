"""Bug Council as bytes: a row tells apart what the view tells apart, and nothing else."""

from math import prod

import pytest

from bugbox.core.position import options_of
from bugbox.core.rng import Rng
from bugbox.games.bug_council import GAME
from tests.games.bug_council.draw import council_of, new
from tests.games.test_observation import IMPOSSIBLE, Rows, history
from tests.kit.nudge import nudged


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_with_any_number_of_the_council_changed_its_row_changes_if_and_only_if_its_view_does(seats: int) -> None:
    rng = Rng(seats, "council")
    start = new(seats, rounds=2).position
    rows = Rows(GAME, start)
    checked = 0
    for position in history(start, rng):
        rows.check(position)
        for _ in range(4 if position.to_act() else 100):  # the end comes only once
            try:
                rows.check(nudged(position, rng))
                checked += 1
            except IMPOSSIBLE:
                continue
    assert checked > 200


def test_before_the_thumbs_turn_a_row_says_nothing_of_them() -> None:
    # BC-R15
    match = new(3)
    rows = Rows(GAME, match.position)
    rows.check(match.position)
    council_of(match).unallied = 0b101
    rows.check(match.position)


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_a_row_has_the_options_of_whoever_is_asked_and_of_nobody_else(seats: int) -> None:
    rng = Rng(seats, "options")
    start = new(seats, rounds=1).position
    pen = GAME.observer.pen(start)
    for position in history(start, rng):
        for seat in range(seats):
            GAME.observer.observe(position, seat, pen)
            (field,) = (field for field in pen.layout() if field.name == "options")
            row = pen.rows[field.start : field.start + prod(field.shape)]
            asked = options_of(position, seat) if position.waiting >> seat & 1 else []
            assert [code for code, count in enumerate(row) if count] == list(asked)

"""Recorded matches replay to the letter, whatever is made faster or moved about."""

import pytest

import bugbox
from tests.golden import FOLDER, file_of, story_of
from tests.kit import Table, every_table

TABLES = every_table()


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_golden_match_replays_to_the_letter(table: Table) -> None:
    file = file_of(table)
    assert file.exists(), "record it with: python -m tests.golden"
    match = bugbox.Match.load(file.read_text(encoding="utf-8"))
    assert match.over
    assert dict(match.settings) == dict(table.settings)
    assert match.record() == file.read_text(encoding="utf-8")
    assert story_of(match) == file.with_suffix(".txt").read_text(encoding="utf-8")


def test_no_golden_match_is_left_over() -> None:
    expected = {file_of(table) for table in TABLES} | {file_of(table).with_suffix(".txt") for table in TABLES}
    assert set(FOLDER.iterdir()) == expected

"""Recorded matches replay exactly, whatever is optimized or moved."""

from pathlib import Path

import pytest

from bugbox.core.game import Game
from bugbox.games import GAMES
from tests.kit.golden import FOLDER, file_of, files, is_needed, load, reached_at, reached_by_all, story_of, survey
from tests.kit.tables import for_every_game

ALL_FILES = [file for game in GAMES.values() for file in files(game)]


@pytest.mark.parametrize("file", ALL_FILES, ids=lambda file: file.stem)
def test_a_golden_match_replays_to_the_letter(file: Path) -> None:
    match = load(file)
    assert match.over
    assert match.record() == file.read_text(encoding="utf-8")
    assert story_of(match) == file.with_suffix(".txt").read_text(encoding="utf-8")
    assert file_of(match) == file


@pytest.mark.slow
@for_every_game
def test_golden_matches_reach_all_that_random_play_reaches(game: Game) -> None:
    missing = set().union(*map(reached_at, survey(game))) - reached_by_all(map(load, files(game)))
    assert not missing, "record it with: python -m tests.kit.golden"


@for_every_game
def test_no_golden_match_could_be_left_out(game: Game) -> None:
    matches = [load(file) for file in files(game)]
    needless = [file_of(match).name for match in matches if not is_needed(match, matches)]
    assert not needless, "delete it, or: python -m tests.kit.golden --fewest"


def test_no_file_is_left_over() -> None:
    assert set(FOLDER.iterdir()) == {*ALL_FILES, *(file.with_suffix(".txt") for file in ALL_FILES)}

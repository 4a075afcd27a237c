"""Drawings that were made before cost little memory, however many different ones there are."""

import tracemalloc

import pytest

from bugbox.art import cache
from bugbox.art.cache import cached
from bugbox.art.svg import SMALL, element
from bugbox.core.game import OPEN
from bugbox.games import GAMES
from bugbox.table.draw.replay import Replay
from tests.kit import golden

pytestmark = pytest.mark.once


def test_a_drawing_is_made_once_until_the_budget_is_spent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "BUDGET", 10 * (100 + cache.ENTRY))
    cache.clear()
    made = []

    @cached(len)
    def draw(number: int) -> str:
        made.append(number)
        return 100 * "x"

    for number in range(10):
        assert draw(number) == draw(number) == 100 * "x"
    assert made == list(range(10))
    draw(10)  # one too many: all start over
    for number in (0, 1, 0, 1):  # and are cached again
        draw(number)
    assert made == [*range(11), 0, 1]


def test_all_functions_share_one_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "BUDGET", 5000)
    cache.clear()
    made = []

    @cached(len)
    def draw(text: str) -> str:
        made.append(text)
        return text

    @cached(len)
    def draw_large(text: str) -> str:
        return text

    draw("leaf")
    draw_large(5000 * "x")
    draw("leaf")
    assert made == ["leaf", "leaf"]


def test_equal_arguments_of_another_type_are_another_drawing() -> None:
    assert element("p", hidden=True) == '<p hidden=""></p>'
    assert element("p", hidden=1) == '<p hidden="1"></p>'


def test_a_large_element_is_not_cached() -> None:
    small, large = SMALL * "x", (SMALL + 1) * "x"
    assert element("p", small) is element("p", small)
    assert element("p", large) is not element("p", large)


def test_looking_back_at_many_moments_does_not_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each moment of a replay is a whole table, and another drawing."""
    monkeypatch.setattr(cache, "BUDGET", 1_000_000)
    cache.clear()
    match = golden.load(golden.files(GAMES["ladybugs"])[0])
    replay = Replay(match)
    replay.past(0, OPEN)
    tracemalloc.start()
    try:
        for at in range(60):
            replay.past(at, OPEN)
        taken, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert taken < 3_000_000

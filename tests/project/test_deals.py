"""What a test is dealt is fixed, and so is what its bots do."""

import pytest

import bugbox
from tests.kit import deals
from tests.kit.serving import GAME, SHORT, Browser


def dealt(address: str, tables: int) -> list[bugbox.Match]:
    """The matches of a test that opens this many tables and always takes the first option."""
    matches = []
    with deals.apart("a test"):
        for _ in range(tables):
            ann = Browser(address)
            table = ann.open_table("me", "random", "random", name="Ann", **SHORT)
            with ann.at(table) as there:
                there.play_to_the_end()
            matches.append(bugbox.Match.load(ann.get(f"{table}/record").text))
    return matches


def told(matches: list[bugbox.Match]) -> list[list[str]]:
    return [[*match.log(bugbox.OPEN)] for match in matches]


@pytest.mark.slow
def test_a_test_gets_the_same_matches_whenever_it_runs(address: str) -> None:
    first, second = dealt(address, 2)
    assert first.game is GAME
    assert first.seed != second.seed
    assert told(dealt(address, 2)) == told([first, second])


def test_other_deals_can_be_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    with deals.apart("a test"):
        usual = deals.new_seed()
    monkeypatch.setenv(deals.OTHER, "2")
    with deals.apart("a test"):
        assert deals.new_seed() != usual


def test_what_tests_share_leaves_their_own_deals_alone() -> None:
    deals.begin("a test")
    first, second = deals.new_seed(), deals.new_seed()
    deals.begin("a test")
    assert deals.new_seed() == first
    with deals.apart("what they share"):
        deals.new_seed()
    assert deals.new_seed() == second

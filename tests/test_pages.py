"""What a page tells its styles."""

import re
from pathlib import Path

import pytest

from bugbox.games import GAMES
from bugbox.table import pages
from tests.conftest import ROOT

pytestmark = pytest.mark.once

SHEETS = [*ROOT.glob("bugbox/table/client/src/*.css"), *ROOT.glob("bugbox/games/*/*.css")]


@pytest.mark.parametrize(
    ("drawn", "stands"),
    [
        ('<p id="share">', "waiting"),
        ('<div id="board"></div>', "playing"),
        ('<section id="end"></section><div id="board"></div>', "over"),
    ],
)
def test_a_page_says_which_game_is_played_and_how_it_stands(drawn: str, stands: str) -> None:
    page = pages.table(GAMES["caterpillar"], "abc", drawn)
    assert f'data-game="caterpillar" data-stands="{stands}"' in page


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: f"{sheet.parent.name}/{sheet.name}")
def test_no_style_looks_through_the_whole_page(sheet: Path) -> None:
    """`body:has(#end)` would be asked again, and the whole page restyled, whenever anything on it changes."""
    rules = re.findall(r"[^{};]+(?=\{)", sheet.read_text(encoding="utf-8"))
    assert rules
    assert not [rule.strip() for rule in rules if re.search(r"(\bbody|:root|\bhtml|#table)[^\s>]*:has\(", rule)]

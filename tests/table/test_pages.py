"""What a page tells its styles."""

import re
from pathlib import Path

import pytest

from bugbox.core.game import WATCHER
from bugbox.games import GAMES
from bugbox.games.ladybugs.rules.squares import canonical
from bugbox.table.draw import frames, pages
from bugbox.table.draw.widgets import Presence
from bugbox.table.rooms.room import Eyes, Room, new_room
from tests.conftest import ROOT
from tests.kit.tables import whole

pytestmark = pytest.mark.once

SHEETS = [*ROOT.glob("bugbox/table/client/src/*.css"), *ROOT.glob("bugbox/games/*/show/*.css")]


def test_a_page_tells_its_styles_which_game_is_played() -> None:
    assert 'data-page="table" data-game="caterpillar"' in pages.table(GAMES["caterpillar"])


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: f"{sheet.parent.name}/{sheet.name}")
def test_no_style_looks_through_the_whole_page(sheet: Path) -> None:
    """`body:has(#end)` would be asked again, and the whole page restyled, whenever anything on it changes."""
    rules = re.findall(r"[^{};]+(?=\{)", sheet.read_text(encoding="utf-8"))
    assert rules
    assert not [rule.strip() for rule in rules if re.search(r"(\bbody|:root|\bhtml|#table)[^\s>]*:has\(", rule)]


def test_a_garden_of_ones_own_is_named_and_not_spelled_out() -> None:
    squares = canonical("standard/standard")
    row = new_room(GAMES["ladybugs"], 2, {"squares": squares}, "ann", True)
    shown = whole(frames.scene(Room(row, []), Eyes(WATCHER), Presence()))
    assert "Garden squares: a custom set of 8 squares." in shown
    assert squares not in shown

"""What every game's picture keeps: well-formed, nothing to touch that is missing, nothing drawn twice."""

import re
import xml.etree.ElementTree as ElementTree

from hypothesis import given

import bugbox
from bugbox.core.game import OPEN, WATCHER
from tests.kit import matches

NAMES = ("<Ann>", '"Bob" & Co', "Cleo", "Dora", "Eve")


@given(matches())
def test_the_picture_is_well_formed_for_every_viewer(match: bugbox.Match) -> None:
    for viewer in (WATCHER, OPEN, *range(match.seats)):
        drawn = match.game.board.draw(match.view(viewer), NAMES[: match.seats])
        picture = ElementTree.fromstring(drawn)
        assert picture.get("viewBox")
        assert NAMES[0] in "".join(picture.itertext()) or viewer == 0


@given(matches())
def test_every_pick_can_be_touched_and_every_moving_thing_has_one_key(match: bugbox.Match) -> None:
    for seat in match.to_act:
        drawn = match.board(seat)
        touchable = set(re.findall(r'data-pick="([^"]+)"', drawn))
        for code in match.codes(seat):
            assert set(match.game.words.picks(match.position, seat, code)) <= touchable
        keys = re.findall(r'data-key="([^"]+)"', drawn)
        assert keys
        assert len(keys) == len(set(keys))
    assert "data-pick" not in match.board(WATCHER)

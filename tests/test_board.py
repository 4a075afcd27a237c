"""What every game's picture keeps: well-formed, nothing to touch that is missing, nothing drawn twice."""

import re
import xml.etree.ElementTree as ElementTree

from hypothesis import given

import bugbox
from bugbox.art.players import definitions
from bugbox.core.game import ANY_ORDER, OPEN, WATCHER
from bugbox.games.bug_race import board
from bugbox.games.bug_race.parts import LEG_NAMES
from bugbox.games.bug_race.rules import BugRace
from tests.kit import matches

NAMES = ("<Ann>", '"Bob" & Co', "Cleo", "Dora", "Eve")


@given(matches())
def test_the_picture_is_well_formed_for_every_viewer(match: bugbox.Match) -> None:
    for viewer in (WATCHER, OPEN, *range(match.seats)):
        drawn = match.game.board.draw(match.view(viewer), NAMES[: match.seats])
        picture = ElementTree.fromstring(drawn)
        assert next(picture.iter("svg")).get("viewBox")
        assert NAMES[0] in "".join(picture.itertext()) or viewer == 0


@given(matches())
def test_every_pick_can_be_touched_and_every_moving_thing_has_one_key(match: bugbox.Match) -> None:
    for seat in match.to_act:
        drawn = match.board(seat)
        touchable = set(re.findall(r'data-pick="([^"]+)"', drawn))
        for code in match.codes(seat):
            picks = match.game.words.picks(match.position, seat, code)
            assert {pick.removeprefix(ANY_ORDER) for pick in picks} <= touchable
        keys = re.findall(r'data-key="([^"]+)"', drawn)
        assert keys
        assert len(keys) == len(set(keys))
    assert "data-pick" not in match.board(WATCHER)
    assert "<svg" in match.game.board.emblem()


@given(matches())
def test_a_board_refers_only_to_drawings_that_are_on_the_page(match: bugbox.Match) -> None:
    there = set(re.findall(r' id="([^"]+)"', match.game.board.symbols() + definitions()))
    for viewer in (WATCHER, OPEN, *range(match.seats)):
        assert set(re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', match.board(viewer)))
        for use, pattern in re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', match.board(viewer)):
            assert (use or pattern) in there


def test_a_racing_beetle_is_drawn_where_it_stands() -> None:
    """Bug Race: the body over its segments, each leg at its slot on its own side, the feet of a card's own legs."""
    match = bugbox.Match.new("bug-race", seats=2, seed=1)
    position = match.position
    assert isinstance(position, BugRace)
    position.body[0] = 2
    for leg, slot in enumerate((5, 3, 1, 4, 3, 2)):
        position.legs[leg] = slot
    drawn = match.board(0)
    assert 'data-key="body:0"' in drawn.partition(f"translate({board.x_of(2)}.0 ")[2][:60]
    for leg, name in enumerate(LEG_NAMES):
        x = board.x_of(position.legs[leg]) + board.SEGMENT / 2
        y = board.MIDDLE + (-1 if name[0] == "L" else 1) * board.REACH
        assert f'translate({x:.1f} {y:.1f})"><g data-key="leg:0:{name}"' in drawn
    for card in match.view(0).hands[0].packet:
        assert f'href="#race-{card}"' in drawn.partition(f'data-pick="card:{card}"')[2].partition("</div>")[0]
        picture = board.card_face(card)
        feet = [(float(x) < board.CARD / 2, int(y)) for x, y in re.findall(r'cx="([\d.]+)" cy="(\d+)" r="9"', picture)]
        assert feet == [(name[0] == "L", 36 + 25 * (int(name[1]) - 1)) for name in LEG_NAMES if name in card]

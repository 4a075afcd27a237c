"""Requirements for every game's drawing: well-formed, every pick present, no duplicate keys."""

import re
import xml.etree.ElementTree as ElementTree

import pytest
from hypothesis import given

import bugbox
from bugbox.art.players import definitions
from bugbox.core.game import ANY_ORDER, OPEN, WATCHER, Game
from client_build import BUNDLE
from tests import SHIPPED
from tests.conftest import ROOT
from tests.kit.tables import for_every_game, matches, some_things_of

pytestmark = pytest.mark.once

NAMES = ("<Ann>", '"Bob" & Co', "Cleo", "Dora", "Eve")


@given(matches())
def test_the_picture_is_well_formed_for_every_viewer(match: bugbox.Match) -> None:
    for viewer in (WATCHER, OPEN, *range(match.seats)):
        drawing = match.game.board.draw(match.view(viewer), NAMES[: match.position.ranked])
        assert len(drawing.facts) == match.position.ranked
        for drawn in (drawing.board, *drawing.facts, f"<div>{drawing.hand}{drawing.actions}</div>"):
            ElementTree.fromstring(drawn)
        pictures = ElementTree.fromstring(f"<div>{drawing.board}{drawing.hand}</div>").iter("svg")
        assert all(picture.get("viewBox") or picture.get("width") for picture in pictures)


@given(matches())
def test_every_pick_can_be_touched_and_every_moving_thing_has_one_key(match: bugbox.Match) -> None:
    for seat in match.to_act:
        drawn = match.pov(seat).drawing().html()
        touchable = set(re.findall(r'data-pick="([^"]+)"', drawn))
        for code in match.codes(seat):
            picks = match.game.words.picks(match.position, seat, code)
            assert {pick.removeprefix(ANY_ORDER) for pick in picks} <= touchable
        keys = re.findall(r'data-key="([^"]+)"', drawn)
        assert keys
        assert len(keys) == len(set(keys))
    assert "data-pick" not in match.pov(WATCHER).drawing().html()
    assert "<svg" in match.game.board.emblem()


@given(matches())
def test_every_thing_is_explained_to_whoever_sees_it_and_nothing_else_is(match: bugbox.Match) -> None:
    there = set(re.findall(r' id="([^"]+)"', match.game.board.symbols() + definitions()))
    for viewer in (WATCHER, OPEN, *range(match.seats)):
        drawn = match.pov(viewer).drawing().html()
        things = some_things_of(match, viewer)
        assert things
        for thing in things:
            found = match.pov(viewer).help(thing)
            assert found, thing
            assert found.title
            assert all(line.endswith(".") for line in (*found.lines, found.worth or "."))
            assert all(f'id="{place}"' in drawn for place, _ in found.ghosts)
            ghosts = "".join(svg for _, svg in found.ghosts)
            ElementTree.fromstring(f"<div>{found.picture}{ghosts}</div>")
            assert "data-key" not in ghosts
            assert set(re.findall(r'href="#([^"]+)"', found.picture + ghosts)) <= there
        for nothing in ("", "hand:", ":", "no such thing", f"{things[0]}x", *match.names):
            assert match.pov(viewer).help(nothing) is None


@given(matches())
def test_what_can_be_touched_and_is_no_button_is_explained(match: bugbox.Match) -> None:
    for seat in range(match.seats):
        for tag in re.findall(r"<\w+[^>]* data-pick=[^>]*>", match.pov(seat).drawing().html()):
            assert tag.startswith("<button") or "data-help=" in tag


@given(matches())
def test_a_board_refers_only_to_drawings_that_are_on_the_page(match: bugbox.Match) -> None:
    there = set(re.findall(r' id="([^"]+)"', match.game.board.symbols() + definitions()))
    for viewer in (WATCHER, OPEN, *range(match.seats)):
        assert set(re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', match.pov(viewer).drawing().html()))
        for use, pattern in re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', match.pov(viewer).drawing().html()):
            assert (use or pattern) in there


@for_every_game
def test_the_style_of_a_board_reaches_no_other_board(game: Game) -> None:
    """All rules of a style sheet are inside a block for the class of the board's outermost element, or for the pages of
    this game.

    Keyframes are outside, prefixed with that class: browsers ignore them inside a block.
    """
    mine = outermost_class(game)
    for sheet in (game.folder / "show").glob("*.css"):
        style = re.sub(r"/\*.*?\*/", "", sheet.read_text(encoding="utf-8"), flags=re.DOTALL)
        lines = re.findall(r"^\S.*", style, re.MULTILINE)
        blocks = [line for line in lines if line.startswith((".", "body"))]
        assert set(lines[1::2]) == {"}"}
        assert f".{mine} {{" in blocks
        assert set(blocks) <= {f".{mine} {{", f'body[data-game="{game.name}"] {{'}
        others = [line for line in lines[::2] if line not in blocks]
        assert all(re.fullmatch(rf"@keyframes {mine}-\w+ {{", line) for line in others)
        assert style.count("@keyframes") == len(others)


def outermost_class(game: Game) -> str | None:
    return ElementTree.fromstring(bugbox.Match(game, game.seats[0], seed=1).pov(WATCHER).drawing().board).get("class")


def test_the_styles_of_all_boards_that_are_shipped_are_bundled() -> None:
    (bundle,) = (ROOT / name for name in BUNDLE if name.endswith(".css"))
    style = bundle.read_text(encoding="utf-8")
    assert all(f".{outermost_class(game)}{{" in style for game in SHIPPED.values())

"""Drawings are safe, well-formed, and tell players apart without colour."""

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bugbox.art import beetles, bugs, emblems, flowers, flyers
from bugbox.art.players import LOOKS, definitions, fill
from bugbox.art.svg import Markup, element, join
from bugbox.games import GAMES

pytestmark = pytest.mark.once

# What XML can carry at all.
TEXT = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Cn", "Co")))


@given(TEXT, TEXT)
def test_no_text_can_become_markup(child: str, value: str) -> None:
    parsed = ElementTree.fromstring(element("p", child, title=value))
    assert (parsed.text or "", parsed.get("title"), len(parsed)) == (child, value, 0)


def test_markup_is_not_escaped_twice() -> None:
    inner = element("b", "a < b")
    assert element("p", inner, " & ") == "<p><b>a &lt; b</b> &amp; </p>"
    assert isinstance(join(inner, "x"), Markup)


def test_attributes_are_written_as_html_names_them() -> None:
    assert (
        element("g", class_="lit", data_key="a", x=1.50, y=2, title=None)
        == '<g class="lit" data-key="a" x="1.5" y="2"></g>'
    )
    assert element("path", d="M0 0") == '<path d="M0 0"/>'
    assert element("input", checked=True, disabled=False) == '<input checked=""/>'
    assert element("div") == "<div></div>", "HTML has no empty element of this kind"


BUGS: dict[str, Callable[[], Markup]] = {
    "beetle": lambda: bugs.beetle("#3b8fd0"),
    **{draw.__name__: draw for draw in (bugs.ladybug, bugs.caterpillar, bugs.larva, bugs.ant, bugs.spider)},
    "cockroach": bugs.cockroach,
    **{draw.__name__: draw for draw in (beetles.stag_beetle, beetles.grasshopper, beetles.rhino_beetle)},
    **{draw.__name__: draw for draw in (flyers.butterfly, flyers.bee, flyers.fly, flyers.firefly, flyers.mosquito)},
}
EMBLEMS: dict[str, Callable[[], str]] = {game.name: game.board.emblem for game in GAMES.values()}
PICTURES = {**BUGS, **EMBLEMS, "icon": emblems.icon}


def parsed(drawing: str) -> ElementTree.Element:
    return ElementTree.fromstring(element("svg", drawing))


def points(path: str) -> list[float]:
    """Of an outline in absolute points; a curve stays within its handles."""
    assert not re.search(r"[a-z]", path), "a relative step"
    return [float(n) for n in re.findall(r"-?[\d.]+", path)]


@pytest.mark.parametrize("name", PICTURES)
def test_a_drawing_may_stand_on_a_page_many_times(name: str) -> None:
    for part in parsed(PICTURES[name]()).iter():
        assert not {"id", "style", "href"} & set(part.attrib)
        assert not any("url(" in value for value in part.attrib.values())
        assert not (part.text or "").strip()


def test_no_two_drawings_are_alike_even_without_colour() -> None:
    inks = {re.sub(r"#[0-9a-f]{6}", "", draw()) for draw in PICTURES.values()}
    assert len(inks) == len(PICTURES)


@pytest.mark.parametrize("name", sorted(set(BUGS) - {"beetle"}))
def test_every_bug_stays_on_its_grid_with_its_rim_of_paper(name: str) -> None:
    paths = parsed(BUGS[name]()).findall(".//path")
    for path in paths:
        half = float(path.attrib["stroke-width"]) / 2
        assert all(half <= n <= bugs.GRID - half for n in points(path.attrib["d"])), path.attrib["d"]
    assert paths[0].attrib["stroke"] == bugs.PAPER


def test_the_beetle_starts_its_lines_on_the_grid() -> None:
    for picture in (bugs.beetle(fill(0)), bugs.beetle_body(fill(0))):
        starts = re.findall(r"M(\d+) (\d+)", picture)
        assert len(starts) >= 4
        assert all(0 <= int(n) <= 64 for start in starts for n in start)


@pytest.mark.parametrize("draw", [bugs.ladybug, bugs.caterpillar, flyers.butterfly])
def test_a_player_can_own_a_bug(draw: Callable[[str], Markup]) -> None:
    assert fill(3) in draw(fill(3))


@given(st.lists(st.tuples(st.integers(0, 64), st.integers(0, 64)), min_size=1))
def test_a_mirrored_outline_is_symmetric(corners: list[tuple[int, int]]) -> None:
    whole = points(bugs.both("M" + " L".join(f"{x} {y}" for x, y in corners)))
    assert whole[0::2] == [x for x, _ in corners] + [64 - x for x, _ in corners]
    assert whole[1::2] == [y for _, y in corners] * 2


def test_an_oval_reaches_as_far_as_its_radii() -> None:
    assert bugs.oval(10, 20, 5) == bugs.oval(10, 20, 5, 5)
    across = points(bugs.oval(10, 20, 5, 3))
    turned = points(bugs.oval(10, 20, 3, 5, tilt=90))
    for numbers in (across, turned):
        assert (min(numbers[0::2]), max(numbers[0::2])) == (5, 15)
        assert (min(numbers[1::2]), max(numbers[1::2])) == (17, 23)


@pytest.mark.parametrize("name", EMBLEMS)
def test_every_emblem_is_a_whole_picture_of_its_size(name: str) -> None:
    picture = ElementTree.fromstring(EMBLEMS[name]())
    assert picture.attrib == {"viewBox": "0 0 320 180", "class": "emblem", "aria-hidden": "true"}
    assert len(picture) > 5


def test_the_icon_calls_with_a_badge() -> None:
    quiet, calling = (ElementTree.fromstring(emblems.icon(calling=now)) for now in (False, True))
    assert quiet.tag == "{http://www.w3.org/2000/svg}svg"
    assert quiet.get("viewBox") == "0 0 64 64"
    assert len(calling) == len(quiet) + 1


def test_players_differ_by_letter_colour_and_pattern() -> None:
    for facts in ("letter", "colour", "pattern"):
        assert len({getattr(look, facts) for look in LOOKS}) == 5
    tiles = re.findall(r"<pattern.*?</pattern>", definitions())
    without_colour = {re.sub(r'#[0-9a-f]{6}|id="\w+"', "", tile) for tile in tiles}
    assert len(without_colour) == 5
    assert all(fill(seat)[5:-1] in definitions() for seat in range(5))


def test_every_flower_is_told_from_the_others_by_shape_or_colour() -> None:
    drawn = {flowers.blossom(name) for name in flowers.KINDS}
    assert len(drawn) == len(flowers.KINDS)
    for name in flowers.KINDS:
        bed = ElementTree.fromstring(flowers.bed_pattern(name, f"bed-{name}"))
        assert bed.get("id") == f"bed-{name}"
        assert len(bed) == 2 + len(flowers.PLACES)


def test_colours_are_mixed_channel_by_channel() -> None:
    assert flowers.mixed("#ff0010", "#000030", 0.5) == "#800020"

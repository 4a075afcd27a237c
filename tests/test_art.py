"""Drawings are safe, well-formed, and tell players apart without colour."""

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bugbox.art import bugs
from bugbox.art.players import LOOKS, definitions, fill
from bugbox.art.svg import Markup, element, join

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
        == '<g class="lit" data-key="a" x="1.5" y="2"/>'
    )


@pytest.mark.parametrize("draw", [bugs.beetle, bugs.beetle_body])
def test_every_bug_is_well_formed_and_stays_on_its_grid(draw: Callable[[str], Markup]) -> None:
    picture = element("svg", draw(fill(0)))
    numbers = [
        float(n) for path in re.findall(r' d="([^"]+)"', picture) for n in re.findall(r"[MC](\d+) (\d+)", path)[0]
    ]
    assert len(ElementTree.fromstring(picture).findall(".//path")) >= 4
    assert all(0 <= n <= 64 for n in numbers)


def test_players_differ_by_letter_colour_and_pattern() -> None:
    for facts in ("letter", "colour", "pattern"):
        assert len({getattr(look, facts) for look in LOOKS}) == 5
    tiles = re.findall(r"<pattern.*?</pattern>", definitions())
    without_colour = {re.sub(r'#[0-9a-f]{6}|id="\w+"', "", tile) for tile in tiles}
    assert len(without_colour) == 5
    assert all(fill(seat)[5:-1] in definitions() for seat in range(5))

"""The board of Bugs on Rugs: the pictures of cards."""

import re
from itertools import chain

import pytest

from bugbox.games.bugs_on_rugs.rules.box import NAMES
from bugbox.games.bugs_on_rugs.show import icons

GRID = 64  # size of a card's picture; anything outside is clipped


@pytest.mark.parametrize("bug", NAMES)
def test_no_badge_is_cut_off_at_the_edge_of_its_card(bug: str) -> None:
    drawn = "".join(icons.definitions()).partition(f'id="icons-{bug}"')[2].partition("id=")[0]
    edges = list(chain.from_iterable(edges_of(*shape) for shape in re.findall(r"<(rect|circle) ([^>]*)/>", drawn)))
    assert len(edges) >= 8, "the score and the power"
    assert min(edges) >= 0
    assert max(edges) <= GRID


def edges_of(shape: str, written: str) -> list[float]:
    """Return left, right, top and bottom, including outlines."""
    given = {name: float(value) for name, value in re.findall(r'([a-z-]+)="([\d.]+)"', written)}
    ink = given.get("stroke-width", 0) / 2
    if shape == "circle":
        return [given[middle] + side * (given["r"] + ink) for middle in ("cx", "cy") for side in (-1, 1)]
    x, y = given.get("x", 0), given["y"]
    return [x - ink, x + given["width"] + ink, y - ink, y + given["height"] + ink]

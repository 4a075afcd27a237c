"""Bug Race drawn: what its picture shows and where."""

import re

import bugbox
from bugbox.games.bug_race import board
from bugbox.games.bug_race.parts import LEG_NAMES
from bugbox.games.bug_race.rules import BugRace


def test_a_racing_beetle_is_drawn_where_it_stands() -> None:
    """The body over its segments, each leg at its slot on its own side, the feet of a card's own legs."""
    match = bugbox.Match.new("bug-race", seats=2, seed=1)
    position = match.position
    assert isinstance(position, BugRace)
    position.beetles[0].body = 2
    for leg, slot in enumerate((5, 3, 1, 4, 3, 2)):
        position.beetles[0].legs[leg] = slot
    drawn = match.board(0)
    assert 'data-key="body:0"' in drawn.partition(f"translate({board.x_of(2)}.0 ")[2][:60]
    for leg, name in enumerate(LEG_NAMES):
        x = board.x_of(position.beetles[0].legs[leg]) + board.SEGMENT / 2
        y = board.MIDDLE + (-1 if name[0] == "L" else 1) * board.REACH
        assert f'translate({x:.1f} {y:.1f})"><g data-key="leg:0:{name}"' in drawn
    for card in match.view(0).hands[0].packet:
        assert f'href="#race-{card}"' in drawn.partition(f'data-pick="card:{card}"')[2].partition("</div>")[0]
        feet = re.findall(r'cx="(\d+)" cy="(\d+)" r="12"', board.card_face(card))
        assert [(int(y) < board.CARD_HEIGHT / 2, int(x)) for x, y in feet] == [
            (name[0] == "L", 86 - 28 * (int(name[1]) - 1)) for name in LEG_NAMES if name in card
        ]

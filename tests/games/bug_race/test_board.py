"""Bug Race drawn: what its picture shows and where."""

import re

import bugbox
from bugbox.games.bug_race.rules.box import LEG_NAMES
from bugbox.games.bug_race.rules.turn import BugRace
from bugbox.games.bug_race.show import board


def test_a_racing_beetle_is_drawn_where_it_stands() -> None:
    """The body over its segments, each leg at its slot on its own side, the feet of a card's own legs."""
    match = bugbox.Match.new("bug-race", seats=2, seed=1)
    position = match.position
    assert isinstance(position, BugRace)
    position.beetles[0].body = 2
    for leg, slot in enumerate((5, 3, 1, 4, 3, 2)):
        position.beetles[0].legs[leg] = slot
    drawn = match.pov(0).drawing().html()
    assert f'data-key="body:0"><use href="#race-body" x="{board.x_of(2):.2f}em"' in drawn
    for leg, name in enumerate(LEG_NAMES):
        x = board.x_of(position.beetles[0].legs[leg]) + 0.5
        y = board.SLOTS["LR".index(name[0])]
        assert f'data-key="leg:0:{name}"><use href="#race-foot-{name[1]}" x="{x:.2f}em" y="{y}%"' in drawn
    for card in match.view(0).hands[0].packet:
        assert f'href="#race-{card}"' in drawn.partition(f'data-pick="card:{card}"')[2].partition("</div>")[0]
        feet = re.findall(r'cx="(\d+)" cy="(\d+)" r="12"', board.card_face(card))
        assert [(int(y) < board.CARD_HEIGHT / 2, int(x)) for x, y in feet] == [
            (name[0] == "L", 86 - 28 * (int(name[1]) - 1)) for name in LEG_NAMES if name in card
        ]


def test_a_segment_is_as_wide_as_the_lane_allows_and_an_em_of_its_drawing() -> None:
    """So the whole track is always in sight, and whatever is measured in ems grows with it."""
    for segments in (8, 15, 30):
        course = board.draw_course(0, 1, (3, 2, 1, 3, 2, 1), segments)
        length = f"{board.length_of(segments):.2f}"
        assert f'font-size="min((100cqw - {board.BESIDE}rem)/{length},' in course
        assert f'width="{length}em"' in course


def test_a_small_card_shows_its_feet_where_a_large_one_has_them() -> None:
    """What was run last stands on a plate, too small for numbers."""
    for card in ("L1R3", "L1L2R2R3"):
        large = re.findall(r'cx="(\d+)" cy="(\d+)" r="12"', board.card_face(card))
        small = re.findall(r"M(\d+) (\d+)h0", board.draw_small_picture(card))
        assert small == large
        assert len(small) == len(card) // 2
        assert "#race-blank" in board.draw_small_picture(card)

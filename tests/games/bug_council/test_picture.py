"""Bug Council's picture in small: keys by which cubes and cards move, the primer's trick, plates, the score pad."""

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator

import pytest

from bugbox.core.game import WATCHER
from bugbox.core.match import Match
from bugbox.games.bug_council.show import board
from bugbox.games.bug_council.show.council_ring import cubes_of
from tests.games.bug_council.draw import council, council_of, new, play

pytestmark = pytest.mark.once

FULL = """
    circle   Ants 2, Bees 7, Cockroaches 1, Mosquitos 0, Flies 3
    chambers 2
    Ann      ants 5, ants 9, flies 4
    Bob      ants 7, bees 1, flies 3
    Cleo     ants 8, mosquitos 8, none
"""


def elements(match: Match, viewer: int = WATCHER) -> Iterator[ElementTree.Element]:
    return ElementTree.fromstring(f"<div>{match.pov(viewer).drawing().html()}</div>").iter()


def by_id(match: Match, name: str, viewer: int = WATCHER) -> ElementTree.Element:
    (found,) = (one for one in elements(match, viewer) if one.get("id") == name)
    return found


# --- Cubes ---


def test_no_two_cubes_have_the_same_key_while_they_are_sown_past_the_chambers() -> None:
    # BC-R11: a cube that moves is known by its key
    match = council(FULL)
    play(match, "0 play ants 5, 1 play ants 7, 2 play ants 8, 0 visit bees")
    for _, beat in match.position.beats:
        keys = [key for cubes in cubes_of(match.at(beat).view(WATCHER)).values() for key in cubes]
        assert len(keys) == len(set(keys)) == 15


def test_in_the_primer_the_2_of_bees_wins() -> None:
    # BC-F5
    trick = str(board.pictures()["trick"])
    assert re.findall(r'<rect x="(\d+)"[^>]*stroke="#c8460b"', trick) == ["164"]


# --- Plates and buttons ---


def test_a_plate_counts_tricks_with_up_to_five_cards_and_is_pale_without_any() -> None:
    # BC-R40
    match = council(FULL)
    for tricks, drawn, look in ((0, 1, "pile none"), (3, 3, "pile"), (7, 5, "pile")):
        council_of(match).tricks[1] = tricks
        (pile,) = (one for one in by_id(match, "facts-1").iter() if (one.get("class") or "").startswith("pile"))
        assert pile.get("class") == look
        assert len(pile) == drawn


def test_a_plate_has_the_points_of_all_rounds() -> None:
    # BC-R19
    match = council(FULL)
    position = council_of(match)
    position.trick_points[3], position.trick_points[4], position.bonus[3] = 4, 2, 3  # Bob's lines
    assert "9 points" in "".join(by_id(match, "facts-1").itertext())


def test_who_leads_is_marked_until_all_have_discarded() -> None:
    # BC-R14
    match = new(3, start="first")
    for seat in range(3):
        match.play(seat, "declare none")
    assert match.view(WATCHER).stage == "discard"
    assert "leads" in "".join(by_id(match, "facts-0").itertext())
    assert "leads" not in "".join(by_id(match, "facts-1").itertext())


def test_the_button_tells_how_many_tricks_no_allegiance_allows() -> None:
    # BC-F7, BC-M13
    assert "10 points if you win no tricks" in match_actions(new(3))
    assert "10 points if you win at most 2 tricks" in match_actions(new(1))


def match_actions(match: Match) -> str:
    return str(match.pov(0).drawing().actions)


def test_a_visit_that_must_be_made_has_no_button_to_stay_away() -> None:
    # BC-R9
    for must_visit in (False, True):
        match = council(FULL, must_visit=must_visit)
        play(match, "0 play ants 5, 1 play ants 7, 2 play ants 8")
        assert ("button:decline" in match_actions(match)) is not must_visit


def test_all_cards_can_be_discarded_and_none_gives_a_reason_at_the_end() -> None:
    # BC-R14
    match = new(3)
    for seat in range(3):
        match.play(seat, "declare none")
    hand = by_id(match, "hand-0", 0)
    assert len([one for one in hand.iter() if (one.get("data-pick") or "").startswith("hand:")]) == 11
    assert hand.get("data-why") == "You can play a card when it is your turn."
    over = council("Ann ants 5, flies 1\nBob ants 7, flies 2\nCleo bees 9, flies 3", rounds=1)
    play(over, "0 play ants 5, 1 play ants 7, 2 play bees 9, 0 decline")
    assert over.over
    assert by_id(over, "hand-0", 0).get("data-why") is None


# --- The score pad ---


def test_last_cards_fly_to_the_pad_from_hands_and_a_thumb_stands_for_no_allegiance() -> None:
    # BC-R16, BC-R19
    match = council("Ann ants 5, flies 1\nBob ants 7, flies 2\nCleo bees 9, none", rounds=2)
    play(match, "0 play ants 5, 1 play ants 7, 2 play bees 9, 0 decline")
    shown = [match.at(beat) for _, beat in match.position.beats if match.at(beat).view(WATCHER).stage == "show"]
    pad = by_id(shown[-1], "pad")
    assert [one.get("data-key") for one in pad.iter() if one.get("data-key")] == ["card:flies-1", "card:flies-2"]
    assert [row.get("data-from") for row in pad.iter("tr")][1:] == ["seat:0", "seat:1", "seat:2"]
    assert [one.get("class") for one in pad.iter() if "thumb" in (one.get("class") or "")] == ["thumb down"]
    cells = [["".join(cell.itertext()).strip() for cell in row.iter("td")] for row in pad.iter("tr")][1:]
    assert [len(row) for row in cells] == [3, 3, 3], "two rounds and the total"
    later = by_id(match, "pad")
    assert not [one for one in later.iter() if one.get("data-key")], "in the next round they may be in a hand again"


def test_the_emissarys_line_is_nobodys_hand() -> None:
    # BC-R32
    match = council("Ann ants 5, flies 1\nBob ants 7, flies 2\nEmissary bees 9, flies 3", rounds=2)
    play(match, "0 play ants 5, 0 send bees 9, 1 play ants 7, 0 decline")
    shown = [match.at(beat) for _, beat in match.position.beats if match.at(beat).view(WATCHER).stage == "show"]
    *_, row = by_id(shown[-1], "pad").iter("tr")
    assert row.get("data-from") is None
    assert not [one for one in row.iter() if one.get("data-key")], "its last card lies open beside its deck"

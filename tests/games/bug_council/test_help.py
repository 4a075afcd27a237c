"""Bug Council: what help says of cards, thumbs, points and the deck, and small things of its picture that one reads."""

import re

import pytest

from bugbox.core.game import WATCHER, Help
from bugbox.core.match import Match
from tests.games.bug_council.draw import council, council_of, new, play

pytestmark = pytest.mark.once

THREE = """
    circle   Ants 2, Bees 2, Cockroaches 1, Mosquitos 0, Flies 3
    chambers 2
    Ann      ants 5, flies 1, flies 7
    Bob      ants 7, bees 5, cockroaches 8
    Cleo     bees 9, mosquitos 3, mosquitos 9, none
"""


def explained(match: Match, thing: str, viewer: int = 0) -> Help:
    found = match.pov(viewer).help(thing)
    assert found
    return found


# --- Cards ---


def test_once_played_help_on_my_cards_looks_beyond_this_trick() -> None:
    # BC-F5, BC-F7, BC-R16
    match = council(THREE)
    play(match, "0 play ants 5")
    assert explained(match, "card:flies-7").lines == (
        "You have played to this trick. Flies have 3 cubes now.",
        "As your last card it would score 3 points now.",
    )
    assert explained(match, "card:flies-7").worth == ""
    assert explained(match, "card:mosquitos-9", 2).lines == (
        "Ants were led. Mosquitos have 0 cubes.",
        "You declared No Allegiance, so you will play every card.",
    )


def test_a_card_of_a_tied_suit_says_whether_it_is_higher_or_later() -> None:
    # BC-R3
    match = council(THREE.replace("bees 9", "bees 9, bees 4, bees 5").replace("bees 5, cock", "bees 3, cock"))
    play(match, "0 play ants 5")
    ahead = "Bees and Ants are tied at 2"
    assert explained(match, "card:bees-9", 2).worth == (
        f"Played now, it would be winning: {ahead}, and it is higher than Ann's 5 of Ants."
    )
    assert explained(match, "card:bees-5", 2).worth == (
        f"Played now, it would be winning: {ahead}, and of equal cards the later one wins."
    )
    assert explained(match, "card:bees-4", 2).worth == (
        f"Played now, it would not be winning: {ahead}, and it is lower than Ann's 5 of Ants."
    )


def test_help_on_a_played_card_knows_this_trick_and_the_last_but_no_older_one() -> None:
    # BC-R40
    match = council(THREE)
    play(match, "0 play ants 5")
    assert explained(match, "card:ants-5", 1).title == "The 5 of Ants"
    assert explained(match, "card:ants-5", 1).lines == ("Ann played it in this trick.", "Ants have 2 cubes now.")
    play(match, "1 play ants 7, 2 play bees 9, 0 decline")
    assert explained(match, "card:ants-5", 0).lines[0] == "You played it in the last trick."
    assert explained(match, "last").lines == (
        "You: the 5 of Ants.",
        "Bob: the 7 of Ants.",
        "Cleo: the 9 of Bees, and won.",
    )
    play(match, "2 play mosquitos 3, 0 play flies 1, 1 play bees 5")
    assert explained(match, "card:ants-5", 0).lines == ("Ants have 2 cubes now.",)


def test_in_the_first_trick_of_a_round_there_is_no_last_one() -> None:
    # BC-R40
    assert explained(new(3), "last").lines == ("There has been none yet this round.",)


WITH_EMISSARY = "Ann ants 5, flies 1, flies 7\nBob ants 7, bees 5, cockroaches 8\nEmissary ants 9, bees 1"


def test_the_last_trick_has_the_card_of_the_emissary_too() -> None:
    # BC-R25, BC-R40
    match = council(WITH_EMISSARY)
    play(match, "0 play ants 5, 0 send ants 9, 1 play ants 7, 0 decline")
    assert explained(match, "last").lines == (
        "You: the 5 of Ants.",
        "The Emissary: the 9 of Ants, and won.",
        "Bob: the 7 of Ants.",
    )


def test_who_plays_for_the_emissary_is_said_once_tricks_are_played() -> None:
    # BC-R25, BC-R28
    assert explained(new(2), "emissary").worth == ""
    match = council(WITH_EMISSARY)
    assert explained(match, "emissary", 0).worth == "You play for it in this trick."
    play(match, "0 play ants 5, 0 send ants 9, 1 play ants 7, 0 decline")
    assert explained(match, "emissary", 0).worth == "Bob plays for it in this trick."
    assert explained(match, "emissary", 1).worth == "You play for it in this trick."


def test_the_cards_put_aside_tell_how_many_of_each_suit_i_have_not_seen() -> None:
    # BC-R23
    match = council(THREE)
    of_cleo = "You have not seen 12 Ants, 11 Bees, 12 Cockroaches, 12 Flies and 9 Mosquitos yet"
    assert explained(match, "stock", 2).worth.startswith(of_cleo), "my discard is of Mosquitos"
    of_ann = "You have not seen 11 Ants, 12 Bees, 12 Cockroaches, 10 Flies and 12 Mosquitos yet"
    assert explained(match, "stock", 0).worth.startswith(of_ann), "Cleo's discard is unseen"
    play(match, "0 play ants 5")
    assert explained(match, "stock", 2).worth.startswith("You have not seen 11 Ants, ")
    assert explained(match, "stock", WATCHER).worth == ""


# --- The council and its reward ---


def test_factions_are_told_strongest_first() -> None:
    # BC-F5, BC-R10
    match = council(THREE)
    assert explained(match, "why").worth.endswith(": Flies 3, Ants and Bees 2, Cockroaches 1, Mosquitos 0.")
    assert explained(match, "allegiance").worth.endswith(": Flies 3, Ants 2, Bees 2, Cockroaches 1, Mosquitos 0.")
    empty = explained(match, "tile:mosquitos")
    assert empty.lines[-1] == "Nobody can visit a tile without cubes."
    assert empty.ghosts == ()


def test_ghosts_stand_only_where_something_would_change() -> None:
    # BC-F6, BC-R11
    ((where, ghosts),) = explained(council(THREE), "tile:cockroaches").ghosts
    assert where == "ring"
    assert re.findall(r'ghost (spot-\w+(?: origin)?)"', ghosts) == ["spot-2 origin", "spot-3"]
    assert re.findall(r"([+\u2212]\d) \u2192 <b>(\d)", ghosts) == [("\u22121", "0"), ("+1", "1")]
    five = explained(council(THREE.replace("Flies 3", "Flies 7")), "tile:flies").ghosts[0][1]
    assert re.findall(r"([+\u2212]\d) \u2192 <b>(\d)", five)[-2:] == [("\u22126", "1"), ("+2", "4")], "two lay there"


def test_thumbs_say_what_was_declared_and_what_is_still_to_be_had() -> None:
    # BC-F7, BC-R14, BC-R18
    start = new(3)
    assert explained(start, "thumb:1").title == "Seat 1 has not declared yet"
    assert explained(start, "none").worth == (
        "No Allegiance pays 10 + 0 = 10 points now if you win no tricks, shared with others who do the same."
    )
    match = council(THREE)
    assert explained(match, "thumb:2").title == "Cleo declared No Allegiance"
    assert explained(match, "thumb:2").worth == (
        "One player without allegiance has won no tricks yet: 10 + 2 = 12 points now."
    )
    assert explained(match, "thumb:0", 2).title == "Ann declared allegiance"
    play(match, "0 play ants 5, 1 play ants 7, 2 play bees 9")
    assert explained(match, "thumb:2").lines[0] == "Cleo has won 1 trick: no reward."
    assert explained(match, "thumb:2").worth == "Nobody can earn the 12 points for No Allegiance any more this round."


def test_points_are_told_round_by_round() -> None:
    # BC-R19
    circle = "circle Ants 3, Bees 2, Cockroaches 1, Mosquitos 0, Flies 1"
    match = council(f"{circle}\nAnn ants 5, flies 1\nBob ants 7, flies 2\nCleo bees 2, none", rounds=2)
    assert explained(match, "points:2").lines == ("This round so far: 0 tricks.",)
    play(match, "0 play ants 5, 1 play ants 7, 2 play bees 2, 0 decline")
    assert explained(match, "points:2").title == "Cleo's points: 10"
    assert explained(match, "points:2").lines == (
        "Round 1: 0 + 10 for No Allegiance.",
        "This round so far: 0 tricks.",
    )
    assert explained(match, "pad").lines[2] == "Bob: 1 + 1 for the Flies; 2 points."
    assert pad(match).count('class="thumb down"') == 1, "Cleo's"
    assert 'class="now"' not in pad(match), "nobody has played yet in the second round"
    for seat in range(3):
        play(match, f"{seat} declare allegiance")
    assert pad(match).count('class="now">0 + \u2026') == 3
    short = council(f"{circle}\nAnn ants 5, flies 1\nBob ants 7, flies 2\nCleo bees 2, none", rounds=1)
    play(short, "0 play ants 5, 1 play ants 7, 2 play bees 2, 0 decline")
    assert explained(short, "points:2").lines == ("Round 1: 0 + 10 for No Allegiance.",), "nothing goes on"


def pad(match: Match) -> str:
    return match.pov(0).drawing().html().partition('id="pad"')[2].partition("</table>")[0]


# --- The picture ---


def test_a_card_that_may_not_be_played_is_dimmed() -> None:
    # BC-F5
    match = council(THREE)
    assert " off" not in str(match.pov(1).drawing().hand), "it is not their turn"
    play(match, "0 play ants 5")
    hand = str(match.pov(1).drawing().hand)
    assert hand.count('data-why="You must follow suit with Ants."') == 2
    assert re.findall(r'class="card face (\w+) off', hand) == ["bees", "cockroaches"]


def test_nobody_is_the_lowest_on_suit_before_somebody_follows() -> None:
    # BC-F6, BC-R7
    match = council(THREE)
    play(match, "0 play ants 5")
    assert ">lowest<" not in match.pov(0).drawing().html()
    play(match, "1 play ants 7")
    assert match.pov(0).drawing().html().count(">lowest<") == 1
    play(match, "2 play bees 9")
    assert (match.pov(0).drawing().html().count(">visits<"), match.pov(0).drawing().html().count(">won<")) == (1, 1)


def test_who_plays_next_is_marked() -> None:
    # BC-F5
    match = council(THREE)
    for place in range(3):
        assert re.findall(r'class="slot[^"]* next" id="slot-(\d)"', match.pov(WATCHER).drawing().html()) == [str(place)]
        seat = match.to_act[0]
        match.play(seat, match.options(seat)[0])


def test_cards_are_put_aside_only_without_an_emissary() -> None:
    # BC-F3, BC-F10
    assert "17 cards out of play" in new(3).pov(0).drawing().html()
    assert "put aside" not in new(2).pov(0).drawing().html()


def test_the_pad_has_room_between_the_tricks() -> None:
    # BC-F4
    assert "sides between" in new(3).pov(0).drawing().html()
    assert "sides between" not in council(THREE).pov(0).drawing().html()


def test_there_are_buttons_to_declare_until_one_is_chosen() -> None:
    # BC-F7, BC-R14
    match = new(3)
    council_of(match).chambers = 2
    buttons = str(match.pov(0).drawing().actions)
    assert "12 points if you win no tricks" in buttons
    assert re.findall(r'data-pick="button:(\w+)"', buttons) == ["allegiance", "none"]
    assert re.findall(r'class="thumb (\w+)"', buttons) == ["up", "down"]
    play(match, "0 declare none")
    assert not match.pov(0).drawing().actions
    assert "leads" in str(new(3, start="first").pov(1).drawing().facts[0])
    assert "leads" not in str(new(3, start="first").pov(1).drawing().facts[1])


def test_watchers_touch_nothing() -> None:
    # BC-R9
    for match in (council(THREE), new(2)):
        assert "data-why" in match.pov(0).drawing().html()
        assert not re.search("data-(why|pick)", match.pov(WATCHER).drawing().html())


def test_a_suit_without_cubes_says_so_on_its_cards() -> None:
    # BC-R4: none is a number too
    hand = str(council(THREE).pov(2).drawing().hand)
    assert re.findall(r'data-cubes="(\d)"', hand) == ["2", "0", "0"], "of Bees and twice of Mosquitos"


def test_only_suits_that_were_played_are_named_as_tied() -> None:
    # BC-R1, BC-R3
    match = council(THREE.replace("Cockroaches 1", "Cockroaches 2"))
    play(match, "0 play ants 5, 1 play ants 7, 2 play bees 9")
    assert "Ants and Bees are tied at 2" in match.pov(0).drawing().html()


def test_cubes_have_arrived_when_the_last_cards_are_shown() -> None:
    # BC-R12
    match = council("Ann ants 5, flies 1\nBob ants 7, flies 2\nCleo ants 9, flies 3", rounds=1)
    play(match, "0 play ants 5, 1 play ants 7, 2 play ants 9")
    suit = match.view(0).visits[0].suit
    play(match, f"0 visit {suit}")
    seen = [match.at(beat).view(WATCHER) for _, beat in match.position.beats]
    assert any(one.sowing for one in seen)
    assert all(one.sowing is None for one in [*seen, match.view(WATCHER)] if one.stage in ("show", "over"))

"""Bug Council's picture: cubes on their way, who wins and why, what may be played, help on every thing."""

import re
import xml.etree.ElementTree as ElementTree

import pytest

from bugbox.art import factions
from bugbox.core.game import OPEN, WATCHER, Help
from bugbox.core.match import Match
from bugbox.games.bug_council.show import trick_on_table
from bugbox.games.bug_council.show.council_ring import cubes_of
from tests.games.bug_council.draw import NAMES, council, new, play

pytestmark = pytest.mark.once

CIRCLE = "circle Ants 2, Bees 4, Cockroaches 1, Mosquitos 0, Flies 3"
STRONGEST = "Bees are the strongest suit played: 4 cubes."


def four() -> Match:
    return council(
        f"""
        {CIRCLE}
        Ann    ants 5, ants 9, flies 4
        Bob    ants 7, bees 1, flies 3
        Cleo   bees 2, mosquitos 8, flies 2
        Dora   cockroaches 4, mosquitos 9, flies 1
        """
    )


def part(match: Match, name: str, viewer: int = 0) -> ElementTree.Element:
    drawing = match.pov(viewer).drawing()
    whole = ElementTree.fromstring(f"<div>{drawing.board}{drawing.hand}{drawing.actions}{''.join(drawing.facts)}</div>")
    (found,) = (one for one in whole.iter() if one.get("id") == name)
    return found


def words(drawn: ElementTree.Element) -> str:
    return " ".join("".join(drawn.itertext()).split())


def explained(match: Match, thing: str, viewer: int = 0) -> Help:
    found = match.pov(viewer).help(thing)
    assert found
    return found


# --- The council ---


def test_each_faction_has_a_shape_and_a_colour_of_its_own() -> None:
    assert len(set(factions.SHAPES)) == len(set(factions.COLOURS)) == len(factions.NAMES) == 5


def test_a_tile_has_its_cubes_a_figure_and_says_if_it_is_strongest() -> None:
    match = four()
    bees, flies = part(match, "tile-bees"), part(match, "tile-flies")
    assert words(bees) == "Bees 4"
    assert len([one for one in bees.iter() if one.get("class") == "wood"]) == 4
    assert bees.get("aria-label") == "Bees 4 cubes, strongest"
    assert flies.get("aria-label") == "Flies 3 cubes"
    assert [part(match, f"tile-{suit}").get("class", "").split()[1] for suit in ("ants", "bees", "flies")] == [
        "spot-0",
        "spot-1",
        "spot-4",
    ]


def test_cubes_are_seen_moving_one_by_one() -> None:
    """In each beat one cube lies where it did not, with the key that it had at home."""
    match = council(
        """
        circle Ants 2, Bees 7, Cockroaches 1, Mosquitos 0, Flies 3
        Ann    ants 5, flies 1, bees 1
        Bob    ants 7, flies 2, bees 2
        Cleo   ants 8, flies 3, bees 3
        """
    )
    play(match, "0 play ants 5, 1 play ants 7, 2 play ants 8")
    before = cubes_of(match.view(1))
    play(match, "0 visit bees")
    seen = [cubes_of(match.at(beat).view(1)) for _, beat in match.position.beats]
    sown = [lying for lying in seen if lying != before]
    moved = []
    for earlier, later in zip([before, *sown], sown, strict=False):
        where = {key: place for place, keys in earlier.items() for key in keys}
        moved.append(sorted(place for place, keys in later.items() for key in keys if where.get(key, place) != place))
    visits = [match.pov(1).news(0, until)[-1] for until, _ in match.position.beats]
    assert visits[0] == "Ann visits the Bees and spreads their 7 cubes round the council.", "seen before the first cube"
    assert moved == [["cockroaches"], ["mosquitos"], ["flies"], ["ants"], ["chambers", "chambers"]]
    for lying in sown:
        keys = [key for place in lying.values() for key in place]
        assert len(keys) == len(set(keys)) == 13


def test_at_rest_cubes_are_named_after_their_tiles() -> None:
    match = four()
    lying = cubes_of(match.view(0))
    assert all(key.startswith(f"cube:{place}:") for place, keys in lying.items() for key in keys)


def test_recruits_come_from_the_bag_and_nothing_else_does() -> None:
    # BC-F8
    match = council(
        """
        circle Ants 2, Bees 4, Cockroaches 1, Mosquitos 0, Flies 3
        Ann  ants 5, ants 9
        Bob  ants 7, bees 9
        Cleo ants 8, bees 7
        """
    )
    play(match, "0 play ants 5, 1 play ants 7, 2 play ants 8, 0 visit flies")
    beats = [match.at(beat) for _, beat in match.position.beats]
    from_bag = ['data-from="bag"' in str(match.game.board.draw(beat.view(0), NAMES).board) for beat in beats]
    assert from_bag == [False] * (len(beats) - 2) + [True, True], "once all have been scored"
    before, after = (set().union(*cubes_of(beat.view(0)).values()) for beat in beats[-2:])
    assert sorted(after - before) == ["cube:ants:3", "cube:cockroaches:2", "cube:flies:0", "cube:mosquitos:0"]


def test_a_tile_shows_the_outcome_of_a_visit_before_it_is_made() -> None:
    match = four()
    ((where, ghosts),) = explained(match, "tile:bees").ghosts
    assert where == "ring"
    told = re.findall(r'spot-(\w+)( origin)?".*?<b>(\d+)</b>', ghosts)
    assert told == [("0", "", "3"), ("1", " origin", "0"), ("2", "", "2"), ("3", "", "1"), ("4", "", "4")]
    worth = explained(match, "tile:bees").worth
    assert worth == "After a visit here: Flies 4, Ants 3, Cockroaches 2, Mosquitos 1, Bees 0."
    assert explained(match, "tile:mosquitos").ghosts == ()
    assert "Nobody can visit a tile without cubes." in explained(match, "tile:mosquitos").lines


def test_what_goes_to_the_chambers_is_a_ghost_there() -> None:
    match = council(
        "circle Ants 2, Bees 7, Cockroaches 1, Mosquitos 0, Flies 3\nchambers 1\nAnn ants 5\nBob ants 7\nCleo ants 8"
    )
    ((_, ghosts),) = explained(match, "tile:bees").ghosts
    assert re.findall(r'spot-middle".*?\+(\d).*?<b>(\d+)</b>', ghosts) == [("2", "3")]
    assert "2 cubes would go to the chambers for good." in explained(match, "tile:bees").worth


# --- The trick ---


@pytest.mark.parametrize(
    ("played", "told"),
    [
        ("0 play ants 5", "You are winning. Nobody else has played yet."),
        ("0 play ants 5, 1 play ants 7", "Bob is winning. All followed so far: the highest card wins."),
        ("0 play ants 5, 1 play ants 7, 2 play bees 2", f"Cleo is winning. {STRONGEST}"),
    ],
)
def test_who_is_winning_and_why_in_one_line(played: str, told: str) -> None:
    match = four()
    play(match, played)
    assert words(part(match, "why")) == told


def test_tied_suits_are_named() -> None:
    match = council("circle Ants 2, Bees 2, Cockroaches 1, Mosquitos 0, Flies 3\nAnn ants 5\nBob bees 7\nCleo bees 5")
    play(match, "0 play ants 5, 1 play bees 7")
    assert words(part(match, "why")) == "Bob is winning. Ants and Bees are tied at 2: the higher card wins."
    match = council("circle Ants 2, Bees 2, Cockroaches 1, Mosquitos 0, Flies 3\nAnn ants 5\nBob bees 5\nCleo bees 4")
    play(match, "0 play ants 5, 1 play bees 5")
    assert words(part(match, "why")) == "Bob is winning. Ants and Bees are tied at 2: the later card wins."


def test_cards_lie_before_their_players_in_the_order_of_play_with_what_they_do() -> None:
    match = four()
    play(match, "0 play ants 5, 1 play ants 7, 2 play bees 2")
    slots = [part(match, f"slot-{place}", 1) for place in range(4)]
    assert [words(slot) for slot in slots] == ["5lowestAnn", "7You", "2winningCleo", "Dora"]
    assert [slot.get("data-from") for slot in slots] == ["seat:0", "seat:1", "seat:2", "seat:3"]
    assert slots[3].get("class") == "slot next"


def test_the_order_round_the_emissary() -> None:
    match = council(f"{CIRCLE}\nBob ants 5, bees 1\nAnn ants 7, bees 3\nEmissary flies 3, ants 9")
    assert trick_on_table.order(match.view(0)) == [1, 2, 0]
    play(match, "1 play ants 5, 1 send ants 9, 0 play ants 7, 1 visit bees")
    assert trick_on_table.order(match.view(0)) == [2, 0, 1], "it has won, and Ann, who played last, plays for it"


def test_the_last_trick_can_be_looked_at_and_says_who_won() -> None:
    match = four()
    play(match, "0 play ants 5, 1 play ants 7, 2 play bees 2, 3 play cockroaches 4, 0 visit bees")
    last = part(match, "last")
    assert [one.get("aria-label") for one in last.iter() if "chip" in one.get("class", "")] == [
        "5 of Ants",
        "7 of Ants",
        "2 of Bees",
        "4 of Cockroaches",
    ]
    assert len([one for one in last.iter() if one.get("class") == "took"]) == 1
    assert explained(match, "last").lines[2] == "Cleo: the 2 of Bees, and won."


def test_a_card_that_is_played_keeps_its_key_from_hand_to_trick_to_the_last_trick() -> None:
    match = four()
    for played in ("0 play ants 5", "1 play ants 7, 2 play bees 2, 3 play cockroaches 4, 0 visit bees"):
        assert match.pov(0).drawing().html().count('data-key="card:ants-5"') == 1
        play(match, played)
    assert match.pov(0).drawing().html().count('data-key="card:ants-5"') == 1


# --- My cards ---


def test_cards_that_may_not_be_played_say_why_and_cannot_be_touched() -> None:
    match = four()
    play(match, "0 play ants 5")
    ants, bees = part(match, "card-ants-7", 1), part(match, "card-bees-1", 1)
    assert (ants.get("data-pick"), ants.get("data-why")) == ("hand:ants-7", None)
    assert (bees.get("data-pick"), bees.get("data-why")) == (None, "You must follow suit with Ants.")
    assert part(match, "card-bees-2", 2).get("data-why") is None, "it is not Cleo's turn"
    assert part(match, "hand-2", 2).get("data-why") == "You can play a card when it is your turn."


def test_a_card_shows_how_strong_its_suit_is() -> None:
    assert part(four(), "card-ants-5").get("aria-label") == "5 of Ants, 2 cubes"


def test_declaring_says_what_it_pays() -> None:
    match = Match(four().game, 3, 1, None, NAMES[:3])
    drawn = ElementTree.fromstring(f"<div>{match.pov(0).drawing().actions}</div>")
    assert [words(button) for button in drawn] == [
        "Allegiancescore your last card",
        "No Allegiance10 points if you win no tricks",
    ]
    assert match.pov(WATCHER).drawing().actions == ""


def test_thumbs_are_sideways_until_all_turn_at_once_and_i_see_my_own_choice() -> None:
    match = Match(four().game, 3, 1, None, NAMES[:3])
    match.play(0, "declare none")
    assert thumbs(match, 0) == ["thumb secret down", "thumb side", "thumb side"]
    assert thumbs(match, 1) == ["thumb side"] * 3
    match.play(1, "declare allegiance")
    match.play(2, "declare none")
    beats = [thumbs(match.at(beat), WATCHER) for _, beat in match.position.beats]
    assert beats == [["thumb down", "thumb up", "thumb down"]]


def thumbs(match: Match, viewer: int) -> list[str]:
    return [
        found for facts in match.pov(viewer).drawing().facts for found in re.findall(r'class="(thumb [^"]+)"', facts)
    ]


def test_only_i_see_my_discard() -> None:
    match = council(f"{CIRCLE}\nAnn none, ants 5\nBob ants 7, bees 2\nCleo ants 8, flies 2")
    assert words(part(match, "discard")) == "12"
    assert 'id="discard"' not in match.pov(1).drawing().html() + match.pov(WATCHER).drawing().html()


def test_whoever_sees_everything_sees_all_hands() -> None:
    board = str(four().pov(OPEN).drawing().board)
    assert [f'id="open-{seat}"' in board for seat in range(4)] == [True] * 4
    assert "open-" not in str(four().pov(0).drawing().board)


# --- The pad ---


def test_the_pad_has_tricks_and_bonus_of_each_round_apart() -> None:
    match = council(f"{CIRCLE}\nAnn ants 5, bees 9\nBob ants 7, flies 2\nCleo none, ants 8", rounds=1)
    play(match, "0 play ants 5, 1 play ants 7, 2 play ants 8, 0 decline")
    rows = [words(row) for row in part(match, "pad").iter("tr")]
    assert rows == ["tricks + bonusRound 1Total", "You0 + 4 94", "Bob0 + 3 23", "Cleo1 + 0 1"]


# --- Help ---


def test_a_card_in_my_hand_says_whether_it_would_be_winning_and_what_it_pays_as_the_last() -> None:
    match = four()
    assert explained(match, "card:flies-4").lines == (
        "If you lead it, everybody who can must follow with Flies (3 cubes).",
        "As your last card it would score 3 points now.",
    )
    play(match, "0 play ants 5")
    assert explained(match, "card:ants-7", 1).worth == "Played now, it would be winning: higher than Ann's 5 of Ants."
    assert "You must follow suit with Ants." in explained(match, "card:bees-1", 1).lines
    assert explained(match, "card:bees-1", 1).worth == ""
    play(match, "1 play ants 7")
    assert explained(match, "card:bees-2", 2).worth == (
        "Played now, it would be winning: Bees are stronger, 4 cubes to 2."
    )
    assert explained(match, "card:mosquitos-8", 2).worth == (
        "Played now, it would not be winning: Ants are stronger, 2 cubes to 0."
    )


def test_a_low_card_says_that_the_visit_would_be_mine() -> None:
    match = council(f"{CIRCLE}\nAnn ants 5\nBob ants 3, bees 9\nCleo ants 8")
    play(match, "0 play ants 5")
    assert explained(match, "card:ants-3", 1).worth == (
        "Played now, it would not be winning: lower than Ann's 5 of Ants. "
        "It would be the lowest on suit so far: if it stays so, you visit the council."
    )


def test_help_on_a_card_in_another_hand_says_only_what_it_is() -> None:
    match = four()
    assert explained(match, "card:ants-7", 0) == explained(match, "card:ants-7", 2)
    assert explained(match, "card:ants-7", 0).lines == ("Ants have 2 cubes now.",)


def test_no_allegiance_says_what_it_pays_now_and_to_how_many() -> None:
    match = council(
        f"{CIRCLE}\nchambers 3\nAnn none, ants 5, bees 9\nBob none, ants 7, flies 2\nCleo ants 8, flies 3, bees 1"
    )
    assert explained(match, "none").worth == (
        "2 players without allegiance have won no tricks yet: 10 + 3 = 13 points now, 7 points each."
    )
    assert explained(match, "chambers").worth == explained(match, "none").worth
    play(match, "0 play ants 5, 1 play ants 7, 2 play ants 8, 0 decline, 2 play bees 1, 0 play bees 9, 1 play flies 2")
    assert (
        explained(match, "none").worth == "One player without allegiance has won no tricks yet: 10 + 3 = 13 points now."
    )
    assert explained(match, "thumb:0").lines[0] == "You have won 1 trick: no reward."


def test_above_the_table_stand_round_and_trick_and_how_many_cards_are_aside() -> None:
    # BC-F3, BC-F4
    match = new(4)
    assert words(part(match, "state")).endswith("Declarations11 cards out of play")
    for seat in range(4):
        match.play(seat, "declare allegiance")
    assert words(part(match, "state")) == "Round 1 of 3Trick 1 of 1011 cards out of play"


def test_who_may_see_everything_sees_each_hand_with_its_player() -> None:
    drawn = part(four(), "open-1", OPEN)
    assert words(drawn).startswith("Bob:")
    assert drawn.get("data-from") == "seat:1"


def test_the_emissarys_cards_show_their_strength_and_who_plays_them_until_the_visit_is_over() -> None:
    # BC-R25, BC-R26
    match = council(f"{CIRCLE}\nAnn ants 5, bees 1\nBob ants 7, bees 3\nEmissary flies 3, ants 9")
    panel = part(match, "emissary")
    assert "You play for it" in words(panel)
    assert "Ann plays for it" in words(part(match, "emissary", 1))
    assert panel.get("data-why") == "You play its cards only when you play for the Emissary."
    cubes = {one.get("id"): one.find("i") for one in panel.iter() if "card" in one.get("class", "").split()}
    assert {name: drawn.get("data-cubes") for name, drawn in cubes.items() if drawn is not None} == {
        "card-ants-9": "2",
        "card-flies-3": "3",
    }
    play(match, "0 play ants 5, 0 send ants 9, 1 play ants 7")
    assert match.view(0).stage == "visit"
    assert "You play for it" in words(part(match, "emissary"))


def test_nobody_can_pick_the_cards_of_an_emissary_that_plays_by_itself() -> None:
    # BC-M8
    match = council(f"{CIRCLE}\nAnn ants 5, bees 1\nEmissary flies 3, ants 9, bees 7", temperament="schemer")
    panel = part(match, "emissary")
    assert words(panel).startswith("Emissary: Schemer")
    assert panel.get("data-why") == "The Emissary plays its own cards."
    assert part(match, "card-ants-9").get("data-pick") is None


def test_the_emissary_is_explained_only_where_it_is() -> None:
    assert four().pov(0).help("emissary") is None
    match = council(f"{CIRCLE}\nAnn ants 5, bees 1\nBob ants 7, bees 3\nEmissary flies 3, ants 9")
    assert explained(match, "emissary").worth == "You play for it in this trick."
    assert explained(match, "emissary", 1).worth == "Ann plays for it in this trick."
    assert "it is the Emissary's allegiance: 3 points now." in explained(match, "card:flies-3").lines[1]
    play(match, "0 play ants 5")
    assert part(match, "card-ants-9").get("data-pick") == "emissary:ants-9"

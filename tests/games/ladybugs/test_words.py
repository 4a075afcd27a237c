"""Ladybugs in beats, words and measures."""

import re

import pytest

from bugbox.core.game import WATCHER
from bugbox.core.position import options_of
from bugbox.games.ladybugs import GAME, measures
from bugbox.games.ladybugs.rules import state
from bugbox.games.ladybugs.show.words import label
from tests.games.ladybugs.draw import NAMES, contents, garden, new, play, play_to, position_of


def test_a_placed_tile_is_seen_before_the_next_one_is_drawn() -> None:
    match = garden(". .A1 . . .B1", A="2 3")
    play(match, "A place 2 c1")
    ((told, beat),) = match.position.beats
    seen = match.at(beat).view(0)
    assert seen.hands[0] == (3,)
    assert {stack.space for stack in seen.stacks} == {"b1", "c1", "e1"}
    assert match.pov(WATCHER).news(0, told) == ["Ann places a 2 on c1, counting from b1."]
    assert len(match.view(0).hands[0]) == 2


def test_where_each_player_placed_a_tile_last_is_seen() -> None:
    match = garden(". .A1 . . .B1", A="2 3", B="1 2")
    assert [player.last for player in match.view(WATCHER).players] == [None, None]
    play(match, "A place 2 c1", "B start 1")
    assert [player.last for player in match.view(WATCHER).players] == ["c1", "m1"]
    play(match, "A place 3 c3")
    assert [player.last for player in match.view(WATCHER).players] == ["c3", "m1"]


def test_the_log_tells_what_happened() -> None:
    match = garden(". .A2 . .B6 . .", A="3 5", settings={"action_tiles": True})
    play(match, "A place 5 d1", "B start 1", "A place 3 c1 with Rhinoceros Beetle")
    assert match.log(WATCHER)[:2] == [
        "Ann places a 5 on d1, counting from b1 and covering Bob's 6.",
        "Bob places a 1 on their start space m1 without counting.",
    ]
    assert "You use the Rhinoceros Beetle and place a 3 on c1, counting from b1." in match.log(0)
    assert match.log(1)[0] == "Ann places a 5 on d1, counting from b1 and covering your 6."


def test_options_as_people_read_them() -> None:
    assert label("begin a1") == "Begin on a1"
    assert label("start 4") == "Place the 4 on your start space"
    assert label("place 4 e5") == "Place the 4 on e5"
    assert label("place 4 e5 with Stag Beetle") == "Place the 4 on e5 with the Stag Beetle"
    assert label("place 4 e5 with Stag Beetle, Grasshopper, Rhinoceros Beetle") == (
        "Place the 4 on e5 with the Stag Beetle, the Grasshopper and the Rhinoceros Beetle"
    )
    assert label("spider 3 g4") == "Discard the 3 and move the spider to g4"
    assert label("put spider g3") == "Put the spider on g3"


def test_what_the_laboratory_counts() -> None:
    match = new(3, seed=1)
    play_to(match, "over")
    found = measures(position_of(match))
    assert found["paid"] == sum(match.points)
    assert found["winners"] == len(match.winners)
    assert 0 <= found["contested"] <= found["beds"] == len(match.view(WATCHER).beds)


def test_codes_name_one_thing_and_those_of_modules_come_last() -> None:
    codes = {
        name: GAME.variant(3, {**new(3).settings, name: True}).codes for name in ("clovers", "spider", "action_tiles")
    }
    assert codes == {"clovers": 1023, "spider": 1049, "action_tiles": state.CODES}
    assert state.CODES <= 8192
    match = garden(". .A1 . .", A="2 3")
    assert options_of(position_of(match), 0) == sorted(options_of(position_of(match), 0))


def test_stacks_are_drawn_from_the_top() -> None:
    match = garden(". .A1 . .", A="2 3")
    top = contents(position_of(match).stacks[0])[-1]
    play(match, "A place 2 c1")
    assert sorted((3, top)) == list(match.view(0).hands[0])
    assert match.log(0)[-1] == f"You draw a {top}."
    assert "draw" not in " ".join(match.log(1) + match.log(WATCHER))


def test_names_of_the_players_are_told_in_the_text() -> None:
    drawn = new(2).text(0)
    assert "A You: 0 points in the beds" in drawn
    assert f"B {NAMES[1]}: 0 points in the beds" in drawn


def test_the_table_as_text() -> None:
    match = garden(
        """
        .      .A1   .+3  aB2  a        a
        bA2B5  bB1@  b    .    .B1A1B6  .
        """,
        A="2 4",
        B="5 6",
    )
    board, key, beds, players, hand = match.text(0).split("\n\n")
    assert board.splitlines()[0] == "    a    b    c    d    e    f    g    h    i    j    k    l    m"
    assert board.splitlines()[-2:] == [
        " 2  .    .A1  .+   aB2  a    a    .    .    .    .    .    .    .",
        " 1  bB5= @B1  b    .    .B6# .    .    .    .    .    .    .    .",
    ]
    assert key.endswith("A4 is player A's 4, = a stack of two, # a stack of three, + clover, @ spider.")
    assert beds.splitlines()[1:] == ["  a aster (3): B 2 dots, 3 points", "  b begonia (3): B 6 dots, 3 points"]
    assert players.splitlines() == [
        "A You: 0 points in the beds, 19 tiles to draw, start space a6 (free placement left), choosing",
        "B Bob: 6 points in the beds, 17 tiles to draw, start space m1 (free placement left)",
    ]
    assert hand == "Your tiles: 2 and 4"


def test_every_tile_in_the_text_has_its_owners_colour() -> None:
    match = garden(". .A2 aB3A1 bB2 .A1B2A4 .A5B1A1@", A="2 4", settings={"spider": True})
    board = match.text(0).split("\n\n")[0]
    coloured = [re.findall(pattern, board) for pattern, _ in GAME.colours]
    assert coloured == [["A2", "A1=", "A4#", "A1#"], ["B2"], *[[]] * (len(coloured) - 2)]
    assert "@A1#" in board


SURPRISES = (
    "unused action tile is worth a point",  # LB-F9
    "Nobody may place a tile on the spider's space",  # LB-F11
    "first to place a tile on a clover takes it",  # LB-F10, LB-R26
    "you must",  # LB-F6 (7)
    "With two players there is no bed in the centre and they share the win",  # LB-R43
    "which way its head points means nothing",  # LB-F6
    "Leave the spider for a later game",
)


@pytest.mark.parametrize("surprise", SURPRISES)
def test_the_primer_tells_what_surprises_a_beginner(surprise: str) -> None:
    assert surprise in " ".join(GAME.primer().split())

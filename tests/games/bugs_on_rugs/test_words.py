"""The texts of Bugs on Rugs: questions, the log as each player reads it, and the table as text."""

import pytest

import bugbox
from bugbox.core.game import OPEN, WATCHER
from bugbox.core.rng import Rng
from bugbox.games.bugs_on_rugs.show import words
from tests.games.bugs_on_rugs.draw import asked, hand, new, play, table
from tests.games.bugs_on_rugs.guessing import ANN, BOB
from tests.kit.tables import pick


def test_every_option_of_a_match_begins_with_a_verb_of_the_game() -> None:
    # BOR-R51, BOR-R52
    seen: set[str] = set()
    for seed in range(12):
        match = new(2 + seed % 4, seed)
        rng = Rng(seed, "test")
        while not match.over:
            seat = match.to_act[0]
            seen.update(match.options(seat))
            match.play(seat, pick(match.options(seat), rng))
    verbs = {option.partition(" ")[0] for option in seen}
    assert verbs | {"draw"} == words.VERBS


def test_each_seat_is_asked_in_words() -> None:
    # BOR-R27, BOR-R25
    drawing = """
        Wall   Ant
        Floor  {}
        deck   Larva
        Ann    2 Larva, Fly
        Bob    Fly
        Cem    Beetle
    """
    also = " You may hatch two Larvae first."
    expected = {
        "2 Flies": f"Pick a bug from the Floor.{also}",
        "Butterfly": f"Show a bug from your hand to trigger its power.{also}",
        "Firefly": f"Put a bug from your hand on the next Floor.{also}",
        "Spider": f"Choose a bug to add to the end of the Wall; you get the one at the start.{also}",
        "Ladybug": f"Draw a bug.{also}",
        "Mosquito": f"Choose a bug from your hand to swap for one on the Wall.{also}",
        "Fly": "Choose a bug to pass to Cem.",
        "Beetle": "Choose a bug to pass to Bob.",
    }
    for left, sentence in expected.items():
        assert table(drawing.format(left)).pov(ANN).question == sentence
    match = table(drawing.format("Mosquito"))
    assert match.pov(BOB).question == ""
    play(match, "Ann: hatch")
    assert match.pov(ANN).question == "Take a bug from the Wall for your two Larvae."
    play(match, "Ann: take 1")
    assert match.pov(ANN).question == "Choose a bug from your hand to swap for one on the Wall."
    play(match, "Ann: swap Fly")
    assert match.pov(ANN).question == "Choose the bug you want from the Wall."
    match = table(drawing.format("Ladybug"))
    play(match, "Ann: draw")
    assert (
        match.pov(ANN).question == "You may hatch two Larvae: trade them for a bug on the Wall. Otherwise, press Done."
    )
    assert match.view(ANN).buttons == ("done", "hatch")
    assert match.view(BOB).buttons == ()
    for left in ("Fly", "Beetle"):
        match = table(f"Floor {left}\nAnn Ant\nBob Ant")
        assert match.pov(ANN).question == "Choose a bug to pass to Bob."
    match = table("End reached\nAnn Ant, 2 Mosquitos, Larva\nBob Ant")
    assert match.pov(ANN).question == "What should your pair of Mosquitos count as?"
    play(match, "Ann: group 1 Ant")
    assert match.pov(ANN).question == "Break up a pair of Mosquitos to hatch more Larvae, or press Done."
    assert match.view(ANN).buttons == ("done", "break Ant for 1")
    match = table("End reached\nAnn Ant, 5 Mosquitos\nBob Ant")
    pairs = "What should your two pairs of Mosquitos count as? Press Done when you have chosen."
    assert match.pov(ANN).question == pairs


def test_hatching_is_one_button_and_can_be_taken_back_until_a_bug_is_taken() -> None:
    # BOR-R28, BOR-R29
    two = "Larva on dots, Larva on rings"
    for larva, said in ((two, "Hatch these two"), (f"{two}, Larva on waves", "Hatch two Larvae")):
        match = table(f"""
            Wall   Ant, Fly
            Floor  2 Beetles
            Ann    {larva}
            Bob    Fly
        """)
        assert match.view(ANN).buttons == ("hatch",)
        assert said in match.pov(ANN).drawing().actions
        assert match.pov(ANN).drawing().hand.count("hatching") == (2 if larva == two else 0)
        play(match, "Ann: hatch dots and rings")
        assert match.may_undo(ANN)
        play(match, "Ann: take 1")
        assert not match.may_undo(ANN)


def test_the_things_to_touch_make_an_option() -> None:
    # BOR-R51, BOR-R52
    drawing = """
        Wall   Ant, Fly
        Floor  {}
        Ann    Larva on dots, Larva on rings, Fly
        Bob    Fly
    """
    match = table(drawing.format("2 Beetles"))
    assert dict(match.pov(ANN).choices()) == {
        "pick Beetle on dots": ("floor:Beetle on dots",),
        "pick Beetle on stripes": ("floor:Beetle on stripes",),
        "hatch dots and rings": ("hatch", "&hand:Larva on dots", "&hand:Larva on rings"),
    }
    play(match, "Ann: hatch")
    assert dict(match.pov(ANN).choices()) == {"take 1 Ant on dots": ("wall:0",), "take 2 Fly on dots": ("wall:1",)}
    match = table(drawing.format("Mosquito"))
    assert ("swap Fly on dots", ("hand:Fly on dots",)) in match.pov(ANN).choices()
    play(match, "Ann: swap Fly")
    assert dict(match.pov(ANN).choices()) == {"for 1 Ant on dots": ("wall:0",), "for 3 Mosquito": ("wall:2",)}
    match = table(drawing.format("Ladybug"))
    assert ("draw", ("draw",)) in match.pov(ANN).choices()


def test_the_log_tells_rounds_the_end_and_the_scoring() -> None:
    # BOR-F4, BOR-F5, BOR-F6
    match = table("""
        Floor  Beetle
        deck   only Ladybug, Fly
        End    1
        Ann    2 Ants, 4 Mosquitos, Larva, Fly
        Bob    Spider
    """)
    play(match, "Ann: pass Fly", "Bob: pass Spider")
    assert match.log(BOB)[2:] == [
        "Ann passes a Fly on dots to you.",
        "You pass a Spider on dots to Ann.",
        "The End card is out: round 2 is the last.",
        "Round 2: You start. This is the last round.",
    ]
    play(match, "Bob: pick Fly")
    assert asked(match) == "Ann: group"
    play(match, "Ann: group 2 Ant", "Ann: break Ant for 1")
    assert match.log(ANN)[-6:] == [
        "Bob picks a Fly on dots.",
        "A Ladybug on dots is left over and goes to the Wall.",
        "Ladybug: In turn order, everyone draws a bug.",
        "Two pairs of your Mosquitos count as Ants.",
        "You break up a pair of Mosquitos that counted as an Ant, to hatch one Larva.",
        "All bugs have been scored.",
    ]


def test_the_text_shows_the_table() -> None:
    # BOR-R46
    match = table("""
        Wall   Ant, Mosquito
        Floor  Firefly
        End    4
        Ann    2 Flies, Spider
        Bob    Beetle
    """)
    assert match.text(ANN).splitlines() == [
        "Round 1. You start. 83 bugs in the deck, 4 bugs until the End card.",
        "",
        "Power: Firefly. In turn order, everyone puts a bug from their hand on the next Floor.",
        "",
        "Wall:  1 Ant on dots, 2 Mosquito, 3 Firefly on dots",
        "",
        "Floor: nothing",
        "",
        "You: 3 bugs, choosing",
        "Bob: 1 bug",
        "",
        "Your hand: Spider on dots, 2 x Fly on dots",
    ]
    assert "hand" not in match.text(WATCHER).replace("their hand", "")
    assert "Bob's hand: Beetle on dots" in match.text(OPEN)


def test_the_text_at_the_end_shows_places_points_and_all_hands() -> None:
    # BOR-F6, BOR-R32
    match = table("""
        Wall   Ant
        End    reached
        Ann    3 Ladybugs, 2 Mosquitos
        Bob    2 Beetles
    """)
    play(match, "Ann: group 1 Ladybug")
    assert match.text(BOB).splitlines()[4:] == [
        "Ann: place 1, 25 points, Mosquitos as 1 Ladybug",
        "You: place 2, 10 points",
        "",
        "Ann's hand: Ladybug on dots, Ladybug on stripes, Ladybug on checks, 2 x Mosquito",
        "",
        "Your hand: Beetle on dots, Beetle on stripes",
    ]


def test_everyone_sees_what_each_openly_took_last() -> None:
    # BOR-R26
    match = table("""
        Wall   Ant
        Floor  Spider, Fly, Beetle, Ladybug, Firefly
        Ann    Fly
        Bob    Fly
    """)
    assert [player.last for player in match.view(WATCHER).players] == [None, None]
    play(match, "Ann: pick Spider", "Bob: pick Beetle", "Bob: pick Ladybug")
    assert [player.last for player in match.view(ANN).players] == ["Spider on dots", "Ladybug on dots"]


def test_only_an_option_of_the_moment_can_be_played() -> None:
    match = table("""
        Wall   Ant
        Floor  Spider, Fly
        Ann    Fly
        Bob    Fly
    """)
    possible = "possible: pick Spider on dots, pick Fly on dots"
    with pytest.raises(bugbox.NotNow, match=f"'pick Ant on dots' is not possible now; {possible}"):
        match.play(ANN, "pick Ant on dots")
    with pytest.raises(bugbox.NotAnOption, match=f"'eat Fly' is not an option of Bugs on Rugs; {possible}"):
        match.play(ANN, "eat Fly")
    with pytest.raises(bugbox.NotYourTurn, match="Bob owes no decision; to act: 0"):
        match.play(BOB, "pick Fly on dots")
    assert hand(match, "Ann") == "Fly"

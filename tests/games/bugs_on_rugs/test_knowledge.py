"""Bugs on Rugs, clause by clause: who sees what, and the memory aid."""

import re
from collections import Counter
from math import prod

import pytest

from bugbox.core.game import OPEN, WATCHER
from bugbox.core.match import Match
from bugbox.core.rng import Rng
from bugbox.games.bugs_on_rugs.show.view import view
from tests.games.bugs_on_rugs.draw import asked, at_random, bugs, contents, leave, new, play, position_of, table
from tests.games.bugs_on_rugs.guessing import ANN, BOB, CEM, DOT, PASSING, guesses, worlds
from tests.kit.tables import pick

# --- Open and hidden information ---


def test_a_viewer_sees_its_own_hand_a_watcher_none_and_an_open_table_all() -> None:
    # BOR-R46, BOR-R26
    match = new(3)
    assert [set(match.view(viewer).hands) for viewer in (ANN, CEM, WATCHER, OPEN)] == [{0}, {2}, set(), {0, 1, 2}]


def test_wall_floor_what_left_the_game_and_all_sizes_are_open() -> None:
    # BOR-R46
    match = table("""
        Wall   Ant, Fly
        Floor  2 Beetles, Spider
        deck   only Firefly, Butterfly, Ladybug
        gone   Larva
        End    2
        Ann    Fly, Mosquito
        Bob    Ant
    """)
    for viewer in (ANN, BOB, WATCHER):
        seen = match.view(viewer)
        assert seen.wall == ("Ant on dots", "Fly on dots")
        assert seen.floor == ("Beetle on dots", "Beetle on stripes", "Spider on dots")
        assert "Larva on dots" in seen.removed
        assert [player.hand_size for player in seen.players] == [2, 1]
        assert (seen.deck, seen.bugs_to_end) == (3, 2)
        assert "Firefly" not in str(seen.wall + seen.floor)
    assert match.text(WATCHER).startswith(
        "Round 1. Ann starts. 3 bugs in the deck, 2 bugs until the End card. Out of the game: "
    )


@pytest.mark.parametrize(("end", "to_end", "row"), [("2", 2, [0, 2]), ("0", 0, [0, 0]), ("reached", None, [1, 0])])
def test_it_is_seen_how_near_the_end_card_is_and_if_it_is_reached(end: str, to_end: int | None, row: list[int]) -> None:
    # BOR-R5, BOR-R46: also in an observation, where an End card that is next differs from one that was reached
    match = table(f"""
        Floor  2 Beetles
        deck   only Firefly, Butterfly, Ladybug
        End    {end}
        Ann    Fly
        Bob    Ant
    """)
    for viewer in (ANN, BOB, WATCHER):
        assert match.view(viewer).bugs_to_end == to_end
        assert [*row_of(match, viewer)["end_seen"], *row_of(match, viewer)["bugs_to_end"]] == row


def test_the_end_card_is_reached_before_the_last_round_begins() -> None:
    # BOR-R4, BOR-R5, BOR-R46
    match = table("""
        Wall   Ant
        Floor  Ladybug
        End    1
        Ann    Fly
        Bob    2 Larva
    """)
    assert asked(match) == "Bob: draw"
    assert (match.view(ANN).bugs_to_end, match.view(ANN).final) == (0, False)
    play(match, "Bob: draw")
    assert asked(match) == "Bob: after"
    assert (match.view(ANN).bugs_to_end, match.view(ANN).final) == (None, False)
    row = row_of(match, ANN)
    assert (row["end_seen"], row["bugs_to_end"], row["final"]) == ([1], [0], [0])


def test_the_wall_is_seen_however_long_it_is() -> None:
    # BOR-R46
    match = table("""
        Wall   8 Ants, 8 Flies, 4 Beetles, Spider
        Floor  2 Beetles
        Ann    Fly
        Bob    Ant
    """)
    assert bugs(match.view(WATCHER).wall) == ", ".join(["Ant"] * 8 + ["Fly"] * 8 + ["Beetle"] * 4 + ["Spider"])
    wall = contents(position_of(match).wall)
    row = row_of(match, WATCHER)["wall"]
    assert row[: len(wall)] == wall
    assert not any(row[len(wall) :])


def row_of(match: Match, viewer: int) -> dict[str, list[int]]:
    """Return the numbers of an observation by field name."""
    pen = match.game.observer.pen(match.position)
    match.game.observer.observe(match.position, viewer, pen)
    fields = [(field.name, field.start, field.start + prod(field.shape)) for field in pen.layout()]
    return {name: [pen.rows[i] for i in range(start, stop)] for name, start, stop in fields}


def test_which_bug_lies_where_in_the_deck_is_hidden() -> None:
    # BOR-R46
    looks = []
    for deck in ("Firefly, Ladybug, Spider", "Spider, Firefly, Ladybug"):
        match = table(f"""
            Wall   Ant
            Floor  2 Beetles
            deck   only {deck}
            Ann    Fly
            Bob    Fly
        """)
        viewers = (ANN, BOB, WATCHER)
        looks.append(
            [(match.view(viewer), match.text(viewer), match.pov(viewer).drawing().html()) for viewer in viewers]
        )
    assert looks[0] == looks[1]


def test_a_passed_bug_is_read_by_who_gave_and_who_got_it() -> None:
    # BOR-R26, BOR-R24
    match = table("""
        Floor  Beetle
        Ann    Ant, Spider
        Bob    Fly
        Cem    Mosquito
    """)
    play(match, "Ann: pass Ant", "Bob: pass Fly")
    assert match.log(OPEN)[-1] == "Beetle: All at once, everyone passes a bug to the left."  # nobody has passed yet
    play(match, "Cem: pass Mosquito")
    lines = {viewer: match.log(viewer)[2:5] for viewer in (ANN, BOB, CEM, WATCHER)}
    assert lines == {
        ANN: ["You pass an Ant on dots to Bob.", "Bob passes a bug to Cem.", "Cem passes a Mosquito to you."],
        BOB: ["Ann passes an Ant on dots to you.", "You pass a Fly on dots to Cem.", "Cem passes a bug to Ann."],
        CEM: ["Ann passes a bug to Bob.", "Bob passes a Fly on dots to you.", "You pass a Mosquito to Ann."],
        WATCHER: ["Ann passes a bug to Bob.", "Bob passes a bug to Cem.", "Cem passes a bug to Ann."],
    }


def test_a_drawn_bug_is_read_by_who_drew_it() -> None:
    # BOR-R26
    match = table("""
        Floor  Ladybug
        deck   Ant, Spider
        Ann    Fly
        Bob    Fly
    """)
    lines = {viewer: [line for line in match.log(viewer) if re.match(r"\w+ draws? ", line)] for viewer in (0, 1, -1)}
    assert lines == {
        ANN: ["You draw an Ant on dots.", "Bob draws a bug."],
        BOB: ["Ann draws a bug.", "You draw a Spider on dots."],
        WATCHER: ["Ann draws a bug.", "Bob draws a bug."],
    }


def test_what_else_moves_is_read_by_all() -> None:
    # BOR-R26
    match = table("""
        Wall   Larva on dots, Ant
        Floor  Butterfly, Fly
        Ann    Mosquito, Ant
        Bob    Larva on rings, Larva on waves
        Cem    Beetle, Ladybug
    """)
    play(match, "Ann: pick Fly", "Ann: show Mosquito", "Ann: swap Fly", "Ann: for 1", "Bob: hatch", "Bob: take 1 Fly")
    play(match, "Bob: swap Fly", "Bob: for 1 Ant", "Cem: swap Beetle", "Cem: for 2 Butterfly")
    for viewer in (CEM, WATCHER):
        cem = "You swap" if viewer == CEM else "Cem swaps"
        assert match.log(viewer) == [
            "Ann picks a Fly on dots.",
            "A Butterfly on dots is left over and goes to the Wall.",
            "Butterfly: The start player shows a bug from their hand, and its power triggers.",
            "Ann shows a Mosquito.",
            "Mosquito: In turn order, everyone swaps a bug from their hand for one of a different kind on the Wall.",
            "Ann swaps a Fly on dots for a Larva on dots on the Wall.",
            "Bob hatches a Larva on waves and a Larva on rings, and takes a Fly on dots from the Wall.",
            "Bob swaps a Fly on dots for an Ant on dots on the Wall.",
            f"{cem} a Beetle on dots for a Butterfly on dots on the Wall.",
            "Round 2: Bob starts.",
        ]


def test_larva_that_leave_the_wall_and_bugs_that_come_to_it_are_read_by_all() -> None:
    # BOR-R26, BOR-F8
    match = table("""
        Wall   Larva, Ant
        Floor  Larva
        deck   Ant, Spider
        Ann    Beetle
        Bob    Fly
    """)
    play(match, "Ann: trade Beetle")
    larvae = (
        "If two or more Larvae are on the Wall, they leave the game; a new bug joins the Wall and its power triggers."
    )
    assert match.log(WATCHER) == [
        "A Larva on dots is left over and goes to the Wall.",
        f"Larva: {larvae}",
        "The 2 Larvae on the Wall leave the game.",
        "An Ant on dots goes from the deck to the Wall.",
        "Ant: The next bug from the deck joins the Wall, and its power triggers.",
        "A Spider on dots goes from the deck to the Wall.",
        "Spider: In turn order, everyone adds a bug to the end of the Wall and takes the one at the start.",
        "Ann adds a Beetle on dots to the Wall and gets an Ant on dots.",
    ]
    assert match.log(ANN)[-1] == "You add a Beetle on dots to the Wall and get an Ant on dots."


def test_the_bug_for_a_swap_is_not_seen_before_the_swap_is_made() -> None:
    # BOR-R51
    looks = []
    for card in ("Ant", "Spider"):
        match = table("""
            Wall   Fly
            Floor  Mosquito
            Ann    Ant, Spider
            Bob    Fly
        """)
        before = {viewer: (match.view(viewer), match.text(viewer), match.log(viewer)) for viewer in (BOB, WATCHER)}
        play(match, f"Ann: swap {card}")
        assert {viewer: (match.view(viewer), match.text(viewer), match.log(viewer)) for viewer in before} == before
        assert match.view(BOB).stage == "swap"
        assert (match.view(ANN).stage, match.view(ANN).given) == ("slot", f"{card} on dots")
        assert f"You are swapping: {card} on dots" in match.text(ANN)
        assert match.may_undo(ANN)
        looks.append(match.pov(BOB).drawing().html())
        for world in worlds(match, BOB, 3):
            assert (view(world, OPEN).stage, world.given) == ("swap", 0)
        for world in worlds(match, ANN, 3):
            assert view(world, ANN) == match.view(ANN)
    assert looks[0] == looks[1]


def test_a_secret_choice_is_seen_by_nobody_else() -> None:
    # BOR-R24, BOR-R26
    looks = []
    for card in ("Ant", "Spider"):
        match = table("""
            Floor  Fly
            Ann    Ant, Spider
            Bob    Beetle
        """)
        for decision in ((), (f"Ann: pass {card}",)):
            play(match, *decision)
            assert match.position.is_secret()
            assert [match.view(viewer).acting for viewer in (ANN, BOB, WATCHER, OPEN)] == [None] * 4
        assert match.view(ANN).chosen == f"{card} on dots"
        assert f"You have chosen: {card} on dots" in match.text(ANN)
        assert [player.waiting for player in match.view(BOB).players] == [False, True]
        assert match.view(BOB).chosen is None
        looks.append(
            [(match.view(viewer), match.log(viewer), match.pov(viewer).drawing().html()) for viewer in (BOB, WATCHER)]
        )
        for world in worlds(match, BOB, 3):
            assert world.to_act() == 0b11
            assert world.chosen[ANN] == 0
        for world in worlds(match, ANN, 3):
            assert world.to_act() == 0b10
            assert world.chosen[ANN] == position_of(match).chosen[ANN] != 0
    assert looks[0] == looks[1]


def test_hands_and_groupings_are_guessed_until_they_are_shown_and_not_after() -> None:
    # BOR-R32
    match = table("""
        End    reached
        Ann    Ant, 2 Mosquitos, Larva
        Bob    Fly, 2 Mosquitos, Spider
    """)
    play(match, "Ann: group 1 Ant")
    hands = {world.hands[ANN] for world in guesses(match, BOB, 20)}
    assert len(hands) > 10
    for world in worlds(match, BOB, 3):
        assert world.to_act() == 0b11
    for world in worlds(match, ANN, 3):
        assert world.to_act() == 0b10
    play(match, "Bob: group none")
    assert asked(match) == "Ann: break"
    for viewer in (ANN, BOB):
        decks = set()
        for world in worlds(match, viewer, 10):
            assert view(world, OPEN) == match.view(OPEN)
            decks.add(tuple(contents(world.deck)))
        assert len(decks) == 10


def test_who_is_asked_to_hatch_or_to_group_is_seen_by_all_and_guesses_make_no_use_of_it() -> None:
    # BOR-R55
    match = table("""
        Wall   Fly
        Floor  Ladybug
        deck   Ant, Spider
        Ann    Fly; Mosquito
        Bob    2 Larva
    """)
    seen = match.view(ANN)
    assert (seen.stage, seen.acting) == ("draw", BOB)
    assert seen.players[BOB].waiting
    assert any("Larva" not in str(world.hands[BOB]) for world in guesses(match, ANN, 20))
    match = table("""
        End    reached
        Ann    Fly
        Bob    2 Mosquitos, Fly
    """)
    assert asked(match) == "Bob: group"
    assert match.view(ANN).players[BOB].waiting
    assert any("Mosquito" not in str(world.hands[BOB]) for world in guesses(match, ANN, 20))


# --- The memory aid ---


def test_the_aid_shows_what_must_be_in_other_hands() -> None:
    # BOR-R54
    match = table(PASSING, memory=True)
    assert match.view(CEM).seen == {
        ANN: ("Butterfly on rings", "Spider on rings", "Ladybug on dots"),
        BOB: ("Firefly on dots", "Ant on rings"),
        DOT: ("Ladybug on zigzags",),
    }
    play(match, "Ann: pass Spider", "Bob: pass Ant", "Cem: pass Beetle", "Dot: pass Mosquito")
    seen = match.view(CEM).seen
    assert seen[ANN] == ()  # she passed one of them, unseen
    assert seen[BOB] == ("Firefly on dots",)  # he passed the Ant to Cem
    assert seen[DOT] == ("Beetle on dots",)  # received from Cem; Dot may have passed the Ladybug
    assert match.view(BOB).seen[ANN] == ("Butterfly on rings", "Ladybug on dots")
    leave(match, "Firefly on waves")
    play(match, "Bob: place Spider", "Cem: place Mosquito", "Dot: place Ladybug")
    assert match.view(CEM).seen[DOT] == ("Beetle on dots",)
    assert match.view(CEM).seen[BOB] == ("Firefly on dots",)
    assert "Dot: 1 bug; seen: Beetle on dots" in match.text(CEM)
    assert match.view(WATCHER).seen[ANN] == ()
    assert match.view(OPEN).seen == {}


def test_of_two_alike_one_is_still_there_after_an_unseen_pass() -> None:
    # BOR-R54
    match = table("""
        Floor  Beetle
        Ann    Fly; 2 Butterfly on zigzags, Spider on rings
        Bob    Fly
        Cem    Fly; Beetle on dots
    """, memory=True)  # fmt: skip
    play(match, "Ann: pass Spider", "Bob: pass Fly", "Cem: pass Beetle")
    assert match.view(CEM).seen == {ANN: ("Butterfly on zigzags", "Beetle on dots"), BOB: ()}


@pytest.mark.parametrize("seed", range(8))
def test_the_aid_lists_only_what_every_possible_hand_holds(seed: int) -> None:
    # BOR-R54: consistent with the true hands and with guessed ones
    match = new(3 + seed % 3, seed, memory=True)
    rng = Rng(seed, "aid")
    listed = 0
    while not match.over:
        seat = match.to_act[0]
        match.play(seat, pick(match.options(seat), rng))
        true_hands = match.view(OPEN).hands
        for viewer in range(match.seats):
            seen = match.view(viewer).seen
            for hands in (true_hands, *(world.hands for world in guesses(match, viewer, 2))):
                for other, known in seen.items():
                    assert not Counter(known) - Counter(hands[other])
                    listed += len(known)
    assert listed > 100


def test_the_aid_notes_what_was_shown() -> None:
    # BOR-R54, BOR-R15
    match = table("""
        Floor  Butterfly
        Ann    Butterfly on dots, 2 Butterfly on zigzags
        Bob    Fly
    """, memory=True)  # fmt: skip
    shown = ("Butterfly on dots", "Butterfly on zigzags", "Butterfly on zigzags")
    assert match.view(BOB).seen == {ANN: shown}
    assert match.view(ANN).seen == {BOB: ()}


def test_one_bug_that_is_shown_says_nothing_of_others_like_it() -> None:
    # BOR-R54, BOR-R14
    match = table("""
        Floor  Butterfly
        Ann    Ant; 2 Mosquitos
        Bob    Fly
    """, memory=True)  # fmt: skip
    play(match, "Ann: show Mosquito")
    assert match.view(BOB).seen == {ANN: ("Mosquito", "Mosquito")}


def test_without_the_setting_there_is_no_aid_and_after_the_reveal_none_is_needed() -> None:
    # BOR-R54
    assert table(PASSING).view(CEM).seen == {}
    match = new(3, memory=True)
    at_random(match, 1, "over")
    assert match.view(CEM).seen == {}

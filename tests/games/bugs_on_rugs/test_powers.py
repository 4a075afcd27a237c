"""Bugs on Rugs, clause by clause: the nine powers of the Wall."""

import pytest

from tests.games.bugs_on_rugs.draw import PLAYERS, asked, deck, floor, gone, hand, offered, play, table, wall

# --- Firefly ---


def test_a_firefly_makes_everyone_put_a_bug_on_the_next_floor_which_is_no_larger() -> None:
    # BOR-F8, BOR-R8
    match = table("""
        Wall   Ant
        Floor  Firefly
        deck   Spider, Fly, Beetle, Butterfly
        Ann    Ant, Larva
        Bob    Mosquito, Larva
    """)
    play(match, "Ann: place Ant")
    assert (floor(match), hand(match, "Ann")) == ("Ant", "Larva")
    play(match, "Bob: place Mosquito")
    assert floor(match) == "Ant, Mosquito, Spider, Fly, Beetle"
    assert deck(match, 1) == "Butterfly"
    assert asked(match) == "Bob: pick"


def test_a_firefly_in_the_last_round_still_takes_bugs_and_they_score_for_nobody() -> None:
    # BOR-R6, BOR-R7, BOR-R49
    match = table("""
        Wall   Ant
        Floor  Firefly
        End    reached
        Ann    2 Beetles
        Bob    2 Beetles, Fly
    """)
    play(match, "Ann: place Beetle", "Bob: place Beetle")
    assert match.over
    assert floor(match) == "Beetle, Beetle"
    assert match.points == (2, 4)


# --- Larva on the Wall ---


def test_one_larva_on_the_wall_does_nothing() -> None:
    # BOR-F8
    match = table("""
        Wall   Ant, Fly
        Floor  Larva
        Ann    Fly
        Bob    Fly
    """)
    assert wall(match) == "Ant, Fly, Larva"
    assert (asked(match), gone(match)) == ("Bob: pick", "")


def test_all_larva_leave_the_wall_and_a_new_bug_at_its_right_end_runs() -> None:
    # BOR-F8, BOR-R13
    match = table("""
        Wall   Larva on dots, Ant, Larva on rings, Fly
        Floor  Larva on waves
        deck   Spider, Beetle
        Ann    Fly
        Bob    Fly
    """)
    assert wall(match) == "Ant, Fly, Spider"
    assert match.view(0).removed == ("Larva on dots", "Larva on waves", "Larva on rings")
    assert asked(match) == "Ann: trade"
    assert deck(match, 1) == "Beetle"


@pytest.mark.parametrize("first", ["Ant", "Larva"])
def test_a_larva_from_the_deck_does_nothing_however_many_are_there(first: str) -> None:
    # BOR-R12: whether it came by an Ant or by other Larvae
    match = table(f"""
        Wall   Fly, {"2 Larva" if first == "Ant" else "Larva"}
        Floor  {first}
        deck   Larva, Larva
        Ann    Fly
        Bob    Fly
    """)
    assert wall(match) == {"Ant": "Fly, Larva, Larva, Ant, Larva", "Larva": "Fly, Larva"}[first]
    assert asked(match) == "Bob: pick"
    assert len(match.view(0).removed) == (0 if first == "Ant" else 2)
    assert match.log(0)[-2].startswith("A Larva on stripes goes from the deck")
    assert match.log(0)[-1] == "Round 2: Bob starts."


# --- Ant ---


def test_an_ant_brings_the_next_bug_to_the_wall_and_runs_it() -> None:
    # BOR-F8
    match = table("""
        Wall   Fly
        Floor  Ant
        deck   Spider, Beetle
        Ann    Fly
        Bob    Fly
    """)
    assert wall(match) == "Fly, Ant, Spider"
    assert asked(match) == "Ann: trade"


def test_ant_after_ant_draws_until_it_is_another_bug() -> None:
    # BOR-R11
    match = table("""
        Wall   Fly
        Floor  Ant
        deck   3 Ants, Firefly, Ant
        Ann    Fly
        Bob    Fly
    """)
    assert wall(match) == "Fly, Ant, Ant, Ant, Ant, Firefly"
    assert asked(match) == "Ann: place"
    assert deck(match, 1) == "Ant"


# --- Butterfly ---


def test_for_a_butterfly_the_start_player_shows_a_bug_whose_power_runs_and_keeps_it() -> None:
    # BOR-F8, BOR-R17: on the real Wall, with the Butterfly at its end
    match = table("""
        Wall   Ant
        Floor  Butterfly
        start  Bob
        Ann    Fly
        Bob    Spider, Fly
    """)
    assert asked(match) == "Bob: show"
    assert offered(match, "Bob", "show") == "Spider on dots, Fly on dots"
    play(match, "Bob: show Spider")
    assert asked(match) == "Bob: trade"
    assert hand(match, "Bob") == "Spider, Fly"
    play(match, "Bob: trade Fly")
    assert wall(match) == "Butterfly, Fly"
    play(match, "Ann: trade Fly")
    assert (hand(match, "Ann"), hand(match, "Bob")) == ("Butterfly", "Ant, Spider")
    assert asked(match) == "Ann: pick"


SHOWN_POWERS = {
    "Firefly": "Ann: place", "Ant": "Ann: trade", "Spider": "Ann: trade", "Fly": "Ann, Bob: pass",
    "Beetle": "Ann, Bob: pass", "Ladybug": "Bob: pick", "Mosquito": "Ann: swap", "Larva": "Bob: pick",
}  # fmt: skip


@pytest.mark.parametrize("shown", SHOWN_POWERS)
def test_any_bug_but_a_butterfly_can_be_shown_for_a_butterfly(shown: str) -> None:
    # BOR-F8, BOR-R14, BOR-R17
    match = table(f"""
        Wall   2 Larva
        Floor  Butterfly
        deck   Spider
        Ann    {shown}, Butterfly
        Bob    Fly
    """)
    play(match, f"Ann: show {shown}")
    assert asked(match) == SHOWN_POWERS[shown]
    assert shown in hand(match, "Ann")
    assert wall(match) == "Larva, Larva, Butterfly" + (", Spider" if shown == "Ant" else "")


def test_to_show_a_larva_for_a_butterfly_is_allowed_and_nothing_happens() -> None:
    # BOR-R14: though two Larvae are on the Wall
    match = table("""
        Wall   2 Larva
        Floor  Butterfly
        deck   Spider
        Ann    Larva, Fly
        Bob    Fly
    """)
    play(match, "Ann: show Larva")
    assert (wall(match), hand(match, "Ann")) == ("Larva, Larva, Butterfly", "Larva, Fly")
    assert asked(match) == "Bob: pick"
    assert floor(match).startswith("Spider")


def test_a_butterfly_may_not_be_shown_as_long_as_there_is_another_bug() -> None:
    # BOR-R15
    match = table("""
        Floor  Butterfly
        Ann    2 Butterflies, Larva
        Bob    Fly
    """)
    assert offered(match, "Ann", "show") == "Larva on dots"


def test_a_hand_of_butterflies_only_is_shown_and_nothing_happens() -> None:
    # BOR-R15
    match = table("""
        Wall   Fly
        Floor  Butterfly
        Ann    Butterfly on dots, 2 Butterfly on zigzags
        Bob    Fly
    """)
    assert asked(match) == "Bob: pick"
    assert wall(match) == "Fly, Butterfly"
    assert match.log(1)[2:6] == [
        "Ann shows their whole hand: there is no other choice.",
        "Ann shows a Butterfly on dots.",
        "Ann shows a Butterfly on zigzags.",
        "Ann shows a Butterfly on zigzags.",
    ]
    assert "You show your whole hand: there is no other choice." in match.log(0)


def test_an_ant_that_was_shown_can_bring_a_butterfly_and_be_shown_again() -> None:
    # BOR-R15, BOR-R11
    match = table("""
        Floor  Butterfly
        deck   Butterfly, Ant, Butterfly, Firefly
        Ann    Ant
        Bob    Fly
    """)
    play(match, "Ann: show Ant")
    assert asked(match) == "Ann: show"
    assert wall(match) == "Butterfly, Butterfly"
    play(match, "Ann: show Ant")
    assert wall(match) == "Butterfly, Butterfly, Ant, Butterfly"
    play(match, "Ann: show Ant")
    assert asked(match) == "Ann: place"
    assert hand(match, "Ann") == "Ant"


def test_a_butterfly_that_an_ant_or_larva_brought_asks_the_start_player_too() -> None:
    # BOR-F8, BOR-R11, BOR-R13
    match = table("""
        Wall   Larva
        Floor  Larva
        start  Cem
        deck   Ant, Butterfly
        Ann    Fly
        Bob    Fly
        Cem    Fly
    """)
    assert wall(match) == "Ant, Butterfly"
    assert asked(match) == "Cem: show"


# --- Spider ---


def test_for_a_spider_everyone_adds_at_the_end_of_the_wall_and_takes_from_its_start() -> None:
    # BOR-F8, BOR-R19
    match = table("""
        Wall   Ant, Larva
        Floor  Spider
        Ann    Fly
        Bob    Beetle
        Cem    Mosquito
    """)
    play(match, "Ann: trade Fly")
    assert (wall(match), hand(match, "Ann")) == ("Larva, Spider, Fly", "Ant")
    play(match, "Bob: trade Beetle")
    assert (wall(match), hand(match, "Bob")) == ("Spider, Fly, Beetle", "Larva")
    play(match, "Cem: trade Mosquito")
    assert (wall(match), hand(match, "Cem")) == ("Fly, Beetle, Mosquito", "Spider")


def test_from_an_empty_wall_a_spider_gives_ones_own_bug_back() -> None:
    # BOR-R19, BOR-R23: hatching has emptied the Wall
    match = table("""
        Floor  Spider
        Ann    2 Larva
        Bob    Fly
    """)
    play(match, "Ann: hatch")
    play(match, "Ann: take 1 Spider")
    assert wall(match) == ""
    assert asked(match) == "Ann: trade"
    play(match, "Ann: trade Spider")
    assert (wall(match), hand(match, "Ann")) == ("", "Spider")
    assert asked(match) == "Bob: trade"


# --- Fly and Beetle ---


@pytest.mark.parametrize(("left", "expected"), [
    ("Fly", {"Ann": "Beetle", "Bob": "Mosquito", "Cem": "Ant"}),
    ("Beetle", {"Ann": "Mosquito", "Bob": "Ant", "Cem": "Beetle"}),
])  # fmt: skip
def test_for_a_fly_all_pass_to_the_right_and_for_a_beetle_to_the_left(left: str, expected: dict[str, str]) -> None:
    # BOR-F8, BOR-R25: left is the next seat
    match = table(f"""
        Floor  {left}
        Ann    Ant
        Bob    Beetle
        Cem    Mosquito
    """)
    assert asked(match) == "Ann, Bob, Cem: pass"
    play(match, "Bob: pass Beetle", "Ann: pass Ant", "Cem: pass Mosquito")
    assert {name: hand(match, name) for name in expected} == expected


@pytest.mark.parametrize("left", ["Fly", "Beetle"])
def test_two_players_pass_to_each_other(left: str) -> None:
    # BOR-R25
    match = table(f"""
        Floor  {left}
        Ann    Ant, Larva
        Bob    Beetle
    """)
    play(match, "Ann: pass Ant", "Bob: pass Beetle")
    assert (hand(match, "Ann"), hand(match, "Bob")) == ("Larva, Beetle", "Ant")


def test_what_is_passed_to_you_cannot_be_passed_on() -> None:
    # BOR-R24: everyone chooses before anyone receives
    match = table("""
        Floor  Fly
        Ann    Ant
        Bob    Beetle, Larva
        Cem    Mosquito
    """)
    play(match, "Ann: pass Ant", "Cem: pass Mosquito")
    assert asked(match) == "Bob: pass"
    assert offered(match, "Bob", "pass") == "Larva on dots, Beetle on dots"
    assert [hand(match, name) for name in PLAYERS[:3]] == ["Ant", "Larva, Beetle", "Mosquito"]
    play(match, "Bob: pass Larva")
    assert [hand(match, name) for name in PLAYERS[:3]] == ["Larva", "Beetle, Mosquito", "Ant"]


# --- Ladybug ---


def test_for_a_ladybug_everyone_draws_in_turn_order() -> None:
    # BOR-F8, BOR-R18: nobody is asked
    match = table("""
        Floor  Ladybug
        start  Bob
        deck   Ant, Beetle, Mosquito, Spider
        Ann    Fly
        Bob    Fly
        Cem    Fly
    """)
    assert [hand(match, name) for name in PLAYERS[:3]] == ["Fly, Mosquito", "Ant, Fly", "Fly, Beetle"]
    assert asked(match) == "Cem: pick"
    assert floor(match).startswith("Spider")


def test_with_an_empty_deck_a_ladybug_gives_nobody_a_moment_to_hatch() -> None:
    # BOR-R56: the round ends at once and, with nothing to pick, so does the game
    match = table("""
        Wall   Ant
        Floor  Ladybug
        deck   only
        End    reached
        Ann    Larva on dots, Larva on rings
        Bob    Fly
    """)
    assert match.over
    assert hand(match, "Ann") == "Larva, Larva"


# --- Mosquito ---


def test_for_a_mosquito_everyone_swaps_a_bug_into_the_place_of_one_on_the_wall() -> None:
    # BOR-F8, BOR-R20, BOR-R51: first the bug from the hand, then the one on the Wall
    match = table("""
        Wall   Ant, Fly, Larva
        Floor  Mosquito
        Ann    Beetle, Spider
        Bob    Ladybug
        Cem    Fly
    """)
    play(match, "Ann: swap Beetle")
    assert asked(match) == "Ann: slot"
    assert offered(match, "Ann", "for") == "1 Ant on dots, 2 Fly on dots, 3 Larva on dots, 4 Mosquito"
    play(match, "Ann: for 2")
    assert (wall(match), hand(match, "Ann")) == ("Ant, Beetle, Larva, Mosquito", "Spider, Fly")
    play(match, "Bob: swap Ladybug", "Bob: for 2")  # the one that Ann has just put there
    assert (wall(match), hand(match, "Bob")) == ("Ant, Ladybug, Larva, Mosquito", "Beetle")
    play(match, "Cem: swap Fly", "Cem: for 4")  # the new Mosquito
    assert (wall(match), hand(match, "Cem")) == ("Ant, Ladybug, Larva, Fly", "Mosquito")
    assert gone(match) == ""


def test_swapped_bugs_must_differ_as_long_as_any_two_do() -> None:
    # BOR-R21: Mosquitos cannot be swapped for Mosquitos, nor the Ant for an Ant
    match = table("""
        Wall   Mosquito
        Floor  Mosquito
        Ann    Ant on dots, Mosquito
        Bob    Ant on rings, Mosquito
    """)
    assert offered(match, "Ann", "swap") == "Ant on dots"
    play(match, "Ann: swap Ant", "Ann: for 1")
    assert wall(match) == "Ant, Mosquito"
    assert offered(match, "Bob", "swap") == "Ant on rings, Mosquito"
    play(match, "Bob: swap Ant")
    assert offered(match, "Bob", "for") == "2 Mosquito"
    play(match, "Bob: for 2")
    assert "shows" not in " ".join(match.log(0))


def test_a_mosquito_with_nothing_else_to_swap_shows_the_hand() -> None:
    # BOR-R21, BOR-R22: a single bug on the Wall, of the only kind in Bob's hand; its rug may differ
    match = table("""
        Floor  Mosquito
        Ann    Fly on rings
        Bob    Fly on dots, Fly on waves
    """)
    play(match, "Ann: swap Fly", "Ann: for 1 Mosquito")
    assert wall(match) == "Fly"
    assert offered(match, "Bob", "swap") == "Fly on dots, Fly on waves"
    play(match, "Bob: swap Fly on waves")
    assert "shows" not in " ".join(match.log(0))
    assert offered(match, "Bob", "for") == "1 Fly on rings"
    play(match, "Bob: for 1")
    assert match.view(0).wall == ("Fly on waves",)
    assert match.view(1).hands[1] == ("Fly on dots", "Fly on rings")
    shown = [
        "Bob shows their whole hand: there is no other choice.",
        "Bob shows a Fly on dots.",
        "Bob shows a Fly on waves.",
    ]
    log = match.log(0)
    assert log[log.index(shown[0]) :][:4] == [*shown, "Bob swaps a Fly on waves for a Fly on rings on the Wall."]


def test_on_an_empty_wall_a_mosquito_does_nothing_and_nothing_can_be_hatched_for() -> None:
    # BOR-R23
    match = table("""
        Floor  Mosquito
        Ann    2 Larva
        Bob    2 Larva, Ant
    """)
    play(match, "Ann: hatch", "Ann: take 1 Mosquito")
    assert wall(match) == ""
    assert asked(match) == "Bob: pick"  # the next round, as nobody can swap
    assert offered(match, "Bob", "hatch") == ""

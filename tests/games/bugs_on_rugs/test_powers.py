"""Bugs on Rugs, clause by clause: the nine powers of the Wall, and hatching two Larva."""

import pytest

import bugbox
from bugbox.core.rng import Rng
from tests.games.bugs_on_rugs.draw import (
    PLAYERS,
    asked,
    deck,
    floor,
    gone,
    hand,
    new,
    offered,
    play,
    round_of,
    table,
    wall,
)
from tests.kit.tables import pick

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
    # BOR-R12: whether an Ant brought it or other Larva did
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
    # BOR-R14: though two Larva lie on the Wall
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
    # BOR-R19, BOR-R23: the Wall became empty by hatching
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
    # BOR-R24: all choose before anybody gets anything
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
    # BOR-R56: the round ends at once, and with nothing to pick the game does too
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
    # BOR-F8, BOR-R20, BOR-R51: first the bug of the hand, then the one on the Wall
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
    play(match, "Bob: swap Ladybug", "Bob: for 2")  # what Ann has just put there
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
    # BOR-R21, BOR-R22: a single bug on the Wall, of the only kind in Bob's hand; the rug may be another
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


# --- Empty hands ---


@pytest.mark.parametrize("left", ["Firefly", "Spider", "Mosquito", "Fly", "Beetle"])
def test_who_has_no_bug_in_hand_is_passed_over_by_a_power_that_wants_one(left: str) -> None:
    # BOR-R16
    match = table(f"""
        Wall   Ant
        Floor  {left}
        Ann
        Bob    Spider
    """)
    stage = {"Firefly": "place", "Spider": "trade", "Mosquito": "swap"}.get(left, "pass")
    assert asked(match) == f"Bob: {stage}"
    play(match, f"Bob: {stage} Spider", *(["Bob: for 1"] if left == "Mosquito" else []))
    assert round_of(match) == 2
    assert hand(match, "Ann") == ("Spider" if stage == "pass" else "")


@pytest.mark.parametrize("left", ["Firefly", "Spider", "Mosquito", "Fly", "Beetle", "Butterfly"])
def test_with_all_hands_empty_the_round_ends(left: str) -> None:
    # BOR-R16
    match = table(f"""
        Wall   Ant
        Floor  {left}
        Ann
        Bob
    """)
    assert asked(match) == "Bob: pick"
    assert wall(match) == f"Ant, {left}"


def test_an_empty_hand_draws_for_a_ladybug_like_any_other() -> None:
    # BOR-R16, BOR-F8: no bug of the hand is wanted
    match = table("""
        Floor  Ladybug
        deck   Ant, Fly
        Ann
        Bob    Spider
    """)
    assert (hand(match, "Ann"), hand(match, "Bob")) == ("Ant", "Spider, Fly")


def test_with_a_full_floor_no_hand_is_empty_when_a_power_runs() -> None:
    # BOR-R16
    for seed in range(24):
        match = new(2 + seed % 4, seed)
        rng = Rng(seed, "test")
        while not match.over:
            seen = match.view(bugbox.OPEN)
            if seen.power and seen.stage in ("show", "place", "trade", "swap", "pass"):
                assert all(seen.players[seat].hand_size for seat in match.to_act)
            seat = match.to_act[0]
            match.play(seat, pick(match.options(seat), rng))


# --- Hatching ---


def test_two_larva_hatch_for_any_bug_of_the_wall_which_closes_up() -> None:
    # BOR-F9, BOR-R29, BOR-R51: the two Larvae go first, for all to see
    match = table("""
        Wall   Ant, Spider, Fly
        Floor  2 Beetles
        Ann    Larva on dots, Larva on rings, Fly
        Bob    Fly
    """)
    assert offered(match, "Ann", "hatch") == "dots and rings"
    play(match, "Ann: hatch")
    assert hand(match, "Ann") == "Fly"
    assert match.view(1).removed == ("Larva on dots", "Larva on rings")
    assert asked(match) == "Ann: take"
    play(match, "Ann: take 2 Spider")
    assert (wall(match), hand(match, "Ann")) == ("Ant, Fly", "Spider, Fly")
    hatched = "Ann hatches a Larva on dots and a Larva on rings, and takes a Spider on dots from the Wall."
    assert match.log(1)[-1] == hatched


def test_a_bug_that_was_hatched_for_runs_no_power_and_the_turn_goes_on() -> None:
    # BOR-R30, BOR-R27
    match = table("""
        Wall   Firefly
        Floor  2 Beetles
        Ann    2 Larva, Fly
        Bob    Fly
    """)
    play(match, "Ann: hatch", "Ann: take 1 Firefly")
    assert asked(match) == "Ann: pick"
    assert (floor(match), wall(match)) == ("Beetle, Beetle", "")
    play(match, "Ann: pick Beetle")
    assert hand(match, "Ann") == "Firefly, Fly, Beetle"


def test_one_may_hatch_as_often_as_one_can_and_take_a_larva_too() -> None:
    # BOR-R28, BOR-R29
    match = table("""
        Wall   Larva, Ant, Fly
        Floor  2 Beetles
        Ann    3 Larva
        Bob    Fly
    """)
    play(match, "Ann: hatch", "Ann: take 1 Larva")
    assert hand(match, "Ann") == "Larva, Larva"
    play(match, "Ann: hatch", "Ann: take 2 Fly")
    assert (hand(match, "Ann"), wall(match)) == ("Fly", "Ant")
    assert gone(match) == "Larva, Larva, Larva, Larva"
    assert offered(match, "Ann", "hatch") == ""


def test_the_hatcher_chooses_which_two_larva_go() -> None:
    # BOR-R28
    match = table("""
        Wall   Ant
        Floor  2 Beetles
        Ann    Larva on dots, Larva on dots, Larva on rings, Larva on waves
        Bob    Fly
    """)
    pairs = offered(match, "Ann", "hatch")
    assert pairs == "dots and dots, dots and waves, dots and rings, waves and rings"
    play(match, "Ann: hatch dots and rings")
    assert match.view(0).removed == ("Larva on dots", "Larva on rings")
    assert match.view(0).hands[0] == ("Larva on dots", "Larva on waves")


def test_one_larva_or_an_empty_wall_is_not_enough_to_hatch() -> None:
    # BOR-F9, BOR-R23
    one = table("""
        Wall   Ant
        Floor  2 Beetles
        Ann    Larva, Mosquito
        Bob    2 Larva
    """)
    empty = table("""
        Floor  2 Beetles
        Ann    2 Larva
        Bob    Fly
    """)
    for match in (one, empty):
        assert offered(match, "Ann", "pick") == "Beetle on dots, Beetle on stripes"
        assert offered(match, "Ann", "hatch") == ""
    assert offered(one, "Bob", "hatch") == ""  # it is not Bob's turn


BEFORE = {
    "Butterfly": "show Fly", "Firefly": "place Fly", "Spider": "trade Fly", "Ladybug": "draw", "Mosquito": "swap Fly",
}  # fmt: skip


@pytest.mark.parametrize("left", BEFORE)
def test_in_ones_own_step_of_a_power_one_may_hatch_before_one_acts(left: str) -> None:
    # BOR-R27
    match = table(f"""
        Wall   Ant
        Floor  {left}
        deck   Beetle, Spider
        Ann    2 Larva, Fly
        Bob    Fly
    """)
    verb = BEFORE[left].split()[0]
    assert asked(match) == f"Ann: {verb}"
    play(match, "Ann: hatch", "Ann: take 1 Ant")
    if left == "Ladybug":  # nothing is left to be asked: the bug is drawn
        assert hand(match, "Ann") == "Ant, Fly, Beetle"
        return
    assert asked(match) == f"Ann: {verb}"
    assert offered(match, "Ann", verb).startswith("Ant on dots, Fly on dots")
    play(match, f"Ann: {BEFORE[left]}")


@pytest.mark.parametrize("left", ["Fly", "Beetle"])
def test_nobody_hatches_while_all_pass(left: str) -> None:
    # BOR-R27
    match = table(f"""
        Wall   Ant
        Floor  {left}
        Ann    2 Larva, Fly
        Bob    3 Larva
    """)
    assert match.options(0) == ("pass Larva on dots", "pass Fly on dots")
    assert {option.split()[0] for option in match.options(1)} == {"pass"}


def test_nobody_hatches_in_the_scoring() -> None:
    # BOR-R27
    match = table("""
        Wall   Ant
        Floor  Larva
        End    reached
        Ann    4 Larva, 2 Mosquitos
        Bob    Fly
    """)
    assert asked(match) == "Ann: group"
    assert match.options(0) == ("group none", "group 1 Larva")
    play(match, "Ann: group none")
    assert match.over


def test_after_the_action_one_may_hatch_as_often_as_one_can() -> None:
    # BOR-R27, BOR-R28
    match = table("""
        Wall   Ant, Beetle, Spider
        Floor  Larva, Beetle, Spider, Fly
        Ann    3 Larva
        Bob    Fly
    """)
    play(match, "Ann: pick Larva", "Ann: hatch", "Ann: take 1 Ant")
    assert asked(match) == "Ann: after", "two Larva are left"
    play(match, "Ann: hatch", "Ann: take 1 Beetle")
    assert asked(match) == "Bob: pick"
    assert hand(match, "Ann") == "Ant, Beetle"


def test_after_picking_a_larva_one_may_hatch_and_after_another_bug_one_is_not_asked() -> None:
    # BOR-R27
    drawing = """
        Wall   Ant
        Floor  Larva, Beetle, Spider, Fly
        Ann    {}
        Bob    Fly
    """
    match = table(drawing.format("Larva"))
    play(match, "Ann: pick Larva")
    assert asked(match) == "Ann: after"
    assert match.options(0) == ("done", "hatch dots and dots")
    play(match, "Ann: hatch", "Ann: take 1 Ant")
    assert asked(match) == "Bob: pick"
    assert hand(match, "Ann") == "Ant"
    match = table(drawing.format("Larva"))
    play(match, "Ann: pick Larva", "Ann: done")
    assert (asked(match), hand(match, "Ann")) == ("Bob: pick", "Larva, Larva")
    match = table(drawing.format("3 Larva"))
    play(match, "Ann: pick Beetle")  # whatever could be hatched now could be hatched before
    assert asked(match) == "Bob: pick"
    match = table(drawing.format("Fly"))
    play(match, "Ann: pick Larva")  # the only one
    assert asked(match) == "Bob: pick"


def test_both_picks_of_the_last_player_are_turns_with_hatching_of_their_own() -> None:
    # BOR-R31, BOR-R27
    match = table("""
        Wall   Ant, Fly
        Floor  Larva on dots, Larva on waves, 3 Beetles
        Ann    Spider
        Bob    Larva on rings
    """)
    play(match, "Ann: pick Beetle", "Bob: pick Larva")
    assert asked(match) == "Bob: after"
    play(match, "Bob: done")
    assert asked(match) == "Bob: pick"
    assert offered(match, "Bob", "hatch") == "dots and rings"
    play(match, "Bob: pick Larva on waves")
    assert asked(match) == "Bob: after"
    play(match, "Bob: hatch dots and waves", "Bob: take 1")
    assert (asked(match), hand(match, "Bob")) == ("Ann: pick", "Larva, Ant")


def test_after_a_spider_one_may_hatch_even_for_the_bug_that_one_has_just_added() -> None:
    # BOR-R27
    match = table("""
        Wall   Larva
        Floor  Spider
        Ann    Larva, Beetle
        Bob    Fly
    """)
    assert offered(match, "Ann", "hatch") == ""
    play(match, "Ann: trade Beetle")
    assert asked(match) == "Ann: after"
    play(match, "Ann: hatch")
    assert offered(match, "Ann", "take") == "1 Spider on dots, 2 Beetle on dots"
    play(match, "Ann: take 2")
    assert (asked(match), hand(match, "Ann"), wall(match)) == ("Bob: trade", "Beetle", "Spider")


def test_after_a_mosquito_one_may_hatch() -> None:
    # BOR-R27
    match = table("""
        Wall   Larva
        Floor  Mosquito
        Ann    Larva, Beetle
        Bob    Fly
    """)
    play(match, "Ann: swap Beetle")
    assert match.options(0) == ("for 1 Larva on dots", "for 2 Mosquito")  # not in the middle of a swap
    play(match, "Ann: for 1")
    assert asked(match) == "Ann: after"
    play(match, "Ann: hatch", "Ann: take 1 Beetle")
    assert (asked(match), hand(match, "Ann")) == ("Bob: swap", "Beetle")


def test_after_a_ladybug_one_may_hatch() -> None:
    # BOR-R27
    match = table("""
        Wall   Ant
        Floor  Ladybug
        deck   Larva, Spider
        Ann    Larva
        Bob    Fly
    """)
    assert asked(match) == "Ann: after"
    play(match, "Ann: hatch", "Ann: take 2 Ladybug")
    assert (hand(match, "Ann"), hand(match, "Bob")) == ("Ladybug", "Spider, Fly")


def test_a_ladybug_asks_whoever_could_hatch_before_the_draw_and_after_it() -> None:
    # BOR-R27
    match = table("""
        Wall   Ant
        Floor  Ladybug
        deck   Beetle, Spider
        Ann    2 Larva
        Bob    Fly
    """)
    assert match.options(0) == ("draw", "hatch dots and dots")
    assert hand(match, "Ann") == "Larva, Larva"
    play(match, "Ann: draw")
    assert (asked(match), hand(match, "Ann")) == ("Ann: after", "Larva, Larva, Beetle")
    play(match, "Ann: done")
    assert hand(match, "Bob") == "Spider, Fly"


@pytest.mark.parametrize(("left", "decision"), [("Firefly", "Ann: place Fly"), ("Butterfly", "Ann: show Firefly")])
def test_after_a_firefly_or_a_butterfly_one_is_not_asked_again(left: str, decision: str) -> None:
    # BOR-R27
    match = table(f"""
        Wall   Ant
        Floor  {left}
        Ann    2 Larva, Fly, Firefly
        Bob    Fly
    """)
    play(match, decision)
    assert asked(match) == ("Bob: place" if left == "Firefly" else "Ann: place")


def test_nobody_hatches_in_the_turn_of_another() -> None:
    # BOR-R27
    match = table("""
        Wall   Ant
        Floor  Spider
        Ann    Fly
        Bob    2 Larva
    """)
    assert asked(match) == "Ann: trade"
    assert match.options(1) == ()
    play(match, "Ann: trade Fly")
    assert offered(match, "Bob", "hatch") == "dots and dots"


def test_after_hatching_a_butterfly_hand_may_have_nothing_left_to_show() -> None:
    # BOR-R15, BOR-R27
    match = table("""
        Wall   Butterfly on dots
        Floor  Butterfly
        Ann    2 Larva
        Bob    Fly
    """)
    play(match, "Ann: hatch", "Ann: take 1 Butterfly")
    assert asked(match) == "Bob: pick"
    assert "Ann shows their whole hand: there is no other choice." in match.log(1)

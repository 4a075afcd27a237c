"""Bugs on Rugs, clause by clause: hatching two Larvae."""

import pytest

from tests.games.bugs_on_rugs.draw import asked, floor, gone, hand, offered, play, table, wall


def test_two_larva_hatch_for_any_bug_of_the_wall_which_closes_up() -> None:
    # BOR-F9, BOR-R29, BOR-R51: the two Larvae are discarded first, openly
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
    if left == "Ladybug":  # no decision is left, so the bug is drawn
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
    play(match, "Ann: pick Beetle")  # any hatching possible now was possible before
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

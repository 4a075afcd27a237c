"""Bugs on Rugs, clause by clause: rounds, the End card, an empty deck, and whole matches."""

import pytest

import bugbox
from bugbox.core.rng import Rng
from bugbox.games.bugs_on_rugs import measures
from bugbox.games.bugs_on_rugs.rules import state
from bugbox.games.bugs_on_rugs.rules.box import NAMES
from bugbox.games.bugs_on_rugs.show.view import STAGES
from tests.games.bugs_on_rugs.draw import (
    PLAYERS,
    asked,
    at_random,
    deck,
    floor,
    hand,
    is_last,
    new,
    offered,
    play,
    position_of,
    round_of,
    start_of,
    table,
    wall,
)
from tests.kit.tables import pick

# --- A round ---


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_all_pick_clockwise_from_the_start_player_and_then_back_again(seats: int) -> None:
    # BOR-F4, BOR-R31
    match = new(seats, seed=4)
    start = PLAYERS.index(start_of(match))
    clockwise = [(start + i) % seats for i in range(seats)]
    for number, seat in enumerate([*clockwise, *reversed(clockwise)]):
        assert match.to_act == (seat,)
        assert len(match.view(seat).floor) == 2 * seats + 1 - number
        chosen = next(option for option in match.options(seat) if "Larva" not in option)
        match.play(seat, chosen)
        assert chosen.removeprefix("pick ") in match.view(seat).hands[seat]
    assert match.view(0).round == 2 or match.view(0).stage != "pick"


def test_the_bug_that_is_left_goes_to_the_right_end_of_the_wall_and_its_power_runs() -> None:
    # BOR-F4, BOR-F8
    match = table("""
        Wall   Ant, Fly
        Floor  Beetle, Spider
        Ann    Larva
        Bob    Mosquito
    """)
    assert offered(match, "Ann", "pick") == "Spider on dots, Beetle on dots"
    play(match, "Ann: pick Beetle")
    assert wall(match) == "Ant, Fly, Spider"
    assert floor(match) == ""
    assert hand(match, "Ann") == "Larva, Beetle"
    assert asked(match) == "Ann: trade"


def test_the_marker_goes_one_seat_on_and_the_next_floor_is_laid_out() -> None:
    # BOR-F4, BOR-R47
    match = table("""
        Floor  Larva
        start  Bob
        deck   Ant, Spider, Fly, Beetle, Butterfly, Firefly, Larva, Ladybug
        Ann    Ant
        Bob    Ant
        Cem    Ant
    """)
    assert start_of(match) == "Cem"
    assert asked(match) == "Cem: pick"
    assert floor(match) == "Ant, Spider, Fly, Beetle, Butterfly, Firefly, Larva"
    assert deck(match, 1) == "Ladybug"
    assert wall(match) == "Larva"
    assert round_of(match) == 2


@pytest.mark.parametrize(("start", "order"), [("Ann", "Ann Bob Cem"), ("Bob", "Bob Cem Ann"), ("Cem", "Cem Ann Bob")])
def test_in_turn_order_means_clockwise_from_the_start_player_of_this_round(start: str, order: str) -> None:
    # BOR-R18
    match = table(f"""
        Wall   Ant
        Floor  Firefly
        start  {start}
        Ann    Fly
        Bob    Fly
        Cem    Fly
    """)
    for name in order.split():
        assert asked(match) == f"{name}: place"
        play(match, f"{name}: place Fly")
    assert start_of(match) == order.split()[1]


def test_bugs_of_the_same_kind_on_the_same_rug_are_one_option() -> None:
    # BOR-R52
    match = table("""
        Wall   Ant on dots, Ant on dots
        Floor  Fly on dots, Fly on dots, Fly on rings
        Ann    Larva on dots, Larva on dots, Larva on stripes
        Bob    2 Mosquitos
    """)
    assert match.options(0) == (
        "pick Fly on dots", "pick Fly on rings", "hatch dots and dots", "hatch dots and stripes",
    )  # fmt: skip
    play(match, "Ann: pick Fly on dots")
    assert floor(match) == "Fly, Fly"
    assert hand(match, "Ann") == "Larva, Larva, Larva, Fly"
    play(match, "Bob: pick Fly on rings")  # a short Floor: the other Fly is left
    assert match.options(1) == ("pass Fly on rings", "pass Mosquito")


def test_on_the_wall_the_place_of_a_bug_counts() -> None:
    # BOR-R52
    match = table("""
        Wall   Ant on dots, Fly, Ant on dots
        Floor  2 Flies
        Ann    2 Larva
        Bob    Fly
    """)
    play(match, "Ann: hatch")
    assert offered(match, "Ann", "take") == "1 Ant on dots, 2 Fly on dots, 3 Ant on dots"
    play(match, "Ann: take 3")
    assert wall(match) == "Ant, Fly"


# --- The End card ---


@pytest.mark.parametrize("above", range(5))
def test_the_end_card_among_the_bugs_for_the_floor_makes_this_round_the_last(above: int) -> None:
    # BOR-F5, BOR-R3: it does not count as a bug, and the Floor is filled up
    match = table(f"""
        Floor  Larva
        deck   Ant, Spider, Fly, Beetle, Butterfly, Ladybug
        End    {above}
        Ann    Ant
        Bob    Ant
    """)
    assert floor(match) == "Ant, Spider, Fly, Beetle, Butterfly"
    assert deck(match, 1) == "Ladybug"
    assert is_last(match)
    assert match.view(0).bugs_to_end is None


def test_the_end_card_right_below_a_full_floor_is_not_reached_yet() -> None:
    # BOR-R3
    match = table("""
        Floor  Larva
        deck   Ant, Spider, Fly, Beetle, Butterfly, Ladybug
        End    5
        Ann    Ant
        Bob    Ant
    """)
    assert floor(match) == "Ant, Spider, Fly, Beetle, Butterfly"
    assert not is_last(match)
    assert match.view(0).bugs_to_end == 0


@pytest.mark.parametrize(("above", "last"), [(0, True), (2, True), (3, False)])
def test_bugs_that_lay_on_the_floor_before_do_not_matter_for_the_end_card(above: int, last: bool) -> None:
    # BOR-R9, BOR-R8
    match = table(f"""
        Wall   Ant
        Floor  Firefly
        deck   Spider, Fly, Beetle, Butterfly
        End    {above}
        Ann    2 Ants
        Bob    2 Ants
    """)
    play(match, "Ann: place Ant", "Bob: place Ant")
    assert floor(match) == "Ant, Ant, Spider, Fly, Beetle"
    assert is_last(match) == last


def test_the_end_card_drawn_by_an_ant_makes_the_next_round_the_last_and_the_ant_draws_again() -> None:
    # BOR-R4, BOR-F5, BOR-F8
    match = table("""
        Floor  Ant
        deck   Larva, Spider
        End    0
        Ann    Fly
        Bob    Fly
    """)
    assert wall(match) == "Ant, Larva"
    assert (round_of(match), is_last(match)) == (2, True)
    assert floor(match).startswith("Spider")


def test_the_end_card_drawn_for_larva_makes_the_next_round_the_last() -> None:
    # BOR-R4
    match = table("""
        Wall   Larva
        Floor  Larva
        deck   Spider
        End    0
        Ann    Fly
        Bob    Fly
    """)
    assert wall(match) == "Spider"
    assert asked(match) == "Ann: trade"
    assert not is_last(match)
    play(match, "Ann: trade Fly", "Bob: trade Fly")
    assert (round_of(match), is_last(match)) == (2, True)


@pytest.mark.parametrize("above", [0, 1])
def test_whoever_draws_the_end_card_for_a_ladybug_tells_all_and_draws_again(above: int) -> None:
    # BOR-R4, BOR-R5
    match = table(f"""
        Floor  Ladybug
        deck   Spider, Beetle, Ant
        End    {above}
        Ann    Fly
        Bob    Fly
    """)
    assert (hand(match, "Ann"), hand(match, "Bob")) == ("Spider, Fly", "Fly, Beetle")
    assert is_last(match)
    log = [line for line in match.log(bugbox.WATCHER) if line.startswith(("Ann draws", "Bob draws", "The End card"))]
    expected = ["Ann draws a bug.", "Bob draws a bug."]
    expected.insert(above, "The End card is out: round 2 is the last.")
    assert log == expected


def test_the_end_card_is_told_once_and_the_round_after_it_is_the_last() -> None:
    # BOR-F5, BOR-R4, BOR-R6
    for seed in range(20):
        match = new(4, seed)
        at_random(match, seed, "group")
        log = match.log(bugbox.WATCHER)
        told = [i for i, line in enumerate(log) if line.startswith("The End card")]
        last = [i for i, line in enumerate(log) if line.endswith("This is the last round.")]
        assert (len(told), len(last)) == (1, 1)
        assert told[0] < last[0]
        assert log[told[0]] == f"The End card is out: {log[last[0]].partition(':')[0].lower()} is the last."
        assert not any(line.startswith("Round") for line in log[told[0] : last[0]] + log[last[0] + 1 :])


# --- The deck runs out ---


def test_a_short_floor_is_picked_from_in_order_until_one_bug_is_left() -> None:
    # BOR-R10: players who cannot pick have no turn, so they cannot hatch either
    match = table("""
        Wall   Ant
        Floor  Firefly
        deck   only Spider, Beetle
        End    0
        Ann    Fly, Larva
        Bob    Ant, Larva
        Cem    Mosquito, 2 Larva
    """)
    play(match, "Ann: place Fly", "Bob: place Ant", "Cem: place Mosquito")
    assert floor(match) == "Fly, Ant, Mosquito, Spider, Beetle"
    assert start_of(match) == "Bob"
    play(match, "Bob: pick Fly", "Cem: pick Ant", "Ann: pick Beetle", "Ann: pick Mosquito")
    assert wall(match) == "Ant, Firefly, Spider"
    assert asked(match) == "Bob: trade"


def test_a_single_bug_on_the_floor_goes_to_the_wall_at_once() -> None:
    # BOR-R10
    match = table("""
        Floor  Larva
        deck   only Spider
        End    0
        Ann    Fly
        Bob    Ant
    """)
    assert wall(match) == "Larva, Spider"
    assert asked(match) == "Bob: trade"


def test_without_any_bug_on_the_floor_no_power_runs() -> None:
    # BOR-R10
    match = table("""
        Wall   Ant
        Floor  Larva
        deck   only
        Ann    Fly, 2 Mosquitos
        Bob    Ant
    """)
    assert (wall(match), floor(match)) == ("Ant, Larva", "")
    assert is_last(match)
    assert asked(match) == "Ann: group"


@pytest.mark.parametrize("left", ["Ant", "Larva"])
def test_an_ant_or_larva_that_finds_no_bug_in_the_deck_ends_the_round(left: str) -> None:
    # BOR-R10
    match = table(f"""
        Wall   Larva, Fly
        Floor  {left}
        deck   only
        End    reached
        Ann    Fly, 2 Mosquitos
        Bob    Ant
    """)
    assert wall(match) == {"Ant": "Larva, Fly, Ant", "Larva": "Fly"}[left]
    assert asked(match) == "Ann: group"


def test_a_ladybug_gives_nothing_to_those_for_whom_the_deck_has_no_bug() -> None:
    # BOR-R10: nor a chance to hatch
    match = table("""
        Wall   Ant
        Floor  Ladybug
        deck   only Beetle, Spider
        End    reached
        Ann    Fly
        Bob    2 Flies, 2 Mosquitos
        Cem    2 Larva
    """)
    assert [hand(match, name) for name in PLAYERS[:3]] == [
        "Fly, Beetle", "Spider, Fly, Fly, Mosquito, Mosquito", "Larva, Larva",
    ]  # fmt: skip
    assert asked(match) == "Bob: group"


def test_nothing_that_left_the_game_is_shuffled_in_again() -> None:
    # BOR-R10
    match = table("""
        Floor  Larva
        deck   only
        gone   3 Spiders
        Ann    Fly
        Bob    Ant
    """)
    assert match.over
    assert match.view(0).deck == 0


# --- Whole matches ---


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_whole_matches_meet_every_stage_and_every_power(seats: int) -> None:
    # BOR-F4, BOR-F8
    stages: set[str] = set()
    powers: set[str] = set()
    for seed in range(12):
        match = new(seats, seed)
        rng = Rng(seed, "test")
        while not match.over:
            seen = match.view(bugbox.OPEN)
            stages.add(seen.stage)
            powers.add(seen.power)
            seat = match.to_act[0]
            match.play(seat, pick(match.options(seat), rng))
        for line in match.log(bugbox.OPEN):
            powers.update(name for name in NAMES if line.startswith(f"{name}: "))
    assert stages >= set(STAGES.values()) - {"over", "draw", "break"}  # these two are rare
    assert powers == {"", *NAMES}


def test_the_laboratory_counts_rounds_wall_and_hands() -> None:
    # BOR-F4
    match = table("""
        Wall   Ant, Fly
        Floor  Larva
        Ann    3 Flies
        Bob    Ant
    """)
    assert measures(position_of(match)) == {"rounds": 2, "wall": 3, "largest_hand": 3}


def test_no_match_comes_near_the_limits_of_hand_options_and_memory() -> None:
    # BOR-F1: the sizes that the tables in the rules assume
    for seed in range(16):
        match = new(2 + seed % 4, seed)
        at_random(match, seed, "over")
        position = position_of(match)
        assert max(hand.size for hand in position.hands) < state.MOST_HAND // 2
        assert position.memory.size < len(position.memory.log) // 2

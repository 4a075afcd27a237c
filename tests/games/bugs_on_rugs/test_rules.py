"""Bugs on Rugs, clause by clause: box, set-up, rounds, the End card. The numbers are those of its RULES.md.

Powers and hatching, scoring, and who knows what are in the files beside this one.
"""

from collections import Counter

import pytest
from librt.vecs import vec
from mypy_extensions import i64

import bugbox
from bugbox.core.rng import Rng
from bugbox.games.bugs_on_rugs import GAME, layout, measures
from bugbox.games.bugs_on_rugs.parts import NAMES, RUGS
from bugbox.games.bugs_on_rugs.parts import deck as box_of
from bugbox.games.bugs_on_rugs.view import STAGES
from bugbox.games.bugs_on_rugs.words import card_text
from tests.games.bugs_on_rugs.draw import (
    PLAYERS,
    asked,
    at_random,
    bugs,
    census,
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

# --- What is in the box ---


def test_the_box_holds_ninety_bugs_of_nine_kinds() -> None:
    # BOR-F1
    kinds = Counter(card_text(card).partition(" ")[0] for card in box_of(7))
    assert kinds == {
        "Ant": 10, "Beetle": 10, "Butterfly": 10, "Firefly": 10, "Fly": 12, "Ladybug": 10, "Larva": 10,
        "Mosquito": 10, "Spider": 8,
    }  # fmt: skip
    assert kinds.total() == 90


@pytest.mark.parametrize("rugs", [5, 6, 7, 8])
def test_the_rugs_are_dealt_in_turn_to_all_bugs_but_mosquitos(rugs: int) -> None:
    # BOR-M1, BOR-M2, BOR-F10: in the order of BOR-F1
    kinds = ("Ant", 10), ("Beetle", 10), ("Butterfly", 10), ("Firefly", 10), ("Fly", 12), ("Ladybug", 10), ("Larva", 10)
    lying = [bug for bug, count in (*kinds, ("Spider", 8)) for _ in range(count)]
    expected = [f"{bug} on {RUGS[number % rugs]}" for number, bug in enumerate(lying)] + ["Mosquito"] * 10
    assert Counter(map(card_text, box_of(rugs))) == Counter(expected)
    assert Counter(census(position_of(new(rugs=rugs)))) == Counter(box_of(rugs))


def test_seven_rugs_are_the_default_and_every_bug_is_found_on_each() -> None:
    # BOR-M1, BOR-M2
    cards = [card_text(card).split(" on ") for card in census(position_of(new()))]
    lying = Counter(card[1] for card in cards if len(card) == 2)
    assert len(lying) == 7
    assert set(lying.values()) == {11, 12}
    assert len({tuple(card) for card in cards if len(card) == 2}) == 8 * 7


def test_rugs_have_names_of_their_own() -> None:
    # BOR-M3
    assert RUGS == ("dots", "stripes", "checks", "waves", "rings", "diamonds", "zigzags", "stars")


@pytest.mark.parametrize("rugs", [4, 9])
def test_another_number_of_rugs_is_refused(rugs: int) -> None:
    # BOR-M1
    with pytest.raises(bugbox.WrongSetting, match=f"rugs must be a whole number from 5 to 8, not '{rugs}'"):
        new(rugs=rugs)


def test_two_to_five_play_for_twenty_minutes() -> None:
    # BOR-F2
    assert list(GAME.seats) == [2, 3, 4, 5]
    assert GAME.minutes == 20


def test_what_we_assumed_or_decided_ourselves_is_marked_in_the_rules() -> None:
    # BOR-M6, BOR-M7: facts about the sources, which no match can show; BOR-M1 to BOR-M5 and all rulings too
    clauses = [clause.partition("**")[::2] for clause in GAME.rules().split("\n- **")[1:]]
    marks = {name: [mark for mark in ("house", "assumed") if f"*({mark})*" in text] for name, text in clauses}
    marked = {name: found[0] for name, found in marks.items() if found}
    plain = {f"BOR-R{number}" for number in (3, 4, 12, 13, 19, 24, 31, 32, 33, 34, 40)}  # what the rulebook itself says
    house = [name for name, _ in clauses if name.startswith("BOR-R") and name not in plain]
    house += ["BOR-M1", "BOR-M2", "BOR-M3", "BOR-M5"]
    assert marked == dict.fromkeys(house, "house") | dict.fromkeys(("BOR-M4", "BOR-M6", "BOR-M7"), "assumed")


# --- Set-up ---


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_everybody_gets_one_bug_that_the_others_do_not_see_and_one_begins_the_wall(seats: int) -> None:
    # BOR-F3, BOR-R46
    match = new(seats)
    for seat in range(seats):
        seen = match.view(seat)
        assert set(seen.hands) == {seat}
        assert len(seen.hands[seat]) == 1
        assert [player.hand_size for player in seen.players] == [1] * seats
        assert len(seen.wall) == 1
        assert len(seen.floor) == 2 * seats + 1
    assert match.view(bugbox.WATCHER).hands == {}


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_cards_are_dealt_from_the_top_of_a_shuffled_deck_seat_by_seat_then_wall_then_floor(seats: int) -> None:
    # BOR-R48, BOR-F3
    rng = Rng(1, "game")
    cards = vec[i64](box_of(7))
    rng.shuffle(cards, 0, 90)
    pile = [card_text(cards[i]) for i in reversed(range(90))]
    seen = new(seats).view(bugbox.OPEN)
    assert [seen.hands[seat] for seat in range(seats)] == [(card,) for card in pile[:seats]]
    assert seen.wall == (pile[seats],)
    assert list(seen.floor) == pile[seats + 1 : 3 * seats + 2]
    assert [deck(new(seats), 5)] == [bugs(pile[3 * seats + 2 :][:5])]


ABOVE_THE_END = {2: 90 // 3, 3: 90 // 2, 4: 90 - 90 // 3, 5: 90 - 22}  # piles of 23, 23, 22 and 22 with five players


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_end_card_lies_at_the_depth_for_the_number_of_players(seats: int) -> None:
    # BOR-F2, BOR-R1, BOR-M7, BOR-R46: how deep it lies is open to all
    match = new(seats)
    for viewer in (0, bugbox.WATCHER):
        seen = match.view(viewer)
        assert 90 - seen.deck + seen.bugs_to_end == ABOVE_THE_END[seats]
    position = position_of(match)
    for _ in range(match.view(0).bugs_to_end):
        position.draw()
    assert (match.view(0).bugs_to_end, position.end_seen) == (0, False)
    position.draw()
    assert (match.view(0).bugs_to_end, position.end_seen) == (None, True)


def test_the_first_bug_of_the_wall_does_nothing() -> None:
    # BOR-R2, BOR-R47: the first decision is a pick, and so it is in every round
    firsts = set()
    for seed in range(60):
        match = new(seed=seed)
        firsts.add(wall(match))
        assert match.view(bugbox.OPEN).stage == "pick"
        assert match.log(0) == [f"Round 1: {'You start' if start_of(match) == 'Ann' else start_of(match) + ' starts'}."]
    assert firsts == set(NAMES)


def test_the_first_start_player_is_random_or_is_the_first_seat() -> None:
    # BOR-M5, BOR-R50
    lots = Counter(start_of(new(4, seed)) for seed in range(200))
    assert set(lots) == set(PLAYERS[:4])
    assert min(lots.values()) > 25
    assert {start_of(new(4, seed, start="first")) for seed in range(30)} == {"Ann"}
    with pytest.raises(bugbox.WrongSetting, match="start must be random or first, not 'last'"):
        new(start="last")


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
    # BOR-R10: who cannot pick has no turn, and could not hatch either
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
    # BOR-R10: nor a moment to hatch in
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
    # BOR-F1: what the tables of the rules were made for
    for seed in range(16):
        match = new(2 + seed % 4, seed)
        at_random(match, seed, "over")
        position = position_of(match)
        assert max(hand.size for hand in position.hands) < layout.MOST_HAND // 2
        assert position.memory.size < len(position.memory.log) // 2


# --- The drawings that these tests stand on ---


@pytest.mark.parametrize(("line", "why"), [
    ("Wall   Aunt", "'Aunt' is no bug"),
    ("Wall   Ant on ice", "'Ant on ice' is no bug"),
    ("Wall   3 Ant on dots", "The box has no such Ant any more"),
    ("Wall   11 Ants", "The box has no such Ant any more"),
    ("Roof   Ant", "There is no place Roof on the table"),
])  # fmt: skip
def test_a_crooked_drawing_is_refused(line: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        table(f"{line}\nAnn\nBob")


def test_a_drawn_table_has_all_cards_of_the_box() -> None:
    match = table("""
        Wall   Ant on dots, Ant
        Floor  2 Flies
        deck   Beetle
        Ann    Larva on stars
        Bob    2 Mosquitos
    """, rugs=8)  # fmt: skip
    assert sorted(census(position_of(match))) == box_of(8)
    assert match.view(0).wall == ("Ant on dots", "Ant on dots")
    assert match.view(0).hands[0] == ("Larva on stars",)

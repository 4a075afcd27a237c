"""Bugs on Rugs, clause by clause: the box, the set-up, and the drawings used in these tests."""

from collections import Counter

import pytest
from librt.vecs import vec
from mypy_extensions import i64

import bugbox
from bugbox.core.rng import Rng
from bugbox.games.bugs_on_rugs import GAME
from bugbox.games.bugs_on_rugs.rules.box import NAMES, RUGS
from bugbox.games.bugs_on_rugs.rules.box import deck as box_of
from bugbox.games.bugs_on_rugs.show.words import card_text
from tests.games.bugs_on_rugs.draw import PLAYERS, bugs, census, deck, new, position_of, start_of, table, wall

# --- Components ---


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
    # BOR-M6, BOR-M7: facts about the sources, which no match can test; also BOR-M1 to BOR-M5 and all rulings
    clauses = [clause.partition("**")[::2] for clause in GAME.rules().split("\n- **")[1:]]
    marks = {name: [mark for mark in ("house", "assumed") if f"*({mark})*" in text] for name, text in clauses}
    marked = {name: found[0] for name, found in marks.items() if found}
    plain = {f"BOR-R{number}" for number in (3, 4, 12, 13, 19, 24, 31, 32, 33, 34, 40)}  # stated in the rulebook itself
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
    # BOR-F2, BOR-R1, BOR-M7, BOR-R46: its depth is public
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
    # BOR-R2, BOR-R47: the first decision is a pick, as in every round
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


# --- The drawings used in these tests ---


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

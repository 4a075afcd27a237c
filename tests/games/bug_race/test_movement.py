"""Bug Race, clause by clause: how legs and body move, also against a model of its own."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations, product

import pytest

from bugbox.core.rng import Rng
from bugbox.games.bug_race import measures
from bugbox.games.bug_race.rules.turn import BugRace
from bugbox.games.bug_race.show import words
from tests.games.bug_race.draw import card, drawn, place, race, read, tidy
from tests.games.bug_race.playing import play_cards, race_of, random_turn, run, table

# --- Legs and body ---


def test_every_shown_leg_steps_one_slot_and_the_others_stay() -> None:
    # RC-F4, RC-R4
    before = """
        left   . 3 2 1 . . . | . . .
        body   . . (===> . . | . . .
        right  . 3 2 1 . . . | . . .
    """
    assert run(before, "L1R1") == tidy("""
        left   . 3 2 . 1 . . | . . .
        body   . . (===> . . | . . .
        right  . 3 2 . 1 . . | . . .
    """)


def test_a_leg_does_not_jump_over_the_leg_in_front_of_it() -> None:
    # RC-F4, RC-M9, RC-R5, RC-R10
    before = """
        left   . 3 2 1 . . . | . . .
        body   . . (===> . . | . . .
        right  . 3 2 . 1 . . | . . .
    """
    assert run(before, "L2L3R3") == tidy(before)


def test_a_blocked_leg_gets_nothing_instead_and_the_others_step() -> None:
    # RC-R5, RC-M9: all but one leg can be moved
    before = """
        left   . 3 2 1 . . . | . . .
        body   . . (===> . . | . . .
        right  . 3 . 2 1 . . | . . .
    """
    assert run(before, "L1R2R3") == tidy("""
        left   . 3 2 . 1 . . | . . .
        body   . . (===> . . | . . .
        right  . . 3 2 1 . . | . . .
    """)


def test_left_and_right_legs_do_not_block_each_other() -> None:
    # RC-R10, RC-R11
    before = """
        left   . 3 2 1 . . . | . . .
        body   . . (===> . . | . . .
        right  . . 3 2 1 . . | . . .
    """
    assert run(before, "L1") == tidy("""
        left   . 3 2 . 1 . . | . . .
        body   . . (===> . . | . . .
        right  . . 3 2 1 . . | . . .
    """)


def test_a_leg_goes_no_further_than_one_slot_before_the_body() -> None:
    # RC-F3, RC-M4, RC-R6
    before = """
        left   . 3 2 . 1 . . | . . .
        body   . . (===> . . | . . .
        right  . 3 2 1 . . . | . . .
    """
    reached = """
        left   . 3 2 . . 1 . | . . .
        body   . . (===> . . | . . .
        right  . 3 2 1 . . . | . . .
    """
    assert run(before, "L1") == tidy(reached)
    assert run(reached, "L1") == tidy(reached)


def test_a_leg_that_another_one_makes_room_for_steps_too() -> None:
    # RC-R2, RC-R3
    before = """
        left   . 3 2 1 . . . | . . .
        body   . . (===> . . | . . .
        right  . 3 2 1 . . . | . . .
    """
    assert run(before, "L1L2L3R1R2") == tidy("""
        left   . . 3 2 1 . . | . . .
        body   . . (===> . . | . . .
        right  . 3 . 2 1 . . | . . .
    """)


def test_the_body_moves_between_two_legs_of_one_card() -> None:
    # RC-F5, RC-R2, RC-R3: L3 steps, the body follows, and only then can L1 step
    before = """
        left   . 3 . 2 . 1 . | . . .
        body   . . (===> . . | . . .
        right  . . 3 2 1 . . | . . .
    """
    assert run(before, "L1L3") == tidy("""
        left   . . 3 2 . . 1 | . . .
        body   . . . (===> . | . . .
        right  . . 3 2 1 . . | . . .
    """)


def test_one_leg_behind_the_body_holds_it_back() -> None:
    # RC-F3, RC-M9, RC-R7: the beetle cannot be moved
    before = """
        left   . . 3 2 . 1 . | . . .
        body   . . (===> . . | . . .
        right  . 3 . 2 . 1 . | . . .
    """
    assert run(before, "L1R1") == tidy(before)


def test_the_body_moves_unasked_once_no_leg_is_behind_it() -> None:
    # RC-F3, RC-M9, RC-R7, RC-R8: the beetle can be moved, and it is
    before = """
        left   . . 3 2 . 1 . | . . .
        body   . . (===> . . | . . .
        right  . 3 . 2 . 1 . | . . .
    """
    assert run(before, "R3") == tidy("""
        left   . . 3 2 . 1 . | . . .
        body   . . . (===> . | . . .
        right  . . 3 2 . 1 . | . . .
    """)


def test_the_body_goes_forward_several_segments_with_one_card() -> None:
    # RC-R9
    before = """
        left   . . . 3 2 1 . | . . .
        body   . . (===> . . | . . .
        right  . . 3 . 2 1 . | . . .
    """
    assert run(before, "R3") == tidy("""
        left   . . . 3 2 1 . | . . .
        body   . . . . (===> | . . .
        right  . . . 3 2 1 . | . . .
    """)


def test_a_leg_on_two_cards_steps_twice_in_the_turn() -> None:
    # RC-R4
    position = race()
    play_cards(position, "L1R1 L1R2", "L2R1 L2R2")
    assert drawn(position) == tidy("""
        left   3 2 . . 1 . . . . . . . | . . .
        body   . (===> . . . . . . . . | . . .
        right  3 . 2 1 . . . . . . . . | . . .
    """)


def test_legs_and_body_stop_at_the_end_of_the_track() -> None:
    # RC-M6, RC-M7, RC-R7, RC-R27
    before = """
        left   . . . . . . . | 3 2 1
        body   . . . . . . . | (===>
        right  . . . . . . . | 3 2 1
    """
    assert run(before, "L1L2L3R1", "L1R1R2R3") == tidy(before)


def test_a_front_leg_steps_onto_the_last_slot_of_the_track_and_no_further() -> None:
    # RC-M7, RC-R27: the body would reach further than the track goes
    before = """
        left   . . . . . . 3 | 2 1 .
        body   . . . . . . . | (===>
        right  . . . . . . 3 | 2 . 1
    """
    assert run(before, "L1R1") == tidy("""
        left   . . . . . . 3 | 2 . 1
        body   . . . . . . . | (===>
        right  . . . . . . 3 | 2 . 1
    """)


def test_nothing_moves_before_the_first_card_is_played() -> None:
    # RC-R30: not while cards are kept, though no leg is behind the body
    match = table(expert=True)
    start = [drawn(race_of(match), seat) for seat in range(2)]
    for _ in range(3 * 2 + 3 + 2):  # all but the very last decision of the turn
        assert [drawn(race_of(match), seat) for seat in range(2)] == start
        seat = match.to_act[0]
        match.play(seat, match.options(seat)[0])
    assert [drawn(race_of(match), seat) for seat in range(2)] == start
    match.play(1, match.options(1)[0])
    assert min(match.points) >= 1


def test_the_first_card_moves_the_body_even_if_no_leg_can_step() -> None:
    # RC-R7, RC-R30
    start = """
        left   3 2 1 . . . . | . . .
        body   (===> . . . . | . . .
        right  3 2 1 . . . . | . . .
    """
    assert run(start, "L2R3") == tidy("""
        left   3 2 1 . . . . | . . .
        body   . (===> . . . | . . .
        right  3 2 1 . . . . | . . .
    """)


def test_every_placement_and_every_card_can_be_drawn_and_read() -> None:
    # RC-F2, RC-M4: the drawings that these tests stand on
    position = race(segments=8)
    for body, legs in placements(8):
        place(position, 0, body, legs)
        assert read(drawn(position)) == (body, legs, 8)
    assert [card(words.card_text(shown)) for shown in range(64)] == list(range(64))


@pytest.mark.parametrize(("right", "wrong"), [("(===>", "(==>"), ("3 2 1 . . |", "3 2 1 . |"), ("1 . .", "1 1 .")])
def test_a_crooked_drawing_is_refused(right: str, wrong: str) -> None:
    with pytest.raises(ValueError, match="Not a drawing of a beetle"):
        read(drawn(race(segments=8)).replace(right, wrong, 1))


# --- The same, exhaustively, against a model of its own ---

Beetle = tuple[int, tuple[int, ...]]  # the body's rear segment; slots of L1 L2 L3 R1 R2 R3
CARDS = range(1, 64)


@cache
def placements(segments: int) -> frozenset[Beetle]:
    """All ways in which a beetle can stand: three segments of body, six legs in reach and in order."""
    found: list[Beetle] = []
    for body in range(1, segments - 1):
        reach = [slot for slot in range(body - 1, body + 4) if 1 <= slot <= segments]
        sides = [(front, middle, rear) for rear, middle, front in combinations(reach, 3)]
        found += [(body, left + right) for left, right in product(sides, sides)]
    return frozenset(found)


def single_moves(beetle: Beetle, shown: int, segments: int) -> Iterator[tuple[Beetle, int]]:
    """Every body move or step of a shown leg that leads to another placement, and what is still shown then."""
    body, legs = beetle
    candidates = [((body + 1, legs), shown)]
    candidates += [
        ((body, (*legs[:leg], legs[leg] + 1, *legs[leg + 1 :])), shown - 2**leg) for leg in range(6) if shown & 2**leg
    ]
    return ((moved, left) for moved, left in candidates if moved in placements(segments))


@cache
def ends(segments: int) -> dict[tuple[Beetle, int], frozenset[Beetle]]:
    """Where each beetle can end with each set of legs, over all orders, when nothing more can move."""
    found: dict[tuple[Beetle, int], frozenset[Beetle]] = {}
    latest_first = sorted(placements(segments), key=lambda beetle: beetle[0] + sum(beetle[1]), reverse=True)
    for beetle in latest_first:
        for shown in range(64):
            after = [found[move] for move in single_moves(beetle, shown, segments)]
            found[beetle, shown] = frozenset().union(*after) if after else frozenset([beetle])
    return found


@cache
def runs(segments: int) -> dict[tuple[Beetle, int], Beetle]:
    """Where the rules bring each beetle with each card."""
    position = race(segments=segments)
    found: dict[tuple[Beetle, int], Beetle] = {}
    for beetle, shown in product(placements(segments), CARDS):
        place(position, 0, *beetle)
        position.beetles[0].run(shown)
        found[beetle, shown] = beetle_of(position)
    return found


def beetle_of(position: BugRace) -> Beetle:
    return position.beetles[0].body, tuple(position.beetles[0].legs)


@pytest.mark.parametrize("segments", range(8, 13))
def test_every_order_of_steps_ends_where_the_rules_end(segments: int) -> None:
    # RC-R1, RC-R2, RC-R3, RC-R35; also RC-M4, RC-R5, RC-R6, RC-R10, RC-R11, RC-R27
    possible = ends(segments)
    for (beetle, shown), end in runs(segments).items():
        assert possible[beetle, shown] == {end}, (beetle, words.card_text(shown))


def test_a_move_that_is_made_never_costs_one_later() -> None:
    # RC-R1, RC-R8: whoever has moved further ends at least as far with any card, so holding back is never better
    after = runs(8)
    for beetle in placements(8):
        for ahead, _ in single_moves(beetle, 63, 8):
            for shown in CARDS:
                assert is_as_far(after[ahead, shown], after[beetle, shown]), (beetle, ahead, shown)


def is_as_far(a: Beetle, b: Beetle) -> bool:
    return a[0] >= b[0] and all(x >= y for x, y in zip(a[1], b[1], strict=True))


@pytest.mark.parametrize("segments", [8, 9, 15])
def test_a_beetle_before_the_finish_is_never_stuck(segments: int) -> None:
    # RC-R28: with all legs shown something moves, whatever the placement
    position = race(segments=segments)
    for beetle in placements(segments):
        place(position, 0, *beetle)
        position.beetles[0].run(63)
        assert beetle_of(position) != beetle or beetle[0] == segments - 2


def test_the_order_of_two_cards_changes_where_the_beetle_ends() -> None:
    # RC-R35, RC-F6
    start = """
        left   3 2 1 . . . . | . . .
        body   (===> . . . . | . . .
        right  3 2 1 . . . . | . . .
    """
    assert run(start, "L1R1", "L2R2") == tidy("""
        left   3 . 2 1 . . . | . . .
        body   . (===> . . . | . . .
        right  3 . 2 1 . . . | . . .
    """)
    assert run(start, "L2R2", "L1R1") == tidy("""
        left   3 2 . 1 . . . | . . .
        body   . (===> . . . | . . .
        right  3 2 . 1 . . . | . . .
    """)


@pytest.mark.parametrize(("expert", "shortest", "longest"), [(False, 17.0, 20.0), (True, 8.5, 10.5)])
def test_a_random_race_takes_as_many_turns_as_the_assumed_deck_and_track_were_chosen_for(
    expert: bool, shortest: float, longest: float
) -> None:
    # RC-M3, RC-M8: 18 to 19 turns, 9 to 10 in the expert game
    turns = []
    for seed in range(40):
        position = race(seats=3, seed=seed, expert=expert)
        rng = Rng(seed, "test")
        for _ in range(100):
            random_turn(position, rng)
        turns.append(measures(position)["turns"])
    assert shortest < sum(turns) / len(turns) < longest

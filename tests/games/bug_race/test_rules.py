"""Bug Race, clause by clause. The numbers are those of bugbox/games/bug_race/RULES.md."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, pairwise, permutations, product

import pytest

import bugbox
from bugbox.core.game import Reader
from bugbox.core.match import Match as AnyMatch
from bugbox.core.position import RandomPlay, options_of
from bugbox.core.rng import Rng
from bugbox.core.settings import Value
from bugbox.games.bug_race import GAME, measures, rules, words
from bugbox.games.bug_race.parts import LEG_NAMES
from bugbox.games.bug_race.rules import MOST_KEPT, BugRace
from bugbox.games.bug_race.seen import Hand, View
from bugbox.games.bug_race.view import view
from tests.games.bug_race.draw import card, cards, census, contents, drawn, place, race, read, tidy

RANDOMLY = RandomPlay()

# --- Set-up that several tests share ---


def table(seats: int = 2, seed: int = 1, **settings: Value) -> bugbox.Match:
    return bugbox.Match.new("bug-race", seats=seats, seed=seed, **settings)


def named_table(*players: str) -> AnyMatch:
    return AnyMatch(GAME, len(players), seed=1, players=players)


def race_of(match: AnyMatch) -> BugRace:
    assert isinstance(match.position, BugRace)
    return match.position


def deal(position: BugRace, *packets: str) -> None:
    """Put these cards into the packets, seat by seat."""
    for seat, packet in enumerate(packets):
        position.packets[seat].clear()
        for shown in cards(packet):
            position.packets[seat].add(shown)


def hands(position: BugRace) -> dict[int, Hand]:
    seen: View = view(position, bugbox.OPEN)
    return seen.hands


def packet(position: BugRace, seat: int) -> list[int]:
    return contents(position.packets[seat])


def kept(position: BugRace, seat: int) -> list[int]:
    """In the order in which they were kept."""
    return [position.kept[i] for i in places_of(seat) if position.kept[i]]


def places_of(seat: int) -> range:
    return range(seat * MOST_KEPT, (seat + 1) * MOST_KEPT)


def all_kept(position: BugRace) -> list[str]:
    return [" ".join(map(words.card_text, kept(position, seat))) for seat in range(position.seats)]


def racing(position: BugRace) -> list[int]:
    return [seat for seat in range(position.seats) if position.racing >> seat & 1]


def keep(match: AnyMatch, *kept_cards: str) -> None:
    for seat, shown in enumerate(kept_cards):
        match.play(seat, f"keep {shown}")


def next_turn(match: AnyMatch) -> None:
    """Play the first option of everybody until the turn is over."""
    turn = race_of(match).turn
    while race_of(match).turn == turn and not match.over:
        seat = match.to_act[0]
        match.play(seat, match.options(seat)[0])


def random_turn(position: BugRace, rng: Rng) -> None:
    turn = position.turn
    while position.turn == turn and position.to_act():
        seat = first_to_act(position)
        position.act(seat, RANDOMLY.option(position, seat, rng))


def first_to_act(position: BugRace) -> int:
    return next(seat for seat in range(position.seats) if position.to_act() >> seat & 1)


def play_cards(position: BugRace, *hands: str) -> None:
    """The seats that race have kept these cards and play them in this order."""
    play_codes(position, dict(zip(racing(position), map(cards, hands), strict=True)))


def play_codes(position: BugRace, hands: dict[int, list[int]]) -> None:
    position.stage, position.step = rules.PLAY, position.hand
    for seat, hand in hands.items():
        position.unlaid[seat] = 2**position.hand - 1
        for i, shown in enumerate(hand):
            position.kept[seat * MOST_KEPT + i] = shown
        position.packets[seat].clear()
    for seat, hand in hands.items():
        for shown in hand[:-1]:
            position.act(seat, shown)


def run(board: str, *played: str) -> str:
    """The beetle after these cards."""
    position = race(board)
    for text in played:
        position.beetles[0].run(card(text))
    return drawn(position)


def draw_pile(position: BugRace) -> list[int]:
    """The deck, next card first."""
    return contents(position.deck)[::-1]


def leave_in_deck(position: BugRace, count: int) -> list[int]:
    """Discard all of the deck but the next `count` cards, and return these."""
    pile = draw_pile(position)
    stack_deck(position, pile[:count])
    for shown in pile[count:]:
        position.discards.add(shown)
    return pile[:count]


def stack_deck(position: BugRace, pile: list[int]) -> None:
    position.deck.clear()
    for shown in reversed(pile):
        position.deck.add(shown)


def discards(position: BugRace) -> list[int]:
    return contents(position.discards)


def all_cards(position: BugRace) -> Counter[int]:
    return Counter(census(position))


# --- What is in the box ---


def count_legs(shown: int) -> int:
    return bin(shown).count("1")


@pytest.mark.parametrize(("deck", "copies"), [("two-to-four", {2: 1, 3: 2, 4: 1}), ("two-or-three", {2: 2, 3: 2})])
def test_the_deck_has_seventy_cards_with_every_pattern_of_a_size_equally_often(
    deck: str, copies: dict[int, int]
) -> None:
    # RC-M1, RC-M2, RC-M3
    expected = Counter({shown: copies.get(count_legs(shown), 0) for shown in range(64)})
    assert all_cards(race(deck=deck, seats=3)) == +expected
    assert expected.total() == 70


def test_without_a_setting_cards_show_two_three_or_four_legs() -> None:
    # RC-M2, RC-M3
    sizes = Counter(dict.fromkeys(range(7), 0))
    for shown, copies in all_cards(race()).items():
        sizes[count_legs(shown)] += copies
    assert sizes == {2: 15, 3: 40, 4: 15, 0: 0, 1: 0, 5: 0, 6: 0}


def test_the_deck_is_shuffled_by_the_seed() -> None:
    # RC-F6
    decks = [draw_pile(race(seed=seed)) for seed in (1, 1, 2)]
    assert decks[0] == decks[1] != decks[2]
    assert sorted(decks[0]) not in (decks[0], decks[0][::-1])


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_player_has_one_track_and_there_are_four_tracks_at_most(seats: int) -> None:
    # RC-F1, RC-M11
    match = table(seats)
    assert match.text(bugbox.WATCHER).count("body ") == seats
    assert list(GAME.seats) == [2, 3, 4]
    for wrong in (1, 5):
        with pytest.raises(bugbox.WrongSetting, match=f"Bug Race is for 2 to 4 players, not {wrong}."):
            table(wrong)


def test_the_box_promises_twenty_minutes() -> None:
    # RC-M11
    assert GAME.minutes == 20


def test_no_side_or_track_can_be_chosen_and_all_tracks_run_alike() -> None:
    # RC-F1, RC-R29
    assert [setting.name for setting in GAME.settings] == ["expert", "segments", "play_on", "deck", "earlier_card"]
    position = race(seats=4)
    for seat in range(4):
        for text in ("L1R1R3", "L2R2", "L3R1"):
            position.beetles[seat].run(card(text))
    assert len({drawn(position, seat) for seat in range(4)}) == 1
    assert position.beetles[0].body == 2


def test_a_beetle_starts_on_the_first_three_segments_with_a_leg_on_each_side_of_each() -> None:
    # RC-F2, RC-M5, RC-M8: fifteen segments, six legs
    start = tidy("""
        left   3 2 1 . . . . . . . . . | . . .
        body   (===> . . . . . . . . . | . . .
        right  3 2 1 . . . . . . . . . | . . .
    """)
    position = race(seats=4)
    assert [drawn(position, seat) for seat in range(4)] == [start] * 4


@pytest.mark.parametrize("segments", [8, 30])
def test_a_track_is_as_long_as_the_setting_says(segments: int) -> None:
    # RC-M6, RC-M8
    position = race(segments=segments)
    left = drawn(position).splitlines()[0].split()
    assert len(left) == 1 + segments + 1
    assert left[-4] == "|"  # the finish is the last three


@pytest.mark.parametrize("segments", [7, 31, "15", True])
def test_a_track_of_another_length_is_refused(segments: int | str) -> None:
    # RC-M8
    with pytest.raises(bugbox.WrongSetting, match="segments must be a whole number from 8 to 30, not"):
        table(segments=segments)


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


# --- Dealing, keeping, passing ---


@pytest.mark.parametrize(("expert", "hand"), [(False, 2), (True, 4)])
def test_cards_are_dealt_seat_by_seat_each_seats_all_at_once(expert: bool, hand: int) -> None:
    # RC-F6, RC-F7, RC-R34
    match = table(3, expert=expert)
    pile = draw_pile(race_of(match))
    next_turn(match)
    for seat in range(3):
        assert packet(race_of(match), seat) == pile[seat * hand : (seat + 1) * hand]
    assert draw_pile(race_of(match)) == pile[3 * hand :]


def test_two_players_swap_in_every_turn() -> None:
    # RC-F6, RC-R15
    match = table(2)
    for _ in range(2):
        deal(race_of(match), "L1L2 R1R2", "L1L3 R1R3")
        keep(match, "R1R2", "L1L3")
        assert all_kept(race_of(match)) == ["R1R2 R1R3", "L1L3 L1L2"]
        assert "trade" in match.view(0).passing
        next_turn(match)


def test_who_chooses_sees_who_passed_the_packet_on() -> None:
    # RC-R16: to the left, then to the right
    match = table(3, expert=True)
    for givers in ([2, 0, 1], [1, 2, 0]):
        assert [match.view(seat).hands[seat].giver for seat in range(3)] == [None] * 3
        for seat in range(3):
            match.play(seat, match.options(seat)[0])
        assert [match.view(seat).hands[seat].giver for seat in range(3)] == givers
        next_turn(match)


@pytest.mark.parametrize("turn", [1, 2, 3, 4])
def test_three_players_pass_left_in_odd_turns_and_right_in_even_ones(turn: int) -> None:
    # RC-F6, RC-M10, RC-R16, RC-R34: left is the next seat
    match = table(3)
    for _ in range(turn - 1):
        next_turn(match)
    deal(race_of(match), "L1L2 R1R2", "L1L3 R1R3", "L2L3 R2R3")
    keep(match, "L1L2", "L1L3", "L2L3")
    left = ["L1L2 R2R3", "L1L3 R1R2", "L2L3 R1R3"]
    right = ["L1L2 R1R3", "L1L3 R2R3", "L2L3 R1R2"]
    assert all_kept(race_of(match)) == (left if turn in (1, 3) else right)
    assert ("left" if turn in (1, 3) else "right") in match.view(0).passing


@pytest.mark.parametrize("turn", [1, 2, 3, 4])
def test_four_players_pass_left_in_odd_turns_and_right_in_even_ones(turn: int) -> None:
    # RC-F6, RC-M10, RC-R16, RC-R34
    match = table(4)
    for _ in range(turn - 1):
        next_turn(match)
    deal(race_of(match), "L1L2 R1R2", "L1L3 R1R3", "L2L3 R2R3", "L1R1 L2R2")
    keep(match, "L1L2", "L1L3", "L2L3", "L1R1")
    left = ["L1L2 L2R2", "L1L3 R1R2", "L2L3 R1R3", "L1R1 R2R3"]
    right = ["L1L2 R1R3", "L1L3 R2R3", "L2L3 L2R2", "L1R1 R1R2"]
    assert all_kept(race_of(match)) == (left if turn in (1, 3) else right)


@pytest.mark.parametrize(("expert", "asked"), [(False, 1), (True, 3)])
def test_nobody_is_asked_about_the_last_card_of_a_packet_or_of_a_hand(expert: bool, asked: int) -> None:
    # RC-R38, RC-R19
    match = table(3, expert=expert)
    next_turn(match)
    for seat in range(3):
        mine = [text.split()[0] for decider, text in match.decisions if decider == seat]
        assert mine == ["keep"] * asked + ["play"] * asked


def test_two_cards_with_the_same_legs_make_one_option() -> None:
    # RC-R40
    match = table(2, expert=True)
    deal(race_of(match), "L1L2L3 R1R2 L1L2L3 R1R3", "L1R1 L1R1 L1R1 L1R1")
    assert match.options(0) == ("keep L1L2L3", "keep R1R2", "keep R1R3")
    assert match.options(1) == ("keep L1R1",)
    assert [len(options_of(race_of(match), seat)) for seat in range(2)] == [3, 1]
    keep(match, "L1L2L3", "L1R1")
    assert packet(race_of(match), 1) == cards("R1R2 L1L2L3 R1R3")  # only one of them was kept
    keep(match, "L1R1", "L1L2L3")
    keep(match, "R1R2", "L1R1")
    assert all_kept(race_of(match)) == ["L1L2L3 L1R1 R1R2 L1R1", "L1R1 L1L2L3 L1R1 R1R3"]
    match.play(1, "play L1R1")
    assert match.options(1) == ("play L1L2L3", "play L1R1", "play R1R3")
    assert [len(options_of(race_of(match), seat)) for seat in range(2)] == [3, 3]
    match.play(1, "play L1R1")
    assert match.options(1) == ("play L1L2L3", "play R1R3")


def test_options_are_texts_in_a_fixed_order() -> None:
    match = table(2)
    deal(race_of(match), "R1R2R3 L1L2", "L1R3 L2L3R2")
    assert match.options(0) == ("keep L1L2", "keep R1R2R3")
    assert match.options(1) == ("keep L2L3R2", "keep L1R3")
    keep(match, "R1R2R3", "L1R3")
    assert match.options(0) == ("play L2L3R2", "play R1R2R3")
    assert match.options(1) == ("play L1L2", "play L1R3")


class Packet:
    """Real cards that remember through which hands they went."""

    def __init__(self, left: list[int]) -> None:
        self.left = left
        self.takers: list[int] = []

    def take(self, seat: int, shown: int) -> None:
        self.left.remove(shown)
        self.takers.append(seat)


class Draft:
    """A draft as people play it, beside the position that is tested."""

    def __init__(self, position: BugRace) -> None:
        self.position = position
        self.racing = racing(position)
        self.packets = {seat: Packet(packet(position, seat)) for seat in self.racing}
        self.kept: dict[int, list[int]] = {seat: [] for seat in self.racing}

    def step(self, rng: Rng) -> None:
        """Everybody keeps a card and passes the rest; a single card that is passed is kept."""
        for seat in self.racing:
            choice = RANDOMLY.option(self.position, seat, rng)
            self.position.act(seat, choice)
            self.take(seat, choice)
        self.pass_on()
        if self.size() == 1:
            for seat in self.racing:
                self.take(seat, self.packets[seat].left[0])

    def take(self, seat: int, shown: int) -> None:
        self.packets[seat].take(seat, shown)
        self.kept[seat].append(shown)

    def pass_on(self) -> None:
        way = 1 if self.position.turn % 2 else -1
        receivers = [self.racing[(i + way) % len(self.racing)] for i in range(len(self.racing))]
        self.packets = {to: self.packets[seat] for seat, to in zip(self.racing, receivers, strict=True)}

    def size(self) -> int:
        return len(self.packets[self.racing[0]].left)


def about_to_cross(position: BugRace, seat: int) -> None:
    """Any card brings this beetle over the line."""
    rear = position.segments - 3
    place(position, seat, rear, (rear + 2, rear + 1, rear) * 2)


def draft_at(seats: int, turn: int, crossed: tuple[int, ...], expert: bool, rng: Rng) -> Draft:
    """A race played at random to the draft of this turn; these seats have crossed in the first one."""
    position = race(seats=seats, expert=expert, play_on=True, segments=30)
    for seat in crossed:
        about_to_cross(position, seat)
    for _ in range(turn - 1):
        random_turn(position, rng)
    assert position.turn == turn
    assert racing(position) == [seat for seat in range(seats) if seat not in crossed]
    return Draft(position)


Race = tuple[int, int, tuple[int, ...]]  # seats, turn, the seats that have crossed
FULL_TABLES: list[Race] = [(seats, turn, ()) for seats in (2, 3, 4) for turn in (1, 2)]
AFTER_THE_FIRST: list[Race] = [
    (4, 2, (1,)),
    (4, 3, (2,)),
    (4, 2, (0,)),
    (4, 3, (3,)),
    (4, 2, (1, 3)),
    (3, 2, (0,)),
    (3, 3, (1,)),
]


@pytest.mark.parametrize("expert", [False, True], ids=["basic", "expert"])
@pytest.mark.parametrize(("seats", "turn", "crossed"), FULL_TABLES + AFTER_THE_FIRST)
def test_every_packet_goes_round_card_by_card(seats: int, turn: int, crossed: tuple[int, ...], expert: bool) -> None:
    # RC-F7, RC-R15, RC-R16, RC-R17, RC-R19, RC-R26, RC-R32
    rng = Rng(seats, "test")
    draft = draft_at(seats, turn, crossed, expert, rng)
    while draft.size():
        draft.step(rng)
        for seat in draft.racing:
            assert sorted(packet(draft.position, seat)) == sorted(draft.packets[seat].left)
            assert kept(draft.position, seat) == draft.kept[seat]
    assert [len(draft.kept[seat]) for seat in draft.racing] == [4 if expert else 2] * len(draft.racing)
    for seat in crossed:
        assert packet(draft.position, seat) == kept(draft.position, seat) == []


# --- Playing the cards ---


def test_no_beetle_runs_before_everybody_has_chosen() -> None:
    # RC-R13, RC-R37
    match = table(3)
    deal(race_of(match), "L1R1 L2R2", "L1R1 L2R2", "L1R1 L2R2")
    keep(match, "L1R1", "L1R1", "L1R1")
    for seat in (2, 0):
        match.play(seat, "play L1R1")
        assert match.points == (0, 0, 0)
        assert seat not in match.to_act
    match.play(1, "play L2R2")
    assert match.points == (1, 1, 1)
    assert race_of(match).turn == 2
    assert drawn(race_of(match), 0) == drawn(race_of(match), 2) != drawn(race_of(match), 1)


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_it_does_not_matter_who_chooses_first(order: tuple[int, ...]) -> None:
    # RC-R13
    def after_a_turn(order: tuple[int, ...]) -> tuple[View, list[int]]:
        match = table(3)
        for _ in range(2):
            for seat in order:
                match.play(seat, match.options(seat)[-1])
        return match.view(bugbox.OPEN), draw_pile(race_of(match))

    assert after_a_turn(order) == after_a_turn((0, 1, 2))


def test_the_four_cards_of_an_expert_are_played_in_any_order_that_the_owner_likes() -> None:
    # RC-F7, RC-R18
    for order in permutations(("L1R1", "L2R2", "L3R3", "L1L2")):
        match = table(2, expert=True)
        deal(race_of(match), "L1R1 L2R2 L3R3 L1L2", "L1R1 L2R2 L3R3 L1L2")
        for shown in ("L1R1", "L2R2", "L3R3"):
            keep(match, shown, shown)
        for shown in order[:3]:
            match.play(0, f"play {shown}")
            match.play(1, match.options(1)[0])
        played = [line for line in match.log(1) if line.startswith("Seat 0 plays")]
        for line, shown in zip(played, order, strict=True):
            assert re.match(rf"Seat 0 plays {words.card_words(words.CODES[shown])}(?:\.|, and)", line)


def test_a_card_none_of_whose_legs_can_step_is_played_and_discarded() -> None:
    # RC-R12, RC-R5
    before = """
        left   . 3 2 . . 1 . | . . .
        body   . . (===> . . | . . .
        right  . 3 2 . . 1 . | . . .
    """
    match = bugbox.Match.new("bug-race", seats=2, seed=1, segments=10)
    place(race_of(match), 0, read(before).body, read(before).legs)
    play_cards(race_of(match), "L1R1 L3R3", "L2R2 L1L2")
    assert drawn(race_of(match)) == tidy(before)
    assert match.view(bugbox.WATCHER).discards == ("L1R1", "L3R3", "L2R2", "L1L2")
    assert "Seat 0 plays left 1, right 1. No leg can step." in match.log(1)


# --- The deck runs out ---


def test_a_deck_that_runs_out_in_the_middle_of_a_deal_is_made_anew_from_the_discards() -> None:
    # RC-F6, RC-R20, RC-R34
    match = table(3)
    position = race_of(match)
    box = all_cards(position)
    old = leave_in_deck(position, 3)
    next_turn(match)
    assert packet(position, 0) + packet(position, 1)[:1] == old
    assert (
        match.log(bugbox.WATCHER)[-1] == "The deck has run out, so the 67 played cards are shuffled to make a new one."
    )
    assert (position.deck.size, position.discards.size) == (70 - 6, 0)
    assert all_cards(position) == box


def test_the_new_deck_is_really_shuffled() -> None:
    # RC-F6, RC-R20
    position = race(seats=2)
    leave_in_deck(position, 0)
    neighbours = set(pairwise(discards(position)))
    random_turn(position, Rng(1))
    pile = draw_pile(position)
    assert len(pile) == 70 - 4
    assert sum(pair in neighbours or pair[::-1] in neighbours for pair in pairwise(pile)) < 15


def test_the_discards_are_not_shuffled_before_a_card_is_wanted() -> None:
    # RC-R34
    match = table(3)
    position = race_of(match)
    leave_in_deck(position, 6)
    next_turn(match)
    assert (position.deck.size, position.discards.size) == (0, 64)
    next_turn(match)
    assert (position.deck.size, position.discards.size) == (70 - 6, 0)


def test_the_largest_hands_of_the_expert_game_leave_enough_cards_to_shuffle() -> None:
    # RC-R20: sixteen cards in hands
    match = table(4, expert=True)
    position = race_of(match)
    box = all_cards(position)
    leave_in_deck(position, 15)
    next_turn(match)
    assert all(len(packet(position, seat)) == 4 for seat in range(4))
    assert position.deck.size == 70 - 16
    assert all_cards(position) == box


# --- The finish ---


def test_a_beetle_has_crossed_with_its_body_on_the_last_three_segments_and_legs_behind() -> None:
    # RC-F8, RC-M6, RC-R22
    position = race("""
        left   . . . . . 3 . | 2 1 .
        body   . . . . . . (=| ==> .
        right  . . . . . . 3 | 2 1 .
    """)
    play_cards(position, "L3R3 R2R3", "L1R1 L2R2")
    assert drawn(position) == tidy("""
        left   . . . . . . 3 | 2 1 .
        body   . . . . . . . | (===>
        right  . . . . . . 3 | 2 1 .
    """)
    assert position.to_act() == 0
    assert (position.place(0), position.place(1)) == (1, 2)


def test_one_segment_short_is_not_over_the_line_whatever_the_legs_do() -> None:
    # RC-R22, RC-M6
    position = race("""
        left   . . . . . 3 . | 2 1 .
        body   . . . . . . (=| ==> .
        right  . . . . . . . | 3 2 1
    """)
    play_cards(position, "L1R1 L2R2", "L1R1 L2R2")
    assert drawn(position) == tidy("""
        left   . . . . . 3 . | . 2 1
        body   . . . . . . (=| ==> .
        right  . . . . . . . | 3 2 1
    """)
    assert position.turn == 2
    assert position.to_act() == 0b11


def test_everybody_plays_the_turn_to_its_end_when_somebody_has_crossed() -> None:
    # RC-R21: seat 0 crosses with its first card, seat 1 with its last one and better legs
    before = """
        left   . . . . . 3 . | 2 1 .
        body   . . . . . . (=| ==> .
        right  . . . . . . . | 3 2 1
    """
    position = race(before, before)
    play_cards(position, "L3R1 R2R3", "L1L2 L3R1")
    assert drawn(position, 0) == tidy("""
        left   . . . . . . 3 | 2 1 .
        body   . . . . . . . | (===>
        right  . . . . . . . | 3 2 1
    """)
    assert drawn(position, 1) == tidy("""
        left   . . . . . . 3 | . 2 1
        body   . . . . . . . | (===>
        right  . . . . . . . | 3 2 1
    """)
    assert position.to_act() == 0
    assert (position.place(0), position.place(1)) == (2, 1)


def test_a_beetle_that_has_crossed_still_steps_with_the_cards_that_are_left() -> None:
    # RC-R21, RC-R4
    position = race("""
        left   . . . . . . 3 | 2 1 .
        body   . . . . . . (=| ==> .
        right  . . . . . . 3 | 2 1 .
    """)
    play_cards(position, "L1R1 L2R2", "L1R1 L2R2")
    assert drawn(position) == tidy("""
        left   . . . . . . 3 | . 2 1
        body   . . . . . . . | (===>
        right  . . . . . . 3 | . 2 1
    """)


def cross_together(*drawings: str, **settings: bool) -> BugRace:
    """The end of a turn in which all beetles that are drawn on the finish have crossed, with cards of no legs."""
    position = race(*drawings, **settings)
    for seat in range(position.seats):
        if position.beetles[seat].has_crossed():
            position.beetles[seat].body -= 1
    play_codes(position, {seat: [0, 0] for seat in range(position.seats)})
    assert [drawn(position, seat) for seat in range(len(drawings))] == [tidy(drawing) for drawing in drawings]
    return position


def places(position: BugRace) -> list[int]:
    return [position.place(seat) for seat in range(position.seats)]


# Beetles on the finish, each better than the next one by the text's first difference.
REAR_15 = """
    left   . . . . . . . | 3 2 1
    body   . . . . . . . | (===>
    right  . . . . . . 3 | 2 1 .
"""
REAR_14_MIDDLE_18 = """
    left   . . . . . . 3 | . 2 1
    body   . . . . . . . | (===>
    right  . . . . . . 3 | . 2 1
"""
REAR_14_MIDDLE_17 = """
    left   . . . . . . 3 | 2 . 1
    body   . . . . . . . | (===>
    right  . . . . . . 3 | . 2 1
"""
REAR_14_MIDDLE_16_FRONT_20 = """
    left   . . . . . . 3 | 2 . 1
    body   . . . . . . . | (===>
    right  . . . . . . 3 | 2 . 1
"""
REAR_14_MIDDLE_16_FRONT_19 = """
    left   . . . . . . 3 | 2 . 1
    body   . . . . . . . | (===>
    right  . . . . . . 3 | 2 1 .
"""
NOT_THERE = """
    left   . . . . . 3 . | . 2 1
    body   . . . . . . (=| ==> .
    right  . . . . . . . | 3 2 1
"""
BEST_FIRST = [REAR_15, REAR_14_MIDDLE_18, REAR_14_MIDDLE_17, REAR_14_MIDDLE_16_FRONT_20, REAR_14_MIDDLE_16_FRONT_19]


@pytest.mark.parametrize(("better", "worse"), list(combinations(BEST_FIRST, 2)))
def test_rear_legs_decide_before_middle_legs_and_these_before_front_legs(better: str, worse: str) -> None:
    # RC-F8, RC-R23, RC-R25
    assert places(cross_together(better, worse)) == [1, 2]
    assert places(cross_together(worse, better)) == [2, 1]


def test_a_pair_of_legs_counts_by_its_sum() -> None:
    # RC-R23
    all_forward = """
        left   . . . . . . . | 3 2 1
        body   . . . . . . . | (===>
        right  . . . . . . . | 3 2 1
    """
    one_behind = """
        left   . . . . . . . | 3 2 1
        body   . . . . . . . | (===>
        right  . . . . . . 3 | . 2 1
    """
    assert places(cross_together(all_forward, one_behind)) == [1, 2]  # though the best rear legs are equal
    assert places(cross_together(REAR_15, REAR_14_MIDDLE_18)) == [1, 2]  # though the worst ones are


def test_beetles_with_equal_legs_share_the_win() -> None:
    # RC-R24: left and right exchanged are equal too
    mirrored = """
        left   . . . . . . 3 | 2 1 .
        body   . . . . . . . | (===>
        right  . . . . . . . | 3 2 1
    """
    position = cross_together(REAR_15, mirrored)
    assert places(position) == [1, 1]
    assert measures(position) == {"turns": 1, "winners": 2}


def test_after_a_shared_place_the_next_number_is_left_out() -> None:
    # RC-R24, RC-R31
    assert places(cross_together(REAR_15, NOT_THERE, REAR_15)) == [1, 3, 1]
    assert places(cross_together(REAR_14_MIDDLE_17, REAR_15, REAR_14_MIDDLE_17, NOT_THERE)) == [2, 1, 2, 4]


def test_those_who_have_not_crossed_share_the_next_place_and_points_are_segments() -> None:
    # RC-R31
    start = """
        left   3 2 1 . . . . | . . .
        body   (===> . . . . | . . .
        right  3 . 2 1 . . . | . . .
    """
    position = race(REAR_15, NOT_THERE, start)
    position.beetles[0].body -= 1
    play_cards(position, "R1R2 R1R3", "L1R1 L2R2", "L2L3 R2R3")
    assert places(position) == [1, 2, 2]
    assert [position.points(seat) for seat in range(3)] == [7, 6, 1]


CARD_DECIDES = """
    left   . . . . . 3 . | 2 1 .
    body   . . . . . . (=| ==> .
    right  . . . . . . 3 | 2 1 .
"""


@pytest.mark.parametrize(("earlier_card", "expected"), [(False, [1, 1]), (True, [2, 1])])
def test_an_earlier_card_breaks_the_last_tie_only_if_the_setting_is_on(earlier_card: bool, expected: list[int]) -> None:
    # RC-R24, RC-R33: the same cards, but seat 1 crosses with its first one
    position = race(CARD_DECIDES, CARD_DECIDES, earlier_card=earlier_card)
    play_cards(position, "L1R1 L3R3", "L3R3 L1R1")
    assert drawn(position, 0) == drawn(position, 1)
    assert places(position) == expected


def test_legs_come_before_an_earlier_card() -> None:
    # RC-R36: seat 1 crosses with its first card, seat 0 with its second, but with a front leg further
    position = race(CARD_DECIDES, CARD_DECIDES, earlier_card=True)
    play_cards(position, "L1R1 L3R3", "L3R3 L1L3")
    assert [position.crossed_card[seat] for seat in range(2)] == [2, 1]
    assert places(position) == [1, 2]


def test_without_playing_on_the_first_to_cross_ends_the_race() -> None:
    # RC-F8
    position = race(seats=3)
    about_to_cross(position, 1)
    random_turn(position, Rng(1))
    assert position.to_act() == 0
    assert places(position) == [2, 1, 2]


# --- Playing on ---


def test_playing_on_gives_every_place_by_the_turn_of_crossing() -> None:
    # RC-R26, RC-R31, RC-R32: it ends when one beetle is left, and that one is last
    position = race(seats=4, play_on=True)
    expected_racing = [[0, 1, 3], [1, 3], [3]]
    for crossing, left in zip((2, 0, 1), expected_racing, strict=True):
        assert position.to_act() == position.racing != 0
        about_to_cross(position, crossing)
        random_turn(position, Rng(crossing))
        assert racing(position) == left
    assert position.to_act() == 0
    assert places(position) == [2, 3, 1, 4]
    assert [position.crossed_turn[seat] for seat in range(4)] == [2, 3, 1, 0]


def test_a_beetle_that_has_crossed_takes_no_more_cards_and_stays_where_it_is() -> None:
    # RC-R26
    match = table(3, play_on=True)
    position = race_of(match)
    about_to_cross(position, 0)
    next_turn(match)
    there = drawn(position, 0)
    assert "trade" in match.view(1).passing
    assert [beetle.hand_size for beetle in match.view(1).beetles] == [0, 2, 2]
    assert [beetle.place for beetle in match.view(1).beetles] == [1, None, None]
    in_deck = position.deck.size
    next_turn(match)
    assert position.deck.size == in_deck - 4
    assert drawn(position, 0) == there
    assert match.options(0) == ()


def test_playing_on_ends_when_all_have_crossed_together() -> None:
    # RC-R32, RC-R24
    position = race(seats=3, play_on=True)
    about_to_cross(position, 1)
    random_turn(position, Rng(1))
    about_to_cross(position, 0)
    about_to_cross(position, 2)
    play_cards(position, "L1R1 L2R2", "L1R1 L2R2")
    assert position.to_act() == 0
    assert places(position) == [2, 1, 2]


def test_with_two_players_there_is_nothing_to_play_on_for() -> None:
    # RC-R32
    position = race(seats=2, play_on=True)
    about_to_cross(position, 1)
    random_turn(position, Rng(1))
    assert position.to_act() == 0
    assert places(position) == [2, 1]


# --- What others may see ---


def looks(match: AnyMatch, viewer: int) -> tuple[object, ...]:
    return match.view(viewer), match.text(viewer), match.log(viewer), match.options(viewer), match.to_act


def worlds(match: AnyMatch, seat: int, choices: int) -> list[AnyMatch]:
    """The match after every way in which this seat alone can make so many choices."""
    found = [match]
    for _ in range(choices):
        found = [again(world, seat, option) for world in found for option in world.options(seat)]
    return found


def again(match: AnyMatch, seat: int, option: str) -> AnyMatch:
    copy = bugbox.Match.load(match.record())
    copy.play(seat, option)
    return copy


def advance_to(match: AnyMatch, stage: str) -> None:
    while match.view(bugbox.WATCHER).stage != stage:
        seat = match.to_act[0]
        match.play(seat, match.options(seat)[0])


@pytest.mark.parametrize(("expert", "stage", "choices"), [
    (False, "keep", 1), (True, "keep", 1), (False, "play", 1), (True, "play", 2), (True, "play", 3),
])  # fmt: skip
def test_a_choice_is_seen_by_nobody_else_until_all_have_chosen(expert: bool, stage: str, choices: int) -> None:
    # RC-R14, RC-R37
    match = table(3, expert=expert)
    advance_to(match, stage)
    differing = worlds(match, 1, choices)
    assert len(differing) >= 2
    for viewer in (0, 2, bugbox.WATCHER):
        assert all(looks(world, viewer) == looks(differing[0], viewer) for world in differing)
    assert all(looks(world, 1) != looks(differing[0], 1) for world in differing[1:])


def test_a_card_is_kept_before_the_passed_one_is_seen() -> None:
    # RC-R14
    match = table(2)
    deal(race_of(match), "L1L2 R1R2", "L1L3 R1R3")
    match.play(1, "keep L1L3")
    assert match.view(0).hands[0].packet == ("L1L2", "R1R2")
    assert match.view(0).hands[0].kept == ()
    match.play(0, "keep L1L2")
    assert match.view(0).hands[0].kept == ("L1L2", "R1R3")


def test_a_viewer_sees_its_own_cards_a_watcher_none_and_an_open_table_all() -> None:
    # RC-R14
    match = table(3)
    assert [set(match.view(viewer).hands) for viewer in (0, 2, bugbox.WATCHER, bugbox.OPEN)] == [
        {0}, {2}, set(), {0, 1, 2},
    ]  # fmt: skip


@pytest.mark.parametrize("seat", [0, 1])
def test_the_owner_sees_where_the_cards_that_it_has_put_down_will_bring_its_beetle(seat: int) -> None:
    # RC-R37
    match = table(2, expert=True)
    advance_to(match, "play")
    start = drawn(race_of(match))
    for put_down in (1, 2):
        match.play(seat, match.options(seat)[0])
        laid = match.view(seat).hands[seat].laid
        assert len(laid) == put_down
        assert run(start, *laid) != run(start, *laid[:-1])
        assert run(start, *laid) in tidy(match.text(seat))
        assert tidy(match.text(1 - seat)).count(start) == 2


def test_the_text_shows_all_tracks_and_the_cards_of_the_viewer() -> None:
    # RC-R14
    match = table(2)
    deal(race_of(match), "L1L2 R1R3", "L1L3 R2R3")
    shown = tidy(match.text(0))
    assert shown.count(drawn(race_of(match))) == 2
    assert shown.endswith(
        tidy("""
            L1L2          R1R3
            o-^-.         .-^-o
            o-#-.         .-#-.
            .-v-.         .-v-o
        """)
    )
    assert "L1L3" not in shown
    assert "L1L2" not in match.text(bugbox.WATCHER)


# --- Words ---


def played_turn() -> AnyMatch:
    match = named_table("Ann", "Bob")
    deal(race_of(match), "L1L2 R1R2", "L3R3 L1R1")
    keep(match, "L1L2", "L3R3")
    match.play(0, "play L1R1")
    match.play(1, "play L3R3")
    return match


RAN = [
    "{Ann} play{s} left 1, right 1, and the body moves forward 1.",
    "{Ann} play{s} left 1 and 2.",
]
BOB_RAN = [
    "Bob plays left 3, right 3. No leg can step, but the body catches up by 1.",
    "Bob plays right 1 and 2.",
]
TURN_2 = "Turn 2: 2 cards each. Players trade cards with each other."


def test_the_log_tells_a_player_its_own_cards() -> None:
    # RC-R14, RC-R37
    assert played_turn().log(0) == [
        "Turn 1: 2 cards each. Players trade cards with each other.",
        "You keep left 1 and 2.",
        "You pass right 1 and 2 to Bob.",
        "Bob passes left 1, right 1 to you.",
        *(line.format(Ann="You", s="") for line in RAN),
        *BOB_RAN,
        TURN_2,
    ]


@pytest.mark.parametrize(("stepped", "advance", "told"), [
    ("L1L2R3", 0, "You play left 1 and 2, right 3."),
    ("L1L2R3", 2, "You play left 1 and 2, right 3, and the body moves forward 2."),
    ("L1", 0, "You play left 1 and 2, right 3. Left 2 and right 3 cannot step."),
    ("L1L2", 1, "You play left 1 and 2, right 3. Right 3 cannot step, but the body moves forward 1."),
    ("", 0, "You play left 1 and 2, right 3. No leg can step."),
    ("", 1, "You play left 1 and 2, right 3. No leg can step, but the body catches up by 1."),
])  # fmt: skip
def test_the_log_tells_which_legs_could_not_step_and_where_the_body_went(stepped: str, advance: int, told: str) -> None:
    # RC-R12
    legs = sum(2 ** LEG_NAMES.index(leg) for leg in LEG_NAMES if leg in stepped)
    event = (rules.RAN, 0, words.CODES["L1L2R3"], legs, advance)
    assert words.sentence(event, Reader(0, ("Ann", "Bob"))) == told


def test_all_see_what_each_beetle_ran_last_even_when_the_discards_are_shuffled() -> None:
    """RC-R13, RC-R41"""
    position = race(seats=2)
    leave_in_deck(position, 0)
    play_cards(position, "L1L2 R1R2", "L3R3 L1R1")
    assert position.discards.size == 0
    for viewer in (0, 1, bugbox.WATCHER):
        assert [beetle.played for beetle in view(position, viewer).beetles] == [("L1L2", "R1R2"), ("L3R3", "L1R1")]


def test_the_discards_are_open_to_all() -> None:
    """RC-R41"""
    match = table(2)
    next_turn(match)
    discarded = tuple(words.card_text(race_of(match).discards.cards[i]) for i in range(4))
    for viewer in (0, 1, bugbox.WATCHER):
        assert match.view(viewer).discards == discarded


def test_the_log_tells_a_watcher_only_what_all_may_know() -> None:
    # RC-R14, RC-R37
    assert played_turn().log(bugbox.WATCHER) == [
        "Turn 1: 2 cards each. Players trade cards with each other.",
        *(line.format(Ann="Ann", s="s") for line in RAN),
        *BOB_RAN,
        TURN_2,
    ]


def test_a_third_player_does_not_read_what_two_others_passed() -> None:
    # RC-R14
    match = named_table("Ann", "Bob", "Cem")
    deal(race_of(match), "L1L2 R1R2", "L1L3 R1R3", "L2L3 R2R3")
    keep(match, "L1L2", "L1L3", "L2L3")
    assert [line for line in match.log(2) if "pass" in line and "Cards" not in line] == [
        "Bob passes right 1 and 3 to you.",
        "You pass right 2 and 3 to Ann.",
    ]
    assert len([line for line in match.log(bugbox.OPEN) if "passes" in line]) == 3


def test_the_end_is_told_with_places_and_reasons() -> None:
    # RC-F8, RC-R23, RC-R31
    match = AnyMatch(GAME, 3, seed=1, settings={"segments": 10}, players=("Ann", "Bob", "Cem"))
    for seat in (0, 1):
        place(race_of(match), seat, read(CARD_DECIDES).body, read(CARD_DECIDES).legs)
    play_cards(race_of(match), "L1R1 L3R3", "L3R3 L1L3", "L1R1 L2R2")
    assert match.log(1)[-3:] == ["Ann crosses the finish line.", "You cross the finish line.", "The race is over."]
    assert words.result(race_of(match), Reader(1, match.players)) == [
        "1. Ann: crossed in turn 1 with others; legs add up to rear 14, middle 16, front 20.",
        "2. You: crossed in turn 1 with others; legs add up to rear 14, middle 16, front 19.",
        "3. Cem: 6 segments short of the finish.",
    ]


def test_the_end_names_a_shared_win_and_the_card_that_decided() -> None:
    # RC-R24, RC-R33
    reader = Reader(bugbox.WATCHER, ("Ann", "Bob"))
    shared, decided = (race(CARD_DECIDES, CARD_DECIDES, earlier_card=on) for on in (False, True))
    for position in (shared, decided):
        play_cards(position, "L1R1 L3R3", "L3R3 L1R1")
    legs = "crossed in turn 1 with others; legs add up to rear 14, middle 16, front 20"
    assert words.result(shared, reader) == [f"1. Ann: {legs}; a shared place.", f"1. Bob: {legs}; a shared place."]
    assert words.result(decided, reader) == [
        f"1. Bob: {legs}; crossed with card 1.",
        f"2. Ann: {legs}; crossed with card 2.",
    ]


def test_the_sheet_shows_what_breaks_ties_in_the_order_in_which_it_does() -> None:
    # RC-R23, RC-R33
    position, with_cards = (race(CARD_DECIDES, CARD_DECIDES, earlier_card=on) for on in (False, True))
    for one in (position, with_cards):
        play_cards(one, "L1R1 L3R3", "L3R3 L1L3")
    rows = [
        ("Crossed the line", ["in turn 1", "in turn 1"]),
        ("Still to go", ["nothing", "nothing"]),
        ("Rear legs", ["7 + 7 = 14", "7 + 7 = 14"]),
        ("Middle legs", ["8 + 8 = 16", "8 + 8 = 16"]),
        ("Front legs", ["10 + 10 = 20", "10 + 9 = 19"]),
    ]
    assert words.sheet(position) == rows
    assert words.sheet(with_cards) == [*rows, ("Crossed with", ["card 2", "card 1"])]
    begun = words.sheet(race(seats=2, earlier_card=True))
    assert begun[0] == ("Crossed the line", ["no", "no"])
    assert begun[1] == ("Still to go", ["12 segments", "12 segments"])
    assert begun[-1] == ("Crossed with", ["-", "-"])


def why(position: BugRace, viewer: int = bugbox.WATCHER) -> str:
    return words.why(position, Reader(viewer, ("Ann", "Bob", "Cem", "Dot")[: position.seats]))


def test_the_end_says_how_far_behind_the_others_were() -> None:
    # RC-F8
    position = cross_together(REAR_15, NOT_THERE, NOT_THERE)
    assert why(position) == "Ann crossed the line in turn 1; Bob and Cem were 1 segment short."
    assert why(position, 0) == "You crossed the line in turn 1; Bob and Cem were 1 segment short."
    assert why(position, 2) == "Ann crossed the line in turn 1; you and Bob were 1 segment short."
    assert why(cross_together(NOT_THERE, REAR_15), 0) == "Bob crossed the line in turn 1; you were 1 segment short."
    assert why(cross_together(NOT_THERE, REAR_15)) == "Bob crossed the line in turn 1; Ann was 1 segment short."


def test_the_end_says_which_legs_or_card_decided() -> None:
    # RC-R23, RC-R33
    rear = cross_together(REAR_15, REAR_14_MIDDLE_18, NOT_THERE)
    assert why(rear) == "Ann and Bob crossed the line in turn 1; Ann's rear legs were further ahead, 15 to 14."
    assert why(rear, 0) == "You and Bob crossed the line in turn 1; your rear legs were further ahead, 15 to 14."
    middle = cross_together(REAR_14_MIDDLE_17, REAR_14_MIDDLE_17, REAR_14_MIDDLE_16_FRONT_20)
    ahead = "the winners' middle legs were further ahead, 17 to 16."
    assert why(middle, 1) == f"You, Ann and Cem crossed the line in turn 1; {ahead}"
    position = race(CARD_DECIDES, CARD_DECIDES, earlier_card=True)
    play_cards(position, "L1R1 L3R3", "L3R3 L1R1")
    assert why(position) == (
        "Ann and Bob crossed the line in turn 1 with their legs level; Bob crossed with an earlier card."
    )


def test_the_end_says_when_a_win_is_shared() -> None:
    # RC-R24
    position = cross_together(REAR_15, REAR_15)
    assert why(position) == "Ann and Bob crossed the line in turn 1 with their legs level, and share the win."
    assert why(position, 1) == "You and Ann crossed the line in turn 1 with your legs level, and share the win."


def test_the_end_names_who_followed_when_all_play_on() -> None:
    # RC-R26
    position = cross_together(REAR_15, NOT_THERE, NOT_THERE, play_on=True)
    position.crossed_turn[1] = 4
    assert why(position) == "Ann crossed the line in turn 1; Bob followed in turn 4."
    assert why(position, 1) == "Ann crossed the line in turn 1; you followed in turn 4."


def asked(position: BugRace) -> str:
    return words.ask(position, Reader(0, ("Ann", "Bob", "Cem")))


def test_each_seat_is_asked_in_words() -> None:
    # RC-R16, RC-R18
    match = table(3, expert=True)
    position = race_of(match)
    assert asked(position) == "Keep one card and pass the other 3 cards to Bob."
    advance_to(match, "play")
    assert asked(position) == "Choose the card to play first."
    match.play(0, match.options(0)[0])
    assert asked(position) == "Choose the card to play second."
    next_turn(match)
    assert asked(position) == "Keep one card and pass the other 3 cards to Cem."
    assert asked(race(seats=2)) == "Keep one card and pass the other card to Bob."


def test_only_an_option_of_the_moment_can_be_played() -> None:
    match = table(2)
    deal(race_of(match), "L1L2 R1R2", "L3R3 L1R1")
    with pytest.raises(bugbox.NotNow, match=r"^'keep L3R3' is not possible now; possible: keep L1L2, keep R1R2\.$"):
        match.play(0, "keep L3R3")
    with pytest.raises(bugbox.NotNow, match="'play L1L2' is not possible now"):
        match.play(0, "play L1L2")
    with pytest.raises(
        bugbox.NotAnOption, match=r"^'hop' is not an option of Bug Race; possible: keep L1L2, keep R1R2\.$"
    ):
        match.play(0, "hop")
    for crooked in ("keep", "keep ", "keep L1", "keep L2L1", "keep L4", "keep L1L2 "):
        with pytest.raises(bugbox.NotNow):
            match.play(0, crooked)
    for nonsense in ("Keep L1L2", "pass L1L2", "", " keep L1L2"):
        with pytest.raises(bugbox.NotAnOption):
            match.play(0, nonsense)
    assert match.decisions == []


def test_a_seat_that_has_chosen_must_wait() -> None:
    # RC-R14
    match = table(2)
    match.play(0, match.options(0)[0])
    with pytest.raises(bugbox.NotYourTurn, match=r"^Seat 0 owes no decision; to act: 1\.$"):
        match.play(0, "keep L1L2")
    with pytest.raises(bugbox.NotYourTurn, match=r"^There is no seat 2: the seats are 0 to 1\.$"):
        match.play(2, "keep L1L2")


def test_nothing_can_be_played_after_the_end() -> None:
    # RC-F8
    match = table(2)
    about_to_cross(race_of(match), 0)
    next_turn(match)
    assert match.over
    with pytest.raises(bugbox.NotYourTurn, match=r"^The match is over\.$"):
        match.play(0, "keep L1L2")


# --- Guesses: what a seat can know, found out from the packets that went through its hands ---

Place = tuple[str, int]  # a row of the position and where in it


def bags(draft: Draft, viewer: int) -> list[list[Place]]:
    """Hidden places, together where the viewer knows which cards they hold but not which lies where.

    The first bag is what the viewer knows nothing of. Each time that it lets a packet go it knows what is
    left in it: these cards lie with those who took from it since, and in what is left of it.
    """
    unseen: list[Place] = [("deck", i) for i in range(draft.position.deck.size)]
    found = [unseen]
    for holder, packet in draft.packets.items():
        bag = unseen
        for step, taker in enumerate(packet.takers):
            if taker == viewer:
                bag = []
                found.append(bag)
            else:
                bag.append(("kept", taker * MOST_KEPT + step))
        if holder != viewer:
            bag += [(f"packet {holder}", i) for i in range(len(packet.left))]
    return [bag for bag in found if bag]


def cards_at(position: BugRace, bag: list[Place]) -> list[int]:
    rows = {"deck": position.deck.cards, "kept": position.kept}
    rows |= {f"packet {seat}": packet.cards for seat, packet in enumerate(position.packets)}
    return [rows[row][i] for row, i in bag]


def guesses(position: BugRace, viewer: int, count: int, seed: int = 1) -> Iterator[BugRace]:
    """The same position object again and again, with another guess in it."""
    rng = Rng(seed, "guess")
    world = position.blank()
    for _ in range(count):
        world.copy_from(position)
        world.guess(viewer, rng)
        yield world


def test_the_test_itself_knows_what_two_experts_know_of_each_other() -> None:
    # RC-R17: the other's first card is never seen, and every later one is among cards that were
    rng = Rng(1, "test")
    draft = draft_at(2, 1, (), True, rng)
    leave_in_deck(draft.position, 0)
    first, second, third, fourth = (("kept", MOST_KEPT + step) for step in range(4))
    one, two, three, four = (("packet 1", i) for i in range(4))
    assert bags(draft, 0) == [[one, two, three, four]]
    draft.step(rng)
    assert sorted(bags(draft, 0)) == [[first], [one, two, three]]
    draft.step(rng)
    assert sorted(bags(draft, 0)) == [[first], [second], [one, two]]
    draft.step(rng)
    assert sorted(bags(draft, 0)) == [[first], [second], [third], [fourth]]


@pytest.mark.parametrize("expert", [False, True], ids=["basic", "expert"])
@pytest.mark.parametrize(("seats", "turn", "crossed"), FULL_TABLES + AFTER_THE_FIRST[:5])
def test_a_guess_keeps_what_the_seat_has_seen_and_varies_the_rest(
    seats: int, turn: int, crossed: tuple[int, ...], expert: bool
) -> None:
    # RC-R14: also for seats that have crossed and see no packet
    rng = Rng(seats, "test")
    draft = draft_at(seats, turn, crossed, expert, rng)
    leave_in_deck(draft.position, 5)
    while draft.size():
        for viewer in range(seats):
            check_guesses(draft, viewer)
        draft.step(rng)
    for viewer in range(seats):
        check_guesses(draft, viewer)


def check_guesses(draft: Draft, viewer: int) -> None:
    position = draft.position
    hidden = bags(draft, viewer)
    before = [cards_at(position, bag) for bag in hidden]
    found: dict[Place, set[int]] = {at: set() for bag in hidden for at in bag}
    for world in guesses(position, viewer, 40):
        assert view(world, viewer) == view(position, viewer)
        assert all_cards(world) == all_cards(position)
        for bag, real in zip(hidden, before, strict=True):
            guessed = cards_at(world, bag)
            assert sorted(guessed) == sorted(real)
            for at, shown in zip(bag, guessed, strict=True):
                found[at].add(shown)
    for bag, real in zip(hidden, before, strict=True):
        enough = len(set(real)) if len(real) <= 3 else 5
        assert all(len(found[at]) >= min(enough, len(set(real))) for at in bag)


def arrangements(position: BugRace, viewer: int, bag: list[Place], count: int) -> Counter[tuple[int, ...]]:
    return Counter(tuple(cards_at(world, bag)) for world in guesses(position, viewer, count))


def chi_square(counts: Counter[tuple[int, ...]], cells: int) -> float:
    """How far from equally often; about cells - 1 if fair, with a deviation of sqrt(2 * cells)."""
    assert len(counts) <= cells
    fair = counts.total() / cells
    return sum((count - fair) ** 2 for count in counts.values()) / fair + (cells - len(counts)) * fair


def test_every_arrangement_of_unseen_cards_is_guessed_equally_often() -> None:
    # RC-R14: five cards, 120 arrangements
    position = race(seats=2)
    deal(position, "L1L2 L1L3", "L2L3 R1R2")
    stack_deck(position, cards("R1R3 R2R3 L1R1"))
    hidden: list[Place] = [("packet 1", 0), ("packet 1", 1), ("deck", 0), ("deck", 1), ("deck", 2)]
    counts = arrangements(position, 0, hidden, 6000)
    assert chi_square(counts, 120) < 119 + 6 * 16


def test_every_arrangement_of_a_packet_that_was_passed_on_is_guessed_equally_often() -> None:
    # RC-F7: seat 0 passed three cards; one of them is kept by seat 1, two lie before seat 2
    match = table(3, expert=True)
    deal(race_of(match), "L1L2 L1L3 L2L3 R1R2", "L1R1 L1R2 L1R3 R1R3", "L2R1 L2R2 L2R3 R2R3")
    leave_in_deck(race_of(match), 2)
    keep(match, "L1L2", "L1R1", "L2R1")
    keep(match, "L2R2", "L1L3", "L1R2")
    passed: list[Place] = [("kept", 5), ("packet 2", 0), ("packet 2", 1)]
    counts = arrangements(race_of(match), 0, passed, 1200)
    assert set(counts) == set(permutations(cards("L1L3 L2L3 R1R2")))
    assert chi_square(counts, 6) < 5 + 6 * 4


def test_a_guess_depends_on_what_is_seen_and_not_on_what_is_hidden() -> None:
    # RC-R14, RC-R37
    rng = Rng(3, "test")
    draft = draft_at(3, 1, (), True, rng)
    leave_in_deck(draft.position, 6)
    while draft.size():
        draft.step(rng)
        hidden = [at for bag in bags(draft, 1) for at in bag]
        real, *others = (
            cards_at(next(guesses(world, 1, 1, seed=9)), hidden)
            for world in (draft.position, *copies(guesses(draft.position, 1, 3)))
        )
        assert all(other == real for other in others)


def copies(positions: Iterator[BugRace]) -> Iterator[BugRace]:
    for position in positions:
        copy = position.blank()
        copy.copy_from(position)
        yield copy


def test_a_guess_takes_back_the_secret_choices_of_the_others() -> None:
    # RC-R14, RC-R37
    match = table(3, expert=True)
    for stage in ("keep", "play"):
        advance_to(match, stage)
        for seat in (0, 1):
            match.play(seat, match.options(seat)[0])
        if stage == "play":
            match.play(1, match.options(1)[0])
        world = next(guesses(race_of(match), 0, 1))
        assert hands(world)[1].chosen is None
        assert hands(world)[1].laid == ()
        assert hands(world)[0] == hands(race_of(match))[0]
        assert world.to_act() == (0b110 if stage == "keep" else 0b111)
        assert len(options_of(world, 1)) >= 3


def test_a_guess_does_not_know_what_will_be_drawn_after_the_next_shuffle() -> None:
    # RC-R20: the dice of the guess are not those of the match
    position = race(seats=2)
    leave_in_deck(position, 0)
    piles = []
    for world in guesses(position, 0, 2):
        random_turn(world, Rng(1))
        piles.append(draw_pile(world))
    random_turn(position, Rng(1))
    assert sorted(piles[0]) != piles[0]
    assert len({tuple(pile) for pile in (*piles, draw_pile(position))}) == 3


def test_after_a_shuffle_in_the_middle_of_a_deal_all_unseen_cards_are_guessed_alike() -> None:
    # RC-R39: seat 0 holds cards of the old deck, and seat 2 could know it
    match = table(3)
    position = race_of(match)
    old = leave_in_deck(position, 2)
    next_turn(match)
    assert packet(position, 0) == old
    of_the_old_deck = of_the_new_deck = 0
    for world in guesses(position, 2, 200):
        guessed = packet(world, 0)
        of_the_old_deck += sum(shown in old for shown in guessed)
        of_the_new_deck += sum(shown not in old for shown in guessed)
        assert view(world, 2) == view(position, 2)
    assert 0 < of_the_old_deck < 60
    assert of_the_new_deck > 340

"""Bug Race, clause by clause: the box, dealing, keeping and passing, and a deck that runs out."""

from collections import Counter
from itertools import pairwise

import pytest

import bugbox
from bugbox.core.position import options_of
from bugbox.core.rng import Rng
from bugbox.games.bug_race import GAME
from bugbox.games.bug_race.rules.turn import MOST_KEPT, BugRace
from bugbox.games.bug_race.show import words
from tests.games.bug_race.draw import card, cards, contents, drawn, race, tidy
from tests.games.bug_race.playing import (
    AFTER_THE_FIRST,
    FULL_TABLES,
    all_cards,
    deal,
    draft_at,
    draw_pile,
    keep,
    leave_in_deck,
    next_turn,
    packet,
    race_of,
    random_turn,
    table,
)


def kept(position: BugRace, seat: int) -> list[int]:
    """In the order in which they were kept."""
    return [position.kept[i] for i in places_of(seat) if position.kept[i]]


def places_of(seat: int) -> range:
    return range(seat * MOST_KEPT, (seat + 1) * MOST_KEPT)


def all_kept(position: BugRace) -> list[str]:
    return [" ".join(map(words.card_text, kept(position, seat))) for seat in range(position.seats)]


def discards(position: BugRace) -> list[int]:
    return contents(position.discards)


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

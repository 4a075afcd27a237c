"""Who decides at a table, who takes back, and through whose eyes a browser looks at it."""

from copy import deepcopy
from typing import Any

import msgspec
import pytest

import bugbox
from bugbox.core.game import WATCHER, Game
from bugbox.core.rng import Rng
from bugbox.games import GAMES
from bugbox.table.rooms.room import MOST_TAKEN_BACK, Eyes, Room, new_room
from bugbox.table.storage.store import OVER, PLAYING, Move, Seat
from tests.kit.rooms import ANN, BOB, CLEO, DAN, GAME, SAME_DEVICE, finished, match_of, play, refused, table_of
from tests.kit.tables import for_every_game, pick, state

pytestmark = pytest.mark.once


# --- Deciding ---


def test_only_a_seat_that_is_asked_decides_and_only_what_is_offered() -> None:
    room = match_of(ANN, BOB)
    option = room.playing().options(0)[0]
    room.check_play(0, 0, option)
    assert "You are watching" in refused(room.check_play, WATCHER, 0, option)
    assert refused(room.check_play, 0, 0, "keep everything") == "That is not possible right now."
    play(room, 0)
    assert refused(room.check_play, 0, 0, option) == "It is not your turn: Bob is choosing.", "a double click"
    assert "has not started" in refused(lambda: table_of(ANN, BOB).check_play(0, 0, option))
    over = finished(ANN, BOB)
    assert refused(over.check_play, 0, over.asked[0], option) == "The match is over."


def test_waiting_for_several_names_them_all() -> None:
    room = match_of(ANN, BOB, CLEO)
    assert room.waiting_for() == "Ann, Bob and Cleo are choosing."
    assert room.waiting_for({1}) == "Ann, Bob and Cleo are choosing (Bob is away)."
    assert room.waiting_for({0, 1, 2}) == "Waiting for Ann, Bob and Cleo, who are away."
    play(room, 0)
    assert room.waiting_for() == "Bob and Cleo are choosing."


def test_an_answer_to_an_older_question_is_refused() -> None:
    """Even if the same words are on offer again."""
    room = match_of(ANN, BOB)
    option = room.playing().options(0)[0]
    room.apply(0, option)
    room.apply(0, None)
    assert "look again" in refused(room.check_play, 0, 0, option)
    room.check_play(0, room.asked[0], option)


def test_a_double_click_on_one_of_two_equal_cards_plays_only_one() -> None:
    """The same words are on offer before and after."""
    found = 0
    for seed in range(30):
        row = new_room(GAME, 2, {"expert": True, "segments": 8}, ANN, listed=False)
        room = Room(msgspec.structs.replace(row, seed=seed, stage=PLAYING), [])
        while not room.playing().over:
            seat = room.playing().to_act[0]
            asked, offered = room.asked[seat], room.playing().options(seat)
            play(room, seat)
            if room.playing().options(seat) == offered:
                assert "look again" in refused(room.check_play, seat, asked, offered[0])
                found += 1
    assert found


def test_somebody_elses_answer_at_the_same_time_does_not_make_mine_stale() -> None:
    room = match_of(ANN, BOB, CLEO)
    mine = {seat: (room.asked[seat], room.playing().options(seat)[0]) for seat in range(3)}
    play(room, 0)
    room.apply(0, None)
    play(room, 0)
    for seat in (1, 2):
        room.check_play(seat, *mine[seat])
        room.apply(seat, mine[seat][1])


@for_every_game
def test_through_a_whole_match_only_the_question_of_now_is_answered(game: Game) -> None:
    room = match_of(ANN, BOB, "bot", game=game)
    asked: list[set[int]] = [set(), set(), set()]
    while not room.playing().over:
        seat = room.playing().to_act[-1]
        option = room.playing().options(seat)[0]
        for old in asked[seat] | {room.seq + 1}:
            assert "look again" in refused(room.check_play, seat, old, option)
        asked[seat].add(room.asked[seat])
        room.check_play(seat, room.asked[seat], option)
        room.apply(seat, option)
    assert room.row.stage == OVER


def test_bots_answer_once_no_person_is_left_to_answer() -> None:
    assert table_of(ANN, "bot").bots_to_act() == []
    room = match_of(ANN, "bot", BOB, "bot")
    assert room.bots_to_act() == []
    play(room, 0)
    assert room.bots_to_act() == []
    play(room, 2)
    assert room.bots_to_act() == [1, 3]
    assert finished(ANN, "bot").bots_to_act() == []


# --- Taking back ---


def test_a_secret_choice_can_be_taken_back_until_somebody_else_acts() -> None:
    room = match_of(ANN, BOB, CLEO)
    offered = room.playing().options(0)
    play(room, 0)
    room.check_undo(0, room.seq)
    for other in (1, 2, WATCHER):
        assert "taken back" in refused(room.check_undo, other, room.seq)
    for stale in (room.seq - 1, room.seq + 1):
        assert "taken back" in refused(room.check_undo, 0, stale)
    room.apply(0, None)
    assert room.playing().options(0) == offered
    assert not room.may_undo(0), "there is nothing left to take back"
    play(room, 0)
    play(room, 1)
    assert not room.may_undo(0)
    assert room.may_undo(1)


def test_what_has_revealed_something_is_never_taken_back() -> None:
    room = match_of(ANN, BOB)
    play(room, 0)
    play(room, 1)  # the cards are passed: each sees a new one
    assert not any(room.may_undo(seat) for seat in range(2))
    assert "something was revealed" in refused(room.check_undo, 1, room.seq)


def first_answer_of_a_bot() -> Room:
    """Ann has picked, and a bot after her: all of it is open, and nothing was revealed."""
    for seed in range(50):
        row = new_room(GAMES["bugs-on-rugs"], 2, {"start": "first"}, ANN, listed=False)
        seats = [Seat("Ann", ANN), Seat("Bot", level="random")]
        room = Room(msgspec.structs.replace(row, seed=seed, stage=PLAYING, seats=seats), [])
        play(room, 0)
        play(room, 1)
        if room.may_undo(0):
            return room
    raise AssertionError("there is always a bug to pick after the first")


def test_against_bots_a_decision_is_taken_back_with_their_answers_until_something_is_revealed() -> None:
    room = first_answer_of_a_bot()
    room.check_undo(0, room.seq)
    room.check_undo(0, room.seq - 1)  # asked for while the bot was thinking
    assert "revealed" in refused(room.check_undo, 0, room.seq - 2)
    assert "revealed" in refused(room.check_undo, 0, room.seq + 1)
    room.apply(0, None)
    assert room.playing().decisions == []
    assert "revealed" in refused(room.check_undo, 0, room.seq), "there is nothing left"
    while room.may_undo(0) or not room.playing().decisions:
        play(room, room.playing().to_act[0])
    assert room.playing().position.revealed


def test_what_was_taken_back_together_with_a_bots_answer_is_so_after_a_restart_too() -> None:
    room = first_answer_of_a_bot()
    moves: list[Move] = [*room.playing().decisions, (0, None)]
    again = Room(room.row, moves)
    assert again.playing().decisions == []
    assert again.seq == 3


def test_a_decision_after_which_a_person_has_decided_stays() -> None:
    room = first_answer_of_a_bot()
    row = msgspec.structs.replace(room.next_row(), seats=[Seat("Ann", ANN), Seat("Bob", BOB)])
    room.adopt(row)
    assert not room.may_undo(0)
    assert room.may_undo(1)


def after_the_answer_of_bob() -> Room:
    """Ann has picked, and Bob after her: only because he has, hers stays."""
    room = first_answer_of_a_bot()
    people = [Seat("Ann", ANN), Seat("Bob", BOB)]
    room = Room(msgspec.structs.replace(room.row, seats=people), list(room.playing().decisions))
    assert not room.may_undo(0)
    return room


def test_a_decision_after_which_a_person_has_decided_stays_when_a_bot_plays_for_that_person() -> None:
    for by, missed in ((BOB, ()), (ANN, (1,))):
        room = after_the_answer_of_bob()
        room.adopt(room.put_bot(by, 1, "random", missed))
        assert "somebody else has moved" in refused(room.check_undo, 0, room.seq)
        again = Room(room.row, list(room.playing().decisions))
        assert "somebody else has moved" in refused(again.check_undo, 0, again.seq)


def test_a_decision_after_which_somebody_has_decided_who_has_left_stays_when_a_bot_sits_there() -> None:
    room = after_the_answer_of_bob()
    room.adopt(room.leave(BOB))
    for one in (room, Room(room.row, list(room.playing().decisions))):
        one.adopt(one.put_bot(ANN, 1, "random"))
        assert not one.may_undo(0)


def test_what_a_bot_has_decided_for_somebody_is_taken_back_with_what_it_answered() -> None:
    room = after_the_answer_of_bob()
    room.adopt(room.put_bot(BOB, 1, "random"))
    for seat, option in [(1, None), *room.playing().decisions[1:]]:
        room.apply(seat, option)  # what he did is taken back, and the bot does the same
    assert room.may_undo(0)
    room.apply(0, None)
    assert room.playing().decisions == []


def test_nothing_is_taken_back_before_or_after_the_match() -> None:
    assert not table_of(ANN, BOB).may_undo(0)
    over = finished(ANN, BOB)
    assert not any(over.may_undo(seat) for seat in (0, 1))


def test_nobody_takes_back_without_end() -> None:
    room = match_of(ANN, BOB)
    for _ in range(MOST_TAKEN_BACK):
        play(room, 0)
        room.check_undo(0, room.seq)
        room.apply(0, None)
    play(room, 0)
    decision = room.playing().decisions[0]
    again = Room(room.row, [decision, (0, None)] * MOST_TAKEN_BACK + [decision])
    for one in (room, again):
        assert "this one has to stay" in refused(one.check_undo, 0, one.seq)
        play(one, 1)
        play(one, 1)
        one.check_undo(1, one.seq)


# --- Through whose eyes ---


@for_every_game
def test_each_looks_through_their_own_eyes(game: Game) -> None:
    room = match_of(ANN, BOB, "bot", game=game)
    assert room.eyes(ANN, None) == Eyes(0, None, (0,), hosting=True)
    assert room.eyes(BOB, None) == Eyes(1, None, (1,))
    for watcher in (DAN, ""):
        assert room.eyes(watcher, None) == Eyes(WATCHER)
    for claimed in (0, 1, 2):
        assert room.eyes(DAN, claimed) == Eyes(WATCHER)
        assert room.eyes(BOB, claimed) == Eyes(1, None, (1,))


def test_a_curtain_falls_between_two_people_at_one_device() -> None:
    """Seats 0 and 2 are on Ann's device, Bob is elsewhere."""
    room = match_of(ANN, BOB, SAME_DEVICE)

    def eyes(at_device: int | None) -> tuple[int, int | None]:
        seen = room.eyes(ANN, at_device)
        assert seen.mine == (0, 2)
        return seen.viewer, seen.curtain

    assert eyes(None) == (WATCHER, 0)
    assert eyes(1) == (WATCHER, 0), "Bob's seat is not on this device"
    assert eyes(0) == (0, None)
    play(room, 0)
    assert eyes(0) == (WATCHER, 2)
    assert eyes(2) == (2, None)
    play(room, 2)
    assert eyes(2) == (2, None), "both have chosen: whoever chose last still holds the device"
    assert eyes(None) == (WATCHER, None), "a page without a memory shows what all see"
    play(room, 1)
    assert eyes(2) == (2, None), "who holds the device goes on"
    play(room, 2)
    assert eyes(2) == (WATCHER, 0), "and then it goes round"


def test_the_device_goes_round_in_the_order_of_the_seats() -> None:
    """From whoever lifted the curtain first."""
    room = match_of(ANN, SAME_DEVICE, SAME_DEVICE, SAME_DEVICE)
    for holder, following in ((1, 2), (2, 3), (3, 0)):
        play(room, holder)
        assert room.eyes(ANN, holder).curtain == following
    play(room, 0)
    assert room.eyes(ANN, 0).viewer == 0, "the next question goes to whoever holds the device"


def test_there_is_no_curtain_before_and_after_the_match() -> None:
    for room in (table_of(ANN, SAME_DEVICE), finished(ANN, SAME_DEVICE)):
        assert room.eyes(ANN, None) == Eyes(0, None, (0, 1), hosting=True)


# --- The same room again ---


def whole_match_with_second_thoughts(room: Room, dice: int) -> list[Move]:
    rng = Rng(dice, "test")
    moves: list[Move] = []
    while not room.playing().over:
        last = moves[-1][0] if moves else WATCHER
        seat = room.playing().to_act[rng.below(len(room.playing().to_act))]
        move: Move = (seat, pick(room.playing().options(seat), rng))
        if room.may_undo(last) and rng.below(3) == 0:
            move = (last, None)
        room.apply(*move)
        moves.append(move)
    return moves


def all_of(room: Room) -> Any:
    match = room.playing()
    viewers = [WATCHER, *range(match.seats)]
    return (
        room.row,
        room.seq,
        room.asked,
        match.decisions,
        state(match.position),
        [(match.log(viewer), room.may_undo(viewer)) for viewer in viewers],
        [room.eyes(owner, None) for owner in (ANN, BOB, DAN)],
    )


@for_every_game
def test_a_room_rebuilt_from_its_moves_is_the_same_room(game: Game) -> None:
    room = match_of(*(ANN, BOB, SAME_DEVICE, "bot")[: game.seats[-1]], game=game)
    row = deepcopy(room.row)
    going_on = Room(deepcopy(row), [])
    moves = whole_match_with_second_thoughts(room, dice=0)
    assert sum(option is None for _, option in moves) > 2
    for number, move in enumerate(moves, 1):
        going_on.apply(*move)
        if number % 25 == 0 or number == len(moves):
            assert all_of(Room(deepcopy(row), moves[:number])) == all_of(going_on)
    assert all_of(going_on) == all_of(room)
    assert going_on.row.stage == OVER


def test_moves_that_the_rules_forbid_are_not_taken_for_a_match() -> None:
    row = match_of(ANN, BOB).row
    with pytest.raises(bugbox.BugboxError):
        Room(row, [(0, "keep everything")])
    with pytest.raises(bugbox.BugboxError):
        Room(row, [(0, None)])
    with pytest.raises(bugbox.BugboxError):
        Room(row, [(0, match_of(ANN, BOB).playing().options(0)[0]), (1, None)])


@for_every_game
def test_a_match_by_other_rules_is_refused(game: Game) -> None:
    old = msgspec.structs.replace(match_of(ANN, BOB, game=game).row, version=0)
    assert (
        refused(Room, old, []) == f"This match was played with version 0 of {game.title}, which is no longer available."
    )

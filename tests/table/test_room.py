"""Who may do what at a table, and through whose eyes a browser looks at it."""

import re
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import msgspec
import pytest

import bugbox
from bugbox.core import record
from bugbox.core.game import WATCHER, Game
from bugbox.core.rng import Rng
from bugbox.games import GAMES
from bugbox.table.ending import draw_next_level
from bugbox.table.room import MOST_TAKEN_BACK, Eyes, Refused, Room, brought_room, new_room
from bugbox.table.store import BROUGHT, OVER, PLAYING, WAITING, Move, RoomRow, Seat
from tests.kit.tables import for_every_game, pick, state

pytestmark = pytest.mark.once

ANN, BOB, CLEO, DAN = (letter * 64 for letter in "abcd")
GAME = GAMES["bug-race"]  # where it does not matter which: here all choose at once, and in secret
SAME_DEVICE = "Ann's friend"


def empty_table(seats: int = 3, game: Game = GAME) -> Room:
    """Ann is the host, and nobody sits yet."""
    return Room(msgspec.structs.replace(new_room(game, seats, {}, ANN, listed=True), seed=1), [])


def table_of(*people: str, game: Game = GAME) -> Room:
    """Ann's table with these people, bots and open seats; not begun."""
    room = empty_table(len(people), game)
    kinds = {
        ANN: lambda seat: room.sit(ANN, "Ann"),
        BOB: lambda seat: room.sit(BOB, "Bob"),
        CLEO: lambda seat: room.sit(CLEO, "Cleo"),
        SAME_DEVICE: lambda seat: room.share_device(ANN, seat, "Amy"),
        "bot": lambda seat: room.put_bot(ANN, seat, "random"),
        "open": lambda seat: room.row,
    }
    for seat, person in enumerate(people):
        room.adopt(kinds[person](seat))
    return room


def match_of(*people: str, game: Game = GAME) -> Room:
    room = table_of(*people, game=game)
    room.adopt(room.start(ANN))
    return room


def play(room: Room, seat: int) -> None:
    """The seat takes its first option."""
    room.apply(seat, room.playing().options(seat)[0])


def finished(*people: str) -> Room:
    room = match_of(*people)
    while not room.playing().over:
        play(room, room.playing().to_act[0])
    return room


def refused(ask: Callable[..., object], *what: object) -> str:
    """The sentence that comes back instead."""
    with pytest.raises(Refused) as error:
        ask(*what)
    return str(error.value)


def names(room: Room) -> list[str]:
    return [seat.name for seat in room.row.seats]


# --- Who sits where ---


def test_whoever_comes_takes_the_first_open_seat_once() -> None:
    room = table_of(ANN, "bot", "open", "open")
    room.adopt(room.sit(BOB, "Bob"))
    assert room.seats_of(BOB) == (2,)
    assert refused(room.sit, BOB, "Bobby") == "You already have a seat at this table."
    room.adopt(room.sit(CLEO, "Cleo"))
    assert refused(room.sit, DAN, "Dan") == "No seat is open, but you can watch."
    assert names(room) == ["Ann", "Cricket", "Bob", "Cleo"]


def test_a_seat_that_was_left_can_be_taken_during_the_match_and_not_after_it() -> None:
    room = match_of(ANN, BOB, "bot")
    room.adopt(room.leave(BOB))
    room.adopt(room.sit(CLEO, "Cleo"))
    assert room.seats_of(CLEO) == (1,)
    assert room.playing().players == ("Ann", "Cleo", "Aphid")
    over = finished(ANN, BOB)
    over.row.seats[1] = Seat()
    assert refused(over.sit, CLEO, "Cleo") == "No seat is open, but you can watch."


def test_a_browser_without_a_secret_has_no_seat_and_is_never_the_host() -> None:
    """An open seat belongs to nobody, and so does a record that a stranger brought."""
    assert table_of(ANN, "open").seats_of("") == ()
    room = Room(brought_room(finished(ANN, "bot").playing().as_record(), ""), [])
    assert not room.is_host("")
    assert room.eyes("", None) == Eyes(WATCHER)


CHANGES_BY_THE_HOST: dict[str, Callable[[Room, str], RoomRow]] = {
    "a bot": lambda room, by: room.put_bot(by, 2, "random"),
    "empty": lambda room, by: room.open_seat(by, 1),
    "same device": lambda room, by: room.share_device(by, 2, "Amy"),
    "order": lambda room, by: room.swap(by, 0, 1),
    "start": lambda room, by: room.start(by),
}


@pytest.mark.parametrize("change", CHANGES_BY_THE_HOST.values(), ids=CHANGES_BY_THE_HOST)
@pytest.mark.parametrize("by", [BOB, DAN, ""], ids=["Bob, who sits there", "a watcher", "nobody"])
def test_only_the_host_changes_the_table(change: Callable[[Room, str], RoomRow], by: str) -> None:
    room = table_of(ANN, BOB, "open")
    assert refused(change, room, by) == "Only the host can do that."


CHANGES: dict[str, Callable[[Room], RoomRow]] = {
    "sit": lambda room: room.sit(CLEO, "Cleo"),
    "a bot": lambda room: room.put_bot(ANN, 2, "random"),
    "empty": lambda room: room.open_seat(ANN, 1),
    "same device": lambda room: room.share_device(ANN, 2, "Amy"),
    "order": lambda room: room.swap(ANN, 0, 1),
    "leave": lambda room: room.leave(BOB),
    "rename": lambda room: room.rename(ANN, 0, "Anna"),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_nothing_changes_before_it_is_on_disk(change: Callable[[Room], RoomRow]) -> None:
    room = table_of(ANN, BOB, "open")
    before = deepcopy(room.row)
    row = change(room)
    assert room.row == before
    assert row != before
    room.adopt(row)
    assert room.row == row


@pytest.mark.parametrize("seat", [-1, 3, 10**30])
def test_a_seat_that_does_not_exist_is_refused(seat: int) -> None:
    room = table_of(ANN, BOB, "open")
    sentences = {
        refused(room.put_bot, ANN, seat, "random"),
        refused(room.open_seat, ANN, seat),
        refused(room.share_device, ANN, seat, ""),
        refused(room.swap, ANN, 0, seat),
        refused(room.swap, ANN, seat, 0),
    }
    assert sentences == {f"There is no seat {seat}."}
    assert "your own seats" in refused(room.rename, ANN, seat, "Anna")


def test_a_bot_fills_a_seat_before_the_match() -> None:
    room = table_of(ANN, BOB, "open")
    assert "Bob is still here" in refused(room.put_bot, ANN, 1, "random")
    room.adopt(room.open_seat(ANN, 1))
    for seat in (1, 2):
        room.adopt(room.put_bot(ANN, seat, "random"))
    room.adopt(room.put_bot(ANN, 2, "search"))
    assert room.row.seats[1:] == [Seat("Cricket", level="random"), Seat("Aphid", level="search")]
    assert room.seats_of(BOB) == ()


def test_in_a_match_a_bot_plays_for_somebody_who_left_until_they_are_back() -> None:
    room = match_of(ANN, BOB, "bot")
    room.adopt(room.put_bot(ANN, 1, "search", missed={1}))
    assert room.row.seats[1] == Seat("Bob", BOB, "search")
    assert room.playing().bots == {1: "search", 2: "random"}
    play(room, 0)
    assert room.bots_to_act() == [1, 2]
    for somebody_else in (ANN, DAN, ""):
        assert refused(room.come_back, somebody_else, 1) == "That is not your seat."
    assert refused(room.come_back, BOB, 2) == "That is not your seat."
    room.adopt(room.come_back(BOB, 1))
    assert room.row.seats[1] == Seat("Bob", BOB)
    assert room.bots_to_act() == []


@pytest.mark.parametrize("by", [BOB, CLEO], ids=["Bob", "Cleo"])
def test_anybody_at_the_table_lets_a_bot_play_for_somebody_who_is_missed_also_for_the_host(by: str) -> None:
    room = match_of(ANN, BOB, CLEO)
    room.adopt(room.put_bot(by, 0, "search", missed={0}))
    assert room.row.seats[0] == Seat("Ann", ANN, "search")
    room.adopt(room.come_back(ANN, 0))
    assert room.row.seats[0] == Seat("Ann", ANN)


@pytest.mark.parametrize("by", [ANN, BOB, DAN, ""], ids=["the host", "a player", "a watcher", "nobody"])
def test_no_bot_is_put_on_a_person_who_is_here(by: str) -> None:
    for room in (match_of(ANN, BOB, CLEO), table_of(ANN, BOB, CLEO)):
        assert refused(room.put_bot, by, 2, "search", {1})


@pytest.mark.parametrize("by", [DAN, ""], ids=["a watcher", "nobody"])
def test_whoever_only_watches_puts_no_bot_anywhere(by: str) -> None:
    room = match_of(ANN, BOB, "bot")
    for seat in range(3):
        assert refused(room.put_bot, by, seat, "search", {0, 1}) == "Only the host can do that."


def test_before_the_match_only_the_host_puts_a_bot_on_a_seat_whose_person_is_missed() -> None:
    room = table_of(ANN, BOB, CLEO)
    assert refused(room.put_bot, BOB, 2, "search", {2}) == "Only the host can do that."
    room.adopt(room.put_bot(ANN, 2, "search", {2}))
    assert room.row.seats[2] == Seat("Aphid", level="search")


def test_i_hand_my_own_seat_to_a_bot_come_back_and_leave() -> None:
    room = match_of(ANN, BOB, CLEO)
    room.adopt(room.put_bot(BOB, 1, "search"))
    assert room.row.seats[1] == Seat("Bob", BOB, "search")
    room.adopt(room.come_back(BOB, 1))
    assert room.row.seats[1] == Seat("Bob", BOB)
    room.adopt(room.leave(BOB))
    assert room.row.seats[1].is_open()
    assert refused(room.put_bot, CLEO, 1, "search") == "Only the host can do that."
    room.adopt(room.put_bot(ANN, 1, "search"))
    assert room.bots() == {1: "search"}


@pytest.mark.parametrize("by", [ANN, BOB], ids=["the host", "a player"])
def test_how_well_the_bot_of_somebody_who_is_here_plays_is_for_nobody_else_to_say(by: str) -> None:
    room = match_of(ANN, BOB, CLEO)
    room.adopt(room.put_bot(CLEO, 2, "queen"))
    assert "Cleo is still here" in refused(room.put_bot, by, 2, "hatchling", {0, 1})
    room.adopt(room.put_bot(CLEO, 2, "hunter"))
    room.adopt(room.put_bot(by, 2, "hatchling", missed={2}))
    assert room.row.seats[2] == Seat("Cleo", CLEO, "hatchling")


def test_the_next_player_who_is_here_becomes_host() -> None:
    room = match_of("bot", BOB, ANN, CLEO)
    room.adopt(room.hand_on({CLEO, BOB, DAN}))
    assert room.row.host == CLEO
    room.adopt(room.hand_on({ANN, BOB, DAN}))
    assert room.row.host == BOB, "after the last seat comes the first"
    room.adopt(room.hand_on({DAN}))
    assert room.row.host == BOB, "a watcher is no host"


def test_a_host_who_leaves_hands_the_table_to_somebody_who_is_here() -> None:
    room = match_of(ANN, BOB, CLEO)
    assert room.leave(ANN, here={ANN, CLEO}).host == CLEO
    assert room.leave(ANN, here={ANN}).host == BOB, "better somebody who is away than nobody"


def test_a_match_that_is_over_keeps_its_host() -> None:
    assert "over" in refused(finished(ANN, BOB).hand_on, {BOB})


@pytest.mark.parametrize("level", ["", "god", "search:0", "search:1000000s", "search:1000000"])
def test_a_bot_that_does_not_exist_or_would_think_for_days_is_refused(level: str) -> None:
    """Bots of all tables share their processes: one that thinks for days would stop them all."""
    with pytest.raises(bugbox.BugboxError):
        table_of(ANN, "open").put_bot(ANN, 1, level)


def test_only_an_open_seat_can_be_shared_on_the_hosts_device() -> None:
    room = table_of(ANN, BOB, "bot", "open")
    for taken in (0, 1, 2):
        assert refused(room.share_device, ANN, taken, "Amy") == "Someone is already sitting there."
    room.adopt(room.share_device(ANN, 3, ""))
    assert room.row.seats[3] == Seat("Friend", ANN)
    assert room.seats_of(ANN) == (0, 3)


def test_the_host_cannot_take_over_somebodys_cards_in_mid_match() -> None:
    """Not by emptying a seat, nor by sharing one that was left."""
    room = match_of(ANN, BOB, CLEO)
    assert "fixed" in refused(room.open_seat, ANN, 1)
    room.adopt(room.leave(BOB))
    assert "fixed" in refused(room.share_device, ANN, 1, "Amy")


def test_the_order_is_the_hosts_until_the_match_begins() -> None:
    room = table_of(ANN, BOB, "bot")
    room.adopt(room.swap(ANN, 2, 0))
    assert names(room) == ["Aphid", "Bob", "Ann"]
    room.adopt(room.start(ANN))
    assert room.playing().players == ("Aphid", "Bob", "Ann")
    assert room.playing().bots == {0: "random"}
    assert "fixed" in refused(room.swap, ANN, 0, 1)


def test_a_match_starts_once_and_only_when_all_seats_are_taken() -> None:
    room = table_of(ANN, "open")
    assert "A seat is still open" in refused(room.start, ANN)
    room.adopt(room.sit(BOB, "Bob"))
    room.adopt(room.start(ANN))
    assert room.row.stage == PLAYING
    assert room.playing().seed == room.row.seed
    assert "already started" in refused(room.start, ANN)


def test_whoever_leaves_gives_up_the_seat_and_the_host_hands_on_the_table() -> None:
    room = table_of(ANN, "bot", BOB, SAME_DEVICE)
    room.adopt(room.leave(ANN))
    assert names(room) == ["", "Cricket", "Bob", ""]
    assert room.is_host(BOB)
    assert not room.is_host(ANN)
    room.adopt(room.leave(BOB))
    assert room.is_host(BOB), "somebody has to be"


def test_whoever_does_not_sit_at_the_table_cannot_leave_it() -> None:
    room = table_of(ANN, BOB)
    assert refused(room.leave, DAN) == "You have no seat at this table."
    assert names(room) == ["Ann", "Bob"]


@pytest.mark.parametrize(
    "change",
    [
        lambda room: room.put_bot(ANN, 1, "random"),
        lambda room: room.open_seat(ANN, 1),
        lambda room: room.share_device(ANN, 1, "Amy"),
        lambda room: room.leave(BOB),
    ],
    ids=["a bot", "empty", "same device", "leave"],
)
def test_after_the_match_nobody_changes_seats_so_the_record_names_who_played(change: Callable[[Room], Any]) -> None:
    room = finished(ANN, BOB)
    assert refused(change, room) == "The match is over; seats can no longer change."


# --- Names ---


@pytest.mark.parametrize(
    ("given", "taken"),
    [
        ("Ann", "Ann 2"),
        ("  Bob  the\tbug\n", "Bob the bug"),
        ("", "Guest"),
        (" \n ", "Guest"),
        ("\x00\x1b[31mred", "[31mred"),
        ("\u202eevil", "evil"),
        ("<script>", "<script>"),
        ("x" * 300, "x" * 40),
        ("Käfer 🐞", "Käfer 🐞"),
        ("\ud800", "Guest"),
        ("\u200b\u200d", "Guest"),
        ("\u0301\u0302", "Guest"),
        ("\u3164 \u115f\u2800", "Guest"),
        ("Ann\u3164", "Ann 2"),
        ("Z\u0330\u0301\u0302\u0303algo", "\u0179\u0330\u0302algo"),
        ("Zoe\u0308", "Zoë"),
        ("\u2067שלום\u2069", "שלום"),
    ],
)
def test_a_name_is_one_clean_line_and_nobody_elses(given: str, taken: str) -> None:
    room = table_of(ANN, "open")
    room.adopt(room.sit(BOB, given))
    assert names(room) == ["Ann", taken]
    record.read(Room(room.start(ANN), []).playing().record())


def test_however_many_want_a_name_each_gets_another() -> None:
    room = table_of(ANN, "open", "open", "open")
    for owner, name in ((BOB, "x" * 40), (CLEO, "x" * 50), (DAN, "x" * 60)):
        room.adopt(room.sit(owner, name))
    assert len(set(names(room))) == 4
    assert max(map(len, names(room))) <= 40


def test_a_bot_does_not_take_a_persons_name() -> None:
    room = empty_table(2)
    room.adopt(room.sit(ANN, "Cricket"))
    room.adopt(room.put_bot(ANN, 1, "random"))
    assert names(room) == ["Cricket", "Cricket 2"]


def test_people_rename_only_their_own_seats() -> None:
    room = match_of(ANN, BOB, SAME_DEVICE)
    room.adopt(room.rename(ANN, 2, "Amelia"))
    room.adopt(room.rename(BOB, 1, "Bob"))
    assert room.playing().players == ("Ann", "Bob", "Amelia")
    room.adopt(room.rename(BOB, 1, "Ann"))
    assert names(room) == ["Ann", "Ann 2", "Amelia"]
    for by, seat in ((ANN, 1), (BOB, 0), (DAN, 0), ("", 0)):
        assert "your own seats" in refused(room.rename, by, seat, "X")


# --- Rematch ---


def test_a_rematch_is_the_same_table_with_other_cards_and_whoever_offers_it_brings_bots_and_device() -> None:
    old = finished(ANN, BOB, SAME_DEVICE, "bot")
    ann, bob, amy, bot = old.row.seats
    for by, seats in ((ANN, [ann, Seat(), amy, bot]), (BOB, [Seat(), bob, Seat(), bot])):
        row = old.rematch(by)
        assert row.id != old.row.id
        assert row.seed != old.row.seed
        unchanged = ("game", "version", "settings")
        assert [getattr(row, name) for name in unchanged] == [getattr(old.row, name) for name in unchanged]
        assert (row.stage, row.following, row.host, row.listed) == (WAITING, "", by, False)
        assert row.seats == seats
    assert old.row.stage == OVER


def test_a_rematch_of_somebody_who_played_only_with_bots_begins_at_once() -> None:
    row = finished(ANN, "bot", SAME_DEVICE).rematch(ANN)
    assert row.stage == PLAYING
    assert Room(row, []).playing().decisions == []


def test_whoever_let_a_bot_play_to_the_end_comes_to_a_rematch_in_person() -> None:
    old = finished(ANN, BOB)
    for seat in old.row.seats:
        seat.level = "random"
    assert old.rematch(ANN).seats == [Seat("Ann", ANN), Seat()]


def test_whoever_joins_a_rematch_sits_where_they_sat_and_the_last_one_begins_it() -> None:
    old = finished(ANN, BOB, CLEO, SAME_DEVICE)
    room = Room(old.rematch(CLEO), [])
    room.adopt(room.rejoin(ANN, old.row.seats))
    assert (names(room), room.row.stage) == (["Ann", "", "Cleo", "Amy"], WAITING)
    assert "No seat is open" in refused(room.rejoin, ANN, old.row.seats)
    room.adopt(room.rejoin(BOB, old.row.seats))
    assert (names(room), room.row.stage) == (["Ann", "Bob", "Cleo", "Amy"], PLAYING)
    assert "No seat is open" in refused(room.rejoin, BOB, old.row.seats)


def test_whoever_finds_their_seat_taken_gets_another_and_keeps_their_name_if_it_is_free() -> None:
    old = finished(ANN, BOB, CLEO)
    room = Room(old.rematch(ANN), [])
    room.adopt(room.sit(DAN, "Cleo"))
    room.adopt(room.rejoin(BOB, old.row.seats))
    assert names(room) == ["Ann", "Cleo", "Bob"]
    assert "No seat is open" in refused(room.rejoin, CLEO, old.row.seats)


# --- Fewer players ---


def test_the_host_may_start_without_the_open_seats_if_the_game_can_be_played_so() -> None:
    room = table_of(ANN, "open", BOB, "open")
    assert room.fewer() == 2
    assert refused(room.start_with, BOB, 2) == "Only the host can do that."
    assert "have changed" in refused(room.start_with, ANN, 3)
    room.adopt(room.start_with(ANN, 2))
    assert (names(room), room.playing().players, room.row.stage) == (["Ann", "Bob"], ("Ann", "Bob"), PLAYING)
    assert "already started" in refused(room.start_with, ANN, 2)


def test_nobody_starts_with_too_few_and_full_tables_start_as_ever() -> None:
    for room in (table_of(ANN, "open"), table_of(ANN, BOB)):
        assert room.fewer() == 0
        assert "have changed" in refused(room.start_with, ANN, 1)
        assert "have changed" in refused(room.start_with, ANN, 2)
    assert "have changed" in refused(table_of(ANN, "open").start_with, ANN, 0)


def test_only_those_who_played_call_for_a_rematch_and_only_after_the_match() -> None:
    over = finished(ANN, BOB)
    for by in (DAN, ""):
        assert refused(over.rematch, by) == "Only those who played can offer a rematch."
    for room in (table_of(ANN, BOB), match_of(ANN, BOB)):
        assert refused(room.rematch, ANN) == "A rematch can begin once the match is over."


# --- A record that somebody brought ---


def brought(room: Room, decisions: int | None = None) -> Room:
    match = bugbox.Match.load(room.playing().record())
    if decisions is not None:
        match.undo(len(match.decisions) - decisions)
    return Room(brought_room(match.as_record(), DAN), list(match.decisions))


def test_a_record_is_only_looked_at() -> None:
    room = brought(finished(ANN, "bot"))
    assert room.row.stage == BROUGHT
    assert names(room) == ["Ann", "Cricket"]
    assert "once the match is over" in refused(room.rematch, DAN)
    assert "No seat is open" in refused(room.sit, CLEO, "Cleo")
    assert "over" in refused(room.put_bot, DAN, 0, "random")
    assert "already started" in refused(room.start, DAN)
    assert room.eyes(ANN, None) == Eyes(WATCHER)


def test_bots_do_not_go_on_with_a_record() -> None:
    room = brought(finished("bot", "bot"), decisions=7)
    assert room.playing().to_act
    assert room.bots_to_act() == []


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


# --- The next level ---


def offered(room: Room, who: str) -> str:
    """The level that this person is offered at the end; nothing if none is."""
    drawn = "".join(draw_next_level(room, room.playing(), room.eyes(who, None)))
    found = re.search(r'name="level" value="(\w+)"', drawn)
    return found[1] if found else ""


@pytest.mark.parametrize(
    ("levels", "higher"),
    [(["hatchling"], "forager"), (["veteran", "hatchling"], "queen"), (["queen"], ""), (["queen", "hatchling"], ""),
     (["random"], ""), (["search:200"], ""), (["hatchling", "greedy~2"], "")],
)  # fmt: skip
def test_what_is_above_the_highest_of_the_bots_is_offered_and_nothing_above_the_queen(
    levels: list[str], higher: str
) -> None:
    room = finished(ANN, *["bot"] * len(levels))
    for seat, level in enumerate(levels, start=1):
        room.row.seats[seat].level = level
    assert offered(room, ANN) == higher


def test_no_level_is_offered_among_people_nor_to_a_watcher() -> None:
    room = finished(ANN, BOB, "bot")
    room.row.seats[2].level = "hatchling"
    assert offered(room, ANN) == offered(room, BOB) == ""
    room = finished(ANN, "bot")
    room.row.seats[1].level = "hatchling"
    assert offered(room, CLEO) == ""

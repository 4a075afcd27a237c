"""Who sits where at a table, under which name, and who may change it."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

import bugbox
from bugbox.core import record
from bugbox.core.game import WATCHER
from bugbox.table.rooms.room import Eyes, Room, brought_room
from bugbox.table.storage.store import PLAYING, RoomRow, Seat
from tests.kit.rooms import (
    ANN,
    BOB,
    CLEO,
    DAN,
    SAME_DEVICE,
    empty_table,
    finished,
    match_of,
    names,
    play,
    refused,
    table_of,
)

pytestmark = pytest.mark.once


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

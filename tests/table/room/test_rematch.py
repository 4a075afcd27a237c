"""What follows a match: a rematch, the next level, and a record that somebody brought."""

import re

import pytest

import bugbox
from bugbox.core.game import WATCHER
from bugbox.table.draw.ending import draw_next_level
from bugbox.table.rooms.room import Eyes, Room, brought_room
from bugbox.table.storage.store import BROUGHT, OVER, PLAYING, WAITING, Seat
from tests.kit.rooms import ANN, BOB, CLEO, DAN, SAME_DEVICE, finished, names, refused

pytestmark = pytest.mark.once


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

"""Names beside other words: one that is written from right to left turns none of them around."""

import re

import pytest

from bugbox.bots.analysis import Judged
from bugbox.core.game import WATCHER
from bugbox.games import GAMES
from bugbox.table.draw import frames, pages
from bugbox.table.draw.replay import Replay
from bugbox.table.draw.widgets import Presence
from bugbox.table.rooms.room import Eyes, Room, new_room
from bugbox.table.storage.store import Seat
from bugbox.table.thinking import hints
from tests.kit.tables import whole

pytestmark = pytest.mark.once


SHALOM = "שלום"
APART = f"\N{FIRST STRONG ISOLATE}{SHALOM}\N{POP DIRECTIONAL ISOLATE}"
LETTERS = re.compile(f"(?<!<bdi>)(?<!\N{FIRST STRONG ISOLATE}){SHALOM}")  # neither in a <bdi> nor in an isolate


def room_of(*names: str, over: bool = False) -> Room:
    row = new_room(GAMES["bug-race"], len(names), {}, "ann", True)
    row.seats = [Seat(name, owner) for name, owner in zip(names, ("ann", "bob", "cleo"), strict=False)]
    room = Room(row, [])
    room.adopt(room.start("ann"))
    match = room.playing()
    while over and not match.over:
        room.apply(match.to_act[0], match.options(match.to_act[0])[0])
    return room


@pytest.mark.parametrize("over", [False, True])
@pytest.mark.parametrize("viewer", [0, 1, WATCHER])
def test_a_name_from_right_to_left_turns_no_words_around(viewer: int, over: bool) -> None:
    room = room_of(SHALOM, "Bob", over=over)
    eyes = Eyes(viewer, None, () if viewer < 0 else (viewer,))
    scene = frames.scene(room, eyes, Presence())
    page = whole(scene)
    assert SHALOM in page
    assert not LETTERS.findall(page)
    assert f"<bdi>{SHALOM}</bdi>" in page
    assert f"{APART} plays" in " ".join(room.playing().pov(WATCHER).news(0)) or not over
    assert room.playing().record().count(f"player {SHALOM}\n") == 1, "a record has the name alone"


def test_a_name_from_right_to_left_stays_apart_in_what_is_said_and_listed() -> None:
    room = room_of("Bob", SHALOM)
    assert room.waiting_for() == f"Bob and {APART} are choosing."
    assert APART in pages.lobby([(room.row, True)], [])
    row = new_room(GAMES["bug-race"], 2, {}, "ann", True)
    row.seats[0] = Seat(SHALOM, "ann")
    waiting = whole(frames.scene(Room(row, []), Eyes(WATCHER), Presence()))
    assert f"{APART} invites you to Bug Race" in waiting
    assert not LETTERS.findall(waiting)
    why = hints.advice(room_of("Bob", SHALOM).playing(), 0, [Judged("keep L1L3", 0.6, 1.4, 1.0, f"{SHALOM}'s lead")])
    assert f"{APART}&#x27;s lead" in why.panel


def test_a_name_from_left_to_right_stays_as_it_is() -> None:
    assert room_of("Ann", "Zoë 🐞").playing().names == ("Ann", "Zoë 🐞")


def test_a_name_from_right_to_left_stays_apart_in_a_replay() -> None:
    match = room_of("Bob", SHALOM, over=True).playing()
    for at in range(len(match.decisions)):
        past = Replay(match).past(at, WATCHER)
        assert not LETTERS.findall(" ".join((past.html, past.caption, *past.log)))

"""A move is on disk before anybody is told of it."""

import asyncio
from pathlib import Path

import msgspec
import pytest

import bugbox
from bugbox.table.app import Server
from bugbox.table.rooms import registry
from bugbox.table.rooms.connection import Connection
from bugbox.table.rooms.room import Refused
from bugbox.table.storage.store import Store, connect
from tests.kit.party import (
    ROOMS,
    Careless,
    Party,
    a_match,
    fold,
    found,
    owner,
    party,
    room_row,
    run,
    until_presence_is_told,
)

pytestmark = pytest.mark.once


class Sceptic(Connection):
    """Looks on the disk whenever something is said to have happened."""

    store: Store
    room: str
    looked = 0

    def send(self, *messages: bytes) -> None:
        for message in messages:
            loaded = self.store.load(self.room)
            assert loaded
            assert len(loaded[1]) >= msgspec.json.decode(message)["seq"]
            self.looked += 1


def test_nothing_is_told_that_is_not_on_disk(store: Store) -> None:
    async def story() -> None:
        here = await party(store, a_match(2), "ann", "bob")
        here.enter("ann", "bob")
        sceptic = here.browsers["sceptic"] = Sceptic("")
        sceptic.store, sceptic.room = store, here.room.row.id
        here.live.enter(sceptic)
        for who in ("ann", "bob", "bob", "ann"):
            await here.play(who)
            await here.say(who, type="rename", seat=here.room.seats_of(owner(who))[0], name=f"{who}!")
        assert sceptic.looked > 8

    run(story())


def test_when_the_disk_is_full_nothing_has_happened(tmp_path: Path) -> None:
    """The table of moves is taken away for a while, which fails like a broken disk."""

    async def story() -> None:
        here = await party(Store(tmp_path / "table.sqlite"), a_match(2), "ann", "bob")
        here.enter("ann", "bob")
        disk = connect(tmp_path / "table.sqlite")
        before = (here.room.seq, list(here.match.decisions), here.room.asked.copy())
        await until_presence_is_told(here)
        for who in here.browsers:
            here.take(who)
        for name, message in {
            "move": {"type": "play", "asked": 0, "option": here.match.options(0)[0]},
            "seat": {"type": "rename", "seat": 0, "name": "Anna"},
        }.items():
            disk.execute(f"ALTER TABLE {name} RENAME TO gone")
            with pytest.raises(bugbox.BugboxError, match="cannot write to its disk; nothing was changed"):
                await here.say("ann", **message)
            disk.execute(f"ALTER TABLE gone RENAME TO {name}")
        assert (here.room.seq, here.match.decisions, here.room.asked) == before
        assert here.room.names() == ("Ann", "Bob")
        assert not here.take("ann") + here.take("bob")
        await here.play("ann")
        assert fold(here.take("bob"))[0] == 1, "the disk is there again, and the match goes on"
        disk.close()

    run(story())


def test_whoever_stops_waiting_for_the_disk_stops_nobody_else(store: Store) -> None:
    async def story() -> None:
        here = await party(store, a_match(2), "ann", "bob")
        waiting = [store.add_move(here.room.row.id, seq, 0, "keep") for seq in range(1, 51)]
        waiting[-1].cancel()
        await asyncio.wait_for(asyncio.wrap_future(store.save_room(here.room.next_row())), 2)

    run(story())


def test_two_servers_on_one_file_write_no_move_twice_and_the_slower_looks_again(tmp_path: Path) -> None:
    """The key of a move refuses the second; whoever was told to look again must then see what the first one did."""

    async def story() -> None:
        store = Store(tmp_path / "table.sqlite")
        first = await party(store, a_match(2), "ann", "bob")
        server = Server(Store(tmp_path / "table.sqlite"), Careless(), bot_pause=0)
        live = await server.rooms.find(first.room.row.id)
        assert live
        second = Party(server, live)
        first.enter("ann")
        second.enter("bob")
        await first.play("ann")
        with pytest.raises(Refused, match="look again"):
            await second.play("bob")
        loaded = store.load(first.room.row.id)
        assert loaded
        assert loaded[1] == first.match.decisions
        again = Party(server, await found(server, first.room.row.id))
        again.enter("bob")
        await again.play("bob")
        assert len(again.match.decisions) == 2

    run(story())


def test_two_who_come_at_once_find_the_same_room(store: Store) -> None:
    async def story() -> None:
        row = (await party(store, a_match(2), "ann", "bob")).room.row
        server = Server(store, Careless(), bot_pause=0)
        one, two = await asyncio.gather(found(server, row.id), found(server, row.id))
        assert one is two is await found(server, row.id)
        assert await server.rooms.find("nowhere") is None

    run(story())


def test_rooms_that_nobody_looks_at_make_way_and_come_back(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "MOST_IDLE", 3)

    async def story() -> None:
        here = await party(store, a_match(2), "ann", "bob")
        here.enter("ann", "bob")
        await here.play("ann")
        left = (await party(store, a_match(2), "ann", "bob")).room.row
        here.server.rooms.store = store
        left_live = await found(here.server, left.id)
        new = [
            await here.server.rooms.create(room_row(a_match(2), ("ann", "bob"), f"room-{next(ROOMS)}"))
            for _ in range(2)
        ]
        assert await found(here.server, left.id) is left_live, "now it is not the one that was unused for longest"
        new += [
            await here.server.rooms.create(room_row(a_match(2), ("ann", "bob"), f"room-{next(ROOMS)}"))
            for _ in range(2)
        ]
        assert [each for each in (left_live, *new) if here.server.rooms.has(each)] == [left_live, *new[2:]]
        await here.server.rooms.create(room_row(a_match(2), ("ann", "bob"), f"room-{next(ROOMS)}"))
        assert await found(here.server, here.room.row.id) is here.live
        back = await found(here.server, left.id)
        assert back is not left_live
        assert back.room.row == left

    run(story())

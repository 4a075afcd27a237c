"""Nothing acknowledged is lost: not to a room that was pushed out of memory, a full disk, a damaged file, or time."""

import asyncio
import itertools
import logging
import sqlite3
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import Future
from contextlib import closing
from pathlib import Path
from resource import RLIMIT_FSIZE, prlimit
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from bugbox.table.app import Server
from bugbox.table.rooms import live, registry
from bugbox.table.rooms.live import LiveRoom
from bugbox.table.rooms.room import Refused, new_room
from bugbox.table.storage.store import DAY, OVER, PLAYING, WAITING, RoomRow, Seat, Store, connect, now
from bugbox.table.storage.written import CannotWrite
from tests.kit.party import GAME, Careless, Party, a_match, owner, party, run, secret, until_bots_have_played
from tests.kit.serving import PATIENCE, SHORT, Browser, started, wait_until


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "table.sqlite"


@pytest.fixture
def store(file: Path) -> Iterator[Store]:
    store = Store(file)
    yield store
    store.close()


def on_disk(store: Store, room: str) -> RoomRow:
    loaded = store.load(room)
    assert loaded
    return loaded[0]


async def found(server: Server, room: str) -> LiveRoom:
    live = await server.rooms.find(room)
    assert live
    return live


async def nobody_waits() -> bytes:
    return b""


async def ask(
    server: Server, method: str, path: str, who: str = "", body: Callable[[], Awaitable[bytes]] = nobody_waits
) -> tuple[int, str]:
    """What a browser gets; its form may take a while to arrive."""
    sent: list[Any] = []

    async def receive() -> Any:
        return {"type": "http.request", "body": await body(), "more_body": False}

    async def send(message: Any) -> None:
        sent.append(message)

    headers = [(b"host", b"localhost"), (b"origin", b"http://localhost")]
    if who:
        headers.append((b"cookie", f"bugbox={secret(who)}".encode()))
    scope = {"type": "http", "method": method, "path": path, "query_string": b"", "headers": headers}
    await server.app()({**scope, "client": ("127.0.0.1", 1), "scheme": "http"}, receive, send)
    return sent[0]["status"], b"".join(message.get("body", b"") for message in sent[1:]).decode()


# --- Rooms that are pushed out of memory ---


async def anns_table(store: Store) -> Server:
    """Ann waits at the table `anns` for somebody."""
    server = Server(store, Careless(), bot_pause=0)
    row = new_room(GAME, 2, {}, owner("ann"), listed=True)
    await server.rooms.create(msgspec.structs.replace(row, id="anns", seats=[Seat("Ann", owner("ann")), Seat()]))
    return server


async def push_out(server: Server) -> None:
    for _ in range(5):
        await server.rooms.create(new_room(GAME, 2, {}, owner("crowd"), listed=False))


async def begin_with(server: Server, who: str) -> None:
    room = await found(server, "anns")
    await room.change(lambda: room.room.sit(owner(who), who.title()))
    await room.change(lambda: room.room.start(owner("ann")))


def test_a_form_that_arrives_late_does_not_undo_the_match_that_has_begun(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "MOST_IDLE", 3)

    async def story() -> None:
        server, form = await anns_table(store), asyncio.Event()

        async def slowly() -> bytes:
            await form.wait()
            return b"name=Bob"

        bob = asyncio.create_task(ask(server, "POST", "/table/anns/sit", body=slowly))
        await asyncio.sleep(0.05)
        await push_out(server)
        await begin_with(server, "cleo")
        form.set()
        status, page = await bob
        assert status == 409
        assert "No seat is open" in page
        row = on_disk(store, "anns")
        assert (row.stage, [seat.name for seat in row.seats]) == (PLAYING, ["Ann", "Cleo"])

    run(story())


def test_a_room_that_was_pushed_out_of_memory_writes_nothing(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "MOST_IDLE", 3)

    async def story() -> None:
        server = await anns_table(store)
        old = await found(server, "anns")
        await push_out(server)
        await begin_with(server, "cleo")
        with pytest.raises(Refused, match="reload the page"):
            await old.change(lambda: old.room.sit(owner("bob"), "Bob"))
        with pytest.raises(Refused, match="reload the page"):
            Party(server, old).enter("bob")
        assert on_disk(store, "anns").stage == PLAYING
        assert (await found(server, "anns")).room.playing().players == ("Ann", "Cleo")

    run(story())


def test_a_room_in_which_something_is_being_written_is_not_pushed_out(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "MOST_IDLE", 3)

    async def story() -> None:
        server = await anns_table(store)
        room = await found(server, "anns")
        async with room._lock:
            await push_out(server)
            assert await found(server, "anns") is room

    run(story())


def test_whoever_waited_for_a_room_gets_the_one_in_memory(store: Store) -> None:
    """Though it was pushed out again before they had their turn."""

    async def story() -> None:
        await anns_table(store)
        server = Server(store, Careless(), bot_pause=0)
        waiting = asyncio.create_task(found(server, "anns"))
        while "anns" not in server.rooms._rooms:
            await asyncio.sleep(0)
        server.rooms._rooms.clear()
        assert server.rooms.has(await waiting)

    run(story())


def test_whoever_stops_waiting_for_a_room_does_not_stop_the_others(store: Store) -> None:
    async def story() -> None:
        await anns_table(store)
        server = Server(store, Careless(), bot_pause=0)
        waiting = [asyncio.create_task(found(server, "anns")) for _ in range(3)]
        await asyncio.sleep(0)
        waiting[0].cancel()
        assert await waiting[1] is await waiting[2]

    run(story())


def test_a_second_server_on_one_file_cannot_change_what_it_has_not_seen(store: Store, file: Path) -> None:
    async def story() -> None:
        server = await anns_table(store)
        other = Server(Store(file), Careless(), bot_pause=0)
        old = await found(other, "anns")
        await begin_with(server, "cleo")
        with pytest.raises(Refused, match="look again"):
            await old.change(lambda: old.room.sit(owner("bob"), "Bob"))
        assert on_disk(store, "anns").stage == PLAYING
        assert old.room.playing().players == ("Ann", "Cleo"), "it has looked again"

    run(story())


# --- The end of a match ---


async def play_to_the_end(here: Party) -> None:
    while not here.match.over:
        await here.play("ann")
        await until_bots_have_played(here)


def test_a_power_cut_after_the_last_move_does_not_keep_the_match_going_on(store: Store, file: Path) -> None:
    """The row still says that it is being played; whoever opens the room next puts that right."""

    async def story() -> None:
        here = await party(store, a_match(2), "ann", "bot")
        here.enter("ann")
        await play_to_the_end(here)
        with closing(connect(file)) as disk:
            disk.execute("UPDATE room SET stage = ?", (PLAYING,))
        server = Server(store, Careless(), bot_pause=0)
        assert (await found(server, here.room.row.id)).room.row.stage == OVER
        assert on_disk(store, here.room.row.id).stage == OVER

    run(story())


def test_a_match_ends_even_if_that_cannot_be_noted(store: Store, file: Path) -> None:
    """Its last move is on disk. Once there is room again, a rematch finds the row as it left it."""

    async def story() -> None:
        here = await party(store, a_match(2), "ann", "bot")
        here.enter("ann")
        with closing(connect(file)) as disk:
            disk.execute("ALTER TABLE seat RENAME TO gone")
            await play_to_the_end(here)
            disk.execute("ALTER TABLE gone RENAME TO seat")
        assert here.frames("ann")[-1]["over"]
        assert on_disk(store, here.room.row.id).stage == PLAYING
        await here.say("ann", type="rematch")
        assert on_disk(store, here.room.row.id).stage == OVER

    run(story())


def test_a_name_changed_after_the_end_does_not_change_the_record(store: Store) -> None:
    async def story() -> None:
        here = await party(store, a_match(2), "ann", "bot")
        here.enter("ann")
        await play_to_the_end(here)
        with pytest.raises(Refused, match="so names can no longer change"):
            await here.say("ann", type="rename", seat=0, name="Nobody")
        await here.say("ann", type="rematch")
        _, page = await ask(here.server, "GET", f"/table/{here.room.row.id}/record")
        assert "player Ann\n" in page

    run(story())


# --- Full disks ---


def test_a_bots_move_that_could_not_be_written_is_tried_again_until_there_is_room(
    store: Store, file: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The table of moves is taken away for a while, which fails like a full disk."""
    monkeypatch.setattr(live, "FIRST_PAUSE", 0.001)
    caplog.set_level(logging.WARNING, "bugbox.table")

    async def story() -> None:
        here = await party(store, a_match(3), "ann", "bot", "bot")
        here.enter("ann")
        with closing(connect(file)) as disk:
            await here.play("ann")
            disk.execute("ALTER TABLE move RENAME TO gone")
            await asyncio.sleep(0.1)
            assert here.match.to_act == (1, 2)
            disk.execute("ALTER TABLE gone RENAME TO move")
        await until_bots_have_played(here)
        assert here.room.seq >= 3
        assert here.frames("ann")[-1]["seq"] == here.room.seq

    run(story())
    said = [record.getMessage() for record in caplog.records]
    assert said == ["the store cannot write: no such table: move", "the store can write again"]


def test_the_pauses_between_two_tries_grow_to_half_a_minute(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        here = await party(store, a_match(2), "ann", "bot")
        pauses: list[float] = []

        async def full(*_: Any) -> None:
            raise CannotWrite("The disk is full.")

        async def sleep(seconds: float) -> None:
            pauses.append(seconds)
            if len(pauses) == 9:
                raise asyncio.CancelledError

        monkeypatch.setattr(here.live, "_let_bots_play", full)
        with monkeypatch.context() as patched:
            patched.setattr(asyncio, "sleep", sleep)
            with pytest.raises(asyncio.CancelledError):
                await here.live._keep_bots_playing()
        assert pauses == [0.5, 1, 2, 4, 8, 16, 30, 30, 30]

    run(story())


@pytest.mark.slow
def test_a_bot_goes_on_once_the_disk_has_room_again(tmp_path: Path) -> None:
    """A real server whose files may not grow for a while."""
    with started(tmp_path, "--bot-pause", "1") as running:
        ann = Browser(running.address)
        with ann.at(ann.open_table("me", "random", name="Ann", **SHORT)) as me:
            me.play()
            _, unlimited = prlimit(running.process.pid, RLIMIT_FSIZE)
            prlimit(running.process.pid, RLIMIT_FSIZE, (8192, unlimited))
            wait_until(lambda: "cannot write" in running.complaints.read_text(), "the disk was full")
            prlimit(running.process.pid, RLIMIT_FSIZE, (unlimited, unlimited))
            me.wait_for_turn()
            assert me.frame["seq"] == 2
            me.play()
            me.wait_for_turn()
            assert me.frame["seq"] == 4, "and the match goes on"
        said = running.complaints.read_text().splitlines()
        assert [line.partition(":")[0] for line in said] == ["the store cannot write", "the store can write again"]


# --- Damage ---


DAMAGE = {
    "moves that the rules forbid": "UPDATE move SET option = 'keep everything' WHERE room = 'damaged'",
    "a seat that is not there": "UPDATE move SET seat = 9 WHERE room = 'damaged'",
    "too much taken back": "UPDATE move SET option = NULL WHERE room = 'damaged'",
    "a move of bytes": "UPDATE move SET option = x'ff' WHERE room = 'damaged'",
    "settings of another game": """UPDATE room SET settings = '{"x": "y"}' WHERE id = 'damaged'""",
    "settings that are no JSON": "UPDATE room SET settings = '{' WHERE id = 'damaged'",
    "a seat too few": "DELETE FROM seat WHERE room = 'damaged' AND number = 1",
    "a name of bytes": "UPDATE seat SET name = x'ff' WHERE room = 'damaged'",
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_one_damaged_room_does_not_take_the_lobby_along(
    store: Store, file: Path, damage: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def story() -> None:
        match = a_match(2)
        match.play(0, match.options(0)[0])
        await party(store, match, "ann", "bob", name="damaged")
        await party(store, match, "ann", "bob", name="fine")
        with closing(connect(file)) as disk:
            disk.execute(damage)
        server = Server(store, Careless(), bot_pause=0)
        for _ in range(2):
            status, page = await ask(server, "GET", "/", "bob")
            assert status == 200
            assert "/table/fine" in page
            assert page.count("your turn") == 1
            status, page = await ask(server, "GET", "/table/damaged", "bob")
            assert status == 409
            assert "This table is damaged and cannot be opened." in page
            assert not any(option in page for seat in (0, 1) for option in match.options(seat)), "nobody's cards"

    run(story())
    assert len([record for record in caplog.records if "room damaged is damaged" in record.getMessage()]) == 1


# --- Rooms do not stay for ever ---


async def left_tables(store: Store, file: Path, *names: str) -> Server:
    """Tables where nobody has been for years, and one where somebody was today."""
    server = Server(store, Careless(), bot_pause=0)
    for name in (*names, "of today"):
        await server.rooms.create(msgspec.structs.replace(new_room(GAME, 2, {}, owner("ann"), listed=True), id=name))
    with closing(connect(file)) as disk:
        disk.execute("UPDATE room SET last_used = ? WHERE id <> 'of today'", (now(days_ago=999),))
    for seconds in (0, 2 * DAY):
        await server.rooms.disk.has(store.mark(seconds))
    return server


def test_rooms_that_were_left_are_cleared_away_and_those_in_use_stay(
    store: Store, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All of them, one batch after the other, and not only some every ten minutes."""
    monkeypatch.setattr(registry, "AT_ONCE", 2)
    monkeypatch.setattr(registry, "BREATH", 0.001)

    async def story() -> None:
        server = await left_tables(store, file, "used", *map(str, range(7)))
        here = Party(server, await found(server, "used"))
        here.enter("ann")
        tidying = asyncio.create_task(server.rooms.tidy_up())
        async with asyncio.timeout(PATIENCE):
            while len(await asyncio.to_thread(store.left_rooms, 9)) > 1:
                await asyncio.sleep(0)
        assert not tidying.done()
        tidying.cancel()
        assert store.left_rooms(9) == ["used"]
        assert await server.rooms.find("3") is None
        await here.say("ann", type="bot", seat=0, level="random")
        assert on_disk(store, "used").stage == WAITING

    run(story())


def test_a_round_of_tidying_ends_where_all_that_is_left_is_in_use(store: Store, file: Path) -> None:
    async def story() -> None:
        server = await left_tables(store, file, "used")
        Party(server, await found(server, "used")).enter("ann")
        async with asyncio.timeout(PATIENCE):
            await server.rooms._clear_marked()
        assert store.left_rooms(9) == ["used"]

    run(story())


def test_tidying_counts_for_how_long_the_server_has_run(
    store: Store, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hours = itertools.count()
    monkeypatch.setattr(registry, "time", SimpleNamespace(monotonic=lambda: next(hours) * 3600.0))
    monkeypatch.setattr(registry, "TIDY_PAUSE", 0)

    async def story() -> None:
        server = await left_tables(store, file, "left")
        with closing(connect(file)) as disk:
            disk.execute("UPDATE room SET marked = NULL")
        tidying = asyncio.create_task(server.rooms.tidy_up())
        async with asyncio.timeout(PATIENCE):
            while store.load("left"):
                await asyncio.sleep(0.01)
        tidying.cancel()
        assert next(hours) > 24, "a day after it was marked"

    run(story())


def test_a_disk_that_cannot_be_written_ends_a_round_of_tidying_and_not_the_tidying(
    store: Store, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "TIDY_PAUSE", 0.001)
    tried: list[str] = []

    def fail(room: str) -> Future[None]:
        tried.append(room)
        broken: Future[None] = Future()
        broken.set_exception(sqlite3.OperationalError("database or disk is full"))
        return broken

    async def story() -> None:
        server = await left_tables(store, file, "left")
        with monkeypatch.context() as full:
            full.setattr(store, "clear_away", fail)
            tidying = asyncio.create_task(server.rooms.tidy_up())
            async with asyncio.timeout(PATIENCE):
                while len(tried) < 2:
                    await asyncio.sleep(0.001)
        async with asyncio.timeout(PATIENCE):
            while await server.rooms.find("left"):
                await asyncio.sleep(0.001)
        tidying.cancel()

    run(story())


def test_whoever_comes_while_a_room_is_cleared_away_finds_nothing_and_can_write_nothing(
    store: Store, file: Path
) -> None:
    async def story() -> None:
        server = await left_tables(store, file, "left")
        old = await found(server, "left")
        _, late = await asyncio.gather(server.rooms.clear_away("left"), server.rooms.find("left"))
        assert late is None
        with pytest.raises(Refused):
            await old.change(lambda: old.room.sit(owner("bob"), "Bob"))
        assert store.load("left") is None

    run(story())


def test_a_room_that_is_used_at_the_last_moment_stays(store: Store, file: Path) -> None:
    async def story() -> None:
        server = await left_tables(store, file, "left")
        room = await found(server, "left")
        await room.change(lambda: room.room.sit(owner("bob"), "Bob"))
        await server.rooms.clear_away("left")
        assert (await found(server, "left")).room.seats_of(owner("bob")) == (0,)

    run(story())


@pytest.mark.slow
def test_a_server_clears_away_what_was_left(tmp_path: Path, file: Path) -> None:
    row = new_room(GAME, 2, {}, owner("ann"), listed=False)
    store = Store(file)
    for name, stage in (("open", WAITING), ("old", OVER), ("new", OVER), ("today", OVER)):
        store.save_room(msgspec.structs.replace(row, id=name, stage=stage)).result()
    store.close()
    with closing(connect(file)) as disk:
        for name, ago in (("open", 2), ("old", 12), ("new", 8)):
            disk.execute("UPDATE room SET last_used = ?, marked = 0 WHERE id = ?", (now(ago), name))
        disk.execute("UPDATE server SET uptime = ?", (7 * DAY,))
    with started(tmp_path, "--keep-days", "10") as running:
        with closing(connect(file)) as disk:  # to ask for a table would be to use it, and what is used stays
            wait_until(lambda: disk.execute("SELECT id FROM room").fetchall() == [("new",), ("today",)], "they went")
        anybody = Browser(running.address)
        assert anybody.get("/table/open").status == anybody.get("/table/old").status == 404
        assert anybody.get("/table/new").status == 200

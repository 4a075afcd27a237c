"""A room, alive: what happens goes to disk first, then to everybody at the table."""

import asyncio
import itertools
import math
import time
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from typing import TYPE_CHECKING, TypeVar

import msgspec

from bugbox.table.draw import frames
from bugbox.table.draw.chance_graph import draw_chances
from bugbox.table.draw.frames import Go, Reaction, Scene
from bugbox.table.draw.help_panel import Explained, explained
from bugbox.table.draw.replay import Past, Replay
from bugbox.table.draw.widgets import OPEN_STAGES, Presence
from bugbox.table.rooms.connection import MOST_WAITING, Connection, makes_way
from bugbox.table.rooms.room import Beats, Eyes, Refused, Room
from bugbox.table.storage.store import RoomRow
from bugbox.table.storage.written import CannotWrite
from bugbox.table.thinking.queue import Asker
from bugbox.table.thinking.win_history import Hindsight, Looked

if TYPE_CHECKING:
    from bugbox.table.rooms.registry import LiveRooms

MOST_WATCHERS = 200  # of a room
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0  # seconds until a bot's move that could not be written is tried again
LATER = 0.01  # seconds: a timer must not come too early
AT_A_TIME = 20  # watchers that are sent a frame before others get their turn

encode = msgspec.json.Encoder().encode
T = TypeVar("T")


class Moment:
    """A room as it is now: drawn once for each pair of eyes, and written once for all who last saw the same."""

    def __init__(self, room: Room, presence: Presence, beats: Beats) -> None:
        self.room, self.seq, self.presence, self.beats = room, room.seq, presence, beats
        self._scenes: dict[Eyes, Scene] = {}
        self._messages: dict[tuple[Eyes, Scene | None], tuple[bytes, ...]] = {}

    def is_past(self, room: Room) -> bool:
        return self.room is not room or self.seq != room.seq

    def scene(self, eyes: Eyes) -> Scene:
        found = self._scenes.get(eyes)
        if found is None:
            found = self._scenes[eyes] = frames.scene(self.room, eyes, self.presence)
        return found

    def messages(self, eyes: Eyes, last: Scene | None) -> tuple[bytes, ...]:
        found = self._messages.get((eyes, last))
        if found is None:
            sent = frames.sequence(self.room, self.beats, self.scene(eyes), last, self.presence)
            found = self._messages[eyes, last] = tuple([encode(frame) for frame in sent])
        return found


class LiveRoom:
    """A room with its connections. One thing happens at a time; frames are sent once it is on disk."""

    def __init__(self, room: Room, rooms: "LiveRooms") -> None:
        self.room = room
        self.rooms = rooms
        self.connections: dict[Connection, None] = {}  # the oldest first
        self._lock = asyncio.Lock()
        self._owed: dict[Connection, None] = {}  # watchers who have still to be sent the table as it is
        self._crowd: asyncio.Task[None] | None = None
        self._told = Moment(room, Presence(), [])  # what all were told last
        self._presence_timer: asyncio.TimerHandle | None = None
        self._left: dict[str, float] = {}  # when people of the table went away
        self._last_here = Asker("", "")  # who was the last to leave
        self._empty_since = -math.inf  # when the last one left; before anybody came, long ago
        self._opened = time.monotonic()  # whoever has not come since then is away since then
        self._absence_timer: asyncio.TimerHandle | None = None
        self._bots: asyncio.Task[None] | None = None
        self._settled = asyncio.Event()  # nobody thinks about a choice that bots have to answer
        self._held_until = 0.0
        self._replayed: Replay | None = None
        self._hindsight: Hindsight | None = None
        self._looking: asyncio.Task[None] | None = None
        self.hints: dict[int, tuple[int, bytes]] = {}  # the last one of each seat: after which move, and what it said

    # --- Coming and going ---

    def enter(self, connection: Connection) -> None:
        self._check_in_memory()
        connection.watching = not (self.room.seats_of(connection.owner) or self.room.is_host(connection.owner))
        if connection.watching:
            self._find_place(connection.address)
            self.rooms.watchers[connection] = self
        self._close_windows(connection.owner)
        self.connections[connection] = None
        moment = self._now()
        if len(self.connections) == 1:
            self._told = moment
        self._send_frame(connection, moment)
        self._tell_presence_soon()
        self._look_after_absent()
        self.wake_bots()

    def exit(self, connection: Connection) -> None:
        if connection in self.connections:
            self._let_go(connection)
            self._tell_presence_soon()
            self._look_after_absent()

    def _let_go(self, connection: Connection) -> None:
        del self.connections[connection]
        self._last_here, self._empty_since = Asker(connection.address, connection.owner), time.monotonic()
        self._owed.pop(connection, None)
        if connection.owner in self._people():
            self._left[connection.owner] = time.monotonic()
        self.rooms.watchers.pop(connection, None)

    def _show_out(self, connection: Connection, why: str) -> None:
        self._let_go(connection)
        connection.close(why)
        self._tell_presence_soon()

    def _find_place(self, address: str) -> None:
        """For somebody who wants to watch, at this table and among all of the server."""
        here = [each for each in self.connections if each.watching]
        neighbours = [each for each in here if each.address == address]
        watchers, limits = self.rooms.watchers, self.rooms.limits
        if len(neighbours) >= limits.watchers_an_address:
            self._send_away(neighbours[0])
        elif len(here) >= MOST_WATCHERS:
            self._send_away(makes_way(here, address, "This table has as many watchers as it can take."))
        if len(watchers) >= limits.watchers():
            full = "Too many people are watching; the last places are reserved for players."
            self._send_away(makes_way(list(watchers), address, full))

    def _send_away(self, watcher: Connection) -> None:
        """At whatever table this watcher is."""
        crowded = "Too many people at your internet address are watching, so this table was closed here."
        self.rooms.watchers[watcher]._show_out(watcher, crowded)

    def _close_windows(self, owner: str) -> None:
        """One browser has only a few windows at a table: the oldest makes way for the one that comes now."""
        windows = [connection for connection in self.connections if owner and connection.owner == owner]
        if len(windows) >= self.rooms.limits.windows:
            self._show_out(windows[0], "This table is open in other windows of this browser, so it was closed here.")

    def _tell_presence_soon(self) -> None:
        """Coming and going is told to the others only now and then, however often it happens."""
        if self._presence_timer is None:
            loop = asyncio.get_running_loop()
            self._presence_timer = loop.call_later(self.rooms.limits.presence, self._tell_presence)

    def _tell_presence(self) -> None:
        self._presence_timer = None
        if self.presence() != self._told.presence:
            self.send_frames()

    # --- Who is away ---

    def here(self) -> set[str]:
        return {connection.owner for connection in self.connections if connection.owner}

    def missed(self) -> frozenset[int]:
        """The seats whose people have been away for long."""
        missed = [owner for owner in self._people() - self.here() if self._patience(owner) <= 0]
        return frozenset(seat for owner in missed for seat in self.room.seats_of(owner))

    def _people(self) -> set[str]:
        return self.room.owners() | {self.room.row.host}

    def _patience(self, owner: str) -> float:
        """Seconds until somebody who is away is missed."""
        return self._left.get(owner, self._opened) + self.rooms.limits.away - time.monotonic()

    def _is_missed(self, owner: str) -> bool:
        return owner not in self.here() and self._patience(owner) <= 0

    def _look_after_absent(self) -> None:
        """Now, and once the next one has been away for long: all are told, and a host who is missed is host no more."""
        if self._absence_timer:
            self._absence_timer.cancel()
            self._absence_timer = None
        if not self.connections:
            return
        self._tell_presence_soon()
        if self._is_missed(self.room.row.host) and self.room.next_host(self.here()):
            self.rooms.in_background(self._hand_on())
        waits = [wait for wait in map(self._patience, self._people() - self.here()) if wait > 0]
        if waits:
            loop = asyncio.get_running_loop()
            self._absence_timer = loop.call_later(min(waits) + LATER, self._look_after_absent)

    async def _hand_on(self) -> None:
        with suppress(Refused):  # a full disk, or the match is over: then it is tried when the next one comes or goes
            await self.change(self._handed_on)

    def _handed_on(self) -> RoomRow:
        if not self._is_missed(self.room.row.host):
            raise Refused("The host is back.")
        return self.room.hand_on(self.here())

    def is_in_use(self) -> bool:
        return bool(self.connections or self._bots_are_playing() or self._lock.locked())

    async def opened(self) -> "LiveRoom":
        """As it comes from disk."""
        async with self._lock:
            await self._note_end()
        return self

    # --- What happens ---

    async def play(self, connection: Connection, asked: int, option: str) -> None:
        async with self._lock:
            seat = self.eyes_of(connection).viewer
            self.room.check_play(seat, asked, option)
            await self._make_move(seat, option, in_person=True)
            self._hold_bots(seat)
        self.send_frames()
        self.wake_bots()

    async def undo(self, connection: Connection, seq: int) -> None:
        async with self._lock:
            mine = self.room.seats_of(connection.owner)
            seat = next((seat for seat in mine if self.room.may_undo(seat)), -1)  # whoever has the device keeps it
            self.room.check_undo(seat, seq)
            fallen = [each for each in self.connections if self.eyes_of(each).curtain is not None]
            await self._make_move(seat, None)
            self._settled.set()
            for each in fallen:
                each.at_device = None  # nobody knows who has the device by now: the curtain stays down
        self._make_fresh()
        self.send_frames()
        self.wake_bots()  # it may have been a bot's move, made for somebody who was away

    def done(self, connection: Connection) -> None:
        """What was chosen is meant: bots need not wait. It is no harm if that comes too late."""
        if not self.room.seats_of(connection.owner):
            raise Refused("Only players can say that they are done.")
        self.room.on_hold = False
        self._settled.set()
        self.send_frames()

    async def change(self, change: Callable[[], RoomRow]) -> None:
        """Something about the seats: `change` makes the room's new row."""
        async with self._lock:
            await self._save(change())
        self._make_fresh()  # names in the log may have changed
        self.send_frames()
        self.wake_bots()

    async def rematch(self, connection: Connection) -> None:
        """The first who calls offers it and goes there; whoever calls later joins. Nobody else is moved."""
        async with self._lock:
            self.room.check_rematch(connection.owner)
            offers = not self.room.row.following
            if offers:
                await self._offer_rematch(connection.owner)
        if offers:
            self.send_frames()
        else:
            await self._join_rematch(connection.owner)
        connection.send(encode(Go(f"/table/{self.room.row.following}")))

    async def _offer_rematch(self, owner: str) -> None:
        again = self.room.rematch(owner)
        await self.rooms.create(again)
        await self._save(msgspec.structs.replace(self.room.next_row(), following=again.id))
        self.room.offered_by = next(iter(self.room.seats_of(owner)), None)

    async def _join_rematch(self, owner: str) -> None:
        there = await self.rooms.find(self.room.row.following)
        if there is None:
            raise Refused("The rematch is over and has been removed.")
        with suppress(Refused):  # whoever sits there already, or comes too late for a seat, goes there all the same
            await there.change(lambda: there.room.rejoin(owner, self.room.row.seats))

    def lift_curtain(self, connection: Connection, seat: int) -> None:
        if seat not in self.room.seats_of(connection.owner):
            raise Refused("That seat is not played on this device.")
        connection.at_device = seat
        connection.scene = None
        self._send_frame(connection, self._now())

    def react(self, connection: Connection, word: str) -> None:
        seats = self.room.seats_of(connection.owner)
        if not seats or word not in frames.REACTIONS:
            raise Refused("Only players can send reactions, and only the ones on offer.")
        reaction = Reaction(seats[0] if connection.at_device is None else connection.at_device, word)
        self._broadcast(reaction)

    def explain(self, connection: Connection, thing: str) -> None:
        """Every question is answered, if with nothing: the client takes silence for a lost connection."""
        eyes = self.eyes_of(connection)
        found = self.room.pov(eyes.viewer).help(thing) if self.room.match and eyes.curtain is None else None
        connection.send(encode(explained(thing, found)))

    async def _make_move(self, seat: int, option: str | None, in_person: bool = False) -> None:
        await self._write(lambda: self.rooms.store.add_move(self.room.row.id, self.room.seq + 1, seat, option))
        self.room.apply(seat, option, in_person)
        await self._note_end()

    async def _note_end(self) -> None:
        """Not together with the last move, which shows it anyway whenever the room is loaded."""
        if self.room.ended:
            with suppress(CannotWrite):
                await self._save(self.room.next_row())

    async def _save(self, row: RoomRow) -> None:
        await self._write(lambda: self.rooms.store.save_room(row))
        self.room.adopt(row)

    async def _write(self, write: Callable[[], Future[None]]) -> None:
        self._check_in_memory()
        try:
            await self.rooms.disk.has(write())
        except Refused:
            await self._read_again()
            raise

    def _check_in_memory(self) -> None:
        """A live room that was pushed out of memory knows only how things were."""
        if not self.rooms.has(self):
            raise Refused("This table was closed and reopened; please reload the page.")

    async def _read_again(self) -> None:
        """The disk knows better: another server has written, or somebody stopped waiting for the writer."""
        found = await asyncio.to_thread(self.rooms.read, self.room.row.id)
        if found:
            self.room = found
            self._make_fresh()
            self.send_frames()

    # --- Sending ---

    def eyes_of(self, connection: Connection) -> Eyes:
        return self.room.eyes(connection.owner, connection.at_device)

    def _broadcast(self, message: Go | Reaction) -> None:
        for connection in self.connections:
            if len(connection.outgoing) < 2 * MOST_WAITING:  # the table itself must not be missed for it
                connection.send(encode(message))

    def _now(self) -> Moment:
        return Moment(self.room, self.presence(), [])

    def send_frames(self) -> None:
        """To the players at once, to watchers some at a time: a crowd of them keeps nobody waiting."""
        moment = self._told = Moment(self.room, self.presence(), self.room.beats)
        self.room.beats = []
        for connection in self.connections:
            if connection.watching:
                self._owed[connection] = None
            else:
                self._send_frame(connection, moment)
        self._send_some()
        if self._owed and (self._crowd is None or self._crowd.done()):
            self._crowd = self.rooms.in_background(self._send_to_the_crowd())

    async def _send_to_the_crowd(self) -> None:
        """Each is sent the table as it is by then, so nobody falls behind."""
        while self._owed:
            await asyncio.sleep(0)
            if self._told.is_past(self.room):
                self._told = self._now()
            self._send_some()

    def _send_some(self) -> None:
        for connection in list(itertools.islice(self._owed, AT_A_TIME)):
            del self._owed[connection]
            self._send_frame(connection, self._told)

    def _send_frame(self, connection: Connection, moment: Moment) -> None:
        """Whoever looks through the same eyes as before is told only what is new."""
        eyes = self.eyes_of(connection)
        if self.room.match and eyes.curtain is None and eyes.viewer in eyes.mine:
            connection.at_device = eyes.viewer
        messages = moment.messages(eyes, connection.scene)
        if connection.is_slow(len(messages)):
            connection.outgoing.clear()
            messages = moment.messages(eyes, None)
        connection.send(*messages)
        connection.scene = moment.scene(eyes)

    def presence(self) -> Presence:
        """The seats whose people are looking, and how many only watch."""
        seats = [self.room.seats_of(connection.owner) for connection in self.connections]
        here = frozenset(seat for mine in seats for seat in mine)
        return Presence(here, sum(not mine for mine in seats), self.missed())

    def _make_fresh(self) -> None:
        """The next frame is fresh for everybody."""
        for connection in self.connections:
            connection.scene = None

    # --- Bots ---

    def wake_bots(self) -> None:
        if self._bots_may_play() and not self._bots_are_playing():
            self._bots = self.rooms.in_background(self._keep_bots_playing())

    def _bots_may_play(self) -> bool:
        """At a table that everybody has left they pause until somebody comes."""
        alone = not self.connections and time.monotonic() >= self._empty_since + self.rooms.limits.alone
        return not alone and bool(self.room.bots_to_act())

    def _bots_are_playing(self) -> bool:
        return self._bots is not None and not self._bots.done()

    async def _keep_bots_playing(self) -> None:
        """A full disk stops them only as long as it is full."""
        pause = FIRST_PAUSE
        while True:
            try:
                await self._let_bots_play()
                return
            except CannotWrite:
                self.send_frames()  # some of them may have moved
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)

    async def _let_bots_play(self) -> None:
        while self._bots_may_play():
            await asyncio.sleep(self.room.bot_pause(self.rooms.bot_pause))
            seq, seats, match = self.room.seq, self.room.bots_to_act(), self.room.playing()
            asker, table, decide = self._asker(), self.room.row.id, self.rooms.bot_pool.decide
            options = await asyncio.gather(*[decide(match, seat, asker, table) for seat in seats])
            await self._until_settled()
            async with self._lock:
                if (seq, seats) != (self.room.seq, self.room.bots_to_act()):
                    continue  # a person took something back, or a seat has changed
                for seat, option in zip(seats, options, strict=True):
                    await self._make_move(seat, option)
            self.send_frames()

    def _asker(self) -> Asker:
        """For whom bots think here: the host, or another player, or somebody who watches, or the last who was here.

        A watcher comes last, as anybody may watch: nobody makes the bots of others slower by looking on.
        """
        if not self.connections:
            return self._last_here
        chosen = min(self.connections, key=lambda each: (not self.room.is_host(each.owner), each.watching))
        return Asker(chosen.address, chosen.owner)

    def _hold_bots(self, seat: int) -> None:
        """Bots that take their time leave this seat a moment for second thoughts; bots that answer at once do not."""
        pauses = self.room.bot_pause(self.rooms.bot_pause) > 0
        self.room.on_hold = pauses and self.room.may_think_again(seat)
        self._held_until = time.monotonic() + self.rooms.limits.second_thoughts
        self._settled.clear()

    async def _until_settled(self) -> None:
        """Until the moment has passed, or the player is done with the choice or has taken it back."""
        if self.room.on_hold:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._settled.wait(), self._held_until - time.monotonic())

    # --- Looking back ---

    def check_open(self) -> None:
        """Only a match that hides nothing any more can be looked at again."""
        if self.room.row.stage not in OPEN_STAGES:
            raise Refused("A match can be replayed once it is over.")

    async def steps(self) -> int:
        """How many there are to look back at."""
        return await self._look_back(lambda replay: replay.last)

    async def past(self, at: int, viewer: int) -> Past:
        """The table as it was at a step."""
        return await self._look_back(lambda replay: replay.past(at, viewer))

    async def explain_past(self, at: int, viewer: int, thing: str) -> Explained:
        return explained(thing, await self._look_back(lambda replay: replay.explain(at, viewer, thing)))

    async def chances(self, asker: Asker) -> Looked:
        """How far looking back at everyone's chances has come; it goes on in the background while somebody asks."""
        self.check_open()
        match = self.room.playing()
        found = self._hindsight = self._hindsight or Hindsight(match)
        if found.done == found.of and not found.html:
            shares = found.shares()
            found.html = await self._look_back(lambda replay: str(draw_chances(match, shares, replay.carried_out())))
        elif found.done < found.of and (self._looking is None or self._looking.done()):
            look_back, table = self.rooms.bot_pool.look_back, self.room.row.id
            self._looking = self.rooms.in_background(
                found.go_on(lambda record, first: look_back(record, first, asker, table))
            )
        return found.ask()

    async def _look_back(self, look: Callable[[Replay], T]) -> T:
        self.check_open()
        async with self._lock:  # long matches take a while: others go on meanwhile
            return await asyncio.to_thread(lambda: look(self._replay()))

    def _replay(self) -> Replay:
        if self._replayed is None:
            self._replayed = Replay(self.room.playing())
        return self._replayed

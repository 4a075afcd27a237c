"""What reaches a browser, to the byte: the table through its own eyes, and nothing that these eyes cannot know."""

import asyncio
import itertools
import re
from collections import Counter
from collections.abc import Coroutine, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar, cast

import msgspec
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

import bugbox
from bugbox.core.game import WATCHER, Game
from bugbox.core.match import Match
from bugbox.core.position import Position
from bugbox.core.rng import Rng
from bugbox.core.settings import Value
from bugbox.games import GAMES
from bugbox.pure import is_compiled
from bugbox.table import frames, rooms
from bugbox.table.app import Server
from bugbox.table.bot_pool import BotPool
from bugbox.table.bot_queue import Asker
from bugbox.table.connection import MOST_WAITING, Connection
from bugbox.table.limits import Limits
from bugbox.table.live import AT_A_TIME, MOST_WATCHERS, LiveRoom
from bugbox.table.messages import MESSAGE
from bugbox.table.owners import owner as hash_of
from bugbox.table.pieces import Presence
from bugbox.table.room import Eyes, Refused, Room
from bugbox.table.store import OVER, PLAYING, WAITING, RoomRow, Seat, Store, connect
from tests.kit.tables import after, elsewhere, for_every_game, matches, pick, run_apart, shortest

pytestmark = pytest.mark.once

# Shrinking would take minutes, and any example shows what differs.
FEW = settings(max_examples=6 if is_compiled() else 4, phases=[Phase.generate])
ROOMS = itertools.count()
SEED = 2**127 + 12345678901234567890  # long enough not to appear by chance

GAME = GAMES["bug-race"]  # where it does not matter which: here all choose at once, and in secret

Json = dict[str, Any]
T = TypeVar("T")


class Careless(BotPool):
    """Bots that take their first option, here and at once."""

    def __init__(self) -> None:
        self.thinking: asyncio.Event | None = None  # if there is one, they wait for it

    async def decide(self, match: Match, seat: int, asker: Asker, table: str) -> str:
        option = match.options(seat)[0]
        if self.thinking:
            await self.thinking.wait()
        return option


def secret(name: str) -> str:
    """What a browser holds."""
    return f"secret-of-{name}".ljust(43, "_")


def owner(name: str) -> str:
    return hash_of(secret(name))


def room_row(match: bugbox.Match, owners: Sequence[str], name: str) -> RoomRow:
    """The room of a match that these people play; the first is the host, and `bot` is a bot."""
    seats = [
        Seat(player, level="hatchling") if who == "bot" else Seat(player, owner(who))
        for player, who in zip(match.players, owners, strict=True)
    ]
    texts = dict(match.as_record().settings)
    made = "2026-01-01T00:00:00+00:00"
    host = owner(owners[0])
    return RoomRow(name, made, match.game.name, match.game.version, texts, match.seed, host, False, PLAYING, "", seats)


@dataclass
class Party:
    """A server without a network, and one room in it."""

    server: Server
    live: LiveRoom
    browsers: dict[str, Connection] = field(default_factory=dict)
    seen: dict[str, list[Json]] = field(default_factory=dict)  # the frames that each browser took

    @property
    def room(self) -> Room:
        return self.live.room

    @property
    def match(self) -> Match:
        return self.room.playing()

    def enter(self, *names: str) -> None:
        """Browsers come to the table; `ann's phone` is a second one of ann, `watcher` is nobody."""
        for name in names:
            who = name.partition("'")[0]
            self.browsers[name] = Connection("" if who.startswith("watcher") else owner(who), address=who)
            self.live.enter(self.browsers[name])

    async def say(self, name: str, /, **message: Any) -> None:
        """As it comes by the socket."""
        await MESSAGE.decode(msgspec.json.encode(message)).carry_out(self.live, self.browsers[name])

    async def play(self, name: str, option: str | None = None) -> None:
        seat = self.live.eyes_of(self.browsers[name]).viewer
        await self.say(name, type="play", asked=self.room.asked[seat], option=option or self.match.options(seat)[0])

    async def page(self, path: str = "", who: str = "") -> tuple[int, bytes]:
        """The status and the bytes of a page of the table, headers included."""
        sent: list[Any] = []

        async def receive() -> Any:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: Any) -> None:
            sent.append(message)

        full, _, query = f"/table/{self.room.row.id}{path}".partition("?")
        headers = [(b"host", b"localhost"), (b"cookie", f"bugbox={secret(who)}".encode() if who else b"")]
        scope = {"type": "http", "method": "GET", "path": full, "query_string": query.encode(), "headers": headers}
        await self.server.app()({**scope, "client": ("127.0.0.1", 1), "scheme": "http"}, receive, send)
        body = b"".join(message.get("body", b"") for message in sent[1:])
        return sent[0]["status"], repr(sent[0]["headers"]).encode() + body

    def take(self, name: str) -> list[bytes]:
        """All that is on its way to this browser; it has arrived then."""
        outgoing = self.browsers[name].outgoing
        arrived = list(outgoing)
        outgoing.clear()
        for message in map(msgspec.json.decode, arrived):
            if message["type"] == "frame":
                frames = self.seen.setdefault(name, [])
                frames.append(after(frames[-1] if frames else {}, message))
        return arrived

    def frames(self, name: str) -> list[Json]:
        """The frames among what has arrived, each with all that the browser knows then."""
        before = len(self.seen.get(name, []))
        self.take(name)
        return self.seen.get(name, [])[before:]


def a_match(seats: int = 3, game: Game = GAME, **settings: Value) -> bugbox.Match:
    match = bugbox.Match.new(game.name, seats=seats, seed=SEED, **(shortest(game) | settings))
    match.players = ("Ann", "Bob", "Cleo", "Dan")[:seats]
    return match


async def party(store: Store, match: bugbox.Match, *owners: str, name: str = "") -> Party:
    """The match goes on at a table of these people."""
    server = Server(store, Careless(), bot_pause=0, limits=Limits(presence=0))
    row = room_row(match, owners, name or f"room-{next(ROOMS)}")
    return Party(server, await server.rooms.create(row, match.decisions))


async def until_bots_have_played(here: Party) -> None:
    while here.live._bots and not here.live._bots.done():
        await asyncio.sleep(0)


async def until_presence_is_told(here: Party) -> None:
    while here.live._presence_timer:
        await asyncio.sleep(0)


async def until_the_crowd_is_served(here: Party) -> None:
    while here.live._owed:
        await asyncio.sleep(0)


def run(story: Coroutine[Any, Any, T]) -> T:
    return run_apart(asyncio.wait_for(story, 30))


@pytest.fixture(scope="module")
def stores(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Store, Store]]:
    """Two worlds have a disk each."""
    both = tuple(Store(tmp_path_factory.mktemp("world") / "table.sqlite") for _ in range(2))
    yield both[0], both[1]
    for store in both:
        store.close()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(tmp_path / "table.sqlite")
    yield store
    store.close()


# --- Two worlds ---


def move_to_another_world(room: Room, seat: int, seed: int) -> None:
    """Deal anew all that this seat cannot know; what was told so far was told in both worlds."""
    match = room.playing()
    world = elsewhere(match.position, seat, seed)
    world.telling = True
    world.story = list(match.position.story)
    world.revealed = match.position.revealed
    match.position = world
    room.ask_all()


def back_to_the_question(match: Match) -> None:
    """Take back all that was decided since something was last revealed: a guess takes back what others chose."""
    match.undo(match._revealed.count(match.position.revealed) - 1)


@FEW
@given(matches(), st.integers(0, 1000), st.integers(0, 1000), st.booleans())
def test_whoever_cannot_know_a_difference_gets_the_same_bytes(
    stores: tuple[Store, Store], match: bugbox.Match, seed: int, dice: int, one_device: bool
) -> None:
    """Hidden cards differ, and others choose differently: the seat, watchers and a drawn curtain show nothing of it."""
    back_to_the_question(match)
    seat = match.to_act[dice % len(match.to_act)]
    others = [other for other in match.to_act if other != seat]
    owners = ["me" if s == seat else "device" if one_device else f"other{s}" for s in range(match.seats)]
    onlookers = ["me", "watcher"] + (["device's curtain"] if one_device and match.seats > 2 else [])
    name = f"room-{next(ROOMS)}"

    async def story(store: Store, world: int | None) -> dict[str, list[bytes]]:
        here = await party(store, match, *owners, name=name)
        if world is not None:
            move_to_another_world(here.room, seat, world)
        here.enter(*onlookers, *sorted({owners[other] for other in others}))
        rng = Rng(dice, "test")
        for other in others:  # as long as the seat owes its answer, nothing is revealed
            while other in here.match.to_act:
                if here.live.eyes_of(here.browsers[owners[other]]).viewer != other:
                    await here.say(owners[other], type="as", seat=other)
                await here.play(owners[other], pick(here.match.options(other), rng))
        assert here.match.to_act == (seat,)
        return {who: here.take(who) for who in onlookers}

    one, two = run(story(stores[0], None)), run(story(stores[1], seed))
    for who in one:
        assert one[who] == two[who], who


@FEW
@given(matches(), st.integers(0, 1000), st.integers(0, 1000))
def test_other_choices_show_only_once_they_are_revealed(
    stores: tuple[Store, Store], match: bugbox.Match, one: int, two: int
) -> None:
    """Two histories of the same deal: as long as a viewer's view is the same, so is every byte so far."""
    name = f"room-{next(ROOMS)}"
    owners = [f"seat{seat}" for seat in range(match.seats)]

    async def story() -> None:
        worlds = [await party(store, match, *owners, name=name) for store in stores]
        dice = [Rng(seed, "test") for seed in (one, two)]
        viewers = {WATCHER: "watcher"} | dict(enumerate(owners))
        for world in worlds:
            world.enter(*viewers.values())
        for _ in range(30):
            first, second = (world.match for world in worlds)
            for viewer in list(viewers):
                if first.view(viewer) != second.view(viewer):
                    del viewers[viewer]
            for who in viewers.values():
                assert worlds[0].take(who) == worlds[1].take(who)
            if first.over or first.to_act != second.to_act or not viewers:
                return
            seat = first.to_act[0]
            for world, rng in zip(worlds, dice, strict=True):
                await world.play(owners[seat], pick(world.match.options(seat), rng))

    run(story())


def test_a_curtain_hides_the_cards_of_everybody(stores: tuple[Store, Store]) -> None:
    """Two deals that have nothing in common give the same curtain but for what all may know."""

    async def curtains(store: Store, seed: int) -> list[Json]:
        match = bugbox.Match.new(GAME.name, seats=2, seed=seed)
        here = await party(store, match, "ann", "ann", name=f"curtain-{seed}")
        seen = []
        here.enter("ann")
        for seat in (0, 1, 1, 0):
            frame = here.frames("ann")[-1]
            if frame.get("seat", WATCHER) == WATCHER:
                assert not re.search(r"[LR][123]", frame["html"])
                assert "choices" not in frame
                assert "ask" not in frame
                assert not any("You" in line for line in frame["log"])
                seen.append({**frame, "commitment": ""})
                await here.say("ann", type="as", seat=seat)
                assert here.frames("ann")[-1]["seat"] == seat
            await here.play("ann")
        return seen

    one, two = (run(curtains(store, seed)) for store, seed in zip(stores, (1, 2), strict=True))
    assert len(one) == 3
    assert one[:2] == two[:2], "before anything is open to all"


def test_the_page_of_a_table_holds_nobodys_hand(store: Store) -> None:
    """It is the same for everybody, before the match and at any moment of it: the table comes by the socket."""

    async def story() -> None:
        here = await party(store, a_match(), "ann", "bob", "ann")
        here.enter("ann")
        await here.say("ann", type="as", seat=0)
        [page] = {await here.page(who=who) for who in WHO}
        await here.play("ann")
        assert {await here.page(who=who) for who in WHO} == {page}
        assert b"data-key" not in page[1]

    run(story())


# --- Whole matches ---


class Reader(Connection):
    """A browser that checks every frame as it comes."""

    def __init__(self, who: str, here: Party, forbidden: Sequence[str]) -> None:
        super().__init__("" if who == "watcher" else owner(who))
        self.here = here
        self.forbidden = [text.encode() for text in forbidden]
        self.frame: Json = {}
        self.log: list[str] = []
        self.frames: list[tuple[Eyes, bool]] = []  # through which eyes, and whether fresh

    def send(self, *messages: bytes) -> None:
        for message in messages:
            self.read(message)

    def read(self, message: bytes) -> None:
        """Exactly what belongs to these eyes, and a log that is whole at any time."""
        frame = self.frame = after(self.frame, msgspec.json.decode(message))
        match, eyes = self.here.match, self.here.live.eyes_of(self)
        self.log = frame["log"] if frame["fresh"] else self.log + frame["log"]
        assert match.over or not [text for text in self.forbidden if text in message]
        if frame.get("beat"):
            return
        assert frame["seq"] == self.here.room.seq
        assert frame.get("seat", WATCHER) == eyes.viewer
        assert frame.get("ask", "") == match.ask(eyes.viewer)
        assert frame.get("choices", []) == [[option, list(picks)] for option, picks in match.choices(eyes.viewer)]
        drawing = match.drawing(eyes.viewer)
        for drawn in (drawing.board, drawing.hand, *drawing.facts):
            assert not drawn or (str(drawn) in frame["html"]) == (eyes.curtain is None)
        assert self.log == match.log(eyes.viewer)
        self.frames.append((eyes, frame["fresh"]))


def reading(here: Party, *names: str) -> dict[str, Reader]:
    """Readers come to the table, who must never read the seed, an owner or a secret."""
    row = here.room.row
    forbidden = [str(row.seed), f"{row.seed:x}", *(text for who in names for text in (owner(who), secret(who)))]
    readers = {who: Reader(who, here, forbidden) for who in names}
    for who, reader in readers.items():
        here.browsers[who] = reader
        here.live.enter(reader)
    return readers


async def play_on(here: Party, dice: int, second_thoughts: bool = False) -> None:
    """Everybody plays to the end by lot."""
    rng = Rng(dice, "test")
    at = {seat: name for name, connection in here.browsers.items() for seat in here.room.seats_of(connection.owner)}
    while not here.match.over:
        people_to_act = [seat for seat in here.match.to_act if seat in at]
        seat = people_to_act[rng.below(len(people_to_act))]
        if here.live.eyes_of(here.browsers[at[seat]]).viewer != seat:
            await here.say(at[seat], type="as", seat=seat)
        await here.play(at[seat], pick(here.match.options(seat), rng))
        if second_thoughts and here.room.may_undo(seat) and rng.below(2) == 0:
            await here.say(at[seat], type="undo", seq=here.room.seq)
        await until_bots_have_played(here)


@pytest.mark.slow
@for_every_game
def test_through_a_whole_match_each_gets_the_table_through_their_own_eyes(store: Store, game: Game) -> None:
    """People, one of them with a friend at the same device, and a watcher; only eyes that change see afresh."""
    people = ("ann", "bob", "ann", "cleo")[: game.seats[-1]]

    async def story() -> None:
        here = await party(store, a_match(len(people), game), *people)
        readers = reading(here, *sorted(set(people)), "watcher")
        curtains = set() if game.name == "caterpillar" else {0, 2}  # a device needs none where all is open
        await play_on(here, dice=1)
        assert here.room.row.stage == OVER
        for reader in readers.values():
            eyes = [None, *(eyes for eyes, _ in reader.frames)]
            assert [fresh for _, fresh in reader.frames] == [one != two for one, two in itertools.pairwise(eyes)]
        assert {eyes.curtain for eyes, _ in readers["ann"].frames} == {None, *curtains}
        assert [fresh for _, fresh in readers["watcher"].frames].count(True) == 1

    run(story())


@pytest.mark.slow
@for_every_game
def test_after_a_second_thought_everybody_reads_the_log_afresh(store: Store, game: Game) -> None:
    async def story() -> None:
        here = await party(store, a_match(game=game), "ann", "bob", "bot")
        readers = reading(here, "ann", "bob", "watcher")
        await play_on(here, dice=2, second_thoughts=True)
        undone = here.room.seq - len(here.match.decisions)
        assert undone >= 2
        for reader in readers.values():
            assert [fresh for _, fresh in reader.frames].count(True) == 1 + undone // 2
        again = (await found(Server(store, Careless(), bot_pause=0), here.room.row.id)).room
        assert (again.seq, again.asked) == (here.room.seq, here.room.asked), "and a new server knows of it"
        assert again.playing().decisions == here.match.decisions

    run(story())


def test_whoever_comes_later_reads_all_and_the_others_only_what_is_new(store: Store) -> None:
    async def story() -> None:
        here = await party(store, a_match(2), "ann", "bob")
        here.enter("ann", "bob")
        await here.play("ann")
        await here.play("bob")
        here.take("ann")
        here.enter("watcher", "ann's phone")
        for late, viewer in (("watcher", WATCHER), ("ann's phone", 0)):
            frame = here.frames(late)[0]
            assert (frame["fresh"], frame["log"]) == (True, here.match.log(viewer))
        await until_presence_is_told(here)
        assert [(frame["fresh"], frame["log"]) for frame in here.frames("ann")] == [(False, [])], "once for both"

    run(story())


def test_a_new_name_is_in_every_line(store: Store) -> None:
    async def story() -> None:
        here = await party(store, a_match(2), "ann", "bob")
        here.enter("ann", "bob")
        while not any("Bob plays" in line for line in here.match.log(0)):
            await here.play("ann")
            await here.play("bob")
        here.take("ann")
        await here.say("bob", type="rename", seat=1, name="Bobby")
        (frame,) = here.frames("ann")
        assert frame["fresh"]
        assert frame["log"] == here.match.log(0)
        assert any("Bobby plays" in line for line in frame["log"])
        assert not any("Bob " in line for line in frame["log"])

    run(story())


# --- What is closed until the end ---


def test_no_page_of_a_running_match_tells_what_is_secret(store: Store) -> None:
    async def story() -> None:
        here = await party(store, a_match(2), "ann", "bob")
        here.enter("ann", "bob")
        forbidden = [str(SEED), f"{SEED:x}", *(kind(who) for who in ("ann", "bob") for kind in (owner, secret))]
        looks = [(path, who) for path in ("", "/replay", "/replay/0", "/replay/3?eyes=1", "/record") for who in WHO]
        for moment in range(3):
            for path, who in looks:
                status, page = await here.page(path, who)
                assert status == (200 if path == "" else 409), path
                assert not [text for text in forbidden if text.encode() in page], path
            await here.play("ann" if moment % 2 == 0 else "bob")
        await play_on(here, dice=3)
        for path, who in looks:
            status, page = await here.page(path, who)
            assert status == 200
            assert (str(SEED).encode() in page) == (path == "/record")
            assert not [text for text in forbidden[2:] if text.encode() in page], path

    run(story())


WHO = ("ann", "bob", "stranger", "")


def test_a_table_that_waits_tells_nothing_secret_either(store: Store) -> None:
    async def story() -> None:
        server = Server(store, Careless(), bot_pause=0)
        row = room_row(a_match(3), ("ann", "bob", "ann"), f"room-{next(ROOMS)}")
        row.stage = WAITING
        here = Party(server, await server.rooms.create(row))
        here.enter("ann", "bob", "watcher")
        sent = [message for who in here.browsers for message in here.take(who)]
        sent += [(await here.page(who=who))[1] for who in WHO]
        for text in (str(SEED), f"{SEED:x}", owner("ann"), owner("bob"), secret("ann"), secret("bob")):
            assert not [message for message in sent if text.encode() in message]

    run(story())


# --- Slow and many connections ---


def fold(messages: Iterable[bytes]) -> tuple[int, list[str]]:
    """What a browser has after these messages: the number of the last move and the whole log."""
    seq, log = -1, ["nothing yet"]
    for frame in map(msgspec.json.decode, messages):
        if frame["type"] == "frame":
            seq, new = frame["seq"], frame.get("log", [])
            log = new if frame.get("fresh") else log + new
    return seq, log


def test_a_slow_connection_gets_only_the_newest_and_they_are_enough(store: Store) -> None:
    async def story() -> None:
        here = await party(store, a_match(2, segments=15), "ann", "bob")
        here.enter("ann", "bob", "watcher")
        while not here.match.over:
            await here.play("ann" if 0 in here.match.to_act else "bob")
            assert len(here.browsers["watcher"].outgoing) <= MOST_WAITING
            here.take("bob")
        assert here.room.seq > MOST_WAITING
        arrived = here.take("watcher")
        assert msgspec.json.decode(arrived[0])["fresh"], "what came before is not needed"
        assert fold(arrived) == (here.room.seq, here.match.log(WATCHER))

    run(story())


def beats_in(messages: Iterable[bytes]) -> int:
    return sum(bool(msgspec.json.decode(message).get("beat")) for message in messages)


def test_every_beat_is_sent_once_and_none_after_a_restart(store: Store) -> None:
    async def story() -> None:
        here = await party(store, a_match(2), "ann", "bob")
        here.enter("ann", "bob")
        sent: list[int] = []
        while not sent or not sent[-1]:
            await here.play("ann" if 0 in here.match.to_act else "bob")
            sent.append(beats_in(here.take("bob")))
            assert here.room.beats == [], "what was sent is not kept"
        await here.play("ann")
        assert (sent[-1], beats_in(here.take("bob"))) == (4, 0), "two cards of each beetle, and then no more"
        again = (await found(Server(store, Careless(), bot_pause=0), here.room.row.id)).room
        assert again.seq == here.room.seq
        assert again.beats == []

    run(story())


@for_every_game
def test_what_happens_before_the_device_is_handed_on_is_shown_without_anybodys_hand(store: Store, game: Game) -> None:
    """Each beat as a watcher sees it, then the curtain, or the end."""

    async def story() -> int:
        here, beats = await party(store, a_match(2, game), "ann", "ann"), 0
        here.enter("ann")
        rng = Rng(6, "test")
        while not here.match.over:
            seat = here.match.to_act[0]
            if here.live.eyes_of(here.browsers["ann"]).viewer != seat:
                await here.say("ann", type="as", seat=seat)
            here.take("ann")
            told = len(here.match.position.story)
            await here.play("ann", pick(here.match.options(seat), rng))
            *seen, now = here.frames("ann")
            if not now["fresh"]:  # the same person goes on
                continue
            log: list[str] = []
            for frame, (until, beat) in zip(seen, told_beats(here.match, told), strict=True):
                log = frame["log"] if frame["fresh"] else log + frame["log"]
                assert log == here.match.news(WATCHER, 0, until)
                check_it_is_nobodys(frame, here.match.at(beat))
            beats += len(seen)
            assert now.get("over") or "Hand the device to" in now["html"] or now["seat"] != seat
        return beats

    assert run(story()) > 0


def told_beats(match: Match, told: int) -> Iterator[tuple[int, Position]]:
    """Those of the last decision of which a watcher can read."""
    for until, beat in match.position.beats:
        if match.news(WATCHER, told, until):
            yield until, beat
            told = until


def check_it_is_nobodys(frame: Json, match: Match) -> None:
    assert frame["beat"]
    assert not frame.get("over")
    assert frame.get("seat", WATCHER) == WATCHER
    assert frame["question"] == {}
    assert str(match.drawing(WATCHER).board) in frame["html"]
    assert 'id="dock"' not in frame["html"]
    for seat in range(match.seats):
        hand = str(match.drawing(seat).hand)
        assert not hand or hand not in frame["html"]


def test_whoever_looks_at_a_curtain_sees_what_happens_too(store: Store) -> None:
    """Ann's phone shows a curtain all the time, as she plays on another device."""

    async def story() -> None:
        here = await party(store, a_match(2), "ann", "ann")
        here.enter("ann", "ann's phone")
        while not beats_in(here.browsers["ann's phone"].outgoing):
            here.take("ann's phone")
            seat = here.match.to_act[0]
            await here.say("ann", type="as", seat=seat)
            await here.play("ann")
        *seen, now = here.frames("ann's phone")
        for frame, (_, beat) in zip(seen, here.match.position.beats, strict=True):
            check_it_is_nobodys(frame, here.match.at(beat))
        assert "Hand the device to" in now["html"]

    run(story())


class NarrowLine:
    """A socket that takes nothing until it is opened."""

    def __init__(self) -> None:
        self.opened = asyncio.Event()
        self.taken: list[bytes] = []

    def is_free(self) -> bool:
        return self.opened.is_set()

    async def free(self) -> None:
        await self.opened.wait()

    def write(self, messages: tuple[bytes, ...], alike: bool) -> None:
        self.taken.extend(messages)


def test_no_message_overtakes_another() -> None:
    async def story() -> None:
        line = NarrowLine()
        connection = Connection("", line)
        connection.send(b"first")
        line.opened.set()
        connection.send(b"second")
        sending = asyncio.create_task(connection.send_the_rest(line))
        await asyncio.sleep(0)
        connection.send(b"third")
        assert line.taken == [b"first", b"second", b"third"]
        sending.cancel()

    run(story())


def test_a_slow_connection_does_not_miss_the_table_for_a_reaction(store: Store) -> None:
    async def story() -> None:
        here = await party(store, a_match(2), "ann", "bob")
        here.enter("ann", "bob")
        while len(here.browsers["ann"].outgoing) < MOST_WAITING:
            here.live.send_frames()
        await here.say("bob", type="react", word="Ouch")
        arrived = here.take("ann")
        assert msgspec.json.decode(arrived[-1]) == {"type": "reaction", "seat": 1, "word": "Ouch"}
        assert fold(arrived) == (here.room.seq, here.match.log(0))

    run(story())


def test_all_who_look_through_the_same_eyes_get_one_drawing(store: Store) -> None:
    async def story() -> None:
        here = await party(store, a_match(2), "ann", "bob")
        here.enter("ann", "ann's phone", "bob", "watcher", "watcher's friend")
        await here.play("bob")
        last = {name: connection.outgoing[-1] for name, connection in here.browsers.items()}
        assert last["ann"] is last["ann's phone"]
        assert last["watcher"] is last["watcher's friend"]
        assert len({last["ann"], last["bob"], last["watcher"]}) == 3

    run(story())


def test_a_crowd_of_watchers_does_not_keep_anybody_from_their_seat(store: Store) -> None:
    async def story() -> None:
        here = await party(store, a_match(2), "ann", "bob")
        here.enter(*(f"watcher{number}" for number in range(MOST_WATCHERS)))
        with pytest.raises(Refused, match="as many watchers as it can take"):
            here.enter("watcher")
        here.enter("ann")
        assert here.frames("ann")[-1]["seat"] == 0

    run(story())


def test_everybody_sees_who_is_here(store: Store) -> None:
    async def story() -> None:
        here = await party(store, a_match(), "ann", "bob", "bot")
        here.enter("ann", "watcher")
        assert plates(here.frames("ann")[-1]) == ["you", "away", "Hatchling bot"]
        here.enter("bob")
        await until_presence_is_told(here)
        assert plates(here.frames("ann")[-1]) == ["you", "here", "Hatchling bot"]
        here.live.exit(here.browsers["bob"])
        await until_presence_is_told(here)
        frame = here.frames("ann")[-1]
        assert plates(frame) == ["you", "away", "Hatchling bot"]
        assert "1 watching" in frame["html"]

    run(story())


def test_coming_and_going_is_told_once_however_often_it_happens(store: Store) -> None:
    async def story() -> None:
        here = await party(store, a_match(2), "ann", "bob")
        here.enter("ann", *(f"watcher {number}" for number in range(3)))
        await until_presence_is_told(here)
        here.take("ann")
        for _ in range(50):
            here.enter("watcher who cannot decide")
            here.live.exit(here.browsers["watcher who cannot decide"])
        await until_presence_is_told(here)
        assert here.frames("ann") == [], "nothing has changed"
        here.enter(*(f"late watcher {number}" for number in range(50)))
        await until_presence_is_told(here)
        (frame,) = here.frames("ann")
        assert "53 watching" in frame["html"]

    run(story())


def test_a_crowd_is_sent_one_drawing_some_at_a_time(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        here = await party(store, a_match(2), "ann", "bob")
        watchers = [f"watcher {number}" for number in range(5 * AT_A_TIME)]
        here.enter("ann", *watchers)
        await until_presence_is_told(here)
        await until_the_crowd_is_served(here)
        for who in here.browsers:
            here.take(who)
        drawn = Counter[Eyes]()
        draw = frames.scene

        def counting(room: Room, eyes: Eyes, presence: Presence) -> frames.Scene:
            drawn[eyes] += 1
            return draw(room, eyes, presence)

        monkeypatch.setattr(frames, "scene", counting)
        await here.play("ann")
        assert len(here.frames("ann")) == 1
        assert sum(bool(here.browsers[name].outgoing) for name in watchers) == AT_A_TIME, "others get their turn"
        await until_the_crowd_is_served(here)
        assert [len(here.take(name)) for name in watchers] == [1] * len(watchers)
        assert list(drawn.values()) == [1, 1], "once for Ann and once for all who watch"

    run(story())


def test_whoever_is_still_to_be_sent_a_frame_gets_the_newest(store: Store) -> None:
    """Also if they were far behind: every line of the log comes, and each once."""

    async def story() -> None:
        here = await party(store, a_match(2), "ann", "bob")
        watchers = [f"watcher {number}" for number in range(3 * AT_A_TIME)]
        here.enter("ann", "bob", *watchers)
        await until_presence_is_told(here)
        await until_the_crowd_is_served(here)
        for name in watchers[AT_A_TIME:]:
            here.browsers[name].scene = None
        await here.play("ann")
        here.room.apply(1, here.match.options(1)[0])  # while they wait
        await until_the_crowd_is_served(here)
        assert {name: here.frames(name)[-1]["seq"] for name in watchers} == {
            name: 1 if name in watchers[:AT_A_TIME] else 2 for name in watchers
        }
        here.live.send_frames()
        await until_the_crowd_is_served(here)
        for name in watchers:
            here.take(name)
            told: list[str] = []
            for frame in here.seen[name]:
                told = frame["log"] if frame["fresh"] else told + frame["log"]
            assert told == here.match.log(WATCHER)

    run(story())


def plates(frame: Json) -> list[str]:
    return re.findall(r'class="who">([^<]*)<', frame["html"])


# --- Disk first ---


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


async def found(server: Server, room: str) -> LiveRoom:
    live = await server.rooms.find(room)
    assert live
    return live


def test_two_who_come_at_once_find_the_same_room(store: Store) -> None:
    async def story() -> None:
        row = (await party(store, a_match(2), "ann", "bob")).room.row
        server = Server(store, Careless(), bot_pause=0)
        one, two = await asyncio.gather(found(server, row.id), found(server, row.id))
        assert one is two is await found(server, row.id)
        assert await server.rooms.find("nowhere") is None

    run(story())


def test_rooms_that_nobody_looks_at_make_way_and_come_back(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "MOST_IDLE", 3)

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


# --- Who may say what ---


def test_another_browser_can_neither_play_nor_undo_nor_lift_the_curtain(store: Store) -> None:
    async def story() -> None:
        here = await party(store, a_match(), "ann", "bob", "ann")
        here.enter("ann", "bob", "watcher", "stranger")
        await here.say("ann", type="as", seat=0)
        await here.play("ann")
        messages: list[Json] = [
            {"type": "play", "asked": 0, "option": here.match.options(2)[0]},
            {"type": "undo", "seq": here.room.seq},
            {"type": "as", "seat": 0},
            {"type": "as", "seat": 2},
            {"type": "as", "seat": -1},
            {"type": "rename", "seat": 0, "name": "x"},
            {"type": "bot", "seat": 0, "level": "random"},
            {"type": "open", "seat": 1},
            {"type": "share", "seat": 1, "name": "x"},
            {"type": "swap", "seat": 0, "other": 1},
            {"type": "start"},
            {"type": "rematch"},
        ]
        before = (here.room.seq, here.room.row)
        for who in ("bob", "watcher", "stranger"):
            for message in messages:
                if who == "bob" and message["type"] == "play" and message["option"] in here.match.options(1):
                    continue
                with pytest.raises(bugbox.BugboxError):
                    await here.say(who, **message)
        for who in ("watcher", "stranger"):
            with pytest.raises(Refused, match="Only players can send reactions"):
                await here.say(who, type="react", word="Ouch")
        assert (here.room.seq, here.room.row) == before
        assert {here.live.eyes_of(here.browsers[who]).viewer for who in ("watcher", "stranger")} == {WATCHER}

    run(story())


def test_nothing_is_explained_before_the_curtain_is_lifted(store: Store) -> None:
    async def explained(here: Party) -> Json:
        here.take("ann")
        await here.say("ann", type="explain", thing="track")
        return cast(Json, msgspec.json.decode(here.take("ann")[-1]))

    async def story() -> None:
        here = await party(store, a_match(2), "ann", "ann")
        here.enter("ann")
        assert await explained(here) == {"type": "explained", "thing": "track"}, "an answer, but an empty one"
        await here.say("ann", type="as", seat=0)
        assert "The track" in (await explained(here))["panel"]

    run(story())


def test_before_the_device_is_handed_on_a_choice_can_be_taken_back(store: Store) -> None:
    async def story() -> None:
        here = await party(store, a_match(2), "ann", "ann")
        here.enter("ann")
        await here.say("ann", type="as", seat=0)
        await here.play("ann")
        assert "Hand the device to Bob" in here.frames("ann")[-1]["html"]
        await here.say("ann", type="undo", seq=1)
        frame = here.frames("ann")[-1]
        assert "Hand the device to Ann" in frame["html"], "Bob may have it by now"
        assert (frame.get("seat", WATCHER), frame.get("choices", [])) == (WATCHER, [])
        await here.say("ann", type="as", seat=0)
        frame = here.frames("ann")[-1]
        assert (frame["seat"], frame["seq"], frame["choices"] != []) == (0, 2, True)

    run(story())


def test_whoever_takes_anothers_choice_back_on_a_shared_device_does_not_see_their_cards(store: Store) -> None:
    """Bob has the device, and only Ann's choice is there to be taken back: her cards stay covered."""

    async def story() -> None:
        here = await party(store, a_match(2), "ann", "ann")
        here.enter("ann")
        for seat in (0, 1):
            await here.say("ann", type="as", seat=seat)
            if seat == 0:
                await here.play("ann")
        await here.say("ann", type="undo", seq=1)
        frame = here.frames("ann")[-1]
        assert here.match.to_act == (0, 1)
        assert frame.get("seat", WATCHER) != 0

    run(story())


def test_a_bots_answer_to_what_was_taken_back_does_not_count(store: Store) -> None:
    async def story() -> None:
        here = await party(store, a_match(2), "ann", "bot")
        bot_pool = here.server.bot_pool
        assert isinstance(bot_pool, Careless)
        bot_pool.thinking = asyncio.Event()
        here.enter("ann")
        await here.play("ann")
        for _ in range(10):
            await asyncio.sleep(0)  # the bot is thinking now
        await here.say("ann", type="undo", seq=1)
        bot_pool.thinking.set()
        for _ in range(100):
            await asyncio.sleep(0)
        assert here.match.decisions == []
        assert here.room.seq == 2
        await here.play("ann")
        await until_bots_have_played(here)
        assert [seat for seat, _ in here.match.decisions] == [0, 1]

    run(story())


def test_whoever_takes_back_what_a_bot_did_for_them_finds_the_bot_awake(store: Store) -> None:
    """In a game where moves are open; the bot plays for Ann, who is away."""

    async def story() -> None:
        here = await party(store, a_match(2, GAMES["bugs-on-rugs"]), "ann", "bob")
        here.enter("ann", "bob")
        await here.say("ann", type="bot", seat=0, level="random")
        await until_bots_have_played(here)
        while not here.room.may_undo(0):
            await here.play("bob")
            await until_bots_have_played(here)
        made = len(here.match.decisions)
        await here.say("ann", type="undo", seq=here.room.seq)
        await until_bots_have_played(here)
        assert len(here.match.decisions) >= made, "it has decided again"

    run(story())


def went(here: Party, who: str) -> list[str]:
    """Where a browser is sent."""
    messages = map(msgspec.json.decode, here.browsers[who].outgoing)
    return [message["to"] for message in messages if message["type"] == "go"]


def test_a_rematch_is_offered_to_all_and_taken_by_whoever_wants_it(store: Store) -> None:
    async def story() -> None:
        here = await party(store, a_match(4), "ann", "bob", "cleo", "bob")
        here.enter("ann", "bob", "cleo", "watcher")
        await play_on(here, dice=4)
        for who in here.browsers:
            assert ("Offer a rematch" in here.frames(who)[-1]["html"]) == (who != "watcher")
        await here.say("ann", type="rematch")
        await until_the_crowd_is_served(here)
        assert {who: len(went(here, who)) for who in here.browsers} == {"ann": 1, "bob": 0, "cleo": 0, "watcher": 0}
        new = await found(here.server, here.room.row.following)
        link = f'href="/table/{new.room.row.id}"'
        for who in ("bob", "cleo"):
            html = here.frames(who)[-1]["html"]
            assert "Ann offers a rematch." in html
            assert ">Join<" in html
        for who in ("ann", "watcher"):
            html = here.frames(who)[-1]["html"]
            assert link in html
            assert ">Join<" not in html
        assert [seat.name for seat in new.room.row.seats] == ["Ann", "", "", ""]
        await here.say("bob", type="rematch")
        assert went(here, "bob") == [f"/table/{new.room.row.id}"]
        assert [seat.name for seat in new.room.row.seats] == ["Ann", "Bob", "", "Dan"], "with whoever shares the device"
        assert new.room.row.stage == WAITING
        await here.say("bob", type="rematch")
        assert went(here, "bob") == 2 * [f"/table/{new.room.row.id}"], "a way there, and no second seat"
        assert went(here, "cleo") == [], "who does not want it stays"
        await new.change(lambda: new.room.start_with(owner("ann"), 3))
        assert new.room.playing().players == ("Ann", "Bob", "Dan")
        loaded = store.load(new.room.row.id)
        assert loaded
        assert loaded[0] == new.room.row, "and so it is on disk"
        await here.say("cleo", type="rematch")
        assert went(here, "cleo") == [f"/table/{new.room.row.id}"], "too late to play, but not to watch"
        assert not new.room.seats_of(owner("cleo"))

    run(story())


def test_after_a_restart_a_rematch_can_still_be_joined(store: Store) -> None:
    async def story() -> None:
        here = await party(store, a_match(2), "ann", "bob")
        here.enter("ann", "bob")
        await play_on(here, dice=4)
        await here.say("ann", type="rematch")
        server = Server(store, Careless(), bot_pause=0)
        again = Party(server, await found(server, here.room.row.id))
        again.enter("bob")
        html = again.frames("bob")[-1]["html"]
        assert "A rematch has been offered." in html
        assert ">Join<" in html
        await again.say("bob", type="rematch")
        new = await found(server, again.room.row.following)
        assert new.room.row.stage == PLAYING

    run(story())


def test_of_two_who_offer_a_rematch_at_once_one_joins_the_other(store: Store) -> None:
    async def story() -> None:
        here = await party(store, a_match(2), "ann", "bob")
        here.enter("ann", "bob", "watcher")
        await play_on(here, dice=4)
        for who in here.browsers:
            here.take(who)
        with pytest.raises(Refused, match="Only those who played"):
            await here.say("watcher", type="rematch")
        await asyncio.gather(here.say("ann", type="rematch"), here.say("bob", type="rematch"))
        assert went(here, "ann") == went(here, "bob") == [f"/table/{here.room.row.following}"]
        assert went(here, "watcher") == []
        new = await found(here.server, here.room.row.following)
        assert new.room.row.seats == here.room.row.seats
        assert new.room.playing().seed != SEED
        loaded = store.load(here.room.row.id)
        assert loaded
        assert loaded[0].following == new.room.row.id

    run(story())


def test_a_watcher_cannot_send_the_others_to_the_rematch(store: Store) -> None:
    """Somebody who still reads the score sheet is not pulled away by a stranger."""

    async def story() -> None:
        here = await party(store, a_match(2), "ann", "bob")
        here.enter("ann", "bob", "watcher")
        await play_on(here, dice=4)
        await here.say("ann", type="rematch")
        here.take("bob")
        with pytest.raises(Refused):
            await here.say("watcher", type="rematch")
        assert not here.take("bob")
        assert not went(here, "watcher")

    run(story())

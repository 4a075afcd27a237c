"""Slow and many connections: what each gets, and what it may miss."""

import asyncio
import re
from collections import Counter
from collections.abc import Iterable, Iterator

import msgspec
import pytest

from bugbox.core.game import WATCHER, Game
from bugbox.core.match import Match
from bugbox.core.position import Position
from bugbox.core.rng import Rng
from bugbox.table.app import Server
from bugbox.table.draw import frames
from bugbox.table.draw.widgets import Presence
from bugbox.table.rooms.connection import MOST_WAITING, Connection
from bugbox.table.rooms.live import AT_A_TIME, MOST_WATCHERS
from bugbox.table.rooms.room import Eyes, Refused, Room
from bugbox.table.storage.store import Store
from tests.kit.party import (
    Careless,
    Json,
    a_match,
    fold,
    found,
    party,
    run,
    until_presence_is_told,
    until_the_crowd_is_served,
)
from tests.kit.tables import for_every_game, pick

pytestmark = pytest.mark.once


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
                assert log == here.match.pov(WATCHER).news(0, until)
                check_it_is_nobodys(frame, here.match.at(beat))
            beats += len(seen)
            assert now.get("over") or "Hand the device to" in now["html"] or now["seat"] != seat
        return beats

    assert run(story()) > 0


def told_beats(match: Match, told: int) -> Iterator[tuple[int, Position]]:
    """Those of the last decision of which a watcher can read."""
    for until, beat in match.position.beats:
        if match.pov(WATCHER).news(told, until):
            yield until, beat
            told = until


def check_it_is_nobodys(frame: Json, match: Match) -> None:
    assert frame["beat"]
    assert not frame.get("over")
    assert frame.get("seat", WATCHER) == WATCHER
    assert frame["question"] == {}
    assert str(match.pov(WATCHER).drawing().board) in frame["html"]
    assert 'id="dock"' not in frame["html"]
    for seat in range(match.seats):
        hand = str(match.pov(seat).drawing().hand)
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

"""What reaches a browser in whole matches."""

import itertools
from collections.abc import Sequence

import msgspec
import pytest

from bugbox.core.game import WATCHER, Game
from bugbox.table.app import Server
from bugbox.table.rooms.connection import Connection
from bugbox.table.rooms.room import Eyes
from bugbox.table.storage.store import OVER, Store
from tests.kit.party import (
    Careless,
    Json,
    Party,
    a_match,
    found,
    owner,
    party,
    play_on,
    run,
    secret,
    until_presence_is_told,
)
from tests.kit.tables import after, for_every_game

pytestmark = pytest.mark.once


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
        assert frame.get("ask", "") == match.pov(eyes.viewer).question
        assert frame.get("choices", []) == [[option, list(picks)] for option, picks in match.pov(eyes.viewer).choices()]
        drawing = match.pov(eyes.viewer).drawing()
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

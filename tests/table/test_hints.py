"""Hints: to whoever is to decide, by what that seat can know, and to nobody else."""

import asyncio
import os
import re
import signal
from collections.abc import Awaitable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import bugbox
from bugbox.bots.analysis import Judged, analyse
from bugbox.core.match import Match
from bugbox.core.rng import Rng
from bugbox.table.rooms.room import Refused
from bugbox.table.storage.store import WAITING, Store
from bugbox.table.thinking import hints
from bugbox.table.thinking.pool import BotProcess, advise
from bugbox.table.thinking.queue import Asker
from tests.kit.party import (
    FEW,
    ROOMS,
    Careless,
    Party,
    a_match,
    back_to_the_question,
    move_to_another_world,
    owner,
    party,
    run,
    until_presence_is_told,
)
from tests.kit.rooms import ANN, BOB, SAME_DEVICE, finished, table_of
from tests.kit.tables import matches, pick
from tests.table.test_bot_pool import bots, never, pool
from tests.table.test_bot_pool import run as with_pool

pytestmark = pytest.mark.once


class Adviser(Careless):
    """Gives hints after so many simulations, here and at once; or when it is told to."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[tuple[int, Asker]] = []
        self.may_answer = asyncio.Event()
        self.may_answer.set()
        self.fails = False

    def advise(self, match: Match, seat: int, asker: Asker, table: str) -> Awaitable[list[Judged]]:
        found = analyse(match, seat, simulations=30)  # the match as it is now, as a process would get it
        self.asked.append((seat, asker))
        return self.answer(found)

    async def answer(self, found: list[Judged]) -> list[Judged]:
        await self.may_answer.wait()
        return [] if self.fails else found


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(tmp_path / "table.sqlite")
    yield store
    store.close()


async def table(
    store: Store, *owners: str, match: bugbox.Match | None = None, on: str = "on", name: str = ""
) -> tuple[Party, Adviser]:
    here = await party(store, match or a_match(len(owners)), *owners, name=name)
    here.room.row.hints = on
    adviser = here.server.bot_pool = here.server.rooms.bot_pool = Adviser()
    return here, adviser


async def ask(here: Party, who: str, asked: int | None = None) -> None:
    seat = here.live.eyes_of(here.browsers[who]).viewer
    await here.say(who, type="hint", asked=here.room.asked[seat] if asked is None else asked)
    for _ in range(5):
        await asyncio.sleep(0)


def told(here: Party, who: str) -> list[dict[str, Any]]:
    """All that was said of hints to this browser."""
    return [one for one in map(msgspec.json.decode, here.take(who)) if one["type"] == "advice"]


async def refusal(here: Party, who: str, asked: int | None = None) -> str:
    with pytest.raises(Refused) as refused:
        await ask(here, who, asked)
    return str(refused.value)


# --- Two worlds ---


@FEW
@given(matches(), st.integers(0, 1000), st.integers(0, 1000))
def test_what_a_hint_says_is_the_same_in_two_worlds(
    stores: tuple[Store, Store], match: bugbox.Match, seed: int, dice: int
) -> None:
    """Hidden cards differ, and what others have chosen secretly."""
    back_to_the_question(match)
    seat = match.to_act[dice % len(match.to_act)]
    owners = ["me" if s == seat else f"other{s}" for s in range(match.seats)]
    name = f"room-{next(ROOMS)}"

    async def story(store: Store, world: int | None) -> list[bytes]:
        here, _ = await table(store, *owners, match=match, name=name)
        if world is not None:
            move_to_another_world(here.room, seat, world)
        here.enter(*owners)
        rng = Rng(dice, "test")
        for other in [other for other in match.to_act if other != seat]:
            while other in here.match.to_act:
                await here.play(owners[other], pick(here.match.options(other), rng))
        if here.room.may_ask_for_hint(seat):
            await ask(here, "me")
        return here.take("me")

    assert run(story(stores[0], None)) == run(story(stores[1], seed))


# --- Who gets one ---


def test_a_hint_names_what_was_tried_often_and_the_table_stays_as_it_is(store: Store) -> None:
    async def story() -> None:
        here, adviser = await table(store, "ann", "bot")
        here.enter("ann")
        before = here.match.record()
        here.take("ann")
        await ask(here, "ann")
        thinking, hint = told(here, "ann")
        assert "thinking" in thinking["panel"]
        assert "options" not in thinking
        best = hints.favourites(analyse(here.match, 0, simulations=30))
        assert hint["asked"] == here.room.asked[0]
        assert hint["options"] == [one.option for one in best]
        for one in best:
            assert f"{here.match.game.label(one.option)}: <b>{one.worth:.0%}"[:-1] in hint["panel"]
            assert one.option not in hint["panel"], "people never read the text of an option"
        assert "favourites</b> (your chance of winning)" in hint["panel"]
        assert here.match.record() == before
        assert (here.room.seq, here.match.to_act) == (0, (0, 1))
        await ask(here, "ann")
        assert told(here, "ann") == [hint], "and is not thought of twice"
        assert len(adviser.asked) == 1

    run(story())


def test_a_hint_goes_to_nobody_but_who_asked(store: Store) -> None:
    async def story() -> None:
        here, _ = await table(store, "ann", "bob", "bot")
        here.enter("ann", "bob", "watcher", "ann's phone")
        await until_presence_is_told(here)
        everybody = list(here.browsers)
        for who in everybody:
            here.take(who)
        await ask(here, "ann")
        assert len(told(here, "ann")) == 2
        assert not any(here.take(who) for who in everybody if who != "ann")

    run(story())


def test_a_hint_takes_its_turn_among_those_of_its_address(store: Store) -> None:
    """Else all hints would share one turn, and many secrets of one browser would make others wait."""

    async def story() -> None:
        here, adviser = await table(store, "ann", "bob", "bot")
        here.enter("ann", "bob")
        here.browsers["bob"].address = "school"
        for who in ("ann", "bob"):
            await ask(here, who)
        assert adviser.asked == [(0, Asker("ann", owner("ann"))), (1, Asker("school", owner("bob")))]

    run(story())


def test_whoever_only_watches_gets_no_hint(store: Store) -> None:
    async def story() -> None:
        here, adviser = await table(store, "ann", "bob")
        here.enter("ann", "watcher")
        assert "only for the player whose turn it is" in await refusal(here, "watcher", asked=0)
        assert not adviser.asked

    run(story())


def test_whoever_is_not_to_decide_gets_no_hint(store: Store) -> None:
    async def story() -> None:
        here, adviser = await table(store, "ann", "bob")
        here.enter("ann", "bob")
        await here.play("ann")
        assert "not your turn" in await refusal(here, "ann")
        assert not adviser.asked

    run(story())


def test_behind_the_curtain_there_is_no_hint_and_one_for_the_last_seat_stays_away_from_it(store: Store) -> None:
    async def story() -> None:
        here, adviser = await table(store, "ann", "ann")
        here.enter("ann")
        assert "only for the player whose turn it is" in await refusal(here, "ann", asked=0)
        await here.say("ann", type="as", seat=0)
        adviser.may_answer.clear()
        await ask(here, "ann")
        await here.play("ann")  # now the curtain falls before the other seat
        here.take("ann")
        adviser.may_answer.set()
        for _ in range(5):
            await asyncio.sleep(0)
        assert told(here, "ann") == []
        assert "only for the player" in await refusal(here, "ann", asked=0)

    run(story())


def test_a_hint_for_one_seat_is_not_told_to_the_next_one_at_the_same_device(store: Store) -> None:
    async def story() -> None:
        here, adviser = await table(store, "ann", "ann")
        here.enter("ann")
        await here.say("ann", type="as", seat=0)
        adviser.may_answer.clear()
        await ask(here, "ann")
        await here.say("ann", type="as", seat=1)  # handed on before anything was decided
        here.take("ann")
        adviser.may_answer.set()
        for _ in range(5):
            await asyncio.sleep(0)
        assert told(here, "ann") == []
        await ask(here, "ann")
        assert told(here, "ann")[-1]["options"][0] in here.match.options(1)

    run(story())


def test_where_hints_are_off_there_is_no_button_and_no_hint(store: Store) -> None:
    async def story() -> None:
        for on, button in (("off", False), ("on", True)):
            here, adviser = await table(store, "ann", "bot", on=on)
            here.enter("ann", "watcher")
            assert ("do-hint-" in here.frames("ann")[-1]["html"]) == button
            page = here.frames("watcher")[-1]["html"]
            assert "do-hint-" not in page
            assert ("hints are on" in page) == button, "all at the table know"
            if not button:
                assert "switched off at this table" in await refusal(here, "ann")
                assert not adviser.asked

    run(story())


# --- When it comes ---


def test_a_hint_that_comes_after_the_decision_is_dropped(store: Store) -> None:
    async def story() -> None:
        here, adviser = await table(store, "ann", "bob")
        here.enter("ann", "bob")
        adviser.may_answer.clear()
        await ask(here, "ann")
        assert len(told(here, "ann")) == 1
        await here.play("ann")  # the table stays usable meanwhile
        adviser.may_answer.set()
        for _ in range(5):
            await asyncio.sleep(0)
        assert told(here, "ann") == []
        assert here.room.seq == 1

    run(story())


def test_what_is_asked_is_thought_about_also_where_it_is_decided_in_the_same_moment(store: Store) -> None:
    """Else a bot is asked about a seat that has nothing to decide."""

    async def story() -> None:
        here, adviser = await table(store, "ann", "bob")
        here.enter("ann")
        hints.ask(here.live, here.browsers["ann"], here.room.asked[0])
        here.room.apply(0, here.match.options(0)[0])
        for _ in range(5):
            await asyncio.sleep(0)
        assert [seat for seat, _ in adviser.asked] == [0]
        assert ["thinking" in one["panel"] for one in told(here, "ann")] == [True], "it comes too late"
        assert not here.server.rooms.advised

    run(story())


def test_a_question_of_before_gets_no_hint(store: Store) -> None:
    async def story() -> None:
        here, adviser = await table(store, "ann", "bot")
        here.enter("ann")
        assert "changed since then" in await refusal(here, "ann", asked=7)
        assert not adviser.asked

    run(story())


def test_a_person_has_one_hint_at_a_time_wherever_they_sit(store: Store) -> None:
    async def story() -> None:
        here, adviser = await table(store, "ann", "bot")
        row = msgspec.structs.replace(here.room.row, id="another")
        there = Party(here.server, await here.server.rooms.create(row))
        for one in (here, there):
            one.enter("ann")
        adviser.may_answer.clear()
        await ask(here, "ann")
        assert "One moment" in await refusal(there, "ann")
        assert len(adviser.asked) == 1
        adviser.may_answer.set()
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        await ask(there, "ann")
        assert [len(told(one, "ann")) for one in (here, there)] == [2, 2]

    run(story())


def test_whoever_has_left_is_sent_nothing(store: Store) -> None:
    async def story() -> None:
        here, adviser = await table(store, "ann", "bot")
        here.enter("ann")
        adviser.may_answer.clear()
        await ask(here, "ann")
        here.take("ann")
        here.live.exit(here.browsers["ann"])
        adviser.may_answer.set()
        for _ in range(5):
            await asyncio.sleep(0)
        assert not here.take("ann")
        assert not here.server.rooms.advised

    run(story())


def test_where_no_hint_is_to_be_had_that_is_said_kindly(store: Store) -> None:
    async def story() -> None:
        here, adviser = await table(store, "ann", "bot")
        here.enter("ann")
        adviser.fails = True
        await ask(here, "ann")
        assert "Sorry, no hint this time" in told(here, "ann")[-1]["panel"]
        adviser.fails = False
        await ask(here, "ann")
        assert "favourites" in told(here, "ann")[-1]["panel"]

    run(story())


# --- In a process ---


def test_a_process_gives_advice_and_says_what_went_wrong() -> None:
    match = a_match()
    judged, wrong = advise("table", match.progress(), 0, 0.01, 0)
    assert judged
    assert not wrong
    assert {one.option for one in judged} <= set(match.options(0))
    judged, wrong = advise("table", match.progress(), 7, 0.01, 0)
    assert judged is None
    assert "NotYourTurn" in wrong


def test_a_hint_whose_process_dies_comes_from_another_and_where_there_is_none_it_stays_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def story() -> None:
        async with pool() as running:
            match = a_match()
            assert await running.advise(match, 0, Asker("home", "ann"), "table")
            for process in bots():
                os.kill(process, signal.SIGKILL)
            assert await running.advise(match, 0, Asker("home", "ann"), "table")
            monkeypatch.setattr(BotProcess, "begin", never)
            for process in bots():
                os.kill(process, signal.SIGKILL)
            assert await running.advise(match, 0, Asker("home", "ann"), "table") == []

    with_pool(story)


# --- What is said ---


def judged(share: float, why: str = "") -> Judged:
    return Judged("keep L1L3", 0.616, 1.4, share, why)


def test_favourites_are_up_to_three_and_tried_often() -> None:
    assert len(hints.favourites([judged(share) for share in (0.4, 0.3, 0.2, 0.1)])) == 3
    assert len(hints.favourites([judged(share) for share in (0.85, 0.11, 0.04)])) == 2
    assert len(hints.favourites([judged(0.05), judged(0.04)])) == 1, "one at least, however many there are"
    assert hints.favourites([]) == []


def test_a_reason_stands_beside_an_option_if_there_is_one() -> None:
    match = a_match()
    panel = hints.advice(match, 0, [judged(0.5, "Spiders & Flies: +7"), judged(0.5)]).panel
    assert panel.count("Keep left 1 and 3: <b>62%</b>") == 2
    assert re.findall(r'class="reason">([^<]*)<', panel) == ["Spiders &amp; Flies: +7"]
    assert "favourites</b> (100% = you come first, 0% = last)" in panel, "with three, it is no chance of winning"
    two = hints.advice(a_match(2), 0, [judged(0.5)]).panel
    assert "favourites</b> (your chance of winning)" in two


# --- The custom ---


def test_hints_are_on_as_usual_where_one_person_plays_with_bots() -> None:
    assert table_of(ANN, "bot", "bot").has_hints()
    assert not table_of(ANN, BOB, "bot").has_hints()
    assert not table_of(ANN, SAME_DEVICE, "bot").has_hints(), "two people at one device"
    assert not table_of(ANN, "open", "bot").has_hints(), "somebody may come"


def test_the_host_arranges_customs_before_the_match_and_nobody_else() -> None:
    room = table_of(ANN, BOB, "bot")
    assert room.row.stage == WAITING
    room.adopt(room.arrange(ANN, "hints", "on"))
    assert room.has_hints()
    room.adopt(room.arrange(ANN, "hints", "off"))
    room.adopt(room.arrange(ANN, "hints", ""))
    assert not room.has_hints()
    for by, custom, value in ((BOB, "hints", "on"), (ANN, "hints", "maybe"), (ANN, "seed", "1"), ("", "pace", "")):
        with pytest.raises(Refused):
            room.arrange(by, custom, value)
    room.adopt(room.start(ANN))
    with pytest.raises(Refused):
        room.arrange(ANN, "hints", "on")


def test_bots_take_their_time_as_the_table_wants() -> None:
    room = table_of(ANN, "bot", "bot")
    pauses = {}
    for value in ("", "at once", "slow"):
        room.adopt(room.arrange(ANN, "pace", value))
        pauses[value] = room.bot_pause(0.7)
    assert pauses[""] == 0.7, "what the server was started with"
    assert pauses["at once"] == 0 < pauses[""] < pauses["slow"]


def test_customs_are_on_disk_go_into_a_rematch_and_into_no_record(store: Store) -> None:
    room = finished(ANN, "bot")
    record = room.playing().record()
    room.row.hints, room.row.pace = "off", "slow"
    for row in (room.row, room.rematch(ANN)):
        store.save_room(row).result()
        found = store.load(row.id)
        assert found
        assert (found[0].hints, found[0].pace) == ("off", "slow")
    assert room.playing().record() == record

"""Who may say what at a table, and what comes of it."""

import asyncio
from typing import cast

import msgspec
import pytest

import bugbox
from bugbox.core.game import WATCHER
from bugbox.games import GAMES
from bugbox.table.app import Server
from bugbox.table.rooms.room import Refused
from bugbox.table.storage.store import PLAYING, WAITING, Store
from tests.kit.party import (
    SEED,
    Careless,
    Json,
    Party,
    a_match,
    found,
    owner,
    party,
    play_on,
    run,
    until_bots_have_played,
    until_the_crowd_is_served,
)

pytestmark = pytest.mark.once


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

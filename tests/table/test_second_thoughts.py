"""A secret choice against bots can be taken back for a moment: bots hold their answer, unless the player is done."""

import asyncio
from dataclasses import replace

import pytest

from bugbox.table.rooms.house_rules import AT_ONCE
from bugbox.table.rooms.room import Refused
from bugbox.table.storage.store import Store
from tests.kit.party import Party, a_match, party, run, until_bots_have_played

pytestmark = pytest.mark.once

FOREVER, NO_TIME = 3600.0, 0.001  # seconds
DONE = "do-done-"


async def table(store: Store, *owners: str, moment: float = FOREVER, pause: float = NO_TIME, pace: str = "") -> Party:
    here = await party(store, a_match(len(owners)), *owners)
    here.live.rooms.bot_pause = pause
    here.live.rooms.limits = replace(here.live.rooms.limits, second_thoughts=moment)
    here.room.row.pace = pace
    here.enter(*(who for who in owners if who != "bot"))
    return here


async def a_while() -> None:
    """Long enough for bots that do not wait."""
    for _ in range(20):
        await asyncio.sleep(NO_TIME)


def page(here: Party, who: str = "ann") -> str:
    return str(here.frames(who)[-1]["html"])


def test_bots_hold_their_answer_until_the_player_is_done(store: Store) -> None:
    async def story() -> None:
        here = await table(store, "ann", "bot", "bot")
        await here.play("ann")
        assert DONE in page(here)
        await a_while()
        assert len(here.match.decisions) == 1
        await here.say("ann", type="done")
        assert DONE not in page(here), "once is enough"
        await until_bots_have_played(here)
        assert len(here.match.decisions) == 3
        assert 0 in here.match.to_act

    run(story())


def test_bots_answer_by_themselves_once_the_moment_has_passed(store: Store) -> None:
    async def story() -> None:
        here = await table(store, "ann", "bot", moment=NO_TIME)
        await here.play("ann")
        await until_bots_have_played(here)
        assert len(here.match.decisions) == 2

    run(story())


def test_what_is_taken_back_meanwhile_is_asked_again_and_held_again(store: Store) -> None:
    async def story() -> None:
        here = await table(store, "ann", "bot")
        first, *_, last = here.match.options(0)
        await here.play("ann", first)
        await a_while()
        await here.say("ann", type="undo", seq=here.room.seq)
        await until_bots_have_played(here)
        assert here.match.decisions == []
        assert DONE not in page(here)
        await here.play("ann", last)
        await a_while()
        assert here.match.decisions == [(0, last)]
        await here.say("ann", type="done")
        await until_bots_have_played(here)
        assert here.match.decisions[0] == (0, last)
        assert len(here.match.decisions) == 2

    run(story())


@pytest.mark.parametrize(
    ("owners", "pause", "pace"),
    [
        (("ann", "bob", "bot"), NO_TIME, ""),
        (("ann", "bot"), NO_TIME, AT_ONCE),
        (("ann", "bot"), 0.0, ""),
    ],
    ids=["several people play", "bots are to play at once", "the server's bots answer at once"],
)
def test_nobody_waits_where(store: Store, owners: tuple[str, ...], pause: float, pace: str) -> None:
    async def story() -> None:
        here = await table(store, *owners, pause=pause, pace=pace)
        people = [who for who in owners if who != "bot"]
        for who in people:
            await here.play(who)
            assert DONE not in page(here, who)
        await until_bots_have_played(here)
        assert len(here.match.decisions) == len(owners)

    run(story())


def test_only_a_player_says_done_and_too_late_is_no_harm(store: Store) -> None:
    async def story() -> None:
        here = await table(store, "ann", "bot")
        here.enter("watcher")
        await here.play("ann")
        with pytest.raises(Refused, match="Only players"):
            await here.say("watcher", type="done")
        await a_while()
        assert len(here.match.decisions) == 1
        for _ in range(2):
            here.take("ann")
            await here.say("ann", type="done")
            assert here.frames("ann"), "the client takes silence for a lost connection"
            await until_bots_have_played(here)
        assert len(here.match.decisions) == 2

    run(story())

"""Nobody is stuck: who is away is missed after a while, others let a bot play, and there is always a host."""

import asyncio
import gc
import weakref
from collections.abc import Callable

import pytest

from bugbox.art.cache import BUDGET
from bugbox.table.net.limits import Limits
from bugbox.table.rooms import live, registry
from bugbox.table.rooms.connection import Connection, makes_way
from bugbox.table.rooms.room import Refused
from bugbox.table.storage.store import Seat, Store
from tests.kit.party import Party, a_match, owner, party, run, until_bots_have_played

pytestmark = pytest.mark.once

A_MOMENT = 0.05  # seconds, instead of a minute


async def company(store: Store, *owners: str, away: float = A_MOMENT) -> Party:
    """A table where people are missed soon."""
    here = await party(store, a_match(len(owners)), *owners)
    here.server.rooms.limits = Limits(presence=0, away=away)
    return here


async def until(is_so: Callable[[], object]) -> None:
    while not is_so():
        await asyncio.sleep(0.005)


def leave(here: Party, name: str) -> None:
    here.live.exit(here.browsers[name])


def html(here: Party, name: str) -> str:
    return str((here.frames(name) or here.seen[name])[-1]["html"])


def test_after_a_while_everybody_at_the_table_may_let_a_bot_play_for_who_is_away(store: Store) -> None:
    async def story() -> None:
        here = await company(store, "ann", "bob", "cleo")
        here.enter("ann", "bob", "cleo", "watcher")
        leave(here, "cleo")
        assert "Let a bot play<" not in html(here, "bob")
        await until(lambda: here.live.missed() == {2})
        await until(lambda: "Let a bot play<" in html(here, "bob"))
        assert "Let a bot play<" in html(here, "ann")
        assert "Let a bot play" not in html(here, "watcher")
        await here.say("bob", type="bot", seat=2, level="random")
        assert here.room.row.seats[2] == Seat("Cleo", owner("cleo"), "random")
        here.enter("cleo")
        assert "I&#x27;m back" in html(here, "cleo")
        await here.say("cleo", type="back", seat=2)
        assert here.room.row.seats[2] == Seat("Cleo", owner("cleo"))

    run(story())


def test_whoever_is_here_or_was_here_just_now_is_not_replaced(store: Store) -> None:
    async def story() -> None:
        here = await company(store, "ann", "bob", away=60)
        here.enter("ann", "bob", "bob's phone")
        for window in ("bob", "bob's phone", ""):
            with pytest.raises(Refused, match=r"^Bob is still here, or has been away for less than a minute\.$"):
                await here.say("ann", type="bot", seat=1, level="random")
            if window:
                leave(here, window)
        assert here.room.bots() == {}

    run(story())


def test_whoever_decides_in_person_has_decided_also_while_a_bot_plays_for_them(store: Store) -> None:
    """Nobody takes that back along with their own decision."""

    async def story() -> None:
        here = await company(store, "ann", "bob", "cleo")
        here.enter("ann", "bob", "cleo")
        await here.play("ann")
        await here.say("bob", type="bot", seat=1, level="random")
        assert here.room.may_undo(0)
        await here.play("bob")
        with pytest.raises(Refused, match="somebody else has moved"):
            await here.say("ann", type="undo", seq=2)

    run(story())


def test_one_window_of_two_is_enough_to_be_here(store: Store) -> None:
    async def story() -> None:
        here = await company(store, "ann", "bob")
        here.enter("ann", "bob", "bob's phone")
        leave(here, "bob")
        await asyncio.sleep(3 * A_MOMENT)
        assert here.live.missed() == frozenset()

    run(story())


def test_whoever_comes_back_in_time_is_not_missed_and_begins_anew(store: Store) -> None:
    async def story() -> None:
        here = await company(store, "ann", "bob", away=10)
        here.enter("ann", "bob")
        leave(here, "bob")
        here.live._left[owner("bob")] -= 9
        here.enter("bob")
        leave(here, "bob")
        assert 9 < here.live._patience(owner("bob")) <= 10

    run(story())


def test_after_a_restart_people_have_the_same_while_to_come_back(store: Store) -> None:
    async def story() -> None:
        here = await company(store, "ann", "bob")
        here.enter("ann")
        await until(lambda: here.live.missed() == {1})

    run(story())


def test_a_host_who_is_missed_is_followed_by_the_next_player_who_is_here(store: Store) -> None:
    async def story() -> None:
        here = await company(store, "ann", "bob", "cleo")
        here.enter("ann", "cleo", "watcher")
        leave(here, "ann")
        assert here.room.is_host(owner("ann"))
        await until(lambda: here.room.is_host(owner("cleo")))
        here.enter("ann")
        assert here.room.is_host(owner("cleo")), "who comes back is a player like the others"
        assert (await asyncio.to_thread(store.load, here.room.row.id))[0].host == owner("cleo")  # type: ignore[index]

    run(story())


def test_a_table_whose_host_is_long_gone_has_one_as_soon_as_a_player_comes(store: Store) -> None:
    async def story() -> None:
        here = await company(store, "ann", "bob")
        here.live._opened -= 1
        here.enter("watcher")
        await asyncio.sleep(A_MOMENT)
        assert here.room.is_host(owner("ann")), "a watcher is no host"
        here.enter("bob")
        await until(lambda: here.room.is_host(owner("bob")))

    run(story())


def test_a_host_who_is_back_before_it_is_written_stays_host(store: Store) -> None:
    async def story() -> None:
        here = await company(store, "ann", "bob")
        here.live._opened -= 1
        async with here.live._lock:
            here.enter("bob")
            await asyncio.sleep(0)
            here.enter("ann")
        await asyncio.sleep(A_MOMENT)
        assert here.room.is_host(owner("ann"))

    run(story())


def test_everybody_can_hand_over_and_leave_by_a_button(store: Store) -> None:
    async def story() -> None:
        here = await company(store, "ann", "bob", "bob")
        here.enter("ann", "bob", "watcher")
        await here.say("bob", type="as", seat=1)
        assert html(here, "bob").count("Let a bot play for me") == 2, "a button a seat"
        assert html(here, "bob").count("Leave the match") == 1
        assert "Leave the match" not in html(here, "watcher")
        await here.say("bob", type="leave")
        assert here.room.open_seats() == [1, 2]
        await here.say("ann", type="leave")
        assert here.room.open_seats() == [0, 1, 2]

    run(story())


def test_an_empty_table_waits_for_nobody(store: Store) -> None:
    async def story() -> None:
        here = await company(store, "ann", "bob", away=60)
        here.enter("ann")
        assert here.live._absence_timer
        leave(here, "ann")
        assert here.live._absence_timer is None

    run(story())


# --- Bots of an empty table ---


async def bots_alone(store: Store, alone: float = 0) -> Party:
    """Three bots at a table that somebody has opened and left, which they have to themselves for a moment."""
    here = await party(store, a_match(3), "bot", "bot", "bot")
    here.server.rooms.limits = Limits(presence=0, alone=alone)
    here.server.rooms.bot_pause = 0.002
    return here


def test_bots_pause_after_everybody_has_left_and_go_on_as_soon_as_somebody_comes(store: Store) -> None:
    async def story() -> None:
        here = await bots_alone(store)
        here.enter("watcher")
        await until(lambda: here.room.seq)
        leave(here, "watcher")
        await until_bots_have_played(here)
        assert not here.match.over
        here.enter("watcher")
        await until(lambda: here.match.over)

    run(story())


def test_bots_play_on_for_a_while_after_everybody_has_left(store: Store) -> None:
    """A page that is loaded again is gone for a moment."""

    async def story() -> None:
        here = await bots_alone(store, alone=60)
        here.enter("watcher")
        leave(here, "watcher")
        await until(lambda: here.match.over)

    run(story())


def test_bots_do_not_begin_at_a_table_that_nobody_has_come_to(store: Store) -> None:
    """Opening it, or asking for its page, is not coming."""

    async def story() -> None:
        here = await bots_alone(store, alone=60)
        assert (await here.page())[0] == 200
        await here.live.change(here.room.next_row)
        await until_bots_have_played(here)
        assert here.room.seq == 0

    run(story())


def test_a_table_where_bots_pause_may_leave_the_memory(store: Store) -> None:
    async def story() -> None:
        here = await bots_alone(store)
        assert not here.live.is_in_use()
        here.enter("watcher")
        leave(here, "watcher")
        assert here.live.is_in_use(), "as long as they play"
        await until_bots_have_played(here)
        assert here.room.bots_to_act()
        assert not here.live.is_in_use()

    run(story())


def test_bots_think_for_the_host_or_a_player_rather_than_for_who_watches(store: Store) -> None:
    """Nobody makes other people's bots slower by looking on."""

    async def story() -> None:
        here = await company(store, "ann", "bob")
        come = {"watcher": "afar", "bob": "school", "ann": "home", "watcher 2": "near"}
        for name, address in come.items():
            here.enter(name)
            here.browsers[name].address = address
        asked = []
        for name in ("watcher 2", "ann", "bob", "watcher"):
            asked.append(here.live._asker().address)
            leave(here, name)
        assert [*asked, here.live._asker().address] == ["home", "home", "school", "afar", "afar"]

    run(story())


# --- How much is too much ---


def test_the_usual_limits_are_of_the_size_that_they_are_there_for() -> None:
    usual = Limits()
    assert 2 * usual.watchers_an_address < live.MOST_WATCHERS, "one address leaves most places of a table to others"
    assert 1 < usual.alone <= 30, "a page can be loaded again meanwhile, and hardly any match be played to its end"
    assert usual.second_thoughts == 2, "a human moment, and no longer"
    assert usual.unfinished < 24 * 3600 * usual.tables[1] / 10, "far fewer than an address could open in a day"
    assert registry.MOST_IDLE * 200_000 <= BUDGET, "rooms that nobody uses take no more memory than drawings do"


# --- Too many watchers ---


def crowd(*addresses: str) -> list[Connection]:
    return [Connection("", address=address) for address in addresses]


@pytest.mark.parametrize(
    ("addresses", "newcomer", "leaves"),
    [
        (["a", "b", "b", "b"], "c", 1),
        (["a", "b", "b", "b"], "a", 1),
        (["a", "b", "b", "b"], "b", None),
        (["a", "b", "c"], "d", None),
        (["a", "b", "c"], "a", None),
        (["a", "a", "b", "b"], "a", None),
        (["b", "a", "a", "b"], "c", 0),
    ],
)
def test_whoever_makes_way_comes_from_where_most_are(addresses: list[str], newcomer: str, leaves: int | None) -> None:
    """And leaves no fewer there than there are then at the newcomer's."""
    here = crowd(*addresses)
    if leaves is not None:
        assert makes_way(here, newcomer, "It is full.") is here[leaves]
        return
    with pytest.raises(Refused, match="It is full"):
        makes_way(here, newcomer, "It is full.")


def test_a_full_table_has_a_place_for_newcomers_as_long_as_one_address_has_many(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "MOST_WATCHERS", 4)

    async def story() -> None:
        here = await company(store, "ann", "bob")
        here.enter("ann", "bob")
        watching = crowd("school", "school", "school", "school", "home", "elsewhere", "school")
        for watcher in watching[:6]:
            here.live.enter(watcher)
        assert [bool(watcher.farewell) for watcher in watching[:6]] == [True, True, False, False, False, False]
        with pytest.raises(Refused, match="This table has as many watchers as it can take"):
            here.live.enter(watching[6])
        assert len(here.server.rooms.watchers) == 4
        assert here.live.presence().watchers == 4

    run(story())


def test_a_browser_that_has_left_is_forgotten(store: Store) -> None:
    """With the table as it was shown there: hundreds of kilobytes for each table that somebody has looked at."""

    async def story() -> None:
        here = await party(store, a_match(2), "ann", "bob")
        here.enter("ann", "watcher")
        gone = [weakref.ref(here.browsers.pop(name)) for name in ("ann", "watcher")]
        for connection in list(here.live.connections):
            here.live.exit(connection)
        del connection
        await asyncio.sleep(2 * here.server.limits.presence)
        gc.collect()
        assert [one() for one in gone] == [None, None]

    run(story())

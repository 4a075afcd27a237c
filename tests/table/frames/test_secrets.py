"""What reaches a browser, to the byte: nothing that these eyes cannot know, and what is closed until the end."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bugbox
from bugbox.core.game import WATCHER
from bugbox.core.rng import Rng
from bugbox.table.app import Server
from bugbox.table.storage.store import WAITING, Store
from tests.kit.party import (
    FEW,
    GAME,
    ROOMS,
    SEED,
    Careless,
    Json,
    Party,
    a_match,
    back_to_the_question,
    move_to_another_world,
    owner,
    party,
    play_on,
    room_row,
    run,
    secret,
)
from tests.kit.tables import matches, pick

pytestmark = pytest.mark.once


# --- Two worlds ---


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

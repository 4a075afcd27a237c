"""Who was winning: only once nothing is hidden any more, bit by bit, and then in a graph and in words."""

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest

import bugbox
from bugbox.bots.win_history import BATCHES, batches
from bugbox.core.game import Game
from bugbox.core.match import Progress
from bugbox.table.draw.chance_graph import LEAST_CHANGE, MOST_FLAGS, draw_chances, sentence, turning_points
from bugbox.table.draw.replay import Replay
from bugbox.table.rooms.room import brought_room
from bugbox.table.storage.store import Store
from bugbox.table.thinking import win_history
from bugbox.table.thinking.pool import look_back
from bugbox.table.thinking.queue import Asker
from tests.kit.party import Careless, Party, a_match, party, run
from tests.kit.tables import for_every_game
from tests.table.test_replay import a_match as finished

pytestmark = pytest.mark.once


class Quick(Careless):
    """Looks back here and at once, at some batches at a time."""

    def __init__(self) -> None:
        super().__init__()
        self.bites: list[int] = []
        self.fails = False

    async def look_back(self, match: Progress, first: int, asker: Asker, table: str) -> list[list[float]]:
        self.bites.append(first)
        await asyncio.sleep(0)
        whole = [[0.5, 0.5, 0.0]] * (BATCHES * (1 + len(match.acted)))
        return [] if self.fails else whole[first : first + 10]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(tmp_path / "table.sqlite")
    yield store
    store.close()


async def table(store: Store, match: bugbox.Match) -> tuple[Party, Quick]:
    here = await party(store, match, "ann", "bob", "bot")
    quick = here.server.bot_pool = here.server.rooms.bot_pool = Quick()
    return here, quick


def play_on(match: bugbox.Match, until: int = 1000) -> bugbox.Match:
    while not match.over and len(match.decisions) < until:
        match.play(match.to_act[0], match.options(match.to_act[0])[0])
    return match


async def ask(here: Party, who: str = "") -> dict[str, Any]:
    status, sent = await here.page("/chances", who)
    assert status == 200, sent
    return cast(dict[str, Any], msgspec.json.decode(sent[sent.index(b'{"done"') :]))


async def until_known(here: Party) -> dict[str, Any]:
    while not (found := await ask(here)).get("html"):
        await asyncio.sleep(0)
    return found


def test_before_the_end_nobody_is_told_who_is_winning(store: Store) -> None:
    async def story() -> None:
        here, quick = await table(store, play_on(a_match(), until=4))
        for who in ("", "ann", "bob"):
            status, sent = await here.page("/chances", who)
            assert status == 409
            assert b"once it is over" in sent
            assert b"done" not in sent
        assert not quick.bites

    run(story())


def test_looking_back_is_done_in_bites_tells_how_far_it_is_and_is_kept(store: Store) -> None:
    async def story() -> None:
        match = play_on(a_match())
        here, quick = await table(store, match)
        of = len(match.decisions) + 1
        assert await ask(here) == {"done": 0, "of": of}
        assert not quick.bites, "the answer does not wait for it"
        seen = [(await ask(here))["done"] for _ in range(6)]
        assert seen == sorted(seen)
        known = await until_known(here)
        assert known["done"] == of
        assert quick.bites == list(range(0, BATCHES * of, 10))
        assert await ask(here, "bob") == known == await ask(here)
        assert quick.bites == list(range(0, BATCHES * of, 10)), "once a match"

    run(story())


def test_what_cannot_be_looked_back_at_is_said_kindly_and_tried_again(store: Store) -> None:
    async def story() -> None:
        here, quick = await table(store, play_on(a_match()))
        quick.fails = True
        while not (found := await ask(here)).get("sorry"):
            await asyncio.sleep(0)
        assert "Please try again" in found["sorry"]
        quick.fails = False
        assert (await until_known(here)).get("sorry") is None

    run(story())


def test_nothing_is_worked_out_for_those_who_are_gone(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        here, quick = await table(store, play_on(a_match()))
        await ask(here)
        monkeypatch.setattr(win_history, "PATIENCE", -1)
        for _ in range(20):
            await asyncio.sleep(0)
        assert len(quick.bites) <= 1
        monkeypatch.undo()
        await until_known(here)

    run(story())


def test_a_match_that_somebody_brought_along_is_looked_back_at_too(store: Store) -> None:
    async def story() -> None:
        match = play_on(a_match(), until=5)  # it was left before its end
        here, _ = await table(store, play_on(a_match()))
        row = brought_room(match.as_record(), "")
        brought = Party(here.server, await here.server.rooms.create(row, match.decisions))
        assert (await until_known(brought))["of"] == 6

    run(story())


def test_a_process_looks_back_as_far_as_its_time_goes() -> None:
    match = play_on(a_match())
    whole = list(batches(match))
    assert look_back("table", match.progress(), 3, 0, 0) == (whole[3:4], "")
    assert look_back("table", match.progress(), 3, 60, 0) == (whole[3:], "")
    found, wrong = look_back("other", match.progress()._replace(game="chess"), 0, 60, 0)
    assert found is None
    assert "chess" in wrong


# --- The graph ---


def some_shares(match: bugbox.Match, *changes: tuple[int, float]) -> list[list[float]]:
    """Chances of two that stay as they are but for these: after a decision, the first one's."""
    share, shares = 0.5, []
    for number in range(len(match.decisions) + 1):
        share = dict(changes).get(number, share)
        shares.append([share, 1 - share])
    return shares


def a_duel() -> bugbox.Match:
    match = play_on(a_match(seats=2))
    assert [seat for seat, _ in match.decisions[:4]] == [0, 1, 0, 1]
    return match


def test_the_moves_that_changed_most_are_told_in_order() -> None:
    match = a_duel()
    shares = some_shares(match, (2, 0.7), (3, 0.7 + LEAST_CHANGE / 2), (4, 0.2))
    assert [(one.decision, one.who) for one in turning_points(match, shares)] == [(2, 1), (4, 1)]
    label = match.game.label(match.decisions[1][1])
    assert sentence(match, turning_points(match, shares)[0]) == (f"Move 2, Bob: {label}. Bob from 50% to 30%.")
    wild = some_shares(match, *((number, float(number % 2)) for number in range(1, 9)))
    assert len(turning_points(match, wild)) == MOST_FLAGS


def test_where_nothing_changed_much_that_is_said() -> None:
    match = a_duel()
    assert "No single move changed much." in draw_chances(match, some_shares(match), Replay(match).carried_out())


def test_every_mark_and_every_sentence_leads_to_the_step_after_its_move() -> None:
    match = a_duel()
    replay = Replay(match)
    drawn = draw_chances(match, some_shares(match, (2, 0.7), (4, 0.2)), replay.carried_out())
    steps = [replay.carried_out()[2], replay.carried_out()[4]]
    assert re.findall(r'data-go="(\d+)"', drawn) == [*map(str, steps), *map(str, steps)]
    assert [replay.past(step, 0).made for step in steps] == [2, 4]


@for_every_game
def test_everyone_has_a_line_of_their_own_a_name_and_numbers(game: Game) -> None:
    match = finished(game)
    shares = [[1 / len(match.names)] * len(match.names)] * (len(match.decisions) + 1)
    drawn = draw_chances(match, shares, Replay(match).carried_out())
    lines = re.findall(r'<polyline points="([^"]*)" class="share" stroke="([^"]*)" stroke-dasharray="([^"]*)"', drawn)
    assert len(lines) == 2 * len(match.names), "in the legend, and in the graph"
    assert len({dashes for _, _, dashes in lines}) == len({colour for _, colour, _ in lines}) == len(match.names)
    assert len(lines[-1][0].split()) == len(shares)
    assert all(name.removeprefix("the ") in drawn for name in match.names)
    assert drawn.count("<tr>") <= 28
    assert "style=" not in drawn, "the page's policy refuses it"

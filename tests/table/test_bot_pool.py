"""Bots that wait for each other, processes that hang or die, and what a table has of it."""

import asyncio
import dataclasses
import os
import signal
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

import bugbox
from bugbox.bots import levels
from bugbox.core.errors import BugboxError
from bugbox.core.game import Game
from bugbox.core.match import Match
from bugbox.core.position import Position
from bugbox.table.thinking.pool import SPARE, BotPool, BotProcess, Matches, think
from bugbox.table.thinking.queue import ADVISE, DECIDE, LEAST, LOOK_BACK, MOST, ROUND, Asker, BotQueue, Question
from tests.kit.serving import PATIENCE, bots_of, is_running
from tests.kit.tables import for_every_game, run_apart

RUGS = "bugs-on-rugs"
NOTHING = bugbox.Match.new(RUGS, seats=2, seed=5).progress()


def a_match(level: str = "search:50", game: str = RUGS) -> Match:
    match = bugbox.Match.new(game, seats=2, seed=5)
    match.bots = {0: level, 1: level}
    return match


# --- Whose bot thinks next ---


class Clock:
    """The time, as the queue takes it."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def asked(
    queue: BotQueue, person: str, table: str, at: float, many: int = 1, kind: str = DECIDE, address: str = ""
) -> None:
    """Everybody has an address of their own, unless it is said."""
    loop = asyncio.new_event_loop()
    for seat in range(many):
        asker = Asker(address or f"{person}'s home", person)
        queue.add(Question(asker, table, NOTHING, seat, "", at, loop.create_future(), kind))
    loop.close()


def served(queue: BotQueue) -> Iterator[tuple[str, str, float]]:
    while found := queue.next():
        question, seconds = found
        yield question.asker.person, question.table, seconds


def test_one_person_with_many_tables_waits_for_the_others(clock: Clock) -> None:
    queue = BotQueue(1, clock)
    for table in range(40):
        asked(queue, "eve", f"table {table}", clock.now, 5)
    asked(queue, "ann", "ann's", clock.now, 2)
    first = [(person, table) for person, table, _ in served(queue)]
    assert [person for person, _ in first[:6]] == ["eve", "ann", "eve", "ann", "eve", "eve"]
    assert [table for person, table in first if person == "eve"][:3] == ["table 0", "table 1", "table 2"]


def test_one_address_with_many_people_waits_for_the_others(clock: Clock) -> None:
    """A browser can have as many secrets as it likes, and then it looks like many people."""
    queue = BotQueue(1, clock)
    for person in range(40):
        asked(queue, f"eve {person}", "table", clock.now, 5, address="eve's home")
    asked(queue, "ann", "table", clock.now, 2)
    order = [person for person, *_ in served(queue)]
    assert order[:6] == ["eve 0", "ann", "eve 1", "ann", "eve 2", "eve 3"]
    assert order[-1] == "eve 39"


def test_a_class_behind_one_address_takes_turns_and_has_all_the_time_while_nobody_else_waits(clock: Clock) -> None:
    queue = BotQueue(1, clock)
    for person in range(30):
        asked(queue, f"pupil {person}", "table", clock.now, 2, address="school")
    asked(queue, "ann", "table", clock.now)
    shares = [(person, seconds) for person, _, seconds in served(queue)]
    assert [person for person, _ in shares[:3]] == ["pupil 0", "ann", "pupil 1"]
    assert shares[0][1] == pytest.approx(ROUND / 2 / 30 / 2), "half of the round is Ann's"
    assert shares[2][1] == pytest.approx(ROUND / 30 / 2), "until she has her answer"


def test_all_who_wait_are_served_within_a_round_however_long_each_thinks(clock: Clock) -> None:
    """If everybody takes all the time there is. Of a row without end each has the least, and is late by no more."""
    for persons, many in ((1, 1), (1, 4), (10, 3), (100, 1), (300, 5)):
        queue = BotQueue(1, clock)
        began = clock.now
        for person in range(persons):
            asked(queue, str(person), "table", began, many)
        for _, _, seconds in served(queue):
            clock.now += seconds
        assert clock.now - began <= max(ROUND + 1e-6, persons * many * LEAST + ROUND)


def test_whoever_waits_alone_has_the_whole_round(clock: Clock) -> None:
    queue = BotQueue(2, clock)
    asked(queue, "ann", "table", clock.now)
    assert [seconds for *_, seconds in served(queue)] == [2 * ROUND]


def test_a_bot_that_had_to_wait_too_long_thinks_least(clock: Clock) -> None:
    queue = BotQueue(1, clock)
    asked(queue, "ann", "table", clock.now - ROUND)
    assert [seconds for *_, seconds in served(queue)] == [LEAST]


def test_a_hint_takes_its_turn_and_makes_no_bot_late(clock: Clock) -> None:
    """Also if everybody asks for one, and each takes all the time there is."""
    for persons in (1, 10, 100):
        queue = BotQueue(1, clock)
        began = clock.now
        for person in range(persons):
            asked(queue, f"hint {person}", "table", began, kind=ADVISE)
            asked(queue, f"bot {person}", "table", began)
        order = []
        for who, _, seconds in served(queue):
            order.append(who.partition(" ")[0])
            assert order[-1] == "bot" or seconds <= MOST[ADVISE]
            clock.now += seconds
        assert order[:2] == ["hint", "bot"]
        assert clock.now - began <= max(ROUND + 1e-6, 2 * persons * LEAST + ROUND)


def test_a_hint_is_thought_about_for_a_second_and_for_less_when_many_wait(clock: Clock) -> None:
    queue = BotQueue(1, clock)
    asked(queue, "ann", "table", clock.now, kind=ADVISE)
    assert [seconds for *_, seconds in served(queue)] == [1.0]
    for person in range(30):
        asked(queue, str(person), "table", clock.now, kind=ADVISE)
    assert next(served(queue))[2] == pytest.approx(ROUND / 30)


def test_whoever_looks_back_waits_until_nobody_asks_for_anything_else(clock: Clock) -> None:
    queue = BotQueue(1, clock)
    asked(queue, "eve", "replay", clock.now, kind=LOOK_BACK)
    asked(queue, "dan", "replay", clock.now, kind=LOOK_BACK)
    asked(queue, "ann", "table", clock.now, 2)
    asked(queue, "bob", "table", clock.now, kind=ADVISE)
    order = list(served(queue))
    assert [person for person, *_ in order] == ["ann", "bob", "ann", "eve", "dan"]
    assert all(seconds <= 0.1 for *_, seconds in order[3:]), "and keeps nobody waiting for long"
    assert next(iter(order))[2] == pytest.approx(ROUND / 2 / 2), "bots think as long as without it"


# --- How long a bot thinks ---


@for_every_game
def test_a_bot_in_a_hurry_still_decides(game: Game) -> None:
    match = a_match("search:1000000", game.name)
    seat = match.to_act[0]
    assert levels.decide(match, seat, seconds=0) in match.options(seat)


def test_with_time_enough_a_bot_decides_as_always() -> None:
    match = a_match("search:200")
    seat = match.to_act[0]
    assert levels.decide(match, seat, seconds=1000) == levels.decide(match, seat)


def test_a_seat_that_a_person_has_taken_back_has_no_bot_to_decide() -> None:
    match = a_match()
    match.bots = {1: "random"}
    with pytest.raises(BugboxError, match="No bot plays at seat 0"):
        levels.decide(match, 0)


# --- What the clock tells ---


def test_a_level_takes_as_long_at_a_table_as_it_is_meant_to_think() -> None:
    usual = {level: levels.seconds_at_table(level) for level in levels.AT_TABLES}
    assert usual["queen"] == 1.0
    assert usual["hatchling"] == usual["forager"] == usual["random"] == 0.0
    assert 0.0 < usual["hunter"] < usual["veteran"] < usual["queen"], "each has time for all its simulations"
    assert levels.seconds_at_table("no such level") == 0.0


def test_a_bot_has_no_more_of_a_round_than_it_usually_takes(clock: Clock) -> None:
    """What it would have left over could tell how soon it was done."""
    queue = BotQueue(1, clock)
    loop = asyncio.new_event_loop()
    queue.add(Question(Asker("home", "ann"), "table", NOTHING, 0, "", clock.now, loop.create_future(), usual=0.4))
    loop.close()
    assert [seconds for *_, seconds in served(queue)] == [0.4]


@pytest.mark.parametrize("level", levels.AT_TABLES)
def test_every_bot_is_given_the_time_that_its_level_usually_takes(monkeypatch: pytest.MonkeyPatch, level: str) -> None:
    asked: list[Question] = []
    monkeypatch.setattr(BotQueue, "add", lambda queue, question: asked.append(question))

    async def story() -> None:
        decide(BotPool(1), a_match(level))

    run(story)
    assert [question.usual for question in asked] == [levels.seconds_at_table(level)]


def forced(level: str) -> Match:
    """The seat to act may play only one card of its hand."""
    for seed in range(20):
        match = bugbox.Match.new("bug-council", seats=3, seed=seed)
        while not match.over:
            match.bots = {match.to_act[0]: level}
            options = match.options(match.to_act[0])
            if len(options) == 1:
                return match
            match.play(match.to_act[0], options[-1])
    raise AssertionError("no such position was found")


@pytest.mark.parametrize("level", ["queen", "veteran", "hunter", "hatchling"])
def test_a_forced_choice_takes_as_long_as_any_other(level: str) -> None:
    """The clock must not tell that a hidden hand left no choice."""

    async def story() -> None:
        async with pool() as running:
            match = forced(level)
            await decide(running, match)  # the process has begun then
            began = time.monotonic()
            await decide(running, match)
            assert time.monotonic() - began >= max(LEAST, levels.seconds_at_table(level)) + SPARE

    run(story)


def test_a_forced_choice_keeps_its_process_busy_for_as_long_as_any_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those who wait behind it must not tell by their waiting either."""
    slept: list[float] = []
    monkeypatch.setattr(time, "sleep", slept.append)
    match = forced("queen")
    think("table", match.progress(), match.to_act[0], 0.2, 0)
    assert slept == [pytest.approx(0.2, abs=0.1)]
    slept.clear()
    match = a_match("queen")
    think("table", match.progress(), match.to_act[0], 0.2, 0)
    assert sum(slept) == 0.0, "the time is over already"


# --- Where a level fails ---


def test_below_every_level_there_is_another_until_random_play() -> None:
    down = [*reversed(list(levels.FOR_PEOPLE)), "random", "random"]
    assert [levels.below(level) for level in down[:-1]] == down[1:]
    assert levels.below("search:1000000") in levels.FOR_PEOPLE


def test_the_levels_for_people_think_more_and_slip_less_the_higher_they_are() -> None:
    assert list(levels.MADE_OF) == list(levels.FOR_PEOPLE)
    hatchling, forager, *searches, queen = levels.MADE_OF.values()
    assert all(greedy.startswith("greedy~") for greedy in (hatchling, forager))
    assert all(search.startswith("search:") for search in searches)
    slips = [levels.read_slack(made_of.partition("~")[2]) or 0 for made_of in levels.MADE_OF.values()]
    assert slips == sorted(set(slips), reverse=True)
    simulations = [int(search[len("search:") : search.index("~")]) for search in searches]
    assert simulations == sorted(simulations)
    assert queen == "search:1s"


@pytest.mark.parametrize("failing", [1, 2, 5])
def test_where_a_level_fails_the_next_one_down_answers(monkeypatch: pytest.MonkeyPatch, failing: int) -> None:
    asked: list[str] = []
    found = levels.find

    def find_working(name: str, most: float) -> levels.Level:
        asked.append(name)
        if len(asked) <= failing:
            raise RuntimeError("this level is out of order")
        return found(name, most)

    monkeypatch.setattr(levels, "find", find_working)
    match = a_match("queen")
    seat = match.to_act[0]
    option, wrong = think("table", match.progress(), seat, 0.01, 0)
    assert option in match.options(seat)
    assert "out of order" in wrong
    assert asked[: failing + 1] == [*reversed(list(levels.FOR_PEOPLE)), "random"][: failing + 1]


def test_a_bot_whose_process_died_or_hung_is_answered_for_by_the_next_one_down(monkeypatch: pytest.MonkeyPatch) -> None:
    match = a_match("veteran")
    seat = match.to_act[0]
    monkeypatch.setitem(match.bots, seat, "hunter")
    expected = levels.decide(match, seat)
    monkeypatch.setitem(match.bots, seat, "veteran")
    assert think("table", match.progress(), seat, 1000, 1) == (expected, "")


# --- Matches that a process remembers ---


def test_a_process_plays_only_what_has_happened_since_it_was_asked_last(monkeypatch: pytest.MonkeyPatch) -> None:
    match, matches = a_match(), Matches()
    matches.at("table", match.progress())
    started: list[str] = []
    start = Game.start

    def counted(game: Game, *about: Any, **more: Any) -> Position:
        started.append(game.name)
        return start(game, *about, **more)

    monkeypatch.setattr(Game, "start", counted)
    for _ in range(4):
        match.play(match.to_act[0], match.options(match.to_act[0])[0])
        assert matches.at("table", match.progress()).record() == match.record()
    assert not started
    match.undo(3)
    assert matches.at("table", match.progress()).record() == match.record()


def test_a_match_is_followed_by_its_own_table_names_and_levels_only() -> None:
    matches = Matches()
    first, second = a_match(), bugbox.Match.new("bug-race", seats=3, seed=8)
    for match in (first, second, first):
        assert matches.at("same table", match.progress()).record() == match.record()
    first.players, first.bots = ("Ann", "Bob"), {1: "queen"}
    assert matches.at("same table", first.progress()).record() == first.record()


def test_a_process_remembers_few_matches_and_forgets_the_one_asked_about_longest_ago() -> None:
    matches, now = Matches(), a_match().progress()
    first = matches.at("0", now)
    for table in range(1, Matches.MOST):
        matches.at(str(table), now)
    assert matches.at("0", now) is first
    second = matches.at("1", now)
    matches.at("one more", now)
    assert matches.at("0", now) is first
    assert matches.at("1", now) is second
    assert len(matches) == Matches.MOST


def test_after_a_failure_a_process_starts_from_the_deal() -> None:
    match, matches = a_match(), Matches()
    before = matches.at("table", match.progress())
    with pytest.raises(BugboxError, match="chess"):
        matches.at("table", match.progress()._replace(game="chess"))
    assert matches.at("table", match.progress()) is not before


# --- Processes ---


@asynccontextmanager
async def pool(processes: int = 1, patience: float = PATIENCE) -> AsyncIterator[BotPool]:
    running = BotPool(processes, patience)
    running.start()
    try:
        yield running
    finally:
        await asyncio.wait_for(asyncio.to_thread(running.stop), PATIENCE)


def decide(running: BotPool, match: Match, table: str = "table") -> Awaitable[str]:
    return running.decide(match, match.to_act[0], Asker("home", "ann"), table)


def run(story: Callable[[], Awaitable[None]]) -> None:
    async def bounded() -> None:
        await asyncio.wait_for(story(), 3 * PATIENCE)

    run_apart(bounded())


def bots() -> set[int]:
    return {process for process in bots_of(os.getpid()) if is_running(process)}


def test_bots_decide_in_processes_of_their_own() -> None:
    async def story() -> None:
        async with pool(2) as running:
            match = a_match()
            options = await asyncio.gather(*[decide(running, match, f"table {number}") for number in range(6)])
            assert set(options) == {levels.decide(match, match.to_act[0])}
            assert len(bots()) == 2
        assert not bots()

    run(story)


@pytest.mark.slow
@pytest.mark.parametrize("later", [True, False], ids=["while it thinks", "while it starts"])
def test_a_process_that_hangs_is_replaced(caplog: pytest.LogCaptureFixture, later: bool) -> None:
    async def story() -> None:
        async with pool(patience=5) as running:
            match = a_match("random")
            if later:
                await decide(running, match)
            (hanging,) = bots()
            os.kill(hanging, signal.SIGSTOP)
            began = time.monotonic()
            assert await decide(running, match) in match.options(match.to_act[0])
            assert time.monotonic() - began < 20, "twice 5 seconds, and what it takes on a busy machine"
            assert not is_running(hanging)
            assert len(bots()) == 1

    run(story)
    assert "a bot's process hangs" in caplog.text


@pytest.mark.parametrize("thinking", [False, True])
def test_a_process_that_hangs_keeps_nobody_from_stopping(thinking: bool) -> None:
    async def story() -> None:
        async with pool() as running:
            match = a_match("random")
            await decide(running, match)
            (hanging,) = bots()
            os.kill(hanging, signal.SIGSTOP)
            if thinking:
                decide(running, match)
                await asyncio.sleep(0.1)
        assert not bots()

    run(story)


@pytest.mark.slow
def test_processes_that_are_killed_are_replaced_one_for_one(caplog: pytest.LogCaptureFixture) -> None:
    """Also while many wait for them."""

    async def story() -> None:
        async with pool(2) as running:
            match = a_match("search:2000")
            for _ in range(3):
                answers = [decide(running, match, f"table {number}") for number in range(10)]
                for process in bots():
                    os.kill(process, signal.SIGKILL)
                for option in await asyncio.gather(*answers):
                    assert option in match.options(match.to_act[0])
                assert len(bots()) == 2

    run(story)
    assert "a bot's process died" in caplog.text


def test_a_bot_that_cannot_decide_takes_its_first_option(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """So that the match goes on."""

    async def story() -> None:
        async with pool() as running:
            match = a_match("random")
            match.game = dataclasses.replace(match.game, name="chess")  # which no process knows
            assert await decide(running, match) == match.options(match.to_act[0])[0]
            monkeypatch.setattr(BotProcess, "begin", never)
            for process in bots():
                os.kill(process, signal.SIGKILL)
            match = a_match("random")
            assert await decide(running, match) == match.options(match.to_act[0])[0]

    run(story)
    assert "chess" in caplog.text


def never(process: BotProcess) -> None:
    raise OSError("no more processes")


def test_the_match_is_looked_at_when_the_bot_is_asked() -> None:
    """A seat that changes afterwards is no longer the bot's, but that is nothing that went wrong."""

    async def story() -> None:
        async with pool() as running:
            match = a_match("search:50")
            option = levels.decide(match, match.to_act[0])
            answer = decide(running, match)
            match.bots = {}
            assert await answer == option

    run(story)

"""What nobody has used for long is cleared away."""

from contextlib import closing
from pathlib import Path

import pytest

from bugbox.table.storage import store as table_store
from bugbox.table.storage.store import BROUGHT, DAY, OVER, PLAYING, WAITING, Store, connect, now
from tests.table.store.rows import room

pytestmark = pytest.mark.once


def use_long_ago(path: Path, days: dict[str, int]) -> None:
    with closing(connect(path)) as disk:
        for name, ago in days.items():
            disk.execute("UPDATE room SET last_used = ? WHERE id = ?", (now(ago), name))


def run_for(store: Store, days: float) -> None:
    """Let the server run, by its own count, and look for abandoned rooms now and then."""
    store.mark(0).result()
    store.mark(int(days * DAY)).result()


def test_rooms_that_were_left_can_go_and_others_stay(tmp_path: Path) -> None:
    path = tmp_path / "table.sqlite"
    store = Store(path, keep_days=30)
    days = {f"{stage} {ago}": ago for stage in (WAITING, PLAYING, OVER, BROUGHT) for ago in (0, 2, 29, 32)}
    for name in days:
        store.save_room(room(name, stage=name.split()[0])).result()
    use_long_ago(path, days)
    waiting = {"waiting 2", "waiting 29", "waiting 32"}
    left = waiting | {"playing 32", "over 32", "brought 32"}
    run_for(store, 0.9)
    assert set(store.left_rooms(99)) == set(), "they are only marked"
    run_for(store, 0.2)
    assert set(store.left_rooms(99)) == waiting
    run_for(store, 6)
    assert set(store.left_rooms(99)) == left
    assert set(store.left_rooms(3)) < left
    for name in days:
        store.add_move(name, 1, 0, "keep").result()
    assert set(store.left_rooms(99)) == set(), "a move is a use"
    use_long_ago(path, days)
    assert set(store.left_rooms(99)) == set(), "and takes the mark away"


def test_a_change_at_a_table_takes_its_mark_away(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "data" / "table.sqlite"
    for name in ("left", "changed"):
        store.save_room(room(name)).result()
    use_long_ago(path, {"left": 400, "changed": 400})
    run_for(store, 2)
    store.save_room(room("changed", revision=2)).result()
    use_long_ago(path, {"changed": 400})
    assert store.left_rooms(9) == ["left"]


def test_a_server_that_is_started_every_evening_clears_away_too(tmp_path: Path) -> None:
    path = tmp_path / "table.sqlite"
    for evening in range(8):
        store = Store(path)
        for name in ("left", "used"):
            if evening == 0 or name == "used":
                store.save_room(room(name, revision=evening + 1)).result()
        use_long_ago(path, {"left": 2})
        run_for(store, 0.125)
        assert store.left_rooms(9) == (["left"] if evening == 7 else [])
        store.close()


def test_a_room_is_cleared_away_with_its_moves_unless_it_was_used(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "data" / "table.sqlite"
    for name in ("left", "used", "unmarked"):
        store.add_match(room(name), [(0, "keep")]).result()
    use_long_ago(path, {"left": 400, "used": 400})
    run_for(store, 2)
    use_long_ago(path, {"unmarked": 400})
    store.save_room(room("used", revision=2)).result()
    for name in ("left", "used", "unmarked"):
        store.clear_away(name).result()
    assert store.load("left") is None
    assert store.load("used") == (room("used", revision=2), [(0, "keep")])
    with closing(connect(path)) as disk:
        rooms = [("m",), ("unmarked",), ("used",)]
        assert disk.execute("SELECT DISTINCT room FROM seat ORDER BY room").fetchall() == rooms
        assert disk.execute("SELECT DISTINCT room FROM move ORDER BY room").fetchall() == rooms[1:]


class Clock:
    """The clock of the machine, which may be wrong."""

    def __init__(self) -> None:
        self.days = 0.0

    def now(self, days_ago: float = 0) -> str:
        return now(days_ago - self.days)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(table_store, "now", clock.now)
    return clock


@pytest.fixture
def used_today(clock: Clock, tmp_path: Path) -> Store:
    """A file with a room of each stage, all used within the last hours."""
    store = Store(tmp_path / "used.sqlite")
    for stage in (WAITING, PLAYING, OVER, BROUGHT):
        store.save_room(room(stage, stage=stage)).result()
    return store


def live_on(store: Store, clock: Clock, days: int) -> list[str]:
    """Day by day, with somebody at another table each day; what could go on the way."""
    could_go: list[str] = []
    for day in range(days):
        store.save_room(room(f"of day {clock.days:.0f}", stage=OVER)).result()
        store.mark(DAY).result()
        could_go += store.left_rooms(99)
        clock.days += 1
    return could_go


@pytest.mark.parametrize("years", [2, 20])
def test_a_clock_that_jumps_forward_clears_nothing_away(used_today: Store, clock: Clock, years: int) -> None:
    clock.days += 365 * years
    for _ in range(30):
        used_today.mark(DAY).result()
        assert used_today.left_rooms(99) == [], "nobody has used anything since: it is the clock"


def test_a_clock_that_is_put_right_within_a_day_has_done_no_harm(used_today: Store, clock: Clock) -> None:
    clock.days += 365 * 2
    used_today.save_room(room("by the wrong clock")).result()
    for _ in range(23):
        used_today.mark(DAY // 24).result()
        assert used_today.left_rooms(99) == []
    clock.days -= 365 * 2
    for _ in range(3):
        used_today.save_room(room(f"by the right clock {_}")).result()
        used_today.mark(DAY // 24).result()
        assert used_today.left_rooms(99) == []
    clock.days += 365 * 2
    used_today.mark(0).result()
    assert used_today.left_rooms(99) == [], "the marks were taken away, so a day begins again"


def test_matches_survive_a_clock_that_stays_wrong_for_days(used_today: Store, clock: Clock) -> None:
    clock.days += 365 * 2
    assert set(live_on(used_today, clock, 6)) == {WAITING}
    assert {name for name in live_on(used_today, clock, 9) if not name.startswith("of")} == {
        WAITING,
        PLAYING,
        OVER,
        BROUGHT,
    }


def test_a_clock_that_jumps_back_clears_nothing_away(used_today: Store, clock: Clock) -> None:
    clock.days -= 365 * 2
    assert live_on(used_today, clock, 10) == []


def test_with_a_right_clock_rooms_go_in_time(used_today: Store, clock: Clock) -> None:
    assert set(live_on(used_today, clock, 5)) == {WAITING}
    assert not {PLAYING, OVER, BROUGHT} & set(live_on(used_today, clock, 362))
    assert {PLAYING, OVER, BROUGHT} <= set(live_on(used_today, clock, 12))

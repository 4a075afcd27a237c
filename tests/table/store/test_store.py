"""Nothing that was acknowledged is lost."""

import sqlite3
from pathlib import Path

import pytest

from bugbox.table.storage.store import (
    MOST_TOGETHER,
    OVER,
    PLAYING,
    WAITING,
    Seat,
    Store,
    Write,
    commit,
    connect,
    insert_move,
    upsert_room,
)
from tests.table.store.rows import room

pytestmark = pytest.mark.once


def test_a_match_comes_back_as_it_was_written(store: Store) -> None:
    store.add_move("m", 1, 0, "keep L1L2").result()
    store.add_move("m", 2, 0, None).result()
    store.add_move("m", 3, 1, "keep R1R2").result()
    assert store.load("m") == (room(), [(0, "keep L1L2"), (0, None), (1, "keep R1R2")])
    assert store.load("other") is None


def test_who_sits_where_can_change_and_the_moves_stay(store: Store) -> None:
    store.add_move("m", 1, 0, "keep L1L2")
    changed = room(stage=PLAYING, host="b" * 64, seats=[Seat("Bob", owner="b" * 64), Seat()], revision=2)
    store.save_room(changed).result()
    assert store.load("m") == (changed, [(0, "keep L1L2")])


@pytest.mark.parametrize("revision", [1, 2, 4])
def test_only_the_next_revision_of_a_room_is_written(store: Store, revision: int) -> None:
    """Whoever looked at an older one would write over what has happened since."""
    store.save_room(room(stage=PLAYING, revision=2)).result()
    wrong = store.save_room(room(stage=WAITING, seats=[Seat(), Seat()], revision=revision))
    assert isinstance(wrong.exception(), sqlite3.IntegrityError)
    assert store.load("m") == (room(stage=PLAYING, revision=2), [])
    store.save_room(room(stage=OVER, revision=3)).result()


def test_rooms_are_found_by_who_sits_there_and_by_being_open(store: Store) -> None:
    store.save_room(room("new", "2026-02-01T00:00:00", stage=OVER))
    store.save_room(room("others", seats=[Seat("Bob", owner="b" * 64)])).result()
    store.save_room(room("hidden", listed=False, seats=[])).result()
    assert [row.id for row in store.rooms_of("a" * 64, 9)] == ["new", "m"]
    assert [row.id for row in store.rooms_of("a" * 64, 1)] == ["new"]
    assert not store.rooms_of("c" * 64, 9)
    assert {row.id for row in store.open_rooms(9)} == {"m", "others"}


def test_a_match_brought_along_is_written_whole_or_not_at_all(store: Store) -> None:
    store.add_match(room("x"), [(0, "keep"), (1, "keep")]).result()
    assert store.load("x") == (room("x"), [(0, "keep"), (1, "keep")])
    assert isinstance(store.add_match(room("y"), [(0, "keep"), (-1, "keep")]).exception(), sqlite3.IntegrityError)
    assert store.load("y") is None


def test_two_cannot_write_the_same_decision(store: Store) -> None:
    answers = [store.add_move("m", 1, seat, "keep L1L2") for seat in range(2)]
    assert answers[0].exception() is None
    assert isinstance(answers[1].exception(), sqlite3.IntegrityError)
    assert store.load("m") == (room(), [(0, "keep L1L2")])


@pytest.mark.parametrize(
    ("match", "seq", "seat", "option"),
    [("x", 1, 0, "keep"), ("m", 0, 0, "keep"), ("m", 1, -1, "keep"), ("m", 1, 0, "")],
)
def test_a_row_that_cannot_be_is_refused(store: Store, match: str, seq: int, seat: int, option: str) -> None:
    assert isinstance(store.add_move(match, seq, seat, option).exception(), sqlite3.IntegrityError)
    assert store.load("m") == (room(), [])


def test_a_wrong_row_fails_alone_in_its_batch(store: Store, tmp_path: Path) -> None:
    batch = [Write([insert_move("m", seq, (0, "keep"))]) for seq in (1, 2, 2, 3)]
    batch += [Write(upsert_room(room(revision=revision))) for revision in (2, 2, 3)]
    batch += [Write([insert_move("m", seq, (0, "keep"))]) for seq in (3, 4)]
    commit(connect(tmp_path / "data" / "table.sqlite"), batch)
    moves, rooms, more_moves = [True, True, False, True], [True, False, True], [False, True]
    assert [write.done.exception() is None for write in batch] == moves + rooms + more_moves
    assert store.load("m") == (room(revision=3), [(0, "keep")] * 4)


def test_a_batch_may_be_larger_than_one_statement_can_be(store: Store, tmp_path: Path) -> None:
    batch = [Write([insert_move("m", seq, (0, "keep"))]) for seq in range(1, 2 * MOST_TOGETHER + 2)]
    commit(connect(tmp_path / "data" / "table.sqlite"), batch)
    assert not any(write.done.exception() for write in batch)
    assert store.load("m") == (room(), [(0, "keep")] * len(batch))

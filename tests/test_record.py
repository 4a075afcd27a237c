"""A match is its record: written whole, read whole, and refused when it is not."""

import hashlib
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bugbox
from bugbox.core import record
from bugbox.core.rng import Rng
from tests.kit import pick


def finished() -> bugbox.Match:
    match = bugbox.Match.new("bug-race", seats=2, seed=7, segments=8)
    while not match.over:
        match.play(match.to_act[0], match.options(match.to_act[0])[0])
    return match


RECORD = finished().record()


def sealed(body: str) -> str:
    """The text with a right last line, as somebody who changes a record on purpose would write it."""
    body = body.rpartition("end ")[0]
    decisions = [line for line in body.partition("\n\n")[2].splitlines() if line[:1].isdigit()]
    return f"{body}end {len(decisions)} {hashlib.sha256(body.encode()).hexdigest()}\n"


def test_the_record_reads_as_it_is_described() -> None:
    lines = RECORD.splitlines()
    assert lines[:4] == ["bugbox record 1", "game bug-race 1", "seats 2", "set expert no"]
    assert f"commitment {hashlib.sha256(b'7').hexdigest()}" in lines
    assert "seed 7" in lines
    assert lines[-2].startswith("places ")


def test_a_record_gives_the_same_match() -> None:
    match = bugbox.Match.load(RECORD)
    assert match.over
    assert match.record() == RECORD
    assert (match.points, match.places) == (finished().points, finished().places)


@given(st.integers(0, len(RECORD) - 1))
def test_a_record_cut_anywhere_is_refused(length: int) -> None:
    with pytest.raises(bugbox.WrongRecord):
        bugbox.Match.load(RECORD[:length])


@given(st.integers(0, len(RECORD) - 2), st.characters(codec="utf-8"))
def test_a_record_with_any_other_character_is_refused(at: int, character: str) -> None:
    changed = RECORD[:at] + character + RECORD[at + 1 :]
    if changed != RECORD:
        with pytest.raises(bugbox.WrongRecord):
            bugbox.Match.load(changed)


def test_a_wrong_count_of_decisions_is_refused() -> None:
    with pytest.raises(bugbox.WrongRecord, match="28 decisions"):
        bugbox.Match.load(RECORD.replace("\nend 28 ", "\nend 27 "))


@given(st.text())
def test_any_other_text_is_refused(text: str) -> None:
    for wrong in (text, f"bugbox record 1\n{text}", sealed(f"bugbox record 1\n{text}\n\nend ")):
        with pytest.raises(bugbox.BugboxError):
            bugbox.Match.load(wrong)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("seed 7\n", "seed 8\n", "The seed is not the one that was promised"),
        ("game bug-race 1", "game bug-race 9", "version 9, and this is version 1"),
        ("game bug-race 1", "game bug-racer 1", "There is no game 'bug-racer'"),
        ("seats 2\n", "seats 3\n", "names 2 players for 3 seats"),
        ("seats 2\n", "seats two\n", "cannot be read"),
        ("set segments 8\n", "set segments 99\n", "segments must be a whole number from 8 to 30"),
        ("set segments 8\n", "set segment 8\n", "did you mean segments?"),
        ("player Seat 0\n", "player Seat 0\nbot x random\n", "cannot be read"),
        ("\n\n0 keep", "\n\n0 eat", "Decision 1 cannot be: 'eat "),
        ("\n\n0 keep", "\n\n9 keep", "Decision 1 cannot be: There is no seat 9"),
        ("places 2 1", "places 1 2", "not the one that these decisions give"),
        ("places 2 1\n", "", "cannot be read"),
    ],
)
def test_a_wrong_record_is_refused_with_the_reason(old: str, new: str, sentence: str) -> None:
    assert old in RECORD
    with pytest.raises(bugbox.BugboxError, match=sentence):
        bugbox.Match.load(sealed(RECORD.replace(old, new, 1)))


def test_a_decision_after_the_end_is_refused() -> None:
    last = RECORD.rpartition("points")[0].splitlines()[-1]
    with pytest.raises(bugbox.WrongRecord, match="The match is over"):
        bugbox.Match.load(sealed(RECORD.replace("points", f"{last}\npoints")))


def test_names_cannot_break_a_record() -> None:
    match = bugbox.Match(bugbox.GAMES["bug-race"], 2, 1, players=("a\nseed 9", " " * 9))
    assert bugbox.Match.load(match.record()).players == ("a seed 9", "?")


def test_two_matches_without_a_seed_differ() -> None:
    assert bugbox.Match.new("bug-race").seed != bugbox.Match.new("bug-race").seed


def test_undo_can_go_to_the_start_but_not_before_it() -> None:
    match = finished()
    match.undo(len(match.decisions))
    assert match.record() == bugbox.Match.new("bug-race", seats=2, seed=7, segments=8).record()
    with pytest.raises(bugbox.BugboxError, match="Only 0 decisions were made"):
        match.undo()


def test_saving_leaves_the_old_file_or_the_new_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "a.match"
    record.save(file, RECORD)

    def crash(*_: object) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(os, "fsync", crash)
    with pytest.raises(OSError, match="full"):
        record.save(file, "something else")
    assert file.read_text() == RECORD
    assert os.listdir(tmp_path) == ["a.match"]


def test_a_file_that_cannot_be_read_gets_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(bugbox.WrongRecord, match=r"none\.match cannot be read: No such file"):
        record.load(tmp_path / "none.match")
    (tmp_path / "picture").write_bytes(b"\xff\xd8\xff")
    with pytest.raises(bugbox.WrongRecord, match="not a text file"):
        record.load(tmp_path / "picture")


def test_the_log_since_a_decision_is_the_end_of_the_log() -> None:
    match = bugbox.Match.new("bug-race", seats=3, seed=1)
    rng = Rng(1, "test")
    lengths = []
    for _ in range(20):
        lengths.append(len(match.log(0)))
        match.play(match.to_act[0], pick(match.options(match.to_act[0]), rng))
    for number, length in enumerate(lengths):
        assert match.log(0, number) == match.log(0)[length if number else 0 :]
    assert match.log(0, 20) == []

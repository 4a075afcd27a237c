"""Records: written and read completely, and rejected if they are damaged."""

import hashlib
import os
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bugbox
from bugbox.bots import levels
from bugbox.core import record
from bugbox.core.game import Game
from bugbox.core.match import clean
from bugbox.core.rng import Rng
from tests.kit.tables import for_every_game, pick


def finished() -> bugbox.Match:
    match = bugbox.Match.new("bug-race", seats=2, seed=7, segments=8)
    while not match.over:
        match.play(match.to_act[0], match.options(match.to_act[0])[0])
    return match


RECORD = finished().record()


def sealed(body: str) -> str:
    """Return the text with a valid last line, as somebody who forges a record would write it."""
    body = body.rpartition("end ")[0]
    decisions = [line for line in body.partition("\n\n")[2].splitlines() if line[:1] in set("+0123456789")]
    return f"{body}end {len(decisions)} {hashlib.sha256(body.encode()).hexdigest()}\n"


def test_the_record_reads_as_it_is_described() -> None:
    lines = RECORD.splitlines()
    assert lines[:4] == ["bugbox record 1", "game bug-race 2", "seats 2", "set expert no"]
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
        ("game bug-race 2", "game bug-race 9", "version 9, and this is version 2"),
        ("game bug-race 2", "game bug-racer 2", "There is no game 'bug-racer'"),
        ("seats 2\n", "seats 3\n", "names 2 players for 3 seats"),
        ("seats 2\n", "seats two\n", "cannot be read"),
        ("seats 2\n", "seats 2\nseats 2\n", "not written as Bugbox writes it"),
        ("seats 2\n", "seats \u0662\n", "not written as Bugbox writes it"),
        ("seed 7\n", "seed 0_7\n", "not written as Bugbox writes it"),
        ("seed 7\n", "seed 7\nweather fine\n", "not written as Bugbox writes it"),
        ("\n\n0 keep", "\n\n+0 keep", "not written as Bugbox writes it"),
        ("set segments 8\n", "", "not the one that these decisions give"),
        ("set play_on no\n", "", "lacks a setting"),
        ("set play_on no\n", "set play_on off\n", "lacks a setting, or names something in another way"),
        ("player Seat 0\n", "player \x1b[2J\n", "names something in another way"),
        ("player Seat 1\n", "player Seat 1\nbot 7 random\n", "There is no bot 'random' for seat 7"),
        ("player Seat 1\n", "player Seat 1\nbot -1 random\n", "There is no bot 'random' for seat -1"),
        ("set segments 8\n", "set segments 99\n", "segments must be a whole number from 8 to 30"),
        ("set segments 8\n", "set segment 8\n", "did you mean segments?"),
        ("player Seat 0\n", "player Seat 0\nbot x random\n", "cannot be read"),
        ("\n\n0 keep", "\n\n0 eat", "Decision 1 is against the rules: 'eat "),
        ("\n\n0 keep", "\n\n9 keep", "Decision 1 is against the rules: There is no seat 9"),
        ("places 2 1", "places 1 2", "not the one that these decisions give"),
        ("places 2 1\n", "", "cannot be read"),
    ],
)
def test_a_wrong_record_is_refused_with_the_reason(old: str, new: str, sentence: str) -> None:
    assert old in RECORD
    with pytest.raises(bugbox.BugboxError, match=sentence):
        bugbox.Match.load(sealed(RECORD.replace(old, new, 1)))


NO_LEVEL = [
    "",
    "a b",
    "Hunter",
    "random\x1b[2J",
    "\x9b2J",
    "random\u202e",
    "a" * 21,
    "greedy~\u0663",
    "search;200",
    "a\rb",
]


@pytest.mark.parametrize("level", NO_LEVEL)
def test_what_cannot_be_the_name_of_a_level_is_refused_everywhere(level: str) -> None:
    with pytest.raises(bugbox.WrongRecord, match=r"^The record names a bot level that cannot be one: ") as refused:
        record.read(sealed(RECORD.replace("player Seat 1\n", f"player Seat 1\nbot 1 {level}\n", 1)))
    assert str(refused.value).isprintable()
    with pytest.raises(bugbox.WrongSetting):
        bugbox.Match(bugbox.GAMES["bug-race"], 2, 1, bots={1: level})
    with pytest.raises(bugbox.WrongSetting):
        levels.find(level)


def test_every_level_that_bots_have_can_be_named_in_a_record() -> None:
    for level in (*levels.AT_TABLES, *levels.MADE_OF.values(), *levels.SIMPLE, "search:20ms", "plain:200~0.5"):
        assert record.is_level(level)


def with_a_bot(game: Game) -> str:
    """Return a record with a line of every kind, but no result."""
    match = bugbox.Match(game, game.seats[-1], 7, bots={0: "random"})
    match.play(match.to_act[0], match.options(match.to_act[0])[0])
    return match.record()


def spoilt(text: str, escape: str) -> Iterator[str]:
    """Yield the text with `escape` in place of each word, and after each word."""
    parts = re.split(r"([ \n])", text)
    for at, part in enumerate(parts):
        if part.strip():
            for changed in (escape, part + escape):
                yield "".join([*parts[:at], changed, *parts[at + 1 :]])


@for_every_game
@pytest.mark.parametrize("escape", ["\x1b[2J", "\x9b2J", "\u202e"])
def test_no_word_of_a_friends_record_sends_an_escape_sequence_to_the_terminal(game: Game, escape: str) -> None:
    right = with_a_bot(game)
    for text in [*spoilt(right, escape), *spoilt(RECORD, escape)]:
        for wrong in {text, sealed(text)} - {right, RECORD}:
            with pytest.raises(bugbox.BugboxError) as refused:
                bugbox.Match.load(wrong)
            assert str(refused.value).isprintable()


def test_a_decision_after_the_end_is_refused() -> None:
    last = RECORD.rpartition("points")[0].splitlines()[-1]
    with pytest.raises(bugbox.WrongRecord, match="The match is over"):
        bugbox.Match.load(sealed(RECORD.replace("points", f"{last}\npoints")))


def test_names_cannot_break_a_record() -> None:
    match = bugbox.Match(bugbox.GAMES["bug-race"], 2, 1, players=("a\nseed 9", " " * 9))
    assert bugbox.Match.load(match.record()).players == ("a seed 9", "?")
    odd = bugbox.Match(bugbox.GAMES["bug-race"], 2, 1, players=("a" * 39 + " b", "\ud800\x1b[2J"))
    assert bugbox.Match.load(odd.record()).players == ("a" * 39, "[2J")


def test_what_is_left_of_a_name_is_left_as_it_is() -> None:
    """Cleaning must be idempotent: when a record is loaded, its names are cleaned again."""
    marks, blanks = "\u0301\u0308\u0330\u034f\ufe0f", "\u3164\u2800\u200b\u202e \u1160"
    for dice in map(random.Random, range(2000)):
        name = "".join(dice.choices(f"aéU\u1100\u1161ש\u05b8👩{marks}{blanks}", k=dice.randrange(60)))
        assert clean(clean(name)) == clean(name)
        assert len(clean(name)) <= 40
        assert not any(blank in clean(name) for blank in blanks.replace(" ", ""))


def test_a_match_needs_a_name_for_every_seat_and_bots_that_have_one() -> None:
    for wrong in ({"players": ("a",)}, {"bots": {2: "random"}}, {"bots": {1: "random\nseed 9"}}):
        with pytest.raises(bugbox.WrongSetting):
            bugbox.Match(bugbox.GAMES["bug-race"], 2, 1, **wrong)
    match = bugbox.Match.new("bug-race", seed=1)
    match.play(True, match.options(1)[0])
    assert bugbox.Match.load(match.record()).decisions == match.decisions


def test_two_matches_without_a_seed_differ() -> None:
    assert bugbox.Match.new("bug-race").seed != bugbox.Match.new("bug-race").seed


def test_undo_can_go_to_the_start_but_not_before_it() -> None:
    match = finished()
    match.undo(len(match.decisions))
    assert match.record() == bugbox.Match.new("bug-race", seats=2, seed=7, segments=8).record()
    with pytest.raises(bugbox.BugboxError, match="From 0 to 0 decisions can be taken back, not 1"):
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
        record.read_file(tmp_path / "none.match")
    with pytest.raises(bugbox.WrongRecord, match="it is not a file, or far too large"):
        record.read_file(tmp_path)
    (tmp_path / "picture").write_bytes(b"\xff\xd8\xff")
    with pytest.raises(bugbox.WrongRecord, match="not a text file"):
        record.read_file(tmp_path / "picture")


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
    for wrong in (-1, 21):
        with pytest.raises(bugbox.BugboxError, match="The log begins after 0 to 20 decisions"):
            match.log(0, wrong)

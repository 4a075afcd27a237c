"""Squares of Ladybugs: those in the box, those of a file, and a record that needs no file."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

import bugbox
from bugbox.cli import main
from bugbox.games.ladybugs import GAME, numbers_of
from bugbox.games.ladybugs.rules.squares import BOXED, canonical, is_connected, read, spaces_of

pytestmark = pytest.mark.once

SQUARE = """square 5
..aa..  ..bbb.
.aaaab  .bbb*a
*aa.bb  *.b.aa
cc*bbb  cc..aa
cccc*.  cccc*a
..cc..  ..c...
"""
SIDES = [side for square in read(BOXED) for side in square]


def changed(old: str, new: str) -> str:
    assert old in SQUARE
    return "standard\n" + SQUARE.replace(old, new, 1)


# --- In the box ---


@pytest.mark.parametrize("side", SIDES, ids=range(8))
def test_a_side_in_the_box_has_22_to_25_spaces_in_three_or_four_beds(side: tuple[str, ...]) -> None:
    # LB-M2, LB-M3, LB-M6, LB-M9
    beds = sorted(set("".join(side)) - set(".*"))
    sizes = [len(spaces_of(side, bed)) for bed in beds]
    assert len(beds) in (3, 4)
    assert 22 <= sum(sizes) <= 25
    assert all(3 <= size <= 9 for size in sizes)
    assert all(is_connected(spaces_of(side, bed)) for bed in beds)
    assert len(spaces_of(side, "*")) == 3
    for row, column in spaces_of(side, "*"):
        assert min(row, 5 - row) + min(column, 5 - column) >= 2, "not in or beside a corner"
    assert {side[row][column] for row in (0, 5) for column in (0, 5)} == {"."}


def test_the_rules_draw_the_eight_sides_as_they_are() -> None:
    # LB-M2
    drawn = GAME.rules().partition("## The squares in the box\n")[2].partition("```\n")[2].partition("```")[0]
    assert [line.split()[0] for line in drawn.splitlines() if line.startswith("square")] == ["square"] * 4
    assert read(drawn) == read(BOXED)


def test_there_are_four_squares_with_eight_different_sides() -> None:
    # LB-F2
    assert len(read(BOXED)) == 4
    assert len(set(SIDES)) == 8


def test_a_side_is_read_row_by_row() -> None:
    assert numbers_of(("..aa..", "*b....", "......", "......", "......", "......"))[:8] == [0, 0, 1, 1, 0, 0, -1, 2]


# --- A file of one's own ---


def test_the_example_in_the_rules_can_be_read() -> None:
    # LB-M2
    example, _ = re.findall(r"```\n(.*?)```", GAME.rules(), re.DOTALL)
    assert len(read(example)) == 5
    assert example.endswith(SQUARE)


def test_standard_means_the_squares_in_the_box_however_it_is_written() -> None:
    assert canonical("# mine\n\nstandard\n") == BOXED
    assert canonical(f"standard\n{SQUARE}") != BOXED
    assert read(canonical(f"standard\n{SQUARE}")) == (*read(BOXED), *read(f"standard\n{SQUARE}")[4:])


BAD = (
    ("garden\n", "Line 1 of the squares: expected 'standard' or 'square', not 'garden'."),
    ("# empty\n", "A garden needs from 4 to 24 squares to draw from, not 0."),
    (SQUARE, "A garden needs from 4 to 24 squares to draw from, not 1."),
    ("standard\n" * 7, "A garden needs from 4 to 24 squares to draw from, not 28."),
    ("#" * 20_001, "A file of squares has at most 20000 characters, and this one 20001."),
    ("standard\nsquare\n..aa..  ..aa..\n",
     "Line 2 of the squares: row 2 of a square needs two sides of 6 spaces, not ''."),
    (changed(".aaaab", ".aaa?b"), "Line 4 of the squares: '?' is no letter from a to z, no '.' and no '*'."),
    (changed(".aaaab", ".aaaAb"), "Line 4 of the squares: 'A' is no letter from a to z, no '.' and no '*'."),
    (changed(".aaaab", ".aaaa"), "Line 4 of the squares: a row has 6 spaces, and '.aaaa' has 5."),
    (changed("  .bbb*a", ""), "Line 4 of the squares: row 2 of a square needs two sides of 6 spaces, not '.aaaab'."),
    (changed("..cc..", "c.cc.."), "Line 8 of the squares: the corners of a square are meadow, not 'c'."),
    (changed("..bbb.", "..bbbb"), "Line 3 of the squares: the corners of a square are meadow, not 'b'."),
    (changed("*.b.aa", "..b.aa"), "Line 3 of the squares: the right side has 2 clovers; a side has 3."),
    (changed("*aa.bb", "*aa*bb"), "Line 3 of the squares: the left side has 4 clovers; a side has 3."),
    (changed(".aaaab", "*aaaab").replace("*aa.bb", ".aa.bb"),
     "Line 4 of the squares: a clover of the left side lies beside a corner."),
    (changed("*aa.bb", "*ad.bb"),
     "Line 5 of the squares: bed 'd' of the left side has the wrong size, 1 instead of from 3 to 9."),
    (changed("*aa.bb", "*dd.bb"),
     "Line 5 of the squares: bed 'd' of the left side has the wrong size, 2 instead of from 3 to 9."),
    (changed("aaaab", "aaaaa").replace("*aa.bb", "*aaabb"),
     "Line 3 of the squares: bed 'a' of the left side has the wrong size, 10 instead of from 3 to 9."),
    (changed(".aaaab", ".aaaa.").replace("..cc..", "..ccb."),
     "Line 5 of the squares: the spaces of bed 'b' of the left side are not connected."),
    ("standard\nsquare\n" + "......  ......\n" * 6,
     "Line 3 of the squares: the left side has 0 clovers; a side has 3."),
)  # fmt: skip


@pytest.mark.parametrize(("text", "sentence"), BAD, ids=range(len(BAD)))
def test_a_bad_file_is_refused_with_line_and_reason(text: str, sentence: str) -> None:
    # LB-M2
    with pytest.raises(bugbox.WrongSetting) as wrong:
        canonical(text)
    assert str(wrong.value) == sentence


SEVEN_BEDS = """
..**..
aaa.bb
ccc*.b
deefff
ddeggg
......
"""


def test_a_side_has_one_to_six_beds() -> None:
    with pytest.raises(bugbox.WrongSetting, match="the left side has 7 beds; a side has from 1 to 6"):
        read(both_sides(SEVEN_BEDS))
    with pytest.raises(bugbox.WrongSetting, match="the left side has 0 beds; a side has from 1 to 6"):
        read(both_sides(re.sub("[a-g]", ".", SEVEN_BEDS)))
    assert len(read(both_sides(SEVEN_BEDS.replace("g", ".")))) == 5


BY_A_CORNER = """
..**..
....a.
*.a.a.
...aa.
......
......
"""


@pytest.mark.parametrize("across", [1, -1])
@pytest.mark.parametrize("down", [1, -1])
def test_spaces_that_touch_at_a_corner_are_not_connected(across: int, down: int) -> None:
    # LB-M2
    side = "\n".join(row[::across] for row in BY_A_CORNER.split()[::down])
    with pytest.raises(bugbox.WrongSetting, match="bed 'a' of the left side are not connected"):
        read(both_sides(side))
    assert len(read(both_sides(side.replace("a.a", "aaa")))) == 5


def both_sides(side: str) -> str:
    return "standard\nsquare\n" + "".join(f"{row}  {row}\n" for row in side.split())


def test_lines_are_counted_with_comments_and_empty_ones() -> None:
    with pytest.raises(bugbox.WrongSetting, match="Line 7 of the squares: '!' is no letter"):
        read("# a\n\nstandard\nsquare mine # b\n\n..aa..  ..bbb.\n!aaaab  .bbb*a\n")


def test_a_match_with_own_squares_is_replayed_without_the_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text(SQUARE * 4, encoding="utf-8")
    match = bugbox.Match.new("ladybugs", seats=2, seed=3, squares=file.read_text(encoding="utf-8"))
    file.unlink()
    while not match.over:
        match.play(match.to_act[0], match.options(match.to_act[0])[0])
    again = bugbox.Match.load(match.record())
    assert again.view(bugbox.OPEN) == match.view(bugbox.OPEN)
    assert "\nset squares square/..aa.. ..bbb./" in match.record()
    assert {len(bed.dots) for bed in again.view(0).beds} == {2}
    assert sorted(bed.size for bed in again.view(0).beds) in own_sizes()


def own_sizes() -> list[list[int]]:
    """Of two of these squares, whichever sides are up."""
    left, right = ([len(spaces_of(side, bed)) for bed in "abc"] for side in read(SQUARE * 4)[0])
    return [sorted(one + two) for one in (left, right) for two in (left, right)]


def test_a_record_with_bad_squares_is_refused() -> None:
    record = bugbox.Match.new("ladybugs", seats=2, seed=3).as_record()
    with pytest.raises(bugbox.WrongRecord, match="Line 1 of the squares: expected"):
        bugbox.Match.replay(GAME, type(record)(**{**vars(record), "settings": {**record.settings, "squares": "x"}}))


def test_the_command_line_reads_the_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text(f"standard\n{SQUARE}", encoding="utf-8")
    run = CliRunner().invoke
    done = run(main, ["simulate", "ladybugs", "--games", "1", "--set", f"squares={file}", "--json", "-"])
    assert done.exit_code == 0
    assert "square/..aa.. ..bbb./" in done.output
    file.write_text("standard\nsquare\n......", encoding="utf-8")
    bad = run(main, ["simulate", "ladybugs", "--games", "1", "--set", f"squares={file}"])
    assert bad.exit_code == 2
    assert "Line 3 of the squares: row 1 of a square needs two sides" in bad.output
    missing = run(main, ["simulate", "ladybugs", "--games", "1", "--set", "squares=nowhere.txt"])
    assert missing.exit_code == 2
    assert "squares must be standard or a file, and 'nowhere.txt' is no text file." in missing.output


def test_no_page_and_no_record_names_a_file(tmp_path: Path) -> None:
    """Only the command line opens files: what a form sends is squares, or refused."""
    file = tmp_path / "mine.txt"
    file.write_text("standard\n", encoding="utf-8")
    with pytest.raises(bugbox.WrongSetting):
        bugbox.Match.new("ladybugs", squares=str(file))

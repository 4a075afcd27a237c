"""The command line as a person uses it: real processes, real files, wrong calls included."""

import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
from contextlib import chdir
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import bugbox
from bugbox.cli import main
from bugbox.games import GAMES
from bugbox.lab import bench
from bugbox.terminal import HELP
from tests import SHIPPED
from tests.conftest import ROOT

BUGBOX = [sys.executable, "-m", "bugbox"]


def run(*arguments: str, answers: str = "", home: Path | None = None) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "XDG_DATA_HOME": str(home or ROOT / "build" / "nowhere"), "PAGER": "cat"}
    return subprocess.run(
        [*BUGBOX, *arguments], input=answers, capture_output=True, text=True, env=environment, cwd=ROOT, timeout=120
    )


def here(*arguments: str) -> Result:
    """The same without a process of its own, which takes longer than most calls."""
    with chdir(ROOT):
        environment = {"XDG_DATA_HOME": str(ROOT / "build" / "nowhere"), "PAGER": "cat"}
        return CliRunner(env=environment).invoke(main, arguments, prog_name="bugbox")


def wrong(*arguments: str) -> str:
    """The one sentence that a wrong call gets."""
    done = here(*arguments)
    assert done.exit_code == 2, done.output
    assert done.stdout == ""
    return sentence_of(done.stderr)


def sentence_of(said: str) -> str:
    assert "Traceback" not in said
    sentence = said.strip().splitlines()[-1]
    assert sentence.startswith("Error: ")
    return sentence.removeprefix("Error: ")


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """A match kept after four decisions."""
    file = tmp_path / "a.match"
    done = run("play", "bug-race", "--seed", "3", "--save", str(file), answers="1\n1\nquit\n")
    assert done.returncode == 0
    return file


@pytest.mark.once
def test_help_has_examples_everywhere() -> None:
    assert "bugbox play bug-race" in run("--help").stdout
    for command in set(main.commands) - {"serve"}:
        assert here(command, "-h").stdout.count(f"bugbox {command}") > 1


def test_games_lists_every_game_for_people_and_for_programs() -> None:
    facts = [json.loads(line) for line in run("games", "--json").stdout.splitlines()]
    assert [fact["name"] for fact in facts] == list(SHIPPED)
    assert {s["name"] for s in facts[0]["settings"]} == {"expert", "segments", "play_on", "deck", "earlier_card"}
    page = run("games").stdout
    assert all(game.title in page and game.status in page for game in SHIPPED.values())


def test_rules_prints_the_primer_and_then_the_clauses() -> None:
    told = run("rules", "bug-race").stdout.strip()
    assert told.startswith("# Bug Race in two minutes")
    assert told.endswith(GAMES["bug-race"].rules().strip())


def test_a_whole_match_is_played_by_numbers_and_texts(tmp_path: Path) -> None:
    file = tmp_path / "whole.match"
    answers = f"help\nlog\nboard\n77\nsomething\n{'9' * 5000}\n" + "1\n" * 200
    done = run("play", "bug-race", "--seats", "3", "--seed", "1", "--save", str(file), answers=answers)
    assert done.returncode == 0
    assert done.stderr == ""
    assert "'77' is not one of the choices: type a number from 1 to 2, or help." in done.stdout
    assert "'something' is not one of the choices" in done.stdout
    assert "The seed was 1." in done.stdout
    match = bugbox.Match.load(file.read_text(encoding="utf-8"))
    assert match.over
    assert match.bots == {1: "hunter", 2: "hunter"}
    for title, cells in match.game.words.sheet(match.position):
        assert re.search(" +".join(map(re.escape, ["\n" + title, *cells])), done.stdout)


def test_a_hint_lists_the_best_choices_with_their_numbers_and_why(tmp_path: Path) -> None:
    file = tmp_path / "hint.match"
    done = run("play", "bugs-on-rugs", "--seats", "2", "--seed", "1", "--save", str(file), answers="hint\nquit\n")
    assert "A bot's favourites (your chance of winning):\n" in done.stdout, "the same scale as at the table"
    hints = re.findall(r"  (\d+)  (.+): (\d+)%\.? ?(.*)$", done.stdout, re.MULTILINE)
    assert len(hints) == 3
    match = bugbox.Match.load(file.read_text(encoding="utf-8"))
    assert 0 not in {seat for seat, _ in match.decisions}, "a hint decides nothing"
    for number, label, _, _ in hints:
        assert match.game.label(match.options(0)[int(number) - 1]) == label
    assert any(re.fullmatch(r"About \d+ (more|fewer) points? from (your|Bot 1's) .+", why) for _, _, _, why in hints)
    assert "hint or ?" in HELP


def test_no_option_is_taken_for_a_command() -> None:
    commands = {"quit", "q", "exit", "board", "log", "rules", "hint", "?", "help", "h"}
    for game in bugbox.GAMES.values():
        assert not commands & game.words.VERBS


def test_nothing_is_told_twice(tmp_path: Path) -> None:
    done = run("play", "bug-council", "--seats", "1", "--seed", "3", home=tmp_path, answers="2\n1\nquit\n")
    told = [line for line in done.stdout.splitlines() if line.startswith("·")]
    assert len(told) == len(set(told)) > 3
    assert told[0] == "· Round 1: eleven cards are dealt, and the Emissary shows three."


def test_without_a_file_the_match_goes_to_the_data_folder(tmp_path: Path) -> None:
    done = run("play", "bug-race", answers="", home=tmp_path)
    assert done.returncode == 0
    assert "Carry on with: bugbox play --resume" in done.stdout
    assert run("play", "bug-race", answers="", home=tmp_path).returncode == 0, "at once again"
    files = list(tmp_path.rglob("*.match"))
    assert len(files) == 2
    assert bugbox.Match.load(files[0].read_text(encoding="utf-8")).decisions == []


def test_a_kept_match_goes_on_where_it_was_and_ends_as_if_never_left(saved: Path, tmp_path: Path) -> None:
    kept = bugbox.Match.load(saved.read_text(encoding="utf-8"))
    assert 0 < len(kept.decisions) < 6
    assert run("play", "--resume", str(saved), answers="1\n" * 200).returncode == 0
    whole = tmp_path / "whole.match"
    run("play", "bug-race", "--seed", "3", "--save", str(whole), answers="1\n" * 200)
    assert saved.read_text() == whole.read_text()


def test_ctrl_c_leaves_a_record_that_can_be_resumed(tmp_path: Path) -> None:
    """In a real terminal, with the keys that a person presses."""
    file = tmp_path / "left.match"
    process, terminal = pty.fork()
    if process == 0:
        signal.signal(signal.SIGINT, signal.default_int_handler)  # even if the tests run in the background
        os.chdir(ROOT)
        os.execv(sys.executable, [*BUGBOX, "play", "bug-race", "--seed", "5", "--save", str(file)])
    shown = read_until(terminal, b"Your choice")
    os.write(terminal, b"1\n")
    shown += read_until(terminal, b"play first.")
    shown += read_until(terminal, b"--resume", press=b"\x03")
    assert os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]) == 0
    assert b"Traceback" not in shown
    assert len(bugbox.Match.load(file.read_text(encoding="utf-8")).decisions) == 2


def read_until(terminal: int, text: bytes, press: bytes = b"") -> bytes:
    """Read on, pressing a key every second: Python can miss a Ctrl-C that comes just before it waits for input."""
    shown = b""
    for _ in range(60):
        os.write(terminal, press)
        while select.select([terminal], [], [], 1)[0]:
            shown += os.read(terminal, 10_000)
            if text in shown:
                return shown
    raise AssertionError(shown)


def test_a_search_bot_plays(tmp_path: Path) -> None:
    done = run("play", "bug-race", "--bots", "search:20,random", "--seed", "2", answers="1\n1\n", home=tmp_path)
    assert "Bot 1 (search:20) and Bot 2 (random)" in done.stdout
    assert "Turn 2" in done.stdout


@pytest.mark.once
@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["play"], "Which game? For example: bugbox play bug-race"),
        (["play", "bugrace"], "There is no game 'bugrace'; did you mean bug-race?"),
        (["play", "chess"], f"There is no game 'chess'; the games are {', '.join(SHIPPED)}"),
        (["play", "bug-race", "--seats", "9"], "Bug Race is for 2 to 4 players, not 9."),
        (["play", "bug-race", "--seats", "1"], "Bug Race is for 2 to 4 players, not 1."),
        (["play", "bug-race", "--bots", "god"], "There is no bot 'god'; the bots are hatchling, forager, hunter"),
        (["play", "bug-race", "--seats", "4", "--bots", "random,search"], "4 seats need one level for all bots, or 3"),
        (["play", "bug-race", "--set", "expert"], "--set takes KEY=VALUE, for example --set expert=yes, not 'expert'."),
        (["play", "bug-race", "--set", "segments=7"], "segments must be a whole number from 8 to 30, not '7'."),
        (["play", "bug-race", "--set", "segmants=9"], "There is no setting 'segmants'; did you mean segments?"),
        (["play", "bug-race", "--save", "pyproject.toml"], "pyproject.toml already exists"),
        (["play", "bug-race", "--seats", "100000000000"], "Bug Race is for 2 to 4 players, not 100000000000."),
        (["play", "bug-race", "--set", "expert=yes", "--set", "expert=no"], "--set expert is given twice."),
        (["play", "bug-race", "--set", "segments=" + "9" * 5000], "segments must be a whole number from 8 to 30"),
        (["play", "bug-race", "--bots", "search:" + "9" * 5000], "There is no bot 'search:999"),
        (["play", "bug-race", "--save", "/dev/null/a.match"], "/dev/null/a.match cannot be written: "),
        (["play", "bug-race", "--save", "a" * 300], "a" * 300 + " cannot be written: File name too long."),
        (["play", "bug-race", "--resume", "nowhere.match"], "--resume carries on with the match as it was"),
        (["replay", "/dev/zero"], "zero is not a match record: it is not a file, or far too large."),
        (["bench", "--seconds", "nan"], "--seconds takes a number from 0.05 to 60."),
        (["play", "--resume", "nowhere.match"], "nowhere.match cannot be read: No such file or directory."),
        (["replay", "README.md"], "This is not a match record: its first line is not 'bugbox record 1'."),
        (["replay", "nowhere.match"], "nowhere.match cannot be read: No such file or directory."),
        (["rules", "chess"], "There is no game 'chess'"),
        (["simulate", "bug-race", "--seats", "5"], "Bug Race is for 2 to 4 players, not 5."),
        (["simulate", "bug-race", "--bots", "x"], "There is no bot 'x'"),
        (["simulate", "bug-race", "--games", "0"], "Invalid value for '--games'"),
        (["simulate", "bug-race", "--keep", "x.match"], "--keep writes the record of one game: give --games 1"),
        (["simulate", "bug-race", "--games", "1", "--json", "no/where.jsonl"], "no/where.jsonl cannot be written"),
        (["bench", "chess"], "There is no game 'chess'"),
        (["serve-tea"], "No such command 'serve-tea'."),
    ],
    ids=lambda value: " ".join(value)[:60] if isinstance(value, list) else "",
)
def test_a_wrong_call_gets_one_sentence(arguments: list[str], sentence: str) -> None:
    assert wrong(*arguments).startswith(sentence)


def test_a_wrong_call_is_a_wrong_call_of_the_command_too() -> None:
    done = run("rules", "chess")
    assert (done.returncode, done.stdout) == (2, "")
    assert sentence_of(done.stderr).startswith("There is no game 'chess'")


@pytest.mark.once
def test_replay_shows_verifies_and_refuses(saved: Path) -> None:
    decisions = len(bugbox.Match.load(saved.read_text()).decisions)
    assert f"{decisions} decisions follow the rules" in here("replay", str(saved), "--verify").stdout
    assert "You keep" in here("replay", str(saved), "--as", "0").stdout
    assert "Bot 1 keeps" in here("replay", str(saved)).stdout
    assert "Player keeps" in here("replay", str(saved)).stdout
    assert "Bot 1 keeps" not in here("replay", str(saved), "--as", "0").stdout
    assert "Turn 1" in here("replay", str(saved), "--at", "0").stdout
    assert wrong("replay", str(saved), "--at", "999") == (
        f"The match has {decisions} decisions; --at 999 is past its end."
    )
    assert wrong("replay", str(saved), "--as", "9") == "--as takes open or a seat from 0 to 1, not '9'."


def test_only_an_unfinished_match_of_one_person_can_be_resumed(tmp_path: Path) -> None:
    file = tmp_path / "a.match"
    match = bugbox.Match(GAMES["bug-race"], 2, 1, {"segments": 8}, bots={1: "random"})
    file.write_text(bugbox.Match(GAMES["bug-race"], 2, 1).record())
    assert wrong("play", "--resume", str(file)).startswith("The terminal is for one person against bots")
    while not match.over:
        match.play(match.to_act[0], match.options(match.to_act[0])[0])
    file.write_text(match.record())
    assert wrong("play", "--resume", str(file)).startswith("This match is over")


@pytest.mark.slow
@pytest.mark.once
def test_a_damaged_record_is_refused_and_left_as_it_is(saved: Path) -> None:
    text = saved.read_text()
    for damaged in (text[:-20], text.replace("seed 3", "seed 4"), text[: len(text) // 2], ""):
        saved.write_text(damaged)
        for command in (["replay", str(saved)], ["replay", str(saved), "--verify"], ["play", "--resume", str(saved)]):
            assert "record" in wrong(*command)
        assert saved.read_text() == damaged


@pytest.mark.slow
@pytest.mark.once
def test_simulation_gives_the_same_rows_for_any_number_of_jobs(tmp_path: Path) -> None:
    files = [tmp_path / f"{jobs}.jsonl" for jobs in (1, 2)]
    for jobs, file in enumerate(files, 1):
        done = run("simulate", "bug-race", "--seats", "4", "--games", "120", "--jobs", str(jobs), "--json", str(file))
        assert done.returncode == 0
        assert "120 games" in done.stdout
    assert files[0].read_text() == files[1].read_text()
    rows = [json.loads(line) for line in files[0].read_text().splitlines()]
    assert [row["number"] for row in rows] == list(range(120))
    assert len({row["seed"] for row in rows}) == 120
    assert set(rows[0]) >= {"game", "version", "seats", "settings", "seed", "bots", "points", "places", "decisions"}


def test_one_game_of_a_simulation_can_be_played_again_alone() -> None:
    many = run("simulate", "bug-race", "--games", "5", "--json", "-").stdout.splitlines()
    alone = run("simulate", "bug-race", "--games", "1", "--first", "3", "--json", "-").stdout.splitlines()
    assert alone == [many[3]]


def test_a_simulated_game_can_be_kept_and_replayed(tmp_path: Path) -> None:
    file = tmp_path / "odd.match"
    one = ("simulate", "bugs-on-rugs", "--seats", "3", "--games", "1", "--first", "3", "--bots", "search:5,random")
    row = run(*one, "--json", "-").stdout
    assert run(*one, "--json", "-", "--keep", str(file)).stdout == row, "the same game, recorded or not"
    match = bugbox.Match.load(file.read_text(encoding="utf-8"))
    assert list(match.points) == json.loads(row)["points"]
    assert match.bots == {0: "search:5", 1: "random", 2: "search:5"}


@pytest.mark.slow
@pytest.mark.once
def test_bench_gives_a_row_for_every_seat_count_and_mode(tmp_path: Path) -> None:
    file = tmp_path / "bench.jsonl"
    done = run("bench", "bug-race", "--seconds", "0.05", "--json", str(file))
    assert "compiled : interpreted" in done.stdout
    rows = [json.loads(line) for line in file.read_text().splitlines()]
    assert {row["seats"] for row in rows} == {2, 3, 4}
    assert all(row["playouts_per_s"] > 0 and row["simulations_per_s"] > 0 for row in rows)
    assert {row["mode"] for row in rows} <= {"compiled", "interpreted"}


def test_bench_measures_the_package_that_was_started_whatever_the_current_folder_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bugbox").mkdir()
    (tmp_path / "bugbox/__init__.py").write_text("raise AssertionError('another checkout')", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    row = bench.measure_in("interpreted", "bug-race", 2, 0.05)
    assert row["mode"] == "interpreted"
    assert row["playouts_per_s"] > 0


def test_a_full_disk_is_a_sentence() -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run([*BUGBOX, "games"], stdout=full, stderr=subprocess.PIPE, text=True, cwd=ROOT, check=False)
    assert "Traceback" not in done.stderr


def test_a_reader_that_stops_early_is_no_error() -> None:
    command = " ".join([*BUGBOX, "simulate", "bug-race", "--games", "300", "--json", "-"])
    done = subprocess.run(f"{command} | head -1", shell=True, cwd=ROOT, capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr
    assert done.stdout.count("\n") == 1

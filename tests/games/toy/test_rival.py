"""A rival from the terminal to the table: whoever plays alone can lose, and reads it everywhere."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

import bugbox
from bugbox.core.errors import WrongSetting
from bugbox.core.game import WATCHER
from bugbox.core.settings import Value
from bugbox.table.draw import frames, pages
from bugbox.table.draw.widgets import Presence
from bugbox.table.rooms.room import Eyes, Room, new_room
from bugbox.table.storage.store import OVER, PLAYING, Seat
from bugbox.terminal import opponents, score_sheet
from tests.conftest import ROOT
from tests.kit.serving import WITH_TOY, Browser
from tests.kit.tables import whole
from tests.toy import GAME

ANN = "a" * 64
LOST, WON = "You lose: Old Snail wins", "You win!"


def solo(end: str, **settings: Value) -> bugbox.Match:
    """Ann's match alone that ends so; she always takes the first option."""
    for seed in range(200):
        match = bugbox.Match(GAME, 1, seed, settings, ("Ann",))
        while not match.over:
            match.play(0, match.options(0)[0])
        if match.pov(0).verdict() == end:
            return match
    raise AssertionError(f"no match ends with {end!r}")


# --- In the terminal ---


def run(*arguments: str, answers: str = "") -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "XDG_DATA_HOME": str(ROOT / "build" / "nowhere")}
    command = [sys.executable, "-m", WITH_TOY, *arguments]
    return subprocess.run(
        command, input=answers, capture_output=True, text=True, env=environment, cwd=ROOT, timeout=120
    )


@pytest.mark.slow
@pytest.mark.parametrize("end", [LOST, WON])
def test_a_match_alone_is_played_in_the_terminal(end: str, tmp_path: Path) -> None:
    expected, file = solo(end), tmp_path / "alone.match"
    seed = str(expected.seed)
    first = run("play", "toy", "--seats", "1", "--seed", seed, "--save", str(file), answers="1\n1\nquit\n")
    assert "You play against Old Snail. Type the number of your choice" in first.stdout
    last = run("play", "--resume", str(file), answers="1\n" * 20)
    assert f"\n{end}\n\n" + "\n".join(expected.pov(0).result()) in last.stdout
    assert bugbox.Match.load(file.read_text()).decisions == expected.decisions
    assert run("replay", str(file), "--verify").stdout.startswith("All correct: ")


@pytest.mark.slow
def test_at_one_seat_there_are_no_bots(tmp_path: Path) -> None:
    refused = run("play", "toy", "--seats", "1", "--bots", "random,random")
    assert (refused.returncode, refused.stderr.splitlines()[-1]) == (
        2,
        "Error: Whoever plays at one seat has no bots: leave --bots out.",
    )


def test_the_terminal_says_against_whom_i_play() -> None:
    against = {
        (1, True): "against Old Snail",
        (1, False): "alone",
        (3, True): "against Bob (random), Cleo (search) and Old Snail",
        (3, False): "against Bob (random) and Cleo (search)",
    }
    for (seats, snail), words in against.items():
        names, bots = ("Ann", "Bob", "Cleo")[:seats], {1: "random", 2: "search"} if seats > 1 else {}
        assert opponents(bugbox.Match(GAME, seats, 1, {"snail": snail}, names, bots)) == words


def test_the_score_sheet_has_a_column_for_the_rival() -> None:
    match = solo(LOST)
    (rival,) = match.rivals
    for viewer, name in [(0, "You"), (bugbox.WATCHER, "Ann")]:
        assert [line.split() for line in score_sheet(match, viewer).splitlines()] == [
            [name, "Old", "Snail"],
            ["Eaten", str(match.points[0]), str(rival.points)],
        ]


# --- In the laboratory ---


@pytest.mark.slow
def test_simulated_rows_and_their_summary_name_the_rival(tmp_path: Path) -> None:
    files = [tmp_path / f"{jobs}.jsonl" for jobs in (1, 2)]
    for jobs, file in enumerate(files, 1):
        options = ("--seats", "1", "--games", "80", "--jobs", str(jobs), "--json", str(file))
        summary = run("simulate", "toy", *options).stdout
    rows = [json.loads(line) for line in files[0].read_text().splitlines()]
    assert files[1].read_text() == files[0].read_text(), "in any number of processes"
    for row in rows:
        ((name, points, place),) = (rival.values() for rival in row["rivals"])
        assert (name, place) == ("Old Snail", 1 + (row["points"][0] > points))
    share = sum(row["rivals"][0]["place"] == 1 for row in rows) / len(rows)
    assert f"\n  Old Snail  1.: {share:6.1%}  2.: {1 - share:6.1%}  points " in summary


@pytest.mark.slow
def test_without_a_rival_rows_name_none_and_nobody_has_a_place() -> None:
    row = run("simulate", "toy", "--seats", "1", "--games", "1", "--set", "snail=no", "--json", "-").stdout
    assert "rivals" not in json.loads(row)
    summary = run("simulate", "toy", "--seats", "1", "--games", "3", "--set", "snail=no").stdout
    assert re.search(r"^  seat 0 \(random\)  points \d+\.\d\d$", summary, re.MULTILINE)


# --- At the table ---


def room_of(match: bugbox.Match, decisions: int | None = None) -> Room:
    """Ann's table, after so many decisions of this match."""
    row = new_room(GAME, 1, dict(match.settings), ANN, listed=False)
    row = msgspec.structs.replace(row, seed=match.seed, stage=PLAYING, seats=[Seat("Ann", ANN)])
    return Room(row, list(match.decisions[:decisions]))


def drawn(room: Room, viewer: int = 0) -> str:
    eyes = Eyes(viewer, None, (0,) if viewer == 0 else (), hosting=viewer == 0)
    return whole(frames.scene(room, eyes, Presence(frozenset({0}))))


def texts(html: str, element: str) -> list[str]:
    """What stands in each of these elements."""
    return [" ".join(re.sub("<[^>]+>", " ", found).split()) for found in re.findall(element, html, re.DOTALL)]


TITLE, PLATE, PLACE = "<h1>(.*?)</h1>", '<li [^>]*class="plate.*?</li>', '<ol class="places">(.*?)</ol>'
ROW = "<tr>.*?</tr>"


@pytest.mark.parametrize(
    ("end", "watched"), [(LOST, "Old Snail wins"), (WON, "Ann wins"), ("You share the win with Old Snail!", None)]
)
def test_the_table_says_who_won(end: str, watched: str | None) -> None:
    room = room_of(solo(end))
    assert room.row.stage == OVER
    assert texts(drawn(room), TITLE) == [end]
    assert texts(drawn(room, WATCHER), TITLE) == [watched or "Ann and Old Snail win"]


def test_the_end_of_a_lost_match_ranks_the_rival() -> None:
    match = solo(LOST)
    html = drawn(room_of(match))
    mine, its = match.points[0], match.rivals[0].points
    assert texts(html, PLACE) == [f"Old Snail: {its} eaten. You: {mine} eaten."]
    assert texts(html, PLATE) == [f"Ann you place 2 {mine} eaten", f"O Old Snail rival place 1 {its} eaten"]
    assert texts(html, ROW) == ["Ann O Old Snail", f"Eaten {mine} {its}", "Place 2 1"]


def test_nobody_takes_the_name_of_the_rival() -> None:
    row = new_room(GAME, 1, {}, ANN, listed=False)
    room = Room(row, [])
    room.adopt(room.sit(ANN, "Old Snail"))
    assert room.names() == ("Old Snail 2",)
    room.adopt(room.start(ANN))
    room.adopt(room.rename(ANN, 0, "Old Snail"))
    assert room.names() == ("Old Snail 2",)
    with pytest.raises(WrongSetting, match="Old Snail is the rival's name here; the player needs another"):
        bugbox.Match(GAME, 1, players=("Old Snail",))


def test_the_rival_has_a_plate_and_is_never_asked_or_hosted() -> None:
    match = solo(LOST)
    for decisions in range(len(match.decisions)):
        html = drawn(room_of(match, decisions))
        mine, its = texts(html, PLATE)
        assert mine.startswith("Ann you choosing ")
        assert mine.endswith(" … Let a bot play for me Leave the match")
        assert re.fullmatch(r"O Old Snail rival \d+ eaten", its)
        (rival,) = re.findall(r'<li [^>]*id="rival-0".*?</li>', html)
        assert "<button" not in rival
        assert 'data-spot="rival:0"' in rival


def test_quite_alone_the_end_tells_points_and_no_place() -> None:
    """TOY-R5."""
    match = bugbox.Match(GAME, 1, 1, {"snail": False}, ("Ann",))
    while not match.over:
        match.play(0, match.options(0)[0])
    html = drawn(room_of(match))
    points = match.points[0]
    assert texts(html, TITLE) == [f"You have {points} points"]
    assert texts(html, PLATE) == [f"Ann you {points} points {points} eaten"]
    assert texts(html, ROW) == ["Ann", f"Eaten {points}"]


def test_a_new_table_can_be_for_one() -> None:
    form = pages.new_table(GAME, "Ann")
    choices = [re.findall('value="([^"]+)"', select) for select in re.findall('<select name="seat">.*?</select>', form)]
    assert [pages.NO_SEAT in values for values in choices] == [False, True, True]


# --- On a server ---


def play_alone(address: str, end: str) -> tuple[Browser, str, str]:
    """Ann at tables of her own until a match ends so: who she is, the table, and its last picture."""
    ann = Browser(address)
    for _ in range(50):
        table = ann.open_table("me", "none", "none", game="toy", rounds="2", tree="beech", snail="yes", name="Ann")
        with ann.at(table) as me:
            last = me.play_to_the_end()
        if texts(last["html"], TITLE) == [end]:
            return ann, table, last["html"]
    raise AssertionError(f"no match ends with {end!r}")


@pytest.mark.slow
@pytest.mark.parametrize("end", [LOST, WON])
def test_a_match_alone_is_played_on_a_server(address: str, end: str) -> None:
    ann, table, html = play_alone(address, end)
    match = bugbox.Match.load(ann.get(f"{table}/record").text)
    assert (match.seats, match.pov(0).verdict()) == (1, end)
    assert f"rival place {match.rivals[0].place}" in " ".join(texts(html, PLATE))
    assert "as Ann" in ann.get(f"{table}/replay").text


@pytest.mark.slow
def test_play_now_brings_bots_and_the_rival(address: str) -> None:
    ann = Browser(address)
    with ann.at(ann.play_now("toy")) as me:
        plates = texts(me.wait_for_turn().frame["html"], PLATE)
    assert len(plates) == 4
    assert plates[-1] == "O Old Snail rival 0 eaten"

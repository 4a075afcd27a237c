"""A real server that starts, stops, loses its power or its bots."""

import os
import signal
import sqlite3
import subprocess
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

import bugbox
from bugbox.table.storage.store import Store
from tests.conftest import ROOT
from tests.kit.serving import PATIENCE, SHORT, Browser, Server, bots_of, command, is_running, start, started, wait_until
from tests.table.server.matches import a_match_of, level_with, play_together

# --- Power cuts and dying bots ---


@pytest.mark.slow
def test_a_server_killed_at_any_moment_has_all_that_it_acknowledged(tmp_path: Path) -> None:
    """Killed after so many decisions, with one more on its way; each time the same people sit there again."""
    running = start(tmp_path)
    table, (ann, bob) = a_match_of(running.address, "Ann", "Bob")
    known: list[str] = []
    try:
        for decisions in (0, 1, 2, 3, 9):
            with ann.at(table) as me, bob.at(table) as him:
                assert (me.frame["seat"], him.frame["seat"]) == (0, 1)
                assert me.log[: len(known)] == known
                play_together(me, him, decisions=decisions)
                level_with(me, him)
                known, seq = me.log, me.frame["seq"]
                hurried = me if me.options else him
                hurried.say(type="play", asked=hurried.frame.get("asked", 0), option=hurried.options[0])
                running.kill()
            store = Store(tmp_path / "table.sqlite")
            loaded = store.load(table.rpartition("/")[2])
            store.close()
            assert loaded
            assert len(loaded[1]) in (seq, seq + 1), "at most the one on its way came on top"
            running = start(tmp_path, "--port", running.port)
        with ann.at(table) as me, bob.at(table) as him:
            play_together(me, him)
        assert bugbox.Match.load(ann.get(f"{table}/record").text).over
    finally:
        running.stop()
    assert "Traceback" not in running.complaints.read_text()


@pytest.mark.slow
def test_bots_go_on_after_a_power_cut(tmp_path: Path) -> None:
    running = start(tmp_path)
    ann = Browser(running.address)
    table = ann.open_table("me", "search:8000", "search:8000", name="Ann")
    with ann.at(table) as me:
        known = me.play()
        running.kill()
    with started(tmp_path, "--port", running.port), ann.at(table) as me:
        assert me.frame["seq"] >= known["seq"]
        assert me.wait_for_turn().frame["seq"] >= 3


@pytest.mark.slow
@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_no_bot_outlives_its_server(tmp_path: Path, end: signal.Signals) -> None:
    """Even one that thinks for long."""
    running = start(tmp_path, "--bot-processes", "2")
    ann = Browser(running.address)
    table = ann.open_table("me", "search:8000", "search:8000", name="Ann")
    with ann.at(table) as me:
        me.play()
        wait_until(lambda: len(bots_of(running.process.pid)) == 2, "both bots were thinking")
        children = running.children()
        running.process.send_signal(end)
        running.process.wait(PATIENCE)
    wait_until(lambda: not any(map(is_running, children)), "all were gone")
    assert "Traceback" not in running.complaints.read_text()


@pytest.mark.slow
def test_a_match_goes_on_when_a_bots_process_is_killed(tmp_path: Path) -> None:
    with started(tmp_path) as running:
        ann = Browser(running.address)
        table = ann.open_table("me", "random", "random", name="Ann", **SHORT)
        with ann.at(table) as me:
            for _ in range(3):
                me.play()
                me.wait_for_turn()
                for bot in bots_of(running.process.pid):
                    with suppress(ProcessLookupError):
                        os.kill(bot, signal.SIGKILL)
            assert me.play_to_the_end()["over"]
        assert "a bot's process died" in running.complaints.read_text()


# --- Starting and stopping ---


def sentence_of(folder: Path, *options: str) -> str:
    """What a server that cannot start says."""
    done = subprocess.run(command(folder, *options), capture_output=True, text=True, cwd=ROOT, timeout=PATIENCE)
    assert done.returncode == 2, done.stderr
    assert done.stdout == ""
    (sentence,) = done.stderr.splitlines()
    assert sentence.startswith("Error: ")
    assert sentence.endswith(".")
    return sentence.removeprefix("Error: ")


@pytest.mark.slow
def test_a_port_that_is_taken_gives_one_sentence(tmp_path: Path, shared: Server) -> None:
    sentence = sentence_of(tmp_path, "--port", shared.port)
    assert sentence.startswith(f"Nothing can listen on 127.0.0.1 port {shared.port}: Address already in use")


@pytest.mark.slow
@pytest.mark.parametrize(
    "wrong", ["mysql://x", "sqlite:///", "{folder}", "{no database}", "{cut}", "{newer}", "{file}/x"]
)
def test_a_database_that_cannot_be_used_gives_one_sentence(tmp_path: Path, wrong: str) -> None:
    (tmp_path / "no database").write_text("hello " * 1000)
    (tmp_path / "newer").touch()
    Store(tmp_path / "newer").close()
    (tmp_path / "cut").write_bytes((tmp_path / "newer").read_bytes()[:5000])
    with sqlite3.connect(tmp_path / "newer") as newer:
        newer.execute("PRAGMA user_version = 99")
    places = {name: f"sqlite:///{tmp_path / name}" for name in ("no database", "newer", "cut")}
    places |= {"folder": f"sqlite:///{tmp_path}", "file": f"sqlite:///{tmp_path / 'newer'}"}
    for name, place in places.items():
        wrong = wrong.replace("{" + name + "}", place)
    assert sentence_of(tmp_path, "--db", wrong)


@pytest.mark.slow
@pytest.mark.parametrize("moment", ["at once", "idle", "busy"])
def test_ctrl_c_closes_the_table_without_a_fuss(tmp_path: Path, moment: str) -> None:
    running = start(tmp_path)
    ann = Browser(running.address)
    with ExitStack() as table:
        if moment != "at once":
            assert ann.get("/").status == 200
        if moment == "busy":
            table.enter_context(ann.at(ann.open_table("me", "random"))).play()
        assert running.stop() in (0, 130)
    assert "Traceback" not in running.said.read_text() + running.complaints.read_text()


@pytest.mark.slow
def test_ctrl_c_in_a_terminal_reaches_the_bots_too_and_still_is_no_fuss(tmp_path: Path) -> None:
    """The keys go to the whole group of processes, and the first bot has hardly begun then."""
    running = start(tmp_path, own_group=True)
    wait_until(lambda: bots_of(running.process.pid), "the first bot began")
    os.killpg(running.process.pid, signal.SIGINT)
    assert running.process.wait(PATIENCE) in (0, 130)
    assert "Traceback" not in running.said.read_text() + running.complaints.read_text()

"""One server owns a file, and whoever comes second is told where the first one is."""

import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from bugbox.table.rooms.room import new_room
from bugbox.table.storage import file_lock
from bugbox.table.storage.file_lock import FileLock, InUse
from bugbox.table.storage.store import Store
from tests.conftest import ROOT
from tests.kit.serving import GAME, PATIENCE, Browser, command, start, wait_until

ADDRESS = "http://127.0.0.1:8000/"


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_lock, "PATIENCE", 0.2)


def test_the_second_is_told_where_the_first_one_is(tmp_path: Path) -> None:
    first = FileLock(tmp_path / "table.sqlite")
    first.tell(ADDRESS)
    with pytest.raises(InUse, match=rf"^The table in table\.sqlite is already open at {ADDRESS}\.$") as refused:
        FileLock(tmp_path / "table.sqlite")
    assert refused.value.address == ADDRESS
    first.release()
    second = FileLock(tmp_path / "table.sqlite")
    second.release()


@pytest.mark.usefixtures("impatient")
def test_an_owner_of_old_is_not_named(tmp_path: Path) -> None:
    first = FileLock(tmp_path / "table.sqlite")
    first.tell(ADDRESS)
    first.release()
    second = FileLock(tmp_path / "table.sqlite")
    with pytest.raises(InUse, match="is already open by another Bugbox"):
        FileLock(tmp_path / "table.sqlite")
    second.release()


def test_two_files_have_two_owners_and_one_file_by_two_names_has_one(tmp_path: Path) -> None:
    (tmp_path / "link.sqlite").symlink_to(tmp_path / "table.sqlite")
    first, other = FileLock(tmp_path / "table.sqlite"), FileLock(tmp_path / "other.sqlite")
    first.tell(ADDRESS)
    with pytest.raises(InUse):
        FileLock(tmp_path / "link.sqlite")
    first.release()
    other.release()


def test_a_hard_link_is_the_same_file(tmp_path: Path) -> None:
    """In another folder, and under another name, so that nothing but the file itself tells."""
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "table.sqlite").touch()
    first = FileLock(tmp_path / "table.sqlite")
    (tmp_path / "elsewhere" / "link.sqlite").hardlink_to(tmp_path / "table.sqlite")
    for _ in range(2):
        with pytest.raises(InUse, match=r"^The table in link\.sqlite is already open by another Bugbox\.$"):
            FileLock(tmp_path / "elsewhere" / "link.sqlite")
    first.release()
    FileLock(tmp_path / "elsewhere" / "link.sqlite").release()


@pytest.mark.slow
def test_the_lock_and_sqlites_own_do_not_get_in_each_others_way(tmp_path: Path) -> None:
    path = tmp_path / "table.sqlite"
    owned = FileLock(path)
    store = Store(path)
    row = new_room(GAME, 2, {}, "", listed=True)
    for revision in range(1, 4):  # each listing opens the file and closes it again
        store.save_room(msgspec.structs.replace(row, revision=revision)).result()
        assert [room.id for room in store.open_rooms(9)] == [row.id]
        with pytest.raises(InUse):
            FileLock(path)
    in_another = "import sys; from pathlib import Path; from bugbox.table.storage.store import connect;"
    in_another += " print(connect(Path(sys.argv[1])).execute('SELECT count(*) FROM room').fetchone()[0])"
    looked = subprocess.run([sys.executable, "-c", in_another, path], cwd=ROOT, capture_output=True, text=True)
    assert looked.stdout == "1\n", "others can look into the file"
    store.close()
    owned.release()


def second_server(folder: Path, *options: str, **environment: str) -> str:
    """What it says; it must not stay."""
    done = subprocess.run(
        command(folder, *options),
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=PATIENCE,
        env={**os.environ, **environment},
    )
    assert (done.returncode, done.stdout) == (2, "")
    return done.stderr


@pytest.mark.slow
def test_a_second_server_on_one_file_says_so_and_ends(tmp_path: Path) -> None:
    running = start(tmp_path)
    try:
        said = second_server(tmp_path)
        assert said == f"Error: The table in table.sqlite is already open at {running.address}/.\n"
        assert second_server(tmp_path, "--port", running.port) == said, "the file, not the port, is what matters"
        assert Browser(running.address).get("/").status == 200
    finally:
        running.stop()


@pytest.mark.slow
def test_a_second_server_on_a_hard_link_says_so_and_ends(tmp_path: Path) -> None:
    (tmp_path / "linked").mkdir()
    running = start(tmp_path)
    try:
        (tmp_path / "linked" / "table.sqlite").hardlink_to(tmp_path / "table.sqlite")
        said = second_server(tmp_path / "linked")
        assert said == "Error: The table in table.sqlite is already open by another Bugbox.\n"
        assert Browser(running.address).open_table("me", "search", name="Ann")
    finally:
        running.stop()


@pytest.mark.slow
def test_the_second_opens_the_first_ones_table_in_the_browser(tmp_path: Path) -> None:
    browser, opened = tmp_path / "browser", tmp_path / "opened"
    browser.write_text(f'#!/bin/sh\necho "$1" > "{opened}"\n')
    browser.chmod(0o755)
    running = start(tmp_path)
    try:
        second_server(tmp_path, "--open", BROWSER=str(browser), DISPLAY=":0")
        wait_until(opened.exists, "the browser was opened")
        wait_until(opened.read_text, "it was given an address")
        assert opened.read_text() == f"{running.address}/\n"
    finally:
        running.stop()


@pytest.mark.slow
def test_a_server_that_was_killed_owns_nothing_any_more(tmp_path: Path) -> None:
    """Nor do its bots, which may live a moment longer."""
    for _ in range(3):
        running = start(tmp_path)
        ann = Browser(running.address)
        with ann.at(ann.open_table("me", "search", name="Ann")) as me:
            me.play()
            running.kill()
    start(tmp_path).stop()

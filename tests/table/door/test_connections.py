"""One guest cannot spoil the evening of the others: silence, crowds, and files that run out."""

import resource
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from bugbox.table.app import SHUT
from bugbox.table.net import protocols
from bugbox.table.net.limits import Limits
from tests.conftest import ROOT
from tests.kit.serving import PATIENCE, Browser, command, limited, start, wait_until
from tests.table.door.waiting import a_table

pytestmark = pytest.mark.slow  # most of these wait for somebody who does nothing


def line_to(address: str, home: str = "127.0.0.1") -> socket.socket:
    """A connection on which nothing is said yet."""
    host, port = address.removeprefix("http://").split(":")
    return socket.create_connection((host, int(port)), timeout=PATIENCE, source_address=(home, 0))


@contextmanager
def silent(address: str, many: int, home: str = "127.0.0.1") -> Iterator[list[socket.socket]]:
    with ExitStack() as stack:
        yield [stack.enter_context(line_to(address, home)) for _ in range(many)]


def answer_of(line: socket.socket) -> bytes:
    """All that comes until the other side has closed."""
    said = b""
    while True:
        try:
            more = line.recv(65536)
        except ConnectionResetError:
            return said
        if not more:
            return said
        said += more


# --- Silence ---

HALVES = {
    "nothing at all": b"",
    "half a request": b"GET / HTTP/1.1\r\nHost: local",
    "half a form": b"POST /play HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nContent-Length: 50\r\n\r\ngame=",
    "one request and no other": b"GET /icon.svg HTTP/1.1\r\nHost: {host}\r\n\r\n",
    "half a handshake": b"GET /table/x/live HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: up",
}


@pytest.mark.parametrize("half", HALVES.values(), ids=HALVES)
def test_whoever_says_nothing_any_more_is_closed(tmp_path: Path, half: bytes) -> None:
    with limited(tmp_path, Limits(silence=0.3)) as address, closing(line_to(address)) as line:
        line.sendall(half.replace(b"{host}", address.removeprefix("http://").encode()))
        answer_of(line)


def test_whoever_takes_no_answer_is_closed(tmp_path: Path) -> None:
    """What was sent and not taken keeps a connection open, unless somebody looks after it."""
    with limited(tmp_path, Limits(silence=0.3, request=0.3)) as address:
        with socket.socket() as line:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            line.settimeout(PATIENCE)
            line.connect(("127.0.0.1", int(address.rpartition(":")[2])))
            request = f"GET /static/bugbox.js HTTP/1.1\r\nHost: {address.removeprefix('http://')}\r\n\r\n"
            with pytest.raises((ConnectionResetError, BrokenPipeError)):
                list(iter(lambda: line.sendall(request.encode()), "never"))
        assert Browser(address).get("/icon.svg").status == 200


def test_a_socket_that_answers_no_ping_is_gone(tmp_path: Path) -> None:
    with limited(tmp_path, Limits(ping=0.5, presence=0)) as address:
        ann, table = a_table(address)
        bob = Browser(address)
        bob.sit(table, "Bob")
        with bob.at(table) as him, closing(line_to(address)) as line:
            handshake = (
                f"GET {table}/live HTTP/1.1\r\nHost: {ann.host}\r\nOrigin: {address}\r\nCookie: {ann.cookie()}\r\n"
            )
            handshake += "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            line.sendall(f"{handshake}Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode())
            him.wait_for_frame(lambda frame: ">here<" in frame["html"])
            him.wait_for_frame(lambda frame: ">away<" in frame["html"])
            assert b"101 Switching" in answer_of(line)


# --- Crowds ---


def test_an_address_has_only_so_many_connections(tmp_path: Path) -> None:
    with limited(tmp_path, Limits(an_address=5)) as address, silent(address, 5, "127.0.0.2"):
        with closing(line_to(address, "127.0.0.2")) as line:
            assert b"503 Service Unavailable" in answer_of(line)
        assert Browser(address).get("/icon.svg").status == 200


def test_whoever_leaves_makes_room(tmp_path: Path) -> None:
    with limited(tmp_path, Limits(an_address=3)) as address:
        for _ in range(4):
            with silent(address, 3):
                pass
        wait_until(lambda: Browser(address).get("/icon.svg").status == 200, "the others were gone")


def test_when_all_places_are_taken_the_silent_make_way(tmp_path: Path) -> None:
    with limited(tmp_path, Limits(connections=10)) as address:
        ann, table = a_table(address)
        with silent(address, 30), ann.at(table) as me, silent(address, 30):
            assert ann.get(table).status == 200
            me.say(type="react", word="Ouch")
            me.read_until(lambda message: message["type"] == "reaction", "whoever is there already stays")


def test_watchers_leave_places_for_those_who_play(tmp_path: Path) -> None:
    with limited(tmp_path, Limits(connections=8)) as address, ExitStack() as stack:
        ann, table = a_table(address)
        for _ in range(6):
            stack.enter_context(Browser(address).at(table))
        with pytest.raises(InvalidStatus), Browser(address).at(table):
            pass
        with ann.at(table) as me:
            assert "Your table" in me.frame["html"]


def test_watchers_who_leave_make_room(tmp_path: Path) -> None:
    with limited(tmp_path, Limits(connections=4)) as address:
        _, table = a_table(address)
        for _ in range(3):
            with ExitStack() as stack:
                for _ in range(3):
                    stack.enter_context(Browser(address).at(table))


def test_the_oldest_watcher_of_an_address_makes_way_for_one_too_many_there(tmp_path: Path) -> None:
    with limited(tmp_path, Limits(watchers_an_address=2), "127.0.0.1") as address:
        _, table = a_table(address)
        near, far = (Browser(address, home=home) for home in ("10.0.0.1", "10.0.0.2"))
        with far.at(table) as other, near.at(table) as first, near.at(table) as second, near.at(table):
            with pytest.raises(ConnectionClosed) as closed:
                first.read_until(lambda message: False, "it was closed")
            assert closed.value.rcvd
            assert closed.value.rcvd.code == SHUT
            assert closed.value.rcvd.reason.startswith("Too many people at your internet address are watching")
            for stays in (other, second):
                stays.say(type="explain", thing="x")
                stays.read_until(lambda message: message["type"] == "explained", "the others stay")


def test_when_all_places_are_taken_the_oldest_watcher_of_the_largest_crowd_makes_way(tmp_path: Path) -> None:
    """At whatever table: no few addresses keep all others from watching."""
    with limited(tmp_path, Limits(connections=8), "127.0.0.1") as address, ExitStack() as stack:
        _, table = a_table(address)
        _, elsewhere = a_table(address)
        crowd, guest = (Browser(address, home=home) for home in ("10.0.0.1", "10.0.0.2"))
        first = stack.enter_context(crowd.at(elsewhere))
        for _ in range(5):
            stack.enter_context(crowd.at(table))
        for _ in range(2):
            stack.enter_context(guest.at(table))
        with pytest.raises(ConnectionClosed):
            first.read_until(lambda message: False, "it was closed")
        stack.enter_context(guest.at(table))
        with pytest.raises(InvalidStatus), guest.at(table):
            pass  # each has half of them now


def test_a_host_without_a_seat_is_no_watcher(tmp_path: Path) -> None:
    with limited(tmp_path, Limits(watchers_an_address=1)) as address:
        ann = Browser(address)
        table = ann.open_table("open", "open")
        with ann.at(table) as me, Browser(address).at(table), Browser(address).at(table):
            me.say(type="bot", seat=0, level="random")
            me.read_until(lambda message: "Weevil" in str(message), "the host is still there")


def test_the_oldest_of_too_many_windows_is_closed_with_a_sentence(tmp_path: Path) -> None:
    with limited(tmp_path, Limits(windows=2)) as address:
        ann, table = a_table(address)
        with ann.at(table) as first, ann.at(table) as second, ann.at(table) as third:
            with pytest.raises(ConnectionClosed) as closed:
                first.read_until(lambda message: False, "it was closed")
            assert closed.value.rcvd
            assert closed.value.rcvd.code == SHUT
            assert closed.value.rcvd.reason.endswith("it was closed here.")
            for window in (second, third):
                window.say(type="react", word="Ouch")
                window.read_until(lambda message: message["type"] == "reaction", "the others stay")


# --- Files ---

LOW = "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, ({files}, {files})); {more}"
RUN = "import sys; from bugbox.cli import main; main(sys.argv[1:])"


def with_few_files(folder: Path, files: int, more: str = "pass") -> list[str]:
    """The command for a server that the system allows so many files."""
    arguments = command(folder)
    return [sys.executable, "-c", f"{LOW.format(files=files, more=more)}; {RUN}", *arguments[3:]]


@pytest.mark.slow
def test_more_silent_connections_than_files_stop_nobody(tmp_path: Path) -> None:
    running = start(tmp_path, its_command=with_few_files(tmp_path, 300))
    try:
        ann, table = a_table(running.address)
        with ann.at(table) as me, ExitStack() as stack:
            for home in range(2, 6):
                stack.enter_context(silent(running.address, 100, f"127.0.0.{home}"))
            assert ann.get("/").status == 200
            me.say(type="react", word="Ouch")
            me.read_until(lambda message: message["type"] == "reaction", "the table goes on")
    finally:
        running.stop()
    assert running.complaints.read_text() == ""


@pytest.mark.slow
def test_a_server_without_files_says_so_once_and_recovers(tmp_path: Path) -> None:
    """Should the limits not be enough: 60 files in all, and all of them for connections."""
    reckless = "from bugbox.table.net import protocols; protocols.fit = lambda limits: limits"
    running = start(tmp_path, its_command=with_few_files(tmp_path, 60, reckless))
    try:
        with silent(running.address, 150):
            wait_until(running.complaints.read_text, "it complained")
            time.sleep(3)  # it tries again once a second
        wait_until(lambda: Browser(running.address).get("/icon.svg").status == 200, "it was there again")
    finally:
        running.stop()
    assert running.complaints.read_text().count("Traceback") == 1


def test_as_many_files_as_the_system_allows_are_asked_for() -> None:
    limits = "import dataclasses, resource as r; from bugbox.table.net import limits, protocols"
    ask = f"{limits}; r.setrlimit(r.RLIMIT_NOFILE, (300, 700)); print(protocols.fit(limits.Limits()).connections)"
    done = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, cwd=ROOT, check=True)
    assert int(done.stdout) == 700 - protocols.FILES_KEPT
    assert protocols.fit(Limits(connections=20)) == Limits(connections=20)
    assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] >= 20

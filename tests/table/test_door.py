"""One guest cannot spoil the evening of the others: silence, floods, crowds, and what is kept for those who play."""

import logging
import re
import resource
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection

from bugbox.core.errors import WrongSetting
from bugbox.table import door
from bugbox.table.app import SHUT
from bugbox.table.limits import Buckets, Limits, Proxies, street
from bugbox.table.quiet import Once
from bugbox.table.store import connect, now
from tests.conftest import ROOT
from tests.kit.serving import GAME, PATIENCE, Browser, command, limited, start, wait_until

pytestmark = pytest.mark.slow  # most of these wait for somebody who does nothing

PING = b"\x89\x80\0\0\0\0"
EMPTY_TEXT = b"\x81\x80\0\0\0\0"
EMPTY_BYTES = b"\x82\x80\0\0\0\0"
CLOSE = b"\x88\x80\0\0\0\0"


def listening(take: Callable[[logging.LogRecord], None]) -> logging.Handler:
    class Listener(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            take(record)

    return Listener()


@pytest.fixture(autouse=True)
def log() -> Iterator[list[logging.LogRecord]]:
    """What the server in this process complains about; at the end there may be no error."""
    said: list[logging.LogRecord] = []
    listener = listening(said.append)
    loggers = [logging.getLogger(name) for name in ("bugbox.table", "uvicorn.error", "asyncio")]
    for logger in loggers:
        logger.addHandler(listener)
    yield said
    for logger in loggers:
        logger.removeHandler(listener)
    assert not [record.getMessage() for record in said if record.exc_info]


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


def a_table(address: str, **named: str) -> tuple[Browser, str]:
    ann = Browser(address, **named)  # type: ignore[arg-type]
    return ann, ann.open_table("me", "open", name="Ann")


def code_of(line: ClientConnection) -> int:
    """With which code the server closes."""
    with pytest.raises(ConnectionClosed) as closed:
        list(iter(lambda: line.recv(PATIENCE), None))
    assert closed.value.rcvd
    return closed.value.rcvd.code


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
    reckless = "from bugbox.table import door; door.fit = lambda limits: limits"
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
    limits = "import dataclasses, resource as r; from bugbox.table import door, limits"
    ask = f"{limits}; r.setrlimit(r.RLIMIT_NOFILE, (300, 700)); print(door.fit(limits.Limits()).connections)"
    done = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, cwd=ROOT, check=True)
    assert int(done.stdout) == 700 - door.FILES_KEPT
    assert door.fit(Limits(connections=20)) == Limits(connections=20)
    assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] >= 20


# --- Pace ---


@pytest.mark.parametrize("frame", [PING, EMPTY_TEXT, EMPTY_BYTES], ids=["pings", "empty messages", "bytes"])
def test_a_flood_of_anything_is_closed(tmp_path: Path, frame: bytes) -> None:
    with limited(tmp_path, Limits()) as address:
        ann, table = a_table(address)
        with ann.socket(table) as line:
            line.socket.sendall(frame * 5000)
            assert code_of(line) == 1008
        assert ann.get(table).status == 200


def test_all_windows_of_a_person_share_one_pace(tmp_path: Path) -> None:
    with limited(tmp_path, Limits(messages=(4, 0.001))) as address:
        ann, table = a_table(address)
        with ann.at(table) as one, ann.at(table) as other:
            for _ in range(2):
                for window in (one, other):
                    window.say(type="react", word="Ouch")
                    for ear in (one, other):  # both, so that the next one cannot overtake this one
                        ear.read_until(lambda message: message["type"] == "reaction", "that was all right")
            one.say(type="react", word="Ouch")
            assert "Slow down" in one.refusal()
            other.say(type="react", word="Ouch")
            assert "Slow down" in other.refusal()


def test_all_sockets_of_a_person_and_of_an_address_share_what_may_come_in(tmp_path: Path) -> None:
    of_person, of_address = Limits(frames=(8, 0.001)), Limits(frames_an_address=(8, 0.001))
    for folder, limits, same in (("person", of_person, True), ("address", of_address, False)):
        (tmp_path / folder).mkdir()
        with limited(tmp_path / folder, limits) as address:
            ann, table = a_table(address)
            bob = ann if same else Browser(address)
            with ann.socket(table) as one, bob.socket(table) as other:
                one.socket.sendall(PING * 5)
                other.socket.sendall(PING * 5)
                assert code_of(other) == 1008


def test_what_a_gone_connection_said_last_is_dropped(tmp_path: Path) -> None:
    with limited(tmp_path, Limits(presence=0)) as address:
        ann, table = a_table(address)
        bob = Browser(address)
        bob.sit(table, "Bob")
        with bob.at(table) as him:
            with ann.at(table) as me:
                him.wait_for_frame(lambda frame: ">here<" in frame["html"])
                frames = [text_frame(f'{{"type":"rename","seat":0,"name":"Ann {number}"}}') for number in range(9)]
                me.socket.socket.sendall(b"".join(frames) + CLOSE)
                assert code_of(me.socket) == 1005
            him.wait_for_frame(lambda frame: ">away<" in frame["html"])
            assert ">Ann<" in him.frame["html"]


def text_frame(text: str) -> bytes:
    assert len(text) < 126
    return bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text.encode()


def test_requests_have_a_pace_by_address(tmp_path: Path) -> None:
    with limited(tmp_path, Limits(requests=(5, 0.001))) as address:
        pages = [Browser(address).get("/icon.svg").status for _ in range(6)]
        assert pages == [200] * 5 + [429]


def test_sockets_are_opened_at_a_pace_by_address(tmp_path: Path) -> None:
    with limited(tmp_path, Limits(joins=(3, 0.001))) as address:
        ann, table = a_table(address)
        for _ in range(3):
            with ann.at(table):
                pass
        with pytest.raises(InvalidStatus), ann.at(table):
            pass
        assert ann.get(table).status == 200


# --- Whose address it is ---


def test_x_forwarded_for_is_believed_only_from_proxies_that_were_named(tmp_path: Path) -> None:
    for folder, proxies in (("no proxy", []), ("another", ["10.0.0.1"]), ("this one", ["127.0.0.0/8"])):
        (tmp_path / folder).mkdir()
        with limited(tmp_path / folder, Limits(requests=(3, 0.001), an_address=3), *proxies) as address:
            pages = [Browser(address, home=f"192.0.2.{number}").get("/icon.svg").status for number in range(6)]
            assert pages[-1] == (200 if folder == "this one" else 429), folder
            if folder == "this one":
                liar = [Browser(address, home=f"1.2.3.{number}, 192.0.2.9").get("/").status for number in range(4)]
                assert liar[-1] == 429, "what came from further away is hearsay"


def test_a_proxy_is_an_address_or_a_network() -> None:
    assert "10.1.2.3" in Proxies(["10.0.0.0/8"])
    assert "11.1.2.3" not in Proxies(["10.0.0.0/8", "::1"])
    assert "somewhere" not in Proxies(["10.0.0.0/8"])
    with pytest.raises(WrongSetting, match="--proxy takes an address or a network"):
        Proxies(["example.org"])


def test_a_street_of_ipv6_addresses_counts_as_one() -> None:
    assert street("2001:db8::1") == street("2001:db8:0:0:ffff::2")
    assert street("2001:db8::1") != street("2001:db8:0:1::1")
    assert street("::ffff:10.0.0.1") == street("10.0.0.1") != street("10.0.0.2")


def test_paces_of_those_who_are_gone_are_forgotten() -> None:
    buckets = Buckets(burst=1, a_second=1000, most=10)
    for number in range(1000):
        buckets.take(str(number))
        if number % 10 == 0:
            wait_until(lambda: buckets.of("0").take(), "some time had passed")
    assert len(buckets._buckets) <= 20


# --- The lobby ---


def test_one_person_does_not_fill_the_list_of_open_tables(tmp_path: Path) -> None:
    """With a new secret for each table; behind a proxy here, so that there are other addresses."""
    with limited(tmp_path, Limits(listed=(100, 1), tables=(100, 1)), "127.0.0.1") as address:
        bobs = Browser(address, home="192.0.2.1").open_table("me", "open", name="Bob", listed="yes")
        then = now()
        wait_until(lambda: now() > then, "all other tables were newer")
        for _ in range(30):
            Browser(address, home="192.0.2.66").open_table("me", "open", name="Eve", listed="yes")
        lobby = Browser(address).get("/").text
        assert bobs in lobby
        assert lobby.count("Eve") == 19


def test_nobody_shows_tables_in_the_lobby_without_end(tmp_path: Path) -> None:
    with limited(tmp_path, Limits(listed=(2, 0.001))) as address:
        fields = [("seat", "me"), ("seat", "open")]
        shown = [Browser(address).post(f"/new/{GAME.name}", *fields, ("listed", "yes")).status for _ in range(3)]
        assert shown == [303, 303, 429]
        assert Browser(address).post(f"/new/{GAME.name}", *fields).status == 303


def test_an_address_has_only_so_many_unfinished_tables_also_after_a_restart(tmp_path: Path) -> None:
    def opened(address: str, home: str) -> tuple[int, str]:
        page = Browser(address, home=home).post("/play", ("game", GAME.name))
        return page.status, page.text

    sentence = "2 tables from your network are not finished yet; play on at one of them, or come back tomorrow."
    for first in ([303, 303, 429], [429]):
        with limited(tmp_path, Limits(unfinished=2), "127.0.0.1") as address:
            answers = [opened(address, "192.0.2.66") for _ in first]
            assert [status for status, _ in answers] == first
            assert sentence in answers[-1][1]
            assert Browser(address, home="192.0.2.66").ask("POST", "/replay", b"").status == 429
    with limited(tmp_path, Limits(unfinished=2), "127.0.0.1") as address:
        assert opened(address, "192.0.2.1")[0] == 303, "others open tables as before"


def test_tables_that_are_over_or_of_yesterday_do_not_count(tmp_path: Path) -> None:
    file = tmp_path / "table.sqlite"
    with limited(tmp_path, Limits(unfinished=2)) as address:
        tables = [Browser(address).play_now() for _ in range(2)]
        assert Browser(address).post("/play", ("game", GAME.name)).status == 429
        for table, change in zip(tables, ("stage = 'over'", f"last_used = '{now(days_ago=2)}'"), strict=True):
            with closing(connect(file)) as disk:
                disk.execute(f"UPDATE room SET {change} WHERE id = ?", (table.removeprefix("/table/"),))
            assert Browser(address).post("/play", ("game", GAME.name)).status == 303
            assert Browser(address).post("/play", ("game", GAME.name)).status == 429


def test_the_file_does_not_tell_from_where_a_table_was_opened(tmp_path: Path) -> None:
    """Of all addresses one in 65,536 would leave the same there, and others in another file."""
    makers = set()
    for folder in ("one", "two", "three"):
        with limited(tmp_path / folder, Limits(), "127.0.0.1") as address:
            Browser(address, home="192.0.2.66").play_now()
        with closing(connect(tmp_path / folder / "table.sqlite")) as disk:
            ((maker,),) = disk.execute("SELECT maker FROM room").fetchall()
            assert "192.0.2.66" not in "".join(disk.iterdump())
        assert re.fullmatch(r"[0-9a-f]{4}", maker)
        makers.add(maker)
    assert len(makers) > 1


# --- The log ---


def test_a_log_says_a_thing_once_and_later_how_often_it_happened() -> None:
    told: list[str] = []
    logger = logging.getLogger("test of the log")
    logger.addHandler(listening(lambda record: told.append(record.getMessage())))
    once = Once(pause=1e9)  # also on a machine that has just been started, whose clock begins at 0
    logger.addFilter(once)
    for number in range(50):
        logger.warning("number %d is odd", number)
    logger.warning("something else")
    assert told == ["number 0 is odd", "something else"]
    once.pause = 0
    logger.warning("number %d is odd", 50)
    assert told[2] == "number 50 is odd (and 49 times more since this was last said)"


def test_different_errors_are_different_things() -> None:
    told: list[str] = []
    logger = logging.getLogger("test of errors")
    logger.addHandler(listening(lambda record: told.append(str(record.exc_info and record.exc_info[1]))))
    logger.addFilter(Once())
    for error in (ValueError("one"), KeyError("two"), ValueError("one again")):
        try:
            raise error
        except (ValueError, KeyError):
            logger.exception("Exception in ASGI application\n")
    assert told == ["one", "'two'"]

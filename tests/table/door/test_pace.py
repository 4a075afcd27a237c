"""One guest cannot spoil the evening of the others: floods, shared addresses, the lobby, and the log."""

import logging
import re
from contextlib import closing
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection

import bugbox
from bugbox.core.errors import WrongSetting
from bugbox.table.net.limits import Buckets, Limits, Proxies, street
from bugbox.table.net.log_filter import Once
from bugbox.table.storage.store import connect, now
from tests.kit.serving import GAME, PATIENCE, Browser, limited, wait_until
from tests.table.door.waiting import a_table, listening

pytestmark = pytest.mark.slow  # most of these wait for somebody who does nothing


PING = b"\x89\x80\0\0\0\0"
EMPTY_TEXT = b"\x81\x80\0\0\0\0"
EMPTY_BYTES = b"\x82\x80\0\0\0\0"
CLOSE = b"\x88\x80\0\0\0\0"


def code_of(line: ClientConnection) -> int:
    """With which code the server closes."""
    with pytest.raises(ConnectionClosed) as closed:
        list(iter(lambda: line.recv(PATIENCE), None))
    assert closed.value.rcvd
    return closed.value.rcvd.code


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


def test_records_that_were_brought_along_count_as_unfinished_tables(tmp_path: Path) -> None:
    match = bugbox.Match.new(GAME.name, seats=2, seed=1)
    with limited(tmp_path, Limits(unfinished=2)) as address:
        brought = [Browser(address).ask("POST", "/replay", match.record().encode()).status for _ in range(3)]
        assert brought == [201, 201, 429]
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

"""Strangers at the door of a real server: foreign hosts and origins, sizes and floods."""

import json
import socket
from collections import Counter
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from bugbox.table.app import LARGEST_FORM, LARGEST_RECORD
from tests.kit.serving import GAME, Browser, server
from tests.table.server.matches import a_match_of

# --- Strangers at the door ---

FOREIGN_ORIGINS: dict[str, str | None] = {
    "foreign": "http://evil.example",
    "missing": None,
    "null": "null",
    "another port": "http://127.0.0.1:1",
    "only alike": "http://127.0.0.1.evil.example",
    "broken": "http://[",
}


@pytest.mark.parametrize("origin", FOREIGN_ORIGINS.values(), ids=FOREIGN_ORIGINS)
def test_only_pages_of_this_server_send_forms_and_open_sockets(
    address: str, anns: tuple[Browser, str], origin: str | None
) -> None:
    ann, table = anns
    for path in ("/play", f"/new/{GAME.name}", f"{table}/sit", "/replay"):
        page = ann.post(path, ("game", GAME.name), ("seat", "me"), ("seat", "random"), Origin=origin)
        assert page.status == 403, path
        assert not page.cookies
    with pytest.raises(InvalidStatus) as refused, ann.at(table, origin):
        pass
    assert refused.value.response.status_code == 403


FOREIGN_HOSTS: dict[str, str | None] = {
    "foreign": "evil.example",
    "foreign with the port": "evil.example:{port}",
    "only alike": "127.0.0.1.evil.example",
    "an address and more": "[::1].evil.example",
    "missing": None,
    "empty": "",
    "broken": "[",
}


@pytest.mark.parametrize("host", FOREIGN_HOSTS.values(), ids=FOREIGN_HOSTS)
def test_a_strangers_name_that_points_here_gets_nothing(
    address: str, anns: tuple[Browser, str], host: str | None
) -> None:
    """Else a page on that name could read this table."""
    ann, table = anns
    named = host.format(port=address.rpartition(":")[2]) if host else host
    for path in ("/", table, "/static/bugbox.js"):
        page = ann.get(path, Host=named)
        assert page.status in (400, 403)
        assert "Ann" not in page.text
    assert ann.post("/play", ("game", GAME.name), Host=named, Origin=f"http://{named}").status in (400, 403)


def test_a_strangers_name_opens_no_socket(address: str, anns: tuple[Browser, str]) -> None:
    _, table = anns
    with (
        socket.create_connection(("127.0.0.1", int(address.rpartition(":")[2]))) as line,
        pytest.raises(InvalidStatus) as refused,
    ):
        connect(f"ws://evil.example{table}/live", sock=line, origin=Origin("http://evil.example"), proxy=None)
    assert refused.value.response.status_code == 403


@pytest.mark.parametrize("name", ["localhost", "127.0.0.1", "[::1]", "192.168.1.7"])
def test_this_machine_goes_by_its_addresses(address: str, anns: tuple[Browser, str], name: str) -> None:
    ann, table = anns
    host = f"{name}:{address.rpartition(':')[2]}"
    assert ann.get(table, Host=host).status == 200
    page = ann.post(f"{table}/sit", ("name", "Ann"), Host=host, Origin=f"http://{host}")
    assert page.status == 409, "let in, though not to a second seat"


@pytest.mark.parametrize("path", ["/table/nowhere", "/table/..%2f..%2fx", "/rules/chess", "/new/chess", "/nothing"])
def test_what_is_not_there_is_said_with_a_way_back(address: str, path: str) -> None:
    page = Browser(address).get(path)
    assert page.status == 404
    assert 'href="/"' in page.text


def test_no_socket_without_a_table(address: str) -> None:
    with pytest.raises(InvalidStatus), Browser(address).at("/table/nowhere"):
        pass


@pytest.mark.parametrize("path", ["/static/../app.py", "/static/..%2fapp.py", "/static/%2e%2e/store.py", "/static/"])
def test_only_what_is_meant_for_browsers_is_served(address: str, path: str) -> None:
    assert Browser(address).get(path).status == 404


@pytest.mark.parametrize("cookie", ["bugbox=x", f"bugbox={'a' * 64}", "bugbox=", "bugbox=\x7f", "=;;=", "a" * 5000])
def test_a_secret_that_this_server_did_not_make_opens_nothing(
    address: str, anns: tuple[Browser, str], cookie: str
) -> None:
    ann, table = anns
    assert table in ann.get("/").text
    lobby = Browser(address).get("/", Cookie=cookie)
    assert lobby.status == Browser(address).get(table, Cookie=cookie).status == 200
    assert table not in lobby.text


# --- Sizes and floods ---


def test_what_is_too_large_is_refused_and_the_server_goes_on(address: str, anns: tuple[Browser, str]) -> None:
    ann, table = anns
    assert ann.ask("POST", "/play", b"x" * (LARGEST_FORM + 1)).status == 413
    assert ann.ask("POST", f"{table}/sit", b"x" * (LARGEST_FORM + 1)).status == 413
    assert ann.ask("POST", "/replay", b"x" * (LARGEST_RECORD + 1)).status == 413
    with ann.at(table) as me:
        me.say(type="rename", seat=0, name="x" * 5000)
        with pytest.raises(ConnectionClosed) as closed:
            me.refusal()
    assert closed.value.rcvd
    assert closed.value.rcvd.code == 1009
    assert ann.get(table).status == 200


def test_a_form_with_too_many_fields_is_refused(address: str) -> None:
    page = Browser(address).post(f"/new/{GAME.name}", *[("seat", "x")] * 200)
    assert 400 <= page.status < 500


@pytest.mark.slow
def test_a_replay_far_beyond_the_end_is_no_error(address: str, over: tuple[Browser, str]) -> None:
    ann, table = over
    last = json.loads(ann.get(f"{table}/replay/999999").text)
    assert last["at"] == last["of"]
    assert 200 <= ann.get(f"{table}/replay/{'9' * 5000}").status < 500


@pytest.mark.slow
def test_a_flood_of_messages_is_slowed_and_others_do_not_notice(address: str) -> None:
    table, (ann, bob) = a_match_of(address, "Ann", "Bob")
    with ann.at(table) as me, bob.at(table) as him:
        for _ in range(40):
            me.say(type="react", word="Ouch")
        answers = Counter(me.read()["type"] for _ in range(35))
        assert answers["no"] > 0
        him.play()
        assert me.play()["seq"] == 2, "and whoever has flooded is not shut out"


@pytest.mark.slow
def test_nobody_opens_tables_without_end(tmp_path: Path) -> None:
    with server(tmp_path) as address:
        ann = Browser(address)
        opened = [ann.post("/play", ("game", GAME.name)).status for _ in range(60)]
        assert opened[:40] == [303] * 40
        assert opened[-1] == 429
        assert ann.get("/").status == 200

"""The server as the world meets it: a real process, real sockets, strangers, floods and power cuts."""

import hashlib
import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from html.parser import HTMLParser
from itertools import cycle
from pathlib import Path

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

import bugbox
from bugbox.core.game import Game
from bugbox.core.record import commitment
from bugbox.games import GAMES
from bugbox.table.app import LARGEST_FORM, LARGEST_RECORD
from bugbox.table.limits import Limits
from bugbox.table.replay import Replay
from bugbox.table.store import Store
from tests.conftest import ROOT
from tests.kit.serving import (
    GAME,
    PATIENCE,
    SHORT,
    AtTable,
    Browser,
    Page,
    Server,
    bots_of,
    command,
    is_running,
    limited,
    server,
    start,
    started,
    wait_until,
)
from tests.kit.tables import for_every_game, shortest

EVIL = "<script>alert(1)</script>"
SNEAKY = '" onload="alert(1)" x="'


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with started(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture
def address(shared: Server) -> Iterator[str]:
    """One server for all tests that leave it alive; whatever they do, it must not break a sweat."""
    yield shared.address
    assert Browser(shared.address).get("/icon.svg").status == 200
    said = shared.complaints.read_text()
    shared.complaints.write_text("")
    assert "Traceback" not in said, said


@pytest.fixture(scope="module")
def anns(shared: Server) -> tuple[Browser, str]:
    """Ann and a table where she waits."""
    ann = Browser(shared.address)
    return ann, ann.open_table("me", "open", name="Ann")


@pytest.fixture(scope="module")
def over(shared: Server) -> tuple[Browser, str]:
    """Ann and a table where her match against a careless bot is over."""
    return finished(shared.address)


def a_match_of(address: str, *names: str, **fields: str) -> tuple[str, list[Browser]]:
    """A short match of these people, each in a browser of their own; the first is the host."""
    people = [Browser(address) for _ in names]
    table = people[0].open_table("me", *["open"] * (len(names) - 1), **(SHORT | {"name": names[0]} | fields))
    for browser, name in zip(people[1:], names[1:], strict=True):
        assert browser.sit(table, name).status == 303
    with people[0].at(table) as host:
        host.say(type="start")
        host.wait_for_frame(lambda frame: frame.get("choices"))
    return table, people


def level_with(*players: AtTable) -> None:
    """Until each has the frame of the last move."""
    last = max(player.frame["seq"] for player in players)
    for player in players:
        player.wait_for_frame(lambda frame: frame["seq"] >= last)


def play_together(*players: AtTable, decisions: int = 1000) -> None:
    """People only: whoever is asked decides, so many times or to the end."""
    for _ in range(decisions):
        level_with(*players)
        if players[0].frame.get("over"):
            break
        next(player for player in players if player.options).play()


def finished(address: str) -> tuple[Browser, str]:
    ann = Browser(address)
    table = ann.open_table("me", "random", name="Ann", **SHORT)
    with ann.at(table) as me:
        me.play_to_the_end()
    return ann, table


# --- Playing ---


@pytest.mark.slow
@for_every_game
def test_play_now_is_one_click_and_goes_to_the_end(address: str, game: Game) -> None:
    ann = Browser(address)
    table = ann.play_now(game.name)
    with ann.at(table) as me:
        first = me.frame
        assert first["fresh"]
        assert me.wait_for_turn().options
        last = me.play_to_the_end()
        assert not last["fresh"]
    assert last["over"]
    assert me.log == bugbox.Match.load(ann.get(f"{table}/record").text).log(0)
    seed = re.search(r'id="seed">(\d+)<', last["html"])
    assert seed
    assert hashlib.sha256(seed[1].encode()).hexdigest() == first["commitment"], "the cards were fixed from the start"
    assert not any(seed[1] in message for message in me.raw if not json.loads(message).get("over"))


def test_the_secret_of_a_seat_is_in_a_cookie_that_no_script_and_no_other_site_gets(address: str) -> None:
    ann = Browser(address)
    page = ann.post("/play", ("game", GAME.name))
    assert page.status == 303
    (cookie,) = page.cookies
    assert re.fullmatch(r"bugbox=[\w-]{43}; HttpOnly; Max-Age=\d+; Path=/; SameSite=lax", cookie)
    assert ann.cookies["bugbox"] not in ann.get(page.headers["location"]).text
    before = dict(ann.cookies)
    ann.play_now()
    assert ann.cookies == before, "one secret for all tables of a browser"
    for planted in ("guess-me", "x" * 43):
        weak = Browser(address, {"bugbox": planted})
        weak.play_now()
        assert re.fullmatch(r"[\w-]{43}", weak.cookies["bugbox"])
        assert weak.cookies["bugbox"] != planted, "and nobody brings one along"


def test_a_host_without_a_seat_keeps_one_secret_for_all_tables(address: str) -> None:
    """Otherwise one browser with many tables of bots counts as many people."""
    ann = Browser(address)
    ann.open_table("hatchling", "hatchling")
    before = dict(ann.cookies)
    ann.open_table("hatchling", "hatchling")
    assert ann.cookies == before


def test_a_record_brought_along_with_a_planted_secret_does_not_make_it_ones_own(address: str) -> None:
    ann = Browser(address, {"bugbox": "x" * 43})
    assert ann.ask("POST", "/replay", bugbox.Match.new(GAME.name, seats=2).record().encode()).status == 201
    ann.open_table("hatchling", "hatchling")
    assert ann.cookies["bugbox"] != "x" * 43


def test_a_refresh_returns_to_the_same_seat_at_the_same_state(address: str) -> None:
    table, (ann, bob) = a_match_of(address, "Ann", "Bob")
    with ann.at(table) as me, bob.at(table) as him:
        me.play()
        him.play()
        before = him.frame
    with bob.at(table) as again, ann.at(table):
        assert again.frame["fresh"]
        assert again.log == him.log
        assert {name: again.frame[name] for name in ("seat", "asked", "choices", "seq")} == {
            name: before[name] for name in ("seat", "asked", "choices", "seq")
        }
    assert bob.sit(table, "Bobby").status == 409, "and not to another one"


def test_a_stranger_watches_and_can_do_nothing(address: str) -> None:
    table, (ann, _) = a_match_of(address, "Ann", "Bob")
    with ann.at(table) as me, Browser(address).at(table) as stranger:
        assert "seat" not in stranger.frame
        assert not stranger.options
        for message in (
            {"type": "play", "asked": 0, "option": me.options[0]},
            {"type": "undo", "seq": 0},
            {"type": "as", "seat": 0},
            {"type": "bot", "seat": 1, "level": "random"},
            {"type": "open", "seat": 1},
            {"type": "rename", "seat": 0, "name": "Stranger"},
            {"type": "react", "word": "Ouch"},
            {"type": "rematch"},
        ):
            stranger.say(**message)
            assert stranger.refusal()
        me.play()
        assert me.frame["seq"] == 1


def test_nobody_plays_for_another_seat(address: str) -> None:
    table, (ann, bob) = a_match_of(address, "Ann", "Bob")
    with ann.at(table) as me, bob.at(table) as him:
        for option in set(me.options) - set(him.options):
            him.say(type="play", asked=0, option=option)
            assert him.refusal() == "That is not possible right now."
        him.say(type="as", seat=0)
        assert him.refusal() == "That seat is not played on this device."
        me.play()
        him.say(type="undo", seq=1)
        assert "can no longer be taken back" in him.refusal()


def test_stale_and_repeated_messages_change_nothing_and_are_answered_kindly(address: str) -> None:
    table, (ann, bob) = a_match_of(address, "Ann", "Bob")
    with ann.at(table) as me, bob.at(table):
        option = me.options[0]
        me.play(option)
        me.say(type="play", asked=0, option=option)
        assert me.refusal() == "It is not your turn: Bob is choosing."
        me.say(type="undo", seq=1)
        me.wait_for_frame(lambda frame: frame["seq"] == 2)
        me.say(type="undo", seq=1)
        assert "can no longer be taken back" in me.refusal()
        me.say(type="play", asked=0, option=option)
        assert me.refusal() == "The table has changed since then; please look again."
        assert me.frame["seq"] == 2
        me.play(option)
        assert me.frame["seq"] == 3


ODD_MESSAGES = {
    "no JSON": "hello",
    "nothing": "",
    "half a message": '{"type":"play"',
    "no type": "{}",
    "an unknown type": '{"type":"win"}',
    "a list": "[1,2]",
    "a field too few": '{"type":"play","asked":0}',
    "a field too many": '{"type":"start","now":true}',
    "a wrong kind": '{"type":"play","asked":"0","option":1}',
    "a huge number": '{"type":"undo","seq":%s}' % ("9" * 400),
    "a deep nest": "[" * 4000,
    "no such seat": '{"type":"swap","seat":0,"other":7}',
    "no seat to move": '{"type":"swap","seat":7,"other":0}',
    "a seat below zero": '{"type":"open","seat":-1}',
    "a huge seat": '{"type":"as","seat":99999999999999999999}',
    "a name without end": '{"type":"rename","seat":0,"name":"%s"}' % ("x" * 3000),
    "half a character": '{"type":"rename","seat":0,"name":"\\ud800"}',
    "no such bot": '{"type":"bot","seat":1,"level":"god"}',
    "no such word": '{"type":"react","word":"<b>"}',
}


def test_odd_messages_are_answered_and_the_table_goes_on(address: str) -> None:
    """By two in turns: one person alone would be too fast."""
    ann, bob = Browser(address), Browser(address)
    table = ann.open_table("me", "open", "open", name="Ann")
    bob.sit(table, "Bob")
    for (what, message), person in zip(ODD_MESSAGES.items(), cycle((ann, bob)), strict=False):
        with person.at(table) as me:
            me.socket.send(message)
            assert me.refusal(), what
            me.say(type="react", word="Ouch")
            assert me.read_until(lambda answer: answer["type"] == "reaction", "the table went on")


def test_a_message_of_bytes_is_answered_too(address: str, anns: tuple[Browser, str]) -> None:
    ann, table = anns
    with ann.at(table) as me:
        me.socket.send(b'{"type":"start"}')
        assert me.refusal()


def test_what_is_no_utf_8_closes_the_socket_and_leaves_no_trace(address: str, anns: tuple[Browser, str]) -> None:
    ann, table = anns
    with ann.socket(table) as line:
        line.socket.sendall(b"\x81\x83\0\0\0\0\xff\xfe\xfd")
        with pytest.raises(ConnectionClosed) as closed:
            list(iter(lambda: line.recv(PATIENCE), None))
    assert closed.value.rcvd
    assert closed.value.rcvd.code == 1007


@pytest.mark.parametrize("path", ["/play", f"/new/{GAME.name}", "{table}/sit", "/replay"])
def test_a_form_that_breaks_off_leaves_no_trace(address: str, anns: tuple[Browser, str], path: str) -> None:
    ann, table = anns
    request = (
        f"POST {path.format(table=table)} HTTP/1.1\r\nHost: {ann.host}\r\nOrigin: {address}\r\n"
        "Content-Length: 100\r\n\r\nname="
    )
    with socket.create_connection(("127.0.0.1", int(address.rpartition(":")[2]))) as line:
        line.sendall(request.encode())
    for _ in range(3):  # by then the server has noticed
        assert ann.get(table).status == 200


@pytest.mark.slow
def test_whoever_disappears_in_mid_sentence_leaves_no_trace(address: str) -> None:
    """Gone while the server holds back, and something is to be sent."""
    table, (ann, bob) = a_match_of(address, "Ann", "Bob")
    with ann.at(table) as me:
        with bob.at(table) as him:
            while not any("Slow down" in message for message in him.raw[-3:]):
                him.say(type="react", word="Ouch")
                him.read()
        me.play()
        me.wait_for_frame(lambda frame: "away" in frame["html"])


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


# --- Pages ---


class Look(HTMLParser):
    """All tags of a page, and its text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, Mapping[str, str | None]]] = []
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


def check_nothing_inline(page: str) -> Look:
    look = Look(page)
    for tag, attributes in look.tags:
        assert tag != "style"
        assert tag != "script" or str(attributes.get("src")).startswith("/static/bugbox.js?")
        wrong = [name for name in attributes if name == "style" or name.startswith("on")]
        assert not wrong, f"{tag} {wrong}"
        assert not str(attributes.get("href", "")).startswith("javascript:")
    return look


def check_policy(page: Page) -> None:
    rules = dict(part.strip().split(" ", 1) for part in page.headers["content-security-policy"].split(";"))
    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == "'self'"
    assert rules["style-src"] == "'self'"
    assert rules["base-uri"] == rules["frame-ancestors"] == "'none'"
    assert rules["form-action"] == "'self'"
    assert page.headers["x-content-type-options"] == "nosniff"
    assert page.headers["referrer-policy"] == "same-origin"


@pytest.mark.slow
def test_every_page_forbids_inline_script_and_has_none(address: str, over: tuple[Browser, str]) -> None:
    ann, ended = over
    waiting = ann.open_table("me", "open", "random", name=EVIL)
    running, _ = a_match_of(address, EVIL, SNEAKY)
    pages = {
        path: ann.get(path)
        for path in (
            "/",
            *(f"/new/{game}" for game in GAMES),
            *(f"/rules/{game}" for game in GAMES),
            waiting,
            running,
            ended,
            f"{ended}/replay",
            "/nothing",
            f"{running}/replay",
        )
    }
    pages["wrong form"] = ann.post(f"/new/{GAME.name}", ("seat", "me"), (GAME.settings[0].name, EVIL))
    pages["wrong game"] = ann.post("/play", ("game", EVIL))
    pages["no seat"] = ann.sit(running, "Ann")
    pages["foreign"] = ann.post("/play", Origin="http://evil.example")
    for path, page in pages.items():
        check_policy(page)
        check_nothing_inline(page.text)
        assert page.headers["cache-control"] == "no-store", path
    for path in ("/static/bugbox.js", "/static/bugbox.css", "/icon.svg", f"{ended}/record", f"{ended}/replay/3"):
        page = ann.get(path)
        assert page.status == 200
        check_policy(page)


@pytest.mark.slow
def test_a_name_is_never_taken_for_markup(address: str) -> None:
    """In every page and every frame from an open table to its replay."""
    table, (ann, bob) = a_match_of(address, EVIL, SNEAKY)
    pages = [ann.get("/").text]
    with ann.at(table) as me, bob.at(table) as him:
        play_together(me, him)
        frames = [frame["html"] for frame in me.frames + him.frames]
    names = (EVIL, " ".join(SNEAKY.split()))
    replayed = [
        json.loads(ann.get(f"{table}/replay/{at}?eyes={eyes}").text)["html"] for at in (0, 9) for eyes in (0, 1)
    ]
    for text in [*frames, *replayed, *pages, ann.get("/").text, ann.get(f"{table}/replay").text]:
        look = check_nothing_inline(text)
        assert any(name in look.text for name in names)
    record = ann.get(f"{table}/record")
    assert record.headers["content-type"].startswith("text/plain")
    assert bugbox.Match.load(record.text).players == names


def test_a_newcomer_finds_the_open_tables_in_the_lobby(address: str) -> None:
    """Also somebody who has never been here, and so has no secret yet."""
    ann = Browser(address)
    open_one = ann.open_table("me", "open", name="Ann", listed="yes")
    hidden = ann.open_table("me", "open", name="Ann")
    mine = ann.get("/").text
    assert mine.index("My tables") < mine.index(open_one) < mine.index("Play now"), "my tables stand first"
    assert hidden in mine
    assert "Open tables" not in mine or open_one not in mine[mine.index("Open tables") :]
    bob = Browser(address)
    bob.play_now()
    for somebody in (bob, Browser(address)):
        lobby = somebody.get("/").text
        assert hidden not in lobby
        assert open_one in lobby


@pytest.mark.slow
def test_the_lobby_says_where_it_is_my_turn_and_what_is_finished(address: str, over: tuple[Browser, str]) -> None:
    ann, ended = over
    running = ann.open_table("me", "random", name="Ann")
    lobby = ann.get("/").text
    assert "your turn" in lobby
    assert lobby.index("My tables") < lobby.index(running) < lobby.index("Finished") < lobby.index(ended)
    assert ended not in Browser(address).get("/").text


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


# --- Looking back ---


@pytest.mark.slow
def test_record_and_replay_are_closed_until_the_match_is_over(address: str) -> None:
    ann = Browser(address)
    table = ann.open_table("me", "random", name="Ann", **SHORT)
    with ann.at(table) as me:
        promised = me.frame["commitment"]
        for path in ("replay", "replay/0", "replay/0?eyes=open", "record"):
            assert ann.get(f"{table}/{path}").status == 409
        me.play_to_the_end()
    record = ann.get(f"{table}/record")
    assert record.headers["content-disposition"].startswith(f'attachment; filename="{GAME.name}-')
    match = bugbox.Match.load(record.text)
    assert match.over
    assert match.players == ("Ann", "Cricket")
    assert commitment(match.seed) == promised
    stranger = Browser(address)
    assert stranger.get(f"{table}/replay").status == 200
    replay = Replay(match)
    assert f'max="{replay.last}"' in stranger.get(f"{table}/replay").text
    for at in (0, 5, replay.last, 5):
        for eyes, viewer in (("0", 0), ("1", 1), ("watcher", bugbox.WATCHER), ("open", bugbox.OPEN)):
            past = json.loads(stranger.get(f"{table}/replay/{at}?eyes={eyes}").text)
            assert past == msgspec.to_builtins(replay.past(at, viewer))


@pytest.mark.slow
def test_a_record_that_is_whole_can_be_brought_and_a_cut_or_changed_one_not(
    address: str, over: tuple[Browser, str]
) -> None:
    ann, table = over
    text = ann.get(f"{table}/record").text
    bob = Browser(address)
    brought = bob.ask("POST", "/replay", text.encode())
    assert brought.status == 201
    assert bob.get(brought.text).status == 200
    assert bob.get(brought.text.replace("/replay", "/record")).text == text
    lines = text.splitlines(keepends=True)
    changed = text.replace("player Ann", "player Eve")
    for wrong in ("".join(lines[:-1]), "".join(lines[:-3] + lines[-1:]), changed, text[:100], "", "hello", "\x00\xff"):
        page = bob.ask("POST", "/replay", wrong.encode("latin-1"))
        assert page.status == 400
        assert re.fullmatch(r"[A-Z][^\n]*\.", page.text), "one sentence"
    assert "Eve" not in bob.get("/").text


@pytest.mark.parametrize("level", ["search:200", "greedy~2", "somebody.elses:bot"])
@pytest.mark.parametrize("is_over", [True, False])
def test_a_record_with_bots_of_any_level_is_shown_like_another(tmp_path: Path, level: str, is_over: bool) -> None:
    """From the arena, from a simulation, from a friend with other bots."""
    match = bugbox.Match(GAME, 2, 7, shortest(GAME), bots={0: level, 1: "hunter"})
    while match.to_act and (is_over or len(match.decisions) < 5):
        match.play(match.to_act[0], match.options(match.to_act[0])[0])
    with limited(tmp_path, Limits()) as address:
        ann = Browser(address)
        replay = ann.ask("POST", "/replay", match.record().encode()).text
        table = replay.removesuffix("/replay")
        for path in (table, replay, f"{replay}/0", f"{replay}/{len(match.decisions)}", f"{table}/record"):
            assert ann.get(path).status == 200, path
        assert ann.get(f"{table}/record").text == match.record()
        with ann.at(table) as me:
            assert ('id="end"' in me.frame["html"]) == is_over


# --- People at a table ---


def test_two_who_want_the_last_seat_at_once_do_not_both_get_it(address: str) -> None:
    table = Browser(address).open_table("me", "open", name="Ann")
    people = [Browser(address) for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        pages = list(pool.map(lambda one: one.sit(table, "Bob"), people))
    assert sorted(page.status for page in pages) == [303, 409, 409, 409]


@pytest.mark.slow
def test_a_rematch_calls_the_player_and_shows_watchers_the_way(address: str) -> None:
    ann, table = finished(address)
    with ann.at(table) as me, Browser(address).at(table) as watcher:
        me.say(type="rematch")
        went = me.read_until(lambda message: message["type"] == "go", "the rematch began")["to"]
        watcher.wait_for_frame(lambda frame: f'href="{went}"' in frame["html"], "the way was shown")
    assert went != table
    with ann.at(went) as me:
        assert me.frame["seat"] == 0
        assert me.frame["seq"] == 0
        assert me.options
    with ann.at(table) as late:
        assert went in late.frame["html"], "a latecomer finds the way"


def test_a_bot_plays_for_somebody_who_left_until_they_are_back(address: str) -> None:
    table, (ann, bob) = a_match_of(address, "Ann", "Bob")
    with ann.at(table) as me:
        me.say(type="bot", seat=1, level="random")
        assert me.refusal() == "Bob is still here, or has been away for less than a minute."
        with bob.at(table) as him:
            him.say(type="bot", seat=1, level="random")
            him.wait_for_frame(lambda frame: "I&#x27;m back" in frame["html"], "the bot played")
        for _ in range(3):
            me.play()
        with bob.at(table) as him:
            assert him.frame["seat"] == 1
            assert "I&#x27;m back" in him.frame["html"]
            him.say(type="back", seat=1)
            him.wait_for_frame(
                lambda frame: "I&#x27;m back" not in frame["html"], "the bot stopped"
            )  # until then it may move
            play_together(me, him, decisions=4)
        me.say(type="back", seat=1)
        assert me.refusal() == "That is not your seat."


def test_a_seat_that_was_left_is_taken_by_whoever_comes_by_the_link(address: str) -> None:
    table, (ann, bob) = a_match_of(address, "Ann", "Bob")
    cleo = Browser(address)
    with ann.at(table) as me, bob.at(table) as him:
        assert cleo.sit(table, "Cleo").status == 409
        me.say(type="open", seat=1)
        assert "fixed" in me.refusal(), "nobody is unseated in mid-match"
        hand = him.options
        him.say(type="leave")
        him.wait_for_frame(lambda frame: "seat" not in frame)
        him.say(type="play", asked=0, option=hand[0])
        assert "You are watching" in him.refusal()
        assert cleo.sit(table, "Cleo").status == 303
        with cleo.at(table) as she:
            assert (she.frame["seat"], she.options) == (1, hand)
            play_together(me, she, decisions=4)


def test_the_host_empties_a_seat_before_the_match(address: str) -> None:
    ann, bob, cleo = Browser(address), Browser(address), Browser(address)
    table = ann.open_table("me", "open", name="Ann")
    bob.sit(table, "Bob")
    with ann.at(table) as me, bob.at(table) as him:
        him.say(type="open", seat=0)
        assert him.refusal() == "Only the host can do that."
        me.say(type="open", seat=1)
        him.wait_for_frame(lambda frame: "seat" not in frame)
        assert cleo.sit(table, "Cleo").status == 303
        me.wait_for_frame(lambda frame: "Cleo" in frame["html"] and "Bob" not in frame["html"])


def test_the_host_sets_the_order_and_starts(address: str) -> None:
    ann, bob = Browser(address), Browser(address)
    table = ann.open_table("me", "open", "open", name="Ann")
    bob.sit(table, "Bob")
    with ann.at(table) as me, bob.at(table) as him:
        him.say(type="swap", seat=1, other=0)
        assert him.refusal() == "Only the host can do that."
        me.say(type="swap", seat=1, other=0)
        me.wait_for_frame(lambda frame: frame["html"].index("Bob") < frame["html"].index("Ann"))
        him.say(type="start")
        assert him.refusal() == "Only the host can do that."
        me.say(type="start")
        assert "A seat is still open" in me.refusal()
        me.say(type="bot", seat=2, level="random")
        me.say(type="start")
        me.wait_for_frame(lambda frame: frame.get("choices"))
        him.wait_for_frame(lambda frame: frame.get("choices"))
        assert (me.frame["seat"], him.frame.get("seat")) == (1, 0)


def test_people_at_one_device_take_turns_behind_the_curtain(address: str) -> None:
    ann = Browser(address)
    table = ann.open_table("me", "same device", name="Ann", **SHORT)
    with ann.at(table) as device:
        for holder in ("Ann", "Friend", "Friend", "Ann", "Ann", "Friend"):
            if not device.options:
                assert f"Hand the device to {holder}<" in device.frame["html"]
                assert "seat" not in device.frame
                device.say(type="as", seat=["Ann", "Friend"].index(holder))
                device.wait_for_turn()
            assert device.frame["seat"] == ["Ann", "Friend"].index(holder)
            device.play()


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

"""Playing at a real server: people, strangers who watch, odd messages."""

import hashlib
import json
import re
import socket
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle

import pytest
from websockets.exceptions import ConnectionClosed

import bugbox
from bugbox.core.game import Game
from tests.kit.serving import GAME, PATIENCE, SHORT, Browser
from tests.kit.tables import for_every_game
from tests.table.server.matches import a_match_of, finished, play_together

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

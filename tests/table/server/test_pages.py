"""Pages of a real server: nothing inline, names are never markup, the lobby, looking back."""

import json
import re
from collections.abc import Mapping
from html.parser import HTMLParser
from pathlib import Path

import msgspec
import pytest

import bugbox
from bugbox.core.record import commitment
from bugbox.games import GAMES
from bugbox.table.draw.replay import Replay
from bugbox.table.net.limits import Limits
from tests.kit.serving import GAME, SHORT, Browser, Page, limited
from tests.kit.tables import shortest
from tests.table.server.matches import a_match_of, play_together

EVIL = "<script>alert(1)</script>"
SNEAKY = '" onload="alert(1)" x="'


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

"""Pages as they are sent: small, described, and compressed where that tells nothing."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bugbox.art.players import definitions
from bugbox.core.game import Game
from bugbox.games import GAMES
from bugbox.table.draw import pages
from bugbox.table.net.assets import FOREVER, picture
from bugbox.table.net.limits import Limits
from tests.kit.serving import Browser, limited
from tests.kit.tables import for_every_game

pytestmark = pytest.mark.once

ZIPPED = {"Accept-Encoding": "gzip, deflate, br"}


@pytest.fixture
def ann(tmp_path: Path) -> Iterator[Browser]:
    with limited(tmp_path, Limits()) as address:
        yield Browser(address)


def test_the_lobby_is_small_and_its_pictures_are_kept_by_the_browser(ann: Browser) -> None:
    lobby = ann.get("/")
    assert len(lobby.text) < 12_000
    addresses = re.findall(r'href="(/art/[^"]+)"', lobby.text)
    assert len(set(addresses)) == len(GAMES)
    for address in addresses:
        art = ann.get(address)
        assert art.headers["content-type"] == "image/svg+xml"
        assert art.headers["cache-control"] == FOREVER
        assert art.text.startswith('<svg xmlns="http://www.w3.org/2000/svg" ')
    assert ann.get("/art/other.svg").status == 404


def test_a_picture_is_drawn_once() -> None:
    drawn = []

    def draw() -> str:
        drawn.append(1)
        return "<svg />"

    assert picture(draw) == picture(draw) == '<svg xmlns="http://www.w3.org/2000/svg" />'
    assert len(drawn) == 1


def test_script_and_style_are_kept_under_the_address_that_pages_name(ann: Browser) -> None:
    for address in re.findall(r'(?:href|src)="(/static/[^"]+)"', ann.get("/").text):
        assert ann.get(address).headers["cache-control"] == FOREVER
        assert ann.get(address, **ZIPPED).headers["content-encoding"] == "gzip"
        assert ann.get(address.partition("?")[0]).headers["cache-control"] == "no-store"
        assert ann.get(f"{address}x").headers["cache-control"] == "no-store"


@pytest.mark.parametrize("path", ["/", "/rules/bug-race", "/new/bug-race"])
def test_a_page_without_secrets_is_compressed_for_whoever_can_read_it(ann: Browser, path: str) -> None:
    zipped, plain = ann.get(path, **ZIPPED), ann.get(path)
    assert zipped.headers["content-encoding"] == "gzip"
    assert int(zipped.headers["content-length"]) < int(plain.headers["content-length"]) / 2
    assert zipped.text == plain.text
    assert zipped.headers["vary"] == plain.headers["vary"] == "accept-encoding"


def test_no_page_with_a_secret_on_it_is_compressed(ann: Browser) -> None:
    """Its size would tell whether a name that somebody else chose is like the secret: a table's address, a hand."""
    table = ann.open_table("me", "same device")
    assert table in ann.get("/").text
    assert "content-encoding" not in ann.get("/", **ZIPPED).headers


@for_every_game
def test_a_table_page_is_the_same_for_everybody_and_small(ann: Browser, game: Game) -> None:
    """All that comes before the first frame fits in 60 KB, and what never changes is kept by the browser."""
    table = ann.play_now(game.name)
    page = ann.get(table, **ZIPPED)
    assert page.text == Browser(ann.address).get(table).text == ann.get(ann.play_now(game.name)).text
    assert table not in page.text
    assert f"{game.board.symbols()[-400:]}" not in page.text
    linked = re.findall(r'(?:href|src)="(/(?:static|art)/[^"]+)"', page.text)
    assert len(linked) == 3
    answers = [page, *(ann.get(address, **ZIPPED) for address in linked)]
    assert all(answer.headers["content-encoding"] == "gzip" for answer in answers)
    assert all(answer.headers["cache-control"] == FOREVER for answer in answers[1:])
    assert sum(int(answer.headers["content-length"]) for answer in answers) < 60_000


@for_every_game
def test_the_drawings_that_boards_refer_to_are_a_file(ann: Browser, game: Game) -> None:
    [address] = re.findall(r'data-drawings="([^"]+)"', ann.get(ann.play_now(game.name)).text)
    drawings = ann.get(address)
    assert drawings.headers["content-type"] == "image/svg+xml"
    assert drawings.text.startswith('<svg xmlns="http://www.w3.org/2000/svg" ')
    assert game.board.symbols() in drawings.text
    assert definitions() in drawings.text


def test_every_page_describes_itself() -> None:
    game = GAMES["bug-race"]
    described = [
        pages.lobby([], []),
        pages.new_table(game, "Ann"),
        pages.table(game),
        pages.replay(game, "a", ["Ann", "Bob"], 9, ""),
        pages.rules(game),
        pages.plain("Nothing here", "There is no page at this address."),
    ]
    found = [re.findall('<meta name="description" content="([^"]{30,160})"/>', page) for page in described]
    assert [len(descriptions) for descriptions in found] == [1] * 6
    assert len({description for [description] in found[:5]}) == 5

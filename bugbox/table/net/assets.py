"""What is the same for everybody: made once, sent compressed, and kept by browsers under an address with its hash."""

import gzip
import hashlib
from collections.abc import Callable
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from bugbox.art.players import definitions
from bugbox.art.svg import Markup, element, join
from bugbox.core.game import Game
from bugbox.games import GAMES

STATIC: Final = Path(__file__).parents[1] / "static"
FOREVER: Final = "public, max-age=31536000, immutable"  # what has its hash in its address never changes


def packed(request: Request, content: str, media_type: str = "text/html", **headers: str) -> Response:
    """Answer with compressed content. Only for what has no secrets: the size of a compressed page tells whether what
    somebody else has put there, such as a name, is like something secret beside it.
    """
    headers["vary"] = "accept-encoding"
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(content, media_type=media_type, headers=headers)
    headers["content-encoding"] = "gzip"
    return Response(squeezed(content), media_type=media_type, headers=headers)


@lru_cache(64)
def squeezed(content: str) -> bytes:
    return gzip.compress(content.encode(), 6, mtime=0)


def hashed(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:20]


# --- Drawings ---


@cache
def picture(draw: Callable[[], str]) -> str:
    """Draw an emblem as a file of its own."""
    return as_file(draw())


def as_file(drawn: str) -> str:
    return drawn.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)


def address(content: str) -> str:
    return f"/art/{hashed(content.encode())}.svg"


@cache
def emblem(draw: Callable[[], str]) -> Markup:
    """Show the emblem on a page; the frame has its shape before the picture is there."""
    image = element("image", href=address(picture(draw)), width=320, height=180)
    return element("svg", image, viewBox="0 0 320 180", class_="emblem", aria_hidden="true")


@cache
def symbols(game: Game) -> str:
    """Draw what boards and plates of this game refer to. The client puts it on the page: styles reach into it there."""
    drawn = join(definitions(), Markup(game.board.symbols()))
    return as_file(element("svg", drawn, width=0, height=0, class_="patterns", aria_hidden="true"))


@cache
def symbols_address(game: Game) -> str:
    return address(symbols(game))


@cache
def drawings(game: Game) -> dict[str, str]:
    """All drawings of a game that browsers keep, by address."""
    return {address(content): content for content in (picture(game.board.emblem), symbols(game))}


def art(request: Request) -> Response:
    known = {name: content for game in GAMES.values() for name, content in drawings(game).items()}
    found = known.get(request.url.path)
    if found is None:
        return Response(status_code=404)
    return packed(request, found, "image/svg+xml", **{"cache-control": FOREVER})


# --- Script and style ---


def static(name: str) -> str:
    """The address of a file that the build has made."""
    file = STATIC / name
    return f"/static/{name}?{hashed_file(file, file.stat().st_mtime_ns)}" if file.exists() else f"/static/{name}"


@lru_cache(8)
def hashed_file(file: Path, changed: int) -> str:
    return hashed(file.read_bytes())


class KeptFiles(StaticFiles):
    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        name, _, asked = static(path).rpartition("?")
        if name and scope["query_string"].decode("latin-1") == asked:
            response.headers["cache-control"] = FOREVER
        return response

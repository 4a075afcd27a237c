"""What is the same for everybody: made once, sent compressed, and kept by browsers under an address with its hash."""

import gzip
import hashlib
from collections.abc import Callable
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from bugbox.art.svg import Markup, element
from bugbox.games import GAMES

STATIC: Final = Path(__file__).parent / "static"
FOREVER: Final = "public, max-age=31536000, immutable"  # what has its hash in its address never changes


def packed(request: Request, page: str) -> Response:
    """A page, compressed. Only for pages without secrets: the size of a compressed page tells whether what somebody
    else has put there, such as a name, is like something secret beside it.
    """
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return HTMLResponse(page, headers={"vary": "accept-encoding"})
    return HTMLResponse(squeezed(page), headers={"vary": "accept-encoding", "content-encoding": "gzip"})


@lru_cache(64)
def squeezed(page: str) -> bytes:
    return gzip.compress(page.encode(), 6, mtime=0)


def hashed(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:20]


# --- Pictures ---


@cache
def picture(draw: Callable[[], str]) -> bytes:
    """An emblem as a file of its own."""
    return draw().replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1).encode()


@cache
def emblem(draw: Callable[[], str]) -> Markup:
    """The picture where a page shows it; the frame has its shape before the picture is there."""
    image = element("image", href=f"/art/{hashed(picture(draw))}.svg", width=320, height=180)
    return element("svg", image, viewBox="0 0 320 180", class_="emblem", aria_hidden="true")


def art(request: Request) -> Response:
    draws = [game.board.emblem for game in GAMES.values()]
    name = request.path_params["name"]
    found = next((picture(draw) for draw in draws if f"{hashed(picture(draw))}.svg" == name), None)
    if found is None:
        return Response(status_code=404)
    return Response(found, media_type="image/svg+xml", headers={"cache-control": FOREVER})


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

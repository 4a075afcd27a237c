"""What every request passes: the right host, the same origin, a size and a pace that a person could have."""

import asyncio
import re
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bugbox.table.net.limits import Paces, address_of, is_address

HOST = re.compile(r"(\[(?P<v6>[\da-f:.]+)\]|(?P<name>[\w.-]+))(:\d+)?", re.ASCII | re.IGNORECASE)

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
        " form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "referrer-policy": "same-origin",  # a table's address lets people in; with no-referrer a form would send no origin
    "x-content-type-options": "nosniff",
    "cross-origin-opener-policy": "same-origin",
}


class Guard:
    """Refuses foreign hosts (a stranger's name pointing at this machine) and requests that other pages make."""

    def __init__(self, app: ASGIApp, hosts: Iterable[str], paces: Paces) -> None:
        self.app = app
        self.hosts = {"localhost", *(host.lower() for host in hosts)}
        self.paces = paces

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        refusal = self.refusal(scope)
        if refusal is None:
            await self.app(scope, receive, with_headers(send))
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008})
        else:
            status, sentence = refusal
            await PlainTextResponse(sentence, status)(scope, receive, with_headers(send))

    def refusal(self, scope: Scope) -> tuple[int, str] | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        pace = self.paces.joins if scope["type"] == "websocket" else self.paces.requests
        if not pace.take(address_of(HTTPConnection(scope))):
            return 429, "Slow down, please: that was a lot of requests at once."
        if not self.knows(host):
            return 403, "This server is not known by that name; whoever runs it can add the name with --name."
        asks_only = scope["type"] == "http" and scope["method"] in ("GET", "HEAD")
        if not asks_only and host_in(headers.get("origin", "")) != host:
            return 403, "Only this server's own pages may ask for that."
        return None

    def knows(self, host: str) -> bool:
        """An address in figures cannot be a stranger's name that points here."""
        found = HOST.fullmatch(host)
        if not found:
            return False
        return is_address(found["v6"] or found["name"]) or (found["name"] or "").lower() in self.hosts


def host_in(origin: str) -> str:
    """Nothing if that is no URL at all."""
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return ""


def with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            headers.setdefault("cache-control", "no-store")
        await send(message)

    return sending


async def body_of(request: Request, most: int, seconds: float) -> bytes:
    """What was sent, unless it is too large or does not come."""
    body = bytearray()
    try:
        async with asyncio.timeout(seconds):
            async for chunk in request.stream():
                body += chunk
                if len(body) > most:
                    raise HTTPException(413, f"That is too large: at most {most} bytes.")
    except TimeoutError:
        raise HTTPException(408, "That took too long to arrive.") from None
    except ClientDisconnect:
        raise HTTPException(400, "The connection broke off.") from None
    return bytes(body)

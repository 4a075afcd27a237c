"""What every request passes: the right host, the same origin, a size and a pace that a person could have."""

import ipaddress
import time
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

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

    def __init__(self, app: ASGIApp, hosts: Iterable[str]) -> None:
        self.app = app
        self.hosts = {"localhost", *(host.lower() for host in hosts)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        refusal = self.refusal(scope)
        if refusal is None:
            await self.app(scope, receive, with_headers(send))
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": refusal})
        else:
            await PlainTextResponse(refusal, 403)(scope, receive, with_headers(send))

    def refusal(self, scope: Scope) -> str | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not self.knows(host):
            return "This server does not go by that name; start it with --name to allow one."
        asks_only = scope["type"] == "http" and scope["method"] in ("GET", "HEAD")
        if not asks_only and part_of(headers.get("origin", ""), "netloc") != host:
            return "Only pages of this server may ask for that."
        return None

    def knows(self, host: str) -> bool:
        """An address in figures cannot be a stranger's name that points here."""
        name = part_of(f"//{host}", "hostname").lower()
        return name in self.hosts or is_address(name)


def part_of(url: str, part: str) -> str:
    """Nothing if there is no such part, or if it is no URL at all."""
    try:
        return getattr(urlsplit(url), part) or ""
    except ValueError:
        return ""


def is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            headers.setdefault("cache-control", "no-store")
        await send(message)

    return sending


async def body_of(request: Request, most: int) -> bytes:
    """What was sent, unless it is too large."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > most:
            raise HTTPException(413, f"That is too large: at most {most} bytes.")
    return bytes(body)


class Bucket:
    """So many at once, and so many a second over time."""

    def __init__(self, burst: float, a_second: float) -> None:
        self.burst = burst
        self.a_second = a_second
        self.left = burst
        self.at = time.monotonic()

    def take(self) -> bool:
        now = time.monotonic()
        self.left = min(self.burst, self.left + (now - self.at) * self.a_second)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Buckets:
    """One for each address; those that are full again are forgotten."""

    def __init__(self, burst: float, a_second: float, most: int = 10_000) -> None:
        self.burst, self.a_second, self.most = burst, a_second, most
        self._buckets: dict[str, Bucket] = {}

    def take(self, address: str) -> bool:
        if len(self._buckets) >= self.most:
            long_ago = time.monotonic() - self.burst / self.a_second
            self._buckets = {name: bucket for name, bucket in self._buckets.items() if bucket.at > long_ago}
        return self._buckets.setdefault(address, Bucket(self.burst, self.a_second)).take()

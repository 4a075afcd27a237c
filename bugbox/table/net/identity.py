"""Seats without accounts: a browser holds one secret, and the server keeps only its hash.

The secret is in a cookie that no script can read. Its hash is the owner of the seats that were taken with it.
"""

import hashlib
import re
import secrets
from urllib.parse import quote, unquote

from starlette.requests import HTTPConnection
from starlette.responses import Response

from bugbox.core.match import clean
from bugbox.table.rooms.room import GUEST

SECRET, NAME = "bugbox", "bugbox-name"
FORM = re.compile(r"[\w-]{43}", re.ASCII)  # 32 bytes in base64
YEAR = 365 * 24 * 3600


def secret_of(connection: HTTPConnection) -> str:
    """What this browser holds, or nothing."""
    secret = connection.cookies.get(SECRET, "")
    return secret if FORM.fullmatch(secret) else ""


def owner_of(connection: HTTPConnection) -> str:
    secret = secret_of(connection)
    return owner(secret) if secret else ""


def owner(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def name_of(connection: HTTPConnection) -> str:
    return clean(unquote(connection.cookies.get(NAME, ""))) or GUEST


def new_secret() -> str:
    return secrets.token_urlsafe(32)


def remember(response: Response, connection: HTTPConnection, secret: str, name: str = "") -> None:
    """Lay the secret, and the name to use next time, into the browser."""
    secure = connection.url.scheme in ("https", "wss")
    held = {SECRET: secret, NAME: quote(clean(name))}
    for cookie, value in held.items():
        if value:
            response.set_cookie(cookie, value, max_age=YEAR, httponly=True, samesite="lax", secure=secure)

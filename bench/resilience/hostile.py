"""Generate hostile messages and requests for fuzz.py."""

import json
import random
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple
from urllib.parse import quote, urlencode

import msgspec

from bugbox.bots import levels
from bugbox.core.match import Match
from bugbox.games import GAMES
from bugbox.table.draw.frames import REACTIONS
from bugbox.table.net.identity import NAME, SECRET, new_secret
from bugbox.table.rooms.messages import As, Back, Bot, Hint, Message, Play, React, Rematch, Rename, Start, Undo

MOST = 4096  # bytes in a message; a larger one closes the socket
REMEMBERED = 60  # options remembered for a seat and for a table; for all tables ten times as many

TYPES: Final = {
    "play": ("asked", "option"),
    "undo": ("seq",),
    "done": (),
    "as": ("seat",),
    "react": ("word",),
    "hint": ("asked",),
    "arrange": ("custom", "value"),
    "bot": ("seat", "level"),
    "back": ("seat",),
    "open": ("seat",),
    "share": ("seat", "name"),
    "rename": ("seat", "name"),
    "swap": ("seat", "other"),
    "leave": (),
    "start": (),
    "fewer": ("players",),
    "rematch": (),
}
HUGE: Final = (2**31, 2**63 - 1, 2**63, -(2**63), -(2**63) - 1, 2**64, 10**30, 10**400, 1e308, -1e308)
NUMBERS: Final = (-2, -1, 0, 1, 2, 3, 4, 5, 7, 255, 0.5, -0.0)
TEXTS: Final = ("", " ", "0", "Ann", "random", "search:999999999", "Ouch", "\0", "\ud800", "\u202e", "<b>", "é" * 300)
ODD: Final[tuple[Any, ...]] = (
    *NUMBERS,
    *HUGE,
    *TEXTS,
    None,
    True,
    False,
    [],
    {},
    [[]],
    [0],
    {"type": "play"},
    {"a": {}},
)


class Way:
    """How a message is sent."""

    TEXT, BYTES, PIECES, RAW = "as a text", "as bytes", "in pieces", "as no frame at all"


class Shot(NamedTuple):
    kind: str
    data: bytes
    way: str = Way.TEXT


@dataclass
class Knows:
    """What a guest knows: the current question, and options offered to anybody."""

    here: deque[Play]  # at this table
    anywhere: deque[Play]
    seats: tuple[int, ...] = ()  # of this guest
    seq: int = 0
    over: bool = False
    now: list[Play] = field(default_factory=list)  # offered to this guest
    before: deque[Play] = field(default_factory=lambda: deque(maxlen=REMEMBERED))  # offered to this guest earlier

    def hear(self, seq: int, over: bool, offers: list[Play]) -> None:
        if offers != self.now:
            self.before += self.now
            for memory in (self.here, self.anywhere):
                memory += offers
        self.seq, self.over, self.now = seq, over, offers


class Fuzzer:
    """Generate messages, from valid to complete nonsense."""

    def __init__(self, dice: random.Random) -> None:
        self.dice = dice
        self.kinds: dict[str, tuple[int, Callable[[Knows], Shot]]] = {
            "another seat's option": (10, self.of_others),
            "an option of before": (10, self.of_before),
            "an option of elsewhere": (6, self.of_elsewhere),
            "a wrong number of the question": (6, self.wrong_number),
            "any message": (14, self.any_message),
            "a wrong type": (12, self.wrong_type),
            "a field too many or too few": (5, self.wrong_fields),
            "an unknown type": (3, self.unknown_type),
            "a huge number": (4, self.huge_number),
            "a long text": (4, self.long_text),
            "too large": (1, self.too_large),
            "deep JSON": (4, self.deep),
            "any JSON": (6, self.any_json),
            "cut off": (6, self.cut),
            "bytes": (4, self.as_bytes),
            "in pieces": (3, self.in_pieces),
            "no UTF-8": (1, self.no_utf_8),
            "no frame": (1, self.no_frame),
        }
        self.weights = [weight for weight, _ in self.kinds.values()]

    def hostile(self, knows: Knows) -> Shot:
        (kind,) = self.dice.choices(list(self.kinds), self.weights)
        return self.kinds[kind][1](knows)._replace(kind=kind)

    def honest(self, knows: Knows) -> Message:
        """Return a message that a player may send, usually a move."""
        if knows.over:
            return Rematch()
        if knows.now and self.dice.random() < 0.9:
            return self.dice.choice(knows.now)
        seat = self.dice.choice(knows.seats)
        others: list[Message] = [As(seat), As(seat), Back(seat), Undo(knows.seq), Undo(knows.seq), Start()]
        others += [Hint(offer.asked) for offer in knows.now[:2]]
        others.append(Bot(seat, self.dice.choice(list(levels.FOR_PEOPLE))))
        return self.dice.choice([*others, React(self.dice.choice(REACTIONS)), Rename(seat, f"Player {seat}")])

    # --- Moves offered at another time, or to another guest ---

    def of_others(self, knows: Knows) -> Shot:
        return self.play(self.one_of(knows.here))

    def of_before(self, knows: Knows) -> Shot:
        old = self.one_of(knows.before)
        fresh = knows.now[0].asked if knows.now else knows.seq
        return self.play(Play(self.dice.choice((old.asked, fresh)), old.option))

    def of_elsewhere(self, knows: Knows) -> Shot:
        fresh = knows.now[0].asked if knows.now else knows.seq
        return self.play(Play(fresh, self.one_of(knows.anywhere).option))

    def wrong_number(self, knows: Knows) -> Shot:
        """Return an option with the wrong question number: off by one, or long past."""
        right = self.one_of(knows.now or knows.here)
        off = self.dice.choice((-1, 1, -right.asked, self.dice.randrange(-300, 300), 2**40))
        return self.play(Play(right.asked + (off or 1), right.option))

    def one_of(self, offers: Sequence[Play]) -> Play:
        return self.dice.choice(offers) if offers else Play(0, "")

    def play(self, move: Play) -> Shot:
        return Shot("", msgspec.json.encode(move))

    # --- Invalid messages ---

    def fields(self, knows: Knows) -> dict[str, Any]:
        """Return the fields of a plausible message."""
        kind = self.dice.choice((*TYPES, "play", "play", "undo"))
        offer = self.one_of(knows.now or knows.here)
        likely: dict[str, Any] = {
            "asked": offer.asked,
            "option": offer.option,
            "seq": knows.seq - self.dice.randrange(2),
            "seat": self.dice.randrange(6),
            "other": self.dice.randrange(6),
            "players": self.dice.randrange(6),
            "word": self.dice.choice((*REACTIONS, "Boo")),
            "level": self.dice.choice((*levels.FOR_PEOPLE, "search:9999999", "")),
            "name": self.dice.choice(("Eve", "Ann", "Eve\n", "<i>")),
            "custom": self.dice.choice(("hints", "pace", "seed")),
            "value": self.dice.choice(("on", "off", "", "at once", "never")),
        }
        return {"type": kind} | {name: likely[name] for name in TYPES[kind]}

    def any_message(self, knows: Knows) -> Shot:
        return as_json(self.fields(knows))

    def wrong_type(self, knows: Knows) -> Shot:
        fields = self.fields(knows)
        fields[self.dice.choice(list(fields))] = self.dice.choice(ODD)
        return as_json(fields)

    def wrong_fields(self, knows: Knows) -> Shot:
        fields = self.fields(knows)
        if self.dice.random() < 0.5:
            del fields[self.dice.choice(list(fields))]
        else:
            fields[self.dice.choice(("now", "owner", "seat ", "Type", ""))] = self.dice.choice(ODD)
        return as_json(fields)

    def unknown_type(self, knows: Knows) -> Shot:
        return as_json(self.fields(knows) | {"type": self.dice.choice(("frame", "Play", "play ", "go", "\0", "no"))})

    def huge_number(self, knows: Knows) -> Shot:
        fields = self.fields(knows)
        numbers = [name for name in fields if name in ("asked", "seq", "seat", "other")] or ["seat"]
        return as_json(fields | {self.dice.choice(numbers): self.dice.choice(HUGE)})

    def long_text(self, knows: Knows) -> Shot:
        texts = {"play": "option", "react": "word", "bot": "level", "rename": "name", "share": "name"}
        kind = self.dice.choice(list(texts))
        fields = {"type": kind, "asked": 0, "seat": self.dice.randrange(3)}
        wanted = {name: fields[name] for name in ("type", *TYPES[kind]) if name in fields}
        return as_json(wanted | {texts[kind]: self.dice.choice("x \0") * self.dice.randrange(150, MOST // 6 - 60)})

    def too_large(self, knows: Knows) -> Shot:
        return as_json({"type": "react", "word": "x" * self.dice.randrange(MOST, 20 * MOST)})

    def deep(self, knows: Knows) -> Shot:
        depth = self.dice.randrange(2, MOST // 2)
        whole = b"[" * depth + b"]" * depth
        nested = b'{"type":"play","asked":0,"option":' + whole[: MOST - 60] + b"}"
        return Shot("", self.dice.choice((whole, b"[" * depth, b'{"a":' * (depth // 3), nested))[:MOST])

    def any_json(self, knows: Knows) -> Shot:
        return as_json(self.anything(3))

    def anything(self, depth: int) -> Any:
        kind = self.dice.randrange(4 if depth else 2)
        if kind < 2:
            return self.dice.choice(ODD)
        if kind == 2:
            return [self.anything(depth - 1) for _ in range(self.dice.randrange(4))]
        return {self.dice.choice(("type", "seat", "option", "x")): self.anything(depth - 1) for _ in range(3)}

    # --- Broken data and unusual framing ---

    def cut(self, knows: Knows) -> Shot:
        text = self.any_message(knows).data
        at = self.dice.randrange(len(text))
        odd = self.dice.choice((b"", b",", b"}", b"\xef\xbb\xbf", b"\0", b'"'))
        return Shot("", self.dice.choice((text[:at], text[:at] + odd + text[at:], text + text, odd + text)))

    def as_bytes(self, knows: Knows) -> Shot:
        """Send noise or a legal move as binary: the server accepts only text."""
        right = [msgspec.json.encode(move) for move in knows.now[:1]]
        return Shot("", self.dice.choice([self.dice.randbytes(self.dice.randrange(60)), *right]), Way.BYTES)

    def in_pieces(self, knows: Knows) -> Shot:
        return self.any_message(knows)._replace(way=Way.PIECES)

    def no_utf_8(self, knows: Knows) -> Shot:
        text = self.any_message(knows).data
        at = self.dice.randrange(len(text))
        return Shot("", text[:at] + self.dice.choice((b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\xf5")) + text[at:])

    def no_frame(self, knows: Knows) -> Shot:
        """Send reserved bits, unmasked frames and wrong lengths."""
        start = self.dice.choice((b"\x83\x80", b"\xf1\x80", b"\x81\x05Hello", b"\x80\x80\0\0\0\0", b"\x89\xfe\xff\xff"))
        return Shot("", start + self.dice.randbytes(20), Way.RAW)


def as_json(value: Any) -> Shot:
    """Encode as JSON, including huge numbers and lone surrogates, which our own encoder cannot write."""
    return Shot("", json.dumps(value).encode())


# --- Requests ---


NONE: Final[Mapping[str, str]] = {}


class Asking(NamedTuple):
    kind: str
    data: bytes
    breaks_off: bool = False  # the request is incomplete, so no answer is required


def request(host: str, method: str, path: str, body: bytes = b"", headers: Mapping[str, str] = NONE) -> bytes:
    """Build a request like a browser's; `headers` override, and an empty one is left out."""
    usual = {"Host": host, "Origin": f"http://{host}", "Connection": "close", "Content-Length": str(len(body))}
    if body:
        usual["Content-Type"] = "application/x-www-form-urlencoded"
    sent = usual | dict(headers)
    lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in sent.items() if value)]
    return "\r\n".join([*lines, "", ""]).encode("latin-1", "replace") + body


def form(*fields: tuple[str, str]) -> bytes:
    return urlencode(fields).encode()


class Asker:
    """Generate requests, from nearly valid to not HTTP at all."""

    def __init__(self, host: str, dice: random.Random, rooms: Callable[[], str], secrets: Callable[[], str]) -> None:
        self.host, self.dice = host, dice
        self.room, self.secret = rooms, secrets  # each call returns a random one
        self.kinds: dict[str, Callable[[], Asking]] = {
            "a path": self.path,
            "a method": self.method,
            "a form": self.a_form,
            "a cookie": self.cookie,
            "a host": self.named_host,
            "an origin": self.origin,
            "a record": self.record,
            "a body that is not as announced": self.body,
            "a body that breaks off": self.broken_off,
            "a handshake": self.handshake,
            "headers": self.headers,
            "no HTTP": self.no_http,
        }

    def hostile(self) -> Asking:
        kind = self.dice.choice(list(self.kinds))
        return self.kinds[kind]()._replace(kind=kind)

    def ask(self, method: str, path: str, body: bytes = b"", headers: Mapping[str, str] = NONE) -> Asking:
        return Asking("", request(self.host, method, path, body, headers))

    def a_path(self) -> str:
        room, game = f"/table/{self.room()}", self.dice.choice((*GAMES, "chess", ""))
        paths = ("/", "/play", f"/new/{game}", f"/rules/{game}", "/replay", room, f"{room}/sit", f"{room}/replay")
        more = (f"{room}/replay/{self.dice.choice((*NUMBERS, *HUGE))}?eyes={self.dice.choice(('0', '9', 'x', '%00'))}",)
        rest = (f"{room}/record", f"{room}/chances", f"{room}/live", "/icon.svg", "/static/bugbox.js")
        return self.dice.choice((*paths, *more, *rest))

    def path(self) -> Asking:
        odd = ("/../../etc/passwd", "/%2e%2e/%2e%2e/x", "/static/..%2f..%2fapp.py", "//x", "/%00", "/%ff%fe", "/;", "*")
        more = (
            "/table/" + "x" * 3000,
            "/table/%F0%9F",
            "/static/",
            "/?" + "a=1&" * 500,
            "http://x/",
            self.a_path() + "/",
        )
        return self.ask(
            "GET", self.dice.choice((*odd, *more, self.a_path(), self.a_path(), "/table/" + quote("é" * 9)))
        )

    def method(self) -> Asking:
        odd = ("PUT", "DELETE", "OPTIONS", "TRACE", "HEAD", "POST", "PATCH", "BREW", "get", "CONNECT")
        return self.ask(self.dice.choice(odd), self.a_path())

    def a_form(self) -> Asking:
        path = self.dice.choice(
            ("/play", f"/new/{self.dice.choice(list(GAMES))}", f"/table/{self.room()}/sit", "/replay")
        )
        names = ("seat", "seat", "seat", "name", "game", "listed", "segments", "rugs", "deck", "x")
        values = (
            "me",
            "open",
            "same device",
            "random",
            "nobody",
            "search:99999",
            "",
            "0",
            "-1",
            "9" * 400,
            "\0",
            "yes",
        )
        many = self.dice.choice((0, 1, 2, 3, 5, 8, 150))
        fields = [(self.dice.choice(names), self.dice.choice((*values, *GAMES))) for _ in range(many)]
        bad = (b"%", b"%zz=%", b"=&=&", b"\xff\xfe=\xff", b"a" * 17_000, b"name=%ff%c3&seat=%00")
        body = form(*fields) if self.dice.random() < 0.7 else self.dice.choice(bad)
        return self.ask("POST", path, body, {"Cookie": f"{SECRET}={self.secret()}"})

    def cookie(self) -> Asking:
        secret = self.secret()
        odd = (
            secret[:-1],
            secret.swapcase(),
            secret + "x",
            new_secret(),
            "",
            '"',
            "\xff",
            "x" * 5000,
            f"{secret}; {secret}",
        )
        name = self.dice.choice((SECRET, SECRET, NAME, SECRET.upper(), "__Host-" + SECRET))
        path, method = self.dice.choice((("/", "GET"), (f"/table/{self.room()}", "GET"), ("/play", "POST")))
        return self.ask(method, path, headers={"Cookie": f"{name}={self.dice.choice(odd)}"})

    def named_host(self) -> Asking:
        port = self.host.partition(":")[2]
        odd = (
            "[::1].evil.example",
            "evil.example",
            "[::1",
            "]",
            "[]",
            "127.0.0.1.evil.example",
            "127.0.0.1@evil",
            "::1",
            "\xe9",
        )
        host = self.dice.choice(
            (*odd, f"evil.example:{port}", f"127.0.0.1:{port}:{port}", "localhost:99999999999", " ", "[")
        )
        headers = {"Host": host, "Origin": f"http://{host}"}
        data = self.ask(self.dice.choice(("GET", "POST")), self.a_path(), headers=headers).data
        return Asking("", data + data.partition(b"\r\n")[2] if self.dice.random() < 0.1 else data)

    def origin(self) -> Asking:
        odd = (
            "null",
            "http://evil.example",
            "http://[",
            "https://" + self.host,
            "file://",
            f"http://{self.host}.evil",
            "//",
        )
        return self.ask(
            "POST",
            self.dice.choice(("/play", f"/table/{self.room()}/sit")),
            form(),
            headers={"Origin": self.dice.choice(odd)},
        )

    def record(self) -> Asking:
        """Upload a record with a wrong, repeated or missing line, or something else entirely."""
        lines = Match(self.dice.choice(list(GAMES.values())), 2, 7).record().splitlines()
        at = self.dice.randrange(len(lines))
        word = self.dice.choice((*map(str, NUMBERS), "9" * 5000, "\0", "é", "random", "0 keep L1"))
        lines[at : at + 1] = self.dice.choice(
            ([], [lines[at]] * 2, [f"{lines[at].partition(' ')[0]} {word}"], [word] * 300)
        )
        odd = ("", "\0", "{" * 9000, "[" * 50_000, "\ud7ff" * 1000)
        return self.ask(
            "POST", "/replay", ("\n".join(lines) if self.dice.random() < 0.8 else self.dice.choice(odd)).encode()
        )

    def body(self) -> Asking:
        size = self.dice.choice(("-1", "abc", "0", "1", "99999999999999999999", "1, 2", "+5", "0x10", " "))
        chunked = self.dice.choice(
            (b"5\r\nab", b"zz\r\n", b"-1\r\n\r\n", b"ffffffffffffffff\r\nx", b"0\r\n\r\nGET / HTTP/1.1\r\n\r\n")
        )
        path = self.dice.choice(("/play", "/replay", f"/table/{self.room()}/sit"))
        if self.dice.random() < 0.5:
            whole = self.ask("POST", path, b"name=Eve", {"Content-Length": size})
        else:
            whole = self.ask("POST", path, b"", {"Transfer-Encoding": "chunked", "Content-Length": ""})
            whole = whole._replace(data=whole.data + chunked)
        return whole._replace(breaks_off=True)

    def broken_off(self) -> Asking:
        whole = self.a_form().data
        return Asking("", whole[: self.dice.randrange(1, len(whole))], breaks_off=True)

    def handshake(self) -> Asking:
        key = self.dice.choice(("dGhlIHNhbXBsZSBub25jZQ==", "short", "", "\xff"))
        version = self.dice.choice(("13", "8", "x", ""))
        extension = self.dice.choice(
            ("", "permessage-deflate; client_max_window_bits=99", "permessage-deflate; ;=", "x" * 900)
        )
        whole = self.ask(
            self.dice.choice(("GET", "GET", "POST")),
            self.dice.choice((f"/table/{self.room()}/live", "/", "/table/none/live", self.a_path())),
            headers={
                "Upgrade": self.dice.choice(("websocket", "WebSocket", "h2c", "websocket, x")),
                "Connection": "Upgrade",
                "Sec-WebSocket-Key": key,
                "Sec-WebSocket-Version": version,
                "Sec-WebSocket-Extensions": extension,
            },
        )
        return whole._replace(breaks_off=True)

    def headers(self) -> Asking:
        odd = {
            "X-Forwarded-For": self.dice.choice(
                ("x", "::", "1.2.3.4, x", "," * 500, "999.1.1.1", "\xff", "fe80::1%eth0")
            ),
            "Accept-Encoding": self.dice.choice(("gzip;q=x", "*" * 900)),
            "If-None-Match": '"' * 99,
            "If-Modified-Since": self.dice.choice(("x", "Mon, 99 Foo 0000 99:99:99 GMT")),
            "Range": self.dice.choice(("bytes=9-1", "bytes=-", "bytes=0-0,1-1", "x=1", "bytes=99999999999-")),
            "Expect": "100-continue",
            "X-Long": "x" * 70_000,
        }
        names = self.dice.sample(list(odd), self.dice.randrange(1, 4))
        return self.ask("GET", self.a_path(), headers={name: odd[name] for name in names})

    def no_http(self) -> Asking:
        odd = (
            b"\r\n\r\n",
            b"GET\r\n\r\n",
            b"GET / HTTP/9.9\r\n\r\n",
            b"GET / HTTP/1.1\r\nHost\r\n\r\n",
            b"\x16\x03\x01\x02\0\x01",
        )
        more = (
            b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
            b"GET / HTTP/1.1\n\n",
            self.dice.randbytes(300),
            b"A" * 100_000,
            b"GET /\xff HTTP/1.1\r\n\r\n",
        )
        return Asking("", self.dice.choice((*odd, *more)), breaks_off=True)

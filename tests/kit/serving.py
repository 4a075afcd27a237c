"""A real `bugbox serve`, and a small headless browser that keeps cookies, requests pages and sits at a table.

`with server(tmp_path) as address` gives an address such as `http://127.0.0.1:41234`; `with started(tmp_path) as
running` also gives the process, with `running.kill()` to simulate a power cut.
"""

import gzip
import json
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any, Final, Self
from urllib.parse import urlencode, urlsplit

from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from bugbox.core.settings import Value, write
from bugbox.games import GAMES
from bugbox.table import app as table_app
from bugbox.table import serve
from bugbox.table.net.limits import Limits, Proxies
from bugbox.table.storage.store import Store
from bugbox.table.thinking.pool import BotPool
from tests.conftest import ROOT
from tests.kit.tables import after, shortest

PATIENCE = 60.0  # seconds: far longer than anything takes, even interpreted on a busy machine

GAME: Final = GAMES["bug-race"]  # for tests of any game: everybody chooses at once, in secret


def fields(settings: Mapping[str, Value]) -> dict[str, str]:
    """Return settings as fields of the form for a new table."""
    return {name: write(value) for name, value in settings.items()}


SHORT: Final = fields(shortest(GAME))

WITH_TOY: Final = "tests.kit.with_toy"  # bugbox with the toy game

Message = dict[str, Any]


# --- The server ---


@dataclass
class Server:
    """A server in a separate process; its stdout and stderr go to files."""

    process: subprocess.Popen[bytes]
    address: str
    said: Path
    complaints: Path

    @property
    def port(self) -> str:
        return str(urlsplit(self.address).port)

    def kill(self) -> None:
        """Send SIGKILL, like a power cut: no cleanup."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(PATIENCE)

    def stop(self) -> int:
        """Shut down gracefully with SIGINT and return the exit code."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        try:
            return self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.kill()
            raise

    def children(self) -> set[int]:
        """Return all descendant processes."""
        return descendants(self.process.pid)


@contextmanager
def server(folder: Path, *options: str, module: str = WITH_TOY) -> Iterator[str]:
    """Run a server with its file in `folder` and instant bots, and yield its address; `options` override."""
    with started(folder, *options, module=module) as running:
        yield running.address


@contextmanager
def started(folder: Path, *options: str, module: str = WITH_TOY) -> Iterator[Server]:
    """Run a server and yield its process, for tests that kill it. Fails if an error was logged."""
    running = start(folder, *options, module=module)
    try:
        yield running
    finally:
        running.stop()
    assert "Traceback" not in running.complaints.read_text(), running.complaints.read_text()


class NoBots(BotPool):
    def __init__(self) -> None:
        pass

    def start(self) -> None:
        pass

    def stop(self) -> None:
        pass


@contextmanager
def limited(folder: Path, limits: Limits, *proxies: str) -> Iterator[str]:
    """Run a server with custom limits in a thread of this process and yield its address."""
    app = table_app.Server(Store(folder / "table.sqlite"), NoBots(), limits=limits)
    running = serve.uvicorn_server(app, [], Proxies(proxies))
    listening = serve.listen("127.0.0.1", 0)
    thread = threading.Thread(target=running.run, args=[[listening]])
    thread.start()
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        running.should_exit = True
        thread.join(PATIENCE)
        assert not thread.is_alive(), "it did not stop"


def start(
    folder: Path,
    *options: str,
    own_group: bool = False,
    module: str = WITH_TOY,
    its_command: Sequence[str] | None = None,
) -> Server:
    said, complaints = folder / "said", folder / "complaints"
    with open(said, "wb") as out, open(complaints, "ab") as errors:
        its_command = its_command or command(folder, *options, module=module)
        process = subprocess.Popen(its_command, stdout=out, stderr=errors, cwd=ROOT, start_new_session=own_group)
    wait_until(lambda: b"\n" in said.read_bytes() or process.poll() is not None, "the server had started")
    found = re.search(r"open at (http://\S+)/ ", said.read_text())
    assert found, said.read_text() + complaints.read_text()
    return Server(process, found[1], said, complaints)


def command(folder: Path, *options: str, module: str = WITH_TOY) -> list[str]:
    usual = ["--port", "0", "--db", f"sqlite:///{folder / 'table.sqlite'}", "--bot-pause", "0"]
    return [sys.executable, "-m", module, "serve", *usual, *options]


def descendants(process: int) -> set[int]:
    children = {child for child, (_, parent) in processes().items() if parent == process}
    return children.union(*map(descendants, children))


def is_running(process: int) -> bool:
    return processes().get(process, ("X", 0))[0] not in "ZX"


def bots_of(server: int) -> set[int]:
    """Return the server's own bot processes, not those of a server that it started."""
    children = [process for process, (_, parent) in processes().items() if parent == server]
    return {process for process in children if "spawn_main" in command_line(process)}


def command_line(process: int) -> str:
    with suppress(OSError):  # it has just ended
        return Path(f"/proc/{process}/cmdline").read_text()
    return ""


def processes() -> dict[int, tuple[str, int]]:
    """Return the state and parent of every process on this machine."""
    found = {}
    for file in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has just ended
            state, parent = file.read_text().rpartition(")")[2].split()[:2]
            found[int(file.parent.name)] = (state, int(parent))
    return found


def wait_until(is_so: Callable[[], object], what: str) -> None:
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end, f"waited in vain until {what}"
        time.sleep(0.01)


# --- A browser ---


@dataclass(frozen=True)
class Page:
    status: int
    headers: Mapping[str, str]
    cookies: tuple[str, ...]  # Set-Cookie headers
    text: str


@dataclass
class Browser:
    """A person's browser, which returns the server's cookies with every request."""

    address: str
    cookies: dict[str, str] = field(default_factory=dict)
    home: str = ""  # an address behind the proxy, if set

    @property
    def host(self) -> str:
        return urlsplit(self.address).netloc

    def ask(self, method: str, path: str, body: bytes = b"", headers: Mapping[str, str | None] | None = None) -> Page:
        """Send a request; `headers` override, and None leaves one out."""
        sent: dict[str, str | None] = {"Host": self.host, "Cookie": self.cookie()}
        sent |= {"X-Forwarded-For": self.home} if self.home else {}
        if method == "POST":
            sent |= {"Origin": self.address, "Content-Length": str(len(body))}
        sent |= headers or {}
        connection = HTTPConnection(self.host, timeout=PATIENCE)
        try:
            connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
            for name, value in sent.items():
                if value is not None:
                    connection.putheader(name, value)
            connection.endheaders(body)
            answer = connection.getresponse()
            lower = {name.lower(): value for name, value in answer.getheaders()}
            page = Page(
                answer.status,
                lower,
                tuple(value for name, value in answer.getheaders() if name.lower() == "set-cookie"),
                (gzip.decompress(answer.read()) if "content-encoding" in lower else answer.read()).decode(),
            )
        finally:
            connection.close()
        for cookie in page.cookies:
            self.cookies |= {name: morsel.value for name, morsel in SimpleCookie(cookie).items()}
        return page

    def cookie(self) -> str | None:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items()) or None

    def get(self, path: str, **headers: str | None) -> Page:
        return self.ask("GET", path, headers=headers)

    def post(self, path: str, *fields: tuple[str, str], **headers: str | None) -> Page:
        """Submit a form like a browser."""
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        return self.ask("POST", path, urlencode(fields).encode(), kind | headers)

    def play_now(self, game: str = GAME.name) -> str:
        """Open a table with me and bots, and return its path."""
        return moved_to(self.post("/play", ("game", game)))

    def open_table(self, *seats: str, game: str = GAME.name, **fields: str) -> str:
        """Open a table and return its path; each seat is `me`, `open`, `same device` or a bot level."""
        return moved_to(self.post(f"/new/{game}", *(("seat", seat) for seat in seats), *fields.items()))

    def sit(self, table: str, name: str) -> Page:
        return self.post(f"{table}/sit", ("name", name))

    @contextmanager
    def at(self, table: str, origin: str | None = "", **headers: str) -> Iterator["AtTable"]:
        """Connect to the table as player or watcher, with the first frame already read."""
        with self.socket(table, origin, **headers) as socket:
            there = AtTable(socket)
            there.read_until(lambda message: message["type"] == "frame", "the first frame came")
            yield there

    def socket(self, table: str, origin: str | None = "", **headers: str) -> ClientConnection:
        cookie = self.cookie()
        headers |= {"X-Forwarded-For": self.home} if self.home else {}
        return connect(
            f"ws://{self.host}{table}/live",
            origin=None if origin is None else Origin(origin or self.address),
            additional_headers=headers | ({"Cookie": cookie} if cookie else {}),
            open_timeout=PATIENCE,
            max_size=None,
            proxy=None,
        )


def moved_to(page: Page) -> str:
    assert page.status == 303, page.text
    return page.headers["location"]


class AtTable:
    """A connection to a table, and the last frame received."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.frame: Message = {}
        self.frames: list[Message] = []  # all received so far
        self.log: list[str] = []
        self.raw: list[str] = []  # all received so far

    def say(self, **message: object) -> None:
        self.socket.send(json.dumps(message))

    def read(self) -> Message:
        text = self.socket.recv(PATIENCE)
        assert isinstance(text, str)
        self.raw.append(text)
        message: Message = json.loads(text)
        if message["type"] == "frame":
            message = self.frame = after(self.frame, message)
            self.frames.append(message)
            self.log = message["log"] if message["fresh"] else self.log + message["log"]
            if message["beat"]:
                return self.read()  # the next frame follows at once
        return message

    def read_until(self, is_so: Callable[[Message], object], what: str) -> Message:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            message = self.read()
            if is_so(message):
                return message
        raise AssertionError(f"waited in vain until {what}")

    def refusal(self) -> str:
        """Return the reason for the next refusal, skipping frames."""
        return str(self.read_until(lambda message: message["type"] == "no", "a refusal came")["why"])

    def wait_for_frame(self, is_so: Callable[[Message], object], what: str = "such a frame came") -> Self:
        """Read until a frame matches; return at once if the last one does."""
        if not is_so(self.frame):
            self.read_until(lambda message: message["type"] == "frame" and is_so(message), what)
        return self

    @property
    def options(self) -> list[str]:
        return [option for option, _ in self.frame.get("choices", [])]

    def wait_for_turn(self) -> Self:
        return self.wait_for_frame(lambda frame: frame.get("choices") or frame.get("over"), "it was my turn")

    def play(self, option: str | None = None) -> Message:
        """Play an option (by default the first), wait for the server, and return the frame after it."""
        self.wait_for_turn()
        before = self.question
        decision = {"type": "play", "asked": self.frame.get("asked", 0), "option": option or self.options[0]}
        self.say(**decision)
        while self.question == before:
            message = self.read()
            if "Slow down" in message.get("why", ""):
                time.sleep(0.2)  # throttled: no person plays this fast
                self.say(**decision)
            else:
                assert message["type"] != "no", message["why"]
        return self.frame

    @property
    def question(self) -> tuple[int | None, int]:
        """Return which seat is asked here, and after which move."""
        return self.frame.get("seat"), self.frame.get("asked", 0)

    def play_to_the_end(self) -> Message:
        while not self.wait_for_turn().frame.get("over"):
            self.play()
        return self.frame

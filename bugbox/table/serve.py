"""Starts the server on this machine and, if asked, the browser."""

import gc
import os
import socket
import sqlite3
import sys
import threading
import webbrowser
from collections.abc import Sequence
from pathlib import Path

import platformdirs
import uvicorn

from bugbox.core.errors import BugboxError, WrongSetting
from bugbox.table.app import Server
from bugbox.table.net import protocols
from bugbox.table.net.assets import STATIC
from bugbox.table.net.limits import Limits, Proxies
from bugbox.table.net.log_filter import hush
from bugbox.table.net.protocols import Door, Listening
from bugbox.table.storage.file_lock import FileLock, InUse
from bugbox.table.storage.store import Store
from bugbox.table.thinking.pool import BotPool

SQLITE = "sqlite:///"


def usual_db() -> str:
    return f"{SQLITE}{platformdirs.user_data_path('bugbox') / 'table.sqlite'}"


def read_db(url: str) -> Path:
    if not url.startswith(SQLITE) or url == SQLITE:
        raise WrongSetting(f"--db takes {SQLITE}FILE, not {url!r}.")
    return Path(url.removeprefix(SQLITE))


def listen(host: str, port: int | None) -> socket.socket:
    """The port that was asked for; if none was, 8000 or else any that is free."""
    for wanted in [8000, 0] if port is None else [port]:
        try:
            family = socket.AF_INET6 if ":" in host else socket.AF_INET
            return Listening(fileno=socket.create_server((host, wanted), family=family).detach())
        except OSError as error:
            reason = error.strerror
    raise BugboxError(f"Nothing can listen on {host} port {port}: {reason}.")


def serve(
    host: str,
    port: int | None,
    db: str,
    names: Sequence[str],
    opening: bool,
    bot_processes: int,
    bot_pause: float,
    keep_days: int,
    proxies: Sequence[str],
) -> None:
    if not (STATIC / "bugbox.js").exists():
        raise BugboxError("The page's script was not built when this was installed: install Bugbox again with Node 20.")
    path, trusted = read_db(db), Proxies(proxies)
    try:
        owned = FileLock(path)  # before anything in the file is touched
        store = Store(path, keep_days)
    except InUse as error:
        show(error.address, opening)
        raise
    except (OSError, sqlite3.Error) as error:
        raise BugboxError(f"{path} cannot be used: {error}.") from None
    listening = listen(host, port)
    try:
        welcome(address_of(host, listening), path, opening, owned)
        run(
            Server(store, BotPool(bot_processes), bot_pause, protocols.fit(Limits())),
            listening,
            [*names, socket.gethostname(), f"{socket.gethostname()}.local"],
            trusted,
        )
    except KeyboardInterrupt:  # uvicorn has closed everything and passes the signal on
        print("\nThe table is closed.")


def welcome(address: str, path: Path, opening: bool, owned: FileLock) -> None:
    owned.tell(address)
    print(f"The table is open at {address} (Ctrl-C closes it; matches are kept in {path.name}).", flush=True)
    show(address, opening)


def show(address: str, opening: bool) -> None:
    if opening and address and has_screen():
        threading.Timer(0.3, webbrowser.open, [address]).start()


def address_of(host: str, listening: socket.socket) -> str:
    return f"http://{name_in_address(host)}:{listening.getsockname()[1]}/"


def name_in_address(host: str) -> str:
    if host in ("0.0.0.0", "::"):  # everywhere; friends use this machine's name
        return socket.gethostname()
    return f"[{host}]" if ":" in host else host


def has_screen() -> bool:
    """Without one, the only browser would be a text browser in this terminal."""
    return sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def calm_collector() -> None:
    """What is there when the server starts stays; looking through all of it again and again would halt the table."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


def run(server: Server, listening: socket.socket, hosts: Sequence[str], proxies: Proxies) -> None:
    calm_collector()
    hush()
    uvicorn_server(server, hosts, proxies).run(sockets=[listening])


def uvicorn_server(server: Server, hosts: Sequence[str], proxies: Proxies) -> uvicorn.Server:
    config = protocols.Config(
        server.app(hosts),
        door=Door(server.limits, proxies),
        http=protocols.Pages,
        ws=protocols.Sockets,
        ws_max_size=4096,
        ws_ping_interval=server.limits.ping,
        ws_ping_timeout=server.limits.ping,
        backlog=protocols.AT_ONCE,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=bool(proxies.networks),
        forwarded_allow_ips=proxies.names(),
        timeout_graceful_shutdown=2,
        timeout_keep_alive=int(server.limits.silence),
    )
    return uvicorn.Server(config)

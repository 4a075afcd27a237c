"""Does the server's memory stay flat? Guests come, play, look around and go.

    python -m bench.resilience.soak --minutes 30
    python -m bench.resilience.soak --minutes 5 --guests 8
    python -m bench.resilience.soak --pages 2000     one table under as many names, its page and its frames each time

Ends by itself, and prints the server's memory (RSS, without its bots) as it goes.
"""

import random
import re
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path

import click
from websockets.exceptions import ConnectionClosed

from bugbox.games import GAMES
from tests.kit.serving import AtTable, Browser, Server, started

REPORTS = 30  # lines of output at most


def rss(server: Server) -> float:
    """Return the resident memory of the server in megabytes."""
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) / 1000


class Guest:
    """A guest who opens one table after another, each from a new address."""

    def __init__(self, server: Server, number: int) -> None:
        self.server, self.dice = server, random.Random(number)
        self.tables = self.moves = 0

    def stay(self, until: float) -> None:
        while time.monotonic() < until:
            home = f"10.{self.dice.randrange(256)}.{self.dice.randrange(256)}.{self.dice.randrange(1, 255)}"
            browser = Browser(self.server.address, home=home)
            with suppress(ConnectionClosed):
                self.visit(browser, until)

    def visit(self, browser: Browser, until: float) -> None:
        """Play for a while, often to the end; then look at the replay."""
        games = re.findall(r'name="game" value="([\w-]+)"', browser.get("/").text)
        game = GAMES[self.dice.choice(games)]
        seats = self.dice.choice(game.seats)
        table = browser.open_table("me", *["hatchling"] * (seats - 1), game=game.name, name=self.name())
        self.tables += 1
        browser.get(table)
        with Browser(browser.address, home=browser.home).at(table):
            pass  # a watcher who leaves at once
        with browser.at(table) as me:
            for _ in range(self.dice.randrange(100)):
                if me.wait_for_turn().frame.get("over") or time.monotonic() > until:
                    break
                me.play(self.dice.choice(me.options))
                self.moves += 1
            over = me.frame.get("over")
        for at in range(0, 60, 10) if over else ():
            browser.get(f"{table}/replay/{at}")

    def name(self) -> str:
        return "".join(self.dice.choices("abcdefghijklmnop", k=8)).title()


def soak(server: Server, minutes: float, guests: int) -> None:
    start = time.monotonic()
    end = start + minutes * 60
    crowd = [Guest(server, number) for number in range(guests)]
    threads = [threading.Thread(target=guest.stay, args=[end], daemon=True) for guest in crowd]
    for thread in threads:
        thread.start()
    while time.monotonic() < end:
        time.sleep(min(minutes * 60 / REPORTS, max(0.0, end - time.monotonic())))
        tables, moves = sum(guest.tables for guest in crowd), sum(guest.moves for guest in crowd)
        print(f"{time.monotonic() - start:6.0f} s {rss(server):6.0f} MB {tables:6} tables {moves:7} moves", flush=True)
    for thread in threads:
        thread.join(60)
    time.sleep(5)
    print(f"  all gone {rss(server):4.0f} MB")


def rename(me: AtTable, name: str) -> None:
    me.say(type="rename", seat=0, name=name)
    me.wait_for_frame(lambda frame: name in frame["html"], "the name had changed")


def look_at_pages(server: Server, pages: int) -> None:
    ann = Browser(server.address)
    table = ann.open_table("me", "open", game="ladybugs", name="Ann")
    with ann.at(table) as me:
        print(f"{0:6} pages {rss(server):6.0f} MB")
        for number in range(1, pages + 1):
            rename(me, f"Ann {number}")
            if number == 1:
                me.say(type="bot", seat=1, level="hatchling")
                me.say(type="start")
                me.wait_for_turn()
            ann.get(table, **{"X-Forwarded-For": f"10.0.{number // 200}.{number % 200 + 1}"})
            time.sleep(0.12)  # the server allows ten messages a second
            if number % max(1, pages // 10) == 0:
                print(f"{number:6} pages {rss(server):6.0f} MB", flush=True)


@click.command(help=__doc__)
@click.option("--minutes", default=30.0, show_default=True)
@click.option("--guests", default=6, show_default=True, help="How many at the same time.")
@click.option("--pages", default=0, help="Look at pages instead.")
def main(minutes: float, guests: int, pages: int) -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        started(Path(folder), "--proxy", "127.0.0.1", module="bugbox") as server,
    ):
        if pages:
            look_at_pages(server, pages)
        else:
            soak(server, minutes, guests)


if __name__ == "__main__":
    main()

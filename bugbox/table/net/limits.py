"""What one guest may take, so that there is enough for all."""

import ipaddress
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from starlette.requests import HTTPConnection

from bugbox.core.errors import WrongSetting
from bugbox.table.storage.store import RoomRow


@dataclass(frozen=True)
class Limits:
    """The usual ones; nobody who plays, at home or with a class behind one address, meets them."""

    connections: int = 2000  # in all; the system may allow fewer
    an_address: int = 200  # connections
    windows: int = 4  # of one browser at one table
    watchers_an_address: int = 60  # at one table: two classes
    silence: float = 15.0  # seconds in which something must be said
    ping: float = 20.0  # seconds between two pings on a socket, and for the answer
    request: float = 60.0  # seconds for a request and its answer, all in all
    messages: tuple[float, float] = (30, 10)  # of a person: at once, and a second over time
    frames: tuple[float, float] = (100, 20)  # the same for all that comes in, pings too; whoever sends more is closed
    frames_an_address: tuple[float, float] = (1000, 200)
    requests: tuple[float, float] = (1000, 100)  # of an address
    joins: tuple[float, float] = (200, 10)  # sockets that an address opens
    tables: tuple[float, float] = (40, 0.5)  # opened by an address
    listed: tuple[float, float] = (10, 1 / 60)  # of these, in the lobby
    unfinished: int = 500  # tables of an address that were used within a day: a school class has far fewer
    presence: float = 0.3  # seconds between two frames that tell of coming and going
    alone: float = 10.0  # seconds that bots play on after everybody has left their table
    away: float = 60.0  # seconds after which somebody who is away is missed: others may let a bot play, or become host
    second_thoughts: float = 2.0  # seconds in which a secret choice against bots can be taken back before they answer

    def watchers(self) -> int:
        """At all tables together: a quarter of all places is kept for those who play."""
        return self.connections * 3 // 4


class Bucket:
    """So many at once, and so many a second over time."""

    def __init__(self, burst: float, a_second: float) -> None:
        self.burst = burst
        self.a_second = a_second
        self.left = burst
        self.at = time.monotonic()

    def take(self, many: float = 1) -> bool:
        now = time.monotonic()
        self.left = min(self.burst, self.left + (now - self.at) * self.a_second)
        self.at = now
        if self.left < many:
            return False
        self.left -= many
        return True


class Buckets:
    """One for each person or address; those that are full again are forgotten."""

    def __init__(self, burst: float, a_second: float, most: int = 10_000) -> None:
        self.burst, self.a_second, self.most = burst, a_second, most
        self._buckets: dict[str, Bucket] = {}

    def of(self, name: str) -> Bucket:
        if name not in self._buckets and len(self._buckets) >= self.most:
            long_ago = time.monotonic() - self.burst / self.a_second
            self._buckets = {name: bucket for name, bucket in self._buckets.items() if bucket.at > long_ago}
        return self._buckets.setdefault(name, self.new())

    def new(self) -> Bucket:
        return Bucket(self.burst, self.a_second)

    def take(self, name: str) -> bool:
        return self.of(name).take()


class Pace:
    """What one connection may send: within the shares of its person and of its address."""

    def __init__(self, messages: Bucket, frames: Bucket, of_address: Bucket) -> None:
        self.messages, self.frames, self.of_address = messages, frames, of_address

    def take(self, frames: int) -> bool:
        return self.frames.take(frames) and self.of_address.take(frames)


class Paces:
    """Of all people and addresses."""

    def __init__(self, limits: Limits) -> None:
        self.requests = Buckets(*limits.requests)
        self.joins = Buckets(*limits.joins)
        self.tables = Buckets(*limits.tables)
        self.listed = Buckets(*limits.listed)
        self._messages = Buckets(*limits.messages)
        self._frames = Buckets(*limits.frames)
        self._of_addresses = Buckets(*limits.frames_an_address)

    def of(self, person: str, address: str) -> Pace:
        """All windows of a person share one; whoever only watches has a new one."""
        of_address = self._of_addresses.of(address)
        if not person:
            return Pace(self._messages.new(), self._frames.new(), of_address)
        return Pace(self._messages.of(person), self._frames.of(person), of_address)


class Proxies:
    """Those that may say for whom they ask: addresses, or networks such as 10.0.0.0/8."""

    def __init__(self, names: Iterable[str]) -> None:
        try:
            self.networks = [ipaddress.ip_network(name) for name in names]
        except ValueError as error:
            raise WrongSetting(f"--proxy takes an address or a network: {error}.") from None

    def __contains__(self, address: str) -> bool:
        return is_address(address) and any(ipaddress.ip_address(address) in network for network in self.networks)

    def names(self) -> list[str]:
        return [str(network) for network in self.networks]


def is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def address_of(connection: HTTPConnection) -> str:
    return street(connection.client.host) if connection.client else ""


def street(address: str) -> str:
    """With IPv6 everybody has a whole street of addresses: it counts as one."""
    if ":" not in address or not is_address(address):
        return address
    known = ipaddress.IPv6Address(address)
    return str(known.ipv4_mapped or ipaddress.ip_network((int(known) >> 64 << 64, 64)))


def fair(rooms: Sequence[RoomRow], maker: Callable[[RoomRow], str]) -> list[RoomRow]:
    """The newest of everybody, then the second of everybody, and so on: nobody fills a list alone."""
    counts: Counter[str] = Counter()
    ranked = []
    for order, room in enumerate(rooms):
        counts[maker(room)] += 1
        ranked.append((counts[maker(room)], order, room))
    return [room for _, _, room in sorted(ranked, key=lambda entry: entry[:2])]

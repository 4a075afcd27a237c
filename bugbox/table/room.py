"""A room: one table, who sits at it, and its match. It says who may do what; it neither writes nor sends.

Whatever changes the seats returns the room as it would be kept; it is taken over only once it is on disk.
"""

import secrets
from copy import deepcopy
from dataclasses import dataclass
from datetime import UTC, datetime
from hmac import compare_digest

import msgspec

from bugbox.bots import levels
from bugbox.core.errors import BugboxError
from bugbox.core.game import WATCHER, Game
from bugbox.core.match import Match, clean
from bugbox.core.record import Record
from bugbox.core.settings import Value, complete, read_all, write
from bugbox.games import find
from bugbox.table.store import OVER, PLAYING, SHOWN, WAITING, Event, KeptRoom, Seat

BOT_NAMES = ("Weevil", "Cricket", "Aphid", "Moth", "Hornet")
GUEST = "Guest"


class Refused(BugboxError):
    """Somebody asked for what cannot be; the text is for them."""


@dataclass(frozen=True)
class Eyes:
    """Through which eyes a browser looks at the table now."""

    viewer: int  # a seat, or WATCHER
    curtain: int | None = None  # the seat to which this device has to be handed first
    mine: tuple[int, ...] = ()  # the seats of this browser
    hosting: bool = False


def new_room(game: Game, seats: int, settings: dict[str, Value], host: str, listed: bool) -> KeptRoom:
    """A room that waits for players."""
    game.check_seats(seats)
    texts = {name: write(value) for name, value in complete(game.settings, settings).items()}
    empty = [Seat() for _ in range(seats)]
    return KeptRoom(new_id(), now(), game.name, game.version, texts, new_seed(), host, listed, WAITING, "", empty)


def shown_room(record: Record, host: str) -> KeptRoom:
    """A room for a match that somebody brought along, only to be looked at."""
    seats = [Seat(name, level=record.bots.get(number, "")) for number, name in enumerate(record.players)]
    settings = dict(record.settings)
    return KeptRoom(new_id(), now(), record.game, record.version, settings, record.seed, host, False, SHOWN, "", seats)


def new_id() -> str:
    return secrets.token_urlsafe(12)


def new_seed() -> int:
    return secrets.randbits(128)


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


class Room:
    def __init__(self, kept: KeptRoom, events: list[Event]) -> None:
        self.kept = kept
        self.game = find(kept.game)
        if kept.version != self.game.version:
            raise Refused(f"This match was played by version {kept.version} of {self.game.title}, which is gone.")
        self.match: Match | None = None
        self.seq = 0  # events so far
        self.asked = [0] * len(kept.seats)  # after which event each seat was asked what it is asked now
        if kept.stage != WAITING:
            self._begin()
        for seat, option in events:
            self.happen(seat, option)

    def _begin(self) -> None:
        settings = read_all(self.game.settings, self.kept.settings)
        self.match = Match(self.game, len(self.kept.seats), self.kept.seed, settings, self.names(), self.bots())
        self._options = [self.match.options(seat) for seat in range(self.match.seats)]

    # --- What happens ---

    def adopt(self, kept: KeptRoom) -> None:
        """Take over what is on disk now."""
        self.kept = kept
        if self.match is None and kept.stage != WAITING:
            self._begin()
        if self.match:
            self.match.players, self.match.bots = self.names(), self.bots()

    def happen(self, seat: int, option: str | None) -> None:
        """Carry out an event that is on disk."""
        match = self.playing()
        if option is None:
            match.undo()
        else:
            match.play(seat, option)
        self.seq += 1
        before, self._options = self._options, [match.options(s) for s in range(match.seats)]
        for s in range(match.seats):
            if s == seat or self._options[s] != before[s]:
                self.asked[s] = self.seq
        if match.over and self.kept.stage == PLAYING:
            self.kept.stage = OVER

    def check_play(self, seat: int, asked: int, option: str) -> None:
        """May this seat take this option, which it was offered after event `asked`?"""
        match = self.playing()
        if seat < 0:
            raise Refused("You are watching; only those who sit at the table can play.")
        if option not in self._options[seat]:
            raise Refused(self.why_not(seat))
        if asked != self.asked[seat]:
            raise Refused("The table has changed since you were asked; look again.")
        assert seat in match.to_act

    def why_not(self, seat: int) -> str:
        match = self.playing()
        if match.over:
            return "The match is over."
        if seat not in match.to_act:
            return f"It is not your turn: {self.waiting_for()}."
        return "That is not possible now."

    def waiting_for(self) -> str:
        """`Ann and Bob are choosing`."""
        names = [self.names()[seat] for seat in self.playing().to_act]
        return f"{listed(names)} {'is' if len(names) == 1 else 'are'} choosing"

    def check_undo(self, seat: int, seq: int) -> None:
        if seq != self.seq or not self.may_undo(seat):
            raise Refused("That cannot be taken back any more: something was revealed, or somebody else has acted.")

    def may_undo(self, seat: int) -> bool:
        return seat >= 0 and self.match is not None and not self.match.over and self.match.may_undo(seat)

    def bots_to_act(self) -> list[int]:
        """Bots answer after the people, so that a person's secret choice can be taken back a while."""
        waiting = self.match.to_act if self.match and self.kept.stage == PLAYING else ()
        return list(waiting) if all(self.kept.seats[seat].level for seat in waiting) else []

    def playing(self) -> Match:
        if self.match is None:
            raise Refused("The match has not begun.")
        return self.match

    # --- Who sees what ---

    def seats_of(self, owner: str) -> tuple[int, ...]:
        return tuple(number for number, seat in enumerate(self.kept.seats) if owner and same(seat.owner, owner))

    def eyes(self, owner: str, shown: int | None) -> Eyes:
        """How a browser sees the table; `shown` is the seat that last lifted the curtain there."""
        mine, hosting = self.seats_of(owner), self.is_host(owner)
        match = self.match
        if match is None or match.over or len(mine) < 2:
            return Eyes(mine[0] if mine else WATCHER, None, mine, hosting)
        if shown not in mine:
            shown = None
        owing = [seat for seat in mine if seat in match.to_act]
        if not owing:
            return Eyes(WATCHER if shown is None else shown, None, mine, hosting)
        if shown in owing:
            return Eyes(shown, None, mine, hosting)
        following = next((seat for seat in owing if shown is not None and seat > shown), owing[0])
        if self.holds_secrets(following):
            return Eyes(WATCHER, following, mine, hosting)
        return Eyes(following, None, mine, hosting)

    def holds_secrets(self, seat: int) -> bool:
        """Does this seat see more than all see?"""
        match = self.playing()
        return bool(msgspec.structs.replace(match.view(seat), viewer=WATCHER) != match.view(WATCHER))

    # --- Who sits where ---

    def is_host(self, owner: str) -> bool:
        return bool(owner) and same(self.kept.host, owner)

    def names(self) -> tuple[str, ...]:
        return tuple(seat.name or f"Seat {number + 1}" for number, seat in enumerate(self.kept.seats))

    def bots(self) -> dict[int, str]:
        return {number: seat.level for number, seat in enumerate(self.kept.seats) if seat.level}

    def open_seats(self) -> list[int]:
        return [number for number, seat in enumerate(self.kept.seats) if seat.is_open()]

    def sit(self, owner: str, name: str) -> KeptRoom:
        """Take the first open seat."""
        if self.seats_of(owner):
            raise Refused("You sit at this table already.")
        if not self.open_seats() or self.kept.stage not in (WAITING, PLAYING):
            raise Refused("No seat is open; you can watch.")
        return self._seated(self.open_seats()[0], Seat(self._free_name(name), owner))

    def put_bot(self, by: str, seat: int, level: str) -> KeptRoom:
        """Fill a seat; in a match, play for who left until they are back."""
        self._check_host(by)
        if level not in levels.FOR_PEOPLE:  # all tables share the bots' processes
            raise Refused(f"The bots here are {listed(list(levels.FOR_PEOPLE))}.")
        old = self.kept.seats[self._checked(seat)]
        if old.owner and self.kept.stage == PLAYING:
            return self._seated(seat, Seat(old.name, old.owner, level))
        name = old.name if old.level else self._free_name(BOT_NAMES[seat % len(BOT_NAMES)])
        return self._seated(seat, Seat(name, level=level))

    def come_back(self, owner: str, seat: int) -> KeptRoom:
        """Play on where a bot has played for me."""
        if seat not in self.seats_of(owner):
            raise Refused("That is not your seat.")
        old = self.kept.seats[self._checked(seat)]
        return self._seated(seat, Seat(old.name, old.owner))

    def open_seat(self, by: str, seat: int) -> KeptRoom:
        """Remove a person or a bot before the match begins."""
        self._check_host(by)
        self._check_waiting(seat)
        return self._seated(seat, Seat())

    def share_device(self, by: str, seat: int, name: str) -> KeptRoom:
        """Somebody else plays on the host's device."""
        self._check_host(by)
        self._check_waiting(seat)
        if not self.kept.seats[self._checked(seat)].is_open():
            raise Refused("Somebody sits there already.")
        return self._seated(seat, Seat(self._free_name(name or "Friend"), by))

    def rename(self, owner: str, seat: int, name: str) -> KeptRoom:
        if seat not in self.seats_of(owner):
            raise Refused("You can change only the names of your own seats.")
        return self._seated(seat, Seat(self._free_name(name, seat), owner))

    def swap(self, by: str, seat: int, other: int) -> KeptRoom:
        self._check_host(by)
        self._check_waiting(seat)
        self._check_waiting(other)
        kept = deepcopy(self.kept)
        kept.seats[seat], kept.seats[other] = kept.seats[other], kept.seats[seat]
        return kept

    def leave(self, owner: str) -> KeptRoom:
        """Stand up; another person becomes host if the host leaves."""
        mine = self.seats_of(owner)
        if not mine:
            raise Refused("You do not sit at this table.")
        kept = deepcopy(self.kept)
        for number in mine:
            kept.seats[self._checked(number)] = Seat()
        if self.is_host(owner):
            kept.host = next((seat.owner for seat in kept.seats if seat.owner), kept.host)
        return kept

    def start(self, by: str) -> KeptRoom:
        self._check_host(by)
        if self.kept.stage != WAITING:
            raise Refused("The match has begun already.")
        if self.open_seats():
            raise Refused("A seat is still open: fill it with a bot, or wait for somebody to come by the link.")
        kept = deepcopy(self.kept)
        kept.stage = PLAYING
        return kept

    def rematch(self, by: str) -> KeptRoom:
        """The same people, settings and bots in a new room that begins at once."""
        if not self.seats_of(by) and not self.is_host(by):
            raise Refused("Only those who played can call for a rematch.")
        if self.match is None or not self.match.over or self.kept.stage == SHOWN:
            raise Refused("A rematch can begin once the match is over.")
        kept = deepcopy(self.kept)
        kept.id, kept.made, kept.seed, kept.following = new_id(), now(), new_seed(), ""
        kept.stage = WAITING if self.open_seats() else PLAYING
        return kept

    def _seated(self, number: int, seat: Seat) -> KeptRoom:
        kept = deepcopy(self.kept)
        kept.seats[number] = seat
        return kept

    def _checked(self, seat: int) -> int:
        if seat not in range(len(self.kept.seats)):
            raise Refused(f"There is no seat {seat}.")
        if self.kept.stage not in (WAITING, PLAYING):
            raise Refused("The match is over; nobody changes seats any more.")
        return seat

    def _check_waiting(self, seat: int) -> None:
        """Who sits down later sees a hand: so nobody can be made to stand up for it."""
        self._checked(seat)
        if self.kept.stage != WAITING:
            raise Refused("The seats are fixed once the match has begun; a bot can play for who left.")

    def _check_host(self, owner: str) -> None:
        if not self.is_host(owner):
            raise Refused("Only the host can do that.")

    def _free_name(self, name: str, own: int | None = None) -> str:
        """The name, or the name and a number if it is taken."""
        name = clean(name) if name.strip() else GUEST
        taken = {seat.name for number, seat in enumerate(self.kept.seats) if number != own}
        numbered = (name, *(f"{name[:36]} {number}" for number in range(2, 10)))
        return next(free for free in numbered if free not in taken)


def listed(names: list[str]) -> str:
    """`Ann`, `Ann and Bob`, `Ann, Bob and Cleo`."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if names[1:] else names)


def same(one: str, other: str) -> bool:
    return compare_digest(one.encode(), other.encode())

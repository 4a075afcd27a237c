"""A room: one table, who sits at it, and its match. It says who may do what; it neither writes nor sends.

Whatever changes the seats returns the room's new row; it is taken over only once it is on disk.
"""

import secrets
from collections.abc import Collection, Sequence
from copy import deepcopy
from typing import NamedTuple

import msgspec

from bugbox.bots import levels
from bugbox.core.english import join_names
from bugbox.core.errors import BugboxError
from bugbox.core.game import WATCHER, Game
from bugbox.core.match import Match, clean
from bugbox.core.position import Position
from bugbox.core.pov import Choices, Pov
from bugbox.core.record import Record
from bugbox.core.settings import Value, complete, read_all, write
from bugbox.games import find
from bugbox.table.rooms.house_rules import AT_ONCE, CUSTOMS, LONG_PAUSE, ON, SLOW
from bugbox.table.rooms.names import isolated
from bugbox.table.storage.store import BROUGHT, OVER, PLAYING, WAITING, Move, RoomRow, Seat, now

BOT_NAMES = ("Weevil", "Cricket", "Aphid", "Moth", "Hornet")
GUEST = "Guest"
MOST_TAKEN_BACK = 200  # decisions of a seat in a match: more than people make, and it keeps rooms quick to load


class Refused(BugboxError):
    """Somebody asked for what cannot be; the text is for them."""


class Eyes(NamedTuple):
    """Through which eyes a browser looks at the table now."""

    viewer: int  # a seat, or WATCHER
    curtain: int | None = None  # the seat to which this device has to be handed first
    mine: tuple[int, ...] = ()  # the seats of this browser
    hosting: bool = False


def new_room(game: Game, seats: int, settings: dict[str, Value], host: str, listed: bool) -> RoomRow:
    """A room that waits for players."""
    whole = complete(game.settings, settings)
    game.check_table(seats, whole)
    texts = {name: write(value) for name, value in whole.items()}
    empty = [Seat() for _ in range(seats)]
    return RoomRow(new_id(), now(), game.name, game.version, texts, new_seed(), host, listed, WAITING, "", empty)


def brought_room(record: Record, host: str) -> RoomRow:
    """A room for a match that somebody brought along, only to be looked at."""
    seats = [Seat(name, level=record.bots.get(number, "")) for number, name in enumerate(record.players)]
    settings = dict(record.settings)
    return RoomRow(new_id(), now(), record.game, record.version, settings, record.seed, host, False, BROUGHT, "", seats)


def goes_along(seat: Seat, by: str) -> Seat:
    """Into a rematch that somebody offers: bots, and those at that person's device."""
    if seat.owner:
        return Seat(seat.name, seat.owner) if seat.owner == by else Seat()
    return Seat(seat.name, level=seat.level)


def are(some: Sequence[str]) -> str:
    return "is" if len(some) == 1 else "are"


def new_id() -> str:
    return secrets.token_urlsafe(12)


def new_seed() -> int:
    return secrets.randbits(128)


class TableMatch(Match):
    """A match on a page: its sentences keep the names in them apart. Its record has the players as they are called."""

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(map(isolated, super().names))


Beats = list[tuple[int, Position]]  # each with how much of the story is told by then


class Room:
    def __init__(self, row: RoomRow, moves: list[Move]) -> None:
        self.row = row
        self.game = find(row.game)
        if row.version != self.game.version:
            raise Refused(
                f"This match was played with version {row.version} of {self.game.title}, which is no longer available."
            )
        self.match: Match | None = None
        self.forget_povs()
        self.beats: Beats = []  # what has happened since frames were sent last
        self.seq = 0  # moves so far
        self.asked = [0] * len(row.seats)  # after which move each seat was asked what it is asked now
        self.ended = False  # the match is over, and the row on disk does not say so yet
        self.taken_back = [0] * len(row.seats)  # how often each seat has done so
        self.moved = [0] * len(row.seats)  # the last move of each seat
        self.by_bots: list[bool] = []  # of each decision of the match: was it a bot's?
        self.on_hold = False  # bots keep their answer to themselves while a secret choice can be taken back
        self.offered_by: int | None = None  # the seat that wants a rematch, as long as this is remembered
        if row.stage != WAITING:
            self._begin()
        for seat, option in moves:
            self.apply(seat, option)
        self.beats = []
        self.by_bots = self._surely_by_bots()

    def _surely_by_bots(self) -> list[bool]:
        """From disk: where a bot plays for a person by now, nobody knows any more who decided what."""
        bots = [bool(seat.level and not seat.owner) for seat in self.row.seats]
        return [bots[seat] for seat, _ in self.match.decisions] if self.match else []

    def _begin(self) -> None:
        settings = read_all(self.game.settings, self.row.settings)
        self.match = TableMatch(self.game, len(self.row.seats), self.row.seed, settings, self.names(), self.bots())

    def pov(self, viewer: int) -> Pov:
        """The match as a seat or a watcher sees it, computed once for everyone who looks."""
        if viewer not in self._povs:
            self._povs[viewer] = self.playing().pov(viewer)
        return self._povs[viewer]

    def forget_povs(self) -> None:
        """Call this whenever the position or a name has changed."""
        self._povs: dict[int, Pov] = {}

    def _choices(self) -> list[Choices]:
        return [self.pov(seat).choices() for seat in range(self.playing().seats)]

    # --- What happens ---

    def adopt(self, row: RoomRow) -> None:
        """Take over what is on disk now."""
        self.row, self.ended = row, False
        if self.match is None and row.stage != WAITING:
            self._begin()
        if self.match:
            self.match.players, self.match.bots = self.names(), self.bots()
        self.forget_povs()

    def next_row(self) -> RoomRow:
        """What is on disk, to be changed and written."""
        return msgspec.structs.replace(deepcopy(self.row), revision=self.row.revision + 1)

    def apply(self, seat: int, option: str | None, in_person: bool = False) -> None:
        """Carry out a move that is on disk; in person it can be made also where a bot plays for somebody."""
        match = self.playing()
        self.on_hold = False
        before = self._choices()
        if option is None:
            self._take_back(match, seat)
        else:
            match.play(seat, option)
            self.beats += match.position.beats
            self.by_bots.append(bool(self.row.seats[seat].level) and not in_person)
        self.seq += 1
        self.moved[seat] = self.seq
        self.forget_povs()
        for s, (was, choices) in enumerate(zip(before, self._choices(), strict=True)):
            if s == seat or choices != was:
                self.asked[s] = self.seq
        if match.over and self.row.stage == PLAYING:
            self.row.stage = OVER
            self.ended = True

    def _take_back(self, match: Match, seat: int) -> None:
        """The last decision of a seat, with what bots answered to it."""
        many = match.decisions_since(seat)
        if not many:
            raise BugboxError("There is nothing to take back.")
        match.undo(many)
        del self.by_bots[len(match.decisions) :]
        self.taken_back[seat] += 1

    def check_play(self, seat: int, asked: int, option: str) -> None:
        """May this seat take this option, which it was offered after move `asked`?"""
        match = self.playing()
        if seat < 0:
            raise Refused("You are watching; only players with a seat can make moves.")
        if option not in dict(self.pov(seat).choices()):
            raise Refused(self.why_not(seat))
        if asked != self.asked[seat]:
            raise Refused("The table has changed since then; please look again.")
        assert seat in match.to_act

    def why_not(self, seat: int) -> str:
        match = self.playing()
        if match.over:
            return "The match is over."
        if seat not in match.to_act:
            return f"It is not your turn: {self.waiting_for()}"
        return "That is not possible right now."

    def waiting_for(self, away: Collection[int] = ()) -> str:
        """`Ann and Bob are choosing.`, or `Ann and Bob are choosing (Bob is away).`"""
        waiting = self.playing().to_act
        names, missing = self._these(waiting), self._these([seat for seat in waiting if seat in away])
        if missing == names:
            return f"Waiting for {join_names(names)}, who {are(names)} away."
        said = f" ({join_names(missing)} {are(missing)} away)" if missing else ""
        return f"{join_names(names)} {are(names)} choosing{said}."

    def _these(self, seats: Sequence[int]) -> list[str]:
        names = self.names()
        return [isolated(names[seat]) for seat in seats]

    def check_undo(self, seat: int, seq: int) -> None:
        if not self.may_undo(seat) or not self.moved[seat] <= seq <= self.seq:  # bots may have moved since it was asked
            raise Refused("That can no longer be taken back: something was revealed, or somebody else has moved.")
        if self.taken_back[seat] >= MOST_TAKEN_BACK:
            raise Refused(f"You have taken back {MOST_TAKEN_BACK} moves in this match; this one has to stay.")

    def may_undo(self, seat: int) -> bool:
        """A bot that plays for somebody by now does not make a bot's decision of what that person has decided."""
        if seat < 0 or self.match is None or self.match.over:
            return False
        answers = self.by_bots[len(self.by_bots) - self.match.decisions_since(seat) + 1 :]
        return all(answers) and self.match.may_undo(seat, self.bots())

    def bots_to_act(self) -> list[int]:
        """Bots answer after the people, so that a person's secret choice can be taken back a while."""
        waiting = self.match.to_act if self.match and self.row.stage == PLAYING else ()
        return list(waiting) if all(self.row.seats[seat].level for seat in waiting) else []

    def may_think_again(self, seat: int) -> bool:
        """Has the only person at the table just made a secret choice that bots alone have still to answer?"""
        people = [number for number, one in enumerate(self.row.seats) if not one.level]
        chosen = people == [seat] and bool(self.bots_to_act()) and self.playing().position.is_secret()
        return chosen and self.may_undo(seat)

    def playing(self) -> Match:
        if self.match is None:
            raise Refused("The match has not started yet.")
        return self.match

    # --- Who sees what ---

    def seats_of(self, owner: str) -> tuple[int, ...]:
        """Owners are hashes of secrets: how long comparing them takes tells nothing of a secret."""
        return tuple([number for number, seat in enumerate(self.row.seats) if seat.owner == owner]) if owner else ()

    def eyes(self, owner: str, at_device: int | None) -> Eyes:
        """How a browser sees the table; `at_device` is the seat that last lifted the curtain there."""
        mine, hosting = self.seats_of(owner), self.is_host(owner)
        match = self.match
        if match is None or match.over or len(mine) < 2:
            return Eyes(mine[0] if mine else WATCHER, None, mine, hosting)
        if at_device not in mine:
            at_device = None
        owing = [seat for seat in mine if seat in match.to_act]
        if not owing:
            return Eyes(WATCHER if at_device is None else at_device, None, mine, hosting)
        if at_device in owing:
            return Eyes(at_device, None, mine, hosting)
        following = next((seat for seat in owing if at_device is not None and seat > at_device), owing[0])
        if self.holds_secrets(following):
            return Eyes(WATCHER, following, mine, hosting)
        return Eyes(following, None, mine, hosting)

    def holds_secrets(self, seat: int) -> bool:
        """Does this seat see more than all see?"""
        return bool(msgspec.structs.replace(self.pov(seat).view, viewer=WATCHER) != self.pov(WATCHER).view)

    # --- Who sits where ---

    def is_host(self, owner: str) -> bool:
        return bool(owner) and self.row.host == owner

    def host_name(self) -> str:
        """Nothing if the host has no seat."""
        return next((seat.name for seat in self.row.seats if self.is_host(seat.owner)), "")

    def names(self) -> tuple[str, ...]:
        return tuple(clean(seat.name) or f"Seat {number + 1}" for number, seat in enumerate(self.row.seats))

    def rivals(self) -> Sequence[str]:
        """Those whose names are taken, also before the match."""
        if self.match:
            return self.game.rivals(self.match.position)
        settings = read_all(self.game.settings, self.row.settings)
        return self.game.rivals(self.game.start(len(self.row.seats), settings, 0, telling=False))

    def bots(self) -> dict[int, str]:
        return {number: seat.level for number, seat in enumerate(self.row.seats) if seat.level}

    def open_seats(self) -> list[int]:
        return [number for number, seat in enumerate(self.row.seats) if seat.is_open()]

    def sit(self, owner: str, name: str) -> RoomRow:
        """Take the first open seat."""
        if self.seats_of(owner):
            raise Refused("You already have a seat at this table.")
        if not self.open_seats() or self.row.stage not in (WAITING, PLAYING):
            raise Refused("No seat is open, but you can watch.")
        return self._seated(self.open_seats()[0], Seat(self._free_name(name), owner))

    def put_bot(self, by: str, seat: int, level: str, missed: Collection[int] = ()) -> RoomRow:
        """Fill a seat; in a match, play for somebody until they are back. `missed` are seats of people who have been
        away for long.
        """
        self._check_may_put_bot(by, self._checked(seat), missed)
        if level not in levels.AT_TABLES:  # all tables share the bots' processes
            raise Refused(f"The bots here are {join_names(list(map(levels.called, levels.FOR_PEOPLE)))}.")
        old = self.row.seats[seat]
        if old.owner and self.row.stage == PLAYING:
            return self._seated(seat, Seat(old.name, old.owner, level))
        name = old.name if old.level else self._free_name(BOT_NAMES[seat % len(BOT_NAMES)])
        return self._seated(seat, Seat(name, level=level))

    def _check_may_put_bot(self, by: str, seat: int, missed: Collection[int]) -> None:
        """The host where nobody sits, anybody at the table for somebody who is missed, and each for themselves: also
        how well the bot plays that plays for me is for nobody else to say.
        """
        person = self.row.seats[seat]
        if self.row.stage == WAITING or not self.seats_of(by) or not person.owner:
            self._check_host(by)
        for_me = self.row.stage == PLAYING and by == person.owner
        if person.owner and not for_me and seat not in missed:
            raise Refused(f"{isolated(person.name)} is still here, or has been away for less than a minute.")

    def come_back(self, owner: str, seat: int) -> RoomRow:
        """Play on where a bot has played for me."""
        if seat not in self.seats_of(owner):
            raise Refused("That is not your seat.")
        old = self.row.seats[self._checked(seat)]
        return self._seated(seat, Seat(old.name, old.owner))

    def open_seat(self, by: str, seat: int) -> RoomRow:
        """Remove a person or a bot before the match begins."""
        self._check_host(by)
        self._check_waiting(seat)
        return self._seated(seat, Seat())

    def share_device(self, by: str, seat: int, name: str) -> RoomRow:
        """Somebody else plays on the host's device."""
        self._check_host(by)
        self._check_waiting(seat)
        if not self.row.seats[self._checked(seat)].is_open():
            raise Refused("Someone is already sitting there.")
        return self._seated(seat, Seat(self._free_name(clean(name) or "Friend"), by))

    def rename(self, owner: str, seat: int, name: str) -> RoomRow:
        if seat not in self.seats_of(owner):
            raise Refused("You can only rename your own seats.")
        if self.row.stage not in (WAITING, PLAYING):
            raise Refused("The match is over, so names can no longer change.")
        return self._seated(seat, Seat(self._free_name(name, seat), owner))

    def swap(self, by: str, seat: int, other: int) -> RoomRow:
        self._check_host(by)
        self._check_waiting(seat)
        self._check_waiting(other)
        row = self.next_row()
        row.seats[seat], row.seats[other] = row.seats[other], row.seats[seat]
        return row

    def leave(self, owner: str, here: Collection[str] = ()) -> RoomRow:
        """Stand up; another person becomes host if the host leaves, one who is here rather than another."""
        mine = self.seats_of(owner)
        if not mine:
            raise Refused("You have no seat at this table.")
        row = self.next_row()
        for number in mine:
            row.seats[self._checked(number)] = Seat()
        if self.is_host(owner):
            row.host = self.next_host(here) or self.next_host(self.owners()) or row.host
        return row

    def hand_on(self, here: Collection[str]) -> RoomRow:
        """The host is missed: the next player who is here becomes host."""
        if self.row.stage not in (WAITING, PLAYING):
            raise Refused("The match is over; nobody needs a host.")
        return msgspec.structs.replace(self.next_row(), host=self.next_host(here) or self.row.host)

    def next_host(self, among: Collection[str]) -> str:
        """The first of these people after the host, in table order; nothing if none of them sits here."""
        hosts = self.seats_of(self.row.host)
        first = hosts[0] if hosts else 0
        following = [seat.owner for seat in (*self.row.seats[first:], *self.row.seats[:first])]
        return next((owner for owner in following if owner in among and owner not in ("", self.row.host)), "")

    def owners(self) -> set[str]:
        """The people of this table."""
        return {seat.owner for seat in self.row.seats if seat.owner}

    def start(self, by: str) -> RoomRow:
        self._check_may_start(by)
        if self.open_seats():
            raise Refused("A seat is still open: fill it with a bot, or wait for someone to join.")
        row = self.next_row()
        row.stage = PLAYING
        return row

    def start_with(self, by: str, players: int) -> RoomRow:
        """Without the seats that are open; `players` is how many the host has seen."""
        self._check_may_start(by)
        if not players or players != self.fewer():
            raise Refused("The seats have changed since then; please look again.")
        row = self.next_row()
        row.seats = [seat for seat in row.seats if not seat.is_open()]
        row.stage = PLAYING
        return row

    def fewer(self) -> int:
        """With how many players the match could start without the open seats; 0 if there are none, or it needs them."""
        open_seats = len(self.open_seats())
        players = len(self.row.seats) - open_seats
        return players if open_seats and players in self.game.seats else 0

    def _check_may_start(self, by: str) -> None:
        self._check_host(by)
        if self.row.stage != WAITING:
            raise Refused("The match has already started.")

    # --- Customs ---

    def arrange(self, by: str, custom: str, value: str) -> RoomRow:
        """Before the match, by the host."""
        self._check_may_start(by)
        if custom not in CUSTOMS or value not in CUSTOMS[custom].values:
            raise Refused("That is not one of the choices.")
        return msgspec.structs.replace(self.next_row(), **{custom: value})

    def has_hints(self) -> bool:
        """As usual, if a single person plays with bots: among several people they might spoil the fun."""
        people = [seat for seat in self.row.seats if seat.owner or seat.is_open()]
        return self.row.hints == ON if self.row.hints else len(people) == 1

    def may_ask_for_hint(self, seat: int) -> bool:
        """A seat with something to choose from."""
        return seat >= 0 and self.has_hints() and self.match is not None and len(self.pov(seat).options) > 1

    def check_hint(self, seat: int, asked: int) -> None:
        """May this seat be told what a bot would do, where it was asked after move `asked`?"""
        if seat < 0:
            raise Refused("Hints are only for the player whose turn it is.")
        if not self.has_hints():
            raise Refused("Hints are switched off at this table.")
        if not self.may_ask_for_hint(seat):
            raise Refused(self.why_not(seat))
        if asked != self.asked[seat]:
            raise Refused("The table has changed since then; please look again.")

    def bot_pause(self, usual: float) -> float:
        """Seconds that bots take at least before they move."""
        return {AT_ONCE: 0.0, SLOW: LONG_PAUSE}.get(self.row.pace, usual)

    # --- Once more ---

    def check_rematch(self, by: str) -> None:
        if not self.seats_of(by) and not self.is_host(by):
            raise Refused("Only those who played can offer a rematch.")
        if self.match is None or not self.match.over or self.row.stage == BROUGHT:
            raise Refused("A rematch can begin once the match is over.")

    def rematch(self, by: str) -> RoomRow:
        """A new room with the bots and with whoever offers it as host, who brings everybody at their device; the other
        seats are open. It begins at once if nobody else played. The lobby does not show it: it is for those who did.
        """
        self.check_rematch(by)
        row = deepcopy(self.row)
        row.id, row.made, row.seed, row.following, row.revision = new_id(), now(), new_seed(), "", 1
        row.host, row.listed = by, False
        row.seats = [goes_along(seat, by) for seat in row.seats]
        row.stage = WAITING if any(seat.is_open() for seat in row.seats) else PLAYING
        return row

    def rejoin(self, owner: str, before: Sequence[Seat]) -> RoomRow:
        """Whoever played before sits where they sat if that is still free, with all at their device. Once nobody is
        missing, the match begins.
        """
        free = self.open_seats()
        if self.seats_of(owner) or not free or self.row.stage not in (WAITING, PLAYING):
            raise Refused("No seat is open, but you can watch.")
        row = self.next_row()
        for number, seat in enumerate(before):
            if seat.owner == owner and free:
                place = free.pop(free.index(number) if number in free else 0)
                row.seats[place] = Seat(self._free_name(seat.name), owner)
        if not free:
            row.stage = PLAYING
        return row

    def _seated(self, number: int, seat: Seat) -> RoomRow:
        row = self.next_row()
        row.seats[number] = seat
        return row

    def _checked(self, seat: int) -> int:
        if seat not in range(len(self.row.seats)):
            raise Refused(f"There is no seat {seat}.")
        if self.row.stage not in (WAITING, PLAYING):
            raise Refused("The match is over; seats can no longer change.")
        return seat

    def _check_waiting(self, seat: int) -> None:
        """Whoever sits down later sees a hand, so nobody can be made to stand up for it."""
        self._checked(seat)
        if self.row.stage != WAITING:
            raise Refused("Seats are fixed once the match has started; a bot can play for a player who left.")

    def _check_host(self, owner: str) -> None:
        if not self.is_host(owner):
            raise Refused("Only the host can do that.")

    def _free_name(self, name: str, own: int | None = None) -> str:
        """The name, or the name and a number if it is taken."""
        name = clean(name) or GUEST
        taken = {*self.rivals(), *(seat.name for number, seat in enumerate(self.row.seats) if number != own)}
        numbered = (name, *(f"{name[:36]} {number}" for number in range(2, 10)))
        return next(free for free in numbered if free not in taken)

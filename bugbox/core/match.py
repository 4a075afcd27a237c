"""Match: a position and its record. Play, undo, replay."""

import secrets
from bisect import bisect_left
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from itertools import takewhile
from typing import Any, Final, NamedTuple, Self
from unicodedata import category, normalize

from bugbox.core import record
from bugbox.core.errors import BugboxError, NotAnOption, NotNow, NotYourTurn, WrongRecord, WrongSetting
from bugbox.core.game import Game
from bugbox.core.position import MOST_SEATS, Position, options_of
from bugbox.core.pov import Pov, winners_of
from bugbox.core.record import Record, Result
from bugbox.core.settings import Value, complete, read_all, write

SEATS_IN: Final = tuple(
    tuple(seat for seat in range(MOST_SEATS) if some >> seat & 1) for some in range(1 << MOST_SEATS)
)


BLANK: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0\U0001d159")  # letters and signs that show nothing
NAMELESS: Final = "?"
MOST_MARKS: Final = 2  # on one letter of a name


class Rival(NamedTuple):
    """Ranked like a seat, but nobody's."""

    name: str
    points: int
    place: int


class Cause(NamedTuple):
    """A decision that a part of the story follows from."""

    told: int  # how long the story was before it
    seat: int
    is_secret: bool  # one of several, made at once


class Progress(NamedTuple):
    """A match without texts, which cost more than everything else: enough for another process to catch up with it."""

    game: str
    seats: int
    seed: int
    settings: Mapping[str, Value]
    players: tuple[str, ...]
    bots: Mapping[int, str]
    acted: tuple[tuple[int, int], ...]  # the decisions as seats and the engine's codes


class Checkpoint:
    """A position some decisions behind that of a match, from which decisions are replayed after an undo.

    An undo therefore costs the same late in a match as at its beginning, and a match keeps at most one of these.
    """

    FURTHEST = 16  # decisions

    def __init__(self, start: Position) -> None:
        self.position = start
        self.acted = 0

    def follow(self, acted: Sequence[tuple[int, int]]) -> None:
        """Advance to at most FURTHEST decisions behind the match."""
        for seat, code in acted[self.acted : max(self.acted, len(acted) - self.FURTHEST)]:
            self.position.act(seat, code)
            self.acted += 1

    def catch_up(self, acted: Sequence[tuple[int, int]]) -> Position:
        position = self.position.blank()
        position.copy_from(self.position)
        for seat, code in acted[self.acted :]:
            position.act(seat, code)
        return position


class Match:
    """One game being played. It is its record: all else follows from seed, settings and decisions."""

    def __init__(
        self,
        game: Game,
        seats: int,
        seed: int | None = None,
        settings: Mapping[str, Value] | None = None,
        players: Sequence[str] = (),
        bots: Mapping[int, str] | None = None,
    ) -> None:
        game.check_seats(seats)
        self.game = game
        self.seats = seats
        self.seed = secrets.randbits(128) if seed is None else checked_seed(seed)
        self.settings = complete(game.settings, settings or {})
        self.players = tuple(clean(name) or NAMELESS for name in players) or tuple(
            f"Seat {seat}" for seat in range(seats)
        )
        self.bots = dict(bots or {})  # levels by seat; a match remembers who plays, it does not play for them
        self._check_who_plays()
        self.decisions: list[tuple[int, str]] = []
        self.acted: list[tuple[int, int]] = []  # the decisions as seats and the engine's codes
        self.position = self._start(telling=True)
        self._check_rivals()
        self._dealt = len(self.position.story)
        self._told = [0]  # how long the story was after each decision; the deal is news with the first
        self._revealed = [self.position.revealed]  # likewise how often something hidden had become known
        self._secret: list[bool] = []  # for each decision: was it one of a secret choice?
        self._checkpoint: Checkpoint | None = None
        self.on_the_way = False  # the position is one between two decisions

    def _check_who_plays(self) -> None:
        if len(self.players) != self.seats:
            raise WrongSetting(f"{self.seats} seats need {self.seats} names, not {len(self.players)}.")
        for seat, level in self.bots.items():
            if seat not in range(self.seats) or not record.is_level(level):
                raise WrongSetting(f"There is no bot {level!r} for seat {seat}; seats are 0 to {self.seats - 1}.")

    def _check_rivals(self) -> None:
        for name in self.game.rivals(self.position):
            if name in self.players:
                raise WrongSetting(f"{name} is the rival's name here; the player needs another.")

    def _start(self, telling: bool) -> Position:
        return self.game.start(self.seats, self.settings, self.seed, telling)

    @property
    def over(self) -> bool:
        return self.position.to_act() == 0 and not self.on_the_way

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that owe a decision, lowest first."""
        return SEATS_IN[self.position.to_act()]

    @property
    def points(self) -> tuple[int, ...]:
        return tuple(self.position.points(seat) for seat in range(self.seats))

    @property
    def places(self) -> tuple[int, ...]:
        return tuple(self.position.place(seat) for seat in range(self.seats))

    @property
    def rivals(self) -> tuple[Rival, ...]:
        """Those that are ranked and are no seats."""
        named = enumerate(self.game.rivals(self.position), self.seats)
        return tuple(Rival(name, self.position.points(who), self.position.place(who)) for who, name in named)

    @property
    def names(self) -> tuple[str, ...]:
        """All that are ranked: the players, then the rivals."""
        return (*self.players, *self.game.rivals(self.position))

    @property
    def winners(self) -> tuple[int, ...]:
        """Everyone who shares first place: seats, then rivals."""
        return winners_of(self.position)

    def options(self, seat: int) -> tuple[str, ...]:
        """Everything that this seat may do now, as texts; empty if it owes no decision."""
        return tuple(self._text(seat, code) for code in self.codes(seat))

    def codes(self, seat: int) -> list[int]:
        """The options as the engine's codes, in the order of options()."""
        return options_of(self.position, seat) if seat in self.to_act else []

    def _text(self, seat: int, code: int) -> str:
        return self.game.words.option_text(self.position, seat, code)

    def play(self, seat: int, option: str) -> None:
        """Carry out one decision of one seat; the text must be among its options."""
        code = next((code for code in self.codes(seat) if self._text(seat, code) == option), None)
        if code is None:
            raise self._refusal(seat, option)
        self._act(seat, code, option)

    def progress(self) -> Progress:
        """What another process needs to follow this match."""
        acted = tuple(self.acted)
        return Progress(self.game.name, self.seats, self.seed, self.settings, self.players, dict(self.bots), acted)

    def follow(self, acted: Sequence[tuple[int, int]]) -> None:
        """Go to where these decisions lead, given as seats and codes: take back what differs and play the rest.

        The codes must be those of a match with the same seed and settings: whether they are options is not checked.
        """
        pairs = zip(self.acted, acted, strict=False)
        common = len(list(takewhile(lambda pair: pair[0] == pair[1], pairs)))
        if common < len(self.acted):
            self.undo(len(self.acted) - common)
        for seat, code in acted[common:]:
            self._act(seat, code, self._text(seat, code))

    def _act(self, seat: int, code: int, option: str) -> None:
        self._secret.append(self.position.is_secret())
        self.position.beats.clear()
        self.position.act(seat, code)
        self.decisions.append((int(seat), option))
        self.acted.append((int(seat), code))
        self._told.append(len(self.position.story))
        self._revealed.append(self.position.revealed)

    def _refusal(self, seat: int, option: str) -> BugboxError:
        possible = ", ".join(self.options(seat))
        if seat not in range(self.seats):
            return NotYourTurn(f"There is no seat {seat!r}: the seats are 0 to {self.seats - 1}.")
        if self.over:
            return NotYourTurn("The match is over.")
        if not possible:
            return NotYourTurn(f"{self.players[seat]} owes no decision; to act: {', '.join(map(str, self.to_act))}.")
        if str(option).partition(" ")[0] in self.game.words.VERBS:
            return NotNow(f"{option!r} is not possible now; possible: {possible}.")
        return NotAnOption(f"{option!r} is not an option of {self.game.title}; possible: {possible}.")

    def may_undo(self, seat: int, bots: Collection[int] = ()) -> bool:
        """Have only `bots` decided after this seat, and has nothing hidden become known since before it did?"""
        many = self.decisions_since(seat)
        after = [decided for decided, _ in self.decisions[len(self.decisions) - many + 1 :]]
        return many > 0 and self._revealed[-1] == self._revealed[-1 - many] and all(one in bots for one in after)

    def decisions_since(self, seat: int) -> int:
        """How many there are from this seat's last one on; none if it has made none."""
        backwards = enumerate(reversed(self.decisions), 1)
        return next((number for number, (decided, _) in backwards if decided == seat), 0)

    def undo(self, decisions: int = 1) -> None:
        """Take back the last decisions, of whichever seats."""
        if not 0 <= decisions <= len(self.decisions):
            raise BugboxError(f"From 0 to {len(self.decisions)} decisions can be taken back, not {decisions}.")
        kept = len(self.decisions) - decisions
        story = self.position.story
        del story[self._told[kept] if kept else self._dealt :]
        del self.decisions[kept:], self.acted[kept:], self._secret[kept:]
        del self._told[kept + 1 :], self._revealed[kept + 1 :]
        self.position = self._fall_back()
        self.position.telling, self.position.story, self.position.revealed = True, story, self._revealed[-1]

    def _fall_back(self) -> Position:
        """The position after the decisions that are left, without its story."""
        if self._checkpoint is None or self._checkpoint.acted > len(self.acted):
            self._checkpoint = Checkpoint(self._start(telling=False))
        self._checkpoint.follow(self.acted)
        return self._checkpoint.catch_up(self.acted)

    def at(self, beat: Position) -> Self:
        """The match as it looked on the way to the next decision."""
        seen = object.__new__(type(self))  # copy() would take ten times as long
        seen.__dict__.update(self.__dict__, position=beat, on_the_way=True)
        return seen

    def pov(self, viewer: int) -> Pov:
        """The match as a seat, WATCHER or OPEN sees it now."""
        return Pov(self.game, self.position, self.names, viewer)

    def view(self, viewer: int) -> Any:
        """What a seat sees, as the game's typed struct; also for WATCHER and OPEN."""
        return self.pov(viewer).view

    def text(self, viewer: int) -> str:
        """The same, drawn as text."""
        return self.pov(viewer).text()

    def log(self, viewer: int, since: int = 0) -> list[str]:
        """What this viewer may read of everything that happened after the first `since` decisions."""
        if not 0 <= since <= len(self.decisions):
            raise BugboxError(f"The log begins after 0 to {len(self.decisions)} decisions, not {since}.")
        return self.pov(viewer).news(self._told[since])

    def cause(self, until: int) -> Cause:
        """The decision that the last of the first `until` events follow from."""
        number = bisect_left(self._told, until, 1) - 1
        return Cause(self._told[number], self.decisions[number][0], self._secret[number])

    def told_since(self, seat: int) -> int:
        """How long the story was when this seat had decided last, or else after the deal."""
        many = self.decisions_since(seat)
        return self._told[len(self.decisions) - many + 1] if many else self._dealt

    def record(self) -> str:
        """The text of the match: load() reads it."""
        return record.write(self.as_record())

    def as_record(self) -> Record:
        """All that a record holds."""
        return Record(
            game=self.game.name,
            version=self.game.version,
            seats=self.seats,
            settings={name: write(value) for name, value in self.settings.items()},
            players=self.players,
            bots=self.bots,
            seed=self.seed,
            decisions=tuple(self.decisions),
            result=self._result() if self.over else None,
        )

    def _result(self) -> Result:
        """Points and places of all that are ranked."""
        ranked, position = range(self.position.ranked), self.position
        return tuple(position.points(who) for who in ranked), tuple(position.place(who) for who in ranked)

    @classmethod
    def replay(cls, game: Game, recorded: Record) -> Self:
        """The match of a record; WrongRecord if these rules would not play it so."""
        if recorded.version != game.version:
            raise WrongRecord(
                f"The record is of {game.title} version {recorded.version}, and this is version {game.version}."
            )
        try:
            match = cls(
                game,
                recorded.seats,
                recorded.seed,
                read_all(game.settings, recorded.settings),
                recorded.players,
                recorded.bots,
            )
        except WrongSetting as error:
            raise WrongRecord(f"The record cannot be of this game: {error}") from None
        for number, (seat, option) in enumerate(recorded.decisions, 1):
            try:
                match.play(seat, option)
            except BugboxError as error:
                raise WrongRecord(f"Decision {number} is against the rules: {error}") from None
        if recorded.result != match.as_record().result:
            raise WrongRecord("The result that is written down is not the one that these decisions give.")
        if recorded != match.as_record():
            raise WrongRecord("The record lacks a setting, or names something in another way than Bugbox does.")
        return match


def checked_seed(seed: int) -> int:
    if type(seed) is int and 0 <= seed < 2**256:
        return seed
    raise WrongSetting("A seed is a whole number from 0 and below 2**256.")


@lru_cache(1024)
def clean(name: str) -> str:
    """A player's name as one line of a record can hold it; nothing if there would be nothing to see."""
    seen = "".join(" " if is_blank(character) else character for character in normalize("NFC", name))
    return " ".join(with_few_marks(seen).split())[:40].strip()


def is_blank(character: str) -> bool:
    """Also what turns or joins other characters, such as a right-to-left override."""
    return character in BLANK or not character.isprintable()


def with_few_marks(name: str) -> str:
    """Accents must not grow over the lines above and below, or stand where there is no letter."""
    kept, room = [], 0
    for character in name:
        if category(character) in ("Mn", "Me"):
            room -= 1
        else:
            room = 0 if character == " " else MOST_MARKS
        if room >= 0:
            kept.append(character)
    return "".join(kept)

"""Position: the contract that every game keeps.

Everything else (terminal, web, bots, lab, records) works through these few verbs and knows no game.
"""

from abc import ABCMeta, abstractmethod
from typing import Final, Self

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from bugbox.core.bits import BIT, LOWEST
from bugbox.core.rng import Rng
from bugbox.core.rows import zeros

MOST_SEATS: Final[i64] = 5
MOST_CODES: Final[i64] = 8192
MOST_OPTIONS: Final[i64] = 2048  # how long a buffer for options() must be

Event = tuple[int, ...]  # what happened: a kind and small numbers, as the game's words.py reads them


@mypyc_attr(allow_interpreted_subclasses=True)
class Variant:
    """What a position is made from: the seats, and the settings as the rules use them. It never changes."""

    def __init__(self, seats: i64, codes: i64, rivals: i64 = 0) -> None:
        self.seats: Final = seats
        self.codes: Final = codes
        self.rivals: Final = rivals


@mypyc_attr(allow_interpreted_subclasses=True)  # so that a game can be tried out before it is compiled
class Position(metaclass=ABCMeta):  # ABC as a base would be a Python class to mypyc: slower fields
    """One game in progress: everything on the table, hidden or not.

    Who is ranked are the seats and, after them, rivals: they have points and a place, and can win, but never decide
    anything (the Emissary of Bug Council).
    """

    def __init__(self, variant: Variant, rng: Rng) -> None:
        self.variant = variant
        self.seats = variant.seats
        self.ranked = variant.seats + variant.rivals
        self.codes = variant.codes  # option codes are from 0 and below this
        self.rng = rng  # the game's own dice; bots and guesses bring theirs
        self.stage: i64 = 0  # what is decided now
        self.waiting: i64 = 0  # bit set of the seats that owe a decision
        self.telling = False
        self.story: list[Event] = []
        self.beats: list[tuple[int, Position]] = []  # of the last decision, each with the length of the story by then
        self.revealed: i64 = 0  # how often something hidden became known to somebody; no decision before can be undone

    # --- What a game says ---

    @abstractmethod
    def set_up(self) -> None:
        """Shuffle and deal: from the parts in the box to the first decision."""

    @abstractmethod
    def is_secret(self) -> bool:
        """Is what is owed now a secret choice? It still is when only the last seat owes it."""

    @abstractmethod
    def options(self, seat: i64, out: vec[i64]) -> i64:
        """Write the codes of all that `seat` may do, ascending, and return how many; `seat` is to act.

        A code names one thing (a card, a space) wherever it is offered; the stage says what is done with it.
        """

    @abstractmethod
    def act(self, seat: i64, option: i64) -> None:
        """Do one of options(); whoever calls this has checked that it is one."""

    @abstractmethod
    def guess(self, seat: i64, rng: Rng) -> None:
        """Redeal, fairly, all that `seat` cannot know: hidden cards, dice to come, choices not yet revealed.

        Positions that look alike to `seat` become the same position for the same `rng`. A guess is a position that
        can have come about, not always one drawn with its exact probability: what others kept, passed or played says
        something about their hands that a guess does not weigh. A game's RULES.md says how far it goes.
        """

    @abstractmethod
    def points(self, who: i64) -> i64: ...

    @abstractmethod
    def is_ahead(self, a: i64, b: i64) -> bool:
        """Does `a` rank before `b` at the end, after every tie-break?"""

    # --- What every game has ---

    def blank(self) -> Self:
        """A new position of the same game and variant, to copy into."""
        return type(self)(self.variant, Rng(0))

    def copy_from(self, other: "Position") -> None:
        """Become a deep copy of `other`, made without new objects; the story stays behind. Games copy their own."""
        self.rng.copy_from(other.rng)
        self.stage = other.stage
        self.waiting = other.waiting

    def to_act(self) -> i64:
        """Bit set of the seats that owe a decision.

        One is a turn, several a secret simultaneous choice, none the end.
        """
        return self.waiting

    def ask(self, seat: i64, stage: i64) -> None:
        """It is this seat's turn to decide."""
        self.stage = stage
        self.waiting = BIT[seat]

    def ask_all(self, seats: i64, stage: i64) -> None:
        """Each of these seats decides, at once and in secret."""
        self.stage = stage
        self.waiting = seats

    def answered(self, seat: i64) -> bool:
        """Note that this seat has decided; was it the last?"""
        self.waiting -= BIT[seat]
        return self.waiting == 0

    def end(self, stage: i64) -> None:
        self.stage = stage
        self.waiting = 0

    def left_of(self, seat: i64) -> i64:
        """The next seat clockwise."""
        return seat + 1 if seat + 1 < self.seats else i64(0)  # a plain 0 would box the result

    def right_of(self, seat: i64) -> i64:
        return seat - 1 if seat > 0 else self.seats - 1

    def place(self, who: i64) -> i64:
        """1 is first; those still tied after every tie-break share a place."""
        place: i64 = 1
        for other in range(self.ranked):
            if other != who and self.is_ahead(other, who):
                place += 1
        return place

    def worth(self, seat: i64) -> float:
        """What the place is worth: 1 for the first of all that are ranked, 0 for the last; equals share theirs."""
        if self.ranked == 1:
            return 1.0
        beaten: i64 = 0  # twice, so that half of a tie is a whole number
        for other in range(self.ranked):
            if other != seat and not self.is_ahead(other, seat):
                beaten += 2 if self.is_ahead(seat, other) else 1
        return float(beaten) / float(2 * (self.ranked - 1))

    def tell(self, kind: i64, a: i64 = 0, b: i64 = 0, c: i64 = 0, d: i64 = 0) -> None:
        if self.telling:  # in a playout nobody listens: short, so that the check is all that is left of a call
            self.add_event(kind, a, b, c, d)

    def add_event(self, kind: i64, a: i64, b: i64, c: i64, d: i64) -> None:
        self.story.append((kind, a, b, c, d))

    def reveal(self) -> None:
        """Note that something hidden has become known to somebody: no earlier decision can be taken back."""
        self.revealed += 1

    def beat(self) -> None:
        """Something has happened that is to be seen before the next thing happens."""
        if self.telling:
            self.add_beat()

    def add_beat(self) -> None:
        seen = self.blank()
        seen.copy_from(self)
        self.beats.append((len(self.story), seen))


def options_of(position: Position, seat: i64) -> list[int]:
    """The codes of all that `seat` may do, for interpreted code: a row that it handed over would never be freed."""
    buffer = zeros(MOST_OPTIONS)
    count = position.options(seat, buffer)
    return [int(buffer[i]) for i in range(count)]


def random_option(position: Position, seat: i64, rng: Rng, buffer: vec[i64]) -> i64:
    count = position.options(seat, buffer)
    return buffer[rng.below(count)] if count > 1 else buffer[0]


class RandomPlay:
    """Plays at random, with a buffer of its own."""

    def __init__(self) -> None:
        self.buffer = zeros(MOST_OPTIONS)

    def option(self, position: Position, seat: i64, rng: Rng) -> i64:
        return random_option(position, seat, rng, self.buffer)

    def playout(self, position: Position, rng: Rng) -> i64:
        """Play on to the end and return the number of decisions."""
        decisions: i64 = 0
        while position.waiting != 0:
            seat = LOWEST[position.waiting]
            position.act(seat, random_option(position, seat, rng, self.buffer))
            decisions += 1
        return decisions

"""Position: the interface that every game implements.

Everything else (terminal, web, bots, lab, records) uses only these methods and doesn't depend on any game.
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
MOST_OPTIONS: Final[i64] = 2048  # the size of a buffer for options()

Event = tuple[int, ...]  # a kind and small numbers, which the game's words.py turns into a sentence


@mypyc_attr(allow_interpreted_subclasses=True)
class Variant:
    """What a position is made from: the seats, and the settings in the form that the rules use. Immutable."""

    def __init__(self, seats: i64, codes: i64, rivals: i64 = 0) -> None:
        self.seats: Final = seats
        self.codes: Final = codes
        self.rivals: Final = rivals


@mypyc_attr(allow_interpreted_subclasses=True)  # so that a game can be tried without compiling it
class Position(metaclass=ABCMeta):  # with ABC as a base, mypyc would make a Python class, with slower attributes
    """One game in progress: everything on the table, hidden or not.

    Ranking covers the seats, then any rivals, such as the Emissary in Bug Council: they have points and a place and can
    win, but never have a decision to make.
    """

    def __init__(self, variant: Variant, rng: Rng) -> None:
        self.variant = variant
        self.seats = variant.seats
        self.ranked = variant.seats + variant.rivals
        self.codes = variant.codes  # option codes are in range(codes)
        self.rng = rng  # the game's own generator; bots and guesses use others
        self.stage: i64 = 0  # the kind of decision that is due
        self.waiting: i64 = 0  # bit set of the seats that have a decision to make
        self.telling = False
        self.story: list[Event] = []
        self.beats: list[tuple[int, Position]] = []  # during the last decision, each with the story's length then
        self.revealed: i64 = 0  # how many times something hidden was revealed; earlier decisions can't be undone

    # --- Implemented by each game ---

    @abstractmethod
    def set_up(self) -> None:
        """Shuffle and deal, up to the first decision."""

    @abstractmethod
    def is_secret(self) -> bool:
        """Is the current decision a secret choice? It remains one when only the last seat has yet to choose."""

    @abstractmethod
    def options(self, seat: i64, out: vec[i64]) -> i64:
        """Write the codes of the legal options in ascending order and return how many; it must be `seat`'s turn.

        A code always stands for the same thing (a card, a space); the stage says what is done with it.
        """

    @abstractmethod
    def act(self, seat: i64, option: i64) -> None:
        """Carry out one of options(). The caller must have checked that it is legal."""

    @abstractmethod
    def guess(self, seat: i64, rng: Rng) -> None:
        """Determinize: redeal everything that `seat` cannot know (hidden cards, future dice, unrevealed choices).

        Positions that `seat` cannot tell apart become the same position for the same `rng`. A guess is a possible
        position, but not always drawn with its exact probability: it ignores what can be inferred about other hands
        from what was kept, passed or played. A game's RULES.md says what its guesses take into account.
        """

    @abstractmethod
    def points(self, who: i64) -> i64: ...

    @abstractmethod
    def is_ahead(self, a: i64, b: i64) -> bool:
        """Does `a` rank ahead of `b` at the end, after all tie-breaks?"""

    # --- Inherited by every game ---

    def blank(self) -> Self:
        """Make a position of the same game and variant to copy into."""
        return type(self)(self.variant, Rng(0))

    def copy_from(self, other: "Position") -> None:
        """Become a deep copy of `other`, without its story and without allocating; games add their own state."""
        self.rng.copy_from(other.rng)
        self.stage = other.stage
        self.waiting = other.waiting

    def to_act(self) -> i64:
        """Return the bit set of the seats that have a decision to make.

        One seat is a turn, several are a secret simultaneous choice, and none is the end of the game.
        """
        return self.waiting

    def ask(self, seat: i64, stage: i64) -> None:
        """Give this seat the next decision."""
        self.stage = stage
        self.waiting = BIT[seat]

    def ask_all(self, seats: i64, stage: i64) -> None:
        """Let these seats decide simultaneously and in secret."""
        self.stage = stage
        self.waiting = seats

    def answered(self, seat: i64) -> bool:
        """Mark a seat as having decided and return whether it was the last."""
        self.waiting -= BIT[seat]
        return self.waiting == 0

    def end(self, stage: i64) -> None:
        self.stage = stage
        self.waiting = 0

    def left_of(self, seat: i64) -> i64:
        """Return the next seat clockwise."""
        return seat + 1 if seat + 1 < self.seats else i64(0)  # a plain 0 would make mypyc box the result

    def right_of(self, seat: i64) -> i64:
        return seat - 1 if seat > 0 else self.seats - 1

    def place(self, who: i64) -> i64:
        """Return a rank: 1 is first, and participants still tied after all tie-breaks share a place."""
        place: i64 = 1
        for other in range(self.ranked):
            if other != who and self.is_ahead(other, who):
                place += 1
        return place

    def worth(self, seat: i64) -> float:
        """Return the value of a seat's place: 1 for first, 0 for last; tied participants share theirs."""
        if self.ranked == 1:
            return 1.0
        beaten: i64 = 0  # doubled, so that a tie counts a whole number
        for other in range(self.ranked):
            if other != seat and not self.is_ahead(other, seat):
                beaten += 2 if self.is_ahead(seat, other) else 1
        return float(beaten) / float(2 * (self.ranked - 1))

    def tell(self, kind: i64, a: i64 = 0, b: i64 = 0, c: i64 = 0, d: i64 = 0) -> None:
        if self.telling:  # False in playouts; the method is short, so that it is inlined to this check
            self.add_event(kind, a, b, c, d)

    def add_event(self, kind: i64, a: i64, b: i64, c: i64, d: i64) -> None:
        self.story.append((kind, a, b, c, d))

    def reveal(self) -> None:
        """Note that something hidden has become known to somebody: no earlier decision can be taken back."""
        self.revealed += 1

    def beat(self) -> None:
        """Save the position to be shown before the next thing happens."""
        if self.telling:
            self.add_beat()

    def add_beat(self) -> None:
        seen = self.blank()
        seen.copy_from(self)
        self.beats.append((len(self.story), seen))


def options_of(position: Position, seat: i64) -> list[int]:
    """List the codes of a seat's options, for interpreted code: mypyc leaks a vec passed in from there."""
    buffer = zeros(MOST_OPTIONS)
    count = position.options(seat, buffer)
    return [int(buffer[i]) for i in range(count)]


def random_option(position: Position, seat: i64, rng: Rng, buffer: vec[i64]) -> i64:
    count = position.options(seat, buffer)
    return buffer[rng.below(count)] if count > 1 else buffer[0]


class RandomPlay:
    """Random play, with its own options buffer."""

    def __init__(self) -> None:
        self.buffer = zeros(MOST_OPTIONS)

    def option(self, position: Position, seat: i64, rng: Rng) -> i64:
        return random_option(position, seat, rng, self.buffer)

    def playout(self, position: Position, rng: Rng) -> i64:
        """Play to the end and return the number of decisions."""
        decisions: i64 = 0
        while position.waiting != 0:
            seat = LOWEST[position.waiting]
            position.act(seat, random_option(position, seat, rng, self.buffer))
            decisions += 1
        return decisions

"""What a seat can remember: all that it saw go into the other hands and out of them.

Everything drafted was seen by all, a passed card by two, the first card and a Ladybug's draw by one (BOR-R26). After
others have passed cards that the seat did not see, it is no longer sure who holds what. A recollection is one course
of things that fits all that the seat saw: for each unseen pass it picks a card that the giver could have passed,
all alike, such that everything that came to light later was there. It reads nothing that the seat did not see.
"""

from typing import Final

from mypy_extensions import i64

from bugbox.core.knowledge import Workplace
from bugbox.core.position import copy_row, zeros
from bugbox.core.rng import Rng
from bugbox.games.bugs_on_rugs.parts import CODES

# Kinds of entries.
DEALT: Final[i64] = 0  # seat: a card that only the seat saw
GAINED: Final[i64] = 1  # seat: a card that all saw
LOST: Final[i64] = 2  # seat: likewise
GIVEN: Final[i64] = 3  # seat, to whom: a card that these two saw
RECEIVED: Final[i64] = 4  # seat, from whom: the same, once all have given
SHOWN: Final[i64] = 5  # seat, how many of this card it showed

LONGEST: Final[i64] = 512  # entries; the longest of many random matches had 160
ATTEMPTS: Final[i64] = 30
NOTHING: Final[i64] = -1
UNKNOWN: Final[i64] = 0  # stands for a card that the seat has not seen


class Memory:
    """What happened to the hands, entry by entry."""

    def __init__(self) -> None:
        self.size: i64 = 0
        self.log = zeros(LONGEST)

    def write(self, kind: i64, seat: i64, other: i64, card: i64) -> None:
        self.log[self.size] = ((kind * 8 + seat) * 16 + other) * 128 + card
        self.size += 1

    def copy_from(self, other: "Memory") -> None:
        self.size = other.size
        copy_row(other.log, self.log)

    def entry(self, i: i64) -> tuple[i64, i64, i64, i64]:
        """Kind, seat, the other one, card."""
        packed = self.log[i]
        return packed // 16384, packed // 2048 % 8, packed // 128 % 16, packed % 128


class Recollection(Workplace):
    """One course of things that fits all that a viewer saw: who holds what."""

    def __init__(self, seats: i64) -> None:
        self.seats = seats
        self.memory = Memory()
        self.hidden = zeros(CODES)  # copies that the viewer sees nowhere
        self.known = zeros(seats * CODES)  # by seat: cards that the viewer has seen there
        self.unknown = zeros(seats)  # and how many it has not
        self.flying = zeros(seats)  # given, not yet received
        self.budget = zeros(CODES)  # copies that can turn out to be among the cards not seen
        self.left = zeros(CODES)  # of the budget
        self.spent = zeros(CODES)

    def recall(self, viewer: i64, memory: Memory, rng: Rng) -> None:
        """Fill `known` and `unknown`; `hidden` is filled before."""
        self.memory = memory
        self.count_budget(viewer)
        for attempt in range(ATTEMPTS):
            if self.replay(viewer, rng, False):
                return
        self.replay(viewer, rng, True)

    def count_budget(self, viewer: i64) -> None:
        """Of the copies that are somewhere hidden, those that were seen going into a hand are no news."""
        copy_row(self.hidden, self.budget)
        for i in range(self.memory.size):
            kind, seat, other, card = self.memory.entry(i)
            if (kind == GAINED and seat != viewer) or (kind == RECEIVED and other == viewer):
                self.budget[card] -= 1
            elif (kind == LOST and seat != viewer) or (kind == GIVEN and other == viewer):
                self.budget[card] += 1

    def replay(self, viewer: i64, rng: Rng, forced: bool) -> bool:
        """One course of things; False if it does not fit what the viewer saw. If forced, it is bent until it does."""
        self.forget()
        for i in range(self.memory.size):
            kind, seat, other, card = self.memory.entry(i)
            fits = True
            if kind == RECEIVED and seat != viewer:
                self.add(seat, card if other == viewer else self.flying[seat])
            elif seat == viewer:
                continue
            elif kind == DEALT:
                self.unknown[seat] += 1
            elif kind == GAINED:
                self.add(seat, card)
            elif kind == LOST or (kind == GIVEN and other == viewer):
                fits = self.take(seat, card)
            elif kind == SHOWN:
                fits = self.see(seat, card, other)
            elif kind == GIVEN:
                fits = self.give(i, viewer, seat, other, rng)
            if not fits:
                if not forced:
                    return False
                self.bend(viewer, kind, seat, other, card)
        return True

    def forget(self) -> None:
        for i in range(len(self.known)):
            self.known[i] = 0
        for seat in range(self.seats):
            self.unknown[seat] = 0
        copy_row(self.budget, self.left)

    def add(self, seat: i64, card: i64) -> None:
        if card == UNKNOWN:
            self.unknown[seat] += 1
        else:
            self.known[seat * CODES + card] += 1

    def take(self, seat: i64, card: i64) -> bool:
        """The card leaves; if it was not seen coming, it is one of those not seen."""
        if self.known[seat * CODES + card] > 0:
            self.known[seat * CODES + card] -= 1
            return True
        return self.find(seat, card)

    def find(self, seat: i64, card: i64) -> bool:
        """One of the cards not seen turns out to be this one."""
        if self.unknown[seat] == 0 or self.left[card] <= 0:
            return False
        self.unknown[seat] -= 1
        self.left[card] -= 1
        return True

    def see(self, seat: i64, card: i64, copies: i64) -> bool:
        while self.known[seat * CODES + card] < copies:
            if not self.find(seat, card):
                return False
            self.known[seat * CODES + card] += 1
        return True

    # --- Passes that the viewer did not see ---

    def give(self, i: i64, viewer: i64, giver: i64, receiver: i64, rng: Rng) -> bool:
        """Let the giver pass a card; False if none fits."""
        needed = self.lacking(receiver, i + 1, viewer, 1)
        if needed != NOTHING:
            return self.fly(giver, receiver, needed) or (self.unknown[giver] > 0 and self.fly(giver, receiver, UNKNOWN))
        for attempt in range(ATTEMPTS):
            card = self.any_card(giver, rng)
            if card == NOTHING:
                return False
            self.fly(giver, receiver, card)
            if self.lacking(giver, i + 1, viewer, 0) == NOTHING:
                return True
            self.add(giver, card)
        return False

    def fly(self, giver: i64, receiver: i64, card: i64) -> bool:
        if card == UNKNOWN:
            self.unknown[giver] -= 1
        elif self.known[giver * CODES + card] > 0:
            self.known[giver * CODES + card] -= 1
        else:
            return False
        self.flying[receiver] = card
        return True

    def any_card(self, seat: i64, rng: Rng) -> i64:
        """All cards of a hand alike."""
        held = self.unknown[seat]
        for card in range(CODES):
            held += self.known[seat * CODES + card]
        if held == 0:
            return NOTHING
        nth = rng.below(held) - self.unknown[seat]
        for card in range(CODES):
            if nth < 0:
                break
            nth -= self.known[seat * CODES + card]
            if nth < 0:
                return card
        return UNKNOWN

    def lacking(self, seat: i64, since: i64, viewer: i64, coming: i64) -> i64:
        """The first card that the seat will be seen to have and does not hold; none if an unseen pass may bring it.

        `coming` unseen passes are on their way already and do not count.
        """
        for card in range(CODES):
            self.spent[card] = 0
        unknown = self.unknown[seat]
        for i in range(since, self.memory.size):
            kind, who, other, card = self.memory.entry(i)
            if who != seat:
                continue
            if kind == DEALT:
                unknown += 1
            elif kind == GAINED or (kind == RECEIVED and other == viewer):
                self.spent[card] -= 1
            elif kind == RECEIVED:
                if coming == 0:
                    return NOTHING
                coming -= 1
            elif kind == LOST or kind == SHOWN or (kind == GIVEN and other == viewer):
                copies = other if kind == SHOWN else i64(1)
                missing = copies - self.known[seat * CODES + card] + self.spent[card]
                if missing > 0:
                    if missing > unknown or missing > self.left[card]:
                        return card
                    unknown -= missing
                    self.spent[card] -= missing
                if kind != SHOWN:
                    self.spent[card] += 1
        return NOTHING

    # --- When no course was found ---

    def bend(self, viewer: i64, kind: i64, seat: i64, other: i64, card: i64) -> None:
        """Put right what does not fit by an exchange with another hand: every hand keeps its size."""
        if kind == GIVEN and other != viewer:
            self.flying[other] = self.any_of(seat)
            return
        for holder in range(self.seats):
            if holder != viewer and holder != seat and self.take(holder, card):
                self.add(holder, self.any_of(seat))
                if kind == SHOWN:
                    self.add(seat, card)
                return

    def any_of(self, seat: i64) -> i64:
        """Take the first card of a hand, better one that was not seen."""
        if self.unknown[seat] > 0:
            self.unknown[seat] -= 1
            return UNKNOWN
        for card in range(CODES):
            if self.known[seat * CODES + card] > 0:
                self.known[seat * CODES + card] -= 1
                return card
        return UNKNOWN

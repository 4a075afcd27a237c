"""A beetle on its track: six legs that step, and a body that follows."""

from librt.vecs import vec
from mypy_extensions import i64

from bugbox.core.rows import copy_row, zeros
from bugbox.games.bug_race.rules.box import A_SIDE, BODY, LEGS


class Beetle:
    """Segments and leg slots count from 1; the body lies on `body` to `body + 2`."""

    def __init__(self, segments: i64) -> None:
        self.segments = segments
        self.finish = segments - BODY + 1  # where the body's rear lies when it has fully crossed (RC-R22)
        self.body: i64 = 0
        self.legs = zeros(LEGS)

    def line_up(self) -> None:
        """On the first three segments, a leg beside each of them (RC-M5)."""
        self.body = 1
        for leg in range(LEGS):
            self.legs[leg] = A_SIDE - leg % A_SIDE

    def copy_from(self, other: "Beetle") -> None:
        self.body = other.body
        copy_row(other.legs, self.legs)

    def run(self, card: i64) -> i64:
        """Move the legs that the card shows, and the body whenever it can; returns the legs that could not.

        The order makes no difference (RC-R1, RC-R35): a move never takes another one away.
        """
        stuck = self.move_legs(card)
        while self.advance_body() and stuck != 0:  # RC-R2, RC-R3
            stuck = self.move_legs(stuck)
        return stuck  # RC-R5

    def move_legs(self, shown: i64) -> i64:
        """One slot for each of these legs that can (RC-R4), front legs first; returns the others."""
        farthest = min(self.body + BODY, self.segments)  # RC-R6, RC-R27
        legs: vec[i64] = self.legs
        bit: i64 = 1  # of the leg; doubled, as this is where a race spends most of its time
        for leg in range(LEGS):
            if shown & bit:
                slot = legs[leg] + 1
                is_free = leg % A_SIDE == 0 or legs[leg - 1] != slot  # RC-F4, RC-R10, RC-R11
                if is_free and slot <= farthest:
                    legs[leg] = slot
                    shown -= bit
            bit += bit
        return shown

    def advance_body(self) -> bool:
        """As far as the legs allow (RC-R8, RC-R9); was it at all?"""
        body = self.body
        rear = min(self.legs[A_SIDE - 1], self.legs[LEGS - 1])
        while body <= rear and body < self.finish:  # RC-R7: no leg may be left behind
            body += 1
        moved = body > self.body
        self.body = body
        return moved

    def has_crossed(self) -> bool:
        return self.body == self.finish

    def to_go(self) -> i64:
        """Segments to the finish."""
        return self.finish - self.body

    def pair_sum(self, pair: i64) -> i64:
        """The slots of a left and a right leg, added up (RC-R23)."""
        return self.legs[pair] + self.legs[A_SIDE + pair]

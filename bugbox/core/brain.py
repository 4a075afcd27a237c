"""Brain: a game's evaluation function and move preferences, for bots.

Bots are independent of any game; a game's `brain.py` evaluates positions for them and says what a sensible player tries
first. A brain only ever receives guesses, so it may read the whole position.
"""

import math
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from bugbox.core.english import count
from bugbox.core.position import Position, Variant

TO_THE_END: Final[i64] = 1_000_000  # decisions; no game is that long
POINTS: Final = "points"  # the term for a score as a whole
SURE: Final = 30.0  # upper limit for a lead, in multiples of the doubt; keeps exp() from overflowing


@mypyc_attr(allow_interpreted_subclasses=True)
class Brain:
    """The evaluation for one variant. This base class uses the current points and has no preferences."""

    def __init__(self, variant: Variant) -> None:
        self.prefers = False  # does prefer() distinguish options? If so, playouts follow it
        self.depth: i64 = TO_THE_END  # a playout is cut off and evaluated after this many decisions
        self.guides: i64 = TO_THE_END  # a search uses the brain for this many simulations, and none for later ones
        self.slip = 0.05  # the usual cost of a mistake, as a difference in worth; scales the errors of weaker levels
        self.hopes = vec[float]([0.0] * 8)  # expected points of each ranked participant

    def expect(self, position: Position, hopes: vec[float]) -> float:
        """Write the expected final points of each ranked participant and return their uncertainty."""
        for who in range(position.ranked):
            hopes[who] = float(position.points(who))
        return 1.0

    def terms(self, position: Position, who: i64) -> list[tuple[str, float]]:
        """Split what expect() writes for one ranked participant into named terms, in a player's words.

        Used for reasons, not for search. A term keeps its name from one position to the next; higher is better.
        """
        self.expect(position, self.hopes)
        return [(POINTS, self.hopes[who])]

    def say(self, whose: str, term: str, change: float) -> str:
        """Describe a change, `about 5 more points from your Ants`; empty if it is too small to be a reason."""
        points = round(abs(change))
        if points == 0:
            return ""
        if term == POINTS:
            return f"{whose} score should be about {count(points, 'point')} {'higher' if change > 0.0 else 'lower'}"
        return f"about {count(points, 'more point' if change > 0.0 else 'fewer point')} from {whose} {term}"

    def prefer(self, position: Position, seat: i64, options: vec[i64], count: i64, weights: vec[i64]) -> None:
        """Write a weight of at least 1 for each option: how often a sensible player would choose it."""
        for i in range(count):
            weights[i] = 1

    def is_enough(self, start: Position, position: Position) -> bool:
        """Cut off the playout from `start` here? True where value() is reliable, such as at the end of a round."""
        return False

    def is_small(self, start: Position, position: Position) -> bool:
        """Can the rest of the playout from `start` be searched exhaustively? Requires that no secret choices remain."""
        return False

    def judge(self, position: Position, out: vec[float]) -> None:
        """Write a playout's worth to each seat: from the places or, if it was cut off, from value()."""
        if position.waiting != 0:
            self.value(position, out)
            return
        for seat in range(position.seats):
            out[seat] = position.worth(seat)

    def value(self, position: Position, out: vec[float]) -> None:
        """Write the expected worth of the game to each seat: 1 for first place, 0 for last."""
        doubt = self.expect(position, self.hopes)
        for seat in range(position.seats):
            out[seat] = self.beaten(position.ranked, seat, doubt)

    def beaten(self, ranked: i64, seat: i64, doubt: float) -> float:
        """Return the expected share of the other participants that this seat beats."""
        if ranked == 1:
            return 1.0
        total = 0.0
        for other in range(ranked):
            if other != seat:
                total += 1.0 / (1.0 + self.times_likelier(other, seat, doubt))
        return total / float(ranked - 1)

    def times_likelier(self, other: i64, seat: i64, doubt: float) -> float:
        """Return the odds that `other` finishes ahead of `seat`."""
        lead = (self.hopes[other] - self.hopes[seat]) / doubt
        return math.exp(min(SURE, max(-SURE, lead)))

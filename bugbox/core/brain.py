"""Brain: what a good player of a game knows, for the bots that think.

Bots know no game; a game's `brain.py` tells them what a good position looks like and what a sensible player tries
first. A brain is only ever shown guesses, so it may read all of a position.
"""

import math
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from bugbox.core.english import count
from bugbox.core.position import Position, Variant

TO_THE_END: Final[i64] = 1_000_000  # decisions: no game is that long
POINTS: Final = "points"  # the term for a score as a whole
SURE: Final = 30.0  # times the doubt: nobody is surer, and no exponential overflows


@mypyc_attr(allow_interpreted_subclasses=True)
class Brain:
    """Made for one variant. This one knows nothing: it counts the points as they stand, and prefers nothing."""

    def __init__(self, variant: Variant) -> None:
        self.prefers = False  # does prefer() say anything? Then playouts go by it
        self.depth: i64 = TO_THE_END  # decisions of a playout after which its value is taken instead of its end
        self.guides: i64 = TO_THE_END  # simulations of a search; later ones are plain, as if there were no brain
        self.slip = 0.05  # what a mistake usually costs, in the worth of a game: weaker levels make some
        self.hopes = vec[float]([0.0] * 8)  # points that everyone ranked can expect

    def expect(self, position: Position, hopes: vec[float]) -> float:
        """Write the points that everyone ranked will probably end with, and return by how much that may be wrong."""
        for who in range(position.ranked):
            hopes[who] = float(position.points(who))
        return 1.0

    def terms(self, position: Position, who: i64) -> list[tuple[str, float]]:
        """What expect() writes for one that is ranked, as what it is made of, in a player's words.

        For reasons, not for thought: a term keeps its name from one position to the next, and is more if that is good.
        """
        self.expect(position, self.hopes)
        return [(POINTS, self.hopes[who])]

    def say(self, whose: str, term: str, change: float) -> str:
        """`about 5 more points from your Ants`; nothing if the change is too small to be a reason."""
        points = round(abs(change))
        if points == 0:
            return ""
        if term == POINTS:
            return f"{whose} score should be about {count(points, 'point')} {'higher' if change > 0.0 else 'lower'}"
        return f"about {count(points, 'more point' if change > 0.0 else 'fewer point')} from {whose} {term}"

    def prefer(self, position: Position, seat: i64, options: vec[i64], count: i64, weights: vec[i64]) -> None:
        """Write for each option how often a sensible player would take it, as against the others: at least 1."""
        for i in range(count):
            weights[i] = 1

    def is_enough(self, start: Position, position: Position) -> bool:
        """Has a playout from `start` come to where value() says as much as its end, such as the end of a round?"""
        return False

    def is_small(self, start: Position, position: Position) -> bool:
        """Has a playout from `start` come to where all that is left can be tried out? No more secret choices then."""
        return False

    def judge(self, position: Position, out: vec[float]) -> None:
        """Write what a playout was worth to each seat: by places or, where it was cut off, by value()."""
        if position.waiting != 0:
            self.value(position, out)
            return
        for seat in range(position.seats):
            out[seat] = position.worth(seat)

    def value(self, position: Position, out: vec[float]) -> None:
        """Write what the game will probably be worth to each seat, as `worth` counts it: 1 for the first place."""
        doubt = self.expect(position, self.hopes)
        for seat in range(position.seats):
            out[seat] = self.beaten(position.ranked, seat, doubt)

    def beaten(self, ranked: i64, seat: i64, doubt: float) -> float:
        """The share of the others whom this seat will probably beat."""
        if ranked == 1:
            return 1.0
        total = 0.0
        for other in range(ranked):
            if other != seat:
                total += 1.0 / (1.0 + self.times_likelier(other, seat, doubt))
        return total / float(ranked - 1)

    def times_likelier(self, other: i64, seat: i64, doubt: float) -> float:
        """How much more often the other one will be ahead of this seat than behind it."""
        lead = (self.hopes[other] - self.hopes[seat]) / doubt
        return math.exp(min(SURE, max(-SURE, lead)))

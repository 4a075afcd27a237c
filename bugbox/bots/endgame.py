"""Endgame: exhaustive search once few decisions are left.

Each seat maximizes its own result and sees all cards of the guess (max-n, Luckhardt and Irani 1986). The average over
many guesses estimates an option's worth; it is biased in that real opponents don't see those cards.
"""

from librt.vecs import vec
from mypy_extensions import i64

from bugbox.core.bits import LOWEST
from bugbox.core.brain import Brain
from bugbox.core.position import MOST_OPTIONS, MOST_SEATS, Position
from bugbox.core.rows import zeros


class Ply:
    """Reusable buffers for one level of the search."""

    def __init__(self, position: Position) -> None:
        self.world = position.blank()
        self.options = zeros(MOST_OPTIONS)
        self.worth = vec[float]([0.0] * int(MOST_SEATS))


class Endgame:
    def __init__(self, start: Position, brain: Brain) -> None:
        self.start = start
        self.brain = brain
        self.plies: list[Ply] = []  # allocated on demand

    def solve(self, position: Position, worth: vec[float], depth: i64 = 0) -> None:
        """Write the position's worth to each seat."""
        if position.waiting == 0 or self.brain.is_enough(self.start, position):
            self.brain.judge(position, worth)
            return
        if depth == len(self.plies):
            self.plies.append(Ply(position))
        ply = self.plies[depth]
        seat = LOWEST[position.waiting]
        count = position.options(seat, ply.options)
        for i in range(count):
            ply.world.copy_from(position)
            ply.world.act(seat, ply.options[i])
            self.solve(ply.world, ply.worth, depth + 1)
            if i == 0 or ply.worth[seat] > worth[seat]:
                for other in range(position.seats):
                    worth[other] = ply.worth[other]

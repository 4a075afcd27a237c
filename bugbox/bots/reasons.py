"""Reasons for options: the term of the game's brain that an option changes most, as a sentence for the player."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Final

from bugbox.bots.greedy import Greedy
from bugbox.core.brain import Brain
from bugbox.core.game import Reader, with_capital
from bugbox.core.position import Position
from bugbox.core.rng import Rng

GUESSES: Final = 8

Term = tuple[int, str]  # the participant and the term's name


class Reasons:
    """The terms that each option leads to by the end of the reader's turn, averaged over a few guesses."""

    def __init__(self, position: Position, reader: Reader, options: Sequence[int], rng: Rng, brain: Brain) -> None:
        self.reader = reader
        self.brain = brain
        self.ranked = int(position.ranked)
        self.found: dict[int, dict[Term, float]] = {option: defaultdict(float) for option in options}
        looking = Greedy(position, reader.viewer, rng, brain)
        for _ in range(GUESSES):
            looking.guess_anew()
            for option in options:
                looking.try_option(option)
                self.add(looking.world, self.found[option])

    def add(self, world: Position, found: dict[Term, float]) -> None:
        for who in range(world.ranked):
            for name, points in self.brain.terms(world, who):
                found[who, name] += points / GUESSES

    def of(self, option: int) -> str:
        """Return the strongest reason for an option; empty if there is none."""
        changes = self.changes(option)
        for who, name in sorted(changes, key=lambda term: -self.gain(term, changes[term])):
            change = changes[who, name]
            said = self.brain.say(self.reader.whose(who), name, change)
            if said and self.gain((who, name), change) > 0:
                return with_capital(said)
        return ""

    def changes(self, option: int) -> dict[Term, float]:
        """Return the difference of every term from its usual value among the other options."""
        mine = self.found[option]
        others = [found for other, found in self.found.items() if other != option]
        terms = {term: None for found in (mine, *others) for term in found}  # unique, in order
        return {term: mine.get(term, 0.0) - self.usual(term, others) for term in terms} if others else {}

    def usual(self, term: Term, others: Sequence[Mapping[Term, float]]) -> float:
        """Return the median (of two, the worse for the reader): one blunder is no reason for all other options."""
        found = [other.get(term, 0.0) for other in others]
        return sorted(found, key=lambda points: self.gain(term, points))[(len(found) - 1) // 2]

    def gain(self, term: Term, change: float) -> float:
        """Return a change's benefit to the reader: an opponent's loss counts only for a share."""
        return change if term[0] == self.reader.viewer else -change / self.ranked

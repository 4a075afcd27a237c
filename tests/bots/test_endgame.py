"""Once few decisions are left, the search is exhaustive."""

from collections.abc import Iterator

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from bugbox.bots.endgame import Endgame
from bugbox.bots.search import Search
from bugbox.core.brain import Brain
from bugbox.core.game import Game
from bugbox.core.position import Position, Variant, options_of
from bugbox.core.rng import Rng
from tests.kit.tables import copy_of, for_every_game, lowest, mixed_tables

MOST = 200  # lines of play: an endgame must take no longer than some playouts
WITH_ENDGAMES = ["bug-council", "ladybugs"]  # games whose brain detects endgames


class Matches(Position):
    """Nim with one heap of matches: each seat in turn takes one to three, and taking the last one wins."""

    def __init__(self, variant: Variant, rng: Rng) -> None:
        super().__init__(variant, rng)
        self.heap = 0
        self.last = -1

    def set_up(self) -> None:
        self.ask(0, 0)

    def is_secret(self) -> bool:
        return False

    def options(self, seat: i64, out: vec[i64]) -> i64:
        most = min(3, self.heap)
        for taken in range(1, most + 1):
            out[taken - 1] = taken
        return most

    def act(self, seat: i64, option: i64) -> None:
        self.heap -= option
        if self.heap == 0:
            self.last = seat
            self.end(1)
        else:
            self.ask(self.left_of(seat), 0)

    def copy_from(self, other: Position) -> None:
        assert isinstance(other, Matches)
        super().copy_from(other)
        self.heap = other.heap
        self.last = other.last

    def guess(self, seat: i64, rng: Rng) -> None:
        """Nothing is hidden."""

    def points(self, who: i64) -> i64:
        return 1 if who == self.last else 0

    def is_ahead(self, a: i64, b: i64) -> bool:
        return self.points(a) > self.points(b)


class SeesTheEnd(Brain):
    """A brain that declares an endgame at seven matches or fewer."""

    def is_small(self, start: Position, position: Position) -> bool:
        assert isinstance(position, Matches)
        return position.heap <= 7


def heap(matches: int, seats: int = 2) -> Matches:
    position = Matches(Variant(seats, 4), Rng(1))
    position.set_up()
    position.heap = matches
    return position


def exactly(position: Position, start: Position, brain: Brain) -> list[float]:
    worth = vec[float]([0.0] * 5)
    Endgame(start, brain).solve(position, worth)
    return [worth[seat] for seat in range(position.seats)]


@pytest.mark.parametrize("matches", range(1, 11))
def test_whoever_leaves_a_multiple_of_four_has_won(matches: int) -> None:
    position = heap(matches)
    first_wins = matches % 4 != 0
    assert exactly(position, position, Brain(position.variant)) == ([1, 0] if first_wins else [0, 1])


def test_of_three_each_does_what_is_best_for_themselves() -> None:
    """With four, the first seat cannot win and takes one, the first of equal options; the second takes the rest."""
    position = heap(4, seats=3)
    assert exactly(position, position, Brain(position.variant)) == [0.25, 1, 0.25]


@pytest.mark.parametrize(("matches", "best"), [(5, 1), (6, 2), (7, 3), (9, 1)])
def test_a_few_simulations_find_the_only_way_to_win(matches: int, best: int) -> None:
    position = heap(matches)
    search = Search(position, 0, Rng(1), SeesTheEnd(position.variant))
    search.think(12)
    assert search.best() == best
    worth = {option: value for option, _, value in search.judgement()}
    assert worth[best] == 1
    assert all(worth[other] == 0 for other in worth if other != best)


def plainly(position: Position, start: Position, brain: Brain) -> tuple[list[float], int]:
    """Return each seat's worth under max-n play, and the number of lines of play that were searched."""
    if position.waiting == 0 or brain.is_enough(start, position):
        judged = vec[float]([0.0] * 5)
        brain.judge(position, judged)
        return [judged[seat] for seat in range(position.seats)], 1
    assert not position.is_secret()
    seat, best, ways = lowest(position.waiting), None, 0
    for option in options_of(position, seat):
        after = copy_of(position)
        after.act(seat, option)
        worth, more = plainly(after, start, brain)
        ways += more
        if best is None or worth[seat] > best[seat]:
            best = worth
    assert best is not None
    return best, ways


def endgames(game: Game, seed: int) -> Iterator[tuple[Position, Position, Brain]]:
    """Yield the endgames of random matches: the position, the one before it, and the brain."""
    for table in mixed_tables(game, seed):
        position, rng = table.start(), Rng(seed, "endgame")
        brain = game.brain(position.variant)
        while position.waiting:
            before, seat = copy_of(position), lowest(position.waiting)
            options = options_of(position, seat)
            position.act(seat, options[rng.below(len(options))])
            if position.waiting and not brain.is_enough(before, position) and brain.is_small(before, position):
                yield position, before, brain


@for_every_game
def test_endgames_are_small_without_secret_choices_and_solved(game: Game) -> None:
    found = 0
    for seed in range(3):
        for position, before, brain in endgames(game, seed):
            worth, ways = plainly(position, before, brain)
            assert ways <= MOST
            assert exactly(position, before, brain) == worth
            found += 1
    assert found >= 9 or game.name not in WITH_ENDGAMES

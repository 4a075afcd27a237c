"""The search plays better than chance, sees only what its seat may see, and does the same again when asked."""

import pytest
from librt.vecs import vec
from mypy_extensions import i64

import bugbox
from bugbox.bots.levels import Bot, find
from bugbox.bots.search import Search, reward
from bugbox.core.position import Position
from bugbox.core.rng import Rng
from bugbox.lab.simulate import make_plan, simulate
from bugbox.pure import is_compiled

REWARDS = [
    ((1, 2), (1, 0)),
    ((1, 1), (0.5, 0.5)),
    ((1, 2, 2, 2), (1, 1 / 3, 1 / 3, 1 / 3)),
    ((1, 1, 3), (0.75, 0.75, 0)),
    ((5, 4, 3, 2, 1), (0, 0.25, 0.5, 0.75, 1)),
]


class Matching(Position):
    """Two seats choose 0 or 1 at once and in secret; the second wins if they are equal, else the first."""

    def __init__(self, rng: Rng) -> None:
        super().__init__(2, rng)
        self.chosen = [-1, -1]

    def set_up(self) -> None: ...

    def to_act(self) -> i64:
        return (self.chosen[0] < 0) + 2 * (self.chosen[1] < 0)

    def is_secret(self) -> bool:
        return True

    def options(self, seat: i64, out: vec[i64]) -> i64:
        out[0], out[1] = 0, 1
        return 2

    def act(self, seat: i64, option: i64) -> None:
        self.chosen[seat] = option

    def blank(self) -> "Matching":
        return Matching(Rng(0))

    def copy_from(self, other: Position) -> None:
        assert isinstance(other, Matching)
        self.chosen = list(other.chosen)

    def guess(self, seat: i64, rng: Rng) -> None:
        self.chosen[1 - seat] = -1

    def points(self, seat: i64) -> i64:
        return 2 - self.place(seat)

    def place(self, seat: i64) -> i64:
        winner = 1 if self.chosen[0] == self.chosen[1] else 0
        return 1 if seat == winner else 2


class InTurns(Matching):
    """The same, but the second seat chooses openly after the first: it can always match."""

    def is_secret(self) -> bool:
        return False

    def to_act(self) -> i64:
        return 1 if self.chosen[0] < 0 else 2 if self.chosen[1] < 0 else 0

    def blank(self) -> "InTurns":
        return InTurns(Rng(0))


class SecretThenOpen(Matching):
    """Both choose in secret, which means nothing; then `mover` shows 0 or 1 and the other wins by the same."""

    def __init__(self, rng: Rng, mover: int) -> None:
        super().__init__(rng)
        self.mover = mover
        self.shown = [-1, -1]

    def is_secret(self) -> bool:
        return min(self.chosen) < 0

    def to_act(self) -> i64:
        if self.is_secret():
            return super().to_act()
        answerer = 1 - self.mover
        return 2**self.mover if self.shown[self.mover] < 0 else 2**answerer if self.shown[answerer] < 0 else 0

    def act(self, seat: i64, option: i64) -> None:
        (self.chosen if self.is_secret() else self.shown)[seat] = option

    def blank(self) -> "SecretThenOpen":
        return SecretThenOpen(Rng(0), self.mover)

    def copy_from(self, other: Position) -> None:
        assert isinstance(other, SecretThenOpen)
        super().copy_from(other)
        self.shown = list(other.shown)

    def guess(self, seat: i64, rng: Rng) -> None:
        if self.is_secret():
            super().guess(seat, rng)

    def place(self, seat: i64) -> i64:
        winner = 1 - self.mover if self.shown[0] == self.shown[1] else self.mover
        return 1 if seat == winner else 2


class Placed(Matching):
    """A finished game with these places."""

    def __init__(self, places: tuple[int, ...]) -> None:
        super().__init__(Rng(0))
        self.seats = len(places)
        self.places = places

    def place(self, seat: i64) -> i64:
        return self.places[seat]


def value_of_root(search: Search, seat: int) -> float:
    """The mean reward of a seat over all simulations."""
    visits = total = 0.0
    child = search.first_child[1 + seat]
    while child:
        visits += float(search.visits[child])
        total += search.reward[child]
        child = search.next_sibling[child]
    return total / visits


def test_a_secret_choice_is_not_answered() -> None:
    """Could the second seat peek, it would match every time; so it matches about half the time."""
    search = Search(Matching(Rng(1)), 0, Rng(1, "test"))
    search.think(3000)
    assert 0.4 < value_of_root(search, 0) < 0.6


@pytest.mark.parametrize("dice", range(6))
def test_an_open_choice_is_answered(dice: int) -> None:
    search = Search(InTurns(Rng(1)), 0, Rng(dice, "test"))
    search.think(3000)
    assert value_of_root(search, 0) < 0.1


@pytest.mark.parametrize("mover", [0, 1])
def test_an_open_move_after_a_secret_choice_is_answered(mover: int) -> None:
    """Also when the seat that chose last in secret is the one that then moves."""
    search = Search(SecretThenOpen(Rng(1), mover), 0, Rng(1, "test"))
    search.think(4000)
    assert value_of_root(search, 1 - mover) > 0.9


def test_the_last_to_choose_secretly_does_not_peek_either() -> None:
    position = Matching(Rng(1))
    position.act(0, 1)
    search = Search(position, 1, Rng(1, "test"))
    search.think(1000)
    assert 0.4 < value_of_root(search, 1) < 0.6


@pytest.mark.parametrize(("places", "expected"), REWARDS)
def test_rewards_go_by_place_and_are_shared(places: tuple[int, ...], expected: tuple[float, ...]) -> None:
    rewards = [reward(Placed(places), seat) for seat in range(len(places))]
    assert rewards == pytest.approx(expected)


def test_the_same_dice_give_the_same_tree_in_any_slices() -> None:
    match = bugbox.Match.new("bug-race", seats=4, seed=3, expert=True)
    whole, slices = Search(match.position, 2, Rng(1, "bot")), Search(match.position, 2, Rng(1, "bot"))
    whole.think(60)
    for _ in range(6):
        slices.think(10)
        assert slices.best() in match.codes(2), "it can be stopped at any moment"
    assert list(whole.visits) == list(slices.visits)
    assert whole.best() == slices.best()


def test_before_any_thought_there_is_an_answer() -> None:
    match = bugbox.Match.new("bug-race", seats=2, seed=3)
    assert Search(match.position, 0, Rng(1)).best() == match.codes(0)[0]


def test_every_simulation_is_counted_at_the_root() -> None:
    match = bugbox.Match.new("bug-race", seats=3, seed=3)
    search = Search(match.position, 1, Rng(1))
    search.think(50)
    assert search.simulations == 50
    children = [node for node in range(4, len(search.key)) if search.available[node] >= 49]
    assert sum(search.visits[node] for node in children) >= 50


def test_a_bot_can_think_for_a_time() -> None:
    match = bugbox.Match.new("bug-race", seats=2, seed=3)
    assert Bot("search:1s", 0).decide(match.position, Rng(1)) in match.codes(0)


@pytest.mark.parametrize("name", ["greedy", "search:", "search:0", "search:s", "search:-1", "random:3", "", "search:²"])
def test_a_bot_that_does_not_exist_is_refused_with_those_that_do(name: str) -> None:
    with pytest.raises(bugbox.WrongSetting, match="the bots are random, search"):
        find(name)


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 4])
def test_search_beats_random_play(seats: int) -> None:
    games = 60 if is_compiled() else 4
    bots = ["search:200", *["random"] * (seats - 1)]
    rows = list(simulate(make_plan("bug-race", seats, games, 1, bots, {})))
    wins = sum(row["places"][0] == 1 for row in rows)
    assert wins / games > 0.5 + 0.5 / seats

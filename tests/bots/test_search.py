"""The search plays better than chance, uses only what its seat can see, and is repeatable."""

import math
from collections import Counter
from typing import ClassVar

import pytest
from hypothesis import assume, given
from librt.vecs import vec
from mypy_extensions import i64

import bugbox
from bugbox.bots.greedy import Greedy
from bugbox.bots.levels import Bot, find, nearly_best
from bugbox.bots.policy import Glance
from bugbox.bots.search import FIRST_LOOK, Search
from bugbox.core.brain import Brain
from bugbox.core.position import Position, Variant, options_of
from bugbox.core.rng import Rng
from bugbox.interpreted import is_compiled
from bugbox.lab.simulate import make_plan, simulate
from tests.kit.tables import guess_of, matches

WORTHS = [  # places of seats and rivals, and their worth to the seats
    ((1,), (1,)),
    ((1, 2), (1,)),
    ((2, 1), (0,)),
    ((1, 1), (0.5,)),
    ((2, 3, 1), (0.5, 0)),
    ((1, 3, 1), (0.75, 0)),
    ((1, 2), (1, 0)),
    ((1, 1), (0.5, 0.5)),
    ((1, 2, 2, 2), (1, 1 / 3, 1 / 3, 1 / 3)),
    ((1, 1, 3), (0.75, 0.75, 0)),
    ((5, 4, 3, 2, 1), (0, 0.25, 0.5, 0.75, 1)),
]


class Matching(Position):
    """Matching pennies: two seats choose 0 or 1 in secret; the second wins if they are equal, otherwise the first."""

    def __init__(self, variant: Variant, rng: Rng) -> None:
        super().__init__(variant, rng)
        self.chosen = [-1, -1]

    def set_up(self) -> None:
        self.ask_all(3, 0)

    def is_secret(self) -> bool:
        return True

    def options(self, seat: i64, out: vec[i64]) -> i64:
        out[0], out[1] = 0, 1
        return 2

    def act(self, seat: i64, option: i64) -> None:
        self.chosen[seat] = option
        self.answered(seat)

    def copy_from(self, other: Position) -> None:
        assert isinstance(other, Matching)
        super().copy_from(other)
        self.chosen = list(other.chosen)

    def guess(self, seat: i64, rng: Rng) -> None:
        self.chosen[1 - seat] = -1
        self.waiting |= 2 - seat

    def points(self, who: i64) -> i64:
        return 2 - self.place(who)

    def is_ahead(self, a: i64, b: i64) -> bool:
        return a == (1 if self.chosen[0] == self.chosen[1] else 0)


class InTurns(Matching):
    """The same, but the second seat chooses openly after the first: it can always match."""

    def set_up(self) -> None:
        self.ask(0, 0)

    def is_secret(self) -> bool:
        return False

    def act(self, seat: i64, option: i64) -> None:
        super().act(seat, option)
        if seat == 0:
            self.ask(1, 0)

    def guess(self, seat: i64, rng: Rng) -> None:
        """Nothing is hidden."""


class SecretThenOpen(Matching):
    """Both make a secret choice without effect; then one shows 0 or 1, and the other wins by answering the same."""

    mover = 0

    def __init__(self, variant: Variant, rng: Rng) -> None:
        super().__init__(variant, rng)
        self.shown = [-1, -1]

    def is_secret(self) -> bool:
        return min(self.chosen) < 0

    def act(self, seat: i64, option: i64) -> None:
        if self.is_secret():
            super().act(seat, option)
            if self.waiting == 0:
                self.ask(self.mover, 1)
            return
        self.shown[seat] = option
        if self.answered(seat) and seat == self.mover:
            self.ask(1 - self.mover, 1)

    def copy_from(self, other: Position) -> None:
        assert isinstance(other, SecretThenOpen)
        super().copy_from(other)
        self.shown = list(other.shown)

    def guess(self, seat: i64, rng: Rng) -> None:
        if self.is_secret():
            super().guess(seat, rng)

    def is_ahead(self, a: i64, b: i64) -> bool:
        return a == (1 - self.mover if self.shown[0] == self.shown[1] else self.mover)


class SecretThenOther(SecretThenOpen):
    mover = 1


class Placed(Matching):
    """A finished game with these places, some of them of rivals."""

    places: tuple[int, ...] = ()

    def is_ahead(self, a: i64, b: i64) -> bool:
        return self.places[a] < self.places[b]


def start(kind: type[Matching]) -> Matching:
    position = kind(Variant(2, 2), Rng(1))
    position.set_up()
    return position


def plain(position: Position, seat: int, rng: Rng) -> Search:
    """Make a search without a brain."""
    return Search(position, seat, rng, Brain(position.variant))


def value_of_root(search: Search, seat: int) -> float:
    """Return a seat's mean reward over all simulations."""
    visits = total = 0.0
    child = search.first_child[1 + seat]
    while child:
        visits += float(search.visits[child])
        total += search.reward[child]
        child = search.next_sibling[child]
    return total / visits


def test_a_secret_choice_is_not_answered() -> None:
    """If the second seat could see the choice, it would match every time; it matches about half the time."""
    search = plain(start(Matching), 0, Rng(1, "test"))
    search.think(3000)
    assert 0.4 < value_of_root(search, 0) < 0.6


@pytest.mark.parametrize("dice", range(6))
def test_an_open_choice_is_answered(dice: int) -> None:
    search = plain(start(InTurns), 0, Rng(dice, "test"))
    search.think(3000)
    assert value_of_root(search, 0) < 0.1


@pytest.mark.parametrize("mover", [0, 1])
def test_an_open_move_after_a_secret_choice_is_answered(mover: int) -> None:
    """Also if the seat that made the last secret choice is the one that then moves."""
    search = plain(start((SecretThenOpen, SecretThenOther)[mover]), 0, Rng(1, "test"))
    search.think(4000)
    assert value_of_root(search, 1 - mover) > 0.9


def test_the_last_to_choose_secretly_does_not_peek_either() -> None:
    position = start(Matching)
    position.act(0, 1)
    search = plain(position, 1, Rng(1, "test"))
    search.think(1000)
    assert 0.4 < value_of_root(search, 1) < 0.6


@pytest.mark.parametrize(("places", "expected"), WORTHS)
def test_what_a_place_is_worth_is_shared_by_equals(places: tuple[int, ...], expected: tuple[float, ...]) -> None:
    position = Placed(Variant(len(expected), 2, len(places) - len(expected)), Rng(1))
    position.places = places
    assert [position.worth(seat) for seat in range(len(expected))] == pytest.approx(expected)
    assert [position.place(who) for who in range(len(places))] == list(places)


def test_the_same_dice_give_the_same_tree_in_any_slices() -> None:
    match = bugbox.Match.new("bug-race", seats=4, seed=3, expert=True)
    whole, slices = plain(match.position, 2, Rng(1, "bot")), plain(match.position, 2, Rng(1, "bot"))
    whole.think(60)
    for _ in range(6):
        slices.think(10)
        assert slices.best() in match.codes(2), "it can be stopped at any moment"
    assert list(whole.visits) == list(slices.visits)
    assert whole.best() == slices.best()


def test_before_any_thought_there_is_an_answer() -> None:
    match = bugbox.Match.new("bug-race", seats=2, seed=3)
    assert plain(match.position, 0, Rng(1)).best() == match.codes(0)[0]


def test_every_simulation_is_counted_at_the_root() -> None:
    match = bugbox.Match.new("bug-race", seats=3, seed=3)
    search = plain(match.position, 1, Rng(1))
    search.think(50)
    assert search.simulations == 50
    children = [node for node in range(4, len(search.key)) if search.available[node] >= 49]
    assert sum(search.visits[node] for node in children) >= 50


def test_a_bot_can_think_for_a_time() -> None:
    match = bugbox.Match.new("bug-race", seats=2, seed=3)
    assert Bot(match.game, "search:1s", 0).decide(match.position, Rng(1)) in match.codes(0)


@pytest.mark.parametrize(
    "name",
    [
        "greed",
        "search:",
        "search:0",
        "search:s",
        "search:-1",
        "random:3",
        "",
        "search:²",
        "greedy:3",
        "greedy~",
        "random~1",
    ],
)
def test_a_bot_that_does_not_exist_is_refused_with_those_that_do(name: str) -> None:
    with pytest.raises(bugbox.WrongSetting, match=r"the bots are hatchling, .* queen, and for experiments"):
        find(name)


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 4])
def test_search_beats_random_play(seats: int) -> None:
    games = 60 if is_compiled() else 4
    bots = ["search:200", *["random"] * (seats - 1)]
    rows = list(simulate(make_plan("bug-race", seats, games, 1, bots, {})))
    wins = sum(row["places"][0] == 1 for row in rows)
    assert wins / games > 0.5 + 0.5 / seats


@given(matches())
def test_a_search_that_is_stopped_at_once_decides_like_greedy_play(match: bugbox.Match) -> None:
    seat = match.to_act[0]
    guessed = guess_of(match.position, seat, 7)
    brain = match.game.brain(guessed.variant)
    assume(brain.prefers)  # the toy has no brain
    looking = Greedy(guessed, seat, Rng(3), brain)
    looking.think(FIRST_LOOK)
    search = Search(guessed, seat, Rng(3), brain)
    assert search.best() == looking.best()
    search.think(1)
    assert search.best() in options_of(guessed, seat)


class Lucky(InTurns):
    """Records what seat 0 chose in which guess."""

    tried: ClassVar[list[tuple[int, int]]] = []
    luck = 0

    def guess(self, seat: i64, rng: Rng) -> None:
        self.luck = int(rng.word())

    def act(self, seat: i64, option: i64) -> None:
        if seat == 0:
            self.tried.append((int(option), self.luck))
        super().act(seat, option)


def test_every_option_is_tried_with_the_same_luck_each_time_with_another() -> None:
    position = start(Lucky)
    Lucky.tried.clear()
    Search(position, 0, Rng(1), Brain(position.variant)).think(60)
    zero, one = ([luck for option, luck in Lucky.tried if option == tried] for tried in (0, 1))
    assert min(len(zero), len(one)) > 20
    assert all(a == b for a, b in zip(zero, one, strict=False))
    assert len({*zero, *one}) == max(len(zero), len(one))


def test_another_search_has_other_luck() -> None:
    """Otherwise all processes would run the same search, and all decisions of a match would use the same guesses."""
    position, luck = start(Lucky), []
    for seed in (1, 2, 1):
        Lucky.tried.clear()
        Search(position, 0, Rng(seed), Brain(position.variant)).think(20)
        luck.append({tried for _, tried in Lucky.tried})
    assert luck[0] == luck[2]
    assert not luck[0] & luck[1]


@pytest.mark.parametrize("prefers", [False, True])
def test_playouts_too_have_the_luck_of_their_try(prefers: bool) -> None:
    position = start(InTurns)
    brain = LikesOne(position.variant) if prefers else Brain(position.variant)
    search = Search(position, 0, Rng(1), brain)
    search.world.copy_from(position)
    drawn = []
    for nth in (3, 4, 3):
        search.dice.become(search.all_dice, nth)
        drawn.append([search.any_option(0) for _ in range(30)])
    assert drawn[0] == drawn[2] != drawn[1]


class LikesOne(Brain):
    """Of two options, prefers 1 three times out of four."""

    def __init__(self, variant: Variant) -> None:
        super().__init__(variant)
        self.prefers = True

    def prefer(self, position: Position, seat: i64, options: vec[i64], count: i64, weights: vec[i64]) -> None:
        for i in range(count):
            weights[i] = 1 + 2 * options[i]


class NeverZero(LikesOne):
    """Prefers 1 `times` as often as 0."""

    times = 1000

    def prefer(self, position: Position, seat: i64, options: vec[i64], count: i64, weights: vec[i64]) -> None:
        for i in range(count):
            weights[i] = self.times if options[i] == 1 else 1


def test_what_is_preferred_a_thousand_times_less_does_not_come_to_mind() -> None:
    position = start(InTurns)
    brain = NeverZero(position.variant)
    assert Glance(brain).thinkable(position, 0) == [1]
    brain.times = 999
    assert Glance(brain).thinkable(position, 0) == [0, 1]


def test_what_a_search_finds_best_comes_to_mind_whatever_is_preferred() -> None:
    position = start(InTurns)
    position.act(0, 0)
    brain = NeverZero(position.variant)
    assert find("search:200~0.1")(position, 1, Rng(1), brain) == 0, "the match"
    assert find("greedy~0.1")(position, 1, Rng(1), brain) == 1, "who only weighs never thinks of it"


def test_a_playout_goes_by_preference() -> None:
    position = start(InTurns)
    search = Search(position, 0, Rng(1), LikesOne(position.variant))
    search.world.copy_from(position)
    taken = [search.any_option(0) for _ in range(400)]
    assert 270 < sum(taken) < 330


class Counting(LikesOne):
    asked = 0

    def prefer(self, position: Position, seat: i64, options: vec[i64], count: i64, weights: vec[i64]) -> None:
        self.asked += 1
        super().prefer(position, seat, options, count, weights)


def test_a_brain_guides_as_many_simulations_as_it_says() -> None:
    position = start(InTurns)
    brain = Counting(position.variant)
    brain.guides = 30
    search = Search(position, 0, Rng(1), brain)
    search.think(29)
    before = brain.asked
    search.think(1)
    assert brain.asked > before, "the thirtieth"
    before = brain.asked
    search.think(20)
    assert brain.asked == before
    assert sum(visits for _, visits, _ in search.judgement()) == 2 * FIRST_LOOK + 50, "what was learned is kept"


def test_of_options_preferred_alike_the_first_is_the_favourite() -> None:
    position = start(InTurns)
    assert Glance(Brain(position.variant)).favourite(position, 0) == 0
    assert Glance(LikesOne(position.variant)).favourite(position, 0) == 1


def test_what_costs_little_is_mistaken_for_the_best_more_often_than_what_costs_much() -> None:
    """A softmax: the probability is proportional to exp(worth / slack)."""
    rng, slack, worths = Rng(1), 0.1, [0.5, 0.1, *[0.4] * 10]
    taken = Counter(nearly_best(list(enumerate(worths)), range(12), slack, rng) for _ in range(4000))
    powers = [math.exp(worth / slack) for worth in worths]
    for option, power in enumerate(powers):
        assert taken[option] / 4000 == pytest.approx(power / sum(powers), abs=0.02)
    assert {nearly_best(list(enumerate(worths)), range(12), 0.001, rng) for _ in range(100)} == {0}
    assert {nearly_best(list(enumerate(worths)), {1, 4}, slack, rng) for _ in range(400)} == {1, 4}, "the others unseen"


@pytest.mark.parametrize("level", ["greedy~100", "search:20~100"])
def test_who_slips_badly_takes_every_option_at_times(level: str) -> None:
    match = bugbox.Match.new("bugs-on-rugs", seats=2, seed=3)
    seat = match.to_act[0]
    taken = {Bot(match.game, level, seat).decide(match.position, Rng(number)) for number in range(100)}
    assert taken == set(match.codes(seat))

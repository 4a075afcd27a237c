"""Information-set Monte Carlo tree search (Cowling, Powley and Whitehouse 2012), knowing no game.

Every simulation guesses the hidden cards anew and plays on, to the end or as far as the game's brain wants. The nth
time that an option is tried, its guess and its dice are those of the nth time of every other option: what tells options
apart is what they do, not their luck (common random numbers).

Each seat has a tree of its own that grows only by what that seat could see: its own decisions and the open ones of the
others. A secret simultaneous choice moves nobody's tree but the chooser's, so no seat answers what it cannot know.

A brain that prefers some options has them tried first, and a node takes in more of them only as it is visited more
often (progressive widening, Coulom 2007): where there are 190 options, most are never tried.
"""

import math
import time
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from bugbox.bots.endgame import Endgame
from bugbox.bots.greedy import Greedy
from bugbox.bots.policy import Glance
from bugbox.core.bits import BIT, LOWEST
from bugbox.core.brain import Brain
from bugbox.core.position import MOST_OPTIONS, MOST_SEATS, Position, random_option
from bugbox.core.rng import Rng
from bugbox.core.rows import zeros

EXPLORE: Final = 1.4  # times the spread of rewards: where they differ little, what looks worse is tried less often
EVEN: Final = 4.0  # simulations that stand for an even game, before there is anything to go by
FIRST_LOOK: Final[i64] = 4  # guesses by which a brain looks at each option before the first simulation
FIRST_FEW: Final = 4  # options that are taken in then
UNSTEADY: Final[i64] = 5  # every so many secret choices one is random, lest seats that choose at once fall into step
LONGEST_PATH: Final[i64] = 256  # decisions of a simulation that are remembered
SLICE: Final[i64] = 50  # simulations between two looks at the clock
ENDLESS: Final[i64] = 1_000_000_000  # simulations: more than there is time for
NO_NODE: Final[i64] = 0  # nodes 1 to seats are the roots
WIDTH: Final = 1.5  # a node visited n times takes in this many times the square root of n options


class Search:
    """The thinking of one seat about one decision; ask for best() at any moment."""

    def __init__(self, position: Position, seat: i64, rng: Rng, brain: Brain) -> None:
        self.root = position
        self.seat = seat
        self.rng = rng
        self.brain = brain
        self.glance = Glance(brain)
        self.world = position.blank()
        self.options = zeros(MOST_OPTIONS)
        self.weights = zeros(MOST_OPTIONS)
        self.simulations: i64 = 0
        # The trees: nodes in parallel rows, children linked in ascending order of their keys.
        self.key = vec[i64]([0])
        self.first_child = vec[i64]([NO_NODE])
        self.next_sibling = vec[i64]([NO_NODE])
        self.asked = vec[i64]([0])  # how often its seat had to choose there
        self.available = vec[i64]([0])
        self.visits = vec[i64]([0])
        self.reward = vec[float]([0.0])
        for seat_number in range(position.seats):
            self.add_node(0)
        # One simulation: where each seat is in its tree, which seats still are in theirs, whose nodes were visited.
        self.at = zeros(MOST_SEATS)
        self.inside: i64 = 0
        self.path_seat = zeros(LONGEST_PATH)
        self.path_node = zeros(LONGEST_PATH)
        self.path_length: i64 = 0
        self.outside: i64 = 0  # decisions made out of the trees
        self.worth = vec[float]([0.0] * 5)  # of the end, by seat
        self.endgame = Endgame(position, brain)
        self.learned = EVEN  # simulations
        self.mean = 0.5  # of what simulations were worth to the seat
        self.deviation = 0.25 * EVEN  # the sum of its squares
        self.explore = EXPLORE * 0.5
        # What greedy play thinks of each option, summed over some guesses; nothing without a brain.
        self.looking = Greedy(position, seat, rng, brain)
        if brain.prefers and self.looking.count > 1:
            self.look_first()
        self.all_dice = Rng(0)
        self.all_dice.branch_from(rng)
        self.dice = Rng(0)  # of this simulation: by how often its option was tried before

    def look_first(self) -> None:
        """A search that is stopped soon is no worse than greedy play, as it begins with what that likes best."""
        self.looking.think(FIRST_LOOK)
        best_first = sorted(self.looking.judgement(), key=lambda judged: -judged[1])
        for option, worth in best_first[:FIRST_FEW]:
            self.take_in(option)

    def take_in(self, option: i64) -> i64:
        """A new child of the root. What greedy play thinks of it counts like some simulations."""
        looking = self.looking
        node = self.insert(1 + self.seat, option * MOST_SEATS + self.seat)
        if looking.guesses != 0:
            self.visits[node] = looking.guesses
            self.reward[node] = looking.total[looking.index(option)]
        return node

    def add_node(self, key: i64) -> i64:
        self.key = append(self.key, key)
        self.first_child = append(self.first_child, NO_NODE)
        self.next_sibling = append(self.next_sibling, NO_NODE)
        self.asked = append(self.asked, 0)
        self.available = append(self.available, 0)
        self.visits = append(self.visits, 0)
        self.reward = append(self.reward, 0.0)
        return len(self.key) - 1

    def think(self, simulations: i64) -> None:
        for i in range(simulations):
            if self.simulations == self.brain.guides:
                self.brain = Brain(self.root.variant)
            self.simulate()
            self.simulations += 1

    def think_until(self, simulations: i64, end: float) -> None:
        """Until there are so many in all, or the clock says that it is enough."""
        while self.simulations < simulations:
            self.think(min(SLICE, simulations - self.simulations))
            if time.monotonic() >= end:
                return

    def is_open(self) -> bool:
        """Is there anything to choose?"""
        return self.root.options(self.seat, self.options) > 1

    def best(self) -> i64:
        """The option tried most often, and the better one of equals; before any thought the first of all."""
        best = NO_NODE
        child = self.first_child[1 + self.seat]
        while child != NO_NODE:
            if best == NO_NODE or self.is_better(child, best):
                best = child
            child = self.next_sibling[child]
        if best == NO_NODE:
            self.root.options(self.seat, self.options)
            return self.options[0]
        return self.key[best] // MOST_SEATS

    def is_better(self, a: i64, b: i64) -> bool:
        if self.visits[a] != self.visits[b]:
            return self.visits[a] > self.visits[b]
        return self.reward[a] > self.reward[b]

    def judgement(self) -> list[tuple[int, int, float]]:
        """Every option that was tried: how often, and what it was worth on average."""
        judged: list[tuple[int, int, float]] = []
        child = self.first_child[1 + self.seat]
        while child != NO_NODE:
            visits = self.visits[child]
            if visits != 0:
                judged.append((int(self.key[child] // MOST_SEATS), int(visits), self.reward[child] / float(visits)))
            child = self.next_sibling[child]
        return judged

    def simulate(self) -> None:
        """The seat's own decision first: answers to a simultaneous choice may come in any order."""
        world = self.world
        world.copy_from(self.root)
        for seat in range(world.seats):
            self.at[seat] = 1 + seat
        self.inside = BIT[world.seats] - 1
        self.path_length = 0
        self.outside = 0
        option = self.choose(self.seat, world.options(self.seat, self.options))
        self.dice.become(self.all_dice, self.visits[self.at[self.seat]])
        world.guess(self.seat, self.dice)
        self.act(self.seat, option)
        while world.waiting != 0 and not self.is_enough() and not self.is_small():
            self.decide(LOWEST[world.waiting])
        self.learn()

    def is_enough(self) -> bool:
        return self.outside >= self.brain.depth or self.brain.is_enough(self.root, self.world)

    def is_small(self) -> bool:
        """Can all that is left be tried out?"""
        return self.brain.is_small(self.root, self.world)

    def any_option(self, seat: i64) -> i64:
        """Out of its tree a seat plays by preference, or at random if there is none."""
        if self.brain.prefers:
            return self.glance.option(self.world, seat, self.dice)
        return random_option(self.world, seat, self.dice, self.options)

    def decide(self, seat: i64) -> None:
        """One decision: in the seat's tree as long as it goes, then at random."""
        if self.inside & BIT[seat] and self.path_length < LONGEST_PATH:
            option = self.choose(seat, self.world.options(seat, self.options))
        else:
            option = self.any_option(seat)
            self.outside += 1
        self.act(seat, option)

    def act(self, seat: i64, option: i64) -> None:
        if self.inside != 0 and not self.world.is_secret():
            self.show_others(seat, option)
        self.world.act(seat, option)

    def choose(self, seat: i64, count: i64) -> i64:
        """An option not tried here yet if there is room for one, else the best by upper confidence bound."""
        node = self.at[seat]
        self.asked[node] += 1
        at_random = self.world.is_secret() and self.rng.below(UNSTEADY) == 0
        prefers = self.brain.prefers and count > 1
        is_root = node == 1 + self.seat
        if prefers and is_root:
            self.looking.weigh(self.weights)
        elif prefers:
            self.brain.prefer(self.world, seat, self.options, count, self.weights)
        best = NO_NODE
        best_score = -1.0
        tried: i64 = 0
        equals: i64 = 0  # options not tried yet that are preferred alike
        weight: i64 = 0  # their weight
        picked: i64 = 0
        child = self.first_child[node]
        for i in range(count):
            key = self.options[i] * MOST_SEATS + seat
            while child != NO_NODE and self.key[child] < key:
                child = self.next_sibling[child]
            if child != NO_NODE and self.key[child] == key:
                tried += 1
                self.available[child] += 1
                score = float(self.rng.word()) if at_random else self.score(child)
                if score > best_score:
                    best = child
                    best_score = score
                continue
            if prefers and self.weights[i] != weight:
                if self.weights[i] < weight:
                    continue
                weight = self.weights[i]
                equals = 0
            equals += 1
            if self.rng.below(equals) == 0:
                picked = key
        if equals != 0 and (not prefers or self.has_room(node, tried)):
            best = self.take_in(picked // MOST_SEATS) if is_root else self.insert(node, picked)
            self.available[best] = 1
            self.inside -= BIT[seat]
        self.at[seat] = best
        self.path_seat[self.path_length] = seat
        self.path_node[self.path_length] = best
        self.path_length += 1
        return self.key[best] // MOST_SEATS

    def has_room(self, node: i64, tried: i64) -> bool:
        return float(tried) < 1.0 + WIDTH * math.sqrt(float(self.asked[node]))

    def score(self, node: i64) -> float:
        visits = float(self.visits[node])
        return self.reward[node] / visits + self.explore * math.sqrt(math.log(float(self.available[node])) / visits)

    def show_others(self, seat: i64, option: i64) -> None:
        """An open decision leads every other seat down its own tree."""
        key = option * MOST_SEATS + seat
        for other in range(self.world.seats):
            if other != seat and self.inside & BIT[other]:
                child = self.first_child[self.at[other]]
                while child != NO_NODE and self.key[child] < key:
                    child = self.next_sibling[child]
                if child == NO_NODE or self.key[child] != key:
                    child = self.insert(self.at[other], key)
                    self.inside -= BIT[other]
                self.at[other] = child

    def insert(self, parent: i64, key: i64) -> i64:
        node = self.add_node(key)
        before = NO_NODE
        child = self.first_child[parent]
        while child != NO_NODE and self.key[child] < key:
            before = child
            child = self.next_sibling[child]
        self.next_sibling[node] = child
        if before == NO_NODE:
            self.first_child[parent] = node
        else:
            self.next_sibling[before] = node
        return node

    def learn(self) -> None:
        if self.is_small():
            self.endgame.solve(self.world, self.worth)
        else:
            self.brain.judge(self.world, self.worth)
        self.measure_spread(self.worth[self.seat])
        for i in range(self.path_length):
            node = self.path_node[i]
            self.visits[node] += 1
            self.reward[node] += self.worth[self.path_seat[i]]

    def measure_spread(self, worth: float) -> None:
        """Of the rewards so far (Welford 1962)."""
        self.learned += 1.0
        before = worth - self.mean
        self.mean += before / self.learned
        self.deviation += before * (worth - self.mean)
        self.explore = EXPLORE * math.sqrt(self.deviation / self.learned)

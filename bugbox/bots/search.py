"""Information-set Monte Carlo tree search (Cowling, Powley and Whitehouse 2012), independent of any game.

Every simulation starts from a new determinization and plays on, to the end or to a cutoff by the game's brain. The nth
simulation of an option uses the same determinization and dice as the nth of every other option, so that options differ
by their effect and not by luck (common random numbers).

Each seat has its own tree, whose edges are the decisions that seat can see: its own, and the open ones of the others. A
secret simultaneous choice descends only in the chooser's tree, so no seat can respond to what it cannot know.

Options that the brain prefers are tried first, and a node gets more children only as it is visited more often
(progressive widening, Coulom 2007): of 190 options, most are never tried.
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

EXPLORE: Final = 1.4  # exploration constant, in standard deviations of the rewards: if they differ little, explore less
EVEN: Final = 4.0  # weight of the prior, an even game, in simulations
FIRST_LOOK: Final[i64] = 4  # guesses for the greedy evaluation of each option before the first simulation
FIRST_FEW: Final = 4  # the best options by that evaluation get nodes at once
UNSTEADY: Final[i64] = 5  # one in this many secret choices is random, so that simultaneous choosers don't synchronise
LONGEST_PATH: Final[i64] = 256  # decisions of a simulation that are recorded
SLICE: Final[i64] = 50  # simulations between two checks of the clock
ENDLESS: Final[i64] = 1_000_000_000  # simulations; more than any search has time for
NO_NODE: Final[i64] = 0  # nodes 1 to seats are the roots
WIDTH: Final = 1.5  # a node visited n times may have about WIDTH * sqrt(n) children


class Search:
    """One seat's search for one decision; best() may be called at any time."""

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
        # The trees: nodes are stored in parallel rows; siblings are linked in ascending order of their keys.
        self.key = vec[i64]([0])
        self.first_child = vec[i64]([NO_NODE])
        self.next_sibling = vec[i64]([NO_NODE])
        self.asked = vec[i64]([0])  # how often its seat had to choose at this node
        self.available = vec[i64]([0])
        self.visits = vec[i64]([0])
        self.reward = vec[float]([0.0])
        for seat_number in range(position.seats):
            self.add_node(0)
        # One simulation: each seat's node, the seats that are still inside their trees, and the nodes to update.
        self.at = zeros(MOST_SEATS)
        self.inside: i64 = 0
        self.path_seat = zeros(LONGEST_PATH)
        self.path_node = zeros(LONGEST_PATH)
        self.path_length: i64 = 0
        self.outside: i64 = 0  # decisions made outside the trees
        self.worth = vec[float]([0.0] * 5)  # of the result, by seat
        self.endgame = Endgame(position, brain)
        self.learned = EVEN  # simulations, including the prior
        self.mean = 0.5  # of the seat's rewards
        self.deviation = 0.25 * EVEN  # sum of squared deviations from the mean
        self.explore = EXPLORE * 0.5
        # The greedy evaluation of each option, summed over some guesses; unused without a brain.
        self.looking = Greedy(position, seat, rng, brain)
        if brain.prefers and self.looking.count > 1:
            self.look_first()
        self.all_dice = Rng(0)
        self.all_dice.branch_from(rng)
        self.dice = Rng(0)  # of this simulation, numbered by its option's visits

    def look_first(self) -> None:
        """Add the options that greedy play rates best, so that a search stopped early is no worse than greedy play."""
        self.looking.think(FIRST_LOOK)
        best_first = sorted(self.looking.judgement(), key=lambda judged: -judged[1])
        for option, worth in best_first[:FIRST_FEW]:
            self.take_in(option)

    def take_in(self, option: i64) -> i64:
        """Add a child of the root; its greedy evaluation counts as visits."""
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
        """Search until `simulations` in total have run, or until the time `end`."""
        while self.simulations < simulations:
            self.think(min(SLICE, simulations - self.simulations))
            if time.monotonic() >= end:
                return

    def is_open(self) -> bool:
        """Is there more than one option?"""
        return self.root.options(self.seat, self.options) > 1

    def best(self) -> i64:
        """Return the most visited option, or the better one if tied; before any simulation, the first one."""
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
        """Return every option that was tried, with its visits and average worth."""
        judged: list[tuple[int, int, float]] = []
        child = self.first_child[1 + self.seat]
        while child != NO_NODE:
            visits = self.visits[child]
            if visits != 0:
                judged.append((int(self.key[child] // MOST_SEATS), int(visits), self.reward[child] / float(visits)))
            child = self.next_sibling[child]
        return judged

    def simulate(self) -> None:
        """Run one simulation. The seat's own decision comes first, as simultaneous choices may be made in any order."""
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
        """Can the rest be searched exhaustively?"""
        return self.brain.is_small(self.root, self.world)

    def any_option(self, seat: i64) -> i64:
        """Choose an option outside the tree: by preference, or at random without a brain."""
        if self.brain.prefers:
            return self.glance.option(self.world, seat, self.dice)
        return random_option(self.world, seat, self.dice, self.options)

    def decide(self, seat: i64) -> None:
        """Make one decision: by the seat's tree while inside it, then by playout policy."""
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
        """Expand an untried option if the node has room for one; otherwise select by upper confidence bound."""
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
        equals: i64 = 0  # untried options that are preferred most, all equally
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
        """Descend in the trees of all other seats by a decision that they can see."""
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
        """Update the standard deviation of the rewards (Welford 1962)."""
        self.learned += 1.0
        before = worth - self.mean
        self.mean += before / self.learned
        self.deviation += before * (worth - self.mean)
        self.explore = EXPLORE * math.sqrt(self.deviation / self.learned)

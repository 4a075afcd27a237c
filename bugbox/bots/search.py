"""Information-set Monte Carlo tree search (Cowling, Powley and Whitehouse 2012), knowing no game.

Every simulation guesses the hidden cards anew and plays the game to its end. Each seat has a tree of its own that
grows only by what that seat could see: its own decisions and the open ones of the others. A secret simultaneous
choice moves nobody's tree but the chooser's, so no seat answers what it cannot know.
"""

import math
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from bugbox.core.bits import BIT, LOWEST
from bugbox.core.position import MOST_OPTIONS, MOST_SEATS, Position, playout, random_option
from bugbox.core.rng import Rng
from bugbox.core.rows import zeros

EXPLORE: Final = 0.7  # for rewards from 0 to 1
UNSTEADY: Final[i64] = 5  # every so many secret choices one is random, lest seats that choose at once fall into step
LONGEST_PATH: Final[i64] = 256  # decisions of a simulation that are remembered
NO_NODE: Final[i64] = 0  # nodes 1 to seats are the roots


class Search:
    """The thinking of one seat about one decision; ask for best() at any moment."""

    def __init__(self, position: Position, seat: i64, rng: Rng) -> None:
        self.root = position
        self.seat = seat
        self.rng = rng
        self.world = position.blank()
        self.options = zeros(MOST_OPTIONS)
        self.simulations: i64 = 0
        # The trees: nodes in parallel rows, children linked in ascending order of their keys.
        self.key = vec[i64]([0])
        self.first_child = vec[i64]([NO_NODE])
        self.next_sibling = vec[i64]([NO_NODE])
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
        self.worth = vec[float]([0.0] * 5)  # of the end, by seat

    def add_node(self, key: i64) -> i64:
        self.key = append(self.key, key)
        self.first_child = append(self.first_child, NO_NODE)
        self.next_sibling = append(self.next_sibling, NO_NODE)
        self.available = append(self.available, 0)
        self.visits = append(self.visits, 0)
        self.reward = append(self.reward, 0.0)
        return len(self.key) - 1

    def think(self, simulations: i64) -> None:
        for i in range(simulations):
            self.simulate()
        self.simulations += simulations

    def is_open(self) -> bool:
        """Is there anything to choose?"""
        return self.root.options(self.seat, self.options) > 1

    def best(self) -> i64:
        """The option tried most often; the lowest of equals, and before any thought the first of all."""
        best = NO_NODE
        child = self.first_child[1 + self.seat]
        while child != NO_NODE:
            if best == NO_NODE or self.visits[child] > self.visits[best]:
                best = child
            child = self.next_sibling[child]
        if best == NO_NODE:
            self.root.options(self.seat, self.options)
            return self.options[0]
        return self.key[best] // MOST_SEATS

    def simulate(self) -> None:
        self.world.copy_from(self.root)
        self.world.guess(self.seat, self.rng)
        for seat in range(self.world.seats):
            self.at[seat] = 1 + seat
        self.inside = BIT[self.world.seats] - 1
        self.path_length = 0
        while self.world.waiting != 0 and self.inside != 0 and self.path_length < LONGEST_PATH:
            self.decide(LOWEST[self.world.waiting])
        playout(self.world, self.rng, self.options)
        self.learn()

    def decide(self, seat: i64) -> None:
        """One decision: in the seat's tree as long as it goes, then at random."""
        world = self.world
        if self.inside & BIT[seat]:
            option = self.choose(seat, world.options(seat, self.options))
        else:
            option = random_option(world, seat, self.rng, self.options)
        if not world.is_secret():
            self.show_others(seat, option)
        world.act(seat, option)

    def choose(self, seat: i64, count: i64) -> i64:
        """An option not tried here yet if there is one, else the best by upper confidence bound."""
        node = self.at[seat]
        at_random = self.world.is_secret() and self.rng.below(UNSTEADY) == 0
        best = NO_NODE
        best_score = -1.0
        untried: i64 = 0
        picked: i64 = 0
        child = self.first_child[node]
        for i in range(count):
            key = self.options[i] * MOST_SEATS + seat
            while child != NO_NODE and self.key[child] < key:
                child = self.next_sibling[child]
            if child != NO_NODE and self.key[child] == key:
                self.available[child] += 1
                score = float(self.rng.word()) if at_random else self.score(child)
                if score > best_score:
                    best = child
                    best_score = score
            else:
                untried += 1
                if self.rng.below(untried) == 0:
                    picked = key
        if untried != 0:
            best = self.insert(node, picked)
            self.available[best] = 1
            self.inside -= BIT[seat]
        self.at[seat] = best
        self.path_seat[self.path_length] = seat
        self.path_node[self.path_length] = best
        self.path_length += 1
        return self.key[best] // MOST_SEATS

    def score(self, node: i64) -> float:
        visits = float(self.visits[node])
        return self.reward[node] / visits + EXPLORE * math.sqrt(math.log(float(self.available[node])) / visits)

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
        for seat in range(self.world.seats):
            self.worth[seat] = self.world.worth(seat)
        for i in range(self.path_length):
            node = self.path_node[i]
            self.visits[node] += 1
            self.reward[node] += self.worth[self.path_seat[i]]

"""Evaluate positions of Caterpillar Filler: eat nearby flowers, bite before being bitten, block nearby opponents."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bugbox.core.bits import BIT
from bugbox.core.brain import Brain
from bugbox.core.english import signed
from bugbox.core.grid import DIRECTIONS
from bugbox.core.position import Position
from bugbox.core.rows import zeros
from bugbox.games.caterpillar.bot.scent import FAR, ROOM, Scent
from bugbox.games.caterpillar.rules.box import EDGE, HIGHEST_ROLL, SPACES
from bugbox.games.caterpillar.rules.state import (
    JOIN,
    MOVE,
    OVER,
    PLANT,
    PUT_WASP,
    REJOIN,
    STEP,
    WASPING,
    GardenVariant,
    Layout,
)
from bugbox.games.caterpillar.rules.walk import FLOWER, GARDEN, WAYS, steps_apart

# Values in body pieces.
PATIENCE: Final = 0.7  # discount factor per turn for food
LATER: Final = 0.35  # share of a flower's value lost by moving last
OFF: Final = 0.3  # cost of being off the garden: a turn without a roll, and the way from the edge
A_WASP: Final = 0.15
NARROW: Final = 0.03  # cost per reachable space below ROOM

# Uncertainty of these values: a base, and an amount per piece that the leader still needs.
DOUBT: Final = 0.8
DOUBT_A_PIECE: Final = 0.3

# Preference weights of options, relative to a pointless wasp.
IDLE: Final[i64] = 1
WALK: Final[i64] = 1000  # any step
NEAR: Final[i64] = 4000  # a step towards a flower
EAT: Final[i64] = 40000  # a step towards a flower within the roll
BITE: Final[i64] = 100000
KEEP: Final[i64] = 2000  # keeping the wasp
HINDER: Final[i64] = 4000  # a wasp where an opponent wants to step next
ENCLOSE: Final[i64] = 20000  # a wasp on an opponent's only way out

# Terms of the expected length, also in body pieces.
TERMS: Final[i64] = 7
LENGTH: Final[i64] = 0
FLOWERS: Final[i64] = 1
BITES: Final[i64] = 2
SAFETY: Final[i64] = 3
WASPS: Final[i64] = 4
FREEDOM: Final[i64] = 5
GARDEN_PLACE: Final[i64] = 6
TERM_NAMES: Final = (
    "length",
    "next flower",
    "next bite",
    "safety from bites",
    "wasps",
    "room to crawl",
    "place in the garden",
)
A_LITTLE: Final = 0.15  # pieces: too little to mention as a reason
SAID: Final = {  # phrases for more and for less of each term except the length
    TERM_NAMES[FLOWERS]: (
        "caterpillar should reach its next flower sooner",
        "caterpillar should reach its next flower later",
    ),
    TERM_NAMES[BITES]: ("caterpillar is more likely to bite", "caterpillar is less likely to bite"),
    TERM_NAMES[SAFETY]: ("caterpillar is safer from bites", "caterpillar is in more danger of being bitten"),
    TERM_NAMES[WASPS]: ("supply of wasps is larger", "supply of wasps is smaller"),
    TERM_NAMES[FREEDOM]: ("caterpillar has more room to crawl", "caterpillar has less room to crawl"),
    TERM_NAMES[GARDEN_PLACE]: ("caterpillar stays in the garden", "caterpillar is out of the garden"),
}


class CaterpillarBrain(Brain):
    """Evaluate what is near each head in turn order, allowing for caterpillars that are bitten before their turn."""

    def __init__(self, variant: GardenVariant) -> None:
        super().__init__(variant)
        self.prefers = True
        self.slip = 0.04
        self.horizon: i64 = variant.seats + 1  # turns that a search looks ahead: to the end of the player's next turn
        self.scent = Scent(variant.rule)
        self.chance = vec[float]([chance(variant.die, steps) for steps in range(FAR + 1)])
        self.soon = vec[float](soon(variant.die))
        self.ledger = vec[float]([0.0] * int(5 * TERMS))  # by seat and term
        self.there = vec[float]([0.0] * 5)  # by seat: probability that the caterpillar hasn't been bitten
        self.marks = zeros(SPACES)  # by space: preference weight of a wasp there, in addition to IDLE
        self.spaces = zeros(SPACES)  # spaces with nonzero marks
        self.marked: i64 = 0
        self.danger = zeros(SPACES)  # by space: 1 + steps from the nearest opponent's head; 0 if none is near

    # --- Expected lengths ---

    def expect(self, position: Position, hopes: vec[float]) -> float:
        assert isinstance(position, Layout)
        seats = position.seats
        fewest: i64 = 100
        for seat in range(seats):
            crawler = position.crawlers[seat]
            fewest = min(fewest, crawler.mat)
            for term in range(TERMS):
                self.ledger[seat * TERMS + term] = 0.0
            self.ledger[seat * TERMS + LENGTH] = float(crawler.length())
            self.there[seat] = 0.0 if crawler.is_off else 1.0
        if position.stage != OVER:
            seat = position.turn if is_to_move(position) else position.left_of(position.turn)
            for nth in range(seats):
                self.look_ahead(position, seat, float(nth) / float(seats))
                seat = position.left_of(seat)
        for seat in range(seats):
            hopes[seat] = 0.0
            for term in range(TERMS):
                hopes[seat] += self.ledger[seat * TERMS + term]
        to_go = min(float(fewest), 0.5 * float(position.pairs + 1))
        return DOUBT + DOUBT_A_PIECE * to_go

    def terms(self, position: Position, who: i64) -> list[tuple[str, float]]:
        self.expect(position, self.hopes)
        return [(TERM_NAMES[term], self.ledger[who * TERMS + term]) for term in range(TERMS)]

    def say(self, whose: str, term: str, change: float) -> str:
        """Describe a change: `your caterpillar should be about 1 piece longer`; only lengths are given as numbers."""
        if abs(change) <= A_LITTLE:
            return ""
        if term == TERM_NAMES[LENGTH]:
            pieces = signed(abs(change)).removeprefix("+")
            longer = "longer" if change > 0.0 else "shorter"
            return f"{whose} caterpillar should be about {pieces} piece{'' if pieces == '1' else 's'} {longer}"
        better, worse = SAID[term]
        return f"{whose} {better if change > 0.0 else worse}"

    def look_ahead(self, position: Layout, seat: i64, later: float) -> None:
        """Fill the ledger with what this seat is expected to eat and bite in its next turns."""
        crawler = position.crawlers[seat]
        ledger, own = self.ledger, seat * TERMS
        ledger[own + WASPS] = A_WASP * float(crawler.wasps)
        if crawler.is_off:
            ledger[own + GARDEN_PLACE] = -OFF
            return
        scent = self.scent
        scent.follow(position, seat, HIGHEST_ROLL)
        if scent.size < ROOM:
            ledger[own + FREEDOM] = -NARROW * float(ROOM - scent.size)
        left = position.left if seat == position.turn and is_to_move(position) else i64(0)
        victim = self.nearest_prey(position.seats)
        bites = self.bite_chance(victim, left) * self.there[seat]
        if victim >= 0 and bites > 0.0:
            bites *= self.there[victim]
            self.there[victim] *= 1.0 - bites
            ledger[own + BITES] = bites
            ledger[victim * TERMS + SAFETY] -= bites * (float(position.bite) + OFF)
        steps = scent.flower - left if scent.flower < FAR else FAR
        ledger[own + FLOWERS] = (self.there[seat] - bites) * self.soon[max(i64(0), steps)] * (1.0 - LATER * later)

    def nearest_prey(self, seats: i64) -> i64:
        """Return the seat of the nearest caterpillar to bite, or -1."""
        nearest: i64 = -1
        for other in range(seats):
            steps = self.scent.prey[other]
            if steps < FAR and (nearest < 0 or steps < self.scent.prey[nearest]):
                nearest = other
        return nearest

    def bite_chance(self, victim: i64, left: i64) -> float:
        if victim < 0:
            return 0.0
        steps = self.scent.prey[victim]
        if left > 0:
            return 1.0 if steps <= left else 0.0
        return self.chance[steps]

    def is_enough(self, start: Position, position: Position) -> bool:
        """Cut off playouts only between turns; evaluations in mid-turn are unreliable."""
        assert isinstance(start, Layout)
        assert isinstance(position, Layout)
        return position.turns >= start.turns + self.horizon

    # --- Preferences ---

    def prefer(self, position: Position, seat: i64, options: vec[i64], count: i64, weights: vec[i64]) -> None:
        assert isinstance(position, Layout)
        stage = position.stage
        if stage == MOVE:
            self.prefer_steps(position, seat, options, count, weights)
        elif stage == WASPING:
            self.prefer_wasps(position, seat, options, count, weights)
        elif stage == JOIN:
            self.prefer_edge(position, seat, options, count, weights)
        else:
            self.prefer_flower(position, seat, options, count, weights)

    def prefer_steps(self, position: Layout, seat: i64, options: vec[i64], count: i64, weights: vec[i64]) -> None:
        """Prefer steps towards food within the remaining steps, otherwise towards the nearest flower."""
        scent, left = self.scent, position.left
        scent.follow(position, seat, left)
        biting: i64 = 0  # bit set of first steps
        for other in range(position.seats):
            if scent.prey[other] <= left:
                biting |= scent.to_prey[other]
        near: i64 = EAT if scent.flower <= left else NEAR
        head = position.crawlers[seat].at(0)
        for i in range(count):
            if options[i] >= PUT_WASP:
                weights[i] = IDLE
                continue
            way: i64 = 0
            while scent.ways[head * WAYS + way] != options[i] - STEP:
                way += 1
            weights[i] = WALK
            if biting & BIT[way]:
                weights[i] = BITE
            elif scent.to_flower & BIT[way]:
                weights[i] = near

    def prefer_wasps(self, position: Layout, seat: i64, options: vec[i64], count: i64, weights: vec[i64]) -> None:
        """Prefer spaces that block an opponent's way to food or only way out. The last option is to keep the wasp."""
        for other in range(position.seats):
            if other != seat and not position.crawlers[other].is_off:
                self.mark(position, other)
        for i in range(count - 1):
            weights[i] = IDLE + self.marks[options[i] - PUT_WASP]
        weights[count - 1] = KEEP
        while self.marked > 0:
            self.marked -= 1
            self.marks[self.spaces[self.marked]] = 0

    def mark(self, position: Layout, other: i64) -> None:
        """Mark the spaces next to an opponent's head where a wasp would hurt."""
        scent = self.scent
        scent.follow(position, other, HIGHEST_ROLL)
        wanted = scent.to_flower if scent.flower <= HIGHEST_ROLL else i64(0)
        for victim in range(position.seats):
            if scent.prey[victim] <= HIGHEST_ROLL:
                wanted |= scent.to_prey[victim]
        exits = scent.exits()
        for way in range(DIRECTIONS):
            if exits & BIT[way]:
                space = scent.ways[position.crawlers[other].at(0) * WAYS + way]
                self.spaces[self.marked] = space
                self.marked += 1
                if exits == BIT[way]:
                    self.marks[space] += ENCLOSE
                elif wanted & BIT[way]:
                    self.marks[space] += HINDER if wanted == BIT[way] else HINDER // 2

    def prefer_edge(self, position: Layout, seat: i64, options: vec[i64], count: i64, weights: vec[i64]) -> None:
        """Prefer a head near a flower, and no piece within reach of an opponent."""
        self.smell_danger(position, seat)
        length = position.crawlers[seat].length()
        for i in range(count):
            place = options[i] - REJOIN
            head = place // 2
            nearest = FAR + 1
            for nth in range(length):
                index = head + nth if place % 2 == 0 else head - nth + EDGE
                steps = self.danger[GARDEN.edge[index % EDGE]]
                if steps != 0:
                    nearest = min(nearest, steps)
            hope = self.soon[self.flower_distance(position, GARDEN.edge[head])]
            weights[i] = 1 + i64(100.0 * hope * (1.0 - self.chance[nearest - 1]))

    def smell_danger(self, position: Layout, seat: i64) -> None:
        for space in range(SPACES):
            self.danger[space] = 0
        scent = self.scent
        for other in range(position.seats):
            if other != seat and not position.crawlers[other].is_off:
                scent.follow(position, other, HIGHEST_ROLL)
                for i in range(scent.size):
                    space = scent.reached[i]
                    if self.danger[space] == 0 or scent.steps[space] < self.danger[space]:
                        self.danger[space] = scent.steps[space]

    def flower_distance(self, position: Layout, space: i64) -> i64:
        nearest = FAR
        for other in range(SPACES):
            if position.ground[other] == FLOWER:
                nearest = min(nearest, steps_apart(position.rule, True, space, other))
        return nearest

    def prefer_flower(self, position: Layout, seat: i64, options: vec[i64], count: i64, weights: vec[i64]) -> None:
        """Prefer spaces near the player and far from opponents."""
        for i in range(count):
            weight: i64 = 40
            for other in range(position.seats):
                crawler = position.crawlers[other]
                if not crawler.is_off:
                    steps = min(FAR, steps_apart(position.rule, True, crawler.at(0), options[i] - STEP))
                    weight += -3 * steps if other == seat else steps // 2
            weights[i] = max(i64(1), weight)


def is_to_move(position: Layout) -> bool:
    """Return whether the player whose turn it is has yet to move or re-join."""
    return position.stage == MOVE or position.stage == JOIN or (position.stage == PLANT and position.left > 0)


def chance(die: vec[i64], steps: i64) -> float:
    """Return the probability that a roll is at least `steps`."""
    enough: i64 = 0
    for i in range(len(die)):
        if die[i] >= steps:
            enough += 1
    return float(enough) / float(len(die))


def soon(die: vec[i64]) -> list[float]:
    """Return the value of food by distance in steps, discounted by the turns it takes to get there."""
    worth = [1.0]
    for steps in range(1, int(FAR) + 1):
        total = 0.0
        for i in range(len(die)):
            total += 1.0 if die[i] >= steps else PATIENCE * worth[steps - int(die[i])]
        worth.append(total / float(len(die)))
    return worth

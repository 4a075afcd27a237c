"""What a good player of Ladybugs knows: a bed goes to the most dots, and every dot is placed only once.

A lead in a bed is the surer the larger it is and the fewer turns are left. A tile is worth what it changes in its bed
as against what its dots would bring elsewhere.
"""

import math
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bugbox.core.bits import BIT, COUNT
from bugbox.core.brain import Brain
from bugbox.core.grid import DIRECTIONS
from bugbox.core.position import Position
from bugbox.core.rows import zeros
from bugbox.games.ladybugs.rules.box import FLOWERS, MOST_BEDS, NUMBERS, TILES
from bugbox.games.ladybugs.rules.reach import A_SPACE
from bugbox.games.ladybugs.rules.scoring import bed_points
from bugbox.games.ladybugs.rules.state import (
    A_SET,
    A_TILE,
    HOME,
    MARKER,
    PLACE,
    PLACE_WITH,
    PLAY,
    PLAYERS,
    SPIDER_BEGINS,
    SPIDER_GOES,
    START,
    GardenVariant,
    Layout,
    number_of,
    owner_of,
)

# Leads are counted in quarters of a dot, as what can be covered counts a little less than what cannot.
A_QUARTER: Final = 0.25
QUARTERS: Final[i64] = 4
SAFE: Final[i64] = 1  # for each dot on two tiles, which nobody can cover any more
SAFE_FOR: Final[i64] = 3  # turns: with fewer left there is hardly time to cover anything
LEAD: Final[i64] = 48  # quarters; a larger lead is as good
LEADS: Final[i64] = 97  # from -48 to 48

# How soon a lead is lost: the scale of a logistic in dots, at the end and for each turn that is left.
SHAKY: Final = 0.8
SHAKY_A_TURN: Final = 0.17
ENTRY_A_TURN: Final = 0.06  # how likely it is, for each turn, that somebody without dots in a bed still gets there

# In points.
A_DOT: Final = 0.25  # what a dot that is still to be placed will bring
A_CLOVER: Final = 2.0  # on average
AN_ACTION: Final = 1.3  # an action tile: 1 at the end, or more before

# What hints speak of in words of their own.
ACTION_TILES: Final = "action tiles"
TO_COME: Final = "tiles to come"

# How wrong all this may be, in points: at the end, at the last turn, and for each turn more.
DOUBT_AT_END: Final = 1.0
DOUBT: Final = 3.0
DOUBT_A_TURN: Final = 0.3

# Weights grow by this power of e for each point that a tile gains, from the least to the most.
STEEP: Final = 0.9
LEAST: Final = -4.0
MOST: Final = 7.0
GRAIN: Final = 8.0  # they are looked up for eighths of a point


class LadybugsBrain(Brain):
    """Expects each bed to go to those who lead it now, more or less."""

    def __init__(self, variant: GardenVariant) -> None:
        super().__init__(variant)
        self.prefers = True
        self.slip = 0.03
        self.depth = 6
        # By the turns that are left: how probable it is to be before somebody with this lead, and to get into a bed.
        self.beats = vec[float]([beats(turns, lead) for turns in range(TILES) for lead in range(-LEAD, LEAD + 1)])
        self.enters = vec[float]([min(1.0, ENTRY_A_TURN * float(turns)) for turns in range(TILES)])
        self.weight = vec[i64](
            [max(1, round(math.exp(STEEP * float(i) / GRAIN))) for i in range(int((MOST - LEAST) * GRAIN) + 1)]
        )
        self.dots = zeros(PLAYERS)  # in one bed, in quarters
        self.held = zeros((MOST_BEDS + 1) * PLAYERS)  # in all of them

    # --- What a bed will bring ---

    def expect(self, position: Position, hopes: vec[float]) -> float:
        assert isinstance(position, Layout)
        seats = position.seats
        if position.waiting == 0:
            for seat in range(seats):
                hopes[seat] = float(position.score[seat])
            return DOUBT_AT_END
        turns = turns_left(position)
        self.count_dots(position, turns)
        for seat in range(seats):
            hopes[seat] = self.besides(position, seat)
        for bed in range(1, position.beds + 1):
            self.look_at_bed(bed, seats)
            size = float(position.bed_size[bed])
            for seat in range(seats):
                hopes[seat] += size * self.share(seats, seat, turns)
        return DOUBT + DOUBT_A_TURN * float(turns)

    def is_small(self, start: Position, position: Position) -> bool:
        """One turn is left, and all of its tile's places can be tried."""
        assert isinstance(position, Layout)
        return turns_in_all(position) == 1

    def terms(self, position: Position, who: i64) -> list[tuple[str, float]]:
        assert isinstance(position, Layout)
        turns = turns_left(position)
        self.count_dots(position, turns)
        over = position.waiting == 0
        found = [
            ("clovers", clovers_of(position, who)),
            (ACTION_TILES, (1.0 if over else AN_ACTION) * float(COUNT[position.actions[who]])),
            (TO_COME, 0.0 if over else self.to_come(position, who)),
        ]
        for bed in range(1, position.beds + 1):
            self.look_at_bed(bed, position.seats)
            hope = float(position.bed_size[bed]) * self.share(position.seats, who, turns)
            found.append((f"{FLOWERS[bed - 1]} bed", float(bed_points(position, bed, who)) if over else hope))
        return found

    def say(self, whose: str, term: str, change: float) -> str:
        """Say `your higher tiles are kept for later`; of beds and clovers what any brain would."""
        if term == ACTION_TILES and round(change) != 0:
            return f"{whose} action tiles are {'kept' if change > 0.0 else 'used up'}"
        if term == TO_COME and round(change) != 0:
            return f"{whose} {'higher' if change > 0.0 else 'lower'} tiles are kept for later"
        return super().say(whose, term, change)

    def look_at_bed(self, bed: i64, seats: i64) -> None:
        for seat in range(seats):
            self.dots[seat] = self.held[bed * PLAYERS + seat]

    def count_dots(self, position: Layout, turns: i64) -> None:
        """In all beds, in quarters."""
        for i in range((position.beds + 1) * PLAYERS):
            self.held[i] = QUARTERS * position.dots[i]
        if turns < SAFE_FOR:
            return
        for seat in range(position.seats):
            tops = position.tops[seat]
            for i in range(tops.size):
                space, number = tops.cards[i] // A_SPACE, tops.cards[i] % A_SPACE
                if position.height[space] > 1:
                    self.held[position.bed[space] * PLAYERS + seat] += SAFE * number

    def besides(self, position: Layout, seat: i64) -> float:
        """What does not lie in beds yet: tiles to come, clovers and action tiles."""
        actions = AN_ACTION * float(COUNT[position.actions[seat]])
        return self.to_come(position, seat) + clovers_of(position, seat) + actions

    def to_come(self, position: Layout, seat: i64) -> float:
        if not position.playing & BIT[seat]:
            return 0.0
        hand, stack = position.hands[seat].cards, position.stacks[seat].cards
        dots: i64 = 0
        for i in range(position.hands[seat].size):
            dots += hand[i]
        for i in range(position.stacks[seat].size):
            dots += stack[i]
        return A_DOT * float(dots)

    def share(self, seats: i64, seat: i64, turns: i64) -> float:
        """Of a bed with these dots: all of it for the first place, and half for the second if more than two play."""
        mine = self.dots[seat]
        row = turns * LEADS + LEAD
        first = 1.0  # how probable it is that nobody is before
        second = 0.0  # or one
        for other in range(seats):
            if other != seat:
                lead = max(-LEAD, min(LEAD, mine - self.dots[other]))
                wins = self.beats[row + lead]
                second = second * wins + first * (1.0 - wins)
                first *= wins
        if seats > 2:
            first += 0.5 * second
        return first * self.enters[turns] if mine == 0 else first

    # --- What to try first ---

    def prefer(self, position: Position, seat: i64, options: vec[i64], count: i64, weights: vec[i64]) -> None:
        assert isinstance(position, Layout)
        if position.stage != PLAY:
            for i in range(count):  # a start tile never scores, so a low one will do
                weights[i] = NUMBERS - (options[i] - HOME) if position.stage == START else i64(1)
            return
        turns = max(i64(0), turns_left(position) - 1)
        for i in range(count):
            weights[i] = self.weigh(self.gain(position, seat, options[i], turns))

    def weigh(self, points: float) -> i64:
        return self.weight[i64((min(MOST, max(LEAST, points)) - LEAST) * GRAIN)]

    def gain(self, position: Layout, seat: i64, option: i64, turns: i64) -> float:
        """What this tile brings, and takes from others, less what it could bring elsewhere."""
        if option < MARKER:  # onto the own start tile: on the meadow
            return -A_DOT * float(option - HOME + 1)
        if option < SPIDER_GOES:
            at = option - PLACE
            number = at // A_TILE + 1
            return self.after(position, seat, at % A_TILE, number, turns) - A_DOT * float(number)
        if option < SPIDER_BEGINS:
            at = option - SPIDER_GOES
            number = at // DIRECTIONS + 1
            space = position.grid().ahead(position.spider, at % DIRECTIONS, number)
            return self.after(position, seat, space, 0, turns) - A_DOT * float(number)
        at = option - PLACE_WITH
        number = at % A_SET // A_TILE + 1
        spent = AN_ACTION * float(COUNT[at // A_SET + 1])
        return self.after(position, seat, at % A_TILE, number, turns) - A_DOT * float(number) - spent

    def after(self, position: Layout, seat: i64, space: i64, number: i64, turns: i64) -> float:
        """A tile covers or, with no number, is eaten: what that brings in this bed, as against now."""
        seats = position.seats
        dots = self.dots
        bed = position.bed[space]
        gained = A_CLOVER if number > 0 and position.clover[space] != 0 else 0.0
        if bed == 0:
            return gained
        for other in range(seats):
            dots[other] = QUARTERS * position.dots[bed * PLAYERS + other]
        top = position.top(space)
        owner = owner_of(top) if top != 0 else seat
        before = self.share(seats, seat, turns)
        if owner != seat:
            before -= self.share(seats, owner, turns) / float(seats - 1)
        dots[seat] += QUARTERS * number
        if top != 0:
            dots[owner] -= QUARTERS * number_of(top)
            if turns >= SAFE_FOR:
                dots[seat] += SAFE * number
        after = self.share(seats, seat, turns)
        if owner != seat:
            after -= self.share(seats, owner, turns) / float(seats - 1)
        return gained + float(position.bed_size[bed]) * (after - before)


def clovers_of(position: Layout, seat: i64) -> float:
    luck = position.luck[seat]
    points: i64 = 0
    for i in range(luck.size):
        points += luck.cards[i]
    return float(points)


def beats(turns: i64, lead: i64) -> float:
    """At the end equals are as good as the first."""
    if turns == 0:
        return 1.0 if lead >= 0 else 0.0
    return 1.0 / (1.0 + math.exp(-A_QUARTER * float(lead) / (SHAKY + SHAKY_A_TURN * float(turns))))


def turns_left(position: Layout) -> i64:
    """To each, on average."""
    return turns_in_all(position) // position.seats


def turns_in_all(position: Layout) -> i64:
    turns: i64 = 0
    for seat in range(position.seats):
        if position.playing & BIT[seat]:
            turns += position.stacks[seat].size + position.hands[seat].size - 1
    return turns

"""What lies where in Caterpillar Filler: the garden, caterpillars, flowers, wasps and tiles.

The course of the game is in turn.py, which rolls can be walked in walk.py, where one can re-join in edge.py.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bugbox.core.bags import Bags, Scratch
from bugbox.core.grid import NO_SPACE
from bugbox.core.pile import Pile, pile_of
from bugbox.core.position import Position, Variant
from bugbox.core.rng import Rng
from bugbox.core.rows import copy_row, zeros
from bugbox.games.caterpillar.rules.box import EDGE, HUNGRY, SPACES, TILES, TOKENS, WASPS
from bugbox.games.caterpillar.rules.crawler import Crawler
from bugbox.games.caterpillar.rules.walk import CRAWLER, EMPTY, GARDEN, Walk

# Stages: what is decided now.
MOVE: Final[i64] = 0  # the next step or, before the first one, a wasp
WASPING: Final[i64] = 1  # after the move: a wasp, or none
JOIN: Final[i64] = 2  # back to the edge
PLANT: Final[i64] = 3  # where a flower goes whose space is taken
OVER: Final[i64] = 4

# Option codes.
STEP: Final[i64] = 0  # + space: for the head, or for a flower
PUT_WASP: Final[i64] = 256  # + space
NO_WASP: Final[i64] = 512
REJOIN: Final[i64] = 513  # + 2 x where on the edge the head is, + 1 if the body does not lie clockwise behind it
CODES: Final[i64] = 633

# What the story tells.
FIRST: Final[i64] = 0  # seat
ROLLED: Final[i64] = 1  # seat, number
CRAWLED: Final[i64] = 2  # seat, space, steps
ATE: Final[i64] = 3  # seat, space, length
BIT: Final[i64] = 4  # 4 x seat + victim, space, length, length of the victim
TURNED: Final[i64] = 5  # space
PLANTED: Final[i64] = 6  # space, the one that the tiles named
STUNG: Final[i64] = 7  # seat, space
STUCK: Final[i64] = 8  # seat, number
JOINED: Final[i64] = 9  # seat, space of the head, space of the last piece
NO_ROOM: Final[i64] = 10  # seat
PUSHED: Final[i64] = 11  # seat, from space, to space
BLEW: Final[i64] = 12  # direction, flowers that drift
TIED: Final[i64] = 13
ENDED: Final[i64] = 14  # why
DREW_SET_UP: Final[i64] = 15  # which
DREW_RULE: Final[i64] = 16  # which

# Why it is over.
NOT_YET: Final[i64] = 0
FULL: Final[i64] = 1  # somebody has all pieces in the garden
LONGEST: Final[i64] = 2  # no tiles left, and somebody alone is longest
TIRED: Final[i64] = 3  # nothing has changed for too long


class GardenVariant(Variant):
    """Seats, the rule, and where everything begins: spaces of heads, flowers and wasps."""

    def __init__(
        self,
        seats: i64,
        rule: i64,
        die: list[int],
        pairs: i64,
        body: i64,
        mat: i64,
        heads: list[int],
        flowers: list[int],
        wasps: list[int],
        set_up: str,
        has_drawn_set_up: bool = False,
        has_drawn_rule: bool = False,
    ) -> None:
        super().__init__(seats, CODES)
        self.rule: Final = rule
        self.die: Final = vec[i64](die)
        self.pairs: Final = pairs
        self.body: Final = body
        self.mat: Final = mat
        self.heads: Final = heads
        self.flowers: Final = flowers
        self.wasps: Final = wasps
        self.set_up: Final = set_up  # its name
        self.has_drawn_set_up: Final = has_drawn_set_up  # at random (CF-H8)
        self.has_drawn_rule: Final = has_drawn_rule


class Found(Scratch):
    """Spaces that were looked for."""

    def __init__(self) -> None:
        self.spaces = zeros(SPACES)


class Layout(Position):
    """Spaces count row by row from the upper left corner, A1."""

    def __init__(self, variant: GardenVariant, rng: Rng) -> None:
        super().__init__(variant, rng)
        self.rule = variant.rule
        self.bite: i64 = 2 if variant.rule == HUNGRY else 1  # what it takes (CF-H3)

        self.ground = zeros(SPACES)  # what lies there
        self.crawlers = [Crawler(variant.body, variant.mat, WASPS) for seat in range(self.seats)]
        self.supply: i64 = TOKENS - self.seats * WASPS  # tokens that are not in play
        every_tile = list(range(1, int(TILES) + 1))
        self.letters = pile_of(every_tile)  # face down, the boxed ones below
        self.numbers = pile_of(every_tile)
        self.pairs = variant.pairs  # that are left
        self.turned = Pile(TILES)  # the spaces that pairs have named, + 1

        self.turn: i64 = 0  # whose turn it is
        self.turns: i64 = 0  # how many there were, this one included
        self.rolled: i64 = 0  # in this turn; 0 if it is one without a roll
        self.left: i64 = 0  # steps to go
        self.has_stung = False  # a wasp was put in this turn
        self.target: i64 = NO_SPACE  # the taken space of a flower that is to be planted
        self.quiet: i64 = 0  # turns since a length changed or a flower came, this one included
        self.is_tied = False  # no tiles left, and nobody alone is longest (CF-R34)
        self.wind: i64 = 0  # the direction of the next gust
        self.reason: i64 = NOT_YET

        self.walk = Walk(self.ground, variant.rule)
        self.found = Found()
        self.bags = Bags(2, TILES + 1, TILES)

    def copy_from(self, other: Position) -> None:
        assert isinstance(other, Layout)
        super().copy_from(other)
        copy_row(other.ground, self.ground)
        for seat in range(self.seats):
            self.crawlers[seat].copy_from(other.crawlers[seat])
        self.supply = other.supply
        self.letters.copy_from(other.letters)
        self.numbers.copy_from(other.numbers)
        self.pairs = other.pairs
        self.turned.copy_from(other.turned)
        self.turn = other.turn
        self.turns = other.turns
        self.rolled = other.rolled
        self.left = other.left
        self.has_stung = other.has_stung
        self.target = other.target
        self.quiet = other.quiet
        self.is_tied = other.is_tied
        self.wind = other.wind
        self.reason = other.reason

    def die(self) -> vec[i64]:
        """Its faces."""
        variant = self.variant
        assert isinstance(variant, GardenVariant)
        return variant.die

    # --- Caterpillars come, go and grow ---

    def lay(self, seat: i64, head: i64, is_clockwise: bool) -> None:
        """On the edge, with the body on that side of the head."""
        crawler = self.crawlers[seat]
        crawler.is_off = False
        for nth in range(crawler.body + 1):
            index = head + nth if is_clockwise else head - nth + EDGE
            space = GARDEN.edge[index % EDGE]
            crawler.put(nth, space)
            self.ground[space] = CRAWLER + seat

    def take_off(self, seat: i64) -> None:
        crawler = self.crawlers[seat]
        for nth in range(crawler.body + 1):
            self.ground[crawler.at(nth)] = EMPTY
        crawler.leave()

    def crawl(self, seat: i64, space: i64) -> None:
        """The head first, then the tail (CF-F7)."""
        self.ground[space] = CRAWLER + seat
        self.ground[self.crawlers[seat].crawl(space)] = EMPTY

    def grow(self, seat: i64) -> None:
        self.ground[self.crawlers[seat].grow()] = CRAWLER + seat
        self.quiet = 0

    def is_one_longest(self) -> bool:
        longest: i64 = 0
        many: i64 = 0
        for seat in range(self.seats):
            length = self.crawlers[seat].length()
            if length > longest:
                longest = length
                many = 0
            if length == longest:
                many += 1
        return many == 1

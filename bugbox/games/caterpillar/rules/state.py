"""The state of Caterpillar Filler: the garden, caterpillars, flowers, wasps and tiles.

The sequence of play is in turn.py, possible walks in walk.py, re-joining in edge.py.
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

# Stages: the kind of decision that is due.
MOVE: Final[i64] = 0  # the next step or, before the first step, a wasp
WASPING: Final[i64] = 1  # after the move: a wasp or none
JOIN: Final[i64] = 2  # where to re-join on the edge
PLANT: Final[i64] = 3  # where to plant a flower whose space is taken
OVER: Final[i64] = 4

# Option codes.
STEP: Final[i64] = 0  # + space: for the head, or for a flower
PUT_WASP: Final[i64] = 256  # + space
NO_WASP: Final[i64] = 512
REJOIN: Final[i64] = 513  # + 2 x the head's edge index, + 1 if the body lies anticlockwise from the head
CODES: Final[i64] = 633

# Event kinds, each with its arguments.
FIRST: Final[i64] = 0  # seat
ROLLED: Final[i64] = 1  # seat, number
CRAWLED: Final[i64] = 2  # seat, space, steps
ATE: Final[i64] = 3  # seat, space, length
BIT: Final[i64] = 4  # 4 x seat + victim, space, new length, new length of the victim
TURNED: Final[i64] = 5  # space
PLANTED: Final[i64] = 6  # space, space named by the tiles
STUNG: Final[i64] = 7  # seat, space
STUCK: Final[i64] = 8  # seat, number
JOINED: Final[i64] = 9  # seat, space of the head, space of the last piece
NO_ROOM: Final[i64] = 10  # seat
PUSHED: Final[i64] = 11  # seat, from space, to space
BLEW: Final[i64] = 12  # direction, number of flowers that drifted
TIED: Final[i64] = 13
ENDED: Final[i64] = 14  # reason
DREW_SET_UP: Final[i64] = 15  # index in SET_UPS
DREW_RULE: Final[i64] = 16  # index in RULES

# Reasons for the end.
NOT_YET: Final[i64] = 0
FULL: Final[i64] = 1  # a player has all pieces in the garden
LONGEST: Final[i64] = 2  # no tiles left, and one caterpillar is longest
TIRED: Final[i64] = 3  # too many rounds without progress


class GardenVariant(Variant):
    """Seats, the rule, and the starting spaces of heads, flowers and wasps."""

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
        self.has_drawn_set_up: Final = has_drawn_set_up  # whether it was drawn at random (CF-H8)
        self.has_drawn_rule: Final = has_drawn_rule


class Found(Scratch):
    """A buffer for search results."""

    def __init__(self) -> None:
        self.spaces = zeros(SPACES)


class Layout(Position):
    """The state. Spaces are numbered row by row from the upper left corner, A1."""

    def __init__(self, variant: GardenVariant, rng: Rng) -> None:
        super().__init__(variant, rng)
        self.rule = variant.rule
        self.bite: i64 = 2 if variant.rule == HUNGRY else 1  # pieces lost by a bite (CF-H3)

        self.ground = zeros(SPACES)  # by space: its contents
        self.crawlers = [Crawler(variant.body, variant.mat, WASPS) for seat in range(self.seats)]
        self.supply: i64 = TOKENS - self.seats * WASPS  # tokens not in play
        every_tile = list(range(1, int(TILES) + 1))
        self.letters = pile_of(every_tile)  # face down, those left in the box at the bottom
        self.numbers = pile_of(every_tile)
        self.pairs = variant.pairs  # pairs of tiles left
        self.turned = Pile(TILES)  # spaces named by pairs so far, + 1

        self.turn: i64 = 0  # the seat whose turn it is
        self.turns: i64 = 0  # turns so far, including this one
        self.rolled: i64 = 0  # this turn's roll, or 0
        self.left: i64 = 0  # steps left
        self.has_stung = False  # whether a wasp was placed this turn
        self.target: i64 = NO_SPACE  # the taken space that the tiles named, while a flower is to be planted
        self.quiet: i64 = 0  # turns since a length changed or a flower was added, including this one
        self.is_tied = False  # no tiles left, and several caterpillars are longest (CF-R34)
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
        """Return the faces of the die."""
        variant = self.variant
        assert isinstance(variant, GardenVariant)
        return variant.die

    # --- Placing, moving and growing caterpillars ---

    def lay(self, seat: i64, head: i64, is_clockwise: bool) -> None:
        """Place a caterpillar on the edge, with its body clockwise or anticlockwise from its head."""
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
        """Move the head, then the tail (CF-F7)."""
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

"""What lies where in Ladybugs, and how tiles come and go: the garden, stacks of tiles, hands, clovers, the spider.

The course of the game is in turn.py, where a tile can go in reach.py, what beds are worth in scoring.py.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bugbox.core.bags import Bags
from bugbox.core.bits import BIT
from bugbox.core.grid import Grid, grid_of
from bugbox.core.pile import Pile, copy_piles, pile_of, piles
from bugbox.core.position import Position, Variant
from bugbox.core.rng import Rng
from bugbox.core.rows import copy_row, zeros
from bugbox.games.ladybugs.rules.box import (
    ACTION_SETS,
    CLOVERS,
    COLUMNS,
    COPIES,
    HIGHEST_STACK,
    MIDDLE,
    MOST_BEDS,
    MOST_CLOVERS,
    NOWHERE,
    NUMBERS,
    SPACES,
    TILES,
)
from bugbox.games.ladybugs.rules.reach import A_ROW, A_SPACE, BIT_OF, LINES, ROW_OF, Reach

# Stages: what is decided now.
SETTLE: Final[i64] = 0  # three seats: one picks its start space
START: Final[i64] = 1  # all at once: a tile for the own start space
SPIN: Final[i64] = 2  # two seats: where the spider begins
PLAY: Final[i64] = 3  # a tile for the board
OVER: Final[i64] = 4

# Option codes. Numbers count from 1, so a tile is its number - 1.
HOME: Final[i64] = 0  # + tile: onto the own start space, at the start and once later
MARKER: Final[i64] = 6  # + which of three start spaces
PLACE: Final[i64] = 9  # + tile x 169 + space
A_TILE: Final[i64] = 169
A_SET: Final[i64] = 1014  # places of all six numbers
SPIDER_GOES: Final[i64] = 1023  # + tile x 4 + direction
SPIDER_BEGINS: Final[i64] = 1047  # + which of two middle spaces
PLACE_WITH: Final[i64] = 1049  # + (set of action tiles - 1) x 1014 + tile x 169 + space
CODES: Final[i64] = 8147

# What the story tells. A tile of a player is 6 x seat + its number, and 0 is none; rows of spaces count from below.
FIRST: Final[i64] = 0  # seat
SETTLED: Final[i64] = 1  # seat, space
CHOSE: Final[i64] = 2  # seat, number
STARTED: Final[i64] = 3  # tile, space
SPUN: Final[i64] = 4  # seat, space
PLACED: Final[i64] = 5  # tile, space, tile that is covered, 169 x action tiles + space it was counted from
TOPPED: Final[i64] = 6  # tile, start space, tile that is covered
FOUND: Final[i64] = 7  # seat, space, worth of the clover
CRAWLED: Final[i64] = 8  # tile that is given up, space, tile that is eaten
DREW: Final[i64] = 9  # seat, number
STUCK: Final[i64] = 10  # seat
SCORED: Final[i64] = 11

SMALL: Final = grid_of(13, 6)
LARGE: Final = grid_of(13, 13)
PLAYERS: Final[i64] = 4
CLOVER_BAG: Final[i64] = 4  # after the seats' own


class GardenVariant(Variant):
    """Seats, modules, and the sides of the squares: two for each, of 36 spaces. 0 is meadow, -1 a clover space."""

    def __init__(
        self,
        seats: i64,
        rows: i64,
        sides: list[list[int]],
        action_tiles: bool,
        clovers: bool,
        spider: bool,
        largest_bed: bool,
    ) -> None:
        super().__init__(seats, CODES if action_tiles else PLACE_WITH if spider else SPIDER_GOES)
        self.rows: Final = rows
        self.sides: Final = sides
        self.action_tiles: Final = action_tiles
        self.clovers: Final = clovers
        self.spider: Final = spider
        self.largest_bed: Final = largest_bed


class Layout(Position):
    """Spaces count row by row from the upper left corner; what is in a stack, from below."""

    def __init__(self, variant: GardenVariant, rng: Rng) -> None:
        super().__init__(variant, rng)
        self.rows = variant.rows
        self.with_actions = variant.action_tiles
        self.with_clovers = variant.clovers
        self.with_spider = variant.spider
        self.largest_bed = variant.largest_bed

        self.bed = zeros(SPACES)  # the number of the bed, by space
        self.bed_size = zeros(MOST_BEDS + 1)
        self.beds: i64 = 0
        self.centre: i64 = 0  # the number of the bed in the centre

        self.first: i64 = 0  # who starts
        self.playing: i64 = 0  # bit set of the seats that have turns to come
        self.start_space = vec[i64]([NOWHERE] * int(self.seats))
        self.guarded: i64 = 0  # bit set of the seats whose start tile still lies there
        self.once: i64 = 0  # bit set of the seats that may still put a tile on their own start space
        self.actions = zeros(self.seats)  # bit sets of the action tiles that are not used
        self.last = vec[i64]([NOWHERE] * int(self.seats))  # where each seat placed a tile in its last turn

        numbers = [number for number in range(1, int(NUMBERS) + 1) for copy in range(COPIES)]
        self.stacks = [pile_of(numbers) for seat in range(self.seats)]  # face down
        self.hands = piles(self.seats, 2)
        self.chosen = zeros(self.seats)  # secret: the number of the start tile
        self.gone = zeros(self.seats * (NUMBERS + 1))  # discarded or eaten, by number

        self.height = zeros(SPACES)
        self.tiles = zeros(SPACES * HIGHEST_STACK)
        self.tops = piles(self.seats, TILES)  # the tiles on top, as reach.py counts them
        self.lines = zeros(LINES)  # where tiles lie, by row and by column
        self.free = vec[i64]([A_ROW] * int(COLUMNS))  # rows of the spaces with no tile or one
        self.twos = zeros(COLUMNS)  # and of those with two
        self.barred = [zeros(COLUMNS) for seat in range(self.seats)]  # of those where a seat may put no tile at all
        self.dots = zeros((MOST_BEDS + 1) * PLAYERS)  # on top, by bed and seat
        self.score = zeros(self.seats)  # at the end

        self.clover = zeros(SPACES)  # what it is worth; 0 is none
        self.luck = piles(self.seats, MOST_CLOVERS)  # clovers of each seat
        self.clover_box = pile_of(list(CLOVERS)) if variant.clovers else Pile(MOST_CLOVERS)
        self.spider: i64 = NOWHERE

        self.reach = Reach(variant.rows)
        self.bags = Bags(PLAYERS + 1, NUMBERS + 1, TILES)

    def copy_from(self, other: Position) -> None:
        assert isinstance(other, Layout)
        super().copy_from(other)
        copy_row(other.bed, self.bed)
        copy_row(other.bed_size, self.bed_size)
        self.beds = other.beds
        self.centre = other.centre
        self.first = other.first
        self.playing = other.playing
        copy_row(other.start_space, self.start_space)
        self.guarded = other.guarded
        self.once = other.once
        copy_row(other.actions, self.actions)
        copy_row(other.last, self.last)
        copy_piles(other.stacks, self.stacks)
        copy_piles(other.hands, self.hands)
        copy_row(other.chosen, self.chosen)
        copy_row(other.gone, self.gone)
        copy_row(other.height, self.height)
        copy_row(other.tiles, self.tiles)
        copy_piles(other.tops, self.tops)
        copy_row(other.lines, self.lines)
        copy_row(other.free, self.free)
        copy_row(other.twos, self.twos)
        for seat in range(self.seats):
            copy_row(other.barred[seat], self.barred[seat])
        copy_row(other.dots, self.dots)
        copy_row(other.score, self.score)
        copy_row(other.clover, self.clover)
        copy_piles(other.luck, self.luck)
        self.clover_box.copy_from(other.clover_box)
        self.spider = other.spider

    # --- Tiles on the board ---

    def put(self, seat: i64, number: i64, space: i64) -> i64:
        """On top of what lies there; returns the tile that is covered."""
        height = self.height[space]
        covered: i64 = 0
        if height > 0:
            covered = self.tiles[space * HIGHEST_STACK + height - 1]
            self.hide(covered, space)
        self.tiles[space * HIGHEST_STACK + height] = tile_of(seat, number)
        self.set_height(space, height + 1)
        self.show(tile_of(seat, number), space)
        return covered

    def eat(self, space: i64) -> i64:
        """Take the top tile away, if there is one; the one below counts again (LB-R16)."""
        height = self.height[space]
        if height == 0:
            return 0
        at = space * HIGHEST_STACK + height - 1
        eaten = self.tiles[at]
        self.tiles[at] = 0
        self.hide(eaten, space)
        self.discard(owner_of(eaten), number_of(eaten))
        self.set_height(space, height - 1)
        if height > 1:
            self.show(self.tiles[at - 1], space)
        elif self.guarded & BIT[owner_of(eaten)] and self.start_space[owner_of(eaten)] == space:
            self.guarded -= BIT[owner_of(eaten)]  # LB-R31: the lowest tile there was the start tile
        return eaten

    def show(self, tile: i64, space: i64) -> None:
        """It is on top now: it counts, and can be counted from (LB-R1)."""
        seat, number = owner_of(tile), number_of(tile)
        self.tops[seat].add(space * A_SPACE + number)
        self.dots[self.bed[space] * PLAYERS + seat] += number

    def hide(self, tile: i64, space: i64) -> None:
        seat, number = owner_of(tile), number_of(tile)
        self.tops[seat].remove(space * A_SPACE + number)
        self.dots[self.bed[space] * PLAYERS + seat] -= number

    def set_height(self, space: i64, height: i64) -> None:
        self.height[space] = height
        row, column = ROW_OF[space], space % COLUMNS
        here = BIT_OF[space]
        if height > 0:
            self.lines[row] |= here
            self.lines[COLUMNS + column] |= BIT[row]
        else:
            self.lines[row] &= ~here
            self.lines[COLUMNS + column] &= ~BIT[row]
        self.free[row] = self.free[row] | here if height < 2 else self.free[row] & ~here
        self.twos[row] = self.twos[row] | here if height == 2 else self.twos[row] & ~here

    def bar_spaces(self) -> None:
        """Start tiles of others (LB-R7) and the spider's space; to be done again when one of them has changed."""
        for seat in range(self.seats):
            barred = self.barred[seat]
            for row in range(COLUMNS):
                barred[row] = 0
            for other in range(self.seats):
                if other != seat and self.guarded & BIT[other]:
                    barred[ROW_OF[self.start_space[other]]] |= BIT_OF[self.start_space[other]]
            if self.spider != NOWHERE:
                barred[ROW_OF[self.spider]] |= BIT_OF[self.spider]

    def discard(self, seat: i64, number: i64) -> None:
        """Back into the box, for all to see."""
        self.gone[seat * (NUMBERS + 1) + number] += 1

    def top(self, space: i64) -> i64:
        """The tile on top, or 0."""
        height = self.height[space]
        return self.tiles[space * HIGHEST_STACK + height - 1] if height > 0 else i64(0)

    def spot(self, space: i64) -> i64:
        """A space as the story tells it: rows count from below, as in its name."""
        return (self.rows - 1 - space // COLUMNS) * COLUMNS + space % COLUMNS

    def grid(self) -> Grid:
        return LARGE if self.rows == LARGE.rows else SMALL

    # --- Where things begin ---

    def corner(self, nth: i64) -> i64:
        """Clockwise from the upper left one."""
        row = self.rows - 1 if nth >= 2 else i64(0)
        column = COLUMNS - 1 if nth == 1 or nth == 2 else i64(0)
        return row * COLUMNS + column

    def marker(self, nth: i64) -> i64:
        """With three seats: the middle of the upper edge, then the lower corners (LB-M5, LB-R49)."""
        return MIDDLE if nth == 0 else self.corner(nth + 1)

    def middle(self, nth: i64) -> i64:
        """With four squares there is one middle space, with two squares there are two (LB-F11)."""
        return ((self.rows - 1) // 2 + nth) * COLUMNS + MIDDLE


def tile_of(seat: i64, number: i64) -> i64:
    return seat * NUMBERS + number


def owner_of(tile: i64) -> i64:
    return (tile - 1) // NUMBERS


def number_of(tile: i64) -> i64:
    return (tile - 1) % NUMBERS + 1


def codes_for(actions: i64) -> i64:
    """Where the options begin that spend this set of action tiles."""
    return PLACE if actions == 0 else PLACE_WITH + (actions - 1) * A_SET


assert PLACE_WITH + (ACTION_SETS - 1) * A_SET == CODES

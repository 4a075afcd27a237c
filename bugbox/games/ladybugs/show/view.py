"""What one seat, or a watcher, sees of the garden."""

from msgspec import Struct

from bugbox.core.bits import lowest
from bugbox.core.game import OPEN
from bugbox.games.ladybugs.rules import state
from bugbox.games.ladybugs.rules.box import COLUMNS, FLOWERS, HIGHEST_STACK, NUMBERS
from bugbox.games.ladybugs.rules.scoring import bed_points
from bugbox.games.ladybugs.rules.state import PLAYERS, number_of, owner_of
from bugbox.games.ladybugs.rules.turn import Ladybugs
from bugbox.games.ladybugs.show.result import clovers_of
from bugbox.games.ladybugs.show.words import SPACES, action_names

STAGES = {
    state.SETTLE: "settle", state.START: "start", state.SPIN: "spin", state.PLAY: "play", state.OVER: "over",
}  # fmt: skip

Tile = tuple[int, int]  # whose, and its number


class Bed(Struct, frozen=True):
    flower: str
    size: int  # what it is worth
    is_centre: bool
    dots: tuple[int, ...]  # of each seat, on top
    points: tuple[int, ...]  # that each seat would get if the game ended now


class Stack(Struct, frozen=True):
    space: str
    tiles: tuple[Tile, ...]  # from below; the last one counts


class Player(Struct, frozen=True):
    seat: int
    waiting: bool  # owes a decision
    playing: bool  # has turns to come
    start: str | None  # its start space
    safe: bool  # its start tile still lies there: nobody else may place one on it
    once: bool  # may still place a tile there without counting
    stack: int  # tiles to draw
    hand_size: int
    actions: tuple[str, ...]  # action tiles that are not used
    clovers: int  # how many it has
    gone: tuple[int, ...]  # numbers that were discarded or eaten
    last: str | None  # where it placed a tile in its last turn
    bed_points: int  # if the game ended now
    points: int | None  # at the end
    place: int | None


class View(Struct, frozen=True):
    viewer: int
    stage: str
    rows: int  # of the board; there are always 13 columns
    first: int  # who had the first turn
    acting: int | None
    garden: tuple[int, ...]  # for each space, row by row from the upper left: the number of its bed, or 0
    beds: tuple[Bed, ...]  # number 1 and on
    stacks: tuple[Stack, ...]
    clovers: tuple[str, ...]  # spaces where one lies face down
    spider: str | None
    players: tuple[Player, ...]
    hands: dict[int, tuple[int, ...]]  # those that the viewer may see
    luck: dict[int, tuple[int, ...]]  # what clovers are worth, where the viewer may see it
    chosen: int | None  # my own secret choice


def view(position: Ladybugs, viewer: int) -> View:
    seats = range(position.seats)
    over = position.stage == state.OVER
    spaces = range(position.rows * int(COLUMNS))
    return View(
        viewer=viewer,
        stage=STAGES[position.stage],
        rows=position.rows,
        first=position.first,
        acting=None if position.is_secret() or not position.to_act() else lowest(position.to_act()),
        garden=tuple(position.bed[space] for space in spaces),
        beds=tuple(bed(position, number) for number in range(1, position.beds + 1)),
        stacks=tuple(stack(position, space) for space in spaces if position.height[space]),
        clovers=tuple(named(position, space) for space in spaces if position.with_clovers and position.clover[space]),
        spider=name_of(position, position.spider) if position.with_spider else None,
        players=tuple(player(position, seat) for seat in seats),
        hands={seat: hand(position, seat) for seat in seats if viewer in (seat, OPEN)},
        luck={
            seat: tuple(sorted(clovers_of(position, seat)))
            for seat in seats
            if position.with_clovers and (over or viewer in (seat, OPEN))
        },
        chosen=(position.chosen[viewer] or None) if viewer >= 0 else None,
    )


def named(position: Ladybugs, space: int) -> str:
    return SPACES[position.rows].names[space]


def name_of(position: Ladybugs, space: int) -> str | None:
    return named(position, space) if space >= 0 else None


def bed(position: Ladybugs, number: int) -> Bed:
    seats = range(position.seats)
    return Bed(
        flower=FLOWERS[number - 1],
        size=position.bed_size[number],
        is_centre=position.seats > 2 and number == position.centre,
        dots=tuple(position.dots[number * int(PLAYERS) + seat] for seat in seats),
        points=tuple(bed_points(position, number, seat) for seat in seats),
    )


def stack(position: Ladybugs, space: int) -> Stack:
    if position.height[space] > HIGHEST_STACK:
        raise ValueError(f"No stack is {position.height[space]} tiles high.")
    first = space * int(HIGHEST_STACK)
    return Stack(named(position, space), tuple(tile(position, first + i) for i in range(position.height[space])))


def tile(position: Ladybugs, at: int) -> Tile:
    code = position.tiles[at]
    if not 1 <= code <= position.seats * NUMBERS:
        raise ValueError(f"There is no tile {code}.")
    return owner_of(code), number_of(code)


def player(position: Ladybugs, seat: int) -> Player:
    over = position.stage == state.OVER
    here = 1 << seat
    return Player(
        seat=seat,
        waiting=bool(position.to_act() & here),
        playing=bool(position.playing & here),
        start=name_of(position, position.start_space[seat]),
        safe=bool(position.guarded & here),
        once=bool(position.once & here),
        stack=position.stacks[seat].size,
        hand_size=position.hands[seat].size,
        actions=tuple(action_names(position.actions[seat])) if position.with_actions else (),
        clovers=position.luck[seat].size if position.with_clovers else 0,
        gone=gone(position, seat) if position.with_spider else (),
        last=name_of(position, position.last[seat]),
        bed_points=sum(bed_points(position, number, seat) for number in range(1, position.beds + 1)),
        points=position.points(seat) if over else None,
        place=position.place(seat) if over else None,
    )


def gone(position: Ladybugs, seat: int) -> tuple[int, ...]:
    first = seat * int(NUMBERS + 1)
    numbers = range(1, int(NUMBERS) + 1)
    return tuple(number for number in numbers for _ in range(position.gone[first + number]))


def hand(position: Ladybugs, seat: int) -> tuple[int, ...]:
    held = position.hands[seat]
    return tuple(sorted(held.cards[i] for i in range(held.size)))

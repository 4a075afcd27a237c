"""What a viewer sees of the garden, as bytes. A space is its number + 1, and 0 is none; owners are seats."""

from mypy_extensions import i64

from bugbox.core.observation import Observer, Pen
from bugbox.core.position import Position
from bugbox.games.ladybugs.rules.box import COLUMNS, HIGHEST_STACK, MOST_BEDS, MOST_WORTH, NUMBERS
from bugbox.games.ladybugs.rules.state import OVER, PLAYERS, Layout, number_of, owner_of


class LadybugsObserver(Observer):
    """All that view.py shows."""

    def observe(self, position: Position, viewer: i64, pen: Pen) -> None:
        assert isinstance(position, Layout)
        pen.begin(position, viewer)
        write_garden(position, pen)
        write_board(position, pen)
        write_players(position, pen)
        write_modules(position, viewer, pen)
        if viewer >= 0:
            hand = position.hands[viewer]
            pen.field("hand").counts(hand.cards, hand.size, NUMBERS + 1)
            pen.field("chosen").number(position.chosen[viewer])
        else:
            pen.leave_blank()


def write_garden(game: Layout, pen: Pen) -> None:
    pen.field("stage").one_of(game.stage, OVER + 1)
    pen.field("rows").number(game.rows)
    pen.field("first", game.seats).one_seat(game.first)
    pen.field("garden")
    for space in range(game.rows * COLUMNS):
        pen.number(game.bed[space])
    pen.field("beds").number(game.beds)
    pen.field("sizes")
    for bed in range(1, game.beds + 1):
        pen.number(game.bed_size[bed])
    pen.blank(MOST_BEDS - game.beds)
    if game.seats > 2:
        pen.field("centre").number(game.centre)


def write_board(game: Layout, pen: Pen) -> None:
    spaces = game.rows * COLUMNS
    pen.field("tiles", spaces)
    for space in range(spaces):
        first = space * HIGHEST_STACK
        for level in range(HIGHEST_STACK):
            write_tile(game.tiles[first + level] if level < game.height[space] else i64(0), pen)
    pen.field("dots", game.seats)
    for nth in range(game.seats):
        for bed in range(1, game.beds + 1):
            pen.number(game.dots[bed * PLAYERS + pen.seat(nth)])
        pen.blank(MOST_BEDS - game.beds)


def write_tile(tile: i64, pen: Pen) -> None:
    if tile == 0:
        pen.number(0)
    else:
        pen.number((owner_of(tile) - pen.viewer) % pen.seats * NUMBERS + number_of(tile))


def write_players(game: Layout, pen: Pen) -> None:
    is_over = game.stage == OVER
    pen.field("waiting", game.seats).set_of_seats(game.waiting)
    pen.field("playing", game.seats).set_of_seats(game.playing)
    pen.field("safe", game.seats).set_of_seats(game.guarded)
    pen.field("once", game.seats).set_of_seats(game.once)
    pen.field("start", game.seats)
    for nth in range(game.seats):
        pen.number(game.start_space[pen.seat(nth)] + 1)
    pen.field("last", game.seats)
    for nth in range(game.seats):
        pen.number(game.last[pen.seat(nth)] + 1)
    pen.field("stack", game.seats)
    for nth in range(game.seats):
        pen.number(game.stacks[pen.seat(nth)].size)
    pen.field("hand_size", game.seats)
    for nth in range(game.seats):
        pen.number(game.hands[pen.seat(nth)].size)
    pen.field("place", game.seats)
    for nth in range(game.seats):
        pen.number(game.place(pen.seat(nth)) if is_over else 0)
    pen.field("points", game.seats)
    for nth in range(game.seats):
        pen.large(game.points(pen.seat(nth)) if is_over else 0)


def write_modules(game: Layout, viewer: i64, pen: Pen) -> None:
    """Only those that are in play."""
    if game.with_actions:
        pen.field("actions", game.seats)
        for nth in range(game.seats):
            pen.flags(game.actions[pen.seat(nth)], 3)
    if game.with_clovers:
        write_clovers(game, viewer, pen)
    if game.with_spider:
        pen.field("spider").one_of(game.spider, game.rows * COLUMNS)
        pen.field("gone", game.seats).by_seat(game.gone, NUMBERS + 1)


def write_clovers(game: Layout, viewer: i64, pen: Pen) -> None:
    """Where they lie, how many each has, and the worth of the viewer's own; at the end that of all."""
    pen.field("lying")
    for space in range(game.rows * COLUMNS):
        pen.flag(game.clover[space] != 0)
    pen.field("clovers", game.seats)
    for nth in range(game.seats):
        pen.number(game.luck[pen.seat(nth)].size)
    pen.field("luck", game.seats)
    for nth in range(game.seats):
        luck = game.luck[pen.seat(nth)]
        is_open = game.stage == OVER or pen.seat(nth) == viewer
        pen.counts(luck.cards, luck.size if is_open else 0, MOST_WORTH + 1)

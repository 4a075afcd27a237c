"""What a viewer sees of the garden, as bytes. A space is its number + 1 in two bytes, and 0 is none."""

from mypy_extensions import i64

from bugbox.core.position import Position
from bugbox.core.tensor import Observer, Pen
from bugbox.games.caterpillar.layout import OVER, TIRED, Layout
from bugbox.games.caterpillar.parts import LONGEST, SPACES, TILES, WINDY
from bugbox.games.caterpillar.walk import CRAWLER


class CaterpillarObserver(Observer):
    """All that view.py shows; rule and die are the same all along, so they are left to the settings."""

    def observe(self, position: Position, viewer: i64, pen: Pen) -> None:
        assert isinstance(position, Layout)
        pen.begin(position, viewer)
        pen.field("seated").flag(viewer >= 0)
        write_turn(position, pen)
        write_garden(position, pen)
        write_players(position, pen)


def write_turn(game: Layout, pen: Pen) -> None:
    pen.field("stage").one_of(game.stage, OVER + 1)
    pen.field("turn", game.seats).one_seat(game.turn)
    pen.field("turns").large(game.turns)
    pen.field("rolled").number(game.rolled)
    pen.field("left").number(game.left)
    pen.field("has_stung").flag(game.has_stung)
    pen.field("quiet").number(game.quiet)
    if game.rule == WINDY:
        pen.field("wind").one_of(game.wind, 4)
    pen.field("reason").one_of(game.reason - 1, TIRED)


def write_garden(game: Layout, pen: Pen) -> None:
    """Flowers are 1 and wasps 2; caterpillars have their own field, as their order matters."""
    pen.field("garden")
    for space in range(SPACES):
        what = game.ground[space]
        pen.number(what if what < CRAWLER else 0)
    pen.field("target").large(game.target + 1)
    pen.field("pairs").number(game.pairs)
    pen.field("supply").number(game.supply)
    pen.field("is_tied").flag(game.is_tied)
    pen.field("turned", TILES)
    for i in range(game.turned.size):
        pen.large(game.turned.cards[i])
    pen.blank(2 * (TILES - game.turned.size))


def write_players(game: Layout, pen: Pen) -> None:
    pen.field("waiting", game.seats).set_of_seats(game.waiting)
    pen.field("spaces", game.seats)
    for nth in range(game.seats):
        crawler = game.crawlers[pen.seat(nth)]
        many = 0 if crawler.is_off else crawler.length()
        for piece in range(many):
            pen.large(crawler.at(piece) + 1)
        pen.blank(2 * (LONGEST - many))
    pen.field("is_off", game.seats)
    for nth in range(game.seats):
        pen.flag(game.crawlers[pen.seat(nth)].is_off)
    pen.field("length", game.seats)
    for nth in range(game.seats):
        pen.number(game.crawlers[pen.seat(nth)].length())
    pen.field("mat", game.seats)
    for nth in range(game.seats):
        pen.number(game.crawlers[pen.seat(nth)].mat)
    pen.field("wasps", game.seats)
    for nth in range(game.seats):
        pen.number(game.crawlers[pen.seat(nth)].wasps)
    pen.field("place", game.seats)
    for nth in range(game.seats):
        pen.number(game.place(pen.seat(nth)) if game.stage == OVER else 0)

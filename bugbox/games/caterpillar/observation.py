"""Caterpillar Filler as observation bytes. A space is its number + 1 in two bytes; 0 means no space."""

from mypy_extensions import i64

from bugbox.core.grid import DIRECTIONS
from bugbox.core.observation import NONE, Observer, Pen
from bugbox.core.position import Position
from bugbox.games.caterpillar.rules.box import LONGEST, RULES, SET_UPS, SPACES, TILES, WINDY
from bugbox.games.caterpillar.rules.state import OVER, TIRED, GardenVariant, Layout
from bugbox.games.caterpillar.rules.walk import CRAWLER


class CaterpillarObserver(Observer):
    """Everything that view.py shows except what the settings give: the die, and set-up and rule unless drawn."""

    def observe(self, position: Position, viewer: i64, pen: Pen) -> None:
        assert isinstance(position, Layout)
        pen.begin(position, viewer)
        pen.field("seated").flag(viewer >= 0)
        write_draws(position, pen)
        write_turn(position, pen)
        write_garden(position, pen)
        write_players(position, pen)


def variant_of(game: Layout) -> GardenVariant:
    variant = game.variant
    assert isinstance(variant, GardenVariant)
    return variant


def write_draws(game: Layout, pen: Pen) -> None:
    variant = variant_of(game)
    if variant.has_drawn_set_up:
        pen.field("set_up").one_of(list(SET_UPS).index(variant.set_up), len(SET_UPS))
    if variant.has_drawn_rule:
        pen.field("rule").one_of(game.rule, len(RULES))


def write_turn(game: Layout, pen: Pen) -> None:
    pen.field("stage").one_of(game.stage, OVER + 1)
    pen.field("turn", game.seats).one_seat(game.turn)
    pen.field("turns").large(game.turns)
    pen.field("rolled").number(game.rolled)
    pen.field("left").number(game.left)
    pen.field("has_stung").flag(game.has_stung)
    pen.field("quiet").number(game.quiet)
    is_windy = game.rule == WINDY
    if is_windy or variant_of(game).has_drawn_rule:  # so that rows have the same length under every rule
        pen.field("wind").one_of(game.wind if is_windy else NONE, DIRECTIONS)
    pen.field("reason").one_of(game.reason - 1, TIRED)


def write_garden(game: Layout, pen: Pen) -> None:
    """Write flowers as 1 and wasps as 2; caterpillars have a separate field, because the order of pieces matters."""
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

"""Bugs on Rugs as observation bytes. A card is its code, 0 means no card; unordered cards are counts by code."""

from mypy_extensions import i64

from bugbox.core.bits import BIT
from bugbox.core.observation import Observer, Pen
from bugbox.core.position import Position
from bugbox.games.bugs_on_rugs.rules.box import BUGS, CARD_CODES, DECK
from bugbox.games.bugs_on_rugs.rules.memory_aid import cards_seen
from bugbox.games.bugs_on_rugs.rules.state import BREAK, OVER, SLOT, SWAP, Layout


class RugsObserver(Observer):
    """Everything that view.py shows except the order of the bugs on the Floor (field `floor`)."""

    in_any_order = ("floor",)

    def observe(self, position: Position, viewer: i64, pen: Pen) -> None:
        assert isinstance(position, Layout)
        pen.begin(position, viewer)
        swaps = position.stage == SLOT and viewer >= 0 and position.waiting == BIT[viewer]
        write_round(position, swaps, pen)
        write_table(position, pen)
        write_players(position, pen)
        write_hands(position, viewer, pen)
        if viewer >= 0:
            pen.field("chosen").large(position.chosen[viewer])
            pen.field("given").number(position.given if swaps else 0)
        else:
            pen.leave_blank()


def write_round(game: Layout, swaps: bool, pen: Pen) -> None:
    """Write the round; only the seat that is swapping sees that it has already chosen a bug."""
    pen.field("round").number(game.round)
    pen.field("start", game.seats).one_seat(game.start)
    pen.field("final").flag(game.final)
    pen.field("stage").one_of(SWAP if game.stage == SLOT and not swaps else game.stage, OVER + 1)
    pen.field("power").one_of(game.power, BUGS)


def write_table(game: Layout, pen: Pen) -> None:
    pen.field("end_seen").flag(game.end_seen)
    pen.field("bugs_to_end").number(0 if game.end_seen else game.deck.size - game.end_below)
    pen.field("deck").number(game.deck.size)
    pen.field("wall").cards(game.wall.cards, game.wall.size, DECK)
    pen.field("floor").counts(game.floor.cards, game.floor.size, CARD_CODES)
    pen.field("removed").counts(game.removed.cards, game.removed.size, CARD_CODES)


def write_players(game: Layout, pen: Pen) -> None:
    is_over = game.stage == OVER
    pen.field("waiting", game.seats).set_of_seats(game.waiting)
    pen.field("hatched", game.seats).by_seat(game.hatched, 1)
    pen.field("pairs", game.seats).by_seat(game.pairs, BUGS)
    pen.field("hand_size", game.seats)
    for nth in range(game.seats):
        pen.number(game.hands[pen.seat(nth)].size)
    pen.field("last", game.seats)
    for nth in range(game.seats):
        pen.number(game.memory.last_gained(pen.seat(nth)))
    pen.field("place", game.seats)
    for nth in range(game.seats):
        pen.number(game.place(pen.seat(nth)) if is_over else 0)
    pen.field("points", game.seats)
    for nth in range(game.seats):
        pen.large(game.points(pen.seat(nth)) if is_over else 0)


def write_hands(game: Layout, viewer: i64, pen: Pen) -> None:
    """Write the viewer's hand (at the end, every hand) and, with the memory aid, the cards known to be in others."""
    is_open = game.stage >= BREAK
    pen.field("hands", game.seats)
    for nth in range(game.seats):
        hand = game.hands[pen.seat(nth)]
        pen.counts(hand.cards, hand.size if is_open or pen.seat(nth) == viewer else 0, CARD_CODES)
    if game.aid:
        pen.field("seen", game.seats)
        if is_open:
            pen.blank(game.seats * CARD_CODES)
        else:
            pen.by_seat(cards_seen(game, viewer), CARD_CODES)

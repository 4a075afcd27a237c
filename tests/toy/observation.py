"""Observations of a lunch as bytes."""

from mypy_extensions import i64

from bugbox.core.observation import Observer, Pen
from bugbox.core.position import Position
from tests.toy.rules.box import LARGEST
from tests.toy.rules.turn import EAT, LAY, OVER, LeafLunch


class LunchObserver(Observer):
    """All that view.py shows."""

    def observe(self, position: Position, viewer: i64, pen: Pen) -> None:
        assert isinstance(position, LeafLunch)
        pen.begin(position, viewer)
        pen.field("stage").one_of(position.stage, OVER + 1)
        pen.field("rounds").number(position.hands[0].size + (position.stage == EAT))
        pen.field("deck").number(position.deck.size)
        pen.field("twig").counts(position.twig.cards, position.twig.size, LARGEST + 1)
        pen.field("discards").counts(position.discards.cards, position.discards.size, LARGEST + 1)
        pen.field("waiting", position.seats).set_of_seats(position.waiting)
        write_eaters(position, viewer, pen)
        if viewer >= 0:
            write_hand(position, viewer, pen)
        else:
            pen.leave_blank()


def write_eaters(lunch: LeafLunch, viewer: i64, pen: Pen) -> None:
    """Write the seats in order from the viewer, then the snail."""
    order = [pen.seat(nth) for nth in range(lunch.seats)] + list(range(lunch.seats, lunch.ranked))
    pen.field("eaten", lunch.ranked)
    for who in order:
        pen.number(lunch.eaten[who])
    pen.field("laid", lunch.ranked)
    for who in order:
        is_open = lunch.stage != LAY or who == lunch.seats or who == viewer
        pen.number(lunch.laid[who] if is_open else 0)
    pen.field("place", lunch.ranked)
    for who in order:
        pen.number(lunch.place(who) if lunch.stage == OVER else 0)


def write_hand(lunch: LeafLunch, seat: i64, pen: Pen) -> None:
    """Write the hand without the leaf that has been laid."""
    hand = lunch.hands[seat]
    held = pen.field("hand").tally(LARGEST + 1)
    is_laid = lunch.stage == LAY and lunch.laid[seat] != 0
    for i in range(hand.size):
        if is_laid and hand.cards[i] == lunch.laid[seat]:
            is_laid = False
        else:
            pen.count(held + hand.cards[i])

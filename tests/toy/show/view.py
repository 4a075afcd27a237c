"""The view that a seat or a watcher has of a lunch."""

from collections.abc import Iterable

from msgspec import Struct

from bugbox.core.game import OPEN
from tests.toy.rules.turn import EAT, LAY, OVER, LeafLunch

STAGES = {LAY: "lay", EAT: "eat", OVER: "over"}


class Eater(Struct, frozen=True):
    """A seat, or the snail, which comes after the seats."""

    who: int
    is_snail: bool
    eaten: int
    laid: int | None  # if the viewer may see it
    waiting: bool  # has a decision to make
    place: int | None  # once the lunch is over


class View(Struct, frozen=True):
    viewer: int
    stage: str
    rounds: int  # remaining, including this one
    deck: int  # leaves left
    twig: tuple[int, ...]
    discards: tuple[int, ...]  # visible to all
    eaters: tuple[Eater, ...]
    hands: dict[int, tuple[int, ...]]  # only those that the viewer may see


def view(position: LeafLunch, viewer: int) -> View:
    return View(
        viewer=viewer,
        stage=STAGES[position.stage],
        rounds=position.hands[0].size + (position.stage == EAT),
        deck=position.deck.size,
        twig=leaves(position.twig.cards),
        discards=leaves(position.discards.cards),
        eaters=tuple(eater(position, who, viewer) for who in range(position.ranked)),
        hands={seat: hand(position, seat) for seat in range(position.seats) if viewer in (seat, OPEN)},
    )


def leaves(cards: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted(card for card in cards if card))


def eater(position: LeafLunch, who: int, viewer: int) -> Eater:
    is_open = position.stage != LAY or who == position.seats or viewer in (who, OPEN)
    return Eater(
        who=who,
        is_snail=who == position.seats,
        eaten=position.eaten[who],
        laid=position.laid[who] if is_open and position.laid[who] else None,
        waiting=who < position.seats and bool(position.to_act() >> who & 1),
        place=position.place(who) if position.stage == OVER else None,
    )


def hand(position: LeafLunch, seat: int) -> tuple[int, ...]:
    """Return a hand without the leaf that has been laid."""
    held = list(leaves(position.hands[seat].cards))
    if position.stage == LAY and position.laid[seat]:
        held.remove(position.laid[seat])
    return tuple(held)

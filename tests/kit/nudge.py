"""Change one number in a position, to find out which ones a viewer can see."""

from typing import Any

from bugbox.core.bags import Scratch
from bugbox.core.pile import Hand, Pile
from bugbox.core.position import Position, Variant
from bugbox.core.rng import Rng
from tests.kit.tables import LEFT_BEHIND, copy_of, fields


def nudged(position: Position, rng: Rng) -> Position:
    """Return a copy with one random change to a copied field; the variant stays."""
    world = copy_of(position)
    things = [(world, name) for name in fields(world) if name not in LEFT_BEHIND]
    while True:
        owner, name = things[rng.below(len(things))]
        if nudge(owner, name, rng):
            return copy_of(world)


def nudge(owner: Any, name: str, rng: Rng) -> bool:
    """Change one number of this field; return False if it has none to change."""
    thing = getattr(owner, name)
    if isinstance(thing, bool):
        setattr(owner, name, not thing)
    elif isinstance(thing, int):
        setattr(owner, name, thing - 1 if thing > 0 and rng.below(2) else thing + 1)
    else:
        return nudge_inside(thing, rng)
    return True


def nudge_inside(thing: Any, rng: Rng) -> bool:
    if isinstance(thing, Scratch | Rng | Variant):
        return False
    if isinstance(thing, Hand):
        return exchange_card(thing, rng)
    if isinstance(thing, Pile):
        return move_number(thing.cards, rng)
    if isinstance(thing, list):
        return nudge_inside(thing[rng.below(len(thing))], rng)
    if fields(thing):
        rows = [name for name in fields(thing) if not isinstance(getattr(thing, name), int)]
        return nudge_inside(getattr(thing, rows[rng.below(len(rows))]), rng)
    return move_number(thing, rng) if rng.below(2) else raise_number(thing, rng)


def raise_number(row: Any, rng: Rng) -> bool:
    """Raise one number. Not for cards in a pile: there may be no higher card."""
    filled = [i for i in range(len(row)) if row[i]]
    if filled:
        row[filled[rng.below(len(filled))]] += 1
    return bool(filled)


def move_number(row: Any, rng: Rng) -> bool:
    """Copy one number over another or swap the two; zeros stay."""
    filled = [i for i in range(len(row)) if row[i]]
    if len(filled) < 2:
        return False
    one, two = (filled[rng.below(len(filled))] for _ in range(2))
    row[one], row[two] = row[two], row[two] if rng.below(2) else row[one]
    return True


def exchange_card(hand: Hand, rng: Rng) -> bool:
    """Exchange a card for the next of the same kind, or for the one before if it is the last."""
    if hand.size == 0:
        return False
    card = hand.cards[rng.below(hand.size)]
    hand.remove(card)
    hand.sort_in(card + 1 if (card + 1) % hand.a_kind else card - 1)
    return True

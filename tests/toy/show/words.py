"""Texts of Leaf Lunch: options, questions and log sentences."""

from bugbox.core.game import Reader
from bugbox.core.position import Event
from tests.toy.rules.turn import LAID, LAY, SHOWED, LeafLunch

VERBS = frozenset({"lay", "eat"})


def option_text(position: LeafLunch, seat: int, option: int) -> str:
    return f"{'lay' if position.stage == LAY else 'eat'} {option}"


def picks(position: LeafLunch, seat: int, option: int) -> tuple[str, ...]:
    return (f"{'hand' if position.stage == LAY else 'twig'}:{option}",)


def ask(position: LeafLunch, reader: Reader) -> str:
    if position.stage == LAY:
        return "Lay a leaf from your hand: the largest one eats."
    return "Yours is the largest leaf: which one from the twig do you eat?"


def sentence(event: Event, reader: Reader) -> str | None:
    kind, who, leaf, *_ = event
    if kind == LAID:
        return f"{reader.does(who, 'lay')} {leaf if reader.may_read(who) else 'a leaf'}."
    if kind == SHOWED:
        return f"{reader.does(who, 'show')} {leaf}."
    return f"{reader.does(who, 'eat')} {leaf}."


def result(position: LeafLunch, reader: Reader) -> list[str]:
    """Return the places, best first, each with its reason."""
    ranked = sorted(range(position.ranked), key=position.place)
    return [f"{position.place(who)}. {reader.name(who)}: {reason(position, who)}." for who in ranked]


def reason(position: LeafLunch, who: int) -> str:
    others = [position.place(other) for other in range(position.ranked) if other != who]
    return f"{position.eaten[who]} eaten{', shared' if position.place(who) in others else ''}"


def why(position: LeafLunch, reader: Reader) -> str:
    best, *others = sorted(range(position.ranked), key=position.place)
    if not others:
        return ""
    winners = [who for who in range(position.ranked) if position.place(who) == 1]
    if winners[1:]:
        return f"{reader.all_of(winners)} share the win with {position.eaten[best]} eaten each."
    return f"{reader.name(best)} won, {position.eaten[best]} eaten to {position.eaten[others[0]]}."


def sheet(position: LeafLunch) -> list[tuple[str, list[str]]]:
    return [("Eaten", [str(position.eaten[who]) for who in range(position.ranked)])]

"""A lunch as text, for the terminal, tests and screen readers."""

from collections.abc import Iterable, Sequence

from bugbox.core.english import count
from tests.toy.show.view import Eater, View


def draw(view: View, names: Sequence[str]) -> str:
    parts = [f"{count(view.rounds, 'round')} to go, {view.deck} leaves in the deck. Twig: {row(view.twig)}."]
    parts.append("\n".join(line(eater, view, names) for eater in view.eaters))
    for seat, leaves in view.hands.items():
        whose = "Your hand" if seat == view.viewer else f"{names[seat]}'s hand"
        parts.append(f"{whose}: {row(leaves)}")
    return "\n\n".join(parts)


def row(leaves: Iterable[int]) -> str:
    return " ".join(map(str, leaves)) or "nothing"


def line(eater: Eater, view: View, names: Sequence[str]) -> str:
    name = "You" if eater.who == view.viewer else names[eater.who]
    place = f", place {eater.place}" if eater.place else ""
    laid = f", has laid {eater.laid}" if eater.laid else ""
    return f"{name}: {eater.eaten} eaten{place}{laid}{', choosing' if eater.waiting else ''}"

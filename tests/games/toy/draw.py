"""Lunches as drawings, so that a test shows the table:

twig 2 5
snail 4
hand 1 6
hand 3 3
eaten 0 3 9

A hand for each seat; without a line for the snail it stays at home. What was eaten, nothing if there is no such line,
is in the order of the seats, then the snail's.
"""

from bugbox.core.match import Match
from bugbox.core.pile import Pile
from bugbox.core.settings import Value, complete
from tests.toy import GAME, SETTINGS
from tests.toy.rules.turn import LeafLunch

SEED = 1


def contents(pile: Pile) -> list[int]:
    return [pile.cards[i] for i in range(pile.size)]


def census(position: LeafLunch) -> list[int]:
    """Every leaf, wherever it lies; what a seat has laid in secret is still in its hand."""
    laid = list(position.laid)[position.seats if position.is_secret() else 0 :]
    return [leaf for pile in position.piles for leaf in contents(pile)] + [leaf for leaf in laid if leaf]


def lunch(drawing: str, **settings: Value) -> Match:
    """A match whose table is as drawn; the leaves come from the deck, and what lay there before goes back to it."""
    lines = [line.split() for line in drawing.split("\n") if line.strip()]
    hands = [read(leaves) for kind, *leaves in lines if kind == "hand"]
    rest = {kind: read(leaves) for kind, *leaves in lines if kind != "hand"}
    given = {"snail": "snail" in rest, "rounds": max(2, len(hands[0])), **settings}
    match = Match(GAME, len(hands), SEED, complete(SETTINGS, given), ("Ann", "Bob", "Cleo")[: len(hands)])
    arrange(lunch_of(match), rest["twig"], rest.get("snail", []), hands)
    for who, eaten in enumerate(rest.get("eaten", [])):
        lunch_of(match).eaten[who] = eaten
    return match


def lunch_of(match: Match) -> LeafLunch:
    assert isinstance(match.position, LeafLunch)
    return match.position


def read(leaves: list[str]) -> list[int]:
    return [int(leaf) for leaf in leaves]


def arrange(position: LeafLunch, twig: list[int], snail: list[int], hands: list[list[int]]) -> None:
    for pile in (position.twig, *position.hands):
        position.deck.take_over(pile)
    for number, leaf in enumerate(snail, position.seats):
        position.deck.add(position.laid[number])
        position.laid[number] = take(position.deck, leaf)
    for pile, leaves in zip((position.twig, *position.hands), (twig, *hands), strict=True):
        for leaf in leaves:
            pile.add(take(position.deck, leaf))


def take(deck: Pile, leaf: int) -> int:
    deck.remove(leaf)
    return leaf


def play(match: Match, decisions: str) -> None:
    """`0 lay 4, 1 lay 2, 0 eat 5`."""
    for decision in decisions.split(", "):
        seat, _, option = decision.partition(" ")
        match.play(int(seat), option)

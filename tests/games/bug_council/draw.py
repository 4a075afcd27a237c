"""Councils as drawings, so that a test shows the table:

circle   Ants 2, Bees 4, Cockroaches 1, Mosquitos 0, Flies 3
chambers 2
Ann      ants 5, ants 7
Bob      bees 2, none
Emissary flies 3, ants 9

The circle is clockwise. Everybody has a line; who has `none` in it declared No Allegiance and has discarded. The first
line is of who leads, which can be the Emissary if there is one player. What is in no hand was put aside; hands may be
short, as near the end of a round.
"""

from collections.abc import Iterable

from bugbox.core.match import Match
from bugbox.core.settings import Value, complete
from bugbox.games.bug_council import GAME, SETTINGS
from bugbox.games.bug_council.rules import state
from bugbox.games.bug_council.rules.box import FACTIONS, HAND, NONE, TRICKS
from bugbox.games.bug_council.rules.state import cards_of
from bugbox.games.bug_council.rules.turn import BugCouncil

SEED = 1
NAMES = ("Ann", "Bob", "Cleo", "Dora", "Eve")
SUITS = [faction.lower() for faction in FACTIONS]


def census(position: BugCouncil) -> list[int]:
    """Every card, wherever it lies."""
    sets = [*position.hands, position.stock, position.open, position.gone]
    return [card for cards in sets for card in cards_of(cards)] + [card for card in position.discards if card != NONE]


def new(seats: int, seed: int = SEED, **settings: Value) -> Match:
    return Match(GAME, seats, seed, complete(SETTINGS, settings))


def council_of(match: Match) -> BugCouncil:
    assert isinstance(match.position, BugCouncil)
    return match.position


def card(text: str) -> int:
    """`ants 5`."""
    suit, value = text.split()
    return SUITS.index(suit) * 12 + int(value) - 1


def set_of(cards: Iterable[str]) -> int:
    return sum(1 << card(text) for text in cards)


def council(drawing: str, **settings: Value) -> Match:
    """A match in which the first trick of the drawn hands is to be led; with short hands it is a later one."""
    lines = dict(line.split(maxsplit=1) for line in map(str.strip, drawing.split("\n")) if line)
    given = {"start": "first", "deck": "to-12", **settings}
    seats = [name for name in lines if name in NAMES]
    match = Match(GAME, len(seats), SEED, complete(SETTINGS, given), NAMES[: len(seats)])
    position = council_of(match)
    arrange_circle(position, lines.get("circle", ""), int(lines.get("chambers", 0)))
    arrange_cards(position, [lines[name].split(", ") for name in NAMES[: len(seats)]], lines.get("Emissary", ""))
    position.leader = position.sender = NAMES.index(seats[0])
    if position.is_alone and list(lines).index("Emissary") < list(lines).index(seats[0]):
        position.leader = position.emissary
    position.start_trick()
    return match


def arrange_circle(position: BugCouncil, circle: str, chambers: int) -> None:
    tiles = [tile.split() for tile in circle.split(", ")] if circle else []
    for nth, (name, cubes) in enumerate(tiles):
        suit = FACTIONS.index(name)
        position.cubes[suit] = int(cubes)
        position.clockwise[suit] = FACTIONS.index(tiles[(nth + 1) % len(tiles)][0])
    position.chambers = chambers


def arrange_cards(position: BugCouncil, hands: list[list[str]], emissary: str) -> None:
    """Discards are high cards that nobody holds; all that is not drawn is put aside."""
    drawn = [[text for text in hand if text != "none"] for hand in hands]
    position.open = set_of(emissary.split(", ")) if emissary else 0
    rest = sum(1 << one for one in range(60)) - position.open - sum(map(set_of, drawn))
    for seat, hand in enumerate(drawn):
        position.hands[seat] = set_of(hand)
        if "none" in hands[seat]:
            position.unallied |= 1 << seat
            position.discards[seat] = max(cards_of(rest))
            rest -= 1 << position.discards[seat]
    longest = max(len(hand) + ("none" in hands[seat]) for seat, hand in enumerate(drawn))
    position.trick = int(TRICKS) - (longest - 1) if longest < HAND else 0
    position.stock = rest
    position.stage = state.SHOW


def play(match: Match, decisions: str) -> None:
    """`0 play ants 5, 1 visit bees`."""
    for decision in decisions.split(", "):
        seat, _, option = decision.partition(" ")
        match.play(int(seat), option)


def cubes_of(match: Match) -> dict[str, int]:
    """By faction, clockwise."""
    return {faction.suit.capitalize(): faction.cubes for faction in match.view(-1).circle}

"""Beetles as drawings, so that a test shows the board: position, act, position.

    left   3 2 . 1 . . . | . . .
    body   . (===> . . . | . . .
    right  3 2 1 . . . . | . . .

Legs are 1 front, 2 middle, 3 rear; the bar is the finish line; the number of cells is `segments`.
"""

from typing import NamedTuple

from bugbox.core.pile import Pile
from bugbox.core.settings import Value, complete
from bugbox.games.bug_race import GAME, SETTINGS
from bugbox.games.bug_race.rules.box import LEG_NAMES
from bugbox.games.bug_race.rules.turn import BugRace
from bugbox.games.bug_race.show.text import draw_track
from bugbox.games.bug_race.show.view import beetle

SEED = 1


def contents(pile: Pile) -> list[int]:
    """The cards of a pile, the top one last."""
    return [pile.cards[i] for i in range(pile.size)]


def census(position: BugRace) -> list[int]:
    """Every card, wherever it lies."""
    piles = [position.deck, position.discards, *position.packets]
    return [card for pile in piles for card in contents(pile)] + [card for card in position.kept if card]


class Drawn(NamedTuple):
    body: int
    legs: tuple[int, ...]  # slots of L1 L2 L3 R1 R2 R3
    segments: int


def card(text: str) -> int:
    """The card that words.card_text() writes as this text: `L1L3R2`."""
    legs = [text[i : i + 2] for i in range(0, len(text), 2)]
    if legs != sorted(set(legs)) or not set(legs) <= set(LEG_NAMES):
        raise ValueError(f"{text!r} is no card.")
    return sum(2 ** LEG_NAMES.index(leg) for leg in legs)


def cards(text: str) -> list[int]:
    """Cards with spaces between them."""
    return [card(word) for word in text.split()]


def tidy(drawing: str) -> str:
    """A drawing as drawn() gives it, however it is indented."""
    return "\n".join(line.strip() for line in drawing.strip().splitlines())


def read(drawing: str) -> Drawn:
    left, middle, right = (line.split(maxsplit=1)[1].replace("| ", "") for line in tidy(drawing).splitlines())
    found = Drawn(middle.index("(") // 2 + 1, slots(left) + slots(right), len(left.split()))
    if draw(found.body, found.legs, found.segments) != tidy(drawing):
        raise ValueError(f"Not a drawing of a beetle:\n{drawing}")
    return found


def slots(row: str) -> tuple[int, ...]:
    cells = row.split()
    return tuple(cells.index(leg) + 1 for leg in "123")


def draw(body: int, legs: tuple[int, ...], segments: int) -> str:
    return tidy(draw_track(body, legs, segments))


def race(*drawings: str, seats: int = 2, seed: int = SEED, **settings: Value) -> BugRace:
    """A race whose first cards are dealt, its beetles as drawn, seat by seat; the rest stand at the start."""
    beetles = [read(drawing) for drawing in drawings]
    for drawn_beetle in beetles:
        settings["segments"] = drawn_beetle.segments
    if len({drawn_beetle.segments for drawn_beetle in beetles}) > 1:
        raise ValueError("The tracks of a race are equally long.")
    position = GAME.start(max(seats, len(beetles)), complete(SETTINGS, settings), seed)
    assert isinstance(position, BugRace)
    for seat, drawn_beetle in enumerate(beetles):
        place(position, seat, drawn_beetle.body, drawn_beetle.legs)
    return position


def place(position: BugRace, seat: int, body: int, legs: tuple[int, ...]) -> None:
    position.beetles[seat].body = body
    for leg, slot in enumerate(legs):
        position.beetles[seat].legs[leg] = slot


def drawn(position: BugRace, seat: int = 0) -> str:
    shown = beetle(position, seat, position.beetles[seat])
    return draw(shown.body, shown.legs, position.segments)

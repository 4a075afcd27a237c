"""A race drawn as text: for the terminal, for tests and for screen readers."""

from collections.abc import Sequence
from functools import lru_cache

from bugbox.games.bug_race.rules.box import A_SIDE, BODY, LEG_NAMES
from bugbox.games.bug_race.show.views import Beetle, Hand, View

COLOURS = ((r"\b(?:[LR][123])+\b", "yellow"),)  # cards in a terminal


def draw(view: View, names: Sequence[str]) -> str:
    about = (f"Turn {view.turn}.", view.passing, f"{view.deck} cards in the deck.")
    parts = [" ".join(word for word in about if word)]
    for beetle in view.beetles:
        hand = view.hands.get(view.viewer)
        ahead = hand is not None and beetle.seat == view.viewer and bool(hand.laid)
        shown = hand.preview if hand and ahead else beetle
        after = ", after the cards you have chosen" if ahead else ""
        parts.append(f"{title(shown, names, view)}{after}\n{draw_track(shown.body, shown.legs, view.segments)}")
    parts += [draw_hand(hand, view, names[seat]) for seat, hand in view.hands.items()]
    return "\n\n".join(part for part in parts if part)


def title(beetle: Beetle, names: Sequence[str], view: View) -> str:
    name = "You" if beetle.seat == view.viewer else names[beetle.seat]
    if beetle.place is not None:
        return f"{name}: place {beetle.place}"
    return f"{name}: {beetle.to_go} to go{', choosing' if beetle.waiting else ''}"


@lru_cache(4096)
def draw_track(body: int, legs: tuple[int, ...], segments: int) -> str:
    """Three rows: left legs, body, right legs; the finish is the last three segments."""
    left, right = legs[:3], legs[3:]
    rows = [
        ("  left   ", [leg_at(left, slot) for slot in range(1, segments + 1)]),
        ("  body   ", [body_at(body, segment) for segment in range(1, segments + 1)]),
        ("  right  ", [leg_at(right, slot) for slot in range(1, segments + 1)]),
    ]
    return "\n".join(f"{label}{join(cells)}".rstrip() for label, cells in rows)


def join(cells: list[str]) -> str:
    """Cells side by side; a body has no gaps, the finish line stands before the last three."""
    line = ""
    for number, cell in enumerate(cells, 1):
        if number == len(cells) - BODY + 1:
            line += "| "
        line += cell + ("=" if cell in "(=" else " ")
    return line


def leg_at(legs: Sequence[int], slot: int) -> str:
    return str(legs.index(slot) + 1) if slot in legs else "."


def body_at(rear: int, segment: int) -> str:
    return {rear: "(", rear + 1: "=", rear + 2: ">"}.get(segment, ".")


def draw_hand(hand: Hand, view: View, name: str) -> str:
    whose = "Your" if view.viewer >= 0 else f"{name}'s"
    rows = []
    if hand.packet:
        rows.append((f"{whose} cards:", hand.packet))
    if hand.kept:
        rows.append((f"{whose} {'cards to play' if view.stage == 'play' else 'kept cards'}:", hand.kept))
    drawn = "\n\n".join(f"{label}\n{draw_cards(cards)}" for label, cards in rows)
    if hand.chosen:
        drawn += f"\nKeeping {hand.chosen}"
    if hand.laid:
        drawn += f"\nFor this turn: {', then '.join(hand.laid)}"
    return drawn


@lru_cache(4096)
def draw_cards(cards: tuple[str, ...]) -> str:
    """Each card as a small beetle, front up; `o` is a leg that moves."""
    lines = [[f"  {card}" for card in cards]]
    for row in range(3):
        left, right = LEG_NAMES[row], LEG_NAMES[row + A_SIDE]
        lines.append([f"  {mark(left in card)}-{'^#v'[row]}-{mark(right in card)}" for card in cards])
    return "\n".join("".join(cell.ljust(14) for cell in line).rstrip() for line in lines)


def mark(moves: bool) -> str:
    return "o" if moves else "."

"""The table as text, for the terminal, tests and screen readers."""

from collections.abc import Iterable, Sequence

from bugbox.core.english import count
from bugbox.games.bugs_on_rugs.rules.box import NAMES, PLURALS, RUGS
from bugbox.games.bugs_on_rugs.show.views import Copy, Player, View
from bugbox.games.bugs_on_rugs.show.words import POWERS, article, worth_text

# Terminal colours of cards, by bug.
INKS = ("magenta", "bright_yellow", "green", "red", "bright_magenta", "cyan", "blue", "bright_red", "bright_cyan")
COLOURS = tuple(
    (rf"\b(?:{name}|{plural})\b(?:\s+on\s+(?:{'|'.join(RUGS)})\b)?", ink)
    for name, plural, ink in zip(NAMES, PLURALS, INKS, strict=True)
)


def draw(view: View, names: Sequence[str]) -> str:
    parts = [headline(view, names)]
    if view.power and view.stage != "over":
        parts.append(f"Power: {view.power}. {POWERS[NAMES.index(view.power)]}")
    parts.append(f"Wall:  {row(view.wall)}")
    if view.stage not in ("group", "break", "over"):
        parts.append(f"Floor: {listed(view.floor)}")
    parts.append("\n".join(player_line(player, view, names) for player in view.players))
    for seat, cards in view.hands.items():
        whose = "Your hand" if seat == view.viewer else f"{names[seat]}'s hand"
        parts.append(f"{whose}: {listed(cards)}")
    if view.chosen:
        parts.append(f"You have chosen: {view.chosen}")
    if view.given:
        parts.append(f"You are swapping: {view.given}")
    if view.copies:
        parts.append("\n".join([f"{count(view.pairs, 'pair')} of Mosquitos:", *map(copy_line, view.copies)]))
    return "\n\n".join(parts)


def copy_line(copy: Copy) -> str:
    what = f"one counts as {article(copy.bug)}" if copy.bug else "as they are"
    return f"  {what}: {worth_text(copy.points, copy.ants)}"


def headline(view: View, names: Sequence[str]) -> str:
    start = "You start" if view.start == view.viewer else f"{names[view.start]} starts"
    until = (
        "the End card is out" if view.bugs_to_end is None else f"{count(view.bugs_to_end, 'bug')} until the End card"
    )
    last = " This is the last round." if view.final else ""
    gone = f" Out of the game: {listed(view.removed)}." if view.removed else ""
    return f"Round {view.round}. {start}. {count(view.deck, 'bug')} in the deck, {until}.{last}{gone}"


def row(cards: Sequence[str]) -> str:
    """List cards in order, numbered from the start of the Wall."""
    return ", ".join(f"{number} {card}" for number, card in enumerate(cards, 1)) or "empty"


def listed(cards: Iterable[str]) -> str:
    counted: dict[str, int] = {}
    for card in cards:
        counted[card] = counted.get(card, 0) + 1
    return ", ".join(f"{count} x {card}" if count > 1 else card for card, count in counted.items()) or "nothing"


def player_line(player: Player, view: View, names: Sequence[str]) -> str:
    name = "You" if player.seat == view.viewer else names[player.seat]
    line = f"{name}: {count(player.hand_size, 'bug')}"
    if player.points is not None:
        line = f"{name}: place {player.place}, {count(player.points, 'point')}"
    if player.pairs:
        line += f", Mosquitos as {', '.join(f'{count} {bug}' for bug, count in player.pairs)}"
    if player.waiting:
        line += ", choosing"
    if player.seat in view.seen:
        line += f"; seen: {listed(view.seen[player.seat])}"
    return line

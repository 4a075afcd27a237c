"""The garden as text, for the terminal, tests and screen readers.

`A@` is the head of player A, and `a1`, `a2` and so on are its body pieces from the head back; `*` is a flower and `!` a
wasp. Empty spaces are `:` on the edge and `.` elsewhere.
"""

from collections.abc import Sequence
from string import ascii_lowercase, ascii_uppercase

from bugbox.core.english import count
from bugbox.core.grid import INSIDE
from bugbox.games.caterpillar.rules.box import SIDE
from bugbox.games.caterpillar.rules.spaces import SPACE_NAMES
from bugbox.games.caterpillar.rules.walk import GARDEN
from bugbox.games.caterpillar.show.views import Player, View

OWNERS = ascii_uppercase  # as on the badges
INKS = ("bright_blue", "yellow", "green", "magenta")
PIECES = tuple((rf"\b{owner}@|\b{owner.lower()}[1-9]\b", ink) for owner, ink in zip(OWNERS, INKS, strict=False))
COLOURS = (*PIECES, (r"(?<= )\*(?= |$)", "bright_magenta"), (r"(?<= )!(?= |$)", "bright_red"))
KEY = "Key: A@ is the head of player A, and a1, a2, ... its body behind it; * is a flower, ! a wasp, and : the edge."

SET_UP_LINES = {
    "none": "Set-up: four flowers, and no wasps yet.",
    "printed": "Set-up: four more flowers around a nest of wasps, as printed.",
    "mirrored": "Set-up: four more flowers around a nest of wasps, the same from both sides.",
    "feast": "Set-up: four more flowers in the middle.",
    "hedges": "Set-up: rows of wasps on all four sides of the middle.",
    "nests": "Set-up: four more flowers near the edge, and wasps halfway to the middle.",
    "pinwheel": "Set-up: four more flowers, and wasps in a swirl around the middle.",
    "fort": "Set-up: four more flowers near the corners, and wasps in the middle.",
}
RULE_LINES = {
    "diagonal": "Alternative rule: the first step of a move may be diagonal.",
    "pushing": "Alternative rule: your head may push a wasp one space ahead if there is room, but not onto the edge.",
    "hungry": "Alternative rule: a bitten caterpillar loses two pieces instead of one.",
    "windy": "Alternative rule: after a 1 is rolled, all flowers drift one space with the wind.",
    "round": "Alternative rule: crawl out on one side of the garden and you come in on the opposite side.",
    "short": "Alternative rule: a shorter game, with three pieces to win instead of five.",
}


def draw(view: View, names: Sequence[str]) -> str:
    parts = [draw_garden(view), KEY, draw_house(view), draw_turn(view, names), draw_tiles(view)]
    parts.append(draw_players(view, names))
    return "\n\n".join(part for part in parts if part)


def draw_house(view: View) -> str:
    """Describe the set-up and house rule, if any."""
    lines = [SET_UP_LINES[view.set_up]] if view.set_up != "none" else []
    lines += [RULE_LINES[view.rule]] if view.rule != "printed" else []
    return "\n".join(lines)


def draw_garden(view: View) -> str:
    lying = dict.fromkeys(view.flowers, "*") | dict.fromkeys(view.wasps, "!")
    for player in view.players:
        lying |= {space: piece(player.seat, nth) for nth, space in enumerate(player.spaces)}
    lines = ["  " + "".join(f"{column:>3}" for column in range(1, SIDE + 1))]
    for row in range(SIDE):
        spaces = range(row * SIDE, (row + 1) * SIDE)
        drawn = [lying.get(SPACE_NAMES[space], "." if is_inside(space) else ":") for space in spaces]
        lines.append(f"{ascii_uppercase[row]} " + "".join(f"{one:>3}" for one in drawn))
    return "\n".join(lines)


def is_inside(space: int) -> bool:
    return GARDEN.edge_index[space] == INSIDE


def piece(seat: int, nth: int) -> str:
    return f"{OWNERS[seat]}@" if nth == 0 else f"{ascii_lowercase[seat]}{nth}"


def draw_turn(view: View, names: Sequence[str]) -> str:
    if view.stage == "over":
        return ""
    whose = "yours" if view.turn == view.viewer else f"{names[view.turn]}'s"
    told = [f"Turn {view.turns} is {whose}."]
    if view.rolled:
        to_go = f", {count(view.left, 'space')} to go" if view.left else ""
        told.append(f"The die shows a {view.rolled}{to_go}.")
    if view.wind:
        told.append(f"The next wind blows to the {view.wind}.")
    return " ".join(told)


def draw_tiles(view: View) -> str:
    left = f"{count(view.pairs, 'pair')} of flower tiles left." if view.pairs else "No flower tiles are left."
    tie = " It is a tie for longest: the first to pull ahead wins." if view.is_tied and view.stage != "over" else ""
    turned = f" Turned so far: {', '.join(view.turned)}." if view.turned else ""
    return f"{left}{tie}{turned}"


def draw_players(view: View, names: Sequence[str]) -> str:
    return "\n".join(player_line(player, view, names) for player in view.players)


def player_line(player: Player, view: View, names: Sequence[str]) -> str:
    name = "You" if player.seat == view.viewer else names[player.seat]
    told = [f"{player.length} long"]
    if player.place is not None:
        told.insert(0, f"place {player.place}")
    elif player.mat:
        told.append(f"{player.mat} more to win")
    told.append(count(player.wasps, "wasp") if player.wasps else "no wasps")
    if player.is_off:
        told.append("out of the garden")
    else:
        told.append(f"head on {player.spaces[0]}")
    if player.waiting:
        told.append("choosing")
    return f"{OWNERS[player.seat]} {name}: {', '.join(told)}"

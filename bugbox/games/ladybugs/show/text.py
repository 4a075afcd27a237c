"""The garden drawn as text: for the terminal, for tests and for screen readers.

A space shows the first letter of its bed's flower (`.` is meadow), then the tile on top as the letter of its owner and
its number, then `=` or `#` for two or three tiles on each other. `+` is a clover; where the spider sits, `@` is first.
"""

from collections.abc import Sequence
from string import ascii_lowercase, ascii_uppercase

from bugbox.core.english import count, join_names
from bugbox.games.ladybugs.rules.box import COLUMNS
from bugbox.games.ladybugs.show.free_placement import free_placement
from bugbox.games.ladybugs.show.view import Bed, Player, View

OWNERS = ascii_uppercase  # as on the badges
HEIGHTS = ("", "", "=", "#")
WIDTH = 5  # of a space
INKS = ("bright_blue", "yellow", "green", "magenta")
COLOURS = tuple((rf"(?<=[a-z.@]){owner}[1-6][=#]?", ink) for owner, ink in zip(OWNERS, INKS, strict=False))


def draw(view: View, names: Sequence[str]) -> str:
    parts = [draw_board(view), key(view), draw_beds(view), draw_players(view, names)]
    for seat, numbers in view.hands.items():
        whose = "Your" if seat == view.viewer else f"{names[seat]}'s"
        parts.append(f"{whose} tiles: {' and '.join(map(str, numbers)) or 'none'}")
    if view.chosen:
        parts.append(f"You have chosen the {view.chosen} for your start space.")
    return "\n\n".join(part for part in parts if part)


def draw_board(view: View) -> str:
    tiles = {stack.space: draw_tiles(stack.tiles) for stack in view.stacks}
    lines = ["   " + "".join(f" {letter}".ljust(WIDTH) for letter in ascii_lowercase[:COLUMNS]).rstrip()]
    for row in range(view.rows):
        number = view.rows - row
        spaces = [f"{letter}{number}" for letter in ascii_lowercase[:COLUMNS]]
        beds = view.garden[row * len(spaces) : (row + 1) * len(spaces)]
        drawn = [draw_space(view, bed, space, tiles.get(space, "")) for bed, space in zip(beds, spaces, strict=True)]
        lines.append(f"{number:2} {''.join(drawn)}".rstrip())
    return "\n".join(lines)


def draw_tiles(tiles: tuple[tuple[int, int], ...]) -> str:
    owner, number = tiles[-1]
    return f"{OWNERS[owner]}{number}{HEIGHTS[len(tiles)]}"


def draw_space(view: View, bed: int, space: str, tiles: str) -> str:
    ground = "@" if space == view.spider else letter_of(view.beds[bed - 1]) if bed else "."
    return f" {ground}{'+' if space in view.clovers else tiles}".ljust(WIDTH)


def letter_of(bed: Bed) -> str:
    return bed.flower[0]


def key(view: View) -> str:
    owners = [f"{OWNERS[player.seat]}4 is player {OWNERS[player.seat]}'s 4" for player in view.players[:1]]
    signs = [*owners, "= a stack of two"]
    if any(player.actions for player in view.players) or any(len(stack.tiles) == 3 for stack in view.stacks):
        signs.append("# a stack of three")
    if view.clovers:
        signs.append("+ clover")
    if view.spider:
        signs.append("@ spider")
    return f"Key: . meadow, a letter is a flower bed, {', '.join(signs)}."


def draw_beds(view: View) -> str:
    """Those with tiles, each with who would get what; then the others."""
    lines = [draw_bed(bed) for bed in view.beds if any(bed.dots)]
    empty = [f"{letter_of(bed)} {bed_name(bed)} ({bed.size})" for bed in view.beds if not any(bed.dots)]
    if lines:
        now = "" if view.stage == "over" else " if the game ended now"
        lines.insert(0, f"Beds, with dots and the points for them{now}:")
    if empty:
        lines.append(f"Empty beds: {', '.join(empty)}.")
    return "\n".join(lines)


def bed_name(bed: Bed) -> str:
    return f"{bed.flower}, the centre" if bed.is_centre else bed.flower


def draw_bed(bed: Bed) -> str:
    seats = sorted((seat for seat, dots in enumerate(bed.dots) if dots), key=lambda seat: -bed.dots[seat])
    shares = [f"{OWNERS[seat]} {count(bed.dots[seat], 'dot')}, {count(bed.points[seat], 'point')}" for seat in seats]
    return f"  {letter_of(bed)} {bed_name(bed)} ({bed.size}): {'; '.join(shares)}"


def draw_players(view: View, names: Sequence[str]) -> str:
    return "\n".join(player_line(player, view, names) for player in view.players)


def player_line(player: Player, view: View, names: Sequence[str]) -> str:
    name = "You" if player.seat == view.viewer else names[player.seat]
    told = [count(player.bed_points, "point") + " in the beds"]
    if player.points is not None:
        told = [f"place {player.place}", count(player.points, "point")]
    elif player.playing:
        told.append(f"{count(player.stack, 'tile')} to draw")
    else:
        told.append("out" if player.hand_size > 1 else "done")
    if player.start:
        free = f" (free placement {free_placement(view, player)})" if player.playing else ""
        told.append(f"start space {player.start}{free}")
    if player.actions:
        told.append(join_names(player.actions))
    if player.clovers:
        told.append(clovers_text(player, view))
    if player.gone:
        told.append(f"discarded or eaten: {' '.join(map(str, player.gone))}")
    if player.waiting:
        told.append("choosing")
    return f"{OWNERS[player.seat]} {name}: {', '.join(told)}"


def clovers_text(player: Player, view: View) -> str:
    """How many, and what they are worth if the viewer may know."""
    worth = f" worth {sum(view.luck[player.seat])}" if player.seat in view.luck else ""
    return f"{count(player.clovers, 'clover')}{worth}"

"""The free placement, read off a view: once a game a tile may go on its owner's start space without counting."""

from bugbox.games.ladybugs.show.view import Player, View

LEFT, USED, BLOCKED, LOST = "left", "used", "blocked", "lost"


def free_placement(view: View, player: Player) -> str:
    """Two tiles on the start space close it; with a spider in the garden it may open again (LB-R5, LB-R31, LB-R32)."""
    if not player.once:
        return USED
    if is_full(view, player):
        return BLOCKED if view.spider else LOST
    return BLOCKED if view.spider == player.start else LEFT


def is_full(view: View, player: Player) -> bool:
    return any(stack.space == player.start and len(stack.tiles) > 1 for stack in view.stacks)

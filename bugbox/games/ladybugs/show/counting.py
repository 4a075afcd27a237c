"""From which tiles a space can be counted to, read off a view: what a board lights up."""

from collections.abc import Collection
from functools import cache
from itertools import combinations
from string import ascii_lowercase

from bugbox.games.ladybugs.rules.box import ACTIONS
from bugbox.games.ladybugs.show.view import View

STAG, HOP, RHINO = ACTIONS
DIRECTIONS = ((0, 1), (1, 0), (0, -1), (-1, 0))


def counted_from(view: View, seat: int, space: str, spent: Collection[str] = ()) -> tuple[str, ...]:
    """The spaces of this seat's tiles from which it is counted to this one, with these action tiles."""
    taken = {stack.space for stack in view.stacks}
    own = [stack for stack in view.stacks if stack.tiles[-1][0] == seat and stack.space != space]
    near = RHINO in spent
    return tuple(
        stack.space
        for stack in own
        if any(leads(way, space, taken, spent) for way in ways(stack.space, stack.tiles[-1][1], near))
    )


def cheapest_way(view: View, seat: int, space: str) -> tuple[str, ...]:
    """The same with as few action tiles as are enough: for a tile that has just been placed."""
    for size in range(3):
        for spent in combinations((HOP, RHINO), size):
            found = counted_from(view, seat, space, spent)
            if found:
                return found
    return ()


def leads(way: tuple[str, ...], space: str, taken: Collection[str], spent: Collection[str]) -> bool:
    return way[-1] == space and (HOP in spent or not any(passed in taken for passed in way[:-1]))


@cache
def ways(space: str, dots: int, near: bool) -> tuple[tuple[str, ...], ...]:
    """The spaces that are counted through from a tile, in each direction, up to the target; near it with the Rhino."""
    column, row = ascii_lowercase.index(space[0]), int(space[1:])
    found = []
    for steps in (dots - 1, dots + 1) if near else (dots,):
        for across, up in DIRECTIONS:
            passed = [(column + across * step, row + up * step) for step in range(1, steps + 1)]
            if passed and passed[-1][0] >= 0 and passed[-1][1] > 0:
                found.append(tuple(f"{ascii_lowercase[one]}{two}" for one, two in passed))
    return tuple(found)

"""Re-joining: find free stretches of the edge that are long enough (CF-R25)."""

from librt.vecs import vec
from mypy_extensions import i64

from bugbox.core.bits import BIT
from bugbox.games.caterpillar.rules.box import EDGE
from bugbox.games.caterpillar.rules.state import REJOIN, Layout
from bugbox.games.caterpillar.rules.walk import EMPTY, GARDEN


def options_join(game: Layout, seat: i64, out: vec[i64]) -> i64:
    """List each free stretch with the head at either end; a head without a body has only one option per space."""
    length = game.crawlers[seat].length()
    room = room_for(game, length)
    count: i64 = 0
    for index in range(EDGE):
        if room & BIT[index]:
            out[count] = REJOIN + 2 * index
            count += 1
        if length > 1 and room & BIT[(index - length + 1 + EDGE) % EDGE]:
            out[count] = REJOIN + 2 * index + 1
            count += 1
    return count


def can_join(game: Layout, seat: i64) -> bool:
    return room_for(game, game.crawlers[seat].length()) != 0


def room_for(game: Layout, length: i64) -> i64:
    """Return the bit set of edge indices with `length` free spaces clockwise; flowers also block (CF-R26)."""
    free: i64 = 0
    for index in range(EDGE):
        space = GARDEN.edge[index]
        if game.ground[space] == EMPTY:
            free |= BIT[index]
    room = free
    for nth in range(1, length):
        free = (free >> 1) | (free & 1) << (EDGE - 1)  # rotate the edge by one space
        room &= free
    return room


def join(game: Layout, seat: i64, option: i64) -> None:
    place = option - REJOIN
    game.lay(seat, place // 2, place % 2 == 0)

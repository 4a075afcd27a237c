"""Where a caterpillar can re-join: free stretches of the edge that are long enough (CF-R25)."""

from librt.vecs import vec
from mypy_extensions import i64

from bugbox.core.bits import BIT
from bugbox.games.caterpillar.rules.box import EDGE
from bugbox.games.caterpillar.rules.state import REJOIN, Layout
from bugbox.games.caterpillar.rules.walk import EMPTY, GARDEN


def options_join(game: Layout, seat: i64, out: vec[i64]) -> i64:
    """Each free stretch with the head at either end; without a body both are the same."""
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
    """Bit set: where on the edge are so many spaces free, clockwise from there? Flowers are in the way too (CF-R26)."""
    free: i64 = 0
    for index in range(EDGE):
        space = GARDEN.edge[index]
        if game.ground[space] == EMPTY:
            free |= BIT[index]
    room = free
    for nth in range(1, length):
        free = (free >> 1) | (free & 1) << (EDGE - 1)  # the edge turned by one space
        room &= free
    return room


def join(game: Layout, seat: i64, option: i64) -> None:
    place = option - REJOIN
    game.lay(seat, place // 2, place % 2 == 0)

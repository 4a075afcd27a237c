"""Where a caterpillar can re-join: free stretches of the edge that are long enough (CF-R25)."""

from librt.vecs import vec
from mypy_extensions import i64

from bugbox.games.caterpillar.layout import REJOIN, Layout
from bugbox.games.caterpillar.parts import EDGE
from bugbox.games.caterpillar.walk import EMPTY, GARDEN


def options_join(game: Layout, seat: i64, out: vec[i64]) -> i64:
    """Each free stretch with the head at either end; without a body both are the same."""
    length = game.crawlers[seat].length()
    count: i64 = 0
    for index in range(EDGE):
        if has_room(game, index, length):
            out[count] = REJOIN + 2 * index
            count += 1
        if length > 1 and has_room(game, index - length + 1 + EDGE, length):
            out[count] = REJOIN + 2 * index + 1
            count += 1
    return count


def can_join(game: Layout, seat: i64) -> bool:
    length = game.crawlers[seat].length()
    index: i64 = 0
    while index < EDGE and not has_room(game, index, length):
        index += 1
    return index < EDGE


def has_room(game: Layout, first: i64, length: i64) -> bool:
    """Is the edge free from there on, clockwise? Flowers are in the way too (CF-R26)."""
    index = first
    while index < first + length and game.ground[GARDEN.edge[index % EDGE]] == EMPTY:
        index += 1
    return index == first + length


def join(game: Layout, seat: i64, option: i64) -> None:
    place = option - REJOIN
    game.lay(seat, place // 2, place % 2 == 0)

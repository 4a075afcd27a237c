"""New flowers, on the space named by tiles or the nearest free one, and the wind that moves flowers."""

from librt.vecs import vec
from mypy_extensions import i64

from bugbox.core.grid import DIRECTIONS, EAST, NO_SPACE, SOUTH
from bugbox.games.caterpillar.rules.box import SIDE, SPACES
from bugbox.games.caterpillar.rules.state import BLEW, PLANT, PLANTED, STEP, TURNED, Layout
from bugbox.games.caterpillar.rules.walk import EMPTY, FLOWER, GARDEN


def turn_tiles(game: Layout) -> None:
    """Turn the top pair (CF-M5); if several spaces are nearest, ask the player whose turn it is (CF-R18)."""
    game.pairs -= 1
    space = (game.letters.draw() - 1) * SIDE + game.numbers.draw() - 1
    game.turned.add(space + 1)
    game.reveal()
    game.tell(TURNED, space)
    game.beat()
    if game.ground[space] == EMPTY:
        plant(game, space, space)
        return
    found = game.found.spaces
    if nearest(game, space, found) == 1:
        plant(game, found[0], space)
    else:
        game.target = space
        game.ask(game.turn, PLANT)


def plant(game: Layout, space: i64, named: i64) -> None:
    game.ground[space] = FLOWER
    game.supply -= 1
    game.quiet = 0
    game.tell(PLANTED, space, named)


def options_plant(game: Layout, out: vec[i64]) -> i64:
    return nearest(game, game.target, out)


def nearest(game: Layout, target: i64, out: vec[i64]) -> i64:
    """List the nearest free spaces, ignoring obstacles and including the edge (CF-R18)."""
    row, column = target // SIDE, target % SIDE
    away: i64 = 0
    count: i64 = 0
    while count == 0:
        away += 1
        for down in range(-away, away + 1):
            across = away - max(down, -down)
            count = write_if_free(game, row + down, column - across, out, count)
            if across > 0:
                count = write_if_free(game, row + down, column + across, out, count)
    return count


def write_if_free(game: Layout, row: i64, column: i64, out: vec[i64], count: i64) -> i64:
    if row < 0 or row >= SIDE or column < 0 or column >= SIDE or game.ground[row * SIDE + column] != EMPTY:
        return count
    out[count] = STEP + row * SIDE + column
    return count + 1


def blow(game: Layout) -> None:
    """Move every flower one space, starting with the foremost, and turn the wind for the next gust (CF-H4)."""
    wind = game.wind
    drifted: i64 = 0
    for nth in range(SPACES):
        space = SPACES - 1 - nth if wind == EAST or wind == SOUTH else nth
        to = GARDEN.neighbour[space * DIRECTIONS + wind]
        if game.ground[space] == FLOWER and to != NO_SPACE and game.ground[to] == EMPTY:
            game.ground[space] = EMPTY
            game.ground[to] = FLOWER
            drifted += 1
    game.wind = (wind + 1) % DIRECTIONS
    game.tell(BLEW, wind, drifted)

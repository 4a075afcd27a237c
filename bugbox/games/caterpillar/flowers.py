"""New flowers: tiles are turned, and the flower goes to their space or to the nearest free one. And the wind."""

from librt.vecs import vec
from mypy_extensions import i64

from bugbox.core.grid import DIRECTIONS, EAST, NO_SPACE, SOUTH
from bugbox.games.caterpillar.layout import BLEW, PLANT, PLANTED, STEP, TURNED, Layout
from bugbox.games.caterpillar.parts import SIDE, SPACES
from bugbox.games.caterpillar.walk import EMPTY, FLOWER, GARDEN


def turn_tiles(game: Layout) -> None:
    """The topmost pair (CF-M5); where several spaces are nearest, whose turn it is chooses (CF-R18)."""
    game.pairs -= 1
    space = (game.letters.draw() - 1) * SIDE + game.numbers.draw() - 1
    game.turned.add(space + 1)
    game.revealed += 1
    game.tell(TURNED, space)
    game.beat()
    if game.ground[space] == EMPTY:
        plant(game, space, space)
        return
    near = distance_to_free(game, space)
    if count_free(game, space, near) == 1:
        plant(game, first_free(game, space, near), space)
    else:
        game.target = space
        game.ask(game.turn, PLANT)


def plant(game: Layout, space: i64, named: i64) -> None:
    game.ground[space] = FLOWER
    game.supply -= 1
    game.quiet = 0
    game.tell(PLANTED, space, named)
    game.beat()


def options_plant(game: Layout, out: vec[i64]) -> i64:
    near = distance_to_free(game, game.target)
    count: i64 = 0
    for space in range(SPACES):
        if game.ground[space] == EMPTY and GARDEN.distance(space, game.target) == near:
            out[count] = STEP + space
            count += 1
    return count


def distance_to_free(game: Layout, target: i64) -> i64:
    """In steps as caterpillars make them, whatever lies between; the edge is as good as any space."""
    near: i64 = SPACES
    for space in range(SPACES):
        if game.ground[space] == EMPTY:
            near = min(near, GARDEN.distance(space, target))
    return near


def count_free(game: Layout, target: i64, near: i64) -> i64:
    count: i64 = 0
    for space in range(SPACES):
        if game.ground[space] == EMPTY and GARDEN.distance(space, target) == near:
            count += 1
    return count


def first_free(game: Layout, target: i64, near: i64) -> i64:
    space: i64 = 0
    while game.ground[space] != EMPTY or GARDEN.distance(space, target) != near:
        space += 1
    return space


def blow(game: Layout) -> None:
    """Every flower drifts one space, the foremost first; the next gust comes from the next side (CF-H4)."""
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
    game.beat()

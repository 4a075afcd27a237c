"""The council: visits sow cubes round the circle (BC-F6), and recruits arrive after each round (BC-F8)."""

from librt.vecs import vec
from mypy_extensions import i64

from bugbox.core.bits import BIT, lowest
from bugbox.games.bug_council.rules.box import CUBES, NONE, SUIT_OF, SUITS
from bugbox.games.bug_council.rules.emissary import chosen_tile
from bugbox.games.bug_council.rules.state import (
    DECLINE,
    NO_VISIT,
    RECRUITED,
    SOWN,
    STAYED,
    VISITED,
    VISITS,
    Layout,
)


def options_visit(game: Layout, out: vec[i64]) -> i64:
    """Write the tiles that have cubes, and declining unless visits are compulsory (BC-R9)."""
    found: i64 = 0
    for suit in range(SUITS):
        if game.cubes[suit] > 0:
            out[found] = VISITS + suit
            found += 1
    assert found > 0  # BC-R10
    if not game.must_visit:
        out[found] = DECLINE
        found += 1
    return found


def visit(game: Layout, who: i64, suit: i64) -> None:
    """Sow a tile's cubes on the next four; a fifth stays home and any more go to the chambers (BC-R11, BC-R13)."""
    cubes = game.cubes[suit]
    game.sown = suit
    game.taken = cubes
    game.tell(VISITED, who, suit, cubes, game.temper + 1 if who == game.emissary else i64(0))
    game.beat()  # show the visit before any cube moves
    tile = suit
    for drop in range(cubes if cubes < SUITS else SUITS - 1):
        tile = game.clockwise[tile]
        game.cubes[suit] -= 1
        game.cubes[tile] += 1
        if game.telling:
            game.tell(SOWN, tile, game.cubes[tile])
            game.beat()
    if cubes >= SUITS:
        excess = cubes - SUITS
        game.cubes[suit] = 1
        game.chambers += excess
        game.tell(STAYED, suit, excess, game.chambers)
        game.beat()


def emissary_target(game: Layout, card: i64) -> i64:
    """Return the tile it must visit: that of the card it played or, if empty, of its other card (BC-R30)."""
    suit = SUIT_OF[card]
    if game.cubes[suit] == 0:
        suit = SUIT_OF[lowest(game.open)]
    return suit if game.cubes[suit] > 0 else NONE


def visit_of_emissary(game: Layout, card: i64) -> None:
    suit = chosen_tile(game) if game.is_alone else emissary_target(game, card)
    if suit >= 0:
        visit(game, game.emissary, suit)
    else:
        game.tell(NO_VISIT, 2 if game.is_alone else 1, game.temper)
        game.beat()


def cubes_in_play(game: Layout) -> i64:
    """Count the cubes on the tiles and in the chambers."""
    cubes = game.chambers
    for suit in range(SUITS):
        cubes += game.cubes[suit]
    return cubes


def recruit(game: Layout) -> None:
    """Add a cube to every faction except the strongest (BC-R20)."""
    most: i64 = 0
    for suit in range(SUITS):
        if game.cubes[suit] > most:
            most = game.cubes[suit]
    recruited: i64 = 0
    for suit in range(SUITS):
        if game.cubes[suit] < most:
            game.cubes[suit] += 1
            recruited |= BIT[suit]
    assert cubes_in_play(game) <= CUBES  # BC-M2
    game.tell(RECRUITED, recruited)
    game.beat()

"""Positions of Caterpillar Filler drawn as text, so that tests can show them: position, decision, position.

    F   .  a3  .   .
    G   .  a2  a1  A@
    H   .  .   *   !

Each line starts with the letter of its row, followed by its spaces from column 1. `A@` is the head of player A, `a1`
and so on are its body pieces from the head back, `*` is a flower, `!` a wasp, and `.` an empty space. Spaces that are
not drawn are empty; caterpillars that are not drawn are off the garden.
"""

from collections import Counter

from bugbox.core.game import OPEN
from bugbox.core.match import Match
from bugbox.core.settings import Value
from bugbox.games.caterpillar import GAME
from bugbox.games.caterpillar.rules.box import SIDE, TILES, TOKENS
from bugbox.games.caterpillar.rules.spaces import NAMES, SPACE_NAMES
from bugbox.games.caterpillar.rules.turn import CaterpillarFiller
from bugbox.games.caterpillar.rules.walk import CRAWLER, EMPTY, FLOWER, WASP

NAMES_OF_PLAYERS = ("Ann", "Bob", "Cem", "Dot")
OWNERS = "ABCD"
TOKEN = {"*": FLOWER, "!": WASP}
MEETING = """
    G  .   .   .   .   b1  b2
    H  a2  a1  A@  .   B@  b3
    """


def position_of(match: Match) -> CaterpillarFiller:
    assert isinstance(match.position, CaterpillarFiller)
    return match.position


def new(seats: int = 2, seed: int = 1, **settings: Value) -> Match:
    """Return a match with a regular start."""
    return Match(GAME, seats, seed, settings, NAMES_OF_PLAYERS[:seats])


def garden(
    drawing: str,
    seats: int = 2,
    turn: str = "A",
    roll: int = 4,
    wasps: str = "",
    tiles: str = "",
    pairs: int | None = None,
    mat: dict[str, int] | None = None,
    body: dict[str, int] | None = None,
    **settings: Value,
) -> Match:
    """Return the drawn match, with this player's turn; every roll is `roll`.

    `wasps` names the owners of wasps in hand, `tiles` the spaces of the next pairs; `body` is for players outside it.
    """
    match = Match(GAME, seats, 1, settings, NAMES_OF_PLAYERS[:seats])
    position = position_of(match)
    clear(position)
    draw_spaces(position, drawing)
    for owner in OWNERS[:seats]:
        crawler = position.crawlers[OWNERS.index(owner)]
        crawler.mat = (mat or {}).get(owner, 5)
        crawler.wasps = wasps.count(owner)
        if crawler.is_off:
            crawler.body = (body or {}).get(owner, 4)
    lay_tiles(position, tiles.split())
    position.pairs = position.pairs if pairs is None else pairs
    position.supply = int(TOKENS) - sum(1 for what in position.ground if what in TOKEN.values()) - len(wasps)
    set_die(match, roll)
    position.story.clear()
    position.beats.clear()
    match._dealt = 0
    begin(position, OWNERS.index(turn))
    return match


def set_die(match: Match, roll: int) -> None:
    """Set all faces of the die to this number."""
    die = position_of(match).die()
    for face in range(len(die)):
        die[face] = roll


def begin(position: CaterpillarFiller, seat: int) -> None:
    position.waiting = 0
    position.turn = position.right_of(seat)
    position.go_on()


def clear(position: CaterpillarFiller) -> None:
    """Empty the garden and turn all tiles face down."""
    for seat in range(position.seats):
        position.take_off(seat)
    for space in range(len(position.ground)):
        position.ground[space] = EMPTY
    while position.turned.size:
        space = position.turned.draw() - 1
        position.letters.add(space // int(SIDE) + 1)
        position.numbers.add(space % int(SIDE) + 1)
    position.pairs = position.letters.size
    position.turns = position.quiet = 0


def draw_spaces(position: CaterpillarFiller, drawing: str) -> None:
    bodies: dict[int, dict[int, int]] = {}
    for line in filter(None, map(str.strip, drawing.splitlines())):
        row, *cells = line.split()
        for column, cell in enumerate(cells, 1):
            space = NAMES.find(f"{row}{column}")
            if cell in TOKEN:
                position.ground[space] = TOKEN[cell]
            elif cell != ".":
                nth = 0 if cell[1:] == "@" else int(cell[1:])
                bodies.setdefault(OWNERS.index(cell[0].upper()), {})[nth] = space
    for seat, spaces in bodies.items():
        put(position, seat, [spaces[nth] for nth in range(len(spaces))])


def put(position: CaterpillarFiller, seat: int, spaces: list[int]) -> None:
    """Place a caterpillar on these spaces, head first."""
    crawler = position.crawlers[seat]
    crawler.is_off = False
    crawler.body = len(spaces) - 1
    for nth, space in enumerate(spaces):
        crawler.put(nth, space)
        position.ground[space] = CRAWLER + seat


def lay_tiles(position: CaterpillarFiller, named: list[str]) -> None:
    for name in reversed(named):
        row, column = divmod(NAMES.find(name), int(SIDE))
        for pile, tile in ((position.letters, row + 1), (position.numbers, column + 1)):
            pile.remove(tile)
            pile.add(tile)


def census(position: CaterpillarFiller) -> list[int]:
    """Return every tile, body piece and token, and check that the garden agrees with its caterpillars."""
    turned = [position.turned.cards[i] - 1 for i in range(position.turned.size)]
    letters = [position.letters.cards[i] for i in range(position.letters.size)]
    numbers = [position.numbers.cards[i] for i in range(position.numbers.size)]
    found = [100 + letter for letter in (*letters, *(space // int(SIDE) + 1 for space in turned))]
    found += [200 + number for number in (*numbers, *(space % int(SIDE) + 1 for space in turned))]
    lying = Counter(position.ground)
    tokens = position.supply + lying[FLOWER] + lying[WASP]
    for seat, crawler in enumerate(position.crawlers):
        found += [300 + seat] * (crawler.body + crawler.mat)
        tokens += crawler.wasps
        spaces = [] if crawler.is_off else [crawler.at(nth) for nth in range(crawler.length())]
        marked = [space for space, what in enumerate(position.ground) if what == CRAWLER + seat]
        assert marked == sorted(spaces), "a piece on every space, and every space has its piece"
    assert len(found) >= 2 * TILES
    assert tokens == TOKENS
    return [*found, tokens]


# --- Reading ---


def play(match: Match, *options: str) -> None:
    for option in options:
        match.play(match.to_act[0], option)


def offered(match: Match, verb: str) -> str:
    """Return the spaces of all options with this verb: `H5 I4`."""
    options = match.options(match.to_act[0]) if match.to_act else ()
    return " ".join(option.split(maxsplit=1)[1] for option in options if option.startswith(f"{verb} "))


def spaces(match: Match, owner: str = "A") -> str:
    """Return the spaces of a caterpillar from the head back: `H5 H4 G4`."""
    return " ".join(match.view(OPEN).players[OWNERS.index(owner)].spaces)


def length(match: Match, owner: str = "A") -> int:
    found: int = match.view(OPEN).players[OWNERS.index(owner)].length
    return found


def told(match: Match, viewer: int = -1) -> list[str]:
    return match.pov(viewer).news(0)


def named(space: int) -> str:
    return SPACE_NAMES[space]

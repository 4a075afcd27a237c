"""Gardens as drawings, so that a test shows the table: position, act, position.

    .    .    aB4    a
    .A2  .    .+3    .@

Each space begins with its ground: `.` is meadow, a letter a bed, `z` the bed in the centre. Then come the tiles that
lie there, from below, as the letter of their owner and their number; `+` is a clover and its worth, `@` the spider. The
last row is the lowest one, so its first space is a1; what is not drawn is meadow. A tile that is the lowest on its
owner's start space is the start tile. Hands are given as `A="4 5"`.
"""

import re
from collections import Counter
from typing import Any

from bugbox.core.game import OPEN
from bugbox.core.match import Match
from bugbox.core.pile import Pile
from bugbox.core.rng import Rng
from bugbox.core.settings import Value
from bugbox.games.ladybugs import GAME
from bugbox.games.ladybugs.rules.box import COLUMNS, NUMBERS
from bugbox.games.ladybugs.rules.state import PLAY, owner_of, tile_of
from bugbox.games.ladybugs.rules.turn import Ladybugs
from bugbox.games.ladybugs.show.words import SPACES
from bugbox.games.ladybugs.show.words import action_names as action_names
from tests.kit.tables import pick

NAMES = ("Ann", "Bob", "Cem", "Dot")
OWNERS = "ABCD"
CENTRE = "z"
SPACE = re.compile(r"(?P<ground>[.a-z])(?P<tiles>(?:[A-D][1-6])*)(?:\+(?P<clover>[123]))?(?P<spider>@?)")
MODULES = ("action_tiles", "clovers", "spider")


def position_of(match: Match) -> Ladybugs:
    assert isinstance(match.position, Ladybugs)
    return match.position


def new(seats: int = 2, seed: int = 1, **settings: Value) -> Match:
    """A match that is dealt as any other."""
    return Match(GAME, seats, seed, settings, NAMES[:seats])


def garden(
    drawing: str, seats: int = 2, turn: str = "A", settings: dict[str, Value] | None = None, **hands: str
) -> Match:
    """The match as it is drawn, with this player's turn; hands that are not given are 1 and 1."""
    match = Match(GAME, seats, 1, {**modules_in(drawing), **(settings or {})}, NAMES[:seats])
    position = position_of(match)
    begin(position)
    clear(position)
    for space, cell in spaces_of(drawing, position.rows):
        draw_space(position, space, cell)
    number_beds(position, drawing)
    for space, cell in spaces_of(drawing, position.rows):
        for owner, number in re.findall(r"([A-D])([1-6])", cell):
            take(position, OWNERS.index(owner), int(number))
            position.put(OWNERS.index(owner), int(number), space)
    for seat in range(seats):
        guard(position, seat)
        for number in hands.get(OWNERS[seat], "1 1").split():
            take(position, seat, int(number))
            position.hands[seat].sort_in(int(number))
    position.bar_spaces()
    position.story.clear()
    position.next_turn(position.right_of(OWNERS.index(turn)))
    return match


def modules_in(drawing: str) -> dict[str, Value]:
    return {"clovers": "+" in drawing, "spider": "@" in drawing}


def begin(position: Ladybugs) -> None:
    """Everybody has a start space, and it is time to play."""
    for seat in range(position.seats):
        corner = position.corner(2 * seat if position.seats == 2 else seat)
        position.start_space[seat] = position.marker(seat) if position.seats == 3 else corner
    position.stage = PLAY
    position.spider = -1


def clear(position: Ladybugs) -> None:
    """Nothing is on the board, and all tiles are in the stacks."""
    for row in (position.bed, position.bed_size, position.clover, position.chosen):
        for i in range(len(row)):
            row[i] = 0
    position.beds = position.centre = 0
    for seat in range(position.seats):
        position.stacks[seat].clear()
        position.hands[seat].clear()
        for number in range(1, int(NUMBERS) + 1):
            for _ in range(4):
                position.stacks[seat].add(number)
    position.clover_box.clear()
    if position.with_clovers:
        for worth in (1, 2, 3) * 4:
            position.clover_box.add(worth)


def spaces_of(drawing: str, rows: int) -> list[tuple[int, str]]:
    lines = [line.split() for line in drawing.strip().splitlines()]
    first = rows - len(lines)
    columns = int(COLUMNS)
    return [
        ((first + row) * columns + column, cell) for row, line in enumerate(lines) for column, cell in enumerate(line)
    ]


def draw_space(position: Ladybugs, space: int, cell: str) -> None:
    found = SPACE.fullmatch(cell)
    if not found:
        raise ValueError(f"{cell!r} is no space.")
    if found["clover"]:
        position.clover_box.remove(int(found["clover"]))
        position.clover[space] = int(found["clover"])
    if found["spider"]:
        position.spider = space


def number_beds(position: Ladybugs, drawing: str) -> None:
    numbers: dict[str, int] = {}
    for space, cell in spaces_of(drawing, position.rows):
        if cell[0] != ".":
            number = numbers.setdefault(cell[0], len(numbers) + 1)
            position.bed[space] = number
            position.bed_size[number] += 1
    position.beds, position.centre = len(numbers), numbers.get(CENTRE, 0)


def guard(position: Ladybugs, seat: int) -> None:
    lowest = position.tiles[position.start_space[seat] * 3]
    if not lowest or owner_of(lowest) != seat:
        position.guarded &= ~(1 << seat)


def take(position: Ladybugs, seat: int, number: int) -> None:
    position.stacks[seat].remove(number)


def census(position: Ladybugs) -> list[int]:
    """Every tile of every player, and every clover as 100 and its worth, wherever it lies."""
    found = [tile for tile in position.tiles if tile]
    for seat in range(position.seats):
        for pile in (position.stacks[seat], position.hands[seat]):
            found += [tile_of(seat, number) for number in contents(pile)]
        for number in range(1, int(NUMBERS) + 1):
            found += [tile_of(seat, number)] * position.gone[seat * int(NUMBERS + 1) + number]
    clovers = [worth for worth in position.clover if worth] + contents(position.clover_box)
    clovers += [worth for luck in position.luck for worth in contents(luck)]
    return found + [100 + worth for worth in clovers]


def contents(pile: Pile) -> list[int]:
    return [pile.cards[i] for i in range(pile.size)]


# --- Reading ---


def offered(match: Match, owner: str = "A") -> list[str]:
    return list(match.options(OWNERS.index(owner)))


def targets(match: Match, owner: str = "A", spent: str = "") -> str:
    """The spaces where the lower tile of the hand can be placed by spending exactly these action tiles."""
    number = min(match.view(OPEN).hands[OWNERS.index(owner)])
    ending = f" with {spent}" if spent else ""
    found = re.compile(rf"place {number} ([a-m]\d+){ending}")
    spaces = [hit[1] for option in offered(match, owner) if (hit := found.fullmatch(option))]
    return " ".join(sorted(spaces, key=lambda space: (space[0], int(space[1:]))))


def spider_moves(match: Match, owner: str = "A") -> list[str]:
    return [option for option in offered(match, owner) if option.startswith("spider ")]


def on_board(match: Match) -> dict[str, str]:
    """`{"e5": "A3B4"}`, from below."""
    return {
        stack.space: "".join(f"{OWNERS[owner]}{number}" for owner, number in stack.tiles)
        for stack in match.view(OPEN).stacks
    }


def play(match: Match, *decisions: str) -> None:
    """`A place 4 e5`."""
    for decision in decisions:
        owner, _, option = decision.partition(" ")
        match.play(OWNERS.index(owner), option)


def score(drawing: str, seats: int, settings: dict[str, Value] | None = None) -> Match:
    """The garden as it is drawn at the end of a game."""
    match = garden(drawing, seats, settings=settings)
    position_of(match).finish()
    return match


def bed_scores(match: Match) -> list[tuple[int, ...]]:
    return [bed.points for bed in match.view(OPEN).beds]


def space_number(match: Match, name: str) -> int:
    return SPACES[position_of(match).rows].find(name)


def tally(position: Any) -> Counter[int]:
    return Counter(census(position))


def play_to(match: Match, stage: str, dice: int = 1) -> None:
    """At random until this is decided, or to the end."""
    rng = Rng(dice, "test")
    while not match.over and match.view(OPEN).stage != stage:
        seat = match.to_act[rng.below(len(match.to_act))]
        match.play(seat, pick(match.options(seat), rng))

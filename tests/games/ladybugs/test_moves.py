"""Every option of Ladybugs is also found by a slow generator that reads the rules word by word from the table."""

import re
from collections.abc import Iterator
from itertools import combinations, product

import pytest

from bugbox.core.game import OPEN, WATCHER
from bugbox.core.position import options_of
from bugbox.core.rng import Rng
from bugbox.games.ladybugs import GAME
from bugbox.games.ladybugs.rules import state
from bugbox.games.ladybugs.rules.box import ACTIONS
from bugbox.games.ladybugs.rules.state import PLAY
from bugbox.games.ladybugs.rules.turn import Ladybugs
from bugbox.games.ladybugs.show.counting import cheapest_way, counted_from
from bugbox.games.ladybugs.show.view import Player, View, view
from bugbox.games.ladybugs.show.words import option_text
from tests.games.ladybugs.draw import MODULES, garden, new, position_of
from tests.kit.tables import Table, lowest, mixed_tables, pick

DIRECTIONS = ((0, 1), (1, 0), (0, -1), (-1, 0))
STAG, GRASSHOPPER, RHINO = ACTIONS

Space = tuple[int, int]  # column and row, from 1


def number(space: str) -> Space:
    return "abcdefghijklm".index(space[0]) + 1, int(space[1:])


def name(space: Space) -> str:
    return f"{'abcdefghijklm'[space[0] - 1]}{space[1]}"


class Slow:
    """What a player may do, from what lies on the table (LB-F6, LB-F9, LB-F11)."""

    def __init__(self, table: View, seat: int) -> None:
        self.table, self.seat = table, seat
        self.me: Player = table.players[seat]
        self.stacks = {number(stack.space): stack.tiles for stack in table.stacks}
        self.spider = number(table.spider) if table.spider else None
        self.foreign = {number(player.start or "") for player in table.players if player.seat != seat and player.safe}

    def options(self) -> set[str]:
        return {*self.places(), *self.home(), *self.spider_moves()}

    def hand(self) -> tuple[int, ...]:
        return self.table.hands[self.seat]

    def is_on_board(self, space: Space) -> bool:
        return 1 <= space[0] <= 13 and 1 <= space[1] <= self.table.rows

    def is_target(self, space: Space, spent: frozenset[str]) -> bool:
        height = len(self.stacks.get(space, ()))
        fits = height == 2 if STAG in spent else height < 2
        return fits and self.is_on_board(space) and space != self.spider and space not in self.foreign

    def counted(self, spent: frozenset[str]) -> Iterator[Space]:
        """All that is reached from some tile on top by spending exactly these action tiles."""
        for (column, row), tiles in self.stacks.items():
            owner, dots = tiles[-1]
            if owner == self.seat:
                for steps, (across, up) in product((dots - 1, dots + 1) if RHINO in spent else (dots,), DIRECTIONS):
                    way = [(column + across * step, row + up * step) for step in range(1, steps + 1)]
                    is_free = not any(space in self.stacks for space in way[:-1])
                    if way and (is_free or GRASSHOPPER in spent):
                        yield way[-1]

    def reached(self) -> dict[Space, list[frozenset[str]]]:
        """By which sets of action tiles each space is reached, none of them larger than another one that is enough."""
        found: dict[Space, list[frozenset[str]]] = {}
        for size in range(len(self.me.actions) + 1):
            for spent in map(frozenset, combinations(self.me.actions, size)):
                for space in set(self.counted(spent)):
                    ways = found.setdefault(space, [])
                    if self.is_target(space, spent) and not any(less < spent for less in ways):
                        ways.append(spent)
        return found

    def places(self) -> Iterator[str]:
        for space, ways in self.reached().items():
            for spent, tile in product(ways, self.hand()):
                names = ", ".join(action for action in ACTIONS if action in spent)
                yield f"place {tile} {name(space)}{f' with {names}' if names else ''}"

    def home(self) -> Iterator[str]:
        """LB-R5, LB-R32, LB-R52."""
        home = number(self.me.start or "")
        by_counting = frozenset[str]() in self.reached().get(home, [])
        if self.me.once and self.is_target(home, frozenset()) and not by_counting:
            yield from (f"start {tile}" for tile in self.hand())

    def spider_moves(self) -> Iterator[str]:
        if self.spider:
            for tile, (across, up) in product(self.hand(), DIRECTIONS):
                space = self.spider[0] + across * tile, self.spider[1] + up * tile
                if self.is_on_board(space):
                    yield f"spider {tile} {name(space)}"


def check(position: Ladybugs, seat: int) -> None:
    fast = [option_text(position, seat, option) for option in options_of(position, seat)]
    assert sorted(fast) == sorted(Slow(view(position, OPEN), seat).options())


def play_and_check(table: Table, dice: int) -> int:
    position, rng, checked = table.start(), Rng(dice, "moves"), 0
    assert isinstance(position, Ladybugs)
    while waiting := position.to_act():
        seat = lowest(waiting)
        if position.stage == PLAY:
            check(position, seat)
            checked += 1
        options = options_of(position, seat)
        position.act(seat, options[rng.below(len(options))])
    check_the_end(position)
    return checked


def check_the_end(position: Ladybugs) -> None:
    table = view(position, OPEN)
    for player in table.players:
        assert not player.playing
        assert player.hand_size == 1 or not table.spider, "with the spider nobody is out (LB-R8)"
        assert player.stack == 0 or player.hand_size == 2, "whoever stops early was out"


@pytest.mark.parametrize("dice", range(12))
def test_the_slow_generator_finds_the_same_options(dice: int) -> None:
    """LB-F6, LB-F9, LB-F11, LB-R1 to LB-R9, LB-R17 to LB-R24, LB-R28, LB-R29, LB-R31 to LB-R33, LB-R36, LB-R52."""
    assert sum(play_and_check(table, dice) for table in mixed_tables(GAME, dice)) > 120


@pytest.mark.slow
@pytest.mark.thorough
@pytest.mark.parametrize("dice", range(12, 100))
def test_the_slow_generator_finds_the_same_options_at_many_more_tables(dice: int) -> None:
    assert sum(play_and_check(table, dice) for table in mixed_tables(GAME, dice)) > 120


@pytest.mark.parametrize("nth", range(10))
def test_it_finds_the_same_where_tiles_were_thrown_down_at_random(nth: int) -> None:
    """Stacks, blocked ways and used action tiles of every kind, which random play seldom brings about."""
    for seed in range(30 * nth, 30 * nth + 30):
        throw_and_check(seed)


def throw_and_check(seed: int) -> None:
    rng = Rng(seed, "thrown")
    settings = {module: bool(rng.below(2)) for module in MODULES}
    match = new(2 + seed % 3, seed)
    rows = match.view(OPEN).rows
    drawn = garden("\n".join([". " * 13] * rows), 2 + seed % 3, settings={**settings, "clovers": False})
    position = position_of(drawn)
    for seat in range(position.seats):
        for _ in range(1 + rng.below(18)):
            throw(position, seat, rng)
        position.actions[seat] = rng.below(8) if settings["action_tiles"] else 0
        if rng.below(2):
            position.once &= ~(1 << seat)
    position.guarded = rng.below(1 << position.seats)
    position.spider = rng.below(13 * rows) if settings["spider"] else -1
    position.bar_spaces()
    for seat in range(position.seats):
        check(position, seat)
        assert position.can_play(seat) == bool(options_of_seat(position, seat))


def throw(position: Ladybugs, seat: int, rng: Rng) -> None:
    """Near the middle, so that tiles meet."""
    space = (position.rows // 2 - 3 + rng.below(6)) * 13 + rng.below(9)
    if position.height[space] < 3:
        dots = 1 + rng.below(4)
        if dots in [position.stacks[seat].cards[i] for i in range(position.stacks[seat].size)]:
            position.stacks[seat].remove(dots)
            position.put(seat, dots, space)


def options_of_seat(position: Ladybugs, seat: int) -> list[int]:
    position.ask(seat, state.PLAY)
    return options_of(position, seat)


# --- What a board lights up ---


@pytest.mark.parametrize("table", mixed_tables(GAME, 3), ids=str)
def test_a_board_can_show_from_where_each_space_is_counted_to(table: Table) -> None:
    position, rng, spent_some = table.start(), Rng(5, "moves"), 0
    assert isinstance(position, Ladybugs)
    while waiting := position.to_act():
        seat, options = lowest(waiting), options_of(position, lowest(waiting))
        seen = view(position, seat)
        for option in options:
            verb, *words = option_text(position, seat, option).split(" ", 3)
            if verb == "place":
                spent = words[2].removeprefix("with ").split(", ") if words[2:] else []
                found = counted_from(seen, seat, words[1], spent)
                assert found
                assert all(tiles_at(seen, space)[-1][0] == seat for space in found)
                spent_some += bool(spent)
        position.act(seat, options[rng.below(len(options))])
    assert spent_some or not table.settings["action_tiles"]


def tiles_at(seen: View, space: str) -> tuple[tuple[int, int], ...]:
    return next(stack.tiles for stack in seen.stacks if stack.space == space)


def test_of_a_tile_that_was_just_placed_a_board_can_show_from_where() -> None:
    match, rng, told = new(3, 9, action_tiles=True), Rng(9, "test"), 0
    while not match.over:
        seat = match.to_act[0]
        match.play(seat, pick(match.options(seat), rng))
        for until, beat in match.position.beats:
            placed = re.fullmatch(
                r".* on (\w+), counting from (\w+)( and .*)?\.", match.pov(WATCHER).news(0, until)[-1]
            )
            if placed:
                assert placed[2] in cheapest_way(match.at(beat).view(WATCHER), seat, placed[1])
                told += 1
    assert told > 50


def test_it_is_counted_in_a_straight_line_over_free_spaces() -> None:
    seen = garden(". .A3 . .B1 . .A1 .A3", A="2 2").view(0)
    assert counted_from(seen, 0, "e1") == ("f1",)
    assert counted_from(seen, 0, "e1", [GRASSHOPPER]) == ("b1", "f1")
    assert counted_from(seen, 0, "d1") == ()
    assert counted_from(seen, 0, "d1", [RHINO]) == ("b1", "f1")
    assert counted_from(seen, 1, "e1") == ("d1",)
    assert cheapest_way(seen, 0, "d1") == ("g1",)

"""Compare the options for steps, wasps, re-joining and flowers with those of a simple reference search."""

from collections.abc import Iterator

import pytest

from bugbox.core.position import options_of
from bugbox.core.rng import Rng
from bugbox.core.settings import complete
from bugbox.games.caterpillar import GAME
from bugbox.games.caterpillar.rules.box import RULES, SET_UPS
from bugbox.games.caterpillar.rules.state import JOIN, MOVE, OVER, PLANT, PUT_WASP, REJOIN, WASPING
from bugbox.games.caterpillar.rules.turn import CaterpillarFiller
from bugbox.games.caterpillar.rules.walk import EMPTY, FLOWER, WASP
from bugbox.interpreted import is_compiled
from tests.games.caterpillar.draw import clear, put

every_rule = pytest.mark.parametrize("rule", RULES)

Spot = tuple[int, int]  # row and column
STRAIGHT = ((-1, 0), (0, 1), (1, 0), (0, -1))
EDGE = [*range(16), *range(31, 256, 16), *range(254, 239, -1), *range(224, 0, -16)]
SLANTED = ((-1, 1), (1, 1), (1, -1), (-1, -1))


class Plain:
    """A reference implementation: the garden as sets of spots, and one caterpillar as a list, head first."""

    def __init__(self, position: CaterpillarFiller, seat: int) -> None:
        self.rule = RULES[position.rule]
        self.body = [spot(space) for space in spaces_of(position, seat)]
        self.wasps = {spot(space) for space, what in enumerate(position.ground) if what == WASP}
        self.flowers = {spot(space) for space, what in enumerate(position.ground) if what == FLOWER}
        self.others = {
            spot(space) for other in range(position.seats) if other != seat for space in spaces_of(position, other)
        }

    def first_steps(self, steps: int, is_first: bool) -> set[Spot]:
        """Return the steps after which the rest can be walked."""
        found = {}
        for to, body, wasps in self.steps(self.body, frozenset(self.wasps), is_first):
            found[to] = self.is_bite(to) or self.can_walk(body, wasps, steps - 1)
        return {to for to, leads_on in found.items() if leads_on}

    def can_walk(self, body: list[Spot], wasps: frozenset[Spot], steps: int) -> bool:
        return steps == 0 or any(
            self.is_bite(to) or self.can_walk(after, pushed, steps - 1)
            for to, after, pushed in self.steps(body, wasps, False)
        )

    def is_bite(self, to: Spot) -> bool:
        return to in self.flowers or to in self.others

    def steps(
        self, body: list[Spot], wasps: frozenset[Spot], is_first: bool
    ) -> Iterator[tuple[Spot, list[Spot], frozenset[Spot]]]:
        ways = (*STRAIGHT, *SLANTED) if is_first and self.rule == "diagonal" else STRAIGHT
        for down, across in ways:
            row, column = body[0][0] + down, body[0][1] + across
            to = (row % 16, column % 16) if self.rule == "round" else (row, column)
            if not is_inside(to) or to in body:
                continue
            after = [to, *body[:-1]]
            if to not in wasps:
                yield to, after, wasps
                continue
            beyond = (row + down, column + across)
            taken = self.flowers | self.others | wasps | set(body)
            if self.rule == "pushing" and not is_edge(beyond) and beyond not in taken:
                yield to, after, wasps - {to} | {beyond}

    def free(self) -> set[Spot]:
        every = {(row, column) for row in range(16) for column in range(16)}
        return every - self.flowers - self.others - self.wasps - set(self.body)

    def wasp_spaces(self, steps: int | None) -> set[Spot]:
        """Return the free spaces off the edge where a wasp wouldn't make the caterpillar's own walk impossible."""
        found = {to for to in self.free() if not is_edge(to)}
        if steps is None:
            return found
        return {to for to in found if self.with_wasp(to, steps)}

    def with_wasp(self, to: Spot, steps: int) -> bool:
        self.wasps.add(to)
        walkable = bool(self.first_steps(steps, True))
        self.wasps.remove(to)
        return walkable

    def nearest(self, target: Spot) -> set[Spot]:
        away = {to: abs(to[0] - target[0]) + abs(to[1] - target[1]) for to in self.free()}
        return {to for to, steps in away.items() if steps == min(away.values())}

    def stretches(self, length: int) -> set[tuple[Spot, str]]:
        ring = [spot(space) for space in EDGE]
        found = set()
        for index, head in enumerate(ring):
            for side, step in (("clockwise", 1), ("anticlockwise", -1)):
                line = {ring[(index + step * nth) % 60] for nth in range(length)}
                if line <= self.free() and not (length == 1 and side == "anticlockwise"):
                    found.add((head, side))
        return found


def spot(space: int) -> Spot:
    return space // 16, space % 16


def is_inside(to: Spot) -> bool:
    return 0 <= to[0] < 16 and 0 <= to[1] < 16


def is_edge(to: Spot) -> bool:
    return to[0] in (0, 15) or to[1] in (0, 15)


def spaces_of(position: CaterpillarFiller, seat: int) -> list[int]:
    crawler = position.crawlers[seat]
    return [] if crawler.is_off else [crawler.at(nth) for nth in range(crawler.length())]


def check(position: CaterpillarFiller) -> None:
    """Check all options of the player whose turn it is, at any stage."""
    seat = position.turn
    plain, options = Plain(position, seat), options_of(position, seat)
    may_sting = position.crawlers[seat].wasps > 0 and not position.has_stung
    stings = {spot(option - int(PUT_WASP)) for option in options if PUT_WASP <= option < PUT_WASP + 256}
    steps = {spot(option) for option in options if option < PUT_WASP}
    if position.stage == MOVE:
        is_first = position.left == position.rolled
        assert steps == plain.first_steps(position.left, is_first)
        assert stings == (plain.wasp_spaces(position.left) if is_first and may_sting else set())
    elif position.stage == WASPING:
        assert may_sting
        assert (steps, stings) == (set(), plain.wasp_spaces(None))
    elif position.stage == PLANT:
        assert (steps, stings) == (plain.nearest(spot(position.target)), set())
        assert len(steps) > 1
    else:
        sides = ("clockwise", "anticlockwise")
        places = [divmod(option - int(REJOIN), 2) for option in options]
        ring = [spot(space) for space in EDGE]
        length = position.crawlers[seat].length()
        assert {(ring[index], sides[side]) for index, side in places} == plain.stretches(length)
        assert position.stage == JOIN


# --- Random positions with tight corners and wasps ---


def tight(position: CaterpillarFiller, rng: Rng) -> None:
    """Set up a crooked caterpillar among many wasps, some flowers, and another caterpillar."""
    clear(position)
    crowd = 20 + rng.below(60)  # per cent of spaces
    for seat in range(2):
        put(position, seat, crooked(position, rng))
    for space in range(256):
        if position.ground[space] == EMPTY and rng.below(100) < crowd:
            position.ground[space] = FLOWER if rng.below(12) == 0 or is_edge(spot(space)) else WASP
        if position.ground[space] == FLOWER and rng.below(3):
            position.ground[space] = EMPTY
    position.crawlers[0].wasps = 1 if rng.below(5) == 0 else 0
    position.has_stung = False
    position.waiting, position.stage, position.turn = 1, MOVE, 0
    position.rolled = position.left = 1 + rng.below(6)
    if rng.below(3) == 0:
        position.rolled += 1  # in the middle of a move


def crooked(position: CaterpillarFiller, rng: Rng) -> list[int]:
    """Return a random path of free spaces, starting near a corner half of the time."""
    start = (0, 15, 240, 255, 17, 238)[rng.below(6)] if rng.below(2) else rng.below(256)
    found = [start] if position.ground[start] == EMPTY else [next(s for s in range(256) if not position.ground[s])]
    for _ in range(rng.below(9)):
        row, column = spot(found[-1])
        beside = [(row + down, column + across) for down, across in STRAIGHT]
        free = [r * 16 + c for r, c in beside if is_inside((r, c)) and not position.ground[r * 16 + c]]
        free = [space for space in free if space not in found]
        if not free:
            break
        found.append(free[rng.below(len(free))])
    return found


def check_tight(rule: str, many: int, seed: int) -> None:
    position = GAME.start(2, complete(GAME.settings, {"rule": rule}), 1)
    assert isinstance(position, CaterpillarFiller)
    rng = Rng(seed, f"tight {rule}")
    walkable = 0
    for _ in range(many):
        tight(position, rng)
        before = list(position.ground)
        can = position.can_walk(0)
        assert can == bool(Plain(position, 0).first_steps(position.left, position.left == position.rolled))
        if can:  # otherwise there is no decision
            check(position)
        assert list(position.ground) == before, "what was tried out is taken back"
        assert not any(position.walk.leaves)
        walkable += can
    assert 0 < walkable < many, "tight, but not too tight"


@every_rule
def test_steps_and_wasps_are_those_of_a_plain_search(rule: str) -> None:
    """CF-R1 to CF-R6, CF-R12, CF-R41, CF-R42, CF-H1, CF-H2, CF-H5."""
    check_tight(rule, 150 if is_compiled() else 40, seed=1)


@pytest.mark.slow
@pytest.mark.thorough
@every_rule
def test_steps_and_wasps_are_those_of_a_plain_search_in_thousands_of_positions(rule: str) -> None:
    check_tight(rule, 4000, seed=2)


def check_match(seats: int, rule: str, set_up: str, seed: int) -> None:
    position = GAME.start(seats, complete(GAME.settings, {"rule": rule, "set_up": set_up}), seed)
    assert isinstance(position, CaterpillarFiller)
    rng = Rng(seed, "plain")
    while position.stage != OVER:
        if position.crawlers[position.turn].wasps == 0 or position.stage != MOVE or rng.below(6) == 0:
            check(position)
        options = options_of(position, position.turn)
        steps = [option for option in options if option < PUT_WASP]
        chosen = steps if steps and rng.below(2) else options
        position.act(position.turn, chosen[rng.below(len(chosen))])


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_all_options_of_whole_matches_are_those_of_a_plain_search(seats: int) -> None:
    """CF-R18, CF-R25 to CF-R28, and all of the above."""
    check_match(seats, "printed", "printed", seed=1)


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("set_up", SET_UPS)
@every_rule
def test_so_they_are_with_every_rule_and_set_up(rule: str, set_up: str, seats: int) -> None:
    check_match(seats, rule, set_up, seed=2)

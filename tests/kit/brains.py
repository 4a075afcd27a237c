"""Helpers for the tests of brains: what a brain returns for a position, and checks that every brain must pass."""

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from bugbox.bots.greedy import Greedy
from bugbox.bots.policy import Glance
from bugbox.core.game import Game
from bugbox.core.position import MOST_OPTIONS, Position, options_of
from bugbox.core.rng import Rng
from bugbox.core.rows import zeros
from tests.kit.tables import Table, lowest, state

LOOK = 4  # check one decision in this many: some matches have hundreds


def weights(game: Game, position: Position, seat: int = 0) -> dict[str, int]:
    """Return how often a sensible player would take each option."""
    options, found = zeros(MOST_OPTIONS), zeros(MOST_OPTIONS)
    count = position.options(seat, options)
    game.brain(position.variant).prefer(position, seat, options, count, found)
    return {game.words.option_text(position, seat, options[i]): found[i] for i in range(count)}


def hopes(game: Game, position: Position) -> list[float]:
    found = vec[float]([0.0] * 8)
    game.brain(position.variant).expect(position, found)
    return [found[who] for who in range(position.ranked)]


def values(game: Game, position: Position) -> list[float]:
    found = vec[float]([0.0] * 5)
    game.brain(position.variant).value(position, found)
    return [found[seat] for seat in range(position.seats)]


def greedy(game: Game, position: Position, seat: int = 0) -> str:
    looking = Greedy(position, seat, Rng(1), game.brain(position.variant))
    looking.think(8)
    return game.words.option_text(position, seat, looking.best())


def check_whole_match(table: Table) -> None:
    """Check along a random match: options have weights, values are shares, terms add up, nothing is modified."""
    position = table.start()
    brain = table.game.brain(position.variant)
    rng, glance = Rng(table.seed, "brain"), Glance(brain)
    found, judged = zeros(MOST_OPTIONS), vec[float]([0.0] * 5)
    while position.waiting:
        seat = lowest(position.waiting)
        options = options_of(position, seat)
        if rng.below(LOOK) == 0:
            before = state(position)
            brain.prefer(position, seat, row(options), len(options), found)
            assert all(found[i] >= 1 for i in range(len(options)))
            assert glance.option(position, seat, rng) in options
            brain.value(position, judged)
            check_shares([judged[other] for other in range(position.seats)], position)
            check_terms(table.game, position)
            assert state(position) == before
        position.act(seat, options[rng.below(len(options))])
    brain.value(position, judged)
    check_end([judged[seat] for seat in range(position.seats)], position)
    check_terms(table.game, position)


def check_terms(game: Game, position: Position) -> None:
    """Check that terms have names and add up to the expectation, for everyone ranked."""
    brain = game.brain(position.variant)
    for who, hope in enumerate(hopes(game, position)):
        found = brain.terms(position, who)
        assert sum(points for _, points in found) == pytest.approx(hope, abs=1e-6)
        assert all(name for name, _ in found)


def row(numbers: list[int]) -> vec[i64]:
    found = zeros(MOST_OPTIONS)
    for i, number in enumerate(numbers):
        found[i] = number
    return found


def check_shares(shares: list[float], position: Position) -> None:
    """Check that shares are in range and, without rivals, add up to half the number of seats."""
    assert all(0 <= share <= 1 for share in shares)
    if 1 < position.ranked == position.seats:
        assert abs(sum(shares) - position.seats / 2) < 1e-9


def check_end(shares: list[float], position: Position) -> None:
    """Check that at the end a better place is worth more."""
    for a in range(position.seats):
        for b in range(position.seats):
            if position.points(a) > position.points(b) and position.is_ahead(a, b):
                assert shares[a] > shares[b]

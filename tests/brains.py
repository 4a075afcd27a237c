"""What the tests of brains share: what a brain says of a position, and what every brain must keep to."""

from librt.vecs import vec
from mypy_extensions import i64

from bugbox.bots.greedy import Greedy
from bugbox.core.game import Game
from bugbox.core.position import MOST_OPTIONS, Position, options_of
from bugbox.core.rng import Rng
from bugbox.core.rows import zeros
from tests.kit import Table, every_table, lowest, state


def weights(game: Game, position: Position, seat: int = 0) -> dict[str, int]:
    """How often a sensible player would take each option."""
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


def tables_of(game: Game) -> list[Table]:
    """All seat counts and settings."""
    return [table for table in every_table() if table.game is game]


def check_whole_match(table: Table) -> None:
    """Along a random match: every option has a weight, values are shares, and nothing is changed by looking."""
    position = table.start()
    brain = table.game.brain(position.variant)
    rng = Rng(table.seed, "brain")
    found, judged = zeros(MOST_OPTIONS), vec[float]([0.0] * 5)
    while position.waiting:
        seat = lowest(position.waiting)
        options = options_of(position, seat)
        before = state(position)
        brain.prefer(position, seat, row(options), len(options), found)
        brain.value(position, judged)
        assert state(position) == before
        assert all(found[i] >= 1 for i in range(len(options)))
        check_shares([judged[other] for other in range(position.seats)], position)
        position.act(seat, options[rng.below(len(options))])
    brain.value(position, judged)
    check_end([judged[seat] for seat in range(position.seats)], position)


def row(numbers: list[int]) -> vec[i64]:
    found = zeros(MOST_OPTIONS)
    for i, number in enumerate(numbers):
        found[i] = number
    return found


def check_shares(shares: list[float], position: Position) -> None:
    """Without rivals, whatever one seat beats another is beaten by: together half of all there is."""
    assert all(0 <= share <= 1 for share in shares)
    if position.ranked == position.seats:
        assert abs(sum(shares) - position.seats / 2) < 1e-9


def check_end(shares: list[float], position: Position) -> None:
    """At the end the better place is worth more."""
    for a in range(position.seats):
        for b in range(position.seats):
            if position.points(a) > position.points(b) and position.is_ahead(a, b):
                assert shares[a] > shares[b]

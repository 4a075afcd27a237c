"""No memory leaks: a server runs for months."""

import gc
import tracemalloc

import pytest

import bugbox
from bugbox.bots.chances import Chances
from bugbox.bots.levels import Bot
from bugbox.core.game import Game
from bugbox.core.rng import Rng
from bugbox.games import GAMES
from tests.kit.tables import some_things_of

DECISIONS = 12
A_ROW = 2000  # bytes; the smallest row that ever leaked was larger
IN_THE_BOX = [game for game in GAMES.values() if game.folder.parent.name == "games"]  # the toy is not compiled


def use(game: Game) -> None:
    """Do everything that happens to a match at a table: options, decisions, views, help, search, records."""
    match = bugbox.Match(game, game.seats[-1], 1)
    rng = Rng(1, "test")
    for _ in range(DECISIONS):
        seat = match.to_act[0]
        for level in ("random", "glance", "greedy", "search:2"):
            Bot(game, level, seat).decide(match.position, rng)
        Chances(match.position, game.brain(match.position.variant)).of(match.position, 2, rng)
        pov = match.pov(seat)
        pov.drawing()
        pov.text()
        assert pov.question
        for thing in some_things_of(match, seat):
            pov.help(thing)
        options = match.options(seat)
        match.play(seat, options[rng.below(len(options))])
    bugbox.Match.load(match.record())


@pytest.mark.slow
@pytest.mark.once
@pytest.mark.parametrize("game", IN_THE_BOX, ids=lambda game: game.name)
def test_a_match_leaves_nothing_behind(game: Game) -> None:
    use(game)  # fills the cache of drawings
    tracemalloc.start()
    try:
        sizes = []
        for _ in range(3):
            use(game)
            gc.collect()
            sizes.append(tracemalloc.get_traced_memory()[0])
    finally:
        tracemalloc.stop()
    assert sizes[2] - sizes[1] < A_ROW

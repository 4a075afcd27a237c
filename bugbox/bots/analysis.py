"""What a seat could do now, each option with the place it can expect: for hints, and for looking back."""

import time
from typing import Final, NamedTuple

from bugbox.bots.search import Search
from bugbox.core.errors import NotYourTurn
from bugbox.core.match import Match
from bugbox.core.rng import Rng

SLICE: Final = 50  # simulations between two looks at the clock


class Judged(NamedTuple):
    """An option, and what the search thinks of it."""

    option: str
    worth: float  # 1 is the first place for sure, 0 the last
    place: float  # to be expected: 1.4 is rather first than second
    share: float  # of all simulations: the search tries most often what is best
    why: str = ""  # what speaks for it, in words


def analyse(match: Match, seat: int, seconds: float = 1.0, simulations: int | None = None) -> list[Judged]:
    """All options of a seat that were looked at, the best first. By what the seat can know, and nothing more.

    With a number of simulations instead of seconds, the same view always gives the same answer.
    """
    if seat not in match.to_act:
        raise NotYourTurn(f"Seat {seat} has nothing to decide now.")
    # Never the match's own seed: it is a secret, and these dice must not depend on one.
    rng = Rng(len(match.decisions), "analysis")
    guessed = match.position.blank()
    guessed.copy_from(match.position)
    guessed.guess(seat, rng)
    search = Search(guessed, seat, rng, match.game.brain(guessed.variant))
    end = time.monotonic() + seconds
    while search.simulations < simulations if simulations else time.monotonic() < end:
        search.think(min(SLICE, simulations - search.simulations) if simulations else SLICE)
    found = [
        Judged(
            match.game.words.option_text(match.position, seat, option),
            worth,
            1 + (1 - worth) * (int(guessed.ranked) - 1),
            visits / search.simulations,
        )
        for option, visits, worth in search.judgement()
    ]
    return sorted(found, key=lambda judged: -judged.share)

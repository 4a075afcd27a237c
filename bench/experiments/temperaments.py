"""Measure how often the Emissary wins against one player.

python -m bench.experiments.temperaments [GAMES] [PLAYER] [TEMPERAMENT ...]

The player is `careful` (looks one decision ahead and takes tricks cheaply), `sensible:3` (plays each option out to the
end of the round three times, or another number, with `careful` play) or a bot level such as `search:200`.
"""

import sys
import time
from collections.abc import Callable

import bugbox
from bugbox.bots import levels
from bugbox.core.position import options_of
from bugbox.core.rng import Rng
from bugbox.core.settings import complete
from bugbox.games.bug_council import GAME, SETTINGS, TEMPERAMENTS
from bugbox.games.bug_council.rules.box import SUIT_OF, SUITS, VALUE_OF
from bugbox.games.bug_council.rules.scoring import from_tricks
from bugbox.games.bug_council.rules.state import ALLEGIANCE, DECLARE, DISCARD, VISIT, VISITS
from bugbox.games.bug_council.rules.turn import BugCouncil
from bugbox.lab.arena import interval

Player = Callable[[BugCouncil, int, Rng], int]

SEAT, EMISSARY = 0, 1


class Careful:
    """A player who looks one decision ahead; one in five cards and half of the visits are random."""

    def __init__(self, start: BugCouncil) -> None:
        self.trial = start.blank()

    def __call__(self, position: BugCouncil, seat: int, rng: Rng) -> int:
        options = options_of(position, SEAT)
        if position.stage == DECLARE:
            return int(ALLEGIANCE)
        if len(options) == 1:
            return options[0]
        if position.stage == VISIT:
            return self.visit(position, options, rng)
        if position.stage == DISCARD:
            return max(options, key=lambda card: 2 * VALUE_OF[card] + 3 * position.cubes[SUIT_OF[card]])
        return options[rng.below(len(options))] if rng.below(5) == 0 else self.card(position, options)

    def card(self, position: BugCouncil, options: list[int]) -> int:
        """Return the cheapest winning card, or the cheapest; without allegiance the most valuable losing card."""
        winning = [card for card in options if self.wins(position, card)]
        losing = [card for card in options if card not in winning]
        if position.unallied and position.tricks[SEAT] <= position.spared:
            return max(losing or winning, key=lambda card: VALUE_OF[card])
        return min(winning or losing, key=lambda card: VALUE_OF[card] + position.cubes[SUIT_OF[card]])

    def wins(self, position: BugCouncil, card: int) -> bool:
        self.trial.copy_from(position)
        self.trial.act(SEAT, card)
        return from_tricks(self.trial, SEAT) + in_this_round(self.trial) > from_tricks(position, SEAT) + in_this_round(
            position
        )

    def visit(self, position: BugCouncil, options: list[int], rng: Rng) -> int:
        """Return a random visit half the time, else the one best for the player and worst for the Emissary."""
        if rng.below(2) == 0 or position.trick == 10:
            return options[rng.below(len(options))]
        return max(options, key=lambda option: self.worth(position, option))

    def worth(self, position: BugCouncil, option: int) -> int:
        cubes = list(position.cubes)
        if option < VISITS + SUITS:
            suit = option - int(VISITS)
            tile, number = suit, cubes[suit]
            cubes[suit] = 1 if number >= SUITS else 0
            for _ in range(min(number, int(SUITS) - 1)):
                tile = position.clockwise[tile]
                cubes[tile] += 1
        mine = sum(cubes[SUIT_OF[card]] for card in range(60) if position.hands[SEAT] >> card & 1)
        return mine - sum(cubes[SUIT_OF[card]] for card in range(60) if position.open >> card & 1)


def in_this_round(position: BugCouncil) -> int:
    """Return the tricks not yet on the score pad."""
    return position.tricks[SEAT] if position.waiting else 0


class Sensible:
    """A player who plays each option out to the end of the round in a few sampled deals."""

    def __init__(self, start: BugCouncil, times: int) -> None:
        self.careful = Careful(start)
        self.times = times
        self.guessed, self.trial = start.blank(), start.blank()

    def __call__(self, position: BugCouncil, seat: int, rng: Rng) -> int:
        options = options_of(position, SEAT)
        if len(options) == 1:
            return options[0]
        worth = [0.0] * len(options)
        for _ in range(self.times):
            self.guessed.copy_from(position)
            self.guessed.guess(SEAT, rng)
            for nth, option in enumerate(options):
                worth[nth] += self.imagine(option, rng)
        return options[worth.index(max(worth))]

    def imagine(self, option: int, rng: Rng) -> float:
        trial = self.trial
        trial.copy_from(self.guessed)
        trial.act(SEAT, option)
        while trial.scored == self.guessed.scored:
            trial.act(SEAT, self.careful(trial, SEAT, rng))
        margin = trial.points(SEAT) - trial.points(EMISSARY)
        return float(trial.place(SEAT) == 1) + margin / 100 if trial.waiting == 0 else margin / 24


def player_of(name: str, start: BugCouncil) -> Player:
    kind, _, times = name.partition(":")
    if kind == "careful":
        return Careful(start)
    if kind == "sensible":
        return Sensible(start, int(times or 3))
    level, brain = levels.find(name), GAME.brain(start.variant)
    return lambda position, seat, rng: level(position, seat, rng, brain)


def play(temperament: str, name: str, seed: int) -> BugCouncil:
    position = GAME.start(1, complete(SETTINGS, {"temperament": temperament}), seed)
    assert isinstance(position, BugCouncil)
    player, rng = player_of(name, position), Rng(seed, f"bench {name}")
    while position.waiting:
        position.act(SEAT, player(position, SEAT, rng))
    return position


def measure(temperament: str, name: str, games: int) -> str:
    wins, points, declared, paid, last = 0, [0, 0], 0, 0, time.monotonic()
    for seed in range(1, games + 1):
        position = play(temperament, name, seed)
        wins += position.place(EMISSARY) == 1
        for who in (SEAT, EMISSARY):
            points[who] += position.points(who)
        unallied = [nth for nth in range(position.scored) if position.kept[nth] < 0]
        declared += len(unallied)
        paid += sum(position.trick_points[nth] <= position.spared for nth in unallied)
        if time.monotonic() - last > 5:
            last = time.monotonic()
            print(f"  {temperament}: {seed} of {games} games, {wins / seed:.0%}", file=sys.stderr, flush=True)
    low, high = interval(wins / games, games)
    return (
        f"{temperament:9} against {name}: the Emissary wins {wins / games:.1%} of {games} games "
        f"({low:.1%} to {high:.1%}), {points[EMISSARY] / games:.1f} points to {points[SEAT] / games:.1f}; "
        f"No Allegiance {declared / games:.2f} a game, paid {paid / games:.2f}"
    )


def main(games: int = 200, name: str = "sensible:3", *temperaments: str) -> None:
    for temperament in temperaments or (*TEMPERAMENTS[1:], TEMPERAMENTS[0]):
        print(measure(temperament, name, games), flush=True)


if __name__ == "__main__":
    bugbox.Match(GAME, 1)  # fail early if the game is missing
    main(int(sys.argv[1]) if sys.argv[1:] else 200, *sys.argv[2:])

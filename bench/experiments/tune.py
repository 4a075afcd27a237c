"""Compare two configurations of a game's brain: python -m bench.experiments.tune GAME LEVEL GAMES SEATS A B

A and B are attributes to set in the brain, such as `depth=8,slip=0.1`, or `-` for none; a slash adds another level:
`depth=8/search:20ms`. One A plays against Bs, in every seat in turn with the same deals.
"""

import sys
from dataclasses import replace

from bugbox.bots.levels import Bot, Dice
from bugbox.core.bits import lowest
from bugbox.core.brain import Brain
from bugbox.core.game import Game
from bugbox.core.position import Variant
from bugbox.core.rng import Rng
from bugbox.core.settings import complete
from bugbox.games import find
from bugbox.lab.arena import interval


def changed(game: Game, changes: str) -> Game:
    """Return the game with these attributes changed in its brain."""

    def make(variant: Variant) -> Brain:
        brain = game.brain(variant)
        for change in changes.split(",") if changes != "-" else []:
            name, _, number = change.partition("=")
            kind = type(getattr(brain, name))
            setattr(brain, name, number == "True" if kind is bool else kind(number))
        return brain

    return replace(game, brain=make)


def play(game: Game, sides: list[str], level: str, seed: int) -> list[float]:
    """Play a game and return each side's share of the win."""
    seats = len(sides)
    position = game.start(seats, complete(game.settings, {}), seed)
    bots = []
    for seat, side in enumerate(sides):
        changes, _, own = side.partition("/")
        bots.append(Bot(changed(game, changes), own or level, seat))
    dice = [Dice(seed, seat) for seat in range(seats)]
    made = [0] * seats
    while waiting := position.to_act():
        seat = lowest(waiting)
        position.act(seat, bots[seat].decide(position, dice[seat].at(made[seat])))
        made[seat] += 1
    best = min(position.place(seat) for seat in range(seats))  # a rival may be ahead of all seats
    first = [position.place(seat) == best for seat in range(seats)]
    return [won / sum(first) for won in first]


def main(name: str, level: str, games: int, seats: int, a: str, b: str) -> None:
    game = find(name)
    won = 0.0
    played = 0
    for number in range(games // seats):
        seed = Rng(1, f"tune {number}").long()
        for turn in range(seats):
            sides = [b] * turn + [a] + [b] * (seats - 1 - turn)
            won += play(game, sides, level, seed)[turn]
            played += 1
    low, high = interval(won / played, played)
    print(
        f"{name} {seats} {level}: {a} against {b}: {won / played:.3f} ({low:.3f} to {high:.3f}), "
        f"{won / played * seats:.2f} times fair, {played} games"
    )


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]), sys.argv[5], sys.argv[6])

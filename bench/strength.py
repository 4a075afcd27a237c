"""How often search wins against random play: python -m bench.strength GAME [SIMULATIONS] [GAMES] [JOBS]"""

import sys
from math import sqrt

from bugbox.games import find
from bugbox.lab.simulate import make_plan, simulate


def interval(share: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval."""
    z = 1.96
    centre = (share + z * z / (2 * games)) / (1 + z * z / games)
    spread = z / (1 + z * z / games) * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return centre - spread, centre + spread


def main(game: str, simulations: int = 1000, games: int = 300, jobs: int = 2) -> None:
    for seats in find(game).seats:
        bots = [f"search:{simulations}", *["random"] * (seats - 1)]
        wins = 0.0
        for row in simulate(make_plan(game, seats, games, 1, bots, {}), jobs):
            if row["places"][0] == 1:
                wins += 1 / row["places"].count(1)  # a shared win is a share of a win
        low, high = interval(wins / games, games)
        print(
            f"{game}, {seats} seats: search:{simulations} wins {wins / games:.1%} of {games} games against random play "
            f"(95 % interval {low:.1%} to {high:.1%}; by chance {1 / seats:.0%})",
            flush=True,
        )


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))

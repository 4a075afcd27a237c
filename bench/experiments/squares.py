"""Choose the squares of Ladybugs: python -m bench.experiments.squares SETS GAMES [BOT]

Draws SETS random sets of four squares, plays GAMES games on each, and prints the best set with its measurements. With 0
sets it measures the squares in the box. Without a bot, players place the tile that puts them furthest ahead if the game
ended now.
"""

import random
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from bugbox.bots.levels import Bot
from bugbox.core.bits import lowest
from bugbox.core.position import options_of
from bugbox.core.rng import Rng
from bugbox.games.ladybugs import GAME
from bugbox.games.ladybugs.rules.scoring import score_all
from bugbox.games.ladybugs.rules.squares import BOXED, Side, canonical
from bugbox.games.ladybugs.rules.state import PLAY
from bugbox.games.ladybugs.rules.turn import Ladybugs

EXAMPLE = 155  # points paid to the four players of the rulebook's example game
FINALISTS = 6  # sets measured again with ten times the games
Space = tuple[int, int]
SIDE = range(6)
CORNERS = {(row, column) for row in (0, 5) for column in (0, 5)}


# --- Candidates ---


def draw_side(rng: random.Random) -> Side:
    """Draw a side with three or four compact beds of three to nine spaces, 22 to 25 in all."""
    while True:
        sizes = [rng.randint(3, 9) for _ in range(rng.choice((3, 4, 4)))]
        beds = grow(sizes, rng) if 22 <= sum(sizes) <= 25 else None
        free = set() if beds is None else {(row, column) for row in SIDE for column in SIDE} - set().union(*beds)
        room = sorted((row, column) for row, column in free if min(row, 5 - row) + min(column, 5 - column) >= 2)
        if beds is not None and len(room) >= 3:
            return write(beds, set(rng.sample(room, 3)))


def grow(sizes: Sequence[int], rng: random.Random) -> list[set[Space]] | None:
    free = {(row, column) for row in SIDE for column in SIDE} - CORNERS
    beds = []
    for size in sorted(sizes, reverse=True):
        bed = {rng.choice(sorted(free))}
        while len(bed) < size:
            beside = [space for one in sorted(bed) for space in neighbours(one) if space in free - bed]
            if not beside:
                return None
            bed.add(max(rng.sample(beside, min(3, len(beside))), key=beside.count))
        free -= bed
        beds.append(bed)
    return beds


def neighbours(space: Space) -> list[Space]:
    row, column = space
    return [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]


def write(beds: list[set[Space]], clovers: set[Space]) -> Side:
    marks = {space: letter for letter, bed in zip("abcd", beds, strict=False) for space in bed}
    marks |= dict.fromkeys(clovers, "*")
    return tuple("".join(marks.get((row, column), ".") for column in SIDE) for row in SIDE)


def draw_set(rng: random.Random) -> str:
    """Draw four squares, as text."""
    return canonical("/".join("/".join(["square", *map(" ".join, two_sides(rng))]) for _ in range(4)))


def two_sides(rng: random.Random) -> Iterator[tuple[str, str]]:
    return zip(draw_side(rng), draw_side(rng), strict=True)


# --- Greedy players ---


class Greedy:
    """Place the tile that leaves it furthest ahead if the game ended now, with a small bonus for dots in beds."""

    def __init__(self, position: Ladybugs, seed: int) -> None:
        self.world = position.blank()
        self.rng = Rng(seed, "greedy")

    def decide(self, position: Ladybugs, seat: int) -> int:
        options = options_of(position, seat)
        if position.stage != PLAY:
            return options[self.rng.below(len(options))]
        best = max((self.value(position, seat, option), self.rng.word(), option) for option in options)
        return best[2]

    def value(self, position: Ladybugs, seat: int, option: int) -> float:
        world = self.world
        world.copy_from(position)
        world.act(seat, option)
        score_all(world)
        others = [int(world.score[other]) for other in range(world.seats) if other != seat]
        lead = int(world.score[seat]) - max(others) / 2 - sum(others) / len(others) / 2
        dots = sum(int(world.dots[bed * 4 + seat]) for bed in range(1, world.beds + 1))
        return lead + 0.1 * dots


@dataclass
class Measured:
    """Totals over games with the same seat count."""

    games: int = 0
    beds: int = 0
    contested: int = 0  # beds with dots of two or more players
    paid: int = 0
    shared: int = 0  # games with several winners
    wins: tuple[float, ...] = ()  # by seat; shared wins are split
    first: float = 0  # wins of the first player
    stuck: int = 0


def player(bot: str, position: Ladybugs, seed: int) -> Callable[[Ladybugs, int], int]:
    if not bot:
        return Greedy(position, seed).decide
    bots, rng = [Bot(GAME, bot, seat) for seat in range(position.seats)], Rng(seed, "squares")
    return lambda position, seat: bots[seat].decide(position, rng)


def measure(squares: str, seats: int, games: int, first_seed: int = 0, bot: str = "") -> Measured:
    found = Measured(games=games, wins=(0.0,) * seats)
    settings = {s.name: s.default for s in GAME.settings} | {"squares": squares}
    for seed in range(first_seed, first_seed + games):
        position = GAME.start(seats, settings, seed)
        assert isinstance(position, Ladybugs)
        decide = player(bot, position, seed)
        while waiting := position.to_act():
            position.act(lowest(waiting), decide(position, lowest(waiting)))
        add(found, position)
    return found


def add(found: Measured, position: Ladybugs) -> None:
    seats = range(position.seats)
    winners = [seat for seat in seats if position.place(seat) == 1]
    owners = [sum(position.dots[bed * 4 + seat] > 0 for seat in seats) for bed in range(1, position.beds + 1)]
    found.beds += len(owners)
    found.contested += sum(many > 1 for many in owners)
    found.paid += sum(position.points(seat) for seat in seats)
    found.shared += len(winners) > 1
    found.wins = tuple(won + (seat in winners) / len(winners) for seat, won in enumerate(found.wins))
    found.first += (position.first in winners) / len(winners)
    found.stuck += sum(position.hands[seat].size > 1 for seat in seats)


def merit(two: Measured, four: Measured) -> float:
    """Rate squares: contested beds and a payout near EXAMPLE are good, shared wins and favoured seats are bad."""
    contested = two.contested / two.beds + four.contested / four.beds
    favour = max(four.wins) - min(four.wins)
    return contested - abs(four.paid / four.games - EXAMPLE) / 50 - 2 * two.shared / two.games - favour / four.games


def judge(squares: str, games: int, first_seed: int = 0) -> float:
    return merit(measure(squares, 2, games, first_seed), measure(squares, 4, games, first_seed))


def report(squares: str, games: int, bot: str) -> None:
    for seats in GAME.seats:
        found = measure(squares, seats, games, 1_000_000, bot)
        wins = ", ".join(f"{won / games:.1%}" for won in found.wins)
        told = (
            f"{seats} seats, {games} games",
            f"{found.contested / found.beds:.0%} of {found.beds / games:.1f} beds contested",
            f"{found.paid / games:.1f} points paid",
            f"{found.shared / games:.1%} shared wins",
            f"wins by seat {wins}",
            f"by who starts {found.first / games:.1%}",
            f"{found.stuck / games:.3f} players stuck a game",
        )
        print(", ".join(told))


def main(sets: int, games: int, bot: str = "") -> None:
    rng = random.Random(11)
    best = BOXED
    if sets:
        drawn = [draw_set(rng) for _ in range(sets)]
        ranked = sorted(drawn, key=lambda squares: judge(squares, games), reverse=True)[:FINALISTS]
        best = max(ranked, key=lambda squares: judge(squares, 10 * games, 100_000))
        print(best.replace("/", "\n"))
    report(best, 10 * games, bot)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:])

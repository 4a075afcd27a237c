"""What the beds are worth (LB-F7), and who is ahead."""

from mypy_extensions import i64

from bugbox.core.bits import COUNT
from bugbox.games.ladybugs.rules.state import PLAYERS, Layout


def score_all(game: Layout) -> None:
    """Beds, clovers, and action tiles that were not used (LB-R45)."""
    for seat in range(game.seats):
        points = COUNT[game.actions[seat]]
        luck = game.luck[seat]
        for i in range(luck.size):
            points += luck.cards[i]
        game.score[seat] = points
    for bed in range(1, game.beds + 1):  # LB-R46: what lies on the meadow counts nothing
        most, second = most_dots(game, bed, 1000), second_dots(game, bed)
        for seat in range(game.seats):
            game.score[seat] += share(game, bed, seat, most, second)


def bed_points(game: Layout, bed: i64, seat: i64) -> i64:
    """What a bed gives this seat, if the game ended now."""
    return share(game, bed, seat, most_dots(game, bed, 1000), second_dots(game, bed))


def share(game: Layout, bed: i64, seat: i64, most: i64, second: i64) -> i64:
    dots = game.dots[bed * PLAYERS + seat]
    if dots == 0:  # LB-R38, LB-R39
        return 0
    if dots == most:  # LB-R41
        return game.bed_size[bed]
    return game.bed_size[bed] // 2 if dots == second else i64(0)


def second_dots(game: Layout, bed: i64) -> i64:
    """The next lower total (LB-R40); with two seats nothing is paid for it."""
    return most_dots(game, bed, most_dots(game, bed, 1000)) if game.seats > 2 else i64(0)


def most_dots(game: Layout, bed: i64, below: i64) -> i64:
    """The highest total below this, or 0."""
    most: i64 = 0
    for seat in range(game.seats):
        dots = game.dots[bed * PLAYERS + seat]
        if most < dots < below:
            most = dots
    return most


def is_better(game: Layout, a: i64, b: i64) -> bool:
    """More points; then more dots in the bed that breaks ties (LB-R44, LB-R51)."""
    if game.score[a] != game.score[b]:
        return game.score[a] > game.score[b]
    return tie_dots(game, a) > tie_dots(game, b)


def tie_dots(game: Layout, seat: i64) -> i64:
    """Dots in the centre bed; where there is none, and if that was agreed, in the largest beds (LB-R43, LB-R53)."""
    if game.centre != 0:
        return game.dots[game.centre * PLAYERS + seat]
    total: i64 = 0
    if game.largest_bed:
        largest = largest_size(game)
        for bed in range(1, game.beds + 1):
            if game.bed_size[bed] == largest:
                total += game.dots[bed * PLAYERS + seat]
    return total


def largest_size(game: Layout) -> i64:
    largest: i64 = 0
    for bed in range(1, game.beds + 1):
        largest = max(largest, game.bed_size[bed])
    return largest

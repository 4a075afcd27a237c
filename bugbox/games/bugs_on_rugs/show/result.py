"""The score sheet in words: how each row was scored, and what decided the match."""

from bugbox.core.english import count
from bugbox.core.game import Reader
from bugbox.games.bugs_on_rugs.rules.box import (
    ANT,
    BEETLE,
    BUTTERFLY,
    FIREFLY,
    FLY,
    LARVA,
    NAMES,
    PLURALS,
    SCORED,
    SPIDER,
)
from bugbox.games.bugs_on_rugs.rules.scoring import count_with_pairs, nth_best
from bugbox.games.bugs_on_rugs.rules.turn import BugsOnRugs

NTH = ("best", "second best", "third best", "fourth best", "fifth best", "sixth best", "seventh best", "worst")
RANKS = {5: ", the most", 3: ", second most", 1: ""}  # by points per Ant


def row_text(position: BugsOnRugs, seat: int, bug: int) -> str:
    """Describe a row and its points: `2 Spiders fed: 14`."""
    many = count_with_pairs(position, seat, bug)
    score = score_of(position, seat, bug)
    return f"{made_of(position, seat, bug, many, score)}: {score}" if many else "0"


def score_of(position: BugsOnRugs, seat: int, bug: int) -> int:
    return position.scores[seat * int(SCORED) + bug]


def made_of(position: BugsOnRugs, seat: int, bug: int, many: int, score: int) -> str:
    bugs = bugs_text(many, bug)
    if bug == BUTTERFLY:
        return f"{bugs} with {count(score // many, 'single bug')}"
    if bug == FIREFLY:
        return f"{bugs} with {count(score // many, 'rug')}"
    if bug == LARVA:
        return part_of(position.hatched[seat], many, bug, "hatched", "not hatched")
    if bug == ANT:
        return bugs + RANKS[score // many]
    if bug == SPIDER:
        return part_of(score // 7, many, bug, "fed", "not fed")
    if bug == FLY:
        return bugs if score == 2 * many else part_of(score // 2, many, bug, "not eaten", "eaten")
    if bug == BEETLE:
        return f"{bugs}, {'odd' if many % 2 else 'even'}"
    return bugs


def bugs_text(many: int, bug: int) -> str:
    return f"{many} {NAMES[bug] if many == 1 else PLURALS[bug]}"


def part_of(some: int, many: int, bug: int, done: str, not_done: str) -> str:
    """Describe how many bugs are done: `2 Spiders fed`, `2 of 3 Spiders fed`, `3 Spiders, not fed`."""
    if some == 0:
        return f"{bugs_text(many, bug)}, {not_done}"
    return f"{bugs_text(many, bug) if some == many else f'{some} of {bugs_text(many, bug)}'} {done}"


def why_text(position: BugsOnRugs, reader: Reader) -> str:
    """Describe what decided the match: the row that gained most, or the row that broke a tie (BOR-R45)."""
    seats = sorted(range(position.seats), key=position.place)
    winners = [seat for seat in seats if position.place(seat) == 1]
    points = position.points(winners[0])
    if len(winners) == len(seats) or position.points(seats[len(winners)]) < points:
        return shared_text(winners, points, reader) if winners[1:] else won_text(position, seats, reader)
    return tie_text(position, winners, seats[len(winners)], reader)


def won_text(position: BugsOnRugs, best_first: list[int], reader: Reader) -> str:
    winner, second, *_ = best_first
    lead = position.points(winner) - position.points(second)
    gains = [score_of(position, winner, bug) - score_of(position, second, bug) for bug in range(SCORED)]
    bug = gains.index(max(gains))
    many = count_with_pairs(position, winner, bug)
    score, other = (score_of(position, seat, bug) for seat in (winner, second))
    scores = f"{count(score, 'point')} to {reader.whose(second)} {other}"
    return (
        f"{reader.name(winner)} beat {reader.whom(second)} by {count(lead, 'point')}. "
        f"The biggest difference: {made_of(position, winner, bug, many, score)} ({scores})."
    )


def shared_text(winners: list[int], points: int, reader: Reader) -> str:
    return f"{reader.all_of(winners)} share the win: {count(points, 'point')} each, and all their rows are equal."


def tie_text(position: BugsOnRugs, winners: list[int], second: int, reader: Reader) -> str:
    points = position.points(second)
    equals = [seat for seat in range(position.seats) if position.points(seat) == points]
    rows = [(nth_best(position, winners[0], nth), nth_best(position, second, nth)) for nth in range(SCORED)]
    nth = next(nth for nth, (mine, other) in enumerate(rows) if mine != other)
    whose = "the winners'" if winners[1:] else reader.whose(winners[0])
    have = f"{reader.all_of(equals)} {'all' if equals[2:] else 'both'} have {count(points, 'point')}"
    return f"{have}, but {whose} {NTH[nth]} kind scored more, {rows[nth][0]} to {rows[nth][1]}."

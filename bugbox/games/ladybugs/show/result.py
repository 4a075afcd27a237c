"""The end in words: places, the score sheet bed by bed, and what decided the match."""

from bugbox.core.english import count
from bugbox.core.game import Reader
from bugbox.games.ladybugs.rules.box import FLOWERS
from bugbox.games.ladybugs.rules.scoring import bed_points, largest_size, tie_dots
from bugbox.games.ladybugs.rules.state import PLAYERS
from bugbox.games.ladybugs.rules.turn import Ladybugs

DASH = "-"


def bed_text(position: Ladybugs, bed: int) -> str:
    """`Rose bed, 7` or `Centre bed, 9`: its flower and what it is worth."""
    return f"{bed_name(position, bed).capitalize()} bed, {position.bed_size[bed]}"


def bed_name(position: Ladybugs, bed: int) -> str:
    return "centre" if bed == position.centre else FLOWERS[bed - 1]


def dots_in(position: Ladybugs, bed: int) -> list[int]:
    """Everybody's, on top."""
    return [position.dots[bed * int(PLAYERS) + seat] for seat in range(position.seats)]


def clovers_of(position: Ladybugs, seat: int) -> list[int]:
    luck = position.luck[seat]
    return [luck.cards[i] for i in range(luck.size)]


def unused(position: Ladybugs, seat: int) -> int:
    return int(position.actions[seat]).bit_count()


def sheet(position: Ladybugs) -> list[tuple[str, list[str]]]:
    seats = range(position.seats)
    rows = [
        (bed_text(position, bed), [dots_text(position, seat, bed) for seat in seats])
        for bed in range(1, position.beds + 1)
    ]
    if position.with_actions:
        rows.append(("Action tiles left", [str(unused(position, seat)) for seat in seats]))
    if position.with_clovers:
        rows.append(("Clovers", [clover_text(clovers_of(position, seat)) for seat in seats]))
    return [*rows, ("Total", [str(position.points(seat)) for seat in seats])]


def dots_text(position: Ladybugs, seat: int, bed: int) -> str:
    """`10 dots: 9`: what lies there, and what it gives."""
    dots = dots_in(position, bed)[seat]
    return f"{count(dots, 'dot')}: {bed_points(position, bed, seat)}" if dots else DASH


def clover_text(worths: list[int]) -> str:
    """`3 + 1: 4`."""
    if len(worths) < 2:
        return str(sum(worths)) if worths else DASH
    return f"{' + '.join(map(str, worths))}: {sum(worths)}"


def result(position: Ladybugs, reader: Reader) -> list[str]:
    """The places, best first, each with its reason."""
    seats = sorted(range(position.seats), key=position.place)
    return [f"{position.place(seat)}. {reader.name(seat)}: {reason(position, seat)}." for seat in seats]


def reason(position: Ladybugs, seat: int) -> str:
    points = position.points(seat)
    told = count(points, "point")
    equals = [other for other in range(position.seats) if other != seat and position.points(other) == points]
    if not equals:
        return told
    if tie_bed(position):
        told += f", {count(tie_dots(position, seat), 'dot')} in {tie_bed(position)}"
    shared = any(position.place(other) == position.place(seat) for other in equals)
    return f"{told}{'; a shared place' if shared else ''}"


def tie_bed(position: Ladybugs) -> str:
    """What breaks ties (LB-R43, LB-R44), if anything does."""
    if position.centre:
        return "the centre bed"
    if not position.largest_bed:
        return ""
    largest = largest_size(position)
    beds = [bed for bed in range(1, position.beds + 1) if position.bed_size[bed] == largest]
    return "the largest beds" if beds[1:] else f"the {bed_name(position, beds[0])} bed, the largest"


def why(position: Ladybugs, reader: Reader) -> str:
    """What decided it: the bed that gained most, or the bed that broke the tie."""
    seats = sorted(range(position.seats), key=position.place)
    winners = [seat for seat in seats if position.place(seat) == 1]
    points = position.points(winners[0])
    if len(winners) < len(seats) and position.points(seats[len(winners)]) == points:
        return tie_text(position, winners, seats[len(winners)], reader)
    if winners[1:]:
        return f"{reader.all_of(winners)} share the win with {count(points, 'point')} each."
    return won_text(position, seats[0], seats[1], reader)


def won_text(position: Ladybugs, winner: int, second: int, reader: Reader) -> str:
    lead = count(position.points(winner) - position.points(second), "point")
    gains = {
        bed: bed_points(position, bed, winner) - bed_points(position, bed, second)
        for bed in range(1, position.beds + 1)
    }
    best = max(gains, key=lambda bed: gains[bed])
    if gains[best] <= 0:
        return f"{reader.name(winner)} won by {lead}, thanks to clovers and action tiles."
    mine, other = (bed_points(position, best, seat) for seat in (winner, second))
    bed = f"the {bed_name(position, best)} bed"
    return f"{reader.name(winner)} won by {lead}; {bed} made the biggest difference, {mine} to {other}."


def tie_text(position: Ladybugs, winners: list[int], second: int, reader: Reader) -> str:
    points = position.points(second)
    equals = [seat for seat in range(position.seats) if position.points(seat) == points]
    have = f"{reader.all_of(equals)} {'all' if equals[2:] else 'both'} have {count(points, 'point')}"
    whose = "the winners have" if winners[1:] else f"{reader.whom(winners[0])} {has(winners[0], reader)}"
    dots = f"{tie_dots(position, winners[0])} to {tie_dots(position, second)}"
    return f"{have}; {whose} more dots in {tie_bed(position)}, {dots}."


def has(seat: int, reader: Reader) -> str:
    return "have" if seat == reader.viewer else "has"

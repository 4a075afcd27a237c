"""The result in words: places, the score sheet, and what decided the match."""

from bugbox.core.english import count
from bugbox.core.game import Reader
from bugbox.games.caterpillar.rules import state
from bugbox.games.caterpillar.rules.turn import CaterpillarFiller


def sheet(position: CaterpillarFiller) -> list[tuple[str, list[str]]]:
    crawlers = position.crawlers
    return [
        ("Head", ["1" for _ in crawlers]),
        ("Body", [str(crawler.body) for crawler in crawlers]),
        ("Length", [str(crawler.length()) for crawler in crawlers]),
        ("On the mat", [str(crawler.mat) for crawler in crawlers]),
        ("Wasps", [str(crawler.wasps) for crawler in crawlers]),
    ]


def result(position: CaterpillarFiller, reader: Reader) -> list[str]:
    """List the places, best first, each with its reason."""
    seats = sorted(range(position.seats), key=position.place)
    return [f"{position.place(seat)}. {reader.name(seat)}: {reason(position, seat)}." for seat in seats]


def reason(position: CaterpillarFiller, seat: int) -> str:
    others = [position.place(other) for other in range(position.seats) if other != seat]
    shared = "; a shared place" if position.place(seat) in others else ""
    return f"{position.points(seat)} long{shared}"


def why(position: CaterpillarFiller, reader: Reader) -> str:
    """Describe how the match ended, and the winner's lead."""
    seats = sorted(range(position.seats), key=position.place)
    winners = [seat for seat in seats if position.place(seat) == 1]
    longest = position.points(winners[0])
    if winners[1:]:
        return f"{reader.all_of(winners)} share the win, {longest} long each: nothing had changed for a long time."
    lead = longest - position.points(seats[1])
    return f"{reader.name(winners[0])} {HOW[position.reason]}: {longest} long, {count(lead, 'piece')} ahead."


HOW = {
    state.FULL: "won with all pieces in the garden",
    state.LONGEST: "won as the longest when the flower tiles had run out",
    state.TIRED: "won as the longest when nothing had changed for a long time",
}

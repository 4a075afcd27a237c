"""What a viewer sees of a race, as bytes. A card alone is a flag for each leg; cards in no order are counted."""

from librt.vecs import vec
from mypy_extensions import i64

from bugbox.core.bits import BIT
from bugbox.core.observation import NONE, Observer, Pen
from bugbox.core.position import Position
from bugbox.games.bug_race.rules.box import CARD_CODES, LEGS
from bugbox.games.bug_race.rules.turn import KEEP, MOST_KEPT, OVER, SWAP, BugRace


class RaceObserver(Observer):
    """All that view.py shows, but not in which order the discards lie."""

    in_any_order = ("discards",)

    def observe(self, position: Position, viewer: i64, pen: Pen) -> None:
        assert isinstance(position, BugRace)
        pen.begin(position, viewer)
        write_table(position, pen)
        write_beetles(position, pen)
        if viewer >= 0:
            write_hand(position, viewer, pen)
        else:
            pen.leave_blank()


def write_table(race: BugRace, pen: Pen) -> None:
    pen.field("segments").number(race.segments)
    pen.field("turn").large(race.turn)
    pen.field("stage").one_of(race.stage, OVER + 1)
    pen.field("passing").one_of(NONE if race.stage == OVER else race.direction(), SWAP + 1)
    pen.field("deck").number(race.deck.size)
    pen.field("discards").counts(race.discards.cards, race.discards.size, CARD_CODES)


def write_beetles(race: BugRace, pen: Pen) -> None:
    pen.field("body", race.seats)
    for nth in range(race.seats):
        pen.number(race.beetles[pen.seat(nth)].body)
    pen.field("legs", race.seats)
    for nth in range(race.seats):
        beetle = race.beetles[pen.seat(nth)]
        for leg in range(LEGS):
            pen.number(beetle.legs[leg])
    pen.field("racing", race.seats).set_of_seats(race.racing)
    pen.field("waiting", race.seats).set_of_seats(race.waiting)
    pen.field("place", race.seats)
    for nth in range(race.seats):
        seat = pen.seat(nth)
        is_ranked = race.stage == OVER or race.racing & BIT[seat] == 0
        pen.number(race.place(seat) if is_ranked else 0)
    pen.field("played", race.seats)
    for nth in range(race.seats):
        write_in_order(race, race.played, pen.seat(nth), pen)


def write_hand(race: BugRace, seat: i64, pen: Pen) -> None:
    pen.field("packet").counts(race.packets[seat].cards, race.packets[seat].size, CARD_CODES)
    pen.field("giver", race.seats).one_seat(giver(race, seat))
    kept = pen.field("kept").tally(CARD_CODES)
    for i in range(race.hand):
        card = race.kept[seat * MOST_KEPT + i]
        if card != 0 and (race.stage == KEEP or race.unlaid[seat] & BIT[i]):
            pen.count(kept + card)
    pen.field("chosen").flags(race.chosen[seat], LEGS)
    pen.field("laid", race.hand)
    write_in_order(race, race.laid, seat, pen)


def giver(race: BugRace, receiver: i64) -> i64:
    """Who passed the packet on."""
    for seat in range(race.seats):
        if race.step > 0 and race.racing & BIT[seat] and race.neighbour(seat) == receiver:
            return seat
    return NONE


def write_in_order(race: BugRace, cards: vec[i64], seat: i64, pen: Pen) -> None:
    """What a seat has in a row with room for MOST_KEPT cards of each."""
    for i in range(race.hand):
        pen.flags(cards[seat * MOST_KEPT + i], LEGS)

"""Bug Council views as bytes. A single card is a one-hot suit and a value; a hand is one flag per card."""

from mypy_extensions import i64

from bugbox.core.bits import BIT, count
from bugbox.core.observation import Observer, Pen
from bugbox.core.position import Position
from bugbox.core.rows import zeros
from bugbox.games.bug_council.rules.box import CARDS, MOST_ROUNDS, NONE, SUIT_OF, SUITS, TEMPERS, VALUE_OF
from bugbox.games.bug_council.rules.state import A_CUBE, CODES, DECLARE, OVER, PLACES, UNDECIDED, Layout
from bugbox.games.bug_council.rules.trick_winner import REASONS, reason
from bugbox.games.bug_council.rules.turn import BugCouncil
from bugbox.games.bug_council.show.view import is_visited, rounds_of


class CouncilObserver(Observer):
    """Write everything that view.py shows."""

    def observe(self, position: Position, viewer: i64, pen: Pen) -> None:
        assert isinstance(position, BugCouncil)
        pen.begin(position, viewer)
        write_council(position, pen)
        write_tricks(position, pen)
        write_players(position, pen)
        write_pad(position, pen)
        if position.is_alone:
            write_allies(position, pen)
        if viewer >= 0:
            write_own(position, viewer, pen)
        else:
            pen.leave_blank()


def write_who(game: Layout, who: i64, pen: Pen) -> None:
    """Write a one-hot flag over the ranked participants."""
    pen.one_seat(who)
    if game.emissary >= 0:
        pen.flag(who == game.emissary)


def nth_ranked(game: Layout, nth: i64, pen: Pen) -> i64:
    """Count the seats clockwise from the viewer, then the Emissary."""
    return pen.seat(nth) if nth < game.seats else nth


def write_card(card: i64, pen: Pen) -> None:
    if card == NONE:
        pen.blank(SUITS + 1)
    else:
        pen.one_of(SUIT_OF[card], SUITS)
        pen.number(VALUE_OF[card])


def write_council(game: Layout, pen: Pen) -> None:
    pen.field("stage").one_of(game.stage, OVER + 1)
    pen.field("round").number(game.round)
    pen.field("trick_number").number(game.trick)
    pen.field("circle", SUITS)
    suit: i64 = 0
    for place in range(SUITS):
        pen.one_of(suit, SUITS)
        pen.number(game.cubes[suit])
        suit = game.clockwise[suit]
    pen.field("chambers").number(game.chambers)
    pen.field("reward").number(game.reward + game.chambers)
    pen.field("leads", 1)
    write_who(game, game.leader, pen)
    if game.emissary >= 0:
        pen.field("stock").number(count(game.stock))
        if game.is_alone:
            pen.field("temperament").one_of(game.temper, TEMPERS)
        else:
            pen.field("plays_for_it", game.seats).one_seat(game.sender)
        pen.field("open").flags(game.open, CARDS)


def write_tricks(game: Layout, pen: Pen) -> None:
    pen.field("trick", game.ranked)
    for place in range(game.ranked):
        write_played(game, game.at + place, place < game.played, pen)
    pen.field("winning")
    write_who(game, game.winner if game.played > 0 else NONE, pen)
    pen.field("strongest").number(game.strength // A_CUBE if game.played > 0 else 0)
    pen.field("why").one_of(reason(game), REASONS)
    pen.field("led").one_of(game.lead, SUITS)
    pen.field("visits")
    write_who(game, game.visitor if is_visited(game) else NONE, pen)
    pen.field("last_trick", game.ranked)
    for place in range(game.ranked):
        write_played(game, PLACES - game.at + place, game.trick > 1, pen)
    pen.field("last_winner")
    write_who(game, game.last_winner if game.trick > 1 else NONE, pen)


def write_played(game: Layout, at: i64, is_there: bool, pen: Pen) -> None:
    write_who(game, game.order[at] if is_there else NONE, pen)
    write_card(game.cards[at] if is_there else NONE, pen)


def write_players(game: BugCouncil, pen: Pen) -> None:
    pen.field("waiting", game.seats).set_of_seats(game.waiting)
    pen.field("declared").flag(game.stage != DECLARE)
    pen.field("unallied", game.seats).set_of_seats(0 if game.stage == DECLARE else game.unallied)
    pen.field("hand_size", game.ranked)
    for nth in range(game.ranked):
        who = nth_ranked(game, nth, pen)
        pen.number(count(game.hands[who] if who < game.seats else game.open))
    pen.field("tricks", game.ranked)
    for nth in range(game.ranked):
        pen.number(game.tricks[nth_ranked(game, nth, pen)])
    pen.field("points", game.ranked)
    for nth in range(game.ranked):
        pen.number(game.points(nth_ranked(game, nth, pen)))
    pen.field("place", game.ranked)
    for nth in range(game.ranked):
        pen.number(game.place(nth_ranked(game, nth, pen)) if game.stage == OVER else 0)


def write_pad(game: Layout, pen: Pen) -> None:
    """Write each participant's rounds: finished or not, tricks, bonus, last card."""
    pen.field("pad", game.ranked)
    for nth in range(game.ranked):
        who = nth_ranked(game, nth, pen)
        first = who * MOST_ROUNDS
        for line in range(first, first + game.rounds):
            is_over = line < first + rounds_of(game, who)
            pen.flag(is_over)
            pen.number(game.trick_points[line] if is_over else 0)
            pen.number(game.bonus[line] if is_over else 0)
            write_card(game.kept[line] if is_over else NONE, pen)


def write_allies(game: Layout, pen: Pen) -> None:
    """Write the factions that the solo Emissary scored in each round."""
    pen.field("allies", game.rounds)
    for nth in range(game.rounds):
        pen.flags(game.allies[nth], SUITS)  # empty until scored


def write_own(game: BugCouncil, seat: i64, pen: Pen) -> None:
    pen.field("hand").flags(game.hands[seat], CARDS)
    pen.field("discard")
    write_card(game.discards[seat], pen)
    if not game.is_alone:  # in a solo game it is revealed immediately
        pen.field("thumb").one_of(game.thumbs[seat] - 1 if game.thumbs[seat] != UNDECIDED else NONE, 2)
    pen.field("options")
    options = pen.tally(CODES)
    if game.waiting & BIT[seat]:
        buffer = zeros(CODES)
        for i in range(game.options(seat, buffer)):
            pen.count(options + buffer[i])

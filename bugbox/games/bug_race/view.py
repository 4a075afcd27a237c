"""What one seat, or a watcher, sees of a race."""

from collections.abc import Iterable

from msgspec import Struct

from bugbox.core.game import OPEN
from bugbox.games.bug_race import rules
from bugbox.games.bug_race.rules import MOST_KEPT, BugRace
from bugbox.games.bug_race.words import DIRECTIONS, card_text

STAGES = {rules.KEEP: "keep", rules.PLAY: "play", rules.OVER: "over"}


class Beetle(Struct, frozen=True):
    seat: int
    body: int  # the segment of its rear
    legs: tuple[int, ...]  # slots of L1 L2 L3 R1 R2 R3
    to_go: int  # segments to the finish
    racing: bool
    waiting: bool  # still owes a decision
    hand_size: int
    played: tuple[str, ...]  # the cards that it ran last, in order
    place: int | None  # once it has crossed, or the race is over


class Hand(Struct, frozen=True):
    """The cards of a seat that the viewer may see."""

    packet: tuple[str, ...]  # to choose from
    giver: int | None  # who passed it on; None if it came from the deck
    kept: tuple[str, ...]  # and not yet laid
    chosen: str | None  # kept in this step, not yet passed on
    laid: tuple[str, ...]  # in the order in which they will be played
    preview: Beetle  # where the beetle will be when the laid cards have been played


class View(Struct, frozen=True):
    viewer: int
    segments: int
    turn: int
    stage: str
    passing: str
    deck: int  # cards left
    discards: tuple[str, ...]  # open to all
    beetles: tuple[Beetle, ...]
    hands: dict[int, Hand]  # only those that the viewer may see


def view(position: BugRace, viewer: int) -> View:
    seats = range(position.seats)
    return View(
        viewer=viewer,
        segments=position.segments,
        turn=position.turn,
        stage=STAGES[position.stage],
        passing="" if position.stage == rules.OVER else f"{DIRECTIONS[position.direction()]}.",
        deck=position.deck.size,
        discards=cards(position.discards.cards),
        beetles=tuple(beetle(position, seat) for seat in seats),
        hands={seat: hand(position, seat) for seat in seats if viewer in (seat, OPEN)},
    )


def cards(codes: Iterable[int]) -> tuple[str, ...]:
    return tuple(card_text(code) for code in codes if code)


def in_row(row: Iterable[int], seat: int) -> list[int]:
    """What a seat has in a row with room for MOST_KEPT cards of each."""
    first = seat * int(MOST_KEPT)
    return list(row)[first : first + int(MOST_KEPT)]


def beetle(position: BugRace, seat: int) -> Beetle:
    racing = bool(position.racing >> seat & 1)
    return Beetle(
        seat=seat,
        body=position.beetles[seat].body,
        legs=tuple(position.beetles[seat].legs),
        to_go=position.beetles[seat].to_go(),
        racing=racing,
        waiting=bool(position.to_act() >> seat & 1),
        hand_size=position.hand if racing and position.stage != rules.OVER else 0,
        played=cards(in_row(position.played, seat)),
        place=None if racing and position.stage != rules.OVER else position.place(seat),
    )


def hand(position: BugRace, seat: int) -> Hand:
    kept = in_row(position.kept, seat)
    in_hand = [i for i in range(MOST_KEPT) if position.stage == rules.KEEP or position.unlaid[seat] >> i & 1]
    return Hand(
        packet=cards(sorted(position.packets[seat].cards)),
        giver=giver(position, seat),
        kept=cards(sorted(kept[i] for i in in_hand)),
        chosen=card_text(position.chosen[seat]) or None,
        laid=cards(in_row(position.laid, seat)),
        preview=preview(position, seat),
    )


def giver(position: BugRace, seat: int) -> int | None:
    racing = [s for s in range(position.seats) if position.racing >> s & 1]
    return next((s for s in racing if position.step and position.neighbour(s) == seat), None)


def preview(position: BugRace, seat: int) -> Beetle:
    laid = [card for card in in_row(position.laid, seat) if card]
    if not laid:
        return beetle(position, seat)
    ahead = position.blank()
    ahead.copy_from(position)
    for card in laid:
        ahead.beetles[seat].run(card)
    return beetle(ahead, seat)

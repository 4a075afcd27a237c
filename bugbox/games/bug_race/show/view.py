"""What one seat, or a watcher, sees of a race."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bugbox.core.bits import BIT
from bugbox.core.game import OPEN
from bugbox.games.bug_race.rules.beetle import Beetle as Runner
from bugbox.games.bug_race.rules.box import CARD_CODES
from bugbox.games.bug_race.rules.turn import KEEP, MOST_KEPT, OVER, PLAY, BugRace
from bugbox.games.bug_race.show.views import Beetle, Hand, View
from bugbox.games.bug_race.show.words import DIRECTIONS, card_text

STAGES: Final = {KEEP: "keep", PLAY: "play", OVER: "over"}
CARD_TEXTS: Final = tuple([card_text(card) for card in range(CARD_CODES)])


def view(position: BugRace, viewer: i64) -> View:
    return View(
        viewer=viewer,
        segments=position.segments,
        turn=position.turn,
        stage=STAGES[position.stage],
        passing="" if position.stage == OVER else f"{DIRECTIONS[position.direction()]}.",
        deck=position.deck.size,
        discards=cards(position.discards.cards, 0, position.discards.size),
        beetles=tuple([beetle(position, seat, position.beetles[seat]) for seat in range(position.seats)]),
        hands={seat: hand(position, seat) for seat in range(position.seats) if viewer == seat or viewer == OPEN},
    )


def cards(codes: vec[i64], start: i64, end: i64) -> tuple[str, ...]:
    """Those that are there: in a row with room for more, the rest is zero."""
    return tuple([CARD_TEXTS[codes[at]] for at in range(start, end) if codes[at] != 0])


def of_seat(row: vec[i64], seat: i64) -> tuple[str, ...]:
    """What a seat has in a row with room for MOST_KEPT cards of each."""
    return cards(row, seat * MOST_KEPT, (seat + 1) * MOST_KEPT)


def beetle(position: BugRace, seat: i64, running: Runner) -> Beetle:
    racing = position.racing & BIT[seat] != 0
    is_ranked = position.stage == OVER or not racing
    return Beetle(
        seat=seat,
        body=running.body,
        legs=tuple([int(slot) for slot in running.legs]),
        to_go=running.to_go(),
        racing=racing,
        waiting=position.waiting & BIT[seat] != 0,
        hand_size=0 if is_ranked else position.hand,
        played=of_seat(position.played, seat),
        place=int(position.place(seat)) if is_ranked else None,
    )


def hand(position: BugRace, seat: i64) -> Hand:
    packet = position.packets[seat]
    return Hand(
        packet=in_order([int(packet.cards[at]) for at in range(packet.size)]),
        giver=giver(position, seat),
        kept=in_order(in_hand(position, seat)),
        chosen=CARD_TEXTS[position.chosen[seat]] or None,
        laid=of_seat(position.laid, seat),
        preview=preview(position, seat),
    )


def in_order(codes: list[int]) -> tuple[str, ...]:
    return tuple([CARD_TEXTS[code] for code in sorted(codes)])


def in_hand(position: BugRace, seat: i64) -> list[int]:
    """The cards that it has kept and not yet laid."""
    held = []
    for step in range(MOST_KEPT):
        card = position.kept[seat * MOST_KEPT + step]
        if card != 0 and (position.stage == KEEP or position.unlaid[seat] & BIT[step] != 0):
            held.append(int(card))
    return held


def giver(position: BugRace, seat: i64) -> int | None:
    if position.step == 0:
        return None
    for other in range(position.seats):
        if position.racing & BIT[other] != 0 and position.neighbour(other) == seat:
            return other
    return None


def preview(position: BugRace, seat: i64) -> Beetle:
    return beetle(position, seat, after_laid(position, seat))


def after_laid(position: BugRace, seat: i64) -> Runner:
    """A beetle where the cards that its seat has put down will bring it."""
    runner = Runner(position.segments)
    runner.copy_from(position.beetles[seat])
    for at in range(seat * MOST_KEPT, (seat + 1) * MOST_KEPT):
        if position.laid[at] != 0:
            runner.run(position.laid[at])
    return runner

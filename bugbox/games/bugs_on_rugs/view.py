"""What one seat, or a watcher, sees of the table."""

from collections import Counter

from msgspec import Struct

from bugbox.core.bits import lowest
from bugbox.core.game import OPEN
from bugbox.core.pile import Hand, Pile
from bugbox.core.position import MOST_OPTIONS
from bugbox.core.rows import zeros
from bugbox.games.bugs_on_rugs import layout
from bugbox.games.bugs_on_rugs.aid import cards_seen
from bugbox.games.bugs_on_rugs.parts import ANT, BUGS, CARD_CODES, LARVA, MOSQUITO, NAMES, SCORED
from bugbox.games.bugs_on_rugs.rules import BugsOnRugs
from bugbox.games.bugs_on_rugs.scoring import count_with_pairs, score_first_rows, score_later_rows, unpaired
from bugbox.games.bugs_on_rugs.words import card_text, group_text, label, option_text

STAGES = {
    layout.PICK: "pick", layout.SHOW: "show", layout.PLACE: "place", layout.TRADE: "trade", layout.DRAW: "draw",
    layout.SWAP: "swap", layout.SLOT: "slot", layout.PASS: "pass", layout.TAKE: "take", layout.AFTER: "after",
    layout.GROUP: "group", layout.BREAK: "break", layout.OVER: "over",
}  # fmt: skip


class Player(Struct, frozen=True):
    seat: int
    hand_size: int
    waiting: bool
    points: int | None  # at the end
    place: int | None
    pairs: tuple[tuple[str, int], ...]  # once revealed: what the Mosquitos are
    hatched: int
    last: str | None  # the card that it openly took last


class Copy(Struct, frozen=True):
    """A bug that a pair of my Mosquitos can copy, and what my hand would give then."""

    bug: str  # empty for no pair at all
    points: int  # without the Ants, whose worth depends on hands that are hidden
    ants: int


class View(Struct, frozen=True):
    viewer: int
    round: int
    start: int
    final: bool
    bugs_to_end: int | None  # bugs above the End card; None once it is reached
    stage: str
    power: str  # the bug whose power runs
    acting: int | None
    deck: int
    wall: tuple[str, ...]
    floor: tuple[str, ...]
    removed: tuple[str, ...]
    players: tuple[Player, ...]
    hands: dict[int, tuple[str, ...]]  # those that the viewer may see
    chosen: str | None  # my own secret choice
    given: str | None  # my own card that waits for its swap
    pairs: int  # of my Mosquitos, to be grouped now
    copies: tuple[Copy, ...]  # what one of them can be
    buttons: tuple[str, ...]  # my options that are no cards
    seen: dict[int, tuple[str, ...]]  # the aid to memory: what the viewer saw go into other hands


def view(position: BugsOnRugs, viewer: int) -> View:
    seats = range(position.seats)
    is_open = position.stage >= layout.BREAK
    acting = None if position.is_secret() or not position.to_act() else lowest(position.to_act())
    is_mine = acting == viewer or viewer == OPEN
    grouping = position.stage == layout.GROUP and viewer >= 0 and bool(position.to_act() >> viewer & 1)
    return View(
        viewer=viewer,
        round=position.round,
        start=position.start,
        final=position.final,
        bugs_to_end=None if position.end_seen else position.deck.size - position.end_below,
        stage=STAGES[layout.SWAP if position.stage == layout.SLOT and not is_mine else position.stage],
        power=NAMES[position.power] if position.power >= 0 else "",
        acting=acting,
        deck=position.deck.size,
        wall=cards(position.wall),
        floor=cards(position.floor),
        removed=named(sorted(position.removed.cards[i] for i in range(position.removed.size))),
        players=tuple(player(position, seat) for seat in seats),
        hands={seat: cards(position.hands[seat]) for seat in seats if is_open or viewer in (seat, OPEN)},
        chosen=chosen(position, viewer) if viewer >= 0 else None,
        given=card_text(position.given) if position.stage == layout.SLOT and is_mine else None,
        pairs=position.count_of(viewer, MOSQUITO) // 2 if grouping else 0,
        copies=copies(position, viewer) if grouping else (),
        buttons=buttons(position, viewer),
        seen=seen(position, viewer) if position.aid and viewer != OPEN and not is_open else {},
    )


def cards(pile: Pile | Hand) -> tuple[str, ...]:
    return named([pile.cards[i] for i in range(pile.size)])


def named(codes: list[int]) -> tuple[str, ...]:
    return tuple(card_text(code) for code in codes)


def player(position: BugsOnRugs, seat: int) -> Player:
    over = position.stage == layout.OVER
    last = position.memory.last_gained(seat)
    pairs = [(NAMES[bug], position.pairs[seat * int(BUGS) + bug]) for bug in range(SCORED)]
    return Player(
        seat=seat,
        hand_size=position.hands[seat].size,
        waiting=bool(position.to_act() >> seat & 1),
        points=position.points(seat) if over else None,
        place=position.place(seat) if over else None,
        pairs=tuple((name, count) for name, count in pairs if count),
        hatched=position.hatched[seat],
        last=card_text(last) if last else None,
    )


def chosen(position: BugsOnRugs, seat: int) -> str | None:
    choice = position.chosen[seat]
    if not choice:
        return None
    if position.stage == layout.GROUP:
        return label(f"group {group_text(choice - 1 + int(layout.GROUPING))}")
    return card_text(choice)


def buttons(position: BugsOnRugs, seat: int) -> tuple[str, ...]:
    """Options that are no cards; all ways to hatch begin with one button."""
    stage, found = position.stage, options(position, seat)
    hatch = ("hatch",) if any(layout.HATCH <= option < layout.PAIR for option in found) else ()
    if stage not in (layout.DRAW, layout.AFTER, layout.BREAK):
        return hatch
    plain = [option for option in found if not layout.HATCH <= option < layout.PAIR]
    return (*(option_text(position, seat, option) for option in plain), *hatch)


def options(position: BugsOnRugs, seat: int) -> list[int]:
    if seat < 0 or not position.to_act() >> seat & 1:
        return []
    buffer = zeros(MOST_OPTIONS)
    return [buffer[i] for i in range(position.options(seat, buffer))]


# --- What a pair of Mosquitos is worth ---


def copies(position: BugsOnRugs, seat: int) -> tuple[Copy, ...]:
    """One pair as each bug that the seat holds, and no pair at all."""
    held = [bug for bug in range(SCORED) if position.count_of(seat, bug)]
    return (*(copy(position, seat, bug) for bug in held), copy(position, seat, None))


def copy(position: BugsOnRugs, seat: int, bug: int | None) -> Copy:
    ahead = position.blank()
    ahead.copy_from(position)
    if bug is not None:
        ahead.pairs[seat * int(BUGS) + bug] = 1
    ahead.hatched[seat] = min(count_with_pairs(ahead, seat, LARVA), unpaired(ahead, seat))
    score_first_rows(ahead, seat)
    score_later_rows(ahead, seat)
    rows = [ahead.scores[seat * int(SCORED) + row] for row in range(SCORED) if row != ANT]
    return Copy("" if bug is None else NAMES[bug], sum(rows), count_with_pairs(ahead, seat, ANT))


# --- The aid to memory ---


def seen(position: BugsOnRugs, viewer: int) -> dict[int, tuple[str, ...]]:
    """What must be in each other hand by all that the viewer saw (BOR-R54)."""
    counts, codes = cards_seen(position, viewer), int(CARD_CODES)
    held = {
        seat: Counter({card: counts[seat * codes + card] for card in range(codes)}) for seat in range(position.seats)
    }
    return {seat: named(list(hand.elements())) for seat, hand in held.items() if seat != viewer}

"""Build the view of the table for a seat or a watcher."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bugbox.core.bits import BIT, LOWEST
from bugbox.core.game import OPEN
from bugbox.core.position import MOST_OPTIONS
from bugbox.core.rows import zeros
from bugbox.games.bugs_on_rugs.rules import state
from bugbox.games.bugs_on_rugs.rules.box import ANT, BUGS, CARD_CODES, LARVA, MOSQUITO, NAMES, NO_BUG, SCORED
from bugbox.games.bugs_on_rugs.rules.memory_aid import cards_seen
from bugbox.games.bugs_on_rugs.rules.scoring import count_with_pairs, score_first_rows, score_later_rows, unpaired
from bugbox.games.bugs_on_rugs.rules.turn import BugsOnRugs
from bugbox.games.bugs_on_rugs.show.views import Copy, Player, View
from bugbox.games.bugs_on_rugs.show.words import card_text, group_text, label, option_text

STAGES: Final = {
    state.PICK: "pick", state.SHOW: "show", state.PLACE: "place", state.TRADE: "trade", state.DRAW: "draw",
    state.SWAP: "swap", state.SLOT: "slot", state.PASS: "pass", state.TAKE: "take", state.AFTER: "after",
    state.GROUP: "group", state.BREAK: "break", state.OVER: "over",
}  # fmt: skip
CARD_TEXTS: Final = tuple([card_text(card) for card in range(CARD_CODES)])


def view(position: BugsOnRugs, viewer: i64) -> View:
    is_open = position.stage >= state.BREAK
    acting = None if position.is_secret() or position.waiting == 0 else int(LOWEST[position.waiting])
    is_mine = acting == viewer or viewer == OPEN
    grouping = position.stage == state.GROUP and is_to_act(position, viewer)
    return View(
        viewer=viewer,
        round=position.round,
        start=position.start,
        final=position.final,
        bugs_to_end=None if position.end_seen else position.deck.size - position.end_below,
        stage=STAGES[state.SWAP if position.stage == state.SLOT and not is_mine else position.stage],
        power=NAMES[position.power] if position.power >= 0 else "",
        acting=acting,
        deck=position.deck.size,
        wall=cards(position.wall.cards, position.wall.size),
        floor=cards(position.floor.cards, position.floor.size),
        removed=removed(position),
        players=tuple([player(position, seat) for seat in range(position.seats)]),
        hands=hands(position, viewer, is_open),
        chosen=chosen(position, viewer) if viewer >= 0 else None,
        given=CARD_TEXTS[position.given] if position.stage == state.SLOT and is_mine else None,
        pairs=position.count_of(viewer, MOSQUITO) // 2 if grouping else 0,
        copies=copies(position, viewer) if grouping else (),
        buttons=buttons(position, viewer),
        seen=seen(position, viewer) if position.aid and viewer != OPEN and not is_open else {},
    )


def is_to_act(position: BugsOnRugs, seat: i64) -> bool:
    return seat >= 0 and position.waiting & BIT[seat] != 0


def cards(codes: vec[i64], size: i64) -> tuple[str, ...]:
    return tuple([CARD_TEXTS[codes[at]] for at in range(size)])


def removed(position: BugsOnRugs) -> tuple[str, ...]:
    """List the removed cards, sorted: the order in which they left doesn't matter."""
    pile = position.removed
    return tuple([CARD_TEXTS[card] for card in sorted([int(pile.cards[at]) for at in range(pile.size)])])


def hands(position: BugsOnRugs, viewer: i64, is_open: bool) -> dict[int, tuple[str, ...]]:
    found: dict[int, tuple[str, ...]] = {}
    for seat in range(position.seats):
        if is_open or viewer == seat or viewer == OPEN:
            found[seat] = cards(position.hands[seat].cards, position.hands[seat].size)
    return found


def player(position: BugsOnRugs, seat: i64) -> Player:
    is_over = position.stage == state.OVER
    last = position.memory.last_gained(seat)
    return Player(
        seat=seat,
        hand_size=position.hands[seat].size,
        waiting=is_to_act(position, seat),
        points=int(position.points(seat)) if is_over else None,
        place=int(position.place(seat)) if is_over else None,
        pairs=pairs(position, seat),
        hatched=position.hatched[seat],
        last=CARD_TEXTS[last] if last != 0 else None,
    )


def pairs(position: BugsOnRugs, seat: i64) -> tuple[tuple[str, int], ...]:
    first = seat * BUGS
    copied = [bug for bug in range(SCORED) if position.pairs[first + bug] != 0]
    return tuple([(NAMES[bug], int(position.pairs[first + bug])) for bug in copied])


def chosen(position: BugsOnRugs, seat: i64) -> str | None:
    choice = position.chosen[seat]
    if choice == 0:
        return None
    if position.stage == state.GROUP:
        return label(f"group {group_text(choice - 1 + state.GROUPING)}")
    return CARD_TEXTS[choice]


def buttons(position: BugsOnRugs, seat: i64) -> tuple[str, ...]:
    """List the options that aren't cards; a single button starts every way to hatch."""
    stage, found = position.stage, options(position, seat)
    plain = [option for option in found if not state.HATCH <= option < state.PAIR]
    hatch = ["hatch"] if len(plain) < len(found) else []
    if not (stage == state.DRAW or stage == state.AFTER or stage == state.BREAK):
        return tuple(hatch)
    return tuple([option_text(position, seat, option) for option in plain] + hatch)


def options(position: BugsOnRugs, seat: i64) -> list[int]:
    if not is_to_act(position, seat):
        return []
    buffer = zeros(MOST_OPTIONS)
    return [int(buffer[i]) for i in range(position.options(seat, buffer))]


# --- The value of a pair of Mosquitos ---


def copies(position: BugsOnRugs, seat: i64) -> tuple[Copy, ...]:
    """List the choices for one pair: each bug in the seat's hand, and no pair at all."""
    held = [bug for bug in range(SCORED) if position.count_of(seat, bug) > 0]
    return tuple([copy(position, seat, bug) for bug in [*held, NO_BUG]])


def copy(position: BugsOnRugs, seat: i64, bug: i64) -> Copy:
    ahead = position.blank()
    ahead.copy_from(position)
    if bug != NO_BUG:
        ahead.pairs[seat * BUGS + bug] = 1
    ahead.hatched[seat] = min(count_with_pairs(ahead, seat, LARVA), unpaired(ahead, seat))
    score_first_rows(ahead, seat)
    score_later_rows(ahead, seat)
    points: i64 = 0
    for row in range(SCORED):
        if row != ANT:
            points += ahead.scores[seat * SCORED + row]
    return Copy("" if bug == NO_BUG else NAMES[bug], points, count_with_pairs(ahead, seat, ANT))


# --- The memory aid ---


def seen(position: BugsOnRugs, viewer: i64) -> dict[int, tuple[str, ...]]:
    """List the cards that the viewer knows to be in each other hand (BOR-R54)."""
    counts = cards_seen(position, viewer)
    found: dict[int, tuple[str, ...]] = {}
    for seat in range(position.seats):
        if seat != viewer:
            found[seat] = counted(counts, seat * CARD_CODES)
    return found


def counted(counts: vec[i64], first: i64) -> tuple[str, ...]:
    """Expand counts into a list of card texts."""
    found: list[str] = []
    for card in range(CARD_CODES):
        found += [CARD_TEXTS[card]] * int(counts[first + card])
    return tuple(found)

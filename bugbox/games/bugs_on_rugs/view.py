"""What one seat, or a watcher, sees of the table."""

from collections.abc import Iterable

from msgspec import Struct

from bugbox.core.game import OPEN
from bugbox.core.position import MOST_OPTIONS, zeros
from bugbox.games.bugs_on_rugs import memory, rules
from bugbox.games.bugs_on_rugs.parts import ANT, LARVA, NAMES, SCORED, TYPES
from bugbox.games.bugs_on_rugs.rules import MOST_HAND, BugsOnRugs
from bugbox.games.bugs_on_rugs.words import card_text, group_text, grouped, option_text

STAGES = {
    rules.PICK: "pick", rules.SHOW: "show", rules.PLACE: "place", rules.TRADE: "trade", rules.DRAW: "draw",
    rules.SWAP: "swap", rules.SLOT: "slot", rules.PASS: "pass", rules.TAKE: "take", rules.AFTER: "after",
    rules.GROUP: "group", rules.BREAK: "break", rules.OVER: "over",
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


class Grouping(Struct, frozen=True):
    """A way to group my Mosquitos, and what it would give me."""

    text: str
    points: int  # without the Ants
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
    groupings: tuple[Grouping, ...]  # mine, best first
    buttons: tuple[str, ...]  # my options that are no cards
    seen: dict[int, tuple[str, ...]]  # the aid to memory: what the viewer saw go into other hands


def view(position: BugsOnRugs, viewer: int) -> View:
    seats = range(position.seats)
    is_open = position.stage >= rules.BREAK
    is_mine = position.acting == viewer or viewer == OPEN
    secret = position.is_secret()
    return View(
        viewer=viewer,
        round=position.round,
        start=position.start,
        final=position.final,
        bugs_to_end=None if position.end_seen else position.deck_size - position.end_below,
        stage=STAGES[rules.SWAP if position.stage == rules.SLOT and not is_mine else position.stage],
        power=NAMES[position.power] if position.power >= 0 else "",
        acting=None if secret or position.stage == rules.OVER else position.acting,
        deck=position.deck_size,
        wall=cards(position.wall[i] for i in range(position.wall_size)),
        floor=cards(position.floor[i] for i in range(position.floor_size)),
        removed=cards(sorted(position.removed[i] for i in range(position.removed_size))),
        players=tuple(player(position, seat) for seat in seats),
        hands={seat: hand(position, seat) for seat in seats if is_open or viewer in (seat, OPEN)},
        chosen=chosen(position, viewer) if viewer >= 0 else None,
        given=card_text(position.given) if position.stage == rules.SLOT and is_mine else None,
        groupings=groupings(position, viewer) if viewer >= 0 and position.stage == rules.GROUP else (),
        buttons=buttons(position, viewer),
        seen=seen(position, viewer) if position.aid and viewer != OPEN and not is_open else {},
    )


def cards(codes: Iterable[int]) -> tuple[str, ...]:
    return tuple(card_text(code) for code in codes)


def hand(position: BugsOnRugs, seat: int) -> tuple[str, ...]:
    first = seat * int(MOST_HAND)
    return cards(position.hand[i] for i in range(first, first + position.hand_size[seat]))


def player(position: BugsOnRugs, seat: int) -> Player:
    over = position.stage == rules.OVER
    pairs = [(NAMES[bug], position.pairs[seat * int(TYPES) + bug]) for bug in range(SCORED)]
    return Player(
        seat=seat,
        hand_size=position.hand_size[seat],
        waiting=bool(position.to_act() >> seat & 1),
        points=position.points(seat) if over else None,
        place=position.place(seat) if over else None,
        pairs=tuple((name, count) for name, count in pairs if count),
        hatched=position.hatched[seat],
        last=last_taken(position, seat),
    )


def last_taken(position: BugsOnRugs, seat: int) -> str | None:
    for i in range(position.memory.size - 1, -1, -1):
        kind, who, _, card = position.memory.entry(i)
        if kind == memory.GAINED and who == seat:
            return card_text(card)
    return None


def chosen(position: BugsOnRugs, seat: int) -> str | None:
    choice = position.chosen[seat]
    if not choice:
        return None
    return f"group {group_text(choice - 1)}" if position.stage == rules.GROUP else card_text(choice)


def groupings(position: BugsOnRugs, seat: int) -> tuple[Grouping, ...]:
    """What each would give without the Ants, whose worth depends on hands that are hidden."""
    made = [grouping(position, seat, option) for option in options(position, seat)]
    return tuple(sorted(made, key=lambda one: -(one.points + 3 * one.ants)))


def options(position: BugsOnRugs, seat: int) -> list[int]:
    if seat < 0 or not position.to_act() >> seat & 1:
        return []
    buffer = zeros(MOST_OPTIONS)
    return [buffer[i] for i in range(position.options(seat, buffer))]


def buttons(position: BugsOnRugs, seat: int) -> tuple[str, ...]:
    if position.stage not in (rules.DRAW, rules.AFTER, rules.BREAK):
        return ()
    plain = [option for option in options(position, seat) if option < rules.HATCH]
    return tuple(option_text(position, seat, option) for option in plain)


def grouping(position: BugsOnRugs, seat: int, option: int) -> Grouping:
    ahead = position.blank()
    ahead.copy_from(position)
    for bug, pairs in grouped(option):
        ahead.pairs[seat * int(TYPES) + bug] = pairs
    ahead.hatched[seat] = min(ahead.count_with_pairs(seat, LARVA), ahead.unpaired(seat))
    ahead.score_first_rows(seat)
    ahead.score_later_rows(seat)
    rows = [ahead.scores[seat * int(SCORED) + bug] for bug in range(SCORED) if bug != ANT]
    return Grouping(f"group {group_text(option)}", sum(rows), ahead.count_with_pairs(seat, ANT))


def seen(position: BugsOnRugs, viewer: int) -> dict[int, tuple[str, ...]]:
    """What the viewer saw go into each other hand and not out of it again; unseen passes are not made up."""
    held: dict[int, list[int]] = {seat: [] for seat in range(position.seats) if seat != viewer}
    for i in range(position.memory.size):
        kind, seat, other, card = position.memory.entry(i)
        if seat == viewer:
            continue
        if kind == memory.GAINED or (kind == memory.RECEIVED and other == viewer):
            held[seat].append(card)
        elif (kind == memory.LOST or (kind == memory.GIVEN and other == viewer)) and card in held[seat]:
            held[seat].remove(card)
        elif kind == memory.SHOWN and held[seat].count(card) < other:
            held[seat].append(card)
    return {seat: cards(sorted(codes)) for seat, codes in held.items()}

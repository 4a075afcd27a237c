"""Determinization: redeal what a seat cannot know (other hands, discards, and cards set aside or in the deck)."""

from mypy_extensions import i64

from bugbox.core.bits import BIT, COUNT, count, lowest
from bugbox.core.rng import Rng
from bugbox.games.bug_council.rules.box import NONE, SUITS
from bugbox.games.bug_council.rules.state import DISCARD, UNDECIDED, Layout


def guess_hidden(game: Layout, viewer: i64, rng: Rng) -> None:
    """Redeal hidden cards; every deal consistent with what was seen is equally likely."""
    take_back_choices(game, viewer)
    sharing = game.sharing
    sharing.begin(unseen(game, viewer))
    for many in range(SUITS, 0, -1):  # most restricted hands first: fewer combinations to count
        for seat in range(game.seats):
            if is_limited(game, viewer, seat) and COUNT[game.lacks[seat]] == many:
                sharing.add_hand(seat, count(game.hands[seat]), game.lacks[seat])
    rest = sharing.fill(rng)
    for hand in range(sharing.hands):
        game.hands[sharing.owners[hand]] = sharing.held[hand]
    deal_rest(game, viewer, rest, rng)


def is_limited(game: Layout, viewer: i64, seat: i64) -> bool:
    """Return whether this seat has shown a void: its hand, but not its discard, has no card of that suit."""
    return seat != viewer and game.lacks[seat] != 0 and game.hands[seat] != 0


def deal_rest(game: Layout, viewer: i64, rest: i64, rng: Rng) -> None:
    """Deal the unrestricted hands and the discards; the remainder is the stock."""
    sharing = game.sharing
    sharing.gather_set(rest)
    for seat in range(game.seats):
        if seat == viewer:
            continue
        if game.lacks[seat] == 0:
            hand = sharing.draw(count(game.hands[seat]), rng)
            game.hands[seat] = hand
            rest -= hand
        if game.discards[seat] != NONE:
            card = sharing.draw(1, rng)
            game.discards[seat] = lowest(card)
            rest -= card
    game.stock = rest


def take_back_choices(game: Layout, viewer: i64) -> None:
    """Undo other seats' secret declarations and discards, so that they choose again."""
    for seat in range(game.seats):
        if seat == viewer:
            continue
        if game.thumbs[seat] != UNDECIDED:
            game.thumbs[seat] = UNDECIDED
            game.waiting |= BIT[seat]
        if game.stage == DISCARD and game.discards[seat] != NONE:
            game.hands[seat] |= BIT[game.discards[seat]]
            game.discards[seat] = NONE
            game.waiting |= BIT[seat]


def unseen(game: Layout, viewer: i64) -> i64:
    """Return the set of cards that this seat cannot locate."""
    cards = game.sharing.whole & ~(game.gone | game.open | game.hands[viewer])
    return cards & ~BIT[game.discards[viewer]] if game.discards[viewer] != NONE else cards

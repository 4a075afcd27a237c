"""The memory aid (BOR-R54)."""

from librt.vecs import vec
from mypy_extensions import i64

from bugbox.games.bugs_on_rugs.rules.box import CARD_CODES
from bugbox.games.bugs_on_rugs.rules.memory import GAINED, GIVEN, LOST, RECEIVED, SHOWN
from bugbox.games.bugs_on_rugs.rules.state import Layout


def cards_seen(game: Layout, viewer: i64) -> vec[i64]:
    """Return, by seat and card, how many copies the viewer knows to be in each other hand.

    Returns a shared buffer: the next call or guess overwrites it.
    """
    seen = game.recollection.known
    for i in range(len(seen)):
        seen[i] = 0
    for i in range(game.memory.size):
        kind, seat, other, card = game.memory.entry(i)
        at = seat * CARD_CODES + card
        if seat == viewer:
            continue
        if kind == GAINED or (kind == RECEIVED and other == viewer):
            seen[at] += 1
        elif kind == LOST or (kind == GIVEN and other == viewer):
            seen[at] = max(seen[at] - 1, 0)
        elif kind == GIVEN:
            lose_any(seen, seat)
        elif kind == SHOWN:
            seen[at] = max(seen[at], other)
    return seen


def lose_any(seen: vec[i64], seat: i64) -> None:
    """Reduce every count by one, because any of these cards may have been passed unseen."""
    for at in range(seat * CARD_CODES, (seat + 1) * CARD_CODES):
        if seen[at] > 0:
            seen[at] -= 1

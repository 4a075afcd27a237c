"""What is seen of the table: the view and its pieces. view.py makes them."""

from msgspec import Struct


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

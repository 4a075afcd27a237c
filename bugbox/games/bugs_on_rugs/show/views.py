"""Data classes of the view; view.py builds them."""

from msgspec import Struct


class Player(Struct, frozen=True):
    seat: int
    hand_size: int
    waiting: bool
    points: int | None  # None before the end
    place: int | None
    pairs: tuple[tuple[str, int], ...]  # once revealed: bugs and the number of Mosquito pairs that copy them
    hatched: int
    last: str | None  # the last card taken openly


class Copy(Struct, frozen=True):
    """A bug that a pair of the viewer's Mosquitos can copy, and the resulting score of the hand."""

    bug: str  # empty for no pair at all
    points: int  # without Ants, whose points depend on hidden hands
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
    hands: dict[int, tuple[str, ...]]  # hands that the viewer may see
    chosen: str | None  # the viewer's secret choice
    given: str | None  # the viewer's card chosen for a swap
    pairs: int  # the viewer's pairs of Mosquitos to group now
    copies: tuple[Copy, ...]  # what one of these pairs can copy
    buttons: tuple[str, ...]  # the viewer's options that aren't cards
    seen: dict[int, tuple[str, ...]]  # memory aid: cards the viewer saw go into other hands

"""What is seen of a race: the view and its pieces. view.py makes them."""

from msgspec import Struct


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

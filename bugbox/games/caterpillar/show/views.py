"""Data classes of the view; view.py builds them."""

from msgspec import Struct


class End(Struct, frozen=True):
    """A space where the viewer's walk can end; reach.py finds these from the view alone."""

    space: str
    way: tuple[str, ...]  # the steps of a shortest path, from the head
    is_sure: bool  # whether all paths there leave the same garden

    def takes_one_touch(self) -> bool:
        """Return whether one touch can walk there, because there is nothing to choose on the way."""
        return self.is_sure or len(self.way) == 1


class Player(Struct, frozen=True):
    seat: int
    waiting: bool  # has a decision to make
    is_off: bool  # off the garden, and has to re-join
    spaces: tuple[str, ...]  # of the head, then the body from the head back
    length: int  # head and body pieces, in the garden or not, excluding the mat
    mat: int  # pieces left on the mat; 0 wins
    wasps: int  # in hand
    place: int | None  # None before the end


class View(Struct, frozen=True):
    viewer: int
    stage: str
    set_up: str
    rule: str
    die: tuple[int, ...]
    turn: int  # the seat whose turn it is
    turns: int  # turns so far, including this one
    rolled: int  # this turn's roll, or 0
    left: int  # steps left
    has_stung: bool  # whether a wasp was placed this turn
    target: str | None  # the taken space that the tiles named, while a flower is to be planted
    flowers: tuple[str, ...]
    wasps: tuple[str, ...]
    turned: tuple[str, ...]  # spaces named by the tiles so far, in order
    pairs: int  # pairs of tiles left
    supply: int  # tokens not in play
    is_tied: bool  # no tiles left: the game ends as soon as one caterpillar is longest
    quiet: int  # turns since a length changed or a flower was added, including this one
    wind: str  # direction of the next gust under the windy rule
    reason: str  # why the game is over
    players: tuple[Player, ...]

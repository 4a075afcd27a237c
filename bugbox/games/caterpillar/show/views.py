"""What is seen of the garden: the view and its pieces. view.py makes them."""

from msgspec import Struct


class End(Struct, frozen=True):
    """Where the viewer's walk can end: reach.py finds it by what is seen."""

    space: str
    way: tuple[str, ...]  # its steps, from the head on: one of the shortest
    is_sure: bool  # no other way there, or only such as leave the same garden

    def takes_one_touch(self) -> bool:
        """Nothing is to be chosen on the way there."""
        return self.is_sure or len(self.way) == 1


class Player(Struct, frozen=True):
    seat: int
    waiting: bool  # owes a decision
    is_off: bool  # out of the garden, to re-join
    spaces: tuple[str, ...]  # of the head and the body behind it
    length: int  # head and body pieces that are not on the mat, in the garden or not
    mat: int  # pieces that are still to come: with all of them in the garden it has won
    wasps: int  # in hand
    place: int | None  # at the end


class View(Struct, frozen=True):
    viewer: int
    stage: str
    set_up: str
    rule: str
    die: tuple[int, ...]
    turn: int  # whose it is
    turns: int  # how many there were, this one included
    rolled: int  # in this turn; 0 if it is one without a roll
    left: int  # steps to go
    has_stung: bool  # a wasp was put in this turn
    target: str | None  # the space that the tiles name and that is taken, while its flower waits
    flowers: tuple[str, ...]
    wasps: tuple[str, ...]
    turned: tuple[str, ...]  # what the tiles named so far, in order
    pairs: int  # of tiles that are left
    supply: int  # tokens
    is_tied: bool  # no tiles are left: as soon as one is longest alone, the game is over
    quiet: int  # turns since a length changed or a flower came, this one included
    wind: str  # where the next gust blows to, if flowers drift
    reason: str  # why it is over
    players: tuple[Player, ...]

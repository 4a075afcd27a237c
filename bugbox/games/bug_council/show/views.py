"""View types for Bug Council, built by view.py. A card is `ants 5`, a suit `ants`."""

from msgspec import Struct


class Faction(Struct, frozen=True):
    suit: str
    cubes: int


class Played(Struct, frozen=True):
    who: int
    card: str


class Trick(Struct, frozen=True):
    cards: tuple[Played, ...]  # in order of play
    winner: int | None  # who is winning, or has won
    cubes: int  # of the winning suit
    why: str  # highest, strongest, tied or later; empty once cubes have moved


class Score(Struct, frozen=True):
    """A finished round."""

    tricks: int
    bonus: int
    card: str | None  # the last card; None without allegiance, and for the solo Emissary
    allies: tuple[str, ...]  # the factions that the solo Emissary scored


class Visit(Struct, frozen=True):
    """The result of visiting a tile."""

    suit: str
    cubes: tuple[int, ...]  # in the order of View.circle
    chambers: int


class Sowing(Struct, frozen=True):
    """The progress of a visit while cubes are moving."""

    suit: str  # the tile visited
    cubes: int  # taken from it
    dropped: int  # on the next tiles so far
    excess: int  # in the chambers


class Player(Struct, frozen=True):
    """A seat, or the Emissary (after the seats)."""

    who: int
    is_rival: bool
    waiting: bool  # owes a decision
    allied: bool | None  # None until declarations are revealed
    hand_size: int
    tricks: int  # in this round
    rounds: tuple[Score, ...]  # finished rounds
    points: int
    place: int | None  # at the end


class View(Struct, frozen=True):
    viewer: int
    stage: str
    round: int
    rounds: int
    trick_number: int
    leader: int  # of this trick, or the next
    sender: int | None  # the seat that plays for the Emissary
    acting: int | None
    circle: tuple[Faction, ...]  # clockwise, starting with the Ants
    chambers: int
    sowing: Sowing | None
    reward: int  # what No Allegiance would pay now if not shared
    trick: Trick
    last: Trick  # the previous one
    follow: str  # the suit led
    visitor: int | None  # who is about to visit or is visiting the council
    emissary: tuple[str, ...]  # its open cards
    temperament: str  # of the solo Emissary
    stock: int  # number of cards set aside, or in the Emissary's deck
    players: tuple[Player, ...]
    hands: dict[int, tuple[str, ...]]  # only those the viewer may see
    discards: dict[int, str]  # only those the viewer may see
    choice: str  # the viewer's secret declaration: allegiance or none
    playable: tuple[str, ...]  # cards the viewer may play, send or discard now
    visits: tuple[Visit, ...]  # the viewer's possible visits
    may_decline: bool

"""What is seen of the council: the view and its pieces. view.py makes them. A card is `ants 5`, a suit `ants`."""

from msgspec import Struct


class Faction(Struct, frozen=True):
    suit: str
    cubes: int


class Played(Struct, frozen=True):
    who: int
    card: str


class Trick(Struct, frozen=True):
    cards: tuple[Played, ...]  # in the order of play
    winner: int | None  # who is winning, or has won
    cubes: int  # of the winning suit
    why: str  # highest, strongest, tied or later; nothing once it is over


class Score(Struct, frozen=True):
    """A finished round."""

    tricks: int
    bonus: int
    card: str | None  # the last card; None without allegiance, and for an Emissary with a temperament
    allies: tuple[str, ...]  # the factions that such an Emissary scored


class Visit(Struct, frozen=True):
    """What a visit to a tile would lead to."""

    suit: str
    cubes: tuple[int, ...]  # as the circle would be
    chambers: int


class Sowing(Struct, frozen=True):
    """Cubes on their way round the council, while a visit is being seen."""

    suit: str  # whose they were
    cubes: int  # how many
    dropped: int  # on the next tiles, so far
    excess: int  # in the chambers


class Player(Struct, frozen=True):
    """A seat or, after them, the Emissary."""

    who: int
    is_rival: bool
    waiting: bool  # owes a decision
    allied: bool | None  # None before the thumbs are turned
    hand_size: int
    tricks: int  # in this round
    rounds: tuple[Score, ...]  # those that are over
    points: int
    place: int | None  # at the end


class View(Struct, frozen=True):
    viewer: int
    stage: str
    round: int
    rounds: int
    trick_number: int
    leader: int  # who leads this trick, or the next
    sender: int | None  # the seat that plays for the Emissary
    acting: int | None
    circle: tuple[Faction, ...]  # clockwise, from the Ants on
    chambers: int
    sowing: Sowing | None
    reward: int  # what No Allegiance would pay now to one player alone
    trick: Trick
    last: Trick  # the one before
    follow: str  # the suit that was led
    visitor: int | None  # who is to visit the council, or is there
    emissary: tuple[str, ...]  # its open cards
    temperament: str  # of an Emissary that plays by itself
    stock: int  # cards put aside, or in the deck of the Emissary
    players: tuple[Player, ...]
    hands: dict[int, tuple[str, ...]]  # those that the viewer may see
    discards: dict[int, str]  # likewise
    choice: str  # my own secret declaration: allegiance or none
    playable: tuple[str, ...]  # cards that I may play, send or discard now
    visits: tuple[Visit, ...]  # what I can do at the council now
    may_decline: bool

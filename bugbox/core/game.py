"""Game: what a game folder hands to the rest of the box."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol

from bugbox.core.brain import Brain
from bugbox.core.english import join_names
from bugbox.core.errors import WrongSetting
from bugbox.core.observation import Observer
from bugbox.core.position import Event, Position, Variant
from bugbox.core.rng import Rng
from bugbox.core.settings import Setting, Value

WATCHER: Final = -1  # sees what all may see
OPEN: Final = -2  # sees everything: replays and tests

ANY_ORDER: Final = "&"  # before picks that may be touched in any order

PICTURE: Final = re.compile(r"!\[([^\]]*)\]\(picture:([\w-]+)\) ?")  # in a primer: what is seen, and its name

SEED_STREAM: Final = "game"  # the dice of the position itself


class Reader:
    """Who reads a sentence, and what all that are ranked are called in it."""

    def __init__(self, viewer: int, names: Sequence[str]) -> None:
        self.viewer = viewer
        self.names = names

    def name(self, who: int) -> str:
        return "You" if who == self.viewer else self.names[who]

    def whom(self, who: int) -> str:
        return "you" if who == self.viewer else self.names[who]

    def whose(self, who: int) -> str:
        return "your" if who == self.viewer else f"{self.names[who]}'s"

    def all_of(self, some: Sequence[int], start: bool = True) -> str:
        """`You, Ann and Bob`, or `you, Ann and Bob` inside a sentence."""
        named = self.name if start else self.whom
        return join_names([named(who) for who in sorted(some, key=lambda who: who != self.viewer)])

    def does(self, who: int, verb: str) -> str:
        """`You keep`, `Ann keeps`, `Ann passes`."""
        if who == self.viewer:
            return f"You {verb}"
        return f"{self.names[who]} {verb}{'es' if verb.endswith(('s', 'sh', 'ch')) else 's'}"

    def may_read(self, *seats: int) -> bool:
        return self.viewer == OPEN or self.viewer in seats


class Words(Protocol):
    """words.py: option codes to words, and the log's sentences."""

    VERBS: frozenset[str]
    """The first words of all option texts."""

    def option_text(self, position: Any, seat: int, option: int) -> str:
        """The option in words, unique among the options of its position."""

    def picks(self, position: Any, seat: int, option: int) -> tuple[str, ...]:
        """The things to touch, one after the other, that make this option; a run of ANY_ORDER picks in any order."""

    def sentence(self, event: Event, reader: Reader) -> str | None:
        """What the viewer may read of an event; None if nothing."""

    def ask(self, position: Any, reader: Reader) -> str:
        """What the reader, whose seat is to act, has to decide, as a sentence to them."""

    def result(self, position: Any, reader: Reader) -> list[str]:
        """At the end: the places, best first, each with its reason."""

    def sheet(self, position: Any) -> list[tuple[str, list[str]]]:
        """At the end: what made the places, row by row, in each a figure for everyone that is ranked."""

    def why(self, position: Any, reader: Reader) -> str:
        """At the end: what decided it, in one sentence; nothing if nobody can win."""


class Text(Protocol):
    """text.py: a view drawn as text."""

    def draw(self, view: Any, names: Sequence[str]) -> str: ...


class Drawing(NamedTuple):
    """A view as HTML and SVG, for each place of the page where some of it goes."""

    board: str
    hand: str  # what the viewer holds
    facts: tuple[str, ...]  # for each plate: those of the seats, then those of the rivals
    actions: str = ""  # buttons for options that have no element on the board

    def html(self) -> str:
        """All of it, one place after the other."""
        return "".join((self.board, *self.facts, self.actions, self.hand))


class Help(NamedTuple):
    """A thing of the game, explained to a viewer by what they may know."""

    title: str
    lines: tuple[str, ...]  # what it is, does and scores
    worth: str = ""  # to the viewer, now
    picture: str = ""
    ghosts: tuple[tuple[str, str], ...] = ()  # by ids on the board: what to draw over them, as it would be then


class Board(Protocol):
    """board.py: a view drawn as SVG and HTML."""

    def draw(self, view: Any, names: Sequence[str]) -> Drawing: ...

    def symbols(self) -> str:
        """The drawings that boards refer to, once a page."""

    def emblem(self) -> str:
        """The picture of the game in the lobby."""

    def pictures(self) -> Mapping[str, str]:
        """The drawings in the game's primer, by name; they refer to symbols() only."""


def no_rivals(position: Position) -> tuple[str, ...]:
    return ()


def no_lists() -> dict[str, str]:
    return {}


def with_capital(option: str) -> str:
    """`keep L1R2` as `Keep L1R2`."""
    return option[:1].upper() + option[1:]


@dataclass(frozen=True)
class Game:
    name: str
    title: str
    pitch: str
    minutes: int
    seats: range
    version: int  # goes up when the same decisions would give another match
    status: str
    settings: tuple[Setting, ...]
    variant: Callable[[int, Mapping[str, Value]], Variant]  # from seats and settings
    position: Callable[[Any, Rng], Position]  # the parts on the table, nothing dealt yet
    view: Callable[[Any, int], Any]
    observer: Observer  # what a view shows, as bytes for programs
    measures: Callable[[Any], dict[str, int]]  # what the laboratory counts
    words: Words
    text: Text
    board: Board
    explain: Callable[[Any, str, Reader], Help | None]  # a thing by its `data-help`; None if there is no such thing
    folder: Path
    brain: Callable[[Any], Brain] = Brain  # what bots know of good play, by the variant
    rivals: Callable[[Any], tuple[str, ...]] = no_rivals  # the names of those that are ranked and are no seats
    lists: Callable[[], Mapping[str, str]] = no_lists  # what `{name}` stands for in the primer
    label: Callable[[str], str] = with_capital  # an option's text as people read it on a button
    colours: tuple[tuple[str, str], ...] = ()  # patterns of cards in texts, and the colour of each in a terminal

    def __reduce__(self) -> tuple[Callable[[str], "Game"], tuple[str]]:
        """Another process gets it from where it is found: what it is made of cannot be sent."""
        return game_in, (self.variant.__module__,)

    def start(self, seats: int, settings: Mapping[str, Value], seed: int, telling: bool = False) -> Position:
        """The first position; `settings` are complete."""
        self.check_table(seats, settings)
        position = self.position(self.variant(seats, settings), Rng(seed, SEED_STREAM))
        position.telling = telling
        position.set_up()
        return position

    def check_table(self, seats: int, settings: Mapping[str, Value]) -> None:
        """Raise WrongSetting if there are too few or too many seats, or if a setting does not fit their number."""
        self.check_seats(seats)
        for setting in self.settings:
            setting.check_fit(settings[setting.name], seats)

    def check_seats(self, seats: int) -> None:
        if type(seats) is not int or seats not in self.seats:
            raise WrongSetting(f"{self.title} is for {self.seats[0]} to {self.seats[-1]} players, not {seats!r}.")

    def rules(self) -> str:
        return (self.folder / "RULES.md").read_text(encoding="utf-8")

    def primer(self) -> str:
        """The game in two minutes, with its lists; a table puts the drawings in."""
        text = (self.folder / "PRIMER.md").read_text(encoding="utf-8")
        for name, entries in self.lists().items():
            text = text.replace(f"{{{name}}}", entries)
        return text

    def explained(self) -> str:
        """Primer and clauses as text alone."""
        primer = re.sub(r"\n{3,}", "\n\n", PICTURE.sub("", self.primer()))
        return f"{primer}\n{self.rules()}"


def game_in(module: str) -> Game:
    """Find the GAME of a folder by the name of the package, or of a module in it."""
    game = getattr(import_module(module), "GAME", None)
    return game if isinstance(game, Game) else game_in(module.rpartition(".")[0])

"""Pov: a position from one viewer's point of view. Everything that people see of a match goes through it."""

from functools import cached_property
from typing import Any, NamedTuple

from bugbox.core.english import count, join_names
from bugbox.core.errors import BugboxError
from bugbox.core.game import OPEN, WATCHER, Drawing, Game, Help, Reader, with_capital
from bugbox.core.position import Position, options_of

Choices = list[tuple[str, tuple[str, ...]]]  # the options of a seat, each with the things to touch for it


class Option(NamedTuple):
    """One thing that a seat may do now."""

    code: int
    text: str  # as records write it; unique among the options of a position
    label: str  # as people read it
    picks: tuple[str, ...]  # the things to touch for it, one after the other


class Pov:
    """What a seat, a WATCHER or OPEN may know of a position, computed at most once. `names` covers everyone ranked."""

    def __init__(self, game: Game, position: Position, names: tuple[str, ...], viewer: int) -> None:
        if viewer not in (WATCHER, OPEN) and viewer not in range(position.seats):
            raise BugboxError(f"A viewer is a seat from 0 to {position.seats - 1}, WATCHER or OPEN, not {viewer!r}.")
        self.game = game
        self.names = names
        self.viewer = viewer
        self.reader = Reader(viewer, names)
        self._position = position

    @cached_property
    def view(self) -> Any:
        """The game's typed struct of what the viewer sees."""
        return self.game.view(self._position, self.viewer)

    @property
    def is_to_act(self) -> bool:
        return self.viewer >= 0 and bool(self._position.to_act() >> self.viewer & 1)

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """Everything that the viewer may do now; empty if they owe no decision."""
        codes = options_of(self._position, self.viewer) if self.is_to_act else []
        return tuple(map(self._option, codes))

    def _option(self, code: int) -> Option:
        words, position = self.game.words, self._position
        text = words.option_text(position, self.viewer, code)
        return Option(code, text, self.game.label(text), words.picks(position, self.viewer, code))

    def choices(self) -> Choices:
        """The texts of the options, each with the things to touch for it."""
        return [(option.text, option.picks) for option in self.options]

    @cached_property
    def question(self) -> str:
        """What the viewer has to decide, as a sentence to them; empty if they owe no decision."""
        return self.game.words.ask(self._position, self.reader) if self.is_to_act else ""

    def drawing(self) -> Drawing:
        """The view as HTML and SVG, by the places of a page."""
        return self.game.board.draw(self.view, self.names)

    def text(self) -> str:
        """The view drawn as text."""
        return self.game.text.draw(self.view, self.names)

    def help(self, thing: str) -> Help | None:
        """Explain a thing of the drawing, and what it would mean to the viewer now."""
        return self.game.explain(self._position, thing, self.reader)

    def news(self, seen: int, until: int | None = None) -> list[str]:
        """What the viewer may read of the story after its first `seen` events, up to the first `until`."""
        sentences = (self.game.words.sentence(event, self.reader) for event in self._position.story[seen:until])
        return [sentence for sentence in sentences if sentence is not None]

    # --- At the end ---

    def result(self) -> list[str]:
        """The places, best first, each with its reason."""
        return self.game.words.result(self._position, self.reader)

    def why(self) -> str:
        """What decided the match, in one sentence; empty if nobody can win."""
        return self.game.words.why(self._position, self.reader)

    def verdict(self) -> str:
        """Who won. A single player can lose against a rival."""
        winners = winners_of(self._position)
        others = [self.names[who] for who in winners if who != self.viewer]
        if self.viewer in winners:
            return f"You share the win with {join_names(others)}!" if others else "You win!"
        if not others:
            points = count(self._position.points(0), "point")
            return f"{'You have' if self.viewer == 0 else f'{self.names[0]} has'} {points}"
        won = f"{join_names(others)} {'wins' if len(others) == 1 else 'win'}"
        return f"You lose: {won}" if self._position.seats == 1 and self.viewer == 0 else with_capital(won)


def winners_of(position: Position) -> tuple[int, ...]:
    """Everyone who shares first place: seats, then rivals. A single player without a rival has no winner."""
    ranked = range(position.ranked)
    return tuple(who for who in ranked if position.place(who) == 1) if len(ranked) > 1 else ()

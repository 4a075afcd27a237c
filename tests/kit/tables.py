"""Helpers for the generic tests: any game, seats and settings, and the whole state of a position to compare."""

import asyncio
import re
from collections.abc import Coroutine, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from inspect import isgetsetdescriptor
from itertools import product
from typing import Any, TypeVar

import msgspec
import pytest
from hypothesis import strategies as st

import bugbox
from bugbox.art.parts import filled
from bugbox.core import bits
from bugbox.core.bags import Scratch
from bugbox.core.game import Game
from bugbox.core.position import Position
from bugbox.core.rng import Rng
from bugbox.core.settings import Setting, Value, complete
from bugbox.games import GAMES
from bugbox.table.draw.frames import ROOT, Scene

T = TypeVar("T")

for_every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def whole(scene: Scene) -> str:
    """Return the markup that a browser shows."""
    return filled(scene.parts, ROOT)


@dataclass(frozen=True)
class Table:
    """One way to start a match."""

    game: Game
    seats: int
    settings: Mapping[str, Value]
    seed: int

    def __str__(self) -> str:
        changed = [
            f"{s.name}={self.settings[s.name]}" for s in self.game.settings if self.settings[s.name] != s.default
        ]
        return " ".join([self.game.name, str(self.seats), *changed])

    def start(self) -> Position:
        return self.game.start(self.seats, self.settings, self.seed)

    def match(self) -> bugbox.Match:
        return bugbox.Match(self.game, self.seats, self.seed, self.settings)


def after(before: Mapping[str, Any], frame: Mapping[str, Any]) -> dict[str, Any]:
    """Merge a frame into the one before, as a browser does: unchanged fields are kept, and the table is complete."""
    known = {} if frame.get("fresh") else before
    parts = {**known.get("parts", {}), **frame["parts"]}
    asked = frame["question"] if "question" in frame else known["question"]
    told = {"fresh": False, "log": [], "changed": tuple(frame["parts"]), "beat": False}
    whole = {**known, **told, **frame, "parts": parts, "question": asked, "html": str(filled(parts, ROOT))}
    for name in ("asked", "ask", "choices", "mine"):
        whole.pop(name, None)
    return whole if whole["beat"] else {**whole, **asked}  # no decisions during a beat


@st.composite
def tables(draw: st.DrawFn) -> Table:
    game = draw(st.sampled_from(list(GAMES.values())))
    seats = draw(st.sampled_from(game.seats))
    settings = {setting.name: draw(st.sampled_from(setting.fitting(seats))) for setting in game.settings}
    return Table(game, seats, settings, draw(st.integers(0, 2**128)))


@st.composite
def matches(draw: st.DrawFn) -> bugbox.Match:
    """Draw a match of any game after some random decisions, not yet over."""
    match = draw(tables()).match()
    play_random(match, draw(st.integers(0, 120)), Rng(draw(st.integers(0, 1000)), "test"))
    return match


def every_table() -> list[Table]:
    """Return every game and seat count with every combination of flags, and with each other setting changed alone."""
    return [
        Table(game, seats, complete(game.settings, change), seed=1)
        for game in GAMES.values()
        for seats in game.seats
        for change in changes(game, seats)
    ]


def changes(game: Game, seats: int) -> list[dict[str, Value]]:
    yes_or_no = [s.name for s in game.settings if not s.values]
    combined: list[dict[str, Value]] = [
        dict(zip(yes_or_no, values, strict=True)) for values in product((False, True), repeat=len(yes_or_no))
    ]
    return combined + [{s.name: value} for s in game.settings for value in extremes(s, seats) if value != s.default]


def extremes(setting: Setting, seats: int) -> Sequence[Value]:
    """Return every choice of a setting with this many seats, or the ends of its range; flags are combined elsewhere."""
    if isinstance(setting.values, range):
        return setting.values[0], setting.values[-1]
    return setting.fitting(seats) if setting.values else ()


def shortest(game: Game) -> dict[str, Value]:
    """Return the settings with every number at its lowest: fewer rounds, shorter tracks, fewer tiles."""
    return {s.name: s.values[0] for s in game.settings if isinstance(s.values, range)} | {
        s.name: min(numbers, key=int)
        for s in game.settings
        if (numbers := [value for value in s.every() if isinstance(value, str) and value.isdigit()])
    }


def mixed_tables(game: Game, seed: int) -> list[Table]:
    """Return a table with random settings for each seat count."""
    rng = Rng(seed, f"mixed {game.name}")
    return [
        Table(game, seats, {s.name: pick(s.fitting(seats), rng) for s in game.settings}, seed) for seats in game.seats
    ]


def play_random(match: bugbox.Match, decisions: int, rng: Rng) -> None:
    """Play up to `decisions` random decisions, but never the last one of the match."""
    for _ in range(decisions):
        if match.over:
            break
        seat = match.to_act[rng.below(len(match.to_act))]
        codes = match.codes(seat)  # wording every option would take longer than playing
        match.play(seat, match.game.words.option_text(match.position, seat, codes[rng.below(len(codes))]))
    if match.over:
        match.undo()


def run_apart(story: Coroutine[Any, Any, T]) -> T:
    """Run in another thread: once a browser is open, Playwright's event loop runs in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, story).result()


def pick(options: Sequence[T], rng: Rng) -> T:
    return options[rng.below(len(options))]


def lowest(waiting: int) -> int:
    return bits.lowest(waiting)


def copy_of(position: Position) -> Position:
    copy = position.blank()
    copy.copy_from(position)
    return copy


def guess_of(position: Position, seat: int, seed: int) -> Position:
    guessed = copy_of(position)
    guessed.guess(seat, Rng(seed, "guess"))
    return guessed


def elsewhere(position: Position, seat: int, seed: int) -> Position:
    """Return another world that looks the same to this seat: other hidden cards, other dice to come."""
    world = guess_of(position, seat, seed)
    world.rng.copy_from(Rng(seed, "elsewhere"))
    for _ in range(seed % 20):
        world.rng.word()
    return world


def state(thing: Any) -> Any:
    """Return everything in a position, by reflection so that no field is forgotten."""
    if type(thing) in PLAIN:
        return thing
    if isinstance(thing, Scratch):
        return None
    if fields(thing):
        return {name: state(getattr(thing, name)) for name in fields(thing) if name not in LEFT_BEHIND}
    items = list(thing)
    return items if PLAIN.issuperset(map(type, items)) else [state(item) for item in items]


PLAIN = {bool, int, float, str}
LEFT_BEHIND = ("telling", "story", "beats", "revealed")  # not copied: only the match uses these


def fields(thing: object) -> list[str]:
    """Return attribute names: a compiled class has descriptors, not a dict; an interpreted subclass has both."""
    kind = type(thing)
    if kind not in DESCRIBED:
        DESCRIBED[kind] = described(kind)
    return sorted([*vars(thing), *DESCRIBED[kind]]) if hasattr(thing, "__dict__") else DESCRIBED[kind]


DESCRIBED: dict[type, list[str]] = {}  # a cache: the lookup would dominate many tests


def described(kind: type) -> list[str]:
    names = {name for base in kind.__mro__ for name, it in vars(base).items() if isgetsetdescriptor(it)}
    return sorted(name for name in names if not name.startswith("__"))


def seen(match: bugbox.Match, viewer: int) -> tuple[bytes, str, str, list[str], tuple[str, ...]]:
    """Return everything that reaches a viewer: view, text, picture, log and options."""
    options = match.options(viewer) if viewer >= 0 else ()
    return (
        msgspec.json.encode(match.view(viewer)),
        match.text(viewer),
        match.pov(viewer).drawing().html(),
        match.log(viewer),
        options,
    )


FEW = 12  # things to check: a large board has hundreds


def things_of(match: bugbox.Match, viewer: int) -> list[str]:
    """Return all things with help on a viewer's board."""
    return sorted(set(re.findall(r'data-help="([^"]+)"', match.pov(viewer).drawing().html())))


def some_things_of(match: bugbox.Match, viewer: int) -> list[str]:
    """Return a sample of the things with help, which changes during the match."""
    things = things_of(match, viewer)
    every = 1 + len(things) // FEW
    return things[len(match.decisions) % every :: every]

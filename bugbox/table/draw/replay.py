"""Looking back at a match step by step: every decision, and before it every beat on the way to what it led to."""

from typing import NamedTuple

import msgspec

from bugbox.art.players import badge, rival_badge
from bugbox.art.svg import Markup, element, join
from bugbox.core.game import OPEN, Help, with_capital
from bugbox.core.match import Match
from bugbox.core.pov import Pov
from bugbox.table.draw.frames import draw_board, draw_hand, draw_text


class Step(NamedTuple):
    decisions: int  # how many were made by then
    beat: int | None  # which one of the last of them; None once that is carried out
    since: int  # how much of the story was told at the step before
    until: int  # how much of it is told now


class Past(msgspec.Struct):
    at: int
    of: int
    html: str
    log: list[str]
    caption: str
    made: int  # decisions by then


class Replay:
    """A match that is played again, to any of its steps."""

    def __init__(self, match: Match) -> None:
        self._decisions = tuple(match.decisions)
        self._match = type(match)(match.game, match.seats, match.seed, match.settings, match.players, match.bots)
        self._steps = [Step(0, None, 0, len(self._match.position.story))]
        for seat, option in self._decisions:
            self._match.play(seat, option)
            for beat, (until, _) in enumerate(self._match.position.beats):
                self._add(beat, until)
            self._add(None, len(self._match.position.story))

    def _add(self, beat: int | None, until: int) -> None:
        self._steps.append(Step(len(self._match.decisions), beat, self._steps[-1].until, until))

    @property
    def last(self) -> int:
        return len(self._steps) - 1

    def past(self, at: int, viewer: int) -> Past:
        """The table as it was at a step, or at the last one."""
        at = min(at, self.last)
        step, match = self._steps[at], self._match
        seen = self._seen(step)
        reading = match.pov(viewer)
        said = self._decided(viewer) if step.beat is None else reading.news(step.since, step.until)[-1:]
        caption = " · ".join((f"Step {at} of {self.last}", *said))
        log = reading.news(0, step.until)
        return Past(at, self.last, str(draw_past(seen, seen.pov(viewer))), log, caption, step.decisions)

    def carried_out(self) -> list[int]:
        """The step at which so many decisions are carried out, for each number of them."""
        return [at for at, step in enumerate(self._steps) if step.beat is None]

    def explain(self, at: int, viewer: int, thing: str) -> Help | None:
        return self._seen(self._steps[min(at, self.last)]).pov(viewer).help(thing)

    def _seen(self, step: Step) -> Match:
        self._go(step)
        match = self._match
        return match if step.beat is None else match.at(match.position.beats[step.beat][1])

    def _go(self, step: Step) -> None:
        """Back to before a decision if its beats are wanted: they are there only once it is played."""
        match = self._match
        ahead, on_the_way = len(match.decisions) - step.decisions, step.beat is not None
        if ahead > 0 or (ahead == 0 and on_the_way and not match.position.beats):
            match.undo(ahead + on_the_way)
        for seat, option in self._decisions[len(match.decisions) : step.decisions]:
            match.play(seat, option)

    def _decided(self, viewer: int) -> list[str]:
        match = self._match
        if not match.decisions:
            return []
        seat, option = match.decisions[-1]
        hidden = viewer not in (OPEN, seat) and match.position.is_secret()
        return [f"{match.names[seat]}: {'a secret choice' if hidden else match.game.label(option)}"]


def draw_past(match: Match, pov: Pov) -> Markup:
    """No plates of people who come and go: only names and what the game says of them."""
    drawing = pov.drawing()
    plates = [draw_name(who, name, Markup(drawing.facts[who]), match.seats) for who, name in enumerate(match.names)]
    hand = element("section", draw_hand(drawing), id="dock", aria_label="Hand")
    players = element("ul", *plates, id="players", aria_label="Players")
    return join(players, draw_board(match, drawing), hand, draw_text(pov))


def draw_name(who: int, name: str, facts: Markup, seats: int) -> Markup:
    mark = badge(who) if who < seats else rival_badge(name)
    return element("li", mark, element("b", with_capital(name)), facts, class_="plate", data_spot=f"seat:{who}")

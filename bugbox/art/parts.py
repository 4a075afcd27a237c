"""Parts: elements that are drawn once for equal arguments and sent by themselves.

A drawing function under `@part` draws an element with an id. Where that stands in a larger drawing there is a hole,
`<!--id-->`, and its text is kept beside it. Without anybody who collects parts, a drawing is simply whole.
"""

import re
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from functools import wraps
from typing import Final, NamedTuple, ParamSpec

from bugbox.art.cache import cached
from bugbox.art.svg import Markup

Given = ParamSpec("Given")
Texts = dict[str, str]  # of parts by id, each before the parts inside it

ID: Final = re.compile(r'<\w+(?: [\w-]+="[^"]*")*? id="([\w:.-]+)"')
HOLE: Final = re.compile(r"<!--([\w:.-]+)-->")


class Drawn(NamedTuple):
    markup: Markup  # what stands in the larger drawing: of a part its hole
    texts: Texts  # of a part its own, and those of the parts inside it


_collected: ContextVar[Texts | None] = ContextVar("collected", default=None)


def part(draw: Callable[Given, Markup]) -> Callable[Given, Markup]:
    """Its arguments must be small, hashable and all that the drawing depends on: never a whole view."""

    def draw_part(*given: Given.args, **named: Given.kwargs) -> Drawn:
        inside: Texts = {}
        drawn = _collecting(inside, draw, *given, **named)
        name = id_of(drawn)
        return Drawn(hole(name), {name: str(drawn), **inside})

    return wraps(draw)(_once(draw_part))


def group(draw: Callable[Given, Markup]) -> Callable[Given, Markup]:
    """No part by itself, but drawn once for equal arguments with all parts inside it: it pays where these are many."""

    def draw_group(*given: Given.args, **named: Given.kwargs) -> Drawn:
        inside: Texts = {}
        return Drawn(_collecting(inside, draw, *given, **named), inside)

    return wraps(draw)(_once(draw_group))


def _once(draw: Callable[Given, Drawn]) -> Callable[Given, Markup]:
    once = cached(length)(draw)

    def placed(*given: Given.args, **named: Given.kwargs) -> Markup:
        markup, texts = once(*given, **named)
        collected = _collected.get()
        if collected is None:
            return fill(markup, texts)
        collected.update(texts)
        return markup

    return placed


def length(drawn: Drawn) -> int:
    return len(drawn.markup) + sum(map(len, drawn.texts.values()))


def alone(drawn: Markup) -> Markup:
    """A part that is sent by itself, and hardly ever drawn twice."""
    collected = _collected.get()
    if collected is None:
        return drawn
    name = id_of(drawn)
    collected[name] = str(drawn)
    return hole(name)


def collect(root: str, draw: Callable[Given, Markup], *given: Given.args, **named: Given.kwargs) -> Texts:
    """All parts of a drawing; it is itself the first, by the name of `root`."""
    texts = {root: ""}
    texts[root] = str(_collecting(texts, draw, *given, **named))
    return texts


def filled(texts: Mapping[str, str], name: str) -> Markup:
    """A part with all holes filled."""
    return fill(texts[name], texts)


def fill(drawn: str, texts: Mapping[str, str]) -> Markup:
    return Markup(HOLE.sub(lambda found: filled(texts, found[1]), drawn))


def id_of(drawn: Markup) -> str:
    found = ID.match(drawn)
    if not found:
        raise ValueError(f"A part is an element with an id of letters, digits and :.-_; this is none: {drawn[:80]}")
    return found[1]


def hole(name: str) -> Markup:
    return Markup(f"<!--{name}-->")


def _collecting(texts: Texts, draw: Callable[Given, Markup], *given: Given.args, **named: Given.kwargs) -> Markup:
    outer = _collected.set(texts)
    try:
        return draw(*given, **named)
    finally:
        _collected.reset(outer)

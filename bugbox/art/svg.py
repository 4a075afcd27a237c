"""SVG and HTML as text, built so that nothing can slip in unescaped."""

import html
import re
from functools import cache

from bugbox.art.cache import cached

SHAPES = {"circle", "ellipse", "line", "path", "polygon", "polyline", "rect", "use"}  # of SVG
VOID = {"br", "hr", "img", "input", "link", "meta"}  # of HTML: elements that cannot hold anything
EMPTY = SHAPES | VOID
Attribute = str | float | bool | None
SMALL = 1000  # characters: what holds more is hardly ever drawn twice
MARKS = re.compile("[&<>\"']")


class Markup(str):
    """Text that is markup already. Any other text is escaped where it goes in."""

    __slots__ = ()


def element(name: str, /, *children: str, **attributes: Attribute) -> Markup:
    """`<g data-key="a">…</g>`. `class_` is class, `data_key` is data-key; None or False leaves an attribute out."""
    if sum(map(len, children)) > SMALL:
        return build(name, *children, **attributes)
    return small_element(name, *children, **attributes)


def build(name: str, /, *children: str, **attributes: Attribute) -> Markup:
    tag = opening(name, **attributes)
    if not children and name in EMPTY:
        return Markup(f"{tag}/>")
    return Markup(f"{tag}>{join(*children)}</{name}>")


small_element = cached(len)(build)  # most of a drawing was drawn before


@cached(len)
def opening(name: str, /, **attributes: Attribute) -> str:
    """`<g data-key="a"`."""
    written = [
        f' {spelled(key)}="{text(value)}"'
        for key, value in attributes.items()
        if value is not None and value is not False
    ]
    return f"<{name}{''.join(written)}"


def join(*children: str) -> Markup:
    return Markup("".join([child if type(child) is Markup else escape(child) for child in children]))


@cache
def spelled(attribute: str) -> str:
    return attribute.rstrip("_").replace("_", "-")


def text(value: str | float | bool) -> str:
    """The value of an attribute; True is written without one."""
    if isinstance(value, str):
        return escape(value)
    return "" if value is True else number(value)


def escape(text: str) -> str:
    """Most texts have nothing to escape, and looking is quicker than replacing."""
    return html.escape(text) if MARKS.search(text) else text


def number(value: float) -> str:
    """Two decimals are enough for ink."""
    return str(value) if isinstance(value, int) else f"{value:.2f}".rstrip("0").rstrip(".")

"""SVG and HTML as text, built so that nothing can slip in unescaped."""

import html
import re
from functools import cache

SHAPES = {"circle", "ellipse", "line", "path", "polygon", "polyline", "rect", "use"}  # of SVG
VOID = {"br", "hr", "img", "input", "link", "meta"}  # of HTML: elements that cannot hold anything
EMPTY = SHAPES | VOID
MARKS = re.compile("[&<>\"']")


class Markup(str):
    """Text that is markup already. Any other text is escaped where it goes in."""

    __slots__ = ()


def element(name: str, /, *children: str, **attributes: str | float | bool | None) -> Markup:
    """`<g data-key="a">…</g>`. `class_` is class, `data_key` is data-key; None or False leaves an attribute out."""
    written = "".join(
        [
            f' {spelled(key)}="{text(value)}"'
            for key, value in attributes.items()
            if value is not None and value is not False
        ]
    )
    if not children and name in EMPTY:
        return Markup(f"<{name}{written}/>")
    return Markup(f"<{name}{written}>{join(*children)}</{name}>")


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

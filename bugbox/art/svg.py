"""SVG and HTML as text, built so that nothing can slip in unescaped."""

from html import escape

SHAPES = {"circle", "ellipse", "line", "path", "polygon", "polyline", "rect", "use"}  # of SVG
VOID = {"br", "hr", "img", "input", "link", "meta"}  # of HTML: elements that cannot hold anything


class Markup(str):
    """Text that is markup already. Any other text is escaped where it goes in."""

    __slots__ = ()


def element(name: str, /, *children: str, **attributes: str | float | bool | None) -> Markup:
    """`<g data-key="a">…</g>`. `class_` is class, `data_key` is data-key; None or False leaves an attribute out."""
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{"" if value is True else escape(number(value))}"'
        for key, value in attributes.items()
        if value is not None and value is not False
    )
    if not children and (name in SHAPES or name in VOID):
        return Markup(f"<{name}{written}/>")
    return Markup(f"<{name}{written}>{join(*children)}</{name}>")


def join(*children: str) -> Markup:
    return Markup("".join(child if isinstance(child, Markup) else escape(child) for child in children))


def number(value: str | float) -> str:
    """Two decimals are enough for ink."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)

"""What a thing is, in a panel beside it."""

import msgspec

from bugbox.art.svg import Markup, element, join
from bugbox.core.game import Help


class Explained(msgspec.Struct, tag="explained", omit_defaults=True):
    """The answer about a thing; without a panel if there is nothing to say."""

    thing: str
    panel: str = ""
    ghosts: list[tuple[str, str]] = []  # by ids on the board: what to draw over them for a while


def explained(thing: str, found: Help | None) -> Explained:
    return Explained(thing, str(draw_help(found)), list(found.ghosts)) if found else Explained(thing)


def draw_help(about: Help) -> Markup:
    """The drawing large, what the thing is, and what it would mean now."""
    picture = [element("div", Markup(about.picture), class_="picture")] if about.picture else []
    worth = [element("p", about.worth, class_="worth")] if about.worth else []
    said = element("div", element("b", about.title), *(element("p", line) for line in about.lines), *worth)
    return join(*picture, said)

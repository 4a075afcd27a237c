"""Terminal output: word wrapping, and colours for cards and players."""

import os
import re
import shutil
import sys
import textwrap
from collections.abc import Sequence
from typing import Any

import click

from bugbox.core.match import Match

# The nearest of the 16 standard colours to those of the table: blue, orange, green, pink, olive.
PLAYERS = ("bright_blue", "bright_yellow", "bright_green", "bright_magenta", "yellow")
A_LIST = re.compile(r"\s*(?:- |\d+ +|· )?")


def has_colours() -> bool:
    """Is this a terminal with colours, and are they not disabled (no-color.org)?"""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def say(text: str = "", **style: Any) -> None:
    """Print text wrapped to the terminal; `style` is passed to click."""
    fitted = fit(text)
    click.echo(click.style(fitted, **style) if style and has_colours() else fitted)


def fit(text: str) -> str:
    """Wrap long lines between words, unless the output isn't a terminal."""
    if not sys.stdout.isatty():
        return text
    width = max(20, shutil.get_terminal_size().columns)
    return "\n".join(fold(line, width) for line in text.split("\n"))


def fold(line: str, width: int) -> str:
    """Wrap one line, with continuation lines indented to where its text begins."""
    if len(line) <= width:
        return line
    begin = A_LIST.match(line)
    indent = " " * (begin.end() if begin else 0)
    return textwrap.fill(
        line,
        width,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
        replace_whitespace=False,
    )


def flow(text: str) -> str:
    """Rewrap a text of paragraphs and lists to the width of the terminal."""
    joined = re.sub(r"(?<=\S)\n +(?=\S)|(?<=[^\n#|])\n(?=[A-Za-z0-9(*`])", " ", text)
    return fit(joined) if sys.stdout.isatty() else text


def colour(text: str, match: Match, viewer: int) -> str:
    """Colour the names of players and cards."""
    if not has_colours():
        return text
    inks = [*player_inks(match.players, viewer), *match.game.colours]
    whole = re.compile("|".join(f"({pattern})" for pattern, _ in inks))
    return whole.sub(lambda found: click.style(found[0], fg=inks[(found.lastindex or 1) - 1][1]), text)


def player_inks(players: Sequence[str], viewer: int) -> list[tuple[str, str]]:
    """List a pattern and a colour for each player, longer names first. "You" has the viewer's colour."""
    named = [(rf"(?<!\w){re.escape(name)}(?!\w)", PLAYERS[seat]) for seat, name in enumerate(players)]
    mine = [(r"\bYou(?:r)?\b", PLAYERS[viewer])] if viewer >= 0 else []
    return [*mine, *sorted(named, key=lambda ink: -len(ink[0]))]

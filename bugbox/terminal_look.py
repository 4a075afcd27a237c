"""How text looks in a terminal: lines break between words, and cards and players have their colours."""

import os
import re
import shutil
import sys
import textwrap
from collections.abc import Sequence
from typing import Any

import click

from bugbox.core.match import Match

# As at the table: blue, orange, green, pink, olive; the sixteen colours that every terminal has come near.
PLAYERS = ("bright_blue", "bright_yellow", "bright_green", "bright_magenta", "yellow")
A_LIST = re.compile(r"\s*(?:- |\d+ +|· )?")


def has_colours() -> bool:
    """A person sits there, the terminal has colours, and nobody has asked for none (no-color.org)."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def say(text: str = "", **style: Any) -> None:
    """Fitted to the terminal; `style` is click's."""
    fitted = fit(text)
    click.echo(click.style(fitted, **style) if style and has_colours() else fitted)


def fit(text: str) -> str:
    """Lines that are too long break between words; for a program that reads them they stay whole."""
    if not sys.stdout.isatty():
        return text
    width = max(20, shutil.get_terminal_size().columns)
    return "\n".join(fold(line, width) for line in text.split("\n"))


def fold(line: str, width: int) -> str:
    """What does not fit goes on below, as far to the right as the line's own words begin."""
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
    """A text of paragraphs and lists, whose lines were broken for another width."""
    joined = re.sub(r"(?<=\S)\n +(?=\S)|(?<=[^\n#|])\n(?=[A-Za-z0-9(*`])", " ", text)
    return fit(joined) if sys.stdout.isatty() else text


def colour(text: str, match: Match, viewer: int) -> str:
    """Players and cards, each in its colour."""
    if not has_colours():
        return text
    inks = [*player_inks(match.players, viewer), *match.game.colours]
    whole = re.compile("|".join(f"({pattern})" for pattern, _ in inks))
    return whole.sub(lambda found: click.style(found[0], fg=inks[(found.lastindex or 1) - 1][1]), text)


def player_inks(players: Sequence[str], viewer: int) -> list[tuple[str, str]]:
    """Longer names first: Ann is not the beginning of Annika. Seats have no other names for whoever sits there."""
    named = [(rf"(?<!\w){re.escape(name)}(?!\w)", PLAYERS[seat]) for seat, name in enumerate(players)]
    mine = [(r"\bYou(?:r)?\b", PLAYERS[viewer])] if viewer >= 0 else []
    return [*mine, *sorted(named, key=lambda ink: -len(ink[0]))]

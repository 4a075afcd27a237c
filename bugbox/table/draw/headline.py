"""What the banner says of what has happened: who did it and, before all else, what happened to the viewer."""

import re
from typing import Final, NamedTuple

from bugbox.core.game import Reader, with_capital
from bugbox.core.match import Match

MARK: Final = 0xE000  # from here on characters that no name holds: sentences told with them cannot be misread
YOU: Final = re.compile(r"\byou(rs?)?\b", re.IGNORECASE)
DOER: Final = re.compile(r"(You|[\uE000-\uE0FF]) (?!and )")  # at the beginning, and alone


class Headline(NamedTuple):
    title: str
    sentence: str


class Line(NamedTuple):
    """A sentence of the log."""

    at: int  # which event of the story it tells
    sentence: str
    marked: str  # the same with a mark for each name


def headline(match: Match, viewer: int, told: int, until: int) -> Headline:
    """Of what is new in the story the last sentence that speaks of the viewer, or else the last one; and who acts."""
    cause = match.cause(until)
    lines = lines_of(match, viewer, min(told, cause.told), until)
    news = [line for line in lines if line.at >= told]
    chosen = (about(viewer, news) or news)[-1]
    doers = [doer for line in lines if line.at <= chosen.at and (doer := doer_of(line, match))]
    decider = "Everybody" if cause.is_secret else Reader(viewer, match.names).name(cause.seat)
    return Headline(doers[-1] if doers else decider, chosen.sentence)


def doer_of(line: Line, match: Match) -> str:
    """Who it begins with: a player, or a rival, of whom games speak by name; nothing if it is about something else."""
    rivals = [with_capital(name) for name in match.names[match.seats :]]
    if found := DOER.match(line.marked):
        return "You" if found[1] == "You" else [*match.players, *rivals][ord(found[1]) - MARK]
    return next((name for name in rivals if line.sentence.startswith(f"{name} ")), "")


def happened_to(match: Match, viewer: int) -> str:
    """The last sentence that speaks of a seat since it has decided itself; nothing if there is none."""
    if viewer < 0:
        return ""
    found = about(viewer, lines_of(match, viewer, match.told_since(viewer)))
    return found[-1].sentence if found else ""


def lines_of(match: Match, viewer: int, told: int, until: int | None = None) -> list[Line]:
    say, names = match.game.words.sentence, match.names
    reader, marks = Reader(viewer, names), Reader(viewer, [chr(MARK + who) for who in range(len(names))])
    events = enumerate(match.position.story[told:until], told)
    return [Line(at, text, say(event, marks) or "") for at, event in events if (text := say(event, reader))]


def about(viewer: int, lines: list[Line]) -> list[Line]:
    return [line for line in lines if viewer >= 0 and YOU.search(line.marked)]

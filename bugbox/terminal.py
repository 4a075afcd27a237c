"""A match in the terminal: the table as text, numbered options, and bots for the other seats, if there are any."""

import sys
from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import groupby
from pathlib import Path

import click
import platformdirs

from bugbox.bots.analysis import analyse, scale
from bugbox.bots.levels import called, decide
from bugbox.core import record
from bugbox.core.english import join_names
from bugbox.core.errors import BugboxError
from bugbox.core.game import Reader, with_capital
from bugbox.core.match import Match
from bugbox.core.pov import Option
from bugbox.core.settings import whole_number
from bugbox.terminal_look import colour, fit, flow, say

HELP = """  1, 2, ...  make that choice
  hint or ?  what a strong bot would do now, and why
  board      show the table again
  log        everything that has happened so far
  rules      the rules of this game
  quit       stop here; the match is saved, and you can carry on later"""

MANY = 60  # choices of one kind are not listed one by one


HINTS = 3


class Stop(Exception):
    """The person leaves the table."""


def new_file(game: str) -> Path:
    """Where a match goes when nobody says where."""
    name = f"{game}-{datetime.now():%Y-%m-%d-%H%M%S}"
    folder = platformdirs.user_data_path("bugbox") / "matches"
    files = (folder / f"{name}{again}.match" for again in ["", *(f"-{n}" for n in range(2, 1000))])
    return next(file for file in files if not file.exists())


class Terminal:
    """One person at one seat; the file is written after every decision, so nothing is lost."""

    def __init__(self, match: Match, file: Path) -> None:
        self.match = match
        self.file = file
        self.me = next(seat for seat in range(match.seats) if seat not in match.bots)
        mine = [number for number, (seat, _) in enumerate(match.decisions) if seat == self.me]
        untold = match.log(self.me, mine[-1] if mine else 0)
        self.told = len(match.log(self.me)) - len(untold)  # sentences of the log

    def play(self) -> None:
        """To the end of the match, or until the person leaves by Ctrl-C, end of input or `quit`."""
        self.save()
        self.greet()
        try:
            while not self.match.over:
                self.decide()
                self.save()
            self.tell_news()
            self.show_end()
        except (Stop, KeyboardInterrupt, EOFError, click.Abort):
            say(f"\nYour match is saved. Carry on with: bugbox play --resume {self.file}")

    def save(self) -> None:
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            record.save(self.file, self.match.record())
        except OSError as error:
            raise BugboxError(f"{self.file} cannot be written: {error.strerror}.") from None

    def decide(self) -> None:
        """I first, then the bots: in a secret choice nobody waits for a thinking bot without need."""
        if self.me in self.match.to_act:
            self.match.play(self.me, self.ask())
        else:
            self.let_bot_play(self.match.to_act[0])

    def let_bot_play(self, seat: int) -> None:
        match = self.match
        thinks = f"{match.players[seat]} is thinking ...\r" if sys.stdout.isatty() else ""
        click.echo(thinks, nl=False)
        option = decide(match, seat)
        click.echo(" " * len(thinks) + "\r" * bool(thinks), nl=False)
        match.play(seat, option)

    def ask(self) -> str:
        match = self.match
        self.show_board()
        self.tell_news()
        pov = match.pov(self.me)
        options = pov.options
        say(pov.question, bold=True)
        for line in listed(options):
            self.show(line)
        while True:
            answer = click.prompt("Your choice", prompt_suffix=" > ", type=str).strip()
            meant = self.understand(answer, options)
            if meant is not None:
                return meant

    def understand(self, answer: str, options: Sequence[Option]) -> str | None:
        """The option that is meant, or None after saying what is possible or doing what else was asked."""
        meant = [option for option in options if answer.lower() in (option.text.lower(), option.label.lower())]
        if meant:
            return meant[0].text
        number = whole_number(answer)
        if number is not None and 1 <= number <= len(options):
            return options[number - 1].text
        if answer in ("quit", "q", "exit"):
            raise Stop
        if answer == "board":
            self.show_board()
        elif answer == "log":
            self.show("\n".join(self.match.log(self.me)))
        elif answer == "rules":
            click.echo(flow(self.match.game.explained()))
        elif answer in ("hint", "?"):
            self.show_hint(options)
        elif answer in ("help", "h"):
            say(HELP)
        else:
            possible = "1" if len(options) == 1 else f"a number from 1 to {len(options)}"
            say(f"{answer[:40]!r} is not one of the choices: type {possible}, or help.")
        return None

    def show_hint(self, options: Sequence[Option]) -> None:
        """The best few, with their numbers; it is thought over for about as long as a strong bot would."""
        say(f"A bot's favourites ({scale(self.match.position.ranked)}):")
        numbered = {option.text: (number, option.label) for number, option in enumerate(options, 1)}
        for judged in analyse(self.match, self.me)[:HINTS]:
            why = f". {judged.why}" if judged.why else ""
            number, label = numbered[judged.option]
            self.show(f"  {number}  {label}: {judged.worth:.0%}{why}")

    def tell_news(self) -> None:
        log = self.match.log(self.me)
        for sentence in log[self.told :]:
            self.show(f"· {sentence}")
        self.told = len(log)
        click.echo()

    def show_board(self) -> None:
        self.show(f"\n{self.match.text(self.me)}\n")

    def show(self, text: str) -> None:
        click.echo(colour(fit(text), self.match, self.me))

    def greet(self) -> None:
        match = self.match
        say(f"{match.game.title}: {match.game.pitch}", bold=True)
        self.show(f"You play {opponents(match)}. Type the number of your choice, or hint, or help.")
        say("The shuffle comes from a seed that is revealed at the end. Its SHA-256 is")
        click.echo(f"  {record.commitment(match.seed)}")

    def show_end(self) -> None:
        match = self.match
        self.show_board()
        pov = match.pov(self.me)
        say(f"{pov.verdict()}\n", bold=True)
        for line in pov.result():
            say(line, bold=True)
        self.show(f"\n{score_sheet(match, self.me)}")
        say(f"\nThe seed was {match.seed}. Its SHA-256 is the one shown at the start:")
        click.echo(f"  {record.commitment(match.seed)}")
        say(f"Watch it again with: bugbox replay {self.file}")


def listed(options: Sequence[Option]) -> Iterator[str]:
    """A line for each, but only one for very many of the same kind: nobody reads 190 spaces for a wasp."""
    numbered = enumerate(options, 1)
    for _, same in groupby(numbered, key=lambda choice: choice[1].text.partition(" ")[0]):
        run = list(same)
        if len(run) > MANY:
            (first, one), (last, other) = run[0], run[-1]
            yield f"  {first}-{last}  {one.label} ... {other.label}. You can also type, for example: {one.text}"
        else:
            yield from (f"  {number}  {option.label}" for number, option in run)


def opponents(match: Match) -> str:
    """`against Bot 1 (Hunter) and Old Snail`, or `alone`."""
    bots = [f"{match.players[seat]} ({called(level)})" for seat, level in match.bots.items()]
    others = [*bots, *(rival.name for rival in match.rivals)]
    return f"against {join_names(others)}" if others else "alone"


def score_sheet(match: Match, viewer: int) -> str:
    """What made the places, a column for everyone that is ranked."""
    reader = Reader(viewer, match.names)
    heads = [with_capital(reader.name(who)) for who in range(match.position.ranked)]
    rows = [("", heads), *match.game.words.sheet(match.position)]
    widths = [max(len(cells[who]) for _, cells in rows) + 2 for who in range(match.position.ranked)]
    first = max(len(title) for title, _ in rows)
    return "\n".join(
        title.ljust(first) + "".join(cell.rjust(width) for cell, width in zip(cells, widths, strict=True))
        for title, cells in rows
    )


def resume(match: Match) -> Match:
    """A kept match can go on if it is not over and one person plays it."""
    if match.over:
        raise BugboxError("This match is over; watch it with: bugbox replay FILE")
    if len(match.bots) != match.seats - 1:
        raise BugboxError("The terminal is for one person against bots, and this match is not one of those.")
    return match

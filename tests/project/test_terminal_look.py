"""Text in a terminal: broken between words, and in colours where there are any."""

import os
import re
import sys

import pytest

import bugbox
from bugbox.games import GAMES
from bugbox.terminal_look import colour, fit, flow, fold, say

pytestmark = pytest.mark.once

ESCAPE = "\x1b["


@pytest.fixture
def at_a_terminal(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setattr("shutil.get_terminal_size", lambda fallback=(80, 24): os.terminal_size((60, 24)))
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    return monkeypatch


def match() -> bugbox.Match:
    return bugbox.Match(GAMES["bugs-on-rugs"], 2, 1, players=["Ann", "Annika"])


def plain(text: str) -> str:
    return re.sub(r"\x1b\[[\d;]*m", "", text)


def test_a_long_line_breaks_between_words_and_goes_on_where_its_words_began() -> None:
    folded = fold("· Ann hatches the Larva on dots and takes a Fly", 20)
    assert folded.split("\n") == ["· Ann hatches the", "  Larva on dots and", "  takes a Fly"]


def test_no_line_of_a_table_or_of_the_rules_is_longer_than_the_terminal(at_a_terminal: pytest.MonkeyPatch) -> None:
    for text in (fit(match().text(bugbox.OPEN)), *(flow(game.rules()) for game in GAMES.values())):
        assert max(map(len, text.split("\n"))) <= 60


def test_the_rules_keep_their_words_their_lists_and_their_paragraphs(at_a_terminal: pytest.MonkeyPatch) -> None:
    for game in GAMES.values():
        assert flow(game.rules()).split() == game.rules().split()
        for mark in ("\n\n", "\n- ", "\n#"):
            assert flow(game.rules()).count(mark) == game.rules().count(mark)


def test_players_and_cards_have_colours(at_a_terminal: pytest.MonkeyPatch) -> None:
    sentence = "Annika passes a Fly on dots to Ann."
    told = colour(sentence, match(), bugbox.WATCHER)
    assert plain(told) == sentence
    inks = re.findall(r"\x1b\[(\d+)m([^\x1b]+)\x1b\[0m", told)
    assert [text for _, text in inks] == ["Annika", "Fly on dots", "Ann"]
    assert len({ink for ink, _ in inks}) == 3


def test_you_have_the_colour_of_your_seat(at_a_terminal: pytest.MonkeyPatch) -> None:
    assert colour("You", match(), 1).partition("You")[0] == colour("Annika", match(), 0).partition("Annika")[0]


@pytest.mark.parametrize(("name", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_there_are_no_colours_where_none_are_wanted(
    at_a_terminal: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], name: str, value: str
) -> None:
    at_a_terminal.setenv(name, value)
    assert colour("Ann", match(), 0) == "Ann"
    say("Your turn", bold=True)
    assert capsys.readouterr().out == "Your turn\n"


def test_what_is_piped_has_neither_colours_nor_broken_lines(capsys: pytest.CaptureFixture[str]) -> None:
    long = "Ann passes a Fly on dots to Annika. " * 9
    assert colour(fit(long), match(), 0) == long
    assert flow("one\ntwo") == "one\ntwo"
    say(long, bold=True)
    assert ESCAPE not in capsys.readouterr().out

"""What people read: players see no clauses, code names or odd sentences; developers read plain English."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import bugbox
from bugbox.core.game import Game
from bugbox.core.rng import Rng
from bugbox.games import GAMES
from bugbox.games.bugs_on_rugs.show.words import label
from bugbox.table.app import in_short, read_settings
from bugbox.table.draw import pages
from bugbox.table.draw.replay import Replay
from tests.conftest import ROOT
from tests.kit.tables import for_every_game, mixed_tables, pick

pytestmark = pytest.mark.once

CLAUSE = re.compile(r"\b[A-Z]+-[FHMR]\d+\b")
ODD = (
    "A bot would choose",
    "Whoever is to decide can",
    "How long they take at least",
    "on if only one person plays",
    "briskly",
    '"no bot"',
    "Free this seat",
    '"Add on this device"',
    "Explain the next thing",
    "Was it fair?",
    "how often this would win",
    "chances to win",
    "That were",
    "games with bugs",
    "bug of your hand",
    "bug of their hand",
    'power runs.",',
    '"Together"',
    ": yes`",
    "come by this link",
    "for who left",
    "Ask before I decide",
    "Not here",
    "browser table yet",
    '"Wall, from its start',
    "End card below",
    "Allegiance with your last card",
    "or stay away",
    '"Stay away"',
    "leaves the council as it is",
    ", having no ",
    'f"the highest of {',
    "Led, it makes everybody follow",
    "Of several suits in a trick",
    "another one each round",
    '"Cards put aside"',
    "your body stays where it is",
    "Played next:",
    "cards put down",
    "Cards are swapped",
    "1 for every bug of which",
    "is discarded for it",
    "or choose Done",
    "can count as another bug",
    "The End card has come up",
    "mostly thanks to",
    "helped most",
    "Nowhere would it bring",
    "or once a game on your start",
    "leave alone two tiles",
    "Come back to the edge:",
    "No wasp may be put",
    "Whoever has left comes back",
    "Or a flower should come",
    "nobody is longest alone",
    "has the right idea",
    "that is left over",
    "before it trips",
    "the most valuable ones",
)

# Words that make prose read like a translation; in prose about code there is always a plainer one.
STILTED = re.compile(
    r"""\b(?:
    who(?:m|so)?ever                    # "the caller", "a player who", "anyone who"
    | anew                              # "again"
    | by\s+lot                          # "at random"
    | so\s+many                         # "the given number of"
    | the\s+own                         # "its own", "the player's own"
    | as\s+such
    | handed\s+on                       # "passed on"
    | told(?!\s+apart)                  # "logged", "sent", "shown"
    | lest                              # "so that ... not"
    | likewise                          # "also", "the same"
    )\b""",
    re.IGNORECASE | re.VERBOSE,
)

TYPESCRIPT_COMMENT = re.compile(r"/\*.*?\*/|(?:(?<!:)//[^\n]*\n[ \t]*)+", re.DOTALL)

# Prose that is held to this: whole documents, and the comments and docstrings of code.
PLAIN = (
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "README.md",
    "Makefile",
    "*_build.py",
    "native_inline.py",
    ".ci/run",
    "bench/**/*.py",
    "bugbox/games/bugs_on_rugs/**/*.py",
    "bugbox/games/caterpillar/**/*.py",
    "tests/kit/*.py",
    "tests/conftest.py",
    "tests/__init__.py",
    "tests/games/bugs_on_rugs/*.py",
    "tests/games/caterpillar/*.py",
    "bugbox/bots/*.py",
    "bugbox/core/[!gm]*.py",
    "bugbox/core/grid.py",
    "bugbox/interpreted.py",
    "bugbox/lab/*.py",
    "bugbox/table/client/src/*.ts",
    "bugbox/terminal_look.py",
    "tests/bots/*.py",
    "tests/browser/*.py",
    "tests/core/*.py",
    "tests/games/*.py",
    "tests/toy/**/*.py",
)


@for_every_game
def test_the_form_for_a_new_table_names_no_clause_and_no_setting_of_the_code(game: Game) -> None:
    shown = re.sub(r"<[^>]*>", " ", pages.new_table(game, "Ann"))
    assert not CLAUSE.search(shown)
    for setting in game.settings:
        assert setting.called() in shown
        assert setting.called() != setting.name
        assert "_" not in setting.called()
        for value in setting.values if isinstance(setting.values, tuple) else ():
            assert setting.text_of(value) in shown
            assert not re.search(r"\w[-_]\w+[-_]\w", setting.text_of(value)), "a code word"


@for_every_game
def test_bots_go_by_their_level_and_how_strong_it_is(game: Game) -> None:
    shown = pages.new_table(game, "Ann")
    for level in (
        "Hatchling (beginner)",
        "Forager (casual)",
        "Hunter (solid)",
        "Veteran (strong)",
        "Queen (strongest)",
    ):
        assert f">{level}</option>" in shown


@for_every_game
def test_options_on_buttons_begin_with_a_capital_and_are_told_apart(game: Game) -> None:
    for table in mixed_tables(game, seed=5):
        match, rng = table.match(), Rng(5, "labels")
        while not match.over:
            seat = match.to_act[rng.below(len(match.to_act))]
            options = match.options(seat)
            labels = [game.label(option) for option in options]
            assert len(set(labels)) == len(labels)
            assert all(label[0].isupper() and label != option for label, option in zip(labels, options, strict=True))
            match.play(seat, pick(options, rng))


def test_bugs_on_rugs_options_as_people_read_them() -> None:
    assert label("done") == "Done"
    assert label("draw") == "Draw a bug"
    assert label("pick Beetle on zigzags") == "Pick the Beetle on zigzags"
    assert label("for 3 Mosquito") == "Take the Mosquito (number 3 on the Wall)"
    assert label("hatch dots and dots") == "Hatch two Larvae on dots"
    assert label("hatch dots and stars") == "Hatch the Larvae on dots and stars"
    assert label("break Fly for 1") == "Break up the Fly pair to hatch one Larva"
    assert label("group 1 Ant, 2 Fly") == "Count pairs of Mosquitos as an Ant and two Flies"
    assert label("group none") == "Leave the Mosquitos as they are"


def test_a_replay_tells_each_step_in_words() -> None:
    match = bugbox.Match.new("bugs-on-rugs", seats=2, seed=1, start="first")
    option = match.options(0)[0]
    match.play(0, option)
    assert Replay(match).past(1, 0).caption == f"Step 1 of 1 · Seat 0: {label(option)}"


@pytest.mark.parametrize("odd", ODD)
def test_no_odd_sentence_comes_back(odd: str) -> None:
    sources = [*(ROOT / "bugbox").rglob("*.py"), *(ROOT / "bugbox").rglob("*.md")]
    sources += (ROOT / "bugbox" / "table" / "client" / "src").rglob("*.ts")
    assert [file for file in sources if odd in file.read_text(encoding="utf-8")] == []


def test_a_record_that_is_against_the_rules_is_refused_without_the_texts_of_options() -> None:
    match = bugbox.Match.new("bug-race", seats=2, seed=1)
    with pytest.raises(bugbox.BugboxError) as wrong:
        bugbox.Match.replay(match.game, replace(match.as_record(), decisions=((0, "keep L9"),)))
    assert "possible: keep" in str(wrong.value), "for whoever writes records"
    assert in_short(str(wrong.value)) == "Decision 1 is against the rules."
    assert in_short("The record names 3 players for 2 seats.") == "The record names 3 players for 2 seats."


def test_a_wrong_number_in_the_form_is_refused_by_the_name_that_stands_there() -> None:
    with pytest.raises(bugbox.WrongSetting, match=r"^Length of the track must be a whole number from 8 to 30\.$"):
        read_settings(GAMES["bug-race"], {"segments": "99"})
    with pytest.raises(bugbox.WrongSetting, match=r"^Deck must be two to four legs or two or three legs\.$"):
        read_settings(GAMES["bug-race"], {"deck": "thick"})


def prose_of(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the line number and the text of each paragraph, comment and docstring in a file."""
    text = path.read_text(encoding="utf-8")
    whole_lines = "#" if path.suffix != ".md" else ""
    for block in re.finditer(rf"(?:^[ \t]*{whole_lines}.*\S.*\n?)+", text, re.MULTILINE):
        yield text.count("\n", 0, block.start()) + 1, re.sub(r"^[ \t]*#", "", block[0], flags=re.MULTILINE)
    if path.suffix == ".py":
        yield from python_prose(text)
    elif path.suffix == ".ts":
        for comment in TYPESCRIPT_COMMENT.finditer(text):
            yield text.count("\n", 0, comment.start()) + 1, re.sub(r"^ *(?:\*|//)", "", comment[0], flags=re.MULTILINE)


def python_prose(text: str) -> Iterator[tuple[int, str]]:
    """Yield comments at the end of a line, and docstrings."""
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT and not token.line.lstrip().startswith("#"):
            yield token.start[0], token.string
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Expr(value=ast.Constant(value=str(docstring))):
                yield node.lineno, docstring


@pytest.mark.parametrize("pattern", PLAIN)
def test_prose_for_developers_is_plain_english(pattern: str) -> None:
    files = sorted(ROOT.glob(pattern))
    assert files, "nothing to check"
    found = [
        f"{path.relative_to(ROOT)}:{number + text.count(chr(10), 0, word.start())}: {word[0]}"
        for path in files
        for number, text in prose_of(path)
        for word in STILTED.finditer(text)
    ]
    assert found == []


@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        ("a.py", '"""Short.\n\nWhoever reads this.\n"""\n', 1),
        ("a.py", "x = 1  # drawn by lot\n", 1),
        ("a.py", "x = 1\n# drawn by\n# lot\n", 2),
        ("a.py", "def f():\n    # the\n    # own hand\n    pass\n", 2),
        ("a.md", "# Title\n\nIt does so\nmany things.\n", 3),
        ("Makefile", "a:\n\tb\n# begin anew\n", 3),
        ("a.ts", "const x = 1; // drawn by lot\n", 1),
        ("a.ts", "const x = 1;\n// drawn by lot\n// twice\n", 2),
        ("a.ts", "/**\n * It does so\n * many things.\n */\n", 1),
    ],
)
def test_a_stilted_word_is_found(tmp_path: Path, name: str, text: str, line: int) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    assert [number for number, prose in prose_of(tmp_path / name) if STILTED.search(prose)] == [line]


def test_code_and_plain_words_are_not_stilted(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text('told = "whoever"  # players told apart\n', encoding="utf-8")
    assert not any(STILTED.search(prose) for _, prose in prose_of(tmp_path / "a.py"))

"""What the documents say is true."""

import doctest
import re
import subprocess
from pathlib import Path

import pytest

from tests import SHIPPED
from tests.conftest import ROOT
from tests.project.test_cli import run

pytestmark = pytest.mark.once

README = (ROOT / "README.md").read_text(encoding="utf-8")
LINK = re.compile(r"\[[^]]+]\(([^)#:]+\.md)(?:#[^)]*)?\)")

# Machine paths, package indexes, and the word of where a package comes from have no place in a project.
FORBIDDEN = re.compile(
    r"(?<![\w.])/(?:tmp|work|root|home|opt|Users)/|index-url|find-links|https?://[^\s)]*(?:/simple|registry|/packages/)"
)


def tracked_files() -> list[Path]:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    pictures = (".png",)
    return [ROOT / name for name in listed.splitlines() if (ROOT / name).is_file() and not name.endswith(pictures)]


def test_the_terminal_in_the_readme_is_as_the_terminal_is(tmp_path: Path) -> None:
    """Seed 7, and always the first choice."""
    shown = README.partition("And in the terminal:\n\n```\n")[2].partition("\n```")[0]
    match = ["play", "bug-race", "--seats", "2", "--bots", "random", "--seed", "7", "--save", str(tmp_path / "match")]
    assert shown.startswith("Turn 6.")
    assert shown in run(*match, answers="1\n" * 16).stdout


def test_the_session_in_the_readme_runs() -> None:
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert result.attempted > 5
    assert result.failed == 0


def test_the_table_of_games_is_true() -> None:
    rows = re.findall(r"^\| ([^|]+) \| `([a-z-]+)` \| (\d)-(\d) \| (.+) \|$", README, re.MULTILINE)
    written = [(title, name, range(int(fewest), int(most) + 1), status) for title, name, fewest, most, status in rows]
    true = [(game.title, game.name, game.seats, game.status) for game in SHIPPED.values()]
    assert sorted(written, key=str) == sorted(true, key=str)


def test_the_tree_in_the_readme_is_there() -> None:
    named = re.findall(r"^([a-z_/.]+(?:/|\.py|\.md)) +\S", README.partition("## Where things are")[2], re.MULTILINE)
    assert len(named) > 8
    assert not [name for name in named if not (ROOT / name).exists()]


@pytest.mark.parametrize("path", sorted(ROOT.glob("docs/**/*.md")), ids=lambda path: path.name)
def test_links_lead_somewhere(path: Path) -> None:
    for target in LINK.findall(path.read_text(encoding="utf-8")):
        assert (path.parent / target).exists(), target


def test_commands_in_the_documents_exist() -> None:
    from bugbox.cli import main

    for path in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *ROOT.glob("docs/**/*.md")]:
        used = set(re.findall(r"^bugbox ([a-z]+)", path.read_text(encoding="utf-8"), re.MULTILINE))
        assert used <= set(main.commands), path.name


def test_words_are_in_order_and_mean_one_thing() -> None:
    words = re.findall(r"^\| ([a-z ]+) \|", (ROOT / "docs" / "words.md").read_text(encoding="utf-8"), re.MULTILINE)[1:]
    assert words == sorted(set(words))


def test_no_file_names_a_machine_or_a_package_index() -> None:
    this = Path(__file__)
    found = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in tracked_files()
        if path != this
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if FORBIDDEN.search(line)
    ]
    assert not found

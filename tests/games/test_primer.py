"""Every game has a primer: two minutes of plain words and drawings, shown before the clauses."""

import re
import xml.etree.ElementTree as ElementTree

import pytest

from bugbox.art.svg import element
from bugbox.core.game import PICTURE, Game
from bugbox.games import GAMES
from bugbox.games.bugs_on_rugs.rules.box import NAMES
from bugbox.games.bugs_on_rugs.show.words import POWERS, SCORING
from bugbox.table.draw import pages
from tests.games.test_clauses import CITED

pytestmark = pytest.mark.once

HEADINGS = ["The goal", "A turn", "How it ends", "Three tips"]
READ_IN_TWO_MINUTES = range(120, 480)  # words, without lists for reference
each_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)


def source(game: Game) -> str:
    return (game.folder / "PRIMER.md").read_text(encoding="utf-8")


@each_game
def test_a_primer_is_read_in_two_minutes(game: Game) -> None:
    assert len(source(game).split()) in READ_IN_TWO_MINUTES
    assert re.findall(r"^## (.+)$", source(game), re.MULTILINE)[: len(HEADINGS)] == HEADINGS
    assert source(game).startswith(f"# {game.title} in two minutes\n")


@each_game
def test_a_primer_has_three_tips_and_the_steps_of_a_turn(game: Game) -> None:
    turn, tips = (
        source(game).partition(f"## {heading}\n")[2].partition("\n## ")[0] for heading in ("A turn", HEADINGS[3])
    )
    assert len(re.findall(r"^\d\. ", turn, re.MULTILINE)) >= 2
    assert len(re.findall(r"^- ", tips, re.MULTILINE)) == 3


@each_game
def test_a_primer_names_no_clause_no_setting_and_no_code(game: Game) -> None:
    told = game.primer()
    assert not CITED.search(told)
    assert "`" not in told
    assert not [setting.name for setting in game.settings if "_" in setting.name and setting.name in told]


@each_game
def test_a_primer_shows_every_drawing_that_was_made_for_it_and_no_other(game: Game) -> None:
    shown = [name for _, name in PICTURE.findall(game.primer())]
    assert shown
    assert set(shown) == set(game.board.pictures())


@each_game
def test_the_drawings_of_a_primer_are_whole_and_have_no_ids_of_the_board(game: Game) -> None:
    for drawing in game.board.pictures().values():
        parsed = ElementTree.fromstring(element("div", drawing))
        assert len(parsed)
        assert not [one for one in parsed.iter() if {"id", "data-key", "data-pick", "style"} & set(one.attrib)]


@each_game
def test_a_primer_as_text_has_no_drawings_and_nothing_left_to_fill_in(game: Game) -> None:
    told = game.explained()
    assert told.startswith(f"# {game.title} in two minutes\n")
    assert told.index("Three tips") < told.index(game.rules().splitlines()[2])
    assert told.endswith(game.rules())
    assert "picture:" not in told
    assert not re.search(r"^\{\w+\}$", told, re.MULTILINE)
    assert "\n\n\n" not in told


@each_game
def test_the_rules_page_begins_with_the_primer_and_folds_the_clauses_away(game: Game) -> None:
    page = pages.rules(game)
    primer, fine_print, clauses = page.index("in two minutes</h2>"), page.index("Fine print"), page.index("-F1<")
    assert primer < fine_print < clauses
    assert page.count("picture:") == 0
    for drawing in game.board.pictures().values():
        assert drawing in page
    for used in set(re.findall(r'href="#([\w-]+)"', page)):
        assert f'id="{used}"' in page, "what drawings refer to is there"


def test_the_bugopedia_has_scoring_and_power_of_all_nine_bugs() -> None:
    game = GAMES["bugs-on-rugs"]
    told = " ".join(game.primer().split())
    for name, scoring, power in zip(NAMES, SCORING, POWERS, strict=True):
        assert f"**{name}.** {scoring} *Left over:* {power}" in told
    assert told.count("*Left over:*") == 9

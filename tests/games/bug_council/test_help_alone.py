"""Bug Council for one player: what help says of the Emissary with its temperament, and of No Allegiance."""

import pytest

from bugbox.core.game import Help
from bugbox.core.match import Match
from tests.games.bug_council.draw import council, council_of, new

pytestmark = pytest.mark.once

TABLE = """
    circle   Ants 2, Bees 4, Cockroaches 1, Mosquitos 0, Flies 3
    chambers 2
    Ann      {hand}
    Emissary flies 4, ants 6, flies 9
"""


def table(temperament: str = "glutton", hand: str = "ants 5, bees 6, cockroaches 7") -> Match:
    return council(TABLE.format(hand=hand), temperament=temperament)


def explained(match: Match, thing: str) -> Help:
    found = match.pov(0).help(thing)
    assert found
    return found


@pytest.mark.parametrize(
    ("temperament", "name", "last", "sides"),
    [
        ("glutton", "Glutton", "At the council it spreads the fullest faction that", "Ants 2 and Flies 3"),
        ("courtier", "Courtier", "It scores the strongest faction instead of its cards.", "Bees 4"),
        ("schemer", "Schemer", "At the council it spreads the faction that adds", "Ants 2 and Flies 3"),
    ],
)
def test_the_emissary_is_explained_by_what_it_does_and_whom_it_sides_with(
    temperament: str, name: str, last: str, sides: str
) -> None:
    # BC-M8, BC-M10, BC-M16
    told = explained(table(temperament), "emissary")
    assert told.title == f"In this round the Emissary is the {name}"
    assert told.lines[-1].startswith(last)
    assert told.worth == f"Its factions now, with their cubes: {sides}."


def test_its_allegiance_is_that_of_two_cards_or_the_strongest_faction() -> None:
    # BC-M10, BC-M16
    (of_cards,) = explained(table("glutton"), "thumb:1").lines
    assert of_cards.startswith("It scores the factions of the two cards it has left")
    (of_strongest,) = explained(table("courtier"), "thumb:1").lines
    assert of_strongest.startswith("It scores the strongest faction whatever cards it has left")
    assert explained(table("courtier"), "thumb:1").worth.endswith(": Bees 4.")
    assert explained(table(), "thumb:0").title == "You declared allegiance", "the player's own is another matter"


def test_its_open_cards_are_played_by_itself() -> None:
    # BC-M8
    assert explained(table(), "card:flies-9").lines == (
        "One of the Emissary's three face-up cards. It plays them itself, as its temperament says.",
        "Flies have 3 cubes now.",
    )


def test_no_allegiance_alone_forgives_two_tricks() -> None:
    # BC-M13
    match = table(hand="ants 5, bees 6, none")
    council_of(match).tricks[0] = 2
    pays = "No Allegiance pays 10 + 2 = 12 points now if you win no more than 2 tricks, and the tricks count too."
    assert explained(match, "chambers").worth == pays
    thumb = explained(match, "thumb:0")
    assert thumb.lines[0] == "You have won 2 tricks."
    assert thumb.lines[1].startswith("Win no more than 2 tricks this round")
    assert explained(match, "tricks:0").lines[-1] == "With No Allegiance, three are enough to lose the reward."
    council_of(match).tricks[0] = 3
    assert explained(match, "thumb:0").lines[0] == "You have won 3 tricks: no reward."


def test_the_pad_names_the_factions_that_it_scored_in_each_round() -> None:
    # BC-M10
    match = new(1, 4, rounds=2)
    while not match.over:
        match.play(0, match.options(0)[0])
    pad = match.view(0).players[1].rounds
    assert pad[0].allies != pad[1].allies
    for told, score in zip(explained(match, "points:1").lines, pad, strict=True):
        named = " and ".join(f"the {suit.capitalize()}" for suit in score.allies)
        assert told.endswith(f": {score.tricks} + {score.bonus} for {named}.")

"""Bug Council in words: what is asked, what the log says to whom, and the table drawn as text."""

import pytest

from bugbox.core.game import WATCHER
from bugbox.core.match import Match
from bugbox.games.bug_council.show.emissary_words import PRIORITIES, sided_text
from tests.games.bug_council.draw import council, council_of, new, play

pytestmark = pytest.mark.once

THREE = """
    circle   Ants 2, Bees 2, Cockroaches 1, Mosquitos 0, Flies 3
    Ann      ants 5, flies 1, flies 7
    Bob      ants 7, bees 5, cockroaches 8
    Cleo     bees 9, mosquitos 3, mosquitos 9, none
"""
EMISSARY = """
    circle   Ants 2, Bees 4, Cockroaches 1, Mosquitos 0, Flies 3
    Bob      ants 9, ants 3, flies 9
    Ann      ants 2, ants 4, flies 8
    Emissary ants 12, flies 7
"""
ALONE = """
    circle   Ants 4, Bees 4, Cockroaches 1, Mosquitos 0, Flies 3
    Ann      ants 5, bees 6, flies 1
    Emissary ants 2, ants 9, flies 6
"""
TIED = "the strongest suits played are tied at 2 cubes, so the highest card wins"


def told(match: Match, viewer: int, number: int = 1) -> list[str]:
    """The last sentences of the log."""
    return match.log(viewer)[-number:]


# --- What is asked ---


def test_who_plays_is_told_what_must_be_followed() -> None:
    # BC-F5
    match = council(THREE)
    assert match.pov(0).question == "You lead: play any card."
    play(match, "0 play flies 1")
    assert match.pov(1).question == "You have no Flies: play any card."
    other = council(THREE)
    play(other, "0 play ants 5")
    assert other.pov(1).question == "Follow suit: play one of your Ants."


def test_who_visits_is_told_whether_one_may_stay_away() -> None:
    # BC-R9
    for must_visit in (False, True):
        match = council(THREE, must_visit=must_visit)
        play(match, "0 play ants 5, 1 play ants 7, 2 play bees 9")
        assert ("skip" in match.pov(0).question) is not must_visit


def test_who_plays_for_the_emissary_is_told_if_it_must_follow() -> None:
    # BC-R26, BC-R27
    match = council(EMISSARY)
    play(match, "1 play ants 3")
    assert match.pov(1).question == "Play for the Emissary too: it must follow with the 12 of Ants."
    play(match, "1 send ants 12, 0 play ants 2, 0 decline")
    assert match.pov(0).question == "The Emissary leads and you play for it: choose one of its two cards."
    both = council(EMISSARY.replace("flies 7", "ants 6"))
    play(both, "1 play ants 3")
    assert both.pov(1).question == "Play for the Emissary too: choose one of its two cards."


def test_alone_one_is_asked_for_two_tricks_at_most() -> None:
    # BC-M13
    assert "at most two tricks" in new(1).pov(0).question
    assert "to win no tricks" in new(2).pov(0).question


def test_buttons_are_called_what_they_do() -> None:
    # BC-F7
    label = new(3).game.label
    assert label("declare none").startswith("No Allegiance:")
    assert label("declare allegiance").startswith("Allegiance:")
    assert label("send ants 5") == "Play the 5 of Ants for the Emissary"


# --- The log ---


def test_thumbs_are_told_to_their_owners_and_then_to_all() -> None:
    # BC-R14, BC-R15
    match = new(3, start="first")
    assert match.log(0) == ["Round 1: everybody gets eleven cards.", "You lead the first trick."]
    play(match, "0 declare none")
    assert told(match, 0) == ["You choose No Allegiance."]
    assert told(match, 1) == ["Seat 0 leads the first trick."], "nothing yet"
    play(match, "1 declare allegiance, 2 declare allegiance")
    assert told(match, 0) == ["The thumbs turn: you declare No Allegiance."]
    assert told(match, 1) == ["The thumbs turn: Seat 0 declares No Allegiance."]
    option = match.options(0)[0]
    play(match, f"0 {option}")
    value, suit = option.split()[2], option.split()[1].capitalize()
    assert told(match, 0) == [f"You discard the {value} of {suit} face down."]
    assert told(match, 1) == ["Seat 0 discards a card face down."]


def test_the_log_says_why_a_trick_was_won_and_what_a_visit_did() -> None:
    # BC-F5, BC-F6
    match = council(THREE)
    play(match, "0 play ants 5, 1 play ants 7, 2 play bees 9, 0 visit cockroaches")
    assert told(match, 0, 4) == [
        "Cleo has no Ants and plays the 9 of Bees.",
        f"Cleo wins the trick with the 9 of Bees: {TIED}.",
        "You visit the Cockroaches and move their one cube to the next tile.",
        "A cube for the Mosquitos: they now have 1.",
    ]
    assert told(match, 1, 2)[0] == "Ann visits the Cockroaches and moves their one cube to the next tile."


@pytest.mark.parametrize(("cubes", "end"), [(5, "."), (6, ", and the other one goes"), (7, ", and the other 2 go")])
def test_the_log_counts_what_goes_to_the_chambers(cubes: int, end: str) -> None:
    # BC-R11
    match = council(THREE.replace("Flies 3", f"Flies {cubes}"))
    play(match, "0 play ants 5, 1 play ants 7, 2 play bees 9, 0 visit flies")
    assert told(match, 0)[0].startswith(f"Full circle: the Flies keep one cube{end}")


def test_recruits_are_told() -> None:
    # BC-R20
    for cubes, recruits in (("1", "One cube each for the Ants and Bees."), ("2", "One cube for the Ants.")):
        circle = f"circle Ants 1, Bees {cubes}, Cockroaches 2, Mosquitos 2, Flies 2"
        match = council(f"{circle}\nAnn ants 5, flies 1\nBob bees 7, flies 2\nCleo bees 2, flies 3")
        play(match, "0 play ants 5, 1 play bees 7, 2 play bees 2")
        assert f"New recruits: {recruits[:1].lower()}{recruits[1:]}" in match.log(0)


# --- The Emissary alone with a player ---


def test_the_saboteur_says_why_it_plays_and_visits() -> None:
    # BC-M15, BC-M18
    match = council(ALONE, temperament="saboteur")
    play(match, "0 play ants 5")
    lines = match.log(0)
    assert "The Emissary sees strong Ants and plays low, the 2 of Ants, to get to the council." in lines
    assert (
        "The Emissary visits the Bees, the fullest faction it has no card of, and spreads their 4 cubes round the "
        "council." in lines
    )


def test_the_emissary_says_when_it_wants_the_player_to_win() -> None:
    # BC-M14
    drawing = ALONE.replace("flies 1", "none").replace("ants 2, ants 9, flies 6", "cockroaches 9, flies 6, mosquitos 2")
    match = council(drawing, temperament="schemer")
    play(match, "0 play ants 5")
    assert "The Emissary has no Ants and wants you to win this trick, so it plays the 9 of Cockroaches." in match.log(0)


def test_the_temperament_is_announced_and_its_priorities_are_on_the_table() -> None:
    # BC-M9
    for number, name in enumerate(("glutton", "courtier", "schemer", "saboteur")):
        match = new(1, temperament=name)
        assert match.log(0)[1].startswith(f"In this round the Emissary is the {name.capitalize()}: ")
        lines = match.text(0).splitlines()
        first = next(at for at, line in enumerate(lines) if line.startswith("  1. "))
        assert lines[first - 1].startswith(f"The Emissary is the {name.capitalize()}: ")
        assert lines[first : first + len(PRIORITIES[number])] == [
            f"  {nth}. {line}" for nth, line in enumerate(PRIORITIES[number], 1)
        ]


def test_what_it_scores_is_told() -> None:
    # BC-M10, BC-M16
    assert sided_text([0, 3], 0, 4, 5) == (
        "The Emissary is left with Ants and Flies: 4 points from tricks and 5 for them, 9 in all."
    )
    assert sided_text([1], 1, 1, 6) == (
        "The Emissary sides with the strongest faction, the Bees: 1 point from tricks and 6 for them, 7 in all."
    )


def test_with_two_tricks_alone_no_allegiance_is_still_told_as_paid() -> None:
    # BC-M13
    match = council("Ann mosquitos 1, none\nEmissary ants 12, bees 12, flies 12", rounds=1)
    council_of(match).tricks[0] = 2
    for suit in range(5):
        council_of(match).cubes[suit] = 1
    play(match, "0 play mosquitos 1")
    assert "You declared No Allegiance and won only 2 tricks: 2 points from tricks and 10 more." in match.log(0)


def test_with_two_players_no_trick_is_forgiven() -> None:
    # BC-M13, BC-R18: only alone
    circle = "circle Ants 4, Bees 2, Cockroaches 1, Mosquitos 0, Flies 3"
    match = council(f"{circle}\nAnn mosquitos 1, none\nBob ants 5, ants 6\nEmissary ants 12, bees 12", rounds=1)
    council_of(match).tricks[0] = 1
    play(match, "0 play mosquitos 1, 0 send ants 12, 1 play ants 5")
    assert "Ann declared No Allegiance but won 1 trick: 1 point from tricks, no bonus." in match.log(1)
    assert match.points[0] == 1


# --- The primer ---


@pytest.mark.parametrize(
    "fact",
    [
        "start with 4, 3, 2, 1 and no cubes",  # BC-F2
        "cubes stay where they are",  # BC-R22
        "If several factions are tied for strongest, none of them gains one",  # BC-R20
        "the player who played last in that trick plays for it",  # BC-R28
        "it must visit the faction of that card",  # BC-R30
        "Alone, be careful: the Emissary tries to hand you tricks",  # BC-M14
    ],
)
def test_the_primer_tells_what_surprises_a_beginner(fact: str) -> None:
    assert fact in " ".join(new(3).game.primer().split())


# --- The table as text ---


def test_the_text_shows_what_may_be_played_and_what_is_strongest() -> None:
    # BC-F5
    match = council(THREE)
    play(match, "0 play ants 5")
    lines = match.text(1).splitlines()
    assert "Round 1 of 3, trick 8 of 10. Ann leads." in lines
    assert "  Flies         3  ooo (strongest)" in lines
    assert "  Ants          2  oo" in lines
    assert "  Ann is winning: the highest Ant." in lines
    assert "  Ants         7*" in lines
    assert "  Bees         5" in lines
    play(match, "1 play ants 7, 2 play bees 9")
    lines = match.text(2).splitlines()
    assert "  You won the trick: the strongest suits played are tied at 2 cubes, so the highest card wins." in lines
    assert "Your discard, face down: 12 of Mosquitos." in lines
    assert "Cleo: 0 points, No Allegiance, 1 trick in this round" in match.text(WATCHER)
    play(match, "0 decline")
    last = "The last trick, won by you: Ann 5 of Ants, Bob 7 of Ants, you 9 of Bees."
    assert last in match.text(2).splitlines()
    play(match, "2 play mosquitos 3")
    assert "The last trick" not in match.text(2), "one trick at a time"


def test_the_text_shows_who_plays_for_the_emissary() -> None:
    # BC-R28
    match = council(EMISSARY)
    assert match.text(1).startswith("Round 1 of 3, trick 9 of 10. You lead.\n")
    play(match, "1 play ants 3, 1 send ants 12, 0 play ants 2, 0 decline")
    assert match.text(0).startswith("Round 1 of 3, trick 10 of 10. The Emissary leads; you play for it.\n")
    assert match.text(1).startswith("Round 1 of 3, trick 10 of 10. The Emissary leads; Ann plays for it.\n")


def test_the_text_shows_my_own_choice_and_nobody_elses_thumb() -> None:
    # BC-R14
    match = new(3, start="first")
    play(match, "0 declare none, 1 declare allegiance")
    assert match.text(0).endswith("\nYou have chosen No Allegiance.")
    assert match.text(1).endswith("\nYou have chosen allegiance.")
    assert "You: 0 points\nSeat 1: 0 points\nSeat 2: 0 points, choosing\n" in match.text(0)


def test_the_text_names_the_one_faction_that_the_courtier_scored() -> None:
    # BC-M16
    match = new(1, rounds=1, temperament="courtier")
    while not match.over:
        match.play(0, match.options(0)[0])
    (score,) = match.view(0).players[1].rounds
    (side,) = score.allies
    assert f"({score.tricks}+{score.bonus} {side.capitalize()})" in match.text(0)

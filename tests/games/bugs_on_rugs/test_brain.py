"""The brain of Bugs on Rugs: clear-cut decisions and expectations, and equal treatment of seats."""

import pytest

from bugbox.core.match import Match
from bugbox.games.bugs_on_rugs import GAME
from bugbox.games.bugs_on_rugs.bot.hand_values import BEETLES, LADYBUGS, LARVA_AND_MOSQUITOS, SPIDERS_AND_FLIES, at
from tests.games.bugs_on_rugs.draw import leave, play, table
from tests.kit import brains


def first_words(match: Match, seat: int = 0) -> dict[str, int]:
    """Return the weights of options without rugs: for each bug, the highest."""
    found: dict[str, int] = {}
    for text, weight in brains.weights(GAME, match.position, seat).items():
        bug = text.partition(" on ")[0]
        found[bug] = max(weight, found.get(bug, 0))
    return found


def hopes(match: Match) -> list[float]:
    return brains.hopes(GAME, match.position)


LAST_ROUND = "End reached\n"
TWO_MORE = "End 7\n"


# --- Preferences ---


def test_the_fourth_ladybug() -> None:
    """25 points at once."""
    found = first_words(table(TWO_MORE + "Floor Ladybug, Fly, Ant, Spider, Firefly\nAnn 3 Ladybugs\nBob Fly"))
    assert found["pick Ladybug"] == max(found.values())
    assert found["pick Ladybug"] > 2 * found["pick Ant"]


def test_never_the_fifth_ladybug() -> None:
    """It would cost 20 points."""
    found = first_words(table(TWO_MORE + "Floor Ladybug, Fly, Ant, Spider, Firefly\nAnn 4 Ladybugs\nBob Fly"))
    assert found["pick Ladybug"] == 1


def test_an_even_number_of_beetles() -> None:
    odd = first_words(table(LAST_ROUND + "Floor Beetle, Fly, Ant, Spider, Firefly\nAnn 3 Beetles\nBob Fly"))
    even = first_words(table(LAST_ROUND + "Floor Beetle, Fly, Ant, Spider, Firefly\nAnn 4 Beetles\nBob Fly"))
    assert odd["pick Beetle"] > odd["pick Ant"] > even["pick Beetle"]


def test_spiders_want_flies() -> None:
    hungry = first_words(table(LAST_ROUND + "Floor Beetle, Fly, Ant, Spider, Larva\nAnn 2 Spiders\nBob Ant"))
    fed = first_words(table(LAST_ROUND + "Floor Beetle, Fly, Ant, Spider, Larva\nAnn 2 Spiders, 2 Flies\nBob Ant"))
    assert hungry["pick Fly"] == max(hungry.values())
    assert fed["pick Fly"] < hungry["pick Fly"]


def test_a_new_rug_for_fireflies() -> None:
    match = table(LAST_ROUND + "Floor Ant on dots, Ant on stripes, Fly\nAnn 2 Fireflies on dots\nBob Fly", rugs=5)
    found = brains.weights(GAME, match.position, 0)
    assert found["pick Ant on stripes"] > found["pick Ant on dots"]


def test_a_useless_bug_is_given_before_a_dear_one() -> None:
    """A Beetle on the Wall makes everyone pass a bug."""
    match = table(TWO_MORE + "Floor Ant, Fly, Ant\nAnn 4 Ladybugs, Larva\nBob Fly")
    leave(match, "Beetle on dots")
    found = first_words(match)
    assert found["pass Larva"] > 5 * found["pass Ladybug"]


def test_hatching_for_what_is_wanted() -> None:
    """Hatch two Larvae for the fourth Ladybug, but not for a Fly."""
    rich = first_words(table(TWO_MORE + "Wall Ladybug\nFloor Ant, Fly, Spider\nAnn 3 Ladybugs, 2 Larva\nBob Fly"))
    poor = first_words(table(TWO_MORE + "Wall Fly\nFloor Ant, Fly, Spider\nAnn 3 Ladybugs, 2 Larva\nBob Fly"))
    assert max(w for text, w in rich.items() if text.startswith("hatch")) > rich["pick Ant"]
    assert max(w for text, w in poor.items() if text.startswith("hatch")) < poor["pick Ant"]


def test_a_pair_of_mosquitos_is_the_fourth_ladybug() -> None:
    match = table(LAST_ROUND + "Floor Larva\ndeck only\nAnn 3 Ladybugs, Fly, 2 Mosquitos\nBob Ant")
    found = brains.weights(GAME, match.position, 0)
    assert max(found, key=lambda text: found[text]) == brains.greedy(GAME, match.position)
    assert "Ladybug" in brains.greedy(GAME, match.position)


def test_a_pair_is_broken_only_for_more_than_it_brings() -> None:
    """Two Larvae score 6 points; the pair as a Fly scores 2."""
    match = table(LAST_ROUND + "Floor Ant\ndeck only\nAnn Fly, 2 Larva, 2 Mosquitos\nBob Ant")
    play(match, "Ann: group 1 Fly")
    found = brains.weights(GAME, match.position, 0)
    assert max(found, key=lambda text: found[text]) == brains.greedy(GAME, match.position) != "done"


# --- Values of collections ---


def test_three_ladybugs_are_worth_more_the_more_picks_come() -> None:
    assert LADYBUGS[at(3, 0, 0)] == 3
    assert 3 < LADYBUGS[at(3, 0, 2)] < LADYBUGS[at(3, 0, 6)] < 25


def test_four_ladybugs_are_in_danger_for_long() -> None:
    """A neighbour may pass a fifth one, or it may be the only bug left to pick."""
    assert LADYBUGS[at(4, 0, 0)] == 25 > LADYBUGS[at(4, 0, 2)] > LADYBUGS[at(4, 0, 8)] > LADYBUGS[at(3, 0, 8)]


def test_in_the_end_only_points_count() -> None:
    assert [BEETLES[at(count, 0, 0)] for count in range(5)] == [0, 2, 10, 6, 20]
    assert SPIDERS_AND_FLIES[at(2, 3, 0)] == 16
    assert LARVA_AND_MOSQUITOS[at(1, 1, 0)] == 3


# --- Expected final scores ---


def test_the_better_hand_is_ahead() -> None:
    ann, bob = hopes(table(LAST_ROUND + "Floor Ant, Fly, Spider\nAnn 4 Ladybugs, 2 Flies\nBob 3 Ladybugs, 3 Flies"))
    assert ann > bob + 10


def test_the_most_ants() -> None:
    """An Ant scores 5 for the most, 3 for the next, 1 otherwise."""
    match = table(LAST_ROUND + "Floor Larva\ndeck only\nAnn 3 Ants\nBob 2 Ants\nCem Ant")
    assert match.over
    assert hopes(match) == [15, 6, 1]


def test_who_picks_next_takes_what_is_good() -> None:
    """The fourth Ladybug is on the Floor, and only Ann needs it."""
    there, other = (
        hopes(table(LAST_ROUND + f"Floor {bug}, Fly, Fly, Fly, Fly\nAnn 3 Ladybugs\nBob Ant"))[0]
        for bug in ("Ladybug", "Ant")
    )
    assert there > other + 15


def test_greedy_denies_what_others_need() -> None:
    """Nothing gains Ann as much as the fourth Ladybug would gain Bob."""
    drawing = LAST_ROUND + "Floor Ladybug, Ant, Fly, Larva, Larva\nAnn 2 Spiders\nBob ; 3 Ladybugs"
    match = table(drawing)
    assert first_words(match)["pick Fly"] > first_words(match)["pick Ladybug"]
    assert brains.greedy(GAME, match.position).startswith("pick Ladybug")


def test_seats_make_no_difference() -> None:
    """After the picks, only hands count."""
    there = table(LAST_ROUND + "Floor Larva\nAnn 2 Ants, 2 Mosquitos\nBob 3 Flies\nCem 2 Beetles, 2 Mosquitos")
    back = table(LAST_ROUND + "Floor Larva\nAnn 2 Beetles, 2 Mosquitos\nBob 3 Flies\nCem 2 Ants, 2 Mosquitos")
    assert brains.values(GAME, there.position) == pytest.approx(brains.values(GAME, back.position)[::-1])


def test_the_doubt_goes_with_the_picks() -> None:
    """The same lead is worth more after the last pick."""
    hands = "Ann 4 Ladybugs\nBob Ant, 2 Flies, Beetle"
    early = brains.values(GAME, table("Floor 5 Larva\nEnd 20\n" + hands).position)[0]
    late = brains.values(GAME, table(LAST_ROUND + "Floor 3 Larva\n" + hands).position)[0]
    assert 0.5 < early < late

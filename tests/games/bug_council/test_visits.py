"""Bug Council: visits to the council, and the upkeep between rounds."""

import pytest

from bugbox.core.game import WATCHER
from bugbox.games.bug_council.rules.council import recruit
from tests.games.bug_council.draw import council, council_of, cubes_of, play

EXAMPLE = "circle Bees {bees}, Cockroaches 1, Mosquitos 0, Flies 2, Ants 0"
HANDS = """
    Ann    ants 5, flies 1, flies 9
    Bob    ants 7, flies 2, flies 10
    Cleo   ants 3, flies 3, flies 11
"""


def cleo_visits(cubes: int, chambers: int = 0, suit: str = "bees", **settings: bool) -> tuple[dict[str, int], int]:
    """The council after Cleo, lowest on suit, has visited it."""
    match = council(f"{EXAMPLE.format(bees=cubes)}\nchambers {chambers}\n{HANDS}", **settings)
    play(match, f"0 play ants 5, 1 play ants 7, 2 play ants 3, 2 visit {suit}")
    return cubes_of(match), match.view(WATCHER).chambers


def test_the_rulebooks_seven_bees_go_round_and_two_go_to_the_chambers() -> None:
    # BC-F6, BC-R11
    cubes, chambers = cleo_visits(7)
    assert cubes == {"Ants": 1, "Bees": 1, "Cockroaches": 2, "Mosquitos": 1, "Flies": 3}
    assert chambers == 2


@pytest.mark.parametrize(
    ("cubes", "expected", "chambers"),
    [
        (1, [0, 2, 0, 2, 0], 0),
        (4, [0, 2, 1, 3, 1], 0),
        (5, [1, 2, 1, 3, 1], 0),
        (6, [1, 2, 1, 3, 1], 1),
        (9, [1, 2, 1, 3, 1], 4),
    ],
)
def test_up_to_four_cubes_leave_a_fifth_comes_home_and_the_rest_is_gone(
    cubes: int, expected: list[int], chambers: int
) -> None:
    # BC-R11
    after, gone = cleo_visits(cubes)
    assert [after[name] for name in ("Bees", "Cockroaches", "Mosquitos", "Flies", "Ants")] == expected
    assert gone == chambers


def test_cubes_in_the_chambers_stay_there() -> None:
    # BC-R13
    assert cleo_visits(7, chambers=3)[1] == 5
    assert cleo_visits(2, chambers=3)[1] == 3


def test_any_faction_with_cubes_can_be_chosen_not_only_the_one_that_was_led() -> None:
    # BC-F6, BC-R10
    match = council(f"{EXAMPLE.format(bees=3)}\n{HANDS}")
    play(match, "0 play ants 5, 1 play ants 7, 2 play ants 3")
    assert match.to_act == (2,)
    assert match.options(2) == ("visit bees", "visit cockroaches", "visit flies", "decline")
    assert [visit.suit for visit in match.view(2).visits] == ["bees", "cockroaches", "flies"]
    assert match.view(0).visits == match.view(WATCHER).visits == ()
    assert match.pov(2).question.startswith("You played the lowest Ant: ")


def test_what_a_visit_would_lead_to_is_shown_beforehand() -> None:
    # BC-F6
    match = council(f"{EXAMPLE.format(bees=7)}\n{HANDS}")
    play(match, "0 play ants 5, 1 play ants 7, 2 play ants 3")
    bees, *_ = match.view(2).visits
    assert (bees.suit, bees.cubes, bees.chambers) == ("bees", (1, 1, 2, 1, 3), 2)
    assert match.view(2).chambers == 0, "nothing has happened yet"


def test_a_visit_can_be_declined_or_not_by_the_setting() -> None:
    # BC-R9
    match = council(f"{EXAMPLE.format(bees=3)}\n{HANDS}")
    play(match, "0 play ants 5, 1 play ants 7, 2 play ants 3")
    before = cubes_of(match)
    assert match.view(2).may_decline
    play(match, "2 decline")
    assert cubes_of(match) == before
    assert match.to_act == (1,), "who won leads"
    strict = council(f"{EXAMPLE.format(bees=3)}\n{HANDS}", must_visit=True)
    play(strict, "0 play ants 5, 1 play ants 7, 2 play ants 3")
    assert strict.options(2) == ("visit bees", "visit cockroaches", "visit flies")
    assert "skip" not in strict.pov(2).question


def test_the_leader_can_be_the_lowest_on_suit() -> None:
    # BC-R7
    match = council(f"{EXAMPLE.format(bees=3)}\n{HANDS}")
    play(match, "0 play flies 1, 1 play flies 2, 2 play flies 3")
    assert match.to_act == (0,)
    assert match.view(WATCHER).visitor == 0


def test_nobody_is_about_to_visit_once_the_round_is_scored() -> None:
    # BC-F6, BC-R21
    match = council(
        f"""
        {EXAMPLE.format(bees=3)}
        Ann    ants 5, flies 9
        Bob    ants 7, flies 10
        Cleo   ants 3, flies 11
        """,
        rounds=1,
    )
    play(match, "0 play ants 5, 1 play ants 7, 2 play ants 3")
    assert match.view(WATCHER).visitor == 2
    play(match, "2 visit bees")
    views = [*(match.at(beat).view(WATCHER) for _, beat in match.position.beats), match.view(WATCHER)]
    assert {view.visitor for view in views if view.stage == "visit"} == {2}, "while the cubes are on their way"
    assert {view.visitor for view in views if view.stage in ("show", "over")} == {None}
    assert views[-1].stage == "over"


def test_if_nobody_follows_nobody_visits() -> None:
    # BC-F6, BC-R7
    match = council(
        f"""
        {EXAMPLE.format(bees=3)}
        Ann    ants 5, flies 1, flies 9
        Bob    bees 7, flies 2, flies 10
        Cleo   bees 3, flies 3, flies 11
        """
    )
    play(match, "0 play ants 5, 1 play bees 7, 2 play bees 3")
    assert match.to_act == (1,)
    assert match.view(WATCHER).stage == "play"
    assert "Nobody followed suit, so nobody visits the council." in match.log(WATCHER)


def test_the_lowest_on_suit_visits_even_if_a_lower_card_is_off_suit() -> None:
    # BC-F6, BC-R8
    match = council(
        f"""
        {EXAMPLE.format(bees=3)}
        Ann    ants 5, flies 1, flies 9
        Bob    bees 1, flies 2, flies 10
        Cleo   ants 6, flies 3, flies 11
        """
    )
    play(match, "0 play ants 5, 1 play bees 1, 2 play ants 6")
    assert match.to_act == (0,)


# --- Upkeep ---


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ([4, 3, 2, 1, 0], [4, 4, 3, 2, 1]),
        ([4, 4, 2, 0, 0], [4, 4, 3, 1, 1]),
        ([2, 2, 2, 2, 2], [2, 2, 2, 2, 2]),
    ],
)
def test_recruits_come_to_all_but_the_strongest(before: list[int], after: list[int]) -> None:
    # BC-F8, BC-R20
    match = council(HANDS)
    position = council_of(match)
    for suit, cubes in enumerate(before):
        position.cubes[suit] = cubes
    recruit(position)
    assert list(position.cubes) == after


def test_the_bag_holds_no_more_than_eighteen_cubes() -> None:
    # BC-F1, BC-M2
    match = council(f"circle Bees 5, Cockroaches 4, Mosquitos 3, Flies 2, Ants 0\n{HANDS}")
    recruit(council_of(match))
    assert sum(cubes_of(match).values()) == 18
    with pytest.raises(AssertionError):
        recruit(council_of(match))


def test_cubes_in_the_chambers_are_not_in_the_bag() -> None:
    # BC-M2, BC-R13
    match = council(f"circle Bees 5, Cockroaches 4, Mosquitos 3, Flies 2, Ants 0\nchambers 1\n{HANDS}")
    with pytest.raises(AssertionError):
        recruit(council_of(match))


def test_cubes_stay_from_round_to_round_and_the_winner_of_the_last_trick_leads() -> None:
    # BC-F8, BC-R12, BC-R22, BC-R23
    match = council(
        """
        circle   Bees 5, Cockroaches 1, Mosquitos 0, Flies 2, Ants 0
        chambers 1
        Ann      ants 5, flies 9
        Bob      ants 7, flies 10
        Cleo     ants 3, flies 11
        """
    )
    play(match, "0 play ants 5, 1 play ants 7, 2 play ants 3")
    assert match.view(2).trick_number == 10
    play(match, "2 visit flies")
    view = match.view(WATCHER)
    assert cubes_of(match) == {"Ants": 2, "Bees": 6, "Cockroaches": 2, "Mosquitos": 1, "Flies": 1}
    assert (view.stage, view.round, view.leader, view.chambers) == ("declare", 2, 1, 1)
    assert [player.hand_size for player in view.players] == [11, 11, 11]
    recruits = "New recruits: one cube each for the Ants, Cockroaches, Flies and Mosquitos."
    assert recruits in match.log(WATCHER)
    assert [player.rounds[0].bonus for player in view.players] == [0, 0, 0], "Flies had none after the last visit"


def test_after_the_last_round_there_is_no_upkeep() -> None:
    # BC-R21, BC-F4
    match = council(
        """
        circle Bees 5, Cockroaches 1, Mosquitos 0, Flies 2, Ants 0
        Ann    ants 5, flies 9
        Bob    ants 7, flies 10
        Cleo   ants 3, flies 11
        """,
        rounds=1,
    )
    play(match, "0 play ants 5, 1 play ants 7, 2 play ants 3, 2 decline")
    assert match.over
    assert cubes_of(match) == {"Ants": 0, "Bees": 5, "Cockroaches": 1, "Mosquitos": 0, "Flies": 2}


def test_once_cubes_move_nobody_says_why_the_trick_was_won() -> None:
    # BC-R6: strength was read before
    for suit in ("ants", "bees"):
        match = council(
            """
            circle Ants 2, Bees 4, Cockroaches 1, Mosquitos 0, Flies 3
            Ann    ants 5, flies 1, flies 7
            Bob    ants 7, flies 2, flies 8
            Cleo   ants 9, flies 3, flies 9
            """
        )
        play(match, "0 play ants 5, 1 play ants 7, 2 play ants 9")
        assert match.view(WATCHER).trick.why == "highest"
        play(match, f"0 visit {suit}")
        assert [match.at(beat).view(WATCHER).trick.why for _, beat in match.position.beats][:2] == ["", ""]

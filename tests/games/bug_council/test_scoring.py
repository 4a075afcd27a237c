"""Bug Council: what a round scores, who wins, and how the end is told."""

import pytest

from bugbox.core.game import WATCHER, Reader
from bugbox.core.match import Match
from bugbox.games.bug_council.rules.box import MOST_ROUNDS
from tests.games.bug_council.draw import council, council_of, new, play

LAST_TRICK = """
    circle   Ants 4, Bees 2, Cockroaches 2, Mosquitos 0, Flies 1
    chambers {chambers}
    Ann      mosquitos 9, ants 3
    Bob      bees 1, flies 3
    Cleo     bees 2, cockroaches 5
    Dora     {dora}
"""
NOBODY_FOLLOWS = "0 play mosquitos 9, 1 play bees 1, 2 play bees 2, 3 play flies 2"


def last_trick(tricks: list[int], chambers: int = 1, dora: str = "flies 2, none", **settings: int) -> Match:
    """The tenth trick, won by Cleo with the 2 of Bees; so many tricks each before it."""
    match = council(LAST_TRICK.format(chambers=chambers, dora=dora), **settings)
    for seat, number in enumerate(tricks):
        council_of(match).tricks[seat] = number
    return match


def scores(match: Match, nth: int = 0) -> list[tuple[int, int]]:
    """Tricks and bonus of everybody in a round."""
    return [(player.rounds[nth].tricks, player.rounds[nth].bonus) for player in match.view(WATCHER).players]


def test_the_rulebooks_scoring_with_four_players_one_without_allegiance() -> None:
    # BC-F7, BC-R19: 8, 3, 6 and 11 points
    match = last_trick([4, 2, 3, 0])
    play(match, NOBODY_FOLLOWS)
    assert scores(match) == [(4, 4), (2, 1), (4, 2), (0, 11)]
    view = match.view(WATCHER)
    assert [player.points for player in view.players] == [8, 3, 6, 11]
    assert [player.rounds[0].card for player in view.players] == ["ants 3", "flies 3", "cockroaches 5", None]
    log = match.log(WATCHER)
    assert "Ann shows the 3 of Ants: 4 points from tricks and 4 for the Ants, 8 in all." in log
    assert "Dora declared No Allegiance and won no tricks: 11 points." in log


@pytest.mark.parametrize("rounds", [1, 3])
def test_the_points_of_each_player_are_seen_before_those_of_the_next(rounds: int) -> None:
    # BC-F7: after the last round too
    match = last_trick([4, 2, 3, 0], rounds=rounds)
    play(match, NOBODY_FOLLOWS)
    beats = [(told, beat) for told, beat in match.position.beats if match.at(beat).view(WATCHER).stage == "show"]
    calls = [match.pov(WATCHER).news(0, told)[-1] for told, _ in beats]
    assert [call.split()[0] for call in calls[:3]] == ["Ann", "Bob", "Cleo"]
    written = [[len(player.rounds) for player in match.at(beat).view(WATCHER).players] for _, beat in beats]
    assert written[:3] == [[1, 0, 0, 0], [1, 1, 0, 0], [1, 1, 1, 0]]
    assert [match.at(beat).view(WATCHER).players[1].points for _, beat in beats[:2]] == [0, 3]
    assert all(number == [1, 1, 1, 1] for number in written[3:])


def test_without_allegiance_a_trick_costs_the_reward() -> None:
    # BC-F7, BC-R16
    match = last_trick([4, 2, 2, 1])
    play(match, NOBODY_FOLLOWS)
    assert scores(match)[3] == (1, 0)
    assert "Dora declared No Allegiance but won 1 trick: 1 point from tricks, no bonus." in match.log(WATCHER)


@pytest.mark.parametrize(("chambers", "each"), [(0, 5), (1, 6), (2, 6), (3, 7)])
def test_several_without_allegiance_share_the_reward_rounded_up(chambers: int, each: int) -> None:
    # BC-R17
    match = council(
        f"""
        circle   Ants 4, Bees 2, Cockroaches 2, Mosquitos 0, Flies 1
        chambers {chambers}
        Ann      mosquitos 9, none
        Bob      bees 1, flies 3
        Cleo     bees 2, cockroaches 5
        Dora     flies 2, none
        """
    )
    play(match, NOBODY_FOLLOWS)
    assert scores(match)[0] == scores(match)[3] == (0, each)


def test_who_failed_is_not_counted_in_the_sharing() -> None:
    # BC-R18
    match = council(
        """
        circle   Ants 4, Bees 2, Cockroaches 2, Mosquitos 0, Flies 1
        chambers 3
        Ann      mosquitos 9, none
        Bob      bees 1, flies 3
        Cleo     bees 2, none
        Dora     flies 2, none
        """
    )
    play(match, NOBODY_FOLLOWS)
    assert scores(match) == [(0, 7), (0, 1), (1, 0), (0, 7)]


@pytest.mark.parametrize(("reward", "expected"), [(0, 1), (7, 8), (20, 21)])
def test_the_reward_can_be_set(reward: int, expected: int) -> None:
    # BC-F7
    match = last_trick([0, 0, 0, 0], reward=reward)
    assert match.view(WATCHER).reward == expected, "and is told beforehand"
    play(match, NOBODY_FOLLOWS)
    assert scores(match)[3] == (0, expected)


def test_the_visit_after_the_tenth_trick_counts_for_the_scoring() -> None:
    # BC-R12, BC-R13: Ann holds Ants; the chambers count nothing for her
    match = council(
        """
        circle   Ants 4, Bees 2, Cockroaches 2, Mosquitos 0, Flies 1
        chambers 5
        Ann      mosquitos 9, ants 3
        Bob      mosquitos 1, flies 3
        Cleo     bees 2, cockroaches 5
        """
    )
    play(match, "0 play mosquitos 9, 1 play mosquitos 1, 2 play bees 2, 1 visit ants")
    assert scores(match) == [(0, 0), (0, 2), (1, 3)]


# --- The end ---


def finished(pads: list[list[tuple[int, int]]]) -> Match:
    """A match that is over, with these tricks and bonuses of everybody in three rounds."""
    match = last_trick([0, 0, 0, 0], rounds=1) if len(pads) == 4 else ending_with_emissary()
    if len(pads) == 4:
        play(match, NOBODY_FOLLOWS)
    assert match.over
    position = council_of(match)
    for who, pad in enumerate(pads):
        for nth, (tricks, bonus) in enumerate(pad):
            position.trick_points[who * int(MOST_ROUNDS) + nth] = tricks
            position.bonus[who * int(MOST_ROUNDS) + nth] = bonus
    return match


def ending_with_emissary() -> Match:
    match = new(2, rounds=1)
    while not match.over:
        match.play(match.to_act[0], match.options(match.to_act[0])[0])
    return match


def places(match: Match) -> list[int]:
    """The Emissary's is the last."""
    return [match.position.place(who) for who in range(match.position.ranked)]


def why(match: Match, viewer: int = WATCHER) -> str:
    return match.game.words.why(match.position, Reader(viewer, match.names))


def test_most_points_win() -> None:
    # BC-F9, BC-R43
    match = finished([[(1, 9)], [(9, 0)], [(2, 2)], [(4, 5)]])
    assert match.points == (10, 9, 4, 9)
    assert match.places == (1, 2, 4, 3), "nine from tricks before four"


def test_a_tie_is_broken_by_tricks_then_by_the_best_round() -> None:
    # BC-F9, BC-R41: all points of the round count
    match = finished([[(4, 6), (0, 0)], [(5, 5), (0, 0)], [(3, 5), (2, 0)], [(0, 0), (0, 0)]])
    assert match.points == (10, 10, 10, 0)
    assert match.places == (3, 1, 2, 4)
    assert why(match) == ("Ann, Bob and Cleo all have 10 points; Bob has the best single round, 10 to 8.")
    assert why(match, 1) == "You, Ann and Cleo all have 10 points; you have the best single round, 10 to 8."
    lines = match.game.words.result(match.position, Reader(0, match.names))
    assert lines[1] == "2. Cleo: 10 points, 5 of them from tricks, 8 in the best round."
    assert lines[2] == "3. You: 10 points, 4 of them from tricks."


def test_who_is_equal_in_everything_shares_the_place_and_the_next_number_is_skipped() -> None:
    # BC-R24, BC-R43
    match = finished([[(4, 6)], [(4, 6)], [(1, 1)], [(1, 1)]])
    assert match.places == (1, 1, 3, 3)
    assert why(match, 1) == "You and Ann share the win with 10 points each."


def test_ties_with_the_emissary_are_broken_like_others_and_then_for_the_player() -> None:
    # BC-R35, BC-R37, BC-R42
    assert places(finished([[(4, 6)], [(1, 1)], [(5, 5)]])) == [2, 3, 1]
    assert places(finished([[(4, 6)], [(1, 1)], [(4, 6)]])) == [1, 3, 2]
    assert places(finished([[(4, 6)], [(4, 6)], [(4, 6)]])) == [1, 1, 3]
    one = finished([[(4, 6)], [(1, 1)], [(4, 6)]])
    assert why(one, 0) == (
        "You and the Emissary both have 10 points and are level in everything else, so the tie goes to the player."
    )


def test_the_sheet_has_tricks_and_bonus_of_every_round_apart() -> None:
    # BC-R19
    match = last_trick([4, 2, 3, 0], rounds=1)
    play(match, NOBODY_FOLLOWS)
    assert match.game.words.sheet(match.position) == [
        ("Round 1, tricks", ["4", "2", "4", "0"]),
        ("Round 1, bonus", ["Ants: 4", "Flies: 1", "Cockroaches: 2", "No Allegiance: 11"]),
        ("From tricks", ["4", "2", "4", "0"]),
        ("Total", ["8", "3", "6", "11"]),
    ]
    assert why(match, 3) == "You won by 3 points. Bonuses made the difference: 11 points to 4."
    assert "Dora: place 1, 11 points (0+11 No Allegiance)" in match.text(WATCHER)


def test_a_lead_by_tricks_is_told_so() -> None:
    # BC-F9
    match = finished([[(9, 1)], [(2, 2)], [(1, 1)], [(1, 1)]])
    assert why(match) == "Ann won by 6 points. Tricks made the difference: 9 points to 2."
    match = finished([[(5, 3)], [(2, 2)], [(1, 1)], [(1, 1)]])
    assert why(match) == "Ann won by 4 points. Tricks made the difference: 5 points to 2.", "three of the four"

"""Bugs on Rugs, clause by clause: pairs of Mosquitos, the score sheet, places.

A second scorer, written from the rulebook alone, tries every way to group and to hatch and must agree.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement, product
from typing import NamedTuple

import pytest

import bugbox
from bugbox.core.game import Reader
from bugbox.core.match import Match
from bugbox.core.position import options_of
from bugbox.core.rng import Rng
from bugbox.games.bugs_on_rugs import layout, words
from bugbox.games.bugs_on_rugs.parts import NAMES, PLURALS
from bugbox.games.bugs_on_rugs.parts import deck as box_of
from bugbox.games.bugs_on_rugs.rules import BugsOnRugs
from bugbox.games.bugs_on_rugs.words import card_text, label
from tests.games.bugs_on_rugs.draw import PLAYERS, asked, hand, offered, play, position_of, scores, table
from tests.kit.tables import copy_of

SHEET = ("Butterflies", "Fireflies", "Larvae", "Ants", "Spiders", "Flies", "Beetles", "Ladybugs")


def final(**hands: str) -> Match:
    """The last round is over; these are the hands."""
    return table("\n".join(["End reached", *(f"{name} {cards}" for name, cards in hands.items())]))


def score(ann: str, group: str = "", **others: str) -> dict[str, int]:
    """The rows of Ann that are not zero; Bob has nothing if he is not named."""
    match = final(Ann=ann, **(others or {"Bob": ""}))
    play(match, *([f"Ann: group {group}"] if group else []))
    while not match.over:
        play(match, f"{PLAYERS[match.to_act[0]]}: done")
    return scores(match, "Ann")


# --- The sheet ---


def test_the_collection_of_the_rulebook_is_scored_row_by_row() -> None:
    # BOR-F6, BOR-F7, BOR-M4, BOR-F10: 3 Fireflies, 4 Ants with a pair of Mosquitos as one, 1 Spider, 2 Flies, 3 Beetles
    match = final(
        Ann="Firefly on dots, Firefly on stripes, Firefly on checks, Ant on dots, Ant on stripes, Ant on waves,"
        "2 Mosquitos, Spider on dots, Fly on rings, Fly on stripes, Beetle on dots, 2 Beetle on waves",
        Bob="4 Ants, Ladybug",
    )
    play(match, "Ann: group 1 Ant")
    assert words.sheet(position_of(match)) == [
        ("Butterflies", ["0", "0"]),
        ("Fireflies", ["3 Fireflies with 5 rugs: 15", "0"]),  # dots, stripes, checks, waves, rings
        ("Larvae", ["0", "0"]),
        ("Ants", ["4 Ants, the most: 20", "4 Ants, the most: 20"]),
        ("Spiders", ["1 Spider fed: 7", "0"]),
        ("Flies", ["1 of 2 Flies not eaten: 2", "0"]),
        ("Beetles", ["3 Beetles, odd: 6", "0"]),
        ("Ladybugs", ["0", "1 Ladybug: 1"]),
        ("Total", ["50", "21"]),
    ]
    assert match.points == (50, 21)
    assert match.places == (1, 2)


def test_the_sheet_says_what_every_row_is_made_of() -> None:
    # BOR-F6, BOR-M4
    match = final(
        Ann="2 Butterflies, 3 Larvae, Ant, 2 Mosquitos, 3 Spiders, 2 Flies, 4 Ladybugs, 2 Beetles",
        Bob="3 Butterflies, Firefly on rings, Larva on rings, Spider on rings, 2 Fly on zigzags, 2 Fly on diamonds, "
        "Ladybug on rings, 2 Ant on checks, Beetle on rings",
    )
    play(match, "Ann: group none")
    assert words.sheet(position_of(match)) == [
        ("Butterflies", ["2 Butterflies with 1 single bug: 2", "3 Butterflies with 5 single bugs: 15"]),
        ("Fireflies", ["0", "1 Firefly with 5 rugs: 5"]),
        ("Larvae", ["2 of 3 Larvae hatched: 6", "1 Larva, not hatched: 0"]),
        ("Ants", ["1 Ant, second most: 3", "2 Ants, the most: 10"]),
        ("Spiders", ["2 of 3 Spiders fed: 14", "1 Spider fed: 7"]),
        ("Flies", ["2 Flies, eaten: 0", "3 of 4 Flies not eaten: 6"]),
        ("Beetles", ["2 Beetles, even: 10", "1 Beetle, odd: 2"]),
        ("Ladybugs", ["4 Ladybugs: 25", "1 Ladybug: 1"]),
        ("Total", [str(match.points[0]), str(match.points[1])]),
    ]


@pytest.mark.parametrize(("cards", "row", "cell"), [
    ("3 Ladybugs", "Ladybugs", "3 Ladybugs: 3"),
    ("4 Ladybugs", "Ladybugs", "4 Ladybugs: 25"),
    ("5 Ladybugs", "Ladybugs", "5 Ladybugs: 5"),
    ("Fly", "Flies", "1 Fly: 2"),
    ("2 Spiders, 2 Flies", "Spiders", "2 Spiders fed: 14"),
    ("2 Spiders, Beetle", "Spiders", "2 Spiders, not fed: 0"),
    ("2 Larvae, 2 Mosquitos", "Larvae", "2 Larvae hatched: 6"),
    ("2 Butterflies", "Butterflies", "2 Butterflies with 0 single bugs: 0"),
    ("Ant", "Ants", "1 Ant: 1"),
])  # fmt: skip
def test_a_cell_of_the_sheet_reads_like_a_sentence(cards: str, row: str, cell: str) -> None:
    # BOR-M4
    match = final(Ann=cards, Bob="3 Ants", Cem="2 Ants")
    while not match.over:
        play(match, f"{PLAYERS[match.to_act[0]]}: {match.options(match.to_act[0])[0]}")
    assert dict(words.sheet(position_of(match)))[row][0] == cell


# --- Single bugs ---


@pytest.mark.parametrize(("cards", "points"), [
    ("Butterfly", 1),  # itself
    ("Butterfly, Ant, Fly", 3),
    ("2 Butterflies, Ant, 2 Flies, Spider", 4),
    ("2 Butterflies", 0),
    ("3 Butterflies, 2 Ants", 0),
    ("Butterfly, Firefly, Larva, Ant, Spider, Fly, Beetle, Ladybug, Mosquito", 9),
])  # fmt: skip
def test_each_butterfly_scores_the_bugs_of_which_there_is_exactly_one(cards: str, points: int) -> None:
    # BOR-F7
    assert score(cards).get("Butterflies", 0) == points


@pytest.mark.parametrize(("cards", "group", "points"), [
    ("Butterfly, Mosquito", "", 2),
    ("Butterfly, 2 Mosquitos", "none", 1),
    ("Butterfly, 3 Mosquitos", "none", 1),
    ("Butterfly, 3 Mosquitos", "1 Butterfly", 2),  # two Butterflies, one kind held once: the third Mosquito
    ("Butterfly, Ant, 2 Mosquitos", "1 Ant", 1),
    ("Butterfly, Ant, 2 Mosquitos", "none", 2),
])  # fmt: skip
def test_a_single_mosquito_without_a_pair_is_a_bug_of_which_there_is_one(cards: str, group: str, points: int) -> None:
    # BOR-R38, BOR-R34
    assert score(cards, group)["Butterflies"] == points


def test_butterflies_count_before_anything_is_eaten_or_hatched() -> None:
    # BOR-R39: two Flies, of which one is fed; two Larvae, of which one is hatched by the only Mosquito
    assert score("Butterfly, Spider, 2 Flies, 2 Larvae, Mosquito") == {
        "Butterflies": 3, "Larvae": 3, "Spiders": 7, "Flies": 2,
    }  # fmt: skip


def test_butterflies_count_pairs_before_they_are_broken() -> None:
    # BOR-R39, BOR-R35
    match = final(Ann="Butterfly, Ant, Larva, 2 Mosquitos", Bob="")
    play(match, "Ann: group 1 Ant", "Ann: break Ant for 1")
    assert scores(match, "Ann") == {"Butterflies": 2, "Larvae": 3, "Ants": 5}


@pytest.mark.parametrize(("cards", "points"), [
    ("Firefly on dots", 1),
    ("Firefly on dots, Ant on dots", 1),
    ("Firefly on dots, Ant on rings, Fly on waves", 3),
    ("2 Firefly on waves, Ant on rings, Mosquito", 4),  # a Mosquito lies on no rug
    ("Firefly on dots, Ant on stripes, Ant on checks, Ant on waves, Fly on rings, Fly on diamonds, Fly on zigzags", 7),
])  # fmt: skip
def test_each_firefly_scores_the_different_rugs_of_all_cards(cards: str, points: int) -> None:
    # BOR-F7, BOR-F10
    assert score(cards)["Fireflies"] == points


def test_a_pair_of_mosquitos_has_no_rug_whatever_it_is() -> None:
    # BOR-F10, BOR-R34
    assert score("Firefly on dots, Ant on dots, 2 Mosquitos", "1 Firefly")["Fireflies"] == 2
    assert score("Firefly on dots, Ant on dots, 2 Mosquitos", "1 Ant")["Fireflies"] == 1


@pytest.mark.parametrize(("cards", "points"), [
    ("2 Larvae", 0), ("2 Larvae, Mosquito", 3), ("Larva, Mosquito", 3), ("Mosquito", 0),
])  # fmt: skip
def test_a_larva_scores_three_for_a_mosquito_that_is_discarded_for_it(cards: str, points: int) -> None:
    # BOR-F7, BOR-R37: by itself
    assert score(cards).get("Larvae", 0) == points


def test_more_mosquitos_than_larva_hatch_no_more_larva() -> None:
    # BOR-F7
    assert score("Larva, 3 Mosquitos", "none") == {"Larvae": 3}


@pytest.mark.parametrize(("ants", "worth"), [
    ((3, 1), (5, 3)),  # two players: the fewer get 3 each
    ((2, 2), (5, 5)),
    ((3, 0), (5, 0)),
    ((3, 3, 2), (5, 5, 3)),
    ((4, 2, 2), (5, 3, 3)),
    ((3, 2, 1), (5, 3, 1)),
    ((3, 3, 2, 1), (5, 5, 3, 1)),
    ((3, 2, 2, 1), (5, 3, 3, 1)),
    ((1, 1, 1), (5, 5, 5)),
    ((4, 3, 1, 1, 1), (5, 3, 1, 1, 1)),
    ((1, 2, 3, 3, 0), (1, 3, 5, 5, 0)),
])  # fmt: skip
def test_the_most_ants_are_worth_five_each_the_second_most_three_others_one(
    ants: tuple[int, ...], worth: tuple[int, ...]
) -> None:
    # BOR-F7, BOR-R40, BOR-R41
    match = final(**{name: f"{count} Ants" if count else "" for name, count in zip(PLAYERS, ants, strict=False)})
    assert match.points == tuple(count * each for count, each in zip(ants, worth, strict=True))


@pytest.mark.parametrize(("cards", "rows"), [
    ("2 Spiders", {}),
    ("2 Spiders, Fly", {"Spiders": 7}),
    ("2 Spiders, 2 Flies", {"Spiders": 14}),
    ("Spider, 3 Flies", {"Spiders": 7, "Flies": 4}),
    ("3 Flies", {"Flies": 6}),
])  # fmt: skip
def test_a_spider_is_fed_whenever_there_is_a_fly_and_flies_left_over_score_two(
    cards: str, rows: dict[str, int]
) -> None:
    # BOR-F7, BOR-R42
    assert score(cards) == rows


@pytest.mark.parametrize(("count", "points"), [(0, 0), (1, 2), (2, 10), (3, 6), (4, 20), (5, 10), (10, 50)])
def test_an_even_number_of_beetles_is_worth_five_each_an_odd_one_two(count: int, points: int) -> None:
    # BOR-F7, BOR-R43
    assert score(f"{count} Beetles" if count else "").get("Beetles", 0) == points


@pytest.mark.parametrize(("count", "points"), [(0, 0), (1, 1), (3, 3), (4, 25), (5, 5), (8, 8), (10, 10)])
def test_exactly_four_ladybugs_are_worth_twenty_five(count: int, points: int) -> None:
    # BOR-F7, BOR-R43, BOR-R44
    assert score(f"{count} Ladybugs" if count else "").get("Ladybugs", 0) == points


def test_mosquitos_alone_score_nothing_and_nobody_is_asked_about_them() -> None:
    # BOR-F7, BOR-R33: there is no other bug that a pair could be
    match = final(Ann="6 Mosquitos", Bob="Ant, Mosquito")
    assert match.over
    assert match.points == (0, 5)


# --- Grouping ---


def test_a_pair_can_be_any_bug_of_which_there_is_a_real_one() -> None:
    # BOR-R33, BOR-F7: Larvae too; several pairs can be the same bug, and one need not pair them
    match = final(Ann="Larva, 2 Ants, 5 Mosquitos", Bob="Fly")
    assert asked(match) == "Ann: group"
    assert match.options(0) == (
        "group none", "group 1 Larva", "group 1 Ant", "group 2 Larva", "group 1 Larva, 1 Ant", "group 2 Ant",
    )  # fmt: skip


@pytest.mark.parametrize(("cards", "group", "rows"), [
    ("Fly, 2 Spiders, 2 Mosquitos", "1 Fly", {"Spiders": 14}),  # eaten
    ("Fly, 2 Spiders, 2 Mosquitos", "1 Spider", {"Spiders": 7}),
    ("2 Flies, Spider, 2 Mosquitos", "1 Spider", {"Spiders": 14}),  # fed
    ("Larva, 3 Mosquitos", "1 Larva", {"Larvae": 3}),
    ("Larva, 4 Mosquitos", "1 Larva", {"Larvae": 6}),  # hatched
    ("Beetle, 2 Mosquitos", "1 Beetle", {"Beetles": 10}),
    ("3 Ladybugs, 2 Mosquitos", "1 Ladybug", {"Ladybugs": 25}),
    ("2 Ladybugs, 4 Mosquitos", "2 Ladybug", {"Ladybugs": 25}),
    ("Fly, 2 Mosquitos", "1 Fly", {"Flies": 4}),
    ("Beetle, Fly, 4 Mosquitos", "1 Fly, 1 Beetle", {"Flies": 4, "Beetles": 10}),
    ("Butterfly, Ant, 2 Mosquitos", "1 Butterfly", {"Butterflies": 2, "Ants": 5}),
])  # fmt: skip
def test_a_pair_counts_as_one_bug_in_every_way(cards: str, group: str, rows: dict[str, int]) -> None:
    # BOR-R34
    assert score(cards, group) == rows


def test_a_pair_of_mosquitos_as_an_ant_can_be_what_makes_the_most() -> None:
    # BOR-R34
    match = final(Ann="2 Ants, 2 Mosquitos", Bob="2 Ants, 2 Mosquitos")
    play(match, "Ann: group 1 Ant", "Bob: group none")
    assert match.points == (15, 6)


def test_all_group_secretly_at_the_same_time_and_then_all_hands_are_shown() -> None:
    # BOR-R32
    matches = []
    for choice in ("1 Ant", "none"):
        match = final(Ann="Ant, 2 Mosquitos, Fly", Bob="Beetle, 2 Mosquitos, Larva", Cem="Fly")
        assert asked(match) == "Ann, Bob: group"
        play(match, f"Ann: group {choice}")
        assert asked(match) == "Bob: group"
        assert match.view(0).chosen == label(f"group {choice}")
        matches.append(match)
    for viewer in (1, 2, bugbox.WATCHER):
        assert matches[0].view(viewer) == matches[1].view(viewer)
        assert matches[0].log(viewer) == matches[1].log(viewer)
        assert set(matches[0].view(viewer).hands) == {viewer} & {1, 2}
    play(matches[0], "Bob: group 1 Beetle")
    assert matches[0].log(2)[-2:] == [
        "One pair of Ann's Mosquitos counts as an Ant.", "One pair of Bob's Mosquitos counts as a Beetle.",
    ]  # fmt: skip
    assert set(matches[0].view(bugbox.WATCHER).hands) == {0, 1, 2}
    assert [player.pairs for player in matches[0].view(2).players] == [(("Ant", 1),), (("Beetle", 1),), ()]


def test_all_groupings_have_a_number() -> None:
    # BOR-R33: with all ten Mosquitos and one of each other bug
    match = final(Ann="Butterfly, Firefly, Larva, Ant, Spider, Fly, Beetle, Ladybug, 10 Mosquitos", Bob="Fly")
    options = match.options(0)
    assert len(set(options)) == len(options) == 1287
    assert options[0] == "group none"
    assert options[-1] == "group 5 Ladybug"
    assert match.codes(0)[-1] == match.position.codes - 1


def test_a_bug_is_touched_for_each_pair_and_then_done() -> None:
    # BOR-R33
    match = final(Ann="Larva, 2 Ants, 5 Mosquitos", Bob="Fly")
    picks = dict(match.choices(0))
    assert picks["group none"] == ("done",)
    assert picks["group 1 Larva, 1 Ant"] == ("&as:Larva", "&as:Ant", "done")
    assert picks["group 2 Ant"] == ("&as:Ant", "&as:Ant", "done")


def test_only_who_has_to_group_is_shown_what_a_pair_would_give() -> None:
    # BOR-R32: and nobody any more once the choice is made, which is secret
    match = final(Ann="Ant, 2 Mosquitos", Bob="Beetle, 2 Mosquitos", Cem="Fly")
    assert [match.view(seat).pairs for seat in range(3)] == [1, 1, 0]
    play(match, "Ann: group 1 Ant")
    assert match.view(0).copies == ()
    assert match.position.is_secret()


def test_a_row_of_bytes_tells_the_own_choice_of_every_grouping() -> None:
    # BOR-R32: there are more of them than a byte can tell
    match = final(Ann="Butterfly, Firefly, Larva, Ant, Spider, Fly, Beetle, Ladybug, 10 Mosquitos", Bob="Fly")
    pen = match.game.observer.pen(match.position)
    start = next(field.start for field in pen.layout() if field.name == "chosen")
    told = set()
    for code in match.codes(0):
        position_of(match).chosen[0] = code - layout.GROUPING + 1
        match.game.observer.observe(match.position, 0, pen)
        told.add((pen.rows[start], pen.rows[start + 1]))
    assert len(told) == 1287


def test_a_player_sees_what_a_pair_would_give() -> None:
    # BOR-R33: without the Ants, whose worth the other hands decide
    match = final(Ann="3 Ladybugs, Beetle, Ant, 3 Mosquitos, Larva", Bob="Fly")
    assert match.view(0).pairs == 1
    assert [(one.bug, one.points, one.ants) for one in match.view(0).copies] == [
        ("Larva", 3 + 2 + 3, 1),
        ("Ant", 3 + 2 + 3, 2),
        ("Beetle", 3 + 10 + 3, 1),
        ("Ladybug", 3 + 2 + 25, 1),
        ("", 3 + 2 + 3, 1),
    ]
    assert "  one counts as a Ladybug: 30 points (Ants are counted later)" in match.text(0)
    assert match.view(1).copies == match.view(bugbox.WATCHER).copies == ()


# --- Pairs broken for Larvae ---


def test_four_ladybugs_two_pairs_and_two_larva_are_best_with_both_pairs_broken() -> None:
    # BOR-R35, BOR-R37: the example of the ruling, 6 + 25
    match = final(Ann="4 Ladybugs, 4 Mosquitos, 2 Larvae", Bob="Fly")
    play(match, "Ann: group 2 Ladybug")
    assert asked(match) == "Ann: break"
    assert match.options(0) == ("done", "break Ladybug for 1", "break Ladybug for 2")
    play(match, "Ann: break Ladybug for 1", "Ann: break Ladybug for 1")
    assert match.over
    assert scores(match, "Ann") == {"Larvae": 6, "Ladybugs": 25}
    assert "Ann breaks up a pair of Mosquitos that counted as a Ladybug, to hatch one Larva." in match.log(1)


@pytest.mark.parametrize(("breaks", "rows"), [
    (["done"], {"Ants": 20}),
    (["break Ant for 1", "done"], {"Larvae": 3, "Ants": 15}),  # the other Mosquito of the pair is worth nothing
    (["break Ant for 1", "break Ant for 1"], {"Larvae": 6, "Ants": 10}),
    (["break Ant for 2", "done"], {"Larvae": 6, "Ants": 15}),
    (["break Ant for 2", "break Ant for 1"], {"Larvae": 9, "Ants": 10}),
])  # fmt: skip
def test_a_broken_pair_hatches_one_larva_or_two_and_counts_no_more(breaks: list[str], rows: dict[str, int]) -> None:
    # BOR-R35, BOR-R37
    match = final(Ann="2 Ants, 4 Mosquitos, 3 Larvae", Bob="Fly")
    play(match, "Ann: group 2 Ant", *(f"Ann: {text}" for text in breaks))
    assert match.over
    assert scores(match, "Ann") == rows


@pytest.mark.parametrize("bug", ["Butterfly", "Firefly", "Larva"])
def test_pairs_that_are_butterflies_fireflies_or_larva_hatch_nothing(bug: str) -> None:
    # BOR-R35, BOR-R36
    match = final(Ann=f"{bug}, 2 Mosquitos, 2 Larvae", Bob="Fly")
    play(match, f"Ann: group 1 {bug}")
    assert match.over
    assert "Larvae" not in scores(match, "Ann")


@pytest.mark.parametrize("bug", ["Ant", "Spider", "Fly", "Beetle", "Ladybug"])
def test_pairs_that_are_scored_after_larva_can_be_broken(bug: str) -> None:
    # BOR-R35
    match = final(Ann=f"{bug}, 2 Mosquitos, 2 Larvae, Butterfly", Bob="Fly")
    play(match, f"Ann: group 1 {bug}")
    assert match.options(0) == ("done", f"break {bug} for 1", f"break {bug} for 2")
    play(match, f"Ann: break {bug} for 2")
    assert scores(match, "Ann")["Larvae"] == 6


def test_mosquitos_without_a_pair_hatch_first_and_nobody_is_asked_if_no_larva_is_left() -> None:
    # BOR-R37
    match = final(Ann="Ant, 3 Mosquitos, Larva", Bob="Ant, 3 Mosquitos, 2 Larvae")
    play(match, "Ann: group 1 Ant", "Bob: group 1 Ant")
    assert asked(match) == "Bob: break"
    assert match.options(1) == ("done", "break Ant for 1")  # one Larva is left
    play(match, "Bob: done")
    assert [scores(match, name)["Larvae"] for name in ("Ann", "Bob")] == [3, 3]


@pytest.mark.parametrize("start", ["Ann", "Bob", "Cem"])
def test_who_may_break_pairs_is_asked_openly_in_turn_order(start: str) -> None:
    # BOR-R37: from the start player of the last round on
    match = table(f"""
        End    reached
        start  {start}
        Ann    Ant, 2 Mosquitos, Larva
        Bob    Ant, 2 Mosquitos, Larva
        Cem    Ant, 2 Mosquitos, Larva
    """)
    play(match, "Ann: group 1 Ant", "Bob: group 1 Ant", "Cem: group 1 Ant")
    first = PLAYERS.index(start)
    order = [PLAYERS[(first + i) % 3] for i in range(3)]
    for name in order[:2]:
        assert asked(match) == f"{name}: break"
        play(match, f"{name}: break Ant for 1")
        breaks = [line for line in match.log(bugbox.WATCHER) if line.startswith(f"{name} breaks")]
        assert breaks == [f"{name} breaks up a pair of Mosquitos that counted as an Ant, to hatch one Larva."]
    assert asked(match) == f"{order[2]}: break"
    play(match, f"{order[2]}: done")
    assert {name: match.points[PLAYERS.index(name)] for name in order} == {
        order[0]: 3 + 3, order[1]: 3 + 3, order[2]: 10,
    }  # fmt: skip


# --- Places ---


def test_the_highest_score_wins() -> None:
    # BOR-F6
    assert final(Ann="2 Beetles", Bob="4 Beetles", Cem="Beetle").places == (2, 1, 3)


def test_equal_players_compare_their_best_row_then_the_next() -> None:
    # BOR-F6, BOR-R45
    match = final(Ann="2 Spiders, 5 Flies", Bob="4 Beetles", Cem="2 Beetles, 2 Ants")
    assert match.points == (20, 20, 20)
    assert match.places == (2, 1, 3)  # 14 and 6; 20; twice 10
    assert words.result(position_of(match), Reader(2, match.players)) == [
        "1. Bob: 20 points, best rows first: 20, 0, 0, 0, 0, 0, 0, 0.",
        "2. Ann: 20 points, best rows first: 14, 6, 0, 0, 0, 0, 0, 0.",
        "3. You: 20 points, best rows first: 10, 10, 0, 0, 0, 0, 0, 0.",
    ]


def test_equal_in_every_row_share_a_place_and_the_next_number_is_skipped() -> None:
    # BOR-R45: which bug brought the points does not matter
    match = final(Ann="2 Ladybugs", Bob="Fly", Cem="Beetle", Dot="6 Beetles")
    assert match.points == (2, 2, 2, 30)
    assert match.places == (2, 2, 2, 1)
    match = final(Ann="2 Beetles", Bob="5 Flies", Cem="4 Ladybugs", Dot="")
    assert match.places == (2, 2, 1, 4)
    assert words.result(position_of(match), Reader(bugbox.WATCHER, match.players)) == [
        "1. Cem: 25 points.",
        "2. Ann: 10 points, best rows first: 10, 0, 0, 0, 0, 0, 0, 0; a shared place.",
        "2. Bob: 10 points, best rows first: 10, 0, 0, 0, 0, 0, 0, 0; a shared place.",
        "4. Dot: 0 points.",
    ]


def why(viewer: int, **hands: str) -> str:
    match = final(**hands)
    return words.why(position_of(match), Reader(viewer, match.players))


def test_the_end_says_by_how_much_somebody_won_and_with_which_bugs() -> None:
    # BOR-F6
    hands = {"Ann": "2 Spiders, 2 Flies", "Bob": "Spider, 2 Flies", "Cem": "Fly"}
    lead, spiders = "by 5 points. The biggest difference: 2 Spiders fed", "14 points to"
    assert why(bugbox.WATCHER, **hands) == f"Ann beat Bob {lead} ({spiders} Bob's 7)."
    assert why(0, **hands) == f"You beat Bob {lead} ({spiders} Bob's 7)."
    assert why(1, **hands) == f"Ann beat you {lead} ({spiders} your 7)."
    assert why(2, Ann="2 Ladybugs", Bob="Ladybug", Cem="") == (
        "Ann beat Bob by 1 point. The biggest difference: 2 Ladybugs (2 points to Bob's 1)."
    )


def test_the_end_says_which_row_decided_among_equals() -> None:
    # BOR-R45
    assert why(2, Ann="2 Spiders, 5 Flies", Bob="4 Beetles", Cem="2 Beetles, 2 Ants") == (
        "You, Ann and Bob all have 20 points, but Bob's best kind scored more, 20 to 14."
    )
    assert why(0, Ann="2 Beetles, 2 Flies", Bob="2 Beetles, 2 Flies", Cem="2 Beetles, Fly, 2 Ladybugs") == (
        "You, Bob and Cem all have 14 points, but the winners' second best kind scored more, 4 to 2."
    )


def test_the_end_says_when_a_win_is_shared() -> None:
    # BOR-R45
    assert (
        why(1, Ann="2 Beetles", Bob="5 Flies")
        == "You and Ann share the win: 10 points each, and all their rows are equal."
    )


def test_places_follow_the_sorted_rows_whatever_they_are() -> None:
    # BOR-R45, BOR-F6: against sorting, with few different numbers so that many are equal
    rng = Rng(1, "rows")
    position = position_of(final(Ann="", Bob="", Cem="", Dot="", Eve=""))
    for _ in range(500):
        sheets = [[int(rng.below(3)) for _ in SHEET] for _ in PLAYERS]
        for i, points in enumerate(point for sheet in sheets for point in sheet):
            position.scores[i] = points
        keys = [(sum(sheet), sorted(sheet, reverse=True)) for sheet in sheets]
        expected = [1 + sum(other > key for other in keys) for key in keys]
        assert [position.place(seat) for seat in range(5)] == expected


# --- A second scorer, from the rulebook ---

Rows = tuple[int, ...]  # in the order of the sheet
LATER = SHEET[3:]  # scored after Larvae


def ways_to_group(held: Counter[str]) -> Iterator[Counter[str]]:
    """Treat each pair of Mosquitos as any other bug that you already hold, or leave it."""
    kinds = sorted(bug for bug in held if bug != "Mosquitos")
    for pairs in range(held["Mosquitos"] // 2 + 1):
        yield from map(Counter, combinations_with_replacement(kinds, pairs))


def ways_to_hatch(held: Counter[str], pairs: Counter[str]) -> Iterator[tuple[int, int, Counter[str]]]:
    """Discard Mosquitos for Larvae: of those without a pair, and of pairs that have not been scored yet.

    How many loose ones, how many in all, and the pairs that are left.
    """
    loose = held["Mosquitos"] - 2 * pairs.total()
    larva = held["Larvae"] + pairs["Larvae"]
    breakable = [bug for bug in pairs.elements() if bug in LATER]
    for of_loose, of_pairs in product(range(loose + 1), product(range(3), repeat=len(breakable))):
        if of_loose + sum(of_pairs) <= larva:
            broken = Counter(bug for bug, count in zip(breakable, of_pairs, strict=True) if count)
            yield of_loose, of_loose + sum(of_pairs), pairs - broken


def rows(held: Counter[str], rugs: int, pairs: Counter[str], hatched: int, left: Counter[str], ants: list[int]) -> Rows:
    """The score sheet from top to bottom; `left` are the pairs after hatching, `ants` those of the others."""
    revealed = held + pairs
    revealed["Mosquitos"] = held["Mosquitos"] - 2 * pairs.total()
    exactly_one = sum(1 for count in revealed.values() if count == 1)
    mine = held + left
    most = sorted({mine["Ants"], *ants}, reverse=True)
    each = 5 if mine["Ants"] == most[0] else 3 if mine["Ants"] == most[1] else 1
    fed = min(mine["Spiders"], mine["Flies"])
    return (
        revealed["Butterflies"] * exactly_one,
        revealed["Fireflies"] * rugs,
        3 * hatched,
        mine["Ants"] * each,
        7 * fed,
        2 * (mine["Flies"] - fed),
        mine["Beetles"] * (2 if mine["Beetles"] % 2 else 5),
        25 if mine["Ladybugs"] == 4 else mine["Ladybugs"],
    )


class Sheets(NamedTuple):
    """What a grouping can come to."""

    whole: Rows  # no pair is broken
    full: set[Rows]  # pairs are broken or not, and as many loose Mosquitos hatch as can (BOR-R37)
    best: int  # the best sum, even if loose Mosquitos are left while pairs are broken


def by_the_rulebook(cards: list[str], ants: list[int]) -> dict[str, Sheets]:
    held = Counter(PLURALS[NAMES.index(card.partition(" ")[0])] for card in cards)
    rugs = len({card.partition(" on ")[2] for card in cards} - {""})
    found = {}
    for pairs in ways_to_group(held):
        ways = list(ways_to_hatch(held, pairs))
        most = max(loose for loose, _, _ in ways)
        sheets = [(loose, rows(held, rugs, pairs, hatched, left, ants)) for loose, hatched, left in ways]
        whole = rows(held, rugs, pairs, most, pairs, ants)
        full = {sheet for loose, sheet in sheets if loose == most}
        found[name_of(pairs)] = Sheets(whole, full, max(sum(sheet) for _, sheet in sheets))
    return found


def name_of(pairs: Counter[str]) -> str:
    parts = [f"{pairs[bug]} {NAMES[PLURALS.index(bug)]}" for bug in SHEET if pairs[bug]]
    return f"group {', '.join(parts) or 'none'}"


def by_the_engine(match: Match) -> dict[str, tuple[Rows, set[Rows]]]:
    """The same by playing every option; nobody but Ann has anything to decide."""
    start = position_of(match)
    if start.to_act() == 0:
        return {"group none": (sheet_of(start), {sheet_of(start)})}
    if start.stage == layout.BREAK:
        return {"group none": (sheet_of(without_breaks(start)), set(endings(start)))}
    worlds = {words.option_text(start, 0, option): after(start, option) for option in options_of(start, 0)}
    return {text: (sheet_of(without_breaks(world)), set(endings(world))) for text, world in worlds.items()}


def after(position: BugsOnRugs, option: int) -> BugsOnRugs:
    world = copy_of(position)
    assert isinstance(world, BugsOnRugs)
    world.act(0, option)
    return world


def endings(position: BugsOnRugs) -> Iterator[Rows]:
    if position.to_act() == 0:
        yield sheet_of(position)
    else:
        for option in options_of(position, 0):
            yield from endings(after(position, option))


def without_breaks(position: BugsOnRugs) -> BugsOnRugs:
    return after(position, layout.DONE) if position.to_act() else position


def sheet_of(position: BugsOnRugs) -> Rows:
    return tuple(position.scores[row] for row in range(len(SHEET)))


def random_hands(rng: Rng, most: int) -> tuple[list[str], list[int]]:
    """Ann's cards, with up to so many Mosquitos, and the Ants of the others."""
    box = [card_text(card) for card in box_of(7)]
    others = sorted((card for card in box if card != "Mosquito"), key=lambda card: rng.word())
    cards = others[: 1 + rng.below(14)] + ["Mosquito"] * rng.below(most + 1)
    larva = [card for card in others if card.startswith("Larva") and card not in cards]
    cards += larva[: rng.below(3)]
    ants = 10 - sum(card.startswith("Ant") for card in cards)
    taken = []
    for _ in range(1 + rng.below(4)):
        taken.append(int(rng.below(min(ants, 4) + 1)))
        ants -= taken[-1]
    return cards, taken


def compare(seeds: range, most: int) -> None:
    for seed in seeds:
        cards, ants = random_hands(Rng(seed, "hands"), most)
        others = {name: f"{count} Ants" if count else "" for name, count in zip(PLAYERS[1:], ants, strict=False)}
        played = by_the_engine(final(Ann=", ".join(cards), **others))
        expected = by_the_rulebook(cards, ants)
        assert played == {text: (sheets.whole, sheets.full) for text, sheets in expected.items()}, (seed, cards, ants)
        best = max(sheets.best for sheets in expected.values())
        assert max(sum(sheet) for _, sheets in played.values() for sheet in sheets) == best, (seed, cards, ants)


def test_a_second_scorer_agrees_on_every_way_to_group_and_to_hatch() -> None:
    # BOR-F7, BOR-R33 to BOR-R44
    compare(range(100), 6)


@pytest.mark.slow
def test_a_second_scorer_agrees_on_a_thousand_hands() -> None:
    # BOR-F7, BOR-R33 to BOR-R44
    compare(range(1000, 2000), 7)
    compare(range(4000, 4030), 10)


def test_the_second_scorer_itself_knows_the_example_of_the_ruling() -> None:
    # BOR-R37
    cards = ["Ladybug on dots"] * 4 + ["Larva on dots"] * 2 + ["Mosquito"] * 4
    sheets = by_the_rulebook(cards, [0])["group 2 Ladybug"]
    assert sheets.whole == (0, 0, 0, 0, 0, 0, 0, 6)
    assert sheets.best == 6 + 25
    assert (0, 0, 6, 0, 0, 0, 0, 25) in sheets.full


def test_hands_are_open_while_pairs_are_broken() -> None:
    # BOR-R32, BOR-R37
    match = final(Ann="Ant, 2 Mosquitos, Larva", Bob="Ant, Fly")
    play(match, "Ann: group 1 Ant")
    assert asked(match) == "Ann: break"
    assert match.view(1).hands[0] == ("Larva on dots", "Ant on dots", "Mosquito", "Mosquito")
    assert hand(match, "Bob") == "Ant, Fly"
    assert offered(match, "Ann", "break") == "Ant for 1"

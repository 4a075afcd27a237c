"""Bugs on Rugs, clause by clause: the score sheet, single bugs, places."""

import pytest

import bugbox
from bugbox.core.game import Reader
from bugbox.core.rng import Rng
from bugbox.games.bugs_on_rugs.show import words
from tests.games.bugs_on_rugs.draw import PLAYERS, SHEET, final, play, position_of, score, scores

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
    ("Butterfly, 3 Mosquitos", "1 Butterfly", 2),  # two Butterflies and one single: the third Mosquito
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
    ("2 Firefly on waves, Ant on rings, Mosquito", 4),  # a Mosquito has no rug
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
    # BOR-F7, BOR-R37: automatically
    assert score(cards).get("Larvae", 0) == points


def test_more_mosquitos_than_larva_hatch_no_more_larva() -> None:
    # BOR-F7
    assert score("Larva, 3 Mosquitos", "none") == {"Larvae": 3}


@pytest.mark.parametrize(("ants", "worth"), [
    ((3, 1), (5, 3)),  # two players: 3 for each of the fewer
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
    # BOR-F7, BOR-R33: there is no other bug for a pair to copy
    match = final(Ann="6 Mosquitos", Bob="Ant, Mosquito")
    assert match.over
    assert match.points == (0, 5)


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
    # BOR-R45: it doesn't matter which bugs scored the points
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
    # BOR-R45, BOR-F6: compared with sorting, with few different numbers to get many ties
    rng = Rng(1, "rows")
    position = position_of(final(Ann="", Bob="", Cem="", Dot="", Eve=""))
    for _ in range(500):
        sheets = [[int(rng.below(3)) for _ in SHEET] for _ in PLAYERS]
        for i, points in enumerate(point for sheet in sheets for point in sheet):
            position.scores[i] = points
        keys = [(sum(sheet), sorted(sheet, reverse=True)) for sheet in sheets]
        expected = [1 + sum(other > key for other in keys) for key in keys]
        assert [position.place(seat) for seat in range(5)] == expected

"""Bugs on Rugs, clause by clause: pairs of Mosquitos, and pairs broken for Larvae."""

import pytest

import bugbox
from bugbox.games.bugs_on_rugs.rules import state
from bugbox.games.bugs_on_rugs.show.words import label
from tests.games.bugs_on_rugs.draw import PLAYERS, asked, final, play, position_of, score, scores, table

# --- Grouping ---


def test_a_pair_can_be_any_bug_of_which_there_is_a_real_one() -> None:
    # BOR-R33, BOR-F7: Larvae too; several pairs can copy the same bug, and pairing is optional
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
    picks = dict(match.pov(0).choices())
    assert picks["group none"] == ("done",)
    assert picks["group 1 Larva, 1 Ant"] == ("&as:Larva", "&as:Ant", "done")
    assert picks["group 2 Ant"] == ("&as:Ant", "&as:Ant", "done")


def test_only_who_has_to_group_is_shown_what_a_pair_would_give() -> None:
    # BOR-R32: and it is hidden again once the secret choice is made
    match = final(Ann="Ant, 2 Mosquitos", Bob="Beetle, 2 Mosquitos", Cem="Fly")
    assert [match.view(seat).pairs for seat in range(3)] == [1, 1, 0]
    play(match, "Ann: group 1 Ant")
    assert match.view(0).copies == ()
    assert match.position.is_secret()


def test_a_row_of_bytes_tells_the_own_choice_of_every_grouping() -> None:
    # BOR-R32: there are more groupings than fit into a byte
    match = final(Ann="Butterfly, Firefly, Larva, Ant, Spider, Fly, Beetle, Ladybug, 10 Mosquitos", Bob="Fly")
    pen = match.game.observer.pen(match.position)
    start = next(field.start for field in pen.layout() if field.name == "chosen")
    told = set()
    for code in match.codes(0):
        position_of(match).chosen[0] = code - state.GROUPING + 1
        match.game.observer.observe(match.position, 0, pen)
        told.add((pen.rows[start], pen.rows[start + 1]))
    assert len(told) == 1287


def test_a_player_sees_what_a_pair_would_give() -> None:
    # BOR-R33: without Ants, whose points depend on other hands
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


# --- Breaking pairs to hatch Larvae ---


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
    # BOR-R37: starting with the start player of the last round
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

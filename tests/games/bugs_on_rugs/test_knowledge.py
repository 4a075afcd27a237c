"""Bugs on Rugs, clause by clause: who sees what, what a guess keeps and what it deals anew, and the words for it all.

Guesses are held against what the guesser has read: a course of things is looked for that leads to the guessed hands.
"""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from math import prod
from typing import NamedTuple

import pytest

import bugbox
from bugbox.core.game import OPEN, WATCHER
from bugbox.core.match import Match
from bugbox.core.rng import Rng
from bugbox.games.bugs_on_rugs import memory, words
from bugbox.games.bugs_on_rugs.rules import BugsOnRugs
from bugbox.games.bugs_on_rugs.seen import View
from bugbox.games.bugs_on_rugs.view import view
from tests.games.bugs_on_rugs.draw import (
    PLAYERS,
    asked,
    at_random,
    bugs,
    census,
    contents,
    hand,
    leave,
    new,
    play,
    position_of,
    table,
)
from tests.kit.tables import pick, state

ANN, BOB, CEM, DOT, EVE = range(5)


def guesses(match: Match, viewer: int, count: int, seed: int = 1) -> Iterator[View]:
    """All that lies on the table in each of so many guesses."""
    for world in worlds(match, viewer, count, seed):
        yield view(world, OPEN)


def worlds(match: Match, viewer: int, count: int, seed: int = 1) -> Iterator[BugsOnRugs]:
    """The same position object again and again, with another guess in it."""
    rng = Rng(seed, "guess")
    world = position_of(match).blank()
    for _ in range(count):
        world.copy_from(match.position)
        world.guess(viewer, rng)
        yield world


def chi_square(counts: Counter[str], expected: dict[str, float]) -> float:
    """How far from expected; about the number of cells less one if fair, with a deviation of sqrt(2 x cells)."""
    assert set(counts) <= set(expected)
    total = counts.total()
    return sum((counts[key] - total * share) ** 2 / (total * share) for key, share in expected.items())


def alike(cards: list[str]) -> dict[str, float]:
    return dict.fromkeys(cards, 1 / len(cards))


# --- What is open and what is hidden ---


def test_a_viewer_sees_its_own_hand_a_watcher_none_and_an_open_table_all() -> None:
    # BOR-R46, BOR-R26
    match = new(3)
    assert [set(match.view(viewer).hands) for viewer in (ANN, CEM, WATCHER, OPEN)] == [{0}, {2}, set(), {0, 1, 2}]


def test_wall_floor_what_left_the_game_and_all_sizes_are_open() -> None:
    # BOR-R46
    match = table("""
        Wall   Ant, Fly
        Floor  2 Beetles, Spider
        deck   only Firefly, Butterfly, Ladybug
        gone   Larva
        End    2
        Ann    Fly, Mosquito
        Bob    Ant
    """)
    for viewer in (ANN, BOB, WATCHER):
        seen = match.view(viewer)
        assert seen.wall == ("Ant on dots", "Fly on dots")
        assert seen.floor == ("Beetle on dots", "Beetle on stripes", "Spider on dots")
        assert "Larva on dots" in seen.removed
        assert [player.hand_size for player in seen.players] == [2, 1]
        assert (seen.deck, seen.bugs_to_end) == (3, 2)
        assert "Firefly" not in str(seen.wall + seen.floor)
    assert match.text(WATCHER).startswith(
        "Round 1. Ann starts. 3 bugs in the deck, 2 bugs until the End card. Out of the game: "
    )


@pytest.mark.parametrize(("end", "to_end", "row"), [("2", 2, [0, 2]), ("0", 0, [0, 0]), ("reached", None, [1, 0])])
def test_it_is_seen_how_near_the_end_card_is_and_if_it_is_reached(end: str, to_end: int | None, row: list[int]) -> None:
    # BOR-R5, BOR-R46: also in a row of bytes, where a card that is next differs from one that was reached
    match = table(f"""
        Floor  2 Beetles
        deck   only Firefly, Butterfly, Ladybug
        End    {end}
        Ann    Fly
        Bob    Ant
    """)
    for viewer in (ANN, BOB, WATCHER):
        assert match.view(viewer).bugs_to_end == to_end
        assert [*row_of(match, viewer)["end_seen"], *row_of(match, viewer)["bugs_to_end"]] == row


def test_the_end_card_is_reached_before_the_last_round_begins() -> None:
    # BOR-R4, BOR-R5, BOR-R46
    match = table("""
        Wall   Ant
        Floor  Ladybug
        End    1
        Ann    Fly
        Bob    2 Larva
    """)
    assert asked(match) == "Bob: draw"
    assert (match.view(ANN).bugs_to_end, match.view(ANN).final) == (0, False)
    play(match, "Bob: draw")
    assert asked(match) == "Bob: after"
    assert (match.view(ANN).bugs_to_end, match.view(ANN).final) == (None, False)
    row = row_of(match, ANN)
    assert (row["end_seen"], row["bugs_to_end"], row["final"]) == ([1], [0], [0])


def test_the_wall_is_seen_however_long_it_is() -> None:
    # BOR-R46
    match = table("""
        Wall   8 Ants, 8 Flies, 4 Beetles, Spider
        Floor  2 Beetles
        Ann    Fly
        Bob    Ant
    """)
    assert bugs(match.view(WATCHER).wall) == ", ".join(["Ant"] * 8 + ["Fly"] * 8 + ["Beetle"] * 4 + ["Spider"])
    wall = contents(position_of(match).wall)
    row = row_of(match, WATCHER)["wall"]
    assert row[: len(wall)] == wall
    assert not any(row[len(wall) :])


def row_of(match: Match, viewer: int) -> dict[str, list[int]]:
    """The numbers of a row of bytes by the names of its fields."""
    pen = match.game.observer.pen(match.position)
    match.game.observer.observe(match.position, viewer, pen)
    fields = [(field.name, field.start, field.start + prod(field.shape)) for field in pen.layout()]
    return {name: [pen.rows[i] for i in range(start, stop)] for name, start, stop in fields}


def test_which_bug_lies_where_in_the_deck_is_hidden() -> None:
    # BOR-R46
    looks = []
    for deck in ("Firefly, Ladybug, Spider", "Spider, Firefly, Ladybug"):
        match = table(f"""
            Wall   Ant
            Floor  2 Beetles
            deck   only {deck}
            Ann    Fly
            Bob    Fly
        """)
        viewers = (ANN, BOB, WATCHER)
        looks.append([(match.view(viewer), match.text(viewer), match.board(viewer)) for viewer in viewers])
    assert looks[0] == looks[1]


def test_a_passed_bug_is_read_by_who_gave_and_who_got_it() -> None:
    # BOR-R26, BOR-R24
    match = table("""
        Floor  Beetle
        Ann    Ant, Spider
        Bob    Fly
        Cem    Mosquito
    """)
    play(match, "Ann: pass Ant", "Bob: pass Fly")
    assert match.log(OPEN)[-1] == "Beetle: All at once, everyone passes a bug to the left."  # nobody has yet
    play(match, "Cem: pass Mosquito")
    lines = {viewer: match.log(viewer)[2:5] for viewer in (ANN, BOB, CEM, WATCHER)}
    assert lines == {
        ANN: ["You pass an Ant on dots to Bob.", "Bob passes a bug to Cem.", "Cem passes a Mosquito to you."],
        BOB: ["Ann passes an Ant on dots to you.", "You pass a Fly on dots to Cem.", "Cem passes a bug to Ann."],
        CEM: ["Ann passes a bug to Bob.", "Bob passes a Fly on dots to you.", "You pass a Mosquito to Ann."],
        WATCHER: ["Ann passes a bug to Bob.", "Bob passes a bug to Cem.", "Cem passes a bug to Ann."],
    }


def test_a_drawn_bug_is_read_by_who_drew_it() -> None:
    # BOR-R26
    match = table("""
        Floor  Ladybug
        deck   Ant, Spider
        Ann    Fly
        Bob    Fly
    """)
    lines = {viewer: [line for line in match.log(viewer) if re.match(r"\w+ draws? ", line)] for viewer in (0, 1, -1)}
    assert lines == {
        ANN: ["You draw an Ant on dots.", "Bob draws a bug."],
        BOB: ["Ann draws a bug.", "You draw a Spider on dots."],
        WATCHER: ["Ann draws a bug.", "Bob draws a bug."],
    }


def test_what_else_moves_is_read_by_all() -> None:
    # BOR-R26
    match = table("""
        Wall   Larva on dots, Ant
        Floor  Butterfly, Fly
        Ann    Mosquito, Ant
        Bob    Larva on rings, Larva on waves
        Cem    Beetle, Ladybug
    """)
    play(match, "Ann: pick Fly", "Ann: show Mosquito", "Ann: swap Fly", "Ann: for 1", "Bob: hatch", "Bob: take 1 Fly")
    play(match, "Bob: swap Fly", "Bob: for 1 Ant", "Cem: swap Beetle", "Cem: for 2 Butterfly")
    for viewer in (CEM, WATCHER):
        cem = "You swap" if viewer == CEM else "Cem swaps"
        assert match.log(viewer) == [
            "Ann picks a Fly on dots.",
            "A Butterfly on dots is left over and goes to the Wall.",
            "Butterfly: The start player shows a bug from their hand, and its power triggers.",
            "Ann shows a Mosquito.",
            "Mosquito: In turn order, everyone swaps a bug from their hand for one of a different kind on the Wall.",
            "Ann swaps a Fly on dots for a Larva on dots on the Wall.",
            "Bob hatches a Larva on waves and a Larva on rings, and takes a Fly on dots from the Wall.",
            "Bob swaps a Fly on dots for an Ant on dots on the Wall.",
            f"{cem} a Beetle on dots for a Butterfly on dots on the Wall.",
            "Round 2: Bob starts.",
        ]


def test_larva_that_leave_the_wall_and_bugs_that_come_to_it_are_read_by_all() -> None:
    # BOR-R26, BOR-F8
    match = table("""
        Wall   Larva, Ant
        Floor  Larva
        deck   Ant, Spider
        Ann    Beetle
        Bob    Fly
    """)
    play(match, "Ann: trade Beetle")
    larvae = (
        "If two or more Larvae are on the Wall, they leave the game; a new bug joins the Wall and its power triggers."
    )
    assert match.log(WATCHER) == [
        "A Larva on dots is left over and goes to the Wall.",
        f"Larva: {larvae}",
        "The 2 Larvae on the Wall leave the game.",
        "An Ant on dots goes from the deck to the Wall.",
        "Ant: The next bug from the deck joins the Wall, and its power triggers.",
        "A Spider on dots goes from the deck to the Wall.",
        "Spider: In turn order, everyone adds a bug to the end of the Wall and takes the one at the start.",
        "Ann adds a Beetle on dots to the Wall and gets an Ant on dots.",
    ]
    assert match.log(ANN)[-1] == "You add a Beetle on dots to the Wall and get an Ant on dots."


def test_the_bug_for_a_swap_is_not_seen_before_the_swap_is_made() -> None:
    # BOR-R51
    looks = []
    for card in ("Ant", "Spider"):
        match = table("""
            Wall   Fly
            Floor  Mosquito
            Ann    Ant, Spider
            Bob    Fly
        """)
        before = {viewer: (match.view(viewer), match.text(viewer), match.log(viewer)) for viewer in (BOB, WATCHER)}
        play(match, f"Ann: swap {card}")
        assert {viewer: (match.view(viewer), match.text(viewer), match.log(viewer)) for viewer in before} == before
        assert match.view(BOB).stage == "swap"
        assert (match.view(ANN).stage, match.view(ANN).given) == ("slot", f"{card} on dots")
        assert f"You are swapping: {card} on dots" in match.text(ANN)
        assert match.may_undo(ANN)
        looks.append(match.board(BOB))
        for world in worlds(match, BOB, 3):
            assert (view(world, OPEN).stage, world.given) == ("swap", 0)
        for world in worlds(match, ANN, 3):
            assert view(world, ANN) == match.view(ANN)
    assert looks[0] == looks[1]


def test_a_secret_choice_is_seen_by_nobody_else() -> None:
    # BOR-R24, BOR-R26
    looks = []
    for card in ("Ant", "Spider"):
        match = table("""
            Floor  Fly
            Ann    Ant, Spider
            Bob    Beetle
        """)
        for decision in ((), (f"Ann: pass {card}",)):
            play(match, *decision)
            assert match.position.is_secret()
            assert [match.view(viewer).acting for viewer in (ANN, BOB, WATCHER, OPEN)] == [None] * 4
        assert match.view(ANN).chosen == f"{card} on dots"
        assert f"You have chosen: {card} on dots" in match.text(ANN)
        assert [player.waiting for player in match.view(BOB).players] == [False, True]
        assert match.view(BOB).chosen is None
        looks.append([(match.view(viewer), match.log(viewer), match.board(viewer)) for viewer in (BOB, WATCHER)])
        for world in worlds(match, BOB, 3):
            assert world.to_act() == 0b11
            assert world.chosen[ANN] == 0
        for world in worlds(match, ANN, 3):
            assert world.to_act() == 0b10
            assert world.chosen[ANN] == position_of(match).chosen[ANN] != 0
    assert looks[0] == looks[1]


def test_hands_and_groupings_are_guessed_until_they_are_shown_and_not_after() -> None:
    # BOR-R32
    match = table("""
        End    reached
        Ann    Ant, 2 Mosquitos, Larva
        Bob    Fly, 2 Mosquitos, Spider
    """)
    play(match, "Ann: group 1 Ant")
    hands = {world.hands[ANN] for world in guesses(match, BOB, 20)}
    assert len(hands) > 10
    for world in worlds(match, BOB, 3):
        assert world.to_act() == 0b11
    for world in worlds(match, ANN, 3):
        assert world.to_act() == 0b10
    play(match, "Bob: group none")
    assert asked(match) == "Ann: break"
    for viewer in (ANN, BOB):
        decks = set()
        for world in worlds(match, viewer, 10):
            assert view(world, OPEN) == match.view(OPEN)
            decks.add(tuple(contents(world.deck)))
        assert len(decks) == 10


def test_who_is_asked_to_hatch_or_to_group_is_seen_by_all_and_guesses_make_no_use_of_it() -> None:
    # BOR-R55
    match = table("""
        Wall   Fly
        Floor  Ladybug
        deck   Ant, Spider
        Ann    Fly; Mosquito
        Bob    2 Larva
    """)
    seen = match.view(ANN)
    assert (seen.stage, seen.acting) == ("draw", BOB)
    assert seen.players[BOB].waiting
    assert any("Larva" not in str(world.hands[BOB]) for world in guesses(match, ANN, 20))
    match = table("""
        End    reached
        Ann    Fly
        Bob    2 Mosquitos, Fly
    """)
    assert asked(match) == "Bob: group"
    assert match.view(ANN).players[BOB].waiting
    assert any("Mosquito" not in str(world.hands[BOB]) for world in guesses(match, ANN, 20))


# --- Guesses ---


def test_a_guess_keeps_with_each_seat_what_all_saw_it_take() -> None:
    # BOR-R26, BOR-R46, BOR-R53
    match = table("""
        Wall   Ant
        Floor  Spider on rings, Beetle on dots, Ladybug on rings, Butterfly on waves, Firefly on rings
        Ann    Fly
        Bob    Fly
    """)
    play(match, "Ann: pick Spider", "Bob: pick Beetle", "Bob: pick Ladybug")
    firsts = set()
    for world in guesses(match, ANN, 60):
        assert {"Beetle on dots", "Ladybug on rings"} < set(world.hands[BOB])
        assert world.hands[ANN] == match.view(ANN).hands[ANN]
        assert (world.wall, world.floor) == (match.view(ANN).wall, match.view(ANN).floor)
        firsts.update(set(world.hands[BOB]) - {"Beetle on dots", "Ladybug on rings"})
    assert len(firsts) > 20


def hidden_arrangements(match: Match, viewer: int, seat: int, count: int) -> Counter[str]:
    """What the seat holds beside what it was seen to take, and the deck, as one text."""
    found: Counter[str] = Counter()
    for world in worlds(match, viewer, count):
        cards = [*view(world, OPEN).hands[seat], "|"]
        cards += map(words.card_text, contents(world.deck))
        found[" ".join(card.partition(" ")[0] for card in cards)] += 1
    return found


def test_a_first_card_and_the_deck_are_dealt_anew_and_every_arrangement_comes_equally_often() -> None:
    # BOR-R26, BOR-R46: five hidden cards, 120 arrangements
    match = table("""
        Wall   Ant
        Floor  2 Flies
        deck   only Spider, Beetle, Butterfly, Firefly
        Ann    Fly
        Bob    Ladybug
    """)
    counts = hidden_arrangements(match, ANN, BOB, 4000)
    cards = ["Spider", "Beetle", "Butterfly", "Firefly", "Ladybug"]
    expected = [f"{first} | {' '.join(deck)}" for first, *deck in permutations(cards)]
    assert chi_square(counts, alike(expected)) < 119 + 6 * 16


def test_what_a_ladybug_brought_is_dealt_anew_with_the_first_card() -> None:
    # BOR-R26
    match = table("""
        Floor  Ladybug
        End    reached
        Ann    2 Flies, 2 Mosquitos
        Bob    Ladybug
    """)
    assert asked(match) == "Ann: group"
    drawn = Counter(card for world in guesses(match, ANN, 3000) for card in world.hands[BOB])
    assert drawn.total() == 2 * 3000
    unseen = Counter(map(words.card_text, census(position_of(match))))
    unseen -= Counter([*match.view(ANN).hands[ANN], *match.view(ANN).wall])
    expected = {card: count / unseen.total() for card, count in unseen.items()}
    assert chi_square(drawn, expected) < len(expected) + 6 * (2 * len(expected)) ** 0.5
    for world in guesses(match, BOB, 10):
        assert world.hands[BOB] == match.view(BOB).hands[BOB]
        assert "Mosquito" not in bugs(world.hands[ANN]) or len(world.hands[ANN]) == 5


PASSING = """
    Wall   Ant
    Floor  Beetle
    deck   Larva, 6 Flies
    Ann    Fly on rings; Spider on rings, Ladybug on dots, Butterfly on rings
    Bob    Fly on waves; Ant on rings, Firefly on dots
    Cem    Mosquito; Beetle on dots
    Dot    Mosquito; Ladybug on zigzags
"""
ANNS = ["Spider on rings", "Ladybug on dots", "Butterfly on rings"]


def passed(*choices: str) -> Match:
    """All pass to the left: Ann to Bob, Bob to Cem, Cem to Dot, Dot to Ann."""
    match = table(PASSING)
    play(match, *(f"{name}: pass {card}" for name, card in zip(PLAYERS, choices, strict=False)))
    return match


def test_giver_and_receiver_know_a_passed_bug_in_every_guess() -> None:
    # BOR-R26, BOR-R53
    match = passed("Spider", "Fly", "Beetle", "Mosquito")
    for viewer in (ANN, BOB):
        for world in guesses(match, viewer, 40):
            assert "Spider on rings" in world.hands[BOB]
            assert {"Ladybug on dots", "Butterfly on rings"} < set(world.hands[ANN])
    for world in guesses(match, BOB, 40):
        assert "Fly on waves" in world.hands[CEM]
    for world in guesses(match, CEM, 40):
        assert "Fly on waves" in world.hands[CEM]
        assert {"Ant on rings", "Firefly on dots"} < set(world.hands[BOB])


@pytest.mark.parametrize("really", ["Spider", "Fly"])
def test_a_third_seat_guesses_each_bug_of_the_giver_to_be_passed_equally_often(really: str) -> None:
    # BOR-R53, BOR-R26: three that all saw Ann take, and one that nobody saw
    match = passed(really, "Ant", "Beetle", "Mosquito")
    counts: Counter[str] = Counter()
    for world in guesses(match, CEM, 2000):
        gone = set(ANNS) - set(world.hands[ANN])
        counts[gone.pop() if gone else "unseen"] += 1
        assert not gone
    assert chi_square(counts, alike([*ANNS, "unseen"])) < 3 + 6 * 3
    for world in guesses(match, CEM, 200):  # it went to Bob
        assert set(ANNS) <= set(world.hands[ANN]) | set(world.hands[BOB])
        assert "Ant on rings" in world.hands[CEM]


BOBS = ["Ant on rings", "Firefly on dots"]


def test_what_the_receiver_is_later_seen_to_have_must_have_been_passed() -> None:
    # BOR-R53: Bob lays down the very bug that only Ann had
    match = passed("Spider", "Fly", "Beetle", "Mosquito")
    leave(match, "Firefly on waves")
    play(match, "Bob: place Spider")
    own: Counter[str] = Counter()
    for viewer in (CEM, DOT):
        for world in guesses(match, viewer, 400):
            assert {"Ladybug on dots", "Butterfly on rings"} < set(world.hands[ANN])
            assert "Spider on rings" not in (*world.hands[ANN], *world.hands[BOB], *world.hands[CEM])
            if viewer == DOT:  # what Bob himself passed at that time is still open, but it was not the Spider
                own[(set(BOBS) - set(world.hands[BOB]) or {"unseen"}).pop()] += 1
    assert chi_square(own, alike([*BOBS, "unseen"])) < 2 + 6 * 3


def test_what_the_giver_is_later_seen_to_have_was_not_passed() -> None:
    # BOR-R53: Ann still has the Spider; the other bugs are as likely as before
    match = passed("Ladybug", "Fly", "Beetle", "Mosquito")
    leave(match, "Firefly on waves")
    play(match, "Bob: place Ant", "Cem: place Fly", "Dot: place Beetle", "Ann: place Spider")
    counts: Counter[str] = Counter()
    for world in guesses(match, CEM, 1500):
        counts[(set(ANNS[1:]) - set(world.hands[ANN]) or {"unseen"}).pop()] += 1
        assert "Fly on waves" not in world.hands[BOB]
    assert chi_square(counts, alike([*ANNS[1:], "unseen"])) < 2 + 6 * 3


def test_a_bug_that_went_through_two_hands_is_followed_back() -> None:
    # BOR-R53: what only Ann had comes to light in Cem's hand after two passes, so Bob passed it on
    match = passed("Spider", "Fly", "Beetle", "Mosquito")
    leave(match, "Beetle on waves")
    play(match, "Ann: pass Ladybug", "Bob: pass Spider", "Cem: pass Fly", "Dot: pass Ladybug")
    leave(match, "Firefly on waves")
    play(match, "Cem: place Spider")
    seconds: Counter[str] = Counter()
    for world in guesses(match, DOT, 600):
        assert not any("Spider on rings" in world.hands[seat] for seat in range(4))
        missing = set(ANNS[1:]) - set(world.hands[ANN])
        assert len(missing) <= 1  # in the first pass it was the Spider, in the second one any other
        assert missing <= set(world.hands[BOB])
        seconds[(missing or {"else"}).pop()] += 1
        assert len(set(BOBS) - set(world.hands[BOB])) <= 1
    assert all(seconds[card] > 60 for card in [*ANNS[1:], "else"])


def test_an_unseen_bug_that_comes_to_light_was_there_all_the_time() -> None:
    # BOR-R53: nobody saw where Bob has the Mosquito from; it was his first, or Ann's and passed
    match = table("""
        Wall   Ant
        Floor  Beetle
        Ann    Fly on rings; Spider on rings
        Bob    Mosquito; Ant on rings
        Cem    Fly on waves
    """)
    play(match, "Ann: pass Spider", "Bob: pass Ant", "Cem: pass Fly")
    leave(match, "Firefly on waves")
    play(match, "Bob: place Mosquito")
    with_spider = 0
    for world in guesses(match, CEM, 400):
        with_spider += "Spider on rings" in world.hands[BOB]
        assert "Fly on waves" in world.hands[ANN]
        assert len(world.hands[BOB]) == 1
    assert 150 < with_spider < 250


def test_a_hand_that_was_shown_is_known_to_all() -> None:
    # BOR-R21, BOR-R15, BOR-R53
    match = table("""
        Floor  Butterfly
        Ann    Butterfly on dots, Butterfly on rings
        Bob    Fly
        Cem    Ant
    """)
    for viewer in (BOB, CEM):
        for world in guesses(match, viewer, 40):
            assert world.hands[ANN] == ("Butterfly on dots", "Butterfly on rings")
    match = table("""
        Floor  Butterfly
        Ann    Spider on rings, Ant on rings
        Bob    Fly
        Cem    Ant
    """)
    play(match, "Ann: show Spider", "Ann: trade Ant", "Bob: trade Fly", "Cem: trade Ant")
    for world in guesses(match, BOB, 40):
        assert "Spider on rings" in world.hands[ANN]


def test_two_tables_that_look_alike_to_a_seat_give_it_the_same_guess() -> None:
    # BOR-R53: whatever was really passed and dealt
    views, guessed = [], []
    for ann, first in (("Spider", "Fly on rings"), ("Ladybug", "Larva on rings"), ("Butterfly", "Fly on rings")):
        match = table(PASSING.replace("Fly on rings", first))
        play(match, f"Ann: pass {ann}", "Bob: pass Ant", "Cem: pass Beetle", "Dot: pass Mosquito")
        views.append(match.view(CEM))
        guessed.append([state(world) for world in worlds(match, CEM, 5)])
    assert views[0] == views[1] == views[2]
    assert guessed[0] == guessed[1] == guessed[2]


# --- The aid to memory ---


def test_the_aid_shows_what_must_be_in_other_hands() -> None:
    # BOR-R54
    match = table(PASSING, memory=True)
    assert match.view(CEM).seen == {
        ANN: ("Butterfly on rings", "Spider on rings", "Ladybug on dots"),
        BOB: ("Firefly on dots", "Ant on rings"),
        DOT: ("Ladybug on zigzags",),
    }
    play(match, "Ann: pass Spider", "Bob: pass Ant", "Cem: pass Beetle", "Dot: pass Mosquito")
    seen = match.view(CEM).seen
    assert seen[ANN] == ()  # she passed any of them, unseen
    assert seen[BOB] == ("Firefly on dots",)  # he passed the Ant to Cem
    assert seen[DOT] == ("Beetle on dots",)  # got from Cem; the Ladybug may be what Dot passed
    assert match.view(BOB).seen[ANN] == ("Butterfly on rings", "Ladybug on dots")
    leave(match, "Firefly on waves")
    play(match, "Bob: place Spider", "Cem: place Mosquito", "Dot: place Ladybug")
    assert match.view(CEM).seen[DOT] == ("Beetle on dots",)
    assert match.view(CEM).seen[BOB] == ("Firefly on dots",)
    assert "Dot: 1 bug; seen: Beetle on dots" in match.text(CEM)
    assert match.view(WATCHER).seen[ANN] == ()
    assert match.view(OPEN).seen == {}


def test_of_two_alike_one_is_still_there_after_an_unseen_pass() -> None:
    # BOR-R54
    match = table("""
        Floor  Beetle
        Ann    Fly; 2 Butterfly on zigzags, Spider on rings
        Bob    Fly
        Cem    Fly; Beetle on dots
    """, memory=True)  # fmt: skip
    play(match, "Ann: pass Spider", "Bob: pass Fly", "Cem: pass Beetle")
    assert match.view(CEM).seen == {ANN: ("Butterfly on zigzags", "Beetle on dots"), BOB: ()}


@pytest.mark.parametrize("seed", range(8))
def test_the_aid_lists_only_what_every_possible_hand_holds(seed: int) -> None:
    # BOR-R54: the true hands are possible, and so are those of a guess
    match = new(3 + seed % 3, seed, memory=True)
    rng = Rng(seed, "aid")
    listed = 0
    while not match.over:
        seat = match.to_act[0]
        match.play(seat, pick(match.options(seat), rng))
        true_hands = match.view(OPEN).hands
        for viewer in range(match.seats):
            seen = match.view(viewer).seen
            for hands in (true_hands, *(world.hands for world in guesses(match, viewer, 2))):
                for other, known in seen.items():
                    assert not Counter(known) - Counter(hands[other])
                    listed += len(known)
    assert listed > 100


def test_the_aid_notes_what_was_shown() -> None:
    # BOR-R54, BOR-R15
    match = table("""
        Floor  Butterfly
        Ann    Butterfly on dots, 2 Butterfly on zigzags
        Bob    Fly
    """, memory=True)  # fmt: skip
    shown = ("Butterfly on dots", "Butterfly on zigzags", "Butterfly on zigzags")
    assert match.view(BOB).seen == {ANN: shown}
    assert match.view(ANN).seen == {BOB: ()}


def test_one_bug_that_is_shown_says_nothing_of_others_like_it() -> None:
    # BOR-R54, BOR-R14
    match = table("""
        Floor  Butterfly
        Ann    Ant; 2 Mosquitos
        Bob    Fly
    """, memory=True)  # fmt: skip
    play(match, "Ann: show Mosquito")
    assert match.view(BOB).seen == {ANN: ("Mosquito", "Mosquito")}


def test_without_the_setting_there_is_no_aid_and_after_the_reveal_none_is_needed() -> None:
    # BOR-R54
    assert table(PASSING).view(CEM).seen == {}
    match = new(3, memory=True)
    at_random(match, 1, "over")
    assert match.view(CEM).seen == {}


# --- Guesses against what the guesser has read ---


class Happening(NamedTuple):
    """Something that a viewer read about the hand of another."""

    what: str  # gains, loses, shows, shows all, gets unseen, passes
    seat: int = -1
    cards: tuple[str, ...] = ()
    passes: tuple[tuple[int, int, str], ...] = ()  # giver, receiver, card; no card if it was not seen


NAME = f"(You|{'|'.join(PLAYERS)})"
A_CARD = r"an? (\w+(?: on \w+)?)"
SENTENCES = {
    rf"{NAME} picks? {A_CARD}\.": "gains",
    rf"{NAME} puts? {A_CARD} on the next Floor\.": "loses",
    rf"{NAME} adds? {A_CARD} to the Wall and gets? {A_CARD}\.": "loses gains",
    rf"{NAME} swaps? {A_CARD} for {A_CARD} on the Wall\.": "loses gains",
    rf"{NAME} hatch(?:es)? {A_CARD} and {A_CARD}, and takes? {A_CARD} from the Wall\.": "loses loses gains",
    rf"{NAME} shows? {A_CARD}\.": "shows",
}
NO_HAND = re.compile(
    r"Round \d|.* goes (?:from the deck )?to the Wall|The \d+ Larvae|The End card|[A-Z][a-z]+: |All bugs have"
)


def read_log(match: Match, viewer: int) -> list[Happening]:
    """All that the viewer could read of the other hands, in order; each began with a card that was not seen."""
    found = [Happening("gets unseen", seat) for seat in range(match.seats)]
    for line in match.log(viewer):
        read_line(line, viewer, found)
    if match.view(viewer).stage == "take":  # all see which Larva went; the log tells it with the bug that is taken
        seat, text = match.decisions[-1]
        found += [Happening("loses", seat, (f"Larva on {rug}",)) for rug in text.split()[1::2]]
    return [event for event in found if event.seat != viewer]


def read_line(line: str, viewer: int, found: list[Happening]) -> None:
    for pattern, verbs in SENTENCES.items():
        if match := re.fullmatch(pattern, line):
            seat = seat_of(match[1], viewer)
            found += [
                Happening(verb, seat, (card,)) for verb, card in zip(verbs.split(), match.groups()[1:], strict=True)
            ]
            if found[-1].what == "shows" and found[-2].what == "shows all" and found[-2].seat == seat:
                found[-2:] = [Happening("shows all", seat, found[-2].cards + found[-1].cards)]
            return
    if match := re.fullmatch(rf"{NAME} shows? (?:your|their) whole hand: there is no other choice\.", line):
        found.append(Happening("shows all", seat_of(match[1], viewer)))
    elif match := re.fullmatch(rf"{NAME} draws? {A_CARD}\.", line):
        found.append(Happening("gets unseen", seat_of(match[1], viewer)))
        assert (match[2] == "bug") == (found[-1].seat != viewer)
    elif match := re.fullmatch(rf"{NAME} pass(?:es)? {A_CARD} to (you|{NAME[1:-1]})\.", line):
        giver, receiver = seat_of(match[1], viewer), seat_of(match[3], viewer)
        assert (match[2] == "bug") == (viewer not in (giver, receiver))
        before = found.pop().passes if found[-1].what == "passes" and giver > 0 else ()
        found.append(Happening("passes", passes=(*before, (giver, receiver, "" if match[2] == "bug" else match[2]))))
    else:
        assert NO_HAND.match(line), line


def seat_of(name: str, viewer: int) -> int:
    return viewer if name in ("You", "you") else PLAYERS.index(name)


Hands = dict[int, Counter[str]]


class Past:
    """Goes back from hands to the beginning and looks for a course of things that explains them.

    A card that came unseen can have been any of the hand. What the hand was seen to gain and not to lose is probably
    still its own, so the others are tried first, and those first that the giver was seen to gain and lacks.
    """

    def __init__(self, events: list[Happening], viewer: int, seats: int) -> None:
        self.events = events
        self.viewer = viewer
        self.seats = [seat for seat in range(seats) if seat != viewer]
        self.failed: set[object] = set()
        self.steps = 0
        self.seen = [{seat: Counter[str]() for seat in self.seats}]  # by event: seen to come, less seen to go
        self.unseen = [Counter[int]()]  # by event: how many came unseen
        for event in events:
            self.seen.append({seat: cards.copy() for seat, cards in self.seen[-1].items()})
            self.unseen.append(self.unseen[-1].copy())
            self.note(event)

    def note(self, event: Happening) -> None:
        if event.what in ("gains", "loses"):
            self.seen[-1][event.seat][event.cards[0]] += 1 if event.what == "gains" else -1
        elif event.what == "gets unseen":
            self.unseen[-1][event.seat] += 1
        for giver, receiver, card in event.passes:
            if card and giver != self.viewer:
                self.seen[-1][giver][card] -= 1
            if card and receiver != self.viewer:
                self.seen[-1][receiver][card] += 1
            if not card:
                self.unseen[-1][receiver] += 1

    def explains(self, hands: Hands) -> bool:
        return self.back(len(self.events), hands)

    def back(self, end: int, hands: Hands) -> bool:
        """Can these hands have come about by the events before `end`?"""
        hands = {seat: cards.copy() for seat, cards in hands.items()}
        while end and self.events[end - 1].what not in ("gets unseen", "passes"):
            if not undo(self.events[end - 1], hands):
                return False
            end -= 1
        if end == 0:
            return not any(cards.total() for cards in hands.values())
        key = end, tuple(tuple(sorted((+hands[seat]).items())) for seat in self.seats)
        if key in self.failed or not all(self.is_plausible(end, seat, hands[seat]) for seat in self.seats):
            return False
        self.steps += 1
        assert self.steps < 200_000, "undecided"
        if any(self.back(end - 1, before) for before in self.befores(end - 1, hands)):
            return True
        self.failed.add(key)
        return False

    def is_plausible(self, end: int, seat: int, cards: Counter[str]) -> bool:
        """What the seat was not seen to get must have come unseen."""
        seen = self.seen[end][seat]
        return sum(max(0, cards[card] - seen[card]) for card in {*cards, *seen}) <= self.unseen[end][seat]

    def befores(self, at: int, hands: Hands) -> Iterator[Hands]:
        event = self.events[at]
        if event.what == "passes":
            yield from self.before_passes(at, event.passes, hands, {seat: Counter() for seat in self.seats})
        else:
            for card in self.likely(at, event.seat, hands, None):
                yield {**hands, event.seat: hands[event.seat] - Counter([card])}

    def before_passes(
        self, at: int, passes: tuple[tuple[int, int, str], ...], hands: Hands, given: Hands
    ) -> Iterator[Hands]:
        if not passes:
            yield {seat: hands[seat] + given[seat] for seat in self.seats}
            return
        giver, receiver, seen = passes[0]
        cards = [seen] if seen else self.likely(at, receiver, hands, giver)
        for card in cards:
            left = hands if receiver == self.viewer else {**hands, receiver: hands[receiver] - Counter([card])}
            back = given if giver == self.viewer else {**given, giver: given[giver] + Counter([card])}
            if receiver == self.viewer or hands[receiver][card]:
                yield from self.before_passes(at, passes[1:], left, back)

    def likely(self, at: int, seat: int, hands: Hands, giver: int | None) -> list[str]:
        seen = self.seen[at]

        def unlikely(card: str) -> tuple[int, str]:
            is_own = hands[seat][card] <= seen[seat][card]
            lacking = [other for other in self.seats if hands[other][card] < seen[other][card]]
            is_missed = giver in lacking if giver is not None else not lacking
            return is_own - is_missed, card

        return sorted(+hands[seat], key=unlikely)


def undo(event: Happening, hands: Hands) -> bool:
    cards = hands[event.seat]
    if event.what == "loses":
        cards[event.cards[0]] += 1
        return True
    if event.what == "shows all":
        return +cards == Counter(event.cards)
    held = cards[event.cards[0]] > 0
    if event.what == "gains":
        cards[event.cards[0]] -= 1
    return held


def check_guesses(match: Match, viewer: int, count: int, seed: int) -> None:
    past = read_log(match, viewer)
    everything = sorted(census(position_of(match)))
    true = match.view(viewer)
    for world in worlds(match, viewer, count, seed):
        assert sorted(census(world)) == everything
        guessed = view(world, OPEN)
        assert guessed.hands[viewer] == true.hands[viewer]
        assert (guessed.wall, guessed.floor, guessed.removed, guessed.deck) == (
            true.wall, true.floor, true.removed, true.deck,
        )  # fmt: skip
        hands = {seat: Counter(cards) for seat, cards in guessed.hands.items() if seat != viewer}
        assert [cards.total() for cards in hands.values()] == [
            player.hand_size for player in true.players if player.seat != viewer
        ]
        assert Past(past, viewer, match.seats).explains(hands), (match.record(), viewer, seed)
        assert remembered(world) == {seat: Counter(cards) for seat, cards in guessed.hands.items()}


def remembered(world: BugsOnRugs) -> Hands:
    """The hands to which the entries of the position's memory lead, card by card."""
    hands: Hands = {seat: Counter() for seat in range(world.seats)}
    for i in range(world.memory.size):
        kind, seat, copies, code = world.memory.entry(i)
        card = words.card_text(code)
        if kind in (memory.LOST, memory.GIVEN):
            assert hands[seat][card] > 0
            hands[seat][card] -= 1
        elif kind == memory.SHOWN:
            assert hands[seat][card] >= copies
        else:
            hands[seat][card] += 1
    return {seat: +cards for seat, cards in hands.items()}


def check_match(seats: int, seed: int, share: int, count: int) -> None:
    """Play at random, and now and then check guesses of one seat; the more passes the better."""
    match = new(seats, seed)
    rng = Rng(seed, "test")
    while match.view(OPEN).stage not in ("break", "over"):
        if rng.below(share) == 0:
            check_guesses(match, int(rng.below(seats)), count, len(match.decisions))
        seat = match.to_act[rng.below(len(match.to_act))]
        match.play(seat, pick(match.options(seat), rng))


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_guess_can_have_come_about_by_what_the_guesser_has_read(seats: int) -> None:
    # BOR-R53, BOR-R26
    for seed in range(4):
        check_match(seats, seed, 12, 3)


def test_another_seat_can_guess_from_a_guess() -> None:
    # BOR-R53: the memory of a guess tells what was guessed, so it fits for the others too
    match = passed("Spider", "Fly", "Beetle", "Mosquito")
    leave(match, "Beetle on waves")
    play(match, "Ann: pass Ladybug", "Bob: pass Spider", "Cem: pass Fly", "Dot: pass Ladybug")
    for world in worlds(match, DOT, 30):
        again = world.blank()
        for viewer in (ANN, BOB, CEM):
            again.copy_from(world)
            again.guess(viewer, Rng(viewer, "again"))
            assert view(again, viewer) == view(world, viewer)
            assert sorted(census(again)) == sorted(census(world))
            assert remembered(again)[viewer] == Counter(view(world, viewer).hands[viewer])


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "matches"), [(2, 10), (3, 80), (4, 60), (5, 15)])
def test_thousands_of_guesses_can_have_come_about_by_what_the_guesser_has_read(seats: int, matches: int) -> None:
    # BOR-R53, BOR-R26
    for seed in range(100, 100 + matches):
        check_match(seats, seed, 8, 3)


def test_the_search_for_a_past_itself_finds_the_true_one_and_refuses_a_false_one() -> None:
    match = passed("Spider", "Fly", "Beetle", "Mosquito")
    leave(match, "Firefly on waves")
    play(match, "Bob: place Spider")
    events = [Happening("gets unseen", seat) for seat in (ANN, BOB, CEM)]
    events += [Happening("gains", ANN, (card,)) for card in ANNS] + [Happening("gains", BOB, (card,)) for card in BOBS]
    events += [Happening("gains", CEM, ("Beetle on dots",))]
    events += [event for event in read_log(match, DOT) if event.what != "gets unseen"]
    true = {seat: Counter(match.view(OPEN).hands[seat]) for seat in (ANN, BOB, CEM)}
    assert Past(events, DOT, 4).explains(true)
    false = {seat: cards.copy() for seat, cards in true.items()}
    false[ANN]["Ladybug on dots"] -= 1  # then Ann would have passed it and not the Spider
    false[BOB]["Ladybug on dots"] += 1
    false[BOB]["Firefly on dots"] -= 1
    false[ANN]["Firefly on dots"] += 1
    assert not Past(events, DOT, 4).explains(false)


# --- Words ---


def test_every_option_of_a_match_begins_with_a_verb_of_the_game() -> None:
    # BOR-R51, BOR-R52
    seen: set[str] = set()
    for seed in range(12):
        match = new(2 + seed % 4, seed)
        rng = Rng(seed, "test")
        while not match.over:
            seat = match.to_act[0]
            seen.update(match.options(seat))
            match.play(seat, pick(match.options(seat), rng))
    verbs = {option.partition(" ")[0] for option in seen}
    assert verbs | {"draw"} == words.VERBS


def test_each_seat_is_asked_in_words() -> None:
    # BOR-R27, BOR-R25
    drawing = """
        Wall   Ant
        Floor  {}
        deck   Larva
        Ann    2 Larva, Fly
        Bob    Fly
        Cem    Beetle
    """
    also = " You may hatch two Larvae first."
    expected = {
        "2 Flies": f"Pick a bug from the Floor.{also}",
        "Butterfly": f"Show a bug from your hand to trigger its power.{also}",
        "Firefly": f"Put a bug from your hand on the next Floor.{also}",
        "Spider": f"Choose a bug to add to the end of the Wall; you get the one at the start.{also}",
        "Ladybug": f"Draw a bug.{also}",
        "Mosquito": f"Choose a bug from your hand to swap for one on the Wall.{also}",
        "Fly": "Choose a bug to pass to Cem.",
        "Beetle": "Choose a bug to pass to Bob.",
    }
    for left, sentence in expected.items():
        assert table(drawing.format(left)).ask(ANN) == sentence
    match = table(drawing.format("Mosquito"))
    assert match.ask(BOB) == ""
    play(match, "Ann: hatch")
    assert match.ask(ANN) == "Take a bug from the Wall for your two Larvae."
    play(match, "Ann: take 1")
    assert match.ask(ANN) == "Choose a bug from your hand to swap for one on the Wall."
    play(match, "Ann: swap Fly")
    assert match.ask(ANN) == "Choose the bug you want from the Wall."
    match = table(drawing.format("Ladybug"))
    play(match, "Ann: draw")
    assert match.ask(ANN) == "You may hatch two Larvae: trade them for a bug on the Wall. Otherwise, press Done."
    assert match.view(ANN).buttons == ("done", "hatch")
    assert match.view(BOB).buttons == ()
    for left in ("Fly", "Beetle"):
        match = table(f"Floor {left}\nAnn Ant\nBob Ant")
        assert match.ask(ANN) == "Choose a bug to pass to Bob."
    match = table("End reached\nAnn Ant, 2 Mosquitos, Larva\nBob Ant")
    assert match.ask(ANN) == "What should your pair of Mosquitos count as?"
    play(match, "Ann: group 1 Ant")
    assert match.ask(ANN) == "Break up a pair of Mosquitos to hatch more Larvae, or press Done."
    assert match.view(ANN).buttons == ("done", "break Ant for 1")
    match = table("End reached\nAnn Ant, 5 Mosquitos\nBob Ant")
    pairs = "What should your two pairs of Mosquitos count as? Press Done when you have chosen."
    assert match.ask(ANN) == pairs


def test_hatching_is_one_button_and_can_be_taken_back_until_a_bug_is_taken() -> None:
    # BOR-R28, BOR-R29
    two = "Larva on dots, Larva on rings"
    for larva, said in ((two, "Hatch these two"), (f"{two}, Larva on waves", "Hatch two Larvae")):
        match = table(f"""
            Wall   Ant, Fly
            Floor  2 Beetles
            Ann    {larva}
            Bob    Fly
        """)
        assert match.view(ANN).buttons == ("hatch",)
        assert said in match.drawing(ANN).actions
        assert match.drawing(ANN).hand.count("hatching") == (2 if larva == two else 0)
        play(match, "Ann: hatch dots and rings")
        assert match.may_undo(ANN)
        play(match, "Ann: take 1")
        assert not match.may_undo(ANN)


def test_the_things_to_touch_make_an_option() -> None:
    # BOR-R51, BOR-R52
    drawing = """
        Wall   Ant, Fly
        Floor  {}
        Ann    Larva on dots, Larva on rings, Fly
        Bob    Fly
    """
    match = table(drawing.format("2 Beetles"))
    assert dict(match.choices(ANN)) == {
        "pick Beetle on dots": ("floor:Beetle on dots",),
        "pick Beetle on stripes": ("floor:Beetle on stripes",),
        "hatch dots and rings": ("hatch", "&hand:Larva on dots", "&hand:Larva on rings"),
    }
    play(match, "Ann: hatch")
    assert dict(match.choices(ANN)) == {"take 1 Ant on dots": ("wall:0",), "take 2 Fly on dots": ("wall:1",)}
    match = table(drawing.format("Mosquito"))
    assert ("swap Fly on dots", ("hand:Fly on dots",)) in match.choices(ANN)
    play(match, "Ann: swap Fly")
    assert dict(match.choices(ANN)) == {"for 1 Ant on dots": ("wall:0",), "for 3 Mosquito": ("wall:2",)}
    match = table(drawing.format("Ladybug"))
    assert ("draw", ("draw",)) in match.choices(ANN)


def test_the_log_tells_rounds_the_end_and_the_scoring() -> None:
    # BOR-F4, BOR-F5, BOR-F6
    match = table("""
        Floor  Beetle
        deck   only Ladybug, Fly
        End    1
        Ann    2 Ants, 4 Mosquitos, Larva, Fly
        Bob    Spider
    """)
    play(match, "Ann: pass Fly", "Bob: pass Spider")
    assert match.log(BOB)[2:] == [
        "Ann passes a Fly on dots to you.",
        "You pass a Spider on dots to Ann.",
        "The End card is out: round 2 is the last.",
        "Round 2: You start. This is the last round.",
    ]
    play(match, "Bob: pick Fly")
    assert asked(match) == "Ann: group"
    play(match, "Ann: group 2 Ant", "Ann: break Ant for 1")
    assert match.log(ANN)[-6:] == [
        "Bob picks a Fly on dots.",
        "A Ladybug on dots is left over and goes to the Wall.",
        "Ladybug: In turn order, everyone draws a bug.",
        "Two pairs of your Mosquitos count as Ants.",
        "You break up a pair of Mosquitos that counted as an Ant, to hatch one Larva.",
        "All bugs have been scored.",
    ]


def test_the_text_shows_the_table() -> None:
    # BOR-R46
    match = table("""
        Wall   Ant, Mosquito
        Floor  Firefly
        End    4
        Ann    2 Flies, Spider
        Bob    Beetle
    """)
    assert match.text(ANN).splitlines() == [
        "Round 1. You start. 83 bugs in the deck, 4 bugs until the End card.",
        "",
        "Power: Firefly. In turn order, everyone puts a bug from their hand on the next Floor.",
        "",
        "Wall:  1 Ant on dots, 2 Mosquito, 3 Firefly on dots",
        "",
        "Floor: nothing",
        "",
        "You: 3 bugs, choosing",
        "Bob: 1 bug",
        "",
        "Your hand: Spider on dots, 2 x Fly on dots",
    ]
    assert "hand" not in match.text(WATCHER).replace("their hand", "")
    assert "Bob's hand: Beetle on dots" in match.text(OPEN)


def test_the_text_at_the_end_shows_places_points_and_all_hands() -> None:
    # BOR-F6, BOR-R32
    match = table("""
        Wall   Ant
        End    reached
        Ann    3 Ladybugs, 2 Mosquitos
        Bob    2 Beetles
    """)
    play(match, "Ann: group 1 Ladybug")
    assert match.text(BOB).splitlines()[4:] == [
        "Ann: place 1, 25 points, Mosquitos as 1 Ladybug",
        "You: place 2, 10 points",
        "",
        "Ann's hand: Ladybug on dots, Ladybug on stripes, Ladybug on checks, 2 x Mosquito",
        "",
        "Your hand: Beetle on dots, Beetle on stripes",
    ]


def test_everyone_sees_what_each_openly_took_last() -> None:
    # BOR-R26
    match = table("""
        Wall   Ant
        Floor  Spider, Fly, Beetle, Ladybug, Firefly
        Ann    Fly
        Bob    Fly
    """)
    assert [player.last for player in match.view(WATCHER).players] == [None, None]
    play(match, "Ann: pick Spider", "Bob: pick Beetle", "Bob: pick Ladybug")
    assert [player.last for player in match.view(ANN).players] == ["Spider on dots", "Ladybug on dots"]


def test_only_an_option_of_the_moment_can_be_played() -> None:
    match = table("""
        Wall   Ant
        Floor  Spider, Fly
        Ann    Fly
        Bob    Fly
    """)
    possible = "possible: pick Spider on dots, pick Fly on dots"
    with pytest.raises(bugbox.NotNow, match=f"'pick Ant on dots' is not possible now; {possible}"):
        match.play(ANN, "pick Ant on dots")
    with pytest.raises(bugbox.NotAnOption, match=f"'eat Fly' is not an option of Bugs on Rugs; {possible}"):
        match.play(ANN, "eat Fly")
    with pytest.raises(bugbox.NotYourTurn, match="Bob owes no decision; to act: 0"):
        match.play(BOB, "pick Fly on dots")
    assert hand(match, "Ann") == "Fly"

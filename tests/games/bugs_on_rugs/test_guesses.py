"""Bugs on Rugs, clause by clause: what a guess keeps and what it redeals."""

from collections import Counter
from itertools import permutations

import pytest

from bugbox.core.game import OPEN
from bugbox.core.match import Match
from bugbox.games.bugs_on_rugs.show import words
from bugbox.games.bugs_on_rugs.show.view import view
from tests.games.bugs_on_rugs.draw import asked, bugs, census, contents, leave, play, position_of, table
from tests.games.bugs_on_rugs.guessing import ANN, ANNS, BOB, BOBS, CEM, DOT, PASSING, guesses, passed, worlds
from tests.kit.tables import state


def chi_square(counts: Counter[str], expected: dict[str, float]) -> float:
    """Return the chi-square statistic: if fair, about the number of cells - 1, with a deviation of sqrt(2 x cells)."""
    assert set(counts) <= set(expected)
    total = counts.total()
    return sum((counts[key] - total * share) ** 2 / (total * share) for key, share in expected.items())


def alike(cards: list[str]) -> dict[str, float]:
    return dict.fromkeys(cards, 1 / len(cards))


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
    """Count the arrangements of the seat's hand and the deck over guesses, each as one text."""
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
    # BOR-R53, BOR-R26: three cards that everyone saw Ann take, and one that nobody saw
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


def test_what_the_receiver_is_later_seen_to_have_must_have_been_passed() -> None:
    # BOR-R53: Bob puts down the bug that only Ann had
    match = passed("Spider", "Fly", "Beetle", "Mosquito")
    leave(match, "Firefly on waves")
    play(match, "Bob: place Spider")
    own: Counter[str] = Counter()
    for viewer in (CEM, DOT):
        for world in guesses(match, viewer, 400):
            assert {"Ladybug on dots", "Butterfly on rings"} < set(world.hands[ANN])
            assert "Spider on rings" not in (*world.hands[ANN], *world.hands[BOB], *world.hands[CEM])
            if viewer == DOT:  # what Bob passed then is still unknown, but it was not the Spider
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
    # BOR-R53: the bug that only Ann had turns up in Cem's hand after two passes, so Bob passed it on
    match = passed("Spider", "Fly", "Beetle", "Mosquito")
    leave(match, "Beetle on waves")
    play(match, "Ann: pass Ladybug", "Bob: pass Spider", "Cem: pass Fly", "Dot: pass Ladybug")
    leave(match, "Firefly on waves")
    play(match, "Cem: place Spider")
    seconds: Counter[str] = Counter()
    for world in guesses(match, DOT, 600):
        assert not any("Spider on rings" in world.hands[seat] for seat in range(4))
        missing = set(ANNS[1:]) - set(world.hands[ANN])
        assert len(missing) <= 1  # she passed the Spider in the first pass, any other bug in the second
        assert missing <= set(world.hands[BOB])
        seconds[(missing or {"else"}).pop()] += 1
        assert len(set(BOBS) - set(world.hands[BOB])) <= 1
    assert all(seconds[card] > 60 for card in [*ANNS[1:], "else"])


def test_an_unseen_bug_that_comes_to_light_was_there_all_the_time() -> None:
    # BOR-R53: nobody saw how Bob got the Mosquito: as his first bug, or passed by Ann
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
    # BOR-R53: independent of what was really passed and dealt
    views, guessed = [], []
    for ann, first in (("Spider", "Fly on rings"), ("Ladybug", "Larva on rings"), ("Butterfly", "Fly on rings")):
        match = table(PASSING.replace("Fly on rings", first))
        play(match, f"Ann: pass {ann}", "Bob: pass Ant", "Cem: pass Beetle", "Dot: pass Mosquito")
        views.append(match.view(CEM))
        guessed.append([state(world) for world in worlds(match, CEM, 5)])
    assert views[0] == views[1] == views[2]
    assert guessed[0] == guessed[1] == guessed[2]

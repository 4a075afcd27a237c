"""What the brain of Bug Council sees in positions where a sensible player would not hesitate."""

import pytest
from librt.vecs import vec

from bugbox.bots.greedy import Greedy
from bugbox.bots.policy import Glance
from bugbox.core.match import Match
from bugbox.core.position import RandomPlay, options_of
from bugbox.core.rng import Rng
from bugbox.games.bug_council import GAME
from bugbox.games.bug_council.bot.brain import CouncilBrain
from bugbox.games.bug_council.rules.state import VISIT
from bugbox.games.bug_council.show import words
from tests.games.bug_council.draw import council, council_of, new, play, set_of

CIRCLE = "circle Ants 2, Bees 4, Cockroaches 1, Mosquitos 0, Flies 3\n"


def brain_of(match: Match) -> CouncilBrain:
    brain = GAME.brain(match.position.variant)
    assert isinstance(brain, CouncilBrain)
    return brain


def weights(match: Match, seat: int) -> dict[str, int]:
    glance = Glance(brain_of(match))
    glance.option(match.position, seat, Rng(1))
    codes = options_of(match.position, seat)
    return {words.option_text(council_of(match), seat, code): glance.weights[i] for i, code in enumerate(codes)}


def wanted(match: Match, seat: int) -> str:
    weighed = weights(match, seat)
    return max(weighed, key=weighed.__getitem__)


def greedy(match: Match, seat: int) -> str:
    looking = Greedy(match.position, seat, Rng(1), brain_of(match))
    looking.think(8)
    return words.option_text(council_of(match), seat, looking.best())


def hopes(match: Match) -> list[float]:
    brain = brain_of(match)
    brain.expect(match.position, brain.hopes)
    return [brain.hopes[who] for who in range(match.position.ranked)]


def values(match: Match) -> list[float]:
    """What greedy play, cut-off playouts and hints go by."""
    found = vec[float]([0.0] * 5)
    brain_of(match).value(match.position, found)
    return [found[seat] for seat in range(match.position.seats)]


# --- Tricks ---


def test_the_last_to_play_wins_as_cheaply_as_possible() -> None:
    match = council(CIRCLE + "Ann ants 5, flies 1, flies 6\nBob ants 7, ants 9, ants 3\nCleo ants 6, ants 8, ants 1")
    play(match, "0 play ants 5, 1 play ants 3")
    weighed = weights(match, 2)
    assert wanted(match, 2) == greedy(match, 2) == "play ants 6"
    assert weighed["play ants 6"] > weighed["play ants 8"] > weighed["play ants 1"]


def test_a_suit_that_nobody_can_beat_is_led() -> None:
    others = "Bob ants 5, ants 7, flies 2, flies 7\nCleo bees 2, flies 3, flies 4, ants 4"
    match = council(CIRCLE + f"Ann bees 12, bees 6, ants 6, flies 5\n{others}")
    assert wanted(match, 0) == "play bees 12"


def test_the_only_card_of_the_fullest_faction_is_kept() -> None:
    """Off suit and beaten: the 3 of Cockroaches is thrown away, not the Bees that pay four points."""
    drawing = "Ann bees 12, ants 6, flies 5\nBob bees 1, cockroaches 3, flies 12\nCleo bees 2, flies 3, flies 4"
    match = council(CIRCLE + drawing.replace("bees 1,", "mosquitos 1,"))
    play(match, "0 play ants 6")
    assert weights(match, 1)["play mosquitos 1"] > weights(match, 1)["play flies 12"] // 4
    last = council(CIRCLE + "Ann ants 6, ants 8\nBob bees 1, cockroaches 3\nCleo ants 9, ants 10")
    play(last, "0 play ants 8")
    assert wanted(last, 1) == "play cockroaches 3", "the last trick is not worth four cubes"


def test_nobody_saves_one_without_allegiance_from_a_trick() -> None:
    """Bob must not win any trick and is winning this one: Cleo lets him."""
    drawing = CIRCLE + "Ann ants 5, flies 1, flies 6\nBob ants 7, flies 9{}\nCleo ants 8, ants 2, flies 4"
    helped = council(drawing.format(", none"))
    play(helped, "0 play ants 5, 1 play ants 7")
    assert wanted(helped, 2) == "play ants 2"
    assert greedy(helped, 2) == "play ants 2"
    usual = council(drawing.format(", flies 10"))
    play(usual, "0 play ants 5, 1 play ants 7")
    assert wanted(usual, 2) == "play ants 8"


def test_without_allegiance_the_highest_loser_goes() -> None:
    match = council(
        CIRCLE + "Ann ants 9, flies 1, flies 6\nBob ants 8, ants 2, ants 11, none\nCleo ants 3, flies 4, bees 1"
    )
    play(match, "0 play ants 9")
    assert wanted(match, 1) == "play ants 8"
    assert greedy(match, 1) != "play ants 11"


def test_without_allegiance_one_leads_low() -> None:
    others = "Bob ants 8, ants 2, flies 1, bees 2\nCleo ants 3, flies 4, bees 1, flies 5"
    match = council(CIRCLE + f"Ann ants 1, ants 9, bees 12, none\n{others}")
    assert wanted(match, 0) == "play ants 1"


def test_who_has_failed_without_allegiance_wants_tricks_again() -> None:
    match = council(
        CIRCLE + "Ann ants 9, flies 1, flies 6\nBob ants 10, ants 2, ants 8, none\nCleo ants 3, flies 4, bees 1"
    )
    council_of(match).tricks[1] = 1
    play(match, "0 play ants 9")
    assert wanted(match, 1) == "play ants 10"


# --- Declarations ---


LOW_HAND = ["ants 1", "ants 2", "ants 3", "bees 1", "bees 2", "cockroaches 1", "cockroaches 3", "flies 1", "flies 2"]
LOW_HAND += ["mosquitos 1", "mosquitos 2"]
HIGH_HAND = [
    "ants 10",
    "ants 9",
    "ants 8",
    "bees 10",
    "bees 9",
    "cockroaches 10",
    "cockroaches 9",
    "flies 10",
    "flies 9",
]
HIGH_HAND += ["mosquitos 10", "mosquitos 9"]


def dealt(seats: int, hand: list[str]) -> Match:
    """Before the declaration the first seat has this hand, and the others have what it leaves."""
    match = new(seats, start="first", deck="to-10")
    position = council_of(match)
    position.hands[0] = set_of(hand)
    rest = [card for card in range(60) if card % 12 < 10 and not position.hands[0] >> card & 1]
    for seat in range(1, seats):
        position.hands[seat] = sum(1 << card for card in rest[seat - 1 :: seats][:11])
    held = sum(position.hands[seat] for seat in range(seats))
    position.stock = sum(1 << card for card in rest if not held >> card & 1)
    return match


@pytest.mark.parametrize("seats", [3, 4])
def test_low_cards_need_no_allegiance_and_high_ones_do(seats: int) -> None:
    assert wanted(dealt(seats, LOW_HAND), 0) == greedy(dealt(seats, LOW_HAND), 0) == "declare none"
    assert wanted(dealt(seats, HIGH_HAND), 0) == greedy(dealt(seats, HIGH_HAND), 0) == "declare allegiance"


def test_the_most_dangerous_card_is_discarded() -> None:
    match = dealt(3, [*LOW_HAND[:-1], "bees 10"])
    for cubes, suit in ((4, 1), (3, 0), (2, 2), (1, 3), (0, 4)):
        council_of(match).cubes[suit] = cubes
    play(match, "0 declare none, 1 declare allegiance, 2 declare allegiance")
    assert wanted(match, 0) == greedy(match, 0) == "discard bees 10"


# --- The council ---


def test_the_last_visit_feeds_the_own_faction() -> None:
    """After the tenth trick Ann has a Mosquito left; three Flies would bring one cube, Bees next to it bring one too
    but leave the rest: only what reaches the Mosquitos pays.
    """
    match = council(CIRCLE + "Ann ants 1, mosquitos 5\nBob ants 7, flies 2\nCleo ants 9, bees 3")
    play(match, "0 play ants 1, 1 play ants 7, 2 play ants 9")
    assert match.position.stage == VISIT
    assert wanted(match, 0) in ("visit cockroaches", "visit bees")
    assert greedy(match, 0) == "visit bees", "which also empties what Cleo has left"
    assert weights(match, 0)["decline"] < weights(match, 0)["visit cockroaches"]


def test_nobody_sows_their_own_faction() -> None:
    match = council(CIRCLE + "Ann ants 1, bees 5\nBob ants 7, flies 2\nCleo ants 9, bees 3")
    play(match, "0 play ants 1, 1 play ants 7, 2 play ants 9")
    weighed = weights(match, 0)
    assert weighed["visit bees"] == min(weighed.values())
    assert wanted(match, 0) in ("visit ants", "visit flies"), "which bring the Bees a cube"


# --- What everybody can expect ---


def test_cubes_of_the_last_card_are_expected_when_all_is_played() -> None:
    match = council(CIRCLE + "Ann ants 1, bees 5\nBob ants 7, flies 2\nCleo ants 9, mosquitos 3", rounds=1)
    play(match, "0 play ants 1, 1 play ants 7, 2 play ants 9")
    council_of(match).tricks[0] = 9
    assert hopes(match) == [9 + 4, 3, 1]


def test_without_allegiance_all_is_over_with_a_trick() -> None:
    drawing = CIRCLE + "chambers 2\nAnn ants 1, flies 6\nBob ants 7, none\nCleo ants 9, mosquitos 3"
    match = council(drawing, rounds=1)
    before = hopes(match)[1]
    council_of(match).tricks[1] = 1
    assert before > 4 > 2 > hopes(match)[1]


def test_several_without_allegiance_share() -> None:
    one = "chambers 2\nAnn ants 1, flies 6\nBob ants 2, none\nCleo ants 9, mosquitos 3"
    alone, together = council(CIRCLE + one, rounds=1), council(CIRCLE + one.replace("flies 6", "none"), rounds=1)
    assert hopes(alone)[1] > hopes(together)[1] + 3


def test_equal_seats_have_equal_values() -> None:
    """Two positions that differ by who sits where; and of two who share a pair, both values make one."""
    ann, bob = "ants 5, flies 1, bees 6", "ants 7, flies 9, mosquitos 1"
    here = council(CIRCLE + f"Ann {ann}\nBob {bob}\nCleo ants 8, ants 2, flies 4")
    there = council(CIRCLE + f"Ann {bob}\nBob {ann}\nCleo ants 8, ants 2, flies 4")
    assert values(here) == pytest.approx([values(there)[1], values(there)[0], values(there)[2]])
    assert sum(values(here)) == pytest.approx(1.5), "each pair shares a whole"


@pytest.mark.parametrize("seats", [1, 2, 3])
def test_at_the_end_nothing_is_expected_but_the_points(seats: int) -> None:
    match = new(seats, seed=seats, rounds=1)
    RandomPlay().playout(match.position, Rng(seats, "test"))
    assert hopes(match) == [match.position.points(who) for who in range(match.position.ranked)]

"""Reasons for options in clear cases of every game; they use only what a seat knows."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bugbox
from bugbox.bots.reasons import Reasons
from bugbox.core.brain import Brain
from bugbox.core.game import Game, Reader
from bugbox.core.match import Match
from bugbox.core.position import Position, options_of
from bugbox.core.rng import Rng
from bugbox.core.settings import complete
from bugbox.games.bug_council import GAME as COUNCIL
from bugbox.games.bug_race import GAME as RACE
from tests.games.bug_council.draw import council
from tests.games.bug_council.draw import play as play_council
from tests.games.bug_council.test_brain import CIRCLE, HIGH_HAND, LOW_HAND, dealt
from tests.games.bug_race.draw import race
from tests.games.bug_race.test_brain import (
    AT_THE_START,
    FRONT_LEGS_BEHIND,
    ONE_MORE_TO_GO,
    ONE_STEP_TO_GO,
    REAR_LEGS_BEHIND,
    deal,
    to_play,
)
from tests.games.bugs_on_rugs.draw import table
from tests.games.caterpillar.draw import garden as caterpillars
from tests.games.caterpillar.test_brain import FLOWER_AHEAD
from tests.games.ladybugs.draw import garden
from tests.games.ladybugs.test_brain import last_turns
from tests.games.test_two_worlds import other_world, take_back_others
from tests.kit.tables import for_every_game, matches

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve")


def reasons(game: Game, position: Position, seat: int = 0, brain: Brain | None = None) -> dict[str, str]:
    """Return the reasons for all options, compared with each other."""
    codes = options_of(position, seat)
    reader = Reader(seat, (*NAMES[: position.seats], *game.rivals(position)))
    found = Reasons(position, reader, codes, Rng(1), brain or game.brain(position.variant))
    return {game.words.option_text(position, seat, code): found.of(code) for code in codes}


def reasons_in(match: Match, seat: int = 0) -> dict[str, str]:
    return reasons(match.game, match.position, seat)


# --- Bugs on Rugs ---

LAST_ROUND = "End reached\n"


def test_a_fly_for_the_spider_in_hand() -> None:
    """If Ann leaves it, she won't see it again: Bob picks twice."""
    match = table(LAST_ROUND + "Floor Fly, 4 Larva\nAnn Spider\nBob Ant")
    assert reasons_in(match)["pick Fly on dots"] == "About 7 more points from your Spiders and Flies"
    assert reasons_in(match)["pick Larva on dots"] == ""


def test_what_another_needs_is_taken_away() -> None:
    match = table(LAST_ROUND + "Floor Ladybug, Ant, Fly, 2 Larva\nAnn Larva\nBob ; 3 Ladybugs")
    assert reasons_in(match)["pick Ladybug on dots"] == "About 22 fewer points from Bob's Ladybugs"
    assert reasons_in(match)["pick Ant on dots"] == "About 5 more points from your Ants"


def test_what_one_blunder_would_lose_is_no_reason_for_all_the_rest() -> None:
    """A fifth Ladybug costs 20 points, but not taking it doesn't gain 20."""
    match = table(LAST_ROUND + "Floor Ladybug, Ant, 3 Larva\nAnn 4 Ladybugs\nBob Fly")
    assert not [why for why in reasons_in(match).values() if "Your Ladybugs" in why]


# --- Ladybugs ---


def test_a_bed_is_won() -> None:
    """Bob has 3 dots in a bed of five spaces: a 4 wins it, as it would the smaller bed."""
    match = last_turns(garden("a    a  a  aB3\na    .  .\n.A2  .  b b", A="4 4", B="1 1"))
    found = reasons_in(match)
    assert found["place 4 a3"] == "About 5 more points from your aster bed"
    assert found["place 4 c1"] == "About 2 more points from your begonia bed"


def test_a_clover_is_lucky() -> None:
    match = last_turns(garden(".    .  .\n.    .  .\n.A2  .  .+3", A="4 4"))
    assert re.fullmatch(r"About \d more points? from your clovers", reasons_in(match)["place 4 c1"])


# --- Bug Council ---


def test_a_trick_is_won_or_a_good_card_is_kept() -> None:
    match = council(CIRCLE + "Ann ants 5, flies 1, flies 6\nBob ants 7, ants 9, ants 3\nCleo ants 6, ants 8, ants 1")
    play_council(match, "0 play ants 5, 1 play ants 3")
    found = reasons_in(match, 2)
    assert found["play ants 6"] == found["play ants 8"] == "Your card should win this trick"


def test_low_cards_are_for_no_allegiance_and_high_ones_are_not() -> None:
    low, high = reasons_in(dealt(3, LOW_HAND)), reasons_in(dealt(3, HIGH_HAND))
    assert low["declare none"] == "Your No Allegiance should pay more"
    assert (high["declare none"], high["declare allegiance"]) == ("", "Your last card should pay more")


def test_a_visit_feeds_the_faction_of_the_last_card() -> None:
    """Each cube that reaches the Mosquitos is a point for Ann when the round is scored."""
    match = council(CIRCLE + "Ann ants 1, mosquitos 5\nBob ants 7, flies 2\nCleo ants 9, bees 3")
    play_council(match, "0 play ants 1, 1 play ants 7, 2 play ants 9")
    found = reasons_in(match)
    assert found["visit bees"] == found["visit cockroaches"] == "Your score should be about 1 point higher"


# --- Caterpillar Filler ---


def test_a_flower_is_eaten_and_from_nearby_it_is_the_next_to_be() -> None:
    found = reasons_in(caterpillars(FLOWER_AHEAD, roll=2))
    assert found["step H5"] == "Your caterpillar should be about 1 piece longer"
    turning_away = reasons_in(caterpillars(FLOWER_AHEAD.replace("G   .  .   .   .", "G   .  .   .   !"), roll=1))
    assert turning_away["step H5"] == "Your caterpillar should reach its next flower sooner"


def test_a_bite() -> None:
    """Ann bites Bob's tail; his head is too far away to bite back."""
    match = caterpillars(
        """
        G   .  .   .   b4  b3  b2  b1  B@  .
        H   .  a2  a1  A@  .   .   .   .   .
        """,
        roll=1,
        body={"C": 1},
    )
    assert reasons_in(match)["step G4"] == "Your caterpillar should be about 1 piece longer"


def test_a_wasp_that_is_kept_is_no_reason() -> None:
    match = caterpillars("H  .  .  .  .  .  .  .  .  .  B@  b1  b2\nO   a1  A@", roll=1, wasps="A")
    match.play(0, "step O3")
    assert reasons_in(match)["no wasp"] == ""


# --- Bug Race ---


def test_a_card_saves_cards_and_another_one_keeps_them_from_the_neighbour() -> None:
    found = reasons(RACE, deal(race(REAR_LEGS_BEHIND, AT_THE_START), "L2R2 L3R3"))
    assert found == {
        "keep L2R2": "Bob's beetle gets there a little later",
        "keep L3R3": "Your beetle gets there about a card sooner",
    }


def test_the_right_order_saves_a_card() -> None:
    found = reasons(RACE, to_play(race(FRONT_LEGS_BEHIND, AT_THE_START), "L2R2 L1R1", "L1R1 L2R2"))
    assert found == {"play L1R1": "Your beetle gets there about a card sooner", "play L2R2": ""}


def test_whoever_can_cross_is_told_so() -> None:
    found = reasons(RACE, deal(race(ONE_STEP_TO_GO, ONE_STEP_TO_GO), "L1L2R1R2 L3R3", "L1R1 L2R2"))
    assert found == {"keep L1L2R1R2": "", "keep L3R3": "Your beetle crosses the finish"}


def test_the_card_that_the_neighbour_would_cross_with() -> None:
    """Bob's own cards are a guess, so this isn't certain."""
    found = reasons(RACE, deal(race(ONE_MORE_TO_GO, ONE_STEP_TO_GO), "L1L2R1 L3R3", "L1R1 L2R2"))
    assert found["keep L3R3"] == "Bob's beetle may cross the finish later"


# --- Any game ---


def test_a_brain_that_knows_nothing_speaks_of_points() -> None:
    match = table(LAST_ROUND + "Floor Larva\ndeck only\nAnn 3 Ladybugs, Fly, 2 Mosquitos\nBob Ant")
    found = reasons(match.game, match.position, brain=Brain(match.position.variant))
    said = set(found.values()) - {""}
    assert said
    assert all(re.fullmatch(r"Your score should be about \d+ points? higher", one) for one in said), said


def test_whoever_has_no_choice_gets_no_reason() -> None:
    match = garden(".A2", A="1 1")
    only = options_of(match.position, 0)[:1]
    brain = match.game.brain(match.position.variant)
    assert Reasons(match.position, Reader(0, match.names), only, Rng(1), brain).of(only[0]) == ""


@given(matches(), st.integers(0, 1000))
def test_in_two_worlds_the_same_reasons_are_given(match: bugbox.Match, seed: int) -> None:
    seat = match.to_act[0]
    take_back_others(match, seat)
    world = other_world(match, seat, seed)
    few = match.codes(seat)[:4]
    said = []
    for one in (match, world):
        brain = one.game.brain(one.position.variant)
        found = Reasons(one.position, Reader(seat, one.names), few, Rng(seed), brain)
        said.append([(found.changes(option), found.of(option)) for option in few])
    assert said[0] == said[1]


@for_every_game
@pytest.mark.parametrize("change", [-2.0, -1.0, -0.4, 0.4, 1.0, 2.0])
def test_a_reason_is_said_in_words_and_not_as_a_signed_number(game: Game, change: float) -> None:
    """Better and worse are worded differently, and the reader need not know the names of terms."""
    position = game.start(game.seats[-1], complete(game.settings, {}), 1)
    brain = game.brain(position.variant)
    for name, _ in brain.terms(position, 0):
        said = brain.say("Aphid's", name, change)
        assert not re.search(r"[-+\u2212]\d|:", said), said
        assert not said or said != brain.say("Aphid's", name, -change)


@pytest.mark.parametrize(
    ("term", "change", "said"),
    [
        ("tricks to come", -0.2, "Aphid's cards should win fewer tricks"),
        ("tricks to come", 0.2, "Aphid's cards should win more tricks"),
        ("tricks", -1.0, "Aphid's card should not win this trick"),
        ("tricks", 0.3, "Aphid's card is more likely to win this trick"),
        ("visit to the council", -0.2, "Aphid's visit to the council is less likely"),
        ("last card", -0.5, "Aphid's last card should pay less"),
        ("allies", 2.0, "Aphid's allies should pay more"),
        ("points", -2.0, "Aphid's score should be about 2 points lower"),
        ("next rounds", 3.0, ""),
    ],
)
def test_what_the_council_says_of_each_term(term: str, change: float, said: str) -> None:
    position = council(CIRCLE + "Ann ants 5\nBob ants 7\nCleo ants 6").position
    assert COUNCIL.brain(position.variant).say("Aphid's", term, change) == said


@pytest.mark.parametrize("change", [0.0, 0.01, -0.01])
def test_what_is_next_to_nothing_is_not_said(change: float) -> None:
    for game in bugbox.GAMES.values():
        position = game.start(game.seats[-1], complete(game.settings, {}), 1)
        brain = game.brain(position.variant)
        assert all(not brain.say("your", name, change) for name, _ in brain.terms(position, 0))

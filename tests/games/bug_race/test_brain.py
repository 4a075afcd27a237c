"""What the bots know of Bug Race: clear cases, each with its reason; and it is fair."""

import pytest

from bugbox.bots.search import Search
from bugbox.core.bits import BIT
from bugbox.core.rng import Rng
from bugbox.games.bug_race import GAME
from bugbox.games.bug_race.bot.brain import WAY
from bugbox.games.bug_race.bot.pace import pace_of, run, state_of
from bugbox.games.bug_race.rules.beetle import Beetle
from bugbox.games.bug_race.rules.box import DECKS
from bugbox.games.bug_race.rules.turn import KEEP, PLAY, BugRace
from tests.games.bug_race.draw import cards, race
from tests.kit.brains import greedy, hopes, values, weights
from tests.kit.tables import guess_of

DECK = DECKS["two-to-four"]

AT_THE_START = """
    left   3 2 1 . . . . . . . . . | . . .
    body   (===> . . . . . . . . . | . . .
    right  3 2 1 . . . . . . . . . | . . ."""

ONE_SEGMENT_ON = """
    left   . 3 2 1 . . . . . . . . | . . .
    body   . (===> . . . . . . . . | . . .
    right  . 3 2 1 . . . . . . . . | . . ."""

REAR_LEGS_BEHIND = """
    left   . 3 . 2 . 1 . . . . . . | . . .
    body   . . (===> . . . . . . . | . . .
    right  . 3 . 2 . 1 . . . . . . | . . ."""

FRONT_LEGS_BEHIND = """
    left   . 3 2 1 . . . . . . . . | . . .
    body   . . (===> . . . . . . . | . . .
    right  . 3 2 1 . . . . . . . . | . . ."""

ONE_STEP_TO_GO = """
    left   . . . . . . . . . . 3 . | 2 1 .
    body   . . . . . . . . . . . (=| ==> .
    right  . . . . . . . . . . . 3 | 2 1 ."""

ONE_MORE_TO_GO = """
    left   . . . . . . . . . 3 2 1 | . . .
    body   . . . . . . . . . . (===| > . .
    right  . . . . . . . . . . 3 2 | 1 . ."""

FAR_BEHIND = """
    left   . . . 3 2 1 . . . . . . | . . .
    body   . . . (===> . . . . . . | . . .
    right  . . . 3 2 1 . . . . . . | . . ."""


def deal(position: BugRace, *packets: str) -> BugRace:
    """These cards to these seats."""
    for seat, text in enumerate(packets):
        for i, card in enumerate(cards(text)):
            position.packets[seat].cards[i] = card
    return position


def to_play(position: BugRace, *hands: str) -> BugRace:
    """All have kept these cards and choose their order."""
    for seat, text in enumerate(hands):
        position.packets[seat].clear()
        for i, card in enumerate(cards(text)):
            position.kept[seat * 4 + i] = card
        position.pick_up(seat)
    position.step = position.hand
    position.ask_all(BIT[position.seats] - 1, PLAY)
    return position


# --- Reasons in words ---


@pytest.mark.parametrize(("change", "said"), [
    (0.1, ""), (0.2, "a little sooner"), (-0.3, "a little later"), (0.5, "about half a card sooner"),
    (-0.8, "about a card later"), (1.4, "about a card sooner"), (2.6, "about 3 cards sooner"),
])  # fmt: skip
def test_cards_that_are_saved_or_lost_are_told_in_words(change: float, said: str) -> None:
    brain = GAME.brain(race(AT_THE_START, AT_THE_START).variant)
    assert brain.say("your", WAY, change) == (f"your beetle gets there {said}" if said else "")


# --- How many cards a beetle needs ---


@pytest.mark.parametrize("segments", [8, 15, 30])
def test_a_beetle_runs_as_the_rules_say(segments: int) -> None:
    """The one in a number and the one on the table, card by card and beyond the finish."""
    rng = Rng(1, "run")
    for start in range(40):
        beetle = Beetle(segments)
        beetle.line_up()
        for turn in range(4 * segments):
            card = DECK[rng.below(len(DECK))]
            expected = run(state_of(beetle), card)
            beetle.run(card)
            assert state_of(beetle) == expected


def test_every_step_saves_cards_and_none_costs_any() -> None:
    """A step never takes another one away (RC-R1)."""
    pace = pace_of(DECK, 15)
    beetle = Beetle(15)
    beetle.line_up()
    rng = Rng(2, "steps")
    while not beetle.has_crossed():
        before = state_of(beetle)
        for card in set(DECK):
            assert pace.cards_left[run(before, card)] <= pace.cards_left[before] + 1e-9
        beetle.run(DECK[rng.below(len(DECK))])


def test_a_longer_track_takes_more_cards() -> None:
    """About three a segment: six steps, and a card shows three legs, of which some are blocked."""
    start = Beetle(15)
    start.line_up()
    cards_left = pace_of(DECK, 15).cards_left[state_of(start)]
    assert 2.5 * 12 < cards_left < 3.2 * 12
    longer = Beetle(16)
    longer.line_up()
    assert 2.5 < pace_of(DECK, 16).cards_left[state_of(longer)] - cards_left < 3.2


# --- What to try first ---


def test_rear_legs_set_the_pace() -> None:
    """The body waits for both of them."""
    found = weights(GAME, deal(race(REAR_LEGS_BEHIND, AT_THE_START), "L2R2 L3R3"))
    assert found["keep L3R3"] > 2 * found["keep L2R2"]


def test_front_legs_make_room() -> None:
    """Behind a full file no rear leg can step."""
    found = weights(GAME, deal(race(FRONT_LEGS_BEHIND, AT_THE_START), "L1R1 L3R3"))
    assert found["keep L1R1"] > found["keep L3R3"] == 1


def test_what_makes_room_is_played_first() -> None:
    found = weights(GAME, to_play(race(FRONT_LEGS_BEHIND, AT_THE_START), "L2R2 L1R1", "L1R1 L2R2"))
    assert found["play L1R1"] > found["play L2R2"]


def test_the_card_that_crosses_is_kept() -> None:
    """Whoever crosses first wins, however many legs another card moves."""
    position = deal(race(ONE_STEP_TO_GO, ONE_STEP_TO_GO), "L1L2R1R2 L3R3", "L1R1 L2R2")
    found = weights(GAME, position)
    assert found["keep L3R3"] > 2 * found["keep L1L2R1R2"]
    assert greedy(GAME, position) == "keep L3R3"


# --- How it will end ---


def test_the_neighbour_is_not_given_what_it_needs_to_win() -> None:
    """The card that does nothing for me is all that Bob needs: he would cross with it, and I cannot yet."""
    needs_rear = deal(race(ONE_MORE_TO_GO, ONE_STEP_TO_GO), "L1L2R1 L3R3", "L1R1 L2R2")
    assert weights(GAME, needs_rear)["keep L1L2R1"] > weights(GAME, needs_rear)["keep L3R3"]
    assert greedy(GAME, needs_rear) == "keep L3R3"


def test_further_on_is_better() -> None:
    ahead, behind = values(GAME, race(REAR_LEGS_BEHIND, AT_THE_START))
    assert ahead > 0.6
    assert behind == pytest.approx(1 - ahead)


def test_the_same_lead_counts_more_near_the_finish() -> None:
    early = values(GAME, race(ONE_SEGMENT_ON, AT_THE_START))[0]
    late = values(GAME, race(ONE_STEP_TO_GO, ONE_MORE_TO_GO))[0]
    assert 0.5 < early < late


def test_equal_beetles_have_equal_chances() -> None:
    assert values(GAME, race(AT_THE_START, AT_THE_START, AT_THE_START)) == pytest.approx([0.5] * 3)


def test_only_the_first_who_crosses_wins() -> None:
    """The others share the next place, however far they come (RC-R31); if they race on, the second beats the third."""
    beetles = [ONE_STEP_TO_GO, REAR_LEGS_BEHIND, AT_THE_START]
    first, second, third = values(GAME, race(*beetles))
    assert first > 0.95
    assert second == pytest.approx(0.25, abs=0.03)
    assert third == pytest.approx(0.25, abs=0.03)
    assert first + second + third == pytest.approx(1.5)  # as many are beaten as there are pairs
    first, second, third = values(GAME, race(*beetles, play_on=True))
    assert first > 0.95
    assert second > third + 0.3


def test_all_who_cross_in_the_same_turn_beat_those_who_do_not() -> None:
    beetles = race(ONE_STEP_TO_GO, ONE_STEP_TO_GO, FAR_BEHIND)
    first, second, third = values(GAME, to_play(beetles, "L1R1 L3R3", "L2R2 L3R3", "L1R1 L2R2"))
    assert third < 0.01
    assert first + second == pytest.approx(1.5, abs=0.01)


def test_seats_make_no_difference() -> None:
    there = values(GAME, race(REAR_LEGS_BEHIND, AT_THE_START, FAR_BEHIND))
    back = values(GAME, race(FAR_BEHIND, AT_THE_START, REAR_LEGS_BEHIND))
    assert there == pytest.approx(back[::-1])


def test_a_turn_is_judged_by_its_end() -> None:
    """Cards in hand count as played in the best order, the ones already laid in theirs."""
    good = to_play(race(FRONT_LEGS_BEHIND, AT_THE_START), "L2R2 L1R1", "L1R1 L2R2")
    before = hopes(GAME, good)[0]
    good.act(0, cards("L1R1")[0])
    assert hopes(GAME, good)[0] == before
    bad = to_play(race(FRONT_LEGS_BEHIND, AT_THE_START), "L2R2 L1R1", "L1R1 L2R2")
    bad.act(0, cards("L2R2")[0])
    assert hopes(GAME, bad)[0] < before


def test_a_long_search_goes_on_with_random_playouts() -> None:
    """Then they tell as much, as luck rules."""
    position = race(AT_THE_START, ONE_SEGMENT_ON)
    search = Search(guess_of(position, 0, 1), 0, Rng(1), GAME.brain(position.variant))
    search.think(1000)
    assert search.brain.prefers
    search.think(1)
    assert not search.brain.prefers


def test_what_is_dealt_does_not_count_before_a_turn_begins() -> None:
    """It is only what came up in this guess."""
    one = deal(race(AT_THE_START, AT_THE_START), "L1R1 L2R2", "L3R3 L2L3")
    assert one.stage == KEEP
    assert hopes(GAME, one)[0] == hopes(GAME, one)[1]

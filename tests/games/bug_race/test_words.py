"""Bug Race in words: the log, the questions, the score sheet and why it ended so."""

import pytest

import bugbox
from bugbox.core.game import Reader
from bugbox.core.match import Match as AnyMatch
from bugbox.games.bug_race import GAME
from bugbox.games.bug_race.rules import turn
from bugbox.games.bug_race.rules.box import LEG_NAMES
from bugbox.games.bug_race.rules.turn import BugRace
from bugbox.games.bug_race.show import words
from bugbox.games.bug_race.show.view import view
from tests.games.bug_race.draw import place, race, read
from tests.games.bug_race.playing import (
    CARD_DECIDES,
    NOT_THERE,
    REAR_14_MIDDLE_16_FRONT_20,
    REAR_14_MIDDLE_17,
    REAR_14_MIDDLE_18,
    REAR_15,
    about_to_cross,
    advance_to,
    cross_together,
    deal,
    keep,
    leave_in_deck,
    next_turn,
    play_cards,
    race_of,
    table,
)


def named_table(*players: str) -> AnyMatch:
    return AnyMatch(GAME, len(players), seed=1, players=players)


def played_turn() -> AnyMatch:
    match = named_table("Ann", "Bob")
    deal(race_of(match), "L1L2 R1R2", "L3R3 L1R1")
    keep(match, "L1L2", "L3R3")
    match.play(0, "play L1R1")
    match.play(1, "play L3R3")
    return match


RAN = [
    "{Ann} play{s} left 1, right 1, and the body moves forward 1.",
    "{Ann} play{s} left 1 and 2.",
]
BOB_RAN = [
    "Bob plays left 3, right 3. No leg can step, but the body catches up by 1.",
    "Bob plays right 1 and 2.",
]
TURN_2 = "Turn 2: 2 cards each. Players trade cards with each other."


def test_the_log_tells_a_player_its_own_cards() -> None:
    # RC-R14, RC-R37
    assert played_turn().log(0) == [
        "Turn 1: 2 cards each. Players trade cards with each other.",
        "You keep left 1 and 2.",
        "You pass right 1 and 2 to Bob.",
        "Bob passes left 1, right 1 to you.",
        *(line.format(Ann="You", s="") for line in RAN),
        *BOB_RAN,
        TURN_2,
    ]


@pytest.mark.parametrize(("stepped", "advance", "told"), [
    ("L1L2R3", 0, "You play left 1 and 2, right 3."),
    ("L1L2R3", 2, "You play left 1 and 2, right 3, and the body moves forward 2."),
    ("L1", 0, "You play left 1 and 2, right 3. Left 2 and right 3 cannot step."),
    ("L1L2", 1, "You play left 1 and 2, right 3. Right 3 cannot step, but the body moves forward 1."),
    ("", 0, "You play left 1 and 2, right 3. No leg can step."),
    ("", 1, "You play left 1 and 2, right 3. No leg can step, but the body catches up by 1."),
])  # fmt: skip
def test_the_log_tells_which_legs_could_not_step_and_where_the_body_went(stepped: str, advance: int, told: str) -> None:
    # RC-R12
    legs = sum(2 ** LEG_NAMES.index(leg) for leg in LEG_NAMES if leg in stepped)
    event = (turn.RAN, 0, words.CODES["L1L2R3"], legs, advance)
    assert words.sentence(event, Reader(0, ("Ann", "Bob"))) == told


def test_all_see_what_each_beetle_ran_last_even_when_the_discards_are_shuffled() -> None:
    """RC-R13, RC-R41"""
    position = race(seats=2)
    leave_in_deck(position, 0)
    play_cards(position, "L1L2 R1R2", "L3R3 L1R1")
    assert position.discards.size == 0
    for viewer in (0, 1, bugbox.WATCHER):
        assert [beetle.played for beetle in view(position, viewer).beetles] == [("L1L2", "R1R2"), ("L3R3", "L1R1")]


def test_the_discards_are_open_to_all() -> None:
    """RC-R41"""
    match = table(2)
    next_turn(match)
    discarded = tuple(words.card_text(race_of(match).discards.cards[i]) for i in range(4))
    for viewer in (0, 1, bugbox.WATCHER):
        assert match.view(viewer).discards == discarded


def test_the_log_tells_a_watcher_only_what_all_may_know() -> None:
    # RC-R14, RC-R37
    assert played_turn().log(bugbox.WATCHER) == [
        "Turn 1: 2 cards each. Players trade cards with each other.",
        *(line.format(Ann="Ann", s="s") for line in RAN),
        *BOB_RAN,
        TURN_2,
    ]


def test_a_third_player_does_not_read_what_two_others_passed() -> None:
    # RC-R14
    match = named_table("Ann", "Bob", "Cem")
    deal(race_of(match), "L1L2 R1R2", "L1L3 R1R3", "L2L3 R2R3")
    keep(match, "L1L2", "L1L3", "L2L3")
    assert [line for line in match.log(2) if "pass" in line and "Cards" not in line] == [
        "Bob passes right 1 and 3 to you.",
        "You pass right 2 and 3 to Ann.",
    ]
    assert len([line for line in match.log(bugbox.OPEN) if "passes" in line]) == 3


def test_the_end_is_told_with_places_and_reasons() -> None:
    # RC-F8, RC-R23, RC-R31
    match = AnyMatch(GAME, 3, seed=1, settings={"segments": 10}, players=("Ann", "Bob", "Cem"))
    for seat in (0, 1):
        place(race_of(match), seat, read(CARD_DECIDES).body, read(CARD_DECIDES).legs)
    play_cards(race_of(match), "L1R1 L3R3", "L3R3 L1L3", "L1R1 L2R2")
    assert match.log(1)[-3:] == ["Ann crosses the finish line.", "You cross the finish line.", "The race is over."]
    assert words.result(race_of(match), Reader(1, match.players)) == [
        "1. Ann: crossed in turn 1 with others; legs add up to rear 14, middle 16, front 20.",
        "2. You: crossed in turn 1 with others; legs add up to rear 14, middle 16, front 19.",
        "3. Cem: 6 segments short of the finish.",
    ]


def test_the_end_names_a_shared_win_and_the_card_that_decided() -> None:
    # RC-R24, RC-R33
    reader = Reader(bugbox.WATCHER, ("Ann", "Bob"))
    shared, decided = (race(CARD_DECIDES, CARD_DECIDES, earlier_card=on) for on in (False, True))
    for position in (shared, decided):
        play_cards(position, "L1R1 L3R3", "L3R3 L1R1")
    legs = "crossed in turn 1 with others; legs add up to rear 14, middle 16, front 20"
    assert words.result(shared, reader) == [f"1. Ann: {legs}; a shared place.", f"1. Bob: {legs}; a shared place."]
    assert words.result(decided, reader) == [
        f"1. Bob: {legs}; crossed with card 1.",
        f"2. Ann: {legs}; crossed with card 2.",
    ]


def test_the_sheet_shows_what_breaks_ties_in_the_order_in_which_it_does() -> None:
    # RC-R23, RC-R33
    position, with_cards = (race(CARD_DECIDES, CARD_DECIDES, earlier_card=on) for on in (False, True))
    for one in (position, with_cards):
        play_cards(one, "L1R1 L3R3", "L3R3 L1L3")
    rows = [
        ("Crossed the line", ["in turn 1", "in turn 1"]),
        ("Still to go", ["nothing", "nothing"]),
        ("Rear legs", ["7 + 7 = 14", "7 + 7 = 14"]),
        ("Middle legs", ["8 + 8 = 16", "8 + 8 = 16"]),
        ("Front legs", ["10 + 10 = 20", "10 + 9 = 19"]),
    ]
    assert words.sheet(position) == rows
    assert words.sheet(with_cards) == [*rows, ("Crossed with", ["card 2", "card 1"])]
    begun = words.sheet(race(seats=2, earlier_card=True))
    assert begun[0] == ("Crossed the line", ["no", "no"])
    assert begun[1] == ("Still to go", ["12 segments", "12 segments"])
    assert begun[-1] == ("Crossed with", ["-", "-"])


def why(position: BugRace, viewer: int = bugbox.WATCHER) -> str:
    return words.why(position, Reader(viewer, ("Ann", "Bob", "Cem", "Dot")[: position.seats]))


def test_the_end_says_how_far_behind_the_others_were() -> None:
    # RC-F8
    position = cross_together(REAR_15, NOT_THERE, NOT_THERE)
    assert why(position) == "Ann crossed the line in turn 1; Bob and Cem were 1 segment short."
    assert why(position, 0) == "You crossed the line in turn 1; Bob and Cem were 1 segment short."
    assert why(position, 2) == "Ann crossed the line in turn 1; you and Bob were 1 segment short."
    assert why(cross_together(NOT_THERE, REAR_15), 0) == "Bob crossed the line in turn 1; you were 1 segment short."
    assert why(cross_together(NOT_THERE, REAR_15)) == "Bob crossed the line in turn 1; Ann was 1 segment short."


def test_the_end_says_which_legs_or_card_decided() -> None:
    # RC-R23, RC-R33
    rear = cross_together(REAR_15, REAR_14_MIDDLE_18, NOT_THERE)
    assert why(rear) == "Ann and Bob crossed the line in turn 1; Ann's rear legs were further ahead, 15 to 14."
    assert why(rear, 0) == "You and Bob crossed the line in turn 1; your rear legs were further ahead, 15 to 14."
    middle = cross_together(REAR_14_MIDDLE_17, REAR_14_MIDDLE_17, REAR_14_MIDDLE_16_FRONT_20)
    ahead = "the winners' middle legs were further ahead, 17 to 16."
    assert why(middle, 1) == f"You, Ann and Cem crossed the line in turn 1; {ahead}"
    position = race(CARD_DECIDES, CARD_DECIDES, earlier_card=True)
    play_cards(position, "L1R1 L3R3", "L3R3 L1R1")
    assert why(position) == (
        "Ann and Bob crossed the line in turn 1 with their legs level; Bob crossed with an earlier card."
    )


def test_the_end_says_when_a_win_is_shared() -> None:
    # RC-R24
    position = cross_together(REAR_15, REAR_15)
    assert why(position) == "Ann and Bob crossed the line in turn 1 with their legs level, and share the win."
    assert why(position, 1) == "You and Ann crossed the line in turn 1 with your legs level, and share the win."


def test_the_end_names_who_followed_when_all_play_on() -> None:
    # RC-R26
    position = cross_together(REAR_15, NOT_THERE, NOT_THERE, play_on=True)
    position.crossed_turn[1] = 4
    assert why(position) == "Ann crossed the line in turn 1; Bob followed in turn 4."
    assert why(position, 1) == "Ann crossed the line in turn 1; you followed in turn 4."


def asked(position: BugRace) -> str:
    return words.ask(position, Reader(0, ("Ann", "Bob", "Cem")))


def test_each_seat_is_asked_in_words() -> None:
    # RC-R16, RC-R18
    match = table(3, expert=True)
    position = race_of(match)
    assert asked(position) == "Keep one card and pass the other 3 cards to Bob."
    advance_to(match, "play")
    assert asked(position) == "Choose the card to play first."
    match.play(0, match.options(0)[0])
    assert asked(position) == "Choose the card to play second."
    next_turn(match)
    assert asked(position) == "Keep one card and pass the other 3 cards to Cem."
    assert asked(race(seats=2)) == "Keep one card and pass the other card to Bob."


def test_only_an_option_of_the_moment_can_be_played() -> None:
    match = table(2)
    deal(race_of(match), "L1L2 R1R2", "L3R3 L1R1")
    with pytest.raises(bugbox.NotNow, match=r"^'keep L3R3' is not possible now; possible: keep L1L2, keep R1R2\.$"):
        match.play(0, "keep L3R3")
    with pytest.raises(bugbox.NotNow, match="'play L1L2' is not possible now"):
        match.play(0, "play L1L2")
    with pytest.raises(
        bugbox.NotAnOption, match=r"^'hop' is not an option of Bug Race; possible: keep L1L2, keep R1R2\.$"
    ):
        match.play(0, "hop")
    for crooked in ("keep", "keep ", "keep L1", "keep L2L1", "keep L4", "keep L1L2 "):
        with pytest.raises(bugbox.NotNow):
            match.play(0, crooked)
    for nonsense in ("Keep L1L2", "pass L1L2", "", " keep L1L2"):
        with pytest.raises(bugbox.NotAnOption):
            match.play(0, nonsense)
    assert match.decisions == []


def test_a_seat_that_has_chosen_must_wait() -> None:
    # RC-R14
    match = table(2)
    match.play(0, match.options(0)[0])
    with pytest.raises(bugbox.NotYourTurn, match=r"^Seat 0 owes no decision; to act: 1\.$"):
        match.play(0, "keep L1L2")
    with pytest.raises(bugbox.NotYourTurn, match=r"^There is no seat 2: the seats are 0 to 1\.$"):
        match.play(2, "keep L1L2")


def test_nothing_can_be_played_after_the_end() -> None:
    # RC-F8
    match = table(2)
    about_to_cross(race_of(match), 0)
    next_turn(match)
    assert match.over
    with pytest.raises(bugbox.NotYourTurn, match=r"^The match is over\.$"):
        match.play(0, "keep L1L2")

"""The texts of Caterpillar Filler: questions and picks, the log, the garden as text, and the result."""

import re

import pytest

from bugbox.core.game import WATCHER, Reader
from bugbox.core.match import Match
from bugbox.games.caterpillar.rules.box import RULES, SET_UPS
from bugbox.games.caterpillar.show.text import RULE_LINES, SET_UP_LINES
from tests.games.caterpillar.draw import garden, length, new, offered, play, told

FLOWERS_ALL_ROUND = "\n".join(
    f"{row}  {'  '.join('*' * 16 if row in 'AP' else '*' + '.' * 14 + '*')}" for row in "ABCDEFGHIJKLMNOP"
)


# --- Questions and picks ---


def touches(match: Match, option: str) -> tuple[str, ...]:
    return dict(match.pov(match.to_act[0]).choices())[option]


def test_what_is_asked_before_between_and_after_the_steps() -> None:
    """CF-R9: a wasp is mentioned only when it can be placed."""
    match = garden("H  a1  A@", roll=3, pairs=0, wasps="A", body={"B": 1})
    assert match.pov(0).question == "You rolled a 3: crawl 3 spaces, or put a wasp in the garden first."
    play(match, "step H3")
    assert match.pov(0).question == "2 spaces to go."
    play(match, "step H4")
    assert match.pov(0).question == "1 space to go."
    play(match, "step H5")
    assert match.pov(0).question == "Put a wasp in the garden, or keep it for later."
    assert garden("H  a1  A@", roll=1).pov(0).question == "You rolled a 1: crawl 1 space."
    stung = garden("H  a1  A@", roll=2, wasps="AA")
    play(stung, "wasp B2")
    assert stung.pov(0).question == "You rolled a 2: crawl 2 spaces.", "one a turn"


def test_several_wasps_are_kept_together() -> None:
    match = garden("H  a1  A@", roll=1, wasps="AA")
    play(match, "step H3")
    assert match.pov(0).question == "Put a wasp in the garden, or keep them all for later."
    assert touches(match, "wasp B2") == ("wasp", "space:B2")
    assert touches(match, "no wasp") == ("no-wasp",)


def test_who_comes_back_is_asked_for_the_head_and_then_for_the_side_of_the_body() -> None:
    """CF-R25: A1 is clockwise from B1, and C1 anticlockwise."""
    match = garden("H  b1  B@", body={"A": 2})
    assert match.pov(0).question == "Choose where your head comes back on the edge, then where the body goes."
    assert touches(match, "join B1 clockwise") == ("space:B1", "space:A1")
    assert touches(match, "join B1 anticlockwise") == ("space:B1", "space:C1")
    alone = garden("H  b1  B@", body={"A": 0})
    assert alone.pov(0).question == "Choose where your head comes back on the edge."
    assert touches(alone, "join B1 clockwise") == ("space:B1",)


def test_who_comes_back_is_first_told_why_they_are_out() -> None:
    """CF-F12, CF-F11: the last reason."""
    match = garden("H  a1  A@  B@  b1  b2", roll=1)
    play(match, "step H3")
    assert match.pov(1).question == (
        "You were bitten! Choose where your head comes back on the edge, then where the body goes."
    )
    stuck = garden("D  !  a1  !\nE  !  A@  !\nF  !  !  !", roll=2, body={"B": 1})
    play(stuck, "join P9 clockwise")
    assert stuck.pov(0).question.startswith("You got stuck! Choose where your head comes back on the edge")
    play(stuck, "join P12 clockwise", "step P10", "step P11")
    assert [player.is_off for player in stuck.view(WATCHER).players] == [True, False]
    assert stuck.pov(0).question.startswith("You were bitten! Choose")


def test_who_has_to_choose_for_a_flower_is_told_which_space_is_taken() -> None:
    """CF-R18."""
    match = garden("E  a2  a1  A@  .  .", roll=3, tiles="E3")
    assert match.pov(0).question == "E3 is taken: choose one of the nearest free spaces for the flower."
    assert set(match.options(0)) == {"plant D3", "plant E4", "plant F3"}
    assert touches(match, "plant E4") == ("space:E4",)


@pytest.mark.parametrize(
    ("option", "label"),
    [
        ("step H4", "Crawl to H4"),
        ("wasp H4", "Put a wasp on H4"),
        ("plant H4", "Plant the flower on H4"),
        ("no wasp", "No wasp now"),
        ("join A4 anticlockwise", "Come back: head on A4, body anticlockwise"),
    ],
)
def test_options_as_people_read_them(option: str, label: str) -> None:
    assert new().game.label(option) == label


# --- The log ---


def test_who_takes_the_first_turn_is_who_the_log_says() -> None:
    """CF-M9."""
    for seed in range(8):
        match = new(4, seed)
        first = match.view(WATCHER).turn
        assert told(match)[0] == f"{match.players[first]} takes the first turn."
        assert told(match, first)[0] == "You take the first turn."


def test_turns_are_counted_from_the_first_one_on() -> None:
    match = new(seats=3, seed=4)
    first = match.to_act[0]
    assert "Turn 1 is yours." in match.text(first)
    while match.to_act == (first,):
        match.play(first, match.options(first)[-1])
    assert "Turn 2 is yours." in match.text(match.to_act[0])


def test_a_bite_is_told_to_each_in_their_own_words() -> None:
    """CF-F12."""
    match = garden("H  a1  A@  B@  b1  b2", roll=1)
    play(match, "step H3")
    assert told(match)[-1] == "Ann bites Bob on H3 and is now 3 long. Bob leaves the garden, 2 long."
    assert told(match, 0)[-1] == "You bite Bob on H3 and are now 3 long. Bob leaves the garden, 2 long."
    assert told(match, 1)[-1] == "Ann bites you on H3 and is now 3 long. You leave the garden, 2 long."


def test_leaving_without_a_bite_and_finding_no_room_are_told_to_each_in_their_own_words() -> None:
    """CF-F11, CF-R27."""
    match = garden("D  !  a1  !\nE  !  A@  !\nF  !  !  !", roll=2)
    assert told(match)[-1] == "Ann cannot crawl 2 spaces and leaves the garden."
    assert told(match, 0)[-1] == "You cannot crawl 2 spaces and leave the garden."
    match = garden(FLOWERS_ALL_ROUND, body={"A": 4, "B": 3})
    assert told(match)[0] == "There is no room on the edge for Ann."
    assert told(match, 0)[0] == "There is no room on the edge for you."


def test_who_pushes_a_wasp_is_who_the_log_says() -> None:
    """CF-H2."""
    match = garden("H  b1  B@  !", turn="B", roll=1, rule="pushing")
    play(match, "step H3")
    assert "Bob pushes the wasp from H3 to H4." in told(match)
    assert "You push the wasp from H3 to H4." in told(match, 1)


def test_coming_back_is_told_with_both_ends() -> None:
    """CF-R25."""
    match = garden("H  .  b1  B@", body={"A": 2}, roll=1)
    play(match, "join A5 clockwise")
    assert "Ann comes back on the edge: head on A5, tail on A7." in told(match)
    alone = garden("H  .  b1  B@", body={"A": 0}, roll=1)
    play(alone, "join A5 clockwise")
    assert "You come back on the edge, on A5." in told(alone, 0)


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("D  .  *  *", "The wind blows to the north: 2 flowers drift."),
        ("D  .  *  .", "The wind blows to the north: 1 flower drifts."),
        ("D  .  .  .", "The wind blows to the north: no flower drifts."),
    ],
)
def test_the_log_counts_the_flowers_that_drift(row: str, said: str) -> None:
    """CF-H4."""
    assert told(garden(f"{row}\nH  a1  A@", roll=1, rule="windy"))[1] == said


# --- The garden as text ---


def test_the_garden_as_text() -> None:
    match = garden("A  *\nC  .  a2  a1  A@  !", roll=3, pairs=1, tiles="B3", wasps="AAB", body={"B": 2}, mat={"B": 7})
    garden_, _, turn, tiles, players = match.text(0).split("\n\n")
    assert garden_.splitlines()[:5] == [
        "    1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16",
        "A   *  :  :  :  :  :  :  :  :  :  :  :  :  :  :  :",
        "B   :  .  *  .  .  .  .  .  .  .  .  .  .  .  .  :",
        "C   : a2 a1 A@  !  .  .  .  .  .  .  .  .  .  .  :",
        "D   :  .  .  .  .  .  .  .  .  .  .  .  .  .  .  :",
    ]
    assert turn.endswith("The die shows a 3, 3 spaces to go.")
    assert tiles == "No flower tiles are left. Turned so far: B3."
    assert players.splitlines() == [
        "A You: 3 long, 5 more to win, 2 wasps, head on C4, choosing",
        "B Bob: 3 long, 7 more to win, 1 wasp, out of the garden",
    ]


def test_the_text_names_whose_turn_it_is_the_pairs_that_are_left_and_the_next_wind() -> None:
    """CF-F3, CF-H4: a head without a body is not off the garden."""
    match = garden("C  A@\nH  b1  B@", roll=2, pairs=1, rule="windy")
    mine, other = match.text(0), match.text(1)
    assert "yours. The die shows a 2, 2 spaces to go. The next wind blows to the north." in mine
    assert "Ann's. The die shows a 2, 2 spaces to go. The next wind blows to the north." in other
    assert "1 pair of flower tiles left." in mine
    assert "A Ann: 1 long, 5 more to win, no wasps, head on C1, choosing" in other
    assert "wind" not in garden("C  A@\nH  b1  B@").text(0)


@pytest.mark.parametrize("rule", RULES)
def test_the_text_tells_the_rule_in_play_all_along(rule: str) -> None:
    """CF-H1 to CF-H6: players in the terminal need to know it too."""
    said = [line for line in garden("C  a1  A@", rule=rule).text(0).splitlines() if "Alternative rule" in line]
    assert said == ([] if rule == "printed" else [RULE_LINES[rule]])


@pytest.mark.parametrize("set_up", SET_UPS)
def test_the_text_names_the_set_up_all_along(set_up: str) -> None:
    # CF-F14, CF-H7
    said = [line for line in new(2, set_up=set_up).text(0).splitlines() if line.startswith("Set-up")]
    assert said == ([] if set_up == "none" else [SET_UP_LINES[set_up]])


def test_no_set_up_is_described_by_where_the_yellow_spaces_usually_are() -> None:
    """CF-M2, CF-R47: they can be anywhere, and a wasp on a yellow space stays in the box."""
    for line in SET_UP_LINES.values():
        assert "first" not in line
        assert "beside" not in line
        assert not re.search(r"(four|eight|\d) wasps", line)


def test_the_text_says_that_there_is_a_tie_as_long_as_it_lasts() -> None:
    """CF-R34."""
    tie = "No flower tiles are left. It is a tie for longest: the first to pull ahead wins."
    match = garden("C  a1  A@  B@  b1", roll=3, pairs=0)
    assert tie in match.text(0)
    play(match, "step C3")
    assert match.over
    assert tie not in match.text(0)
    assert "A You: place 1, 3 long, no wasps, head on C3" in match.text(0)
    assert tie not in garden("C  a1  A@  B@  b1", roll=2, pairs=0).text(0), "no flower was due yet"


# --- The end ---


def why(match: Match, viewer: int = WATCHER) -> str:
    return match.game.words.why(match.position, Reader(viewer, match.names))


def test_the_sheet_and_by_how_much_the_longest_won() -> None:
    """CF-R33, CF-R43."""
    match = garden(
        "E  a2  a1  A@  *\nH  b1  B@\nK  c1  C@\nM  D@", seats=4, pairs=0, mat={"A": 4, "D": 6}, wasps="AACD"
    )
    play(match, "step E4")
    assert match.game.words.sheet(match.position) == [
        ("Head", ["1", "1", "1", "1"]),
        ("Body", ["3", "1", "1", "0"]),
        ("Length", ["4", "2", "2", "1"]),
        ("On the mat", ["3", "5", "5", "6"]),
        ("Wasps", ["3", "0", "1", "1"]),
    ]
    assert match.pov(1).result() == [
        "1. Ann: 4 long.",
        "2. You: 2 long; a shared place.",
        "2. Cem: 2 long; a shared place.",
        "4. Dot: 1 long.",
    ]
    assert why(match) == "Ann won as the longest when the flower tiles had run out: 4 long, 2 pieces ahead."
    assert told(match)[-1] == "No flower tiles are left, and one caterpillar is the longest: the game is over."


def test_what_decided_when_nothing_changed_any_more() -> None:
    """CF-R45."""
    match = garden(FLOWERS_ALL_ROUND, body={"A": 4, "B": 3})
    assert told(match)[-1] == "Nothing has changed for a long time: the game is over."
    assert why(match) == "Ann won as the longest when nothing had changed for a long time: 5 long, 1 piece ahead."
    shared = garden(FLOWERS_ALL_ROUND, seats=3, body={"A": 4, "B": 3, "C": 4})
    assert why(shared, 0) == "You and Cem share the win, 5 long each: nothing had changed for a long time."
    assert shared.view(WATCHER).turns == 150, "50 rounds of three"


def test_a_bite_that_ends_the_game_is_made_in_full() -> None:
    """CF-R50, CF-R31: Bob was longer than Cem until then."""
    match = garden("H  a1  A@  B@  b1  b2\nM  c1  C@", seats=3, roll=1, mat={"A": 1})
    assert (length(match, "B"), length(match, "C")) == (3, 2)
    play(match, "step H3")
    assert match.over
    assert match.view(WATCHER).players[1].is_off
    assert [length(match, owner) for owner in "ABC"] == [3, 2, 2]
    assert match.places == (1, 2, 2)
    assert offered(match, "wasp") == ""


def test_what_the_laboratory_counts() -> None:
    full = garden("E  a2  a1  A@  *\nH  b1  B@\nK  c1  C@", seats=3, roll=3, tiles="B3", mat={"A": 1})
    play(full, "step E4")
    counted = {"turns": 1, "winners": 1, "longest": 4, "pieces": 8, "tiles": 1, "full": 1}
    assert full.game.measures(full.position) == counted
    tired = garden(FLOWERS_ALL_ROUND, body={"A": 3, "B": 3})
    counted = {"turns": 100, "winners": 2, "longest": 4, "pieces": 8, "tiles": 0, "full": 0}
    assert tired.game.measures(tired.position) == counted


# --- The primer ---


@pytest.mark.parametrize(
    "surprise",
    [
        "five more body pieces on your mat and one wasp",  # CF-F4
        "It costs the other one a piece",  # CF-F12
        "But it costs you no piece",  # CF-R8
        "without rolling",  # CF-F11
    ],
)
def test_the_primer_tells_what_surprises_a_beginner(surprise: str) -> None:
    assert surprise in " ".join(new().game.primer().split())


# --- The rules ---


@pytest.mark.parametrize("number", [13, 21, 22, 36, 41])
def test_a_ruling_that_is_not_the_rulebooks_is_marked_as_the_houses(number: int) -> None:
    """CF-R13, CF-R21, CF-R22, CF-R36, CF-R41."""
    clause = new().game.rules().partition(f"- **CF-R{number}** ")[2]
    assert re.split(r"\n\n|\n- ", clause)[0].endswith("*(house)*")

"""Caterpillar Filler, clause by clause: the end, and hidden information."""

from collections import Counter

import bugbox
from bugbox.core.game import OPEN, WATCHER
from bugbox.core.match import Match
from bugbox.games.caterpillar.rules.turn import CaterpillarFiller
from tests.games.caterpillar.draw import MEETING, OWNERS, garden, new, play, told
from tests.kit.tables import guess_of

# --- The end ---

LAST_FLOWER = """
    D  .   .   .   .
    E  a2  a1  A@  *
    H  b2  b1  B@  .
    """


def test_with_the_last_piece_in_the_garden_the_game_is_over_at_once() -> None:
    """CF-F13, CF-R14, CF-R31: no more tiles are turned."""
    match = garden(LAST_FLOWER, mat={"A": 1}, tiles="G3")
    play(match, "step E4")
    assert match.over
    assert (match.places, match.points) == ((1, 2), (4, 3))
    assert match.view(0).turned == ()
    assert told(match)[-1] == "The last body piece is in the garden: the game is over."
    assert match.game.words.why(match.position, bugbox.core.game.Reader(0, match.names)) == (
        "You won with all pieces in the garden: 4 long, 1 piece ahead."
    )


def test_with_the_last_tiles_turned_play_goes_on() -> None:
    """CF-R32."""
    match = garden(LAST_FLOWER, pairs=1, tiles="G3")
    play(match, "step E4")
    assert not match.over
    assert match.view(0).pairs == 0
    assert match.view(0).flowers == ("G3",)


def test_a_flower_that_is_due_without_tiles_ends_the_game_if_one_is_longest() -> None:
    """CF-F13, CF-R33, CF-R36: the flower just eaten counts, and flowers can be eaten after the tiles have run out."""
    match = garden(LAST_FLOWER, pairs=0)
    play(match, "step E4")
    assert match.over
    assert match.view(0).reason == "longest"
    assert match.places == (1, 2)


def test_a_3_without_tiles_ends_it_too() -> None:
    """CF-F13, CF-R33."""
    match = garden("E  a2  a1  A@\nH  b1  B@", pairs=0, roll=3)
    assert match.over
    assert match.places == (1, 2)


def test_a_caterpillar_out_of_the_garden_can_be_the_longest() -> None:
    """CF-R30."""
    match = garden("E  a2  a1  A@  *", pairs=0, body={"B": 5})
    play(match, "step E4")
    assert match.over
    assert match.places == (2, 1)


def test_several_longest_play_on_until_one_is_alone() -> None:
    """CF-R34: no more flowers are added."""
    match = garden("E  a1  A@  *\nH  b2  b1  B@  .  *", pairs=0, roll=1)
    play(match, "step E3")
    assert not match.over
    assert match.view(0).is_tied
    assert told(match)[-1] == "No flower tiles are left, and it is a tie for longest: the first to pull ahead wins."
    play(match, "no wasp", "step H4", "step D3", "no wasp")
    assert match.view(0).reason == ""
    play(match, "step H5")
    assert match.view(0).reason == "longest"
    assert match.places == (2, 1)


def test_a_bite_breaks_a_tie_too() -> None:
    """CF-R34: before the tie it would not have ended the game."""
    match = garden(MEETING.replace("b3", ".").replace("b2", "."), pairs=0, roll=3)
    assert match.over, "Ann is longest alone"
    equal = garden(MEETING.replace("b3", "."), pairs=0, roll=3)
    assert equal.view(0).is_tied
    play(equal, "step H4", "step H5")
    assert equal.view(0).reason == "longest"
    assert equal.places == (1, 2)


def test_a_tie_in_which_nothing_changes_for_ten_rounds_is_a_shared_win() -> None:
    """CF-R35, CF-R43."""
    match = garden("D  a1  A@\nM  .  .  .  .  .  .  b1  B@", pairs=0, roll=3)
    assert match.view(0).is_tied
    while not match.over:
        seat = match.to_act[0]
        match.play(seat, match.options(seat)[0 if seat == 0 else -1])
    assert match.view(0).turns == 1 + 2 * 10, "ten full rounds after the turn in which the tie began"
    assert match.view(0).reason == "tired"
    assert match.places == (1, 1)
    assert match.pov(0).result() == ["1. You: 2 long; a shared place.", "1. Bob: 2 long; a shared place."]


def test_places_are_by_length_and_equals_share_one() -> None:
    """CF-R43."""
    match = garden(LAST_FLOWER + "\nK  c2  c1  C@\nN  d1  D@", seats=4, pairs=0)
    play(match, "step E4")
    assert match.places == (1, 2, 2, 4)


def test_colours_are_only_looks() -> None:
    """CF-R39, CF-M10: players are letters here; colours have no effect."""
    view = new(4).view(WATCHER)
    assert not [name for name in type(view.players[0]).__struct_fields__ if "colour" in name]
    assert len(OWNERS) == 4


# --- Hidden information ---


def test_a_guess_deals_the_tiles_that_are_face_down_and_only_those() -> None:
    """CF-R46: each is equally likely to be next, whether on the mat or in the box."""
    match = garden("E  a2  a1  A@  .  .", roll=3, tiles="G3")
    tops = Counter[int]()
    for seed in range(1500):
        guessed = guess_of(match.position, 0, seed)
        assert isinstance(guessed, CaterpillarFiller)
        letters = guessed.letters
        tops[letters.cards[letters.size - 1]] += 1
    assert set(tops) == set(range(1, 17)) - {7}
    assert all(60 < times < 140 for times in tops.values())


def test_the_die_is_fair_and_has_six_faces() -> None:
    """CF-M1."""
    rolls = Counter(new(2, seed).view(OPEN).rolled for seed in range(600))
    assert set(rolls) == {1, 2, 3, 4, 5, 6}
    assert all(70 < times < 135 for times in rolls.values())


def test_a_step_can_be_taken_back_until_the_next_player_has_rolled() -> None:
    match = next(found for found in (new(2, seed) for seed in range(50)) if found.view(OPEN).rolled == 2)
    seat = match.to_act[0]
    for may_undo in (True, True, False):
        play(match, next(option for option in match.options(seat) if option.split()[0] in ("step", "no")))
        assert match.may_undo(seat) == may_undo


def test_what_follows_from_a_step_is_seen_beat_by_beat() -> None:
    """A flower is eaten, tiles are turned, the new flower appears, the turn passes, and the next player rolls."""
    match = garden(LAST_FLOWER, tiles="G3", roll=2)
    play(match, "step E4")
    assert beats(match) == [("Ann eats the flower on E4 and is now 4 long.", ()), ("The tiles say G3.", ())]
    play(match, "wasp C9")
    assert beats(match) == [("Ann puts a wasp on C9.", ("G3",)), ("Bob rolls a 2.", ("G3",))]
    bite = garden(MEETING, mat={"A": 1})
    play(bite, "step H4", "step H5")
    assert [said for said, _ in beats(bite)] == [
        "Ann bites Bob on H5 and is now 4 long. Bob leaves the garden, 3 long.",
        "The last body piece is in the garden: the game is over.",
    ], "the bite is seen, and then the butterfly"


def beats(match: Match) -> list[tuple[str, tuple[str, ...]]]:
    """Return the headline and visible flowers at each beat of the last decision."""
    return [
        (match.pov(WATCHER).news(0, told)[-1], match.at(beat).view(WATCHER).flowers)
        for told, beat in match.position.beats
    ]


def test_a_new_flower_ends_the_quiet() -> None:
    """CF-R45."""
    assert garden("E  a2  a1  A@", roll=4).view(OPEN).quiet == 1
    assert garden("E  a2  a1  A@", roll=3, tiles="G3").view(OPEN).quiet == 0

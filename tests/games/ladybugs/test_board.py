"""Ladybugs drawn: what its picture shows and where, what is touched, and what the help says."""

import re
from collections.abc import Iterator

import pytest

from bugbox.art.parts import collect
from bugbox.art.svg import Markup
from bugbox.core.game import ANY_ORDER, OPEN, WATCHER, Help
from bugbox.core.match import Match
from bugbox.core.rng import Rng
from bugbox.games.ladybugs.show import board
from bugbox.games.ladybugs.show.ground import (
    CELL,
    SIGN_HEIGHT,
    Spot,
    is_near,
    line,
    loops,
    outline,
    place,
    signs,
    spots_of,
)
from bugbox.games.ladybugs.show.words import SPACES
from tests.games.ladybugs.draw import garden, new, play
from tests.kit.tables import pick

pytestmark = pytest.mark.once

MODULES = {"action_tiles": True, "clovers": True, "spider": True}


def part(match: Match, name: str, viewer: int = WATCHER) -> str:
    """One part of the picture, as a viewer sees it."""
    return collect("all", lambda: Markup(match.pov(viewer).drawing().board))[name]


def texts(markup: str) -> list[str]:
    return re.findall(r">([^<>]+)<", markup)


def explained(match: Match, thing: str, viewer: int = 0) -> Help:
    found = match.pov(viewer).help(thing)
    assert found
    return found


# --- Beds ---


def test_a_sign_says_what_an_empty_bed_pays_and_then_who_leads_by_how_much() -> None:
    match = garden("a a a  b b b  cA3 c cB3  d dB5 d  .A1", seats=3)
    assert texts(part(match, "sign-1")) == ["3/1"]
    assert texts(part(match, "sign-3")) == ["3", "A", "B"]
    assert texts(part(match, "sign-4")) == ["3", "B+5"]


def test_with_two_players_there_is_no_second_place_on_a_sign() -> None:
    assert texts(part(garden("a a a .A1"), "sign-1")) == ["3"]


def test_the_lead_is_over_the_next_and_equal_leaders_stand_side_by_side() -> None:
    match = garden("aA6 aB4 aC4", seats=3)
    assert texts(part(match, "sign-1")) == ["3", "A+2"]
    assert texts(part(garden("aA4 aB4 aC1", seats=3), "sign-1")) == ["3", "A", "B"]


def test_beside_the_garden_stand_everybodys_dots_most_first() -> None:
    row = part(garden("aA2 aB5 aC3", seats=3), "bed-1")
    assert texts(row) == ["3/1", "Aster", "5", "3", "2"]
    assert re.findall(r"badge-(\w)", row) == ["B", "C", "A"]


def gardens() -> Iterator[tuple[int, ...]]:
    for seats in (2, 3, 4):
        for seed in range(12):
            yield new(seats, seed).view(WATCHER).garden


def test_no_sign_stands_over_another_or_beyond_the_edge() -> None:
    for beds in gardens():
        placed = signs(beds)
        high = len(beds) // 13 * CELL
        assert all(SIGN_HEIGHT / 2 < sign.y < high - SIGN_HEIGHT / 2 for sign in placed)
        near = [(a, b) for number, a in enumerate(placed) for b in placed[:number] if is_near(a, b)]
        assert not near


def test_a_fence_goes_all_round_its_bed_and_never_touches_another() -> None:
    for beds in gardens():
        points: dict[str, int] = {}
        for bed in range(1, max(beds) + 1):
            path = outline(tuple(spots_of(beds, bed)))
            assert path.count("M") == path.count("Z") == len(list(loops(spots_of(beds, bed))))
            for point in re.findall(r"-?[\d.]+ -?[\d.]+", path):
                assert points.setdefault(point, bed) == bed


def test_two_spaces_that_meet_at_a_corner_have_a_fence_each() -> None:
    assert sorted(map(len, loops([(0, 0), (1, 1)]))) == [4, 4]
    ring: list[Spot] = [(x, y) for x in range(3) for y in range(3) if (x, y) != (1, 1)]
    assert sorted(map(len, loops(ring))) == [4, 12]


# --- Tiles ---


def test_a_stack_shows_every_tile_in_it_the_top_one_last() -> None:
    stack = part(garden(". aA2B5A1"), "stack-b1")
    assert re.findall(r'href="#lady-([\d-]+)"', stack) == ["0-2", "1-5", "0-1"]
    assert re.findall(r'data-key="([^"]+)"', stack) == ["tile:b1:0", "tile:b1:1", "tile:b1:2"]


def test_my_tiles_come_from_my_hand_and_those_of_others_from_their_plates() -> None:
    match = garden(".A1 . .B2")
    assert 'data-from="hand"' in part(match, "stack-a1", 0)
    assert 'data-from="seat:1"' in part(match, "stack-c1", 0)
    assert 'data-from="seat:0"' in part(match, "stack-a1", 1)
    assert 'data-spot="hand"' in match.pov(0).drawing().html()


def test_the_spider_keeps_its_key_wherever_it_walks() -> None:
    match = garden(". .A1 . .@ . . .", A="2 3")
    before = part(match, "spider")
    play(match, "A spider 2 f1")
    after = part(match, "spider")
    assert before != after
    assert 'data-key="spider"' in before
    assert 'data-key="spider"' in after
    x, y = place(SPACES[6].find("f1"))
    assert f"translate({x} {y})" in after


def test_a_clover_lies_face_down_until_it_is_taken_and_only_its_owner_reads_it() -> None:
    match = garden(". .A1 .+3 . .", A="2 3")
    assert 'data-key="clover:c1"' in part(match, "clovers")
    assert "data-key" not in part(garden(". .A1"), "clovers")
    play(match, "A place 2 c1")
    assert "data-key" not in part(match, "clovers")
    assert texts(str(match.pov(0).drawing().facts[0]))[-2:] == ["1", "\u00a0= 3"]
    assert texts(str(match.pov(1).drawing().facts[0]))[-1] == "1"
    assert explained(match, "luck:0").worth == "It is worth 3 points."
    assert explained(match, "luck:0", 1).worth == ""


# --- What the others did ---


def test_a_trail_leads_from_the_tile_that_was_counted_from_to_where_the_others_placed_last() -> None:
    match = garden(". .A2 . . . .B1", A="2 3", B="1 1")
    play(match, "A place 3 d1")
    way = line(SPACES[6].find("b1"), SPACES[6].find("d1"))
    assert way in part(match, "trails", 1)
    assert way not in part(match, "trails", 0), "I know what I did"
    assert 'class="trail"' in part(match, "trails", 1)


def test_a_beat_shows_what_is_being_done_more_clearly() -> None:
    match = garden(". .A2 . . . .B1", A="2 3", B="1 1")
    play(match, "A place 3 d1")
    ((_, beat),) = match.position.beats
    for viewer in (0, 1, WATCHER):
        assert 'class="trail now"' in part(match.at(beat), "trails", viewer)


def test_the_tile_without_counting_has_no_way_behind_it_nor_has_the_spider() -> None:
    match = garden(".A1 . . . .B1", A="2 3", B="1 1")
    play(match, "A place 3 b1", "B start 1")
    assert board.sources(match.view(0), match.view(0).players[1]) == ()
    match = garden(". .A1 . .@ . . .", A="2 3")
    play(match, "A place 3 c1")
    play(match, *[f"B {next(option for option in match.options(1) if option.startswith('spider'))}"])
    assert match.view(0).players[1].last is None


# --- What is touched ---


def picks(match: Match, option: str, seat: int = 0) -> tuple[str, ...]:
    code = match.codes(seat)[match.options(seat).index(option)]
    return match.game.words.picks(match.position, seat, code)


def test_tile_and_space_are_touched_in_any_order_but_action_tiles_come_before_the_space() -> None:
    match = garden(". .A2 .B1 . . .", A="4 5", settings={"action_tiles": True})
    assert picks(match, "place 4 b3") == (f"{ANY_ORDER}hand:4", f"{ANY_ORDER}space:b3")
    option = "place 4 d1 with Grasshopper"
    assert picks(match, option) == (f"{ANY_ORDER}hand:4", f"{ANY_ORDER}action:Grasshopper", "space:d1")


def test_a_finger_is_led_to_the_nearest_space() -> None:
    match = new(4)
    assert 'data-near=""' in match.pov(0).drawing().html()
    assert match.pov(0).drawing().html().count('data-look=""') == 169
    assert "data-look" not in match.pov(WATCHER).drawing().html()


# --- Parts ---


def test_a_move_changes_few_parts() -> None:
    match, rng = new(4, 5, **MODULES), Rng(5, "test")
    seen: dict[str, str] = {}
    changes = []
    while not match.over:
        now = collect("all", lambda: Markup(match.pov(0).drawing().board))
        changes.append(sum(seen.get(name) != text for name, text in now.items()))
        seen = now
        seat = match.to_act[0]
        match.play(seat, pick(match.options(seat), rng))
    assert sum(changes[5:]) / len(changes[5:]) < 8


# --- Help ---


def test_a_space_says_what_each_of_my_tiles_would_do_there() -> None:
    match = garden(". .A2 . aB4 a a", A="4 5")
    assert explained(match, "space:d1").worth == "With your 4 or 5 you have the bed to yourself: 3 points more."
    match = garden(". .A2 . a aB4 a", A="4 6")
    assert explained(match, "space:d1").worth == (
        "With your 4 you draw level with Bob: 3 points more. With your 6 you lead by 2 dots: 3 points more."
    )
    match = garden(". .A2 . a aB4 aB3", A="4 6")
    assert explained(match, "space:d1").worth.startswith("With your 4 you are 3 dots behind Bob: no change in points.")


def test_a_space_shows_the_tiles_it_is_counted_from() -> None:
    match = garden(". .A2 . a . .A2 .", A="4 6")
    ((where, ghosts),) = explained(match, "space:d1").ghosts
    assert where == "ghosts"
    assert ghosts.count('class="way"') == 2
    assert explained(match, "space:e1").ghosts == ()
    assert explained(match, "space:d1", 1).ghosts == (), "it is not their turn"


def test_a_space_that_only_an_action_tile_reaches_says_which() -> None:
    match = garden(". .A2 .B1 . . .", A="4 5", settings={"action_tiles": True})
    assert explained(match, "space:d1").worth.startswith("You can count here only with the Grasshopper.")


def test_a_stack_says_what_lies_below_and_who_may_cover_it() -> None:
    match = garden(". aA2B5", settings={"action_tiles": True})
    found = explained(match, "space:b1")
    assert found.title == "b1: Bob's 5"
    assert "Below it lies your 2, out of the game: only the top tile counts." in found.lines
    three = explained(garden(". aA2B5B1", settings={"action_tiles": True}), "space:b1")
    assert "Below it lie Bob's 5 and your 2, out of the game: only the top tile counts." in three.lines
    assert "A stack of two is never covered, except with the Stag Beetle." in found.lines
    assert (
        "This is Bob's start space: nobody else may place a tile here."
        in explained(garden(". . . . . . . . . . . . .B3"), "space:m1").lines
    )


def test_a_bed_says_how_far_i_am_from_the_lead() -> None:
    match = garden("aA2 aB5 aC3 bA1 b b cB1 cA1 c", seats=3)
    assert explained(match, "bed:1").worth == "You need 4 more dots to lead, 3 to draw level."
    assert explained(match, "bed:2").worth == "You have it to yourself."
    assert explained(match, "bed:3").worth == "You share the lead: one more dot and it is yours alone."
    assert explained(match, "bed:1", 1).worth == "You lead by 2 dots."
    assert explained(match, "bed:1", WATCHER).worth == ""


def test_a_tile_of_mine_says_where_it_brings_most() -> None:
    match = garden(". .A2 . a a a . . bA1", A="4 5")
    assert explained(match, "hand:4").worth == "Best right now: d1 in the aster bed, for 3 more points."
    match = garden(". .A2 . . . . . . bA1", A="4 5")
    assert explained(match, "hand:4").worth == "No space would score with it yet; you can reach 5."
    assert explained(match, "hand:1").title == "A 1"
    assert explained(match, "hand:1").worth == ""


def test_the_spider_says_whom_it_could_eat() -> None:
    match = garden(". .A1 . .@ . .B4 .", A="2 3")
    assert explained(match, "spider").worth == "Right now it could eat Bob's 4 (with your 2), your 1 (with your 2)."


def test_what_is_still_to_come_is_counted_from_what_is_seen() -> None:
    match = garden(". .A1 .A1A1 .", A="1 2")
    assert explained(match, "stack:0").lines[-1].endswith("3 \u00d7 2, 4 \u00d7 3, 4 \u00d7 4, 4 \u00d7 5, 4 \u00d7 6.")
    assert "1 \u00d7 1, 4 \u00d7 2" in explained(match, "stack:0", 1).lines[-1]


def test_whoever_sees_everything_sees_all_hands_on_the_plates() -> None:
    facts = match_facts(garden(".A1 . .B2", A="3 4", B="5 6"), OPEN)
    assert 'href="#lady-0-3"' in facts[0]
    assert 'href="#lady-1-6"' in facts[1]
    assert "#lady-1-6" not in "".join(match_facts(garden(".A1 . .B2", A="3 4", B="5 6"), 0))


def match_facts(match: Match, viewer: int) -> list[str]:
    return [str(fact) for fact in match.pov(viewer).drawing().facts]


# --- The free placement ---

TWO_HIGH = ".A1A2 . .\n. . .\n. . .\n. . .\n. . .\n. . . . . .B5"
ONE_HIGH = TWO_HIGH.replace("A1A2", "A1")


def free(match: Match, seat: int, viewer: int = 0) -> list[str]:
    """What a plate shows of it, for eyes and for screen readers."""
    return re.findall(r'data-help="free:\d"[^>]*aria-label="([^"]+)"', match_facts(match, viewer)[seat])


def test_plates_show_to_all_who_has_used_the_free_placement() -> None:
    """LB-F6, LB-R4: it is open information, and decides who can be starved out."""
    match = garden(ONE_HIGH, A="3 4")
    for viewer in (0, 1, WATCHER):
        assert free(match, 0, viewer) == ["free placement left"]
    left = match_facts(match, 1)[0]
    play(match, "A start 3")
    for viewer in (0, 1, WATCHER):
        assert free(match, 0, viewer) == ["free placement used"]
        assert free(match, 1, viewer) == ["free placement left"]
    assert re.findall(r'href="#lady-home-[^"]+"', left) != re.findall(
        r'href="#lady-home-[^"]+"', match_facts(match, 1)[0]
    )


def test_two_tiles_on_the_start_space_close_it_for_good_unless_there_is_a_spider() -> None:
    """LB-R5, LB-R6, LB-R32."""
    assert free(garden(TWO_HIGH), 0) == ["free placement lost"]
    assert free(garden(TWO_HIGH + " .@"), 0) == ["free placement blocked"]
    assert free(garden(ONE_HIGH.replace("A1", "A1@")), 0) == ["free placement blocked"]
    assert "(free placement lost)" in garden(TWO_HIGH).text(0)
    assert "(free placement left)" in garden(ONE_HIGH).text(0)


def test_help_says_what_became_of_the_free_placement() -> None:
    mine, theirs = explained(garden(ONE_HIGH), "free:0"), explained(garden(ONE_HIGH), "free:0", 1)
    assert mine.title == "Your free placement"
    assert theirs.title == "Ann's free placement"
    assert mine.lines[0] == "Once a game you may place a tile on your start space a6 without counting."
    assert theirs.lines[0] == "Once a game Ann may place a tile on their start space a6 without counting."
    assert mine.lines[-1] == "If you cannot place a tile in any other way, you must."
    assert len(explained(garden(ONE_HIGH + " .@"), "free:0").lines) == 1, "LB-R8: the spider can be moved instead"
    assert explained(garden(TWO_HIGH), "free:0").worth == "It is lost: two tiles lie on a6."
    assert explained(garden(TWO_HIGH + " .@"), "free:0").worth == "It has to wait: two tiles lie on a6."
    match = garden(ONE_HIGH, A="3 4")
    play(match, "A start 3")
    assert explained(match, "free:0").worth == "It has been used."


def test_my_own_start_space_is_closed_to_me_too_once_two_tiles_lie_there() -> None:
    """LB-R5."""
    mine = explained(garden(TWO_HIGH), "space:a6")
    assert "This is your start space: nobody else may place a tile here." in mine.lines
    assert "With two tiles on it, it is closed to you as well." in mine.lines
    assert "With two tiles on it, it is closed to Ann as well." in explained(garden(TWO_HIGH), "space:a6", 1).lines
    with_actions = explained(garden(TWO_HIGH, settings={"action_tiles": True}), "space:a6")
    assert "With two tiles on it, it is closed to you as well, except with the Stag Beetle." in with_actions.lines
    assert not any("as well" in line for line in explained(garden(ONE_HIGH), "space:a6").lines)


def test_what_lies_below_comes_back_if_the_spider_eats_what_covers_it() -> None:
    """LB-R16."""
    found = explained(garden(". aA2B5 . .@"), "space:b1")
    assert "Below it lies your 2, which counts again if the spider eats the tile on top." in found.lines
    three = explained(garden(". aA2B5B1 .@", settings={"action_tiles": True}), "space:b1")
    assert (
        "Below it lie Bob's 5 and your 2; the next one counts again if the spider eats the tile on top." in three.lines
    )
    assert not any("for good" in line for line in three.lines)


def test_a_tile_on_the_meadow_says_whose_tile_it_covers() -> None:
    match = garden(". .A2 . .B4 . .", A="4 5")
    assert explained(match, "space:d1").worth == (
        "With your 4 or 5 you cover Bob's 4, and Bob can no longer count from it."
    )
    match = garden(". .A2 . .A4 . .B1", A="4 5")
    assert explained(match, "space:d1").worth == "With your 4 or 5 you cover your own 4 and count from the new tile."
    match = garden(". .A2 . . . .B1", A="4 5")
    assert explained(match, "space:d1").worth == "With your 4 or 5 you only gain a place to count from."


def test_tiles_that_others_hold_are_known_to_their_owner() -> None:
    """LB-R47."""
    match = garden(". .A1 .A1A1 .", A="1 2")
    assert explained(match, "stack:0", 1).lines[-1].startswith("Still in Ann's hand or stack: ")
    assert explained(match, "stack:0").lines[-1].startswith("Still in your stack: ")

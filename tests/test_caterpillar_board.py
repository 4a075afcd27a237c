"""Caterpillar Filler drawn: what its picture shows and where, what a roll leads to, and what the help says."""

import re

import pytest

from bugbox.art.parts import collect
from bugbox.art.svg import Markup
from bugbox.core.game import OPEN, WATCHER, Help
from bugbox.core.match import Match
from bugbox.core.rng import Rng
from bugbox.games.caterpillar.board import heading, nearer
from bugbox.games.caterpillar.help import RULE_LINES, SET_UP_LINES
from bugbox.games.caterpillar.layout import PUT_WASP
from bugbox.games.caterpillar.parts import RULES, SET_UPS
from bugbox.games.caterpillar.reach import reach
from bugbox.games.caterpillar.rules import CaterpillarFiller
from bugbox.games.caterpillar.walk import CRAWLER, EMPTY, WASP
from tests.draw_caterpillar import garden, named, new, offered, play, position_of, set_die, spaces
from tests.kit import options_of, pick
from tests.test_caterpillar_walks import spaces_of

pytestmark = pytest.mark.once

STRAIGHT = """
    F . . .  .  .  .
    G . a2 a1 A@ . .  .  .  .  *
    H . . .  .  .  .
"""


def part(match: Match, name: str, viewer: int = 0) -> str:
    """One part of the picture, as a viewer sees it."""
    return collect("all", lambda: Markup(str(match.drawing(viewer).board) + str(match.drawing(viewer).hand)))[name]


def explained(match: Match, thing: str, viewer: int = 0) -> Help:
    found = match.explain(thing, viewer)
    assert found, thing
    return found


def ends(match: Match, viewer: int = 0) -> dict[str, tuple[tuple[str, ...], bool]]:
    return {end.space: (end.way, end.is_sure) for end in reach(match.view(viewer)).ends}


# --- Caterpillars ---


def test_a_caterpillar_is_drawn_from_its_tail_on_with_a_key_for_each_piece() -> None:
    drawn = part(garden(STRAIGHT), "crawler-0")
    assert re.findall(r'data-key="([^"]+)"', drawn) == ["piece:0:2", "piece:0:1", "piece:0:0"]
    assert re.findall(r"translate\((\d+) (\d+)\)", drawn) == [("40", "240"), ("80", "240"), ("120", "240")]


def test_a_head_looks_where_it_goes_and_each_piece_at_the_one_before_it() -> None:
    assert [heading("G4", to) for to in ("F4", "G5", "H4", "G3", "F5")] == [-90, 0, 90, 180, -45]
    assert (heading("G16", "G1"), heading("A4", "P4")) == (0, -90), "round the garden"
    assert [nearer(far) for far in (0, 1, -1, 15, -15)] == [0, 1, -1, -1, 1]


def test_whoever_is_out_of_the_garden_has_no_piece_in_it() -> None:
    match = garden("G . A@ . .", body={"B": 3})
    assert "data-key" not in part(match, "crawler-1")
    assert "out" in str(match.drawing(0).facts[1])


def test_the_winner_is_a_butterfly_at_the_end_and_nobody_before() -> None:
    match = garden("G . a1 A@ *", mat={"A": 1}, body={"B": 0}, roll=2)
    assert "cat-butterfly" not in part(match, "butterflies")
    play(match, "step G4")
    assert match.over
    assert 'href="#cat-butterfly-0"' in part(match, "butterflies")
    assert 'class="winner"' in part(match, "crawler-0")
    assert "cat-butterfly-0" in str(match.drawing(0).facts[0])
    assert "cat-butterfly" not in str(match.drawing(0).facts[1])


# --- Where a roll leads ---


def test_only_whoever_walks_sees_where_the_roll_can_end() -> None:
    match = garden(STRAIGHT, roll=2)
    assert ends(match)
    assert not ends(match, 1)
    assert not ends(match, WATCHER)
    assert not ends(match, OPEN)
    assert "data-walk" not in part(match, "reach", 1)


def test_an_end_that_one_way_leads_to_is_walked_to_and_others_are_only_marked() -> None:
    match = garden(STRAIGHT, roll=2)
    found = ends(match)
    assert found["G6"] == (("G5", "G6"), True)
    assert found["F5"][1] is False, "by F4 or by G5: the body would lie differently"
    drawn = part(match, "reach")
    assert 'data-walk="step G5|step G6" data-means="space:G6"' in drawn
    assert "space:F5" not in drawn


def test_ways_that_leave_the_same_garden_are_equal() -> None:
    """A head without a body leaves nothing behind: all ways are one."""
    match = garden("G . . . A@", roll=2)
    assert ends(match)["F5"][1] is True
    assert ends(garden("G . . a1 A@", roll=2))["F5"][1] is False


def test_after_a_bite_the_space_before_it_counts_as_well() -> None:
    """A head that eats gets a body piece where it came from: by F4 or by G5 is not the same."""
    match = garden("F . . . . *\nG . . . A@ .", roll=2)
    assert ends(match)["F5"][1] is False


def test_food_is_reached_by_the_shortest_way() -> None:
    match = garden("G . . . A@ . *", roll=4)
    assert ends(match)["G6"] == (("G5", "G6"), True)


def test_a_space_that_is_one_step_away_is_never_a_walk() -> None:
    match = garden("G . . . A@", roll=3)
    assert "G5" in ends(match)
    assert 'data-means="space:G5"' not in part(match, "reach")
    assert 'data-arrow="right" data-means="space:G5"' in part(match, "steps")


def test_arrows_lead_round_a_round_garden_and_diagonals_have_none() -> None:
    drawn = part(garden("A . . . A@\nB . . . a1", rule="round", roll=1), "steps")
    assert 'data-arrow="up" data-means="space:P4"' in drawn
    slanted = part(garden("G . . a1 A@", rule="diagonal", roll=1), "steps")
    assert 'data-means="space:F5"' in slanted
    assert re.findall(r'data-arrow="(\w+)"', slanted) == ["up", "right", "down"]


@pytest.mark.slow
@pytest.mark.parametrize("rule", RULES)
def test_every_end_is_where_single_steps_lead_and_equal_ways_leave_equal_gardens(rule: str) -> None:
    """Against the rules themselves: each walk that is offered is played, and so is every other way."""
    rng = Rng(7, rule)
    looked = 0
    for seed in range(6):
        match = new(3, seed, rule=rule)
        for _ in range(60):
            if match.over:
                break
            seat = match.to_act[0]
            if offered(match, "step") and position_of(match).left <= 4:
                compare(match, seat)
                looked += 1
            match.play(seat, pick(match.options(seat), rng))
    assert looked > 20


def compare(match: Match, seat: int) -> None:
    seen = reach(match.view(seat))
    after: dict[str, dict[int, set[str]]] = {}
    walk_all(position_of(match), seat, 0, after)
    assert {end.space for end in seen.ends} == set(after)
    assert {space for _, space in seen.steps} == set(offered(match, "step").split())
    for end in seen.ends:
        shortest = min(after[end.space])
        assert len(end.way) == shortest
        assert end.is_sure or rule_pushes(match) or len(after[end.space][shortest]) > 1
        assert not end.is_sure or len(after[end.space][shortest]) == 1


def rule_pushes(match: Match) -> bool:
    return RULES[position_of(match).rule] == "pushing"  # there equal pushes are asked for, step by step


def walk_all(position: CaterpillarFiller, seat: int, steps: int, after: dict[str, dict[int, set[str]]]) -> None:
    """By single steps: how the garden can look when the walk ends on a space, after so many steps."""
    for code in options_of(position, seat):
        if code >= PUT_WASP:
            continue
        eats = position.ground[code] not in (EMPTY, WASP, CRAWLER + seat)
        then = position.blank()
        then.copy_from(position)
        then.act(seat, code)
        if eats or position.left == 1:
            found = after.setdefault(named(code), {}).setdefault(steps + 1, set())
            found.add(f"{spaces_of(then, seat)} {list(then.ground)}")
        else:
            walk_all(then, seat, steps + 1, after)


# --- Die and tiles ---


def test_the_die_falls_at_the_beat_of_a_roll_and_lies_still_otherwise() -> None:
    match = garden("G . A@ . .\nN . . b1 B@", roll=1)
    set_die(match, 5)
    play(match, "step G3")
    beats = [match.at(seen) for _, seen in position_of(match).beats]
    falling = [beat for beat in beats if 'class="falls"' in part(beat, "die")]
    assert len(falling) == 1
    assert 'class="falls"' not in part(match, "die")
    assert "5 to go" in part(match, "die")


def test_the_tiles_show_the_last_pair_and_how_many_are_left() -> None:
    match = garden("G . a1 A@ *", tiles="C7", pairs=3, roll=1)
    assert "3 pairs left" in part(match, "tiles")
    play(match, "step G4")
    drawn = part(match, "tiles")
    assert "2 pairs left" in drawn
    assert re.findall(r">(\w+)</text>", drawn) == ["C", "7"]


def test_what_the_tiles_name_and_is_taken_is_marked_while_its_flower_waits() -> None:
    match = garden("G . a1 A@ *", tiles="G4", roll=1)
    assert "hidden" in part(match, "target")
    play(match, "step G4")
    assert offered(match, "plant")
    assert 'x="122" y="242"' in part(match, "target")


# --- Wasps and plates ---


def test_a_wasp_is_touched_before_its_space_and_no_wasp_is_said_only_when_asked() -> None:
    match = garden("G . A@", wasps="A", roll=1)
    assert 'data-pick="wasp"' in part(match, "my-wasps")
    assert "No wasp now" not in match.drawing(0).actions
    play(match, "step G3")
    assert "No wasp now" in match.drawing(0).actions
    assert "No wasp now" not in match.drawing(1).actions


def test_plates_say_how_long_everybody_is_and_what_is_missing_to_win() -> None:
    match = garden("G . a1 A@", mat={"A": 2, "B": 4}, body={"B": 3}, wasps="AA")
    mine, other = (re.findall(r">([^<>]+)<", str(facts)) for facts in match.drawing(0).facts)
    assert mine == ["2 long", "2 to win", "2"]
    assert other == ["4 long", "4 to win", "out"]


# --- Help ---


def test_a_space_is_explained_by_what_lies_there() -> None:
    match = garden("A . . .\nG . a1 A@ . *\nH . b1 B@ !", mat={"B": 3})
    assert explained(match, "space:G5").title == "A flower on G5"
    assert explained(match, "space:H4").title == "A wasp on H4"
    assert explained(match, "space:G2").title == "Your body, piece 1 of 1"
    bob = explained(match, "space:H3")
    assert bob.title == "Bob's head"
    assert bob.lines[0] == "Bob is 2 long and needs 3 more pieces to win."
    assert explained(match, "space:A1").title == "A1, on the edge"
    assert explained(match, "space:K9").title == "K9, in the garden"


def test_food_in_reach_says_what_it_would_make_of_me() -> None:
    match = garden("G . a1 A@ . *", mat={"A": 3}, roll=4)
    assert explained(match, "space:G5").worth == "2 steps away: you would be 3 long, 2 more to win."
    last = garden("G . a1 A@ . *", mat={"A": 1}, roll=4)
    assert explained(last, "space:G5").worth == "2 steps away: you would be 3 long and win."
    assert "from your head" not in explained(match, "space:G5", WATCHER).worth


def test_an_end_shows_its_way_if_there_is_one_and_a_ring_if_there_are_several() -> None:
    match = garden(STRAIGHT, roll=2)
    assert 'class="way"' in explained(match, "space:G6").ghosts[0][1]
    several = explained(match, "space:F5")
    assert 'class="way"' not in several.ghosts[0][1]
    assert "step by step" in several.worth
    assert not explained(match, "space:K9").ghosts


def test_with_a_wasp_picked_a_space_shows_it_and_whose_head_it_would_bother() -> None:
    match = garden("G . a1 A@\nJ . . b1 B@", wasps="A", roll=2)
    found = explained(match, "space:J6 after wasp")
    assert "cat-wasp" in found.ghosts[0][1]
    assert found.worth == "6 steps from your head, 2 steps from Bob's head."
    assert explained(match, "space:J4 after wasp").title == "Bob's head", "nothing can be put there"


def test_a_way_back_shows_the_caterpillar_as_it_would_lie() -> None:
    match = garden("G . b1 B@", body={"A": 2})
    both = explained(match, "space:A5")
    assert both.worth == "Your head here, your body towards A6 or towards A4."
    assert both.ghosts[0][1].count("cat-head-0") == 2
    one = explained(match, "space:A4 after space:A5")
    assert one.worth == "You would lie from A5 to A3."
    assert one.ghosts[0][1].count("cat-link-0") == 2
    assert not explained(match, "space:H8").ghosts


def test_set_up_and_rule_are_told_in_a_line_each() -> None:
    assert set(RULE_LINES) == set(RULES)
    assert set(SET_UP_LINES) == set(SET_UPS)
    for name in SET_UPS:
        lines = explained(new(2, set_up=name, rule="windy"), "rule").lines
        assert lines == (SET_UP_LINES[name], RULE_LINES["windy"])


def test_the_longest_is_told_so() -> None:
    match = garden("G . a2 a1 A@", body={"B": 1})
    assert explained(match, "mat:0").worth == "The longest by 1."
    assert explained(match, "mat:1").worth == "1 behind."
    assert spaces(match) == "G4 G3 G2"

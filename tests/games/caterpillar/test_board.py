"""The board of Caterpillar Filler: pieces, die and tiles, and where a roll can lead."""

import re

import pytest

from bugbox.art.parts import collect
from bugbox.art.svg import Markup
from bugbox.core.game import OPEN, WATCHER
from bugbox.core.match import Match
from bugbox.core.position import options_of
from bugbox.core.rng import Rng
from bugbox.games.caterpillar.rules.box import RULES
from bugbox.games.caterpillar.rules.state import PUT_WASP
from bugbox.games.caterpillar.rules.turn import CaterpillarFiller
from bugbox.games.caterpillar.rules.walk import CRAWLER, EMPTY, WASP
from bugbox.games.caterpillar.show.board import heading, nearer
from bugbox.games.caterpillar.show.reach import reach
from tests.games.caterpillar.draw import garden, named, new, offered, play, position_of, set_die
from tests.games.caterpillar.test_walks import spaces_of
from tests.games.caterpillar.test_words import FLOWERS_ALL_ROUND
from tests.kit.tables import pick

pytestmark = pytest.mark.once

STRAIGHT = """
    F . . .  .  .  .
    G . a2 a1 A@ . .  .  .  .  *
    H . . .  .  .  .
"""


def part(match: Match, name: str, viewer: int = 0) -> str:
    """Return one part of the drawing for a viewer."""
    return collect(
        "all", lambda: Markup(str(match.pov(viewer).drawing().board) + str(match.pov(viewer).drawing().hand))
    )[name]


def ends(match: Match, viewer: int = 0) -> dict[str, tuple[tuple[str, ...], bool]]:
    return {end.space: (end.way, end.is_sure) for end in reach(match.view(viewer)).ends}


# --- Caterpillars ---


def test_a_caterpillar_is_drawn_from_its_tail_on_with_a_key_for_each_piece() -> None:
    drawn = part(garden(STRAIGHT), "crawler-0")
    assert re.findall(r'data-key="([^"]+)"', drawn) == ["piece:0:2", "piece:0:1", "piece:0:0"]
    assert re.findall(r"translate\((\d+) (\d+)\)", drawn) == [("40", "240"), ("80", "240"), ("120", "240")]


def test_a_head_looks_where_it_goes_and_each_piece_at_the_one_before_it() -> None:
    assert [heading("G4", to) for to in ("F4", "G5", "H4", "G3")] == [-90, 0, 90, 180]
    assert [heading("G4", to) for to in ("F5", "H5", "H3", "F3")] == [-45, 45, 135, -135], "CF-H1"
    assert (heading("G16", "G1"), heading("A4", "P4")) == (0, -90), "round the garden"
    assert [nearer(far) for far in (0, 1, -1, 15, -15)] == [0, 1, -1, -1, 1]


def test_a_caterpillar_has_its_head_in_front_and_holds_together_round_a_bend() -> None:
    drawn = part(garden("F . . a1 a2\nG . . A@"), "crawler-0")
    faces = re.findall(r'href="#cat-(\w+)-0" transform="rotate\((-?\d+) ', drawn)
    assert faces == [("link", "180"), ("link", "90"), ("head", "90")]
    assert set(re.findall(r'data-from="([^"]+)"', drawn)) == {"seat:0"}, "where a new piece comes from"
    assert set(re.findall(r'data-to="([^"]+)"', drawn)) == {"seat:0"}, "and where to it leaves"


def test_whoever_is_out_of_the_garden_has_no_piece_in_it() -> None:
    match = garden("G . A@ . .", body={"B": 3})
    assert "data-key" not in part(match, "crawler-1")
    assert "out" in str(match.pov(0).drawing().facts[1])


def test_the_winner_is_a_butterfly_at_the_end_and_nobody_before() -> None:
    match = garden("G . a1 A@ *\nJ b1 B@", mat={"A": 1}, roll=2)
    assert "cat-butterfly" not in part(match, "butterflies")
    play(match, "step G4")
    assert match.over
    drawn = part(match, "butterflies")
    assert re.findall(r'href="#cat-butterfly-(\d)"', drawn) == ["0"]
    assert "translate(140 260)" in drawn, "over its head"
    assert 'data-hold="3"' in drawn, "the end is told when it has been seen"
    assert 'class="winner"' in part(match, "crawler-0")
    assert 'class="winner"' not in part(match, "crawler-1")
    assert "cat-butterfly-0" in str(match.pov(0).drawing().facts[0])
    assert "cat-butterfly" not in str(match.pov(0).drawing().facts[1])


def test_a_butterfly_is_never_half_out_of_sight() -> None:
    match = garden("A A@ *\nB a1", mat={"A": 1}, body={"B": 0}, roll=2)
    play(match, "step A2")
    assert "translate(95 95)" in part(match, "butterflies")
    nowhere = garden(FLOWERS_ALL_ROUND, body={"A": 4, "B": 3})
    assert "translate(340 340)" in part(nowhere, "butterflies"), "whoever won out of the garden, in the middle"


# --- Where a roll can lead ---


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
    assert re.findall(r'data-arrow="(\w+)"', part(match, "steps")) == ["up", "right", "down"]
    assert found["F5"][1] is False, "by F4 or by G5: the body would lie differently"
    drawn = part(match, "reach")
    assert 'data-walk="step G5|step G6" data-means="space:G6" data-label="Crawl to G6, 2 spaces"' in drawn
    assert "space:F5" not in drawn
    marks = dict(re.findall(r'<circle cx="(\d+)" cy="260" r="8" class="([a-z ]+)"', drawn))
    assert marks == {"220": "aim sure"}
    assert 'cx="180" cy="220" r="8" class="aim"' in drawn


def test_ways_that_leave_the_same_garden_are_equal() -> None:
    """A head without a body leaves nothing behind, so all paths are equal."""
    match = garden("G . . . A@", roll=2)
    assert ends(match)["F5"][1] is True
    assert ends(garden("G . . a1 A@", roll=2))["F5"][1] is False


def test_after_a_bite_the_space_before_it_counts_as_well() -> None:
    """A head that eats gets a body piece on the space it came from, so the paths by F4 and by G5 differ."""
    match = garden("F . . . . *\nG . . . A@ .", roll=2)
    assert ends(match)["F5"][1] is False


def test_ways_that_push_a_wasp_and_ways_that_do_not_are_not_equal() -> None:
    """CF-H2: the path by F4 leaves the wasp on G5."""
    match = garden("G . . . A@ !", roll=2, rule="pushing")
    assert ends(match)["F5"][1] is False
    assert ends(match)["G6"] == (("G5", "G6"), True)
    assert "G5" not in ends(garden("G . . . A@ !", roll=1)), "and by the rulebook nobody crawls onto one"


def test_while_a_flower_waits_for_its_space_no_step_is_shown() -> None:
    match = garden("E  a2  a1  A@  .  .", roll=3, tiles="E3")
    assert offered(match, "plant")
    assert not ends(match)
    assert "data-means" not in part(match, "steps")


def test_in_a_pocket_one_goes_round_and_round_and_never_back() -> None:
    """CF-R3: a short caterpillar visits the same spaces again, in the same order."""
    match = garden("A  A@  a1  !\nB  .  .  !\nC  !  !", roll=6)
    assert ends(match) == {"B2": (("B1", "B2", "A2", "A1", "B1", "B2"), True)}


def test_food_is_reached_by_the_shortest_way() -> None:
    match = garden("G . . . A@ . *", roll=3)
    assert ends(match)["G6"] == (("G5", "G6"), True)


def test_a_longer_way_to_food_that_leaves_another_garden_is_left_to_choose() -> None:
    """Four steps around by F6 leave the body on F6; two straight steps leave it on G5."""
    match = garden("G . . . A@ . *", roll=4)
    assert ends(match)["G6"] == (("G5", "G6"), False)
    assert "space:G6" not in part(match, "reach")
    alley = garden("F . ! ! ! !\nG . . a1 A@ . *\nH . ! ! ! !", roll=6)
    assert ends(alley)["G6"] == (("G5", "G6"), True), "there is no way round"


def test_a_longer_way_to_food_that_leaves_the_same_garden_is_no_choice() -> None:
    """After a lap of the pocket, the body ends on the same spaces."""
    match = garden("A  a1  .  !\nB  A@  .  *\nC  !   !", roll=6)
    assert ends(match)["B3"] == (("B2", "B3"), True)


def test_food_one_step_away_is_one_touch_away_however_many_ways_there_are() -> None:
    match = garden("G . . a1 A@ *", roll=3)
    assert ends(match)["G5"] == (("G5",), False)
    assert 'cx="180" cy="260" r="8" class="aim sure food"' in part(match, "reach")


def test_food_is_marked_where_it_does_not_hide_the_mark() -> None:
    drawn = part(garden("F . . . . *\nG . . a1 A@", roll=3), "reach")
    assert 'cx="180" cy="220" r="8" class="aim food"' in drawn, "by F4 or by G5"
    assert drawn.count("food") == 1
    bite = part(garden("F . . . . b1 B@\nG . . a1 A@", roll=3), "reach")
    assert 'cx="180" cy="220" r="8" class="aim food"' in bite


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
    assert re.findall(r"rotate\((-?\d+)\)", slanted) == ["-90", "0", "90", "-45", "45", "135", "-135"]
    match = garden("G . . a1 A@", rule="diagonal", roll=2)
    play(match, "step F5")
    assert re.findall(r"rotate\((-?\d+)\)", part(match, "steps")) == ["-90", "0", "90", "180"], "only the first step"


@pytest.mark.slow
@pytest.mark.parametrize("rule", RULES)
def test_every_end_is_where_single_steps_lead_and_equal_ways_leave_equal_gardens(rule: str) -> None:
    """Compare with the rules by playing every walk offered and every other path."""
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
        assert len(end.way) == min(after[end.space])
        gardens = set().union(*after[end.space].values())
        assert end.is_sure == (len(gardens) == 1)


def walk_all(position: CaterpillarFiller, seat: int, steps: int, after: dict[str, dict[int, set[str]]]) -> None:
    """Play every path by single steps; collect the gardens after it, by final space and number of steps."""
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
    assert "3 pairs of flower tiles left" in part(match, "tiles")
    play(match, "step G4")
    drawn = part(match, "tiles")
    assert "2 pairs of flower tiles left" in drawn
    assert re.findall(r">(\w+)</text>", drawn) == ["C", "7"]


def test_what_the_tiles_name_and_is_taken_is_marked_while_its_flower_waits() -> None:
    match = garden("G . a1 A@ *", tiles="G4", roll=1)
    assert "hidden" in part(match, "target")
    play(match, "step G4")
    assert offered(match, "plant")
    assert 'x="122" y="242"' in part(match, "target")


def test_a_pair_that_is_turned_is_another_pair_and_without_tiles_no_back_is_seen() -> None:
    match = garden("G . a1 A@ *", tiles="C7 D8", pairs=2, roll=3)
    keys = re.findall(r'data-key="([^"]+)"', part(match, "tiles"))
    assert (keys, part(match, "tiles").count("<svg")) == (["tile:1:0", "tile:1:1"], 4)
    play(match, "step G4")
    keys = re.findall(r'data-key="([^"]+)"', part(match, "tiles"))
    assert (keys, part(match, "tiles").count("<svg")) == (["tile:2:0", "tile:2:1"], 2)
    assert "no flower tiles left" in part(match, "tiles")
    assert "a tie: pull ahead to win" in part(garden("G . a1 A@\nJ b1 B@", pairs=0, roll=3), "tiles"), "CF-R34"


def test_the_die_says_whether_all_is_crawled_and_falls_anew_each_turn() -> None:
    match = garden("G . A@ . .\nN . . b1 B@", wasps="A", roll=1)
    play(match, "step G3")
    assert "all done" in part(match, "die")
    play(match, "no wasp")
    falls = [re.findall(r'id="fall-(\d+)"', part(match.at(seen), "die")) for _, seen in position_of(match).beats]
    assert [str(match.view(OPEN).turns)] in falls


def test_the_rule_in_play_is_written_beside_the_garden_with_the_next_wind() -> None:
    assert ">Flowers drift after a 1 (next: north)<" in part(garden(STRAIGHT, rule="windy"), "sign")
    assert ">A bite costs two pieces<" in part(garden(STRAIGHT, rule="hungry"), "sign")


def test_where_no_rule_is_added_nothing_stands_beside_the_garden_and_nothing_is_explained() -> None:
    match = garden(STRAIGHT)
    assert part(match, "sign") == '<p class="sign" id="sign" hidden=""></p>'
    assert match.pov(0).help("rule") is None


# --- Wasps and plates ---


def test_a_new_flower_comes_from_the_tiles_and_a_wasp_from_its_player() -> None:
    """With wind, a flower moves from its previous space."""
    match = garden("G . A@ . .\nN . . b1 B@", wasps="AB", roll=1)
    assert 'data-from="tiles"' in part(match, "flowers")
    assert "data-from" not in part(garden(STRAIGHT, rule="windy"), "flowers")
    assert "data-from" not in part(match, "wasps")
    play(match, "wasp H8")
    assert 'data-from="seat:0"' in part(match, "wasps")


def test_only_whoever_plays_can_touch_a_space_or_is_told_why_not() -> None:
    match = garden("G . a1 A@ *\nJ b1 B@", mat={"A": 1}, roll=1)
    for viewer, plays in ((0, True), (1, True), (WATCHER, False)):
        assert ("You crawl when it is your turn." in str(match.pov(viewer).drawing().board)) is plays
        assert ('data-pick="space:H8"' in part(match, "spaces", viewer)) is plays
        assert ("data-look" in part(match, "spaces", viewer)) is plays
    assert "Every flower you eat becomes one." in part(match, "my-wasps")
    play(match, "step G4")
    assert match.over
    assert "You crawl when it is your turn." not in str(match.pov(0).drawing().board)
    assert "data-why" not in part(match, "my-wasps")
    assert "You are 3 long: all in!" in part(match, "me")


def test_spaces_have_names_that_can_be_read_aloud() -> None:
    drawn = part(garden(STRAIGHT), "spaces")
    assert 'aria-label="A5, on the edge"' in drawn
    assert 'aria-label="H8"' in drawn
    assert drawn.count("on the edge") == 60


def test_a_wasp_is_touched_before_its_space_and_no_wasp_is_said_only_when_asked() -> None:
    match = garden("G . A@", wasps="A", roll=1)
    assert 'data-pick="wasp" data-step=""' in part(match, "my-wasps"), "its space is touched even if only one is left"
    assert "No wasp now" not in match.pov(0).drawing().actions
    play(match, "step G3")
    assert "No wasp now" in match.pov(0).drawing().actions
    assert "No wasp now" not in match.pov(1).drawing().actions
    assert "before your first step or after your last" in part(match, "my-wasps")


def test_plates_say_how_long_everybody_is_and_what_is_missing_to_win() -> None:
    match = garden("G . a1 A@", mat={"A": 2, "B": 4}, body={"B": 3}, wasps="AA")
    mine, other = (re.findall(r">([^<>]+)<", str(facts)) for facts in match.pov(0).drawing().facts)
    assert mine == ["2 long", "2 to win", "2"]
    assert other == ["4 long", "4 to win", "out"]
    play(won := garden("G . a1 A@ *", mat={"A": 1}, roll=1, body={"B": 0}), "step G4")
    assert "to win" not in str(won.pov(0).drawing().facts[1])


# --- The dock ---


@pytest.mark.parametrize(("wasps", "look", "said"), [("", "wasp none", "No wasps"), ("AA", "wasp", "2 wasps")])
def test_a_hand_without_a_wasp_looks_empty_and_says_so(wasps: str, look: str, said: str) -> None:
    drawn = part(garden(STRAIGHT, wasps=wasps), "my-wasps")
    assert f'class="{look}"' in drawn
    assert f"<span>{said}</span>" in drawn


@pytest.mark.parametrize(("mat", "said"), [(5, "You are 3 long: 5 more to win."), (0, "You are 3 long: all in!")])
def test_a_hand_says_how_much_is_missing(mat: int, said: str) -> None:
    assert f"<span>{said}</span>" in part(garden(STRAIGHT, mat={"A": mat}), "me")

"""The modules of Ladybugs, clause by clause: special action tiles, lucky clovers, the spider."""

import pytest

import bugbox
from bugbox.core.game import OPEN, WATCHER
from bugbox.core.match import Match
from bugbox.core.rng import Rng
from bugbox.core.settings import Value
from bugbox.games.ladybugs import GAME
from bugbox.games.ladybugs.rules.box import ACTIONS
from tests.games.ladybugs.draw import (
    MODULES,
    garden,
    new,
    offered,
    on_board,
    play,
    position_of,
    spider_moves,
    targets,
)
from tests.kit.tables import pick

STAG, HOP, RHINO = ACTIONS
WITH: dict[str, Value] = {"action_tiles": True}


def with_actions(drawing: str, A: str = "1 1", B: str = "1 1") -> Match:  # noqa: N803  # players are called so
    return garden(drawing, settings=dict(WITH), A=A, B=B)


def ways(match: Match, space: str) -> list[str]:
    """With which action tiles the lower tile of Ann's hand can be placed here."""
    number = min(match.view(OPEN).hands[0])
    start = f"place {number} {space}"
    fitting = [option for option in offered(match) if option == start or option.startswith(f"{start} with ")]
    return [option.removeprefix(start).removeprefix(" with ") for option in fitting]


# --- Special action tiles ---


def test_the_stag_beetle_lands_on_exactly_two_tiles() -> None:
    # LB-F9, LB-R17
    match = with_actions(". .A2 . .B6A1 . .", A="3 5")
    assert ways(match, "d1") == [STAG]
    play(match, f"A place 5 d1 with {STAG}")
    assert on_board(match)["d1"] == "B6A1A5"
    assert match.view(WATCHER).players[0].actions == (HOP, RHINO)
    assert ways(with_actions(". .A2 . .B6A1B2 . ."), "d1") == [], "three are closed for good"
    assert ways(with_actions(". .A2 . .B6 . ."), "d1") == [""], "and where one lies it is not needed"


def test_the_grasshopper_counts_over_tiles_and_stacks() -> None:
    # LB-F9
    match = with_actions(". .A3 .B6A4 .B1 . .", A="3 5")
    assert ways(match, "e1") == [HOP]
    play(match, f"A place 3 e1 with {HOP}")
    assert on_board(match)["e1"] == "A3"
    assert match.log(WATCHER)[0] == "Ann uses the Grasshopper and places a 3 on e1, counting from b1."


def test_the_rhinoceros_beetle_counts_one_more_or_one_less() -> None:
    # LB-F9, LB-R21
    match = with_actions(". . . . . . .A3 . . . . . .")
    assert targets(match, spent=RHINO) == "c1 e1 g3 g5 i1 k1"
    six = with_actions(".A6 . . . . . . . . . . . .")
    assert ways(six, "f1") == ways(six, "h1") == [RHINO]
    assert ways(six, "i1") == []


def test_a_one_with_the_rhinoceros_beetle_counts_two() -> None:
    # LB-R20
    match = with_actions(". . .A1 . . . .")
    assert targets(match, spent=RHINO) == "a1 c3 e1"


def test_the_way_to_the_space_that_is_really_counted_to_must_be_free() -> None:
    # LB-R22
    match = with_actions(". .A2 . .B6 . .")
    assert ways(match, "c1") == [RHINO]
    assert ways(match, "e1") == [f"{HOP}, {RHINO}"], "d1 is in the way"


def test_all_three_can_be_used_for_one_tile() -> None:
    # LB-R23
    match = with_actions(". .A2 . .B6 .B1B2 .", A="3 5")
    assert ways(match, "e1") == [f"{STAG}, {HOP}, {RHINO}"]
    play(match, f"A place 3 e1 with {STAG}, {HOP}, {RHINO}")
    assert match.view(WATCHER).players[0].actions == ()
    assert match.log(0)[0] == (
        "You use the Stag Beetle, the Grasshopper and the Rhinoceros Beetle and place a 3 on e1, counting from b1 "
        "and covering Bob's 2."
    )


def test_what_spends_more_than_needed_is_not_offered() -> None:
    # LB-R19
    match = with_actions(". .A2 . . . .")
    assert ways(match, "d1") == [""]
    assert not [option for option in offered(match) if STAG in option]
    assert targets(match, spent=f"{HOP}, {RHINO}") == ""


def test_two_different_action_tiles_that_both_are_enough_are_both_offered() -> None:
    # LB-R19: from a3 over the tile on b3, or from d1 one step more
    match = with_actions(
        """
        .A3  .B1  .  .    .  .
        .    .    .  .    .  .
        .    .    .  .A1  .  .
        """,
        A="2 4",
    )
    assert ways(match, "d3") == [HOP, RHINO]


def test_from_which_tile_it_is_counted_is_not_part_of_the_choice() -> None:
    # LB-R19: b1 and f1 both lead to d1
    match = with_actions(". .A2 . . . .A2 .", A="3 5")
    assert offered(match).count("place 3 d1") == 1


def test_an_action_tile_is_used_once() -> None:
    # LB-F9, LB-R25
    match = with_actions(". . . . .A3 . . . .", A="2 2", B="1 1")
    play(match, f"A place 2 g1 with {RHINO}")
    assert not [option for option in offered(match, "B") if not option.startswith("start")], "Bob has no tile there"
    play(match, "B start 1")
    assert not [option for option in offered(match) if RHINO in option]
    assert match.view(WATCHER).players[1].actions == ACTIONS


def test_action_tiles_do_not_help_with_the_free_tile_on_the_start_space() -> None:
    # LB-R18, LB-R24: two tiles lie on m1
    match = garden(". . . . . . . . . . . . .B6B1", turn="B", settings=dict(WITH), B="2 4")
    assert not [option for option in offered(match, "B") if option.startswith("start")]
    assert not [option for option in offered(match, "B") if option.partition(" with ")[0].endswith(" m1")]


def test_whoever_is_stuck_but_for_an_action_tile_must_use_it() -> None:
    # LB-R9
    drawing = """
        . . . . . . . . . . . . .A1
        . . . . . . . . . . . .A1 .B3B2
        """
    match = garden(drawing, turn="B", settings=dict(WITH), B="2 4")
    assert match.to_act == (1,)
    assert match.view(WATCHER).players[1].playing
    assert offered(match, "B")
    assert all(" with " in option for option in offered(match, "B"))
    assert match.pov(1).question == "Place a tile with the help of an action tile."
    position_of(match).actions[1] = 0
    position_of(match).next_turn(0)
    assert not match.view(WATCHER).players[1].playing


def test_the_text_names_the_action_tiles_that_are_left() -> None:
    # LB-F9
    match = with_actions(". .A1 . . .B1")
    assert "Stag Beetle, Grasshopper and Rhinoceros Beetle" in match.text(0)
    play(match, "A place 1 d1 with Rhinoceros Beetle")
    assert "Stag Beetle and Grasshopper" in match.text(1)


def test_unused_action_tiles_are_worth_a_point_each() -> None:
    # LB-F9, LB-R45
    match = with_actions(". . . . .A3 . . . .", A="2 2")
    play(match, f"A place 2 g1 with {RHINO}")
    position_of(match).finish()
    assert match.points == (2, 3)
    assert ("Action tiles left", ["2", "3"]) in match.game.words.sheet(match.position)


# --- Lucky clovers ---


@pytest.mark.parametrize(("seats", "clovers"), [(2, 6), (3, 12), (4, 12)])
def test_a_clover_lies_on_every_marked_meadow_space(seats: int, clovers: int) -> None:
    # LB-F10, LB-M6
    view = new(seats, clovers=True).view(WATCHER)
    assert len(view.clovers) == clovers
    position = position_of(new(seats, clovers=True))
    assert all(position.bed[space] == 0 for space in range(len(view.garden)) if position.clover[space])
    assert position.clover_box.size == 12 - clovers
    assert new(seats).view(WATCHER).clovers == ()


def test_whoever_places_a_tile_there_first_takes_the_clover() -> None:
    # LB-F10, LB-R26
    match = garden(". .A1 .+3 .B1 .", A="2 4", B="5 6")
    play(match, "A place 4 c1")
    assert match.view(WATCHER).clovers == ()
    assert match.view(WATCHER).players[0].clovers == 1
    play(match, "B place 5 c1")
    assert match.view(WATCHER).players[1].clovers == 0, "covering gives nothing"


def test_only_its_owner_sees_what_a_clover_is_worth() -> None:
    # LB-R27
    match = garden(". .A1 .+3 .B1 .", A="2 4", B="5 6")
    play(match, "A place 4 c1")
    assert match.view(0).luck == {0: (3,)}
    assert match.view(1).luck == {1: ()}
    assert match.view(WATCHER).luck == {}
    assert "You take the clover on c1: it is worth 3 points." in match.log(0)
    assert "Ann takes the clover on c1." in match.log(1)
    assert "Ann takes the clover on c1." in match.log(WATCHER)
    assert "1 clover worth 3" in match.text(0)
    assert "1 clover" in match.text(1)
    assert "worth" not in match.text(1)


def test_clovers_score_at_the_end_and_are_shown_then() -> None:
    # LB-F10, LB-R45, LB-R55
    match = garden(". .A1 .+3 .B1 .", A="2 4", B="5 6")
    play(match, "A place 4 c1")
    position_of(match).finish()
    assert match.points == (3, 0)
    assert match.view(1).luck == {0: (3,), 1: ()}
    assert ("Clovers", ["3", "-"]) in match.game.words.sheet(match.position)


# --- The spider ---


@pytest.mark.parametrize("seats", [3, 4])
def test_the_spider_begins_in_the_middle_of_the_centre_bed(seats: int) -> None:
    # LB-F11
    assert new(seats, spider=True).view(WATCHER).spider == "g7"
    assert new(seats).view(WATCHER).spider is None


@pytest.mark.parametrize("seats", [3, 4])
def test_with_more_players_it_is_in_the_middle_before_anybody_decides_anything(seats: int) -> None:
    # LB-F11, LB-R54
    match = new(seats, seed=3, spider=True)
    assert not match.decisions
    assert match.view(WATCHER).spider == "g7"
    order = GAME.rules().partition("**LB-R54**")[2].partition("\n- **")[0]
    steps = ("squares and clovers", "the spider is put in the middle", "start spaces", "two tiles", "two players")
    found = [" ".join(order.split()).find(step) for step in steps]
    assert -1 not in found
    assert found == sorted(found)


def test_with_two_players_whoever_does_not_start_puts_it_on_a_middle_space() -> None:
    # LB-F11, LB-R37, LB-R54
    match = new(2, seed=3, spider=True)
    first = match.view(WATCHER).first
    assert match.view(WATCHER).spider is None
    for seat in (0, 1):
        match.play(seat, match.options(seat)[0])
    assert len(match.view(WATCHER).stacks) == 2, "after the start tiles are shown"
    assert match.to_act == (1 - first,)
    assert match.options(1 - first) == ("put spider g4", "put spider g3")
    match.play(1 - first, "put spider g3")
    assert match.view(WATCHER).spider == "g3"
    assert match.to_act == (first,), "before the first turn"


def test_a_tile_is_discarded_to_move_the_spider_that_far() -> None:
    # LB-F11, LB-R28, LB-R35
    match = garden(". . .@ . . . . .A1", A="2 4")
    assert spider_moves(match) == ["spider 2 c3", "spider 2 e1", "spider 2 a1", "spider 4 c5", "spider 4 g1"]
    play(match, "A spider 4 g1")
    view = match.view(0)
    assert view.spider == "g1"
    assert view.players[0].gone == (4,)
    assert len(view.hands[0]) == 2, "a tile is drawn as usual"
    assert match.log(WATCHER)[0] == "Ann discards a 4 and moves the spider to g1."


def test_the_spider_moves_over_tiles_and_must_stay_on_the_board() -> None:
    # LB-R29, LB-R28
    match = garden(".B2 .B3B4 .@ .B1 .B1 . . .A1", A="3 3")
    assert spider_moves(match) == ["spider 3 c4", "spider 3 f1"]


def test_the_spider_always_moves_and_always_can() -> None:
    # LB-R36, LB-R8
    for seats in (2, 4):
        match = new(seats, spider=True)
        position = position_of(match)
        for spider in range(13 * position.rows):
            position.spider = spider
            for number in range(1, 7):
                moves = [position.grid().ahead(spider, direction, number) for direction in range(4)]
                assert any(space >= 0 for space in moves)
                assert spider not in moves


def test_it_eats_the_top_tile_where_it_lands_and_the_one_below_counts_again() -> None:
    # LB-F11, LB-R16, LB-R48
    match = garden(". . .@ . aB3A5 . . .B1 .", A="2 4", B="1 1")
    assert match.view(OPEN).beds[0].dots == (5, 0)
    play(match, "A spider 2 e1")
    assert on_board(match)["e1"] == "B3"
    assert match.view(OPEN).beds[0].dots == (0, 3)
    assert match.view(OPEN).players[0].gone == (2, 5)
    assert "place 1 b1" in offered(match, "B"), "it is counted from"
    assert match.log(0)[0] == "You discard a 2 and move the spider to e1, where it eats your own 5."
    assert match.log(1)[0] == "Ann discards a 2 and moves the spider to e1, where it eats their own 5."


def test_of_three_tiles_too_it_eats_the_top_one_alone() -> None:
    # LB-F11, LB-R16, LB-R17
    match = garden(". . .@ . aB3A5B6 . . .B1 .", A="2 4")
    play(match, "A spider 2 e1")
    assert on_board(match)["e1"] == "B3A5"
    assert match.view(OPEN).beds[0].dots == (5, 0)
    assert [player.gone for player in match.view(OPEN).players] == [(2,), (6,)]


def test_a_tile_below_the_spider_blocks_the_way() -> None:
    # LB-R48
    assert "e1" not in targets(garden(". .A3 .B1@ . . .")).split()


def test_nobody_places_a_tile_on_the_spiders_space() -> None:
    # LB-F11
    match = garden(". .A2 . .@ . .", settings=dict(WITH))
    assert not [option for option in offered(match) if option.startswith("place") and " d1" in option]


def test_it_eats_start_tiles_too_and_then_the_space_is_like_any_other() -> None:
    # LB-R30, LB-R31
    match = garden(". . . . . . . . . . .@ .A1 .B6", A="2 3", B="1 1")
    assert "m1" not in targets(match).split()
    play(match, "A spider 2 m1")
    assert "m1" not in on_board(match)
    assert not match.view(WATCHER).players[1].safe
    position_of(match).spider = 0
    position_of(match).bar_spaces()
    play(match, "B start 1")
    assert on_board(match)["m1"] == "B1", "its owner may still use the free tile"
    assert "m1" in targets(match).split(), "and that is no start tile any more"


def test_the_free_tile_goes_on_somebody_elses_tile_too_when_the_start_tile_is_eaten() -> None:
    # LB-R31
    match = garden(". . . . . . . . . . . .@ .A6", turn="B", B="1 2")
    assert "start 1" in offered(match, "B")
    play(match, "B start 1")
    assert on_board(match)["m1"] == "A6B1"
    full = garden(". . . . . . . . . . . .@ .A6A5", turn="B", B="1 2")
    assert "start 1" not in offered(full, "B")


def test_the_start_tile_below_an_own_tile_stays_protected_when_only_that_is_eaten() -> None:
    # LB-R31, LB-R7
    match = garden(". . . . . . . . . . .@ .A1 .B6B2", A="2 3", B="1 1")
    play(match, "A spider 2 m1")
    assert on_board(match)["m1"] == "B6"
    assert match.view(WATCHER).players[1].safe


def test_no_free_tile_below_the_spider() -> None:
    # LB-R32
    match = garden(". . .B1 . . . . . . . . . .B6@", turn="B")
    assert not [option for option in offered(match, "B") if option.startswith("start")]


def test_without_a_tile_on_top_there_is_only_the_start_space_or_the_spider() -> None:
    # LB-R33
    match = garden(". . .B2A1 . . .@", turn="B", B="1 3")
    assert {option.split()[0] for option in offered(match, "B")} == {"start", "spider"}
    without = garden(". . .B2A1 . . . . . . . . . .A3A3", turn="B", A="1 1")
    assert without.to_act == (0,), "without either one is out"
    assert not without.view(WATCHER).players[1].playing


def test_the_spider_leaves_a_clover_where_it_is() -> None:
    # LB-R34
    match = garden(". .A1 .+3 . .@ .", A="2 4", B="2 2")
    play(match, "A spider 2 c1")
    view = match.view(WATCHER)
    assert view.spider == "c1"
    assert view.clovers == ("c1",)
    assert view.players[0].clovers == 0
    play(match, "B spider 2 e1")
    assert match.view(WATCHER).spider == "e1", "it comes back to where it was"
    assert "c1" in targets(match).split()


def test_action_tiles_have_no_effect_on_the_spider() -> None:
    # LB-R24
    match = garden(". . .@ . . . . .A1", settings=dict(WITH), A="2 4")
    assert not [option for option in spider_moves(match) if "with" in option]


def test_the_spider_is_no_part_of_the_scoring() -> None:
    # LB-F11
    match = garden(". . aA3@ a a . .")
    position_of(match).finish()
    assert match.points == (3, 0)
    assert match.view(WATCHER).spider is None


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_beat_shows_each_step_and_all_modules_go_together(seats: int) -> None:
    match, rng = new(seats, 7, **dict.fromkeys(MODULES, True)), Rng(7, "test")
    verbs, seen = set(), 0
    while not match.over:
        seat = match.to_act[0]
        option = pick(match.options(seat), rng)
        match.play(seat, option)
        verbs.add(option.split()[0])
        seen += len(match.position.beats)
    assert {"place", "spider"} <= verbs
    assert seen >= 22 * seats


# --- Words ---


def test_what_is_asked_names_all_that_can_be_done() -> None:
    # LB-R8
    only_spider = garden(". . .B2A1 . . .@ . . . . . . .A3A3", turn="B")
    assert only_spider.pov(1).question == "You cannot place a tile anywhere: discard one to move the spider."
    spider_or_start = garden(". . .B2A1 . . .@", turn="B")
    assert spider_or_start.pov(1).question == (
        "You cannot count to any space: use your start space, or discard a tile for the spider."
    )
    only_action = garden(
        """
        . . . . . . . . . . . . .A1
        . . . . . . . . . . . .A1 .B3B2
        """,
        turn="B",
        settings=dict(WITH),
    )
    assert only_action.pov(1).question == "Place a tile with the help of an action tile."
    spider_too = garden(". . .B2A1 . . .@ . . . . . . .A3A3", turn="B", settings=dict(WITH))
    assert spider_too.pov(1).question == "You cannot place a tile anywhere: discard one to move the spider."
    everything = garden(". .A2 . . .@ .", A="2 3", settings=dict(WITH))
    assert everything.pov(0).question == (
        "Place a tile: count from one of your ladybugs, use your start space (once) or the spider."
    )
    plain = garden(". .A2 . . . .", A="2 3")
    assert plain.pov(0).question == (
        "Place a tile: count from one of your ladybugs, or use your start space (once a game)."
    )


def test_what_is_touched_for_each_choice() -> None:
    match = garden(". .A1B2A3 .B1 .B2B3 .@", A="2 2", settings=dict(WITH))
    choices = dict(match.pov(0).choices())
    assert choices["start 2"] == ("&hand:2", "&space:a6")
    assert choices["place 2 b4"] == ("&hand:2", "&space:b4")
    assert choices[f"place 2 d1 with {STAG}, {HOP}, {RHINO}"] == (
        "&hand:2", f"&action:{STAG}", f"&action:{HOP}", f"&action:{RHINO}", "space:d1"
    )  # fmt: skip
    assert choices["spider 2 c1"] == ("&hand:2", "&spider", "space:c1")
    begin = new(3)
    picks = dict(begin.pov(begin.to_act[0]).choices())
    assert picks == {f"begin {space}": (f"space:{space}",) for space in ("g13", "m1", "a1")}


def test_a_choice_at_the_wrong_time_is_told_from_no_choice_at_all() -> None:
    match = garden(". .A1 . .", A="2 3")
    for option in ("begin a1", "start 6", "place 6 e5", "spider 3 g4", "put spider g3"):
        with pytest.raises(bugbox.NotNow):
            match.play(0, option)
    with pytest.raises(bugbox.NotAnOption):
        match.play(0, "web 3 g4")

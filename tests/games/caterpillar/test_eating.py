"""Caterpillar Filler, clause by clause: flowers, wasps and bites."""

from bugbox.core.game import OPEN
from bugbox.core.rng import Rng
from bugbox.games.caterpillar.rules.spaces import SPACE_NAMES
from bugbox.games.caterpillar.rules.walk import GARDEN
from tests.games.caterpillar.draw import MEETING, garden, length, new, offered, play, spaces, told
from tests.kit.tables import pick

# --- Flowers ---


def test_a_flower_stops_grows_becomes_a_wasp_and_brings_the_next_one_where_the_tiles_say() -> None:
    """CF-F8, CF-R14, CF-R15, CF-M6: the rulebook's example, with G3."""
    match = garden(
        """
        D  .  .   .   .
        E  a2  a1  A@  *
        """,
        roll=5,
        tiles="G3",
    )
    play(match, "step E4")
    view = match.view(0)
    assert spaces(match) == "E4 E3 E2 E1", "the new piece is where the tail was"
    assert (view.players[0].wasps, view.players[0].mat) == (1, 4)
    assert (view.flowers, view.turned) == (("G3",), ("G3",))
    assert view.stage == "wasp"
    assert told(match, 0)[1:] == [
        "You eat the flower on E4 and are now 4 long.",
        "The tiles say G3.",
        "A new flower comes up on G3.",
    ]


def test_a_head_alone_grows_where_it_was() -> None:
    """CF-R15."""
    match = garden("E  .  .  A@  *", tiles="G3")
    play(match, "step E4")
    assert spaces(match) == "E4 E3"


def test_a_flower_whose_space_is_taken_goes_to_the_nearest_free_one_of_your_choice() -> None:
    """CF-F8, CF-R18: the edge counts as free, and obstacles don't matter."""
    match = garden(
        """
        A  !  !  .
        B  !  !  .
        C  .  .  .  .  .  .  a1  A@  *
        """,
        tiles="A1",
    )
    play(match, "step C9")
    assert offered(match, "plant") == "A3 C1"
    play(match, "plant A3")
    assert match.view(0).flowers == ("A3",)
    assert told(match)[-1] == "A1 is taken: the new flower comes up on A3."


def test_if_only_one_space_is_nearest_nobody_is_asked() -> None:
    """CF-R18."""
    match = garden("A  !  !\nB  .  .  .  .  a1  A@  *", tiles="A1")
    play(match, "step B7")
    assert match.view(0).flowers == ("B1",)


def test_the_space_where_the_eater_lies_now_is_taken() -> None:
    """CF-R19."""
    match = garden("E  a2  a1  A@  *", tiles="E4")
    play(match, "step E4")
    assert offered(match, "plant") == "D4 E5 F4"


def test_a_3_brings_a_flower_before_anything_moves_and_it_may_be_eaten_at_once() -> None:
    """CF-F9, CF-R16."""
    match = garden("E  a2  a1  A@  .  .", roll=3, tiles="E5 B2")
    assert told(match) == ["Ann rolls a 3.", "The tiles say E5.", "A new flower comes up on E5."]
    play(match, "step E4", "step E5")
    assert length(match) == 4


def test_a_flower_for_a_3_may_have_to_be_placed_before_the_first_step() -> None:
    """CF-R16, CF-R18."""
    match = garden("E  a2  a1  A@  .  .", roll=3, tiles="E3", wasps="A")
    assert match.view(0).stage == "plant"
    assert match.view(0).target == "E3"
    play(match, "plant E4")
    assert match.view(0).left == 3
    assert "E4" in offered(match, "step").split()
    assert offered(match, "wasp")


def test_a_3_brings_a_flower_even_if_the_caterpillar_is_stuck() -> None:
    """CF-R17, CF-R41: the flower may even save it."""
    walls = "D  !  a1  !\nE  !  A@  !\nF  !  .   !\nG  !  !   !"
    lost = garden(walls, roll=3, tiles="B9")
    assert "Ann cannot crawl 3 spaces and leaves the garden." in told(lost)
    assert "B9" in lost.view(0).flowers
    assert spaces(lost) == ""
    saved = garden(walls, roll=3, tiles="F2")
    assert offered(saved, "step") == "F2"


def test_whether_to_eat_is_free_but_whoever_comes_there_eats() -> None:
    """CF-R38."""
    match = garden("D  .   .   .\nE  a1  A@  *\nF  .   .   .", roll=2, tiles="M9")
    assert offered(match, "step") == "D2 E3 F2"
    play(match, "step E3")
    assert length(match) == 3


# --- Wasps ---


def test_a_wasp_is_put_on_any_free_space_that_is_not_on_the_edge() -> None:
    """CF-F10, CF-R12."""
    match = garden("B  .  *  !  .\nC  .  a1  A@  .", wasps="A")
    free = {name for space, name in enumerate(SPACE_NAMES) if not GARDEN.is_edge(space)} - {"B2", "B3", "C2", "C3"}
    assert set(offered(match, "wasp").split()) == free
    play(match, "wasp D3")
    assert match.view(0).wasps == ("B3", "D3")
    assert offered(match, "step") == "C4", "nobody can move onto a wasp"


def test_one_wasp_a_turn_before_the_first_step_or_after_the_last() -> None:
    """CF-F6, CF-R9, CF-R49."""
    match = garden("H  a1  A@", roll=2, wasps="AA")
    assert match.view(0).rolled == 2, "the roll is known"
    assert offered(match, "wasp")
    play(match, "step H3")
    assert offered(match, "wasp") == "", "never between two steps"
    play(match, "step H4")
    assert match.options(0)[-1] == "no wasp"
    play(match, "wasp M9")
    assert match.to_act == (1,), "only one"
    before = garden("H  a1  A@", roll=2, wasps="AA")
    play(before, "wasp M9")
    assert offered(before, "wasp") == ""
    play(before, "step H3", "step H4")
    assert before.to_act == (1,)


def test_whoever_wants_no_wasp_keeps_it() -> None:
    """CF-F6."""
    match = garden("H  a1  A@", roll=1, wasps="A")
    play(match, "step H3", "no wasp")
    assert match.to_act == (1,)
    assert match.view(0).players[0].wasps == 1


def test_a_wasp_won_in_this_turn_can_be_put_in_this_turn_unless_one_was() -> None:
    """CF-R10."""
    match = garden("E  a1  A@  *", tiles="G3")
    play(match, "step E3")
    assert "D4" in offered(match, "wasp").split()
    other = garden("E  a1  A@  *", tiles="G3", wasps="A")
    play(other, "wasp M9", "step E3")
    assert other.to_act == (1,)


def test_no_wasp_is_offered_that_would_trap_oneself() -> None:
    """CF-R42, CF-R41: the only way out is D4, then D5 or C4."""
    match = garden(
        """
        C  .  .   !   .  .
        D  !  !   A@  .  .
        E  .  a2  a1  !  .
        """,
        roll=2,
        wasps="A",
    )
    stings = offered(match, "wasp").split()
    assert "D4" not in stings
    assert {"D5", "C4"} <= set(stings)
    play(match, "wasp D5")
    assert offered(match, "step") == "D4"


def test_wasps_stay_for_good() -> None:
    """CF-R13."""
    match, rng, seen = new(4, seed=3), Rng(3, "test"), set[str]()
    while not match.over:
        play(match, pick(match.options(match.to_act[0]), rng))
        assert seen <= set(match.view(OPEN).wasps)
        seen = set(match.view(OPEN).wasps)
    assert len(seen) > 5


# --- Bites ---


def test_heather_bites_nick() -> None:
    """CF-F12, CF-R20, CF-R38: the rulebook's example. She grows, he shrinks and leaves; no tiles are turned."""
    match = garden(MEETING, roll=5)
    play(match, "step H4", "step H5")
    view = match.view(OPEN)
    assert spaces(match) == "H5 H4 H3 H2"
    assert (view.players[0].mat, view.players[1].mat) == (4, 6), "CF-R22: more than five may come to lie there"
    assert (view.players[1].is_off, view.players[1].length, spaces(match, "B")) == (True, 3, "")
    assert (view.turned, view.pairs) == ((), 16)
    assert told(match, 1)[-1] == "Ann bites you on H5 and is now 4 long. You leave the garden, 3 long."
    assert match.to_act == (1,)
    assert view.rolled == 0
    assert set(match.options(1)[0].split()) & {"join"}


def test_a_bite_into_the_body_is_as_good_as_one_into_the_head() -> None:
    """CF-F12, CF-R24: a space holds one piece, so only one caterpillar is bitten."""
    match = garden("G  .   .   .  b2\nH  a1  A@  .  b1\nI  .   .   .  B@", roll=2)
    play(match, "step H3", "step H4")
    assert match.view(0).players[1].is_off
    assert length(match) == 3


def test_a_head_alone_gives_nothing_and_still_feeds() -> None:
    """CF-R21."""
    match = garden("H  .  a1  A@  B@", roll=5)
    play(match, "step H4")
    assert (length(match, "A"), length(match, "B")) == (3, 1)
    assert match.view(0).players[1].mat == 5
    assert set(match.options(1)) == {
        f"join {name} clockwise" for s, name in enumerate(SPACE_NAMES) if GARDEN.is_edge(s)
    }


def test_nobody_grows_without_a_piece_on_the_mat() -> None:
    """CF-R23: the last one has ended the game."""
    match = garden(MEETING, roll=5, mat={"A": 1})
    play(match, "step H4", "step H5")
    assert match.over
    assert match.view(0).reason == "full"
    assert match.view(0).players[0].mat == 0

"""Help in Caterpillar Filler: what a thing is, and what it is worth to the viewer."""

import re

import pytest

from bugbox.core.game import WATCHER, Help
from bugbox.core.match import Match
from bugbox.games.caterpillar.rules.box import RULES, SET_UPS
from bugbox.games.caterpillar.show.text import RULE_LINES, SET_UP_LINES
from tests.games.caterpillar.draw import garden, new, play, spaces
from tests.games.caterpillar.test_board import STRAIGHT

pytestmark = pytest.mark.once


def explained(match: Match, thing: str, viewer: int = 0) -> Help:
    found = match.pov(viewer).help(thing)
    assert found, thing
    return found


def ghost(match: Match, thing: str, viewer: int = 0) -> str:
    """Return the preview drawn over the garden, if any."""
    return "".join(drawn for _, drawn in explained(match, thing, viewer).ghosts)


# --- Spaces ---


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


def test_a_caterpillar_says_what_a_bite_would_do() -> None:
    match = garden("G . a1 A@\nJ . . b1 B@", roll=1)
    bob = explained(match, "space:J4")
    assert bob.lines[1] == "Crawl onto it to bite: you grow by one piece, and Bob loses 1 piece and leaves the garden."
    assert bob.worth == "It is 4 steps from your head if nothing is in the way."
    hungry = explained(garden("G . a1 A@\nJ . . b1 B@", roll=1, rule="hungry"), "space:J4")
    assert "Bob loses 2 pieces" in hungry.lines[1], "CF-H3"
    mine = explained(match, "space:G2")
    assert mine.lines[0] == "You are 2 long and need 5 more pieces to win."
    assert mine.worth == "", "it is no way off"
    assert explained(match, "space:J4", WATCHER).worth == ""


@pytest.mark.parametrize(
    ("rule", "steps"),
    [
        ("printed", {"G14": 13, "P3": 11, "E3": 4, "G5": 4}),
        ("round", {"G14": 3, "P3": 9, "E3": 4, "G5": 4}),  # CF-H5: by G16 and by A1
        ("diagonal", {"G14": 13, "P3": 10, "E3": 3, "G5": 4}),  # CF-H1: the first step is diagonal
    ],
)
def test_steps_are_counted_as_the_rule_lets_a_head_crawl(rule: str, steps: dict[str, int]) -> None:
    match = garden(
        """
        E  .  .  *
        G  A@ .  .  .  *  .  .  .  .  .  .  .  .  *
        P  .  .  *
        """,
        roll=2,
        wasps="A",
        rule=rule,
        body={"B": 1},
    )
    for name, many in steps.items():
        assert explained(match, f"space:{name}").worth == f"It is {many} steps from your head if nothing is in the way."


def test_in_the_middle_of_a_move_no_step_is_diagonal_any_more() -> None:
    """CF-H1: but the next move may start with a diagonal step again."""
    match = garden("C  .  .  .  .  .  *\nG  a1  A@  .", roll=2, wasps="A", rule="diagonal", body={"B": 1})
    far = "It is {} steps from your head if nothing is in the way."
    assert explained(match, "space:C6").worth == far.format(7)
    play(match, "step G3")
    assert explained(match, "space:C6").worth == far.format(7), "three to the right and four up, one after the other"
    play(match, "step G4")
    assert explained(match, "space:C6").worth == far.format(5)


def test_a_wasp_bothers_heads_as_far_as_the_rule_lets_them_crawl() -> None:
    """CF-H5, CF-H1."""
    drawing = "G  .  A@  a1  .  .  .  .  .  .  .  .  .  b1  B@\nJ  .  .  ."
    found = {
        rule: explained(garden(drawing, roll=2, wasps="A", rule=rule), "space:H15 after wasp").worth
        for rule in ("printed", "round", "diagonal")
    }
    assert found == {
        "printed": "2 steps from Bob's head.",
        "round": "4 steps from your head, 2 steps from Bob's head.",
        "diagonal": "1 step from Bob's head.",
    }


def test_whoever_is_out_of_the_garden_is_not_told_how_far_it_is() -> None:
    match = garden("G . . b1 B@ *", turn="B", body={"A": 2})
    assert explained(match, "space:G5").worth == ""


def test_at_the_end_nobody_needs_any_more_pieces() -> None:
    match = garden("G . a1 A@ *\nJ b1 B@", mat={"A": 1}, roll=2)
    play(match, "step G4")
    assert explained(match, "mat:0").lines[0] == "You are 3 long and have won."
    assert explained(match, "mat:0", 1).lines[0] == "Ann is 3 long and has won."
    assert explained(match, "mat:1").lines[0] == "Bob is 2 long."
    play(longest := garden("G . a1 A@ *\nJ b1 B@", pairs=0, roll=2), "step G4")
    assert explained(longest, "mat:0").lines[0] == "You are 3 long and have won.", "with pieces left on the mat"


def test_food_in_reach_says_what_it_would_make_of_me() -> None:
    match = garden("G . a1 A@ . *", mat={"A": 3}, roll=3, pairs=1)
    assert explained(match, "space:G5").worth == "2 steps away: you would be 3 long, 2 more to win."
    last = garden("G . a1 A@ . *", mat={"A": 1}, roll=3, pairs=1)
    assert explained(last, "space:G5").worth == "2 steps away: you would be 3 long and win."
    assert "from your head" not in explained(match, "space:G5", WATCHER).worth


def test_a_bite_in_reach_says_so_too_and_my_own_former_space_does_not() -> None:
    bite = garden("G . a1 A@ . B@", mat={"A": 3}, roll=2)
    assert explained(bite, "space:G5").worth == "2 steps away: you would be 3 long, 2 more to win."
    round_about = garden("G . a1 A@ . B@", mat={"A": 3}, roll=4)
    assert explained(round_about, "space:G5").worth.endswith("2 more to win. Several ways lead here: go step by step.")
    beside = garden("G . a1 A@ B@", mat={"A": 3}, roll=4)
    assert explained(beside, "space:G4").worth == "1 step away: you would be 3 long, 2 more to win."
    assert 'class="way"' in ghost(beside, "space:G4")
    back = garden("G . a1 A@", roll=3)
    assert explained(back, "space:G2").worth == "You can end your move here. Several ways lead here: go step by step."
    play(back, "step F3")
    assert explained(back, "space:G2").worth == "You can end your move here."


def test_an_end_shows_its_way_if_there_is_one_and_a_ring_if_there_are_several() -> None:
    match = garden(STRAIGHT, roll=2)
    assert 'class="way"' in explained(match, "space:G6").ghosts[0][1]
    several = explained(match, "space:F5")
    assert 'class="way"' not in several.ghosts[0][1]
    assert "step by step" in several.worth
    assert not explained(match, "space:K9").ghosts


def test_only_whoever_is_asked_sees_what_could_be() -> None:
    walking = garden("G . a1 A@\nJ . . b1 B@", wasps="AB", roll=2)
    assert not ghost(walking, "space:G5", 1)
    assert explained(walking, "space:J6 after wasp", 1).title == "J6, in the garden"
    joining = garden("G . b1 B@", body={"A": 2})
    assert ghost(joining, "space:A5")
    assert not ghost(joining, "space:A5", 1)


def test_a_way_round_the_garden_is_drawn_in_two_lines_and_a_diagonal_one_in_one() -> None:
    """CF-H5, CF-H1."""
    match = garden("G A@ a1", roll=2, rule="round")
    assert 'd="M20 260 M620 260 L580 260"' in ghost(match, "space:G15")
    slanted = garden("G . a1 A@", roll=1, rule="diagonal")
    assert 'd="M100 260 L140 220"' in ghost(slanted, "space:F4")


def test_with_a_wasp_picked_a_space_shows_it_and_whose_head_it_would_bother() -> None:
    match = garden("G . a1 A@\nJ . . b1 B@", wasps="A", roll=2)
    found = explained(match, "space:J6 after wasp")
    assert "cat-wasp" in found.ghosts[0][1]
    assert found.worth == "6 steps from your head, 2 steps from Bob's head."
    assert explained(match, "space:J4 after wasp").title == "Bob's head", "nothing can be put there"


def test_a_wasp_bothers_heads_up_to_six_steps_away_and_only_those_in_the_garden() -> None:
    match = garden("C . A@", wasps="A", roll=2, body={"B": 0})
    assert explained(match, "space:C8 after wasp").worth == "6 steps from your head."
    assert explained(match, "space:C9 after wasp").worth == "No head is nearby."
    assert explained(match, "space:A5 after wasp").title == "A5, on the edge", "CF-F10"


def test_a_way_back_shows_the_caterpillar_as_it_would_lie() -> None:
    match = garden("G . b1 B@", body={"A": 2})
    both = explained(match, "space:A5")
    assert both.worth == "Your head here, your body towards A6 or towards A4."
    assert both.ghosts[0][1].count("cat-head-0") == 2
    one = explained(match, "space:A4 after space:A5")
    assert one.worth == "You would lie from A5 to A3."
    assert one.ghosts[0][1].count("cat-link-0") == 2
    assert not explained(match, "space:H8").ghosts


def test_a_way_back_leads_round_the_corner_and_never_over_others() -> None:
    """CF-R25, CF-R26."""
    match = garden("A . . . . . . *\nG . b1 B@", body={"A": 2})
    corner = explained(match, "space:A1 after space:B1")
    assert corner.worth == "You would lie from B1 to A2."
    assert explained(match, "space:A6").worth == "You would lie from A6 to A4.", "A7 is a flower's"
    assert not ghost(match, "space:A7 after space:A6")


def test_of_two_ways_back_one_is_drawn_fainter_and_both_heads_look_away_from_the_body() -> None:
    drawn = ghost(garden("G . b1 B@", body={"A": 1}), "space:A5")
    assert drawn.count('class="other"') == 1
    assert re.findall(r"cat-head-0. transform=.rotate\((-?\d+) ", drawn) == ["180", "0"]


def test_a_head_alone_has_one_way_back_to_a_space() -> None:
    match = garden("G . b1 B@", body={"A": 0})
    assert explained(match, "space:A5").worth == "You would lie here."
    assert ghost(match, "space:A5").count("cat-head-0") == 1


# --- Players, and things beside the garden ---


def test_set_up_and_rule_are_told_in_a_line_each() -> None:
    assert set(RULE_LINES) == set(RULES) - {"printed"}
    assert set(SET_UP_LINES) == set(SET_UPS)
    for name in SET_UPS:
        lines = explained(new(2, set_up=name, rule="windy"), "rule").lines
        assert lines == (SET_UP_LINES[name], RULE_LINES["windy"])


def test_the_longest_is_told_so() -> None:
    match = garden("G . a2 a1 A@", body={"B": 1})
    assert explained(match, "mat:0").worth == "The longest by 1."
    assert explained(match, "mat:1").worth == "1 behind the longest."
    assert spaces(match) == "G4 G3 G2"


def test_level_with_the_longest() -> None:
    assert explained(garden("G . a2 a1 A@", body={"B": 2}), "mat:1").worth == "Tied for longest."


def test_wasps_and_absences_are_told_of_each_player() -> None:
    match = garden("G . a1 A@", body={"B": 1}, wasps="ABB")
    assert explained(match, "wasps:0").title == "Your 1 wasp"
    assert explained(match, "wasps:1").title == "Bob's 2 wasps"
    assert explained(match, "wasp").worth == "You have 1 wasp."
    assert explained(garden("G . a1 A@"), "wasp").worth == "Every flower you eat becomes one."
    assert explained(match, "off:1").lines[0].startswith("Bob comes back on their next turn, in one line")
    assert explained(match, "off:1", 1).lines[0].startswith("You come back on your next turn, in one line")
    assert match.pov(0).help("mat:2") is None, "nobody sits there"


def test_the_tiles_say_how_many_are_left_and_what_happens_then() -> None:
    """CF-F13, CF-R34."""
    match = garden("G . a1 A@ *\nJ b1 B@", tiles="C7 D8", pairs=2, roll=3)
    assert explained(match, "tiles").worth == "1 pair of flower tiles left."
    assert len(explained(match, "tiles").lines) == 3
    play(match, "step G4")
    last = explained(match, "tiles")
    assert last.worth == "No tiles are left: when the next flower is due, the longest caterpillar wins."
    assert len(last.lines) == 2, "which says it all"
    assert re.findall(r">(\w+)</text>", str(last.picture)) == ["D", "8"]
    tie = garden("G . a1 A@\nJ b1 B@", pairs=0, roll=3)
    assert (
        explained(tie, "tiles").worth == "No tiles are left, and it is a tie for longest: the first to pull ahead wins."
    )


def test_the_die_says_what_is_left_of_the_roll_and_which_faces_it_has_if_they_are_others() -> None:
    """CF-M1."""
    match = garden("G . a1 A@", roll=5, wasps="A")
    play(match, "step G4", "step G5")
    assert explained(match, "die").worth == "3 spaces to go."
    assert str(explained(match, "die").picture).count("<circle") == 5, "it shows what was rolled"
    play(match, "step G6", "step G7", "step G8")
    assert explained(match, "die").worth == ""
    assert explained(new(2, die="1 2 3 3"), "die").lines[-1] == "Its faces: 1, 2, 3, 3."
    assert len(explained(new(2), "die").lines) == 2

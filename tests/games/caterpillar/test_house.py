"""House rules, set-ups and settings of Caterpillar Filler."""

import json
import re
from pathlib import Path

import pytest

import bugbox
from bugbox.core.game import OPEN, SEED_STREAM, WATCHER
from bugbox.core.position import options_of
from bugbox.core.rng import Rng
from bugbox.core.settings import Value, complete
from bugbox.games.caterpillar import GAME, SETTINGS
from bugbox.games.caterpillar.rules.box import RULES, SET_UPS
from bugbox.games.caterpillar.rules.spaces import NAMES
from bugbox.games.caterpillar.rules.state import GardenVariant
from bugbox.games.caterpillar.rules.variants import begin
from bugbox.games.caterpillar.rules.walk import GARDEN
from bugbox.games.caterpillar.show.beside import SIGNS
from bugbox.games.caterpillar.show.text import RULE_LINES, SET_UP_LINES
from tests.games.caterpillar.draw import census, garden, length, new, offered, play, position_of, set_die, spaces, told
from tests.kit.tables import copy_of, elsewhere, lowest, state
from tests.project.test_cli import run, wrong

HOUSE_SET_UPS = [name for name in SET_UPS if name not in ("none", "printed")]

# --- Alternative rules ---


def test_diagonal_the_first_step_of_a_move_may_be_diagonal_and_no_other() -> None:
    """CF-H1."""
    match = garden("G  .  .   .\nH  a2  a1  A@\nI  .  .   .", roll=2, rule="diagonal")
    assert offered(match, "step") == "G2 G3 G4 H4 I2 I3 I4"
    play(match, "step G4")
    assert offered(match, "step") == "F4 G3 G5 H4"
    play(match, "step F4")
    assert spaces(match) == "F4 G4 H3"


def test_diagonal_a_wasp_may_be_put_where_only_a_diagonal_step_leads_on() -> None:
    """CF-H1, CF-R42."""
    match = garden("G  .  !   .\nH  !  A@  .\nI  .  a1  .", roll=1, wasps="A", rule="diagonal")
    assert "H3" in offered(match, "wasp").split()


def test_pushing_a_wasp_goes_one_space_straight_ahead() -> None:
    """CF-H2."""
    match = garden("H  a2  a1  A@  !  .", roll=1, rule="pushing")
    assert "H4" in offered(match, "step").split()
    play(match, "step H4")
    assert match.view(OPEN).wasps == ("H5",)
    assert spaces(match) == "H4 H3 H2"
    assert "Ann pushes the wasp from H4 to H5." in told(match)


@pytest.mark.parametrize(
    "line",
    [
        "H  .  .  .  .  .  .  .  .  .  .  .  a1  A@  !  .",  # the space behind it is free, so it can be pushed
        "H  .  .  .  .  .  .  .  .  .  .  .  a1  A@  !  !",
        "H  .  .  .  .  .  .  .  .  .  .  .  a1  A@  !  *",
        "H  .  .  .  .  .  .  .  .  .  .  .  a1  A@  !  B@",
        "H  .  .  .  .  .  .  .  .  .  .  .  .  a1  A@  !",  # the edge is behind it
    ],
)
def test_pushing_needs_a_free_space_that_is_not_on_the_edge(line: str) -> None:
    """CF-H2."""
    match = garden(line, roll=1, rule="pushing")
    wasp = f"H{line.split().index('!')}"
    assert (wasp in offered(match, "step").split()) == line.endswith("!  .")


def test_pushing_a_wasp_onto_the_own_tail_is_not_possible() -> None:
    """CF-H2: the tail is still where it was."""
    match = garden("G  .  a3  a2  a1\nH  .  a4  !   A@", roll=1, rule="pushing")
    assert "H3" not in offered(match, "step").split()
    assert "H3" in offered(garden("G  .  a3  a2  a1\nH  .  .   !   A@", roll=1, rule="pushing"), "step").split()


@pytest.mark.parametrize(("tail", "can"), [("a4", False), (".", True)])
def test_pushing_a_wasp_onto_the_way_that_one_has_come_is_not_possible(tail: str, can: bool) -> None:
    """CF-H2: the only path goes around the wasp on G4 and pushes it to G5, which a fifth piece has not left yet."""
    match = garden(
        f"""
        B   .   .   .   .   {tail}
        C   .   .   .   .   a3
        D   .   .   .   .   a2
        E   .   .   !   !   a1
        F   .   .   !   !   A@  !   !
        G   .   !   .   !   .   !   !
        H   .   !   .   .   .   !   !
        I   .   .   !   !   !
        J   .   .   !   !   !
        """,
        roll=6,
        rule="pushing",
    )
    assert position_of(match).crawlers[0].is_off != can
    if can:
        for space in ["G5", "H5", "H4", "H3", "G3", "G4"]:
            assert offered(match, "step") == space
            play(match, f"step {space}")


@pytest.mark.parametrize(("body", "left"), [("b1  b2  b3", 2), ("b1  b2  .", 1), ("b1  .  .", 1), (".  .  .", 1)])
def test_hungry_whoever_is_bitten_loses_two_pieces(body: str, left: int) -> None:
    """CF-H3, CF-R21: or all there are; the biter grows by one."""
    match = garden(f"G  .  .  .  {body}\nH  .  a1  A@  B@", roll=2, rule="hungry")
    play(match, "step H4")
    assert (length(match, "A"), length(match, "B")) == (3, left)


def test_windy_after_a_1_all_flowers_drift_first_north_then_east_south_and_west() -> None:
    """CF-H4."""
    match = garden("A  *\nC  .  .  .  *\nD  .  .  .  *\nH  a1  A@\nM  b1  B@", roll=1, rule="windy")
    assert match.view(OPEN).flowers == ("A1", "B4", "C4"), "out of the garden they cannot, and a row moves together"
    assert told(match)[:2] == ["Ann rolls a 1.", "The wind blows to the north: 2 flowers drift."]
    drifted = []
    for _ in range(4):
        play(match, f"step {offered(match, 'step').split()[-1]}")
        drifted.append((" ".join(match.view(OPEN).flowers), match.view(OPEN).wind))
    assert drifted == [("A2 B5 C5", "south"), ("B2 C5 D5", "west"), ("B1 C4 D4", "north"), ("A1 B4 C4", "east")]


def test_windy_a_flower_stays_where_its_way_is_taken() -> None:
    """CF-H4."""
    match = garden("C  .  !  A@  .\nD  .  *  *   *\nE  .  .  .   .", roll=1, rule="windy")
    assert match.view(OPEN).flowers == ("C4", "D2", "D3")


def test_windy_no_other_roll_moves_flowers() -> None:
    """CF-H4."""
    assert garden("D  .  *\nH  a1  A@", roll=2, rule="windy").view(OPEN).flowers == ("D2",)


def test_round_whoever_leaves_on_one_side_comes_in_on_the_other() -> None:
    """CF-H5."""
    match = garden("A  A@  a1  a2", roll=2, rule="round")
    assert offered(match, "step") == "A16 B1 P1"
    play(match, "step A16", "step P16")
    assert spaces(match) == "P16 A16 A1"


def test_round_flowers_find_the_nearest_space_inside_the_garden() -> None:
    """CF-H5, CF-R18: A16 is not next to A1."""
    match = garden("A  !\nE  a2  a1  A@  *", tiles="A1", rule="round")
    play(match, "step E4")
    assert offered(match, "plant") == "A2 B1"


def test_short_three_pieces_are_enough() -> None:
    """CF-H6."""
    assert [player.mat for player in new(3, rule="short").view(OPEN).players] == [3, 3, 3]


@pytest.mark.slow
@pytest.mark.thorough
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("set_up", SET_UPS)
@pytest.mark.parametrize("rule", RULES)
def test_every_rule_goes_with_every_set_up(rule: str, set_up: str, seats: int) -> None:
    """CF-H7: matches end, no pieces are lost, and hidden tiles don't affect options."""
    settings = complete(SETTINGS, {"rule": rule, "set_up": set_up})
    for seed in range(3):
        match, rng = bugbox.Match(GAME, seats, seed, settings), Rng(seed, "test")
        cards = sorted(census(position_of(match)))
        while not match.over:
            seat = match.to_act[0]
            world = elsewhere(match.position, seat, seed)
            assert GAME.view(world, seat) == match.view(seat)
            assert options_of(world, seat) == match.codes(seat)
            assert lowest(world.to_act()) == seat
            options = match.options(seat)
            match.play(seat, options[rng.below(len(options))])
            assert sorted(census(position_of(match))) == cards
        assert bugbox.Match.load(match.record()).places == match.places


# --- Set-ups ---


def test_the_printed_set_up_is_the_rulebooks() -> None:
    """CF-F14, CF-M4, CF-M7."""
    view = next(v for v in (new(2, s, set_up="printed").view(OPEN) for s in range(50)) if v.rolled != 3)
    assert set(view.flowers) == {"D6", "H13", "I4", "M8", "E5", "E12", "L5", "L12"}
    assert set(view.wasps) == {"H8", "H9", "I8", "I9"}
    assert view.supply == 40 - 2 - 12


def turned(names: str, quarters: int) -> set[int]:
    """Return where these spaces end up when the garden is rotated."""
    spots = [divmod(NAMES.find(name), 16) for name in names.split()]
    for _ in range(quarters):
        spots = [(column, 15 - row) for row, column in spots]
    return {row * 16 + column for row, column in spots}


@pytest.mark.parametrize("name", HOUSE_SET_UPS)
def test_a_set_up_of_the_house_looks_the_same_when_the_garden_is_turned(name: str) -> None:
    """CF-H7, CF-M7: rotated by half a turn and, for all but the mirrored one, by a quarter."""
    for tokens in SET_UPS[name]:
        assert turned(tokens, 2) == turned(tokens, 0)
        assert (turned(tokens, 1) == turned(tokens, 0)) == (name != "mirrored" or "D9" not in tokens)
        assert len(turned(tokens, 0)) == len(tokens.split())
        assert not [space for space in turned(tokens, 0) if GARDEN.is_edge(space)]


def test_there_are_six_set_ups_and_six_rules_of_the_house() -> None:
    """CF-H7, CF-M4."""
    assert len(HOUSE_SET_UPS) == 6
    assert len(set(SET_UPS.values())) == 8
    assert len(RULES) == 1 + 6


def test_the_heads_and_the_yellow_spaces_look_the_same_from_every_side() -> None:
    """CF-M2, CF-H7: so a rotationally symmetric set-up favours nobody."""
    assert turned("E5 E12 L5 L12", 1) == turned("E5 E12 L5 L12", 0)
    assert turned("F8 H11 I6 K9", 1) == turned("F8 H11 I6 K9", 0)
    assert turned("A14", 2) == turned("P3", 0)
    assert turned("A8", 1) == turned("H16", 0)
    assert turned("A8", 2) == turned("P9", 0)
    assert [turned("B1", n) for n in range(1, 4)] == [turned(head, 0) for head in ("A15", "O16", "P2")]


def test_a_flower_of_a_set_up_whose_space_is_yellow_goes_to_the_nearest_free_one() -> None:
    """CF-R47: C3 is both, and next to it D3 is taken; one of the others is chosen at random."""
    found = set()
    for seed in range(40):
        match = new(2, seed, set_up="fort", flowers="C3 D3 M4 M13")
        flowers = set(match.view(OPEN).flowers) - {"C3", "D3", "M4", "M13", "C14", "N3", "N14"}
        found |= flowers & {"B3", "C2", "C4"}
        assert len(flowers) == 1 + len(match.view(OPEN).turned) - (match.view(OPEN).target is not None)
        census(position_of(match))
    assert found == {"B3", "C2", "C4"}


def test_a_wasp_of_a_set_up_whose_space_is_yellow_stays_in_the_box() -> None:
    """CF-R47."""
    match = new(2, set_up="fort", flowers="D4 H8 M4 M13")
    assert "H8" in match.view(OPEN).flowers
    assert set(match.view(OPEN).wasps) == {"H9", "I8", "I9"}
    census(position_of(match))


# --- Drawn at random ---


def test_a_set_up_and_a_rule_can_be_drawn_at_random_and_all_of_them_come_up() -> None:
    """CF-F15, CF-H8: each of the alternatives, depending only on the seed."""
    views = [new(2, seed, set_up="random", rule="random").view(OPEN) for seed in range(150)]
    assert {view.set_up for view in views} == set(SET_UPS) - {"none"}
    assert {view.rule for view in views} == set(RULES) - {"printed"}
    assert len({(view.set_up, view.rule) for view in views}) > 30, "one draw each"
    again = [new(2, seed, set_up="random", rule="random").view(OPEN) for seed in range(150)]
    assert again == views


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("seed", range(12))
def test_what_was_drawn_is_played_as_if_it_had_been_chosen(seats: int, seed: int) -> None:
    """CF-H8: garden, mats, bites and bots' brains."""
    match = new(seats, seed, set_up="random", rule="random")
    view = match.view(OPEN)
    chosen = new(seats, seed, set_up=view.set_up, rule=view.rule)
    drawn_variant, variant = position_of(match).variant, position_of(chosen).variant
    assert isinstance(drawn_variant, GardenVariant)
    assert isinstance(variant, GardenVariant)
    for name in ("rule", "mat", "flowers", "wasps", "set_up", "pairs", "body", "heads"):
        assert getattr(drawn_variant, name) == getattr(variant, name)
    assert position_of(match).bite == position_of(chosen).bite
    assert set(view.wasps) == set(chosen.view(OPEN).wasps)
    assert copy_of(match.position).variant is drawn_variant, "so that bots and guesses play by it"


def test_what_was_drawn_is_told_to_everybody() -> None:
    """CF-H8: in the log, in the text, and on the sign beside the garden."""
    match = new(3, 5, set_up="random", rule="random")
    view = match.view(OPEN)
    lines = [SET_UP_LINES[view.set_up], RULE_LINES[view.rule]]
    for viewer in (WATCHER, 0, 2):
        assert told(match, viewer)[:2] == [f"Drawn at random. {line}" for line in lines]
        assert "\n".join(lines) in match.text(viewer)
        found = match.pov(viewer).help("rule")
        assert found
        assert found.lines == tuple(lines)
        assert SIGNS[view.rule] in match.pov(viewer).drawing().html()
    alone = new(3, 5, set_up="random")
    assert alone.view(0).rule == "printed"
    assert told(alone)[0].startswith("Drawn at random. Set-up: ")
    assert not told(alone)[1].startswith("Drawn")


def test_without_a_draw_no_chance_is_used_up_and_nothing_is_told_of_one() -> None:
    """CF-H8: matches with chosen settings are unaffected."""
    assert told(new(2, 1))[0].endswith("takes the first turn.")
    drawn = Rng(1, SEED_STREAM)
    position = begin(GAME.variant(2, new(2, 1).settings), drawn)
    assert state(position.rng) == state(Rng(1, SEED_STREAM))


def test_a_record_of_a_random_draw_is_the_match() -> None:
    """CF-H8: it stores that the draw was random; the seed determines its result."""
    match = new(2, 9, set_up="random", rule="random")
    again = bugbox.Match.load(match.record())
    assert (again.settings["set_up"], again.settings["rule"]) == ("random", "random")
    assert again.view(OPEN) == match.view(OPEN)


def test_programs_are_shown_what_was_drawn_in_rows_of_one_length() -> None:
    """CF-H8: a row has what the settings don't determine, and always a field for the wind."""
    found: dict[str, list[int]] = {}
    for seed in range(40):
        match = new(2, seed, set_up="random", rule="random")
        pen = GAME.observer.pen(match.position)
        GAME.observer.observe(match.position, 0, pen)
        fields = {field.name: field for field in pen.layout()}
        rule = list(pen.rows)[fields["rule"].start :][: len(RULES)]
        assert rule == [int(name == match.view(0).rule) for name in RULES]
        set_up = list(pen.rows)[fields["set_up"].start :][: len(SET_UPS)]
        assert set_up == [int(name == match.view(0).set_up) for name in SET_UPS]
        wind = list(pen.rows)[fields["wind"].start :][:4]
        assert sum(wind) == (match.view(0).rule == "windy")
        found.setdefault(match.view(0).rule, []).append(len(pen.rows))
    assert len({length for lengths in found.values() for length in lengths}) == 1
    assert "windy" in found


# --- Settings ---


@pytest.mark.parametrize(("tiles", "pairs"), [("printed", 14), ("6", 6), ("10", 10), ("16", 16)])
def test_so_many_pairs_of_tiles(tiles: str, pairs: int) -> None:
    """CF-F3."""
    view = new(3, tiles=tiles).view(OPEN)
    assert view.pairs + len(view.turned) == pairs


def test_another_die() -> None:
    """CF-M1."""
    match = new(2, die="4,3 3")
    assert match.settings["die"] == "3 3 4"
    rolls = {new(2, seed, die="3 4").view(OPEN).rolled for seed in range(30)}
    assert rolls == {3, 4}
    set_die(match, 4)
    assert new(2).view(OPEN).die == (1, 2, 3, 4, 5, 6), "one match does not change another's"


def test_other_yellow_spaces() -> None:
    """CF-M2: in any order, with commas or not."""
    match = new(2, flowers="m13, d4 M4 d13")
    assert match.settings["flowers"] == "D4 D13 M4 M13"
    assert set(match.view(OPEN).flowers) >= {"D4", "D13", "M4", "M13"}
    assert bugbox.Match.load(match.record()).record() == match.record()


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        ({"flowers": "E5 E12 L5"}, "There are four yellow spaces, and 3 are named."),
        ({"flowers": "E5 E12 L5 Q7"}, "The yellow spaces: There is no space 'Q7'; the spaces are A1 to P16."),
        ({"flowers": "E5 E5 L5 L12"}, "The yellow space E5 is named twice."),
        ({"flowers": "E5 E12 L5 P4"}, "The yellow space P4 is on the edge, where caterpillars begin."),
        ({"flowers": "E5 " * 100}, "The yellow spaces take at most 200 characters, and this is 300."),
        ({"die": "1 2 3 7"}, "A face of the die is a number from 1 to 6, not '7'."),
        ({"die": "1 2 x"}, "A face of the die is a number from 1 to 6, not 'x'."),
        ({"die": "3"}, "A die has from 2 to 20 faces, not 1."),
        ({"die": "1 2 4"}, "The die needs a 3: it brings new flowers, without which a game may never end."),
        ({"die": "3 " * 101}, "The faces of the die take at most 200 characters, and this is 202."),
        ({"tiles": "9"}, "tiles must be printed or 6 or 10 or 16, not '9'."),
    ],
)
def test_a_wrong_setting_is_refused_with_the_reason(settings: dict[str, Value], reason: str) -> None:
    """CF-M1, CF-M2."""
    with pytest.raises(bugbox.WrongSetting) as refused:
        complete(SETTINGS, settings)
    assert str(refused.value) == reason


@pytest.mark.slow
def test_die_and_yellow_spaces_are_written_on_the_command_line_as_they_are() -> None:
    """CF-M1, CF-M2: no file is needed."""
    other = ("--set", "die=2 3 4", "--set", "flowers=D4 D13 M4 M13")
    (line,) = run("simulate", "caterpillar", "--games", "1", "--json", "-", *other).stdout.splitlines()
    assert (json.loads(line)["settings"]["die"], json.loads(line)["settings"]["flowers"]) == ("2 3 4", "D4 D13 M4 M13")
    assert "The die needs a 3" in wrong("simulate", "caterpillar", "--games", "1", "--set", "die=2 4")


@pytest.mark.slow
def test_in_the_terminal_very_many_spaces_for_a_wasp_are_one_line_and_can_be_typed(tmp_path: Path) -> None:
    game = ("play", "caterpillar", "--seats", "2", "--bots", "random", "--seed", "4", "--save", str(tmp_path / "a"))
    shown = run(*game, answers="1\nwasp D6\n1\nquit\n").stdout
    assert "  1  Crawl to A13\n" in shown
    assert re.search(
        r"  3-\d+  Put a wasp on B2 ... Put a wasp on O15. You can also type, for example: wasp B2\n", shown
    )
    assert "You put a wasp on D6." in shown

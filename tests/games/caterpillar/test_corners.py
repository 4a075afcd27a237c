"""Edge cases of Caterpillar Filler that whole matches and other tests miss."""

from collections import Counter

import pytest

from bugbox.core.game import OPEN
from bugbox.games.caterpillar import GAME
from bugbox.games.caterpillar.rules.spaces import SPACE_NAMES
from bugbox.games.caterpillar.rules.turn import CaterpillarFiller
from tests.games.caterpillar.draw import garden, new, offered, play, position_of, spaces, told
from tests.kit.tables import copy_of, guess_of, state


def test_letters_and_numbers_are_shuffled_each_by_themselves() -> None:
    """CF-F3: any letter can be on top, combined with any number."""
    tops = Counter[tuple[int, int]]()
    for seed in range(200):
        position = position_of(new(2, seed))
        tops[position.letters.cards[position.letters.size - 1], position.numbers.cards[position.numbers.size - 1]] += 1
    assert {letter for letter, _ in tops} == set(range(1, 17))
    assert {number for _, number in tops} == set(range(1, 17))
    assert len(tops) > 100, "neither tells the other"


def test_a_bite_without_tiles_ends_nothing_before_a_flower_was_due() -> None:
    """CF-R20, CF-R32, CF-R34: a bite adds no flower, so lengths are not compared."""
    match = garden("H  a1  A@  B@  b1", roll=1, pairs=0)
    play(match, "step H3")
    assert not match.over
    assert not match.view(OPEN).is_tied
    assert [option.split()[0] for option in match.options(1)][:1] == ["join"]


def test_a_guess_does_not_know_the_next_roll() -> None:
    """CF-R46."""
    match = garden("E  a2  a1  A@  .  .", roll=2)
    rolls = Counter[int]()
    for seed in range(300):
        guessed = guess_of(match.position, 0, seed)
        assert isinstance(guessed, CaterpillarFiller)
        rolls[guessed.rng.below(6)] += 1
    assert set(rolls) == set(range(6))
    assert max(rolls.values()) < 90


def test_a_guess_deals_letters_and_numbers_each_by_themselves() -> None:
    """CF-R46: including the tiles in the box."""
    match = garden("E  a2  a1  A@  .  .", roll=3, tiles="G3", pairs=2)
    pairs = Counter[tuple[int, int]]()
    for seed in range(400):
        guessed = guess_of(match.position, 0, seed)
        assert isinstance(guessed, CaterpillarFiller)
        letters, numbers = guessed.letters, guessed.numbers
        pairs[letters.cards[letters.size - 1], numbers.cards[numbers.size - 1]] += 1
    assert {letter for letter, _ in pairs} == set(range(1, 17)) - {7}
    assert {number for _, number in pairs} == set(range(1, 17)) - {3}
    assert len(pairs) > 150


def test_a_change_of_length_begins_the_ten_rounds_of_a_tie_again() -> None:
    """CF-R35: Cem grows but is still the shortest."""
    match = garden("D  a3  a2  a1  A@\nG  b3  b2  b1  B@\nM  c1  C@  *", seats=3, roll=3, pairs=0)
    assert match.view(OPEN).is_tied
    play(match, *["step D5", "step D6", "step D7", "step G5", "step G6", "step G7"])
    assert match.view(OPEN).quiet == 2
    play(match, "step M3")
    assert match.view(OPEN).quiet == 0
    assert not match.over


def test_who_chose_where_the_flower_of_a_3_goes_may_still_be_stuck() -> None:
    """CF-R41, CF-R17."""
    walls = "D  !  a1  !\nE  !  A@  !\nF  !  .   !\nG  !  !   !"
    match = garden(walls, roll=3, tiles="B9", wasps="")
    assert told(match)[-1] == "Ann cannot crawl 3 spaces and leaves the garden."
    chosen = garden(f"{walls}\nM  .  .  .  *", roll=3, tiles="M4")
    assert offered(chosen, "plant") == "L4 M3 M5 N4"
    play(chosen, "plant L4")
    assert "Ann cannot crawl 3 spaces and leaves the garden." in told(chosen)


@pytest.mark.parametrize(("field", "one", "other"), [("turns", 1, 257), ("quiet", 101, 102), ("wind", 1, 3)])
def test_long_matches_and_opposite_winds_are_told_apart_in_rows(field: str, one: int, other: int) -> None:
    """CF-R45, CF-H4: situations that random play rarely reaches."""
    match = garden("H  a1  A@", roll=2, rule="windy")
    pen = match.game.observer.pen(match.position)
    rows = []
    for value in (one, other):
        setattr(match.position, field, value)
        match.game.observer.observe(match.position, 0, pen)
        rows.append(bytes(pen.rows))
    assert rows[0] != rows[1]


def test_a_stretch_round_the_first_corner_is_room_enough() -> None:
    """CF-R25, CF-R27: the only free spaces of the edge are B1, A1 and A2."""
    rows = {row: ["*", *"." * 14, "*"] for row in "BCDEFGHIJKLMNO"} | {row: ["*"] * 16 for row in "AP"}
    rows["A"][0] = rows["A"][1] = rows["B"][0] = "."
    drawing = "\n".join(f"{row}  {'  '.join(cells)}" for row, cells in rows.items())
    assert set(garden(drawing, body={"A": 2}).options(0)) == {"join B1 clockwise", "join A2 anticlockwise"}
    assert told(garden(drawing, body={"A": 3, "B": 2}))[0] == "There is no room on the edge for Ann."


def test_after_a_diagonal_step_the_own_former_spaces_may_be_a_dead_end() -> None:
    """CF-H1, CF-R5: from C3 by D4 and C4 back to C3, and no further."""
    walls = """
        B  .  !  !   !   !
        C  .  !  A@  a1  !
        D  .  !  !   .   !
        E  .  .  .   !   .
        """
    assert offered(garden(walls, roll=3, rule="diagonal"), "step") == "D4"
    assert told(garden(walls, roll=4, rule="diagonal"))[-1] == "Ann cannot crawl 4 spaces and leaves the garden."


def test_no_wasp_is_offered_on_the_last_space_of_the_only_way() -> None:
    """CF-R42: only D4 and then D5 are left."""
    match = garden(
        """
        C  .  .   !   !  .
        D  !  !   A@  .  .
        E  .  a2  a1  !  .
        """,
        roll=2,
        wasps="A",
    )
    stings = offered(match, "wasp").split()
    assert "D4" not in stings
    assert "D5" not in stings
    assert {"C5", "D6", "E5"} <= set(stings), "beyond it they do no harm"


def test_no_wasp_is_offered_where_the_only_way_pushes_another_one_to() -> None:
    """CF-H2, CF-R42."""
    match = garden(
        """
        G  .  !  !   .
        F  .  !  !   .
        H  !  !  A@  !  .  .
        I  .  !  !   .
        J  .  !  !   .
        """,
        roll=1,
        wasps="A",
        rule="pushing",
    )
    assert offered(match, "step") == "H4"
    stings = offered(match, "wasp").split()
    assert "H5" not in stings
    assert "H6" in stings


def test_what_the_tiles_have_shown_cannot_be_taken_back() -> None:
    """CF-F8: nor can eating the flower that turned them."""
    match = garden("E  a1  A@  *", tiles="G3", wasps="A")
    play(match, "wasp M9", "step E3")
    assert match.view(OPEN).rolled == 0, "nobody has rolled since: Bob re-joins"
    assert not match.may_undo(0)
    bare = garden("E  a1  A@  .", wasps="A")
    play(bare, "wasp M9", "step E3")
    assert bare.may_undo(0)


def test_a_taken_space_is_seen_wherever_it_is() -> None:
    """CF-R18: also in the first row."""
    corner = f"A  !  {'.  ' * 14}!"
    for drawing, taken in ((corner, "A1"), (corner, "A16"), ("B  !", "B1")):
        match = garden(f"{drawing}\nE  a1  A@", roll=3, tiles=taken)
        assert match.view(OPEN).target == taken
        assert match.pov(0).question.startswith(f"{taken} is taken")


def test_a_copy_has_all_of_it() -> None:
    """Check wind, tie, target, placed wasp, unfinished move, and end."""
    windy = garden("D  .  *\nH  a1  A@\nM  b1  B@", roll=1, rule="windy")
    tied = garden("D  a1  A@\nM  b1  B@", roll=3, pairs=0)
    taken = garden("E  a2  a1  A@", roll=3, tiles="E3")
    stung = garden("H  a1  A@", roll=2, wasps="AB")
    play(stung, "wasp M9", "step H3")
    over = garden("E  a2  a1  A@\nH  b1  B@", roll=3, pairs=0)
    for match in (windy, tied, taken, stung, over):
        assert state(copy_of(match.position)) == state(match.position)


def test_a_row_of_numbers_has_the_head_first_and_flowers_told_from_wasps() -> None:
    """Caterpillars start with the viewer's, from the head back; a space is its number + 1 in two bytes."""
    match = garden("A  *  !\nH  a2  a1  A@\nM  .  b1  B@")
    pen = match.game.observer.pen(match.position)
    match.game.observer.observe(match.position, 1, pen)
    starts = {field.name: field.start for field in pen.layout()}
    bodies = [starts["spaces"], starts["spaces"] + 20]
    told = [[pen.rows[at + i] * 256 + pen.rows[at + i + 1] for i in (0, 2, 4, 6)] for at in bodies]
    assert told == [[195, 194, 0, 0], [115, 114, 113, 0]]
    assert [pen.rows[starts["garden"] + i] for i in (0, 1, 2, 114)] == [1, 2, 0, 0]


def test_a_row_of_numbers_tells_the_three_ways_to_end_apart() -> None:
    """CF-R31, CF-R33, CF-R35."""
    full = garden("E  a1  A@  *\nH  B@", mat={"A": 1})
    play(full, "step E3")
    longest = garden("E  a1  A@\nH  B@", roll=3, pairs=0)
    tired = garden("D  a1  A@\nM  .  .  .  .  .  .  b1  B@", pairs=0, roll=3)
    while not tired.over:
        play(tired, tired.options(tired.to_act[0])[-tired.to_act[0]])  # one goes north, one south
    for nth, match in enumerate((full, longest, tired)):
        pen = match.game.observer.pen(match.position)
        match.game.observer.observe(match.position, 0, pen)
        (at,) = (field.start for field in pen.layout() if field.name == "reason")
        assert [pen.rows[at + i] for i in range(3)] == [int(i == nth) for i in range(3)]


def test_a_row_of_numbers_names_spaces_in_their_order() -> None:
    """From the head back, and tile by tile: a space is its number + 1 in two bytes."""
    match = garden("G  .  a1  A@  *\nP  B@", roll=3, tiles="C7 P16", wasps="A")
    play(match, "step G4")
    pen = match.game.observer.pen(match.position)
    match.game.observer.observe(match.position, 0, pen)
    starts = {field.name: field.start for field in pen.layout()}
    for name, expected in (("turned", "C7 P16"), ("spaces", spaces(match))):
        row = [256 * pen.rows[at] + pen.rows[at + 1] for at in range(starts[name], starts[name] + 8, 2)]
        assert [SPACE_NAMES[number - 1] for number in row if number] == expected.split()


def test_a_row_has_no_spaces_for_who_is_off_the_garden() -> None:
    position = position_of(new(2))
    pen = GAME.observer.pen(position)
    for is_off in (False, True):
        if is_off:
            position.take_off(1)
        GAME.observer.observe(position, 0, pen)
        fields = {field.name: field for field in pen.layout()}
        first, end = fields["spaces"].start, fields["is_off"].start
        row = list(pen.rows)
        assert any(row[(first + end) // 2 : end]) == (not is_off)
        assert row[end + 1] == is_off

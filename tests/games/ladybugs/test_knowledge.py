"""Who knows what in Ladybugs: views, guesses, and what a guess must remember."""

from collections import Counter
from string import ascii_lowercase

import pytest

from bugbox.core.game import OPEN, WATCHER
from bugbox.core.match import Match
from bugbox.core.rng import Rng
from bugbox.games.ladybugs.rules.box import ACTIONS
from bugbox.games.ladybugs.rules.turn import Ladybugs
from tests.games.ladybugs.draw import MODULES, contents, garden, new, play, position_of, tally
from tests.kit.tables import guess_of, pick


def in_mid_match(seats: int, seed: int, decisions: int = 40) -> Match:
    match, rng = new(seats, seed, **dict.fromkeys(MODULES, True)), Rng(seed, "test")
    for _ in range(decisions):
        seat = match.to_act[rng.below(len(match.to_act))]
        match.play(seat, pick(match.options(seat), rng))
    return match


def guess(match: Match, seat: int, seed: int) -> Ladybugs:
    guessed = guess_of(match.position, seat, seed)
    assert isinstance(guessed, Ladybugs)
    return guessed


def own_tiles(position: Ladybugs, seat: int) -> Counter[int]:
    return Counter(contents(position.hands[seat]) + contents(position.stacks[seat]))


def test_hands_are_hidden_and_stacks_are_counted_openly() -> None:
    # LB-R47
    match = garden(". .A1 . . .B1", A="2 4", B="5 6")
    assert match.view(0).hands == {0: (2, 4)}
    assert match.view(1).hands == {1: (5, 6)}
    assert match.view(WATCHER).hands == {}
    assert match.view(OPEN).hands == {0: (2, 4), 1: (5, 6)}
    assert [player.stack for player in match.view(WATCHER).players] == [21, 21]


def test_nobody_reads_what_another_player_draws() -> None:
    # LB-R47
    match = in_mid_match(3, 1)
    for seat in range(3):
        others = [name for other, name in enumerate(match.names) if other != seat]
        assert not [line for line in match.log(seat) if any(f"{name} draws" in line for name in others)]
    assert not [line for line in match.log(WATCHER) if "draw" in line or "worth" in line or "choose" in line]


@pytest.mark.parametrize("seed", range(6))
def test_a_guess_deals_each_players_own_remaining_tiles(seed: int) -> None:
    # LB-R57
    match = in_mid_match(3, seed)
    position = position_of(match)
    for seat in range(3):
        guessed = guess(match, seat, seed)
        assert contents(guessed.hands[seat]) == contents(position.hands[seat])
        for other in range(3):
            assert own_tiles(guessed, other) == own_tiles(position, other)
        assert tally(guessed) == tally(position)
        assert guessed.tiles == position.tiles


def test_a_guess_forgets_no_clover_that_the_seat_has_seen() -> None:
    # LB-R57, LB-R27
    match = garden(". .A1 .+3 .B1 .+1 .", A="1 1", B="1 1")
    play(match, "A place 1 c1")
    worths = {0: set(), 1: set()}  # type: dict[int, set[int]]
    for seed in range(60):
        for viewer in (0, 1):
            worths[viewer].add(guess(match, viewer, seed).luck[0].cards[0])
    assert worths == {0: {3}, 1: {1, 2, 3}}


def test_a_guess_is_not_biased() -> None:
    # LB-R57: Bob has 22 hidden tiles, one of them a 1
    match = garden(". .A1 . . .B1 .B1 .B1", A="2 4", B="5 6")
    held: Counter[int] = Counter()
    for seed in range(4000):
        hand = contents(guess(match, 0, seed).hands[1])
        assert hand == sorted(hand)
        held.update(hand)
    left = own_tiles(position_of(match), 1)
    assert left == {1: 1, 2: 4, 3: 4, 4: 4, 5: 4, 6: 4}
    for number, copies in left.items():
        expected = 8000 * copies / left.total()
        assert abs(held[number] - expected) < 5 * expected**0.5


def test_nobody_knows_what_they_will_draw_themselves() -> None:
    # LB-R57, LB-R47
    match = garden(". .A1 . . .B1", A="2 4", B="5 6")
    stack = contents(position_of(match).stacks[0])
    for at in (0, -1):
        guessed = {contents(guess(match, 0, seed).stacks[0])[at] for seed in range(100)}
        assert guessed == set(stack), "lowest and highest of the own stack"


def test_a_guess_takes_back_the_start_tiles_that_others_chose() -> None:
    # LB-R14
    match = new(4, 3)
    for seat in (0, 2):
        match.play(seat, match.options(seat)[0])
    guessed = guess(match, 0, 1)
    assert guessed.to_act() == 0b1110
    assert guessed.chosen[0] == position_of(match).chosen[0] != 0
    assert guessed.chosen[2] == 0


def test_a_chosen_start_tile_shows_to_its_owner_alone() -> None:
    # LB-R14
    match = new(2, 3)
    option = match.options(0)[0]
    match.play(0, option)
    number = int(option.split()[1])
    assert match.view(0).chosen == number
    assert match.view(1).chosen is None
    assert match.log(0)[-1] == f"You choose a {number} for your start space."
    assert "choose" not in " ".join(match.log(1))
    assert f"You have chosen the {number} for your start space." in match.text(0)


def test_what_was_discarded_or_eaten_is_open_to_all() -> None:
    # LB-F11, LB-R35
    match = garden(". . .@ . .B5 . .A1", A="2 4", B="1 1")
    play(match, "A spider 2 e1")
    for viewer in (WATCHER, 0, 1):
        assert [player.gone for player in match.view(viewer).players] == [(2,), (5,)]
    assert "discarded or eaten: 5" in match.text(0)


def test_a_decision_that_reveals_nothing_can_be_taken_back() -> None:
    match = new(3, 2)
    first = match.to_act[0]
    match.play(first, match.options(first)[0])
    assert match.may_undo(first), "a start space was picked, and nothing drawn yet"
    second = match.to_act[0]
    match.play(second, match.options(second)[0])
    assert not match.may_undo(second), "tiles were drawn"


def test_the_last_decision_of_all_can_be_taken_back_unless_clovers_were_turned_over() -> None:
    # LB-R55
    for drawing, is_final in ((". .A1 . . .B1", False), (". .A1 .+2 . .B1", True)):
        match = garden(drawing, A="2 3", B="4 5")
        for seat in (0, 1):
            stack = position_of(match).stacks[seat]
            while stack.size:
                position_of(match).discard(seat, stack.draw())
        play(match, "A place 2 b2")
        before = match.position.revealed
        play(match, "B place 4 e2")
        assert match.over
        assert (match.position.revealed > before) == is_final


def field(match: Match, viewer: int, name: str) -> list[list[int]]:
    """What programs are told under this name, line by line."""
    pen = match.game.observer.pen(match.position)
    match.game.observer.observe(match.position, viewer, pen)
    (found,) = [one for one in pen.layout() if one.name == name]
    lines, length = found.shape
    numbers = [int(number) for number in list(pen.rows)[found.start : found.start + lines * length]]
    return [numbers[i * length : (i + 1) * length] for i in range(lines)]


def test_programs_see_owners_counted_from_the_viewer_on() -> None:
    match = garden(". .A2B5 . . .C1", seats=3)
    below_left = 12 * 13 + 1
    assert field(match, 0, "tiles")[below_left] == [2, 6 + 5, 0]
    assert field(match, 1, "tiles")[below_left] == [12 + 2, 5, 0]
    assert field(match, 2, "tiles")[below_left] == [6 + 2, 12 + 5, 0]
    assert field(match, WATCHER, "tiles")[below_left] == [2, 11, 0]
    assert field(match, 2, "tiles")[below_left + 3] == [1, 0, 0]


def test_programs_see_no_clover_and_no_hand_that_is_not_their_own() -> None:
    # LB-R27, LB-R47
    match = garden(". .A1 .+3 .B1 .", A="2 4", B="5 6")
    play(match, "A place 4 c1")
    assert field(match, 0, "luck") == [[0, 0, 0, 1], [0] * 4]
    assert field(match, 1, "luck") == field(match, WATCHER, "luck") == [[0] * 4] * 2
    assert field(match, 1, "clovers") == [[0], [1]]
    assert field(match, 1, "hand") == [[0, 0, 0, 0, 0, 1, 1]]
    assert field(match, WATCHER, "hand") == [[0] * 7]
    position_of(match).finish()
    assert field(match, 1, "luck") == [[0] * 4, [0, 0, 0, 1]]


@pytest.mark.parametrize(("seats", "decisions"), [(2, 20), (3, 45), (4, 70), (3, 1000)])
def test_programs_see_of_every_player_what_people_see(seats: int, decisions: int) -> None:
    """Field by field, whoever looks: the viewer comes first, then the others clockwise."""
    match, rng = new(seats, 5, **dict.fromkeys(MODULES, True)), Rng(5, "test")
    while not match.over and len(match.decisions) < decisions:
        seat = match.to_act[0]
        match.play(seat, pick(match.options(seat), rng))
    spaces = names_of_spaces(match)
    for viewer in (WATCHER, *range(seats)):
        view = match.view(viewer)
        players = [view.players[(max(viewer, 0) + nth) % seats] for nth in range(seats)]
        for name in ("waiting", "playing", "safe", "once", "stack", "hand_size", "clovers"):
            assert field(match, viewer, name) == [[getattr(player, name)] for player in players], name
        for name in ("start", "last"):
            told = [getattr(player, name) for player in players]
            assert field(match, viewer, name) == [[spaces.index(one) + 1 if one else 0] for one in told], name
        assert field(match, viewer, "first") == [[player.seat == view.first] for player in players]
        assert field(match, viewer, "place") == [[player.place or 0] for player in players]
        assert field(match, viewer, "points") == [list(divmod(player.points or 0, 256)) for player in players]
        assert field(match, viewer, "actions") == [[name in player.actions for name in ACTIONS] for player in players]
        assert field(match, viewer, "gone") == [[player.gone.count(n) for n in range(7)] for player in players]
        dots = [[bed.dots[player.seat] for bed in view.beds] for player in players]
        assert [line[: len(view.beds)] for line in field(match, viewer, "dots")] == dots
        assert field(match, viewer, "garden") == [list(view.garden)]
        assert field(match, viewer, "lying") == [[space in view.clovers for space in spaces]]
        assert field(match, viewer, "spider") == [[space == view.spider for space in spaces]]
        worths = [view.luck.get(player.seat, ()) for player in players]
        assert field(match, viewer, "luck") == [[worth.count(n) for n in range(4)] for worth in worths]


def names_of_spaces(match: Match) -> list[str]:
    rows = match.view(WATCHER).rows
    return [f"{letter}{row}" for row in range(rows, 0, -1) for letter in ascii_lowercase[:13]]


def test_nobody_has_the_turn_while_all_choose_in_secret() -> None:
    # LB-R14
    match = new(2, 3)
    assert match.view(WATCHER).acting is None
    match.play(0, match.options(0)[0])
    assert [match.view(viewer).acting for viewer in (WATCHER, 0, 1)] == [None] * 3, "not of the last one either"
    match.play(1, match.options(1)[0])
    assert match.view(WATCHER).acting == match.view(WATCHER).first


def test_programs_see_no_start_tile_that_another_player_chose() -> None:
    # LB-R14
    for seat in (0, 1):
        match = new(2, 3)
        option = match.options(seat)[0]
        match.play(seat, option)
        assert field(match, seat, "chosen") == [[int(option.split()[1])]]
        assert field(match, 1 - seat, "chosen") == field(match, WATCHER, "chosen") == [[0]]

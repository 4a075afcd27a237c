"""The brain of Caterpillar Filler: clear-cut decisions and expectations, and equal treatment of seats."""

import pytest
from librt.vecs import vec

from bugbox.bots.greedy import Greedy
from bugbox.bots.levels import decide
from bugbox.bots.policy import Glance
from bugbox.core.bits import LOWEST, lowest
from bugbox.core.brain import Brain
from bugbox.core.match import Match
from bugbox.core.position import MOST_OPTIONS, Position, RandomPlay
from bugbox.core.rng import Rng
from bugbox.core.rows import zeros
from bugbox.core.settings import complete
from bugbox.games.caterpillar import GAME
from bugbox.games.caterpillar.bot.scent import FAR, ROOM, Scent
from bugbox.games.caterpillar.rules.state import Layout
from tests.games.caterpillar.draw import garden, play
from tests.kit.tables import copy_of


def brain_of(position: Position) -> Brain:
    return GAME.brain(position.variant)


def weights(match: Match) -> dict[str, int]:
    """Return the preference weight of each option."""
    position, options, found = match.position, zeros(MOST_OPTIONS), zeros(MOST_OPTIONS)
    seat = match.to_act[0]
    count = position.options(seat, options)
    brain_of(position).prefer(position, seat, options, count, found)
    return {match.game.words.option_text(position, seat, options[i]): found[i] for i in range(count)}


def favourite(match: Match) -> str:
    found = weights(match)
    best = max(found.values())
    (option,) = [option for option in found if found[option] == best]
    return option


def hopes(match: Match) -> list[float]:
    found = vec[float]([0.0] * 8)
    brain_of(match.position).expect(match.position, found)
    return [found[seat] for seat in range(match.position.seats)]


def values(match: Match) -> list[float]:
    found = vec[float]([0.0] * 5)
    brain_of(match.position).value(match.position, found)
    return [found[seat] for seat in range(match.position.seats)]


def greedy(match: Match) -> str:
    seat = match.to_act[0]
    looking = Greedy(match.position, seat, Rng(1), brain_of(match.position))
    looking.think(4)
    return match.game.words.option_text(match.position, seat, looking.best())


# --- Preferences ---

FLOWER_AHEAD = """
    G   .  .   .   .   .   .
    H   .  a2  a1  A@  .   *
    I   .  .   .   .   .   .
    M   .  .   .   .   .   .  .  .  .  .  .  b1  B@
    """


def test_a_flower_in_reach_is_gone_for() -> None:
    assert favourite(garden(FLOWER_AHEAD, roll=4)) == "step H5"


def test_a_flower_out_of_reach_is_approached() -> None:
    """It is too far for a roll of 1, but not for the next turns."""
    assert favourite(garden(FLOWER_AHEAD, roll=1)) == "step H5"


def test_a_flower_is_smelled_from_eleven_steps_away_and_not_from_twelve() -> None:
    drawing = "H  .  a1  A@" + "  ." * 10 + "  *"
    assert favourite(garden(drawing, roll=1)) == "step H4"
    assert len(set(weights(garden(drawing.replace("*", ".  *"), roll=1)).values())) == 1


def test_a_bite_is_better_than_a_flower() -> None:
    """Both add a piece; a bite also shortens an opponent and costs them a turn."""
    match = garden(
        """
        F   .  .   .   b1
        G   .  .   .   B@  .   .
        H   .  a2  a1  A@  *   .
        """,
        roll=4,
    )
    assert favourite(match) == "step G4"
    assert greedy(match) == "step G4"


def test_a_bite_that_takes_the_whole_roll_is_better_than_a_flower_next_to_one() -> None:
    match = garden("D  .  .   .   B@  b1\nG  .  .   .   .\nH  .  a2  a1  A@  *", roll=4)
    assert favourite(match) == "step G4"
    assert weights(match)["step H5"] < weights(match)["step G4"]


def test_the_way_to_a_flower_leads_round_a_wasp() -> None:
    """The flower is to the east, but only the path south gets there in three steps."""
    match = garden(
        """
        G   .  .   a1  !   .   .
        H   .  .   A@  !   *   .
        I   .  .   .   .   .   .
        M   .  .   .   .   .   .  .  .  .  .  .  b1  B@
        """,
        roll=4,
    )
    assert favourite(match) == "step I3"


def test_the_own_body_is_a_wall() -> None:
    """The flower is two steps straight ahead, but the body is in between; the spaces above are free."""
    match = garden(
        """
        F   .  .   .   .   .   .
        G   .  .   .   .   .   .
        H   .  .   A@  a5  *   .
        I   .  .   a1  a4  .   .
        J   .  .   a2  a3  .   .
        P   .  .   .   .   .   .  .  .  .  .  .  b1  B@
        """,
        roll=4,
    )
    assert favourite(match) == "step G3"


def test_a_wasp_goes_where_another_needs_to_step() -> None:
    """B must step to H9, the only way to the flower in five steps or fewer."""
    match = garden(
        """
        G   .   .   .  .  .  .  .  .  .  .
        H   .   .   .  .  .  *  .  .  .  B@  b1  b2
        I   .   .   .  .  .  .  .  .  .  .
        O   a1  A@
        """,
        roll=1,
        wasps="A",
    )
    match.play(0, "step O3")
    assert favourite(match) == "wasp H9"


def test_a_wasp_closes_the_only_way_out() -> None:
    match = garden(
        """
        G   .   .   .  .  .  .  .  .  .  !
        H   .   .   .  .  .  .  .  .  .  B@  b1  b2
        I   .   .   .  .  .  .  .  .  .  !
        O   a1  A@
        """,
        roll=1,
        wasps="A",
    )
    match.play(0, "step O3")
    assert favourite(match) == "wasp H9"


def test_without_a_good_place_the_wasp_is_kept() -> None:
    match = garden("H  .  .  .  .  .  .  .  .  .  B@  b1  b2\nO   a1  A@", roll=1, wasps="A")
    match.play(0, "step O3")
    assert favourite(match) == "no wasp"


def test_of_all_spaces_for_a_wasp_only_good_ones_come_to_mind() -> None:
    """Spaces that block an opponent, and keeping it; none before a move with a flower nearby."""
    match = garden("H  .  a1  A@\nL  .  .  .  .  .  .  *  .  B@  b1", turn="A", roll=1, wasps="A")
    assert thought_of(match) == ["step G3", "step H4", "step I3"]
    play(match, "step H4")
    assert len(match.options(0)) > 180
    assert thought_of(match) == ["wasp L8", "no wasp"]


def thought_of(match: Match) -> list[str]:
    found = Glance(brain_of(match.position)).thinkable(match.position, 0)
    return [match.game.words.option_text(match.position, 0, option) for option in found]


@pytest.mark.parametrize("level", ["hatchling", "forager", "hunter"])
def test_no_level_wastes_a_wasp_in_the_middle_of_nowhere(level: str) -> None:
    for seed in range(8):
        match = garden("H  .  a1  A@\nL  .  .  .  .  .  .  *  .  B@  b1", turn="A", roll=1, wasps="A")
        play(match, "step H4")
        match.seed, match.bots = seed, {0: level}
        assert decide(match, 0) in ("wasp L8", "no wasp")


def test_one_re_joins_near_a_flower() -> None:
    match = garden("B  .  .  *\nP  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  B@", body={"A": 1})
    found = weights(match)
    near = [option for option in found if option.startswith("join A3 ")]
    assert near
    assert all(found[option] == max(found.values()) for option in near)


def test_one_re_joins_near_a_flower_as_the_rule_counts_steps() -> None:
    """CF-H5: also across the opposite side; CF-H1: one step away by a diagonal."""
    drawing = "B  .  *\nI  .  .  .  .  .  .  .  .  B@"
    found = {
        rule: weights(garden(drawing, roll=1, rule=rule, body={"A": 0})) for rule in ("printed", "round", "diagonal")
    }
    opposite, beside, corner = "join P2 clockwise", "join D1 clockwise", "join A1 clockwise"
    assert found["printed"][opposite] < found["printed"][beside] < found["printed"]["join B1 clockwise"]
    assert found["round"][opposite] > found["round"][beside], "two steps, not three"
    assert found["printed"][corner] < found["printed"]["join B1 clockwise"]
    assert found["diagonal"][corner] == found["diagonal"]["join B1 clockwise"]


def test_a_flower_is_planted_near_to_oneself_as_the_rule_counts_steps() -> None:
    """CF-H5: Ann's head on B15 is nearest to D1 by wrapping; under the printed rules all are too far to matter."""
    drawing = "B  .  .  .  .  .  .  .  .  .  .  .  .  .  a1  A@\nE  *"
    found = {
        rule: weights(garden(drawing, roll=3, tiles="E1", rule=rule, body={"B": 1})) for rule in ("printed", "round")
    }
    assert len(set(found["printed"].values())) == 1
    assert [option for option, weight in found["round"].items() if weight == max(found["round"].values())] == [
        "plant D1"
    ]


def test_one_re_joins_away_from_another_head() -> None:
    """There is a flower on each side, and an opponent near one of them."""
    match = garden(
        """
        B  .  .  .  *  .  .  .  .  .  .  .  .  *
        E  .  .  .  B@ b1
        """,
        roll=6,
        body={"A": 1},
    )
    found = weights(match)
    waited = max(found[option] for option in found if option.startswith("join A4 "))
    free = max(found[option] for option in found if option.startswith("join A13 "))
    assert free > waited


# --- Expected lengths ---


def test_a_flower_nearby_is_a_hope_and_a_nearer_one_more() -> None:
    near = hopes(garden(FLOWER_AHEAD, roll=1))
    far = hopes(garden(FLOWER_AHEAD.replace(".   *", ".   .").replace("G   .  .   .   .   .   .", "G   *"), roll=1))
    none = hopes(garden(FLOWER_AHEAD.replace("*", "."), roll=1))
    assert near[0] > far[0] > none[0]


def test_whoever_can_be_bitten_next_is_in_danger() -> None:
    """B moves next and needs two steps to bite A; a distant B can't."""
    close = garden("H  .  a2  a1  A@  .  .\nI  .  .  .  .  B@  b1", turn="B", roll=3)
    far = garden("H  .  a2  a1  A@  .  .\nN  .  .  .  .  B@  b1", turn="B", roll=3)
    assert hopes(close)[0] < hopes(far)[0]
    assert hopes(close)[1] > hopes(far)[1]
    assert greedy(close) in ("step H5", "step I4"), "the bite"


def test_a_six_may_bite_whoever_is_six_steps_away_however_near_a_flower_is() -> None:
    """B moves next."""
    close = garden("C  .  .  .  B@  b1\nD  .  .  .  *\nH  a2  a1  A@", turn="B", roll=6)
    far = garden("C  .  .  .  B@  b1\nD  .  .  .  *\nI  a2  a1  A@", turn="B", roll=6)
    assert hopes(close)[0] < hopes(far)[0]


def test_whose_turn_it_is_bites_first() -> None:
    drawing = "H  .  a1  A@  .  B@  b1"
    mine, theirs = values(garden(drawing, turn="A", roll=3))
    assert mine > theirs
    mine, theirs = values(garden(drawing, turn="B", roll=3))
    assert theirs > mine


def test_the_longer_one_is_ahead_and_the_more_so_the_nearer_the_end_is() -> None:
    drawing = "D  .  a3  a2  a1  A@\nM  .  .  .  .  .  .  .  .  .  .  B@  b1  b2"
    early = values(garden(drawing, mat={"A": 4, "B": 5}, roll=1))[0]
    late = values(garden(drawing, mat={"A": 1, "B": 2}, roll=1))[0]
    assert 0.5 < early < late


def test_a_mirrored_garden_is_worth_the_same_to_the_other() -> None:
    """The players' caterpillars are swapped, and the other player is to move."""
    match = garden("D  .  .  *  a1  A@\nL  .  .  .  .  .  .  .  .  .  .  .  .  B@  b1", turn="A", roll=2)
    mirrored = garden("D  .  .  *  b1  B@\nL  .  .  .  .  .  .  .  .  .  .  .  .  A@  a1", turn="B", roll=2)
    assert values(mirrored)[::-1] == pytest.approx(values(match))


def test_who_looks_no_further_than_needed_sees_the_same() -> None:
    """Compare a search that stops at a flower with one of the whole garden."""
    position = GAME.start(4, complete(GAME.settings, {}), 5)
    assert isinstance(position, Layout)
    near, far, randomly, rng = Scent(position.rule), Scent(position.rule), RandomPlay(), Rng(5)
    saved = 0
    while position.waiting:
        decider = LOWEST[position.waiting]
        position.act(decider, randomly.option(position, decider, rng))
        for seat in range(4):
            if not position.crawlers[seat].is_off:
                near.follow(position, seat, 4)
                far.follow(position, seat, FAR)
                assert smelled(near) == smelled(far)
                saved += far.size - near.size
    assert saved > 0


def smelled(scent: Scent) -> object:
    prey = [(scent.prey[seat], scent.to_prey[seat]) for seat in range(4) if scent.prey[seat] <= 4]
    return scent.flower, scent.to_flower, prey, scent.exits(), min(scent.size, ROOM)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_playout_ends_with_ones_own_next_turn(seats: int) -> None:
    start = GAME.start(seats, complete(GAME.settings, {}), 1)
    position, rng, brain = copy_of(start), Rng(1, "test"), GAME.brain(start.variant)
    assert isinstance(start, Layout)
    assert isinstance(position, Layout)
    randomly = RandomPlay()
    turns: list[int] = []
    enough: list[bool] = []
    while position.to_act() and len(turns) < 100:
        turns.append(int(position.turns - start.turns))
        enough.append(brain.is_enough(start, position))
        seat = lowest(position.to_act())
        position.act(seat, randomly.option(position, seat, rng))
    assert enough == [passed > seats for passed in turns]
    assert {False, True} == set(enough)

"""What the bots know of Ladybugs: clear cases, each with its reason; and it is fair."""

import pytest
from librt.vecs import vec

from bugbox.bots.greedy import Greedy
from bugbox.core.brain import Brain
from bugbox.core.match import Match
from bugbox.core.position import MOST_OPTIONS, Position
from bugbox.core.rng import Rng
from bugbox.core.rows import zeros
from bugbox.core.settings import Value
from bugbox.games.ladybugs import GAME
from tests.games.ladybugs.draw import garden, position_of, score
from tests.kit.tables import Table


def brain_of(position: Position) -> Brain:
    return GAME.brain(position.variant)


def weights(match: Match, seat: int = 0) -> dict[str, int]:
    """How often a sensible player would take each option."""
    position, options, found = match.position, zeros(MOST_OPTIONS), zeros(MOST_OPTIONS)
    count = position.options(seat, options)
    brain_of(position).prefer(position, seat, options, count, found)
    return {match.game.words.option_text(position, seat, options[i]): found[i] for i in range(count)}


def hopes(match: Match) -> list[float]:
    found = vec[float]([0.0] * 8)
    brain_of(match.position).expect(match.position, found)
    return [found[seat] for seat in range(match.position.seats)]


def values(match: Match) -> list[float]:
    found = vec[float]([0.0] * 5)
    brain_of(match.position).value(match.position, found)
    return [found[seat] for seat in range(match.position.seats)]


def greedy(match: Match, seat: int = 0) -> str:
    looking = Greedy(match.position, seat, Rng(1), brain_of(match.position))
    looking.think(4)
    return match.game.words.option_text(match.position, seat, looking.best())


def last_turns(match: Match, tiles: int = 0) -> Match:
    """So many tiles are left in each stack."""
    for stack in position_of(match).stacks:
        while stack.size > tiles:
            stack.draw()
    return match


# --- What to try first ---


def test_a_bed_before_the_meadow() -> None:
    """Tiles on the meadow never score (LB-R46)."""
    found = weights(garden(".    .  .\n.    .  a\n.A2  .  a", A="4 5"))
    assert found["place 5 c1"] > found["place 5 a3"]
    assert found["place 4 c1"] > found["place 4 a3"]


def test_a_clover_before_the_bare_meadow() -> None:
    found = weights(garden(".    .  .\n.    .  .\n.A2  .  .+1", A="4 5"))
    assert found["place 4 c1"] > found["place 4 a3"]


def test_a_tile_of_a_rival_is_covered_before_an_own_one() -> None:
    """Their dots go, and mine stay."""
    found = weights(garden("aA5  .  .\na    .  .\n.A2  .  bB5  b", A="4 5"))
    assert found["place 5 c1"] > found["place 5 a3"]


def test_the_larger_of_two_equal_beds() -> None:
    found = weights(garden("a    a  a\na    .  .\n.A2  .  b b", A="4 4"))
    assert found["place 4 a3"] > found["place 4 c1"]


def test_a_high_tile_is_not_spent_on_the_meadow() -> None:
    found = weights(garden(".A2", A="1 6"))
    assert found["place 1 c1"] > found["place 6 c1"]


def test_who_is_sure_of_a_bed_spends_nothing_there() -> None:
    """One more dot in a bed that cannot be lost brings nothing."""
    found = weights(last_turns(garden("a    aA6\na    a\n.A2  .  bB1  b", A="3 3"), 1))
    assert found["place 3 c1"] > found["place 3 a3"]


def test_the_start_tile_is_a_low_one() -> None:
    """It lies on the meadow."""
    position = GAME.start(2, Table(GAME, 2, defaults(), 1).settings, 1)
    options, found = zeros(MOST_OPTIONS), zeros(MOST_OPTIONS)
    assert position.options(0, options) == 2
    brain_of(position).prefer(position, 0, options, 2, found)
    assert found[0] > found[1]


def test_an_action_tile_is_kept_where_the_same_is_had_for_nothing() -> None:
    match = garden("a\n.\n.A2  a  a", A="4 4", settings={"action_tiles": True})
    found = weights(match)
    assert found["place 4 c1"] > found["place 4 b1 with Rhinoceros Beetle"]


def test_the_spider_eats_what_hurts_others() -> None:
    """It sits between my 6 and one of a rival."""
    found = weights(garden("aA6  a  a\n.@\nbB6  b  b", A="1 1", turn="A"))
    moves = {option: weight for option, weight in found.items() if option.startswith("spider")}
    assert max(moves, key=lambda option: moves[option]) == "spider 1 a1"
    assert min(moves, key=lambda option: moves[option]) == "spider 1 a3"


# --- What everybody will have ---


def defaults() -> dict[str, Value]:
    return {setting.name: setting.default for setting in GAME.settings}


def test_at_the_end_nothing_is_expected_but_the_points() -> None:
    match = score("aA6 aB6 a . bC3 b b b\naD5 a", seats=4)
    assert hopes(match) == [match.position.points(seat) for seat in range(4)]


@pytest.mark.parametrize("tiles", [0, 6, 18])
def test_whoever_leads_a_bed_can_expect_more_than_half_of_it(tiles: int) -> None:
    match = last_turns(garden("aA5 aB3 a a a", A="3 3", B="3 3"), tiles)
    mine, theirs = hopes(match)
    assert mine > theirs
    assert values(match)[0] > 0.5
    assert sum(values(match)) == pytest.approx(1)


def test_a_lead_is_the_surer_the_fewer_turns_are_left() -> None:
    drawing = "aA5 aB3 a a a"
    leads = []
    for tiles in (16, 8, 0):
        mine, theirs = hopes(last_turns(garden(drawing, A="3 3", B="3 3"), tiles))
        leads.append(mine - theirs)
    assert leads == sorted(leads)


def test_a_mirrored_garden_is_worth_the_same_to_the_other() -> None:
    match = garden("aA5 aB3 a . bB4 b b\ncA1 cA2 c c", A="3 3", B="3 3")
    mirrored = garden("aB5 aA3 a . bA4 b b\ncB1 cB2 c c", A="3 3", B="3 3")
    level(match, mirrored)
    assert values(match) == pytest.approx(values(mirrored)[::-1])


def level(*matches: Match) -> None:
    """The same tiles to come for both, so that only the garden differs."""
    for match in matches:
        last_turns(match)


def test_dots_still_in_hand_are_a_hope() -> None:
    match = last_turns(garden("a a a", A="6 6", B="1 1"), 0)
    mine, theirs = hopes(match)
    assert mine > theirs


@pytest.mark.parametrize(("hand", "expected"), [("4 4", "place 4 a3"), ("2 2", "place 2 c1")])
def test_greedy_takes_the_bed_that_the_last_tile_can_win(hand: str, expected: str) -> None:
    """The larger one if the tile is high enough, else the smaller one."""
    match = last_turns(garden("a    a  a  aB3\na    .  .\n.A2  .  b b", A=hand, B="1 1"))
    assert greedy(match) == expected


def test_greedy_does_not_cover_its_own_lead() -> None:
    match = last_turns(garden("aA6  aB5  a\na    .  .\n.A2  .  .", A="1 1", B="1 1"))
    assert greedy(match) != "place 1 a3"

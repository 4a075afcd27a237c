"""Bug Council with two players: the Emissary."""

import pytest

from bugbox.core.game import OPEN, WATCHER
from bugbox.core.match import Match
from bugbox.core.rng import Rng
from tests.games.bug_council.draw import census, council, council_of, cubes_of, new, play
from tests.kit.tables import pick

TABLE = """
    circle   {circle}
    Ann      ants 5, bees 6, flies 1
    Bob      ants 7, bees 2, flies 2
    Emissary {emissary}
"""
CIRCLE = "Ants 2, Bees 4, Cockroaches 1, Mosquitos 0, Flies 3"


def table(emissary: str = "ants 3, bees 9", circle: str = CIRCLE) -> Match:
    return council(TABLE.format(circle=circle, emissary=emissary))


def test_it_has_the_deck_for_three_and_two_open_cards_from_the_start() -> None:
    # BC-F10, BC-R33, BC-R34, BC-R44
    match = new(2)
    view = match.view(0)
    assert len(census(council_of(match))) == 50
    assert view.stage == "declare"
    assert len(view.emissary) == 2
    assert view.stock == 26
    assert match.names[2] == "the Emissary"
    assert [player.is_rival for player in view.players] == [False, False, True]


def test_the_leader_plays_for_it_between_the_two() -> None:
    # BC-F10, BC-R25, BC-R26
    match = table()
    play(match, "0 play ants 5")
    assert match.to_act == (0,)
    assert match.options(0) == ("send ants 3",), "it must follow suit"
    assert match.pov(0).question == "Play for the Emissary too: it must follow with the 3 of Ants."
    play(match, "0 send ants 3")
    assert match.to_act == (1,)
    assert match.options(1) == ("play ants 7",)
    assert match.view(WATCHER).emissary == ("bees 9",)


@pytest.mark.parametrize("emissary", ["ants 3, ants 9", "mosquitos 1, bees 9"])
def test_with_two_cards_on_suit_or_none_the_leader_chooses_for_it(emissary: str) -> None:
    # BC-R26
    match = table(emissary)
    play(match, "0 play ants 5")
    assert len(match.options(0)) == 2
    assert match.pov(0).question == "Play for the Emissary too: choose one of its two cards."


def test_when_it_has_won_it_leads_and_who_came_last_plays_for_it() -> None:
    # BC-F10, BC-R25, BC-R27, BC-R28
    match = table("bees 9, flies 5")
    play(match, "0 play ants 5, 0 send bees 9, 1 play ants 7, 0 decline")
    view = match.view(WATCHER)
    assert (view.leader, view.sender, view.acting) == (2, 1, 1)
    assert view.stage == "send"
    assert len(match.options(1)) == 2
    assert match.pov(1).question == "The Emissary leads and you play for it: choose one of its two cards."
    play(match, "1 send flies 5")
    assert match.to_act == (1,)
    assert match.options(1) == ("play flies 2",), "its own card follows"
    play(match, "1 play flies 2")
    assert match.to_act == (0,)
    assert match.options(0) == ("play flies 1",)


def test_if_it_wins_again_the_other_player_plays_for_it() -> None:
    # BC-R28
    match = table("bees 9, flies 5")
    council_of(match).hands[0] |= 1 << 40  # more cards, so that the round goes on
    council_of(match).hands[1] |= 1 << 41
    council_of(match).trick -= 1
    play(match, "0 play ants 5, 0 send bees 9, 1 play ants 7, 0 decline")
    play(match, "1 send flies 5, 1 play flies 2")
    match.play(0, "play flies 1")
    play(match, "0 decline")
    view = match.view(WATCHER)
    assert (view.leader, view.sender, view.acting) == (2, 0, 0)


def test_when_a_player_wins_that_player_leads_and_plays_for_it() -> None:
    # BC-R25
    match = table("ants 3, bees 9", "Ants 2, Bees 4, Cockroaches 1, Mosquitos 0, Flies 3")
    play(match, "0 play ants 5, 0 send ants 3, 1 play ants 7")
    view = match.view(WATCHER)
    assert (view.leader, view.sender, view.acting) == (1, 1, 1)


@pytest.mark.parametrize(
    ("emissary", "circle", "visited"),
    [
        ("ants 3, bees 9", CIRCLE, "Ants"),
        ("ants 3, bees 9", "Ants 0, Bees 4, Cockroaches 1, Mosquitos 0, Flies 3", "Bees"),
        ("ants 3, mosquitos 9", "Ants 0, Bees 4, Cockroaches 1, Mosquitos 0, Flies 3", None),
    ],
)
def test_it_visits_the_tile_of_its_card_or_of_the_other_or_none(
    emissary: str, circle: str, visited: str | None
) -> None:
    # BC-R30: before a new card is turned over
    match = table(emissary, circle)
    before = cubes_of(match)
    play(match, "0 play ants 5, 0 send ants 3, 1 play ants 7")
    log = match.log(WATCHER)
    if visited:
        assert any(line.startswith(f"The Emissary visits the {visited} and spreads") for line in log)
        assert cubes_of(match)[visited] == 0
    else:
        assert cubes_of(match) == before
        assert "There are no cubes on the tiles of the Emissary's cards, so it does not visit the council." in log
    assert match.view(WATCHER).stage == "play", "it is asked nothing"
    assert len(match.view(WATCHER).emissary) == 2


def test_if_it_led_and_nobody_followed_nobody_visits() -> None:
    # BC-R31
    match = table("bees 9, cockroaches 5")
    play(match, "0 play ants 5, 0 send bees 9, 1 play ants 7, 0 decline")
    before = cubes_of(match)
    council_of(match).trick -= 1
    council_of(match).hands[1] = 1 << 37  # flies 2
    play(match, "1 send cockroaches 5, 1 play flies 2")
    match.play(0, "play flies 1")
    assert "Nobody followed suit, so nobody visits the council." in match.log(WATCHER)
    assert cubes_of(match) == before


def test_of_equal_cards_of_tied_suits_the_later_in_the_order_of_play_wins() -> None:
    # BC-R38: Ann, the Emissary, Bob
    match = council(
        """
        circle   Ants 2, Bees 2, Cockroaches 1, Mosquitos 2, Flies 3
        Ann      ants 5, bees 6, flies 1
        Bob      mosquitos 5, bees 2, flies 2
        Emissary bees 5, cockroaches 4
        """
    )
    play(match, "0 play ants 5, 0 send bees 5")
    assert match.view(WATCHER).trick.winner == 2
    play(match, "1 play mosquitos 5")
    assert match.view(WATCHER).last.winner == 1


def test_a_card_is_turned_over_before_each_trick_but_not_after_the_tenth() -> None:
    # BC-F10, BC-R32, BC-R34, BC-R36
    match, rng = new(2, seed=4, rounds=1), Rng(4, "test")
    while not match.over:
        view = match.view(OPEN)
        if view.stage in ("play", "send") and not view.trick.cards:
            assert len(view.emissary) == 2
            assert view.stock == 26 - (view.trick_number - 1)
        seat = match.to_act[0]
        match.play(seat, pick(match.options(seat), rng))
    view = match.view(OPEN)
    (left,) = view.emissary
    assert view.stock == 17
    assert view.players[2].rounds[0].card == left, "what is left is its allegiance"
    suit = left.split()[0]
    assert view.players[2].rounds[0].bonus == {one.suit: one.cubes for one in view.circle}[suit]
    assert view.players[2].allied is True


def test_if_it_wins_the_tenth_trick_it_leads_the_next_round() -> None:
    # BC-R29
    match = council(
        """
        circle   Ants 2, Bees 4, Cockroaches 1, Mosquitos 0, Flies 3
        Ann      ants 5, bees 6
        Bob      ants 7, bees 2
        Emissary bees 9, flies 5
        """
    )
    play(match, "0 play ants 5, 0 send bees 9, 1 play ants 7, 0 decline")
    view = match.view(WATCHER)
    assert (view.round, view.stage, view.leader, view.sender) == (2, "declare", 2, 1)
    assert match.log(WATCHER)[-1] == "The Emissary leads the first trick; Bob plays for it."
    play(match, "0 declare allegiance, 1 declare allegiance")
    assert match.to_act == (1,)
    assert match.view(1).stage == "send"


def test_it_never_shares_in_the_reward() -> None:
    # BC-R36: it has won no trick, and Ann neither
    match = council(
        """
        circle   Ants 2, Bees 4, Cockroaches 1, Mosquitos 0, Flies 3
        chambers 2
        Ann      ants 5, none
        Bob      bees 7, bees 2
        Emissary ants 9, flies 5
        """
    )
    play(match, "0 play ants 5, 0 send ants 9, 1 play bees 7, 0 decline")
    assert [player.rounds[0].bonus for player in match.view(WATCHER).players] == [12, 4, 3]


def test_it_is_ranked_and_can_win() -> None:
    # BC-R35, BC-R42
    winners: set[int] = set()
    for seed in range(30):
        match, rng = new(2, seed, rounds=1), Rng(seed, "test")
        while not match.over:
            match.play(match.to_act[0], pick(match.options(match.to_act[0]), rng))
        assert match.position.ranked == 3
        winners |= {who for who in range(3) if match.position.place(who) == 1}
    assert winners == {0, 1, 2}

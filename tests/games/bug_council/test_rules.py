"""Bug Council: set-up, declarations and tricks, clause by clause."""

import re
from collections import Counter

import pytest

import bugbox
from bugbox.core.game import OPEN, WATCHER
from bugbox.core.match import Match
from bugbox.core.rng import Rng
from bugbox.games.bug_council import GAME
from bugbox.games.bug_council.rules.box import CUBES
from bugbox.games.bug_council.rules.state import cards_of
from bugbox.table.rooms.room import new_room
from tests.games.bug_council.draw import card, census, council, council_of, cubes_of, new, play
from tests.kit.tables import pick

FOUR = """
    circle Ants 2, Bees 4, Cockroaches 1, Mosquitos 0, Flies 3
    Ann    ants 5, flies 1
    Bob    ants 7, flies 2
    Cleo   bees 2, flies 3
    Dora   cockroaches 4, flies 4
"""


def winner(match: Match) -> str | None:
    """Of the trick on the table, or of the last one."""
    view = match.view(WATCHER)
    trick = view.trick if view.trick.cards else view.last
    return None if trick.winner is None else match.names[trick.winner]


# --- Set-up ---


@pytest.mark.parametrize(("seats", "highest", "aside"), [(3, 10, 17), (4, 11, 11), (5, 12, 5)])
def test_the_deck_depends_on_the_number_of_players(seats: int, highest: int, aside: int) -> None:
    # BC-F1, BC-F3, BC-M4, BC-R39: the marks in the corners do not matter
    match = new(seats)
    cards = census(council_of(match))
    assert sorted(cards) == [12 * suit + value for suit in range(5) for value in range(highest)]
    assert [len(hand) for hand in match.view(OPEN).hands.values()] == [11] * seats
    assert match.view(WATCHER).stock == aside == len(cards_of(council_of(match).stock))


@pytest.mark.parametrize(
    ("deck", "seats", "highest"),
    [("to-12", 2, 12), ("to-12", 3, 12), ("to-8", 2, 8), ("to-8", 3, 8), ("to-8", 4, 9), ("to-10", 5, 11)],
)
def test_another_deck_has_at_least_the_cards_that_are_needed(deck: str, seats: int, highest: int) -> None:
    # BC-R45
    cards = census(council_of(new(seats, deck=deck)))
    assert max(one % 12 + 1 for one in cards) == highest
    assert len(cards) == 5 * highest >= 11 * seats + (12 if seats == 2 else 0)


def test_the_circle_and_its_cubes_are_drawn_by_lot() -> None:
    # BC-F2, BC-M4, BC-M5
    circles: Counter[tuple[str, ...]] = Counter()
    strongest: Counter[str] = Counter()
    for seed in range(240):
        cubes = cubes_of(new(3, seed))
        circles[tuple(cubes)] += 1
        assert sorted(cubes.values()) == [0, 1, 2, 3, 4]
        strongest[max(cubes, key=lambda suit: cubes[suit])] += 1
    assert len(circles) == 24, "every order round a circle"
    assert len(strongest) == 5, "any faction can be the strongest"
    assert min(strongest.values()) > 20


def test_the_circle_stays_for_the_whole_game() -> None:
    # BC-M5, BC-R22
    match = new(4, seed=5)
    circle, rng = list(cubes_of(match)), Rng(5, "test")
    while not match.over:
        play_one(match, rng)
        assert list(cubes_of(match)) == circle


def play_one(match: Match, rng: Rng) -> None:
    seat = match.to_act[rng.below(len(match.to_act))]
    match.play(seat, pick(match.options(seat), rng))


def test_who_leads_first_is_random_unless_a_seat_is_chosen() -> None:
    # BC-M6
    assert {new(4, seed).view(WATCHER).leader for seed in range(40)} == {0, 1, 2, 3}
    assert {new(2, seed).view(WATCHER).leader for seed in range(40)} == {0, 1}, "never the Emissary"
    for seat, start in enumerate(("first", "second", "third", "fourth", "last")):
        assert {new(5, seed, start=start).view(WATCHER).leader for seed in range(10)} == {seat}
    assert new(3, start="last").view(WATCHER).leader == 2
    second = new(2, start="second")
    assert second.log(1)[-1] == "You lead the first trick."
    assert second.view(1).sender == 1, "who leads plays for the Emissary"


@pytest.mark.parametrize(
    ("seats", "start", "refusal"),
    [
        (3, "fourth", "First leader cannot be the player in seat 4 at a table with 3 seats."),
        (1, "second", "First leader cannot be the player in seat 2 at a table with 1 seat."),
    ],
)
def test_a_seat_that_is_not_at_the_table_cannot_lead(seats: int, start: str, refusal: str) -> None:
    # BC-M6
    with pytest.raises(bugbox.WrongSetting, match=f"^{re.escape(refusal)}$"):
        new(seats, start=start)
    with pytest.raises(bugbox.WrongSetting, match=f"^{re.escape(refusal)}$"):
        new_room(GAME, seats, {"start": start}, "ann", listed=False)


def test_cards_are_dealt_to_everybody_alike() -> None:
    # BC-R44: each card as often to each seat
    holders: Counter[int] = Counter()
    for seed in range(400):
        position = council_of(new(4, seed))
        holders.update(seat for seat in range(4) if position.hands[seat] & 1)
    assert all(50 < holders[seat] < 110 for seat in range(4)), "80 expected"


def test_the_game_is_for_one_to_five() -> None:
    # BC-M1, BC-M3, BC-M7
    assert list(GAME.seats) == [1, 2, 3, 4, 5]
    with pytest.raises(bugbox.WrongSetting):
        new(6)


# --- Declarations ---


def test_thumbs_are_turned_together() -> None:
    # BC-F4, BC-F11, BC-M3, BC-R15
    match = new(3, start="first")
    assert match.options(1) == ("declare allegiance", "declare none")
    play(match, "0 declare none, 1 declare allegiance")
    assert [player.allied for player in match.view(2).players] == [None, None, None]
    assert match.view(0).choice == "none"
    assert match.view(2).choice == ""
    assert not any("Seat 0 choose" in line for line in match.log(2))
    play(match, "2 declare none")
    assert [player.allied for player in match.view(WATCHER).players] == [False, True, False]
    assert match.log(WATCHER)[-1] == "The thumbs turn: Seat 0 and Seat 2 declare No Allegiance."
    assert not match.may_undo(2)


def test_those_without_allegiance_discard_face_down_at_once() -> None:
    # BC-F11, BC-R14, BC-R16
    match = new(3, start="first")
    play(match, "0 declare none, 1 declare allegiance, 2 declare none")
    assert list(match.to_act) == [0, 2]
    assert len(match.options(0)) == 11
    mine = match.options(2)[4]
    play(match, f"2 {mine}")
    assert match.view(2).discards == {2: mine.removeprefix("discard ")}
    assert match.view(0).discards == match.view(WATCHER).discards == {}
    assert match.log(0)[-1] == "Seat 2 discards a card face down."
    assert match.log(2)[-1].startswith("You discard the ")
    play(match, f"0 {match.options(0)[0]}")
    assert list(match.to_act) == [0]
    assert [player.hand_size for player in match.view(WATCHER).players] == [10, 11, 10]
    assert match.may_undo(0), "nothing was revealed by a card that lies face down"


def test_nobody_in_particular_is_to_act_while_all_declare() -> None:
    # BC-R14
    match = new(3, start="first")
    assert match.view(WATCHER).acting is None
    play(match, "0 declare allegiance, 1 declare allegiance")
    assert match.view(WATCHER).acting is None, "not even the last one"
    play(match, "2 declare allegiance")
    assert match.view(WATCHER).acting == 0


def test_if_all_are_allied_the_first_trick_begins_at_once() -> None:
    # BC-F4
    match = new(3, start="first")
    play(match, "0 declare allegiance, 1 declare allegiance, 2 declare allegiance")
    assert match.to_act == (0,)
    assert len(match.options(0)) == 11
    assert match.log(WATCHER)[-1] == "All thumbs are up: everybody declares allegiance."


# --- Tricks ---


def test_the_rulebooks_trick_is_won_by_the_2_of_bees() -> None:
    # BC-F5, BC-R1, BC-R2, BC-R5: Ants have 2 cubes, Bees 4, Cockroaches 1
    match = council(FOUR)
    play(match, "0 play ants 5, 1 play ants 7, 2 play bees 2, 3 play cockroaches 4")
    assert winner(match) == "Cleo"
    why = "Bees are the strongest suit played, with 4 cubes."
    assert match.log(WATCHER)[-1] == f"Cleo wins the trick with the 2 of Bees: {why}"
    assert match.view(WATCHER).trick.why == "strongest"
    assert match.view(WATCHER).players[2].tricks == 1
    assert match.to_act == (0,), "Ann's 5 is the lowest of the Ants"


def test_who_can_follow_suit_must() -> None:
    # BC-F5
    match = council(FOUR)
    assert match.options(0) == ("play ants 5", "play flies 1")
    play(match, "0 play ants 5")
    assert match.options(1) == ("play ants 7",)
    assert match.pov(1).question == "Follow suit: play one of your Ants."
    play(match, "1 play ants 7")
    assert match.options(2) == ("play bees 2", "play flies 3")
    assert match.pov(2).question == "You have no Ants: play any card."
    assert match.view(2).playable == ("bees 2", "flies 3")
    assert match.view(1).playable == ()


def test_if_all_follow_the_highest_card_wins() -> None:
    # BC-F5
    match = council(FOUR)
    play(match, "0 play flies 1, 1 play flies 2, 2 play flies 3, 3 play flies 4")
    assert winner(match) == "Dora"
    assert match.log(WATCHER)[-1].endswith("the highest Fly.")


def test_a_strongest_suit_that_nobody_played_does_not_matter() -> None:
    # BC-R1
    match = council(
        """
        circle Ants 1, Bees 6, Cockroaches 2, Mosquitos 0, Flies 1
        Ann    ants 12, flies 1, flies 7
        Bob    cockroaches 1, flies 2, flies 8
        Cleo   ants 3, flies 3, flies 9
        """
    )
    play(match, "0 play ants 12, 1 play cockroaches 1, 2 play ants 3")
    assert winner(match) == "Bob"


def test_the_suit_that_was_led_has_no_privilege_in_a_tie() -> None:
    # BC-R2, BC-R3
    match = council(
        """
        circle Ants 2, Bees 2, Cockroaches 1, Mosquitos 0, Flies 3
        Ann    ants 5, flies 1, flies 7
        Bob    bees 6, flies 2, flies 8
        Cleo   cockroaches 12, flies 3, flies 9
        """
    )
    play(match, "0 play ants 5, 1 play bees 6")
    assert match.view(WATCHER).trick.why == "tied"
    play(match, "2 play cockroaches 12")
    assert winner(match) == "Bob"
    why = "the strongest suits played are tied at 2 cubes, so the highest card wins."
    assert f"Bob wins the trick with the 6 of Bees: {why}" in match.log(WATCHER)


@pytest.mark.parametrize(
    ("bob", "cleo", "expected"),
    [("bees 5", "cockroaches 4", "Bob"), ("bees 5", "cockroaches 5", "Cleo"), ("bees 4", "cockroaches 4", "Ann")],
)
def test_of_equal_cards_of_tied_suits_the_later_one_wins(bob: str, cleo: str, expected: str) -> None:
    # BC-F5, BC-R3: three suits tied
    match = council(
        f"""
        circle Ants 2, Bees 2, Cockroaches 2, Mosquitos 0, Flies 3
        Ann    ants 5, flies 1, flies 7
        Bob    {bob}, flies 2, flies 8
        Cleo   {cleo}, flies 3, flies 9
        """
    )
    play(match, f"0 play ants 5, 1 play {bob}, 2 play {cleo}")
    assert winner(match) == expected
    later = "the strongest suits played are tied at 2 cubes, so the later of two equal cards wins."
    assert any(later in line for line in match.log(WATCHER)) == (expected != "Ann")


def test_suits_without_cubes_are_tied_too() -> None:
    # BC-R4
    match = council(
        """
        circle Ants 0, Bees 0, Cockroaches 5, Mosquitos 0, Flies 3
        Ann    ants 5, flies 1, flies 7
        Bob    bees 7, flies 2, flies 8
        Cleo   mosquitos 6, flies 3, flies 9
        """
    )
    play(match, "0 play ants 5, 1 play bees 7, 2 play mosquitos 6")
    assert winner(match) == "Bob"


def test_the_winner_leads_the_next_trick() -> None:
    # BC-F5
    match = council(
        """
        circle Ants 2, Bees 4, Cockroaches 1, Mosquitos 0, Flies 3
        Ann    ants 5, flies 1, flies 7
        Bob    ants 7, flies 2, flies 6
        Cleo   bees 2, flies 3, flies 8
        """
    )
    play(match, "0 play ants 5, 1 play ants 7, 2 play bees 2, 0 decline")
    assert match.to_act == (2,)
    assert match.view(WATCHER).leader == 2
    play(match, "2 play flies 3")
    assert match.to_act == (0,), "clockwise"


def test_strength_is_read_before_the_visit() -> None:
    # BC-R6: the visit makes the Cockroaches strongest, too late for this trick
    match = council(
        """
        circle Bees 3, Cockroaches 3, Mosquitos 0, Flies 1, Ants 2
        Ann    ants 5, flies 1, flies 7
        Bob    cockroaches 7, flies 2, flies 6
        Cleo   bees 8, ants 6, flies 8
        """
    )
    play(match, "0 play ants 5, 1 play cockroaches 7, 2 play ants 6, 0 visit bees")
    assert winner(match) == "Bob"
    assert match.view(WATCHER).last.winner == 1


def test_every_card_the_trick_and_every_cube_is_a_beat() -> None:
    # BC-F6
    match = council(FOUR)
    play(match, "0 play ants 5, 1 play ants 7, 2 play bees 2, 3 play cockroaches 4")
    calls = [match.pov(WATCHER).news(0, told)[-1] for told, _ in match.position.beats]
    assert calls == match.log(WATCHER)[-2:]
    play(match, "0 visit flies")
    seen = [cubes_of(match.at(beat)) for _, beat in match.position.beats][:4]
    assert [cubes["Flies"] for cubes in seen] == [3, 2, 1, 0], "who visits whom is seen before cubes move"
    assert [sum(cubes.values()) for cubes in seen] == [10, 10, 10, 10], "no cube is lost on the way"
    assert [cubes["Ants"] for cubes in seen] == [2, 3, 3, 3]


# --- The rules once more, read word by word ---


def best_of(cards: list[tuple[int, str]], cubes: dict[str, int]) -> int:
    suits = {text.split()[0] for _, text in cards}
    most = max(cubes[suit.capitalize()] for suit in suits)
    strong = [(who, text) for who, text in cards if cubes[text.split()[0].capitalize()] == most]
    highest = max(int(text.split()[1]) for _, text in strong)
    return [who for who, text in strong if int(text.split()[1]) == highest][-1]


def visitor_of(cards: list[tuple[int, str]]) -> int | None:
    led = cards[0][1].split()[0]
    on_suit = [(int(text.split()[1]), who) for who, text in cards if text.split()[0] == led]
    return min(on_suit)[1] if len(on_suit) > 1 else None


def sown(cubes: dict[str, int], suit: str) -> tuple[dict[str, int], int]:
    tiles = list(cubes)
    after, hand, at = dict(cubes), cubes[suit], tiles.index(suit)
    after[suit] = 0
    for _ in tiles:
        at = (at + 1) % len(tiles)
        if hand:
            after[tiles[at]] += 1
            hand -= 1
    return after, hand


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("seed", range(6))
def test_whole_games_agree_with_the_rules_read_word_by_word(seats: int, seed: int) -> None:
    # BC-F5, BC-F6, BC-R8, BC-R10, BC-R11, BC-M2
    match, rng = new(seats, seed), Rng(seed, "test")
    while not match.over:
        before = match.view(OPEN)
        cubes = cubes_of(match)
        seat = match.to_act[0]
        option = pick(match.options(seat), rng)
        match.play(seat, option)
        after = match.view(OPEN)
        assert sum(cubes_of(match).values()) + after.chambers <= CUBES
        assert any(cubes_of(match).values())
        if before.stage in ("play", "send") and len(before.trick.cards) == len(before.players) - 1:
            laid = [(one.who, one.card) for one in before.trick.cards]
            laid.append((seat if before.stage == "play" else seats, option.split(maxsplit=1)[1]))
            check_trick(match, laid, cubes)
        if before.stage == "visit" and before.trick_number < 10:
            expected, excess = sown(cubes, option[6:].capitalize()) if option != "decline" else (cubes, 0)
            assert cubes_of(match) == expected
            assert after.chambers == before.chambers + excess


def check_trick(match: Match, laid: list[tuple[int, str]], cubes: dict[str, int]) -> None:
    won = [match.at(beat).view(WATCHER).trick for _, beat in match.position.beats if len(beat.story) == 0]
    full = next(trick for trick in won if len(trick.cards) == len(laid))
    assert full.winner == best_of(laid, cubes)
    view = match.view(WATCHER)
    if view.stage == "visit":
        assert view.acting == visitor_of(laid)
    elif visitor_of(laid) is not None:
        assert visitor_of(laid) == match.seats, "the Emissary has visited at once"


def test_a_card_is_written_and_read_the_same() -> None:
    assert [card("ants 1"), card("bees 12"), card("mosquitos 12")] == [0, 23, 59]

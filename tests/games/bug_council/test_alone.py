"""Bug Council for one player: an Emissary that decides by its temperament. These rules are our own."""

from collections import Counter

import pytest

from bugbox.core.game import OPEN, WATCHER
from bugbox.core.match import Match
from bugbox.core.rng import Rng
from bugbox.games.bug_council import GAME, SETTINGS
from bugbox.games.bug_council.rules.box import TEMPER_NAMES
from bugbox.games.bug_council.rules.state import PLAYED
from bugbox.games.bug_council.show.words import card_text
from tests.conftest import ROOT
from tests.games.bug_council.draw import census, council, council_of, cubes_of, new, play
from tests.kit.tables import pick

CIRCLE = "Ants 2, Bees 4, Cockroaches 1, Mosquitos 0, Flies 3"
HAND = "ants 5, bees 6, cockroaches 7, flies 1, mosquitos 4"  # five cards: the seventh trick is next


def table(temperament: str, emissary: str, hand: str = HAND, circle: str = CIRCLE, tricks: int = 0) -> Match:
    """The player leads. `tricks` is how many that player has won."""
    match = council(f"circle {circle}\nAnn {hand}\nEmissary {emissary}", temperament=temperament)
    council_of(match).tricks[0] = tricks
    return match


def its_lead(temperament: str, emissary: str, hand: str = HAND, circle: str = CIRCLE) -> str:
    match = council(f"circle {circle}\nEmissary {emissary}\nAnn {hand}", temperament=temperament)
    return str(match.view(WATCHER).trick.cards[0].card)


def answer(match: Match, card: str) -> str:
    """What it plays to this card."""
    story = council_of(match).story
    told = len(story)
    play(match, f"0 play {card}")
    played = next(event[2] for event in story[told:] if event[0] == PLAYED and event[1] == 1)
    return card_text(played)


# --- What is the same for all ---


def test_one_player_sits_against_an_emissary_with_three_open_cards() -> None:
    # BC-M1, BC-M8
    match = new(1)
    view = match.view(0)
    assert len(census(council_of(match))) == 50
    assert view.stage == "declare"
    assert len(view.hands[0]) == 11
    assert len(view.emissary) == 3
    assert view.stock == 36
    assert match.names[1] == "the Emissary"
    assert [player.is_rival for player in view.players] == [False, True]


def test_it_shows_three_cards_before_each_trick_and_has_two_left() -> None:
    # BC-M8, BC-M10
    match, rng = new(1, 3), Rng(3, "test")
    shown = Counter[tuple[int, int]]()
    while match.view(0).round == 1:
        view = match.view(OPEN)
        if view.stage == "play":
            shown[view.trick_number, len(view.emissary) + len(view.trick.cards)] += 1
        play(match, f"0 {pick(match.options(0), rng)}")
    assert set(shown) == {(trick, 3) for trick in range(1, 11)}
    assert council_of(match).allies[0] != 0


def test_who_leads_first_is_drawn_between_the_two_or_is_the_player() -> None:
    # BC-M6, BC-M8
    leaders = Counter(new(1, seed).view(0).leader for seed in range(60))
    assert min(leaders[0], leaders[1]) > 15
    assert {new(1, seed, start="first").view(0).leader for seed in range(10)} == {0}


def test_each_round_has_another_temperament_and_it_is_known_before_the_declaration() -> None:
    # BC-M9
    orders = set()
    for seed in range(12):
        match, rng, met = new(1, seed), Rng(seed, "test"), []
        while not match.over:
            view = match.view(0)
            if view.stage == "declare":
                met.append(view.temperament)
            play(match, f"0 {pick(match.options(0), rng)}")
        assert len(set(met)) == 3
        orders.add(tuple(met))
    assert {name for order in orders for name in order} == set(TEMPER_NAMES)
    assert len(orders) > 6


def test_the_setting_keeps_one_temperament() -> None:
    # BC-M9
    match, rng = new(1, 1, temperament="schemer"), Rng(1, "test")
    while not match.over:
        assert match.view(0).temperament == "schemer"
        play(match, f"0 {pick(match.options(0), rng)}")


@pytest.mark.parametrize(
    ("left", "bonus"),
    [("flies 4, ants 3", 5), ("bees 3, bees 9", 4), ("mosquitos 1, flies 2", 3)],
)
def test_it_scores_the_factions_of_both_cards_that_are_left_each_once(left: str, bonus: int) -> None:
    # BC-M10
    match = table("glutton", f"{left}, cockroaches 12", "cockroaches 7, bees 1")
    play(match, "0 play cockroaches 7, 0 decline")
    (score,) = match.view(OPEN).players[1].rounds
    assert score.bonus == bonus
    assert score.card is None


def test_equal_cards_go_by_the_weaker_faction_and_then_by_the_alphabet() -> None:
    # BC-M11
    assert its_lead("glutton", "bees 9, ants 9, flies 2") == "ants 9", "two cubes, not four"
    tied = "Ants 2, Bees 2, Cockroaches 1, Mosquitos 0, Flies 3"
    assert its_lead("glutton", "bees 9, ants 9, flies 2", circle=tied) == "ants 9"
    level = "Ants 0, Bees 2, Cockroaches 2, Mosquitos 2, Flies 0"
    match = table("glutton", "mosquitos 8, cockroaches 8, bees 10", circle=level)
    assert answer(match, "ants 5") == "cockroaches 8", "weakest by value in equal factions, then the alphabet"


def test_it_leads_high_and_follows_with_the_weakest_card_that_wins() -> None:
    # BC-M12, BC-M15
    assert its_lead("glutton", "bees 3, ants 8, flies 10") == "flies 10"
    assert answer(table("glutton", "ants 6, ants 9, bees 12"), "ants 5") == "ants 6"
    assert answer(table("glutton", "bees 2, flies 9, mosquitos 12"), "ants 5") == "flies 9", "three cubes, not four"
    assert answer(table("glutton", "ants 2, ants 4, bees 12"), "ants 5") == "ants 2", "it must follow, and cannot win"
    assert answer(table("glutton", "cockroaches 9, mosquitos 12, ants 1"), "bees 6") == "mosquitos 12", "no cubes"


# --- No Allegiance ---


@pytest.mark.parametrize(("tricks", "paid"), [(0, 12), (1, 12), (2, 12), (3, 0)])
def test_no_allegiance_forgives_two_tricks(tricks: int, paid: int) -> None:
    # BC-M13
    match = council(
        f"circle {CIRCLE}\nchambers 2\nAnn mosquitos 1, none\nEmissary mosquitos 2, mosquitos 3, mosquitos 4",
        temperament="courtier",
    )
    council_of(match).tricks[0] = tricks
    play(match, "0 play mosquitos 1, 0 decline")
    (score,) = match.view(OPEN).players[0].rounds
    assert (score.tricks, score.bonus) == (tricks, paid)


@pytest.mark.parametrize(
    ("temperament", "trick", "minds"),
    [
        ("glutton", 8, False), ("glutton", 9, True), ("glutton", 10, True), ("courtier", 10, False),
        ("schemer", 2, True), ("schemer", 9, True), ("saboteur", 2, True), ("saboteur", 9, True),
    ],
)  # fmt: skip
@pytest.mark.parametrize("tricks", [2, 3])
def test_who_minds_no_allegiance_loses_on_purpose(temperament: str, trick: int, minds: bool, tricks: int) -> None:
    # BC-M14
    cards = [f"cockroaches {value}" for value in (6, 1, 2, 3, 4, 5, 7, 8, 9, 10)][: 11 - trick]
    match = table(temperament, "cockroaches 11, bees 12, flies 12", ", ".join([*cards, "none"]), tricks=tricks)
    council_of(match).open |= 1 << (2 * 12 + 11)  # the 12 too: both win
    expected = "cockroaches 12" if minds and tricks <= 2 else "cockroaches 11"
    assert council_of(match).trick == trick
    assert answer(match, "cockroaches 6") == expected


def test_minding_no_allegiance_it_leads_low_and_follows_with_its_highest_loser() -> None:
    # BC-M14
    hand = "ants 8, bees 6, none"
    assert its_lead("saboteur", "bees 3, ants 2, flies 10", hand) == "ants 2"
    assert answer(table("saboteur", "ants 2, ants 7, ants 9", hand), "ants 8") == "ants 7"
    assert answer(table("saboteur", "ants 9, ants 11, bees 2", hand), "ants 8") == "ants 11", "it cannot lose"


# --- The four ---


def visit_after(temperament: str, emissary: str, led: str, hand: str = HAND, circle: str = CIRCLE) -> dict[str, int]:
    """The council once the player has led and it was the lowest on suit."""
    match = table(temperament, emissary, hand, circle)
    play(match, f"0 play {led}")
    return cubes_of(match)


def test_the_glutton_and_the_saboteur_break_up_the_fullest_faction_that_they_do_not_hold() -> None:
    # BC-M15, BC-M18
    for temperament in ("glutton", "saboteur"):
        after = visit_after(temperament, "ants 2, bees 2, cockroaches 3", "ants 5")
        assert after == {"Ants": 3, "Bees": 5, "Cockroaches": 2, "Mosquitos": 0, "Flies": 0}, "the three Flies"


def test_they_stay_away_if_they_hold_all_that_have_cubes() -> None:
    # BC-M15, BC-M18
    circle = "Ants 0, Bees 4, Cockroaches 0, Mosquitos 0, Flies 3"
    for temperament in ("glutton", "saboteur"):
        after = visit_after(temperament, "ants 2, bees 2, flies 3", "ants 5", circle=circle)
        assert after == {"Ants": 0, "Bees": 4, "Cockroaches": 0, "Mosquitos": 0, "Flies": 3}


def test_compulsory_visits_bind_the_player_and_not_the_emissary() -> None:
    # BC-R9, BC-M8
    circle = "Ants 0, Bees 4, Cockroaches 0, Mosquitos 0, Flies 3"
    drawing = f"circle {circle}\nAnn {HAND}\nEmissary ants 2, bees 2, flies 3"
    its = council(drawing, temperament="glutton", must_visit=True)
    play(its, "0 play ants 5")
    assert cubes_of(its) == {"Ants": 0, "Bees": 4, "Cockroaches": 0, "Mosquitos": 0, "Flies": 3}, "it skips the visit"
    mine = council(drawing.replace("ants 2", "ants 12"), temperament="glutton", must_visit=True)
    play(mine, "0 play ants 5")
    assert mine.options(0) == ("visit bees", "visit flies")
    (setting,) = [one for one in SETTINGS if one.name == "must_visit"]
    assert setting.help == "Players cannot skip a visit to the council; in a solo game the Emissary still can."


def test_the_courtier_feeds_the_strongest() -> None:
    # BC-M16
    after = visit_after("courtier", "ants 2, bees 2, cockroaches 3", "ants 5")
    assert after == {"Ants": 3, "Bees": 5, "Cockroaches": 2, "Mosquitos": 0, "Flies": 0}, "two steps, and three cubes"
    far = "Ants 0, Bees 4, Cockroaches 1, Mosquitos 0, Flies 1"
    after = visit_after("courtier", "ants 2, bees 2, cockroaches 3", "ants 5", circle=far)
    assert after == {"Ants": 0, "Bees": 4, "Cockroaches": 1, "Mosquitos": 0, "Flies": 1}, "none reaches"
    fuller = "Ants 1, Bees 4, Cockroaches 3, Mosquitos 0, Flies 0"
    after = visit_after("courtier", "ants 2, bees 2, cockroaches 3", "ants 5", circle=fuller)
    assert after == {"Ants": 0, "Bees": 5, "Cockroaches": 3, "Mosquitos": 0, "Flies": 0}, "three do not reach, one does"
    just = "Ants 0, Bees 4, Cockroaches 1, Mosquitos 0, Flies 2"
    assert visit_after("courtier", "ants 2, bees 2, cockroaches 3", "ants 5", circle=just)["Bees"] == 5, "the last does"


def test_the_courtier_scores_the_strongest_whatever_it_has_left() -> None:
    # BC-M16
    match = table("courtier", "mosquitos 12, mosquitos 11, mosquitos 10", "cockroaches 7, ants 1")
    play(match, "0 play cockroaches 7")
    (score,) = match.view(OPEN).players[1].rounds
    assert (score.bonus, score.allies) == (4, ("bees",))


@pytest.mark.parametrize(
    ("hand", "expected"),
    [("bees 6, ants 5", "bees 2"), ("bees 6, ants 5, flies 1", "bees 7")],
    ids=["the tenth trick", "the ninth"],
)
def test_the_schemer_plays_low_in_the_first_and_the_last_trick(hand: str, expected: str) -> None:
    # BC-M17
    assert answer(table("schemer", "bees 2, bees 7, flies 9", hand), "bees 6") == expected


def test_the_schemer_leads_its_weakest_card_in_the_last_trick() -> None:
    # BC-M17
    assert its_lead("schemer", "bees 2, cockroaches 7, flies 9", "bees 6, ants 5") == "cockroaches 7"
    assert its_lead("schemer", "bees 2, cockroaches 7, flies 9", "bees 6, ants 5, flies 1") == "flies 9"


def test_the_schemer_helps_the_factions_of_its_open_cards_together() -> None:
    # BC-M17
    after = visit_after("schemer", "ants 2, bees 2, cockroaches 3", "ants 5")
    assert after == {"Ants": 0, "Bees": 5, "Cockroaches": 2, "Mosquitos": 0, "Flies": 3}, "Ants add two, as Flies would"
    circle = "Ants 0, Bees 4, Cockroaches 1, Mosquitos 0, Flies 0"
    after = visit_after("schemer", "ants 2, bees 2, cockroaches 3", "ants 5", circle=circle)
    assert after["Bees"] == 4, "no visit adds a cube to what it holds"


@pytest.mark.parametrize(("cubes", "expected"), [(3, "flies 2"), (2, "flies 8")])
def test_the_saboteur_plays_low_to_a_strong_faction(cubes: int, expected: str) -> None:
    # BC-M18
    circle = f"Ants 2, Bees 4, Cockroaches 1, Mosquitos 0, Flies {cubes}"
    match = table("saboteur", "flies 2, flies 8, ants 3", "flies 7, ants 1, bees 2", circle)
    assert answer(match, "flies 7") == expected


def test_how_often_it_wins_is_told_with_the_bots_and_not_in_the_rules() -> None:
    # BC-M9
    assert "%" not in GAME.rules()
    bots = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
    section = bots.partition("## The Emissary's temperaments\n")[2].partition("\n## ")[0]
    assert all(name.capitalize() in section for name in TEMPER_NAMES)


# --- In words ---


def test_it_says_why() -> None:
    # BC-M8
    match = table("glutton", "ants 6, ants 9, bees 12")
    play(match, "0 play ants 5")
    assert "The Emissary takes the trick with the 6 of Ants, its weakest winning card." in match.log(0)
    assert "The Emissary is the Glutton: it takes every trick it can." in match.text(0)


@pytest.mark.parametrize(
    ("temperament", "emissary", "circle", "why"),
    [
        ("glutton", "ants 2, bees 2, flies 3", "Ants 0, Bees 4, Cockroaches 0, Mosquitos 0, Flies 3",
         "has a card of every faction with cubes"),
        ("courtier", "ants 2, bees 2, cockroaches 3", "Ants 0, Bees 4, Cockroaches 1, Mosquitos 0, Flies 1",
         "finds no cubes that would reach the strongest faction"),
        ("schemer", "ants 2, bees 2, cockroaches 3", "Ants 0, Bees 4, Cockroaches 0, Mosquitos 0, Flies 0",
         "finds no faction that would help its cards"),
    ],
)  # fmt: skip
def test_it_says_why_it_stays_away_from_the_council(temperament: str, emissary: str, circle: str, why: str) -> None:
    # BC-M15 to BC-M17
    match = table(temperament, emissary, circle=circle)
    play(match, "0 play ants 5")
    assert f"The Emissary {why}, so it skips the visit." in match.log(0)


def test_the_sheet_names_its_factions_of_each_round_and_nobody_counts_them_as_no_allegiance() -> None:
    # BC-M10, BC-R36
    match = new(1, 4, rounds=2)
    while not match.over:
        match.play(0, match.options(0)[0])
    sheet = dict(match.game.words.sheet(match.position))
    pad = match.view(WATCHER).players[1].rounds
    for nth, score in enumerate(pad, 1):
        named = " and ".join(suit.capitalize() for suit in score.allies)
        assert sheet[f"Round {nth}, bonus"][1] == f"{named}: {score.bonus}"
    assert pad[0].allies != pad[1].allies
    assert match.game.measures(match.position)["no_allegiance"] == 0

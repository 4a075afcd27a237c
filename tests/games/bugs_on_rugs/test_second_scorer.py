"""A second scorer for Bugs on Rugs, written from the rulebook alone.

It tries every way to group and hatch; the engine must agree.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement, product
from typing import NamedTuple

import pytest

from bugbox.core.match import Match
from bugbox.core.position import options_of
from bugbox.core.rng import Rng
from bugbox.games.bugs_on_rugs.rules import state
from bugbox.games.bugs_on_rugs.rules.box import NAMES, PLURALS
from bugbox.games.bugs_on_rugs.rules.box import deck as box_of
from bugbox.games.bugs_on_rugs.rules.turn import BugsOnRugs
from bugbox.games.bugs_on_rugs.show import words
from bugbox.games.bugs_on_rugs.show.words import card_text
from tests.games.bugs_on_rugs.draw import PLAYERS, SHEET, asked, final, hand, offered, play, position_of
from tests.kit.tables import copy_of

Rows = tuple[int, ...]  # in the order of the sheet
LATER = SHEET[3:]  # scored after Larvae


def ways_to_group(held: Counter[str]) -> Iterator[Counter[str]]:
    """Yield each way to treat pairs of Mosquitos as other bugs in the hand, or leave them."""
    kinds = sorted(bug for bug in held if bug != "Mosquitos")
    for pairs in range(held["Mosquitos"] // 2 + 1):
        yield from map(Counter, combinations_with_replacement(kinds, pairs))


def ways_to_hatch(held: Counter[str], pairs: Counter[str]) -> Iterator[tuple[int, int, Counter[str]]]:
    """Yield each way to discard Mosquitos for Larvae: unpaired ones, and those from pairs not scored yet.

    Yields the number of unpaired ones, the total number, and the pairs left.
    """
    loose = held["Mosquitos"] - 2 * pairs.total()
    larva = held["Larvae"] + pairs["Larvae"]
    breakable = [bug for bug in pairs.elements() if bug in LATER]
    for of_loose, of_pairs in product(range(loose + 1), product(range(3), repeat=len(breakable))):
        if of_loose + sum(of_pairs) <= larva:
            broken = Counter(bug for bug, count in zip(breakable, of_pairs, strict=True) if count)
            yield of_loose, of_loose + sum(of_pairs), pairs - broken


def rows(held: Counter[str], rugs: int, pairs: Counter[str], hatched: int, left: Counter[str], ants: list[int]) -> Rows:
    """Return the score sheet from top to bottom; `left` are the pairs after hatching, `ants` the other hands' Ants."""
    revealed = held + pairs
    revealed["Mosquitos"] = held["Mosquitos"] - 2 * pairs.total()
    exactly_one = sum(1 for count in revealed.values() if count == 1)
    mine = held + left
    most = sorted({mine["Ants"], *ants}, reverse=True)
    each = 5 if mine["Ants"] == most[0] else 3 if mine["Ants"] == most[1] else 1
    fed = min(mine["Spiders"], mine["Flies"])
    return (
        revealed["Butterflies"] * exactly_one,
        revealed["Fireflies"] * rugs,
        3 * hatched,
        mine["Ants"] * each,
        7 * fed,
        2 * (mine["Flies"] - fed),
        mine["Beetles"] * (2 if mine["Beetles"] % 2 else 5),
        25 if mine["Ladybugs"] == 4 else mine["Ladybugs"],
    )


class Sheets(NamedTuple):
    """The score sheets that a grouping can lead to."""

    whole: Rows  # with no pair broken
    full: set[Rows]  # with any pairs broken, and as many unpaired Mosquitos hatching as possible (BOR-R37)
    best: int  # the best total, even with pairs broken while unpaired Mosquitos are left


def by_the_rulebook(cards: list[str], ants: list[int]) -> dict[str, Sheets]:
    held = Counter(PLURALS[NAMES.index(card.partition(" ")[0])] for card in cards)
    rugs = len({card.partition(" on ")[2] for card in cards} - {""})
    found = {}
    for pairs in ways_to_group(held):
        ways = list(ways_to_hatch(held, pairs))
        most = max(loose for loose, _, _ in ways)
        sheets = [(loose, rows(held, rugs, pairs, hatched, left, ants)) for loose, hatched, left in ways]
        whole = rows(held, rugs, pairs, most, pairs, ants)
        full = {sheet for loose, sheet in sheets if loose == most}
        found[name_of(pairs)] = Sheets(whole, full, max(sum(sheet) for _, sheet in sheets))
    return found


def name_of(pairs: Counter[str]) -> str:
    parts = [f"{pairs[bug]} {NAMES[PLURALS.index(bug)]}" for bug in SHEET if pairs[bug]]
    return f"group {', '.join(parts) or 'none'}"


def by_the_engine(match: Match) -> dict[str, tuple[Rows, set[Rows]]]:
    """Return the score sheets by playing every option; only Ann has decisions to make."""
    start = position_of(match)
    if start.to_act() == 0:
        return {"group none": (sheet_of(start), {sheet_of(start)})}
    if start.stage == state.BREAK:
        return {"group none": (sheet_of(without_breaks(start)), set(endings(start)))}
    worlds = {words.option_text(start, 0, option): after(start, option) for option in options_of(start, 0)}
    return {text: (sheet_of(without_breaks(world)), set(endings(world))) for text, world in worlds.items()}


def after(position: BugsOnRugs, option: int) -> BugsOnRugs:
    world = copy_of(position)
    assert isinstance(world, BugsOnRugs)
    world.act(0, option)
    return world


def endings(position: BugsOnRugs) -> Iterator[Rows]:
    if position.to_act() == 0:
        yield sheet_of(position)
    else:
        for option in options_of(position, 0):
            yield from endings(after(position, option))


def without_breaks(position: BugsOnRugs) -> BugsOnRugs:
    return after(position, state.DONE) if position.to_act() else position


def sheet_of(position: BugsOnRugs) -> Rows:
    return tuple(position.scores[row] for row in range(len(SHEET)))


def random_hands(rng: Rng, most: int) -> tuple[list[str], list[int]]:
    """Return Ann's cards with at most `most` Mosquitos, and the other players' Ants."""
    box = [card_text(card) for card in box_of(7)]
    others = sorted((card for card in box if card != "Mosquito"), key=lambda card: rng.word())
    cards = others[: 1 + rng.below(14)] + ["Mosquito"] * rng.below(most + 1)
    larva = [card for card in others if card.startswith("Larva") and card not in cards]
    cards += larva[: rng.below(3)]
    ants = 10 - sum(card.startswith("Ant") for card in cards)
    taken = []
    for _ in range(1 + rng.below(4)):
        taken.append(int(rng.below(min(ants, 4) + 1)))
        ants -= taken[-1]
    return cards, taken


def compare(seeds: range, most: int) -> None:
    for seed in seeds:
        cards, ants = random_hands(Rng(seed, "hands"), most)
        others = {name: f"{count} Ants" if count else "" for name, count in zip(PLAYERS[1:], ants, strict=False)}
        played = by_the_engine(final(Ann=", ".join(cards), **others))
        expected = by_the_rulebook(cards, ants)
        assert played == {text: (sheets.whole, sheets.full) for text, sheets in expected.items()}, (seed, cards, ants)
        best = max(sheets.best for sheets in expected.values())
        assert max(sum(sheet) for _, sheets in played.values() for sheet in sheets) == best, (seed, cards, ants)


def test_a_second_scorer_agrees_on_every_way_to_group_and_to_hatch() -> None:
    # BOR-F7, BOR-R33 to BOR-R44
    compare(range(100), 6)


@pytest.mark.slow
def test_a_second_scorer_agrees_on_a_thousand_hands() -> None:
    # BOR-F7, BOR-R33 to BOR-R44
    compare(range(1000, 2000), 7)
    compare(range(4000, 4030), 10)


def test_the_second_scorer_itself_knows_the_example_of_the_ruling() -> None:
    # BOR-R37
    cards = ["Ladybug on dots"] * 4 + ["Larva on dots"] * 2 + ["Mosquito"] * 4
    sheets = by_the_rulebook(cards, [0])["group 2 Ladybug"]
    assert sheets.whole == (0, 0, 0, 0, 0, 0, 0, 6)
    assert sheets.best == 6 + 25
    assert (0, 0, 6, 0, 0, 0, 0, 25) in sheets.full


def test_hands_are_open_while_pairs_are_broken() -> None:
    # BOR-R32, BOR-R37
    match = final(Ann="Ant, 2 Mosquitos, Larva", Bob="Ant, Fly")
    play(match, "Ann: group 1 Ant")
    assert asked(match) == "Ann: break"
    assert match.view(1).hands[0] == ("Larva on dots", "Ant on dots", "Mosquito", "Mosquito")
    assert hand(match, "Bob") == "Ant, Fly"
    assert offered(match, "Ann", "break") == "Ant for 1"

"""Bugs on Rugs: check guesses against the log that the guessing seat has read.

A guess passes if some history consistent with the log leads to the guessed hands.
"""

import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from bugbox.core.game import OPEN
from bugbox.core.match import Match
from bugbox.core.rng import Rng
from bugbox.games.bugs_on_rugs.rules import memory
from bugbox.games.bugs_on_rugs.rules.turn import BugsOnRugs
from bugbox.games.bugs_on_rugs.show import words
from bugbox.games.bugs_on_rugs.show.view import view
from tests.games.bugs_on_rugs.draw import PLAYERS, census, leave, new, play, position_of
from tests.games.bugs_on_rugs.guessing import ANN, ANNS, BOB, BOBS, CEM, DOT, passed, worlds
from tests.kit.tables import pick


class Happening(NamedTuple):
    """Something that a viewer read about another hand."""

    what: str  # gains, loses, shows, shows all, gets unseen, passes
    seat: int = -1
    cards: tuple[str, ...] = ()
    passes: tuple[tuple[int, int, str], ...] = ()  # giver, receiver, card; no card if it was not seen


NAME = f"(You|{'|'.join(PLAYERS)})"
A_CARD = r"an? (\w+(?: on \w+)?)"
SENTENCES = {
    rf"{NAME} picks? {A_CARD}\.": "gains",
    rf"{NAME} puts? {A_CARD} on the next Floor\.": "loses",
    rf"{NAME} adds? {A_CARD} to the Wall and gets? {A_CARD}\.": "loses gains",
    rf"{NAME} swaps? {A_CARD} for {A_CARD} on the Wall\.": "loses gains",
    rf"{NAME} hatch(?:es)? {A_CARD} and {A_CARD}, and takes? {A_CARD} from the Wall\.": "loses loses gains",
    rf"{NAME} shows? {A_CARD}\.": "shows",
}
NO_HAND = re.compile(
    r"Round \d|.* goes (?:from the deck )?to the Wall|The \d+ Larvae|The End card|[A-Z][a-z]+: |All bugs have"
)


def read_log(match: Match, viewer: int) -> list[Happening]:
    """Return what the viewer could read about the other hands, in order; each hand started with a hidden card."""
    found = [Happening("gets unseen", seat) for seat in range(match.seats)]
    for line in match.log(viewer):
        read_line(line, viewer, found)
    if (
        match.view(viewer).stage == "take"
    ):  # everyone sees which Larvae were discarded; the log says so only with the bug taken
        seat, text = match.decisions[-1]
        found += [Happening("loses", seat, (f"Larva on {rug}",)) for rug in text.split()[1::2]]
    return [event for event in found if event.seat != viewer]


def read_line(line: str, viewer: int, found: list[Happening]) -> None:
    for pattern, verbs in SENTENCES.items():
        if match := re.fullmatch(pattern, line):
            seat = seat_of(match[1], viewer)
            found += [
                Happening(verb, seat, (card,)) for verb, card in zip(verbs.split(), match.groups()[1:], strict=True)
            ]
            if found[-1].what == "shows" and found[-2].what == "shows all" and found[-2].seat == seat:
                found[-2:] = [Happening("shows all", seat, found[-2].cards + found[-1].cards)]
            return
    if match := re.fullmatch(rf"{NAME} shows? (?:your|their) whole hand: there is no other choice\.", line):
        found.append(Happening("shows all", seat_of(match[1], viewer)))
    elif match := re.fullmatch(rf"{NAME} draws? {A_CARD}\.", line):
        found.append(Happening("gets unseen", seat_of(match[1], viewer)))
        assert (match[2] == "bug") == (found[-1].seat != viewer)
    elif match := re.fullmatch(rf"{NAME} pass(?:es)? {A_CARD} to (you|{NAME[1:-1]})\.", line):
        giver, receiver = seat_of(match[1], viewer), seat_of(match[3], viewer)
        assert (match[2] == "bug") == (viewer not in (giver, receiver))
        before = found.pop().passes if found[-1].what == "passes" and giver > 0 else ()
        found.append(Happening("passes", passes=(*before, (giver, receiver, "" if match[2] == "bug" else match[2]))))
    else:
        assert NO_HAND.match(line), line


def seat_of(name: str, viewer: int) -> int:
    return viewer if name in ("You", "you") else PLAYERS.index(name)


Hands = dict[int, Counter[str]]


class Past:
    """Search backward from given hands to the start for a history that explains them.

    An unseen arrival can be any card of the hand. Cards that the hand was seen to gain and not to lose are less likely,
    so the others are tried first, starting with those that the giver was seen to gain and no longer has.
    """

    def __init__(self, events: list[Happening], viewer: int, seats: int) -> None:
        self.events = events
        self.viewer = viewer
        self.seats = [seat for seat in range(seats) if seat != viewer]
        self.failed: set[object] = set()
        self.steps = 0
        self.seen = [{seat: Counter[str]() for seat in self.seats}]  # by event: seen arriving, less seen leaving
        self.unseen = [Counter[int]()]  # by event: number of unseen arrivals
        for event in events:
            self.seen.append({seat: cards.copy() for seat, cards in self.seen[-1].items()})
            self.unseen.append(self.unseen[-1].copy())
            self.note(event)

    def note(self, event: Happening) -> None:
        if event.what in ("gains", "loses"):
            self.seen[-1][event.seat][event.cards[0]] += 1 if event.what == "gains" else -1
        elif event.what == "gets unseen":
            self.unseen[-1][event.seat] += 1
        for giver, receiver, card in event.passes:
            if card and giver != self.viewer:
                self.seen[-1][giver][card] -= 1
            if card and receiver != self.viewer:
                self.seen[-1][receiver][card] += 1
            if not card:
                self.unseen[-1][receiver] += 1

    def explains(self, hands: Hands) -> bool:
        return self.back(len(self.events), hands)

    def back(self, end: int, hands: Hands) -> bool:
        """Return whether the events before `end` can lead to these hands."""
        hands = {seat: cards.copy() for seat, cards in hands.items()}
        while end and self.events[end - 1].what not in ("gets unseen", "passes"):
            if not undo(self.events[end - 1], hands):
                return False
            end -= 1
        if end == 0:
            return not any(cards.total() for cards in hands.values())
        key = end, tuple(tuple(sorted((+hands[seat]).items())) for seat in self.seats)
        if key in self.failed or not all(self.is_plausible(end, seat, hands[seat]) for seat in self.seats):
            return False
        self.steps += 1
        assert self.steps < 200_000, "undecided"
        if any(self.back(end - 1, before) for before in self.befores(end - 1, hands)):
            return True
        self.failed.add(key)
        return False

    def is_plausible(self, end: int, seat: int, cards: Counter[str]) -> bool:
        """Return whether the cards that the seat was not seen to get are at most its unseen arrivals."""
        seen = self.seen[end][seat]
        return sum(max(0, cards[card] - seen[card]) for card in {*cards, *seen}) <= self.unseen[end][seat]

    def befores(self, at: int, hands: Hands) -> Iterator[Hands]:
        event = self.events[at]
        if event.what == "passes":
            yield from self.before_passes(at, event.passes, hands, {seat: Counter() for seat in self.seats})
        else:
            for card in self.likely(at, event.seat, hands, None):
                yield {**hands, event.seat: hands[event.seat] - Counter([card])}

    def before_passes(
        self, at: int, passes: tuple[tuple[int, int, str], ...], hands: Hands, given: Hands
    ) -> Iterator[Hands]:
        if not passes:
            yield {seat: hands[seat] + given[seat] for seat in self.seats}
            return
        giver, receiver, seen = passes[0]
        cards = [seen] if seen else self.likely(at, receiver, hands, giver)
        for card in cards:
            left = hands if receiver == self.viewer else {**hands, receiver: hands[receiver] - Counter([card])}
            back = given if giver == self.viewer else {**given, giver: given[giver] + Counter([card])}
            if receiver == self.viewer or hands[receiver][card]:
                yield from self.before_passes(at, passes[1:], left, back)

    def likely(self, at: int, seat: int, hands: Hands, giver: int | None) -> list[str]:
        seen = self.seen[at]

        def unlikely(card: str) -> tuple[int, str]:
            is_own = hands[seat][card] <= seen[seat][card]
            lacking = [other for other in self.seats if hands[other][card] < seen[other][card]]
            is_missed = giver in lacking if giver is not None else not lacking
            return is_own - is_missed, card

        return sorted(+hands[seat], key=unlikely)


def undo(event: Happening, hands: Hands) -> bool:
    cards = hands[event.seat]
    if event.what == "loses":
        cards[event.cards[0]] += 1
        return True
    if event.what == "shows all":
        return +cards == Counter(event.cards)
    held = cards[event.cards[0]] > 0
    if event.what == "gains":
        cards[event.cards[0]] -= 1
    return held


def check_guesses(match: Match, viewer: int, count: int, seed: int) -> None:
    past = read_log(match, viewer)
    everything = sorted(census(position_of(match)))
    true = match.view(viewer)
    for world in worlds(match, viewer, count, seed):
        assert sorted(census(world)) == everything
        guessed = view(world, OPEN)
        assert guessed.hands[viewer] == true.hands[viewer]
        assert (guessed.wall, guessed.floor, guessed.removed, guessed.deck) == (
            true.wall, true.floor, true.removed, true.deck,
        )  # fmt: skip
        hands = {seat: Counter(cards) for seat, cards in guessed.hands.items() if seat != viewer}
        assert [cards.total() for cards in hands.values()] == [
            player.hand_size for player in true.players if player.seat != viewer
        ]
        assert Past(past, viewer, match.seats).explains(hands), (match.record(), viewer, seed)
        assert remembered(world) == {seat: Counter(cards) for seat, cards in guessed.hands.items()}


def remembered(world: BugsOnRugs) -> Hands:
    """Return the hands that result from the entries of the position's memory."""
    hands: Hands = {seat: Counter() for seat in range(world.seats)}
    for i in range(world.memory.size):
        kind, seat, copies, code = world.memory.entry(i)
        card = words.card_text(code)
        if kind in (memory.LOST, memory.GIVEN):
            assert hands[seat][card] > 0
            hands[seat][card] -= 1
        elif kind == memory.SHOWN:
            assert hands[seat][card] >= copies
        else:
            hands[seat][card] += 1
    return {seat: +cards for seat, cards in hands.items()}


def check_match(seats: int, seed: int, share: int, count: int) -> None:
    """Play at random, checking a seat's guesses before about one decision in `share`."""
    match = new(seats, seed)
    rng = Rng(seed, "test")
    while match.view(OPEN).stage not in ("break", "over"):
        if rng.below(share) == 0:
            check_guesses(match, int(rng.below(seats)), count, len(match.decisions))
        seat = match.to_act[rng.below(len(match.to_act))]
        match.play(seat, pick(match.options(seat), rng))


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_guess_can_have_come_about_by_what_the_guesser_has_read(seats: int) -> None:
    # BOR-R53, BOR-R26
    for seed in range(4):
        check_match(seats, seed, 12, 3)


def test_another_seat_can_guess_from_a_guess() -> None:
    # BOR-R53: the memory of a guess contains the guessed cards, so other seats can guess from it
    match = passed("Spider", "Fly", "Beetle", "Mosquito")
    leave(match, "Beetle on waves")
    play(match, "Ann: pass Ladybug", "Bob: pass Spider", "Cem: pass Fly", "Dot: pass Ladybug")
    for world in worlds(match, DOT, 30):
        again = world.blank()
        for viewer in (ANN, BOB, CEM):
            again.copy_from(world)
            again.guess(viewer, Rng(viewer, "again"))
            assert view(again, viewer) == view(world, viewer)
            assert sorted(census(again)) == sorted(census(world))
            assert remembered(again)[viewer] == Counter(view(world, viewer).hands[viewer])


@pytest.mark.slow
@pytest.mark.thorough
@pytest.mark.parametrize(("seats", "matches"), [(2, 10), (3, 80), (4, 60), (5, 15)])
def test_thousands_of_guesses_can_have_come_about_by_what_the_guesser_has_read(seats: int, matches: int) -> None:
    # BOR-R53, BOR-R26
    for seed in range(100, 100 + matches):
        check_match(seats, seed, 8, 3)


def test_the_search_for_a_past_itself_finds_the_true_one_and_refuses_a_false_one() -> None:
    match = passed("Spider", "Fly", "Beetle", "Mosquito")
    leave(match, "Firefly on waves")
    play(match, "Bob: place Spider")
    events = [Happening("gets unseen", seat) for seat in (ANN, BOB, CEM)]
    events += [Happening("gains", ANN, (card,)) for card in ANNS] + [Happening("gains", BOB, (card,)) for card in BOBS]
    events += [Happening("gains", CEM, ("Beetle on dots",))]
    events += [event for event in read_log(match, DOT) if event.what != "gets unseen"]
    true = {seat: Counter(match.view(OPEN).hands[seat]) for seat in (ANN, BOB, CEM)}
    assert Past(events, DOT, 4).explains(true)
    false = {seat: cards.copy() for seat, cards in true.items()}
    false[ANN]["Ladybug on dots"] -= 1  # then Ann would have passed it and not the Spider
    false[BOB]["Ladybug on dots"] += 1
    false[BOB]["Firefly on dots"] -= 1
    false[ANN]["Firefly on dots"] += 1
    assert not Past(events, DOT, 4).explains(false)

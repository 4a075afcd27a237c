"""Races in the making that several tests of Bug Race share: deals, drafts, turns and finishes."""

from collections import Counter

import bugbox
from bugbox.core.match import Match as AnyMatch
from bugbox.core.position import RandomPlay
from bugbox.core.rng import Rng
from bugbox.core.settings import Value
from bugbox.games.bug_race.rules.turn import MOST_KEPT, PLAY, BugRace
from tests.games.bug_race.draw import card, cards, census, contents, drawn, place, race, tidy

RANDOMLY = RandomPlay()


def table(seats: int = 2, seed: int = 1, **settings: Value) -> bugbox.Match:
    return bugbox.Match.new("bug-race", seats=seats, seed=seed, **settings)


def race_of(match: AnyMatch) -> BugRace:
    assert isinstance(match.position, BugRace)
    return match.position


def deal(position: BugRace, *packets: str) -> None:
    """Put these cards into the packets, seat by seat."""
    for seat, packet in enumerate(packets):
        position.packets[seat].clear()
        for shown in cards(packet):
            position.packets[seat].add(shown)


def packet(position: BugRace, seat: int) -> list[int]:
    return contents(position.packets[seat])


def racing(position: BugRace) -> list[int]:
    return [seat for seat in range(position.seats) if position.racing >> seat & 1]


def keep(match: AnyMatch, *kept_cards: str) -> None:
    for seat, shown in enumerate(kept_cards):
        match.play(seat, f"keep {shown}")


def next_turn(match: AnyMatch) -> None:
    """Play the first option of everybody until the turn is over."""
    turn = race_of(match).turn
    while race_of(match).turn == turn and not match.over:
        seat = match.to_act[0]
        match.play(seat, match.options(seat)[0])


def random_turn(position: BugRace, rng: Rng) -> None:
    turn = position.turn
    while position.turn == turn and position.to_act():
        seat = first_to_act(position)
        position.act(seat, RANDOMLY.option(position, seat, rng))


def first_to_act(position: BugRace) -> int:
    return next(seat for seat in range(position.seats) if position.to_act() >> seat & 1)


def play_cards(position: BugRace, *hands: str) -> None:
    """The seats that race have kept these cards and play them in this order."""
    play_codes(position, dict(zip(racing(position), map(cards, hands), strict=True)))


def play_codes(position: BugRace, hands: dict[int, list[int]]) -> None:
    position.stage, position.step = PLAY, position.hand
    for seat, hand in hands.items():
        position.unlaid[seat] = 2**position.hand - 1
        for i, shown in enumerate(hand):
            position.kept[seat * MOST_KEPT + i] = shown
        position.packets[seat].clear()
    for seat, hand in hands.items():
        for shown in hand[:-1]:
            position.act(seat, shown)


def run(board: str, *played: str) -> str:
    """The beetle after these cards."""
    position = race(board)
    for text in played:
        position.beetles[0].run(card(text))
    return drawn(position)


def draw_pile(position: BugRace) -> list[int]:
    """The deck, next card first."""
    return contents(position.deck)[::-1]


def leave_in_deck(position: BugRace, count: int) -> list[int]:
    """Discard all of the deck but the next `count` cards, and return these."""
    pile = draw_pile(position)
    stack_deck(position, pile[:count])
    for shown in pile[count:]:
        position.discards.add(shown)
    return pile[:count]


def stack_deck(position: BugRace, pile: list[int]) -> None:
    position.deck.clear()
    for shown in reversed(pile):
        position.deck.add(shown)


def all_cards(position: BugRace) -> Counter[int]:
    return Counter(census(position))


class Packet:
    """Real cards that remember through which hands they went."""

    def __init__(self, left: list[int]) -> None:
        self.left = left
        self.takers: list[int] = []

    def take(self, seat: int, shown: int) -> None:
        self.left.remove(shown)
        self.takers.append(seat)


class Draft:
    """A draft as people play it, beside the position that is tested."""

    def __init__(self, position: BugRace) -> None:
        self.position = position
        self.racing = racing(position)
        self.packets = {seat: Packet(packet(position, seat)) for seat in self.racing}
        self.kept: dict[int, list[int]] = {seat: [] for seat in self.racing}

    def step(self, rng: Rng) -> None:
        """Everybody keeps a card and passes the rest; a single card that is passed is kept."""
        for seat in self.racing:
            choice = RANDOMLY.option(self.position, seat, rng)
            self.position.act(seat, choice)
            self.take(seat, choice)
        self.pass_on()
        if self.size() == 1:
            for seat in self.racing:
                self.take(seat, self.packets[seat].left[0])

    def take(self, seat: int, shown: int) -> None:
        self.packets[seat].take(seat, shown)
        self.kept[seat].append(shown)

    def pass_on(self) -> None:
        way = 1 if self.position.turn % 2 else -1
        receivers = [self.racing[(i + way) % len(self.racing)] for i in range(len(self.racing))]
        self.packets = {to: self.packets[seat] for seat, to in zip(self.racing, receivers, strict=True)}

    def size(self) -> int:
        return len(self.packets[self.racing[0]].left)


def about_to_cross(position: BugRace, seat: int) -> None:
    """Any card brings this beetle over the line."""
    rear = position.segments - 3
    place(position, seat, rear, (rear + 2, rear + 1, rear) * 2)


def draft_at(seats: int, turn: int, crossed: tuple[int, ...], expert: bool, rng: Rng) -> Draft:
    """A race played at random to the draft of this turn; these seats have crossed in the first one."""
    position = race(seats=seats, expert=expert, play_on=True, segments=30)
    for seat in crossed:
        about_to_cross(position, seat)
    for _ in range(turn - 1):
        random_turn(position, rng)
    assert position.turn == turn
    assert racing(position) == [seat for seat in range(seats) if seat not in crossed]
    return Draft(position)


Race = tuple[int, int, tuple[int, ...]]  # seats, turn, the seats that have crossed
FULL_TABLES: list[Race] = [(seats, turn, ()) for seats in (2, 3, 4) for turn in (1, 2)]
AFTER_THE_FIRST: list[Race] = [
    (4, 2, (1,)),
    (4, 3, (2,)),
    (4, 2, (0,)),
    (4, 3, (3,)),
    (4, 2, (1, 3)),
    (3, 2, (0,)),
    (3, 3, (1,)),
]


def cross_together(*drawings: str, **settings: bool) -> BugRace:
    """The end of a turn in which all beetles that are drawn on the finish have crossed, with cards of no legs."""
    position = race(*drawings, **settings)
    for seat in range(position.seats):
        if position.beetles[seat].has_crossed():
            position.beetles[seat].body -= 1
    play_codes(position, {seat: [0, 0] for seat in range(position.seats)})
    assert [drawn(position, seat) for seat in range(len(drawings))] == [tidy(drawing) for drawing in drawings]
    return position


# Beetles on the finish, each better than the next one by the text's first difference.
REAR_15 = """
    left   . . . . . . . | 3 2 1
    body   . . . . . . . | (===>
    right  . . . . . . 3 | 2 1 .
"""
REAR_14_MIDDLE_18 = """
    left   . . . . . . 3 | . 2 1
    body   . . . . . . . | (===>
    right  . . . . . . 3 | . 2 1
"""
REAR_14_MIDDLE_17 = """
    left   . . . . . . 3 | 2 . 1
    body   . . . . . . . | (===>
    right  . . . . . . 3 | . 2 1
"""
REAR_14_MIDDLE_16_FRONT_20 = """
    left   . . . . . . 3 | 2 . 1
    body   . . . . . . . | (===>
    right  . . . . . . 3 | 2 . 1
"""
REAR_14_MIDDLE_16_FRONT_19 = """
    left   . . . . . . 3 | 2 . 1
    body   . . . . . . . | (===>
    right  . . . . . . 3 | 2 1 .
"""
NOT_THERE = """
    left   . . . . . 3 . | . 2 1
    body   . . . . . . (=| ==> .
    right  . . . . . . . | 3 2 1
"""

CARD_DECIDES = """
    left   . . . . . 3 . | 2 1 .
    body   . . . . . . (=| ==> .
    right  . . . . . . 3 | 2 1 .
"""


def advance_to(match: AnyMatch, stage: str) -> None:
    while match.view(bugbox.WATCHER).stage != stage:
        seat = match.to_act[0]
        match.play(seat, match.options(seat)[0])

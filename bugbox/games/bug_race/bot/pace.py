"""How many cards a beetle still needs: worked out once, from the finish back, for every way that its legs can stand.

A beetle is one number here: 1024 x the segments to go + 32 x its left legs + its right legs. The legs of a side are
five bits, one for each slot in reach, from the one behind the body (1) to the one before it (16).
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bugbox.core.bits import BIT
from bugbox.games.bug_race.rules.beetle import Beetle
from bugbox.games.bug_race.rules.box import A_SIDE, LEGS

REACH: Final = 5  # slots a side (RC-M4)
A_SEGMENT: Final[i64] = 1024
A_LEFT: Final[i64] = 32
SIDES: Final = [side for side in range(32) if side.bit_count() == 3]  # three legs stand in five slots
ALL_SHOWN: Final[i64] = 8  # ways in which a card can show the legs of one side
AT_FINISH: Final[i64] = 256  # where the steps of a beetle that has crossed begin

CHOICE: Final = 0.6  # how often a card is as good as the better of two, by keeping it; others are what is passed
# What legs are worth that are further ahead at the finish, in cards: they decide who is first of those who cross in the
# same turn, the rear ones before the others (RC-F8).
REAR_LEAD: Final = 0.15
MIDDLE_LEAD: Final = 0.03
FRONT_LEAD: Final = 0.01


def step_side(side: int, shown: int, farthest: int) -> int:
    """8 x the legs of a side after those that are shown have stepped, front leg first, + those that could not."""
    slots = [slot for slot in range(REACH - 1, -1, -1) if side >> slot & 1]
    for leg in range(3):
        is_free = leg == 0 or slots[leg - 1] != slots[leg] + 1
        if shown >> leg & 1 and is_free and slots[leg] < farthest:
            slots[leg] += 1
            shown -= int(BIT[leg])
    return 8 * sum(int(BIT[slot]) for slot in slots) + shown


def all_steps(farthest: int) -> list[int]:
    return [
        step_side(side, shown, farthest) if side.bit_count() == 3 else 0 for side in range(32) for shown in range(8)
    ]


# By side and legs shown. A beetle that has crossed has one slot less before it: the track ends there (RC-R27).
STEPS: Final = vec[i64](all_steps(REACH - 1) + all_steps(REACH - 2))


def state_of(beetle: Beetle) -> i64:
    state = (beetle.finish - beetle.body) * A_SEGMENT
    behind = beetle.body - 1
    for leg in range(A_SIDE):
        state += BIT[beetle.legs[leg] - behind] * A_LEFT
    for leg in range(A_SIDE, LEGS):
        state += BIT[beetle.legs[leg] - behind]
    return state


def run(state: i64, card: i64) -> i64:
    """The beetle after this card, as Beetle.run moves it."""
    to_go = state // A_SEGMENT
    left = state // A_LEFT % A_LEFT
    right = state % A_LEFT
    left_shown = card % ALL_SHOWN
    right_shown = card // ALL_SHOWN
    while True:
        first = AT_FINISH if to_go == 0 else i64(0)
        step = STEPS[first + left * ALL_SHOWN + left_shown]
        left = step // ALL_SHOWN
        left_shown = step % ALL_SHOWN
        step = STEPS[first + right * ALL_SHOWN + right_shown]
        right = step // ALL_SHOWN
        right_shown = step % ALL_SHOWN
        before = to_go
        while to_go > 0 and (left | right) & 1 == 0:
            to_go -= 1
            left >>= 1
            right >>= 1
        if to_go == before or left_shown + right_shown == 0:
            return to_go * A_SEGMENT + left * A_LEFT + right


class Pace:
    """For one deck and one length of the track."""

    def __init__(self, deck: list[int], segments: int) -> None:
        self.copies = [(card, deck.count(card)) for card in sorted(set(deck))]
        self.deck_size = len(deck)
        to_go = segments - 2  # more than any beetle has
        self.cards_left = vec[float]([0.0] * int(to_go * A_SEGMENT))
        # Whoever has gone further comes first, as that is what the others will become.
        stands = sorted(((left, right) for left in SIDES for right in SIDES), key=lambda s: -total_of(*s))
        for left, right in stands:
            self.cards_left[int(left * A_LEFT + right)] = -lead_at_finish(left, right)
        for segments_to_go in range(1, to_go):
            for left, right in stands:
                state = int(segments_to_go * A_SEGMENT + left * A_LEFT + right)
                self.cards_left[state] = self.look_ahead(state)

    def look_ahead(self, state: int) -> float:
        """One card, and what is left then."""
        after = sorted((self.cards_left[run(state, card)], copies) for card, copies in self.moving(state))
        total = 1.0
        seen = 0.0  # the share of the deck that is better
        for left, copies in after:
            share = copies / self.deck_size
            best_of_two = share * (2.0 - 2.0 * seen - share)
            total += (CHOICE * best_of_two + (1.0 - CHOICE) * share) * left
            seen += share
        stuck = 1.0 - seen
        return total / (1.0 - CHOICE * stuck * stuck - (1.0 - CHOICE) * stuck)  # no leg steps: the same once more

    def moving(self, state: int) -> list[tuple[int, int]]:
        """The cards that move anything, and how many of each there are."""
        return [(card, copies) for card, copies in self.copies if run(state, card) != state]


def total_of(left: int, right: int) -> int:
    """How far the legs have gone, taken together."""
    return sum(slot for side in (left, right) for slot in range(REACH) if side >> slot & 1)


def lead_at_finish(left: int, right: int) -> float:
    lead = 0.0
    for side in (left, right):
        rear, middle, front = [slot for slot in range(REACH) if side >> slot & 1]
        lead += rear * REAR_LEAD + middle * MIDDLE_LEAD + front * FRONT_LEAD
    return lead


PACES: Final[dict[tuple[str, int], Pace]] = {}  # worked out so far


def pace_of(deck: list[int], segments: int) -> Pace:
    key = (str(deck), segments)
    if key not in PACES:
        PACES[key] = Pace(deck, segments)
    return PACES[key]

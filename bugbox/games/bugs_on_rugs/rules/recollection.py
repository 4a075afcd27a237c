"""What a seat makes of its memory when it guesses the other hands.

After others have passed bugs that the seat did not see, it is no longer sure who holds what. A recollection is one
course of things that fits all that the seat saw (BOR-R53). It reads nothing that the seat did not see, and in the end
writes over it: a guess must not carry what really happened.

An example, with Cem looking on. Ann was dealt a bug unseen and has picked a Fly and an Ant on dots. A Beetle lets all
pass: Ann gives Bob one of her three bugs, and Cem does not see which. Two rounds later Bob puts an Ant on dots on the
Floor, though Cem never saw him get one.

Cem's recollection goes through the entries in order. At the pass it takes any of Ann's bugs, all three alike. Say it is
the Fly. Before going on it looks back from the end: Bob needed an Ant on dots; so it must have been his first bug or
one that he drew, and a copy of it must be among the bugs that Cem sees nowhere. If there is one, the Fly it is: Bob
holds a Fly, Ann an Ant on dots, and Bob was dealt another Ant on dots. If there is none, the Fly is refused, and Cem
tries the Ant or the unknown bug. What really happened is such a way, so there always is one.

Ways are not weighed by how likely they are: of two bugs that both leave a way, each is taken as often as the other,
even if one of them needs a rare bug in the right hand.
"""

from typing import Final

from mypy_extensions import i64

from bugbox.core.bags import Scratch
from bugbox.core.rng import Rng
from bugbox.core.rows import copy_row, zeros
from bugbox.games.bugs_on_rugs.rules.box import CARD_CODES
from bugbox.games.bugs_on_rugs.rules.memory import DEALT, GAINED, GIVEN, LONGEST, LOST, RECEIVED, SHOWN, Memory

MOST: Final[i64] = 48  # unseen cards in a hand
FROM_DECK: Final[i64] = -1  # instead of the entry that gave a card
UNKNOWN: Final[i64] = 0  # stands for a card that the seat has not seen
PATIENCE: Final[i64] = 300  # unseen arrivals to think through before a card is refused; mostly fewer than ten do


class Recollection(Scratch):
    """One course of things that fits all that a viewer saw: who holds what."""

    def __init__(self, seats: i64) -> None:
        self.seats = seats
        self.viewer: i64 = 0
        self.memory = Memory()
        self.hidden = zeros(CARD_CODES)  # copies that the viewer sees nowhere
        self.known = zeros(seats * CARD_CODES)  # by seat: cards that the viewer has seen there
        self.unknown = zeros(seats)  # and how many it has not
        self.origins = zeros(seats * MOST)  # where these came from: the entries that dealt them
        self.dealt = zeros(LONGEST)  # by entry: what it turned out to have dealt
        self.left = zeros(CARD_CODES)  # copies that can turn out to be among the cards not seen
        self.passed = zeros(LONGEST)  # by entry: what was given there
        self.origin = zeros(LONGEST)  # by entry: where that came from, if it was an unknown card
        self.refused = zeros(CARD_CODES)  # cards that cannot have been given, seeing what came to light later

        # Looking back over the entries that are not yet retold:
        self.since: i64 = 0  # the first of them
        self.patience: i64 = 0
        self.size = zeros(seats)  # of the hands
        self.need = zeros(seats * CARD_CODES)  # by seat: cards that must be in the hand
        self.needs = zeros(seats)  # how many
        self.surplus = zeros(seats * CARD_CODES)  # by seat: cards seen there or coming there, less those needed
        self.short = zeros(seats)  # how many are missing in it
        self.unseen = zeros(seats)  # cards there or coming there that the viewer does not see

    def recall(self, viewer: i64, memory: Memory, rng: Rng) -> None:
        """Fill `known` and `unknown`; `hidden` is filled before. Then turn_out() and write_down() must follow."""
        self.viewer = viewer
        self.memory = memory
        self.forget()
        for i in range(memory.size):
            self.survey(i)
        for i in range(memory.size):
            self.retell(i, rng)

    def forget(self) -> None:
        for i in range(len(self.known)):
            self.known[i] = 0
            self.surplus[i] = 0
        for seat in range(self.seats):
            self.unknown[seat] = 0
            self.unseen[seat] = 0
            self.short[seat] = 0
            self.size[seat] = 0
        copy_row(self.hidden, self.left)

    def survey(self, i: i64) -> None:
        """What comes and goes in all. Of the copies that are hidden, those that were seen going there are no news."""
        kind, seat, other, card = self.memory.entry(i)
        if seat == self.viewer or kind == SHOWN:
            return
        comes = kind == DEALT or kind == GAINED or kind == RECEIVED
        self.size[seat] += 1 if comes else -1
        if self.is_seen_coming(kind, other):
            self.left[card] -= 1
            self.allot(seat, card, 1)
        elif self.is_seen_going(kind, other):
            self.left[card] += 1
            self.allot(seat, card, -1)
        elif comes:
            self.unseen[seat] += 1

    def is_seen_coming(self, kind: i64, other: i64) -> bool:
        return kind == GAINED or (kind == RECEIVED and other == self.viewer)

    def is_seen_going(self, kind: i64, other: i64) -> bool:
        return kind == LOST or (kind == GIVEN and other == self.viewer)

    def allot(self, seat: i64, card: i64, copies: i64) -> None:
        at = seat * CARD_CODES + card
        self.short[seat] += min(self.surplus[at], 0)
        self.surplus[at] += copies
        self.short[seat] -= min(self.surplus[at], 0)

    # --- Forward: what happened, with a guess at each unseen pass ---

    def retell(self, i: i64, rng: Rng) -> None:
        kind, seat, other, card = self.memory.entry(i)
        if seat == self.viewer:
            return
        if self.is_seen_coming(kind, other):
            self.known[seat * CARD_CODES + card] += 1
        elif self.is_seen_going(kind, other):
            self.see(seat, card, 1)
            self.known[seat * CARD_CODES + card] -= 1
        elif kind == SHOWN:
            self.see(seat, card, other)
        elif kind == DEALT:
            self.hold(seat, UNKNOWN, i)
        elif kind == GIVEN:
            self.give(i, seat, other, rng)
        else:
            giving = self.memory.giving(i)
            self.hold(seat, self.passed[giving], self.origin[giving])

    def hold(self, seat: i64, card: i64, origin: i64) -> None:
        if card == UNKNOWN:
            self.origins[seat * MOST + self.unknown[seat]] = origin
            self.unknown[seat] += 1
        else:
            self.known[seat * CARD_CODES + card] += 1

    def drop(self, seat: i64, card: i64) -> i64:
        """Where it came from, if it is an unknown card."""
        if card == UNKNOWN:
            self.unknown[seat] -= 1
            return self.origins[seat * MOST + self.unknown[seat]]
        self.known[seat * CARD_CODES + card] -= 1
        return 0

    def see(self, seat: i64, card: i64, copies: i64) -> None:
        """Copies that were not seen coming are among the cards not seen."""
        while self.known[seat * CARD_CODES + card] < copies:
            self.known[seat * CARD_CODES + card] += 1
            self.turn_out(seat, card)
            self.left[card] -= 1
            self.allot(seat, card, 1)
            self.unseen[seat] -= 1

    def turn_out(self, seat: i64, card: i64) -> None:
        """One of the unknown cards is this one."""
        self.dealt[self.drop(seat, UNKNOWN)] = card

    def give(self, i: i64, giver: i64, receiver: i64, rng: Rng) -> None:
        """Any card of the hand that leaves a way to all that came later; what really happened is such a way."""
        self.since = i + 1
        self.refuse_none()
        patience = PATIENCE
        while True:
            if self.count_open(giver) == 0:  # one was refused too early
                self.refuse_none()
                patience *= 10
            self.patience = patience
            given = self.any_card(giver, rng)
            self.fly(i, giver, receiver, given)
            if self.explains(self.memory.size):
                return
            self.take_back(i, giver, receiver, given)
            self.refused[given] = 1

    def refuse_none(self) -> None:
        for card in range(CARD_CODES):
            self.refused[card] = 0

    def any_card(self, seat: i64, rng: Rng) -> i64:
        """All cards of a hand alike, but for those refused."""
        nth = rng.below(self.count_open(seat))
        for card in range(CARD_CODES):
            nth -= self.count_copies(seat, card)
            if nth < 0:
                return card
        return UNKNOWN

    def count_open(self, seat: i64) -> i64:
        count: i64 = 0
        for card in range(CARD_CODES):
            count += self.count_copies(seat, card)
        return count

    def count_copies(self, seat: i64, card: i64) -> i64:
        if self.refused[card] != 0:
            return 0
        return self.unknown[seat] if card == UNKNOWN else self.known[seat * CARD_CODES + card]

    def fly(self, i: i64, giver: i64, receiver: i64, card: i64) -> None:
        """From now on the card is on its way."""
        self.passed[i] = card
        self.origin[i] = self.drop(giver, card)
        self.expect(giver, receiver, card, 1)

    def take_back(self, i: i64, giver: i64, receiver: i64, card: i64) -> None:
        self.hold(giver, card, self.origin[i])
        self.expect(giver, receiver, card, -1)

    def expect(self, giver: i64, receiver: i64, card: i64, copies: i64) -> None:
        if card == UNKNOWN:
            self.unseen[giver] -= copies
        else:
            self.allot(giver, card, -copies)
            self.allot(receiver, card, copies)
            self.unseen[receiver] -= copies

    def write_down(self) -> None:
        """Put what was guessed in place of what really happened."""
        for i in range(self.memory.size):
            kind, seat, other, card = self.memory.entry(i)
            if seat != self.viewer:
                self.memory.put(i, self.guessed(i, kind, other, card))

    def guessed(self, i: i64, kind: i64, other: i64, card: i64) -> i64:
        if kind == DEALT:
            return self.dealt[i]
        if other == self.viewer or (kind != GIVEN and kind != RECEIVED):
            return card  # it was seen
        giving = i if kind == GIVEN else self.memory.giving(i)
        return self.dealt[self.origin[giving]] if self.passed[giving] == UNKNOWN else self.passed[giving]

    # --- Backward: could all that came later have come about? ---

    def explains(self, end: i64) -> bool:
        """Can what is needed at `end` come from the hands as they are retold, by the entries from `since` on?"""
        if end == self.since:
            return self.is_there()
        i = end - 1
        kind, seat, other, card = self.memory.entry(i)
        if seat == self.viewer:
            return self.explains(i)
        if self.is_seen_coming(kind, other):
            return self.explains_gain(i, seat, card)
        if self.is_seen_going(kind, other):
            return self.explains_with(i, seat, card, 1, 1, 1)
        if kind == SHOWN:
            missing = other - self.need[seat * CARD_CODES + card]
            return self.explains_with(i, seat, card, max(missing, 0), 0, 0)
        if kind == GIVEN:
            return self.explains_with(i, seat, self.passed[i], 0 if self.passed[i] == UNKNOWN else 1, 0, 1)
        if kind == RECEIVED:
            return self.explains_received(i, seat)
        return self.explains_unseen(i, seat, FROM_DECK)

    def explains_with(self, end: i64, seat: i64, card: i64, need: i64, seen: i64, size: i64) -> bool:
        """The same if before `end` the seat needed so many more of a card, was seen with so many more, and had so many
        more cards in all.
        """
        self.look_back(seat, card, need, seen, size)
        fits = self.needs[seat] <= self.size[seat] and self.short[seat] <= self.unseen[seat] and self.explains(end)
        self.look_back(seat, card, -need, -seen, -size)
        return fits

    def look_back(self, seat: i64, card: i64, need: i64, seen: i64, size: i64) -> None:
        self.need[seat * CARD_CODES + card] += need
        self.needs[seat] += need
        self.size[seat] += size
        self.allot(seat, card, seen - need)

    def explains_gain(self, end: i64, seat: i64, card: i64) -> bool:
        """The same if the seat was seen to get this card at `end`."""
        return self.explains_with(end, seat, card, -1 if self.need[seat * CARD_CODES + card] > 0 else 0, -1, -1)

    def explains_received(self, i: i64, seat: i64) -> bool:
        giving = self.memory.giving(i)
        if giving >= self.since:
            return self.explains_unseen(i, seat, giving)
        card = self.passed[giving]  # on its way already
        return self.explains_unseen(i, seat, FROM_DECK) if card == UNKNOWN else self.explains_gain(i, seat, card)

    def explains_unseen(self, i: i64, seat: i64, giving: i64) -> bool:
        """The same if the seat got an unseen card: one that it needs and cannot have otherwise, or any, or another."""
        return (
            (self.short[seat] > 0 and self.explains_by_needed(i, seat, giving, True))
            or self.explains_by(i, seat, UNKNOWN, giving)
            or (self.needs[seat] > 0 and self.explains_by_needed(i, seat, giving, False))
        )

    def explains_by_needed(self, i: i64, seat: i64, giving: i64, is_short: bool) -> bool:
        for at in range(seat * CARD_CODES + 1, seat * CARD_CODES + CARD_CODES):
            fits = self.need[at] > 0 and (self.surplus[at] < 0) == is_short
            if fits and self.explains_by(i, seat, at % CARD_CODES, giving):
                return True
        return False

    def explains_by(self, i: i64, seat: i64, card: i64, giving: i64) -> bool:
        """The same if it was this card; UNKNOWN is any card that the seat does not need."""
        from_deck = giving == FROM_DECK
        if self.patience == 0 or (from_deck and card != UNKNOWN and self.left[card] == 0):
            return False
        self.patience -= 1
        if from_deck:
            self.left[card] -= 1
        else:
            self.passed[giving] = card
        self.unseen[seat] -= 1
        fits = self.explains_with(i, seat, card, 0 if card == UNKNOWN else -1, 0, -1)
        self.unseen[seat] += 1
        if from_deck:
            self.left[card] += 1
        return fits

    def is_there(self) -> bool:
        """Are there copies enough that what is short can be among the cards not seen?"""
        short: i64 = 0
        for seat in range(self.seats):
            short += self.short[seat]
        lacking: i64 = 0
        for card in range(1, CARD_CODES if short > 0 else 1):
            missing = self.left[card]
            for seat in range(self.seats):
                missing += min(self.surplus[seat * CARD_CODES + card], 0)
            if missing < 0:
                lacking += 1
        return lacking == 0

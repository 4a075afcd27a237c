"""Reconstruct a possible history of the other hands from what a seat has seen.

After bugs are passed unseen, a seat can't be sure who holds what. A recollection is one history consistent with
everything that the seat saw (BOR-R53). It never reads the cards that the seat didn't see, and finally overwrites them
with guessed ones, so that a guess can't leak what really happened.

An example, from Cem's viewpoint. Ann was dealt a hidden bug and has picked a Fly and an Ant on dots. A Beetle makes
everyone pass: Ann gives Bob one of her three bugs, and Cem doesn't see which. Two rounds later Bob puts an Ant on dots
on the Floor, though Cem never saw him get one.

Cem's recollection goes through the entries in order. At the pass it picks one of Ann's three bugs with equal
probability, say the Fly. Before going on, it checks this choice by searching backward from the last entry: Bob needed
an Ant on dots, so it must have been his first bug or one that he drew, and a copy must be among the bugs that are
hidden from Cem. If there is a copy, the Fly is accepted: Bob holds a Fly, Ann an Ant on dots, and Bob was dealt another
Ant on dots. If there is none, the Fly is rejected, and Cem tries the Ant or the unknown bug. The true history is always
possible, so some choice is always accepted.

Histories are not weighted by likelihood: two bugs that both lead to a possible history are equally likely to be
chosen, even if one of them requires a rare bug in the right hand.
"""

from typing import Final

from mypy_extensions import i64

from bugbox.core.bags import Scratch
from bugbox.core.rng import Rng
from bugbox.core.rows import copy_row, zeros
from bugbox.games.bugs_on_rugs.rules.box import CARD_CODES
from bugbox.games.bugs_on_rugs.rules.memory import DEALT, GAINED, GIVEN, LONGEST, LOST, RECEIVED, SHOWN, Memory

MOST: Final[i64] = 48  # unseen cards in a hand
FROM_DECK: Final[i64] = -1  # instead of the index of a GIVEN entry
UNKNOWN: Final[i64] = 0  # placeholder for a card that the viewer hasn't seen
PATIENCE: Final[i64] = 300  # unseen arrivals to try before rejecting a card; fewer than ten usually suffice


class Recollection(Scratch):
    """One history of the hands that is consistent with everything a viewer saw."""

    def __init__(self, seats: i64) -> None:
        self.seats = seats
        self.viewer: i64 = 0
        self.memory = Memory()
        self.hidden = zeros(CARD_CODES)  # by card: copies hidden from the viewer
        self.known = zeros(seats * CARD_CODES)  # by seat and card: copies that the viewer knows to be there
        self.unknown = zeros(seats)  # by seat: number of unknown cards
        self.origins = zeros(seats * MOST)  # by seat: the entries that dealt its unknown cards
        self.dealt = zeros(LONGEST)  # by entry: the card it turned out to have dealt
        self.left = zeros(CARD_CODES)  # by card: copies that unknown cards can still turn out to be
        self.passed = zeros(LONGEST)  # by entry: the card given
        self.origin = zeros(LONGEST)  # by entry: the entry that dealt the given card, if it was unknown
        self.refused = zeros(CARD_CODES)  # by card: 1 if giving it would contradict later entries

        # For the backward search over the entries that are not yet replayed:
        self.since: i64 = 0  # the first of these entries
        self.patience: i64 = 0
        self.size = zeros(seats)  # by seat: size of the hand
        self.need = zeros(seats * CARD_CODES)  # by seat and card: copies that must be in the hand
        self.needs = zeros(seats)  # by seat: the sum of `need`
        self.surplus = zeros(seats * CARD_CODES)  # by seat and card: copies seen there or arriving, less those needed
        self.short = zeros(seats)  # by seat: copies missing, the sum of negative surpluses
        self.unseen = zeros(seats)  # by seat: cards there or arriving that the viewer doesn't see

    def recall(self, viewer: i64, memory: Memory, rng: Rng) -> None:
        """Fill `known` and `unknown`; callers must fill `hidden` before, and call turn_out() and write_down() after."""
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
        """Count arrivals and departures in an entry. Hidden copies that were seen arriving can't be unknown cards."""
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

    # --- Forward: replay the entries, guessing each unseen pass ---

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
        """Remove a card from a hand; if it is unknown, return the entry that dealt it."""
        if card == UNKNOWN:
            self.unknown[seat] -= 1
            return self.origins[seat * MOST + self.unknown[seat]]
        self.known[seat * CARD_CODES + card] -= 1
        return 0

    def see(self, seat: i64, card: i64, copies: i64) -> None:
        """Note that a hand has this many copies; those not already known turn out to be unknown cards of the hand."""
        while self.known[seat * CARD_CODES + card] < copies:
            self.known[seat * CARD_CODES + card] += 1
            self.turn_out(seat, card)
            self.left[card] -= 1
            self.allot(seat, card, 1)
            self.unseen[seat] -= 1

    def turn_out(self, seat: i64, card: i64) -> None:
        """Identify one of the hand's unknown cards as this card."""
        self.dealt[self.drop(seat, UNKNOWN)] = card

    def give(self, i: i64, giver: i64, receiver: i64, rng: Rng) -> None:
        """Guess the card that was given, at random among those consistent with all later entries.

        The card that was really given is always consistent, so the loop ends.
        """
        self.since = i + 1
        self.refuse_none()
        patience = PATIENCE
        while True:
            if self.count_open(giver) == 0:  # a possible card was rejected for lack of patience
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
        """Draw a card from a hand with equal probability, excluding rejected ones."""
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
        """Take the card from the giver; the receiver gets it at a later entry."""
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
        """Overwrite the real cards in memory with the guessed ones."""
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

    # --- Backward: are the later entries possible? ---

    def explains(self, end: i64) -> bool:
        """Return whether the entries in range(since, end) can lead from the replayed hands to the needs at `end`."""
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
        """Return explains(end) with the seat's numbers before `end` changed by `need`, `seen` and `size`.

        These are copies of the card needed, copies of the card seen there, and cards in hand.
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
        """Return explains(end) if the entry at `end` brings this known card to the seat."""
        return self.explains_with(end, seat, card, -1 if self.need[seat * CARD_CODES + card] > 0 else 0, -1, -1)

    def explains_received(self, i: i64, seat: i64) -> bool:
        giving = self.memory.giving(i)
        if giving >= self.since:
            return self.explains_unseen(i, seat, giving)
        card = self.passed[giving]  # given before `since`, so already guessed
        return self.explains_unseen(i, seat, FROM_DECK) if card == UNKNOWN else self.explains_gain(i, seat, card)

    def explains_unseen(self, i: i64, seat: i64, giving: i64) -> bool:
        """Try an unseen arrival as a missing card, then as one that isn't needed, then as any other needed card."""
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
        """Return whether the arrival can be this card; UNKNOWN means any card that the seat doesn't need."""
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
        """Return whether enough hidden copies are left to supply every missing card."""
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

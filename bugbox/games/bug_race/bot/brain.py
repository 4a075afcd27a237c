"""What a good racer knows: who needs fewer cards is ahead, and a card is as good as the cards it saves."""

import math
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bugbox.core.bits import BIT, COUNT
from bugbox.core.brain import Brain
from bugbox.core.position import Position
from bugbox.core.rows import zeros
from bugbox.games.bug_race.bot.pace import A_SEGMENT, pace_of, run, state_of
from bugbox.games.bug_race.rules.turn import KEEP, MOST_KEPT, OVER, BugRace, RaceVariant

# How far off the cards that a beetle needs may be: more cards, more luck. Near the end what counts is the very turn.
LUCK: Final = 0.5  # times the root of the cards that the leader needs
NEARLY_SURE: Final = 0.1  # when somebody crosses in this very turn

EAGER: Final = 24.0  # the weight of a card that saves one
NEVER: Final = 1000.0  # cards

# What is said of options.
FINISH: Final = "finish"  # crossed or not
WAY: Final = "way"  # to the finish, in cards
LEGS: Final = "legs"  # at the finish, and turns since
REST: Final = "rest"  # never said, nor that it no longer matters how far the others are when somebody has crossed
CROSSING: Final = 3.0  # more cards than any choice saves
LIKELY: Final = 0.6
UNLIKELY: Final = 0.1
A_LITTLE: Final = 0.15  # cards


class RaceBrain(Brain):
    """Knows how many cards any beetle still needs, and looks to the end of the turn."""

    def __init__(self, variant: RaceVariant) -> None:
        super().__init__(variant)
        self.prefers = True
        self.slip = 0.066 / float(variant.seats)  # the more beetles, the less a card changes who is first
        self.guides = 1000  # then random playouts tell as much (docs/bots.md)
        self.depth = 1  # the look to the end of the turn is steadier than any playout
        self.cards_left = pace_of(variant.deck, int(variant.segments)).cards_left
        self.states = zeros(variant.seats)  # the beetles when this turn is over
        self.packets = zeros(variant.seats * MOST_KEPT)
        self.arriving = zeros(variant.seats * MOST_KEPT)
        self.hands = zeros(variant.seats * MOST_KEPT)
        self.one_wins = False  # will the race end when somebody crosses, and nobody has yet?

    # --- How it will end ---

    def expect(self, position: Position, hopes: vec[float]) -> float:
        """In cards that a beetle is ahead of the finish: fewer to go is more."""
        assert isinstance(position, BugRace)
        self.foresee(position)
        least = NEVER
        crossing = False
        for seat in range(position.seats):
            left = self.cards_left[self.states[seat]]
            if position.racing & BIT[seat] == 0:  # by so many turns before those that cross now (RC-R31)
                left -= float((position.turn - position.crossed_turn[seat] + 1) * position.hand)
            elif self.states[seat] < A_SEGMENT:
                crossing = True
            least = min(least, max(left, 0.0))
            hopes[seat] = -left
        self.one_wins = not (crossing or position.stage == OVER or position.play_on)
        if crossing or position.stage == OVER:
            if not position.play_on:
                self.level_losers(position, hopes)
            return NEARLY_SURE
        return NEARLY_SURE + LUCK * math.sqrt(least)

    def beaten(self, ranked: i64, seat: i64, doubt: float) -> float:
        """The first who crosses beats all, and the others share the next place, however far they come (RC-R31)."""
        if not self.one_wins:
            return super().beaten(ranked, seat, doubt)
        rivals = 0.0  # times as likely to be the first as this seat
        for other in range(ranked):
            if other != seat:
                rivals += self.times_likelier(other, seat, doubt)
        shared = 0.5 * float(ranked - 2) / float(ranked - 1)
        return shared + (1.0 - shared) / (1.0 + rivals)

    def terms(self, position: Position, who: i64) -> list[tuple[str, float]]:
        """Who has not crossed lacks something that no saved card outweighs; the rest makes up for it."""
        self.expect(position, self.hopes)
        hope, left = self.hopes[who], self.cards_left[self.states[who]]
        if self.states[who] < A_SEGMENT:
            return [(LEGS, hope)]
        return [(FINISH, -CROSSING), (WAY, -left), (REST, hope + left + CROSSING)]

    def say(self, whose: str, term: str, change: float) -> str:
        """`your beetle gets there about a card sooner`."""
        if term == FINISH and abs(change) > UNLIKELY * CROSSING:
            sure = abs(change) > LIKELY * CROSSING
            crosses = "crosses the finish" if sure else "may cross the finish sooner"
            waits = "does not cross the finish yet" if sure else "may cross the finish later"
            return f"{whose} beetle {crosses if change > 0.0 else waits}"
        if term == LEGS and abs(change) > A_LITTLE:
            return f"{whose} legs are further {'ahead' if change > 0.0 else 'behind'} at the finish"
        if term == WAY and abs(change) > A_LITTLE:
            return f"{whose} beetle gets there {by_cards(change)} {'sooner' if change > 0.0 else 'later'}"
        return ""

    def level_losers(self, position: BugRace, hopes: vec[float]) -> None:
        """Nobody cares how far those came who have not crossed (RC-R31)."""
        for seat in range(position.seats):
            if self.states[seat] >= A_SEGMENT:
                hopes[seat] = -1.0

    def foresee(self, game: BugRace) -> None:
        """The beetles at the end of this turn, if everyone keeps and plays what helps most."""
        for seat in range(game.seats):
            self.states[seat] = state_of(game.beetles[seat])
        if game.stage == OVER or (game.stage == KEEP and game.step == 0 and game.waiting == game.racing):
            return  # between two turns: what was just dealt says nothing about the next ones
        if game.stage == KEEP:
            self.foresee_drafting(game)
            for seat in range(game.seats):
                if game.racing & BIT[seat]:
                    self.states[seat] = self.play_best(self.states[seat], seat, BIT[game.hand] - 1)
            return
        for seat in range(game.seats):
            if game.racing & BIT[seat]:
                self.take_hand(game, seat, game.hand)
                self.states[seat] = self.play_best(self.after_laid(game, seat), seat, game.unlaid[seat])

    def take_hand(self, game: BugRace, seat: i64, cards: i64) -> None:
        for i in range(cards):
            self.hands[seat * MOST_KEPT + i] = game.kept[seat * MOST_KEPT + i]

    def after_laid(self, game: BugRace, seat: i64) -> i64:
        """The beetle when the cards have run whose order is fixed."""
        state = state_of(game.beetles[seat])
        for i in range(game.hand - COUNT[game.unlaid[seat]]):
            state = run(state, game.laid[seat * MOST_KEPT + i])
        return state

    def play_best(self, state: i64, seat: i64, unlaid: i64) -> i64:
        """The beetle after these cards of the hand, in the best order."""
        if unlaid == 0:
            return state
        best = state
        least = NEVER
        for i in range(MOST_KEPT):
            if unlaid & BIT[i]:
                after = self.play_best(run(state, self.hands[seat * MOST_KEPT + i]), seat, unlaid - BIT[i])
                if self.cards_left[after] < least:
                    least = self.cards_left[after]
                    best = after
        return best

    # --- The draft ---

    def foresee_drafting(self, game: BugRace) -> None:
        """Fill the hands: everyone keeps what helps most of each packet, and passes on the rest."""
        for seat in range(game.seats):
            if game.racing & BIT[seat]:
                self.take_hand(game, seat, game.step)
                for i in range(game.hand - game.step):
                    self.packets[seat * MOST_KEPT + i] = game.packets[seat].cards[i]
        for step in range(game.step, game.hand):
            for seat in range(game.seats):
                if game.racing & BIT[seat]:
                    card = game.chosen[seat] if step == game.step else i64(0)
                    self.keep(game, seat, step, card)
            self.packets, self.arriving = self.arriving, self.packets

    def keep(self, game: BugRace, seat: i64, step: i64, card: i64) -> None:
        """This card, or the best if none is chosen yet; the others go to the neighbour."""
        first = seat * MOST_KEPT
        size = game.hand - step
        if card == 0:
            card = self.best_of(game, seat, step, size)
        self.hands[first + step] = card
        target = game.neighbour(seat) * MOST_KEPT
        gone = False
        for i in range(size):
            if self.packets[first + i] == card and not gone:
                gone = True
            else:
                self.arriving[target] = self.packets[first + i]
                target += 1

    def best_of(self, game: BugRace, seat: i64, step: i64, size: i64) -> i64:
        first = seat * MOST_KEPT
        best = self.packets[first]
        if size == 1:
            return best
        state = self.after_kept(game, seat, step)
        least = NEVER
        for i in range(size):
            left = self.cards_left[run(state, self.packets[first + i])]
            if left < least:
                least = left
                best = self.packets[first + i]
        return best

    def after_kept(self, game: BugRace, seat: i64, step: i64) -> i64:
        """The beetle after the first cards of the hand."""
        state = state_of(game.beetles[seat])
        for i in range(step):
            state = run(state, self.hands[seat * MOST_KEPT + i])
        return state

    # --- What to try first ---

    def prefer(self, position: Position, seat: i64, options: vec[i64], count: i64, weights: vec[i64]) -> None:
        """A card by the cards that it saves: the best much more often than the others."""
        assert isinstance(position, BugRace)
        if position.stage == KEEP:
            self.take_hand(position, seat, position.step)
            state = self.after_kept(position, seat, position.step)
            for i in range(count):
                weights[i] = self.weight(state, run(state, options[i]))
            return
        self.take_hand(position, seat, position.hand)
        state = self.after_laid(position, seat)
        for i in range(count):
            rest = position.unlaid[seat] - BIT[position.step_of(seat, options[i])]
            weights[i] = self.weight(state, self.play_best(run(state, options[i]), seat, rest))

    def weight(self, before: i64, after: i64) -> i64:
        saved = self.cards_left[before] - self.cards_left[after]
        return 1 + i64(EAGER * saved * saved)


def by_cards(change: float) -> str:
    """`a little`, `about half a card`, `about a card`, `about 3 cards`."""
    number = round(abs(change))
    if number > 1:
        return f"about {number} cards"
    return "about a card" if abs(change) >= 0.75 else "about half a card" if abs(change) >= 0.35 else "a little"

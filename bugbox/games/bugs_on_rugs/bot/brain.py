"""Evaluate hands by their expected final score, and bugs by the difference they make to it."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bugbox.core.bits import BIT, COUNT
from bugbox.core.brain import Brain
from bugbox.core.position import Position
from bugbox.core.rows import zeros
from bugbox.games.bugs_on_rugs.bot.hand_values import (
    A_LARVA,
    A_PAIR,
    BEETLES,
    LADYBUGS,
    LARVA_AND_MOSQUITOS,
    PICKS,
    SPIDERS_AND_FLIES,
    at,
    next_pick,
    picks_after,
    picks_this_round,
    rounds_left,
    rugs_to_be,
)
from bugbox.games.bugs_on_rugs.rules.box import (
    ANT,
    BEETLE,
    BUGS,
    BUTTERFLY,
    FIREFLY,
    FLY,
    LADYBUG,
    LARVA,
    MOSQUITO,
    NO_BUG,
    PLURALS,
    RUG_CODES,
    SCORED,
    SPIDER,
)
from bugbox.games.bugs_on_rugs.rules.grouping import pairs_in
from bugbox.games.bugs_on_rugs.rules.powers import receiver
from bugbox.games.bugs_on_rugs.rules.state import (
    BREAK,
    DONE,
    GROUP,
    GROUPING,
    HATCH,
    OVER,
    PAIR,
    PASS,
    PLACE,
    SHOW,
    SWAP,
    TOP_OF_DECK,
    TRADE,
    WALL,
    Layout,
    RugsVariant,
    bug_of,
)

# Uncertainty, in points, of one hand's lead over another. In self-play it is about the same at the start of the last
# round as at the start of the first, because a single round can change a hand that much.
SETTLED: Final = 1.5  # when no picks are left
UNSETTLED: Final = 5.0  # added in the limit of many picks; half of it for one pick

USUAL_SINGLES: Final = 2.5  # bugs that a player typically holds exactly once at the end
UNSTEADY: Final = 6.0  # picks after which the current singles count half
USUAL_ANTS: Final = 3.0  # typical points per Ant
ANT_RACE: Final = 8.0  # picks after which the current ranking in Ants counts half

# Preference weights are the squares of these points.
DEAREST: Final = 9.0  # for giving away a bug that costs nothing; the cost is subtracted
INTEREST: Final = 2.5  # for a neutral option such as Done
A_GOOD_GROUP: Final = 6.0  # for the best grouping; other groupings get less by their deficit
NEVER: Final = 1000.0  # more than any bug can cost
ALL_KINDS: Final[i64] = 511  # bit set


class RugsBrain(Brain):
    """Evaluate collections given the picks still to come, after simulating the rest of the round's picks."""

    def __init__(self, variant: RugsVariant) -> None:
        super().__init__(variant)
        self.prefers = True
        self.slip = 0.035
        self.depth = 1  # the estimated value of a hand has less variance than any playout
        self.counts = zeros(variant.seats * BUGS)  # by seat and bug, including expected passes, picks and pairs
        self.rugs = zeros(variant.seats)  # by seat: bit set
        self.grouped: i64 = 0  # bit set of the seats whose Mosquitos are grouped
        self.floor = zeros(2 * variant.seats + 1)
        self.gains = vec[float]([0.0] * int(BUGS))  # by bug: change in points from one more, or one fewer
        self.rugs_to_be = rugs_to_be(max(card % int(RUG_CODES) for card in variant.deck))

    # --- Expected final scores ---

    def expect(self, position: Position, hopes: vec[float]) -> float:
        assert isinstance(position, Layout)
        if position.stage == OVER:
            for seat in range(position.seats):
                hopes[seat] = float(position.points(seat))
            return SETTLED
        picks = 2 * rounds_left(position)
        to_come = float(picks) + picks_this_round(position)
        self.take_stock(position)
        self.foresee_picks(position, picks)
        for seat in range(position.seats):
            hopes[seat] = self.worth(position, seat, picks)
        return SETTLED + UNSETTLED * to_come / (to_come + 1.0)

    def terms(self, position: Position, who: i64) -> list[tuple[str, float]]:
        assert isinstance(position, Layout)
        game = position
        self.expect(game, self.hopes)  # leaves `counts` and `rugs` as expected at the end of the picks
        if game.stage == OVER:
            return [(collection_of(bug), float(game.scores[who * SCORED + bug])) for bug in range(SCORED)]
        own, picks = who * BUGS, 2 * rounds_left(game)
        return [
            (collection_of(LADYBUG), self.ladybugs(own, picks)),
            (collection_of(BEETLE), self.beetles(own, picks)),
            (collection_of(SPIDER), self.spiders_and_flies(own, picks)),
            (collection_of(ANT), self.ants(game, who, picks)),
            (collection_of(LARVA), self.larva_and_mosquitos(game, who, picks)),
            (collection_of(FIREFLY), self.fireflies(game, who, picks)),
            (collection_of(BUTTERFLY), self.butterflies(game, who, picks)),
        ]

    def take_stock(self, game: Layout) -> None:
        self.grouped = 0
        for seat in range(game.seats):
            hand = game.hands[seat]
            for bug in range(BUGS):
                self.counts[seat * BUGS + bug] = hand.of_kind[bug]
            rugs: i64 = 0
            for i in range(hand.size):
                rugs |= BIT[hand.cards[i] % RUG_CODES]
            self.rugs[seat] = rugs
            if game.stage == BREAK:
                for bug in range(SCORED):
                    self.pair_up(seat, bug, game.pairs[seat * BUGS + bug])
        if game.stage == PASS or game.stage == GROUP:
            self.foresee_choices(game)

    def pair_up(self, seat: i64, bug: i64, pairs: i64) -> None:
        self.counts[seat * BUGS + bug] += pairs
        self.counts[seat * BUGS + MOSQUITO] -= 2 * pairs

    def group(self, seat: i64, grouping: i64, times: i64) -> None:
        """Apply a grouping to the counts; `times` is -1 to undo it."""
        for bug in range(SCORED):
            self.pair_up(seat, bug, times * pairs_in(grouping, bug))

    def foresee_choices(self, game: Layout) -> None:
        """Apply secret choices to the counts as if they had been carried out."""
        for seat in range(game.seats):
            chosen = game.chosen[seat]
            if chosen != 0 and game.stage == GROUP:
                self.group(seat, chosen - 1, 1)
                self.grouped += BIT[seat]
            elif chosen != 0:
                self.counts[seat * BUGS + bug_of(chosen)] -= 1
                self.take(receiver(game, seat), chosen)

    def take(self, seat: i64, card: i64) -> None:
        self.counts[seat * BUGS + bug_of(card)] += 1
        self.rugs[seat] |= BIT[card % RUG_CODES]

    def foresee_picks(self, game: Layout, picks: i64) -> None:
        """Simulate the rest of this round's picks, with every player taking the bug that gains their own hand most."""
        if game.power != NO_BUG or game.stage >= GROUP:
            return
        size = game.floor.size
        for i in range(size):
            self.floor[i] = game.floor.cards[i]
        for turn in range(next_pick(game), 2 * game.seats):
            if size <= 1:
                return
            nth = turn if turn < game.seats else 2 * game.seats - 1 - turn
            seat = (game.start + nth) % game.seats
            best = self.best_on_floor(game, seat, size, picks)
            self.take(seat, self.floor[best])
            size -= 1
            self.floor[best] = self.floor[size]

    def best_on_floor(self, game: Layout, seat: i64, size: i64, picks: i64) -> i64:
        kinds: i64 = 0
        for i in range(size):
            kinds |= BIT[bug_of(self.floor[i])]
        self.weigh_bugs(game, seat, picks, 1, kinds)
        best: i64 = 0
        most = -NEVER
        for i in range(size):
            gain = self.gain_of(seat, self.floor[i], picks)
            if gain > most:
                most = gain
                best = i
        return best

    # --- The value of a hand ---

    def worth(self, game: Layout, seat: i64, picks: i64) -> float:
        """Estimate the final score of a hand with the given number of picks still to come."""
        own = seat * BUGS
        total = self.ladybugs(own, picks) + self.beetles(own, picks) + self.spiders_and_flies(own, picks)
        total += self.ants(game, seat, picks) + self.larva_and_mosquitos(game, seat, picks)
        return total + self.fireflies(game, seat, picks) + self.butterflies(game, seat, picks)

    def ladybugs(self, own: i64, picks: i64) -> float:
        return LADYBUGS[at(self.counts[own + LADYBUG], 0, picks)]

    def beetles(self, own: i64, picks: i64) -> float:
        return BEETLES[at(self.counts[own + BEETLE], 0, picks)]

    def spiders_and_flies(self, own: i64, picks: i64) -> float:
        return SPIDERS_AND_FLIES[at(self.counts[own + SPIDER], self.counts[own + FLY], picks)]

    def ants(self, game: Layout, seat: i64, picks: i64) -> float:
        return float(self.counts[seat * BUGS + ANT]) * self.ant_rate(game, seat, picks)

    def larva_and_mosquitos(self, game: Layout, seat: i64, picks: i64) -> float:
        if game.stage == BREAK:  # the first rows are already scored
            return A_LARVA * float(game.hatched[seat])
        own = seat * BUGS
        larva, mosquitos = self.counts[own + LARVA], self.counts[own + MOSQUITO]
        if self.grouped & BIT[seat]:
            return A_LARVA * float(min(larva, mosquitos))
        return LARVA_AND_MOSQUITOS[at(larva, mosquitos, picks)] + self.copying(own, picks)

    def fireflies(self, game: Layout, seat: i64, picks: i64) -> float:
        if game.stage == BREAK:
            return float(game.scores[seat * SCORED + FIREFLY])
        return float(self.counts[seat * BUGS + FIREFLY]) * self.firefly_rate(self.rugs[seat], picks)

    def butterflies(self, game: Layout, seat: i64, picks: i64) -> float:
        if game.stage == BREAK:
            return float(game.scores[seat * SCORED + BUTTERFLY])
        return float(self.counts[seat * BUGS + BUTTERFLY]) * self.butterfly_rate(seat * BUGS, picks)

    def copying(self, own: i64, picks: i64) -> float:
        """Estimate the extra value of a pair of Mosquitos as the fourth Ladybug or to make the Beetles even."""
        if self.counts[own + MOSQUITO] < 2:
            return 0.0
        beetles = self.counts[own + BEETLE]
        ladybugs = self.counts[own + LADYBUG]
        best = A_PAIR
        if beetles > 0:
            best = max(best, BEETLES[at(beetles + 1, 0, picks)] - BEETLES[at(beetles, 0, picks)])
        if ladybugs > 0:
            best = max(best, LADYBUGS[at(ladybugs + 1, 0, picks)] - LADYBUGS[at(ladybugs, 0, picks)])
        return best - A_PAIR

    def ant_rate(self, game: Layout, seat: i64, picks: i64) -> float:
        """Estimate the points per Ant (BOR-F7), closer to the average the more picks are to come."""
        ants = self.counts[seat * BUGS + ANT]
        most: i64 = 0
        for other in range(game.seats):
            most = max(most, self.counts[other * BUGS + ANT])
        between: i64 = 0  # seats with more Ants, but not the most
        for other in range(game.seats):
            if ants < self.counts[other * BUGS + ANT] < most:
                between += 1
        rate = 5.0 if ants == most else 3.0 if between == 0 else 1.0
        return rate + float(picks) / (float(picks) + ANT_RACE) * (USUAL_ANTS - rate)

    def firefly_rate(self, rugs: i64, picks: i64) -> float:
        """Estimate the points per Firefly: the number of different rugs at the end.

        The lowest bit of `rugs` stands for Mosquitos, which have none.
        """
        return self.rugs_to_be[COUNT[rugs // 2] * PICKS + min(picks, PICKS - 1)]

    def butterfly_rate(self, own: i64, picks: i64) -> float:
        """Estimate the points per Butterfly: the number of bugs held exactly once at the end."""
        singles: i64 = 0
        for bug in range(BUGS):
            if self.counts[own + bug] == 1:
                singles += 1
        return float(singles) + float(picks) / (float(picks) + UNSTEADY) * (USUAL_SINGLES - float(singles))

    # --- The value of one bug ---

    def weigh_bugs(self, game: Layout, seat: i64, picks: i64, change: i64, kinds: i64 = ALL_KINDS) -> None:
        """Fill `gains` with the change in the hand's value from one more bug of each kind, or from one fewer."""
        own = seat * BUGS
        here = self.worth(game, seat, picks)
        for bug in range(BUGS):
            self.gains[bug] = 0.0
            if kinds & BIT[bug] and self.counts[own + bug] + change >= 0:
                self.counts[own + bug] += change
                self.gains[bug] = self.worth(game, seat, picks) - here
                self.counts[own + bug] -= change

    def gain_of(self, seat: i64, card: i64, picks: i64) -> float:
        """Return the gain from one more bug, including what its rug adds to Fireflies."""
        gain = self.gains[bug_of(card)]
        rug = BIT[card % RUG_CODES]
        if rug > 1 and self.rugs[seat] & rug == 0:
            more = self.firefly_rate(self.rugs[seat] + rug, picks) - self.firefly_rate(self.rugs[seat], picks)
            gain += more * float(self.counts[seat * BUGS + FIREFLY])
        return gain

    # --- Preferences ---

    def prefer(self, position: Position, seat: i64, options: vec[i64], count: i64, weights: vec[i64]) -> None:
        """Weight options by the square of the points they gain, which strongly favours the best ones."""
        assert isinstance(position, Layout)
        if position.stage == SHOW:  # the best power depends on all hands, so leave it to the search
            super().prefer(position, seat, options, count, weights)
            return
        self.take_stock(position)
        if position.stage == GROUP:
            self.prefer_groups(position, seat, options, count, weights)
            return
        picks = picks_after(position, seat)
        giving = is_giving(position.stage)
        self.weigh_bugs(position, seat, picks, -1 if giving else 1)
        for i in range(count):
            gain = self.points_for(position, seat, options[i], picks, giving)
            weights[i] = 1 + i64(gain * gain) if gain > 0.0 else i64(1)

    def points_for(self, game: Layout, seat: i64, option: i64, picks: i64, giving: bool) -> float:
        if option == DONE or option == TOP_OF_DECK:
            return INTEREST
        if option >= PAIR:  # break a pair to hatch one or two Larvae
            larva = 1 + (option - PAIR) % 2
            return INTEREST + A_LARVA * float(larva) + self.gains[(option - PAIR) // 2]
        if option >= HATCH:
            return INTEREST + self.hatching(game, seat, picks, giving)
        if option >= WALL:
            return self.gain_of(seat, game.wall.cards[option - WALL], picks)
        if giving:
            return DEAREST + self.gains[bug_of(option)]
        return self.gain_of(seat, option, picks)

    def hatching(self, game: Layout, seat: i64, picks: i64, giving: bool) -> float:
        """Return the gain from the best bug on the Wall, less the value of the two Larvae it costs."""
        if giving:
            self.weigh_bugs(game, seat, picks, 1)
        best = 0.0
        for i in range(game.wall.size):
            best = max(best, self.gain_of(seat, game.wall.cards[i], picks))
        if giving:
            self.weigh_bugs(game, seat, picks, -1)
        larva = self.counts[seat * BUGS + LARVA]
        mosquitos = self.counts[seat * BUGS + MOSQUITO]
        lost = LARVA_AND_MOSQUITOS[at(larva, mosquitos, picks)] - LARVA_AND_MOSQUITOS[at(larva - 2, mosquitos, picks)]
        return best - lost

    def prefer_groups(self, game: Layout, seat: i64, options: vec[i64], count: i64, weights: vec[i64]) -> None:
        """Weight groupings by the resulting score of the whole hand."""
        best = -NEVER
        for i in range(count):
            best = max(best, self.worth_grouped(game, seat, options[i] - GROUPING))
        for i in range(count):
            gain = max(0.0, A_GOOD_GROUP - best + self.worth_grouped(game, seat, options[i] - GROUPING))
            weights[i] = 1 + i64(gain * gain)

    def worth_grouped(self, game: Layout, seat: i64, grouping: i64) -> float:
        self.group(seat, grouping, 1)
        self.grouped += BIT[seat]
        worth = self.worth(game, seat, 0)
        self.grouped -= BIT[seat]
        self.group(seat, grouping, -1)
        return worth


def collection_of(bug: i64) -> str:
    """Return the name of the group of bugs that score together with this one."""
    if bug == SPIDER or bug == FLY:
        return f"{PLURALS[SPIDER]} and {PLURALS[FLY]}"
    if bug == LARVA or bug == MOSQUITO:
        return f"{PLURALS[LARVA]} and {PLURALS[MOSQUITO]}"
    return PLURALS[bug]


def is_giving(stage: i64) -> bool:
    """Return whether players choose a bug to give away in this stage."""
    return stage == PLACE or stage == TRADE or stage == SWAP or stage == PASS or stage == BREAK

"""What a good collector knows: what a hand will be worth, and so what one bug more or less is worth to it."""

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

# By how many points the lead of one hand over another may be off. In self-play it is about as much at the start of the
# last round as of the first: so much does a single round do to a hand.
SETTLED: Final = 1.5  # when all is picked
UNSETTLED: Final = 5.0  # more, if there are many picks to come; half of it for one

USUAL_SINGLES: Final = 2.5  # bugs of which a player has exactly one in the end
UNSTEADY: Final = 6.0  # picks after which half of the singles of now are others
USUAL_ANTS: Final = 3.0  # points that an Ant brings as a rule
ANT_RACE: Final = 8.0  # picks after which the order of now in Ants counts half

# Weights are the square of these points.
DEAREST: Final = 9.0  # that a bug brings which nobody gives away: less what a given one costs
INTEREST: Final = 2.5  # that doing nothing in particular stands for, and what is no better than that
A_GOOD_GROUP: Final = 6.0  # that the best grouping stands for: less what another one is behind
NEVER: Final = 1000.0  # no bug costs as much
ALL_KINDS: Final[i64] = 511  # bit set


class RugsBrain(Brain):
    """Knows what collections are worth with the picks still to come, and looks to the end of a round's picks."""

    def __init__(self, variant: RugsVariant) -> None:
        super().__init__(variant)
        self.prefers = True
        self.slip = 0.035
        self.depth = 1  # what a hand will be worth is steadier than any playout
        self.counts = zeros(variant.seats * BUGS)  # of the hands, with what is about to be passed, picked or paired
        self.rugs = zeros(variant.seats)  # bit sets
        self.grouped: i64 = 0  # bit set of the seats whose Mosquitos are grouped
        self.floor = zeros(2 * variant.seats + 1)
        self.gains = vec[float]([0.0] * int(BUGS))  # by kind: the points that one more brings, or one less
        self.rugs_to_be = rugs_to_be(max(card % int(RUG_CODES) for card in variant.deck))

    # --- How it will end ---

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
        self.expect(game, self.hopes)  # leaves the hands as they will be
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
        """Once, or -1 times to undo it."""
        for bug in range(SCORED):
            self.pair_up(seat, bug, times * pairs_in(grouping, bug))

    def foresee_choices(self, game: Layout) -> None:
        """What is chosen in secret counts as done."""
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
        """The hands at the end of this round's picks, if everyone takes what brings most to the own hand."""
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

    # --- What a hand is worth ---

    def worth(self, game: Layout, seat: i64, picks: i64) -> float:
        """The points that this hand will bring, if so many picks are to come."""
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
        if game.stage == BREAK:  # the first three rows are written already
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
        """What a pair of Mosquitos brings beyond the usual: the fourth Ladybug, or an even number of Beetles."""
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
        """5 for the most, 3 for the next, else 1 (BOR-F7); early that says little."""
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
        """1 for each rug, and new bugs bring new rugs. The lowest bit is for Mosquitos, which have none."""
        return self.rugs_to_be[COUNT[rugs // 2] * PICKS + min(picks, PICKS - 1)]

    def butterfly_rate(self, own: i64, picks: i64) -> float:
        """1 for each single bug; with every pick some are single no more, and others are."""
        singles: i64 = 0
        for bug in range(BUGS):
            if self.counts[own + bug] == 1:
                singles += 1
        return float(singles) + float(picks) / (float(picks) + UNSTEADY) * (USUAL_SINGLES - float(singles))

    # --- One bug more or less ---

    def weigh_bugs(self, game: Layout, seat: i64, picks: i64, change: i64, kinds: i64 = ALL_KINDS) -> None:
        """Fill `gains` for one more bug of each kind, or for one less: what this does to the worth of the hand."""
        own = seat * BUGS
        here = self.worth(game, seat, picks)
        for bug in range(BUGS):
            self.gains[bug] = 0.0
            if kinds & BIT[bug] and self.counts[own + bug] + change >= 0:
                self.counts[own + bug] += change
                self.gains[bug] = self.worth(game, seat, picks) - here
                self.counts[own + bug] -= change

    def gain_of(self, seat: i64, card: i64, picks: i64) -> float:
        """What one more bug brings, with what its rug brings to Fireflies."""
        gain = self.gains[bug_of(card)]
        rug = BIT[card % RUG_CODES]
        if rug > 1 and self.rugs[seat] & rug == 0:
            more = self.firefly_rate(self.rugs[seat] + rug, picks) - self.firefly_rate(self.rugs[seat], picks)
            gain += more * float(self.counts[seat * BUGS + FIREFLY])
        return gain

    # --- What to try first ---

    def prefer(self, position: Position, seat: i64, options: vec[i64], count: i64, weights: vec[i64]) -> None:
        """By the square of the points that an option brings: the best much more often than the others."""
        assert isinstance(position, Layout)
        if position.stage == SHOW:  # which power is best depends on all hands: that is for a search
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
        if option >= PAIR:  # a pair is broken for one Larva or two
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
        """What the best bug of the Wall brings beyond the two Larva that it costs."""
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
        """By what the whole hand scores then."""
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
    """What the bugs that score together are called."""
    if bug == SPIDER or bug == FLY:
        return f"{PLURALS[SPIDER]} and {PLURALS[FLY]}"
    if bug == LARVA or bug == MOSQUITO:
        return f"{PLURALS[LARVA]} and {PLURALS[MOSQUITO]}"
    return PLURALS[bug]


def is_giving(stage: i64) -> bool:
    """Is a bug of one's own to be chosen, to be rid of it?"""
    return stage == PLACE or stage == TRADE or stage == SWAP or stage == PASS or stage == BREAK

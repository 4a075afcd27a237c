"""Evaluation of Bug Council positions: which hands take tricks, what a last card will score, and how to duck.

The constants were first guessed, then fitted to the choices and results of the search in several hundred rounds of
self-play. A fitted value was kept only if it made play stronger.
"""

import math
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bugbox.core.bits import BIT, COUNT, count
from bugbox.core.brain import POINTS, Brain
from bugbox.core.position import Position
from bugbox.games.bug_council.bot.forecast import can_win, is_under_way, played_by, tricks_to_come
from bugbox.games.bug_council.bot.preferences import (
    AT_HOME,
    AT_LAST,
    DISCARD_CUBE,
    DISCARD_VALUE,
    GAIN,
    MINE,
    ONE,
    SEND_CUBE,
    SEND_VALUE,
    SEND_WINS,
    STAY,
    THEIRS,
    UNSEEN,
    duck_with,
    follow_with,
    home_of,
    is_ducking,
    is_winning,
    kept_back,
    lead_with,
    share_of_suit,
    unseen_by,
    weight_of,
)
from bugbox.games.bug_council.rules.box import A_SUIT, CUBES, NONE, OF_SUIT, SUIT_OF, SUITS, TRICKS, VALUE_OF, VALUES
from bugbox.games.bug_council.rules.emissary import its_allies
from bugbox.games.bug_council.rules.state import (
    DECLARE,
    DECLINE,
    DISCARD,
    DOWN,
    OVER,
    PLAY,
    SEND,
    UP,
    VISIT,
    VISITS,
    CouncilVariant,
    Layout,
)

POWER_VALUE: Final = 0.25  # a card's power grows by a factor of e to this per point of value
POWER_CUBE: Final = 0.15  # the same per cube
PERIL_VALUE: Final = 0.3  # the same for players who are ducking: high cards hurt them most
PERIL_CUBE: Final = 0.12
DUCKED: Final = 0.6  # share of its expected tricks that a hand wins while ducking
SAFE: Final = 2.0  # log-odds of ducking successfully with a harmless hand
DANGER: Final = 1.6  # minus this per trick that the hand is expected to win
LET_GO: Final = 0.5  # probability that a player who can still win the trick does not
A_VISIT: Final = 0.3  # value of a visit to the council, in points
A_LITTLE: Final = 0.15  # points: a smaller change is not worth mentioning
SURELY: Final = 0.75  # change in tricks from which one counts as won or lost

# Terms, each with the phrases for more and less. Later rounds have none, as no decision affects them.
THIS_TRICK: Final = "tricks"
TO_COME: Final = "tricks to come"
COUNCIL: Final = "visit to the council"
LAST_CARD: Final = "last card"
ALLIES: Final = "allies"
NO_ALLEGIANCE: Final = "No Allegiance"
LATER_ROUNDS: Final = "next rounds"
SAID: Final = {
    THIS_TRICK: ("card is more likely to win this trick", "card is less likely to win this trick"),
    TO_COME: ("cards should win more tricks", "cards should win fewer tricks"),
    COUNCIL: ("visit to the council is more likely", "visit to the council is less likely"),
    LAST_CARD: ("last card should pay more", "last card should pay less"),
    ALLIES: ("allies should pay more", "allies should pay less"),
    NO_ALLEGIANCE: ("No Allegiance should pay more", "No Allegiance should pay less"),
}

# By number of seats: average score of the last card and of a whole round. With one or two seats also for the Emissary,
# with the power of its cards relative to a player's. It plays better by itself in a solo game than people play for it.
SETTLED: Final = vec[float]([0.0, 10.0, 9.0, 6.0, 5.0, 4.0])  # tricks left from which cubes don't predict the bonus
BONUS: Final = vec[float]([0.0, 3.8, 3.2, 2.4, 2.3, 2.3])
A_ROUND: Final = vec[float]([0.0, 10.0, 7.3, 5.8, 5.4, 5.3])
EMISSARY_BONUS: Final = vec[float]([0.0, 4.0, 1.6])
EMISSARY_ROUND: Final = vec[float]([0.0, 8.7, 3.3])
EMISSARY_POWER: Final = vec[float]([0.0, 0.7, 0.45])

DOUBT: Final = 1.8  # in points, for one round; grows with the square root of the rounds left
LEAST_DOUBT: Final = 0.3


def sums_over_values(a_value: float) -> list[float]:
    """Return the sum of exp(a_value * value) for each set of values of a suit."""
    sums = [0.0]
    for value in range(1, int(VALUES) + 1):
        sums += [before + math.exp(a_value * value) for before in sums]
    return sums


def powers_of_cubes(a_cube: float) -> list[float]:
    return [math.exp(a_cube * cubes) for cubes in range(int(CUBES) + 1)]


POWER: Final = vec[float](sums_over_values(POWER_VALUE))
CUBES_POWER: Final = vec[float](powers_of_cubes(POWER_CUBE))
PERIL: Final = vec[float](sums_over_values(PERIL_VALUE))
CUBES_PERIL: Final = vec[float](powers_of_cubes(PERIL_CUBE))


class CouncilBrain(Brain):
    """Values a hand by the tricks its cards should win and the cubes its last card should score."""

    def __init__(self, variant: CouncilVariant) -> None:
        super().__init__(variant)
        self.prefers = True
        self.slip = 0.015
        self.joy = vec[float]([0.0] * int(SUITS))  # value of one more cube on each tile
        self.power = vec[float]([0.0] * 8)  # of an average card, by participant
        self.peril = vec[float]([0.0] * 8)  # the same for ducking
        self.now = vec[float]([0.0] * 8)  # each participant's probability of winning the trick on the table

    # --- Preferences ---

    def prefer(self, position: Position, seat: i64, options: vec[i64], count: i64, weights: vec[i64]) -> None:
        assert isinstance(position, Layout)
        stage = position.stage
        if stage == PLAY:
            self.prefer_cards(position, seat, options, count, weights)
        elif stage == VISIT:
            self.prefer_tiles(position, seat, options, count, weights)
        elif stage == SEND:
            self.prefer_sent(position, seat, options, count, weights)
        elif stage == DISCARD:
            self.prefer_discards(position, options, count, weights)
        else:
            self.prefer_thumbs(position, seat, weights)

    def prefer_cards(self, game: Layout, seat: i64, options: vec[i64], count: i64, weights: vec[i64]) -> None:
        hand = game.hands[seat]
        ducks = is_ducking(game, seat)
        is_allied = game.unallied & BIT[seat] == 0
        unseen = unseen_by(game, hand)
        home = home_of(game, hand) if is_allied else NONE
        for i in range(count):
            card = options[i]
            if ducks:
                urge = duck_with(game, card)
            elif game.lead < 0:
                urge = lead_with(game, card, unseen)
            else:
                urge = follow_with(game, card, unseen)
            if is_allied:
                urge -= kept_back(game, hand, home, card)
            weights[i] = weight_of(urge)

    def prefer_tiles(self, game: Layout, seat: i64, options: vec[i64], count: i64, weights: vec[i64]) -> None:
        self.enjoy(game, seat)
        for i in range(count):
            weights[i] = weight_of(STAY if options[i] == DECLINE else self.joy_of_visit(game, options[i] - VISITS))

    def joy_of_visit(self, game: Layout, start: i64) -> i64:
        """Value the result of sowing: one cube for each following tile, and the fifth back home."""
        cubes = game.cubes[start]
        joy = self.joy[start] * float((1 if cubes >= SUITS else 0) - cubes)
        tile = start
        for drop in range(cubes if cubes < SUITS else SUITS - 1):
            tile = game.clockwise[tile]
            joy += self.joy[tile]
        return i64(joy)

    def enjoy(self, game: Layout, seat: i64) -> None:
        """Set the value of one more cube on each tile to this seat."""
        hand = game.hands[seat]
        unseen = unseen_by(game, hand)
        for suit in range(SUITS):
            mine = MINE * share_of_suit(hand, suit) - UNSEEN * share_of_suit(unseen, suit)
            theirs = THEIRS if game.open & OF_SUIT[suit] else 0.0
            self.joy[suit] = (-mine if is_ducking(game, seat) else mine) - theirs
        if game.unallied & BIT[seat] == 0:
            self.joy[home_of(game, hand)] += AT_HOME * float(game.trick) if game.trick < TRICKS - 1 else AT_LAST

    def prefer_sent(self, game: Layout, seat: i64, options: vec[i64], count: i64, weights: vec[i64]) -> None:
        for i in range(count):
            card = options[i]
            if game.lead < 0:
                urge = SEND_VALUE * (VALUE_OF[card] - VALUES // 2) + SEND_CUBE * (game.cubes[SUIT_OF[card]] - 2)
            else:
                urge = SEND_WINS if is_winning(game, card) else i64(0)
            weights[i] = weight_of(urge if is_ducking(game, seat) else -urge)

    def prefer_discards(self, game: Layout, options: vec[i64], count: i64, weights: vec[i64]) -> None:
        for i in range(count):
            card = options[i]
            value = VALUE_OF[card] - VALUES // 2
            weights[i] = weight_of(DISCARD_VALUE * value + DISCARD_CUBE * (game.cubes[SUIT_OF[card]] - 2))

    def prefer_thumbs(self, game: Layout, seat: i64, weights: vec[i64]) -> None:
        """Weigh the two options in their order: allegiance, then none."""
        self.weigh_hands(game)
        tricks = float(TRICKS)
        gain = self.without_allegiance(game, seat, tricks, 1) - self.with_allegiance(game, seat, tricks)
        weights[0] = ONE
        weights[1] = weight_of(i64(GAIN * gain))

    # --- Expected points ---

    def is_enough(self, start: Position, position: Position) -> bool:
        """Cut off at the end of the round, as the cards of later rounds are random."""
        assert isinstance(start, Layout)
        assert isinstance(position, Layout)
        return position.scored > start.scored

    def is_small(self, start: Position, position: Position) -> bool:
        """Solve the last trick, from the start of the one before: it rarely has more than a hundred continuations."""
        assert isinstance(start, Layout)
        assert isinstance(position, Layout)
        return position.trick == TRICKS and start.trick >= TRICKS - 1

    def expect(self, position: Position, hopes: vec[float]) -> float:
        assert isinstance(position, Layout)
        game = position
        for who in range(game.ranked):
            hopes[who] = float(game.points(who))
        if game.stage == OVER:
            return LEAST_DOUBT
        self.weigh_hands(game)
        self.weigh_trick(game)
        tricks = tricks_to_come(game)
        sharers = number_ducking(game)
        for who in range(game.ranked):
            hopes[who] += float(game.tricks[who]) + self.now[who] + visit_of(game, who) + later_rounds(game, who)
            hopes[who] += self.in_this_round(game, who, tricks, sharers)
        return LEAST_DOUBT + DOUBT * math.sqrt(rounds_after(game) + tricks / float(TRICKS))

    def terms(self, position: Position, who: i64) -> list[tuple[str, float]]:
        assert isinstance(position, Layout)
        game = position
        self.expect(game, self.hopes)  # also updates power, peril and now
        found = [(POINTS, float(game.points(who)))]
        if game.stage == OVER:
            return found
        tricks, sharers = tricks_to_come(game), number_ducking(game)
        name, bonus = self.bonus(game, who, tricks, sharers)
        return [
            *found,
            (THIS_TRICK, float(game.tricks[who]) + self.now[who]),
            (COUNCIL, visit_of(game, who)),
            (LATER_ROUNDS, later_rounds(game, who)),
            (name, bonus),
            (TO_COME, self.in_this_round(game, who, tricks, sharers) - bonus),
        ]

    def bonus(self, game: Layout, who: i64, tricks: float, sharers: i64) -> tuple[str, float]:
        """Return the term and the expected value of this round's bonus."""
        if who == game.emissary:
            return ALLIES, bonus_of_emissary(game, tricks)
        if self.is_allied(game, who, tricks):
            return LAST_CARD, last_card(game, who, tricks)
        if game.stage == DECLARE or is_ducking(game, who):
            return NO_ALLEGIANCE, self.reward(game, who, tricks, sharers)
        return NO_ALLEGIANCE, 0.0

    def say(self, whose: str, term: str, change: float) -> str:
        """Describe a change without a number, as most are below one point: `your cards should win more tricks`."""
        if term == POINTS:
            return super().say(whose, term, change)
        if abs(change) <= A_LITTLE or term not in SAID:
            return ""
        if term == THIS_TRICK and abs(change) > SURELY:
            return f"{whose} card {'should' if change > 0.0 else 'should not'} win this trick"
        more, less = SAID[term]
        return f"{whose} {more if change > 0.0 else less}"

    def weigh_trick(self, game: Layout) -> None:
        """Estimate who wins the trick: the current winner, or one of the later players who can and want to."""
        for who in range(game.ranked):
            self.now[who] = 0.0
        if not is_under_way(game):
            return
        able: i64 = 0  # bit set
        for who in range(game.ranked):
            if not played_by(game) & BIT[who] and not is_ducking(game, who) and can_win(game, who):
                able |= BIT[who]
        self.now[game.winner] = LET_GO ** float(COUNT[able])
        for who in range(game.ranked):
            if able & BIT[who]:
                self.now[who] = (1.0 - self.now[game.winner]) / float(COUNT[able])

    def in_this_round(self, game: Layout, who: i64, tricks: float, sharers: i64) -> float:
        """Return the points expected from the rest of this round."""
        if who == game.emissary:
            return self.share(game, who, tricks) + bonus_of_emissary(game, tricks)
        if self.is_allied(game, who, tricks):
            return self.with_allegiance(game, who, tricks)
        if game.stage == DECLARE or is_ducking(game, who):
            return self.without_allegiance(game, who, tricks, sharers)
        return self.share(game, who, tricks)

    def is_allied(self, game: Layout, who: i64, tricks: float) -> bool:
        """Return whether this player is allied; before declaring, whether it seems the better choice."""
        if game.stage != DECLARE:
            return game.unallied & BIT[who] == 0
        if game.thumbs[who] == UP or game.thumbs[who] == DOWN:
            return game.thumbs[who] == UP
        return self.with_allegiance(game, who, tricks) > self.without_allegiance(game, who, tricks, 1)

    def weigh_hands(self, game: Layout) -> None:
        for who in range(game.ranked):
            hand = game.stock | game.open if who == game.emissary else game.hands[who]
            power = 0.0
            peril = 0.0
            for suit in range(SUITS):
                values = hand >> (VALUES * suit) & A_SUIT
                power += POWER[values] * CUBES_POWER[game.cubes[suit]]
                peril += PERIL[values] * CUBES_PERIL[game.cubes[suit]]
            cards = float(count(hand)) if hand != 0 else 1.0
            skill = EMISSARY_POWER[game.seats] if who == game.emissary else 1.0
            self.power[who] = skill * power / cards
            self.peril[who] = peril / cards

    def share(self, game: Layout, who: i64, tricks: float) -> float:
        """Return this player's share of the given number of tricks, in proportion to power."""
        total = 0.0
        for other in range(game.ranked):
            total += self.power[other] * (DUCKED if is_ducking(game, other) else 1.0)
        return tricks * self.power[who] / total if total > 0.0 else 0.0

    def with_allegiance(self, game: Layout, who: i64, tricks: float) -> float:
        return self.share(game, who, tricks) + last_card(game, who, tricks)

    def without_allegiance(self, game: Layout, who: i64, tricks: float, sharers: i64) -> float:
        failing = 1.0 - self.chance_of_none(game, who, tricks)
        return self.reward(game, who, tricks, sharers) + failing * self.share(game, who, tricks)

    def reward(self, game: Layout, who: i64, tricks: float, sharers: i64) -> float:
        """Return the reward for No Allegiance times its probability."""
        return self.chance_of_none(game, who, tricks) * float(game.reward + game.chambers) / float(sharers)

    def chance_of_none(self, game: Layout, who: i64, tricks: float) -> float:
        """Return the probability of winning no more tricks than No Allegiance allows."""
        chance = self.chance_in_tricks(game, who, tricks)
        return chance * (1.0 - self.now[who]) if game.tricks[who] == game.spared else chance

    def chance_in_tricks(self, game: Layout, who: i64, tricks: float) -> float:
        """Return the same for the tricks to come, ignoring the one on the table."""
        total = 0.0
        for other in range(game.ranked):
            total += self.peril[other]
        if tricks < 0.5 or total == 0.0:
            return 1.0
        danger = tricks * self.peril[who] / total - float(game.spared - game.tricks[who])
        return 1.0 / (1.0 + math.exp(DANGER * danger - SAFE))


def rounds_after(game: Layout) -> float:
    return float(game.rounds - game.scored - 1)


def later_rounds(game: Layout, who: i64) -> float:
    return rounds_after(game) * (EMISSARY_ROUND[game.seats] if who == game.emissary else A_ROUND[game.seats])


def visit_of(game: Layout, who: i64) -> float:
    """Value the visit of the player with the lowest card so far, by how many have played."""
    if who != game.visitor or not is_under_way(game):
        return 0.0
    return A_VISIT * float(game.played) / float(game.ranked)


def last_card(game: Layout, who: i64, tricks: float) -> float:
    """Return the expected score of the last card."""
    bonus = BONUS[game.seats]
    home = home_of(game, game.hands[who])
    settled = SETTLED[game.seats]
    if tricks < settled and home >= 0:
        bonus += (1.0 - tricks / settled) * (float(game.cubes[home]) - bonus)
    return bonus


def number_ducking(game: Layout) -> i64:
    """Count the players who would share the reward; before the declaration, assume just one."""
    if game.stage == DECLARE:
        return 1
    found: i64 = 0
    for seat in range(game.seats):
        if is_ducking(game, seat):
            found += 1
    return found


def bonus_of_emissary(game: Layout, tricks: float) -> float:
    """Return the Emissary's bonus: exact after the last trick, an average before."""
    if tricks > 0.0:
        return EMISSARY_BONUS[game.seats]
    allies = its_allies(game)
    bonus = 0.0
    for suit in range(SUITS):
        if allies & BIT[suit]:
            bonus += float(game.cubes[suit])
    return bonus

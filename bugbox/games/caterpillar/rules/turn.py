"""The sequence of play of Caterpillar Filler. Clause numbers refer to RULES.md."""

from librt.vecs import vec
from mypy_extensions import i64

from bugbox.core.grid import DIRECTIONS, NO_SPACE
from bugbox.core.rng import Rng
from bugbox.core.rows import insert
from bugbox.games.caterpillar.rules.box import (
    FLOWER_ROLL,
    ROUNDS_AT_MOST,
    ROUNDS_OF_A_TIE,
    SET_UPS,
    SIDE,
    WIND_ROLL,
    WINDY,
)
from bugbox.games.caterpillar.rules.edge import can_join, join, options_join
from bugbox.games.caterpillar.rules.flowers import blow, nearest, options_plant, plant, turn_tiles
from bugbox.games.caterpillar.rules.guess import guess_tiles
from bugbox.games.caterpillar.rules.state import (
    ATE,
    BIT,
    CRAWLED,
    DREW_RULE,
    DREW_SET_UP,
    ENDED,
    FIRST,
    FULL,
    JOIN,
    JOINED,
    LONGEST,
    MOVE,
    NO_ROOM,
    NO_WASP,
    OVER,
    PLANT,
    PUSHED,
    PUT_WASP,
    ROLLED,
    STEP,
    STUCK,
    STUNG,
    TIED,
    TIRED,
    WASPING,
    GardenVariant,
    Layout,
)
from bugbox.games.caterpillar.rules.walk import CRAWLER, EMPTY, FLOWER, GARDEN, WASP, WAYS


class CaterpillarFiller(Layout):
    """A game in progress."""

    def set_up(self) -> None:
        variant = self.variant
        assert isinstance(variant, GardenVariant)
        self.tell_draws(variant)
        self.letters.shuffle(self.rng)
        self.numbers.shuffle(self.rng)
        for seat in range(self.seats):
            self.lay(seat, GARDEN.edge_index[variant.heads[seat]], True)
        for space in variant.flowers:
            self.begin_with(space, FLOWER)
        for space in variant.wasps:
            self.begin_with(space, WASP)
        first = self.rng.below(self.seats)  # CF-M9
        self.tell(FIRST, first)
        self.turn = self.right_of(first)
        self.go_on()

    def tell_draws(self, variant: GardenVariant) -> None:
        """Log the set-up and the rule that were drawn before the match (CF-H8)."""
        if variant.has_drawn_set_up:
            self.tell(DREW_SET_UP, list(SET_UPS).index(variant.set_up))
        if variant.has_drawn_rule:
            self.tell(DREW_RULE, variant.rule)

    def begin_with(self, space: i64, token: i64) -> None:
        """Place a token; on a taken space, move a flower to the nearest free one and leave out a wasp (CF-R47)."""
        at, found = space, self.found.spaces
        if self.ground[space] != EMPTY:
            if token == WASP:
                return
            at = found[self.rng.below(nearest(self, space, found))]
        self.ground[at] = token
        self.supply -= 1

    # --- Decisions ---

    def is_secret(self) -> bool:
        return False

    def options(self, seat: i64, out: vec[i64]) -> i64:
        stage = self.stage
        if stage == MOVE:
            return self.options_move(seat, out)
        if stage == WASPING:
            return self.options_wasp(out)
        if stage == JOIN:
            return options_join(self, seat, out)
        return options_plant(self, out)

    def act(self, seat: i64, option: i64) -> None:
        stage = self.stage
        self.waiting = 0
        if stage == MOVE and option < PUT_WASP:
            self.step(seat, option - STEP)
        elif stage == MOVE:
            self.sting(seat, option - PUT_WASP)
            self.ask(seat, MOVE)
        elif stage == PLANT:
            self.choose_space(seat, option - STEP)
        elif stage == JOIN:
            self.rejoin(seat, option)
        elif option != NO_WASP:
            self.sting(seat, option - PUT_WASP)
        self.go_on()

    # --- Turns ---

    def go_on(self) -> None:
        """Advance from turn to turn until someone has a decision to make."""
        while self.waiting == 0 and self.stage != OVER:
            if self.is_tired():
                self.finish(TIRED)
            else:
                self.beat()
                self.begin_turn(self.left_of(self.turn))

    def is_tired(self) -> bool:
        """Return whether too many rounds have passed without progress (CF-R35, CF-R45)."""
        return self.quiet >= (ROUNDS_OF_A_TIE if self.is_tied else ROUNDS_AT_MOST) * self.seats

    def begin_turn(self, seat: i64) -> None:
        self.turn = seat
        self.turns += 1
        self.quiet += 1
        self.rolled = 0
        self.left = 0
        self.has_stung = False
        if not self.crawlers[seat].is_off:
            self.roll(seat)
        elif can_join(self, seat):
            self.ask(seat, JOIN)
        else:  # CF-R27
            self.tell(NO_ROOM, seat)
            self.offer_wasp(seat)

    def roll(self, seat: i64) -> None:
        """Roll the die; a 3 adds a flower before the move (CF-R16)."""
        die = self.die()
        self.rolled = self.left = die[self.rng.below(len(die))]
        self.reveal()
        self.tell(ROLLED, seat, self.rolled)
        self.beat()
        if self.rule == WINDY and self.rolled == WIND_ROLL:
            blow(self)
        if self.rolled == FLOWER_ROLL:
            self.add_flower()
        if self.waiting == 0 and self.stage != OVER:
            self.begin_move(seat)

    def begin_move(self, seat: i64) -> None:
        """Start a move; a caterpillar that can't walk the whole roll leaves without moving (CF-R5, CF-R7)."""
        if self.can_walk(seat):
            self.ask(seat, MOVE)
            return
        self.take_off(seat)
        self.tell(STUCK, seat, self.left)
        self.left = 0
        self.offer_wasp(seat)

    def can_walk(self, seat: i64) -> bool:
        crawler, walk = self.crawlers[seat], self.walk
        walk.begin(crawler, CRAWLER + seat, self.left)
        return walk.can_walk(crawler.at(0), self.left == self.rolled)

    # --- Moving ---

    def options_move(self, seat: i64, out: vec[i64]) -> i64:
        """List the steps after which the rest can be walked (CF-R5) and, before the first step, wasps (CF-R9)."""
        crawler, walk = self.crawlers[seat], self.walk
        is_first = self.left == self.rolled
        head = crawler.at(0)
        count: i64 = 0
        walk.begin(crawler, CRAWLER + seat, self.left)
        for way in range(walk.first_ways if is_first else DIRECTIONS):
            if walk.leads_on(head, way, 1):
                count = insert(out, count, STEP + walk.ways[head * WAYS + way])
        if is_first and self.may_sting(seat):
            walk.find_spoilers(head)  # players may not trap themselves (CF-R42)
            walk.mark_spoilers(WASP)
            count = self.write_wasps(out, count)
            walk.mark_spoilers(EMPTY)
        return count

    def step(self, seat: i64, space: i64) -> None:
        what = self.ground[space]
        self.left -= 1
        if what == FLOWER:
            self.eat_flower(seat, space)
            return
        if what >= CRAWLER and what != CRAWLER + seat:
            self.bite_into(seat, what - CRAWLER, space)
            return
        if what == WASP:
            self.push(seat, space)
        self.crawl(seat, space)
        if self.left > 0:
            self.ask(seat, MOVE)
            return
        self.tell(CRAWLED, seat, space, self.rolled)
        self.offer_wasp(seat)

    def push(self, seat: i64, space: i64) -> None:
        """Push a wasp straight ahead; the walk has already checked that the space is free (CF-H2)."""
        beyond = 2 * space - self.crawlers[seat].at(0)
        self.ground[beyond] = WASP
        self.tell(PUSHED, seat, space, beyond)

    def eat_flower(self, seat: i64, space: i64) -> None:
        """Eat a flower, in the order of CF-R14."""
        crawler = self.crawlers[seat]
        self.left = 0
        self.crawl(seat, space)
        crawler.wasps += 1
        self.grow(seat)
        self.tell(ATE, seat, space, crawler.length())
        self.beat()
        if crawler.mat == 0:
            self.finish(FULL)
            return
        self.add_flower()
        self.after_move(seat)

    def bite_into(self, seat: i64, victim: i64, space: i64) -> None:
        """Bite another caterpillar (CF-F12); this adds no flower (CF-R20)."""
        crawler, bitten = self.crawlers[seat], self.crawlers[victim]
        self.left = 0
        self.take_off(victim)
        bitten.shrink(self.bite)
        self.crawl(seat, space)
        self.grow(seat)
        self.tell(BIT, 4 * seat + victim, space, crawler.length(), bitten.length())
        if crawler.mat == 0:
            self.finish(FULL)
        elif self.is_tied and self.is_one_longest():
            self.finish(LONGEST)
        self.after_move(seat)

    def after_move(self, seat: i64) -> None:
        if self.waiting == 0 and self.stage != OVER:
            self.offer_wasp(seat)

    # --- Flowers ---

    def add_flower(self) -> None:
        """Add a flower; without tiles, end the game or start a tie (CF-R32 to CF-R34)."""
        if self.pairs > 0:
            turn_tiles(self)
        elif self.is_one_longest():
            self.finish(LONGEST)
        elif not self.is_tied:
            self.is_tied = True
            self.quiet = 0
            self.tell(TIED)

    def choose_space(self, seat: i64, space: i64) -> None:
        """Plant the flower and resume the turn after the roll or after eating, whichever added it."""
        plant(self, space, self.target)
        self.target = NO_SPACE
        if self.left > 0:
            self.begin_move(seat)
        else:
            self.offer_wasp(seat)

    # --- Wasps ---

    def may_sting(self, seat: i64) -> bool:
        """Return whether the seat may place a wasp: one per turn (CF-R9), including one won this turn (CF-R10)."""
        return self.crawlers[seat].wasps > 0 and not self.has_stung

    def offer_wasp(self, seat: i64) -> None:
        if self.may_sting(seat):
            self.ask(seat, WASPING)

    def options_wasp(self, out: vec[i64]) -> i64:
        count = self.write_wasps(out, 0)
        out[count] = NO_WASP
        return count + 1

    def write_wasps(self, out: vec[i64], count: i64) -> i64:
        """Add the free spaces that aren't on the edge (CF-R12)."""
        ground = self.ground
        for row in range(1, SIDE - 1):
            for space in range(row * SIDE + 1, row * SIDE + SIDE - 1):
                if ground[space] == EMPTY:
                    out[count] = PUT_WASP + space
                    count += 1
        return count

    def sting(self, seat: i64, space: i64) -> None:
        self.crawlers[seat].wasps -= 1
        self.has_stung = True
        self.ground[space] = WASP
        self.tell(STUNG, seat, space)

    # --- Re-joining ---

    def rejoin(self, seat: i64, option: i64) -> None:
        join(self, seat, option)
        crawler = self.crawlers[seat]
        self.tell(JOINED, seat, crawler.at(0), crawler.at(crawler.body))
        self.offer_wasp(seat)

    # --- The end ---

    def finish(self, reason: i64) -> None:
        self.beat()
        self.reason = reason
        self.end(OVER)
        self.tell(ENDED, reason)
        self.beat()

    def points(self, who: i64) -> i64:
        return self.crawlers[who].length()

    def is_ahead(self, a: i64, b: i64) -> bool:
        return self.points(a) > self.points(b)

    def guess(self, seat: i64, rng: Rng) -> None:
        self.rng.branch_from(rng)
        guess_tiles(self, rng)

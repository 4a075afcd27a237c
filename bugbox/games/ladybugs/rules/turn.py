"""The rules of Ladybugs: the course of the game. Clause numbers are those of RULES.md."""

from librt.vecs import vec
from mypy_extensions import i64

from bugbox.core.bits import BIT
from bugbox.core.rng import Rng
from bugbox.games.ladybugs.rules.box import (
    ACTION_SETS,
    GRASSHOPPER,
    NOWHERE,
    RHINO,
    STAG,
)
from bugbox.games.ladybugs.rules.garden import lay_out
from bugbox.games.ladybugs.rules.guess import guess_hidden
from bugbox.games.ladybugs.rules.reach import A_SPACE, BIT_OF, HOP, PLAIN, ROW_OF
from bugbox.games.ladybugs.rules.scoring import is_better, score_all
from bugbox.games.ladybugs.rules.spider import move_spider, options_spider
from bugbox.games.ladybugs.rules.state import (
    A_SET,
    A_TILE,
    CHOSE,
    DREW,
    FIRST,
    FOUND,
    HOME,
    MARKER,
    OVER,
    PLACE,
    PLACE_WITH,
    PLACED,
    PLAY,
    SCORED,
    SETTLE,
    SETTLED,
    SPIDER_BEGINS,
    SPIDER_GOES,
    SPIN,
    SPUN,
    START,
    STARTED,
    STUCK,
    TOPPED,
    Layout,
    codes_for,
    tile_of,
)


class Ladybugs(Layout):
    """A game in progress."""

    def set_up(self) -> None:
        self.clover_box.shuffle(self.rng)
        lay_out(self)
        for seat in range(self.seats):
            self.stacks[seat].shuffle(self.rng)
            self.actions[seat] = ACTION_SETS - 1 if self.with_actions else i64(0)
        self.playing = self.once = self.guarded = BIT[self.seats] - 1
        self.first = self.rng.below(self.seats)  # LB-R15
        self.tell(FIRST, self.first)
        if self.with_spider and self.seats > 2:
            self.spider = self.middle(0)
        if self.seats == 3:
            self.ask(self.first, SETTLE)
            return
        for seat in range(self.seats):  # LB-R49: opposite corners, or clockwise by seat
            self.start_space[seat] = self.corner(2 * seat if self.seats == 2 else seat)
        self.deal()

    # --- Who decides what ---

    def is_secret(self) -> bool:
        return self.stage == START

    def options(self, seat: i64, out: vec[i64]) -> i64:
        stage = self.stage
        if stage == PLAY:
            return self.options_play(seat, out)
        if stage == START:
            return self.write_numbers(seat, out)
        if stage == SETTLE:
            return self.options_settle(out)
        out[0] = SPIDER_BEGINS
        out[1] = SPIDER_BEGINS + 1
        return 2

    def act(self, seat: i64, option: i64) -> None:
        stage = self.stage
        if stage == PLAY:
            self.act_play(seat, option)
        elif stage == START:
            self.choose_start(seat, option - HOME + 1)
        elif stage == SETTLE:
            self.settle(seat, self.marker(option - MARKER))
        else:
            self.spin(seat, self.middle(option - SPIDER_BEGINS))

    # --- Before the first turn ---

    def options_settle(self, out: vec[i64]) -> i64:
        count: i64 = 0
        for nth in range(3):
            if not self.is_settled(self.marker(nth)):
                out[count] = MARKER + nth
                count += 1
        return count

    def is_settled(self, space: i64) -> bool:
        seat: i64 = 0
        while seat < self.seats and self.start_space[seat] != space:
            seat += 1
        return seat < self.seats

    def settle(self, seat: i64, space: i64) -> None:
        """In turn order (LB-R49); the last one has nothing to choose."""
        self.start_space[seat] = space
        self.tell(SETTLED, seat, self.spot(space))
        following = self.left_of(seat)
        if self.left_of(following) != self.first:
            self.ask(following, SETTLE)
            return
        for nth in range(3):
            if not self.is_settled(self.marker(nth)):
                self.start_space[following] = self.marker(nth)
        self.tell(SETTLED, following, self.spot(self.start_space[following]))
        self.deal()

    def deal(self) -> None:
        """Two tiles each; all choose one of them for their start space at once (LB-F4, LB-R14)."""
        for seat in range(self.seats):
            self.draw(seat)
            self.draw(seat)
        self.ask_all(BIT[self.seats] - 1, START)

    def draw(self, seat: i64) -> None:
        stack = self.stacks[seat]
        if stack.size > 0:
            number = stack.draw()
            self.hands[seat].sort_in(number)
            self.reveal()
            self.tell(DREW, seat, number)

    def write_numbers(self, seat: i64, out: vec[i64]) -> i64:
        """The different tiles of the hand, as options for the own start space."""
        hand = self.hands[seat]
        out[0] = HOME + hand.cards[0] - 1
        out[1] = HOME + hand.cards[1] - 1
        return 2 if out[0] != out[1] else 1

    def choose_start(self, seat: i64, number: i64) -> None:
        self.chosen[seat] = number
        self.tell(CHOSE, seat, number)
        if self.answered(seat):
            self.reveal_start()

    def reveal_start(self) -> None:
        self.reveal()
        for seat in range(self.seats):
            number = self.chosen[seat]
            self.chosen[seat] = 0
            self.hands[seat].remove(number)
            self.put(seat, number, self.start_space[seat])
            self.tell(STARTED, tile_of(seat, number), self.spot(self.start_space[seat]))
        self.bar_spaces()
        self.beat()
        for seat in range(self.seats):
            self.draw(seat)
        if self.with_spider and self.seats == 2:
            self.ask(self.left_of(self.first), SPIN)  # LB-R37
        else:
            self.next_turn(self.right_of(self.first))

    def spin(self, seat: i64, space: i64) -> None:
        self.spider = space
        self.bar_spaces()
        self.tell(SPUN, seat, self.spot(space))
        self.beat()
        self.next_turn(self.right_of(self.first))

    # --- A turn ---

    def next_turn(self, seat: i64) -> None:
        """Whoever cannot do anything at the start of the own turn is out for good (LB-R9, LB-R10)."""
        for nth in range(self.seats):
            seat = self.left_of(seat)
            if self.playing & BIT[seat]:
                if self.can_play(seat):
                    self.ask(seat, PLAY)
                    return
                self.playing -= BIT[seat]
                self.tell(STUCK, seat)
                self.beat()
        self.finish()

    def can_play(self, seat: i64) -> bool:
        if self.with_spider or self.may_top(seat):  # LB-R8: the spider can always move
            return True
        if self.reach.has_target(self.tops[seat], self.lines, self.free, self.barred[seat]):
            return True
        return self.actions[seat] != 0 and self.can_play_with_actions(seat)

    def can_play_with_actions(self, seat: i64) -> bool:
        reach, barred = self.reach, self.barred[seat]
        reach.find(self.tops[seat], self.lines, self.actions[seat])
        stag = self.actions[seat] & STAG != 0
        for kind in range(4):
            way = kind * HOP
            if reach.has_any(way, self.free, barred) or (stag and reach.has_any(way, self.twos, barred)):
                return True
        return False

    def may_top(self, seat: i64) -> bool:
        """Once, without counting, on the own start space (LB-R4, LB-R5, LB-R31, LB-R32)."""
        home = self.start_space[seat]
        return self.once & BIT[seat] != 0 and self.height[home] < 2 and self.spider != home

    def options_play(self, seat: i64, out: vec[i64]) -> i64:
        self.reach.find(self.tops[seat], self.lines, self.actions[seat])
        count = self.options_top(seat, out)
        count = self.write_places(seat, PLAIN, self.free, PLACE, out, count)  # LB-F6: never on two tiles
        if self.with_spider:
            count = options_spider(self, seat, out, count)
        spend = self.actions[seat]
        for actions in range(1, spend + 1):  # LB-R23
            if actions & spend == actions:
                way = (HOP if actions & GRASSHOPPER else PLAIN) + (2 * HOP if actions & RHINO else PLAIN)
                allowed = self.twos if actions & STAG else self.free  # LB-R17: exactly two
                count = self.write_places(seat, way, allowed, codes_for(actions), out, count)
        return count

    def options_top(self, seat: i64, out: vec[i64]) -> i64:
        """Not where counting leads as well (LB-R52)."""
        home = self.start_space[seat]
        if not self.may_top(seat) or self.reach.ways[ROW_OF[home]] & BIT_OF[home]:
            return 0
        return self.write_numbers(seat, out)

    def write_places(self, seat: i64, way: i64, allowed: vec[i64], code: i64, out: vec[i64], first: i64) -> i64:
        """Each space with each of the two tiles; where a tile can go does not depend on its own number."""
        hand = self.hands[seat]
        low, high = hand.cards[0], hand.cards[1]
        count = self.reach.write(way, allowed, self.barred[seat], code + (low - 1) * A_TILE, out, first)
        if low == high:
            return count
        shift = (high - low) * A_TILE
        many = count - first
        for i in range(first, count):
            out[i + many] = out[i] + shift
        return count + many

    def act_play(self, seat: i64, option: i64) -> None:
        if option < MARKER:
            self.top_start(seat, option - HOME + 1)
        elif option < SPIDER_GOES:
            self.place_tile(seat, option - PLACE, 0)
        elif option < SPIDER_BEGINS:
            move_spider(self, seat, option - SPIDER_GOES)
        else:
            at = option - PLACE_WITH
            self.place_tile(seat, at % A_SET, at // A_SET + 1)
        self.end_turn(seat)

    def place_tile(self, seat: i64, at: i64, actions: i64) -> None:
        number, space = at // A_TILE + 1, at % A_TILE
        counted = self.counted_from(seat, space, actions) if self.telling else i64(0)
        self.hands[seat].remove(number)
        self.actions[seat] -= actions
        covered = self.put(seat, number, space)
        self.last[seat] = space
        self.tell(PLACED, tile_of(seat, number), self.spot(space), covered, actions * A_TILE + self.spot(counted))
        self.take_clover(seat, space)
        self.beat()

    def counted_from(self, seat: i64, space: i64, actions: i64) -> i64:
        """A tile from which this space is reached so; for the story."""
        reach, tops = self.reach, self.tops[seat]
        for i in range(tops.size):
            reach.find_from(tops.cards[i], self.lines, actions)
            if reach.ways[ROW_OF[space]] & BIT_OF[space]:
                return tops.cards[i] // A_SPACE
        return NOWHERE

    def take_clover(self, seat: i64, space: i64) -> None:
        """Whoever is first there (LB-R26)."""
        worth = self.clover[space]
        if worth != 0:
            self.clover[space] = 0
            self.luck[seat].add(worth)
            self.reveal()
            self.tell(FOUND, seat, self.spot(space), worth)

    def top_start(self, seat: i64, number: i64) -> None:
        self.once -= BIT[seat]
        self.hands[seat].remove(number)
        home = self.start_space[seat]
        covered = self.put(seat, number, home)
        self.last[seat] = home
        self.tell(TOPPED, tile_of(seat, number), self.spot(home), covered)
        self.beat()

    def end_turn(self, seat: i64) -> None:
        self.draw(seat)
        if self.hands[seat].size < 2:  # LB-R11, LB-R12
            self.playing -= BIT[seat]
        self.next_turn(seat)

    # --- The end ---

    def finish(self) -> None:
        """LB-R13; the spider leaves (LB-F11)."""
        self.spider = NOWHERE
        if self.with_clovers:
            self.reveal()
        score_all(self)
        self.end(OVER)
        self.tell(SCORED)

    def points(self, who: i64) -> i64:
        return self.score[who]

    def is_ahead(self, a: i64, b: i64) -> bool:
        return is_better(self, a, b)

    def guess(self, seat: i64, rng: Rng) -> None:
        self.rng.branch_from(rng)
        guess_hidden(self, seat, rng)

"""The sequence of play of Bugs on Rugs. Clause numbers refer to RULES.md."""

from librt.vecs import vec
from mypy_extensions import i64

from bugbox.core.rng import Rng
from bugbox.core.rows import insert
from bugbox.games.bugs_on_rugs.rules.box import LARVA, NO_BUG, RUG_CODES
from bugbox.games.bugs_on_rugs.rules.grouping import (
    break_pair,
    choose_group,
    options_break,
    options_group,
    start_grouping,
)
from bugbox.games.bugs_on_rugs.rules.guess import guess_hidden
from bugbox.games.bugs_on_rugs.rules.powers import POWERS
from bugbox.games.bugs_on_rugs.rules.scoring import is_better, total
from bugbox.games.bugs_on_rugs.rules.state import (
    AFTER,
    DONE,
    GROUP,
    HATCH,
    HATCHED,
    LEFTOVER,
    PAIR,
    PASS,
    PICK,
    PICKED,
    POWER,
    ROUND,
    SWAP,
    TAKE,
    WALL,
    Layout,
    bug_of,
)


class BugsOnRugs(Layout):
    """A game in progress."""

    def set_up(self) -> None:
        self.deck.shuffle(self.rng)
        self.start = self.rng.below(self.seats) if self.random_start else i64(0)  # BOR-M5
        for seat in range(self.seats):  # BOR-F3, BOR-R48
            self.deal(seat, self.draw())
        self.wall.add(self.draw())  # BOR-R2: its power does not run
        self.start_round()

    # --- Decisions ---

    def is_secret(self) -> bool:
        return self.stage == PASS or self.stage == GROUP

    def options(self, seat: i64, out: vec[i64]) -> i64:
        count = self.options_without_hatching(seat, out)
        if self.stage <= SWAP or self.stage == AFTER:  # BOR-R27
            return self.options_hatch(seat, out, count)
        return count

    def options_without_hatching(self, seat: i64, out: vec[i64]) -> i64:
        stage = self.stage
        if stage == PICK:
            return self.options_floor(out)
        if stage <= PASS:
            return POWERS[self.power].options(self, seat, out)
        if stage == TAKE:
            return self.options_wall(out)
        if stage == AFTER:
            out[0] = DONE
            return 1
        return options_group(self, seat, out) if stage == GROUP else options_break(self, seat, out)

    def act(self, seat: i64, option: i64) -> None:
        stage = self.stage
        if HATCH <= option < PAIR:
            self.hatch(seat, option - HATCH)
        elif stage == PICK:
            self.pick(seat, option)
        elif stage <= PASS:
            POWERS[self.power].act(self, seat, option)
        elif stage == TAKE:
            self.take_hatched(seat, option - WALL)
        elif stage == AFTER:
            self.next_turn()
        elif stage == GROUP:
            choose_group(self, seat, option)
        else:
            break_pair(self, seat, option)

    # --- A round ---

    def start_round(self) -> None:
        """Fill up the Floor, counting bugs that are already there (BOR-F4, BOR-R8)."""
        self.round += 1
        self.fill_floor()
        self.final = self.end_seen  # BOR-R3, BOR-R4, BOR-R9
        self.tell(ROUND, self.round, self.start, 1 if self.final else 0)
        self.turn = 0
        self.power = NO_BUG
        self.next_pick()

    def fill_floor(self) -> None:
        while self.floor.size < 2 * self.seats + 1:
            card = self.draw(rounds_to_come=0)  # BOR-R3: this round is the last
            if card == 0:
                return
            self.floor.add(card)

    def next_pick(self) -> None:
        """Ask for the next pick in snake order; the last bug goes to the Wall (BOR-F4, BOR-R10, BOR-R31)."""
        if self.turn < 2 * self.seats and self.floor.size > 1:
            nth = self.turn if self.turn < self.seats else 2 * self.seats - 1 - self.turn
            self.ask((self.start + nth) % self.seats, PICK)
        elif self.floor.size == 1:
            card = self.floor.draw()
            self.wall.add(card)
            self.tell(LEFTOVER, card)
            self.run_power(bug_of(card), True)
        else:
            self.end_round()

    def options_floor(self, out: vec[i64]) -> i64:
        count: i64 = 0
        for i in range(self.floor.size):
            count = insert(out, count, self.floor.cards[i])
        return count

    def pick(self, seat: i64, card: i64) -> None:
        self.floor.remove(card)
        self.gain(seat, card)
        self.tell(PICKED, seat, card)
        if bug_of(card) == LARVA:
            self.after_action(seat)
        else:  # BOR-R27: any hatching possible now was possible before the pick
            self.next_turn()

    def end_round(self) -> None:
        self.beat()
        if self.final:
            start_grouping(self)
        else:
            self.start = self.left_of(self.start)
            self.start_round()

    def next_turn(self) -> None:
        self.turn += 1
        if self.power == NO_BUG:
            self.next_pick()
        else:
            POWERS[self.power].step(self)

    def run_power(self, bug: i64, is_leftover: bool) -> None:
        """Run a power; nesting stays shallow, as each nested power takes a card from the deck or follows a decision."""
        self.power = bug
        self.turn = 0
        if bug != LARVA or is_leftover:  # BOR-R12
            self.tell(POWER, bug)
            self.beat()
        POWERS[bug].run(self, is_leftover)

    # --- Hatching two Larvae ---

    def options_hatch(self, seat: i64, out: vec[i64], count: i64) -> i64:
        """Add the choices of two Larvae to discard (BOR-R28), as pairs of rugs with the smaller one first."""
        if not self.can_hatch(seat):
            return count
        hand = self.hands[seat]
        for i in range(hand.size):
            if bug_of(hand.cards[i]) == LARVA:
                for j in range(i + 1, hand.size):
                    if bug_of(hand.cards[j]) == LARVA:
                        rugs = hand.cards[i] % RUG_CODES * RUG_CODES + hand.cards[j] % RUG_CODES
                        count = insert(out, count, HATCH + rugs)
        return count

    def hatch(self, seat: i64, rugs: i64) -> None:
        revealed = self.revealed
        self.discard(seat, LARVA * RUG_CODES + rugs // RUG_CODES)
        self.discard(seat, LARVA * RUG_CODES + rugs % RUG_CODES)
        self.revealed = revealed  # hatching can be undone until a bug is taken
        self.back = self.stage
        self.given = rugs
        self.stage = TAKE

    def discard(self, seat: i64, card: i64) -> None:
        """Remove a card from the game, openly."""
        self.lose(seat, card)
        self.removed.add(card)

    def options_wall(self, out: vec[i64]) -> i64:
        for i in range(self.wall.size):
            out[i] = WALL + i
        return self.wall.size

    def take_hatched(self, seat: i64, at: i64) -> None:
        """Take a bug from the Wall into the hand; the gap closes (BOR-R29), and no power runs (BOR-R30)."""
        card = self.wall.take(at)
        self.gain(seat, card)
        self.reveal()
        larva = LARVA * RUG_CODES
        self.tell(HATCHED, seat, larva + self.given // RUG_CODES, larva + self.given % RUG_CODES, card)
        self.given = 0
        if self.back == PICK:
            self.stage = PICK
        elif self.back == AFTER:
            self.after_action(seat)
        else:
            POWERS[self.power].ask(self, seat)

    def after_action(self, seat: i64) -> None:
        """Keep the turn going as long as its player can hatch and wants to (BOR-R27)."""
        if self.can_hatch(seat):
            self.ask(seat, AFTER)
        else:
            self.next_turn()

    # --- Results and guesses ---

    def points(self, who: i64) -> i64:
        return total(self, who)

    def is_ahead(self, a: i64, b: i64) -> bool:
        return is_better(self, a, b)

    def guess(self, seat: i64, rng: Rng) -> None:
        self.rng.branch_from(rng)
        guess_hidden(self, seat, rng)

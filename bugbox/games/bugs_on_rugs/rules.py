"""The rules of Bugs on Rugs. Clause numbers are those of RULES.md."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bugbox.core.knowledge import Lots
from bugbox.core.position import BIT, Position, copy_row, insert, zeros
from bugbox.core.rng import Rng
from bugbox.games.bugs_on_rugs import memory
from bugbox.games.bugs_on_rugs.memory import Memory, Recollection
from bugbox.games.bugs_on_rugs.parts import (
    ANT,
    BEETLE,
    BUTTERFLY,
    CODES,
    DECK,
    FIREFLY,
    FLY,
    KINDS,
    LADYBUG,
    LARVA,
    MOSQUITO,
    NO_RUG,
    SCORED,
    SPIDER,
    TYPES,
)

# Stages: what is decided now.
PICK: Final[i64] = 0  # a bug from the Floor
SHOW: Final[i64] = 1  # Butterfly: a bug whose power runs
PLACE: Final[i64] = 2  # Firefly: a bug for the next Floor
TRADE: Final[i64] = 3  # Spider: a bug for the end of the Wall
DRAW: Final[i64] = 4  # Ladybug: draw, or hatch before
SWAP: Final[i64] = 5  # Mosquito: a bug of the hand
SLOT: Final[i64] = 6  # and the bug on the Wall for it
PASS: Final[i64] = 7  # Fly, Beetle: all at once
TAKE: Final[i64] = 8  # hatching: a bug from the Wall
AFTER: Final[i64] = 9  # hatch after the action, or be done
GROUP: Final[i64] = 10  # all at once: what the pairs of Mosquitos are
BREAK: Final[i64] = 11  # a pair for Larva, or be done
OVER: Final[i64] = 12

# Options that are no cards.
DONE: Final[i64] = 0
DRAW_NOW: Final[i64] = 0
HATCH: Final[i64] = 100  # + 9 x the smaller rug + the larger one: which two Larva go
A_DIGIT: Final[i64] = 6  # a grouping is a number with a digit for each bug: how many pairs copy it

# What the story tells.
ROUND: Final[i64] = 0  # number, start player, is it the last
PICKED: Final[i64] = 1  # seat, card
LEFTOVER: Final[i64] = 2  # card
ADDED: Final[i64] = 3  # card, from the deck to the Wall
CLEARED: Final[i64] = 4  # Larva that left the Wall
SHOWED: Final[i64] = 5  # seat, card
PROVED: Final[i64] = 6  # seat: has nothing else, and shows the cards that follow
PLACED: Final[i64] = 7  # seat, card
TRADED: Final[i64] = 8  # seat, card given, card taken
DREW: Final[i64] = 9  # seat, card
SWAPPED: Final[i64] = 10  # seat, card given, card taken
PASSED: Final[i64] = 11  # giver, receiver, card
HATCHED: Final[i64] = 12  # seat, first Larva, second Larva, card taken
ENDING: Final[i64] = 13  # the End card is reached
GROUPED: Final[i64] = 14  # seat, bug, pairs
BROKE: Final[i64] = 15  # seat, bug, Mosquitos for Larva
SCORED_ALL: Final[i64] = 16
POWER: Final[i64] = 17  # bug whose power runs

MOST_HAND: Final[i64] = 48
NOBODY: Final[i64] = -1


def bug_of(card: i64) -> i64:
    return card // KINDS


class BugsOnRugs(Position):
    """A game in progress. Hands are kept in order; the Wall from its start to its end."""

    def __init__(self, seats: i64, by_lot: bool, aid: bool, end_above: i64, deck: vec[i64], rng: Rng) -> None:
        super().__init__(seats, rng)
        self.by_lot = by_lot  # the start player; otherwise seat 0
        self.aid = aid  # views show what the viewer has seen in other hands
        self.end_below = DECK - end_above  # bugs below the End card
        self.end_seen = False
        self.final = False  # this round is the last
        self.round: i64 = 0
        self.start: i64 = 0
        self.stage: i64 = PICK
        self.power: i64 = NOBODY  # the bug whose power runs
        self.turn: i64 = 0  # how many have had their turn in this draft or power
        self.acting: i64 = 0  # the seat whose turn it is
        self.waiting: i64 = 0  # seats that owe a decision
        self.back: i64 = PICK  # the stage that a hatching interrupts
        self.given: i64 = 0  # the card to be swapped, or the larger Larva

        self.deck = vec[i64](deck)
        self.deck_size: i64 = DECK
        self.wall = zeros(DECK)
        self.wall_size: i64 = 0
        self.floor = zeros(DECK)
        self.floor_size: i64 = 0
        self.removed = zeros(DECK)
        self.removed_size: i64 = 0
        self.hand = zeros(seats * MOST_HAND)
        self.hand_size = zeros(seats)
        self.chosen = zeros(seats)  # secret: a card to pass, or a grouping and one
        self.memory = Memory()
        self.recollection = Recollection(seats)
        self.lots = Lots(1, CODES, DECK)

        self.pairs = zeros(seats * TYPES)  # of Mosquitos, by the bug that they copy
        self.hatched = zeros(seats)  # Larva for points
        self.scores = zeros(seats * SCORED)

    def set_up(self) -> None:
        self.rng.shuffle(self.deck, 0, DECK)
        self.start = self.rng.below(self.seats) if self.by_lot else i64(0)  # BOR-M5
        for seat in range(self.seats):  # BOR-F3, BOR-R48
            self.deal(seat, self.draw())
        self.add_to_wall(self.draw())  # BOR-R2: its power does not run
        self.start_round()

    # --- Cards ---

    def draw(self) -> i64:
        """The next bug, or nothing from an empty deck (BOR-R10); the End card is passed over (BOR-F5)."""
        if self.deck_size == self.end_below and not self.end_seen:
            self.end_seen = True  # BOR-R5: all see it
            self.tell(ENDING, 0, 0, 0, 0)
        if self.deck_size == 0:
            return 0
        self.revealed += 1
        self.deck_size -= 1
        card = self.deck[self.deck_size]
        self.deck[self.deck_size] = 0
        return card

    def add_to_wall(self, card: i64) -> None:
        self.wall[self.wall_size] = card
        self.wall_size += 1

    def take_from_wall(self, at: i64) -> i64:
        """The gap closes up (BOR-R29)."""
        card = self.wall[at]
        self.wall_size -= 1
        for i in range(at, self.wall_size):
            self.wall[i] = self.wall[i + 1]
        self.wall[self.wall_size] = 0
        return card

    def take_from_floor(self, card: i64) -> None:
        at: i64 = 0
        while self.floor[at] != card:
            at += 1
        self.floor_size -= 1
        for i in range(at, self.floor_size):
            self.floor[i] = self.floor[i + 1]
        self.floor[self.floor_size] = 0

    def remove(self, card: i64) -> None:
        """From the game, for all to see."""
        self.removed[self.removed_size] = card
        self.removed_size += 1

    def hold(self, seat: i64, card: i64) -> None:
        first = seat * MOST_HAND
        at = first + self.hand_size[seat]
        while at > first and self.hand[at - 1] > card:
            self.hand[at] = self.hand[at - 1]
            at -= 1
        self.hand[at] = card
        self.hand_size[seat] += 1

    def drop(self, seat: i64, card: i64) -> None:
        at = seat * MOST_HAND
        while self.hand[at] != card:
            at += 1
        self.hand_size[seat] -= 1
        last = seat * MOST_HAND + self.hand_size[seat]
        for i in range(at, last):
            self.hand[i] = self.hand[i + 1]
        self.hand[last] = 0

    def deal(self, seat: i64, card: i64) -> None:
        """Only the seat sees it."""
        self.hold(seat, card)
        self.memory.write(memory.DEALT, seat, 0, card)

    def gain(self, seat: i64, card: i64) -> None:
        """All see it."""
        self.hold(seat, card)
        self.memory.write(memory.GAINED, seat, 0, card)

    def lose(self, seat: i64, card: i64) -> None:
        self.drop(seat, card)
        self.memory.write(memory.LOST, seat, 0, card)
        self.revealed += 1

    def count_of(self, seat: i64, bug: i64) -> i64:
        count: i64 = 0
        for i in range(seat * MOST_HAND, seat * MOST_HAND + self.hand_size[seat]):
            if bug_of(self.hand[i]) == bug:
                count += 1
        return count

    # --- Who decides what ---

    def to_act(self) -> i64:
        return self.waiting

    def is_secret(self) -> bool:
        return self.stage == PASS or self.stage == GROUP

    def options(self, seat: i64, out: vec[i64]) -> i64:
        stage = self.stage
        if stage == PICK:
            return self.options_hatch(seat, out, self.options_floor(out))
        if stage == SHOW:
            return self.options_hatch(seat, out, self.options_hand(seat, out, BUTTERFLY))
        if stage == PLACE or stage == TRADE:
            return self.options_hatch(seat, out, self.options_hand(seat, out, NOBODY))
        if stage == DRAW or stage == AFTER:
            out[0] = DONE
            return self.options_hatch(seat, out, 1)
        if stage == SWAP:
            return self.options_hatch(seat, out, self.options_swap(seat, out))
        if stage == SLOT:
            return self.options_slot(out)
        if stage == TAKE:
            return self.options_wall(out)
        if stage == PASS:
            return self.options_hand(seat, out, NOBODY)
        if stage == GROUP:
            return self.options_group(seat, out)
        return self.options_break(seat, out)

    def act(self, seat: i64, option: i64) -> None:
        stage = self.stage
        if option >= HATCH and stage != GROUP:
            self.hatch(seat, option - HATCH)
        elif stage == PICK:
            self.pick(seat, option)
        elif stage == SHOW:
            self.show(seat, option)
        elif stage == PLACE:
            self.place_on_floor(seat, option)
        elif stage == TRADE:
            self.trade(seat, option)
        elif stage == DRAW:
            self.draw_one(seat)
        elif stage == SWAP:
            self.given = option
            self.stage = SLOT
        elif stage == SLOT:
            self.swap(seat, option)
        elif stage == TAKE:
            self.take_hatched(seat, option)
        elif stage == AFTER:
            self.next_turn()
        elif stage == PASS:
            self.choose_pass(seat, option)
        elif stage == GROUP:
            self.choose_group(seat, option)
        else:
            self.break_pair(seat, option)

    def ask(self, seat: i64, stage: i64) -> None:
        self.acting = seat
        self.stage = stage
        self.waiting = BIT[seat]

    def options_hand(self, seat: i64, out: vec[i64], but: i64) -> i64:
        """The different cards of a hand, without those of one bug."""
        count: i64 = 0
        for i in range(seat * MOST_HAND, seat * MOST_HAND + self.hand_size[seat]):
            card = self.hand[i]
            if bug_of(card) != but and (count == 0 or out[count - 1] != card):
                out[count] = card
                count += 1
        return count

    # --- A round ---

    def start_round(self) -> None:
        """Fill the Floor; bugs that lie there already are its beginning (BOR-F4, BOR-R8)."""
        self.round += 1
        whole = 2 * self.seats + 1
        while self.floor_size < whole:
            card = self.draw()
            if card == 0:
                break
            self.floor[self.floor_size] = card
            self.floor_size += 1
        self.final = self.end_seen  # BOR-R3, BOR-R4, BOR-R9
        self.tell(ROUND, self.round, self.start, 1 if self.final else 0, 0)
        self.turn = 0
        self.power = NOBODY
        self.next_pick()

    def next_pick(self) -> None:
        """There and back again, as long as one bug is left over (BOR-F4, BOR-R10, BOR-R31)."""
        if self.turn < 2 * self.seats and self.floor_size > 1:
            place = self.turn if self.turn < self.seats else 2 * self.seats - 1 - self.turn
            self.ask((self.start + place) % self.seats, PICK)
        elif self.floor_size == 1:
            card = self.floor[0]
            self.take_from_floor(card)
            self.add_to_wall(card)
            self.tell(LEFTOVER, card, 0, 0, 0)
            self.run_power(bug_of(card), True)
        else:
            self.end_round()

    def options_floor(self, out: vec[i64]) -> i64:
        count: i64 = 0
        for i in range(self.floor_size):
            count = insert(out, count, self.floor[i])
        return count

    def pick(self, seat: i64, card: i64) -> None:
        self.take_from_floor(card)
        self.gain(seat, card)
        self.tell(PICKED, seat, card, 0, 0)
        if bug_of(card) == LARVA:
            self.after_action(seat)
        else:  # BOR-R27: whatever could be hatched now could be hatched before
            self.next_turn()

    def end_round(self) -> None:
        if self.final:
            self.start_grouping()
        else:
            self.start = (self.start + 1) % self.seats
            self.start_round()

    def next_turn(self) -> None:
        self.turn += 1
        if self.power == NOBODY:
            self.next_pick()
        else:
            self.next_step()

    # --- Hatching two Larva ---

    def can_hatch(self, seat: i64) -> bool:
        return self.wall_size > 0 and self.count_of(seat, LARVA) >= 2  # BOR-F9, BOR-R23

    def options_hatch(self, seat: i64, out: vec[i64], count: i64) -> i64:
        """Which two Larva go (BOR-R28): pairs of rugs, the smaller one first."""
        if not self.can_hatch(seat):
            return count
        first = seat * MOST_HAND
        last = first + self.hand_size[seat]
        for i in range(first, last):
            if bug_of(self.hand[i]) == LARVA:
                for j in range(i + 1, last):
                    if bug_of(self.hand[j]) == LARVA:
                        option = HATCH + self.hand[i] % KINDS * KINDS + self.hand[j] % KINDS
                        count = insert(out, count, option)
        return count

    def hatch(self, seat: i64, rugs: i64) -> None:
        for rug in (rugs // KINDS, rugs % KINDS):
            self.lose(seat, LARVA * KINDS + rug)
            self.remove(LARVA * KINDS + rug)
        self.back = self.stage
        self.given = rugs
        self.stage = TAKE

    def options_wall(self, out: vec[i64]) -> i64:
        for i in range(self.wall_size):
            out[i] = i
        return self.wall_size

    def take_hatched(self, seat: i64, at: i64) -> None:
        """Into the hand; no power runs (BOR-R30)."""
        card = self.take_from_wall(at)
        self.gain(seat, card)
        self.tell(HATCHED, seat, LARVA * KINDS + self.given // KINDS, LARVA * KINDS + self.given % KINDS, card)
        self.given = 0
        if self.back == PICK:
            self.stage = PICK
        elif self.back == AFTER:
            self.after_action(seat)
        else:
            self.ask_step(seat)

    def after_action(self, seat: i64) -> None:
        """BOR-R27: a turn is not over while its player can hatch and wants to."""
        if self.can_hatch(seat):
            self.ask(seat, AFTER)
        else:
            self.next_turn()

    # --- Wall powers ---

    def run_power(self, bug: i64, is_leftover: bool) -> None:
        """Chains are short: each link takes a card from the deck, or is a decision."""
        self.power = bug
        self.turn = 0
        if bug != LARVA or is_leftover:  # BOR-R12
            self.tell(POWER, bug, 0, 0, 0)
        if bug == BUTTERFLY:
            self.ask_step(self.start)
        elif bug == ANT:  # BOR-R11
            self.add_and_run()
        elif bug == LARVA:
            if is_leftover and self.larva_on_wall() >= 2:  # BOR-R12, BOR-R14
                self.clear_larva()
                self.add_and_run()
            else:
                self.end_round()
        elif bug == FLY or bug == BEETLE:
            self.start_pass()
        else:
            self.next_step()

    def add_and_run(self) -> None:
        card = self.draw()
        if card == 0:
            self.end_round()
            return
        self.add_to_wall(card)
        self.tell(ADDED, card, 0, 0, 0)
        self.run_power(bug_of(card), False)

    def larva_on_wall(self) -> i64:
        count: i64 = 0
        for i in range(self.wall_size):
            if bug_of(self.wall[i]) == LARVA:
                count += 1
        return count

    def clear_larva(self) -> None:
        """All of them, old and new (BOR-R13)."""
        count: i64 = 0
        for i in range(self.wall_size - 1, -1, -1):
            if bug_of(self.wall[i]) == LARVA:
                self.remove(self.take_from_wall(i))
                count += 1
        self.tell(CLEARED, count, 0, 0, 0)

    def next_step(self) -> None:
        """In turn order from the start player (BOR-R18); a Butterfly asks only that one."""
        last: i64 = 1 if self.power == BUTTERFLY else self.seats
        if self.turn >= last:
            self.end_round()
        else:
            self.ask_step((self.start + self.turn) % self.seats)

    def ask_step(self, seat: i64) -> None:
        """What the power that runs asks of this seat, if it can do anything (BOR-R16, BOR-R23)."""
        power = self.power
        if power == LADYBUG:
            if self.deck_size == 0:
                self.next_turn()
            elif self.can_hatch(seat):
                self.ask(seat, DRAW)
            else:
                self.draw_one(seat)
        elif self.hand_size[seat] == 0 or (power == MOSQUITO and self.wall_size == 0):
            self.next_turn()
        elif power == FIREFLY:
            self.ask(seat, PLACE)
        elif power == SPIDER:
            self.ask(seat, TRADE)
        elif power == MOSQUITO:
            self.ask(seat, SWAP)
        elif self.count_of(seat, BUTTERFLY) == self.hand_size[seat]:  # BOR-R15
            self.prove(seat)
            self.next_turn()
        else:
            self.ask(seat, SHOW)

    def prove(self, seat: i64) -> None:
        """Show the whole hand: all read which cards are in it."""
        self.tell(PROVED, seat, 0, 0, 0)
        copies: i64 = 0
        for i in range(seat * MOST_HAND, seat * MOST_HAND + self.hand_size[seat]):
            same = copies > 0 and self.hand[i] == self.hand[i - 1]
            copies = copies + 1 if same else i64(1)
            self.memory.write(memory.SHOWN, seat, copies, self.hand[i])
            self.tell(SHOWED, seat, self.hand[i], 0, 0)
        self.revealed += 1

    def show(self, seat: i64, card: i64) -> None:
        self.memory.write(memory.SHOWN, seat, 1, card)
        self.revealed += 1
        self.tell(SHOWED, seat, card, 0, 0)
        if bug_of(card) == LARVA:  # BOR-R14
            self.next_turn()
        else:
            self.run_power(bug_of(card), False)

    def place_on_floor(self, seat: i64, card: i64) -> None:
        self.lose(seat, card)
        self.floor[self.floor_size] = card
        self.floor_size += 1
        self.tell(PLACED, seat, card, 0, 0)
        self.next_turn()

    def trade(self, seat: i64, card: i64) -> None:
        """First in at the end, then out from the start (BOR-R19)."""
        self.lose(seat, card)
        self.add_to_wall(card)
        taken = self.take_from_wall(0)
        self.gain(seat, taken)
        self.tell(TRADED, seat, card, taken, 0)
        self.after_action(seat)

    def draw_one(self, seat: i64) -> None:
        card = self.draw()
        self.deal(seat, card)
        self.tell(DREW, seat, card, 0, 0)
        self.after_action(seat)

    # --- Mosquito: swap with the Wall ---

    def differs(self, bug: i64) -> bool:
        """Is there a bug on the Wall that is not of this type?"""
        others: i64 = 0
        for i in range(self.wall_size):
            if bug_of(self.wall[i]) != bug:
                others += 1
        return others > 0

    def must_differ(self, seat: i64) -> bool:
        """BOR-R21: as soon as some bug of the hand differs from some bug on the Wall."""
        for i in range(seat * MOST_HAND, seat * MOST_HAND + self.hand_size[seat]):
            if self.differs(bug_of(self.hand[i])):
                return True
        return False

    def options_swap(self, seat: i64, out: vec[i64]) -> i64:
        count = self.options_hand(seat, out, NOBODY)
        if not self.must_differ(seat):
            return count
        kept: i64 = 0
        for i in range(count):
            if self.differs(bug_of(out[i])):
                out[kept] = out[i]
                kept += 1
        return kept

    def options_slot(self, out: vec[i64]) -> i64:
        """Every bug on the Wall, the new Mosquito too (BOR-R20)."""
        bug = bug_of(self.given)
        any_bug = not self.differs(bug)
        count: i64 = 0
        for i in range(self.wall_size):
            if any_bug or bug_of(self.wall[i]) != bug:
                out[count] = i
                count += 1
        return count

    def swap(self, seat: i64, at: i64) -> None:
        if not self.must_differ(seat):
            self.prove(seat)
        taken = self.wall[at]
        self.lose(seat, self.given)
        self.wall[at] = self.given  # BOR-R20: into the same slot
        self.gain(seat, taken)
        self.tell(SWAPPED, seat, self.given, taken, 0)
        self.given = 0
        self.after_action(seat)

    # --- Fly and Beetle: pass at the same time ---

    def start_pass(self) -> None:
        self.waiting = 0
        for seat in range(self.seats):
            if self.hand_size[seat] > 0:  # BOR-R16
                self.waiting += BIT[seat]
        self.stage = PASS
        if self.waiting == 0:
            self.end_round()

    def choose_pass(self, seat: i64, card: i64) -> None:
        self.chosen[seat] = card
        self.waiting -= BIT[seat]
        if self.waiting == 0:  # BOR-R24: nobody has received anything before
            self.revealed += 1
            self.pass_chosen()
            self.end_round()

    def pass_chosen(self) -> None:
        for giver in range(self.seats):
            if self.chosen[giver] != 0:
                self.drop(giver, self.chosen[giver])
                self.memory.write(memory.GIVEN, giver, self.receiver(giver), self.chosen[giver])
        for giver in range(self.seats):
            card = self.chosen[giver]
            if card != 0:
                receiver = self.receiver(giver)
                self.hold(receiver, card)
                self.memory.write(memory.RECEIVED, receiver, giver, card)
                self.tell(PASSED, giver, receiver, card, 0)
                self.chosen[giver] = 0

    def receiver(self, giver: i64) -> i64:
        """A Fly goes right, a Beetle left, which is the next seat (BOR-R25)."""
        onward = self.seats - 1 if self.power == FLY else i64(1)
        return (giver + onward) % self.seats

    # --- Grouping Mosquitos ---

    def start_grouping(self) -> None:
        """Secretly, at the same time (BOR-R32); who has no pair to group is not asked."""
        self.stage = GROUP
        self.power = NOBODY
        self.waiting = 0
        for seat in range(self.seats):
            mosquitos = self.count_of(seat, MOSQUITO)
            if mosquitos >= 2 and self.hand_size[seat] > mosquitos:
                self.waiting += BIT[seat]
        if self.waiting == 0:
            self.reveal()

    def options_group(self, seat: i64, out: vec[i64]) -> i64:
        """Up to so many pairs, each as a bug that the seat really holds (BOR-R33), counted up digit by digit."""
        most = self.count_of(seat, MOSQUITO) // 2
        out[0] = 0
        count: i64 = 1
        value: i64 = 1  # of the digit
        for bug in range(SCORED):
            if self.count_of(seat, bug) > 0:
                smaller = count  # numbers that have only digits below this one
                for pairs in range(1, most + 1):
                    for i in range(smaller):
                        if digits(out[i]) + pairs <= most:
                            out[count] = out[i] + pairs * value
                            count += 1
            value *= A_DIGIT
        return count

    def choose_group(self, seat: i64, grouping: i64) -> None:
        self.chosen[seat] = grouping + 1
        self.waiting -= BIT[seat]
        if self.waiting == 0:
            self.reveal()

    def reveal(self) -> None:
        """All hands are laid open; then Larva are hatched in turn order (BOR-R37)."""
        self.revealed += 1
        self.memory.clear()
        for seat in range(self.seats):
            grouping = self.chosen[seat] - 1 if self.chosen[seat] != 0 else i64(0)
            self.chosen[seat] = 0
            for bug in range(SCORED):
                pairs = grouping % A_DIGIT
                grouping //= A_DIGIT
                self.pairs[seat * TYPES + bug] = pairs
                if pairs > 0:
                    self.tell(GROUPED, seat, bug, pairs, 0)
            self.score_first_rows(seat)
            self.hatched[seat] = min(self.larva(seat), self.unpaired(seat))
        self.stage = BREAK
        self.turn = 0
        self.next_break()

    def count_with_pairs(self, seat: i64, bug: i64) -> i64:
        return self.count_of(seat, bug) + self.pairs[seat * TYPES + bug]  # BOR-R34

    def larva(self, seat: i64) -> i64:
        return self.count_with_pairs(seat, LARVA)

    def unpaired(self, seat: i64) -> i64:
        count = self.count_of(seat, MOSQUITO)
        for bug in range(SCORED):
            count -= 2 * self.pairs[seat * TYPES + bug]
        return count

    # --- Pairs broken for Larva ---

    def next_break(self) -> None:
        while self.turn < self.seats:
            seat = (self.start + self.turn) % self.seats
            if self.can_break(seat):
                self.ask(seat, BREAK)
                return
            self.turn += 1
        self.score_all()

    def can_break(self, seat: i64) -> bool:
        later: i64 = 0  # BOR-R35, BOR-R36: pairs of bugs that are scored after Larva
        for bug in range(ANT, SCORED):
            later += self.pairs[seat * TYPES + bug]
        return later > 0 and self.larva(seat) > self.hatched[seat]

    def options_break(self, seat: i64, out: vec[i64]) -> i64:
        """Be done, or break a pair for one Larva or for two: 2 x bug, and one more for two."""
        out[0] = DONE
        count: i64 = 1
        for bug in range(ANT, SCORED):
            if self.pairs[seat * TYPES + bug] > 0:
                out[count] = 2 * bug
                count += 1
                if self.larva(seat) - self.hatched[seat] >= 2:
                    out[count] = 2 * bug + 1
                    count += 1
        return count

    def break_pair(self, seat: i64, option: i64) -> None:
        if option == DONE:
            self.turn += 1
        else:
            bug = option // 2
            self.pairs[seat * TYPES + bug] -= 1
            self.hatched[seat] += 1 + option % 2
            self.tell(BROKE, seat, bug, 1 + option % 2, 0)
        self.next_break()

    # --- Scoring ---

    def score_first_rows(self, seat: i64) -> None:
        """Butterflies and Fireflies count what was revealed (BOR-R39)."""
        singles: i64 = 1 if self.unpaired(seat) == 1 else 0  # BOR-R38
        for bug in range(SCORED):
            if self.count_with_pairs(seat, bug) == 1:
                singles += 1
        row = seat * SCORED
        self.scores[row + BUTTERFLY] = self.count_with_pairs(seat, BUTTERFLY) * singles
        self.scores[row + FIREFLY] = self.count_with_pairs(seat, FIREFLY) * self.rugs(seat)

    def rugs(self, seat: i64) -> i64:
        """How many different ones; Mosquitos have none (BOR-F10)."""
        seen: i64 = 0
        count: i64 = 0
        for i in range(seat * MOST_HAND, seat * MOST_HAND + self.hand_size[seat]):
            rug = self.hand[i] % KINDS
            if rug != NO_RUG and seen & BIT[rug] == 0:
                seen += BIT[rug]
                count += 1
        return count

    def score_all(self) -> None:
        for seat in range(self.seats):
            self.score_later_rows(seat)
        self.stage = OVER
        self.waiting = 0
        self.tell(SCORED_ALL, 0, 0, 0, 0)

    def score_later_rows(self, seat: i64) -> None:
        row = seat * SCORED
        spiders, flies = self.count_with_pairs(seat, SPIDER), self.count_with_pairs(seat, FLY)
        beetles, ladybugs = self.count_with_pairs(seat, BEETLE), self.count_with_pairs(seat, LADYBUG)
        fed = min(spiders, flies)  # BOR-R42
        self.scores[row + LARVA] = 3 * self.hatched[seat]
        self.scores[row + ANT] = self.count_with_pairs(seat, ANT) * self.worth_of_ants(seat)
        self.scores[row + SPIDER] = 7 * fed
        self.scores[row + FLY] = 2 * (flies - fed)
        self.scores[row + BEETLE] = beetles * (5 if beetles % 2 == 0 else 2)  # BOR-R43
        self.scores[row + LADYBUG] = 25 if ladybugs == 4 else ladybugs  # BOR-R44

    def worth_of_ants(self, seat: i64) -> i64:
        """5 for the most, 3 for the next lower number, 1 below (BOR-R40, BOR-R41)."""
        most = self.most_ants(DECK)
        mine = self.count_with_pairs(seat, ANT)
        if mine == most:
            return 5
        return 3 if mine == self.most_ants(most) else 1

    def most_ants(self, below: i64) -> i64:
        most: i64 = 0
        for seat in range(self.seats):
            ants = self.count_with_pairs(seat, ANT)
            if most < ants < below:
                most = ants
        return most

    def points(self, seat: i64) -> i64:
        total: i64 = 0
        for bug in range(SCORED):
            total += self.scores[seat * SCORED + bug]
        return total

    def place(self, seat: i64) -> i64:
        place: i64 = 1
        for other in range(self.seats):
            if self.is_ahead(other, seat):
                place += 1
        return place

    def is_ahead(self, a: i64, b: i64) -> bool:
        """More points; then the best row, then the next best, and so on (BOR-R45)."""
        lead = self.points(a) - self.points(b)
        if lead != 0:
            return lead > 0
        for nth in range(SCORED):
            lead = self.nth_best(a, nth) - self.nth_best(b, nth)
            if lead != 0:
                return lead > 0
        return False

    def nth_best(self, seat: i64, nth: i64) -> i64:
        """The score of the row that has `nth` rows before it when they are sorted."""
        first = seat * SCORED
        for row in range(first, first + SCORED):
            better: i64 = 0
            for other in range(first, first + SCORED):
                if self.scores[other] > self.scores[row] or (self.scores[other] == self.scores[row] and other < row):
                    better += 1
            if better == nth:
                return self.scores[row]
        return 0

    # --- Copies and guesses ---

    def blank(self) -> "BugsOnRugs":
        return BugsOnRugs(self.seats, self.by_lot, self.aid, DECK - self.end_below, self.deck, Rng(0))

    def copy_from(self, other: Position) -> None:
        assert isinstance(other, BugsOnRugs)
        self.rng.copy_from(other.rng)
        self.by_lot = other.by_lot
        self.aid = other.aid
        self.end_below = other.end_below
        self.end_seen = other.end_seen
        self.final = other.final
        self.round = other.round
        self.start = other.start
        self.stage = other.stage
        self.power = other.power
        self.turn = other.turn
        self.acting = other.acting
        self.waiting = other.waiting
        self.back = other.back
        self.given = other.given
        self.deck_size = other.deck_size
        self.wall_size = other.wall_size
        self.floor_size = other.floor_size
        self.removed_size = other.removed_size
        copy_row(other.deck, self.deck)
        copy_row(other.wall, self.wall)
        copy_row(other.floor, self.floor)
        copy_row(other.removed, self.removed)
        copy_row(other.hand, self.hand)
        copy_row(other.hand_size, self.hand_size)
        copy_row(other.chosen, self.chosen)
        copy_row(other.pairs, self.pairs)
        copy_row(other.hatched, self.hatched)
        copy_row(other.scores, self.scores)
        self.memory.copy_from(other.memory)

    def guess(self, seat: i64, rng: Rng) -> None:
        """Deal anew what lies in the deck and, until all is revealed, what the seat has not seen in other hands."""
        self.rng.branch_from(rng)
        self.take_back_choices(seat)
        hands_are_open = self.stage >= BREAK
        hidden = self.recollection.hidden
        self.count_hidden(seat, 0 if hands_are_open else self.seats, hidden)
        if not hands_are_open:
            self.recollection.recall(seat, self.memory, rng)
            for other in range(self.seats):
                for card in range(CODES):
                    hidden[card] -= self.recollection.known[other * CODES + card]
        for card in range(CODES):
            for copy in range(hidden[card]):
                self.lots.put(0, card)
        self.lots.shuffle(rng)
        if not hands_are_open:
            for other in range(self.seats):
                if other != seat:
                    self.deal_again(other)
            self.recollection.write_down()
        for i in range(self.deck_size):
            self.deck[i] = self.lots.take(0)

    def take_back_choices(self, seat: i64) -> None:
        for other in range(self.seats):
            if other != seat and self.chosen[other] != 0:
                self.chosen[other] = 0
                self.waiting += BIT[other]
        if self.stage == SLOT and self.acting != seat:
            self.stage = SWAP
            self.given = 0

    def count_hidden(self, viewer: i64, others: i64, hidden: vec[i64]) -> None:
        """How many of each card are in the deck and in other hands: all that the viewer does not see."""
        for card in range(CODES):
            hidden[card] = 0
        for i in range(self.deck_size):
            hidden[self.deck[i]] += 1
        for seat in range(others):
            if seat != viewer:
                for i in range(seat * MOST_HAND, seat * MOST_HAND + self.hand_size[seat]):
                    hidden[self.hand[i]] += 1

    def deal_again(self, seat: i64) -> None:
        """What is remembered, and for the rest hidden cards."""
        self.hand_size[seat] = 0
        for card in range(CODES):
            for copy in range(self.recollection.known[seat * CODES + card]):
                self.hold(seat, card)
        while self.recollection.unknown[seat] > 0:
            card = self.lots.take(0)
            self.recollection.turn_out(seat, card)
            self.hold(seat, card)


def digits(grouping: i64) -> i64:
    """The sum of the digits: pairs in a grouping."""
    total: i64 = 0
    while grouping > 0:
        total += grouping % A_DIGIT
        grouping //= A_DIGIT
    return total

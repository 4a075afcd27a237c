"""The rules of Bug Race. Clause numbers are those of RULES.md."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bugbox.core.bags import Bags
from bugbox.core.bits import BIT, COUNT, LOWEST
from bugbox.core.pile import Pile, copy_piles, pile_of, piles
from bugbox.core.position import Position, Variant
from bugbox.core.rng import Rng
from bugbox.core.rows import copy_row, insert, zeros
from bugbox.games.bug_race.rules.beetle import Beetle
from bugbox.games.bug_race.rules.box import A_SIDE, CARD_CODES, DECK

# Stages of a turn.
KEEP: Final[i64] = 0  # all choose a card to keep from their packet and pass the rest
PLAY: Final[i64] = 1  # all choose the order of their cards, then the beetles run
OVER: Final[i64] = 2

# What the story tells.
TURN: Final[i64] = 0  # turn, cards dealt to each, direction of passing
SHUFFLED: Final[i64] = 1  # cards
KEPT: Final[i64] = 2  # seat, card
PASSED: Final[i64] = 3  # giver, receiver, card
RAN: Final[i64] = 4  # seat, card, legs that stepped, segments that the body moved
CROSSED: Final[i64] = 5  # seat
FINISHED: Final[i64] = 6

# Directions of passing.
LEFT: Final[i64] = 0
RIGHT: Final[i64] = 1
SWAP: Final[i64] = 2

MOST_KEPT: Final[i64] = 4

# Bags of a guess: what nobody showed the seat, then (packet, how often the seat has held it).
UNSEEN: Final[i64] = 0
BAGS: Final[i64] = 9


class RaceVariant(Variant):
    """Seats and settings of a race."""

    def __init__(
        self, seats: i64, segments: i64, expert: bool, play_on: bool, earlier_card: bool, deck: list[int]
    ) -> None:
        super().__init__(seats, CARD_CODES)
        self.segments: Final = segments
        self.expert: Final = expert
        self.play_on: Final = play_on
        self.earlier_card: Final = earlier_card
        self.deck: Final = deck


class BugRace(Position):
    """A race in progress."""

    def __init__(self, variant: RaceVariant, rng: Rng) -> None:
        super().__init__(variant, rng)
        self.segments = variant.segments
        self.hand: i64 = 4 if variant.expert else 2  # cards that a seat plays in a turn (RC-F6, RC-F7)
        self.play_on = variant.play_on
        self.earlier_card = variant.earlier_card

        self.turn: i64 = 0
        self.step: i64 = 0  # how many cards each seat has kept in this turn
        self.racing = BIT[self.seats] - 1

        self.beetles = [Beetle(variant.segments) for seat in range(self.seats)]
        self.crossed_turn = zeros(self.seats)
        self.crossed_card = zeros(self.seats)

        self.deck = pile_of(variant.deck)
        self.discards = Pile(DECK)
        self.packets = piles(self.seats, MOST_KEPT)
        self.kept = zeros(self.seats * MOST_KEPT)  # by step
        self.chosen = zeros(self.seats)  # the card kept in this step, while it is secret
        self.unlaid = zeros(self.seats)  # bit set of the steps whose kept card has no order yet
        self.laid = zeros(self.seats * MOST_KEPT)  # the secret order
        self.played = zeros(self.seats * MOST_KEPT)  # what each seat ran last, in order: all have seen it
        self.bags = Bags(BAGS, CARD_CODES, DECK)

    def set_up(self) -> None:
        for seat in range(self.seats):
            self.beetles[seat].line_up()
        self.deck.shuffle(self.rng)
        self.start_turn()

    # --- Who decides what ---

    def is_secret(self) -> bool:
        return True  # RC-R14, RC-R37

    def options(self, seat: i64, out: vec[i64]) -> i64:
        if self.stage == KEEP:
            return self.options_keep(seat, out)
        return self.options_play(seat, out)

    def act(self, seat: i64, option: i64) -> None:
        if self.stage == KEEP:
            self.act_keep(seat, option)
        else:
            self.act_play(seat, option)

    # --- A new turn ---

    def start_turn(self) -> None:
        self.turn += 1
        self.step = 0
        self.ask_all(self.racing, KEEP)
        self.tell(TURN, self.turn, self.hand, self.direction())
        for seat in range(self.seats):  # RC-R34
            if self.racing & BIT[seat]:
                packet = self.packets[seat]
                for i in range(self.hand):
                    packet.add(self.draw())

    def draw(self) -> i64:
        if self.deck.size == 0:  # RC-R20, RC-R34
            self.tell(SHUFFLED, self.discards.size)
            self.deck.take_over(self.discards)
            self.deck.shuffle(self.rng)
        return self.deck.draw()

    def direction(self) -> i64:
        if COUNT[self.racing] == 2:  # RC-R15, RC-R17, RC-R26
            return SWAP
        return LEFT if self.turn % 2 == 1 else RIGHT  # RC-R16

    # --- Keep one card, pass the rest ---

    def options_keep(self, seat: i64, out: vec[i64]) -> i64:
        found: i64 = 0
        packet = self.packets[seat]
        for i in range(packet.size):
            found = insert(out, found, packet.cards[i])
        return found

    def act_keep(self, seat: i64, card: i64) -> None:
        self.chosen[seat] = card
        self.tell(KEPT, seat, card)
        if self.answered(seat):  # RC-R14: nothing moves before the last choice is in
            self.reveal()
            self.keep_chosen()
            self.pass_packets()
            self.waiting = self.racing
            if self.step == self.hand - 1:
                self.keep_last()

    def keep_chosen(self) -> None:
        for seat in range(self.seats):
            if self.racing & BIT[seat]:
                self.packets[seat].remove(self.chosen[seat])
                self.kept[seat * MOST_KEPT + self.step] = self.chosen[seat]
                self.chosen[seat] = 0
        self.step += 1

    def pass_packets(self) -> None:
        """Every packet moves to the neighbour."""
        self.tell_passing()
        seat = LOWEST[self.racing]
        moving = self.packets[seat]
        for packet in range(COUNT[self.racing]):
            seat = self.neighbour(seat)
            arrived = moving
            moving = self.packets[seat]
            self.packets[seat] = arrived

    def tell_passing(self) -> None:
        if self.telling:
            for i in range(self.hand - self.step):
                seat = LOWEST[self.racing]
                for packet in range(COUNT[self.racing]):
                    self.tell(PASSED, seat, self.neighbour(seat), self.packets[seat].cards[i])
                    seat = self.neighbour(seat)

    def neighbour(self, seat: i64) -> i64:
        """Who gets this seat's packet; finished beetles are passed over (RC-R32)."""
        rightward = self.direction() == RIGHT
        seat = self.right_of(seat) if rightward else self.left_of(seat)  # left is the next seat (RC-R34)
        while self.racing & BIT[seat] == 0:
            seat = self.right_of(seat) if rightward else self.left_of(seat)
        return seat

    def keep_last(self) -> None:
        """The last card of a packet is kept by whom it reaches (RC-R19); then the cards are played."""
        for seat in range(self.seats):
            if self.racing & BIT[seat]:
                self.kept[seat * MOST_KEPT + self.step] = self.packets[seat].draw()
                self.pick_up(seat)
        self.step += 1
        self.stage = PLAY

    # --- Play the cards in an order of one's choice ---

    def options_play(self, seat: i64, out: vec[i64]) -> i64:
        found: i64 = 0
        for i in range(self.hand):
            if self.unlaid[seat] & BIT[i]:
                found = insert(out, found, self.kept[seat * MOST_KEPT + i])
        return found

    def act_play(self, seat: i64, card: i64) -> None:
        self.lay(seat, self.step_of(seat, card))
        left = self.unlaid[seat]
        if COUNT[left] > 1:
            return
        self.lay(seat, LOWEST[left])  # the last card has nothing to be chosen
        if self.answered(seat):  # RC-R13
            self.reveal()
            self.run_all()
            self.end_turn()

    def lay(self, seat: i64, step: i64) -> None:
        """The next card to be played is the one kept at this step."""
        unlaid = self.unlaid[seat]
        order = self.hand - COUNT[unlaid]
        self.laid[seat * MOST_KEPT + order] = self.kept[seat * MOST_KEPT + step]
        self.unlaid[seat] = unlaid - BIT[step]

    def step_of(self, seat: i64, card: i64) -> i64:
        """When this card was kept that is not yet laid."""
        unlaid = self.unlaid[seat]
        step: i64 = 0
        while unlaid & BIT[step] == 0 or self.kept[seat * MOST_KEPT + step] != card:
            step += 1
        return step

    def run_all(self) -> None:
        for seat in range(self.seats):
            if self.racing & BIT[seat]:
                for i in range(self.hand):
                    self.run_card(seat, i)

    def run_card(self, seat: i64, order: i64) -> None:
        at = seat * MOST_KEPT + order
        card = self.laid[at]
        beetle = self.beetles[seat]
        before = beetle.body
        stuck = beetle.run(card)
        if beetle.has_crossed() and before < beetle.finish:
            self.crossed_card[seat] = order + 1
        self.tell(RAN, seat, card, card - stuck, beetle.body - before)
        self.discards.add(card)  # RC-R12
        self.played[at] = card
        self.laid[at] = 0
        self.kept[at] = 0
        self.beat()

    # --- The end ---

    def end_turn(self) -> None:
        racing = self.racing
        for seat in range(self.seats):
            if racing & BIT[seat] and self.beetles[seat].has_crossed():  # RC-R21
                self.crossed_turn[seat] = self.turn
                self.racing -= BIT[seat]
                self.tell(CROSSED, seat)
        if self.is_decided(racing):
            self.end(OVER)
            self.tell(FINISHED)
        else:
            self.start_turn()

    def is_decided(self, racing_before: i64) -> bool:
        if self.play_on:  # RC-R26, RC-R32
            return COUNT[self.racing] <= 1
        return self.racing != racing_before

    def points(self, who: i64) -> i64:
        return self.beetles[who].body - 1  # RC-R31: segments advanced

    def is_ahead(self, a: i64, b: i64) -> bool:
        if self.crossed_turn[a] == 0 or self.crossed_turn[b] == 0:
            return self.crossed_turn[a] != 0 and self.crossed_turn[b] == 0  # RC-R31
        if self.crossed_turn[a] != self.crossed_turn[b]:
            return self.crossed_turn[a] < self.crossed_turn[b]
        for pair in range(A_SIDE - 1, -1, -1):  # RC-F8, RC-R23: rear, middle, front
            lead = self.beetles[a].pair_sum(pair) - self.beetles[b].pair_sum(pair)
            if lead != 0:
                return lead > 0
        return self.earlier_card and self.crossed_card[a] < self.crossed_card[b]  # RC-R24, RC-R33

    # --- Copies and guesses ---

    def copy_from(self, other: Position) -> None:
        assert isinstance(other, BugRace)
        super().copy_from(other)
        self.turn = other.turn
        self.step = other.step
        self.racing = other.racing
        for seat in range(self.seats):
            self.beetles[seat].copy_from(other.beetles[seat])
        copy_row(other.crossed_turn, self.crossed_turn)
        copy_row(other.crossed_card, self.crossed_card)
        copy_row(other.chosen, self.chosen)
        copy_row(other.unlaid, self.unlaid)
        self.deck.copy_from(other.deck)
        self.discards.copy_from(other.discards)
        copy_piles(other.packets, self.packets)
        copy_row(other.kept, self.kept)
        copy_row(other.laid, self.laid)
        copy_row(other.played, self.played)

    def guess(self, seat: i64, rng: Rng) -> None:
        self.rng.branch_from(rng)
        if self.stage == OVER:
            return
        self.take_back_choices(seat)
        self.exchange_hidden(seat, True)
        self.bags.shake(rng)
        self.exchange_hidden(seat, False)

    def exchange_hidden(self, viewer: i64, into_bags: bool) -> None:
        """Put every card that the viewer cannot see into its bag, or draw from the bags for the same places."""
        for i in range(self.deck.size):
            self.exchange(self.deck.cards, i, UNSEEN, into_bags)
        for seat in range(self.seats):
            if seat != viewer and self.racing & BIT[seat]:
                for step in range(self.step):
                    self.exchange(self.kept, seat * MOST_KEPT + step, self.bag(viewer, seat, step), into_bags)
                for i in range(self.hand - self.step):
                    self.exchange(self.packets[seat].cards, i, self.bag(viewer, seat, self.step), into_bags)

    def exchange(self, cards: vec[i64], at: i64, bag: i64, into_bags: bool) -> None:
        if into_bags:
            self.bags.put(bag, cards[at])
        else:
            cards[at] = self.bags.draw(bag)

    def take_back_choices(self, viewer: i64) -> None:
        for seat in range(self.seats):
            if seat != viewer and self.racing & BIT[seat]:
                self.waiting |= BIT[seat]
                self.chosen[seat] = 0
                if self.stage == PLAY:
                    self.pick_up(seat)

    def pick_up(self, seat: i64) -> None:
        """All cards in hand, none laid."""
        self.unlaid[seat] = BIT[self.hand] - 1
        for i in range(self.hand):
            self.laid[seat * MOST_KEPT + i] = 0

    def bag(self, viewer: i64, holder: i64, step: i64) -> i64:
        """The bag of a card that `holder` got from the packet it held at `step`.

        Whoever held the packet before knows the cards that were left in it, but not who kept which.
        """
        if self.racing & BIT[viewer] == 0:
            return UNSEEN
        players = COUNT[self.racing]
        packet = (self.rank(holder) - step) % players
        first_held = (self.rank(viewer) - packet) % players
        if first_held >= step:
            return UNSEEN
        times_held = 1 + (step - 1 - first_held) // players  # at most 2
        return 2 * packet + times_held

    def rank(self, seat: i64) -> i64:
        """The racing seats counted in the direction of passing."""
        rank = COUNT[self.racing & (BIT[seat] - 1)]
        return COUNT[self.racing] - rank if self.direction() == RIGHT else rank

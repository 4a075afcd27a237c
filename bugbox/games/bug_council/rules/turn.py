"""Turn order and decisions of Bug Council. Clause numbers refer to RULES.md."""

from librt.vecs import vec
from mypy_extensions import i64

from bugbox.core.bits import BIT
from bugbox.core.rng import Rng
from bugbox.games.bug_council.rules.box import NONE, OF_SUIT, SUIT_OF, TRICKS, VALUE_OF, VALUES
from bugbox.games.bug_council.rules.council import options_visit, recruit, visit, visit_of_emissary
from bugbox.games.bug_council.rules.emissary import chosen_card, draw_temper, motive
from bugbox.games.bug_council.rules.guess import guess_hidden
from bugbox.games.bug_council.rules.scoring import is_better, score_round, total
from bugbox.games.bug_council.rules.state import (
    A_CUBE,
    ALLEGIANCE,
    CHOSE,
    DECLARE,
    DECLINE,
    DECLINED,
    DISCARD,
    DISCARDED,
    DOWN,
    DREW,
    ENDED,
    FIRST,
    MET,
    NO_ALLEGIANCE,
    NO_VISIT,
    OVER,
    PLACES,
    PLAY,
    PLAYED,
    ROUND,
    SEND,
    SHOW,
    TURNED,
    UNDECIDED,
    UP,
    VISIT,
    VISITS,
    WON,
    Layout,
    write_cards,
)
from bugbox.games.bug_council.rules.trick_winner import reason


class BugCouncil(Layout):
    """A game in progress."""

    def set_up(self) -> None:
        self.sow_first()
        self.leader = self.start if self.start >= 0 else self.draw_leader()
        self.sender = 0 if self.is_alone else self.leader
        self.start_round()

    def draw_leader(self) -> i64:
        """Draw any player; in a solo game, the player or the Emissary (BC-M6, BC-M8)."""
        return self.rng.below(self.ranked if self.is_alone else self.seats)

    # --- Decisions ---

    def is_secret(self) -> bool:
        return self.stage <= DISCARD

    def options(self, seat: i64, out: vec[i64]) -> i64:
        stage = self.stage
        if stage == PLAY:
            return write_cards(self.may_follow(self.hands[seat]), out)
        if stage == VISIT:
            return options_visit(self, out)
        if stage == SEND:
            return write_cards(self.may_follow(self.open), out)  # BC-R26, BC-R27
        if stage == DISCARD:
            return write_cards(self.hands[seat], out)
        out[0] = ALLEGIANCE
        out[1] = NO_ALLEGIANCE
        return 2

    def act(self, seat: i64, option: i64) -> None:
        stage = self.stage
        if stage == PLAY:
            self.play(seat, option)
        elif stage == VISIT:
            self.visit(seat, option)
        elif stage == SEND:
            self.send(option)
        elif stage == DISCARD:
            self.discard(seat, option)
        else:
            self.declare(seat, option)

    # --- Declaration ---

    def start_round(self) -> None:
        self.round += 1
        self.trick = 0
        self.gone = 0
        self.unallied = 0
        for seat in range(self.seats):
            self.discards[seat] = NONE
        for who in range(self.ranked):
            self.lacks[who] = 0
            self.tricks[who] = 0
        self.deal()
        self.clear_trick()
        self.reveal()
        self.tell(ROUND, self.round)
        if self.is_alone:
            draw_temper(self)
            self.tell(MET, self.temper)
        self.tell(FIRST, self.leader, self.leader if self.is_alone else self.sender)
        self.ask_all(BIT[self.seats] - 1, DECLARE)

    def declare(self, seat: i64, option: i64) -> None:
        self.thumbs[seat] = DOWN if option == NO_ALLEGIANCE else UP
        self.tell(CHOSE, seat, self.thumbs[seat])
        if self.answered(seat):
            self.turn_thumbs()

    def turn_thumbs(self) -> None:
        """Reveal all declarations at once (BC-R15)."""
        for seat in range(self.seats):
            if self.thumbs[seat] == DOWN:
                self.unallied |= BIT[seat]
            self.thumbs[seat] = UNDECIDED
        self.reveal()
        self.stage = SHOW
        self.tell(TURNED, self.unallied, BIT[self.seats] - 1 - self.unallied)
        self.beat()
        if self.unallied != 0:
            self.ask_all(self.unallied, DISCARD)
        else:
            self.start_trick()

    def discard(self, seat: i64, card: i64) -> None:
        """Discard face down (BC-R14)."""
        self.hands[seat] -= BIT[card]
        self.discards[seat] = card
        self.tell(DISCARDED, seat, card)
        if self.answered(seat):
            self.start_trick()

    # --- Tricks ---

    def clear_trick(self) -> None:
        self.played = 0
        self.lead = NONE
        self.strength = 0
        self.best = NONE
        self.low = 0
        self.sown = NONE
        self.taken = 0
        self.winner = NONE
        self.on_suit = 0
        self.visitor = NONE

    def start_trick(self) -> None:
        self.trick += 1
        self.at = PLACES - self.at
        self.last_winner = self.winner
        self.clear_trick()
        self.ask_to_play(self.leader)

    def ask_to_play(self, who: i64) -> None:
        if who != self.emissary:
            self.ask(who, PLAY)
        elif self.is_alone:
            self.play_by_temper()
        else:
            self.ask(self.sender, SEND)

    def next_after(self, who: i64) -> i64:
        """Who plays next: clockwise, or the Emissary and its sender (the leader first), then the other (BC-R25)."""
        if self.emissary < 0:
            return self.left_of(who)
        if self.played == 2:
            return self.left_of(self.sender)
        return self.sender if who == self.emissary else self.emissary

    def may_follow(self, cards: i64) -> i64:
        """Return the legal cards: those of the suit led, or all if there are none (BC-F5)."""
        if self.lead < 0:
            return cards
        following = cards & OF_SUIT[self.lead]
        return following if following != 0 else cards

    def play(self, seat: i64, card: i64) -> None:
        self.hands[seat] -= BIT[card]
        self.reveal()
        self.lay(seat, card)

    def send(self, card: i64) -> None:
        self.open -= BIT[card]
        self.lay(self.emissary, card)

    def play_by_temper(self) -> None:
        """Play a card for the solo Emissary (BC-M8)."""
        cards = self.may_follow(self.open)
        why = motive(self, cards)
        card = chosen_card(self, cards, why)
        self.open -= BIT[card]
        self.lay(self.emissary, card, why)

    def lay(self, who: i64, card: i64, why: i64 = 0) -> None:
        """Play a card. The highest of the suit with the most cubes is best; later cards win ties (BC-R1 to BC-R5)."""
        suit = SUIT_OF[card]
        value = VALUE_OF[card]
        self.gone |= BIT[card]
        place = self.at + self.played
        self.order[place] = who
        self.cards[place] = card
        self.played += 1
        if self.lead < 0:
            self.lead = suit
        if suit == self.lead:
            self.on_suit += 1
            if self.on_suit == 1 or value < self.low:
                self.low = value
                self.visitor = who
        else:
            self.lacks[who] |= BIT[self.lead]
        strength = self.cubes[suit] * A_CUBE + value
        if strength >= self.strength:
            self.strength = strength
            self.best = card
            self.winner = who
        if self.telling:
            self.waiting = 0  # nobody has to decide during the beat
            self.tell(PLAYED, who, card, self.lead, why)
            self.beat()
        if self.played < self.ranked:
            self.ask_to_play(self.next_after(who))
        else:
            self.resolve()

    def resolve(self) -> None:
        """Give the trick to the winner; the lowest card on suit may then visit the council (BC-R6, BC-R7)."""
        winner = self.winner
        self.tricks[winner] += 1
        if self.telling:
            self.tell(WON, winner, self.best, self.strength // A_CUBE, reason(self))
            self.beat()
        if self.on_suit < 2:
            self.tell(NO_VISIT, 0)
            self.end_trick()
        elif self.visitor == self.emissary:
            visit_of_emissary(self, self.lead * VALUES + self.low - 1)
            self.end_trick()
        else:
            self.ask(self.visitor, VISIT)

    def visit(self, seat: i64, option: i64) -> None:
        self.waiting = 0  # nobody has to decide during the beats
        if option == DECLINE:
            self.tell(DECLINED, seat)
            self.beat()
        else:
            visit(self, seat, option - VISITS)
        self.end_trick()

    def end_trick(self) -> None:
        """Let the winner lead; if that is the Emissary, the last to play plays for it (BC-R28, BC-R29)."""
        self.leader = self.winner
        if not self.is_alone:
            self.sender = self.order[self.at + self.ranked - 1] if self.winner == self.emissary else self.winner
        if self.trick == TRICKS:
            self.end_round()
            return
        if self.emissary >= 0:
            self.reveal()
            self.tell(DREW, self.turn_over())  # BC-R32: not after the last trick
        self.start_trick()

    # --- Scoring and upkeep ---

    def end_round(self) -> None:
        self.stage = SHOW
        score_round(self)
        if self.scored == self.rounds:  # BC-R21: no upkeep after the last round
            self.end(OVER)
            self.tell(ENDED)
            return
        self.beat()
        recruit(self)
        self.start_round()

    def points(self, who: i64) -> i64:
        return total(self, who)

    def is_ahead(self, a: i64, b: i64) -> bool:
        return is_better(self, a, b)

    def guess(self, seat: i64, rng: Rng) -> None:
        self.rng.branch_from(rng)
        guess_hidden(self, seat, rng)

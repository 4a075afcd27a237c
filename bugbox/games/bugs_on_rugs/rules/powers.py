"""The powers of bugs added to the Wall (BOR-F8), one class per power.

A power that goes in turn order asks one seat after another; its stage is the kind of decision it asks for.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bugbox.core.bits import BIT
from bugbox.games.bugs_on_rugs.rules import memory
from bugbox.games.bugs_on_rugs.rules.box import BUTTERFLY, FLY, LARVA
from bugbox.games.bugs_on_rugs.rules.state import (
    ADDED,
    CLEARED,
    DRAW,
    DREW,
    PASS,
    PASSED,
    PLACE,
    PLACED,
    SHOW,
    SHOWED,
    SLOT,
    SWAP,
    SWAPPED,
    TOP_OF_DECK,
    TRADE,
    TRADED,
    WALL,
    Layout,
    bug_of,
)

NO_STAGE: Final[i64] = -1  # the power asks for no decision


class Power:
    """Base class; by default everyone, in turn order, chooses a bug from their hand."""

    def __init__(self, stage: i64) -> None:
        self.stage: Final = stage

    def run(self, game: Layout, is_leftover: bool) -> None:
        self.step(game)

    def step(self, game: Layout) -> None:
        """Ask the next seat, in turn order from the start player (BOR-R18)."""
        if game.turn < self.askers(game):
            self.ask(game, (game.start + game.turn) % game.seats)
        else:
            game.end_round()

    def askers(self, game: Layout) -> i64:
        """Return the number of seats to ask."""
        return game.seats

    def ask(self, game: Layout, seat: i64) -> None:
        """Ask a seat, or skip it if its hand is empty (BOR-R16)."""
        if game.hands[seat].size == 0:
            game.next_turn()
        else:
            game.ask(seat, self.stage)

    def options(self, game: Layout, seat: i64, out: vec[i64]) -> i64:
        return game.hands[seat].different(out)

    def act(self, game: Layout, seat: i64, option: i64) -> None:
        """Carry out the seat's decision."""


class Butterfly(Power):
    """The start player shows a bug and its power runs."""

    def askers(self, game: Layout) -> i64:
        return 1

    def ask(self, game: Layout, seat: i64) -> None:
        size = game.hands[seat].size
        if size > 0 and game.count_of(seat, BUTTERFLY) == size:  # BOR-R15
            game.prove(seat)
            game.next_turn()
        else:
            super().ask(game, seat)

    def options(self, game: Layout, seat: i64, out: vec[i64]) -> i64:
        count = game.hands[seat].different(out)
        kept: i64 = 0
        for i in range(count):
            if bug_of(out[i]) != BUTTERFLY:
                out[kept] = out[i]
                kept += 1
        return kept

    def act(self, game: Layout, seat: i64, option: i64) -> None:
        game.memory.write(memory.SHOWN, seat, 1, option)
        game.reveal()
        game.tell(SHOWED, seat, option)
        if bug_of(option) == LARVA:  # BOR-R14
            game.next_turn()
        else:
            game.run_power(bug_of(option), False)


class Firefly(Power):
    """Everyone puts a bug on the next Floor."""

    def act(self, game: Layout, seat: i64, option: i64) -> None:
        game.lose(seat, option)
        game.floor.add(option)
        game.tell(PLACED, seat, option)
        game.next_turn()


class Ant(Power):
    """The top bug of the deck is added to the Wall and its power runs (BOR-R11)."""

    def run(self, game: Layout, is_leftover: bool) -> None:
        card = game.draw()
        if card == 0:
            game.end_round()
            return
        game.wall.add(card)
        game.tell(ADDED, card)
        game.beat()
        game.run_power(bug_of(card), False)


class Larva(Ant):
    """If a Larva was left over and two or more are on the Wall, replace them all by one new bug (BOR-R12)."""

    def run(self, game: Layout, is_leftover: bool) -> None:
        if is_leftover and game.on_wall(LARVA) >= 2:
            self.clear(game)
            super().run(game, is_leftover)
        else:
            game.end_round()

    def clear(self, game: Layout) -> None:
        """Remove all Larvae from the Wall, including the new one (BOR-R13)."""
        game.tell(CLEARED, game.on_wall(LARVA))
        for i in range(game.wall.size - 1, -1, -1):
            if bug_of(game.wall.cards[i]) == LARVA:
                game.removed.add(game.wall.take(i))
        game.beat()


class Spider(Power):
    """Everyone adds a bug to the end of the Wall, then takes the one at its start (BOR-R19)."""

    def act(self, game: Layout, seat: i64, option: i64) -> None:
        game.lose(seat, option)
        game.wall.add(option)
        taken = game.wall.take(0)
        game.gain(seat, taken)
        game.tell(TRADED, seat, option, taken)
        game.after_action(seat)


class Passing(Power):
    """Fly and Beetle: everyone passes a bug at the same time."""

    def run(self, game: Layout, is_leftover: bool) -> None:
        holders: i64 = 0
        for seat in range(game.seats):
            if game.hands[seat].size > 0:  # BOR-R16
                holders += BIT[seat]
        game.ask_all(holders, PASS)
        if holders == 0:
            game.end_round()

    def act(self, game: Layout, seat: i64, option: i64) -> None:
        game.chosen[seat] = option
        if game.answered(seat):  # BOR-R24: everyone chooses before anyone receives
            game.reveal()
            self.give_all(game)
            self.receive_all(game)
            game.end_round()

    def give_all(self, game: Layout) -> None:
        for giver in range(game.seats):
            card = game.chosen[giver]
            if card != 0:
                game.hands[giver].remove(card)
                game.memory.write(memory.GIVEN, giver, receiver(game, giver), card)

    def receive_all(self, game: Layout) -> None:
        for giver in range(game.seats):
            card = game.chosen[giver]
            if card != 0:
                taker = receiver(game, giver)
                game.hands[taker].sort_in(card)
                game.memory.write(memory.RECEIVED, taker, giver, card)
                game.tell(PASSED, giver, taker, card)
                game.chosen[giver] = 0


def receiver(game: Layout, giver: i64) -> i64:
    """Return the seat to pass to: right for a Fly, left for a Beetle (BOR-R25)."""
    return game.right_of(giver) if game.power == FLY else game.left_of(giver)


class Ladybug(Power):
    """Everyone draws a bug; a seat is asked only if it could hatch first."""

    def ask(self, game: Layout, seat: i64) -> None:
        if game.deck.size == 0:  # BOR-R56
            game.next_turn()
        elif game.can_hatch(seat):
            game.ask(seat, DRAW)
        else:
            self.act(game, seat, TOP_OF_DECK)

    def options(self, game: Layout, seat: i64, out: vec[i64]) -> i64:
        out[0] = TOP_OF_DECK
        return 1

    def act(self, game: Layout, seat: i64, option: i64) -> None:
        card = game.draw()
        game.deal(seat, card)
        game.tell(DREW, seat, card)
        game.beat()
        game.after_action(seat)


class Mosquito(Power):
    """Everyone swaps a bug for one of another kind on the Wall, choosing first what to give, then what to take."""

    def ask(self, game: Layout, seat: i64) -> None:
        if game.wall.size == 0:  # BOR-R23
            game.next_turn()
        else:
            super().ask(game, seat)

    def options(self, game: Layout, seat: i64, out: vec[i64]) -> i64:
        return self.options_slot(game, out) if game.stage == SLOT else self.options_swap(game, seat, out)

    def options_swap(self, game: Layout, seat: i64, out: vec[i64]) -> i64:
        count = game.hands[seat].different(out)
        if not self.must_differ(game, seat):
            return count
        kept: i64 = 0
        for i in range(count):
            if self.differs(game, bug_of(out[i])):
                out[kept] = out[i]
                kept += 1
        return kept

    def options_slot(self, game: Layout, out: vec[i64]) -> i64:
        """List the bugs on the Wall that may be taken, including the new Mosquito (BOR-R20)."""
        bug = bug_of(game.given)
        any_bug = not self.differs(game, bug)
        count: i64 = 0
        for i in range(game.wall.size):
            if any_bug or bug_of(game.wall.cards[i]) != bug:
                out[count] = WALL + i
                count += 1
        return count

    def must_differ(self, game: Layout, seat: i64) -> bool:
        """Return whether any bug in the hand differs from any bug on the Wall (BOR-R21)."""
        bug = bug_of(game.wall.cards[0])
        return game.count_of(seat, bug) < game.hands[seat].size or self.differs(game, bug)

    def differs(self, game: Layout, bug: i64) -> bool:
        """Return whether the Wall has a bug of another kind."""
        return game.on_wall(bug) < game.wall.size

    def act(self, game: Layout, seat: i64, option: i64) -> None:
        if game.stage == SWAP:
            game.given = option
            game.stage = SLOT
        else:
            self.swap(game, seat, option - WALL)

    def swap(self, game: Layout, seat: i64, at: i64) -> None:
        if not self.must_differ(game, seat):
            game.prove(seat)
        taken = game.wall.cards[at]
        game.lose(seat, game.given)
        game.wall.cards[at] = game.given  # BOR-R20: it goes where the other one was
        game.gain(seat, taken)
        game.tell(SWAPPED, seat, game.given, taken)
        game.given = 0
        game.after_action(seat)


# By bug, in the order of box.py
POWERS: Final[list[Power]] = [
    Butterfly(SHOW), Firefly(PLACE), Larva(NO_STAGE), Ant(NO_STAGE), Spider(TRADE), Passing(PASS), Passing(PASS),
    Ladybug(DRAW), Mosquito(SWAP),
]  # fmt: skip

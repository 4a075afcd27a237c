"""A guess of all that a seat cannot know: every player's hidden tiles among themselves, and the hidden clovers."""

from mypy_extensions import i64

from bugbox.core.bits import BIT
from bugbox.core.pile import Pile
from bugbox.core.rng import Rng
from bugbox.games.ladybugs.rules.box import COLUMNS
from bugbox.games.ladybugs.rules.state import CLOVER_BAG, OVER, Layout


def guess_hidden(game: Layout, viewer: i64, rng: Rng) -> None:
    take_back_choices(game, viewer)
    for seat in range(game.seats):
        hide(game, seat, game.stacks[seat])
        if seat != viewer:
            hide(game, seat, game.hands[seat])
            if game.stage != OVER:
                hide(game, CLOVER_BAG, game.luck[seat])
    hide(game, CLOVER_BAG, game.clover_box)
    for space in range(game.rows * COLUMNS):
        if game.clover[space] != 0:
            game.bags.put(CLOVER_BAG, game.clover[space])
    game.bags.shake(rng)
    deal_again(game, viewer)


def deal_again(game: Layout, viewer: i64) -> None:
    """To the same places, as many as before; hands are in order."""
    for seat in range(game.seats):
        refill(game, seat, game.stacks[seat])
        if seat != viewer:
            refill(game, seat, game.hands[seat])
            put_in_order(game.hands[seat])
            if game.stage != OVER:
                refill(game, CLOVER_BAG, game.luck[seat])
    refill(game, CLOVER_BAG, game.clover_box)
    for space in range(game.rows * COLUMNS):
        if game.clover[space] != 0:
            game.clover[space] = game.bags.draw(CLOVER_BAG)


def take_back_choices(game: Layout, viewer: i64) -> None:
    """Those who have chosen their start tile in secret choose again."""
    for seat in range(game.seats):
        if seat != viewer and game.chosen[seat] != 0:
            game.chosen[seat] = 0
            game.waiting |= BIT[seat]


def hide(game: Layout, bag: i64, pile: Pile) -> None:
    for i in range(pile.size):
        game.bags.put(bag, pile.cards[i])


def refill(game: Layout, bag: i64, pile: Pile) -> None:
    for i in range(pile.size):
        pile.cards[i] = game.bags.draw(bag)


def put_in_order(hand: Pile) -> None:
    """Two tiles at most."""
    if hand.size == 2 and hand.cards[0] > hand.cards[1]:
        low = hand.cards[1]
        hand.cards[1] = hand.cards[0]
        hand.cards[0] = low

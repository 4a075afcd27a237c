"""Determinization: redeal the deck and the other hands consistently with what a seat has seen."""

from librt.vecs import vec
from mypy_extensions import i64

from bugbox.core.bits import BIT
from bugbox.core.rng import Rng
from bugbox.games.bugs_on_rugs.rules.box import CARD_CODES
from bugbox.games.bugs_on_rugs.rules.state import BREAK, SLOT, SWAP, Layout


def guess_hidden(game: Layout, seat: i64, rng: Rng) -> None:
    """Redeal the deck and, until hands are revealed, the cards that the seat hasn't seen in other hands."""
    take_back_choices(game, seat)
    recollection = game.recollection
    hidden = recollection.hidden
    hands_are_open = game.stage >= BREAK
    count_hidden(game, seat, hidden, hands_are_open)
    if not hands_are_open:
        recollection.recall(seat, game.memory, rng)
        for i in range(len(recollection.known)):
            hidden[i % CARD_CODES] -= recollection.known[i]
    fill_bag(game, hidden, rng)
    if not hands_are_open:
        deal_hands(game, seat)
        recollection.write_down()
    for i in range(game.deck.size):
        game.deck.cards[i] = game.bags.draw(0)


def take_back_choices(game: Layout, seat: i64) -> None:
    for other in range(game.seats):
        if other != seat and game.chosen[other] != 0:
            game.chosen[other] = 0
            game.waiting += BIT[other]
    if game.stage == SLOT and game.waiting != BIT[seat]:
        game.stage = SWAP
        game.given = 0


def count_hidden(game: Layout, viewer: i64, hidden: vec[i64], hands_are_open: bool) -> None:
    """Count the copies of each card that the viewer can't see: those in the deck and in other hands."""
    for card in range(CARD_CODES):
        hidden[card] = 0
    for i in range(game.deck.size):
        hidden[game.deck.cards[i]] += 1
    for seat in range(game.seats):
        if seat != viewer and not hands_are_open:
            hand = game.hands[seat]
            for i in range(hand.size):
                hidden[hand.cards[i]] += 1


def fill_bag(game: Layout, hidden: vec[i64], rng: Rng) -> None:
    for card in range(CARD_CODES):
        for copy in range(hidden[card]):
            game.bags.put(0, card)
    game.bags.shake(rng)


def deal_hands(game: Layout, viewer: i64) -> None:
    """Fill each other hand with the cards recalled there, then with hidden cards."""
    recollection = game.recollection
    for seat in range(game.seats):
        if seat != viewer:
            hand = game.hands[seat]
            hand.clear()
            for card in range(CARD_CODES):
                for copy in range(recollection.known[seat * CARD_CODES + card]):
                    hand.sort_in(card)
            while recollection.unknown[seat] > 0:
                drawn = game.bags.draw(0)
                recollection.turn_out(seat, drawn)
                hand.sort_in(drawn)

"""Builds the view of a seat or a spectator."""

from typing import Final

from mypy_extensions import i64

from bugbox.core.bits import BIT, count, lowest
from bugbox.core.game import OPEN
from bugbox.core.rows import zeros
from bugbox.games.bug_council.rules import state
from bugbox.games.bug_council.rules.box import CARDS, FACTIONS, MOST_ROUNDS, NONE, SUITS, TEMPER_NAMES
from bugbox.games.bug_council.rules.council import visit
from bugbox.games.bug_council.rules.state import A_CUBE, PLACES, Layout, cards_of
from bugbox.games.bug_council.rules.trick_winner import reason
from bugbox.games.bug_council.rules.turn import BugCouncil
from bugbox.games.bug_council.show.views import Faction, Played, Player, Score, Sowing, Trick, View, Visit

STAGES: Final = {
    state.DECLARE: "declare", state.DISCARD: "discard", state.PLAY: "play", state.SEND: "send",
    state.VISIT: "visit", state.SHOW: "show", state.OVER: "over",
}  # fmt: skip
SUIT_TEXTS: Final = tuple([faction.lower() for faction in FACTIONS])
CARD_TEXTS: Final = tuple([f"{SUIT_TEXTS[card // 12]} {card % 12 + 1}" for card in range(CARDS)])
REASON_TEXTS: Final = ("highest", "strongest", "tied", "later")
CHOICES: Final = ("", "allegiance", "none")


def view(position: BugCouncil, viewer: i64) -> View:
    if rounds_of(position, 0) > position.rounds or position.played > position.ranked:
        raise ValueError("There are not so many rounds, or not so many players.")
    shown = [seat for seat in range(position.seats) if viewer == seat or viewer == OPEN]
    options = options_of(position, viewer)
    tiles = circle(position)
    is_over = position.stage == state.OVER
    return View(
        viewer=viewer,
        stage=STAGES[position.stage],
        round=position.round,
        rounds=position.rounds,
        trick_number=position.trick,
        leader=position.leader,
        sender=position.sender if position.emissary >= 0 and not position.is_alone else None,
        acting=None if position.is_secret() or position.waiting == 0 else int(lowest(position.waiting)),
        circle=tuple([Faction(SUIT_TEXTS[suit], position.cubes[suit]) for suit in tiles]),
        chambers=position.chambers,
        sowing=sowing(position),
        reward=position.reward + position.chambers,
        trick=this_trick(position),
        last=last_trick(position),
        follow=suit_text(position.lead),
        visitor=int(position.visitor) if is_visited(position) else None,
        emissary=texts(position.open) if position.emissary >= 0 else (),
        temperament=TEMPER_NAMES[position.temper] if position.is_alone else "",
        stock=count(position.stock) if position.emissary >= 0 else position.sharing.aside(position.seats),
        players=tuple([player(position, who, is_over) for who in range(position.ranked)]),
        hands={seat: texts(position.hands[seat]) for seat in shown},
        discards={seat: CARD_TEXTS[position.discards[seat]] for seat in shown if position.discards[seat] != NONE},
        choice=CHOICES[position.thumbs[viewer]] if viewer >= 0 and not position.is_alone else "",
        playable=tuple([CARD_TEXTS[option] for option in options if option < CARDS]),
        visits=visits(position, tiles, options),
        may_decline=state.DECLINE in options,
    )


def options_of(position: Layout, viewer: i64) -> list[int]:
    """Return the viewer's current options."""
    if viewer < 0 or position.waiting & BIT[viewer] == 0:
        return []
    buffer = zeros(CARDS)
    return [int(buffer[i]) for i in range(position.options(viewer, buffer))]


def is_visited(position: Layout) -> bool:
    """Return whether a visit is due: a trick is complete, somebody followed and the round is not scored."""
    return position.stage < state.SHOW and position.played == position.ranked and position.on_suit > 1


def suit_text(suit: i64) -> str:
    return SUIT_TEXTS[suit] if suit >= 0 else ""


def texts(cards: i64) -> tuple[str, ...]:
    return tuple([CARD_TEXTS[card] for card in cards_of(cards)])


def circle(position: Layout) -> list[int]:
    """Return the suits clockwise, starting with the Ants."""
    suits, suit = [0], position.clockwise[0]
    for step in range(SUITS - 1):
        suits.append(int(suit))
        suit = position.clockwise[suit]
    return suits


def sowing(position: Layout) -> Sowing | None:
    """Return the progress of a visit. Cubes move one at a time; those above five go to the chambers together, last."""
    if position.sown < 0 or position.waiting != 0 or position.stage >= state.SHOW:
        return None
    left = position.cubes[position.sown]
    is_done = position.taken > SUITS and left == 1
    dropped = min(position.taken - left, SUITS - 1)
    excess = position.taken - SUITS if is_done else i64(0)
    return Sowing(SUIT_TEXTS[position.sown], position.taken, dropped, excess)


def visits(position: BugCouncil, tiles: list[int], options: list[int]) -> tuple[Visit, ...]:
    """Return the result of each possible visit, computed by the rules."""
    suits = [option - state.VISITS for option in options if state.VISITS <= option < state.DECLINE]
    if not suits:
        return ()
    trial = position.blank()
    return tuple([outcome(position, trial, suit, tiles) for suit in suits])


def outcome(position: BugCouncil, trial: BugCouncil, suit: i64, tiles: list[int]) -> Visit:
    trial.copy_from(position)
    visit(trial, position.visitor, suit)
    return Visit(SUIT_TEXTS[suit], tuple([int(trial.cubes[tile]) for tile in tiles]), trial.chambers)


# --- Tricks ---


def this_trick(position: Layout) -> Trick:
    why = reason(position)
    cards = played(position, position.at, position.played)
    if not cards:
        return Trick((), None, 0, "")
    return Trick(cards, position.winner, position.strength // A_CUBE, REASON_TEXTS[why] if why >= 0 else "")


def last_trick(position: Layout) -> Trick:
    if position.trick < 2:
        return Trick((), None, 0, "")
    return Trick(played(position, PLACES - position.at, position.ranked), position.last_winner, 0, "")


def played(position: Layout, first: i64, number: i64) -> tuple[Played, ...]:
    return tuple([Played(position.order[at], CARD_TEXTS[position.cards[at]]) for at in range(first, first + number)])


# --- Players ---


def player(position: BugCouncil, who: i64, is_over: bool) -> Player:
    is_seat = who < position.seats
    return Player(
        who=who,
        is_rival=not is_seat,
        waiting=is_seat and position.waiting & BIT[who] != 0,
        allied=allied(position, who),
        hand_size=count(position.hands[who]) if is_seat else count(position.open),
        tricks=position.tricks[who],
        rounds=tuple([score(position, who * MOST_ROUNDS + nth) for nth in range(rounds_of(position, who))]),
        points=position.points(who),
        place=int(position.place(who)) if is_over else None,
    )


def rounds_of(position: Layout, who: i64) -> i64:
    """Return the number of rounds scored; within a round, participants are scored one after the other."""
    return position.scored + 1 if who < position.counted else position.scored


def allied(position: Layout, who: i64) -> bool | None:
    if who == position.emissary:
        return True
    return None if position.stage == state.DECLARE else position.unallied & BIT[who] == 0


def score(position: Layout, line: i64) -> Score:
    card = position.kept[line]
    told = CARD_TEXTS[card] if card >= 0 else None
    return Score(position.trick_points[line], position.bonus[line], told, allies(position, line))


def allies(position: Layout, line: i64) -> tuple[str, ...]:
    nth_round = line - position.seats * MOST_ROUNDS
    if not position.is_alone or nth_round < 0:
        return ()
    return tuple([SUIT_TEXTS[suit] for suit in range(SUITS) if position.allies[nth_round] & BIT[suit]])

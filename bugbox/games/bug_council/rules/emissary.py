"""The Emissary's decisions in a solo game: four temperaments, each a short list of priorities.

They are our own design (BC-M12 to BC-M18) and use only open information, so that a person can apply them at a table.
"""

from typing import Final

from mypy_extensions import i64

from bugbox.core.bits import BIT, count, lowest, nth
from bugbox.games.bug_council.rules.box import NONE, SUIT_OF, SUITS, TEMPERS, TRICKS, VALUE_OF
from bugbox.games.bug_council.rules.state import A_CUBE, Layout

GLUTTON: Final[i64] = 0
COURTIER: Final[i64] = 1
SCHEMER: Final[i64] = 2
SABOTEUR: Final[i64] = 3

# Motives for playing a card, for the log; 0 means none, as for every player.
LEADS: Final[i64] = 1
TAKES: Final[i64] = 2
YIELDS: Final[i64] = 3  # none of its legal cards wins
GIVES: Final[i64] = 4  # it wants the player to win the trick
STUCK: Final[i64] = 5  # the same, but all of its legal cards win
SCHEMES: Final[i64] = 6  # plays low to visit the council
BREAKS: Final[i64] = 7  # plays low to break up a strong faction

LATE: Final[i64] = 9  # first trick in which the Glutton opposes No Allegiance
STRONG: Final[i64] = 3  # cubes of the suit led from which the Saboteur tries to visit
A_VALUE: Final[i64] = 32  # exceeds the number of cubes in the box


def draw_temper(game: Layout) -> None:
    """Draw a temperament not used yet at random, or use the one from the settings (BC-M9)."""
    if game.fixed_temper >= 0:
        game.temper = game.fixed_temper
        return
    left = BIT[TEMPERS] - 1 - game.met
    game.temper = nth(left, game.rng.below(count(left)))
    game.met |= BIT[game.temper]


# --- Choosing a card ---


def motive(game: Layout, cards: i64) -> i64:
    """Return the first priority that applies; `cards` are the legal ones."""
    leads = game.lead < 0
    if minds_no_allegiance(game):
        return GIVES if leads or losing(game, cards) != 0 else STUCK
    if leads or SUIT_OF[lowest(cards)] == game.lead:  # it can be the lowest on suit
        if game.temper == SCHEMER and (game.trick == 1 or game.trick == TRICKS):  # BC-M17
            return SCHEMES
        if game.temper == SABOTEUR and not leads and game.cubes[game.lead] >= STRONG:  # BC-M18
            return BREAKS
    if leads:
        return LEADS
    return TAKES if losing(game, cards) != cards else YIELDS


def minds_no_allegiance(game: Layout) -> bool:
    """Return whether the player can still earn No Allegiance and this temperament opposes it (BC-M14)."""
    if game.unallied == 0 or game.tricks[0] > game.spared:
        return False
    return game.temper >= SCHEMER or (game.temper == GLUTTON and game.trick >= LATE)


def chosen_card(game: Layout, cards: i64, why: i64) -> i64:
    """Choose a card by its motive (BC-M12, BC-M14, BC-M17, BC-M18)."""
    if why == TAKES:
        return weakest(game, cards & ~losing(game, cards))
    if why == YIELDS:
        return weakest(game, cards)
    if why == GIVES and game.lead >= 0:
        return highest(game, losing(game, cards))
    if why == LEADS or why == STUCK:
        return highest(game, cards)
    if why == SCHEMES and game.lead < 0:
        return weakest(game, cards)
    return lowest_of(game, cards)


def losing(game: Layout, cards: i64) -> i64:
    """Return the cards that do not beat the best card so far."""
    found: i64 = 0
    while cards != 0:
        card = lowest(cards)
        if game.cubes[SUIT_OF[card]] * A_CUBE + VALUE_OF[card] < game.strength:
            found |= BIT[card]
        cards &= cards - 1
    return found


# Ties go to the weaker faction, then to the first in alphabetical order (BC-M11).


def weakest(game: Layout, cards: i64) -> i64:
    return first_by(game, cards, 1, A_CUBE)


def lowest_of(game: Layout, cards: i64) -> i64:
    return first_by(game, cards, A_VALUE, 1)


def highest(game: Layout, cards: i64) -> i64:
    return first_by(game, cards, -A_VALUE, 1)


def first_by(game: Layout, cards: i64, a_value: i64, a_cube: i64) -> i64:
    """Return the card with the smallest weighted sum of its value and its suit's cubes."""
    best: i64 = NONE
    smallest: i64 = 0
    while cards != 0:
        card = lowest(cards)
        weight = VALUE_OF[card] * a_value + game.cubes[SUIT_OF[card]] * a_cube
        if best < 0 or weight < smallest:
            best = card
            smallest = weight
        cards &= cards - 1
    return best


# --- Visiting the council, and scoring ---


def chosen_tile(game: Layout) -> i64:
    """Return the tile to visit, or NONE to skip the visit."""
    if game.temper == COURTIER:
        return feeding_strongest(game)
    held = suits_of(game.open)
    return best_for(game, held) if game.temper == SCHEMER else fullest(game, BIT[SUITS] - 1 - held)


def suits_of(cards: i64) -> i64:
    found: i64 = 0
    while cards != 0:
        found |= BIT[SUIT_OF[lowest(cards)]]
        cards &= cards - 1
    return found


def fullest(game: Layout, suits: i64) -> i64:
    """Return the tile with the most cubes, the first if tied; NONE if all are empty."""
    best: i64 = NONE
    for suit in range(SUITS):
        if suits & BIT[suit] and game.cubes[suit] > (game.cubes[best] if best >= 0 else i64(0)):
            best = suit
    return best


def feeding_strongest(game: Layout) -> i64:
    """Return the fullest other tile whose cubes reach the strongest (BC-M16)."""
    top = fullest(game, BIT[SUITS] - 1)
    near: i64 = 0
    for suit in range(SUITS):
        if suit != top and game.cubes[suit] >= steps(game, suit, top):
            near |= BIT[suit]
    return fullest(game, near)


def steps(game: Layout, start: i64, end: i64) -> i64:
    """Return the clockwise distance."""
    taken: i64 = 0
    while start != end:
        start = game.clockwise[start]
        taken += 1
    return taken


def best_for(game: Layout, held: i64) -> i64:
    """Return the tile whose visit adds most cubes to these factions in total; NONE if none does (BC-M17)."""
    best: i64 = NONE
    most: i64 = 0
    for suit in range(SUITS):
        gain = gain_of(game, suit, held)
        if gain > most:
            best = suit
            most = gain
    return best


def gain_of(game: Layout, start: i64, held: i64) -> i64:
    """Return the net change in these factions' cubes if this tile were visited."""
    cubes = game.cubes[start]
    gain: i64 = 0
    if held & BIT[start]:
        gain = (1 if cubes >= SUITS else 0) - cubes
    tile = start
    for drop in range(cubes if cubes < SUITS else SUITS - 1):
        tile = game.clockwise[tile]
        if held & BIT[tile]:
            gain += 1
    return gain


def its_allies(game: Layout) -> i64:
    """Return the factions it scores: those of its two remaining cards, or the strongest (BC-M10, BC-M16)."""
    if game.temper == COURTIER:
        return BIT[fullest(game, BIT[SUITS] - 1)]
    return suits_of(game.open)

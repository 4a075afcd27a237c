"""Scoring of a round (BC-F7) and the final ranking (BC-F9)."""

from mypy_extensions import i64

from bugbox.core.bits import BIT, lowest
from bugbox.games.bug_council.rules.box import MOST_ROUNDS, NONE, SUIT_OF, SUITS
from bugbox.games.bug_council.rules.emissary import its_allies
from bugbox.games.bug_council.rules.state import SCORED, SIDED, Layout


def score_round(game: Layout) -> None:
    """Score all participants, trick points apart from the bonus (BC-R19), with a beat after each one but the last."""
    share = share_of_reward(game, successful(game))
    for who in range(game.seats if game.is_alone else game.ranked):
        line = who * MOST_ROUNDS + game.scored
        card = show_last(game, who)
        game.kept[line] = card
        game.trick_points[line] = game.tricks[who]
        if card >= 0:
            game.bonus[line] = game.cubes[SUIT_OF[card]]
        else:
            game.bonus[line] = share if game.tricks[who] <= game.spared else i64(0)  # BC-R16
        game.tell(SCORED, who, card, game.tricks[who], game.bonus[line])
        game.counted = who + 1
        if game.counted < game.ranked:
            game.beat()
    if game.is_alone:
        score_alone(game)
    game.scored += 1
    game.counted = 0
    game.reveal()


def score_alone(game: Layout) -> None:
    """Score the solo Emissary: each of its factions once (BC-M10)."""
    line = game.emissary * MOST_ROUNDS + game.scored
    allies = its_allies(game)
    game.allies[game.scored] = allies
    game.trick_points[line] = game.tricks[game.emissary]
    for suit in range(SUITS):
        if allies & BIT[suit]:
            game.bonus[line] += game.cubes[suit]
    game.tell(SIDED, allies, game.temper, game.trick_points[line], game.bonus[line])


def show_last(game: Layout, who: i64) -> i64:
    """Reveal and return the unplayed card; NONE without allegiance. The Emissary's is already open (BC-R32)."""
    if who == game.emissary:
        return lowest(game.open)
    if game.unallied & BIT[who]:
        return NONE
    last = game.hands[who]
    game.hands[who] = 0
    game.gone |= last
    return lowest(last)


def successful(game: Layout) -> i64:
    """Count the seats that succeed with No Allegiance: no tricks, or few enough in solo (BC-R18, BC-R36, BC-M13)."""
    found: i64 = 0
    for seat in range(game.seats):
        if game.unallied & BIT[seat] and game.tricks[seat] <= game.spared:
            found += 1
    return found


def share_of_reward(game: Layout, sharers: i64) -> i64:
    """Return each player's share of the reward, rounded up (BC-R17)."""
    return (game.reward + game.chambers + sharers - 1) // sharers if sharers > 0 else i64(0)


def total(game: Layout, who: i64) -> i64:
    first = who * MOST_ROUNDS
    points: i64 = 0
    for line in range(first, first + MOST_ROUNDS):
        points += game.trick_points[line] + game.bonus[line]
    return points


def from_tricks(game: Layout, who: i64) -> i64:
    first = who * MOST_ROUNDS
    points: i64 = 0
    for line in range(first, first + MOST_ROUNDS):
        points += game.trick_points[line]
    return points


def best_round(game: Layout, who: i64) -> i64:
    """Return the highest total of a single round (BC-R41)."""
    first = who * MOST_ROUNDS
    best: i64 = 0
    for line in range(first, first + MOST_ROUNDS):
        points = game.trick_points[line] + game.bonus[line]
        best = points if points > best else best
    return best


def is_better(game: Layout, a: i64, b: i64) -> bool:
    """Compare points, trick points, then best round; a full tie favours a player over the Emissary (BC-R24, BC-R37)."""
    lead = total(game, a) - total(game, b)
    if lead == 0:
        lead = from_tricks(game, a) - from_tricks(game, b)
    if lead == 0:
        lead = best_round(game, a) - best_round(game, b)
    return lead > 0 or (lead == 0 and b == game.emissary)

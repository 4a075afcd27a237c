"""Texts for the end of a match: places, the score sheet, and what decided it."""

from bugbox.core.english import count, join_names
from bugbox.core.game import Reader
from bugbox.games.bug_council.rules.box import FACTIONS, MOST_ROUNDS, SUIT_OF
from bugbox.games.bug_council.rules.scoring import best_round, from_tricks
from bugbox.games.bug_council.rules.turn import BugCouncil


def sheet(position: BugCouncil) -> list[tuple[str, list[str]]]:
    """Tabulate the score: a row for tricks and a row for the bonus of each round."""
    ranked = range(position.ranked)
    rows = []
    for nth in range(position.scored):
        lines = [who * int(MOST_ROUNDS) + nth for who in ranked]
        rows.append((f"Round {nth + 1}, tricks", [str(position.trick_points[line]) for line in lines]))
        rows.append((f"Round {nth + 1}, bonus", [bonus_text(position, line) for line in lines]))
    rows.append(("From tricks", [str(from_tricks(position, who)) for who in ranked]))
    return [*rows, ("Total", [str(position.points(who)) for who in ranked])]


def bonus_text(position: BugCouncil, line: int) -> str:
    """Describe a bonus: `Ants: 4` or `No Allegiance: 11`."""
    nth_round = line - position.seats * int(MOST_ROUNDS)
    if position.is_alone and nth_round >= 0:
        sides = [FACTIONS[suit] for suit in range(len(FACTIONS)) if position.allies[nth_round] >> suit & 1]
        return f"{join_names(sides)}: {position.bonus[line]}"
    card = position.kept[line]
    return f"{FACTIONS[SUIT_OF[card]] if card >= 0 else 'No Allegiance'}: {position.bonus[line]}"


def named(who: int, reader: Reader) -> str:
    """Return the name with a capital, for the start of a sentence."""
    name = reader.name(who)
    return name[:1].upper() + name[1:]


def result(position: BugCouncil, reader: Reader) -> list[str]:
    """List the places, best first, with points and tie-breaks."""
    ranked = sorted(range(position.ranked), key=position.place)
    return [f"{position.place(who)}. {named(who, reader)}: {reason(position, who)}." for who in ranked]


def equals_of(position: BugCouncil, who: int) -> list[int]:
    """Return the others with equal points."""
    points = position.points(who)
    return [other for other in range(position.ranked) if other != who and position.points(other) == points]


def reason(position: BugCouncil, who: int) -> str:
    told = count(position.points(who), "point")
    equals = equals_of(position, who)
    if not equals:
        return told
    told += f", {from_tricks(position, who)} of them from tricks"
    if any(from_tricks(position, other) == from_tricks(position, who) for other in equals):
        told += f", {best_round(position, who)} in the best round"
    shared = any(position.place(other) == position.place(who) for other in equals)
    return f"{told}{'; a shared place' if shared else ''}"


def why(position: BugCouncil, reader: Reader) -> str:
    """Explain what decided the match: tricks, bonuses or a tie-break."""
    ranked = sorted(range(position.ranked), key=position.place)
    winners = [who for who in ranked if position.place(who) == 1]
    points = count(position.points(winners[0]), "point")
    if winners[1:]:
        told = reader.all_of(winners)
        return f"{told[:1].upper()}{told[1:]} share the win with {points} each."
    winner, second = ranked[0], ranked[1]
    if position.points(winner) == position.points(second):
        return tie_text(position, winner, second, reader)
    return won_text(position, winner, second, reader)


def won_text(position: BugCouncil, winner: int, second: int, reader: Reader) -> str:
    """Say whether tricks or bonuses made the difference."""
    lead = position.points(winner) - position.points(second)
    tricks = from_tricks(position, winner) - from_tricks(position, second)
    won = f"{named(winner, reader)} won by {count(lead, 'point')}"
    if tricks >= lead - tricks:
        mine, other = from_tricks(position, winner), from_tricks(position, second)
        return f"{won}. Tricks made the difference: {mine} points to {other}."
    mine, other = (position.points(who) - from_tricks(position, who) for who in (winner, second))
    return f"{won}. Bonuses made the difference: {mine} points to {other}."


def tie_text(position: BugCouncil, winner: int, second: int, reader: Reader) -> str:
    """Explain which tie-break decided."""
    equals = [who for who in range(position.ranked) if position.points(who) == position.points(winner)]
    all_have = (
        f"{reader.all_of(equals)} {'all' if equals[2:] else 'both'} have {count(position.points(winner), 'point')}"
    )
    told = all_have[:1].upper() + all_have[1:]
    has = "have" if winner == reader.viewer else "has"
    if from_tricks(position, winner) != from_tricks(position, second):
        more = f"more of them from tricks, {from_tricks(position, winner)} to {from_tricks(position, second)}"
    elif best_round(position, winner) != best_round(position, second):
        more = f"the best single round, {best_round(position, winner)} to {best_round(position, second)}"
    else:
        return f"{told} and are level in everything else, so the tie goes to the player."
    return f"{told}; {reader.whom(winner)} {has} {more}."

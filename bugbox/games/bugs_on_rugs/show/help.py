"""Explanations of the things on the table for one viewer."""

from bugbox.art.svg import Markup, element
from bugbox.core.english import count
from bugbox.core.game import Help, Reader
from bugbox.games.bugs_on_rugs.rules import state
from bugbox.games.bugs_on_rugs.rules.box import ANT, LARVA, MOSQUITO, NAMES, PLURALS, RUG_CODES, RUGS, SCORED
from bugbox.games.bugs_on_rugs.rules.scoring import count_with_pairs, score_first_rows, score_later_rows, unpaired
from bugbox.games.bugs_on_rugs.rules.turn import BugsOnRugs
from bugbox.games.bugs_on_rugs.show.board import draw_bug
from bugbox.games.bugs_on_rugs.show.words import POWERS, SCORING, card_text

CODES = {
    card_text(code): code
    for bug in range(len(NAMES))
    for code in range(bug * 9, bug * 9 + 1 + len(RUGS))
    if (code % 9 == 0) == (bug == MOSQUITO)
}

THINGS = {
    "wall": Help(
        "The Wall",
        (
            "The bug that nobody picks goes here, and its power triggers for everyone.",
            "New bugs are added at the end, on the right. The oldest bug is at the start, on the left.",
            "On your turn you can hatch two Larvae from your hand: trade them for any bug on the Wall.",
        ),
    ),
    "floor": Help(
        "The Floor",
        (
            "Each round starts with two bugs for every player here, plus one more.",
            "You pick once going round the table, and once on the way back. The last bug goes to the Wall.",
        ),
    ),
    "deck": Help("The deck", ("The bugs still to come. Each new Floor is laid out from here.",)),
    "end": Help(
        "The End card",
        ("When it comes up while a Floor is laid out, that round is the last. Otherwise the next one is.",),
    ),
    "out": Help("Out of the game", ("These bugs have left the game for good.",)),
    "start": Help("The start player", ("Picks first this round. Next round it is the player to the left.",)),
}


def explain(position: BugsOnRugs, thing: str, reader: Reader) -> Help | None:
    place, _, card = thing.partition(":")
    return explain_card(position, place, card, reader.viewer) if card in CODES else THINGS.get(thing)


def explain_card(position: BugsOnRugs, place: str, card: str, viewer: int) -> Help:
    bug = NAMES.index(card.partition(" ")[0])
    lines = (SCORING[bug], f"Left over: {POWERS[bug]}")
    return Help(card, lines, worth_of(position, place, CODES[card], viewer), draw_picture(card))


def draw_picture(card: str) -> Markup:
    return element("svg", draw_bug(card), viewBox="0 0 64 64", aria_hidden="true")


# --- The current value of a bug ---


def worth_of(position: BugsOnRugs, place: str, card: int, viewer: int) -> str:
    """Describe how the viewer's score would change with an available bug, or without one from their hand."""
    if viewer < 0 or position.stage >= state.GROUP or place not in ("hand", "floor", "wall"):
        return ""
    held = place == "hand"
    ahead = position.blank()
    ahead.copy_from(position)
    hand = ahead.hands[viewer]
    if not held:
        hand.sort_in(card)
    elif card in list(hand.cards)[: hand.size]:
        hand.remove(card)
    before, after = rows_of(position, viewer), rows_of(ahead, viewer)
    gain = sum(after) - sum(before)
    changed = [
        f"{PLURALS[bug]} {before[bug]} \u2192 {after[bug]}" for bug in range(SCORED) if before[bug] != after[bug]
    ]
    rows = f" ({', '.join(changed)})" if changed else ""
    told = [f"{without_text(gain) if held else with_text(gain)}{rows}."]
    if card // RUG_CODES == ANT:
        told = [*(told if changed else []), ants_text(ahead, viewer, held)]
    if ahead.count_of(viewer, MOSQUITO) > 1:
        told.append("Pairs of Mosquitos are not included.")
    return " ".join(told)


def with_text(gain: int) -> str:
    if gain == 0:
        return "In your hand it would add nothing right now"
    return f"In your hand it would {'add' if gain > 0 else 'cost you'} {count(abs(gain), 'point')} right now"


def without_text(gain: int) -> str:
    if gain == 0:
        return "Without it you would have the same points right now"
    return f"Without it you would have {count(abs(gain), 'point')} {'more' if gain > 0 else 'fewer'} right now"


def ants_text(ahead: BugsOnRugs, viewer: int, held: bool) -> str:
    """Describe only the number of Ants; their points depend on other hands."""
    return f"{'Without' if held else 'With'} it you would have {count(ahead.count_of(viewer, ANT), 'Ant')}."


def rows_of(position: BugsOnRugs, seat: int) -> list[int]:
    """Return the score sheet rows for the current hand, with 0 for Ants."""
    scratch = position.blank()
    scratch.copy_from(position)
    scratch.hatched[seat] = min(count_with_pairs(scratch, seat, LARVA), unpaired(scratch, seat))
    score_first_rows(scratch, seat)
    score_later_rows(scratch, seat)
    return [0 if row == ANT else scratch.scores[seat * int(SCORED) + row] for row in range(SCORED)]

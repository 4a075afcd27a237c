"""Texts about the Emissary's temperaments: their priorities, in order, and the reasons for its moves."""

from bugbox.core.english import count, join_names
from bugbox.games.bug_council.rules import emissary
from bugbox.games.bug_council.rules.box import FACTIONS, TEMPER_NAMES

NAMES = TEMPER_NAMES  # the same as in the settings
PITCHES = (
    "it takes every trick it can",
    "it takes tricks and sides with the faction that is strongest at the end",
    "it wants to visit the council in the first trick and in the last",
    "it visits the council to break up whatever is strong",
)

LEAD = "When it leads, it plays its highest card."
FOLLOW = "When it follows, it wins with its weakest winning card; if it cannot win, it plays its weakest card."
GIVE = (
    "it leads its lowest card and follows with its highest losing card; if every card would win, it plays its highest."
)
BREAK_UP = "At the council it spreads the fullest faction that it has no face-up card of."
PAID = "while the player can still be paid for No Allegiance"
PRIORITIES = (
    (f"In tricks 9 and 10, {PAID}, {GIVE}", LEAD, FOLLOW, BREAK_UP),
    (
        LEAD,
        FOLLOW,
        "At the council it spreads the fullest other faction from which a cube reaches the strongest.",
        "It scores the strongest faction instead of its cards.",
    ),
    (
        f"{PAID.capitalize()}, {GIVE}",
        "In tricks 1 and 10 it leads its weakest card and follows suit with its lowest.",
        LEAD,
        FOLLOW,
        "At the council it spreads the faction that adds the most cubes to those of its face-up cards.",
    ),
    (
        f"{PAID.capitalize()}, {GIVE}",
        "If the player leads a faction with three or more cubes, it follows suit with its lowest card.",
        LEAD,
        FOLLOW,
        BREAK_UP,
    ),
)

WHY_VISITED = (
    "the fullest faction it has no card of",
    "to feed the strongest faction",
    "which helps its own cards most",
    "the fullest faction it has no card of",
)
WHY_AWAY = (
    "has a card of every faction with cubes",
    "finds no cubes that would reach the strongest faction",
    "finds no faction that would help its cards",
    "has a card of every faction with cubes",
)


def played_text(why: int, card: str, led: str, off: str, player: str) -> str:
    """Describe the Emissary's play and its motive; `off` is `no Ants and ` if it could not follow suit."""
    told = {
        emissary.LEADS: f"leads its highest card, {card}",
        emissary.TAKES: f"takes the trick with {card}, its weakest winning card",
        emissary.YIELDS: f"cannot win, so it plays its weakest card, {card}",
        emissary.GIVES: f"wants {player} to win this trick, so it plays {card}",
        emissary.STUCK: f"would rather lose but cannot, so it plays its highest card, {card}",
        emissary.SCHEMES: f"schemes: it plays {card} to get to the council",
        emissary.BREAKS: f"sees strong {led} and plays low, {card}, to get to the council",
    }[why]
    return f"The Emissary {f'has {off}' if off else ''}{told}."


def met_text(temper: int) -> str:
    return f"In this round the Emissary is the {NAMES[temper].capitalize()}: {PITCHES[temper]}."


def sided_text(suits: list[int], temper: int, tricks: int, bonus: int) -> str:
    sides = join_names([FACTIONS[suit] for suit in suits])
    if temper == emissary.COURTIER:
        told = f"The Emissary sides with the strongest faction, the {sides}"
    else:
        told = f"The Emissary is left with {sides}"
    return f"{told}: {count(tricks, 'point')} from tricks and {bonus} for them, {tricks + bonus} in all."

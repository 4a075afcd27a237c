"""The temperaments of the Emissary in words: what each does, in the order in which it decides, and why it did it."""

from bugbox.core.english import count, join_names
from bugbox.games.bug_council import temperament
from bugbox.games.bug_council.parts import FACTIONS, TEMPER_NAMES

NAMES = TEMPER_NAMES  # as the settings have them
PITCHES = (
    "it takes every trick that it can",
    "it takes tricks, and sides with whatever faction is strongest at the end",
    "it wants the council in the first trick and in the last",
    "it goes to the council to break up whatever is strong",
)

LEAD = "Leading, it plays its highest card."
FOLLOW = "Following, it takes the trick with its weakest card that wins; if none does, it plays its weakest card."
GIVE = "it leads its lowest card, and follows with its highest card that loses, or else its highest."
BREAK_UP = "At the council it sends round the fullest faction that it has no open card of."
PRIORITIES = (
    (f"In tricks 9 and 10, if the player can still be paid for No Allegiance, {GIVE}", LEAD, FOLLOW, BREAK_UP),
    (
        LEAD,
        FOLLOW,
        "At the council it sends round the fullest other faction of which a cube reaches the strongest.",
        "It scores the strongest faction instead of its cards.",
    ),
    (
        f"While the player can still be paid for No Allegiance, {GIVE}",
        "In tricks 1 and 10 it leads its weakest card, and follows suit with its lowest.",
        LEAD,
        FOLLOW,
        "At the council it sends round the faction that adds most cubes to those of its open cards.",
    ),
    (
        f"While the player can still be paid for No Allegiance, {GIVE}",
        "If the player leads a faction with three cubes or more, it follows suit with its lowest card.",
        LEAD,
        FOLLOW,
        BREAK_UP,
    ),
)

WHY_VISITED = (
    "the fullest faction that it has no card of",
    "to feed the strongest faction",
    "which helps its own cards most",
    "the fullest faction that it has no card of",
)
WHY_AWAY = (
    "has a card of every faction with cubes",
    "finds no cubes that would reach the strongest faction",
    "finds no faction that would help its cards",
    "has a card of every faction with cubes",
)


def played_text(why: int, card: str, led: str, off: str, player: str) -> str:
    """What the Emissary plays and why; `off` says that it could not follow."""
    told = {
        temperament.LEADS: f"leads its highest card, {card}",
        temperament.TAKES: f"takes the trick with {card}, its weakest card that wins{off}",
        temperament.YIELDS: f"cannot win and plays its weakest card, {card}{off}",
        temperament.GIVES: f"wants {player} to win this trick and plays {card}{off}",
        temperament.STUCK: f"would rather lose but cannot, and plays its highest card, {card}{off}",
        temperament.SCHEMES: f"schemes: it plays {card} to get to the council",
        temperament.BREAKS: f"sees strong {led} and plays low, {card}, to get to the council",
    }[why]
    return f"The Emissary {told}."


def met_text(temper: int) -> str:
    return f"The Emissary is the {NAMES[temper].capitalize()} in this round: {PITCHES[temper]}."


def sided_text(suits: list[int], temper: int, tricks: int, bonus: int) -> str:
    sides = join_names([FACTIONS[suit] for suit in suits])
    if temper == temperament.COURTIER:
        told = f"The Emissary sides with the strongest faction, the {sides}"
    else:
        told = f"The Emissary is left with {sides}"
    return f"{told}: {count(tricks, 'point')} from tricks and {bonus} for them, {tricks + bonus} in all."

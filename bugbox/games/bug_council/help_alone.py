"""What is said otherwise of an Emissary that plays by itself against one player."""

from bugbox.core.english import count, join_names
from bugbox.core.game import Help
from bugbox.games.bug_council import tempers
from bugbox.games.bug_council.parts import FACTIONS, SPARED_ALONE
from bugbox.games.bug_council.rules import BugCouncil
from bugbox.games.bug_council.temperament import COURTIER, its_allies

OPEN_CARD = "One of the Emissary's three open cards. It plays them by itself, as its temperament says."
DECK = "Closed. Before each trick but the first a card is turned over, so that three lie open."
NO_PICK = "The Emissary plays its cards by itself."
DOWN = (
    f"Win no more than {SPARED_ALONE} tricks in this round and you get the reward and a point for each cube in the "
    "chambers, and your trick points. With more tricks you only get those."
)


def explain_temper(position: BugCouncil) -> Help:
    """What it does, in the order in which it decides."""
    name = tempers.NAMES[position.temper].capitalize()
    return Help(f"The Emissary is the {name} in this round", tempers.PRIORITIES[position.temper], sides_text(position))


def explain_allies(position: BugCouncil) -> Help:
    strongest = "It scores the strongest faction, whatever cards it has left: a point for each of its cubes."
    left = "It scores the factions of the two cards that it has left: a point for each cube, and each faction once."
    lines = (strongest if position.temper == COURTIER else left,)
    return Help("The Emissary's allegiance", lines, sides_text(position))


def sides_text(position: BugCouncil) -> str:
    """What the factions that it sides with would pay now; until the last trick it has a card too many."""
    suits = [suit for suit in range(len(FACTIONS)) if its_allies(position) >> suit & 1]
    told = [f"{FACTIONS[suit]} {position.cubes[suit]}" for suit in suits]
    return f"Its factions now, with their cubes: {join_names(told)}."


def reward_text(position: BugCouncil) -> str:
    whole = position.reward + position.chambers
    pays = f"{position.reward} + {position.chambers} = {count(whole, 'point')}"
    return f"No Allegiance with {SPARED_ALONE} tricks at most pays {pays} now, and the tricks."


def allies_text(position: BugCouncil, nth_round: int) -> str:
    """`the Ants and the Flies`."""
    suits = [suit for suit in range(len(FACTIONS)) if position.allies[nth_round] >> suit & 1]
    return join_names([f"the {FACTIONS[suit]}" for suit in suits])

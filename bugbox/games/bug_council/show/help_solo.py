"""Help texts specific to the solo game."""

from bugbox.core.english import count, join_names
from bugbox.core.game import Help
from bugbox.games.bug_council.rules.box import FACTIONS, SPARED_ALONE
from bugbox.games.bug_council.rules.emissary import COURTIER, its_allies
from bugbox.games.bug_council.rules.turn import BugCouncil
from bugbox.games.bug_council.show import emissary_words

OPEN_CARD = "One of the Emissary's three face-up cards. It plays them itself, as its temperament says."
DECK = "Face down. Before each trick but the first a card is turned over, so that there are always three face up."
NO_PICK = "The Emissary plays its own cards."
DOWN = (
    f"Win no more than {SPARED_ALONE} tricks this round and you get the reward, a point for each cube in the Chambers "
    "and your trick points. Win more, and you only get your trick points."
)


def explain_temper(position: BugCouncil) -> Help:
    """List the temperament's priorities in order."""
    name = emissary_words.NAMES[position.temper].capitalize()
    return Help(
        f"In this round the Emissary is the {name}", emissary_words.PRIORITIES[position.temper], sides_text(position)
    )


def explain_allies(position: BugCouncil) -> Help:
    strongest = "It scores the strongest faction whatever cards it has left: a point for each cube there."
    left = "It scores the factions of the two cards it has left: a point for each cube, each faction only once."
    lines = (strongest if position.temper == COURTIER else left,)
    return Help("The Emissary's allegiance", lines, sides_text(position))


def sides_text(position: BugCouncil) -> str:
    """List what its factions would score now; until the last trick it has one card more than it will score."""
    suits = [suit for suit in range(len(FACTIONS)) if its_allies(position) >> suit & 1]
    told = [f"{FACTIONS[suit]} {position.cubes[suit]}" for suit in suits]
    return f"Its factions now, with their cubes: {join_names(told)}."


def reward_text(position: BugCouncil) -> str:
    whole = position.reward + position.chambers
    pays = f"{position.reward} + {position.chambers} = {count(whole, 'point')}"
    return f"No Allegiance pays {pays} now if you win no more than {SPARED_ALONE} tricks, and the tricks count too."


def allies_text(position: BugCouncil, nth_round: int) -> str:
    """Name the factions it scored: `the Ants and the Flies`."""
    suits = [suit for suit in range(len(FACTIONS)) if position.allies[nth_round] >> suit & 1]
    return join_names([f"the {FACTIONS[suit]}" for suit in suits])

"""The things of the council, each explained to one viewer."""

from bugbox.core.game import Help, Reader
from bugbox.games.bug_council.parts import CARDS
from bugbox.games.bug_council.rules import BugCouncil
from bugbox.games.bug_council.words import SUITS, card_text, the_card

CHAMBERS = Help("The Council Chambers", ("Cubes here stay for good and count for No Allegiance.",))
TILES = {
    f"tile:{suit}": Help(f"The {suit.capitalize()}", ("The more cubes, the stronger the suit.",)) for suit in SUITS
}
CARD_HELPS = {
    f"card:{card_text(card).replace(' ', '-')}": Help(
        the_card(card).capitalize(), ("Follow suit if you can; the strongest suit wins.",)
    )
    for card in range(CARDS)
}
BUTTONS = {
    "button:allegiance": Help("Allegiance", ("Your last card scores a point for each cube of its faction.",)),
    "button:none": Help("No Allegiance", ("Discard a card and win no trick: that pays a reward.",)),
    "button:decline": Help("No visit", ("All cubes stay where they are.",)),
}
HELPS = {"chambers": CHAMBERS, **TILES, **CARD_HELPS, **BUTTONS}


def explain(position: BugCouncil, thing: str, reader: Reader) -> Help | None:
    return HELPS.get(thing)

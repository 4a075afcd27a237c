"""Previews: the effect of playing a card, of keeping it as the last one, and of visiting a tile."""

from collections.abc import Sequence
from itertools import groupby

from bugbox.core.english import count, join_names
from bugbox.core.game import Reader
from bugbox.games.bug_council.rules import state
from bugbox.games.bug_council.rules.box import FACTIONS, SUIT_OF, VALUE_OF
from bugbox.games.bug_council.rules.council import visit
from bugbox.games.bug_council.rules.state import A_CUBE
from bugbox.games.bug_council.rules.turn import BugCouncil
from bugbox.games.bug_council.show.words import the_card


def sown(position: BugCouncil, suit: int) -> tuple[list[int], int]:
    """Return all cube counts after a visit and the number sent to the chambers, computed by the rules."""
    trial = position.blank()
    trial.copy_from(position)
    visit(trial, 0, suit)
    return [int(cubes) for cubes in trial.cubes], int(trial.chambers - position.chambers)


def strength_order(cubes: Sequence[int], start: bool = True) -> str:
    """List the factions by strength: `Bees 4, Ants and Flies 2, Cockroaches and Mosquitos 0.`"""
    suits = sorted(range(len(FACTIONS)), key=lambda suit: -cubes[suit])
    told = [
        f"{join_names([FACTIONS[suit] for suit in equals])} {many}"
        for many, equals in groupby(suits, key=lambda suit: cubes[suit])
    ]
    return f"{'Strength now: ' if start else ''}{', '.join(told)}."


class Prospect:
    """Previews of the cards in the reader's hand."""

    def __init__(self, position: BugCouncil, reader: Reader) -> None:
        self.position = position
        self.reader = reader
        self.seat = reader.viewer

    def in_trick(self, card: int) -> str:
        """Describe the card in the context of this trick, whether or not it is the reader's turn."""
        position = self.position
        suit = SUIT_OF[card]
        cubes = count(position.cubes[suit], "cube")
        if position.stage in (state.DECLARE, state.DISCARD):
            return f"{FACTIONS[suit]} have {cubes} now."
        if self.has_played():
            return f"You have played to this trick. {FACTIONS[suit]} have {cubes} now."
        if position.lead < 0:
            return f"If you lead it, everybody who can must follow with {FACTIONS[suit]} ({cubes})."
        if not position.may_follow(position.hands[self.seat]) >> card & 1:
            return f"You must follow suit with {FACTIONS[position.lead]}."
        return f"{FACTIONS[position.lead]} were led. {FACTIONS[suit]} have {cubes}."

    def has_played(self) -> bool:
        position = self.position
        return self.seat in [position.order[position.at + place] for place in range(position.played)]

    def worth(self, card: int) -> str:
        """Say whether the card would be winning and why, and whether it would earn the visit."""
        position = self.position
        if position.lead < 0 or self.has_played() or not self.is_playable(card):
            return ""
        lowest = ""
        if SUIT_OF[card] == position.lead and VALUE_OF[card] < position.low:
            lowest = " It would be the lowest on suit so far: if it stays so, you visit the council."
        return f"{self.winning(card)}{lowest}"

    def is_playable(self, card: int) -> bool:
        position = self.position
        is_trick = position.stage in (state.PLAY, state.SEND)
        return is_trick and bool(position.may_follow(position.hands[self.seat]) >> card & 1)

    def winning(self, card: int) -> str:
        position = self.position
        suit, best = SUIT_OF[card], position.best
        cubes, other = position.cubes[suit], position.strength // A_CUBE
        wins = cubes * A_CUBE + VALUE_OF[card] >= position.strength
        verdict = f"Played now, it would {'be' if wins else 'not be'} winning"
        ahead = f"{self.reader.whose(position.winner)} {the_card(best)[4:]}"
        if suit == SUIT_OF[best]:
            return f"{verdict}: {'higher' if wins else 'lower'} than {ahead}."
        if cubes != other:
            strong = FACTIONS[suit] if cubes > other else FACTIONS[SUIT_OF[best]]
            return f"{verdict}: {strong} are stronger, {count(max(cubes, other), 'cube')} to {min(cubes, other)}."
        tied = f"{FACTIONS[suit]} and {FACTIONS[SUIT_OF[best]]} are tied at {cubes}"
        if VALUE_OF[card] == VALUE_OF[best]:
            return f"{verdict}: {tied}, and of equal cards the later one wins."
        return f"{verdict}: {tied}, and it is {'higher' if wins else 'lower'} than {ahead}."

    def as_last(self, card: int) -> str:
        """State what the card would score as the last one if the round ended now."""
        position = self.position
        if position.stage != state.DECLARE and position.unallied >> self.seat & 1:
            return "You declared No Allegiance, so you will play every card."
        points = count(position.cubes[SUIT_OF[card]], "point")
        return f"As your last card it would score {points} now."

"""Bug Council of Backyardia: tricks, and a council that decides which suit is strong (Engro Games; Hanley, Engro)."""

from collections.abc import Mapping
from pathlib import Path

from bugbox.core.game import Game
from bugbox.core.settings import Setting, Value
from bugbox.games.bug_council import board, text, words
from bugbox.games.bug_council.brain import CouncilBrain
from bugbox.games.bug_council.help import explain
from bugbox.games.bug_council.layout import CouncilVariant
from bugbox.games.bug_council.parts import (
    EMISSARY,
    HIGHEST,
    MOST_ROUNDS,
    REWARD,
    TEMPER_NAMES,
    deck_up_to,
    fewest_values,
)
from bugbox.games.bug_council.rules import BugCouncil
from bugbox.games.bug_council.tensor import CouncilObserver
from bugbox.games.bug_council.view import view

BY_PLAYERS = "by-players"
DECKS = {BY_PLAYERS: 0, "to-12": 12, "to-11": 11, "to-10": 10, "to-8": 8}  # the highest value

TEMPERAMENTS = ("drawn", *TEMPER_NAMES)

SETTINGS = (
    Setting("rounds", int(MOST_ROUNDS), "How many rounds there are.", "BC-M2", range(1, int(MOST_ROUNDS) + 1)),
    Setting(
        "reward",
        int(REWARD),
        "Points for No Allegiance without a trick, before the chambers are added.",
        "BC-F7",
        range(21),
        title="No Allegiance reward",
    ),
    Setting("must_visit", False, "Nobody may decline to visit the council.", "BC-R9", title="Visits are compulsory"),
    Setting(
        "deck",
        BY_PLAYERS,
        "Which cards are in the deck.",
        "BC-R45",
        tuple(DECKS),
        texts=("by the number of players", "1 to 12", "1 to 11", "1 to 10", "1 to 8"),
    ),
    Setting(
        "start",
        "random",
        "Who leads the first trick.",
        "BC-M6",
        ("random", "first"),
        title="First leader",
        texts=("anyone, at random", "the player in seat 1"),
    ),
    Setting(
        "temperament",
        "drawn",
        "What the Emissary is like in a game for one.",
        "BC-M9",
        TEMPERAMENTS,
        title="Temperament of the Emissary (for one player)",
        texts=("another one each round, by lot", "Glutton", "Courtier", "Schemer", "Saboteur"),
    ),
)


def variant(seats: int, settings: Mapping[str, Value]) -> CouncilVariant:
    highest = DECKS[str(settings["deck"])] or HIGHEST[seats]
    return CouncilVariant(
        seats,
        int(settings["rounds"]),
        int(settings["reward"]),
        bool(settings["must_visit"]),
        settings["start"] == "random",
        deck_up_to(max(highest, fewest_values(seats))),
        TEMPERAMENTS.index(str(settings["temperament"])) - 1,
    )


def rivals(position: BugCouncil) -> tuple[str, ...]:
    return (EMISSARY,) if position.ranked > position.seats else ()


def measures(position: BugCouncil) -> dict[str, int]:
    pad = [score for player in view(position, -1).players for score in player.rounds]
    unallied = [score for score in pad if score.card is None and not score.allies]
    return {
        "winners": sum(position.place(who) == 1 for who in range(position.ranked)),
        "paid": sum(score.tricks + score.bonus for score in pad),
        "no_allegiance": len(unallied),
        "without_tricks": sum(score.tricks == 0 for score in unallied),
        "chambers": position.chambers,
    }


GAME = Game(
    name="bug-council",
    title="Bug Council of Backyardia",
    pitch="Take tricks while the suits gain and lose power, and hold back a card of a strong one.",
    minutes=45,
    seats=range(1, 6),
    version=1,
    status="complete",
    settings=SETTINGS,
    variant=variant,
    position=BugCouncil,
    view=view,
    observer=CouncilObserver(),
    measures=measures,
    words=words,
    text=text,
    board=board,
    explain=explain,
    folder=Path(__file__).parent,
    rivals=rivals,
    brain=CouncilBrain,
    label=words.label,
    colours=text.COLOURS,
)

"""Bug Council of Backyardia: trick-taking where a council sets suit strength (Engro Games; Hanley, Engro)."""

from collections.abc import Mapping
from pathlib import Path

from bugbox.core.game import Game
from bugbox.core.settings import Setting, Value
from bugbox.games.bug_council.bot.brain import CouncilBrain
from bugbox.games.bug_council.observation import CouncilObserver
from bugbox.games.bug_council.rules.box import (
    EMISSARY,
    HIGHEST,
    MOST_ROUNDS,
    NONE,
    REWARD,
    TEMPER_NAMES,
    deck_up_to,
    fewest_values,
)
from bugbox.games.bug_council.rules.state import CouncilVariant
from bugbox.games.bug_council.rules.turn import BugCouncil
from bugbox.games.bug_council.show import board, text, words
from bugbox.games.bug_council.show.help import explain
from bugbox.games.bug_council.show.view import view

BY_PLAYERS = "by-players"
DECKS = {BY_PLAYERS: 0, "to-12": 12, "to-11": 11, "to-10": 10, "to-8": 8}  # highest value

AT_RANDOM, LAST = "random", "last"
LEADERS = {AT_RANDOM: int(NONE), "first": 0, "second": 1, "third": 2, "fourth": 3}  # seat; LAST is computed

TEMPERAMENTS = ("drawn", *TEMPER_NAMES)

SETTINGS = (
    Setting("rounds", int(MOST_ROUNDS), "How many rounds you play.", "BC-M2", range(1, int(MOST_ROUNDS) + 1)),
    Setting(
        "reward",
        int(REWARD),
        "Points for No Allegiance if you win no tricks; cubes in the Chambers are added to them.",
        "BC-F7",
        range(21),
        title="No Allegiance reward",
    ),
    Setting(
        "must_visit",
        False,
        "Players cannot skip a visit to the council; in a solo game the Emissary still can.",
        "BC-R9",
        title="Visits are compulsory",
    ),
    Setting(
        "deck",
        BY_PLAYERS,
        "Which cards are in the deck.",
        "BC-R45",
        tuple(DECKS),
        texts=("as usual for the number of players", "1 to 12", "1 to 11", "1 to 10", "1 to 8"),
    ),
    Setting(
        "start",
        AT_RANDOM,
        "Who leads the first trick.",
        "BC-M6",
        (*LEADERS, LAST),
        title="First leader",
        texts=(
            "anyone, at random",
            *(f"the player in seat {number}" for number in range(1, 5)),
            "the player in the last seat",
        ),
        seats=(1, 1, 2, 3, 4, 1),
    ),
    Setting(
        "temperament",
        "drawn",
        "How the Emissary plays against you.",
        "BC-M9",
        TEMPERAMENTS,
        title="Temperament of the Emissary in a solo game",
        texts=("a new one each round, at random", "Glutton", "Courtier", "Schemer", "Saboteur"),
    ),
)


def variant(seats: int, settings: Mapping[str, Value]) -> CouncilVariant:
    highest = DECKS[str(settings["deck"])] or HIGHEST[seats]
    return CouncilVariant(
        seats,
        int(settings["rounds"]),
        int(settings["reward"]),
        bool(settings["must_visit"]),
        LEADERS.get(str(settings["start"]), seats - 1),
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

"""Bug Race: six legs, one body, and the line ahead (Right Games 2014; Konnov and Shklyarov)."""

from collections.abc import Mapping
from pathlib import Path

from bugbox.core.game import Game
from bugbox.core.settings import Setting, Value
from bugbox.games.bug_race import board, text, words
from bugbox.games.bug_race.brain import RaceBrain
from bugbox.games.bug_race.help import explain
from bugbox.games.bug_race.parts import DECKS
from bugbox.games.bug_race.rules import BugRace, RaceVariant
from bugbox.games.bug_race.tensor import RaceObserver
from bugbox.games.bug_race.view import view

SETTINGS = (
    Setting("expert", False, "Draft four cards a turn instead of two.", "RC-F7", title="Expert game"),
    Setting(
        "segments", 15, "In segments, start and finish included.", "RC-M8", range(8, 31), title="Length of the track"
    ),
    Setting("play_on", False, "Race on for second and third place.", "RC-R26", title="Play to the last"),
    Setting(
        "deck",
        "two-to-four",
        "How many legs the cards show.",
        "RC-M3",
        tuple(DECKS),
        texts=("two to four legs", "two or three legs"),
    ),
    Setting(
        "earlier_card",
        False,
        "When even the legs are equal, crossing with an earlier card wins.",
        "RC-R33",
        title="One more tie-break",
    ),
)


def variant(seats: int, settings: Mapping[str, Value]) -> RaceVariant:
    return RaceVariant(
        seats,
        int(settings["segments"]),
        bool(settings["expert"]),
        bool(settings["play_on"]),
        bool(settings["earlier_card"]),
        DECKS[str(settings["deck"])],
    )


def measures(position: BugRace) -> dict[str, int]:
    return {"turns": position.turn, "winners": sum(position.place(seat) == 1 for seat in range(position.seats))}


GAME = Game(
    name="bug-race",
    title="Bug Race",
    pitch="Draft the cards that move your beetle's six legs, and cross the line before it trips.",
    minutes=20,
    seats=range(2, 5),
    version=2,
    status="complete",
    settings=SETTINGS,
    variant=variant,
    position=BugRace,
    view=view,
    observer=RaceObserver(),
    measures=measures,
    brain=RaceBrain,
    words=words,
    text=text,
    board=board,
    explain=explain,
    folder=Path(__file__).parent,
    label=words.label,
    colours=text.COLOURS,
)

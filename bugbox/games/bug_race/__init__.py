"""Bug Race: six legs, one body, and the line ahead (Right Games 2014; Konnov and Shklyarov)."""

from collections.abc import Mapping
from pathlib import Path

from bugbox.core.game import Game
from bugbox.core.settings import Setting, Value
from bugbox.games.bug_race.bot.brain import RaceBrain
from bugbox.games.bug_race.observation import RaceObserver
from bugbox.games.bug_race.rules.box import DECKS
from bugbox.games.bug_race.rules.turn import BugRace, RaceVariant
from bugbox.games.bug_race.show import board, text, words
from bugbox.games.bug_race.show.help import explain
from bugbox.games.bug_race.show.view import view

SETTINGS = (
    Setting("expert", False, "Draft four cards a turn instead of two.", "RC-F7", title="Expert game"),
    Setting(
        "segments", 15, "In segments, including start and finish.", "RC-M8", range(8, 31), title="Length of the track"
    ),
    Setting(
        "play_on",
        False,
        "Keep racing for second and third place after the winner crosses the line.",
        "RC-R26",
        title="Race on",
    ),
    Setting(
        "deck",
        "two-to-four",
        "How many legs each card moves.",
        "RC-M3",
        tuple(DECKS),
        texts=("two to four legs", "two or three legs"),
    ),
    Setting(
        "earlier_card",
        False,
        "If all the legs are level too, the beetle that crossed with an earlier card wins.",
        "RC-R33",
        title="Extra tie-breaker",
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
    pitch="Draft the cards that move your beetle's six legs, and be first across the line.",
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

"""GAMES: the registry. To add a game is to add its folder and a line here."""

from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches

from bugbox.art import emblems
from bugbox.art.svg import Markup
from bugbox.core.errors import WrongSetting
from bugbox.core.game import Game
from bugbox.games import bug_council, bug_race, bugs_on_rugs, ladybugs

GAMES: dict[str, Game] = {
    game.name: game for game in (bug_race.GAME, bugs_on_rugs.GAME, ladybugs.GAME, bug_council.GAME)
}


@dataclass(frozen=True)
class Planned:
    """A game that belongs into the box and is not there yet."""

    name: str
    title: str
    pitch: str
    minutes: int
    seats: range
    emblem: Callable[[], Markup]


PLANNED = (
    Planned(
        "caterpillar",
        "Caterpillar Filler",
        "Eat flowers, grow longer than the others, and steer clear of the wasps.",
        30,
        range(2, 5),
        emblems.caterpillar_filler,
    ),
)


def find(name: str) -> Game:
    if name in GAMES:
        return GAMES[name]
    near = get_close_matches(name, GAMES, 1)
    hint = f"did you mean {near[0]}?" if near else f"the games are {', '.join(GAMES)}."
    raise WrongSetting(f"There is no game {name!r}; {hint}")

"""GAMES: the registry. To add a game is to add its folder and a line here."""

from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches

from bugbox.art import emblems
from bugbox.art.svg import Markup
from bugbox.core.errors import WrongSetting
from bugbox.core.game import Game
from bugbox.games import bug_race, bugs_on_rugs, caterpillar, ladybugs

GAMES: dict[str, Game] = {
    game.name: game for game in (bug_race.GAME, bugs_on_rugs.GAME, ladybugs.GAME, caterpillar.GAME)
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
        "bug-council",
        "Bug Council of Backyardia",
        "Take tricks while the suits gain and lose power, and hold back a card of a strong one.",
        45,
        range(1, 6),
        emblems.bug_council,
    ),
)


def find(name: str) -> Game:
    if name in GAMES:
        return GAMES[name]
    near = get_close_matches(name, GAMES, 1)
    hint = f"did you mean {near[0]}?" if near else f"the games are {', '.join(GAMES)}."
    raise WrongSetting(f"There is no game {name!r}; {hint}")

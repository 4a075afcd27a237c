"""GAMES: the registry. To add a game is to add its folder and a line here."""

from difflib import get_close_matches

from bugbox.core.errors import WrongSetting
from bugbox.core.game import Game
from bugbox.games import bug_race

GAMES: dict[str, Game] = {game.name: game for game in (bug_race.GAME,)}


def find(name: str) -> Game:
    if name in GAMES:
        return GAMES[name]
    near = get_close_matches(name, GAMES, 1)
    hint = f"did you mean {near[0]}?" if near else f"the games are {', '.join(GAMES)}."
    raise WrongSetting(f"There is no game {name!r}; {hint}")

"""GAMES: the registry. To add a game is to add its folder and a line here."""

from difflib import get_close_matches

from bugbox.core.errors import WrongSetting
from bugbox.core.game import Game
from bugbox.games import bug_council, bug_race, bugs_on_rugs, caterpillar, ladybugs

IN_THE_BOX = (bug_race, bugs_on_rugs, ladybugs, bug_council, caterpillar)
GAMES: dict[str, Game] = {folder.GAME.name: folder.GAME for folder in IN_THE_BOX}


def find(name: str) -> Game:
    if name in GAMES:
        return GAMES[name]
    near = get_close_matches(name, GAMES, 1)
    hint = f"did you mean {near[0]}?" if near else f"the games are {', '.join(GAMES)}."
    raise WrongSetting(f"There is no game {name!r}; {hint}")

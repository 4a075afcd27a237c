"""Tests. They add the toy game to the shipped games."""

from pathlib import Path

from bugbox.games import GAMES
from tests import toy

ROOT = Path(__file__).parent.parent
SHIPPED = dict(GAMES)
GAMES[toy.GAME.name] = toy.GAME

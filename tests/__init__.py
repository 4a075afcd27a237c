"""Tests. Where they run, the toy is in the box beside the games that are shipped."""

from pathlib import Path

from bugbox.games import GAMES
from tests import toy

ROOT = Path(__file__).parent.parent
SHIPPED = dict(GAMES)
GAMES[toy.GAME.name] = toy.GAME

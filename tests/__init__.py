"""Tests. Where they run, the toy is in the box beside the games that are shipped."""

from bugbox.games import GAMES
from tests import toy

SHIPPED = dict(GAMES)
GAMES[toy.GAME.name] = toy.GAME

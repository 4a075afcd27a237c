"""Customs of a table: how it is played that is no rule of its game, and is written in no record."""

from collections.abc import Mapping
from typing import Final, NamedTuple

ON, OFF, AT_ONCE, SLOW = "on", "off", "at once", "slow"
LONG_PAUSE: Final = 2.5  # seconds that bots take at least where they are slow


class Custom(NamedTuple):
    title: str
    help: str
    values: Mapping[str, str]  # each with how people read it; the empty one is as usual


CUSTOMS: Final[Mapping[str, Custom]] = {
    "hints": Custom(
        "Hints",
        "Players may ask a bot for a hint on their turn.",
        {"": "only when playing alone", ON: "on", OFF: "off"},
    ),
    "pace": Custom(
        "Bot speed",
        "Shortest time a bot takes over a move. Instant bots leave no time to take back a secret choice.",
        {"": "quick", AT_ONCE: "instant", SLOW: "unhurried, like a person"},
    ),
}

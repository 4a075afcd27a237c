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
        "Whoever is to decide can ask a bot for advice.",
        {"": "on if only one person plays", ON: "on", OFF: "off"},
    ),
    "pace": Custom(
        "Bots play",
        "How long they take at least before they move.",
        {"": "briskly", AT_ONCE: "at once", SLOW: "slowly, like people"},
    ),
}

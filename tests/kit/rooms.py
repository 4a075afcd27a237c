"""Rooms in memory with people and bots, without a server."""

from collections.abc import Callable

import msgspec
import pytest

from bugbox.core.game import Game
from bugbox.games import GAMES
from bugbox.table.rooms.room import Refused, Room, new_room

ANN, BOB, CLEO, DAN = (letter * 64 for letter in "abcd")
GAME = GAMES["bug-race"]  # for tests of any game: everybody chooses at once, in secret
SAME_DEVICE = "Ann's friend"


def empty_table(seats: int = 3, game: Game = GAME) -> Room:
    """Return a table with Ann as the host and nobody seated."""
    return Room(msgspec.structs.replace(new_room(game, seats, {}, ANN, listed=True), seed=1), [])


def table_of(*people: str, game: Game = GAME) -> Room:
    """Return Ann's table with these people, bots and open seats, before the match."""
    room = empty_table(len(people), game)
    kinds = {
        ANN: lambda seat: room.sit(ANN, "Ann"),
        BOB: lambda seat: room.sit(BOB, "Bob"),
        CLEO: lambda seat: room.sit(CLEO, "Cleo"),
        SAME_DEVICE: lambda seat: room.share_device(ANN, seat, "Amy"),
        "bot": lambda seat: room.put_bot(ANN, seat, "random"),
        "open": lambda seat: room.row,
    }
    for seat, person in enumerate(people):
        room.adopt(kinds[person](seat))
    return room


def match_of(*people: str, game: Game = GAME) -> Room:
    room = table_of(*people, game=game)
    room.adopt(room.start(ANN))
    return room


def play(room: Room, seat: int) -> None:
    """Play the first option of the seat."""
    room.apply(seat, room.playing().options(seat)[0])


def finished(*people: str) -> Room:
    room = match_of(*people)
    while not room.playing().over:
        play(room, room.playing().to_act[0])
    return room


def refused(ask: Callable[..., object], *what: object) -> str:
    """Return the reason for the refusal; fail if there is none."""
    with pytest.raises(Refused) as error:
        ask(*what)
    return str(error.value)


def names(room: Room) -> list[str]:
    return [seat.name for seat in room.row.seats]

"""What a browser may say on its socket, and what follows."""

from typing import Annotated

import msgspec

from bugbox.table.rooms.connection import Connection
from bugbox.table.rooms.live import LiveRoom
from bugbox.table.thinking import hints

Name = Annotated[str, msgspec.Meta(max_length=200)]


class Play(msgspec.Struct, tag="play", forbid_unknown_fields=True):
    asked: int
    option: str

    async def carry_out(self, live: LiveRoom, connection: Connection) -> None:
        await live.play(connection, self.asked, self.option)


class Undo(msgspec.Struct, tag="undo", forbid_unknown_fields=True):
    seq: int

    async def carry_out(self, live: LiveRoom, connection: Connection) -> None:
        await live.undo(connection, self.seq)


class Done(msgspec.Struct, tag="done", forbid_unknown_fields=True):
    """Nothing is to be taken back."""

    async def carry_out(self, live: LiveRoom, connection: Connection) -> None:
        live.done(connection)


class As(msgspec.Struct, tag="as", forbid_unknown_fields=True):
    """The curtain is lifted by the person at this seat."""

    seat: int

    async def carry_out(self, live: LiveRoom, connection: Connection) -> None:
        live.lift_curtain(connection, self.seat)


class React(msgspec.Struct, tag="react", forbid_unknown_fields=True):
    word: str

    async def carry_out(self, live: LiveRoom, connection: Connection) -> None:
        live.react(connection, self.word)


class Explain(msgspec.Struct, tag="explain", forbid_unknown_fields=True):
    thing: Name

    async def carry_out(self, live: LiveRoom, connection: Connection) -> None:
        live.explain(connection, self.thing)


class Hint(msgspec.Struct, tag="hint", forbid_unknown_fields=True):
    asked: int

    async def carry_out(self, live: LiveRoom, connection: Connection) -> None:
        hints.ask(live, connection, self.asked)


class Arrange(msgspec.Struct, tag="arrange", forbid_unknown_fields=True):
    """A custom of the table."""

    custom: Name
    value: Name

    async def carry_out(self, live: LiveRoom, connection: Connection) -> None:
        await live.change(lambda: live.room.arrange(connection.owner, self.custom, self.value))


class Bot(msgspec.Struct, tag="bot", forbid_unknown_fields=True):
    seat: int
    level: str

    async def carry_out(self, live: LiveRoom, connection: Connection) -> None:
        await live.change(lambda: live.room.put_bot(connection.owner, self.seat, self.level, live.missed()))


class Back(msgspec.Struct, tag="back", forbid_unknown_fields=True):
    seat: int

    async def carry_out(self, live: LiveRoom, connection: Connection) -> None:
        await live.change(lambda: live.room.come_back(connection.owner, self.seat))


class Open(msgspec.Struct, tag="open", forbid_unknown_fields=True):
    seat: int

    async def carry_out(self, live: LiveRoom, connection: Connection) -> None:
        await live.change(lambda: live.room.open_seat(connection.owner, self.seat))


class Share(msgspec.Struct, tag="share", forbid_unknown_fields=True):
    seat: int
    name: Name

    async def carry_out(self, live: LiveRoom, connection: Connection) -> None:
        await live.change(lambda: live.room.share_device(connection.owner, self.seat, self.name))


class Rename(msgspec.Struct, tag="rename", forbid_unknown_fields=True):
    seat: int
    name: Name

    async def carry_out(self, live: LiveRoom, connection: Connection) -> None:
        await live.change(lambda: live.room.rename(connection.owner, self.seat, self.name))


class Swap(msgspec.Struct, tag="swap", forbid_unknown_fields=True):
    seat: int
    other: int

    async def carry_out(self, live: LiveRoom, connection: Connection) -> None:
        await live.change(lambda: live.room.swap(connection.owner, self.seat, self.other))


class Leave(msgspec.Struct, tag="leave", forbid_unknown_fields=True):
    async def carry_out(self, live: LiveRoom, connection: Connection) -> None:
        await live.change(lambda: live.room.leave(connection.owner, live.here()))


class Start(msgspec.Struct, tag="start", forbid_unknown_fields=True):
    async def carry_out(self, live: LiveRoom, connection: Connection) -> None:
        await live.change(lambda: live.room.start(connection.owner))


class Fewer(msgspec.Struct, tag="fewer", forbid_unknown_fields=True):
    """Start without the seats that are open."""

    players: int

    async def carry_out(self, live: LiveRoom, connection: Connection) -> None:
        await live.change(lambda: live.room.start_with(connection.owner, self.players))


class Rematch(msgspec.Struct, tag="rematch", forbid_unknown_fields=True):
    async def carry_out(self, live: LiveRoom, connection: Connection) -> None:
        await live.rematch(connection)


Seats = Bot | Back | Open | Share | Rename | Swap | Leave
Message = Play | Undo | Done | As | React | Explain | Hint | Arrange | Seats | Start | Fewer | Rematch
MESSAGE = msgspec.json.Decoder(Message)

"""Hints: what a bot would do at my seat, told to nobody but me. A hint is no decision and changes nothing."""

from collections.abc import Awaitable, Sequence
from typing import TYPE_CHECKING, Final

import msgspec

from bugbox.art.svg import Markup, element, join
from bugbox.bots.analysis import Judged, scale
from bugbox.core.match import Match
from bugbox.table.rooms.connection import Connection
from bugbox.table.rooms.names import isolated_in
from bugbox.table.rooms.room import Refused
from bugbox.table.thinking.queue import Asker

if TYPE_CHECKING:
    from bugbox.table.rooms.live import LiveRoom

MOST: Final = 3
OFTEN: Final = 0.1  # of all simulations: what was tried less is hardly known

encode = msgspec.json.Encoder().encode


class Advice(msgspec.Struct, tag="advice", omit_defaults=True):
    """What is said to whoever has asked, after which move; and the options that are marked on the board."""

    asked: int
    panel: str
    options: list[str] = []


def ask(live: "LiveRoom", connection: Connection, asked: int) -> None:
    """The first answer comes at once; the hint when it is thought of, if it is still wanted then."""
    seat, owner, advised = live.eyes_of(connection).viewer, connection.owner, live.rooms.advised
    live.room.check_hint(seat, asked)
    known, said = live.hints.get(seat, (-1, b""))
    if known == asked:
        connection.send(said)
        return
    if owner in advised:
        raise Refused("One moment, please: a bot is still working on your last hint.")
    asker = Asker(connection.address, owner)
    judging = live.rooms.bot_pool.advise(live.room.playing(), seat, asker, live.room.row.id)  # as the match is now
    advised.add(owner)
    connection.send(encode(Advice(asked, str(element("p", "A bot is thinking …")))))
    live.rooms.in_background(think(live, connection, seat, asked, judging))


async def think(
    live: "LiveRoom", connection: Connection, seat: int, asked: int, judging: Awaitable[Sequence[Judged]]
) -> None:
    try:
        judged = await judging
    finally:
        live.rooms.advised.discard(connection.owner)
    if is_wanted(live, connection, seat, asked):
        said = encode(advice(live.room.playing(), asked, favourites(judged)))
        if judged:
            live.hints[seat] = asked, said
        connection.send(said)


def is_wanted(live: "LiveRoom", connection: Connection, seat: int, asked: int) -> bool:
    """Is the same still asked, and does the same person look through this browser?"""
    try:
        live.room.check_hint(seat, asked)
    except Refused:
        return False
    return connection in live.connections and live.eyes_of(connection).viewer == seat


def favourites(judged: Sequence[Judged]) -> list[Judged]:
    """What was tried often, the best first."""
    return [one for nth, one in enumerate(judged[:MOST]) if nth == 0 or one.share >= OFTEN]


# --- In words ---


def advice(match: Match, asked: int, best: Sequence[Judged]) -> Advice:
    if not best:
        return Advice(asked, str(element("p", "Sorry, no hint this time. Please ask again.")))
    title = element("p", element("b", "A bot's favourites"), f" ({scale(match.position.ranked)}):")
    items = [draw_favourite(match, one) for one in best]
    return Advice(asked, str(join(title, element("ol", *items))), [one.option for one in best])


def draw_favourite(match: Match, one: Judged) -> Markup:
    label, reason = match.game.label(one.option), isolated_in(one.why, match.players)
    why = [element("span", reason, class_="reason")] if reason else []
    return element("li", f"{label}: ", element("b", f"{one.worth:.0%}"), *why)

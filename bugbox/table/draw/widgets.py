"""What the table's drawings before, during and after a match share."""

from typing import NamedTuple

import msgspec

from bugbox.art.svg import Markup, element
from bugbox.bots.levels import FOR_PEOPLE, called
from bugbox.core.english import count
from bugbox.core.match import Match
from bugbox.table.rooms.room import Eyes, Room
from bugbox.table.storage.store import BROUGHT, OVER, Seat

OPEN_STAGES = (OVER, BROUGHT)  # nothing is hidden any more


class Presence(NamedTuple):
    """Who is looking: seats, and how many watchers; and who has been away for long."""

    seats: frozenset[int] = frozenset()
    watchers: int = 0
    missed: frozenset[int] = frozenset()  # seats


def draw_join(room: Room, eyes: Eyes) -> list[Markup]:
    """Whoever comes by the link gives a name and sits down."""
    if eyes.mine or not room.open_seats() or room.row.stage in OPEN_STAGES:
        return []
    name = element("input", name="name", maxlength=40, required=True, autocomplete="nickname", id="join-name")
    label = element("label", "Your name ", name)
    sit = element("button", "Sit down", class_="primary")
    return [element("form", label, sit, method="post", action=f"/table/{room.row.id}/sit", class_="join", id="join")]


def is_away(number: int, seat: Seat, eyes: Eyes, presence: Presence) -> bool:
    """Is this the seat of a person who is not looking, whether or not a bot plays for them meanwhile?"""
    return bool(seat.owner) and number not in eyes.mine and (bool(seat.level) or number not in presence.seats)


def absence(number: int, seat: Seat, eyes: Eyes, presence: Presence) -> str | None:
    """What a phone has room for instead of who_is(): one word where nobody sits who could play now."""
    if seat.is_open():
        return "empty"
    return "away" if is_away(number, seat, eyes, presence) else None


def who_is(number: int, seat: Seat, eyes: Eyes, presence: Presence) -> str:
    if seat.level and seat.owner:
        return "a bot is playing for you" if number in eyes.mine else "away; a bot is playing"
    if number in eyes.mine:
        return "you"
    if seat.level:
        return f"{called(seat.level)} bot" if seat.level in FOR_PEOPLE else "bot"
    if seat.is_open():
        return "nobody yet"
    return "away" if is_away(number, seat, eyes, presence) else "here"


def bot_text(level: str) -> str:
    """A level to choose from, and how strong it is: `Hunter (solid)`."""
    return f"{called(level)} ({FOR_PEOPLE[level]})"


def standing(match: Match, who: int) -> str:
    """The place at the end; whoever plays quite alone has points instead."""
    return f"place {match.position.place(who)}" if match.winners else count(match.points[who], "point")


def message(**fields: str | int) -> str:
    """What touching this sends."""
    return msgspec.json.encode(fields).decode()


def send_button(label: str, class_: str | None = None, disabled: bool = False, **fields: str | int) -> Markup:
    """Its id keeps a morph from making another button of it under somebody's finger."""
    name = f"do-{fields['type']}-{fields.get('seat', '')}"
    return element(
        "button", label, type="button", id=name, class_=class_, disabled=disabled, data_send=message(**fields)
    )

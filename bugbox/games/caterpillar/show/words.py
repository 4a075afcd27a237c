"""The texts of Caterpillar Filler: options, questions and log sentences. Texts about the result are in result.py."""

from bugbox.core.english import count
from bugbox.core.game import Reader
from bugbox.core.position import Event
from bugbox.games.caterpillar.rules import state
from bugbox.games.caterpillar.rules.box import RULES, SET_UPS
from bugbox.games.caterpillar.rules.spaces import SPACE_NAMES
from bugbox.games.caterpillar.rules.turn import CaterpillarFiller
from bugbox.games.caterpillar.rules.walk import GARDEN
from bugbox.games.caterpillar.show.result import result, sheet, why
from bugbox.games.caterpillar.show.text import RULE_LINES, SET_UP_LINES
from bugbox.games.caterpillar.show.view import WINDS

__all__ = ["VERBS", "ask", "label", "option_text", "picks", "result", "sentence", "sheet", "why"]

VERBS = frozenset({"step", "wasp", "no", "join", "plant"})
SIDES = ("clockwise", "anticlockwise")  # direction of the body from the head


# --- Options ---


def option_text(position: CaterpillarFiller, seat: int, option: int) -> str:
    if option < state.PUT_WASP:
        verb = "plant" if position.stage == state.PLANT else "step"
        return f"{verb} {SPACE_NAMES[option - int(state.STEP)]}"
    if option < state.NO_WASP:
        return f"wasp {SPACE_NAMES[option - int(state.PUT_WASP)]}"
    if option == state.NO_WASP:
        return "no wasp"
    index, side = divmod(option - int(state.REJOIN), 2)
    return f"join {SPACE_NAMES[GARDEN.edge[index]]} {SIDES[side]}"


def label(option: str) -> str:
    """Turn an option's text into the label of its button."""
    verb, space, *side = option.split()
    if verb == "step":
        return f"Crawl to {space}"
    if verb == "wasp":
        return f"Put a wasp on {space}"
    if verb == "plant":
        return f"Plant the flower on {space}"
    if verb == "join":
        return f"Come back: head on {space}, body {side[0]}"
    return "No wasp now"


def picks(position: CaterpillarFiller, seat: int, option: int) -> tuple[str, ...]:
    """Return what to touch: a space; a wasp, then its space; or, to re-join, the head's space and the next one."""
    if option < state.PUT_WASP:
        return (f"space:{SPACE_NAMES[option - int(state.STEP)]}",)
    if option < state.NO_WASP:
        return ("wasp", f"space:{SPACE_NAMES[option - int(state.PUT_WASP)]}")
    if option == state.NO_WASP:
        return ("no-wasp",)
    index, side = divmod(option - int(state.REJOIN), 2)
    head = f"space:{edge_name(index)}"
    if position.crawlers[seat].body == 0:
        return (head,)
    return (head, f"space:{edge_name(index - 1 if side else index + 1)}")


def edge_name(index: int) -> str:
    return SPACE_NAMES[GARDEN.edge[index % len(GARDEN.edge)]]


# --- Questions ---


def ask(position: CaterpillarFiller, reader: Reader) -> str:
    crawler = position.crawlers[reader.viewer]
    if position.stage == state.MOVE:
        return ask_move(position, reader.viewer)
    if position.stage == state.WASPING:
        return f"Put a wasp in the garden, or keep {'it' if crawler.wasps == 1 else 'them all'} for later."
    if position.stage == state.JOIN:
        body = ", then where the body goes" if crawler.body else ""
        return f"{why_out(position, reader.viewer)}Choose where your head comes back on the edge{body}."
    return f"{SPACE_NAMES[position.target]} is taken: choose one of the nearest free spaces for the flower."


def ask_move(position: CaterpillarFiller, seat: int) -> str:
    if position.left < position.rolled:
        return f"{count(position.left, 'space')} to go."
    wasp = ", or put a wasp in the garden first" if position.may_sting(seat) else ""
    return f"You rolled a {position.rolled}: crawl {count(position.rolled, 'space')}{wasp}."


def why_out(position: CaterpillarFiller, seat: int) -> str:
    """Say why this caterpillar is off the garden, according to the story."""
    for kind, who, *_ in reversed(position.story):
        if kind == state.BIT and who % 4 == seat:
            return "You were bitten! "
        if kind == state.STUCK and who == seat:
            return "You got stuck! "
    return ""


# --- The log ---


def sentence(event: Event, reader: Reader) -> str | None:
    return SENTENCES[event[0]](event[1:], reader)


def verb(seat: int, reader: Reader, one: str, many: str) -> str:
    """Return the verb form for a name (`has`) or for You (`have`)."""
    return many if seat == reader.viewer else one


def first(event: Event, reader: Reader) -> str:
    return f"{reader.does(event[0], 'take')} the first turn."


def rolled(event: Event, reader: Reader) -> str:
    return f"{reader.does(event[0], 'roll')} a {event[1]}."


def crawled(event: Event, reader: Reader) -> str:
    return f"{reader.does(event[0], 'crawl')} to {SPACE_NAMES[event[1]]}."


def ate(event: Event, reader: Reader) -> str:
    seat, space, length, *_ = event
    grows = verb(seat, reader, "is", "are")
    return f"{reader.does(seat, 'eat')} the flower on {SPACE_NAMES[space]} and {grows} now {length} long."


def bit(event: Event, reader: Reader) -> str:
    both, space, length, left = event
    seat, victim = divmod(both, 4)
    grows = f"{verb(seat, reader, 'is', 'are')} now {length} long"
    loses = f"{reader.name(victim)} {verb(victim, reader, 'leaves', 'leave')} the garden, {left} long"
    return f"{reader.does(seat, 'bite')} {reader.whom(victim)} on {SPACE_NAMES[space]} and {grows}. {loses}."


def turned(event: Event, reader: Reader) -> str:
    return f"The tiles say {SPACE_NAMES[event[0]]}."


def planted(event: Event, reader: Reader) -> str:
    space, named, *_ = event
    if space == named:
        return f"A new flower comes up on {SPACE_NAMES[space]}."
    return f"{SPACE_NAMES[named]} is taken: the new flower comes up on {SPACE_NAMES[space]}."


def stung(event: Event, reader: Reader) -> str:
    return f"{reader.does(event[0], 'put')} a wasp on {SPACE_NAMES[event[1]]}."


def stuck(event: Event, reader: Reader) -> str:
    seat, roll, *_ = event
    leaves = verb(seat, reader, "leaves", "leave")
    return f"{reader.name(seat)} cannot crawl {count(roll, 'space')} and {leaves} the garden."


def joined(event: Event, reader: Reader) -> str:
    seat, head, tail, *_ = event
    comes = f"{reader.does(seat, 'come')} back on the edge"
    if head == tail:
        return f"{comes}, on {SPACE_NAMES[head]}."
    return f"{comes}: head on {SPACE_NAMES[head]}, tail on {SPACE_NAMES[tail]}."


def no_room(event: Event, reader: Reader) -> str:
    return f"There is no room on the edge for {reader.whom(event[0])}."


def pushed(event: Event, reader: Reader) -> str:
    seat, start, end, *_ = event
    return f"{reader.does(seat, 'push')} the wasp from {SPACE_NAMES[start]} to {SPACE_NAMES[end]}."


def blew(event: Event, reader: Reader) -> str:
    wind, drifted, *_ = event
    flowers = f"{count(drifted, 'flower')} {'drifts' if drifted == 1 else 'drift'}" if drifted else "no flower drifts"
    return f"The wind blows to the {WINDS[wind]}: {flowers}."


def tied(event: Event, reader: Reader) -> str:
    return "No flower tiles are left, and it is a tie for longest: the first to pull ahead wins."


ENDINGS = {
    state.FULL: "The last body piece is in the garden: the game is over.",
    state.LONGEST: "No flower tiles are left, and one caterpillar is the longest: the game is over.",
    state.TIRED: "Nothing has changed for a long time: the game is over.",
}


def ended(event: Event, reader: Reader) -> str:
    return ENDINGS[event[0]]


def drew_set_up(event: Event, reader: Reader) -> str:
    return f"Drawn at random. {SET_UP_LINES[list(SET_UPS)[event[0]]]}"


def drew_rule(event: Event, reader: Reader) -> str:
    return f"Drawn at random. {RULE_LINES[RULES[event[0]]]}"


SENTENCES = {
    state.FIRST: first,
    state.ROLLED: rolled,
    state.CRAWLED: crawled,
    state.ATE: ate,
    state.BIT: bit,
    state.TURNED: turned,
    state.PLANTED: planted,
    state.STUNG: stung,
    state.STUCK: stuck,
    state.JOINED: joined,
    state.NO_ROOM: no_room,
    state.PUSHED: pushed,
    state.BLEW: blew,
    state.TIED: tied,
    state.ENDED: ended,
    state.DREW_SET_UP: drew_set_up,
    state.DREW_RULE: drew_rule,
}

"""Ladybugs in words: options, what is asked, and the log's sentences. What is said at the end is in result.py."""

from string import ascii_lowercase

from bugbox.core.english import count, join_names
from bugbox.core.game import ANY_ORDER, Reader
from bugbox.core.grid import chess_names, grid_of
from bugbox.core.position import Event, options_of
from bugbox.games.ladybugs.rules import state
from bugbox.games.ladybugs.rules.box import ACTIONS, COLUMNS, ROWS
from bugbox.games.ladybugs.rules.state import number_of, owner_of
from bugbox.games.ladybugs.rules.turn import Ladybugs
from bugbox.games.ladybugs.show.result import result, sheet, why

__all__ = ["VERBS", "ask", "label", "option_text", "picks", "result", "sentence", "sheet", "why"]

VERBS = frozenset({"begin", "start", "place", "spider", "put"})

SPACES = {rows: chess_names(grid_of(int(COLUMNS), rows)) for rows in set(ROWS.values())}  # by the rows of the board


def space_text(position: Ladybugs, space: int) -> str:
    """`e5`: as on a chessboard."""
    return SPACES[position.rows].names[space]


def action_names(actions: int) -> list[str]:
    return [name for nth, name in enumerate(ACTIONS) if actions >> nth & 1]


def placed_by(option: int) -> tuple[int, int, int]:
    """The number, the space and the set of action tiles of an option to place a tile."""
    actions = 0
    at = option - int(state.PLACE)
    if option >= state.PLACE_WITH:
        actions, at = divmod(option - int(state.PLACE_WITH), int(state.A_SET))
        actions += 1
    tile, space = divmod(at, int(state.A_TILE))
    return tile + 1, space, actions


def spider_goes(position: Ladybugs, option: int) -> tuple[int, int]:
    """The number of the tile that is given up, and where the spider goes."""
    tile, direction = divmod(option - int(state.SPIDER_GOES), 4)
    return tile + 1, position.grid().ahead(position.spider, direction, tile + 1)


def is_place(option: int) -> bool:
    return state.PLACE <= option < state.SPIDER_GOES or option >= state.PLACE_WITH


# --- Options ---


def option_text(position: Ladybugs, seat: int, option: int) -> str:
    if option < state.MARKER:
        return f"start {option - int(state.HOME) + 1}"
    if option < state.PLACE:
        return f"begin {space_text(position, position.marker(option - int(state.MARKER)))}"
    if is_place(option):
        number, space, actions = placed_by(option)
        spent = f" with {', '.join(action_names(actions))}" if actions else ""
        return f"place {number} {space_text(position, space)}{spent}"
    if option < state.SPIDER_BEGINS:
        number, space = spider_goes(position, option)
        return f"spider {number} {space_text(position, space)}"
    return f"put spider {space_text(position, position.middle(option - int(state.SPIDER_BEGINS)))}"


def label(option: str) -> str:
    """An option's text as people read it on a button."""
    verb, *words = option.split()
    if verb == "begin":
        return f"Begin on {words[0]}"
    if verb == "start":
        return f"Place the {words[0]} on your start space"
    if verb == "put":
        return f"Put the spider on {words[1]}"
    if verb == "spider":
        return f"Discard the {words[0]} and move the spider to {words[1]}"
    spent = option.partition(" with ")[2]
    return f"Place the {words[0]} on {words[1]}{f' with {with_articles(spent)}' if spent else ''}"


def with_articles(spent: str) -> str:
    return join_names([f"the {name}" for name in spent.split(", ")])


def picks(position: Ladybugs, seat: int, option: int) -> tuple[str, ...]:
    """A tile and a space in any order; after action tiles or the spider it takes a tile first, and the space last."""
    if option < state.MARKER:
        hand = f"{ANY_ORDER}hand:{option - int(state.HOME) + 1}"
        return (hand, f"{ANY_ORDER}{space_pick(position, position.start_space[seat])}")
    if option < state.PLACE:
        return (space_pick(position, position.marker(option - int(state.MARKER))),)
    if is_place(option):
        number, space, actions = placed_by(option)
        spent = [f"{ANY_ORDER}action:{name}" for name in action_names(actions)]
        target = space_pick(position, space)
        return (f"{ANY_ORDER}hand:{number}", *spent, target if spent else f"{ANY_ORDER}{target}")
    if option < state.SPIDER_BEGINS:
        number, space = spider_goes(position, option)
        return (f"{ANY_ORDER}hand:{number}", f"{ANY_ORDER}spider", space_pick(position, space))
    return (space_pick(position, position.middle(option - int(state.SPIDER_BEGINS))),)


def space_pick(position: Ladybugs, space: int) -> str:
    return f"space:{space_text(position, space)}"


# --- What is asked ---

ASKS = {
    state.SETTLE: "Choose the space where you want to begin.",
    state.START: "Choose a tile for your start space. Everybody reveals theirs together.",
    state.SPIN: "Choose the space where the spider begins.",
}


def ask(position: Ladybugs, reader: Reader) -> str:
    if position.stage != state.PLAY:
        return ASKS[position.stage]
    options = options_of(position, reader.viewer)
    home, spider = options[0] < state.MARKER, position.with_spider
    if any(state.PLACE <= option < state.SPIDER_GOES for option in options):
        return COUNT + INSTEAD[home, spider]
    if any(is_place(option) for option in options):
        return COUNT_WITH_HELP + INSTEAD[home, spider]
    return STUCK[home, spider]


# By whether a tile may go on the start space without counting, and whether there is a spider. Three lines on a phone.
COUNT = "Place a tile: count from one of your ladybugs"
COUNT_WITH_HELP = "Place a tile with the help of an action tile"
INSTEAD = {
    (False, False): ".",
    (True, False): ", or use your start space (once a game).",
    (False, True): ", or discard one for the spider.",
    (True, True): ", use your start space (once) or the spider.",
}
STUCK = {
    (True, False): "You cannot count to any space: place a tile on your start space.",
    (True, True): "You cannot count to any space: use your start space, or discard a tile for the spider.",
    (False, True): "You cannot place a tile anywhere: discard one to move the spider.",
}


# --- The log ---


def sentence(event: Event, reader: Reader) -> str | None:
    return SENTENCES[event[0]](event[1:], reader)


def spot(told: int) -> str:
    """A space of an event: the story counts rows from below, so its name is the same on every board."""
    row, column = divmod(told, int(COLUMNS))
    return f"{ascii_lowercase[column]}{row + 1}"


def first(event: Event, reader: Reader) -> str:
    return f"{reader.does(event[0], 'take')} the first turn."


def settled(event: Event, reader: Reader) -> str:
    return f"{reader.does(event[0], 'begin')} on {spot(event[1])}."


def chose(event: Event, reader: Reader) -> str | None:
    seat, number, *_ = event
    if not reader.may_read(seat):
        return None
    return f"{reader.does(seat, 'choose')} a {number} for {their(seat, reader)} start space."


def their(seat: int, reader: Reader) -> str:
    return "your" if seat == reader.viewer else "their"


def started(event: Event, reader: Reader) -> str:
    tile, space, *_ = event
    return f"{reader.does(owner_of(tile), 'start')} with a {number_of(tile)} on {spot(space)}."


def spun(event: Event, reader: Reader) -> str:
    return f"{reader.does(event[0], 'put')} the spider on {spot(event[1])}."


def placed(event: Event, reader: Reader) -> str:
    tile, space, covered, how = event
    actions, counted = divmod(how, int(state.A_TILE))
    seat = owner_of(tile)
    does = reader.does(seat, "place")
    if actions:
        spent = with_articles(", ".join(action_names(actions)))
        does = f"{reader.does(seat, 'use')} {spent} and {'place' if seat == reader.viewer else 'places'}"
    over = f" and {covering(tile, covered, reader)}" if covered else ""
    return f"{does} a {number_of(tile)} on {spot(space)}, counting from {spot(counted)}{over}."


def covering(tile: int, covered: int, reader: Reader) -> str:
    """`covering Ann's 3`."""
    whose = f"{their(owner_of(tile), reader)} own" if owner_of(covered) == owner_of(tile) else ""
    return f"covering {whose or reader.whose(owner_of(covered))} {number_of(covered)}"


def topped(event: Event, reader: Reader) -> str:
    tile, space, covered, _ = event
    seat = owner_of(tile)
    where = f"{their(seat, reader)} start space {spot(space)} without counting"
    over = f", {covering(tile, covered, reader)}" if covered else ""
    return f"{reader.does(seat, 'place')} a {number_of(tile)} on {where}{over}."


def found(event: Event, reader: Reader) -> str:
    seat, space, worth, _ = event
    told = f": it is worth {count(worth, 'point')}" if reader.may_read(seat) else ""
    return f"{reader.does(seat, 'take')} the clover on {spot(space)}{told}."


def crawled(event: Event, reader: Reader) -> str:
    tile, space, eaten, _ = event
    seat = owner_of(tile)
    moves = "move" if seat == reader.viewer else "moves"
    meal = ""
    if eaten:
        own = owner_of(eaten) == seat
        whose = f"{their(seat, reader)} own" if own else reader.whose(owner_of(eaten))
        meal = f", where it eats {whose} {number_of(eaten)}"
    return f"{reader.does(seat, 'discard')} a {number_of(tile)} and {moves} the spider to {spot(space)}{meal}."


def drew(event: Event, reader: Reader) -> str | None:
    seat, number, *_ = event
    return f"{reader.does(seat, 'draw')} a {number}." if reader.may_read(seat) else None


def stuck(event: Event, reader: Reader) -> str:
    are = "are" if event[0] == reader.viewer else "is"
    return f"{reader.name(event[0])} cannot place any more tiles and {are} out until the scoring."


def scored(event: Event, reader: Reader) -> str:
    return "No more tiles can be placed, so the beds are scored."


SENTENCES = {
    state.FIRST: first, state.SETTLED: settled, state.CHOSE: chose, state.STARTED: started, state.SPUN: spun,
    state.PLACED: placed, state.TOPPED: topped, state.FOUND: found, state.CRAWLED: crawled, state.DREW: drew,
    state.STUCK: stuck, state.SCORED: scored,
}  # fmt: skip

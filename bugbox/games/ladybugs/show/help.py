"""The things in the garden, each explained to one viewer by what that viewer may know."""

from collections.abc import Iterable

from bugbox.art.svg import element
from bugbox.core.english import count, join_names
from bugbox.core.game import Help, Reader
from bugbox.games.ladybugs.rules import state
from bugbox.games.ladybugs.rules.box import ACTIONS, COLUMNS, COPIES, FLOWERS, HIGHEST_STACK, NUMBERS
from bugbox.games.ladybugs.rules.scoring import bed_points
from bugbox.games.ladybugs.rules.state import number_of, owner_of
from bugbox.games.ladybugs.rules.turn import Ladybugs
from bugbox.games.ladybugs.show.free_placement import BLOCKED, LEFT, LOST, USED, free_placement, is_full
from bugbox.games.ladybugs.show.ground import ghost, outline, ring, spots_of, way
from bugbox.games.ladybugs.show.result import clovers_of, dots_in
from bugbox.games.ladybugs.show.tiles import (
    action_picture,
    clover_picture,
    flower_picture,
    home_picture,
    spider_picture,
    tile_picture,
)
from bugbox.games.ladybugs.show.view import view
from bugbox.games.ladybugs.show.what_if import Prospect
from bugbox.games.ladybugs.show.words import SPACES, action_names, space_text

DOES = {
    "Stag Beetle": "Place your tile on a stack of exactly two.",
    "Grasshopper": "Count over tiles and stacks that are in the way.",
    "Rhinoceros Beetle": "Count one space more or one less than the dots on the tile you count from.",
}
ONCE = (
    "Pick it along with a tile and a space. You can use it once.",
    "If you still have it at the end, it is worth a point.",
)
SPIDER = (
    "Instead of placing a tile you may discard it: the spider moves that far in a straight line, over anything.",
    "It eats the top tile where it lands. Nobody can place a tile on its space.",
)
CLOVER = ("The first to place a tile here takes it and looks at it in secret: it is worth 1, 2 or 3 points.",)
MEADOW = "Tiles on the meadow never score, but you can count from them."


def explain(position: Ladybugs, thing: str, reader: Reader) -> Help | None:
    kind, _, which = thing.partition(":")
    seats = {str(seat): seat for seat in range(position.seats)}
    names = SPACES[position.rows].names[: position.rows * int(COLUMNS)]
    if kind == "space" and which in names:
        return explain_space(position, names.index(which), reader)
    if kind == "bed" and which in map(str, range(1, position.beds + 1)):
        return explain_bed(position, int(which), reader)
    if kind == "hand" and which in map(str, range(1, int(NUMBERS) + 1)):
        return explain_held(position, int(which), reader)
    if kind == "action" and which in ACTIONS:
        return explain_action(position, which, reader)
    if kind in OF_PLAYERS and which in seats:
        return OF_PLAYERS[kind](position, seats[which], reader)
    if thing == "spider":
        return explain_spider(position, reader)
    return Help("A lucky clover", CLOVER, picture=clover_picture()) if thing == "clover" else None


# --- Spaces ---


def explain_space(position: Ladybugs, space: int, reader: Reader) -> Help:
    """What lies there, what it counts, and what a tile of mine would do."""
    bed = position.bed[space]
    ahead = Prospect(position, reader)
    lines = [*lying(position, space, reader), standing(position, bed, reader) if bed else MEADOW]
    if position.clover[space] and position.with_clovers:
        lines[:0] = CLOVER
    where = f"{FLOWERS[bed - 1].capitalize()} bed" if bed else "Meadow"
    found = Help(f"{space_text(position, space)}: {on_top(position, space, reader) or where}", tuple(lines))
    top = position.top(space)
    picture = tile_picture(owner_of(top), number_of(top)) if top else flower_picture(FLOWERS[bed - 1]) if bed else ""
    sources = ahead.sources(space)
    marks = [mark for source in sources for mark in (way(source, space), ring(source))]
    return found._replace(worth=ahead.worth(space), picture=picture, ghosts=ghost(*marks, *[ring(space)] * bool(marks)))


def on_top(position: Ladybugs, space: int, reader: Reader) -> str:
    top = position.top(space)
    if space == position.spider and position.with_spider:
        return "the spider"
    if position.clover[space] and position.with_clovers:
        return "a lucky clover"
    return tile_text(top, reader) if top else ""


def tile_text(tile: int, reader: Reader) -> str:
    return f"{reader.whose(owner_of(tile))} {number_of(tile)}"


def lying(position: Ladybugs, space: int, reader: Reader) -> Iterable[str]:
    """The tiles of a space, and who may cover them."""
    first, height = space * int(HIGHEST_STACK), position.height[space]
    tiles = [position.tiles[first + level] for level in range(height)]
    if not tiles:
        return
    yield f"{reader.name(owner_of(tiles[-1]))} can count {count(number_of(tiles[-1]), 'space')} from this tile."
    if tiles[1:]:
        yield covered_text(tiles[:-1], position.with_spider, reader)
    for seat in range(position.seats):
        if position.start_space[seat] == space and position.guarded >> seat & 1:
            yield f"This is {reader.whose(seat)} start space: nobody else may place a tile here."
            if height > 1:
                many = "two" if height == 2 else "three"
                yield f"With {many} tiles on it, it is closed to {reader.whom(seat)} as well{stag(position, height)}."
            return
    if height == 2:
        yield f"A stack of two is never covered{stag(position, height)}."
    elif height > 2:
        yield "Nobody can cover a stack of three."


def covered_text(tiles: list[int], with_spider: bool, reader: Reader) -> str:
    """Of those below the top, from below."""
    below = join_names([tile_text(tile, reader) for tile in reversed(tiles)])
    lie = "lie" if tiles[1:] else "lies"
    if not with_spider:
        return f"Below it {lie} {below}, out of the game: only the top tile counts."
    which = "; the next one" if tiles[1:] else ", which"
    return f"Below it {lie} {below}{which} counts again if the spider eats the tile on top."


def stag(position: Ladybugs, height: int) -> str:
    return ", except with the Stag Beetle" if position.with_actions and height == 2 else ""


# --- Beds ---


def explain_bed(position: Ladybugs, bed: int, reader: Reader) -> Help:
    size = position.bed_size[bed]
    second = f", the second most {size // 2}" if position.seats > 2 else ""
    lines = [
        f"At the end the most dots here score {count(size, 'point')}{second}. Players who are level score the same."
    ]
    lines.append(standing(position, bed, reader))
    if bed == position.centre:
        lines.append("If points are equal in the end, the player with more dots in this bed is ahead.")
    garden = tuple(position.bed[space] for space in range(position.rows * int(COLUMNS)))
    fence = outline(tuple(spots_of(garden, bed)), 0.5)
    name = FLOWERS[bed - 1]
    title = f"{name.capitalize()} bed{', in the centre' if bed == position.centre else ''}"
    worth = needs(position, bed, reader)
    return Help(title, tuple(lines), worth, flower_picture(name), ghost(element("path", d=fence, class_="ring")))


def standing(position: Ladybugs, bed: int, reader: Reader) -> str:
    """`Ann has 10 dots, you have 6.`"""
    dots = dots_in(position, bed)
    seats = sorted((seat for seat in range(position.seats) if dots[seat]), key=lambda seat: -dots[seat])
    if not seats:
        return f"Nobody has a tile in this bed of {position.bed_size[bed]} yet."
    told = [f"{reader.whom(seat)} {dots[seat]}" for seat in seats]
    return f"Dots in this bed of {position.bed_size[bed]}: {', '.join(told)}."


def needs(position: Ladybugs, bed: int, reader: Reader) -> str:
    """How far I am from the lead, or ahead of the next."""
    if reader.viewer < 0:
        return ""
    dots = dots_in(position, bed)
    mine = dots[reader.viewer]
    most = max(many for seat, many in enumerate(dots) if seat != reader.viewer)
    if mine > most:
        return f"You lead by {count(mine - most, 'dot')}." if most else "You have it to yourself."
    if not most:
        return "One tile, and the bed is yours for now."
    if mine == most:
        return "You share the lead: one more dot and it is yours alone."
    return f"You need {most - mine + 1} more dots to lead, {most - mine} to draw level."


# --- My tiles ---


def explain_held(position: Ladybugs, number: int, reader: Reader) -> Help:
    ahead = Prospect(position, reader)
    lines = (
        f"It adds {count(number, 'dot')} to the bed you place it in.",
        f"Once it lies in the garden, you can count {count(number, 'space')} from it.",
    )
    seat = max(reader.viewer, 0)
    found = Help(f"A {number}", lines, picture=tile_picture(seat, number))
    if not ahead.holds(number):
        return found
    marks = [ring(source) for source in ahead.leading()]
    return found._replace(title=f"Your {number}", worth=ahead.best(number), ghosts=ghost(*marks))


def explain_action(position: Ladybugs, name: str, reader: Reader) -> Help:
    spaces = Prospect(position, reader).opened(1 << ACTIONS.index(name))
    worth = f"Right now it would open {count(len(spaces), 'more space')} to you." if spaces else ""
    marks = [ring(space, "aim") for space in spaces]
    return Help(f"The {name}", (DOES[name], *ONCE), worth, action_picture(name), ghost(*marks))


def explain_spider(position: Ladybugs, reader: Reader) -> Help:
    walks = Prospect(position, reader).crawls
    told = [
        f"{tile_text(position.top(space), reader)} (with your {number})"
        for number, space in walks
        if position.top(space)
    ]
    worth = f"Right now it could eat {', '.join(told)}." if told else "Right now it would eat nothing." * bool(walks)
    marks = [ring(space, "aim") for space in sorted({space for _, space in walks})]
    return Help("The spider", SPIDER, worth, spider_picture(), ghost(*marks))


# --- What players have ---


def explain_points(position: Ladybugs, seat: int, reader: Reader) -> Help:
    beds = {bed: bed_points(position, bed, seat) for bed in range(1, position.beds + 1)}
    paid = [f"{FLOWERS[bed - 1]} {points}" for bed, points in beds.items() if points]
    what = "The beds pay" if position.stage == state.OVER else "If the game ended now, the beds would pay"
    title = f"{reader.whose(seat).capitalize() if seat == reader.viewer else reader.whose(seat)} points in the beds"
    return Help(title, (f"{what}: {', '.join(paid)}." if paid else f"{what} nothing.",))


def explain_stack(position: Ladybugs, seat: int, reader: Reader) -> Help:
    mine = seat == reader.viewer
    lines = [
        f"{reader.name(seat)} {'have' if mine else 'has'} {count(position.stacks[seat].size, 'tile')} left to draw.",
        "The game ends when nobody can place a tile any more. Everybody has one tile left over.",
    ]
    unseen = not_seen(position, seat, mine)
    if unseen:
        where = "your stack" if mine else f"{reader.whose(seat)} hand or stack"
        lines.append(f"Still in {where}: {unseen}.")
    return Help(f"{'Your' if mine else reader.whose(seat)} stack", tuple(lines), picture=tile_picture(seat, 0))


def not_seen(position: Ladybugs, seat: int, mine: bool) -> str:
    """Four of each number, less what lies in the garden or is gone, and less my own hand."""
    left = {number: int(COPIES) for number in range(1, int(NUMBERS) + 1)}
    for tile in position.tiles:
        if tile and owner_of(tile) == seat:
            left[number_of(tile)] -= 1
    for number in left:
        left[number] -= position.gone[seat * int(NUMBERS + 1) + number]
    if mine:
        held = position.hands[seat]
        for i in range(held.size):
            left[held.cards[i]] -= 1
    return ", ".join(f"{many} \u00d7 {number}" for number, many in left.items() if many)


def explain_free(position: Ladybugs, seat: int, reader: Reader) -> Help:
    seen = view(position, reader.viewer)
    player = seen.players[seat]
    mine = seat == reader.viewer
    start = f"{'your' if mine else 'their'} start space {player.start or ''}".rstrip()
    state = free_placement(seen, player)
    lines = [f"Once a game {reader.whom(seat)} may place a tile on {start} without counting."]
    if not position.with_spider:  # LB-R8: who is stuck may move it instead
        lines.append(f"If {reader.whom(seat)} cannot place a tile in any other way, {'you' if mine else 'they'} must.")
    obstacle = f"{'two tiles lie' if is_full(seen, player) else 'the spider sits'} on {player.start}"
    worth = {
        LEFT: "",
        USED: "It has been used.",
        BLOCKED: f"It has to wait: {obstacle}.",
        LOST: f"It is lost: {obstacle}.",
    }
    whose = "Your" if mine else reader.whose(seat)
    return Help(f"{whose} free placement", tuple(lines), worth[state], home_picture(seat, state == LEFT))


def explain_actions(position: Ladybugs, seat: int, reader: Reader) -> Help:
    lines = tuple(f"{name}: {DOES[name]}" for name in action_names(position.actions[seat]))
    title = f"Action tiles that {reader.whom(seat)} can still use"
    return Help(title, (*lines, "Each one that is left at the end is worth a point."))


def explain_luck(position: Ladybugs, seat: int, reader: Reader) -> Help:
    clovers = clovers_of(position, seat)
    many = count(len(clovers), "clover")
    known = position.stage == state.OVER or reader.may_read(seat)
    points = count(sum(clovers), "point")
    worth = "" if not known else f"They are worth {points} together." if clovers[1:] else f"It is worth {points}."
    whose = "Your" if seat == reader.viewer else reader.whose(seat)
    line = "Each is worth 1 to 3 points at the end; only its owner knows how many."
    return Help(f"{whose} {many}", (line,), worth, clover_picture())


OF_PLAYERS = {
    "points": explain_points, "stack": explain_stack, "free": explain_free, "actions": explain_actions,
    "luck": explain_luck,
}  # fmt: skip

"""What each player has: on the plates what all may see, in the dock the viewer's own tiles."""

from collections import Counter

from bugbox.art.parts import part
from bugbox.art.svg import Markup, element
from bugbox.core.english import count
from bugbox.games.ladybugs.rules.box import ACTIONS
from bugbox.games.ladybugs.show.free_placement import LEFT, free_placement
from bugbox.games.ladybugs.show.tiles import action_picture, clover_picture, home_picture, tile_picture
from bugbox.games.ladybugs.show.view import Player, View

SHORT = dict(zip(ACTIONS, ("stacks", "hop", "\u00b11"), strict=True))  # what they help with

WHY_NOT = {
    "hand": "You can play a tile when it is your turn.",
    "actions": "You use an action tile when you place a tile.",
}


# --- Players ---


def facts_of(player: Player, view: View) -> Markup:
    points = player.bed_points if player.points is None else player.points
    hand = view.hands.get(player.seat, ()) if player.seat != view.viewer else ()
    state = "" if view.stage == "over" else state_of(player)
    free = free_placement(view, player) if player.playing and view.stage == "play" else ""
    luck = view.luck.get(player.seat)
    return draw_facts(player.seat, points, state, free, player.actions, player.clovers, luck, hand)


def state_of(player: Player) -> str:
    """How many tiles are to be drawn, as long as there are turns to come."""
    return str(player.stack) if player.playing else "out" if player.hand_size > 1 else "done"


@part
def draw_facts(
    seat: int,
    points: int,
    state: str,
    free: str,
    actions: tuple[str, ...],
    clovers: int,
    luck: tuple[int, ...] | None,
    hand: tuple[int, ...],
) -> Markup:
    told = [element("span", count(points, "point"), data_help=f"points:{seat}")]
    if free:
        home = home_picture(seat, free == LEFT)
        label = f"free placement {free}"
        told.append(element("span", home, class_="icons", data_help=f"free:{seat}", role="img", aria_label=label))
    if state:
        pile = [tile_picture(seat, 0)] if state.isdigit() else []
        told.append(element("span", *pile, state, class_="icons", data_help=f"stack:{seat}"))
    if clovers:
        worth = [element("span", f"\u00a0= {sum(luck)}", class_="sum")] if luck is not None else []
        told.append(element("span", clover_picture(), str(clovers), *worth, class_="icons", data_help=f"luck:{seat}"))
    if actions:
        pictures = [action_picture(name) for name in actions]
        told.append(element("span", *pictures, class_="icons can", data_help=f"actions:{seat}"))
    told += [element("span", tile_picture(seat, number), class_="icons") for number in hand]
    return element("span", *told, class_="facts ladybugs", id=f"facts-{seat}")


# --- My tiles ---


def draw_mine(view: View) -> Markup:
    me = view.players[view.viewer]
    why = view.stage != "over"
    rows = [
        draw_hand(me.seat, view.hands[me.seat], me.stack, view.chosen, why, view.stage == "play"),
        draw_actions(me.actions, why),
        draw_luck(view.luck.get(me.seat, ())),
    ]
    return element("div", *rows, class_="ladybugs rows")


@part
def draw_hand(seat: int, numbers: tuple[int, ...], stack: int, chosen: int | None, why: bool, is_step: bool) -> Markup:
    copies: Counter[int] = Counter()
    held = []
    for number in numbers:
        held.append(draw_held(seat, number, copies[number], number == chosen and not copies[number], is_step))
        copies[number] += 1
    pile = element(
        "div",
        tile_picture(seat, 0),
        element("b", str(stack)),
        class_="card pile",
        data_spot="stack",
        data_help=f"stack:{seat}",
        role="img",
        aria_label=f"{stack} to draw",
    )
    return element(
        "section",
        element("h2", "Your tiles"),
        element("div", *held, pile, class_="cards"),
        class_="row own",
        id="my-tiles",
        data_spot="hand",
        data_from="stack",
        data_why=WHY_NOT["hand"] if why else None,
    )


@part
def draw_held(seat: int, number: int, copy: int, chosen: bool, is_step: bool) -> Markup:
    """Once the game has begun, touching a tile is a step on the way to a space."""
    return element(
        "div",
        tile_picture(seat, number),
        class_="card chosen" if chosen else "card",
        id=f"hand:{number}:{copy}",
        data_key=f"hand:{number}:{copy}",
        data_pick=f"hand:{number}",
        role="img",
        aria_label=f"Your {number}",
        data_help=f"hand:{number}",
        data_step="" if is_step else None,
    )


@part
def draw_actions(actions: tuple[str, ...], why: bool) -> Markup:
    row = [
        element(
            "div",
            action_picture(name),
            element("span", SHORT[name]),
            class_="card action",
            data_key=f"action:{name}",
            data_pick=f"action:{name}",
            role="img",
            aria_label=f"{name}: {SHORT[name]}",
            data_help=f"action:{name}",
            data_step="",
        )
        for name in ACTIONS
        if name in actions
    ]
    return element(
        "section",
        element("h2", "Action tiles"),
        element("div", *row, class_="cards"),
        class_="row",
        id="action-tiles",
        hidden=not row,
        data_why=WHY_NOT["actions"] if why else None,
    )


@part
def draw_luck(worths: tuple[int, ...]) -> Markup:
    row = [
        element("div", clover_picture(worth), class_="card luck", data_key=f"luck:{nth}", data_help="clover")
        for nth, worth in enumerate(worths)
    ]
    return element(
        "section",
        element("h2", "Clovers"),
        element("div", *row, class_="cards"),
        class_="row",
        id="my-clovers",
        hidden=not row,
    )

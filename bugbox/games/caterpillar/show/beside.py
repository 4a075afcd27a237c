"""Draw what is beside the garden (die, tiles, house rule, lengths) and the facts on players' plates."""

from bugbox.art.parts import part
from bugbox.art.players import badge
from bugbox.art.svg import Markup, element
from bugbox.core.english import count
from bugbox.core.game import with_capital
from bugbox.games.caterpillar.show.pieces import (
    AMBER,
    BLUE,
    butterfly_picture,
    caterpillar_picture,
    die_face,
    picture,
    tile_back,
    tile_face,
    token_picture,
)
from bugbox.games.caterpillar.show.views import Player, View

SIGNS = {
    "diagonal": "First step may be diagonal",
    "pushing": "Wasps may be pushed",
    "hungry": "A bite costs two pieces",
    "windy": "Flowers drift after a 1",
    "round": "The garden wraps around",
    "short": "A shorter game",
}


def draw_beside(view: View) -> Markup:
    is_beat = view.stage != "over" and not any(player.waiting for player in view.players)
    falls = is_beat and view.rolled > 0 and view.left == view.rolled
    return element(
        "div",
        draw_die(view.rolled, view.left, view.turn, view.turns if falls else 0),
        draw_tiles(view.pairs, view.turned[-1] if view.turned else "", len(view.turned), view.is_tied),
        draw_sign(view.rule, view.wind),
        class_="beside",
    )


@part
def draw_die(rolled: int, left: int, turn: int, falls: int) -> Markup:
    """Draw the die; while rolling it gets a new id each turn, so that its animation restarts."""
    cube = element("g", die_face(rolled), class_="falls" if falls else None, id=f"fall-{falls}" if falls else None)
    said = (f"{left} to go" if left else "all done") if rolled else "no roll"
    return element(
        "div",
        picture(cube),
        element("span", badge(turn), said),
        class_="die",
        id="die",
        data_help="die",
        role="img",
        aria_label=f"The die: {rolled}, {said}" if rolled else "The die: no roll in this turn",
    )


@part
def draw_tiles(pairs: int, last: str, turned: int, is_tied: bool) -> Markup:
    """Draw the last pair turned and the face-down pile."""
    pile = [picture(tile_back(colour)) for colour in (BLUE, AMBER)] if pairs else []
    shown = [
        element("span", picture(tile_face(text, colour)), data_key=f"tile:{turned}:{nth}", class_="tile")
        for nth, (text, colour) in enumerate(((last[:1], BLUE), (last[1:], AMBER)))
        if last
    ]
    said = (
        f"{count(pairs, 'pair')} of flower tiles left"
        if pairs
        else "a tie: pull ahead to win"
        if is_tied
        else "no flower tiles left"
    )
    return element(
        "div",
        element("span", *shown, class_="pair", data_from="tiles"),
        element("span", *pile, class_="pile"),
        element("span", said, class_="said"),
        class_="tiles",
        id="tiles",
        data_spot="tiles",
        data_help="tiles",
        role="img",
        aria_label=f"{with_capital(said)}{f', the last pair said {last}' if last else ''}",
    )


@part
def draw_sign(rule: str, wind: str) -> Markup:
    """Draw a sign with the house rule in play, if any."""
    gust = f" (next: {wind})" if wind else ""
    told = f"{SIGNS[rule]}{gust}" if rule in SIGNS else ""
    return element("p", told, class_="sign", id="sign", hidden=not told, data_help="rule" if told else None)


# --- Lengths ---


def draw_race(view: View) -> Markup:
    lanes = [draw_lane(player.seat, player.length, player.mat) for player in view.players]
    return element("div", element("h2", "Who fills up first?"), *lanes, class_="race")


@part
def draw_lane(seat: int, length: int, mat: int) -> Markup:
    return element(
        "div",
        badge(seat),
        caterpillar_picture(seat, length, mat),
        class_="lane",
        id=f"lane-{seat}",
        data_help=f"mat:{seat}",
        role="img",
        aria_label=f"{length} long, {count(mat, 'piece')} on the mat",
    )


def facts_of(player: Player, view: View) -> Markup:
    return draw_facts(player.seat, player.length, player.mat, player.wasps, player.is_off, player.place)


@part
def draw_facts(seat: int, length: int, mat: int, wasps: int, is_off: bool, place: int | None) -> Markup:
    """Draw a player's facts; at the end the winner is a butterfly."""
    face = butterfly_picture(seat) if place == 1 else token_picture(f"head-{seat}")
    told = [element("span", face, f"{length} long", class_="icons", data_help=f"mat:{seat}")]
    if place is None:
        told.append(element("span", f"{mat} to win", data_help=f"mat:{seat}"))
    if wasps:
        told.append(element("span", token_picture("wasp"), str(wasps), class_="icons", data_help=f"wasps:{seat}"))
    if is_off:
        told.append(element("span", "out", class_="out", data_help=f"off:{seat}"))
    return element("span", *told, class_="facts caterpillar", id=f"facts-{seat}")

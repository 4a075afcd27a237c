"""The dock: the viewer's wasps. A player touches a wasp, then the space for it."""

from bugbox.art.parts import part
from bugbox.art.svg import Markup, element
from bugbox.core.english import count
from bugbox.games.caterpillar.show.pieces import caterpillar_picture, token_picture
from bugbox.games.caterpillar.show.views import View

WHY_NOT = "You may put down one wasp on your turn: before your first step or after your last."
NO_WASPS = "You have no wasps. Every flower you eat becomes one."


def draw_mine(view: View) -> Markup:
    me = view.players[view.viewer]
    return element(
        "div", draw_wasp(me.wasps, view.stage == "over"), draw_me(me.seat, me.length, me.mat), class_="caterpillar rows"
    )


@part
def draw_wasp(wasps: int, is_over: bool) -> Markup:
    """Draw one wasp to touch, and the number of wasps."""
    why = None if is_over else WHY_NOT if wasps else NO_WASPS
    token = element(
        "button",
        token_picture("wasp"),
        element("span", count(wasps, "wasp") if wasps else "No wasps"),
        type="button",
        class_="wasp" if wasps else "wasp none",
        id="wasp",
        data_pick="wasp",
        data_step="",
        data_help="wasp",
    )
    return element("section", token, id="my-wasps", class_="row", data_spot="hand", data_why=why)


@part
def draw_me(seat: int, length: int, mat: int) -> Markup:
    return element(
        "section",
        caterpillar_picture(seat, length, mat),
        element("span", f"You are {length} long: {mat} more to win." if mat else f"You are {length} long: all in!"),
        class_="row me",
        id="me",
        data_help=f"mat:{seat}",
    )


@part
def draw_no_wasp(is_asked: bool) -> Markup:
    if not is_asked:
        return element("span", id="no-wasp", hidden=True)
    return element("button", "No wasp now", type="button", id="no-wasp", data_pick="no-wasp")

"""Public facts for the players' plates; the viewer's cards and declaration buttons for the dock."""

from bugbox.art.parts import part
from bugbox.art.svg import Markup, element, join
from bugbox.core.english import count
from bugbox.games.bug_council.rules.box import SPARED_ALONE
from bugbox.games.bug_council.show.cards import back_picture, draw_card, draw_chip, name_of, thumb_picture
from bugbox.games.bug_council.show.views import Player, View
from bugbox.games.bug_council.show.words import label

NOT_NOW = "You can play a card when it is your turn."

Held = tuple[tuple[str, int, bool], ...]  # card, cubes of its suit, whether it may be played


# --- Players ---


def facts_of(player: Player, view: View) -> Markup:
    is_mine = player.who == view.viewer
    thumb = {True: "up", False: "down", None: "side"}[player.allied]
    if is_mine and view.stage == "declare" and view.choice:
        thumb = "secret up" if view.choice == "allegiance" else "secret down"
    leads = view.leader == player.who and view.stage in ("declare", "discard")
    return draw_facts(player.who, player.points, thumb, player.tricks, leads)


THUMBS = {"up": "thumb up", "down": "thumb down: No Allegiance", "side": "has not declared yet"}


@part
def draw_facts(who: int, points: int, thumb: str, tricks: int, leads: bool) -> Markup:
    piles = [back_picture() for _ in range(min(tricks, 5))]
    told = [
        element("span", count(points, "point"), data_help=f"points:{who}"),
        element(
            "span",
            thumb_picture(thumb),
            role="img",
            aria_label=THUMBS[thumb.split()[-1]],
            class_="icons",
            data_help=f"thumb:{who}",
        ),
        element(
            "span",
            element("span", *(piles or [back_picture()]), class_="pile" if tricks else "pile none"),
            element("b", str(tricks)),
            role="img",
            aria_label=f"{count(tricks, 'trick')} won",
            class_="icons",
            data_help=f"tricks:{who}",
        ),
    ]
    if leads:
        told.append(element("span", "leads", class_="marker", data_help="leads"))
    return element("span", *told, class_="facts council", id=f"facts-{who}")


# --- My cards ---


def draw_mine(view: View) -> Markup:
    if view.viewer not in view.hands or view.viewer < 0:
        return Markup()
    cubes = {one.suit: one.cubes for one in view.circle}
    choosing = view.stage in ("play", "discard") and view.players[view.viewer].waiting
    held = tuple(
        (card, cubes[card.split()[0]], not choosing or card in view.playable) for card in view.hands[view.viewer]
    )
    hand = draw_hand(view.viewer, held, view.follow, view.discards.get(view.viewer), view.stage == "over")
    return element("div", hand, class_="council")


@part
def draw_hand(seat: int, held: Held, follow: str, discard: str | None, is_over: bool) -> Markup:
    """Draw the hand in its order, by suit and value; each unplayable card has the reason."""
    why = f"You must follow suit with {follow.capitalize()}."
    row = [
        draw_card(card, cubes, f"hand:{name_of(card)}" if may else None, None if may else why)
        for card, cubes, may in held
    ]
    if discard:
        row.append(draw_discard(discard))
    return element(
        "section",
        element("h2", "Your cards"),
        element("div", *row, class_="cards"),
        class_="row own",
        id=f"hand-{seat}",
        data_from=f"seat:{seat}",
        data_why=None if is_over else NOT_NOW,
    )


@part
def draw_discard(card: str) -> Markup:
    chip = draw_chip(card)
    return element("div", back_picture(), chip, class_="card discard", id="discard", data_help="discard")


# --- Buttons ---


def draw_buttons(view: View) -> Markup:
    """Draw the two declarations, or the button to skip a visit."""
    if view.viewer < 0:
        return Markup()
    if view.stage == "declare" and view.players[view.viewer].waiting:
        few = f"at most {SPARED_ALONE}" if view.temperament else "no"
        return join(
            draw_thumb("allegiance", "up", "Allegiance", "score your last card"),
            draw_thumb("none", "down", "No Allegiance", f"{count(view.reward, 'point')} if you win {few} tricks"),
        )
    if view.may_decline:
        return element("button", label("decline"), type="button", data_pick="button:decline", data_help="decline")
    return Markup()


def draw_thumb(name: str, turned: str, said: str, pays: str) -> Markup:
    words = element("span", element("b", said), element("small", pays))
    return element(
        "button",
        thumb_picture(turned),
        words,
        type="button",
        class_="council declare",
        data_pick=f"button:{name}",
        data_help=name,
    )

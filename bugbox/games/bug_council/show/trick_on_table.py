"""Drawing of the current trick, with who is winning and why, and of the last one."""

from collections.abc import Sequence

from bugbox.art.parts import part
from bugbox.art.svg import Markup, element
from bugbox.core.english import count, join_names
from bugbox.games.bug_council.show.cards import draw_card, draw_chip, mark
from bugbox.games.bug_council.show.views import Trick, View

Lying = tuple[tuple[int, str, bool], ...]  # who, card, whether it won


def draw_trick(view: View, named: Sequence[str]) -> Markup:
    """Draw a slot per participant, in order of play."""
    cards = {one.who: one.card for one in view.trick.cards}
    cubes = {one.suit: one.cubes for one in view.circle}
    low = lowest(view.trick)
    rivals = {player.who for player in view.players if player.is_rival}
    slots = []
    for place, who in enumerate(order(view)):
        card = cards.get(who)
        strength = cubes[card.split()[0]] if card else None
        tags = tags_of(who, view, low) if card else ""
        is_next = who == next_of(view)
        slots.append(draw_slot(place, who, named[who], who in rivals, card, strength, tags, is_next))
    return element("section", element("div", *slots, class_="slots"), draw_why(*standing(view, named)), class_="trick")


def order(view: View) -> list[int]:
    """Return the order of play: clockwise from the leader, with the Emissary and its sender next to each other."""
    everybody = [player.who for player in view.players]
    if view.sender is None or len(everybody) < 3:
        return everybody[view.leader :] + everybody[: view.leader]
    emissary = everybody[-1]
    first = [emissary, view.sender] if view.leader == emissary else [view.sender, emissary]
    return first + [who for who in everybody if who not in first]


def next_of(view: View) -> int | None:
    played = len(view.trick.cards)
    is_asked = view.stage in ("play", "send") and played < len(view.players)
    return order(view)[played] if is_asked else None


def lowest(trick: Trick) -> int | None:
    """Return who would visit the council: the lowest card on suit, if anybody followed."""
    if not trick.cards:
        return None
    led = trick.cards[0].card.split()[0]
    values = {one.who: int(one.card.split()[1]) for one in trick.cards if one.card.split()[0] == led}
    return min(values, key=lambda who: values[who]) if len(values) > 1 else None


def tags_of(who: int, view: View, low: int | None) -> str:
    is_done = len(view.trick.cards) == len(view.players)
    tags = ["won" if is_done else "winning"] * (who == view.trick.winner)
    tags += ["visits" if is_done else "lowest"] * (who == low)
    return " ".join(tags)


@part
def draw_slot(
    place: int, who: int, name: str, is_rival: bool, card: str | None, cubes: int | None, tags: str, is_next: bool
) -> Markup:
    lies = draw_card(card, cubes) if card else element("div", class_="card empty")
    said = [element("em", tag) for tag in tags.split()]
    classes = " ".join(["slot", *tags.split(), *["next"] * is_next])
    start = "rival:0" if is_rival else f"seat:{who}"
    under = element("span", mark(who, is_rival), element("span", short(name)), class_="whose")
    return element(
        "div", lies, element("span", *said, class_="tags"), under, class_=classes, id=f"slot-{place}", data_from=start
    )


@part
def draw_why(what: str, why: str) -> Markup:
    return element("p", element("b", what), " ", why, class_="why-line", id="why", data_help="why")


# --- In words ---


def standing(view: View, named: Sequence[str]) -> tuple[str, str]:
    """Say who is winning and why."""
    trick = view.trick
    if trick.winner is None:
        return nobody_yet(view, named)
    is_done = len(trick.cards) == len(view.players)
    name = capital(named[trick.winner])
    what = f"{name} won the trick." if is_done else f"{name} {'are' if name == 'You' else 'is'} winning."
    return what, why_text(view)


def nobody_yet(view: View, named: Sequence[str]) -> tuple[str, str]:
    if view.stage not in ("play", "send"):
        return "", ""
    name = capital(named[view.leader])
    return f"{name} {'lead' if name == 'You' else 'leads'}.", "Everybody must follow suit if they can."


def why_text(view: View) -> str:
    """Explain the winner: `Bees are the strongest suit played: 4 cubes.` A stronger suit may not have been played."""
    trick = view.trick
    suit = next(one.card for one in trick.cards if one.who == trick.winner).split()[0].capitalize()
    if trick.why == "highest":
        return highest_text(len(trick.cards), len(view.players))
    if trick.why == "strongest":
        return f"{suit} are the strongest suit played: {count(trick.cubes, 'cube')}."
    if trick.why in ("tied", "later"):
        which = "higher" if trick.why == "tied" else "later"
        return f"{tied_suits(view)} are tied at {trick.cubes}: the {which} card wins."
    return ""


def highest_text(played: int, everybody: int) -> str:
    if played == 1:
        return "Nobody else has played yet."
    return f"All followed{'' if played == everybody else ' so far'}: the highest card wins."


def tied_suits(view: View) -> str:
    """Name the suits played that are as strong as the winner's."""
    played = {one.card.split()[0] for one in view.trick.cards}
    return join_names(
        [one.suit.capitalize() for one in view.circle if one.suit in played and one.cubes == view.trick.cubes]
    )


def short(name: str) -> str:
    """Shorten `the Emissary` to `Emissary`."""
    return name.removeprefix("the ")


def capital(name: str) -> str:
    return name[:1].upper() + name[1:]


# --- The last trick ---


def draw_last(view: View) -> Markup:
    rivals = tuple(player.who for player in view.players if player.is_rival)
    shown = view.last if view.stage in ("play", "send", "visit") else Trick((), None, 0, "")
    lying = tuple((one.who, one.card, one.who == shown.winner) for one in shown.cards)
    return draw_last_cards(lying, rivals)


@part
def draw_last_cards(lying: Lying, rivals: tuple[int, ...]) -> Markup:
    if not lying:
        return element("p", id="last", hidden=True)
    shown = [
        element(
            "span",
            mark(who, who in rivals),
            draw_chip(card),
            class_="took" if won else None,
        )
        for who, card, won in lying
    ]
    return element(
        "p",
        element("span", "Last trick", class_="label"),
        *shown,
        id="last",
        class_="last",
        data_help="last",
        data_look="",
    )

"""Drawing of the score pad: a row per participant and a column per round, with tricks + bonus."""

from collections.abc import Sequence

from bugbox.art.parts import part
from bugbox.art.svg import Markup, element
from bugbox.games.bug_council.show.cards import draw_chip, mark, sign, thumb_picture
from bugbox.games.bug_council.show.trick_on_table import short
from bugbox.games.bug_council.show.views import Player

# Tricks, bonus, last card (empty without allegiance), whether it was just revealed, the solo Emissary's factions.
Cell = tuple[int, int, str, bool, tuple[str, ...]]
Line = tuple[int, bool, tuple[Cell, ...], int, int]  # who, whether a rival, rounds, tricks in this round, points


def line_of(player: Player, now: int) -> Line:
    """Draw a row. Only the current round's last card is animated from the hand: an older one may be in play again."""
    cells = tuple(
        (one.tricks, one.bonus, one.card or "", nth == now and not player.is_rival, one.allies)
        for nth, one in enumerate(player.rounds, 1)
    )
    return player.who, player.is_rival, cells, player.tricks, player.points


@part
def draw_pad(lines: tuple[Line, ...], named: Sequence[str], now: int, rounds: int) -> Markup:
    heads = [element("th", f"Round {number}", scope="col") for number in range(1, rounds + 1)]
    head = element("tr", element("td", "tricks + bonus"), *heads, element("th", "Total", scope="col"))
    rows = [draw_line(line, named[line[0]], now, rounds) for line in lines]
    return element("table", element("thead", head), element("tbody", *rows), class_="pad", id="pad", data_help="pad")


def draw_line(line: Line, name: str, now: int, rounds: int) -> Markup:
    who, is_rival, cells, tricks, points = line
    drawn = [draw_cell(*cell) for cell in cells]
    if len(cells) < now:
        drawn.append(element("td", f"{tricks} + \u2026", class_="now"))
    drawn += [element("td") for _ in range(rounds - len(drawn))]
    label = element("th", mark(who, is_rival), element("span", short(name)), scope="row")
    total = element("td", element("b", str(points)))
    return element("tr", label, *drawn, total, data_from=None if is_rival else f"seat:{who}")


def draw_cell(tricks: int, bonus: int, card: str, is_shown: bool, allies: tuple[str, ...]) -> Markup:
    """Draw `4 + 3` with the last card, the solo Emissary's factions or a thumb down."""
    signs = [sign(suit) for suit in allies] or [thumb_picture("down")]
    return element("td", f"{tricks} + {bonus} ", *([draw_chip(card, is_shown)] if card else signs))

"""The score pad: a line for everybody, a column for each round, tricks and bonus apart."""

from collections.abc import Sequence

from bugbox.art.parts import part
from bugbox.art.svg import Markup, element
from bugbox.games.bug_council.cards import mark, sign, thumb_picture
from bugbox.games.bug_council.seen import Player
from bugbox.games.bug_council.tricks import short

Cell = tuple[int, int, str]  # tricks, bonus, and the faction that it is for; none without allegiance
Line = tuple[int, bool, tuple[Cell, ...], int, int]  # who, rival?, rounds, tricks in this round, points


def line_of(player: Player) -> Line:
    cells = tuple((one.tricks, one.bonus, one.card.split()[0] if one.card else "") for one in player.rounds)
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
    return element("tr", label, *drawn, element("td", element("b", str(points))))


def draw_cell(tricks: int, bonus: int, suit: str) -> Markup:
    """`4 + 3` and the sign of the faction, or a thumb down."""
    return element("td", f"{tricks} + {bonus} ", sign(suit) if suit else thumb_picture("down"))

"""Everyone's chances over a match as a graph, in words and in numbers.

Its places are shares of its width and height, so that lines and letters are as large on a phone as on a desk.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from bugbox.art.players import LOOKS, badge, rival_badge, rival_face
from bugbox.art.svg import Markup, element
from bugbox.core.english import join_names
from bugbox.core.game import with_capital
from bugbox.core.match import Match

DASHES: Final = ("none", "9 4", "2 3", "12 3 2 3", "5 3")  # of the players; a rival's line is dotted widely
RIVALS: Final = "1 6"
LEFT, WIDTH, TOP, HEIGHT = 3.0, 94.0, 8.0, 84.0  # of the lines, in hundredths: badges at their ends stay in sight
LETTERS: Final = 3  # on each line, so that it is known wherever one looks
MOST_FLAGS: Final = 5
LEAST_CHANGE: Final = 0.1  # less than this may be mere chance of the worlds that were tried
MOST_ROWS: Final = 25

Shares = Sequence[Sequence[float]]  # of everyone ranked, before the first decision and after each


class TurningPoint(NamedTuple):
    """A decision after which somebody's chances were quite different."""

    decision: int  # counted from 1
    who: int  # whose chances
    before: float
    after: float


def turning_points(match: Match, shares: Shares) -> list[TurningPoint]:
    """The largest, in the order in which they came."""
    found = [turning_point(number, match.decisions[number - 1][0], shares) for number in range(1, len(shares))]
    large = [one for one in found if change(one) >= LEAST_CHANGE]
    return sorted(sorted(large, key=change, reverse=True)[:MOST_FLAGS])


def turning_point(decision: int, by: int, shares: Shares) -> TurningPoint:
    """Told of whoever won or lost most by it; of whoever decided, if that is as much as any."""
    before, after = shares[decision - 1], shares[decision]
    who = max(range(len(after)), key=lambda one: (round(abs(after[one] - before[one]), 6), one == by))
    return TurningPoint(decision, who, before[who], after[who])


def change(one: TurningPoint) -> float:
    return abs(one.after - one.before)


def draw_chances(match: Match, shares: Shares, steps: Sequence[int]) -> Markup:
    """`steps` are those of the replay at which so many decisions are carried out."""
    found = turning_points(match, shares)
    return element(
        "div",
        draw_legend(match),
        draw_graph(match, shares, found, steps),
        draw_turning_points(match, found, steps),
        draw_numbers(match, shares),
    )


def draw_legend(match: Match) -> Markup:
    lines = [
        element("svg", line("0,4 40,4", who, match), viewBox="0 0 40 8", class_="dash", aria_hidden="true")
        for who in range(len(match.names))
    ]
    items = [element("li", mark(who, match), with_capital(name), lines[who]) for who, name in enumerate(match.names)]
    return element("ul", *items, class_="legend", aria_label="Whose line is which")


def mark(who: int, match: Match) -> Markup:
    return badge(who) if who < match.seats else rival_badge(match.names[who])


def line(points: str, who: int, match: Match) -> Markup:
    is_player = who < match.seats
    colour, dashes = (LOOKS[who].colour, DASHES[who]) if is_player else ("currentColor", RIVALS)
    return element("polyline", points=points, class_="share", stroke=colour, stroke_dasharray=dashes)


# --- The graph ---


def draw_graph(match: Match, shares: Shares, found: Sequence[TurningPoint], steps: Sequence[int]) -> Markup:
    everyone = range(len(match.names))
    last = max(1, len(shares) - 1)
    lines = [line(points(shares, who), who, match) for who in everyone]
    plot = element(
        "svg",
        *lines,
        viewBox=f"0 0 {last} 1",
        preserveAspectRatio="none",
        x=percent(LEFT),
        y=percent(TOP),
        width=percent(WIDTH),
        height=percent(HEIGHT),
        overflow="visible",
    )
    return element(
        "svg",
        *map(draw_rule, (0.0, 0.5, 1.0)),
        plot,
        *(draw_letter(match, shares, who, nth) for who in everyone for nth in range(LETTERS)),
        *(draw_flag(nth, one, last, steps) for nth, one in enumerate(found, 1)),
        draw_now(last),
        class_="graph",
        role="img",
        aria_label=described(match, shares),
    )


def points(shares: Shares, who: int) -> str:
    return " ".join(f"{number},{1 - share[who]:.3f}" for number, share in enumerate(shares))


def percent(hundredths: float) -> str:
    return f"{hundredths:.2f}%"


def draw_now(last: int) -> Markup:
    """Where the replay stands; the client moves it."""
    here = element("line", x1="0%", x2="0%", y1="0%", y2="100%", class_="now", data_of=last)
    return element("svg", here, x=percent(LEFT), width=percent(WIDTH), overflow="visible")


def height_of(share: float) -> float:
    return TOP + HEIGHT * (1 - share)


def draw_rule(share: float) -> Markup:
    at = height_of(share)
    rule = element("line", x1="0%", x2="100%", y1=percent(at), y2=percent(at), class_="rule")
    return element("g", rule, element("text", hundred(share), x=2, y=percent(at), dy=-3, class_="rule-text"))


def draw_letter(match: Match, shares: Shares, who: int, nth: int) -> Markup:
    """Each at places of its own, so that no letter hides another where lines meet."""
    part = (nth + (who + 0.5) / len(match.names)) / LETTERS
    at = round(part * (len(shares) - 1))
    return around(badge_of(who, match), at / max(1, len(shares) - 1), height_of(shares[at][who]))


def badge_of(who: int, match: Match) -> Markup:
    face = element("use", href=f"#badge-{LOOKS[who].letter}") if who < match.seats else rival_face(match.names[who])
    return element("g", face, transform="scale(0.8) translate(-12 -12)")


def around(drawn: Markup, part: float, y: float, **more: str | int) -> Markup:
    """A drawing around a point: after this part of the match, and so many hundredths down."""
    return element("svg", drawn, x=percent(LEFT + WIDTH * part), y=percent(y), overflow="visible", **more)


def draw_flag(nth: int, one: TurningPoint, last: int, steps: Sequence[int]) -> Markup:
    """On the rim above: what is at it stands in the list below, which keys and screen readers reach."""
    stick = element("line", y1=0, y2="100%", class_="flag-line")
    number = element("text", str(nth), y=14, text_anchor="middle", class_="flag-number")
    flag = element("g", element("circle", cy=10, r=10), number, class_="flag")
    return around(element("g", stick, flag), one.decision / last, 0, data_go=steps[one.decision])


def described(match: Match, shares: Shares) -> str:
    moves = len(shares) - 1
    return (
        f"Everyone's chances of winning over {moves} moves. At the start: {told(match, shares[0])}."
        f" At the end: {told(match, shares[-1])}."
    )


def told(match: Match, shares: Sequence[float]) -> str:
    return join_names([f"{name} {hundred(share)}" for name, share in zip(match.names, shares, strict=True)])


def hundred(share: float) -> str:
    return f"{share:.0%}"


# --- In words and numbers ---


def draw_turning_points(match: Match, found: Sequence[TurningPoint], steps: Sequence[int]) -> Markup:
    if not found:
        return element("p", "No single move changed much.")
    items = [
        element("li", element("button", sentence(match, one), type="button", data_go=steps[one.decision], class_="go"))
        for one in found
    ]
    return element(
        "details", element("summary", "What changed most"), element("ol", *items, class_="turning-points"), open=True
    )


def sentence(match: Match, one: TurningPoint) -> str:
    seat, option = match.decisions[one.decision - 1]
    whose = with_capital(match.names[one.who])
    return (
        f"Move {one.decision}, {match.names[seat]}: {match.game.label(option)}."
        f" {whose} from {hundred(one.before)} to {hundred(one.after)}."
    )


def draw_numbers(match: Match, shares: Shares) -> Markup:
    """Some rows of them, from the first to the last."""
    every = -(-len(shares) // MOST_ROWS)
    chosen = sorted({*range(0, len(shares), every), len(shares) - 1})
    heads = [element("th", with_capital(name), scope="col") for name in match.names]
    rows = [
        element("tr", element("th", str(number), scope="row"), *(element("td", hundred(one)) for one in shares[number]))
        for number in chosen
    ]
    table = element(
        "table", element("thead", element("tr", element("th", "Move", scope="col"), *heads)), element("tbody", *rows)
    )
    region = element("div", table, class_="sheet", tabindex=0, role="region", aria_label="Chances as numbers")
    return element("details", element("summary", "As numbers"), region)

"""The table after the match: places, score sheet, and the seed that fixed the cards."""

from bugbox.art.players import badge, rival_badge
from bugbox.art.svg import Markup, element
from bugbox.bots.levels import AT_TABLES, FOR_PEOPLE, above, called
from bugbox.core.game import with_capital
from bugbox.core.match import Match
from bugbox.core.pov import Pov
from bugbox.core.record import commitment
from bugbox.table.draw.widgets import send_button
from bugbox.table.rooms.room import Eyes, Room
from bugbox.table.storage.store import OVER


def draw_end(room: Room, match: Match, pov: Pov, eyes: Eyes) -> Markup:
    places = [element("li", line.partition(". ")[2] or line, value=line.partition(".")[0]) for line in pov.result()]
    why = pov.why()
    return element(
        "section",
        element("h2", "How it ended"),
        *([element("p", why, class_="why")] if why else []),
        element("ol", *places, class_="places"),
        element(
            "div",
            *draw_rematch(room, match, eyes),
            element("a", "Replay", href=f"/table/{room.row.id}/replay", class_="button"),
            element("a", "Save this match", href=f"/table/{room.row.id}/record", class_="button", download=True),
            element("a", "Lobby", href="/", class_="button"),
            class_="buttons",
        ),
        *draw_next_level(room, match, eyes),
        element("h3", "Score sheet"),
        draw_sheet(match),
        draw_seed(match),
        id="end",
        class_="end",
    )


def draw_rematch(room: Room, match: Match, eyes: Eyes) -> list[Markup]:
    """Anybody who played may offer one; the others join if they like, and watchers find the way."""
    if room.row.stage != OVER:
        return []
    if not room.row.following:
        mine = eyes.mine or eyes.hosting
        return (
            [send_button("Offer a rematch" if has_company(room, eyes) else "Rematch", class_="primary", type="rematch")]
            if mine
            else []
        )
    by = room.offered_by
    if not eyes.mine or by in eyes.mine:
        return [element("a", "Go to the rematch", href=f"/table/{room.row.following}", class_="button primary")]
    said = "A rematch has been offered." if by is None else f"{match.names[by]} offers a rematch."
    return [element("span", said, class_="offer", role="status"), send_button("Join", class_="primary", type="rematch")]


def draw_next_level(room: Room, match: Match, eyes: Eyes) -> list[Markup]:
    """For one person against bots. The browser counts wins in a row, and shows this after three."""
    level = max((seat.level for seat in room.row.seats if seat.level), key=strength, default="")
    higher = above(level)
    if room.row.stage != OVER or len(eyes.mine) != 1 or has_company(room, eyes) or higher is None:
        return []
    won = match.winners == eyes.mine
    return [
        element(
            "form",
            element("span", f"You keep winning. Ready for {called(higher)} bots ({FOR_PEOPLE[higher]})?"),
            element("input", type="hidden", name="game", value=match.game.name),
            element("input", type="hidden", name="level", value=higher),
            element("button", f"Play {called(higher)} bots", class_="primary"),
            method="post",
            action="/play",
            id="next-level",
            hidden=True,
            data_streak=f"{match.game.name}:{level}",
            data_table=room.row.id,
            data_won="yes" if won else "no",
        )
    ]


def strength(level: str) -> int:
    """Its place among the bots of tables. A record may name any other: nobody knows what is above that one."""
    return AT_TABLES.index(level) if level in AT_TABLES else len(AT_TABLES)


def has_company(room: Room, eyes: Eyes) -> bool:
    """Has somebody played at another device?"""
    return any(seat.owner and number not in eyes.mine for number, seat in enumerate(room.row.seats))


def draw_sheet(match: Match) -> Markup:
    """Every figure that made the places."""
    badges = [*(badge(seat) for seat in range(match.seats)), *(rival_badge(rival.name) for rival in match.rivals)]
    names = map(with_capital, match.names)
    heads = [element("th", mark, name, scope="col") for mark, name in zip(badges, names, strict=True)]
    places = [str(match.position.place(who)) for who in range(match.position.ranked)]
    rows = [*match.game.words.sheet(match.position), *([("Place", places)] if match.winners else [])]
    body = [
        element("tr", element("th", title, scope="row"), *(element("td", together(cell)) for cell in cells))
        for title, cells in rows
    ]
    head = element("thead", element("tr", element("td"), *heads))
    table = element("table", head, element("tbody", *body))
    return element("div", table, class_="sheet", tabindex=0, role="region", aria_label="Score sheet")


def together(cell: str) -> str:
    """The points do not stand alone on a line."""
    return cell.replace(": ", ":\N{NO-BREAK SPACE}")


def draw_seed(match: Match) -> Markup:
    """For those who want to know; the client unfolds it if something is wrong."""
    told = element(
        "p",
        "Every shuffle and every roll of the dice came from the seed ",
        element("code", str(match.seed), id="seed"),
        ". Its SHA-256 fingerprint was shown at the start: ",
        element("code", commitment(match.seed), id="commitment"),
        " ",
        element("span", id="seed-check"),
    )
    return element("details", element("summary", "Check the shuffle"), told, class_="seed", id="fair")

"""The command line."""

import json
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import isnan
from pathlib import Path
from typing import IO, Any

import click

import bugbox
from bugbox import __version__, interpreted
from bugbox.bots import levels
from bugbox.core import record
from bugbox.core.errors import BugboxError, WrongSetting
from bugbox.core.game import OPEN, Game
from bugbox.core.match import Match
from bugbox.core.settings import Value, read_all, whole_number, write
from bugbox.core.settings import find as find_setting
from bugbox.games import GAMES, find
from bugbox.lab.arena import Arena, compete, line_ups, make_plans
from bugbox.lab.bench import bench as run_bench
from bugbox.lab.simulate import Plan, Row, make_plan, play_recorded
from bugbox.lab.simulate import simulate as run_simulation
from bugbox.terminal import Terminal, new_file, resume, score_sheet
from bugbox.terminal_look import colour, fit, flow


class OneSentence(click.ClickException):
    """A wrong call: one sentence and exit code 2."""

    exit_code = 2


class Commands(click.Group):
    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except BugboxError as error:
            raise OneSentence(str(error)) from None
        except BrokenPipeError:  # the reader of a pipe has seen enough
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise SystemExit(1) from None
        except OSError as error:
            raise OneSentence(f"{error.filename or 'Output'} cannot be written: {error.strerror}.") from None


@click.group(cls=Commands, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="bugbox %(version)s")
@click.pass_context
def main(context: click.Context) -> None:
    """Five bug-themed tabletop games in one box.

    \b
    bugbox                                     start the table and open it in the browser
    bugbox play bug-race                       play against bots, here in the terminal
    bugbox rules bug-race                      the rules in our words
    bugbox simulate bug-race --games 1000      let bots play many games
    """
    if not interpreted.is_compiled() and not interpreted.is_asked():
        click.echo("Note: the rules could not be compiled when this was installed, so everything is slower.", err=True)
    if context.invoked_subcommand is None:
        context.invoke(serve, opening=True)


def settings_option(command: Callable[..., None]) -> Callable[..., None]:
    return click.option(
        "--set", "given", metavar="KEY=VALUE", multiple=True, help="A setting of the game; see: bugbox games"
    )(command)


def read_settings(game: Game, given: tuple[str, ...]) -> dict[str, Value]:
    texts = {}
    for pair in given:
        key, equals, value = pair.partition("=")
        if not equals:
            raise WrongSetting(f"--set takes KEY=VALUE, for example --set {game.settings[0].name}=yes, not {pair!r}.")
        if key in texts:
            raise WrongSetting(f"--set {key} is given twice.")
        texts[key] = value
    return read_all(game.settings, {key: read_file(game, key, value) for key, value in texts.items()})


def read_file(game: Game, key: str, value: str) -> str:
    """The text of the file that is named, where a setting takes one. Only here: no page and no record names a file."""
    setting = find_setting(game.settings, key)
    if setting.written is None or setting.example or value in setting.every():
        return value
    try:
        return Path(value).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        raise WrongSetting(f"{key} must be {setting.possible()}, and {value!r} is no text file.") from None


@main.command()
@click.option("--json", "as_json", is_flag=True, help="For programs: one JSON object a line.")
def games(as_json: bool) -> None:
    """The games, their seats, settings and status.

    \b
    bugbox games
    bugbox games --json
    """
    for game in GAMES.values():
        if as_json:
            click.echo(json.dumps(game_facts(game)))
        else:
            click.echo(fit(game_page(game)))


def game_facts(game: Game) -> dict[str, Any]:
    return {
        "name": game.name,
        "title": game.title,
        "pitch": game.pitch,
        "minutes": game.minutes,
        "seats": list(game.seats),
        "version": game.version,
        "status": game.status,
        "settings": [
            {"name": s.name, "default": s.default, "possible": s.possible(), "help": s.help, "basis": s.basis}
            for s in game.settings
        ],
    }


def game_page(game: Game) -> str:
    lines = [
        f"{game.name}  {game.title}, {game.seats[0]} to {game.seats[-1]} seats, about {game.minutes} minutes",
        f"  {game.pitch}",
        f"  Status: {game.status}",
    ]
    lines += [
        f"  --set {s.name}={write(s.default)}".ljust(28) + f"{s.help} ({s.possible()}; {s.basis})"
        for s in game.settings
    ]
    return "\n".join(lines)


@main.command()
@click.argument("game")
def rules(game: str) -> None:
    """The game in two minutes, then its rules in our words, with rulings and house defaults marked.

    \b
    bugbox rules bug-race
    """
    click.echo_via_pager(flow(find(game).explained()))


@main.command()
@click.argument("game", required=False)
@click.option("--seats", type=int, help="How many play, including you.")
@click.option(
    "--bots", default=levels.USUAL, show_default=True, help=f"Levels of the others: {', '.join(levels.FOR_PEOPLE)}."
)
@click.option("--seed", type=click.IntRange(min=0), help="The same seed gives the same cards.")
@settings_option
@click.option("--save", type=click.Path(dir_okay=False, path_type=Path), help="Where the record of the match goes.")
@click.option(
    "--resume", "resumed", type=click.Path(dir_okay=False, path_type=Path), help="Carry on with a saved match."
)
def play(
    game: str | None,
    seats: int | None,
    bots: str,
    seed: int | None,
    given: tuple[str, ...],
    save: Path | None,
    resumed: Path | None,
) -> None:
    """Play in the terminal against bots.

    \b
    bugbox play bug-race
    bugbox play bug-race --seats 4 --bots queen --set expert=yes
    bugbox play bug-race --bots veteran,hatchling --save evening.match
    bugbox play --resume evening.match
    """
    if resumed:
        if game or seats is not None or seed is not None or given or save:
            raise WrongSetting("--resume carries on with the match as it was: give nothing else with it.")
        Terminal(resume(load_match(resumed)), resumed).play()
        return
    if game is None:
        raise WrongSetting(f"Which game? For example: bugbox play {next(iter(GAMES))}")
    found = find(game)
    file = save or new_file(game)
    if file.exists():
        raise WrongSetting(f"{file} already exists; carry on with it by --resume, or save to another file.")
    names = bots.split(",")
    count = seats if seats is not None else max(found.seats[0], len(names) + 1)
    found.check_seats(count)
    if len(names) not in (1, count - 1):
        raise WrongSetting(
            f"{count} seats need one level for all bots, or {count - 1} levels, not {len(names)}."
            if count > 1
            else "Whoever plays at one seat has no bots: leave --bots out."
        )
    Terminal(seated(found, count, names, seed, read_settings(found, given)), file).play()


def seated(game: Game, seats: int, names: list[str], seed: int | None, settings: dict[str, Value]) -> Match:
    """A match of one person against bots, who all have to exist."""
    for name in names:
        levels.find(name)
    players = ["Player"] + [f"Bot {seat}" for seat in range(1, seats)]
    bots = {seat: names[(seat - 1) % len(names)] for seat in range(1, seats)}
    return Match(game, seats, seed, settings, players, bots)


def load_match(file: Path) -> bugbox.Match:
    return bugbox.Match.load(record.read_file(file))


@main.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--as", "viewer", default="open", show_default=True, help="Whose view: a seat's number, or open for all.")
@click.option("--at", type=click.IntRange(min=0), help="Show the table after so many decisions; without it, the log.")
@click.option("--verify", is_flag=True, help="Only check the record.")
def replay(file: Path, viewer: str, at: int | None, verify: bool) -> None:
    """Watch a saved match again.

    \b
    bugbox replay evening.match                  everything that happened, and the last table
    bugbox replay evening.match --at 12 --as 0   the table after 12 decisions, as seat 0 saw it
    bugbox replay evening.match --verify         check seed, decisions and result
    """
    match = load_match(file)
    if verify:
        result = "the result is the one written down" if match.over else "the match is not over yet"
        click.echo(f"All correct: {len(match.decisions)} decisions follow the rules, {result}. The seed's SHA-256 is")
        click.echo(f"  {record.commitment(match.seed)}\nwhich must be the one that was shown at the start.")
        return
    eyes = read_viewer(viewer, match)
    if at is not None:
        if at > len(match.decisions):
            raise WrongSetting(f"The match has {len(match.decisions)} decisions; --at {at} is past its end.")
        match.undo(len(match.decisions) - at)
    else:
        show("\n".join(match.log(eyes)) + "\n", match, eyes)
    show(match.text(eyes), match, eyes)
    if match.over:
        show("\n" + "\n".join(match.pov(eyes).result()) + f"\n\n{score_sheet(match, eyes)}", match, eyes)


def show(text: str, match: Match, viewer: int) -> None:
    click.echo(colour(fit(text), match, viewer))


def read_viewer(viewer: str, match: Match) -> int:
    if viewer == "open":
        return OPEN
    seat = whole_number(viewer)
    if seat is not None and seat < match.seats:
        return seat
    raise WrongSetting(f"--as takes open or a seat from 0 to {match.seats - 1}, not {viewer!r}.")


@main.command()
@click.argument("game")
@click.option("--seats", type=int, help="How many play.  [default: the fewest]")
@click.option("--games", "count", type=click.IntRange(min=1), default=1000, show_default=True)
@click.option("--seed", type=click.IntRange(min=0), default=1, show_default=True, help="Fixes all games.")
@click.option("--first", type=click.IntRange(min=0), default=0, show_default=True, help="Number of the first game.")
@click.option("--bots", default="random", show_default=True, help="Levels by seat, repeated as often as needed.")
@settings_option
@click.option("--jobs", type=click.IntRange(1, 256), default=1, show_default=True, help="Processes.")
@click.option("--json", "target", metavar="FILE|-", help="Write one JSON object a game.")
@click.option(
    "--keep", type=click.Path(dir_okay=False, path_type=Path), help="With --games 1: where the record of the game goes."
)
def simulate(
    game: str,
    seats: int | None,
    count: int,
    seed: int,
    first: int,
    bots: str,
    given: tuple[str, ...],
    jobs: int,
    target: str | None,
    keep: Path | None,
) -> None:
    """Let bots play many games.

    \b
    bugbox simulate bug-race --seats 4 --games 10000 --jobs 2
    bugbox simulate bug-race --bots search:100,random --games 200 --json games.jsonl
    bugbox simulate bug-race --games 1 --first 4711 --json -     one game of a larger run, again
    bugbox simulate bug-race --games 1 --first 4711 --keep odd.match     and its record, to be replayed
    """
    if keep and count != 1:
        raise WrongSetting("--keep writes the record of one game: give --games 1, and --first N for game number N.")
    found = find(game)
    plan = make_plan(
        game, found.seats[0] if seats is None else seats, count, seed, bots.split(","), read_settings(found, given)
    )
    rows: list[Row] = []
    games = keep_one(plan, first, keep) if keep else run_simulation(plan, jobs, first)
    progress = click.progressbar(games, length=count, file=sys.stderr, label="Playing")
    with writing_to(target) as out, progress as bar:
        for row in bar:
            rows.append(row)
            if out:
                out.write(json.dumps(row) + "\n")
    if target != "-":
        click.echo(summary(rows))


def keep_one(plan: Plan, number: int, file: Path) -> Iterator[Row]:
    """The one game of a run, whose record is kept."""
    row, text = play_recorded(plan, number)
    record.save(file, text)
    yield row


@contextmanager
def writing_to(target: str | None) -> Iterator[IO[str] | None]:
    if target is None or target == "-":
        yield sys.stdout if target else None
        return
    try:
        file = open(target, "w", encoding="utf-8")  # noqa: SIM115 - closed below; only opening may fail here
    except OSError as error:
        raise WrongSetting(f"{target} cannot be written: {error.strerror}.") from None
    with file:
        yield file


def summary(rows: list[Row]) -> str:
    seats = [f"seat {seat} ({level})" for seat, level in enumerate(rows[0]["bots"])]
    rivals = [rival["name"] for rival in rows[0].get("rivals", [])]
    ranked = len(seats) + len(rivals)
    lines = [f"{len(rows)} games, {sum(row['decisions'] for row in rows) / len(rows):.1f} decisions a game"]
    for seat, name in enumerate(seats):
        lines.append(ranking(name, ranked, [(row["places"][seat], row["points"][seat]) for row in rows]))
    for number, name in enumerate(rivals):
        ends = [row["rivals"][number] for row in rows]
        lines.append(ranking(name, ranked, [(end["place"], end["points"]) for end in ends]))
    return "\n".join(lines)


def ranking(name: str, ranked: int, ends: list[tuple[int, int]]) -> str:
    """How often each place was reached, if there is another one, and the points on average."""
    places = Counter(place for place, _ in ends)
    shares = [f"{place}.: {places[place] / len(ends):6.1%}" for place in range(1, ranked + 1)] if ranked > 1 else []
    points = f"points {sum(points for _, points in ends) / len(ends):.2f}"
    return "  ".join(["", name, *shares, points])


@main.command()
@click.argument("game")
@click.option("--bots", required=True, help="Levels that play against each other, such as search:200,greedy")
@click.option("--seats", type=int, help="How many play.  [default: the fewest, but at least two]")
@click.option("--games", "count", type=click.IntRange(min=1), default=200, show_default=True, help="At least so many.")
@click.option("--seed", type=click.IntRange(min=0), default=1, show_default=True, help="Fixes all deals.")
@settings_option
@click.option("--jobs", type=click.IntRange(1, 256), default=os.cpu_count, help="Processes.  [default: all cores]")
@click.option("--json", "target", metavar="FILE|-", help="Write one JSON object a bot.")
def arena(
    game: str,
    bots: str,
    seats: int | None,
    count: int,
    seed: int,
    given: tuple[str, ...],
    jobs: int,
    target: str | None,
) -> None:
    """Find out which bot plays better.

    Every deal is played in every order of seats. Fewer bots than seats sit at several; of more, each choice plays.

    \b
    bugbox arena bug-council --bots search:200,greedy --games 400
    bugbox arena bug-council --bots search,greedy,greedy,greedy --seats 4     one against three
    bugbox arena ladybugs --bots random,glance,greedy,search:100              all against all
    """
    found = find(game)
    names = bots.split(",")
    seated = max(2, found.seats[0]) if seats is None else seats
    found.check_seats(seated)
    orders = len(line_ups(names, seated))
    plans = make_plans(game, seated, -(-count // orders), seed, names, read_settings(found, given))
    standings = Arena(names)
    total = orders * plans[0].games
    with writing_to(target) as out:
        done = watch(compete(plans, jobs), total, standings)
        for facts in standings.facts():
            if out:
                out.write(json.dumps({"game": game, "seats": seated, **facts}) + "\n")
    if target != "-":
        click.echo(standings_table(standings, done, plans[0].games))
    if done < total:
        raise SystemExit(130)


def watch(rows: Iterator[Row], total: int, standings: Arena) -> int:
    """Note the games as they end, until all have or Ctrl-C: what is known by then is shown."""
    done = 0
    try:
        with click.progressbar(rows, length=total, file=sys.stderr, label="Playing") as bar:
            for row in bar:
                standings.note(row)
                done += 1
    except KeyboardInterrupt:
        click.echo(f"\nStopped after {done} of {total} games.", err=True)
    return done


def standings_table(standings: Arena, games: int, deals: int) -> str:
    lines = [
        f"{games} games, {deals} deals",
        f"{'bot':16}{'wins':>8}  {'95 % interval':16}{'times fair':>11}{'place':>7}{'points':>8}{'rating':>14}",
    ]
    for row in standings.facts():
        low, high = row["interval"]
        lines.append(
            f"{row['bot']:16}{row['wins']:8.1%}  {f'{low:.1%} to {high:.1%}':16}{row['times_fair']:11.2f}"
            f"{row['place']:7.2f}{row['points']:8.1f}{row['rating']:8.1f} ± {row['doubt']:.1f}"
        )
    return "\n".join(lines)


@main.command()
@click.argument("names", metavar="[GAME ...]", nargs=-1)
@click.option("--seconds", type=click.FloatRange(0.05, 60), default=2.0, show_default=True, help="For each figure.")
@click.option("--json", "target", metavar="FILE|-", help="Write one JSON object a game, seat count and mode.")
def bench(names: tuple[str, ...], seconds: float, target: str | None) -> None:
    """Playouts, decisions and search simulations per second, compiled and interpreted.

    \b
    bugbox bench
    bugbox bench bug-race --seconds 10 --json speed.jsonl
    """
    if isnan(seconds):
        raise WrongSetting("--seconds takes a number from 0.05 to 60.")
    chosen = [find(name) for name in names] or list(GAMES.values())
    if target != "-":
        click.echo(f"{'game':14}{'seats':>6}  {'mode':12}{'playouts/s':>12}{'decisions/s':>14}{'simulations/s':>15}")
    with writing_to(target) as out:
        for game in chosen:
            for seats in game.seats:
                pair = run_bench(game.name, seats, seconds)
                for row in pair:
                    if out:
                        out.write(json.dumps(row) + "\n")
                if target != "-":
                    click.echo("\n".join(map(bench_line, pair)))
                    click.echo(
                        f"{'':22}compiled : interpreted = {ratio(pair, 'playouts_per_s'):.0f} : 1 in playouts, "
                        f"{ratio(pair, 'simulations_per_s'):.0f} : 1 in simulations"
                    )


@main.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Where to listen; 0.0.0.0 is everywhere.")
@click.option("--port", type=click.IntRange(0, 65535), help="[default: 8000, or another one if that is taken]")
@click.option("--db", metavar="URL", help="Where matches are kept.  [default: a file in the user's data folder]")
@click.option("--name", "names", multiple=True, help="A name that people reach this server by.")
@click.option(
    "--proxy",
    "proxies",
    metavar="ADDRESS",
    multiple=True,
    help="A proxy in front of this server; what it says about whom it asks for (X-Forwarded-For) is believed.",
)
@click.option(
    "--bot-processes", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes that bots think in."
)
@click.option(
    "--bot-pause",
    type=click.FloatRange(0, 10),
    default=0.7,
    show_default=True,
    help="Seconds before bots decide; until then a choice can be taken back.",
)
@click.option(
    "--keep-days",
    type=click.IntRange(1, 36500),
    default=365,
    show_default=True,
    help="How long a match is kept after its last move; a table where none started goes after a day.",
)
@click.option("--open", "opening", is_flag=True, help="Open the table in the browser.")
def serve(
    host: str = "127.0.0.1",
    port: int | None = None,
    db: str | None = None,
    names: tuple[str, ...] = (),
    proxies: tuple[str, ...] = (),
    bot_processes: int = 1,
    bot_pause: float = 0.7,
    keep_days: int = 365,
    opening: bool = False,
) -> None:
    """The web table: play in a browser, alone, at one device, or with friends by a link.

    \b
    bugbox serve --open
    bugbox serve --host 0.0.0.0 --port 9000            friends in the same network can join
    bugbox serve --db sqlite:///evening.sqlite --name games.example.org
    """
    from bugbox.table import serve as table  # the other commands start faster without a server

    table.serve(host, port, db or table.usual_db(), names, opening, bot_processes, bot_pause, keep_days, proxies)


def bench_line(row: dict[str, Any]) -> str:
    return (
        f"{row['game']:14}{row['seats']:>6}  {row['mode']:12}{row['playouts_per_s']:>12,.0f}"
        f"{row['decisions_per_s']:>14,.0f}{row['simulations_per_s']:>15,.0f}"
    )


def ratio(pair: list[dict[str, Any]], figure: str) -> float:
    return float(pair[0][figure] / pair[1][figure])

"""What the banner says of what has happened: who did it and, before all else, what happened to me."""

import html
import re

import pytest

from bugbox.core.game import WATCHER, Game, with_capital
from bugbox.core.match import Match
from bugbox.core.rng import Rng
from bugbox.games import GAMES
from bugbox.table.draw.headline import Headline, happened_to, headline
from bugbox.table.storage.store import Store
from tests.games.caterpillar.draw import garden, play
from tests.kit.party import Json, a_match, party, run, until_presence_is_told
from tests.kit.tables import Table, for_every_game, mixed_tables, pick

pytestmark = pytest.mark.once

YOU = re.compile(r"\byou(rs?)?\b", re.IGNORECASE)


def told_beats(match: Match, told: int, viewer: int) -> list[tuple[int, int]]:
    """From where to where the story goes with each beat of the last decision of which this viewer reads something."""
    found = []
    for until, _ in match.position.beats:
        if match.pov(viewer).news(told, until):
            found.append((told, until))
            told = until
    return found


def named(table: Table) -> Match:
    """One player bears a name that another one's begins with, and one is called `You`."""
    match = table.match()
    match.players = ("Ann", "You", "Ann Bee", "Cem", "Dot")[: table.seats]
    return match


# --- Beats ---


@for_every_game
def test_a_beat_tells_of_me_if_anything_in_it_does_and_only_what_i_may_read(game: Game) -> None:
    told_of_me = 0
    for table in mixed_tables(game, seed=3):
        match, rng = table.match(), Rng(3, "test")
        while not match.over:
            told = len(match.position.story)
            match.play(match.to_act[0], pick(match.options(match.to_act[0]), rng))
            for viewer in (WATCHER, *range(match.seats)):
                for start, until in told_beats(match, told, viewer):
                    news = match.pov(viewer).news(start, until)
                    of_me = [sentence for sentence in news if viewer >= 0 and YOU.search(sentence)]
                    assert headline(match, viewer, start, until).sentence == (of_me or news)[-1]
                    told_of_me += len(of_me)
    assert told_of_me


@pytest.mark.parametrize("seed", [1, 2])
@for_every_game
def test_the_title_of_a_beat_is_who_acts(game: Game, seed: int) -> None:
    """With whom its sentence begins; else who did the last thing before it, or made the decision."""
    titles = set()
    for table in mixed_tables(game, seed):
        match, rng = named(table), Rng(seed, "test")
        names = [with_capital(name) for name in match.names]
        while not match.over:
            told = len(match.position.story)
            match.play(match.to_act[0], pick(match.options(match.to_act[0]), rng))
            for start, until in told_beats(match, told, WATCHER):
                title, sentence = headline(match, WATCHER, start, until)
                begins = [name for name in names if re.match(rf"{name} (?!and |Bee )", sentence)]
                assert title in (begins or [*names, "Everybody"]), sentence
                titles.add(title)
    assert len(titles) > 1


def test_an_impersonal_sentence_stands_below_the_name_of_who_brought_it_about() -> None:
    """Ann ends her turn, Bob rolls a 3 and brings a flower: his, though the decision was hers."""
    match = garden("H  a1  A@\nK  b1  B@", roll=3, tiles="C7 D8")
    play(match, "step H3", "step H4")
    told = len(match.position.story)
    play(match, "step H5")
    found = [headline(match, 0, *beat) for beat in told_beats(match, told, 0)]
    assert found == [("You", "You crawl to H5."), ("Bob", "Bob rolls a 3."), ("Bob", "The tiles say D8.")]
    assert headline(match, 1, *told_beats(match, told, 1)[2]) == ("You", "The tiles say D8.")


def test_what_all_chose_at_once_is_everybodys_doing() -> None:
    match, rng = Match(GAMES["bug-council"], 3, 1), Rng(1, "test")
    found: list[Headline] = []
    while not found:
        told = len(match.position.story)
        match.play(match.to_act[0], pick(match.options(match.to_act[0]), rng))
        beats = told_beats(match, told, WATCHER)
        found = [one for one in (headline(match, WATCHER, *beat) for beat in beats) if one.title == "Everybody"]
    assert "thumbs" in found[0].sentence
    seat, option = match.decisions[-1]
    assert match.cause(len(match.position.story)) == (told, seat, True)
    match.undo()
    match.play(seat, option)
    assert headline(match, WATCHER, *beats[0]) == found[0], "and so it is after a second thought"


# --- While I wait ---


def test_who_was_bitten_reads_of_it_until_their_own_turn() -> None:
    """CF-F12: Ann, who has bitten, still thinks about a wasp, and Cem has a whole turn before Bob's."""
    match = garden("H  a1  A@  b1  B@\nK  c1  C@", seats=4, turn="A", roll=1, wasps="A", body={"D": 1})
    assert happened_to(match, 1) == ""
    play(match, "step H3")
    bite = "Ann bites you on H3 and is now 3 long. You leave the garden, 1 long."
    assert match.to_act == (0,)
    assert happened_to(match, 1) == bite
    assert happened_to(match, 0) == "", "she did it herself"
    assert happened_to(match, 2) == happened_to(match, WATCHER) == ""
    play(match, "no wasp", "join P9 clockwise")
    assert happened_to(match, 1) == "", "Bob has decided since"


@for_every_game
def test_every_banner_of_a_match_names_somebody_and_tells_of_me_first(store: Store, game: Game) -> None:
    async def story() -> set[str]:
        here = await party(store, a_match(2, game), "ann", "bob")
        here.enter("ann", "bob", "watcher")
        await until_presence_is_told(here)
        rng, kinds = Rng(4, "test"), set[str]()
        for who in ("ann", "bob", "watcher"):
            here.take(who)
        while not here.match.over:
            seat = here.match.to_act[0]
            await here.play(("ann", "bob")[seat], pick(here.match.options(seat), rng))
            for viewer, who in enumerate(("ann", "bob", "watcher")):
                for frame in here.frames(who):
                    kinds.add(check_banner(frame, here.match, viewer if viewer < 2 else WATCHER))
        return kinds

    assert run(story()) >= {"beat", "mine", "theirs", "over"}


def check_banner(frame: Json, match: Match, viewer: int) -> str:
    """Its kind."""
    drawn = re.search(r'<section id="call" class="call (\w+)"><h1>(.*?)</h1><p>(.*?)</p>', frame["html"])
    assert drawn
    kind, title, sentence = map(html.unescape, drawn.groups())
    if kind == "beat":
        of_me = [line for line in frame["log"] if viewer >= 0 and YOU.search(line)]
        assert sentence == (of_me or frame["log"])[-1]
        assert title in ("You", "Everybody", *map(with_capital, match.names))
    if kind == "theirs" and title.endswith("'s turn"):
        assert sentence == (happened_to(match, viewer) or f"{match.players[match.to_act[0]]} is choosing.")
    return kind

"""Beats: the positions that follow from one decision are kept step by step, each unchanged."""

import bugbox
from bugbox.core.game import OPEN, WATCHER, Game
from bugbox.core.position import options_of
from bugbox.core.rng import Rng
from tests.games.bugs_on_rugs.draw import table
from tests.kit.tables import for_every_game, pick, shortest


@for_every_game
def test_every_beat_can_be_seen_by_everybody_and_leads_on(game: Game) -> None:
    rng, beats = Rng(5, "test"), 0
    for seed in range(3):
        match = bugbox.Match(game, game.seats[-1], seed, shortest(game))
        while not match.over:
            told = len(match.position.story)
            seat = match.to_act[0]
            match.play(seat, pick(match.options(seat), rng))
            for until, beat in match.position.beats:
                assert told <= until <= len(match.position.story)
                told, beats = until, beats + 1
                seen = match.at(beat)
                assert not seen.over
                assert beat is not match.position
                viewer = (WATCHER, OPEN, *range(match.seats))[beats % (2 + match.seats)]
                assert seen.pov(viewer).drawing().html()
                assert seen.text(viewer)
    assert beats


@for_every_game
def test_without_a_story_there_are_no_beats(game: Game) -> None:
    position, rng = bugbox.Match(game, game.seats[0], 1).position, Rng(1, "test")
    quiet = position.blank()
    quiet.copy_from(position)
    while quiet.to_act():
        seat = next(seat for seat in range(quiet.seats) if quiet.to_act() >> seat & 1)
        options = options_of(quiet, seat)
        quiet.act(seat, options[rng.below(len(options))])
    assert not quiet.beats


def test_in_a_race_every_card_is_a_beat() -> None:
    """RC-R12, RC-R13."""
    match = bugbox.Match.new("bug-race", seats=2, seed=1)
    while not match.position.beats:
        seat = match.to_act[0]
        match.play(seat, match.options(seat)[0])
    played = [match.at(beat).view(WATCHER).beetles for _, beat in match.position.beats]
    assert [[len(beetle.played) for beetle in beetles] for beetles in played] == [[1, 0], [2, 0], [2, 1], [2, 2]]
    ran = [sentence for sentence in match.log(WATCHER) if "plays" in sentence]
    seen = [match.pov(WATCHER).news(0, told)[-1] for told, _ in match.position.beats]
    assert seen == ran[-4:]


def test_a_chain_of_powers_is_seen_link_by_link() -> None:
    """BOR-R11."""
    match = table(
        """
        Wall   Fly
        Floor  Ant, Spider
        deck   Ant, Ladybug, Beetle, Fly
        Ann    Beetle
        Bob    Fly
        """
    )
    while not match.position.beats:
        seat = match.to_act[0]
        match.play(
            seat, "pick Spider on dots" if "pick Spider on dots" in match.options(seat) else match.options(seat)[-1]
        )
    walls = [[card.split()[0] for card in match.at(beat).view(WATCHER).wall] for _, beat in match.position.beats]
    assert walls[0] == ["Fly", "Ant"]
    assert ["Fly", "Ant", "Ant"] in walls
    assert ["Fly", "Ant", "Ant", "Ladybug"] in walls
    powers = [match.at(beat).view(WATCHER).power for _, beat in match.position.beats]
    assert powers[0] == "Ant"
    assert powers[-1] == "Ladybug"

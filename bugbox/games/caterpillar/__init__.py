"""Caterpillar Filler: crawl through the garden, eat, and be the longest (David Newton, self-published)."""

from pathlib import Path

from bugbox.core.game import Game
from bugbox.core.settings import Setting
from bugbox.games.caterpillar.bot.brain import CaterpillarBrain
from bugbox.games.caterpillar.observation import CaterpillarObserver
from bugbox.games.caterpillar.rules.box import DIE, FLOWERS, NO_SET_UP, PRINTED, RANDOM, RULES, SET_UPS
from bugbox.games.caterpillar.rules.spaces import read_die, read_flowers
from bugbox.games.caterpillar.rules.turn import CaterpillarFiller
from bugbox.games.caterpillar.rules.variants import begin, variant
from bugbox.games.caterpillar.show import board, text, words
from bugbox.games.caterpillar.show.help import explain
from bugbox.games.caterpillar.show.view import view

SETTINGS = (
    Setting(
        "set_up",
        NO_SET_UP,
        "More flowers and wasps in the garden from the start. One set-up is the rulebook's, the others are ours.",
        "CF-H7",
        (*SET_UPS, RANDOM),
        title="Set-up",
        texts=(
            "none",
            "printed: flowers round a nest",
            "mirrored: the same, fairer",
            "feast: flowers in the middle",
            "hedges: rows of wasps",
            "nests: flowers by the edge",
            "pinwheel: wasps in a swirl",
            "fort: flowers in the corners",
            "any of them, at random",
        ),
    ),
    Setting(
        "rule",
        RULES[PRINTED],
        "A rule of our own that changes how you play.",
        "house",
        (*RULES, RANDOM),
        title="Alternative rule",
        texts=(
            "none",
            "the first step may be diagonal",
            "wasps can be pushed",
            "a bite costs two pieces",
            "flowers drift after a 1",
            "crawl out here, in over there",
            "a shorter game: three pieces",
            "any of them, at random",
        ),
    ),
    Setting(
        "tiles",
        "printed",
        "How many pairs of tiles are used: the fewer, the shorter the game.",
        "CF-F3",
        ("printed", "6", "10", "16"),
        title="Pairs of tiles",
        texts=("12, 14 or 16, by number of players", "6", "10", "16"),
    ),
    Setting(
        "die",
        DIE,
        "The faces of the die.",
        "CF-M1",
        (DIE, "1 2 2 3 3 4"),
        title="Die",
        texts=("ordinary: 1 to 6", "slow: 1 2 2 3 3 4"),
        written=read_die,
        example="its faces, such as '1 2 3 3 4 5'",
    ),
    Setting(
        "flowers",
        FLOWERS,
        "Where the first four flowers are.",
        "CF-M2",
        (FLOWERS, "F8 H11 I6 K9"),
        title="Yellow spaces",
        texts=("E5, E12, L5 and L12", "F8, H11, I6 and K9"),
        written=read_flowers,
        example="four spaces, such as 'D4 D13 M4 M13'",
    ),
)


def measures(position: CaterpillarFiller) -> dict[str, int]:
    crawlers = position.crawlers
    return {
        "turns": position.turns,
        "winners": sum(position.place(seat) == 1 for seat in range(position.seats)),
        "longest": max(crawler.length() for crawler in crawlers),
        "pieces": sum(crawler.length() for crawler in crawlers),
        "tiles": position.turned.size,
        "full": int(any(crawler.mat == 0 for crawler in crawlers)),
    }


GAME = Game(
    name="caterpillar",
    title="Caterpillar Filler",
    pitch="Eat flowers, grow longer than the others, and steer clear of the wasps.",
    minutes=30,
    seats=range(2, 5),
    version=1,
    status="complete",
    settings=SETTINGS,
    variant=variant,
    position=begin,
    view=view,
    observer=CaterpillarObserver(),
    measures=measures,
    words=words,
    text=text,
    board=board,
    explain=explain,
    folder=Path(__file__).parent,
    brain=CaterpillarBrain,
    label=words.label,
    colours=text.COLOURS,
)

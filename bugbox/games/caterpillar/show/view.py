"""Build the view of the garden: everyone sees the same, and nobody sees the face-down tiles."""

from typing import Final

from mypy_extensions import i64

from bugbox.core.bits import BIT
from bugbox.games.caterpillar.rules.box import RULES, SPACES, WINDY
from bugbox.games.caterpillar.rules.spaces import SPACE_NAMES
from bugbox.games.caterpillar.rules.state import (
    FULL,
    JOIN,
    LONGEST,
    MOVE,
    NOT_YET,
    OVER,
    PLANT,
    TIRED,
    WASPING,
    GardenVariant,
)
from bugbox.games.caterpillar.rules.turn import CaterpillarFiller
from bugbox.games.caterpillar.rules.walk import FLOWER, WASP
from bugbox.games.caterpillar.show.views import Player, View

STAGES: Final = {MOVE: "move", WASPING: "wasp", JOIN: "join", PLANT: "plant", OVER: "over"}
REASONS: Final = {NOT_YET: "", FULL: "full", LONGEST: "longest", TIRED: "tired"}
WINDS: Final = ("north", "east", "south", "west")


def view(position: CaterpillarFiller, viewer: i64) -> View:
    variant = position.variant
    assert isinstance(variant, GardenVariant)
    return View(
        viewer=viewer,
        stage=STAGES[position.stage],
        set_up=variant.set_up,
        rule=RULES[position.rule],
        die=tuple([int(face) for face in position.die()]),
        turn=position.turn,
        turns=position.turns,
        rolled=position.rolled,
        left=position.left,
        has_stung=position.has_stung,
        target=SPACE_NAMES[position.target] if position.target >= 0 else None,
        flowers=spaces_with(position, FLOWER),
        wasps=spaces_with(position, WASP),
        turned=tuple([SPACE_NAMES[position.turned.cards[i] - 1] for i in range(position.turned.size)]),
        pairs=position.pairs,
        supply=position.supply,
        is_tied=position.is_tied,
        quiet=position.quiet,
        wind=WINDS[position.wind] if position.rule == WINDY else "",
        reason=REASONS[position.reason],
        players=tuple([player(position, seat) for seat in range(position.seats)]),
    )


def spaces_with(position: CaterpillarFiller, token: i64) -> tuple[str, ...]:
    return tuple([SPACE_NAMES[space] for space in range(SPACES) if position.ground[space] == token])


def player(position: CaterpillarFiller, seat: i64) -> Player:
    crawler = position.crawlers[seat]
    spaces = [] if crawler.is_off else [SPACE_NAMES[crawler.at(nth)] for nth in range(crawler.length())]
    return Player(
        seat=seat,
        waiting=position.waiting & BIT[seat] != 0,
        is_off=crawler.is_off,
        spaces=tuple(spaces),
        length=crawler.length(),
        mat=crawler.mat,
        wasps=crawler.wasps,
        place=int(position.place(seat)) if position.stage == OVER else None,
    )

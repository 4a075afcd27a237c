"""From the settings to what a match is played with; a set-up or a rule that is left to chance is drawn first."""

from collections.abc import Mapping

from bugbox.core.position import Variant
from bugbox.core.rng import Rng
from bugbox.core.settings import Value
from bugbox.games.caterpillar.rules.box import (
    BODY,
    HEADS,
    MAT,
    NO_SET_UP,
    PAIRS,
    PRINTED,
    RANDOM,
    RULES,
    SET_UPS,
    SHORT,
    SHORT_MAT,
)
from bugbox.games.caterpillar.rules.spaces import spaces_of
from bugbox.games.caterpillar.rules.state import CODES, GardenVariant
from bugbox.games.caterpillar.rules.turn import CaterpillarFiller

ALTERNATIVES = {
    "set_up": [name for name in SET_UPS if name != NO_SET_UP],
    "rule": [name for name in RULES if name != RULES[PRINTED]],
}


class Undrawn(Variant):
    """Settings of which some are still to be drawn (CF-H8)."""

    def __init__(self, seats: int, settings: Mapping[str, Value]) -> None:
        super().__init__(seats, CODES)
        self.settings = settings

    def draw(self, rng: Rng) -> GardenVariant:
        drawn = {
            name: names[rng.below(len(names))] for name, names in ALTERNATIVES.items() if self.settings[name] == RANDOM
        }
        return garden_variant(self.seats, {**self.settings, **drawn}, drawn)


def variant(seats: int, settings: Mapping[str, Value]) -> Variant:
    if RANDOM in (settings["set_up"], settings["rule"]):
        return Undrawn(seats, settings)
    return garden_variant(seats, settings)


def begin(variant: Variant, rng: Rng) -> CaterpillarFiller:
    """Chance is used up only where something is drawn: all other matches go as if nothing ever was."""
    known = variant.draw(rng) if isinstance(variant, Undrawn) else variant
    assert isinstance(known, GardenVariant)
    return CaterpillarFiller(known, rng)


def garden_variant(
    seats: int, settings: Mapping[str, Value], drawn: Mapping[str, Value] | None = None
) -> GardenVariant:
    """`drawn` are those of the settings that chance has chosen."""
    set_up = str(settings["set_up"])
    flowers, wasps = SET_UPS[set_up]
    tiles = str(settings["tiles"])
    rule = RULES.index(str(settings["rule"]))
    return GardenVariant(
        seats,
        rule,
        [int(face) for face in str(settings["die"]).split()],
        PAIRS[seats] if tiles == "printed" else int(tiles),
        BODY[seats],
        SHORT_MAT if rule == SHORT else MAT,
        spaces_of(HEADS[seats]),
        spaces_of(f"{settings['flowers']} {flowers}"),
        spaces_of(wasps),
        set_up,
        "set_up" in (drawn or {}),
        "rule" in (drawn or {}),
    )

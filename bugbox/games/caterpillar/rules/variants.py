"""Turn settings into a variant, first drawing the set-up or the rule if they are random."""

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
    """Settings with a random set-up or rule that is not drawn yet (CF-H8)."""

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
    """Create the position. Random numbers are used only if something is drawn, so other matches aren't affected."""
    known = variant.draw(rng) if isinstance(variant, Undrawn) else variant
    assert isinstance(known, GardenVariant)
    return CaterpillarFiller(known, rng)


def garden_variant(
    seats: int, settings: Mapping[str, Value], drawn: Mapping[str, Value] | None = None
) -> GardenVariant:
    """Create the variant; `drawn` are the settings that were drawn at random."""
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

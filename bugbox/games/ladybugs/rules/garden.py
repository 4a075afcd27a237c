"""The garden is laid out: squares at random, turned at random, and the bed in the centre (LB-F2)."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bugbox.core.rows import zeros
from bugbox.games.ladybugs.rules.box import COLUMNS, MEADOW, MIDDLE, SIDE, SPACES
from bugbox.games.ladybugs.rules.state import GardenVariant, Layout

CLOVER_SPACE: Final[i64] = -1
LABELS: Final[i64] = 27  # a label for each bed of a side is from 1 to 26
CENTRE: Final[i64] = 108


def lay_out(game: Layout) -> None:
    """Any squares, on any side, turned any way (LB-R50); then the beds are numbered from the upper left on."""
    variant = game.variant
    assert isinstance(variant, GardenVariant)
    labels = zeros(SPACES)
    order = zeros(len(variant.sides) // 2)
    for i in range(len(order)):
        order[i] = i
    game.rng.shuffle(order, 0, len(order))
    slots = 4 if game.rows > SIDE else 2
    for slot in range(slots):
        side = variant.sides[2 * order[slot] + game.rng.below(2)]
        turns = game.rng.below(4)
        corner = slot // 2 * (MIDDLE + 1) * COLUMNS + slot % 2 * (MIDDLE + 1)
        for row in range(SIDE):
            for column in range(SIDE):
                label = side[int(turned(row, column, turns))]
                space = corner + row * COLUMNS + column
                if label == CLOVER_SPACE:
                    if game.with_clovers:
                        game.clover[space] = game.clover_box.draw()
                elif label != MEADOW:
                    labels[space] = slot * LABELS + label
    if slots == 4:
        lay_centre(labels)
    number_beds(game, labels)


def turned(row: i64, column: i64, turns: i64) -> i64:
    """Which space of a side comes to lie here when it is turned so often."""
    for turn in range(turns):
        before = row
        row = SIDE - 1 - column
        column = before
    return row * SIDE + column


def lay_centre(labels: vec[i64]) -> None:
    """Nine spaces over the crossing and the inner corners of the squares (LB-M4)."""
    for row in range(MIDDLE - 1, MIDDLE + 2):
        for column in range(MIDDLE - 1, MIDDLE + 2):
            labels[row * COLUMNS + column] = CENTRE


def number_beds(game: Layout, labels: vec[i64]) -> None:
    numbers = zeros(CENTRE + 1)
    for space in range(SPACES):
        label = labels[space]
        if label != 0:
            if numbers[label] == 0:
                game.beds += 1
                numbers[label] = game.beds
            game.bed[space] = numbers[label]
            game.bed_size[numbers[label]] += 1
    game.centre = numbers[CENTRE]

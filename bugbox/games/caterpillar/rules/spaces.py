"""Names of spaces, and the settings that use them."""

from itertools import pairwise

from bugbox.core.errors import WrongSetting, WrongSpace
from bugbox.core.grid import INSIDE, map_names
from bugbox.games.caterpillar.rules.box import FLOWER_ROLL, HIGHEST_ROLL
from bugbox.games.caterpillar.rules.walk import GARDEN

NAMES = map_names(GARDEN)
SPACE_NAMES = tuple(NAMES.names)
YELLOW = 4
FEWEST_FACES, MOST_FACES = 2, 20
LONGEST = 200  # characters


def spaces_of(text: str) -> list[int]:
    """Convert names such as `E5 E12` to numbers."""
    return [NAMES.find(name) for name in text.split()]


def read_flowers(text: str) -> str:
    """Validate the four yellow spaces and return them sorted, in one line (CF-M2)."""
    if len(text) > LONGEST:
        raise WrongSetting(f"The yellow spaces take at most {LONGEST} characters, and this is {len(text)}.")
    words = text.replace(",", " ").upper().split()
    try:
        spaces = sorted(spaces_of(" ".join(words)))
    except WrongSpace as error:
        raise WrongSetting(f"The yellow spaces: {error}") from None
    names = [SPACE_NAMES[space] for space in spaces]
    if len(names) != YELLOW:
        raise WrongSetting(f"There are four yellow spaces, and {len(names)} are named.")
    for name, following in pairwise(names):
        if name == following:
            raise WrongSetting(f"The yellow space {name} is named twice.")
    for space, name in zip(spaces, names, strict=True):
        if GARDEN.edge_index[space] != INSIDE:
            raise WrongSetting(f"The yellow space {name} is on the edge, where caterpillars begin.")
    return " ".join(names)


def read_die(text: str) -> str:
    """Validate the faces of the die and return them sorted, in one line (CF-M1)."""
    if len(text) > LONGEST:
        raise WrongSetting(f"The faces of the die take at most {LONGEST} characters, and this is {len(text)}.")
    faces = sorted(text.replace(",", " ").split())
    for face in faces:
        if face not in map(str, range(1, HIGHEST_ROLL + 1)):
            raise WrongSetting(f"A face of the die is a number from 1 to {HIGHEST_ROLL}, not {face!r}.")
    if not FEWEST_FACES <= len(faces) <= MOST_FACES:
        raise WrongSetting(f"A die has from {FEWEST_FACES} to {MOST_FACES} faces, not {len(faces)}.")
    if str(FLOWER_ROLL) not in faces:
        raise WrongSetting(f"The die needs a {FLOWER_ROLL}: it brings new flowers, without which a game may never end.")
    return " ".join(faces)

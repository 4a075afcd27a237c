"""Names beside other words: one that is written from right to left must not turn the words around it."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final
from unicodedata import bidirectional

from bugbox.art.svg import Markup, element

RIGHT_TO_LEFT: Final = frozenset(("R", "AL", "AN"))
APART: Final = "\N{FIRST STRONG ISOLATE}"
END: Final = "\N{POP DIRECTIONAL ISOLATE}"


def bdi(name: str) -> Markup:
    """Where a name has an element to itself."""
    return element("bdi", name)


@lru_cache(1024)
def isolated(name: str) -> str:
    """The same in a sentence that is sent as text. Names from left to right need no marks and get none."""
    turns = any(bidirectional(character) in RIGHT_TO_LEFT for character in name)
    return f"{APART}{name}{END}" if turns else name


def isolated_in(sentence: str, names: Sequence[str]) -> str:
    """A sentence that was written elsewhere, with these names as they were given."""
    for name in names:
        sentence = sentence.replace(name, isolated(name))
    return sentence

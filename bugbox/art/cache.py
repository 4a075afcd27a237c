"""A cache for drawings whose size is bounded in bytes, not in entries: a drawing can be a dot or a whole garden.

All functions under `@cached` share one budget. Once they have spent it, all of them start over: that costs a few
milliseconds of drawing, and hits stay as fast as those of `functools.cache`.
"""

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any, Final, ParamSpec, TypeVar, cast

Given = ParamSpec("Given")
Made = TypeVar("Made")

BUDGET: Final = 32_000_000  # bytes
ENTRY: Final = 500  # bytes that an entry takes beside its text

_clear: list[Callable[[], None]] = []
_spent = 0


def cached(size: Callable[[Any], int]) -> Callable[[Callable[Given, Made]], Callable[Given, Made]]:
    """Cache what a function makes; `size` says how many characters that holds. Arguments 1 and True differ."""

    def decorate(make: Callable[Given, Made]) -> Callable[Given, Made]:
        @wraps(make)
        def make_and_count(*given: Given.args, **named: Given.kwargs) -> Made:
            made = make(*given, **named)
            spend(size(made) + ENTRY)
            return made

        remembering = lru_cache(None, typed=True)(make_and_count)
        _clear.append(remembering.cache_clear)
        return cast(Callable[Given, Made], remembering)

    return decorate


def spend(size: int) -> None:
    global _spent
    _spent += size
    if _spent > BUDGET:
        clear()


def clear() -> None:
    """Forget all drawings: the next ones are drawn again, and nobody can see a difference."""
    global _spent
    _spent = 0
    for forget in _clear:
        forget()

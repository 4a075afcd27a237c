"""English helpers shared by rules, table and terminal."""

from collections.abc import Sequence


def join_names(names: Sequence[str]) -> str:
    """`Ann`, `Ann and Bob`, `Ann, Bob and Cleo`."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if names[1:] else names)


def signed(change: float) -> str:
    """`+7`, `-0.8`."""
    return f"{change:+.1f}".removesuffix(".0")


def count(number: int, what: str) -> str:
    """`1 bug`, `2 bugs`."""
    return f"{number} {what}{'' if number == 1 else 's'}"

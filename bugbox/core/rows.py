"""Rows: arrays of numbers that hold game states."""

from librt.vecs import vec
from mypy_extensions import i64


def zeros(length: i64) -> vec[i64]:
    return vec[i64]([0] * int(length))


def copy_row(source: vec[i64], target: vec[i64]) -> None:
    for i in range(len(source)):
        target[i] = source[i]


def insert(out: vec[i64], count: i64, option: i64) -> i64:
    """Insert an option in ascending order unless it is present already; return the new count."""
    at = count
    while at > 0 and out[at - 1] > option:
        at -= 1
    if at > 0 and out[at - 1] == option:
        return count
    for i in range(count, at, -1):
        out[i] = out[i - 1]
    out[at] = option
    return count + 1

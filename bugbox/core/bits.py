"""Bit sets: small numbers (seats, legs, cards of a deck of at most 62) as the bits of one int."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

# A table instead of `1 << n`: mypyc shifts constants as 32 bits and silently drops the high bits.
BIT: Final = vec[i64]([2**i for i in range(63)])

# Direct lookup for sets of numbers below 10, such as seats; use the functions for larger ones.
COUNT: Final = vec[i64]([n.bit_count() for n in range(1024)])
LOWEST: Final = vec[i64]([0] + [(n & -n).bit_length() - 1 for n in range(1, 1024)])
SLICE: Final[i64] = 10
SLICE_BITS: Final[i64] = 1023

# A de Bruijn sequence: multiplied by a power of two, its top six bits are unique to that power.
DE_BRUIJN: Final[i64] = 0x03F79D71B4CB0A89
TOP: Final[i64] = 58
TOP_BITS: Final[i64] = 63


def powers_by_top_bits() -> list[int]:
    powers = [0] * 64
    for power in range(63):
        powers[(2**power * int(DE_BRUIJN) >> 58) & 63] = power
    return powers


POWER_AT: Final = vec[i64](powers_by_top_bits())


def count(bits: i64) -> i64:
    """Return how many numbers are in the set."""
    total = COUNT[bits & SLICE_BITS]
    bits >>= SLICE
    while bits != 0:
        total += COUNT[bits & SLICE_BITS]
        bits >>= SLICE
    return total


def lowest(bits: i64) -> i64:
    """Return the smallest number in the set; 0 if it is empty."""
    return POWER_AT[((bits & -bits) * DE_BRUIJN >> TOP) & TOP_BITS]  # overflow above 64 bits doesn't matter


def nth(bits: i64, n: i64) -> i64:
    """Return the nth smallest number in the set, counting from 0; the set must have more than `n`."""
    for i in range(n):
        bits &= bits - 1
    return lowest(bits)

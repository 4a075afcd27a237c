"""Bit sets of small numbers."""

from hypothesis import given
from hypothesis import strategies as st

from bugbox.core.bits import BIT, COUNT, LOWEST, count, lowest, nth

SETS = st.sets(st.integers(0, 61))


def bits_of(numbers: set[int]) -> int:
    return sum(2**number for number in numbers)


@given(SETS)
def test_a_set_is_counted(numbers: set[int]) -> None:
    assert count(bits_of(numbers)) == len(numbers)


@given(SETS.filter(bool))
def test_the_lowest_number_and_every_other_one_is_found(numbers: set[int]) -> None:
    bits = bits_of(numbers)
    assert lowest(bits) == min(numbers)
    assert [nth(bits, n) for n in range(len(numbers))] == sorted(numbers)


def test_the_empty_set_has_no_number() -> None:
    assert (count(0), lowest(0)) == (0, 0)


def test_the_tables_are_the_functions_for_small_sets() -> None:
    for bits in range(1024):
        assert COUNT[bits] == count(bits)
        assert LOWEST[bits] == lowest(bits)


def test_single_bits_are_right_beyond_32() -> None:
    """mypyc's own shift of a constant would drop these bits."""
    assert [BIT[i] for i in range(63)] == [2**i for i in range(63)]

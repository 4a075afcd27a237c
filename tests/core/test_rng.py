"""ChaCha8 against published test vectors, and the uniformity of numbers and shuffles."""

import hashlib

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from bugbox.core.rng import Rng

# Key, nonce and counter all zero: draft-strombergson-chacha-test-vectors, TC1, 256-bit key, 8 rounds, two blocks.
CHACHA8 = (
    "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e"
    "984ce172b9216f419f445367456d5619314a42a3da86b001387bfdb80e0cfe42"
    "d2aefa0deaa5c151bf0adb6c01f2a5adc0fd581259f9a2aadcf20f8fd566a26b"
    "5032ec38bbc5da98ee0c6f568b872a65a08abf251deb21bb4b56e5d8821e68aa"
)
# RFC 8439, section 2.3.2: 20 rounds, key 00 01 .. 1f, counter 1, nonce 00000009 0000004a 00000000.
CHACHA20 = (
    "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e"
    "d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e"
)


def keyed(key: bytes, last_row: tuple[int, int, int, int]) -> Rng:
    rng = Rng(0)
    for i in range(8):
        rng.state[4 + i] = int.from_bytes(key[4 * i : 4 * i + 4], "little")
    for i in range(4):
        rng.state[12 + i] = last_row[i]
    return rng


def stream(rng: Rng, words: int) -> str:
    return b"".join(int(rng.word()).to_bytes(4, "little") for _ in range(words)).hex()


def test_it_is_chacha8_by_the_published_vector() -> None:
    assert stream(keyed(bytes(32), (0, 0, 0, 0)), 32) == CHACHA8


def test_with_ten_double_rounds_it_is_the_chacha20_of_rfc_8439() -> None:
    rng = keyed(bytes(range(32)), (1, 0x09000000, 0x4A000000, 0))
    rng.double_rounds = 10
    assert stream(rng, 16) == CHACHA20


def test_the_counter_carries_into_its_second_word() -> None:
    rng = keyed(bytes(32), (0xFFFFFFFF, 0, 0, 0))
    rng.refill()
    assert (rng.state[12], rng.state[13]) == (0, 1)


def test_the_key_is_the_sha_256_of_stream_and_seed() -> None:
    digest = hashlib.sha256(b"bugbox game 7").digest()
    assert stream(Rng(7, "game"), 16) == stream(keyed(digest, (0, 0, 0, 0)), 16)


def test_seeds_and_streams_give_different_numbers() -> None:
    rngs = [Rng(1), Rng(2), Rng(1, "bot"), Rng(2**128), Rng(0)]
    assert len({stream(rng, 4) for rng in rngs}) == len(rngs)


def test_64_bits_are_two_words_the_low_one_first() -> None:
    assert keyed(bytes(32), (0, 0, 0, 0)).long() == int.from_bytes(bytes.fromhex(CHACHA8[:16]), "little")


def test_a_copy_goes_on_alike_and_a_branch_does_not() -> None:
    rng, copy, branch, again = Rng(5), Rng(6), Rng(7), Rng(8)
    rng.word()
    copy.copy_from(rng)
    branch.branch_from(rng)
    again.branch_from(copy)
    assert stream(branch, 8) == stream(again, 8), "only the parent decides the branch"
    assert (after := stream(rng, 8)) == stream(copy, 8)
    assert stream(branch, 8) != after


def test_every_branch_is_another_one() -> None:
    rng, branch = Rng(5), Rng(6)
    streams = set()
    for _ in range(50):
        branch.branch_from(rng)
        streams.add(stream(branch, 4))
    assert len(streams) == 50
    branch.branch_from(rng)
    halves = (branch.state[14], branch.state[15])
    branch.branch_from(rng)
    assert all(old != new for old, new in zip(halves, (branch.state[14], branch.state[15]), strict=True))


def test_numbered_streams_are_the_same_whenever_they_are_asked_for_and_all_different() -> None:
    parent, numbered = Rng(5, "bot 1"), Rng(6)
    streams = []
    for number in (0, 1, 2, 2**32 - 1, 1):
        numbered.become(parent, number)
        streams.append(stream(numbered, 20))
        numbered.word()
    assert streams[4] == streams[1]
    assert len(set(streams)) == 4
    assert stream(parent, 20) == stream(Rng(5, "bot 1"), 20), "the parent stays as it is"
    assert stream(Rng(5, "bot 1"), 20) not in streams


@pytest.mark.parametrize("n", [1, 2, 3, 5, 6, 7, 70, 1000])
def test_below_gives_every_number_about_equally_often(n: int) -> None:
    rng = Rng(n, "test")
    draws = 400 * n if n < 100 else 40 * n
    counts = [0] * n
    for _ in range(draws):
        counts[rng.below(n)] += 1
    expected = draws / n
    chi_square = sum((count - expected) ** 2 / expected for count in counts)
    assert chi_square < n + 4 * (2 * n) ** 0.5 + 10


def test_below_rejects_the_words_that_would_favour_small_numbers() -> None:
    """For 3 * 2**29 numbers, without rejection two in three would get 3 of the 2**32 words each, the others 2."""
    n = 3 * 2**29
    draws = 30_000
    rng, naive = Rng(9, "test"), Rng(9, "test")
    fair = [rng.below(n) % 3 for _ in range(draws)]
    unfair = [(naive.word() * n >> 32) % 3 for _ in range(draws)]
    assert all(abs(fair.count(rest) / draws - 1 / 3) < 0.015 for rest in range(3))
    assert min(unfair.count(rest) for rest in range(3)) / draws < 0.27


def test_shuffle_reaches_every_order_equally_and_leaves_the_rest_alone() -> None:
    rng = Rng(3, "test")
    orders: dict[tuple[int, ...], int] = {}
    for _ in range(2400):
        cards = vec[i64]([9, 1, 2, 3, 4, 8])
        rng.shuffle(cards, 1, 5)
        assert (cards[0], cards[5]) == (9, 8)
        order = tuple(cards[i] for i in range(1, 5))
        orders[order] = orders.get(order, 0) + 1
    assert len(orders) == 24
    assert sum((count - 100) ** 2 / 100 for count in orders.values()) < 60

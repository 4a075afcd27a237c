"""The random number generator: ChaCha with 8 rounds (D. J. Bernstein, 2008), keyed by SHA-256.

Even a player who has seen every card of a match cannot predict the next shuffle, and a record replays identically on
any machine. Words are 32-bit values in 64-bit ints, so nothing overflows, compiled or interpreted.
"""

import hashlib
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

WORD: Final[i64] = 0xFFFFFFFF
WORDS: Final[i64] = 16  # in a block
KEY: Final[i64] = 4  # index of the key in the state
COUNTER: Final[i64] = 12
NONCE: Final[i64] = 14
SIGMA: Final = (0x61707865, 0x3320646E, 0x79622D32, 0x6B206574)  # "expand 32-byte k"


class Rng:
    """A stream of random numbers, determined by a seed and the name of the stream."""

    def __init__(self, seed: int, stream: str = "") -> None:
        key = hashlib.sha256(f"bugbox {stream} {seed}".encode()).digest()
        words = list(SIGMA) + words_of(key) + [0, 0, 0, 0]
        self.state = vec[i64](words)
        self.block = vec[i64]([0] * 16)
        self.used: i64 = WORDS
        self.double_rounds: i64 = 4

    def copy_from(self, other: "Rng") -> None:
        for i in range(WORDS):
            self.state[i] = other.state[i]
            self.block[i] = other.block[i]
        self.used = other.used
        self.double_rounds = other.double_rounds

    def branch_from(self, other: "Rng") -> None:
        """Become a new stream derived from `other`, which advances by two words."""
        for i in range(WORDS):
            self.state[i] = other.state[i]
            self.block[i] = 0  # leave nothing of the old stream readable
        self.state[COUNTER] = 0
        self.state[COUNTER + 1] = 0
        self.state[NONCE] = other.word()
        self.state[NONCE + 1] = other.word()
        self.used = WORDS

    def become(self, other: "Rng", number: i64) -> None:
        """Become substream `number` of `other`, which doesn't change."""
        for i in range(WORDS):
            self.state[i] = other.state[i]
        self.state[COUNTER] = 0
        self.state[COUNTER + 1] = 0
        self.state[NONCE] = number & WORD
        self.state[NONCE + 1] = 1  # a stream made from a seed has 0 here
        self.used = WORDS

    def word(self) -> i64:
        """Return the next 32 bits."""
        if self.used == WORDS:
            self.refill()
        value = self.block[self.used]
        self.used += 1
        return value

    def long(self) -> int:
        """Return the next 64 bits."""
        low = int(self.word())
        return low + int(self.word()) * 2**32

    def below(self, n: i64) -> i64:
        """Return a uniform number from 0 to n - 1 (Lemire 2019); n is from 1 to 2**31."""
        if n < 1:
            raise ValueError("There is no number below 1.")
        product = self.word() * n
        if product & WORD < n:
            unfair = (WORD + 1) % n  # reject this many of the 2**32 words to avoid a bias
            while product & WORD < unfair:
                product = self.word() * n
        return product >> 32

    def shuffle(self, cards: vec[i64], start: i64, stop: i64) -> None:
        """Shuffle cards[start:stop] (Fisher-Yates)."""
        for i in range(stop - 1, start, -1):
            j = start + self.below(i - start + 1)
            card = cards[i]
            cards[i] = cards[j]
            cards[j] = card

    def refill(self) -> None:
        s = self.state
        a0, a1, a2, a3 = s[0], s[1], s[2], s[3]
        b0, b1, b2, b3 = s[4], s[5], s[6], s[7]
        c0, c1, c2, c3 = s[8], s[9], s[10], s[11]
        d0, d1, d2, d3 = s[12], s[13], s[14], s[15]
        for double_round in range(self.double_rounds):
            a0, b0, c0, d0 = quarter_round(a0, b0, c0, d0)
            a1, b1, c1, d1 = quarter_round(a1, b1, c1, d1)
            a2, b2, c2, d2 = quarter_round(a2, b2, c2, d2)
            a3, b3, c3, d3 = quarter_round(a3, b3, c3, d3)
            a0, b1, c2, d3 = quarter_round(a0, b1, c2, d3)
            a1, b2, c3, d0 = quarter_round(a1, b2, c3, d0)
            a2, b3, c0, d1 = quarter_round(a2, b3, c0, d1)
            a3, b0, c1, d2 = quarter_round(a3, b0, c1, d2)
        self.put_row(0, a0, a1, a2, a3)
        self.put_row(4, b0, b1, b2, b3)
        self.put_row(8, c0, c1, c2, c3)
        self.put_row(12, d0, d1, d2, d3)
        s[COUNTER] = (s[COUNTER] + 1) & WORD
        if s[COUNTER] == 0:
            s[COUNTER + 1] = (s[COUNTER + 1] + 1) & WORD
        self.used = 0

    def put_row(self, at: i64, w: i64, x: i64, y: i64, z: i64) -> None:
        s = self.state
        block = self.block
        block[at] = (w + s[at]) & WORD
        block[at + 1] = (x + s[at + 1]) & WORD
        block[at + 2] = (y + s[at + 2]) & WORD
        block[at + 3] = (z + s[at + 3]) & WORD


def quarter_round(a: i64, b: i64, c: i64, d: i64) -> tuple[i64, i64, i64, i64]:
    """Mix four words. Only rotated values are masked to 32 bits; the others stay below 2**60."""
    a += b
    d = (d ^ a) & WORD
    d = (d << 16) | (d >> 16)
    c += d
    b = (b ^ c) & WORD
    b = (b << 12) | (b >> 20)
    a += b
    d = (d ^ a) & WORD
    d = (d << 8) | (d >> 24)
    c += d
    b = (b ^ c) & WORD
    b = (b << 7) | (b >> 25)
    return a, b, c, d


def words_of(data: bytes) -> list[int]:
    return [int.from_bytes(data[i : i + 4], "little") for i in range(0, len(data), 4)]

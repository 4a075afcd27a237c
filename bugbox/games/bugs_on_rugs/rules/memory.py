"""A log of every change to a hand: everything that seats can remember.

Everyone sees drafted cards; two players see a passed card; one sees its first card and a Ladybug's draw (BOR-R26).
"""

from typing import Final

from mypy_extensions import i64

from bugbox.core.rows import zeros

# Kinds of entries.
DEALT: Final[i64] = 0  # seat; a card that only the seat saw
GAINED: Final[i64] = 1  # seat; a card that everyone saw
LOST: Final[i64] = 2  # seat; a card that everyone saw
GIVEN: Final[i64] = 3  # giver, receiver; a card that only these two saw
RECEIVED: Final[i64] = 4  # receiver, giver; the same card, logged after everyone has given
SHOWN: Final[i64] = 5  # seat, number of copies of this card it showed

LONGEST: Final[i64] = 512  # entries; the maximum over many random matches was 160


class Memory:
    """Entries of kind, seat, other seat (or count) and card, each packed into one number."""

    def __init__(self) -> None:
        self.size: i64 = 0
        self.log = zeros(LONGEST)

    def write(self, kind: i64, seat: i64, other: i64, card: i64) -> None:
        self.log[self.size] = ((kind * 8 + seat) * 16 + other) * 128 + card
        self.size += 1

    def copy_from(self, other: "Memory") -> None:
        for i in range(other.size):
            self.log[i] = other.log[i]
        while self.size > other.size:
            self.size -= 1
            self.log[self.size] = 0
        self.size = other.size

    def entry(self, i: i64) -> tuple[i64, i64, i64, i64]:
        """Return the kind, seat, other seat (or count) and card of an entry."""
        packed = self.log[i]
        return packed // 16384, packed // 2048 % 8, packed // 128 % 16, packed % 128

    def last_gained(self, seat: i64) -> i64:
        """Return the last card that this seat took openly, or 0."""
        for i in range(self.size - 1, -1, -1):
            if self.log[i] // 2048 == GAINED * 8 + seat:
                return self.log[i] % 128
        return 0

    def put(self, i: i64, card: i64) -> None:
        self.log[i] += card - self.log[i] % 128

    def clear(self) -> None:
        while self.size > 0:
            self.size -= 1
            self.log[self.size] = 0

    def giving(self, received: i64) -> i64:
        """Return the index of the GIVEN entry that matches a RECEIVED entry."""
        receiver, giver = self.log[received] // 2048 % 8, self.log[received] // 128 % 16
        i = received - 1
        while self.log[i] // 128 != (GIVEN * 8 + giver) * 16 + receiver:
            i -= 1
        return i

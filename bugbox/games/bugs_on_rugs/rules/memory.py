"""What happened to the hands, entry by entry: all that seats can remember.

Everything drafted was seen by all, a passed card by two, the first card and a Ladybug's draw by one (BOR-R26).
"""

from typing import Final

from mypy_extensions import i64

from bugbox.core.rows import zeros

# Kinds of entries.
DEALT: Final[i64] = 0  # seat: a card that only the seat saw
GAINED: Final[i64] = 1  # seat: a card that all saw
LOST: Final[i64] = 2  # seat: likewise
GIVEN: Final[i64] = 3  # seat, to whom: a card that these two saw
RECEIVED: Final[i64] = 4  # seat, from whom: the same, once all have given
SHOWN: Final[i64] = 5  # seat, how many of this card it showed

LONGEST: Final[i64] = 512  # entries; the longest of many random matches had 160


class Memory:
    """Kind, seat, the other one and card of each entry, packed into a number."""

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
        """Kind, seat, the other one, card."""
        packed = self.log[i]
        return packed // 16384, packed // 2048 % 8, packed // 128 % 16, packed % 128

    def last_gained(self, seat: i64) -> i64:
        """The card that this seat took last for all to see; 0 if there is none."""
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
        """The entry that gave what this one received."""
        receiver, giver = self.log[received] // 2048 % 8, self.log[received] // 128 % 16
        i = received - 1
        while self.log[i] // 128 != (GIVEN * 8 + giver) * 16 + receiver:
            i -= 1
        return i

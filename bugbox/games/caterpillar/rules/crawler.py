"""A caterpillar: the spaces of its head and body in a ring, its pieces on the mat, and its player's wasps."""

from typing import Final

from mypy_extensions import i64

from bugbox.core.rows import copy_row, zeros

RING: Final[i64] = 16  # longer than any caterpillar, so the space that the tail has left is still known
LAST: Final[i64] = 15


class Crawler:
    """Where it is, from the head back: nothing has to be moved along when it crawls."""

    def __init__(self, body: i64, mat: i64, wasps: i64) -> None:
        self.spaces = zeros(RING)
        self.front: i64 = 0  # where in the ring the head is
        self.body = body  # pieces behind the head; in the garden or, while it is off, beside it
        self.mat = mat  # pieces that are still to come
        self.wasps = wasps  # in hand
        self.is_off = True

    def at(self, nth: i64) -> i64:
        """The space of the head for 0, of its body pieces from 1 on."""
        index = (self.front + nth) & LAST
        return self.spaces[index]

    def leaves(self, space: i64) -> i64:
        """Up to which step of a walk is it on this space, one of its own?"""
        nth: i64 = 0
        while nth < self.body and self.at(nth) != space:
            nth += 1
        return self.body - nth + 1

    def length(self) -> i64:
        """In the garden or not (CF-R30)."""
        return 1 + self.body

    def put(self, nth: i64, space: i64) -> None:
        self.spaces[(self.front + nth) & LAST] = space

    def crawl(self, space: i64) -> i64:
        """The head goes there and all pieces follow; returns the space that is left."""
        self.front = (self.front - 1) & LAST
        self.spaces[self.front] = space
        return self.at(self.body + 1)

    def grow(self) -> i64:
        """One more piece, on the space that was left last (CF-R15); returns that space."""
        self.body += 1
        self.mat -= 1
        return self.at(self.body)

    def shrink(self, pieces: i64) -> None:
        """So many go to the mat, as far as there are any (CF-R21)."""
        lost = min(pieces, self.body)
        self.body -= lost
        self.mat += lost

    def leave(self) -> None:
        """Out of the garden; nothing of where it was stays."""
        self.is_off = True
        self.front = 0
        for i in range(RING):
            self.spaces[i] = 0

    def copy_from(self, other: "Crawler") -> None:
        copy_row(other.spaces, self.spaces)
        self.front = other.front
        self.body = other.body
        self.mat = other.mat
        self.wasps = other.wasps
        self.is_off = other.is_off

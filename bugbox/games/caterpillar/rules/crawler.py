"""A caterpillar: the spaces of its head and body in a ring buffer, its pieces on the mat, and its player's wasps."""

from typing import Final

from mypy_extensions import i64

from bugbox.core.rows import copy_row, zeros

RING: Final[i64] = 16  # longer than any caterpillar, so that the space last left by the tail is still there
LAST: Final[i64] = 15


class Crawler:
    """A caterpillar. Thanks to the ring buffer, crawling doesn't shift its spaces."""

    def __init__(self, body: i64, mat: i64, wasps: i64) -> None:
        self.spaces = zeros(RING)
        self.front: i64 = 0  # index of the head in the ring
        self.body = body  # pieces behind the head, also while the caterpillar is off the garden
        self.mat = mat  # body pieces on the mat
        self.wasps = wasps  # in hand
        self.is_off = True

    def at(self, nth: i64) -> i64:
        """Return the space of the head for 0, of body pieces from 1."""
        index = (self.front + nth) & LAST
        return self.spaces[index]

    def leaves(self, space: i64) -> i64:
        """Return the last step of a walk at which the body is still on this space, which must be one of its own."""
        nth: i64 = 0
        while nth < self.body and self.at(nth) != space:
            nth += 1
        return self.body - nth + 1

    def length(self) -> i64:
        """Return the length, in the garden or not (CF-R30)."""
        return 1 + self.body

    def put(self, nth: i64, space: i64) -> None:
        self.spaces[(self.front + nth) & LAST] = space

    def crawl(self, space: i64) -> i64:
        """Move the head there, with all pieces following, and return the space that the tail has left."""
        self.front = (self.front - 1) & LAST
        self.spaces[self.front] = space
        return self.at(self.body + 1)

    def grow(self) -> i64:
        """Add a piece on the space that the tail has just left (CF-R15), and return that space."""
        self.body += 1
        self.mat -= 1
        return self.at(self.body)

    def shrink(self, pieces: i64) -> None:
        """Move this many pieces, or all there are, to the mat (CF-R21)."""
        lost = min(pieces, self.body)
        self.body -= lost
        self.mat += lost

    def leave(self) -> None:
        """Take the caterpillar off the garden and clear its spaces."""
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

"""The drawings: one family of bugs, our own, in ink and colour; knows no game."""

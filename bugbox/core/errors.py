"""Errors raised for wrong calls; each message says what would be valid instead."""


class BugboxError(ValueError):
    """Base class: an invalid call. The message is one sentence that can be shown to the user."""


class NotAnOption(BugboxError):
    """The text is not an option in any position of this game."""


class NotNow(BugboxError):
    """The text is an option in this game, but not in this position."""


class NotYourTurn(BugboxError):
    """The seat has no decision to make now."""


class WrongSetting(BugboxError):
    """An unknown game or setting, or an invalid value or number of seats."""


class WrongRecord(BugboxError):
    """The text is not the record of a match."""


class WrongSpace(BugboxError):
    """No space of this board has this name."""

"""What can go wrong, each with a sentence that says what is possible instead."""


class BugboxError(ValueError):
    """Any wrong call; its text is one sentence for the person who made it."""


class NotAnOption(BugboxError):
    """No position of this game ever offers this text."""


class NotNow(BugboxError):
    """The text is an option of this game, but not of this position."""


class NotYourTurn(BugboxError):
    """This seat owes no decision."""


class WrongSetting(BugboxError):
    """A setting, seat count or game that does not exist."""


class WrongRecord(BugboxError):
    """The text is not the record of a match."""


class WrongSpace(BugboxError):
    """No space of this board has this name."""

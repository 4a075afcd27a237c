"""Typed game settings with a default, valid values, help text and basis."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from bugbox.core.english import count
from bugbox.core.errors import WrongSetting

Value = bool | int | str

YES_OR_NO = {"yes": True, "true": True, "on": True, "1": True, "no": False, "false": False, "off": False, "0": False}


@dataclass(frozen=True)
class Setting:
    """A game option that is chosen before a match starts."""

    name: str
    default: Value
    help: str
    basis: str  # the clause that justifies it, or "house"
    values: range | tuple[str, ...] = ()  # empty for a boolean
    title: str = ""  # display name, if it differs from `name`
    texts: tuple[str, ...] = ()  # display names of the values
    seats: tuple[int, ...] = ()  # the fewest seats that each value needs; empty if there is no minimum
    written: Callable[[str], str] | None = None  # converts free text, such as a file's contents, into a one-line value
    example: str = ""  # an example of such text, if it is short enough to type
    described: Callable[[str], str] | None = None  # returns a display name for such text, if it is too long to read

    def called(self) -> str:
        return self.title or self.name.replace("_", " ").capitalize()

    def text_of(self, value: str) -> str:
        """Return the display name of a value in its text form."""
        known = dict(zip(map(str, self.values), self.texts, strict=False))
        return known.get(value) or (self.described(value) if self.described else value)

    def check(self, value: Value) -> Value:
        """Return the value if valid; otherwise raise WrongSetting, which lists the valid ones."""
        if type(value) is type(self.default) and value in self.every():
            return value
        if self.written and isinstance(value, str):
            return self.written(value)
        raise WrongSetting(f"{self.name} must be {self.possible()}, not {write(value)!r}.")

    def every(self) -> Sequence[Value]:
        return self.values or (False, True)

    def fewest_seats(self, value: Value) -> int:
        return dict(zip(self.every(), self.seats, strict=False)).get(value, 1)

    def fitting(self, seats: int) -> Sequence[Value]:
        """Return the values that are possible with this many seats."""
        return [value for value in self.every() if self.fewest_seats(value) <= seats]

    def check_fit(self, value: Value, seats: int) -> None:
        """Raise WrongSetting if the value needs more seats."""
        if self.fewest_seats(value) > seats:
            told = f"{self.called()} cannot be {self.text_of(write(value))}"
            raise WrongSetting(f"{told} at a table with {count(seats, 'seat')}.")

    def read(self, text: str) -> Value:
        """Parse a text such as `yes`, `15` or `first`."""
        if isinstance(self.default, bool):
            return self.check(YES_OR_NO.get(text.lower(), text))
        if isinstance(self.default, int):
            number = whole_number(text)
            return self.check(text if number is None else number)
        return self.check(text)

    def possible(self) -> str:
        if isinstance(self.values, range):
            return f"a whole number from {self.values[0]} to {self.values[-1]}"
        return " or ".join((*self.values, self.example or "a file") if self.written else self.values) or "yes or no"


def whole_number(text: str) -> int | None:
    """Parse a number that a person typed; None if it isn't one, or is too long."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else None


def write(value: Value) -> str:
    """Format a value as text that read() accepts."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def complete(settings: tuple[Setting, ...], given: Mapping[str, Value]) -> dict[str, Value]:
    """Check the given settings and fill in the defaults of the others."""
    for name in given:
        find(settings, name)
    return {s.name: s.check(given.get(s.name, s.default)) for s in settings}


def read_all(settings: tuple[Setting, ...], texts: Mapping[str, str]) -> dict[str, Value]:
    return {name: find(settings, name).read(text) for name, text in texts.items()}


def find(settings: tuple[Setting, ...], name: str) -> Setting:
    for setting in settings:
        if setting.name == name:
            return setting
    names = [s.name for s in settings]
    near = get_close_matches(name, names, 1)
    hint = f"did you mean {near[0]}?" if near else f"the settings are {', '.join(names)}."
    raise WrongSetting(f"There is no setting {name!r}; {hint}")

"""Settings are checked on input, and the error message says which values are valid."""

import pytest

import bugbox
from bugbox.core.settings import Setting, complete, read_all, write

pytestmark = pytest.mark.once

FAST = Setting("fast", False, "Faster.", "house")
LENGTH = Setting("length", 15, "Longer.", "house", range(8, 31))
DECK = Setting("deck", "old", "Another.", "house", ("old", "new"))
ALL = (FAST, LENGTH, DECK)


def test_what_is_not_given_is_default() -> None:
    assert complete(ALL, {"length": 8}) == {"fast": False, "length": 8, "deck": "old"}


@pytest.mark.parametrize(
    ("setting", "text", "value"),
    [(FAST, "yes", True), (FAST, "OFF", False), (LENGTH, "30", 30), (DECK, "new", "new")],
)
def test_texts_are_read_and_written(setting: Setting, text: str, value: bool | int | str) -> None:
    assert setting.read(text) == value
    assert setting.read(write(value)) == value


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("fast", "maybe", "fast must be yes or no, not 'maybe'."),
        ("length", "7", "length must be a whole number from 8 to 30, not '7'."),
        ("length", "long", "length must be a whole number from 8 to 30, not 'long'."),
        ("length", "1²", "length must be a whole number from 8 to 30, not '1²'."),
        ("deck", "", "deck must be old or new, not ''."),
        ("lenght", "9", "There is no setting 'lenght'; did you mean length?"),
        ("colour", "9", "There is no setting 'colour'; the settings are fast, length, deck."),
    ],
)
def test_a_wrong_text_is_refused_in_one_sentence(name: str, text: str, sentence: str) -> None:
    with pytest.raises(bugbox.WrongSetting) as refusal:
        read_all(ALL, {name: text})
    assert str(refusal.value) == sentence


def test_a_value_can_need_more_seats_than_there_are() -> None:
    who = Setting("who", "anyone", "Who starts.", "house", ("anyone", "last"), texts=("anyone", "seat 3"), seats=(1, 3))
    assert (who.fitting(2), who.fitting(3)) == (["anyone"], ["anyone", "last"])
    who.check_fit("last", 3)
    with pytest.raises(bugbox.WrongSetting, match=r"^Who cannot be seat 3 at a table with 2 seats\.$"):
        who.check_fit("last", 2)
    assert LENGTH.fitting(1) == list(LENGTH.every()), "where nothing is said, every value fits"


@pytest.mark.parametrize("value", [True, 15.0, "15", None, 31])
def test_a_value_of_the_wrong_kind_is_refused(value: object) -> None:
    with pytest.raises(bugbox.WrongSetting, match="length must be"):
        complete(ALL, {"length": value})  # type: ignore[dict-item]  # on purpose
    with pytest.raises(bugbox.WrongSetting, match="fast must be yes or no"):
        complete(ALL, {"fast": 1})


def test_python_refuses_a_wrong_game_seat_count_or_setting() -> None:
    with pytest.raises(bugbox.WrongSetting, match="There is no game 'bugrace'; did you mean bug-race"):
        bugbox.Match.new("bugrace")
    with pytest.raises(bugbox.WrongSetting, match="Bug Race is for 2 to 4 players, not 5"):
        bugbox.Match.new("bug-race", seats=5)
    with pytest.raises(bugbox.WrongSetting, match="There is no setting 'spider'"):
        bugbox.Match.new("bug-race", spider=True)


@pytest.mark.parametrize("seats", ["2", 2.0, True, 10**30, None, [2]])
def test_python_refuses_a_wrong_seat_count_at_once(seats: int) -> None:
    with pytest.raises(bugbox.WrongSetting, match="Bug Race is for 2 to 4 players"):
        bugbox.Match(bugbox.GAMES["bug-race"], seats)


@pytest.mark.parametrize("seed", [-1, "7", 1.5, True, 2**256, 10**5000], ids=lambda seed: str(type(seed)))
def test_python_refuses_a_wrong_seed(seed: int) -> None:
    with pytest.raises(bugbox.WrongSetting, match="A seed is a whole number from 0"):
        bugbox.Match.new("bug-race", seed=seed)


@pytest.mark.parametrize("viewer", [4, -3, "0", None])
def test_python_refuses_a_viewer_who_is_not_there(viewer: int) -> None:
    match = bugbox.Match.new("bug-race", seats=4, seed=1)
    for look in (match.view, match.text, match.log):
        with pytest.raises(bugbox.BugboxError, match="A viewer is a seat from 0 to 3, WATCHER or OPEN"):
            look(viewer)


def test_python_refuses_what_is_not_a_text() -> None:
    match = bugbox.Match.new("bug-race", seed=1)
    with pytest.raises(bugbox.NotAnOption):
        match.play(0, 3)  # type: ignore[arg-type]  # on purpose
    for thing in (None, b"bugbox record 1\n", 7):
        with pytest.raises(bugbox.WrongRecord):
            bugbox.Match.load(thing)  # type: ignore[arg-type]


def shout(text: str) -> str:
    if not text.isalpha():
        raise bugbox.WrongSetting(f"{text!r} cannot be shouted.")
    return text.upper()


def test_a_setting_can_take_a_text_besides_its_values() -> None:
    """The text is checked and made canonical on every path; only the command line reads it from a file."""
    word = Setting("word", "old", "A word.", "house", ("old", "new"), written=shout)
    assert complete((word,), {}) == {"word": "old"}
    assert complete((word,), {"word": "mine"}) == {"word": "MINE"}
    assert read_all((word,), {"word": "mine"}) == {"word": "MINE"}
    assert word.read(write(word.read("mine"))) == "MINE"
    assert word.possible() == "old or new or a file"
    with pytest.raises(bugbox.WrongSetting, match=r"^'1' cannot be shouted\.$"):
        word.read("1")
    with pytest.raises(bugbox.WrongSetting, match="word must be old or new or a file, not '1'"):
        complete((word,), {"word": 1})

"""The client alone, with the test as its server: touches make options in any game."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from tests.kit.browsing import prefer

pytestmark = pytest.mark.slow

THINGS = "".join(f'<div data-pick="{name}" role="img" aria-label="{name}">{name}</div>' for name in "abcd")
CHOICES: list[tuple[str, list[str]]] = [
    ("stay at a", ["a"]),
    ("from a to b", ["a", "b"]),
    ("from a to c", ["a", "c"]),
    ("only d", ["d"]),
]


class Table:
    """A page whose WebSocket is connected to the test."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.said: list[dict[str, Any]] = []
        page.route_web_socket(re.compile("/live$"), self.connect)
        page.goto(address)
        page.get_by_role("button", name="Play now").first.click()
        expect(self.lit()).to_have_count(2)

    def connect(self, socket: WebSocketRoute) -> None:
        self.socket = socket
        socket.on_message(lambda text: self.said.append(json.loads(text)))
        self.offer(asked=1)

    def offer(
        self,
        asked: int,
        choices: list[tuple[str, list[str]]] = CHOICES,
        fresh: bool = True,
        things: str = THINGS,
    ) -> None:
        question = {"asked": asked, "ask": "Choose.", "choices": choices, "mine": True}
        frame = {"type": "frame", "seq": asked, "parts": {"table": things}, "fresh": fresh, "seat": 0}
        self.socket.send(json.dumps(frame | {"question": question}))

    def touch(self, name: str) -> None:
        self.page.locator(f"#table [data-pick={name}]").click()

    def lit(self) -> Any:
        return self.page.locator("#table .lit")

    def names(self) -> list[str]:
        return [str(name) for name in self.lit().all_inner_texts()]

    def played(self) -> str:
        self.page.wait_for_function("() => document.querySelectorAll('#table .lit').length === 0")
        return str(self.said[-1]["option"])


@pytest.fixture
def table(chromium: Browser, address: str) -> Iterator[Table]:
    page = chromium.new_page()
    yield Table(page, address)
    page.close()


def test_one_thing_after_the_other_makes_an_option(table: Table) -> None:
    assert table.names() == ["a", "d"]
    table.touch("a")
    assert table.names() == ["b", "c"]
    table.touch("c")
    assert table.played() == "from a to c"


def test_the_only_option_left_is_played_at_once(table: Table) -> None:
    table.touch("d")
    assert table.played() == "only d"


def test_back_undoes_a_touch_and_an_option_that_others_begin_with_is_said_yes_to(table: Table) -> None:
    table.touch("a")
    table.page.get_by_role("button", name="Back").click()
    assert table.names() == ["a", "d"]
    table.touch("a")
    table.page.keyboard.press("Escape")
    assert table.names() == ["a", "d"]
    table.touch("a")
    table.page.get_by_role("button", name="Confirm: stay at a").click()
    assert table.played() == "stay at a"


def test_what_is_picked_stays_picked_while_the_question_is_the_same(table: Table) -> None:
    table.touch("a")
    table.offer(asked=1, fresh=False)
    table.page.wait_for_timeout(50)
    assert table.names() == ["b", "c"]
    table.offer(asked=2, fresh=False)
    expect(table.lit()).to_have_text(["a", "d"])


def test_while_a_choice_waits_for_a_yes_another_touch_changes_it(table: Table) -> None:
    prefer(table.page, "confirm", "yes")
    table.touch("a")
    table.touch("b")
    assert table.names() == ["c"], "what could be touched instead of the last thing"
    table.touch("c")
    assert (table.names(), table.said) == (["b"], [])
    table.page.get_by_role("button", name="Confirm: from a to c").click()
    assert table.played() == "from a to c"


def test_arrows_and_enter_do_what_a_finger_does(table: Table) -> None:
    table.lit().first.focus()
    table.page.keyboard.press("ArrowDown")
    assert table.page.evaluate("document.activeElement.textContent") == "d"
    table.page.keyboard.press("ArrowUp")
    table.page.keyboard.press("Enter")
    assert table.names() == ["b", "c"]
    stops = table.page.locator('#table [data-pick][tabindex="0"]')
    expect(stops).to_have_count(1)


def test_what_cannot_be_touched_says_what_is_asked(table: Table) -> None:
    table.touch("b")
    expect(table.page.locator("#toast")).to_have_text("Choose.")
    assert not table.said


def test_some_things_may_be_touched_in_any_order_and_more_than_once(table: Table) -> None:
    pairs = [("b and c", ["&b", "&c", "d"]), ("c twice", ["&c", "&c", "d"]), ("b", ["&b", "d"]), ("none", ["d"])]
    table.offer(asked=2, choices=pairs)
    expect(table.lit()).to_have_text(["b", "c", "d"])
    table.touch("c")
    assert table.names() == ["b", "c"]
    table.touch("b")
    assert table.played() == "b and c"
    table.offer(asked=3, choices=pairs)
    expect(table.lit()).to_have_text(["b", "c", "d"])
    table.touch("c")
    table.touch("c")
    assert table.played() == "c twice"
    table.offer(asked=4, choices=pairs)
    expect(table.lit()).to_have_text(["b", "c", "d"])
    table.touch("b")
    assert table.names() == ["c", "d"]
    table.touch("d")
    assert table.played() == "b"


def test_after_a_mere_step_the_rest_is_touched_too_even_if_there_is_only_one_way(table: Table) -> None:
    stepping = THINGS.replace('data-pick="a"', 'data-pick="a" data-step=""')
    table.offer(asked=2, choices=[("from a to b", ["a", "b"]), ("only c", ["c"])], things=stepping)
    expect(table.page.locator("#table .lit[data-pick=c]")).to_have_count(1)
    table.touch("a")
    assert table.names() == ["b"]
    assert not table.said
    table.touch("b")
    assert table.played() == "from a to b"

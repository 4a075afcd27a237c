"""Caterpillar Filler in a real browser: steps by keys and by swipe, a whole walk by one touch, wasps by a finger."""

import random

import pytest

pytest.importorskip("playwright", reason="No browser tests without Playwright: `make` installs it.")

from playwright.sync_api import Page, expect

from tests.browsing import CHROMIUM, People, is_over, lit, violations
from tests.serving import Browser as Visitor
from tests.test_window import DESK, look, touch_one

pytestmark = [pytest.mark.once, pytest.mark.slow]

if CHROMIUM is None:
    pytest.skip("No browser tests without chromium: `apt install chromium` brings it.", allow_module_level=True)

KEYS = {"up": "ArrowUp", "right": "ArrowRight", "down": "ArrowDown", "left": "ArrowLeft"}
ACROSS = {"up": (0, -1), "right": (1, 0), "down": (0, 1), "left": (-1, 0)}


def sit_down(people: People, touch: bool = False, seats: int = 2, die: str = "3 4", **settings: str) -> Page:
    """Ann, with a roll to walk."""
    ann = Visitor(people.address)
    bots = ["random"] * (seats - 1)
    table = ann.open_table("me", *bots, game="caterpillar", name="Ann", die=die, **settings)
    page = people.come(ann, touch=touch)
    if not touch:
        page.set_viewport_size(DESK)
    page.goto(table)
    assert not is_over(page)
    while not page.locator("#steps .step").count():  # the space of a flower comes first
        lit(page).first.click()
        assert not is_over(page)
    return page


def head(page: Page) -> str:
    """Where it is drawn."""
    return str(page.locator("[data-key='piece:0:0']").evaluate("one => one.parentElement.getAttribute('transform')"))


def arrow(page: Page) -> tuple[str, str]:
    """A direction in which a step leads, and its space."""
    found = page.locator("#steps [data-arrow]").first
    return str(found.get_attribute("data-arrow")), str(found.get_attribute("data-means"))


def place(page: Page, means: str) -> str:
    """Where a piece is drawn that lies on a space."""
    row, column = ord(means[6]) - ord("A"), int(means[7:]) - 1
    return f"translate({column * 40} {row * 40})"


def test_an_arrow_key_is_a_step_wherever_the_focus_is(people: People) -> None:
    page = sit_down(people)
    for _ in range(2):
        way, means = arrow(page)
        page.keyboard.press(KEYS[way])
        expect(page.locator(f"[transform='{place(page, means)}'] > [data-key='piece:0:0']")).to_have_count(1)
        assert not is_over(page)
    lit(page).first.focus()
    way, means = arrow(page)
    page.keyboard.press(KEYS[way])
    expect(page.locator(f"[transform='{place(page, means)}'] > [data-key='piece:0:0']")).to_have_count(1)


def test_with_a_wasp_in_hand_the_arrows_find_its_space_and_the_head_stays(people: People) -> None:
    page = sit_down(people)
    before = head(page)
    page.locator("#wasp").focus()
    page.keyboard.press("Enter")
    page.locator("#space-H8").focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.id") == "space-H9"
    page.keyboard.press("Enter")
    expect(page.locator("[data-key='wasp:H9']")).to_have_count(1)
    assert head(page) == before


def test_a_swipe_on_the_garden_is_a_step_and_a_finger_that_goes_on_steers_on(people: People) -> None:
    page = sit_down(people, touch=True)
    way, means = arrow(page)
    swipe(page, ACROSS[way])
    expect(page.locator(f"[transform='{place(page, means)}'] > [data-key='piece:0:0']")).to_have_count(1)


def swipe(page: Page, across: tuple[int, int]) -> None:
    box = page.locator("#garden").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    finger = page.context.new_cdp_session(page)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for away in (10, 20, 30):
        there = {"x": x + away * across[0], "y": y + away * across[1]}
        finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [there]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_touch_on_the_end_of_the_only_way_walks_it_all(people: People) -> None:
    page = sit_down(people, die="3 4 5")
    walk = page.locator("#reach [data-walk]").first
    end = str(walk.get_attribute("data-means"))
    page.locator(f"#table [data-pick='{end}']").hover()
    expect(page.locator("#ghosts .way")).to_have_count(1)
    page.locator(f"#table [data-pick='{end}']").click()
    expect(page.locator(f"[transform='{place(page, end)}'] > [data-key='piece:0:0']")).to_have_count(1)


def test_a_wasp_on_a_phone_is_put_on_the_nearest_space_and_confirmed(people: People) -> None:
    page = sit_down(people, touch=True)
    page.locator("#wasp").tap()
    aim = page.locator("#space-H8.lit")
    box = aim.bounding_box()
    assert box
    assert box["width"] < 30
    page.touchscreen.tap(box["x"] + box["width"] / 2 + 6, box["y"] + box["height"] / 2 - 6)
    expect(page.locator("#space-H8.picked")).to_have_count(1)
    grown = page.locator("#space-H8").bounding_box()
    assert grown
    assert grown["width"] > box["width"] * 1.5
    expect(page.locator("#ghosts use")).to_have_count(1)
    expect(page.locator("[data-key='wasp:H8']")).to_have_count(0)
    page.locator("#choice .primary").tap()
    expect(page.locator("[data-key='wasp:H8']")).to_have_count(1)


@pytest.mark.parametrize("touch", [False, True], ids=["desk", "phone"])
def test_with_three_players_and_a_rule_nothing_has_to_be_scrolled_for_either(people: People, touch: bool) -> None:
    page = sit_down(people, touch, seats=3, rule="windy", set_up="fort")
    dice = random.Random(3)
    for _ in range(40):
        wrong, _ = look(page, touch)
        assert not wrong, (page.locator("#call").inner_text(), wrong)
        touch_one(page, dice)
        if is_over(page):
            break


def test_axe_finds_nothing_in_the_garden(people: People) -> None:
    assert violations(sit_down(people, seats=4)) == []

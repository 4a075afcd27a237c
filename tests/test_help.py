"""Help on every thing, in a real browser: by mouse, keys, a long press and the small i, and it never plays anything."""

import pytest

pytest.importorskip("playwright", reason="No browser tests without Playwright: `make` installs it.")

from playwright.sync_api import Locator, Page, expect

from bugbox.core.game import Game
from tests.browsing import CHROMIUM, People, is_over, lit, violations
from tests.kit import for_every_game
from tests.serving import Browser as Visitor

pytestmark = pytest.mark.slow

if CHROMIUM is None:
    pytest.skip("No browser tests without chromium: `apt install chromium` brings it.", allow_module_level=True)

LONGER_THAN_A_HOLD = 900  # milliseconds


def sit_down(people: People, game: str, touch: bool = False) -> Page:
    ann = Visitor(people.address)
    table = ann.open_table("me", "random", game=game, name="Ann")
    page = people.come(ann, touch=touch)
    page.goto(table)
    is_over(page)
    return page


def panel(page: Page) -> Locator:
    return page.locator("#help")


def hold(page: Page, thing: Locator) -> None:
    """A finger that stays for a while."""
    box = thing.bounding_box()
    assert box
    finger = page.context.new_cdp_session(page)
    there = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [there]})
    page.wait_for_timeout(LONGER_THAN_A_HOLD)
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@for_every_game
def test_whatever_the_mouse_rests_on_is_explained_beside_it_and_never_over_my_hand(people: People, game: Game) -> None:
    page = sit_down(people, game.name)
    names = page.locator("#table [data-help]").evaluate_all("all => [...new Set(all.map(one => one.dataset.help))]")
    seen = 0
    for name in names[:12]:
        thing = page.locator(f"#table [data-help={name!r}]").first
        if not thing.is_visible():
            continue
        thing.hover()
        expect(panel(page)).to_be_visible()
        shown, dock = panel(page).bounding_box(), page.locator("#dock").bounding_box()
        assert shown
        assert dock
        assert shown["y"] + shown["height"] <= dock["y"]
        page.mouse.move(1, 1)
        expect(panel(page)).to_be_hidden()
        seen += 1
    assert seen > 1


def test_a_card_shows_beforehand_what_it_would_do(people: People) -> None:
    page = sit_down(people, "bug-race")
    lit(page).first.hover()
    expect(page.locator("#course-0 .ghost")).to_have_count(1)
    expect(panel(page)).to_contain_text("Played next")
    page.mouse.move(1, 1)
    expect(page.locator(".ghost")).to_have_count(0)


def test_what_has_the_focus_is_explained_and_escape_is_enough_of_it(people: People) -> None:
    page = sit_down(people, "bugs-on-rugs")
    lit(page).first.focus()
    page.keyboard.press("ArrowRight")
    expect(panel(page)).to_contain_text("Left over")
    page.keyboard.press("Escape")
    expect(panel(page)).to_be_hidden()
    page.keyboard.press("i")
    expect(panel(page)).to_be_visible()


@for_every_game
def test_a_long_press_explains_and_never_plays(people: People, game: Game) -> None:
    page = sit_down(people, game.name, touch=True)
    asked = page.locator("#call").inner_text()
    things = lit(page).count()
    hold(page, lit(page).first)
    expect(panel(page)).to_be_visible()
    page.wait_for_timeout(200)  # long enough for a card to be played
    assert page.locator("#call").inner_text() == asked
    expect(lit(page)).to_have_count(things)
    assert violations(page) == []


def test_after_the_small_i_the_next_touch_explains_and_the_one_after_that_plays(people: People) -> None:
    page = sit_down(people, "bugs-on-rugs")
    asked = page.locator("#log-lines").inner_text()
    small_i = page.get_by_role("button", name="Explain the next thing I touch")
    small_i.click()
    expect(small_i).to_have_attribute("aria-pressed", "true")
    lit(page).first.click()
    expect(panel(page)).to_be_visible()
    expect(small_i).to_have_attribute("aria-pressed", "false")
    assert page.locator("#log-lines").inner_text() == asked
    page.mouse.move(1, 1)
    lit(page).last.click()
    expect(page.locator("#log-lines")).to_contain_text("You pick")

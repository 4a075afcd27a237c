"""Ladybugs in a real browser: tiles appear where they are placed, and a touch finds small spaces."""

import random

import pytest
from playwright.sync_api import Page, expect

from bugbox.games.ladybugs.show import words
from tests.browser.test_window import DESK, look, touch_one
from tests.kit.browsing import People, is_over, lit, violations
from tests.kit.serving import Browser as Visitor

pytestmark = [pytest.mark.once, pytest.mark.slow]

MODULES = {"action_tiles": "yes", "clovers": "yes", "spider": "yes"}


def sit_down(
    people: People, seats: int = 2, touch: bool = False, turns: int = 0, settings: dict[str, str] | None = None
) -> Page:
    """Open Ann's table after the given number of her turns."""
    ann = Visitor(people.address)
    table = ann.open_table("me", *["random"] * (seats - 1), game="ladybugs", name="Ann", **(settings or {}))
    with ann.at(table) as there:
        for _ in range(turns + 1):  # the start tile comes first
            there.wait_for_turn()
            there.play(next(option for option in there.options if "spider" not in option))
        there.wait_for_turn()
    page = people.come(ann, touch=touch)
    if not touch:
        page.set_viewport_size(DESK)
    page.goto(table)
    assert not is_over(page)
    return page


def targets(page: Page) -> list[str]:
    return [str(one.get_attribute("id")) for one in page.locator("#garden .space.lit").all()]


def tile(page: Page, space: str) -> str:
    return f"#stack-{space.removeprefix('space-')} use"


def test_tile_and_space_in_either_order_and_the_tile_lies_there(people: People) -> None:
    page = sit_down(people)
    for order in (("#dock [data-pick^='hand:']", ".space.lit"), (".space.lit", "#dock .lit[data-pick^='hand:']")):
        aim = targets(page)[0]
        for thing in order:
            if lit(page).count():
                page.locator(f"#{aim}" if "space" in thing else thing).first.click()
        expect(page.locator(tile(page, aim)).last).to_be_visible()
        assert page.locator(tile(page, aim)).last.evaluate("one => one instanceof SVGElement")
        assert not is_over(page)


def test_an_action_tile_changes_what_is_lit_and_back_changes_it_back(people: People) -> None:
    page = sit_down(people, 4, turns=3, settings={"action_tiles": "yes"})
    page.locator("#dock [data-pick^='hand:']").first.click()
    plain = targets(page)
    page.locator("#dock .lit[data-pick^='action:']").first.click()
    assert targets(page) != plain
    page.locator("#choice button", has_text="Back").click()
    assert targets(page) == plain


def test_a_finger_beside_a_lit_space_means_it_and_a_second_one_plays(people: People) -> None:
    page = sit_down(people, 4, touch=True, turns=2)
    page.locator("#dock [data-pick^='hand:']").first.tap()
    aim = page.locator("#garden .space.lit").first
    name = str(aim.get_attribute("id"))
    box = aim.bounding_box()
    assert box
    assert box["width"] < 30
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    beside = next(place for place in ((x - 9, y - 9), (x + 9, y + 9), (x, y)) if is_nearest(page, name, place))
    page.touchscreen.tap(*beside)
    picked = page.locator(f"#{name}.picked")
    expect(picked).to_have_count(1)
    grown = picked.bounding_box()
    assert grown
    assert grown["width"] > box["width"] * 1.3
    expect(page.locator("#choice .primary")).to_be_visible()
    page.wait_for_timeout(500)  # two taps, not a double tap
    page.touchscreen.tap(*beside)
    expect(page.locator(tile(page, name)).last).to_be_visible()
    expect(page.locator("#log-lines")).to_contain_text(f"on {name.removeprefix('space-')}, counting")


def is_nearest(page: Page, name: str, place: tuple[float, float]) -> bool:
    found = page.evaluate(
        """([x, y]) => [...document.querySelectorAll("#garden .lit")].map((one) => {
          const { left, top, width, height } = one.getBoundingClientRect();
          return [Math.hypot(left + width / 2 - x, top + height / 2 - y), one.id];
        }).sort((a, b) => a[0] - b[0])[0][1]""",
        list(place),
    )
    return bool(found == name)


def test_a_finger_far_from_everything_lit_plays_nothing_and_says_what_is_asked(people: People) -> None:
    page = sit_down(people, 4, touch=True)
    far = page.locator("#garden .space:not(.lit)").evaluate_all(
        """all => {
          const middle = (one) => {
            const { x, y, width, height } = one.getBoundingClientRect();
            return [x + width / 2, y + height / 2];
          };
          const lit = [...document.querySelectorAll("#garden .lit")].map(middle);
          return all.map(middle).find(([x, y]) => lit.every(([a, b]) => Math.hypot(a - x, b - y) > 45));
        }"""
    )
    page.touchscreen.tap(*far)
    expect(page.locator("#toast.shown")).to_contain_text("Place a tile")
    expect(page.locator("#garden .picked")).to_have_count(0)


def test_whatever_a_turn_asks_fits_on_a_phone(people: People) -> None:
    page = sit_down(people, 4, touch=True)
    asks = [way + instead for way in (words.COUNT, words.COUNT_WITH_HELP) for instead in words.INSTEAD.values()]
    for ask in (*asks, *words.STUCK.values(), *words.ASKS.values()):
        page.locator("#call p").evaluate("(one, ask) => { one.textContent = ask; }", ask)
        high, room = page.locator("#call").evaluate("one => [one.scrollHeight, one.clientHeight]")
        assert high <= room, ask


def test_pointing_at_a_target_shows_the_tiles_it_is_counted_from(people: People) -> None:
    page = sit_down(people, 3, turns=3)
    page.locator("#garden .space.lit").first.hover()
    expect(page.locator("#ghosts .way").first).to_be_attached()
    expect(page.locator("#help")).to_contain_text("With your")
    page.mouse.move(1, 1)
    expect(page.locator("#ghosts .ghost")).to_have_count(0)


@pytest.mark.parametrize("touch", [False, True], ids=["desk", "phone"])
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.thorough
def test_with_all_modules_nothing_has_to_be_scrolled_for_either(people: People, seats: int, touch: bool) -> None:
    page = sit_down(people, seats, touch, settings=MODULES)
    dice = random.Random(seats)
    for _ in range(90):
        wrong, _ = look(page, touch)
        assert not wrong, (page.locator("#call").inner_text(), wrong)
        touch_one(page, dice)
        if is_over(page):
            break


def test_axe_finds_nothing_in_the_garden(people: People) -> None:
    page = sit_down(people, 4, turns=3, settings=MODULES)
    assert violations(page) == []


# List names that are cut off, dots outside their bed's box, and a garden wider than the board.
CUT = """
() => {
  const box = (one) => one.getBoundingClientRect();
  const outside = (one, whole) => box(one).left < box(whole).left - 1 || box(one).right > box(whole).right + 1;
  const all = (things) => [...document.querySelectorAll(things)].filter((one) => one.checkVisibility());
  return [
    ...all(".bed .flower").filter((one) => one.scrollWidth > one.clientWidth),
    ...all(".bed .share").filter((one) => outside(one, one.closest(".bed"))),
    ...all("#garden").filter((one) => outside(one, document.querySelector("#board"))),
  ].map((one) => `${one.id} ${one.textContent.slice(0, 20)}`);
}
"""


@pytest.mark.parametrize("seats", [2, 3, pytest.param(4, marks=pytest.mark.thorough)])
def test_at_the_end_beds_have_their_names_and_everybodys_dots(people: People, seats: int) -> None:
    ann = Visitor(people.address)
    table = ann.open_table("me", *["random"] * (seats - 1), game="ladybugs", name="Ann")
    with ann.at(table) as there:
        there.play_to_the_end()
    page = people.come(ann)
    for path in (table, f"{table}/replay?at=60"):
        page.goto(path)
        page.locator("#garden").wait_for()
        for width, height in ((1280, 800), (1920, 1080), (768, 1024), (360, 740)):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(CUT) == [], (path, width)

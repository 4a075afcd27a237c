"""Caterpillar Filler in a real browser: steps by key and swipe, whole walks by one touch, wasps by touch."""

import random
import re
from typing import Self

import pytest
from playwright.sync_api import Locator, Page, expect

from bugbox.core.game import OPEN
from bugbox.table.draw.replay import Replay
from tests.browser.test_window import DESK, look, touch_one
from tests.kit.browsing import DESKTOP, People, is_over, lit, set_speed, violations
from tests.kit.golden import FOLDER, load
from tests.kit.serving import Browser as Visitor

pytestmark = [pytest.mark.once, pytest.mark.slow]

COUNT_LEAVERS = """
window.leavers = 0;
const animated = Element.prototype.animate;
Element.prototype.animate = function (...given) {
  const made = animated.apply(this, given);
  if (made.id === "leave") window.leavers += 1;
  return made;
};
"""

TELL_ANIMATIONS = """
window.begun = [];
document.addEventListener("animationstart", (event) => window.begun.push(event.animationName));
"""

RECORD = FOLDER / "caterpillar-3-set_up-mirrored-rule-windy-tiles-10-die-1-2-2-3-3-4-flowers-F8-H11-I6-K9-seed-3.match"
KEYS = {"up": "ArrowUp", "right": "ArrowRight", "down": "ArrowDown", "left": "ArrowLeft"}
ACROSS = {"up": (0, -1), "right": (1, 0), "down": (0, 1), "left": (-1, 0)}


def sit_down(people: People, touch: bool = False, seats: int = 2, die: str = "3 4", **settings: str) -> Page:
    """Open Ann's table when she has a roll to walk."""
    ann = Visitor(people.address)
    bots = ["random"] * (seats - 1)
    table = ann.open_table("me", *bots, game="caterpillar", name="Ann", die=die, **settings)
    page = people.come(ann, touch=touch)
    if not touch:
        page.set_viewport_size(DESK)
    page.goto(table)
    assert not is_over(page)
    decide_until_a_step(page)
    return page


def decide_until_a_step(page: Page) -> None:
    """Answer other questions first: the space of a flower, or of a wasp after a flower has ended a walk."""
    while not page.locator("#steps .step").count():
        lit(page).first.click()
        assert not is_over(page)


def head(page: Page) -> str:
    """Return the position of the head in the drawing."""
    return str(page.locator("[data-key='piece:0:0']").evaluate("one => one.parentElement.getAttribute('transform')"))


def arrow(page: Page) -> tuple[str, str]:
    """Return a direction and its space, if possible one without a flower, which would end the walk."""
    expect(page.locator("#steps [data-arrow]").first).to_be_attached()
    steps = page.locator("#steps [data-arrow]").evaluate_all("all => all.map(one => one.dataset)")
    ways = [(str(step["arrow"]), str(step["means"])) for step in steps]
    return min(ways, key=lambda way: page.locator(f"[data-key='{way[1].replace('space', 'flower')}']").count())


def place(page: Page, means: str) -> str:
    """Return the position in the drawing of a piece on a space."""
    row, column = ord(means[6]) - ord("A"), int(means[7:]) - 1
    return f"translate({column * 40} {row * 40})"


def test_an_arrow_key_is_a_step_wherever_the_focus_is(people: People) -> None:
    page = sit_down(people)
    for _ in range(2):
        way, means = arrow(page)
        page.keyboard.press(KEYS[way])
        expect(head_on(page, means)).to_have_count(1)
        assert not is_over(page)
        decide_until_a_step(page)
    lit(page).first.focus()
    way, means = arrow(page)
    page.keyboard.press(KEYS[way])
    expect(head_on(page, means)).to_have_count(1)


def test_with_a_wasp_in_hand_the_arrows_find_its_space_and_the_head_stays(people: People) -> None:
    page = sit_down(people)
    before = head(page)
    page.locator("#wasp").focus()
    page.keyboard.press("Enter")
    middle = space_with_free_neighbours(page)
    for key, across in (("ArrowUp", (0, -1)), ("ArrowDown", (0, 1)), ("ArrowLeft", (-1, 0)), ("ArrowRight", (1, 0))):
        page.locator(f"#space-{middle}").focus()
        page.keyboard.press(key)
        assert page.evaluate("document.activeElement.id") == f"space-{beside(middle, across)}"
    page.keyboard.press("Enter")
    expect(page.locator(f"[data-key='wasp:{beside(middle, (1, 0))}']")).to_have_count(1)
    assert head(page) == before


def beside(space: str, across: tuple[int, int]) -> str:
    """Return the name of a neighbouring space."""
    return f"{chr(ord(space[0]) + across[1])}{int(space[1:]) + across[0]}"


def space_with_free_neighbours(page: Page) -> str:
    """Find a space near the centre, far from the caterpillars, with no flower or wasp on it or next to it."""
    tokens = page.locator("[data-key^='flower:'], [data-key^='wasp:']")
    taken = {key.split(":")[1] for key in tokens.evaluate_all("all => all.map(one => one.dataset.key)")}
    inside = [f"{row}{column}" for row in "GHIJ" for column in range(7, 11)]
    return next(space for space in inside if not taken & {space, *(beside(space, way) for way in ACROSS.values())})


def test_a_swipe_on_the_garden_is_a_step_to_that_side_up_right_down_and_left(people: People) -> None:
    swiped: set[str] = set()
    for _ in range(6):  # in a short match, a direction may never be possible
        swipe_on(sit_down(people, touch=True, die="3 5 6"), swiped)
        if len(swiped) == 4:
            break
    assert swiped == set(ACROSS)


def swipe_on(page: Page, swiped: set[str]) -> None:
    """Swipe until all directions have been used or the match is over."""
    for _ in range(60):
        ways = {str(one.get_attribute("data-arrow")): one for one in page.locator("#steps [data-arrow]").all()}
        if ways:
            way = min(ways, key=lambda way: (way in swiped, way))
            means = str(ways[way].get_attribute("data-means"))
            with Finger(page) as finger:
                finger.go(ACROSS[way], 30)
            expect(head_on(page, means)).to_have_count(1)
            swiped.add(way)
        else:
            lit(page).first.tap()
            page.wait_for_timeout(30)
        if len(swiped) == 4 or is_over(page):
            break


def test_a_tap_beside_the_head_is_a_step_at_once(people: People) -> None:
    page = sit_down(people, touch=True)
    _, means = arrow(page)
    page.locator(f"#table [data-pick='{means}']").tap()
    expect(head_on(page, means)).to_have_count(1)


def test_a_finger_that_goes_on_steers_on_and_one_that_trembles_does_not(people: People) -> None:
    page = sit_down(people, touch=True, die="3 3")
    before = head(page)
    way, means = arrow(page)
    with Finger(page) as finger:
        finger.go(ACROSS[way], 20)
        page.wait_for_timeout(150)
        assert head(page) == before
        finger.go(ACROSS[way], 10)
        expect(head_on(page, means)).to_have_count(1)
        page.wait_for_timeout(150)
        expect(head_on(page, means)).to_have_count(1)
        way, means = arrow(page)
        finger.go(ACROSS[way], 30)
        expect(head_on(page, means)).to_have_count(1)


def test_a_mouse_that_is_dragged_is_no_finger(people: People) -> None:
    page = sit_down(people)
    before = head(page)
    x, y = middle_of(page)
    page.mouse.move(x, y)
    page.mouse.down()
    for across in ACROSS.values():
        page.mouse.move(x + 60 * across[0], y + 60 * across[1])
    page.mouse.move(x, y)
    page.wait_for_timeout(150)
    assert head(page) == before


def head_on(page: Page, means: str) -> Locator:
    return page.locator(f"[transform='{place(page, means)}'] > [data-key='piece:0:0']")


def middle_of(page: Page) -> tuple[float, float]:
    box = page.locator("#garden").bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


class Finger:
    """A touch that begins in the middle of the garden and ends with the block."""

    def __init__(self, page: Page) -> None:
        self.touch = page.context.new_cdp_session(page)
        self.x, self.y = middle_of(page)

    def __enter__(self) -> Self:
        self.send("touchStart", {"x": self.x, "y": self.y})
        return self

    def __exit__(self, *_: object) -> None:
        self.send("touchEnd")

    def go(self, across: tuple[int, int], pixels: int) -> None:
        for _ in range(pixels // 10):
            self.x, self.y = self.x + 10 * across[0], self.y + 10 * across[1]
            self.send("touchMove", {"x": self.x, "y": self.y})

    def send(self, kind: str, *points: dict[str, float]) -> None:
        self.touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})


def test_a_touch_on_the_end_of_the_only_way_walks_it_all(people: People) -> None:
    page = sit_down(people, die="3 4 5")
    walk = page.locator("#reach [data-walk]").first
    end = str(walk.get_attribute("data-means"))
    page.locator(f"#table [data-pick='{end}']").hover()
    expect(page.locator("#ghosts .way")).to_have_count(1)
    page.locator(f"#table [data-pick='{end}']").click()
    expect(head_on(page, end)).to_have_count(1)


def test_a_touch_in_the_middle_of_a_walk_ends_it_and_the_next_step_is_asked_for(people: People) -> None:
    page = sit_down(people, die="3 5 6")
    set_speed(page, "15")
    walk = page.locator("#reach [data-walk]").first
    first, end = str(walk.get_attribute("data-walk")).split("|")[0], str(walk.get_attribute("data-means"))
    page.locator(f"#table [data-pick='{end}']").click()
    expect(head_on(page, first.replace("step ", "space:"))).to_have_count(1)
    page.mouse.click(*middle_of(page))
    expect(page.locator("#garden .lit").first).to_be_visible()
    page.wait_for_timeout(700)
    assert head(page) == place(page, first.replace("step ", "space:"))


def test_a_walk_is_confirmed_by_its_end_and_how_far_it_is(people: People) -> None:
    page = sit_down(people, touch=True, die="3 5 6")
    walk = page.locator("#reach [data-walk]").first
    label, end = str(walk.get_attribute("data-label")), str(walk.get_attribute("data-means"))
    page.locator(f"#table [data-pick='{end}']").tap()
    expect(page.locator("#choice .primary")).to_have_text(f"Confirm: {label}")
    page.locator("#choice .primary").tap()
    expect(head_on(page, end)).to_have_count(1)


def test_a_space_is_explained_as_it_would_be_with_the_wasp_in_hand_and_without(people: People) -> None:
    page = sit_down(people)
    space = space_with_free_neighbours(page)
    page.locator(f"#space-{space}").hover()
    expect(page.locator("#help")).to_contain_text(f"{space}, in the garden")
    page.locator("#wasp").click()
    page.locator(f"#space-{space}").hover()
    expect(page.locator("#help")).to_contain_text(f"A wasp on {space}")


def test_a_finger_on_the_edge_means_the_nearest_space_for_a_wasp(people: People) -> None:
    page = sit_down(people, touch=True)
    page.locator("#wasp").tap()
    nearest = page.locator("[id^='space-B'].lit").first
    name, box = nearest.get_attribute("id"), nearest.bounding_box()
    assert box
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] - 10)
    expect(page.locator(f"#{name}.picked")).to_have_count(1)


def test_a_wasp_on_a_phone_is_put_on_the_nearest_space_and_confirmed(people: People) -> None:
    page = sit_down(people, touch=True)
    page.locator("#wasp").tap()
    space = space_with_free_neighbours(page)
    box = page.locator(f"#space-{space}.lit").bounding_box()
    assert box
    assert box["width"] < 30
    page.touchscreen.tap(box["x"] + box["width"] / 2 + 6, box["y"] + box["height"] / 2 - 6)
    expect(page.locator(f"#space-{space}.picked")).to_have_count(1)
    grown = page.locator(f"#space-{space}").bounding_box()
    assert grown
    assert grown["width"] > box["width"] * 1.5
    expect(page.locator("#ghosts use")).to_have_count(1)
    expect(page.locator(f"[data-key='wasp:{space}']")).to_have_count(0)
    page.locator("#choice .primary").tap()
    expect(page.locator(f"[data-key='wasp:{space}']")).to_have_count(1)


def look_back(people: People, at: int) -> Page:
    """Replay a record with a bite, from step `at` to the next."""
    ann = Visitor(people.address)
    brought = ann.ask("POST", "/replay", RECORD.read_bytes())
    page = people.come(ann, script=COUNT_LEAVERS + TELL_ANIMATIONS, speed="1")
    page.goto(f"{brought.text}?at={at}")
    expect(page.locator("#caption")).to_contain_text(f"Step {at} ")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#caption")).to_contain_text(f"Step {at + 1} ")
    return page


def test_the_die_is_seen_to_fall_and_the_winner_to_take_wing(people: People) -> None:
    match = Replay(load(RECORD))
    falls = next(at for at in range(1, match.last) if 'class="falls"' in match.past(at, OPEN).html)
    page = look_back(people, falls - 1)
    page.wait_for_function("() => window.begun.includes('caterpillar-fall')")
    page.wait_for_function(
        "() => !document.getAnimations().some((one) => one.animationName === 'caterpillar-fall' || one.id === 'move')"
    )
    for name in ("#die", "#tiles", "#garden"):
        box = page.locator(name).bounding_box()
        assert box
        assert 0 <= box["x"] < box["x"] + box["width"] <= DESKTOP["width"], "in a replay too all is in sight"
    flies = next(at for at in range(match.last) if "cat-butterfly-" in match.past(at, OPEN).html)
    look_back(people, flies - 1).wait_for_function("() => window.begun.includes('caterpillar-flutter')")


def test_whoever_is_bitten_is_seen_to_leave_and_nothing_of_them_stays(people: People) -> None:
    match = Replay(load(RECORD))
    bite = next(at for at in range(match.last) if " bites " in match.past(at, OPEN).log[-1])
    gone = match.past(bite - 1, OPEN).html.count('data-key="piece:2:')
    page = look_back(people, bite - 1)
    expect(page.locator("[data-key^='piece:2:']")).to_have_count(0)
    assert page.evaluate("window.leavers") == gone > 0
    expect(page.locator(".leaving")).to_have_count(0)


@pytest.mark.parametrize("touch", [False, True], ids=["desk", "phone"])
@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.thorough
def test_with_more_players_and_a_rule_nothing_has_to_be_scrolled_for_either(
    people: People, seats: int, touch: bool
) -> None:
    page = sit_down(people, touch, seats=seats, rule="windy", set_up="fort")
    expect(page.locator("#sign")).to_have_text(re.compile(r"Flowers drift after a 1 \(next: (north|east)\)"))
    expect(page.locator("#sign")).to_be_visible()
    dice = random.Random(3)
    for _ in range(40):
        wrong, _ = look(page, touch)
        assert not wrong, (page.locator("#call").inner_text(), wrong)
        touch_one(page, dice)
        if is_over(page):
            break


def test_axe_finds_nothing_in_the_garden(people: People) -> None:
    assert violations(sit_down(people, seats=4)) == []

"""Help on every thing in a real browser: by mouse, key, long press and "i" button, never playing anything."""

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from bugbox.core.game import Game
from tests.kit.browsing import People, is_over, lit, violations
from tests.kit.serving import AtTable
from tests.kit.serving import Browser as Visitor
from tests.kit.tables import for_every_game

pytestmark = pytest.mark.slow

LONGER_THAN_A_HOLD = 900  # milliseconds
LONGER_THAN_A_HOVER = 900
DESK = ViewportSize(width=1280, height=800)

# List what the panel covers of the lit things, the hand and its own thing, and whether it overflows the window.
COVERED = """
thing => {
  const box = (one) => one.getBoundingClientRect();
  const panel = box(document.querySelector("#help"));
  const meets = ({ left, top, right, bottom }) =>
    left < panel.right && right > panel.left && top < panel.bottom && bottom > panel.top;
  const kept = [thing, document.querySelector("#dock"), ...document.querySelectorAll("#table .lit")];
  const covered = kept.filter((one) => meets(box(one))).map((one) => one.id || one.dataset.help);
  const isInside = panel.left >= 0 && panel.top >= 0 && panel.right <= innerWidth && panel.bottom <= innerHeight;
  return isInside ? covered : [...covered, "the edge"];
}
"""


def sit_down(people: People, game: str, touch: bool = False, decisions: int = 0) -> Page:
    """Open Ann's table after a few of her decisions."""
    ann = Visitor(people.address)
    table = ann.open_table("me", "random", game=game, name="Ann")
    with ann.at(table) as there:
        for _ in range(decisions):
            there.play()
        there.wait_for_turn()
    page = people.come(ann, touch=touch)
    page.goto(table)
    is_over(page)
    return page


def panel(page: Page) -> Locator:
    return page.locator("#help")


def hold(page: Page, thing: Locator) -> None:
    """Press with a finger until the panel opens."""
    thing.scroll_into_view_if_needed()
    box = thing.bounding_box()
    assert box
    finger = page.context.new_cdp_session(page)
    there = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [there]})
    page.wait_for_timeout(LONGER_THAN_A_HOLD)
    expect(panel(page)).to_be_visible()
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@for_every_game
def test_whatever_the_mouse_rests_on_is_explained_beside_it_and_never_over_my_hand(people: People, game: Game) -> None:
    page = sit_down(people, game.name)
    names = page.locator("#table [data-help]").evaluate_all("all => [...new Set(all.map(one => one.dataset.help))]")
    seen = 0
    for name in names[:: max(1, len(names) // 5)]:
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


@pytest.mark.parametrize("most", [6, pytest.param(60, marks=pytest.mark.thorough)], ids=["some", "many"])
@pytest.mark.parametrize("touch", [False, True], ids=["desk", "phone"])
@for_every_game
def test_help_covers_nothing_that_is_lit_nor_the_thing_it_explains(
    people: People, game: Game, touch: bool, most: int
) -> None:
    page = sit_down(people, game.name, touch, decisions=6)
    if not touch:
        page.set_viewport_size(DESK)
    count = page.locator("#table [data-help]").count()
    for nth in range(0, count, max(3, count // most)):
        thing = page.locator("#table [data-help]").nth(nth)
        if not thing.is_visible():
            continue
        if touch:
            hold(page, thing)
        else:
            thing.hover()
        expect(panel(page)).to_be_visible()
        assert thing.evaluate(COVERED) == [], thing.get_attribute("data-help")
        page.keyboard.press("Escape")
        expect(panel(page)).to_be_hidden()


def test_where_room_is_scarce_the_rest_of_a_text_can_be_scrolled_to(people: People) -> None:
    page = among_lit_tiles(people)
    for name in ("thumb:1", "pad", "round", "emissary"):
        thing = page.locator(f"#table [data-help='{name}']").first
        hold(page, thing)
        expect(panel(page)).to_be_visible()
        assert thing.evaluate(COVERED) == [], name
        page.keyboard.press("Escape")
        expect(panel(page)).to_be_hidden()
    hold(page, page.locator("#table [data-help='thumb:1']"))
    expect(panel(page)).to_be_visible()
    assert below(page) > 1
    assert violations(page) == []
    page.keyboard.press("PageDown")
    assert below(page) <= 1
    page.keyboard.press("PageUp")
    assert below(page) > 1
    swipe_up(page, panel(page))
    assert below(page) <= 1
    panel(page).tap()
    expect(panel(page)).to_be_hidden()


def among_lit_tiles(people: People) -> Page:
    """Open Ann's table on a phone when she can visit many tiles and an opponent's help text is long."""
    ann = Visitor(people.address)
    while True:
        table = ann.open_table("me", "random", game="bug-council", name="Ann")
        with ann.at(table) as there:
            while there.wait_for_turn().options and not may_visit_many(there):
                there.play()
            declared = [line for line in there.log if "humbs " in line]
            if there.options and "declares No Allegiance" in declared[-1]:
                break
    page = people.come(ann, touch=True)
    page.goto(table)
    is_over(page)
    return page


def may_visit_many(there: AtTable) -> bool:
    return sum(option.startswith("visit") for option in there.options) > 3


def below(page: Page) -> float:
    """Return how many pixels the panel can still be scrolled down."""
    return float(panel(page).evaluate("panel => panel.scrollHeight - panel.clientHeight - panel.scrollTop"))


def swipe_up(page: Page, thing: Locator) -> None:
    """Scroll by a swipe of 300 pixels."""
    box = thing.bounding_box()
    assert box
    finger = page.context.new_cdp_session(page)
    there = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    finger.send("Input.synthesizeScrollGesture", {**there, "yDistance": -300})


@pytest.mark.parametrize(
    "order", [("#dock .lit", "#garden .lit"), ("#garden .lit", "#dock .lit")], ids=["space", "tile"]
)
def test_a_pointer_that_rests_where_it_played_is_told_nothing_until_it_moves(
    people: People, order: tuple[str, str]
) -> None:
    page = sit_down(people, "ladybugs", decisions=3)
    for things in order:
        page.locator(things).first.click()
    expect(page.locator("#log-lines li", has_text="You place a")).to_have_count(3)
    is_over(page)
    page.wait_for_timeout(LONGER_THAN_A_HOVER)
    expect(panel(page)).to_be_hidden()
    expect(page.locator(".ghost")).to_have_count(0)
    page.mouse.move(1, 1)
    lit(page).first.hover()
    expect(panel(page)).to_be_visible()


def test_what_gets_the_focus_without_a_key_is_not_explained(people: People) -> None:
    page = sit_down(people, "bugs-on-rugs")
    lit(page).first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator("#log-lines")).to_contain_text("You pick")
    is_over(page)
    expect(page.locator("#table .lit:focus")).to_have_count(1)
    page.wait_for_timeout(LONGER_THAN_A_HOVER)
    expect(panel(page)).to_be_hidden()


def test_a_card_shows_beforehand_what_it_would_do(people: People) -> None:
    page = sit_down(people, "bug-race")
    lit(page).first.hover()
    expect(page.locator("#course-0 .ghost")).to_have_count(1)
    expect(panel(page)).to_contain_text("If you play this next")
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
    small_i = page.get_by_role("button", name="What's this?")
    small_i.click()
    expect(small_i).to_have_attribute("aria-pressed", "true")
    lit(page).first.click()
    expect(panel(page)).to_be_visible()
    expect(small_i).to_have_attribute("aria-pressed", "false")
    assert page.locator("#log-lines").inner_text() == asked
    page.mouse.move(1, 1)
    lit(page).last.click()
    expect(page.locator("#log-lines")).to_contain_text("You pick")

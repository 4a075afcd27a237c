"""Nothing to scroll for: at every decision all that is needed is in the window, on a desk and on a phone."""

import random
from typing import Any, cast

import pytest
from playwright.sync_api import Page, ViewportSize

from bugbox.core.game import Game
from bugbox.games import GAMES
from tests.browsing import CHROMIUM, People, is_over, lit
from tests.serving import Browser as Visitor

pytestmark = [
    pytest.mark.once,
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium here"),
]

DESK = ViewportSize(width=1280, height=800)
SMALLEST_TEXT = 12  # pixels
SMALLEST_TARGET = 40

# What is outside the window or too small. In a hand on a phone, what can be swiped into sight is in sight. On a board
# of many spaces a touch goes to the nearest one that is lit (`data-near`), so there they may be small.
LOOK = """
([swipes, text, target]) => {
  const wrong = [];
  const tell = (what, one) => wrong.push(`${what}: ${one.id || one.className} ${JSON.stringify(box(one))}`);
  const box = (one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    return [left, top, right, bottom].map(Math.round);
  };
  const inside = (one) => {
    const [left, top, right, bottom] = box(one);
    const swiped = swipes && one.closest("#dock");
    return top >= 0 && bottom <= innerHeight && (swiped || (left >= 0 && right <= innerWidth));
  };
  const page = document.scrollingElement;
  if (page.scrollHeight > innerHeight || page.scrollWidth > innerWidth)
    for (const one of document.querySelectorAll("body *"))
      if (one.checkVisibility() && (box(one)[3] > innerHeight || (box(one)[2] > innerWidth && !one.closest("#dock"))))
        tell("sticks out", one);
  for (const one of document.querySelectorAll("#call, #players .plate, #dock, #board, #table .lit"))
    if (!inside(one)) tell("outside", one);
  for (const one of document.querySelectorAll("#table .lit")) {
    const { width, height, x, y } = one.getBoundingClientRect();
    const many = (one.closest("[data-near]")?.querySelectorAll("[data-pick]").length ?? 0) > 60;
    if (Math.min(width, height) < (many ? 20 : target)) tell("small", one);
    const top = document.elementFromPoint(x + width / 2, y + height / 2);
    if (x >= 0 && x + width <= innerWidth && !one.contains(top)) tell("covered", one);
  }
  for (const one of document.querySelectorAll("#table *")) {
    const words = [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    if (!words || one.closest("#as-text, .unseen") || !one.checkVisibility()) continue;
    const scale = one instanceof SVGGraphicsElement ? one.getScreenCTM().a : 1;
    if (parseFloat(getComputedStyle(one).fontSize) * scale < text) tell("tiny text", one);
  }
  return [wrong, document.querySelector("#dock")?.getBoundingClientRect().top ?? -1];
}
"""

MIDDLES = """
all => all.map((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
})
"""


def seat_counts() -> list[tuple[Game, int]]:
    return [(game, seats) for game in GAMES.values() for seats in sorted({game.seats[0], game.seats[-1]})]


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
@pytest.mark.parametrize(("game", "seats"), seat_counts(), ids=lambda value: getattr(value, "name", str(value)))
def test_nothing_has_to_be_scrolled_for(people: People, game: Game, seats: int, phone: bool) -> None:
    ann = Visitor(people.address)
    table = ann.open_table("me", *["random"] * (seats - 1), game=game.name, name="Ann")
    page = people.come(ann, touch=phone)
    if not phone:
        page.set_viewport_size(DESK)
    page.goto(table)
    docks, decisions = set(), 0
    dice = random.Random(seats)
    while not is_over(page):
        wrong, dock = look(page, phone)
        assert not wrong, (decisions, page.locator("#call").inner_text(), wrong)
        docks.add(dock)
        decisions += 1
        touch_one(page, dice)
    assert len(docks) == 1, "the hand does not jump"
    print(f"\n{game.name}, {seats} seats, {'phone' if phone else 'desk'}: {decisions} decisions")


def look(page: Page, phone: bool) -> tuple[list[str], float]:
    return cast(
        tuple[list[str], float], tuple(cast(list[Any], page.evaluate(LOOK, [phone, SMALLEST_TEXT, SMALLEST_TARGET])))
    )


def touch_one(page: Page, dice: random.Random) -> None:
    """Any lit thing, where nothing covers it, as `look` has seen; only what must be swiped into sight takes longer."""
    middles = cast(list[list[float]], lit(page).evaluate_all(MIDDLES))
    if not middles:
        return  # the table has only now taken in what was touched before
    choice = dice.randrange(len(middles))
    x, y = middles[choice]
    if page.viewport_size and 0 < x < page.viewport_size["width"]:
        page.mouse.click(x, y)
    else:
        lit(page).nth(choice).click()

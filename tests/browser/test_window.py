"""No scrolling: at every decision everything needed is in the window, on a desktop and on a phone."""

import random
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any, cast

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from bugbox.core.game import Game
from bugbox.core.match import Match
from bugbox.games import GAMES
from bugbox.table.net.limits import Limits
from tests.kit.browsing import PHONE, People, is_over, lit
from tests.kit.serving import Browser as Visitor
from tests.kit.serving import fields, limited
from tests.kit.tables import shortest

pytestmark = [pytest.mark.once, pytest.mark.slow]

DESK = ViewportSize(width=1280, height=800)
SMALLEST_TEXT = 12  # pixels
SMALLEST_TARGET = 40
LOOKS = 3  # positions of a replay that are checked, besides its beginning

# List what is outside the window or too small. On a phone, cards that a hand can scroll to count as visible. On a board
# with `data-near`, spaces may be small, since a touch goes to the nearest lit one.
LOOK = """
([swipes, text, target]) => {
  const wrong = [];
  const nameOf = (one) => one.id || one.getAttribute("class") || one.outerHTML.slice(0, 60);
  const tell = (what, one) => wrong.push(`${what}: ${nameOf(one)} ${JSON.stringify(box(one))}`);
  const box = (one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    return [left, top, right, bottom].map(Math.round);
  };
  // Cut off by something that hides what sticks out of it, and so by the window if the page does not scroll. What
  // scrolls shows all that it holds, to the right and below; a name that is too long ends in dots.
  const isCut = (one) => {
    const [left, top, right, bottom] = box(one);
    for (let around = one.parentElement; around; around = around.parentElement) {
      const { overflowX, overflowY, textOverflow } = getComputedStyle(around);
      const isWindow = around === document.body || around === document.documentElement;
      const [left_, top_, right_, bottom_] = isWindow ? [0, 0, innerWidth, innerHeight] : box(around);
      const [scrollsX, scrollsY] = [overflowX, overflowY].map((kind) => ["auto", "scroll"].includes(kind));
      if (textOverflow === "ellipsis") return false;
      if (scrollsX || scrollsY) return isCut(around);
      if (overflowX !== "visible" && (left < left_ - 1 || right > right_ + 1)) return true;
      if (overflowY !== "visible" && (top < top_ - 1 || bottom > bottom_ + 1)) return true;
    }
    return left + scrollX < 0 || top + scrollY < 0 || right > innerWidth + 1;
  };
  const inside = (one) => {
    const [left, top, right, bottom] = box(one);
    const swiped = swipes && one.closest("#dock");
    return top >= 0 && bottom <= innerHeight && (swiped || (left >= 0 && right <= innerWidth));
  };
  const sizesOf = (one) => (one instanceof SVGUseElement ? sizesAt(one) : hasWords(one) ? [sizeOf(one)] : []);
  const sizeOf = (one) =>
    parseFloat(getComputedStyle(one).fontSize) * (one instanceof SVGGraphicsElement ? one.getScreenCTM().a : 1);
  const hasWords = (one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
  // Of the words in a drawing that is referred to: their size may depend on that of the place where they are shown, so
  // they are tried out there.
  const known = new Map();
  const sizesAt = (use) => {
    const key = `${use.getAttribute("href")} ${use.getScreenCTM().a} ${getComputedStyle(use).fontSize}`;
    return known.get(key) ?? known.set(key, sizesIn(use)).get(key);
  };
  const sizesIn = (use) => {
    const drawing = document.querySelector(use.getAttribute("href"));
    const shown = use.parentElement.appendChild(asTag("g", use));
    shown.append(drawing instanceof SVGSymbolElement ? asTag("svg", use, drawing) : asTag("g", drawing));
    shown.firstChild.append(...[...drawing.childNodes].map((node) => node.cloneNode(true)));
    const inside = [...shown.querySelectorAll("*")];
    const sizes = inside.flatMap(sizesOf);
    shown.remove();
    return sizes;
  };
  const asTag = (tag, ...models) => {
    const made = document.createElementNS(models[0].namespaceURI, tag);
    for (const { name, value } of models.flatMap((model) => [...model.attributes])) made.setAttribute(name, value);
    return made;
  };
  const page = document.scrollingElement;
  const mayScroll = !document.body.matches("[data-page=table][data-stands=playing]"); // afterwards
  if (!mayScroll && (page.scrollHeight > innerHeight || page.scrollWidth > innerWidth))
    for (const one of document.querySelectorAll("body *"))
      if (one.checkVisibility() && (box(one)[3] > innerHeight || (box(one)[2] > innerWidth && !one.closest("#dock"))))
        tell("sticks out", one);
  for (const one of document.querySelectorAll("#call, #players .plate, #dock, #board, #table .lit"))
    if (!mayScroll && !inside(one)) tell("outside", one);
  for (const one of document.querySelectorAll("#table .lit")) {
    const { width, height, x, y } = one.getBoundingClientRect();
    const many = (one.closest("[data-near]")?.querySelectorAll("[data-pick]").length ?? 0) > 60;
    if (Math.min(width, height) < (many ? 20 : target)) tell("small", one);
    const top = document.elementFromPoint(x + width / 2, y + height / 2);
    if (x >= 0 && x + width <= innerWidth && !one.contains(top)) tell("covered", one);
  }
  for (const one of document.querySelectorAll("#table svg:not(svg *), #table :not(svg *, :has(*))"))
    if (one.checkVisibility() && !one.closest("#as-text, .unseen, .state") && isCut(one)) tell("cut off", one);
  for (const one of document.querySelectorAll("#table *")) {
    if (one.closest("#as-text, .unseen") || !one.checkVisibility()) continue;
    if (sizesOf(one).some((size) => size < text - 0.01)) tell("tiny text", one);
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


def walks() -> Iterator[object]:
    """List the matches to play: short ones and, in a thorough run, whole ones on both devices with both seat counts."""
    for game in GAMES.values():
        fewest, most = game.seats[0], game.seats[-1]
        for seats, phone in ((fewest, False), (most, True)):
            yield pytest.param(game, seats, phone, fields(shortest(game)), id=f"short-{walk_name(game, seats, phone)}")
        for seats, phone in product((fewest, most), (False, True)):
            yield pytest.param(
                game, seats, phone, {}, marks=pytest.mark.thorough, id=f"whole-{walk_name(game, seats, phone)}"
            )


def walk_name(game: Game, seats: int, phone: bool) -> str:
    return f"{game.name}-{seats}-{'phone' if phone else 'desk'}"


@pytest.mark.parametrize(("game", "seats", "phone", "settings"), list(walks()))
def test_nothing_has_to_be_scrolled_for(
    people: People, game: Game, seats: int, phone: bool, settings: dict[str, str]
) -> None:
    ann = Visitor(people.address)
    table = ann.open_table("me", *["random"] * (seats - 1), game=game.name, name="Ann", **settings)
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
    expect(page.locator("#call")).to_contain_text("The match is over.")
    assert page.locator(".places li").count() >= seats
    print(f"\n{walk_name(game, seats, phone)}: {decisions} decisions")


def seat_counts() -> Iterator[object]:
    """List every game's seat counts; those below the highest are for thorough runs only."""
    for game in GAMES.values():
        for seats in game.seats:
            marks = [] if seats == game.seats[-1] else [pytest.mark.thorough]
            yield pytest.param(game, seats, marks=marks, id=f"{game.name}-{seats}")


@pytest.mark.parametrize(("game", "seats"), list(seat_counts()))
def test_nothing_is_cut_off_for_a_watcher_at_the_end_or_in_a_replay(
    people: People, game: Game, seats: int, tmp_path: Path
) -> None:
    with limited(tmp_path, Limits(tables=(1000, 1000))) as address:
        visitor = Visitor(address)
        page = people.come(visitor)
        match, what = played(game, seats), f"{game.name}, {seats} seats"
        replay = bring(visitor, match)
        look_at_steps(page, replay, what)
        page.goto(replay.removesuffix("/replay"))
        expect(page.locator("#end")).to_be_visible()
        look_twice(page, f"{what}, the end")
        for left in taken_back(match):
            page.goto(bring(visitor, match).removesuffix("/replay"))
            expect(page.locator("#board > *").first).to_be_visible()
            look_twice(page, f"{what}, watched after {left} decisions")
        page.close()


def look_at_steps(page: Page, replay: str, what: str) -> None:
    page.goto(replay)
    last = int(page.locator("#scrubber").get_attribute("max") or 0)
    for step in range(0, last + 1, last // LOOKS):
        page.locator("#scrubber").fill(str(step))
        expect(page.locator("#caption")).to_contain_text(f"Step {step} of")
        look_twice(page, f"{what}, step {step}")


def played(game: Game, seats: int) -> Match:
    """Play at random to the end."""
    match, dice = Match(game, seats, seats), random.Random(seats)
    while not match.over:
        seat = match.to_act[0]
        match.play(seat, dice.choice(match.options(seat)))
    return match


def taken_back(match: Match) -> Iterator[int]:
    """Undo half of the decisions again and again, and yield how many are left each time."""
    while match.decisions:
        match.undo((len(match.decisions) + 1) // 2)
        yield len(match.decisions)


def bring(visitor: Visitor, match: Match) -> str:
    """Upload a match, which need not be over, and return its replay's path."""
    brought = visitor.ask("POST", "/replay", match.record().encode())
    assert brought.status == 201, brought.text
    return brought.text


def look_twice(page: Page, what: str) -> None:
    for size in (DESK, PHONE):
        page.set_viewport_size(size)
        wrong, _ = look(page, size is PHONE)
        assert not wrong, (what, size, wrong)


def look(page: Page, phone: bool) -> tuple[list[str], float]:
    return cast(
        tuple[list[str], float], tuple(cast(list[Any], page.evaluate(LOOK, [phone, SMALLEST_TEXT, SMALLEST_TARGET])))
    )


def touch_one(page: Page, dice: random.Random) -> None:
    """Click a random lit thing by its coordinates, or by its element (slower) if it must be scrolled into view."""
    middles = cast(list[list[float]], lit(page).evaluate_all(MIDDLES))
    if not middles:
        return  # the table is still processing the last click
    choice = dice.randrange(len(middles))
    x, y = middles[choice]
    if page.viewport_size and 0 < x < page.viewport_size["width"]:
        page.mouse.click(x, y)
    else:
        lit(page).nth(choice).click()

"""Phones: the title, the invitation, absences and every button can be read in a small window."""

import pytest
from playwright.sync_api import Page, expect

from bugbox.core.game import Game
from bugbox.games import GAMES
from bugbox.games.bugs_on_rugs.show.words import label
from tests.kit.browsing import People, by_touch, come_to, lit
from tests.kit.serving import SHORT
from tests.kit.serving import Browser as Visitor
from tests.kit.tables import for_every_game

pytestmark = [pytest.mark.once, pytest.mark.slow]

WIDTHS = (320, 340, 360, 400)
HEIGHT = 740

# List buttons with a word that is broken across lines.
BROKEN = """
(buttons) => buttons.flatMap((button) => {
  const texts = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
  const broken = [];
  while (texts.nextNode())
    for (const { index, 0: word } of texts.currentNode.data.matchAll(/\\S+/g)) {
      const range = document.createRange();
      range.setStart(texts.currentNode, index);
      range.setEnd(texts.currentNode, index + word.length);
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(word);
    }
  return broken;
})
"""


def phone(people: People, visitor: Visitor, width: int) -> Page:
    page = people.come(visitor, touch=True)
    page.set_viewport_size({"width": width, "height": HEIGHT})
    return page


@for_every_game
def test_the_header_keeps_the_title_beside_its_buttons(people: People, game: Game) -> None:
    ann = Visitor(people.address)
    table = ann.play_now(game.name)
    page = phone(people, ann, WIDTHS[0])
    page.goto(table)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": HEIGHT})
        expect(page.locator(".top").get_by_text(game.title, exact=True)).to_be_visible()
        tops = page.locator(".header-tools button, .home").evaluate_all(
            "all => all.map((one) => { const box = one.getBoundingClientRect(); return box.top + box.height / 2; })"
        )
        assert max(tops) - min(tops) < 4, f"one row at {width} pixels"
        small = page.locator(".header-tools button, .home").evaluate_all(
            "all => all.filter((one) => one.offsetWidth < 40 || one.offsetHeight < 40).map((one) => one.textContent)"
        )
        assert not small, f"too small to touch at {width} pixels"


@for_every_game
def test_no_word_on_a_button_is_broken(people: People, game: Game) -> None:
    ann = Visitor(people.address)
    table = ann.play_now(game.name)
    page = phone(people, ann, WIDTHS[0])
    page.goto(table)
    lit(page).first.wait_for()
    while not page.locator("#do-hint-").count():  # with a single option, there is no hint
        by_touch(page)
        lit(page).first.wait_for()
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": HEIGHT})
        assert page.locator(".top button, #do-hint-").evaluate_all(BROKEN) == [], width
        box = page.locator("#do-hint-").bounding_box()
        assert box
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width


def test_a_long_action_leaves_the_word_hint_whole(people: People) -> None:
    """The longest action of Bugs on Rugs is so rare that the test inserts it."""
    ann = Visitor(people.address)
    table = ann.play_now("bugs-on-rugs")
    page = phone(people, ann, WIDTHS[0])
    page.goto(table)
    page.locator("#do-hint-").wait_for()
    page.locator("#actions").evaluate(
        "(actions, text) => actions.prepend(Object.assign(document.createElement('button'), { textContent: text }))",
        label("break Mosquito for 2"),
    )
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": HEIGHT})
        assert page.locator("#actions button").evaluate_all(BROKEN) == [], width


def test_a_friend_is_told_the_game_and_who_invites(people: People) -> None:
    game = GAMES["ladybugs"]
    ann, bob = Visitor(people.address), Visitor(people.address)
    table = ann.open_table("me", "open", game=game.name, name="Ann")
    page = phone(people, bob, 360)
    come_to(page, table)
    expect(page.locator("#call h1")).to_have_text("Ann invites you to Ladybugs")
    expect(page.locator("#call")).to_contain_text(game.pitch)
    box = page.get_by_role("button", name="Sit down").bounding_box()
    assert box
    assert box["y"] + box["height"] < HEIGHT, "without scrolling"
    page.get_by_label("Your name").fill("Bob")
    page.get_by_role("button", name="Sit down").click()
    expect(page.locator("#call")).to_contain_text("Welcome to Ladybugs")
    expect(page.locator("#call")).to_contain_text("Ann starts the match")


def test_a_plate_and_the_call_tell_who_is_away(people: People) -> None:
    ann, bob = Visitor(people.address), Visitor(people.address)
    table = ann.open_table("me", "open", **SHORT, name="Ann")
    bob.sit(table, "Bob")
    with ann.at(table) as there:
        there.say(type="start")
        there.play()
    page = phone(people, ann, 360)
    come_to(page, table)
    expect(page.locator("#call")).to_contain_text("Waiting for Bob, who is away.")
    shown = "one => getComputedStyle(one, '::after').content"
    assert page.locator("#plate-1").evaluate(shown) == '"away"'
    assert page.locator("#plate-0").evaluate(shown) == "none"
    with bob.at(table):
        expect(page.locator("#call")).to_contain_text("Bob is choosing.")
        assert page.locator("#plate-1").evaluate(shown) == "none"


@pytest.mark.parametrize("width", [360, 1280])
def test_the_close_button_of_the_primer_never_lies_over_its_text(people: People, width: int) -> None:
    ann = Visitor(people.address)
    table = ann.play_now("caterpillar")
    page = phone(people, ann, width)
    come_to(page, table)
    page.get_by_role("button", name="Rules").click()
    close = page.locator("#drawer-rules [data-close]")
    for scrolled in (0, 150, 300, 450):
        page.locator("#drawer-rules").evaluate("(one, to) => { one.scrollTop = to; }", scrolled)
        beside = close.evaluate(
            """close => {
              const { left, top, bottom } = close.getBoundingClientRect();
              const words = (x, y) => document.elementFromPoint(x, y)?.closest(".rules")?.tagName ?? "";
              return [top + 2, (top + bottom) / 2, bottom - 2].map((y) => words(left - 6, y)).join("");
            }"""
        )
        assert beside == "", scrolled

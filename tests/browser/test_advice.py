"""Hints and the win graph in a real browser, on a desktop and on a phone."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from bugbox.games import GAMES
from tests.bots.test_chances import played
from tests.kit.browsing import People, come_to, is_over, lit, violations
from tests.kit.serving import SHORT
from tests.kit.serving import Browser as Visitor

pytestmark = [pytest.mark.once, pytest.mark.slow]

on_both = pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])


def marks(page: Page) -> Locator:
    return page.locator(".hint-mark")


def picked_by(page: Page, mark: Locator) -> str:
    """Return the pick inside a mark."""
    box = mark.bounding_box()
    assert box
    return str(
        page.evaluate(
            "([x, y]) => document.elementFromPoint(x, y)?.closest('[data-pick]')?.dataset.pick",
            [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2],
        )
    )


@on_both
def test_a_hint_is_read_out_marks_its_things_and_goes_with_the_decision(people: People, phone: bool) -> None:
    ann = Visitor(people.address)
    table = ann.open_table("me", "random", game="bugs-on-rugs", name="Ann")
    page = people.come(ann, touch=phone)
    come_to(page, table)
    assert not is_over(page)
    said, button = page.locator("#hint-said[role=status]"), page.get_by_role("button", name="Hint")
    if phone:
        button.tap()
    else:
        page.locator("#table").focus()
        page.keyboard.press("h")
    expect(said).to_contain_text("A bot is thinking")
    expect(said).to_contain_text("A bot's favourites")
    items = said.locator("li")
    expect(items.first).to_contain_text(re.compile(r": \d+%"))
    lit_picks = {str(one.get_attribute("data-pick")) for one in lit(page).all()}
    assert marks(page).count() >= items.count()
    assert picked_by(page, marks(page).first) in lit_picks, "a mark takes no touch"
    assert not violations(page)
    hint = page.locator("#hint").bounding_box()
    board, dock = page.locator("#board").bounding_box(), page.locator("#dock").bounding_box()
    assert hint
    assert board
    assert dock
    beside = hint["x"] >= board["x"] + board["width"] - 1
    assert beside or hint["y"] + hint["height"] <= board["y"] + 1, "it covers nothing that can be touched"
    lit(page).first.click()
    expect(said).to_be_empty()
    expect(marks(page)).to_have_count(0)


def test_a_hint_can_be_put_away(people: People) -> None:
    ann = Visitor(people.address)
    table = ann.open_table("me", "random", game="bugs-on-rugs", name="Ann")
    page = people.come(ann)
    come_to(page, table)
    said = page.locator("#hint-said")
    for by_key in (False, True):
        page.get_by_role("button", name="Hint").click()
        expect(said).to_contain_text("A bot's favourites")
        page.keyboard.press("Escape") if by_key else page.locator("#hint-close").click()
        expect(said).to_be_empty()
        expect(marks(page)).to_have_count(0)
        expect(lit(page).first).to_be_visible()


def test_the_host_arranges_hints_and_all_see_whether_they_are_on(people: People) -> None:
    ann, bob = Visitor(people.address), Visitor(people.address)
    table = ann.open_table("me", "open", **SHORT, name="Ann")
    host, guest = people.come(ann), people.come(bob)
    for page in (host, guest):
        come_to(page, table)
        expect(page.locator("#customs")).to_contain_text("Hints: off")
    assert guest.locator("#customs select").count() == 0
    host.get_by_label("Hints").select_option("on")
    for page in (host, guest):
        expect(page.locator("#customs")).to_contain_text("Hints: on")
    bob.sit(table, "Bob")
    host.get_by_role("button", name="Start the match").click()
    expect(host.get_by_role("button", name="Hint")).to_be_visible()
    expect(guest.locator("#promise summary")).to_have_text("Fair play · hints are on")


@on_both
def test_a_replay_shows_who_was_winning_and_leads_to_what_changed_it(people: People, phone: bool) -> None:
    """Uses an uploaded record, whose chances are always the same."""
    record = played(GAMES["bug-race"]).record()
    replay = Visitor(people.address).ask("POST", "/replay", record.encode()).text
    page = people.come(touch=phone)
    page.goto(f"{replay}?at=0")
    expect(page.locator("#caption")).to_contain_text("Step 0 of")
    page.get_by_role("button", name="Who was winning?").click()
    expect(page.locator("#looking")).to_contain_text("Looking back: ")
    graph = page.get_by_role("img", name="Everyone's chances of winning")
    expect(graph).to_be_visible()
    expect(page.locator("#looking")).to_be_empty()
    now = page.locator("line.now")
    expect(now).to_have_attribute("x1", "0%")
    turn = page.locator(".turning-points button").last
    move = int(re.findall(r"Move (\d+),", turn.inner_text())[0])
    turn.click()
    expect(page.locator("#caption")).to_contain_text(f"Step {turn.get_attribute('data-go')} of")
    of = int(str(now.get_attribute("data-of")))
    page.wait_for_function(
        "at => Math.abs(parseFloat(document.querySelector('line.now').getAttribute('x1')) - at) < 0.01",
        arg=100 * move / of,
    )
    page.keyboard.press("Home")
    expect(now).to_have_attribute("x1", "0%")
    page.get_by_text("As numbers").click()
    expect(page.get_by_role("region", name="Chances as numbers")).to_contain_text("100")
    assert not violations(page)

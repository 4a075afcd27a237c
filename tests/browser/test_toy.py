"""The toy in a real browser: a solo match, and the end of a lost one."""

import pytest
from playwright.sync_api import Page, expect

from tests.games.toy.test_rival import LOST, play_alone
from tests.kit.browsing import People, beat, by_mouse, lit, play_to_the_end, title, violations
from tests.kit.serving import Browser as Visitor

pytestmark = pytest.mark.slow


def test_a_match_alone_is_opened_by_the_form_and_played_by_mouse(people: People) -> None:
    page = people.come()
    page.goto("/new/toy")
    for seat in (2, 3):
        page.get_by_label(f"Seat {seat}").select_option("none")
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator("#rival-0")).to_contain_text("Old Snail")
    play_to_the_end(page, by_mouse)
    expect(page.locator(".places li")).to_have_count(2)


def test_a_touch_that_skips_plays_nothing_even_if_it_meets_a_card(people: People) -> None:
    ann = Visitor(people.address)
    table = ann.open_table("me", game="toy", name="Ann")
    page = people.come(ann, speed="9")
    page.goto(table)
    while not beat(page).count():
        expect(lit(page).first).to_be_visible()
        asked = page.locator("#call").inner_text()
        by_mouse(page)
        expect(page.locator("#call")).not_to_have_text(asked, use_inner_text=True)
    page.locator("#dock .card").first.click()
    expect(title(page)).to_have_text("Your turn")
    page.wait_for_timeout(300)  # long enough for a card to be laid
    expect(page.locator("#call")).to_contain_text("Lay")
    expect(lit(page)).to_have_count(page.locator("#dock .card").count())


def open_lost_match(people: People) -> Page:
    ann, table, _ = play_alone(people.address, LOST)
    page = people.come(ann)
    page.goto(table)
    expect(page.locator("#end")).to_be_visible()
    return page


def test_a_lost_match_reads_as_one(people: People) -> None:
    page = open_lost_match(people)
    expect(title(page)).to_have_text(LOST)
    expect(page.locator("#rival-0 .state")).to_have_text("place 1")
    expect(page.locator(".places li").first).to_contain_text("Old Snail")
    expect(page.locator(".sheet thead th").last).to_contain_text("Old Snail")


def test_axe_finds_nothing_at_the_end_of_a_lost_match(people: People) -> None:
    assert violations(open_lost_match(people)) == []


def test_the_board_wears_its_own_style(people: People) -> None:
    page = people.come()
    page.goto("/")
    page.get_by_role("button", name="Play now: Leaf Lunch").click()
    expect(page.locator(".lunch .card").first).to_have_css("aspect-ratio", "1 / 1")

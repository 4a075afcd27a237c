"""Animations at the web table: what moves, in which order, and how to turn it off."""

import pytest
from playwright.sync_api import Page, expect

from tests.kit.browsing import (
    CHOSEN,
    LAST_WORDS,
    YOUR_TURN,
    People,
    beat,
    by_mouse,
    come_to,
    held,
    hold,
    lit,
    log,
    middle,
    motions,
    one_at_a_table,
    play_in_turn,
    title,
    two_at_a_table,
)
from tests.kit.serving import SHORT
from tests.kit.serving import Browser as Visitor

pytestmark = pytest.mark.slow


def test_a_first_frame_never_moves_and_a_later_one_does(people: People) -> None:
    table, ann, bob = two_at_a_table(people.address)
    page = people.come(ann, speed="1")
    come_to(page, table)
    with bob.at(table) as there:
        expect(lit(page).first).to_be_visible()
        assert motions(page) == 0
        by_mouse(page)
        expect(title(page)).to_have_text(CHOSEN)
        hold(page)
        there.play()
        expect(page.locator("#call.mine")).to_be_visible()
        seen = held(page)
        for one in seen:
            for first, now, last in zip(one["first"], one["middle"], one["last"], strict=True):
                assert min(first, last) - 0.5 <= now <= max(first, last) + 0.5
            assert one["first"] != one["middle"] != one["last"]
        plate = middle(page.locator('[data-spot="seat:1"]'))
        assert any(one["first"] == pytest.approx(plate, abs=40) for one in seen), seen  # the card that Bob passed
    page.reload()
    expect(lit(page).first).to_be_visible()
    assert motions(page) == 0


@pytest.mark.parametrize(("motion", "speed"), [(False, "1"), (True, "0")], ids=["reduced by the device", "none"])
def test_whoever_wants_no_motion_has_none(people: People, motion: bool, speed: str) -> None:
    table, ann = one_at_a_table(people.address)
    page = people.come(ann, motion=motion, speed=speed)
    come_to(page, table)
    for _ in range(4):
        by_mouse(page)
        expect(lit(page).first).to_be_visible()
    assert motions(page) == 0


NOTE_TITLES = """
window.titles = [];
const note = () => {
  const said = document.querySelector("#call h1")?.textContent;
  if (said && said !== titles.at(-1)?.[0]) titles.push([said, performance.now()]);
};
new MutationObserver(note).observe(document, {subtree: true, childList: true, characterData: true});
"""


def test_the_frames_of_fast_bots_are_shown_one_after_the_other(people: People) -> None:
    table, ann = one_at_a_table(people.address)
    page = people.come(ann, speed="1", script=NOTE_TITLES)
    come_to(page, table)
    by_mouse(page)
    page.wait_for_function("() => titles.length > 2")
    shown = page.evaluate("titles")
    assert [text for text, _ in shown] == [YOUR_TURN, CHOSEN, YOUR_TURN]
    assert shown[2][1] - shown[1][1] > 500  # milliseconds to read the frame before


def run_a_turn(page: Page) -> None:
    """Keep a card and choose an order; then the beetles run."""
    by_mouse(page)
    expect(page.locator("#call")).to_contain_text("play first")
    by_mouse(page)


def test_the_beetles_run_one_card_after_the_other_and_then_it_is_my_turn(people: People) -> None:
    table, ann = one_at_a_table(people.address)
    page = people.come(ann, speed="0.4", script=NOTE_TITLES)
    come_to(page, table)
    run_a_turn(page)
    expect(page.locator("#call")).to_contain_text("Keep one card")
    titles = [text for text, _ in page.evaluate("titles")]
    bots = page.locator("#players .plate b").all_inner_texts()[1:]
    assert titles[-1] == YOUR_TURN
    assert set(titles[titles.index("You") : -1]) == {"You", *bots}, "who runs is named"
    come_to(page, table)
    ran = [sentence for sentence in log(page) if " play" in sentence]
    assert len(ran) == 6


def test_a_touch_skips_what_happens_and_plays_nothing(people: People) -> None:
    table, ann = one_at_a_table(people.address)
    page = people.come(ann, speed="4")
    come_to(page, table)
    run_a_turn(page)
    expect(beat(page)).to_be_visible()
    assert lit(page).count() == 0, "nothing can be chosen before it is shown"
    page.locator("#dock").click()
    expect(title(page)).to_have_text(YOUR_TURN, timeout=10_000)  # six beats would take longer
    expect(lit(page)).to_have_count(2)
    expect(page.locator("#call")).to_contain_text("Keep one card")


@pytest.mark.parametrize("speed", ["0.4", "0"])
def test_the_log_has_every_sentence_however_fast_the_bots_are(people: People, speed: str) -> None:
    host = Visitor(people.address)
    table = host.open_table("random", "random", "random", **SHORT)
    page = people.come(host, speed=speed)
    come_to(page, table)
    expect(page.locator("#end")).to_be_visible()
    expect(page.locator("#log-lines li").last).to_have_text(LAST_WORDS)
    seen = log(page)
    page.reload()
    expect(page.locator("#log-lines li").last).to_have_text(LAST_WORDS)
    assert seen == log(page)


def test_the_log_has_every_sentence_after_a_look_at_another_tab(people: People) -> None:
    table, ann, bob = two_at_a_table(people.address)
    page = people.come(ann, speed="1", script="Object.defineProperty(document, 'hidden', {get: () => window.away});")
    come_to(page, table)
    expect(lit(page).first).to_be_visible()
    page.evaluate("window.away = true")
    with ann.at(table) as one, bob.at(table) as other:
        while not one.wait_for_turn().frame.get("over"):
            play_in_turn(one, other)
    page.evaluate("window.away = false")
    expect(page.locator("#end")).to_be_visible()
    expect(page.locator("#log-lines li").last).to_have_text(LAST_WORDS)
    seen = log(page)
    page.reload()
    expect(page.locator("#log-lines li").last).to_have_text(LAST_WORDS)
    assert seen == log(page)

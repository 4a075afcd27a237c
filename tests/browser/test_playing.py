"""The web table in real browsers, by mouse, keyboard and touch."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from bugbox.core.game import Game
from bugbox.core.settings import complete
from bugbox.table.draw.pages import usual_seats
from tests.kit.browsing import (
    CHOSEN,
    LAST_WORDS,
    PHONE,
    SOCKET_LOST,
    YOUR_TURN,
    People,
    among_bots,
    board,
    both_decide,
    by_keys,
    by_mouse,
    by_touch,
    come_to,
    fill_in,
    lit,
    log,
    one_at_a_table,
    picks,
    play_to_the_end,
    prefer,
    tab_to,
    title,
    two_at_a_table,
)
from tests.kit.serving import GAME, SHORT, fields, started
from tests.kit.tables import for_every_game, shortest

pytestmark = pytest.mark.slow


# --- Playing ---


@pytest.mark.thorough
@for_every_game
def test_play_now_is_played_to_the_end(people: People, game: Game) -> None:
    page = people.come()
    page.goto("/")
    page.get_by_role("button", name=f"Play now: {game.title}").click()
    assert play_to_the_end(page, by_mouse) > 5
    ranked = game.start(usual_seats(game), complete(game.settings, {}), seed=1).ranked
    expect(page.locator(".places li")).to_have_count(ranked)
    expect(page.locator("#call")).to_contain_text("The match is over.")


@pytest.mark.parametrize("by", [pytest.param(by_touch, marks=pytest.mark.thorough), by_keys])
@for_every_game
def test_a_short_match_is_played_to_the_end_too(people: People, game: Game, by: Callable[[Page], None]) -> None:
    table, ann = among_bots(people.address, game, usual_seats(game), **fields(shortest(game)))
    page = people.come(ann, touch=by is by_touch)
    page.goto(table)
    assert play_to_the_end(page, by) > 1
    expect(page.locator("#call")).to_contain_text("The match is over.")


def test_play_now_is_played_to_the_end_by_keyboard_alone(people: People) -> None:
    page = people.come()
    page.goto("/")
    tab_to(page, "button.primary")
    page.keyboard.press("Enter")
    expect(lit(page).first).to_be_visible()
    tab_to(page, ".lit")

    def by_keyboard(page: Page) -> None:
        expect(page.locator(".lit:focus")).to_have_count(1)  # after every frame, without pressing Tab
        now = page.locator(".lit:focus")
        row = picks(page)
        page.keyboard.press("ArrowLeft")
        expect(now).to_have_attribute("data-pick", row[0])
        page.keyboard.press("ArrowRight")
        expect(now).to_have_attribute("data-pick", row[-1])
        page.keyboard.press("Enter")

    play_to_the_end(page, by_keyboard)
    expect(page.locator(".places li")).to_have_count(3)


def test_the_board_is_one_stop_for_tab(people: People) -> None:
    table, ann = one_at_a_table(people.address)
    page = people.come(ann)
    come_to(page, table)
    expect(lit(page).first).to_be_visible()
    assert page.locator('#table :is(.card, button.option)[tabindex="0"]').count() == 1


def test_escape_goes_back_when_the_table_asks_before_i_decide(people: People) -> None:
    table, ann, _ = two_at_a_table(people.address)
    page = people.come(ann, confirm="yes")
    come_to(page, table)
    expect(lit(page).first).to_be_visible()
    tab_to(page, ".lit")
    page.keyboard.press("Enter")
    expect(page.locator(".picked")).to_have_count(1)
    expect(page.locator("#choice")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".picked")).to_have_count(0)
    expect(page.locator("#choice")).to_be_hidden()
    expect(lit(page).first).to_be_visible()
    tab_to(page, ".lit")
    page.keyboard.press("Enter")
    tab_to(page, "#choice .primary")
    page.keyboard.press("Enter")
    expect(title(page)).to_have_text(CHOSEN)


def test_keys_take_back_and_open_log_and_rules(people: People) -> None:
    table, ann, _ = two_at_a_table(people.address)
    page = people.come(ann)
    come_to(page, table)
    by_mouse(page)
    expect(title(page)).to_have_text(CHOSEN)
    page.keyboard.press("u")
    expect(title(page)).to_have_text(YOUR_TURN)
    page.keyboard.press("l")
    expect(page.locator("#log")).to_be_hidden()
    page.keyboard.press("l")
    expect(page.locator("#log")).to_be_visible()
    page.keyboard.press("r")
    expect(page.get_by_role("dialog", name=f"Rules of {GAME.title}")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_on_a_phone_all_is_done_by_touch_and_nothing_scrolls_sideways(people: People) -> None:
    page = people.come(touch=True, speed="0.1")  # checks every animation frame, including moving cards
    page.goto(f"/rules/{GAME.name}")
    page.goto("/")
    page.get_by_role("link", name=f"New table for {GAME.title}").tap()
    page.get_by_label("Your name").fill("Maximiliane-Theodora von Hinterbergstein")
    page.get_by_label("Seat 3").select_option("hatchling")
    page.get_by_label("Seat 4").select_option("hatchling")
    fill_in(page, SHORT)
    page.get_by_role("button", name="Open the table").tap()
    expect(page.get_by_label("Link to this table")).to_have_value(re.compile("/table/"))
    expect(page.get_by_role("button", name="Start the match")).to_be_disabled()
    page.get_by_label("Bot at seat 2").select_option("hatchling")
    page.get_by_role("button", name="Start the match").tap()
    play_to_the_end(page, by_touch)
    expect(page.locator("#seed-check")).to_contain_text("it matches")
    page.get_by_role("link", name="Replay").tap()
    expect(page.locator("#caption")).to_contain_text("0 of")
    page.get_by_role("button", name="To the end").tap()
    expect(page.locator("#log-lines li").last).to_have_text(LAST_WORDS)
    page.get_by_role("button", name="Settings").tap()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert page.evaluate("innerWidth") == PHONE["width"]


# --- The primer ---


@for_every_game
def test_whoever_plays_a_game_for_the_first_time_gets_it_explained_once(people: People, game: Game) -> None:
    page = people.come(new=True, touch=True)
    primer = page.get_by_role("dialog", name=f"Rules of {game.title}")
    page.goto("/")
    page.get_by_role("button", name=f"Play now: {game.title}").tap()
    expect(primer.get_by_role("heading", name="The goal")).to_be_in_viewport()
    expect(primer.get_by_role("heading", name="The rules")).to_be_hidden()
    primer.get_by_role("button", name="Close").tap()
    expect(primer).to_have_count(0)
    expect(lit(page).first).to_be_visible()
    page.goto("/")
    page.get_by_role("button", name=f"Play now: {game.title}").tap()
    expect(lit(page).first).to_be_visible()
    expect(primer).to_have_count(0)


def test_a_watcher_gets_no_primer_but_can_unfold_the_fine_print(people: People) -> None:
    table, _, _ = two_at_a_table(people.address)
    page = people.come(new=True)
    come_to(page, table)
    rules = page.get_by_role("dialog", name=f"Rules of {GAME.title}")
    expect(rules).to_have_count(0)
    page.get_by_role("button", name="Rules").click()
    rules.locator("summary", has_text="Fine print").click()
    expect(rules.get_by_role("heading", name="The rules")).to_be_visible()


# --- Server restarts ---


def test_after_a_kill_the_page_comes_back_by_itself_and_nothing_is_lost(tmp_path: Path, people: People) -> None:
    people.forgive(SOCKET_LOST)
    with started(tmp_path) as running:
        table, ann, bob = two_at_a_table(running.address)
        here, there = people.come(ann), people.come(bob)
        come_to(here, table)
        come_to(there, table)
        both_decide(here, there)
        expect(title(there)).to_have_text(YOUR_TURN)
        by_mouse(here)
        expect(title(here)).to_have_text(CHOSEN)  # acknowledged
        expect(there.locator("#plate-0 .state")).to_have_text("ready")  # sent to the other player too
        before = (board(here), board(there), log(here), log(there))
        running.kill()
        expect(here.locator("#connection")).to_contain_text("Connection lost")
        lit(there).first.click()
        expect(there.locator("#toast.shown")).to_contain_text("No connection right now")
        with started(tmp_path, "--port", running.port):
            for page in (here, there):
                expect(page.locator("#connection")).to_be_hidden()
            expect(title(here)).to_have_text(CHOSEN)
            expect(title(there)).to_have_text(YOUR_TURN)
            assert (board(here), board(there), log(here), log(there)) == before
            by_mouse(there)
            both_decide(here, there)
            for page in (here, there):
                expect(page.locator(".piles")).to_contain_text("Turn 2")
                expect(lit(page).first).to_be_visible()
            people.go()


# --- Turn notifications and preferences ---


def test_title_and_icon_call_when_it_is_my_turn(people: People) -> None:
    table, ann, bob = two_at_a_table(people.address)
    page = people.come(ann)
    come_to(page, table)
    icon = page.locator("link[rel=icon]")
    expect(page).to_have_title(f"● Your turn - {GAME.title} - Bugbox")
    expect(icon).to_have_attribute("href", "/icon-calling.svg")
    by_mouse(page)
    expect(page).to_have_title(f"{GAME.title} - Bugbox")
    expect(icon).to_have_attribute("href", "/icon.svg")
    with bob.at(table) as there:
        there.play()
    expect(page).to_have_title(f"● Your turn - {GAME.title} - Bugbox")
    expect(page.locator("#live")).to_contain_text("Your turn. ")


LISTEN = """
window.heard = 0;
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...given) { window.heard += 1; return start.apply(this, given); };
"""


def test_sounds_are_off_until_somebody_wants_them(people: People) -> None:
    table, ann = one_at_a_table(people.address)
    page = people.come(ann, script=LISTEN)
    come_to(page, table)
    by_mouse(page)
    expect(lit(page).first).to_be_visible()
    assert page.evaluate("heard") == 0
    prefer(page, "sound", "on")
    by_mouse(page)
    page.wait_for_function("() => heard > 0")


def test_preferences_are_remembered_over_a_reload(people: People) -> None:
    table, ann, _ = two_at_a_table(people.address)
    page = people.come(ann)
    come_to(page, table)
    expect(lit(page).first).to_be_visible()
    expect(page.locator("[data-preference=sound]")).to_have_value("off")
    for name, value in (("theme", "dark"), ("speed", "2"), ("text", "shown")):
        prefer(page, name, value)
    for _ in range(2):
        expect(page.locator("html")).to_have_css("background-color", "rgb(29, 35, 26)")
        expect(page.locator("#as-text")).to_have_css("clip-path", "none")
        for name, value in (("theme", "dark"), ("speed", "2"), ("text", "shown")):
            expect(page.locator(f"[data-preference={name}]")).to_have_value(value)
        page.reload()


# --- Touch ---


def test_touching_what_cannot_be_touched_says_why(people: People) -> None:
    table, ann, _ = two_at_a_table(people.address)
    page = people.come(ann)
    come_to(page, table)
    by_mouse(page)
    expect(title(page)).to_have_text(CHOSEN)
    page.locator("[data-why]:not(.chosen)").first.click()
    expect(page.locator("#toast.shown")).to_contain_text("the others are still choosing")


def test_a_double_click_plays_one_card_only(people: People) -> None:
    table, ann, bob = two_at_a_table(people.address)
    page = people.come(ann)
    come_to(page, table)
    with bob.at(table) as there:
        there.play()
        lit(page).first.dblclick()
        expect(title(page)).to_have_text(YOUR_TURN)
        expect(page.locator("#call p")).to_contain_text("play first")
        there.wait_for_turn()
        assert there.frame["seq"] == 2
        assert page.locator("#toast.shown").count() == 0


def test_what_was_picked_stays_picked_when_somebody_else_moves(people: People) -> None:
    table, ann, bob = two_at_a_table(people.address)
    page = people.come(ann, confirm="yes")
    come_to(page, table)
    lit(page).last.click()
    picked = page.locator(".picked").get_attribute("data-pick")
    called = page.locator(".picked").get_attribute("aria-label")
    with bob.at(table) as there:
        there.play()
        expect(page.locator("#plate-1")).to_contain_text("ready")
        expect(page.locator(".picked")).to_have_attribute("data-pick", str(picked))
        expect(page.locator("#choice")).to_be_visible()
        page.locator("#choice .primary").click()
        there.wait_for_turn()
    expect(page.locator("#call p")).to_contain_text("play first")
    assert str(called).removeprefix("Card: ") in " ".join(log(page))

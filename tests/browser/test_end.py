"""The end of a match in real browsers: result, next level, rematch, replay."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from bugbox.core import record
from bugbox.core.game import Game
from bugbox.games import GAMES
from tests.kit.browsing import (
    LAST_WORDS,
    PHONE,
    People,
    among_bots,
    by_mouse,
    come_to,
    finished,
    is_over,
    lit,
    log,
    motions,
    one_at_a_table,
    play_in_turn,
    play_to_the_end,
    seats_of_cards,
    title,
    two_at_a_table,
)
from tests.kit.serving import GAME
from tests.kit.serving import Browser as Visitor

pytestmark = pytest.mark.slow


# --- The next level ---


def test_three_wins_in_a_row_and_the_next_level_is_offered(people: People) -> None:
    tables: dict[str, str] = {}
    _, ann = finished(people.address)  # her first match, for the cookie
    page = people.come(ann)
    offer = page.locator("#next-level")
    while len(tables) < 2:  # one win and one loss
        table, _ = finished(people.address, ann, "hatchling")
        come_to(page, table)
        tables[offer.get_attribute("data-won") or ""] = table
    for won, wins, after in (("yes", 1, "2"), ("no", 2, "0"), ("yes", 2, "3")):
        page.evaluate(f"localStorage.setItem('bugbox:streak:bug-race:hatchling', '{wins} elsewhere')")
        for _ in range(2):  # a match counts once, however often it is opened
            come_to(page, tables[won])
            expect(offer).to_be_visible(visible=after == "3")
            assert page.evaluate("localStorage.getItem('bugbox:streak:bug-race:hatchling')").split()[0] == after
    expect(offer).to_contain_text("You keep winning. Ready for Forager bots (casual)?")
    page.get_by_role("button", name="Play Forager bots").click()
    expect(page.locator("#table")).to_contain_text("Forager bot")


def test_nothing_is_above_the_highest_level_and_no_level_is_offered_among_people(people: People) -> None:
    table, ann = finished(people.address, level="queen")
    page = people.come(ann)
    come_to(page, table)
    expect(page.locator("#end")).to_be_visible()
    expect(page.locator("#next-level")).to_have_count(0)


# --- The end and the replay ---


def test_the_end_tells_places_and_sheet_and_checks_the_seed(people: People) -> None:
    table, ann = one_at_a_table(people.address)
    page = people.come(ann)
    come_to(page, table)
    play_to_the_end(page, by_mouse)
    expect(page.locator(".places li").first).to_contain_text(re.compile("crossed in turn|You"))
    sheet = page.get_by_role("region", name="Score sheet")
    expect(page.get_by_role("heading", name="Score sheet")).to_be_visible()
    assert sheet.locator("tbody tr").count() >= 6
    expect(sheet.locator("tbody tr").last).to_contain_text("Place")
    expect(page.locator(".why")).to_contain_text("crossed the line in turn")
    expect(page.locator("#seed")).to_be_hidden()
    page.get_by_text("Check the shuffle").click()
    expect(page.locator("#seed")).to_be_visible()
    expect(page.locator("#seed-check")).to_have_text(
        "✓ Checked here: it matches, and is the one this browser was shown at the start."
    )
    assert record.commitment(int(page.locator("#seed").inner_text())) == page.locator("#commitment").inner_text()


# Pause the animations of the sheet's rows before they appear.
STOP_COUNTING = """
window.delays = [];
const animating = Element.prototype.animate;
Element.prototype.animate = function (...given) {
  const made = animating.apply(this, given);
  if (made.id === "count") {
    window.delays.push(made.effect.getTiming().delay);
    made.pause();
  }
  return made;
};
"""
SEEN = "all => all.map(row => getComputedStyle(row).opacity)"


@pytest.mark.parametrize("by", ["touch", "key"])
def test_the_sheet_is_counted_row_by_row_and_a_touch_or_key_shows_it_all(people: People, by: str) -> None:
    table, ann = one_at_a_table(people.address)
    page = people.come(ann, speed="0.1", script=STOP_COUNTING)
    come_to(page, table)
    play_to_the_end(page, by_mouse)
    rows = page.locator("#end tbody tr")
    delays = page.evaluate("delays")
    assert len(delays) == rows.count() >= 6
    assert delays == sorted(set(delays)), "one after the other"
    assert set(rows.evaluate_all(SEEN)) == {"0"}
    read = page.get_by_role("region", name="Score sheet").get_by_role("row")
    expect(read).to_have_count(len(delays) + 1)  # a screen reader gets all rows, and the heading
    if by == "touch":
        page.locator(".why").click()
    else:
        page.keyboard.press("Shift")
    assert set(rows.evaluate_all(SEEN)) == {"1"}
    page.reload()
    expect(page.locator("#seed-check")).to_contain_text("it matches")
    assert page.evaluate("delays") == [], "whoever comes later finds it whole"


@pytest.mark.parametrize(("motion", "speed"), [(False, "1"), (True, "0")], ids=["reduced by the device", "none"])
def test_without_motion_the_sheet_is_there_at_once(people: People, motion: bool, speed: str) -> None:
    table, ann = one_at_a_table(people.address)
    page = people.come(ann, motion=motion, speed=speed, script=STOP_COUNTING)
    come_to(page, table)
    play_to_the_end(page, by_mouse)
    assert page.evaluate("delays") == []
    assert set(page.locator("#end tbody tr").evaluate_all(SEEN)) == {"1"}


@pytest.mark.parametrize(
    "game",
    [pytest.param(game, marks=[] if name == "bug-council" else pytest.mark.thorough) for name, game in GAMES.items()],
    ids=GAMES,
)
def test_on_a_phone_the_end_comes_into_view_and_names_stay_in_sight(people: People, game: Game) -> None:
    table, ann = among_bots(people.address, game, game.seats[-1])
    page = people.come(ann, touch=True)
    page.goto(f"/new/{game.name}")
    page.goto(table)
    assert not is_over(page)
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    with ann.at(table) as there:  # without a browser, which is faster
        there.play_to_the_end()
    expect(page.locator("#end")).to_be_visible()
    expect(title(page)).to_be_in_viewport()
    expect(page.locator(".why")).to_be_in_viewport()
    page.set_viewport_size({"width": PHONE["width"], "height": 320})  # in landscape, the sheet scrolls both ways
    sheet = page.locator(".sheet")
    sheet.evaluate("one => { one.scrollIntoView(); one.scrollTo(one.scrollWidth, one.scrollHeight); }")
    name, row = sheet.locator("thead th").last, sheet.locator("tbody th").last
    for seen in (name, row):
        expect(seen).to_be_in_viewport(ratio=0.9)
    inside, top, left = (one.bounding_box() for one in (sheet, name, row))
    assert inside
    assert top
    assert left
    assert top["y"] > inside["y"] - 1
    assert abs(left["x"] - inside["x"]) < 2


def test_a_replay_shows_the_board_on_a_phone(people: People, over: tuple[str, Visitor]) -> None:
    page = people.come(touch=True)
    page.goto(f"{over[0]}/replay?at=3")
    expect(page.locator("#caption")).to_contain_text("3 of")
    track = page.locator(".track").first.bounding_box()
    assert track
    assert track["height"] > 40


def test_a_replay_has_the_score_sheet_and_a_way_back(people: People, over: tuple[str, Visitor]) -> None:
    page = people.come()
    page.goto(f"{over[0]}/replay")
    page.get_by_role("button", name="Scores").click()
    expect(page.get_by_role("dialog").locator("tbody tr").last).to_contain_text("Place")
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Back to the table").click()
    expect(page.locator("#end")).to_be_visible()


def test_a_rematch_is_offered_and_joined(people: People) -> None:
    table, ann, bob = two_at_a_table(people.address)
    with ann.at(table) as one, bob.at(table) as other:
        while not one.wait_for_turn().frame.get("over"):
            play_in_turn(one, other)
    pages = [people.come(ann), people.come(bob), people.come()]
    for page in pages:
        come_to(page, table)
        expect(page.locator("#seed-check")).to_contain_text("it matches")
    expect(pages[2].get_by_role("button", name="Offer a rematch")).to_have_count(0)
    pages[1].get_by_role("button", name="Offer a rematch").click()
    expect(pages[1].locator("#plate-0")).to_contain_text("Open seat")
    expect(pages[0].locator("#end")).to_contain_text("Bob offers a rematch.")
    pages[0].get_by_role("button", name="Join").click()
    pages[2].get_by_role("link", name="Go to the rematch").click()
    for page in pages:
        page.wait_for_url(lambda url: "/table/" in url and not url.endswith(table))
        expect(page.locator("#board")).to_be_visible()
    assert len({page.url for page in pages}) == 1
    expect(lit(pages[0]).first).to_be_visible()
    expect(lit(pages[1]).first).to_be_visible()
    assert lit(pages[2]).count() == 0
    pages[1].goto(table)
    expect(pages[1].get_by_role("link", name="Go to the rematch")).to_have_attribute(
        "href", pages[0].url.removeprefix(people.address)
    )


def test_a_rematch_starts_without_whoever_does_not_join(people: People) -> None:
    table, ann, bob = two_at_a_table(people.address, "random")
    with ann.at(table) as one, bob.at(table) as other:
        while not one.wait_for_turn().frame.get("over"):
            play_in_turn(one, other)
    page, waiting = people.come(ann, touch=True), people.come(bob)
    for each in (page, waiting):
        come_to(each, table)
    page.get_by_role("button", name="Offer a rematch").tap()
    expect(page.locator("#plate-1")).to_contain_text("Open seat")
    expect(page.get_by_role("button", name="Start the match")).to_be_disabled()
    page.get_by_role("button", name="Start with 2 players").tap()
    expect(lit(page).first).to_be_visible()
    expect(page.locator(".plate")).to_have_count(2)
    expect(waiting.locator("#end")).to_contain_text("Ann offers a rematch.")


def test_a_replay_goes_by_scrubber_buttons_and_keys(people: People, over: tuple[str, Visitor]) -> None:
    page = people.come()
    page.goto(f"{over[0]}/replay")
    caption, scrubber = page.locator("#caption"), page.locator("#scrubber")
    expect(caption).to_contain_text("0 of ")
    last = str(scrubber.get_attribute("max"))
    scrubber.fill("7")
    expect(caption).to_contain_text("7 of ")
    scrubber.blur()
    for key, at in (("ArrowRight", "8"), ("ArrowLeft", "7"), ("End", last), ("Home", "0")):
        page.keyboard.press(key)
        expect(caption).to_contain_text(f"{at} of {last}")
        expect(scrubber).to_have_value(at)
    for name, at in (("Forward one step", "1"), ("Back one step", "0"), ("To the end", last), ("To the start", "0")):
        page.get_by_role("button", name=name).click()
        expect(caption).to_contain_text(f"{at} of {last}")
    assert page.url.endswith("?at=0&eyes=open")


def test_a_replay_plays_by_itself_and_pauses(people: People, over: tuple[str, Visitor]) -> None:
    page = people.come(speed="0.4")
    page.goto(f"{over[0]}/replay")
    play = page.get_by_role("button", name="Play or pause")
    play.click()
    expect(play).to_have_text("Pause")
    page.wait_for_function("() => document.querySelector('#scrubber').valueAsNumber >= 2")
    page.keyboard.press("p")
    expect(play).to_have_text("Play")
    assert motions(page) > 0
    stopped = page.locator("#scrubber").input_value()
    page.get_by_role("button", name="Forward one step").click()
    expect(page.locator("#scrubber")).to_have_value(str(int(stopped) + 1))


def test_a_replay_shows_what_follows_from_a_decision_beat_by_beat(people: People, over: tuple[str, Visitor]) -> None:
    page = people.come(speed="0.4")
    page.goto(f"{over[0]}/replay?eyes=watcher")
    caption, ran = page.locator("#caption"), re.compile(r"(Ann|Cricket) plays ")
    for step in range(1, 12):
        page.keyboard.press("ArrowRight")
        expect(caption).to_contain_text(f"Step {step} of")
        if ran.search(caption.inner_text()):
            break
    first, moved = caption.inner_text(), motions(page)
    assert first.partition(" · ")[2] == log(page)[-1]
    page.keyboard.press("ArrowRight")
    expect(caption).to_contain_text(ran)
    expect(caption).not_to_have_text(first)
    assert motions(page) > moved, "the card that was played moves"
    page.keyboard.press("ArrowLeft")
    expect(caption).to_have_text(first)


def test_a_replay_shows_one_seats_eyes_or_open_hands(people: People, over: tuple[str, Visitor]) -> None:
    page = people.come()
    page.goto(f"{over[0]}/replay?at=4&eyes=1")
    eyes = page.get_by_label("Whose view")
    expect(eyes).to_have_value("1")
    expect(page.locator("#caption")).to_contain_text("4 of ")
    expect(page.locator("#scrubber")).to_have_value("4")
    assert seats_of_cards(page) == {"1"}
    eyes.select_option("open")
    expect(page.locator('[data-key^="card:0:"]').first).to_be_visible()
    assert seats_of_cards(page) == {"0", "1"}
    eyes.select_option("watcher")
    expect(page.locator('[data-key^="card:"]')).to_have_count(0)
    eyes.select_option("0")
    expect(page.locator('[data-key^="card:0:"]').first).to_be_visible()
    assert seats_of_cards(page) == {"0"}
    assert page.url.endswith("?at=4&eyes=0")


def test_the_link_of_a_replay_is_copied(people: People, over: tuple[str, Visitor]) -> None:
    page = people.come()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"{over[0]}/replay?at=5&eyes=0")
    expect(page.locator("#caption")).to_contain_text("5 of ")
    page.get_by_role("button", name="Copy link to here").click()
    expect(page.locator("#toast.shown")).to_have_text("Link copied.")
    assert page.evaluate("navigator.clipboard.readText()") == f"{people.address}{over[0]}/replay?at=5&eyes=0"


def test_a_downloaded_record_can_be_brought_to_the_lobby(
    people: People, over: tuple[str, Visitor], tmp_path: Path
) -> None:
    page = people.come()
    page.goto(f"{over[0]}/replay")
    with page.expect_download() as coming:
        page.get_by_role("link", name="Download").click()
    assert coming.value.suggested_filename.startswith(f"{GAME.name}-")
    file = tmp_path / "kept.match"
    coming.value.save_as(file)
    assert record.read(file.read_text()).game == GAME.name
    page.goto("/")
    page.get_by_label("Choose a saved match").set_input_files(file)
    page.wait_for_url(lambda url: url.split("?")[0].endswith("/replay"))
    assert over[0] not in page.url
    expect(page.locator("#caption")).to_contain_text("0 of ")
    page.keyboard.press("End")
    expect(page.locator("#log-lines li").last).to_have_text(LAST_WORDS)


def test_a_broken_record_is_refused_with_a_sentence(people: People) -> None:
    people.forgive("status of 400")
    page = people.come()
    page.goto("/")
    page.get_by_label("Choose a saved match").set_input_files(
        {
            "name": "broken.match",
            "mimeType": "text/plain",
            "buffer": f"game {GAME.name}\nseats two and a half\n".encode(),
        }
    )
    expect(page.locator("#record-said")).to_have_text(re.compile(r"^[A-Z].*\.$"))
    expect(page.locator("#record-said")).not_to_have_text("Reading …")
    assert page.url.removesuffix("/") == people.address

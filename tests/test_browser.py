"""The web table as people have it: real browsers, mouse, keyboard and touch."""

import re
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

pytest.importorskip("playwright", reason="No browser tests without Playwright: `make` installs it.")

from playwright.sync_api import Page, expect

from bugbox.core import record
from bugbox.core.game import Game
from bugbox.core.settings import complete
from bugbox.table.pages import usual_seats
from tests.browsing import (
    CARD,
    CHROMIUM,
    PHONE,
    People,
    board,
    by_keys,
    by_mouse,
    by_touch,
    come_to,
    finished,
    held,
    hold,
    is_over,
    lit,
    log,
    middle,
    motions,
    one_at_a_table,
    picks,
    play_in_turn,
    play_to_the_end,
    prefer,
    said_again,
    seats_of_cards,
    tab_to,
    table_text,
    title,
    two_at_a_table,
    violations,
)
from tests.kit import for_every_game, shortest
from tests.serving import GAME, SHORT, AtTable, fields, server, started
from tests.serving import Browser as Visitor

pytestmark = pytest.mark.slow

if CHROMIUM is None:
    pytest.skip("No browser tests without chromium: `apt install chromium` brings it.", allow_module_level=True)

SOCKET_LOST = r"WebSocket connection to .* failed|net::ERR_"
SECRET = re.compile(r"(?:keep|pass)(?:es|s)? [LR][123]")  # what only one or two may read
YOUR_TURN, CHOSEN = "Your turn", "You have chosen"
LAST_WORDS = "The race is over."  # in the log of GAME


@pytest.fixture(scope="module")
def over(address: str) -> tuple[str, Visitor]:
    """A match of Ann against a bot that is over, for all who only look at it."""
    return finished(address)


# --- Playing ---


@for_every_game
def test_play_now_is_played_to_the_end(people: People, game: Game) -> None:
    page = people.come()
    page.goto("/")
    page.get_by_role("button", name=f"Play now: {game.title}").click()
    assert play_to_the_end(page, by_mouse) > 5
    ranked = game.start(usual_seats(game), complete(game.settings, {}), seed=1).ranked
    expect(page.locator(".places li")).to_have_count(ranked)
    expect(page.locator("#call")).to_contain_text("The match is over.")


@pytest.mark.parametrize("by", [by_touch, by_keys])
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
        expect(page.locator(".lit:focus")).to_have_count(1)  # after every frame, without Tab
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
    page = people.come(touch=True, speed="0.1")  # every picture is looked at, also while cards fly
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


# --- Together ---


def test_two_browsers_and_a_watcher_end_with_the_same_result(people: People) -> None:
    people.forgive(SOCKET_LOST)
    ann, bob, watcher = (people.come() for _ in range(3))
    seen: list[str] = []
    watcher.on("websocket", lambda socket: socket.on("framereceived", lambda text: seen.append(str(text))))
    open_table_for_two(ann)
    expect(ann.get_by_label("Link to this table")).to_have_value(ann.url)
    link = ann.url
    watcher.goto(link)
    bob.goto(link)
    bob.get_by_label("Your name").fill("Bob")
    bob.get_by_role("button", name="Sit down").click()
    expect(title(bob)).to_have_text("Welcome")
    ann.get_by_role("button", name="Start the match").click()
    everybody = (ann, bob, watcher)

    both_decide(ann, bob)
    expect(title(ann)).to_have_text(YOUR_TURN)
    assert seats_of_cards(ann) == {"0"}
    assert seats_of_cards(bob) == {"1"}

    before = board(bob)
    bob.reload()
    expect(lit(bob).first).to_be_visible()
    assert board(bob) == before

    ann.context.set_offline(True)
    expect(ann.locator("#connection")).to_contain_text("Connection lost")
    expect(bob.locator("#plate-0")).to_contain_text("away")
    by_mouse(bob)
    expect(title(bob)).to_have_text(CHOSEN)
    ann.context.set_offline(False)
    expect(ann.locator("#connection")).to_be_hidden()
    expect(bob.locator("#plate-0")).to_contain_text("here")
    by_mouse(ann)

    while not (is_over(ann) or is_over(bob)):
        both_decide(ann, bob)
    for page in everybody:
        expect(page.locator("#end")).to_be_visible()
    assert len({page.locator(".sheet").inner_text() for page in everybody}) == 1
    assert len({page.locator("#seed").inner_text() for page in everybody}) == 1
    before_the_end = [text for text in seen if '"over":true' not in text]
    assert before_the_end
    told = [found[0] for text in before_the_end for found in re.finditer(r"card:[\dLR].{30}|choices.{30}", text)]
    told += [found[0] for text in before_the_end for found in SECRET.finditer(text)]
    assert not told


def test_the_oldest_of_many_windows_says_why_it_was_closed_and_stays_so_until_it_is_looked_at(people: People) -> None:
    table, ann = one_at_a_table(people.address)
    windows = [people.come(ann) for _ in range(5)]
    for window in windows:
        come_to(window, table)
    expect(windows[0].locator("#connection")).to_contain_text("open in other windows of this browser")
    for window in windows[1:]:
        expect(window.locator("#connection")).to_be_hidden()
    windows[0].wait_for_timeout(1500)  # far longer than it would wait before trying again
    expect(windows[0].locator("#connection")).to_contain_text("open in other windows of this browser")
    windows[0].evaluate("window.dispatchEvent(new Event('focus'))")
    expect(windows[0].locator("#connection")).to_be_hidden()
    expect(windows[1].locator("#connection")).to_contain_text("open in other windows of this browser")


def test_a_watcher_has_nothing_to_touch_and_sees_no_card(people: People) -> None:
    table, _, _ = two_at_a_table(people.address)
    watcher = people.come()
    come_to(watcher, table)
    expect(title(watcher)).to_have_text("A secret choice")
    assert lit(watcher).count() == 0
    assert seats_of_cards(watcher) == set()
    assert watcher.locator("[data-pick], #table [tabindex='0']:not(pre)").count() == 0
    assert not CARD.search(table_text(watcher))
    expect(watcher.locator(".watchers")).to_have_text("1 watching")


def test_between_two_people_at_one_device_hangs_a_curtain(people: People) -> None:
    ann = Visitor(people.address)
    table = ann.open_table("me", "same device", **SHORT, name="Ann")
    page = people.come(ann)
    come_to(page, table)
    handed = 0
    for _ in range(8):
        page.locator(".lit, .curtain").first.wait_for()
        if page.locator(".curtain").count():
            handed += 1
            assert page.locator(".card, [data-pick], [data-key], pre").count() == 0
            assert not SECRET.search(table_text(page))
            page.locator(".curtain .primary").click()
        expect(title(page)).to_have_text(YOUR_TURN)
        assert len(seats_of_cards(page)) == 1
        by_mouse(page)
    assert handed >= 4


def test_the_first_curtains_tell_no_card_at_all(people: People) -> None:
    ann = Visitor(people.address)
    table = ann.open_table("me", "same device", **SHORT, name="Ann")
    page = people.come(ann)
    come_to(page, table)
    for name in ("Ann", "Friend"):
        expect(title(page)).to_have_text(f"Hand the device to {name}")
        assert not CARD.search(table_text(page))
        page.get_by_role("button", name=f"I am {name}").click()
        by_mouse(page)


def test_behind_the_curtain_the_last_choice_can_be_taken_back(people: People) -> None:
    ann = Visitor(people.address)
    table = ann.open_table("me", "same device", **SHORT, name="Ann")
    page = people.come(ann)
    come_to(page, table)
    page.get_by_role("button", name="I am Ann").click()
    by_mouse(page)
    page.get_by_role("button", name="Take back the last move").click()
    expect(title(page)).to_have_text("Hand the device to Ann")
    assert page.locator(".card, [data-pick], [data-key], pre").count() == 0, "Friend may have it by now"
    page.get_by_role("button", name="I am Ann").click()
    expect(title(page)).to_have_text(YOUR_TURN)
    assert seats_of_cards(page) == {"0"}


# Each picture that was on the page: its title, its sentence, and how much there was of a hand.
NOTE_HANDS = """
window.pictures = [];
const note = () => {
  const [title, sentence] = ["h1", "p"].map((one) => document.querySelector(`#call ${one}`)?.textContent ?? "");
  const hands = document.querySelectorAll("#dock, [data-pick], #choice *").length;
  const last = window.pictures.at(-1);
  if (title && !(last && last[0] === title && last[1] === sentence && last[2] === hands))
    window.pictures.push([title, sentence, hands]);
};
new MutationObserver(note).observe(document, {subtree: true, childList: true, characterData: true});
"""
HIDDEN = "Object.defineProperty(document, 'hidden', {get: () => true});"
RUGS = "bugs-on-rugs"  # here one person plays after the other
CURTAIN = "Hand the device to"


def test_two_people_at_one_device_see_what_happened_before_the_curtain_falls(people: People) -> None:
    ann = Visitor(people.address)
    table = ann.open_table("me", "same device", game=RUGS, name="Ann")
    page = people.come(ann, script=NOTE_HANDS, speed="0.1", confirm="yes")
    come_to(page, table)
    handed_on: list[int] = []
    while not handed_on:
        if is_over(page):  # few matches have nothing to see when the device is handed on
            come_to(page, ann.open_table("me", "same device", game=RUGS, name="Ann"))
        if page.locator(".curtain").count():
            page.locator(".curtain .primary").click()
        page.evaluate("window.pictures = window.pictures.slice(-1)")
        lit(page).first.click()
        page.locator(".lit:visible, #choice .primary:visible").first.wait_for()
        if page.locator("#choice .primary").is_visible():
            page.locator("#choice .primary").click()
        if not is_over(page) and page.locator(".curtain").count():
            handed_on = [hands for title, _, hands in page.evaluate("pictures") if title == "Look"]
    assert set(handed_on) == {0}, "nothing of anybody's hand is there"
    assert motions(page) > 0


def until_something_happens(there: AtTable) -> None:
    """Play for both at a device, until a decision has beats."""
    beats = 0
    while not beats:
        seat = re.search(r"as&quot;,&quot;seat&quot;:(\d)", there.frame["html"])
        if seat:
            there.say(type="as", seat=int(seat[1]))
        there.wait_for_turn()
        before = len(there.frames)
        there.play()
        beats = sum(frame["beat"] for frame in there.frames[before:])


def test_a_touch_skips_to_the_curtain(people: People) -> None:
    ann = Visitor(people.address)
    table = ann.open_table("me", "same device", game=RUGS, name="Ann")
    page = people.come(ann, speed="9")
    come_to(page, table)
    with ann.at(table) as there:
        until_something_happens(there)
        expect(title(page)).to_have_text("Look")
        page.locator("#board").click()
        expect(page.locator(".curtain")).to_be_visible(timeout=2500)


def test_a_table_that_has_changed_does_not_wait_until_all_was_looked_at(people: People) -> None:
    ann = Visitor(people.address)
    table = ann.open_table("me", "same device", game=RUGS, name="Ann")
    page = people.come(ann, speed="9")
    come_to(page, table)
    with ann.at(table) as there:
        until_something_happens(there)
        expect(title(page)).to_have_text("Look")
        for seat in (0, 1):
            there.say(type="rename", seat=seat, name=f"Anna {seat}")
        expect(title(page)).to_contain_text(f"{CURTAIN} Anna", timeout=2500)


@pytest.mark.parametrize("why", ["no motion", "reduced motion", "a hidden tab"])
def test_whoever_wants_or_sees_no_motion_has_the_curtain_at_once(people: People, why: str) -> None:
    ann = Visitor(people.address)
    table = ann.open_table("me", "same device", game=RUGS, name="Ann")
    script = NOTE_HANDS + (HIDDEN if why == "a hidden tab" else "")
    speed = "0" if why == "no motion" else "1"
    page = people.come(ann, script=script, motion=why != "reduced motion", speed=speed)
    come_to(page, table)
    with ann.at(table) as there:
        for _ in range(3):
            until_something_happens(there)
        expect(page.locator("#log-lines li")).to_have_count(len(there.log))
    titles = [title for title, _, _ in page.evaluate("pictures")]
    assert {title[: len(CURTAIN)] for title in titles} == {CURTAIN}


def test_a_reaction_is_seen_by_the_others(people: People) -> None:
    table, ann, bob = two_at_a_table(people.address)
    there, here = people.come(ann), people.come(bob)
    come_to(there, table)
    come_to(here, table)
    expect(lit(here).first).to_be_visible()
    there.get_by_role("button", name="Ouch", exact=True).click()
    expect(here.locator(".bubble")).to_have_text("Ouch")
    expect(here.locator("#live")).to_have_text("Ann: Ouch")


# --- The next level ---


def test_three_wins_in_a_row_and_the_next_level_is_offered(people: People) -> None:
    tables: dict[str, str] = {}
    _, ann = finished(people.address)  # from now on the server knows her
    page = people.come(ann)
    offer = page.locator("#next-level")
    while len(tables) < 2:  # one that she won and one that she lost
        table, _ = finished(people.address, ann, "hatchling")
        come_to(page, table)
        tables[offer.get_attribute("data-won") or ""] = table
    for won, wins, after in (("yes", 1, "2"), ("no", 2, "0"), ("yes", 2, "3")):
        page.evaluate(f"localStorage.setItem('bugbox:streak:bug-race:hatchling', '{wins} elsewhere')")
        for _ in range(2):  # a match counts once, however often it is looked at
            come_to(page, tables[won])
            expect(offer).to_be_visible(visible=after == "3")
            assert page.evaluate("localStorage.getItem('bugbox:streak:bug-race:hatchling')").split()[0] == after
    expect(offer).to_contain_text("You keep beating the hatchling. The forager weighs every move")
    page.get_by_role("button", name="Play the forager").click()
    expect(page.locator("#table")).to_contain_text("bot (forager)")


def test_nothing_is_above_the_highest_level_and_no_level_is_offered_among_people(people: People) -> None:
    table, ann = finished(people.address, level="queen")
    page = people.come(ann)
    come_to(page, table)
    expect(page.locator("#end")).to_be_visible()
    expect(page.locator("#next-level")).to_have_count(0)


# --- Taking back ---


def test_a_choice_can_be_taken_back_until_something_is_revealed(tmp_path: Path, people: People) -> None:
    with server(tmp_path, "--bot-pause", "2") as address:
        table, ann = one_at_a_table(address)
        page = people.come(ann)
        come_to(page, table)
        expect(lit(page).first).to_be_visible()
        offered = picks(page)
        by_mouse(page)
        undo = page.get_by_role("button", name="Take back")
        undo.click()
        expect(title(page)).to_have_text(YOUR_TURN)
        assert picks(page) == offered
        lit(page).last.click()
        message = str(undo.get_attribute("data-send"))
        expect(title(page)).to_have_text(YOUR_TURN)  # the bots have decided too: the packets went round
        expect(undo).to_have_count(0)
        before = board(page)
        said_again(page, message)
        expect(page.locator("#toast.shown")).to_contain_text("can no longer be taken back")
        assert board(page) == before
        people.go()


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


# --- The end, and looking back ---


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
    page.get_by_text("Was it fair?").click()
    expect(page.locator("#seed")).to_be_visible()
    expect(page.locator("#seed-check")).to_have_text(
        "✓ Checked here: it matches, and is the one this browser was shown at the start."
    )
    assert record.commitment(int(page.locator("#seed").inner_text())) == page.locator("#commitment").inner_text()


# Rows of the sheet that are counted stop before they appear.
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
    expect(read).to_have_count(len(delays) + 1)  # whoever does not see it has all of it, the names included
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


@for_every_game
def test_on_a_phone_the_end_comes_into_view_and_names_stay_in_sight(people: People, game: Game) -> None:
    table, ann = among_bots(people.address, game, game.seats[-1])
    page = people.come(ann, touch=True)
    page.goto(f"/new/{game.name}")
    page.goto(table)
    assert not is_over(page)
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    with ann.at(table) as there:  # elsewhere, which is faster
        there.play_to_the_end()
    expect(page.locator("#end")).to_be_visible()
    expect(title(page)).to_be_in_viewport()
    expect(page.locator(".why")).to_be_in_viewport()
    page.set_viewport_size({"width": PHONE["width"], "height": 320})  # lying down, the sheet scrolls both ways
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


# --- The server goes and comes ---


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


# --- Motion ---


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
    expect(title(page)).to_have_text(CHOSEN)
    expect(title(page)).to_have_text(YOUR_TURN)
    shown = page.evaluate("titles")
    assert [text for text, _ in shown] == [YOUR_TURN, CHOSEN, YOUR_TURN]
    assert shown[2][1] - shown[1][1] > 500  # milliseconds to see the first in


def run_a_turn(page: Page) -> None:
    """Keep a card, choose an order: then the beetles run."""
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
    assert titles[-2:] == ["Look", YOUR_TURN]
    come_to(page, table)
    ran = [sentence for sentence in log(page) if " play" in sentence]
    assert len(ran) == 6


def test_a_touch_skips_what_happens_and_plays_nothing(people: People) -> None:
    table, ann = one_at_a_table(people.address)
    page = people.come(ann, speed="1")
    come_to(page, table)
    run_a_turn(page)
    expect(title(page)).to_have_text("Look")
    assert lit(page).count() == 0, "nothing can be chosen before it is shown"
    page.locator("#dock").click()
    expect(title(page)).to_have_text(YOUR_TURN, timeout=1500)
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


# --- Calls and likings ---


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


# --- Touching ---


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


# --- Names ---


def test_names_with_markup_are_shown_as_text(people: People) -> None:
    name = "<img src=x onerror=alert(1)><b>&amp;\"'"
    ann, bob = Visitor(people.address), Visitor(people.address)
    table = ann.open_table("me", "open", "random", **SHORT, name=name)
    host = people.come(ann)
    host.goto("/")
    assert name in host.locator(f".rooms a[href='{table}']").inner_text()
    page = people.come(bob)
    come_to(page, table)
    expect(page.locator("#plate-0 b").first).to_have_text(name)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Sit down").click()
    expect(page.locator("#plate-1 b").first).to_contain_text("<img")
    with ann.at(table) as there:
        there.say(type="start")
        there.wait_for_turn()
        by_mouse(page)
    expect(page.locator("#plate-0 b").first).to_have_text(name)
    assert page.locator("img").count() == host.locator("img").count() == 0


def test_somebody_who_never_was_here_finds_the_open_tables_in_the_lobby(people: People) -> None:
    table = Visitor(people.address).open_table("me", "open", name="Ann", listed="yes")
    page = people.come()
    page.goto("/")
    assert page.locator(f".rooms a[href='{table}']").count() == 1


# --- Everyone: axe-core finds nothing to complain about ---


def test_axe_finds_nothing_on_the_pages_around_a_table(people: People, over: tuple[str, Visitor]) -> None:
    people.forgive("status of 404")
    table, ann = over
    ann.play_now()
    Visitor(people.address).open_table("me", "open", name="Bob", listed="yes")
    page = people.come(ann)
    found = []
    for path in ("/", f"/new/{GAME.name}", f"/rules/{GAME.name}", "/table/nothing", f"{table}/replay?at=6"):
        page.goto(path)
        if "replay" in path:
            expect(page.locator("#caption")).to_contain_text("6 of ")
        found += [f"{path}: {said}" for said in violations(page)]
    page.goto("/")
    expect(page.locator(".rooms")).to_have_count(3)
    assert page.locator(".rooms .my-turn").count() == 1
    page.get_by_role("button", name="Settings").click()
    found += [f"settings: {said}" for said in violations(page)]
    assert not found, "\n".join(found)


def test_axe_finds_nothing_while_people_come(people: People) -> None:
    ann, bob = Visitor(people.address), Visitor(people.address)
    table = ann.open_table("me", "open", "open", "random", name="Ann")
    bob.sit(table, "Bob")
    found = []
    for who, visitor in (("host", ann), ("guest", bob), ("newcomer", None)):
        page = people.come(visitor)
        come_to(page, table)
        expect(page.locator("#seats")).to_be_visible()
        found += [f"{who}: {said}" for said in violations(page)]
    assert not found, "\n".join(found)


def test_axe_finds_nothing_at_the_table(people: People) -> None:
    table, ann, bob = two_at_a_table(people.address, "random")
    page, watcher = people.come(ann, confirm="yes", text="shown"), people.come()
    come_to(page, table)
    expect(lit(page).first).to_be_visible()
    found = [f"my turn: {said}" for said in violations(page)]
    lit(page).first.click()
    expect(page.locator("#choice")).to_be_visible()
    found += [f"picked: {said}" for said in violations(page)]
    page.locator("#choice .primary").click()
    expect(title(page)).to_have_text(CHOSEN)
    page.locator("[data-why]:not(.chosen)").first.click()
    expect(page.locator("#toast.shown")).to_be_visible()
    found += [f"waiting: {said}" for said in violations(page)]
    come_to(watcher, table)
    expect(title(watcher)).to_be_visible()
    found += [f"watching: {said}" for said in violations(watcher)]
    for name in ("Rules", "Settings"):
        page.get_by_role("button", name=name, exact=True).click()
        expect(page.get_by_role("dialog")).to_be_visible()
        found += [f"{name}: {said}" for said in violations(page)]
        page.keyboard.press("Escape")
    with bob.at(table) as there:
        there.play()
        there.wait_for_turn()
    expect(lit(page).first).to_be_visible()
    found += [f"news in the log: {said}" for said in violations(page)]
    assert not found, "\n".join(found)


def test_axe_finds_nothing_at_the_curtain_and_at_the_end(people: People, over: tuple[str, Visitor]) -> None:
    ann = Visitor(people.address)
    table = ann.open_table("me", "same device", name="Ann")
    page = people.come(ann)
    come_to(page, table)
    expect(page.locator(".curtain")).to_be_visible()
    found = [f"curtain: {said}" for said in violations(page)]
    page = people.come(over[1])
    page.goto(over[0])
    expect(page.locator("#seed-check")).to_contain_text("it matches")
    found += [f"end: {said}" for said in violations(page)]
    assert not found, "\n".join(found)


# --- Small things that several tests do ---


def among_bots(address: str, game: Game, seats: int, **settings: str) -> tuple[str, Visitor]:
    """Ann in a match that has begun."""
    ann = Visitor(address)
    return ann.open_table("me", *["random"] * (seats - 1), game=game.name, name="Ann", **settings), ann


def open_table_for_two(page: Page) -> None:
    page.goto(f"/new/{GAME.name}")
    page.get_by_label("Your name").fill("Ann")
    page.get_by_label("Seat 3").select_option("none")
    fill_in(page, SHORT)
    page.get_by_role("button", name="Open the table").click()
    expect(title(page)).to_have_text("Your table")


def fill_in(page: Page, fields: Mapping[str, str]) -> None:
    for name, value in fields.items():
        page.locator(f"[name={name}]").fill(value)


def both_decide(one: Page, other: Page) -> None:
    for page in (one, other):
        if not is_over(page):
            by_mouse(page)

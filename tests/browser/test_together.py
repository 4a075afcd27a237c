"""Several people at one table, each with their own browser or sharing a device."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.kit.browsing import (
    CARD,
    CHOSEN,
    SOCKET_LOST,
    YOUR_TURN,
    People,
    beat,
    board,
    both_decide,
    by_mouse,
    come_to,
    is_over,
    lit,
    motions,
    one_at_a_table,
    open_table_for_two,
    picks,
    said_again,
    seats_of_cards,
    set_speed,
    table_text,
    title,
    two_at_a_table,
)
from tests.kit.serving import SHORT, AtTable, server
from tests.kit.serving import Browser as Visitor

pytestmark = pytest.mark.slow

SECRET = re.compile(r"(?:keep|pass)(?:es|s)? [LR][123]")  # only one or two players may read this


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
    expect(title(bob)).to_have_text("Welcome to Bug Race")
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
    windows[0].wait_for_timeout(1500)  # much longer than the delay before it reconnects
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


# Record each state of the page: its title, its sentence, and the number of elements of a hand.
NOTE_HANDS = """
window.pictures = [];
const note = () => {
  const [title, sentence] = ["h1", "p"].map((one) => document.querySelector(`#call ${one}`)?.textContent ?? "");
  const hands = document.querySelectorAll("#dock, [data-pick], #choice *").length;
  const isBeat = document.querySelector("#call.beat") !== null;
  const last = window.pictures.at(-1);
  if (title && !(last && last[0] === title && last[1] === sentence && last[2] === hands))
    window.pictures.push([title, sentence, hands, isBeat]);
};
new MutationObserver(note).observe(document, {subtree: true, childList: true, characterData: true});
"""
HIDDEN = "Object.defineProperty(document, 'hidden', {get: () => true});"
RUGS = "bugs-on-rugs"  # a game without simultaneous choices
CURTAIN = "Hand the device to"


def test_two_people_at_one_device_see_what_happened_before_the_curtain_falls(people: People) -> None:
    ann = Visitor(people.address)
    table = ann.open_table("me", "same device", game=RUGS, name="Ann")
    page = people.come(ann, script=NOTE_HANDS, speed="0.1", confirm="yes")
    come_to(page, table)
    handed_on: list[int] = []
    while not handed_on:
        if is_over(page):  # a match in which no beat precedes the curtain; this is rare
            come_to(page, ann.open_table("me", "same device", game=RUGS, name="Ann"))
        if page.locator(".curtain").count():
            page.locator(".curtain .primary").click()
        page.evaluate("window.pictures = window.pictures.slice(-1)")
        lit(page).first.click()
        page.locator(".lit:visible, #choice .primary:visible").first.wait_for()
        if page.locator("#choice .primary").is_visible():
            page.locator("#choice .primary").click()
        if not is_over(page) and page.locator(".curtain").count():
            handed_on = [hands for _, _, hands, is_beat in page.evaluate("pictures") if is_beat]
    assert set(handed_on) == {0}, "nothing of anybody's hand is there"
    assert motions(page) > 0


def until_something_happens(there: AtTable) -> None:
    """Play for both players of a device until a decision has beats."""
    while not decide_at_device(there):
        pass


def decide_at_device(there: AtTable) -> int:
    """Play for the player to move and return the number of beats."""
    seat = re.search(r"as&quot;,&quot;seat&quot;:(\d)", there.frame["html"])
    if seat:
        there.say(type="as", seat=int(seat[1]))
    there.wait_for_turn()
    before = len(there.frames)
    there.play()
    return sum(frame["beat"] for frame in there.frames[before:])


def show_a_beat(page: Page, there: AtTable, table: str) -> None:
    """Play until a beat is shown, at a speed so slow that it lasts for the rest of the test."""
    while True:
        set_speed(page, "0")
        come_to(page, table)
        set_speed(page, "60")
        if decide_at_device(there):
            break
    expect(beat(page)).to_be_visible()


def test_a_touch_skips_to_the_curtain(people: People) -> None:
    ann = Visitor(people.address)
    table = ann.open_table("me", "same device", game=RUGS, name="Ann")
    page = people.come(ann)
    come_to(page, table)
    with ann.at(table) as there:
        show_a_beat(page, there, table)
        page.locator("#board").click()
        expect(page.locator(".curtain")).to_be_visible()


def test_a_table_that_has_changed_does_not_wait_until_all_was_looked_at(people: People) -> None:
    ann = Visitor(people.address)
    table = ann.open_table("me", "same device", game=RUGS, name="Ann")
    page = people.come(ann)
    come_to(page, table)
    with ann.at(table) as there:
        show_a_beat(page, there, table)
        for seat in (0, 1):
            there.say(type="rename", seat=seat, name=f"Anna {seat}")
        expect(title(page)).to_contain_text(f"{CURTAIN} Anna")


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
    titles = [title for title, *_ in page.evaluate("pictures")]
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


# --- Undo ---


def test_a_choice_can_be_taken_back_until_something_is_revealed(tmp_path: Path, people: People) -> None:
    with server(tmp_path, "--bot-pause", "8") as address:
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
        page.get_by_role("button", name="Done").click()
        expect(title(page)).to_have_text(YOUR_TURN)  # the bots have decided too: the packets were passed
        expect(undo).to_have_count(0)
        before = board(page)
        said_again(page, message)
        expect(page.locator("#toast.shown")).to_contain_text("can no longer be taken back")
        assert board(page) == before
        people.go()


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

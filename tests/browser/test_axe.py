"""Accessibility: axe-core finds no violations at the web table."""

import pytest
from playwright.sync_api import expect

from tests.kit.browsing import (
    CHOSEN,
    People,
    come_to,
    lit,
    title,
    two_at_a_table,
    violations,
)
from tests.kit.serving import GAME
from tests.kit.serving import Browser as Visitor

pytestmark = pytest.mark.slow


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

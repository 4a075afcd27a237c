"""Take the pictures for the README: `python -m tests.kit.pictures`."""

import tempfile
from pathlib import Path

from playwright.sync_api import Page

from tests.conftest import ROOT
from tests.kit.browsing import KNOW_THE_GAMES, browser
from tests.kit.serving import server

PICTURES = ROOT / "docs" / "pictures"
TABLES = (("Bug Race", 7, "table"), ("Bug Council of Backyardia", 3, "council"), ("Caterpillar Filler", 9, "garden"))
"""Game, number of decisions before its picture is taken, and file name."""
PAUSE = 1500


def main() -> None:
    PICTURES.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        server(Path(folder), module="bugbox") as address,
        browser() as running,
    ):
        context = running.new_context(viewport={"width": 1100, "height": 900}, reduced_motion="reduce")
        context.add_init_script(KNOW_THE_GAMES)
        page = context.new_page()
        page.goto(address)
        page.screenshot(path=PICTURES / "lobby.png")
        for title, decisions, file in TABLES:
            page.goto(address)
            page.get_by_role("button", name=f"Play now: {title}").click()
            for _ in range(decisions):
                decide(page)
            page.locator(".lit").first.wait_for()
            page.evaluate("document.activeElement.blur(), scrollTo(0, 0)")
            page.screenshot(path=PICTURES / f"{file}.png")


def decide(page: Page) -> None:
    page.locator(".lit").first.wait_for()
    before = page.locator("#table").inner_html()
    page.locator(".lit").first.click()
    page.wait_for_function("before => document.querySelector('#table').innerHTML !== before", arg=before)
    page.wait_for_timeout(PAUSE)  # for the bots


if __name__ == "__main__":
    main()

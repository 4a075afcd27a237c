"""The pictures in the README: `python -m tests.pictures` makes them anew."""

import tempfile
from pathlib import Path

from playwright.sync_api import Page

from tests.browsing import KNOW_THE_GAMES, browser
from tests.conftest import ROOT
from tests.serving import server

PICTURES = ROOT / "docs" / "pictures"
DECISIONS = 7  # until the picture of a race is taken


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
        page.get_by_role("button", name="Play now: Bug Race").click()
        for _ in range(DECISIONS):
            decide(page)
        page.locator(".lit").first.wait_for()
        page.evaluate("document.activeElement.blur(), scrollTo(0, 0)")
        page.screenshot(path=PICTURES / "table.png")


def decide(page: Page) -> None:
    page.locator(".lit").first.wait_for()
    asked = page.locator("#log-lines li").count()
    page.locator(".lit").first.click()
    page.wait_for_function("before => document.querySelectorAll('#log-lines li').length > before", arg=asked)


if __name__ == "__main__":
    main()

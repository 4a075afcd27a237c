"""People using real browsers: Playwright drives Debian's Chromium."""

import json
import re
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final, Literal, cast

from playwright.sync_api import Browser, ConsoleMessage, Error, Locator, Page, ViewportSize, expect, sync_playwright

from bugbox.core.game import Game
from bugbox.games import GAMES
from tests.conftest import ROOT
from tests.kit.serving import GAME, SHORT, AtTable
from tests.kit.serving import Browser as Visitor

CHROMIUM: Final = shutil.which("chromium")
NO_FEATURES: Final = (
    # These load two pages in every window for an address bar that nobody sees.
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "SpareRendererForSitePerProcess",  # starts a spare process at every visit
    # Playwright's own list, repeated because only the last --disable-features counts.
    "AimEnabled",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
)
FLAGS: Final = (
    f"--disable-features={','.join(NO_FEATURES)}",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PATIENCE: Final = 20_000  # milliseconds: far longer than anything takes, even on a busy machine
MOST_DECISIONS: Final = 300  # far more than in any match
YOUR_TURN: Final = "Your turn"
CHOSEN: Final = "You have chosen"
LAST_WORDS: Final = "The race is over."  # in the log of GAME
SOCKET_LOST: Final = r"WebSocket connection to .* failed|net::ERR_"
DESKTOP: Final = ViewportSize(width=1280, height=900)
PHONE: Final = ViewportSize(width=360, height=740)
AXE: Final = ROOT / "bugbox/table/client/node_modules/axe-core/axe.min.js"

CARD: Final = re.compile(r"(?:[LR][123]){2,}|(?:left|right) [123]")  # as drawn, and as in the log

# Count animations from the first frame on, and pause them on request.
COUNT_MOTIONS = """
window.motions = 0;
const animate = Element.prototype.animate;
Element.prototype.animate = function (...given) {
  const made = animate.apply(this, given);
  if (made.id === "move") window.motions += 1;
  if (made.id === "move" && window.isHeld) made.pause();
  return made;
};
"""

# Mark all primers as read.
KNOW_THE_GAMES = f"""
if (location.host) for (const game of {list(GAMES)}) localStorage.setItem(`bugbox:primer:${{game}}`, "seen");
"""

# Check every animation frame, so that nothing overflows sideways even while it moves.
WATCH_WIDTH = """
let told = false;
const look = () => {
  const page = document.scrollingElement;
  const room = Math.min(innerWidth, screen.width);
  if (page && !told && page.scrollWidth > room) {
    told = true;
    const wide = [...document.querySelectorAll("body *")].filter((one) => one.getBoundingClientRect().right > room + 1);
    const shown = wide.slice(0, 3).map((one) => one.outerHTML.slice(0, 90)).join(" ");
    console.error(`sideways scroll at ${location.pathname}: ${page.scrollWidth} of ${room} pixels: ${shown}`);
  }
  requestAnimationFrame(look);
};
if (location.host) requestAnimationFrame(look);
"""


@contextmanager
def browser() -> Iterator[Browser]:
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            yield running
        finally:
            running.close()


class People:
    """People with one browser window each; an error in any console fails the test."""

    def __init__(self, running: Browser, address: str) -> None:
        self.running = running
        self.address = address
        self.complaints: list[str] = []
        self.forgiven: list[str] = []

    def come(
        self,
        visitor: Visitor | None = None,
        *,
        touch: bool = False,
        script: str = "",
        motion: bool = True,
        new: bool = False,
        **likes: str,
    ) -> Page:
        """Open a window for a new person or a known visitor; `likes` are preferences. By default nothing moves.

        Only people `new` to the games see the primers.
        """
        context = self.running.new_context(
            base_url=visitor.address if visitor else self.address,
            viewport=PHONE if touch else DESKTOP,
            screen=PHONE if touch else DESKTOP,
            has_touch=touch,
            is_mobile=touch,
            reduced_motion="no-preference" if motion else "reduce",
        )
        context.set_default_timeout(PATIENCE)
        if visitor:
            cookies = visitor.cookies.items()
            context.add_cookies([{"name": name, "value": value, "url": visitor.address} for name, value in cookies])
        liked = json.dumps(json.dumps({"speed": "0"} | likes))
        key = "bugbox:preferences"
        prefer = f"if (location.host && !localStorage.getItem('{key}')) localStorage.setItem('{key}', {liked});"
        for one in (prefer, "" if new else KNOW_THE_GAMES, COUNT_MOTIONS, WATCH_WIDTH if touch else "", script):
            context.add_init_script(f"{{{one}}}")
        page = context.new_page()
        page.on("console", self.hear)
        page.on("pageerror", self.hear_error)
        return page

    def forgive(self, *patterns: str) -> None:
        """Ignore console errors that match, such as the browser's own about a missing page or server."""
        self.forgiven += patterns

    def hear(self, said: ConsoleMessage) -> None:
        if said.type == "error":
            self.complaints.append(said.text)

    def hear_error(self, error: Error) -> None:
        self.complaints.append(str(error))

    def go(self) -> None:
        for context in list(self.running.contexts):
            context.close()
        left = [said for said in self.complaints if not any(re.search(known, said) for known in self.forgiven)]
        assert not left, left


# --- At a table ---


def two_at_a_table(address: str, *more: str) -> tuple[str, Visitor, Visitor]:
    """Start a match of Ann, Bob and `more`, without browser windows. Ann's two cards are different."""
    ann, bob = Visitor(address), Visitor(address)
    while True:
        table = ann.open_table("me", "open", *more, **SHORT, name="Ann")
        bob.sit(table, "Bob")
        with ann.at(table) as there:
            there.say(type="start")
            if len(there.wait_for_turn().options) == 2:
                return table, ann, bob


def one_at_a_table(address: str) -> tuple[str, Visitor]:
    """Start a short match of Ann against two bots. Her two cards are different."""
    ann = Visitor(address)
    while True:
        table = ann.open_table("me", "random", "random", **SHORT, name="Ann")
        with ann.at(table) as there:
            if len(there.wait_for_turn().options) == 2:
                return table, ann


def finished(address: str, ann: Visitor | None = None, level: str = "random") -> tuple[str, Visitor]:
    """Play Ann's match against a bot to the end."""
    ann = ann or Visitor(address)
    table = ann.open_table("me", level, **SHORT, name="Ann")
    with ann.at(table) as there:
        there.play_to_the_end()
    return table, ann


def play_in_turn(*players: AtTable) -> None:
    """Let each player take the first option after seeing the move before."""
    seq = 0
    for player in players:
        player.wait_for_frame(lambda frame, least=seq: frame["seq"] >= least)  # type: ignore[misc]
        seq = player.play()["seq"]


def come_to(page: Page, table: str) -> None:
    """Open the table and wait for the first frame: before the socket is open, clicks are lost."""
    page.goto(table)
    page.wait_for_function(
        "() => document.querySelector('#log-lines li') || document.querySelector('#share-link')?.value"
    )


def lit(page: Page) -> Locator:
    return page.locator("#table .lit")


def title(page: Page) -> Locator:
    return page.locator("#call h1")


def beat(page: Page) -> Locator:
    """Return the banner while a beat is shown on the way to the next decision."""
    return page.locator("#call.beat")


def picks(page: Page) -> list[str]:
    """Return the cards that can be picked now."""
    return [str(one.get_attribute("data-pick")) for one in lit(page).all()]


def is_over(page: Page) -> bool:
    """Wait for a decision at this device or the end, and return whether it is the end."""
    page.wait_for_function("() => document.querySelector('#table .lit, .curtain, #end')")
    return page.locator("#end").count() > 0


def play_to_the_end(page: Page, decide: Callable[[Page], None]) -> int:
    """Play to the end and return the number of decisions."""
    for count in range(MOST_DECISIONS):
        if is_over(page):
            return count
        decide(page)
    raise AssertionError(f"{MOST_DECISIONS} decisions lead to no end")


def by_mouse(page: Page) -> None:
    lit(page).first.click()


def by_touch(page: Page) -> None:
    """Tap the last lit thing; if it has a preview, it must ask for confirmation, except for single steps."""
    thing = lit(page).last
    must_ask = thing.get_attribute("data-look") is not None and page.locator("[data-after]").count() == 0
    thing.tap()
    if must_ask or page.locator("#choice .primary").is_visible():
        page.locator("#choice .primary").tap()


def by_keys(page: Page) -> None:
    """Choose the next lit thing to the right, if any; after a frame the focus is already on a lit thing."""
    tab_to(page, ".lit")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")


def tab_to(page: Page, target: str, most: int = 40) -> None:
    """Press Tab until an element that matches has the focus."""
    for _ in range(most):
        if focused(page, target):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{most} times Tab do not lead to {target}")


def focused(page: Page, target: str) -> bool:
    return bool(page.evaluate("target => document.activeElement?.matches(target) ?? false", target))


def board(page: Page) -> str:
    """Return the text of the board and of the text version, without highlights, which depend on the connection."""
    return str(page.locator("#board, #as-text").evaluate_all("all => all.map(one => one.textContent).join()"))


def table_text(page: Page) -> str:
    """Return the whole page, visible or not, except what is the same for everybody: dialogs and shared shapes."""
    return str(
        page.evaluate(
            """() => {
              const copy = document.body.cloneNode(true);
              for (const known of copy.querySelectorAll("dialog, defs")) known.remove();
              return copy.innerHTML;
            }"""
        )
    )


def prefer(page: Page, name: str, value: str) -> None:
    page.get_by_role("button", name="Settings").click()
    page.locator(f"[data-preference={name}]").select_option(value)
    page.keyboard.press("Escape")


def set_speed(page: Page, speed: str) -> None:
    """Set any speed, even one not offered; a very slow one still lasts on a busy machine."""
    page.locator("[data-preference=speed]").evaluate(
        """(select, speed) => {
          select.append(new Option(speed, speed));
          select.value = speed;
          select.dispatchEvent(new Event("change", { bubbles: true }));
        }""",
        speed,
    )


def log(page: Page) -> list[str]:
    return page.locator("#log-lines li").all_inner_texts()


def seats_of_cards(page: Page) -> set[str]:
    """Return the seats whose cards are anywhere on the page."""
    keys = page.locator('[data-key^="card:"]').evaluate_all("all => all.map(one => one.dataset.key)")
    return {key.split(":")[1] for key in cast(list[str], keys)}


def said_again(page: Page, message: str) -> None:
    """Send a message over the page's own socket, like one of its buttons."""
    page.evaluate(
        """message => {
          const button = document.createElement("button");
          button.dataset.send = message;
          document.body.append(button);
          button.click();
          button.remove();
        }""",
        message,
    )


# --- Motion ---


def motions(page: Page) -> int:
    """Return the number of animations started on this page so far."""
    return int(page.evaluate("window.motions"))


def hold(page: Page) -> None:
    """Pause every animation that starts from now on, so that tests do not depend on timing."""
    page.evaluate("() => { window.isHeld = true; }")


def held(page: Page) -> list[dict[str, Any]]:
    """Return the position of each paused animation at 0, 45 and 100% of its path."""
    page.wait_for_function("() => document.getAnimations().some((one) => one.id === 'move')")
    return cast(
        list[dict[str, Any]],
        page.evaluate(
            """() => {
              const moving = document.getAnimations().filter((one) => one.id === "move");
              const at = (part) => moving.map((one) => {
                one.currentTime = part * one.effect.getTiming().duration;
                return one;
              }).map((one) => {
                const { x, y, width, height } = one.effect.target.getBoundingClientRect();
                return [x + width / 2, y + height / 2];
              });
              const [first, last, middle] = [at(0), at(0.9999), at(0.45)];
              return moving.map((one, number) => ({
                key: one.effect.target.dataset.key, from: one.effect.target.dataset.from,
                first: first[number], middle: middle[number], last: last[number],
              }));
            }"""
        ),
    )


def middle(place: Locator) -> tuple[float, float]:
    box = place.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


# --- Accessibility ---


def violations(page: Page) -> list[str]:
    """Run axe-core on a desktop and a phone, in light and dark mode, which differ only in contrast."""
    assert AXE.exists(), "axe-core is missing: `make check` installs it."
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))  # the page's content security policy blocks a script tag
    contrast = {"runOnly": ["color-contrast"]}
    no_contrast = {"rules": {"color-contrast": {"enabled": False}}}
    return [
        *violations_in(page, DESKTOP, "light", {}),
        *violations_in(page, DESKTOP, "dark", contrast),
        *violations_in(page, PHONE, "light", no_contrast),
        *violations_in(page, PHONE, "dark", contrast),
    ]


def violations_in(page: Page, size: ViewportSize, colours: Literal["light", "dark"], rules: object) -> list[str]:
    page.emulate_media(color_scheme=colours)
    page.set_viewport_size(size)
    width = page.evaluate("document.scrollingElement.scrollWidth")
    assert width <= size["width"], f"{page.url} scrolls sideways: {width} of {size['width']} pixels"
    found = page.evaluate("rules => axe.run(document, rules).then((found) => found.violations)", rules)
    return [
        f"{colours}, {size['width']} px: {one['id']}: {node['html'][:120]}" for one in found for node in one["nodes"]
    ]


def among_bots(address: str, game: Game, seats: int, **settings: str) -> tuple[str, Visitor]:
    """Start a match of Ann against bots."""
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

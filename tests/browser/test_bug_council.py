"""Bug Council in a real browser: visits have previews, and cards explain why they cannot be played."""

import re
from itertools import combinations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_window import DESK, look
from tests.kit.browsing import People, is_over, lit, log, violations
from tests.kit.golden import FOLDER
from tests.kit.serving import Browser as Visitor

pytestmark = [pytest.mark.once, pytest.mark.slow]


def sit_down(people: People, verb: str, some: bool = False, seats: int = 3, touch: bool = False) -> Page:
    """Open Ann's table when her options begin with this verb; `some`: only when not all cards are allowed."""
    ann = Visitor(people.address)
    table = ann.open_table("me", *["random"] * (seats - 1), game="bug-council", name="Ann")
    with ann.at(table) as there:
        while True:
            there.wait_for_turn()
            options = there.options
            is_bound = "You must follow" in there.frame["html"] and len(options) <= 2
            if options[0].split()[0] == verb and (is_bound or not some):
                break
            there.play(next(option for option in options if option != "declare none"))
    page = people.come(ann, touch=touch)
    if not touch:
        page.set_viewport_size(DESK)
    page.goto(table)
    assert not is_over(page)
    return page


def counts(page: Page) -> dict[str, int]:
    """Return the number of cubes on each faction's tile."""
    tiles = page.locator(".tile").evaluate_all("all => all.map(one => [one.id, +one.querySelector('b').textContent])")
    return dict(tiles)


def test_a_visit_is_seen_before_it_is_made_and_it_comes_true(people: People) -> None:
    page = sit_down(people, "visit")
    before = counts(page)
    tile = page.locator(".tile.lit").first
    name = str(tile.get_attribute("id"))
    tile.hover()
    expect(page.locator("#ring .ghost.origin b")).to_have_text("0" if before[name] < 5 else "1")
    expect(page.locator("#ring .ghost:not(.origin, .spot-middle)")).to_have_count(min(before[name], 4))
    expect(page.locator("#help")).to_contain_text("After a visit here: ")
    promised = then(page)
    assert counts(page) == before, "nothing has happened yet"
    tile.click()
    page.mouse.move(1, 1)
    expect(page.locator("#log-lines li", has_text="You visit the")).not_to_have_count(0)
    lines = " ".join(log(page)).rpartition("You visit the")[2]
    sown = dict(re.findall(r"A cube for the (\w+): they now have (\d+)", lines)[: min(before[name], 4)])
    assert {f"tile-{suit.lower()}": int(cubes) for suit, cubes in sown.items()} == promised


def then(page: Page) -> dict[str, int]:
    """Return the cubes that the ghosts predict for each tile."""
    return dict(
        page.locator("#ring .ghost:not(.origin, .spot-middle)").evaluate_all(
            """all => all.map((one) => {
              const tile = document.querySelector(`.tile.${one.classList[1]}`);
              return [tile.id, +one.querySelector("b").textContent];
            })"""
        )
    )


def test_a_finger_shows_a_visit_first_and_confirms_it_then(people: People) -> None:
    page = sit_down(people, "visit", touch=True)
    before = counts(page)
    page.locator(".tile.lit").last.tap()
    expect(page.locator("#ring .ghost.origin")).to_be_visible()
    expect(page.locator("#choice .primary")).to_contain_text("Confirm: Visit the")
    assert counts(page) == before
    page.locator("#choice .primary").tap()
    expect(page.locator("#log-lines li", has_text="You visit the")).not_to_have_count(0)


def test_cards_that_must_not_be_played_say_why(people: People) -> None:
    page = sit_down(people, "play", some=True)
    off = page.locator("#dock .card.off").first
    off.click()
    expect(page.locator("#toast.shown")).to_contain_text("You must follow ")
    assert lit(page).count() <= 2
    expect(page.locator("#dock .card.off.lit")).to_have_count(0)


@pytest.mark.parametrize("touch", [False, True], ids=["desk", "phone"])
def test_many_cubes_stand_in_one_line_beside_an_eleven(people: People, touch: bool) -> None:
    page = sit_down(people, "play", touch=touch)
    lines = page.locator("#dock .card").first.evaluate(
        """(card) => {
          const cubes = card.querySelector("i");
          const size = (value, many) => {
            card.querySelector("b").textContent = value;
            cubes.dataset.cubes = many;
            return cubes.getBoundingClientRect().height;
          };
          return [size(1, 1), size(11, 12)];
        }"""
    )
    assert lines[0] == lines[1]


@pytest.mark.parametrize("touch", [False, True], ids=["desk", "phone"])
def test_all_eleven_cards_are_in_sight_with_both_declarations(people: People, touch: bool) -> None:
    page = sit_down(people, "declare", seats=5, touch=touch)
    wrong, _ = look(page, False)
    assert not wrong
    cards = page.locator("#dock .card")
    expect(cards).to_have_count(11)
    width = page.viewport_size["width"] if page.viewport_size else 0
    for card in cards.all():
        box = card.bounding_box()
        assert box
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
    expect(page.locator("#dock button.lit")).to_have_count(2)


@pytest.mark.parametrize("touch", [False, True], ids=["desk", "phone"])
@pytest.mark.parametrize(("verb", "seats"), [("declare", 2), ("send", 2), ("play", 4), ("visit", 5)])
def test_what_lies_beside_the_table_neither_covers_the_dock_nor_the_tiles(
    people: People, verb: str, seats: int, touch: bool
) -> None:
    page = sit_down(people, verb, seats=seats, touch=touch)
    assert not look(page, False)[0]
    boxes = page.evaluate(
        """() => {
          const boxes = (what) => [...document.querySelectorAll(what)].filter((one) => one.checkVisibility())
            .map((one) => one.getBoundingClientRect()).filter(({ width }) => width)
            .map(({ left, top, right, bottom }) => [left, top, right, bottom].map(Math.round));
          return [boxes(".beside > *, .slots, .why-line"), boxes(".tile"), boxes("#dock")];
        }"""
    )
    beside, tiles, ((_, dock, _, _),) = boxes
    assert beside
    assert all(bottom <= dock for _, _, _, bottom in [*beside, *tiles])
    for one in beside:
        assert not [tile for tile in tiles if overlap(one, tile)]


def overlap(one: list[int], other: list[int]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def test_axe_finds_nothing_at_the_council(people: People) -> None:
    assert violations(sit_down(people, "play", seats=4)) == []
    assert violations(sit_down(people, "send", seats=2)) == []


@pytest.mark.parametrize("touch", [False, True], ids=["desk", "phone"])
def test_in_a_replay_nothing_of_the_board_lies_over_anything_else(people: People, touch: bool) -> None:
    record = next(FOLDER.glob("bug-council-5-*.match"))
    ann = Visitor(people.address)
    page = people.come(ann, touch=touch)
    page.goto(f"{ann.ask('POST', '/replay', record.read_bytes()).text}?at=30")
    things = page.locator("#ring .tile, #why, #last, .slot .card, .council > .open")
    expect(things).to_have_count(5 + 2 + 5 + 5)  # drawn shortly after the page loads
    boxes = [one.bounding_box() for one in things.all()]
    for one, other in combinations(filter(None, boxes), 2):
        is_beside = one["x"] + one["width"] <= other["x"] or other["x"] + other["width"] <= one["x"]
        assert is_beside or one["y"] + one["height"] <= other["y"] or other["y"] + other["height"] <= one["y"]


@pytest.mark.parametrize("seats", [1, 3, 5])
def test_the_declarations_stay_in_their_strip_on_a_phone(people: People, seats: int) -> None:
    page = sit_down(people, "declare", seats=seats, touch=True)
    expect(page.locator("button.declare")).to_have_count(2)
    strip, *buttons = page.evaluate(
        """() => ["#dock .actions", "#dock .actions button"].flatMap((which) =>
          [...document.querySelectorAll(which)].map((one) => {
            const { left, top, right, bottom } = one.getBoundingClientRect();
            return [left, top, -right, -bottom].map(Math.round);
          }))"""
    )
    assert all(edge >= limit for button in buttons for edge, limit in zip(button, strip, strict=True)), buttons
    words = page.locator("#dock .actions button :is(b, small), #dock .actions > button:not(.declare)")
    assert words.evaluate_all("all => all.every((one) => one.scrollWidth <= one.clientWidth)"), "no word sticks out"


@pytest.mark.parametrize(("verb", "seats"), [("declare", 1), ("declare", 3), ("visit", 3), ("send", 2)])
def test_what_is_asked_fits_into_its_box_on_a_phone(people: People, verb: str, seats: int) -> None:
    """Includes the faction with the longest name."""
    page = sit_down(people, verb, seats=seats, touch=True)
    fits = page.locator("#call").evaluate(
        """(call) => {
          const words = call.querySelector("p");
          words.textContent = words.textContent.replace(/Ant|Bee|Fly|Mosquito/, "Cockroach");
          const box = call.getBoundingClientRect(), said = words.getBoundingClientRect();
          return said.top >= box.top && said.bottom <= box.bottom && said.right <= box.right;
        }"""
    )
    assert fits

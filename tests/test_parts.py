"""Parts: what is sent of a table, decided by nothing but what these eyes saw last and see now."""

import copy
import re
from collections.abc import Callable, Iterator
from threading import Event, Thread
from typing import Any

import pytest

import bugbox
from bugbox.art import parts
from bugbox.art.parts import alone, collect, filled, part
from bugbox.art.svg import Markup, element, join
from bugbox.core.game import WATCHER, Game
from bugbox.core.match import Match
from bugbox.core.rng import Rng
from bugbox.table import frames
from bugbox.table.frames import Frame, Presence, Scene
from bugbox.table.live import Moment
from bugbox.table.room import Eyes, Room, new_room
from bugbox.table.store import PLAYING, Seat
from tests.kit import elsewhere, for_every_game, pick, shortest

# --- Drawing ---


@part
def draw_leaf(name: str) -> Markup:
    return element("b", name, id=f"leaf-{name}")


@part
def draw_branch(name: str, leaves: tuple[str, ...]) -> Markup:
    return element("p", *map(draw_leaf, leaves), id=f"branch-{name}")


def draw_tree(*branches: tuple[str, ...]) -> Markup:
    return element("div", *(draw_branch(str(number), leaves) for number, leaves in enumerate(branches)))


def test_a_part_leaves_a_hole_and_stands_before_the_parts_inside_it() -> None:
    for _ in range(2):  # drawn, and remembered
        tree = collect("tree", draw_tree, ("a", "b"), ("c",))
        assert tree["tree"] == "<div><!--branch-0--><!--branch-1--></div>"
        assert tree["branch-0"] == '<p id="branch-0"><!--leaf-a--><!--leaf-b--></p>'
        assert list(tree) == ["tree", "branch-0", "leaf-a", "leaf-b", "branch-1", "leaf-c"]


def test_without_anybody_who_collects_parts_a_drawing_is_whole() -> None:
    drawn = draw_tree(("a", "b"), ("c",))
    assert drawn == filled(collect("tree", draw_tree, ("a", "b"), ("c",)), "tree")
    assert drawn.startswith('<div><p id="branch-0"><b id="leaf-a">a</b>')


def test_a_part_is_drawn_once_for_equal_arguments() -> None:
    drawn = []

    @part
    def draw(name: str) -> Markup:
        drawn.append(name)
        return element("i", name, id=name)

    for name in ("a", "b", "a"):
        assert collect("all", draw, name)[name] == f'<i id="{name}">{name}</i>'
    assert drawn == ["a", "b"]
    parts.forget()
    collect("all", draw, "a")
    assert drawn == ["a", "b", "a"]


@pytest.mark.parametrize("drawn", [element("p", "no id"), element("p", id="a b"), Markup("text"), element("p", id="-->")])
def test_what_is_no_element_with_an_id_is_no_part(drawn: Markup) -> None:
    with pytest.raises(ValueError, match="element with an id"):
        collect("all", alone, drawn)


def test_nobody_can_write_a_hole() -> None:
    evil = "<!--leaf-b-->"
    tree = collect("tree", lambda: join(draw_leaf("b"), element("p", evil, title=evil)))
    assert re.findall("<!--.*?-->", tree["tree"]) == ["<!--leaf-b-->"]


def test_two_threads_that_draw_at_once_do_not_get_each_others_parts() -> None:
    """A replay is drawn beside the frames of running matches."""
    half_way, go_on = Event(), Event()
    found: list[Any] = []

    def slowly() -> Markup:
        first = draw_leaf("slow")
        half_way.set()
        assert go_on.wait(10)
        return join(first, draw_leaf("slower"))

    thread = Thread(target=lambda: found.append(collect("tree", slowly)))
    thread.start()
    assert half_way.wait(10)
    assert list(collect("tree", draw_leaf, "quick")) == ["tree", "leaf-quick"]
    assert draw_leaf("whole") == '<b id="leaf-whole">whole</b>'
    go_on.set()
    thread.join(10)
    assert list(found[0]) == ["tree", "leaf-slow", "leaf-slower"]


# --- A table in two worlds ---


class World:
    """A room without a disk, and for each viewer the scene that was sent last."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.last: dict[int, Scene | None] = {viewer: None for viewer in (*range(len(room.row.seats)), WATCHER)}

    @property
    def match(self) -> Match:
        return self.room.playing()

    def look(self) -> dict[int, Frame]:
        """What each viewer is sent now."""
        moment = Moment(self.room, Presence(frozenset(range(self.match.seats)), 1))
        sent = {}
        for viewer, last in self.last.items():
            eyes = Eyes(viewer, None, (viewer,) if viewer >= 0 else ())
            sent[viewer] = frames.frame(self.room, moment.scene(eyes), last)
            self.last[viewer] = moment.scene(eyes)
        return sent

    def elsewhere(self, seat: int, seed: int) -> "World":
        """The same table with all that this seat cannot know dealt anew; it was sent the same so far."""
        room = copy.copy(self.room)
        match = room.match = copy.copy(self.match)
        position = elsewhere(match.position, seat, seed)
        position.telling, position.story = True, list(match.position.story)
        position.revealed = match.position.revealed
        match.position, match.decisions = position, list(match.decisions)
        match._told, match._revealed = list(match._told), list(match._revealed)
        room.asked, room.row = list(room.asked), copy.copy(room.row)
        room._options = [match.options(seat) for seat in range(match.seats)]
        return World(room)

    def copied(self) -> "World":
        return self.elsewhere_with(copy.copy)


def new_world(game: Game, seed: int) -> World:
    seats = min(4, game.seats[-1])
    row = new_room(game, seats, shortest(game), "host", listed=False)
    row.seed, row.stage, row.seats = seed, PLAYING, [Seat(f"Player {seat}", f"owner{seat}") for seat in range(seats)]
    return World(Room(row, []))

"""Parts: what is sent of a table, decided by nothing but what these eyes saw last and see now."""

import copy
import re
from collections.abc import Callable
from itertools import takewhile
from threading import Event, Thread
from typing import Any

import msgspec
import pytest

from bugbox.art import cache
from bugbox.art.parts import alone, collect, filled, group, part
from bugbox.art.svg import Markup, element, join
from bugbox.core.game import WATCHER, Game
from bugbox.core.match import Match
from bugbox.core.position import Position
from bugbox.core.pov import Pov
from bugbox.core.rng import Rng
from bugbox.games.bug_council.rules.state import cards_of
from bugbox.games.bug_council.rules.turn import BugCouncil
from bugbox.games.caterpillar.rules.turn import CaterpillarFiller
from bugbox.games.ladybugs.rules.turn import Ladybugs
from bugbox.table.draw import frames
from bugbox.table.draw.frames import Frame, Scene
from bugbox.table.draw.widgets import Presence
from bugbox.table.rooms.live import encode
from bugbox.table.rooms.room import Beats, Eyes, Room, new_room
from bugbox.table.storage.store import PLAYING, Seat
from tests.kit.tables import after, copy_of, elsewhere, for_every_game, pick, shortest, whole

pytestmark = pytest.mark.once

STEPS = 4  # that two worlds go on side by side
FEW = 5  # decisions from one comparison to the next, where not all are compared

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
    cache.clear()
    collect("all", draw, "a")
    assert drawn == ["a", "b", "a"]


def test_a_group_stands_where_it_is_drawn_and_brings_the_parts_inside_it_every_time() -> None:
    drawn = []

    @group
    def draw(leaves: tuple[str, ...]) -> Markup:
        drawn.append(leaves)
        return element("ul", *map(draw_leaf, leaves))

    for _ in range(2):  # drawn, and remembered
        assert collect("all", draw, ("a", "b")) == {
            "all": "<ul><!--leaf-a--><!--leaf-b--></ul>",
            "leaf-a": '<b id="leaf-a">a</b>',
            "leaf-b": '<b id="leaf-b">b</b>',
        }
    assert draw(("a",)) == '<ul><b id="leaf-a">a</b></ul>'
    assert drawn == [("a", "b"), ("a",)]
    cache.clear()
    collect("all", draw, ("a", "b"))
    assert drawn == [("a", "b"), ("a",), ("a", "b")]


@pytest.mark.parametrize(
    "drawn", [element("p", "no id"), element("p", id="a b"), Markup("text"), element("p", id="-->")]
)
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
        self.last: dict[int, Scene | None] = dict.fromkeys((*range(len(room.row.seats)), WATCHER))

    @property
    def match(self) -> Match:
        return self.room.playing()

    def scenes(self) -> dict[int, Scene]:
        presence = self.presence()
        eyes = {viewer: Eyes(viewer, None, (viewer,) if viewer >= 0 else ()) for viewer in self.last}
        return {viewer: frames.scene(self.room, eyes[viewer], presence) for viewer in self.last}

    def look(self) -> dict[int, list[Frame]]:
        """What each viewer is sent now: every beat on the way, and what is asked then."""
        scenes = self.scenes()
        sent = {viewer: self.sequence(scene, self.room.beats) for viewer, scene in scenes.items()}
        self.room.beats = []
        self.last.update(scenes)
        return sent

    def sequence(self, scene: Scene, beats: Beats) -> list[Frame]:
        return frames.sequence(self.room, beats, scene, self.last[scene.eyes.viewer], self.presence())

    def views(self, viewer: int) -> list[Any]:
        """What this viewer sees and has read, on the way and at its end."""
        beats = [*self.room.beats, (len(self.match.position.story), self.match.position)]
        return [(self.match.at(beat).view(viewer), self.match.pov(viewer).news(0, told)) for told, beat in beats]

    def first(self, beats: int) -> dict[int, list[bytes]]:
        """What each viewer is sent of the first beats."""
        sent = {viewer: self.sequence(scene, self.room.beats[:beats]) for viewer, scene in self.scenes().items()}
        return {viewer: [encode(frame) for frame in found[:-1]] for viewer, found in sent.items()}

    def presence(self) -> Presence:
        return Presence(frozenset(range(self.match.seats)), 1)

    def play(self, seat: int, rng: Rng) -> None:
        self.room.apply(seat, pick(self.match.options(seat), rng))

    def fork(self, position: Position) -> "World":
        """The same table with another position; nothing was sent there yet."""
        room = copy.copy(self.room)
        match = room.match = copy.copy(self.match)
        position.telling, position.story = True, list(match.position.story)
        position.revealed = match.position.revealed
        match.position, match.decisions = position, list(match.decisions)
        match._told, match._revealed = list(match._told), list(match._revealed)
        room.asked, room.row, room.beats = list(room.asked), copy.copy(room.row), []
        room.forget_povs()
        return World(room)


def new_world(game: Game, seed: int) -> World:
    seats = min(4, game.seats[-1])
    row = new_room(game, seats, shortest(game), "host", listed=False)
    row.seed, row.stage, row.seats = seed, PLAYING, [Seat(f"Player {seat}", f"owner{seat}") for seat in range(seats)]
    return World(Room(row, []))


def compare(main: World, seat: int, seed: int, cold: bool) -> int:
    """Go on from here in two worlds that this seat cannot tell apart; how many frames were compared."""
    worlds = [main.fork(copy_of(main.match.position)), main.fork(elsewhere(main.match.position, seat, seed))]
    viewers, compared = {seat, WATCHER}, 0
    if cold:  # what others are sent can make a difference only to what is remembered
        for world in worlds:
            world.last = dict.fromkeys(viewers)
    for step in range(STEPS):
        firsts: dict[int, list[dict[int, list[bytes]]]] = {}  # by how many beats are the same
        for viewer in list(viewers):
            one, two = (world.views(viewer) for world in worlds)
            same = len(list(takewhile(lambda pair: pair[0] == pair[1], zip(one, two, strict=False))))
            if same < max(len(one), len(two)):  # until they can be told apart, all that is sent is the same
                firsts[same] = firsts.get(same) or [world.first(same) for world in worlds]
                assert firsts[same][0][viewer] == firsts[same][1][viewer]
                viewers.remove(viewer)
        if cold and not viewers:
            break  # nothing is left to compare, and nothing that is drawn now would be remembered
        sent = []
        for world in worlds:
            if cold:
                cache.clear()
            sent.append(world.look())
        for viewer in viewers:
            assert encode(sent[0][viewer]) == encode(sent[1][viewer])
            compared += step > 0
        owing = worlds[0].match.to_act
        if not viewers or not owing or owing != worlds[1].match.to_act:
            break
        other = owing[(seed + step) % len(owing)]
        for number, world in enumerate(worlds):  # what it decides itself, it decides in both worlds
            world.play(other, Rng(seed + (number if other != seat else 0), "test"))
    return compared


def compare_all(game: Game, cold: bool, every: int = 1) -> int:
    """Compare for every seat, once in `every` decisions of whole matches; how many frames were compared."""
    return sum(compare_match(game, seed, cold, every) for seed in range(1 if game.minutes > 5 else 10))


def compare_match(game: Game, seed: int, cold: bool, every: int) -> int:
    main, rng, compared = new_world(game, seed), Rng(seed, "test"), 0
    while not main.match.over:
        decisions = len(main.match.decisions)
        for seat in range(main.match.seats):
            if (decisions + seat) % every == 0:
                compared += compare(main, seat, decisions, cold)
        main.play(main.match.to_act[0], rng)
    return compared


@pytest.mark.slow
@for_every_game
@pytest.mark.parametrize("cold", [False, True], ids=["remembering the other world", "remembering nothing"])
@pytest.mark.parametrize("every", [FEW, pytest.param(1, marks=pytest.mark.thorough)], ids=["some", "all"])
def test_which_parts_are_sent_depends_only_on_what_is_seen(game: Game, cold: bool, every: int) -> None:
    """The same parts, in the same order and of the same length, to the byte, along a whole match."""
    assert compare_all(game, cold, every) > 100 / every


@pytest.mark.slow
@for_every_game
def test_what_is_remembered_is_what_would_be_drawn_now(game: Game) -> None:
    """Frame by frame a browser has the whole table, as it is drawn by somebody who remembers nothing."""
    world, rng = new_world(game, seed=6), Rng(6, "test")
    known: dict[int, dict[str, Any]] = {viewer: {} for viewer in world.last}
    while True:
        for viewer, sent in world.look().items():
            for frame in sent:
                known[viewer] = after(known[viewer], msgspec.json.decode(encode(frame)))
        cache.clear()
        for viewer, scene in world.fork(copy_of(world.match.position)).scenes().items():
            assert known[viewer]["html"] == whole(scene)
            assert known[viewer]["choices"] if viewer in world.match.to_act else "choices" not in known[viewer]
        if world.match.over:
            break
        world.play(world.match.to_act[0], rng)


@for_every_game
def test_a_frame_carries_less_than_half_of_the_table(game: Game) -> None:
    world, rng = new_world(game, seed=7), Rng(7, "test")
    world.look()
    sent = full = 0
    while not world.match.over:
        world.play(world.match.to_act[0], rng)
        frame = world.look()[0][-1]
        sent += sum(map(len, frame.parts.values()))
        scene = world.last[0]
        assert scene
        full += sum(map(len, scene.parts.values()))
    assert sent < full / 2


# --- Leaks that must be seen ---


def top_card(position: Any) -> int:
    """What nobody may know: the next card of a deck, of somebody's stack or of the letters, or what was put aside."""
    if isinstance(position, BugCouncil):
        return sum(cards_of(position.stock))
    if isinstance(position, CaterpillarFiller):
        pile = position.letters
    else:
        pile = position.stacks[0] if isinstance(position, Ladybugs) else position.deck
    return int(pile.cards[pile.size - 1])


def leak_by_id(monkeypatch: pytest.MonkeyPatch) -> None:
    """A part is named after a hidden card."""
    draw = frames.draw_text

    def leaky(pov: Pov) -> Markup:
        return join(draw(pov), alone(element("i", id=f"x-{top_card(pov._position) % 10}")))

    monkeypatch.setattr(frames, "draw_text", leaky)


def leak_by_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """A drawing is remembered by its position, and not by who sees what of it: all are shown what the first one saw."""
    draw, remembered = frames.draw_text, dict[tuple[int, int], str]()

    def leaky(pov: Pov) -> Markup:
        text = remembered.setdefault((id(pov._position), len(pov._position.story)), pov.text())
        return join(draw(pov), element("pre", text))

    monkeypatch.setattr(frames, "draw_text", leaky)


def leak_by_beats(monkeypatch: pytest.MonkeyPatch) -> None:
    """One beat more because of a hidden card."""
    sequence = frames.sequence

    def leaky(room: Room, beats: Beats, now: Scene, last: Scene | None, presence: Presence) -> list[Frame]:
        sent = sequence(room, beats, now, last, presence)
        return [*sent[:1], *sent] if top_card(room.playing().position) % 2 else sent

    monkeypatch.setattr(frames, "sequence", leaky)


def leak_in_a_beat(monkeypatch: pytest.MonkeyPatch) -> None:
    """On the way a hand is seen that is not one's own."""
    at = Match.at

    def leaky(match: Match, beat: Position) -> Match:
        seen = at(match, beat)
        seen.players = tuple(f"{name} {top_card(seen.position) % 3}" for name in seen.players)
        return seen

    monkeypatch.setattr(Match, "at", leaky)


def leak_by_sending(monkeypatch: pytest.MonkeyPatch) -> None:
    """A part that looks the same is sent again because of a hidden card."""
    frame = frames.frame

    def leaky(room: Room, now: Scene, last: Scene | None) -> Frame:
        sent = frame(room, now, last)
        unchanged = [name for name in now.parts if name not in sent.parts]
        if unchanged and top_card(room.playing().position) % 2:
            sent.parts[unchanged[0]] = now.parts[unchanged[0]]
        return sent

    monkeypatch.setattr(frames, "frame", leaky)


@pytest.mark.slow
@pytest.mark.parametrize("leak", [leak_by_id, leak_by_memory, leak_by_sending, leak_by_beats, leak_in_a_beat])
@for_every_game
def test_a_leak_is_seen(
    game: Game, leak: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    leak(monkeypatch)
    with pytest.raises(AssertionError):
        compare_all(game, cold=False, every=FEW)

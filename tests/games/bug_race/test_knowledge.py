"""Who knows what in Bug Race: what others may see, and what a guess keeps."""

from collections import Counter
from collections.abc import Iterator
from itertools import permutations

import pytest

import bugbox
from bugbox.core.match import Match as AnyMatch
from bugbox.core.position import options_of
from bugbox.core.rng import Rng
from bugbox.games.bug_race.rules.turn import MOST_KEPT, BugRace
from bugbox.games.bug_race.show.view import view
from bugbox.games.bug_race.show.views import Hand, View
from tests.games.bug_race.draw import cards, drawn, race, tidy
from tests.games.bug_race.playing import (
    AFTER_THE_FIRST,
    FULL_TABLES,
    Draft,
    advance_to,
    all_cards,
    deal,
    draft_at,
    draw_pile,
    keep,
    leave_in_deck,
    next_turn,
    packet,
    race_of,
    random_turn,
    run,
    stack_deck,
    table,
)


def hands(position: BugRace) -> dict[int, Hand]:
    seen: View = view(position, bugbox.OPEN)
    return seen.hands


# --- What others may see ---


def looks(match: AnyMatch, viewer: int) -> tuple[object, ...]:
    return match.view(viewer), match.text(viewer), match.log(viewer), match.options(viewer), match.to_act


def worlds(match: AnyMatch, seat: int, choices: int) -> list[AnyMatch]:
    """The match after every way in which this seat alone can make so many choices."""
    found = [match]
    for _ in range(choices):
        found = [again(world, seat, option) for world in found for option in world.options(seat)]
    return found


def again(match: AnyMatch, seat: int, option: str) -> AnyMatch:
    copy = bugbox.Match.load(match.record())
    copy.play(seat, option)
    return copy


@pytest.mark.parametrize(("expert", "stage", "choices"), [
    (False, "keep", 1), (True, "keep", 1), (False, "play", 1), (True, "play", 2), (True, "play", 3),
])  # fmt: skip
def test_a_choice_is_seen_by_nobody_else_until_all_have_chosen(expert: bool, stage: str, choices: int) -> None:
    # RC-R14, RC-R37
    match = table(3, expert=expert)
    advance_to(match, stage)
    differing = worlds(match, 1, choices)
    assert len(differing) >= 2
    for viewer in (0, 2, bugbox.WATCHER):
        assert all(looks(world, viewer) == looks(differing[0], viewer) for world in differing)
    assert all(looks(world, 1) != looks(differing[0], 1) for world in differing[1:])


def test_a_card_is_kept_before_the_passed_one_is_seen() -> None:
    # RC-R14
    match = table(2)
    deal(race_of(match), "L1L2 R1R2", "L1L3 R1R3")
    match.play(1, "keep L1L3")
    assert match.view(0).hands[0].packet == ("L1L2", "R1R2")
    assert match.view(0).hands[0].kept == ()
    match.play(0, "keep L1L2")
    assert match.view(0).hands[0].kept == ("L1L2", "R1R3")


def test_a_viewer_sees_its_own_cards_a_watcher_none_and_an_open_table_all() -> None:
    # RC-R14
    match = table(3)
    assert [set(match.view(viewer).hands) for viewer in (0, 2, bugbox.WATCHER, bugbox.OPEN)] == [
        {0}, {2}, set(), {0, 1, 2},
    ]  # fmt: skip


@pytest.mark.parametrize("seat", [0, 1])
def test_the_owner_sees_where_the_cards_that_it_has_put_down_will_bring_its_beetle(seat: int) -> None:
    # RC-R37
    match = table(2, expert=True)
    advance_to(match, "play")
    start = drawn(race_of(match))
    for put_down in (1, 2):
        match.play(seat, match.options(seat)[0])
        laid = match.view(seat).hands[seat].laid
        assert len(laid) == put_down
        assert run(start, *laid) != run(start, *laid[:-1])
        assert run(start, *laid) in tidy(match.text(seat))
        assert tidy(match.text(1 - seat)).count(start) == 2


def test_the_text_shows_all_tracks_and_the_cards_of_the_viewer() -> None:
    # RC-R14
    match = table(2)
    deal(race_of(match), "L1L2 R1R3", "L1L3 R2R3")
    shown = tidy(match.text(0))
    assert shown.count(drawn(race_of(match))) == 2
    assert shown.endswith(
        tidy("""
            L1L2          R1R3
            o-^-.         .-^-o
            o-#-.         .-#-.
            .-v-.         .-v-o
        """)
    )
    assert "L1L3" not in shown
    assert "L1L2" not in match.text(bugbox.WATCHER)


# --- Guesses: what a seat can know, found out from the packets that went through its hands ---

Place = tuple[str, int]  # a row of the position and where in it


def bags(draft: Draft, viewer: int) -> list[list[Place]]:
    """Hidden places, together where the viewer knows which cards they hold but not which lies where.

    The first bag is what the viewer knows nothing of. Each time that it lets a packet go it knows what is
    left in it: these cards lie with those who took from it since, and in what is left of it.
    """
    unseen: list[Place] = [("deck", i) for i in range(draft.position.deck.size)]
    found = [unseen]
    for holder, passed in draft.packets.items():
        bag = unseen
        for step, taker in enumerate(passed.takers):
            if taker == viewer:
                bag = []
                found.append(bag)
            else:
                bag.append(("kept", taker * MOST_KEPT + step))
        if holder != viewer:
            bag += [(f"packet {holder}", i) for i in range(len(passed.left))]
    return [bag for bag in found if bag]


def cards_at(position: BugRace, bag: list[Place]) -> list[int]:
    rows = {"deck": position.deck.cards, "kept": position.kept}
    rows |= {f"packet {seat}": packet.cards for seat, packet in enumerate(position.packets)}
    return [rows[row][i] for row, i in bag]


def guesses(position: BugRace, viewer: int, count: int, seed: int = 1) -> Iterator[BugRace]:
    """The same position object again and again, with another guess in it."""
    rng = Rng(seed, "guess")
    world = position.blank()
    for _ in range(count):
        world.copy_from(position)
        world.guess(viewer, rng)
        yield world


def test_the_test_itself_knows_what_two_experts_know_of_each_other() -> None:
    # RC-R17: the other's first card is never seen, and every later one is among cards that were
    rng = Rng(1, "test")
    draft = draft_at(2, 1, (), True, rng)
    leave_in_deck(draft.position, 0)
    first, second, third, fourth = (("kept", MOST_KEPT + step) for step in range(4))
    one, two, three, four = (("packet 1", i) for i in range(4))
    assert bags(draft, 0) == [[one, two, three, four]]
    draft.step(rng)
    assert sorted(bags(draft, 0)) == [[first], [one, two, three]]
    draft.step(rng)
    assert sorted(bags(draft, 0)) == [[first], [second], [one, two]]
    draft.step(rng)
    assert sorted(bags(draft, 0)) == [[first], [second], [third], [fourth]]


@pytest.mark.parametrize("expert", [False, True], ids=["basic", "expert"])
@pytest.mark.parametrize(("seats", "turn", "crossed"), FULL_TABLES + AFTER_THE_FIRST[:5])
def test_a_guess_keeps_what_the_seat_has_seen_and_varies_the_rest(
    seats: int, turn: int, crossed: tuple[int, ...], expert: bool
) -> None:
    # RC-R14: also for seats that have crossed and see no packet
    rng = Rng(seats, "test")
    draft = draft_at(seats, turn, crossed, expert, rng)
    leave_in_deck(draft.position, 5)
    while draft.size():
        for viewer in range(seats):
            check_guesses(draft, viewer)
        draft.step(rng)
    for viewer in range(seats):
        check_guesses(draft, viewer)


def check_guesses(draft: Draft, viewer: int) -> None:
    position = draft.position
    hidden = bags(draft, viewer)
    before = [cards_at(position, bag) for bag in hidden]
    found: dict[Place, set[int]] = {at: set() for bag in hidden for at in bag}
    for world in guesses(position, viewer, 40):
        assert view(world, viewer) == view(position, viewer)
        assert all_cards(world) == all_cards(position)
        for bag, real in zip(hidden, before, strict=True):
            guessed = cards_at(world, bag)
            assert sorted(guessed) == sorted(real)
            for at, shown in zip(bag, guessed, strict=True):
                found[at].add(shown)
    for bag, real in zip(hidden, before, strict=True):
        enough = len(set(real)) if len(real) <= 3 else 5
        assert all(len(found[at]) >= min(enough, len(set(real))) for at in bag)


def arrangements(position: BugRace, viewer: int, bag: list[Place], count: int) -> Counter[tuple[int, ...]]:
    return Counter(tuple(cards_at(world, bag)) for world in guesses(position, viewer, count))


def chi_square(counts: Counter[tuple[int, ...]], cells: int) -> float:
    """How far from equally often; about cells - 1 if fair, with a deviation of sqrt(2 * cells)."""
    assert len(counts) <= cells
    fair = counts.total() / cells
    return sum((count - fair) ** 2 for count in counts.values()) / fair + (cells - len(counts)) * fair


def test_every_arrangement_of_unseen_cards_is_guessed_equally_often() -> None:
    # RC-R14: five cards, 120 arrangements
    position = race(seats=2)
    deal(position, "L1L2 L1L3", "L2L3 R1R2")
    stack_deck(position, cards("R1R3 R2R3 L1R1"))
    hidden: list[Place] = [("packet 1", 0), ("packet 1", 1), ("deck", 0), ("deck", 1), ("deck", 2)]
    counts = arrangements(position, 0, hidden, 6000)
    assert chi_square(counts, 120) < 119 + 6 * 16


def test_every_arrangement_of_a_packet_that_was_passed_on_is_guessed_equally_often() -> None:
    # RC-F7: seat 0 passed three cards; one of them is kept by seat 1, two lie before seat 2
    match = table(3, expert=True)
    deal(race_of(match), "L1L2 L1L3 L2L3 R1R2", "L1R1 L1R2 L1R3 R1R3", "L2R1 L2R2 L2R3 R2R3")
    leave_in_deck(race_of(match), 2)
    keep(match, "L1L2", "L1R1", "L2R1")
    keep(match, "L2R2", "L1L3", "L1R2")
    passed: list[Place] = [("kept", 5), ("packet 2", 0), ("packet 2", 1)]
    counts = arrangements(race_of(match), 0, passed, 1200)
    assert set(counts) == set(permutations(cards("L1L3 L2L3 R1R2")))
    assert chi_square(counts, 6) < 5 + 6 * 4


def test_a_guess_depends_on_what_is_seen_and_not_on_what_is_hidden() -> None:
    # RC-R14, RC-R37
    rng = Rng(3, "test")
    draft = draft_at(3, 1, (), True, rng)
    leave_in_deck(draft.position, 6)
    while draft.size():
        draft.step(rng)
        hidden = [at for bag in bags(draft, 1) for at in bag]
        real, *others = (
            cards_at(next(guesses(world, 1, 1, seed=9)), hidden)
            for world in (draft.position, *copies(guesses(draft.position, 1, 3)))
        )
        assert all(other == real for other in others)


def copies(positions: Iterator[BugRace]) -> Iterator[BugRace]:
    for position in positions:
        copy = position.blank()
        copy.copy_from(position)
        yield copy


def test_a_guess_takes_back_the_secret_choices_of_the_others() -> None:
    # RC-R14, RC-R37
    match = table(3, expert=True)
    for stage in ("keep", "play"):
        advance_to(match, stage)
        for seat in (0, 1):
            match.play(seat, match.options(seat)[0])
        if stage == "play":
            match.play(1, match.options(1)[0])
        world = next(guesses(race_of(match), 0, 1))
        assert hands(world)[1].chosen is None
        assert hands(world)[1].laid == ()
        assert hands(world)[0] == hands(race_of(match))[0]
        assert world.to_act() == (0b110 if stage == "keep" else 0b111)
        assert len(options_of(world, 1)) >= 3


def test_a_guess_does_not_know_what_will_be_drawn_after_the_next_shuffle() -> None:
    # RC-R20: the dice of the guess are not those of the match
    position = race(seats=2)
    leave_in_deck(position, 0)
    piles = []
    for world in guesses(position, 0, 2):
        random_turn(world, Rng(1))
        piles.append(draw_pile(world))
    random_turn(position, Rng(1))
    assert sorted(piles[0]) != piles[0]
    assert len({tuple(pile) for pile in (*piles, draw_pile(position))}) == 3


def test_after_a_shuffle_in_the_middle_of_a_deal_all_unseen_cards_are_guessed_alike() -> None:
    # RC-R39: seat 0 holds cards of the old deck, and seat 2 could know it
    match = table(3)
    position = race_of(match)
    old = leave_in_deck(position, 2)
    next_turn(match)
    assert packet(position, 0) == old
    of_the_old_deck = of_the_new_deck = 0
    for world in guesses(position, 2, 200):
        guessed = packet(world, 0)
        of_the_old_deck += sum(shown in old for shown in guessed)
        of_the_new_deck += sum(shown not in old for shown in guessed)
        assert view(world, 2) == view(position, 2)
    assert 0 < of_the_old_deck < 60
    assert of_the_new_deck > 340

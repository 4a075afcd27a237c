"""Positions of Bugs on Rugs drawn as text, so that tests can show them: position, decision, position.

    Wall   Ant, Mosquito
    Floor  2 Flies, Spider on rings
    deck   Beetle, Larva
    End    3
    start  Bob
    Ann    Larva on dots, Larva on stripes
    Bob    Fly

There is one seat per hand. A bug without a named rug gets the first rug that the box still has for it. The deck is
drawn from left to right, with the rest of the box below, unless it is `only` these. `End` is the number of bugs above
the End card (by default it is the very last card), or `reached`, which makes this round the last. With one bug on the
Floor the round is over: the bug goes to the Wall and its power runs. Cards of a hand were dealt hidden; those after a
semicolon, as in `Fly; Ant, Spider`, were picked openly.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from bugbox.core.game import OPEN
from bugbox.core.match import Match
from bugbox.core.pile import Hand, Pile
from bugbox.core.rng import Rng
from bugbox.core.settings import Value
from bugbox.games.bugs_on_rugs import GAME
from bugbox.games.bugs_on_rugs.rules import memory
from bugbox.games.bugs_on_rugs.rules.box import MOSQUITO, NAMES, PLURALS, RUG_CODES, RUGS
from bugbox.games.bugs_on_rugs.rules.box import deck as box_of
from bugbox.games.bugs_on_rugs.rules.turn import BugsOnRugs
from bugbox.games.bugs_on_rugs.show.words import card_text
from tests.kit.tables import pick

PLAYERS = ("Ann", "Bob", "Cem", "Dot", "Eve")
PLACES = ("Wall", "Floor", "deck", "gone", *PLAYERS)
ANY_RUG = -1
SHEET = ("Butterflies", "Fireflies", "Larvae", "Ants", "Spiders", "Flies", "Beetles", "Ladybugs")


def table(drawing: str, **settings: Value) -> Match:
    """Return the drawn match; Ann is the start player unless another is named."""
    lines = {place: content.strip() for place, _, content in (line.partition(" ") for line in rows(drawing))}
    players = [name for name in PLAYERS if name in lines]
    match = Match(GAME, len(players), seed=1, settings={"start": "first", **settings}, players=players)
    position = position_of(match)
    lay_out(position, lines, match.settings["rugs"])
    position.start = PLAYERS.index(lines.get("start", players[0]))
    position.next_pick()
    return match


def rows(drawing: str) -> list[str]:
    return [line.strip() for line in drawing.strip().splitlines()]


def position_of(match: Match) -> BugsOnRugs:
    assert isinstance(match.position, BugsOnRugs)
    return match.position


def new(seats: int = 3, seed: int = 1, **settings: Value) -> Match:
    """Return a match with a regular deal."""
    return Match(GAME, seats, seed, settings, PLAYERS[:seats])


# --- Reading ---


def lay_out(position: BugsOnRugs, lines: dict[str, str], rugs: Value) -> None:
    unknown = set(lines) - {*PLACES, "End", "start"}
    if unknown:
        raise ValueError(f"There is no place {', '.join(sorted(unknown))} on the table.")
    box = Counter(box_of(int(rugs)))
    places = {place: read(lines.get(place, "").removeprefix("only").replace(";", ",")) for place in PLACES}
    codes = take_all(places, box)
    rest = sorted(box.elements())
    below = [] if lines.get("deck", "").startswith("only") else rest
    clear(position)
    fill_rows(position, codes, below, [card for card in rest if not below])
    for seat in range(position.seats):
        unseen = len(read(lines[PLAYERS[seat]].partition(";")[0]))
        for i, card in enumerate(codes[PLAYERS[seat]]):
            (position.deal if i < unseen else position.gain)(seat, card)
    place_end(position, lines.get("End", str(position.deck.size)))


def read(text: str) -> list[tuple[int, int]]:
    """Parse a list such as `2 Flies, Ant on dots` into bugs and rugs."""
    found = []
    for word in filter(None, (part.strip() for part in text.split(","))):
        count, _, name = word.partition(" ") if word[0].isdigit() else ("1", "", word)
        bug, _, rug = name.partition(" on ")
        if bug not in NAMES + PLURALS or (rug and rug not in RUGS):
            raise ValueError(f"{word!r} is no bug.")
        number = (NAMES if bug in NAMES else PLURALS).index(bug)
        found += [(number, RUGS.index(rug) + 1 if rug else ANY_RUG)] * int(count)
    return found


def take_all(places: dict[str, list[tuple[int, int]]], box: Counter[int]) -> dict[str, list[int]]:
    """Take cards out of the box, first those with a named rug, so that no other card takes it."""
    codes: dict[str, list[int]] = {place: [0] * len(cards) for place, cards in places.items()}
    for named in (True, False):
        for place, cards in places.items():
            for i, (bug, rug) in enumerate(cards):
                if (rug != ANY_RUG) == named:
                    codes[place][i] = take(box, bug, rug)
    return codes


def take(box: Counter[int], bug: int, rug: int) -> int:
    wanted = [0] if bug == MOSQUITO else range(1, len(RUGS) + 1) if rug == ANY_RUG else [rug]
    for code in (bug * int(RUG_CODES) + one for one in wanted):
        if box[code]:
            box[code] -= 1
            return code
    raise ValueError(f"The box has no such {NAMES[bug]} any more.")


def clear(position: BugsOnRugs) -> None:
    for pile in (position.deck, position.wall, position.floor, position.removed):
        pile.clear()
    for hand in position.hands:
        hand.clear()
    position.memory.copy_from(memory.Memory())
    position.story.clear()


def fill_rows(position: BugsOnRugs, codes: dict[str, list[int]], below: list[int], gone: list[int]) -> None:
    fill(position.wall, codes["Wall"])
    fill(position.floor, codes["Floor"])
    fill(position.removed, codes["gone"] + gone)
    fill(position.deck, [*below, *reversed(codes["deck"])])


def fill(pile: Pile, cards: list[int]) -> None:
    pile.clear()
    for card in cards:
        pile.add(card)


def contents(pile: Pile | Hand) -> list[int]:
    return [pile.cards[i] for i in range(pile.size)]


def census(position: BugsOnRugs) -> list[int]:
    """Return every card, wherever it is."""
    piles: list[Pile | Hand] = [position.deck, position.wall, position.floor, position.removed, *position.hands]
    return [card for pile in piles for card in contents(pile)]


def place_end(position: BugsOnRugs, text: str) -> None:
    if text == "reached":
        position.end_seen = position.final = True
    else:
        position.end_below = position.deck.size - int(text)


# --- Playing ---


def play(match: Match, *decisions: str) -> None:
    """Play decisions; `Ann: pick Ant` plays Ann's first option with this prefix."""
    for decision in decisions:
        name, _, text = decision.partition(": ")
        seat = PLAYERS.index(name)
        fitting = [option for option in match.options(seat) if option == text or option.startswith(f"{text} ")]
        match.play(seat, fitting[0] if fitting else text)


def leave(match: Match, card: str) -> None:
    """Skip the picks: put the Floor below the deck, and leave over this bug from the deck."""
    position = position_of(match)
    cards = contents(position.floor) + contents(position.deck)
    left = next(code for code in reversed(cards) if card_text(code) == card)
    cards.remove(left)
    fill(position.deck, cards)
    fill(position.floor, [left])
    position.next_pick()


def at_random(match: Match, seed: int, until: str) -> None:
    """Play at random until this stage, or to the end."""
    rng = Rng(seed, "test")
    while not match.over and match.view(OPEN).stage != until:
        seat = match.to_act[rng.below(len(match.to_act))]
        match.play(seat, pick(match.options(seat), rng))


def asked(match: Match) -> str:
    """Return who is to act and the verb of their options: `Ann: pick`."""
    return f"{', '.join(PLAYERS[seat] for seat in match.to_act)}: {match.view(OPEN).stage}"


def offered(match: Match, name: str, verb: str) -> str:
    """Return the options with this verb, without it: `Ant, Fly` for `pick`."""
    options = (option.partition(" ") for option in match.options(PLAYERS.index(name)))
    return ", ".join(rest for first, _, rest in options if first == verb)


# --- Writing ---


def round_of(match: Match) -> int:
    return position_of(match).round


def is_last(match: Match) -> bool:
    return position_of(match).final


def start_of(match: Match) -> str:
    return PLAYERS[position_of(match).start]


def wall(match: Match) -> str:
    return bugs(match.view(OPEN).wall)


def floor(match: Match) -> str:
    return bugs(match.view(OPEN).floor)


def hand(match: Match, name: str) -> str:
    """Return a hand in the order of the score sheet."""
    return bugs(match.view(OPEN).hands[PLAYERS.index(name)])


def gone(match: Match) -> str:
    return bugs(match.view(OPEN).removed)


def deck(match: Match, count: int) -> str:
    """Return the next cards of the deck."""
    position = position_of(match)
    return bugs(map(card_text, contents(position.deck)[: -count - 1 : -1]))


def bugs(cards: Iterable[str]) -> str:
    """Return cards without their rugs."""
    return ", ".join(card.partition(" ")[0] for card in cards)


def scores(match: Match, name: str) -> dict[str, int]:
    """Return the nonzero rows of a score sheet."""
    position: Any = position_of(match)
    first = PLAYERS.index(name) * 8
    return {PLURALS[bug]: position.scores[first + bug] for bug in range(8) if position.scores[first + bug]}


def final(**hands: str) -> Match:
    """Return a match after the last round, with these hands."""
    return table("\n".join(["End reached", *(f"{name} {cards}" for name, cards in hands.items())]))


def score(ann: str, group: str = "", **others: str) -> dict[str, int]:
    """Return the nonzero rows of Ann's score sheet; Bob's hand is empty unless given."""
    match = final(Ann=ann, **(others or {"Bob": ""}))
    play(match, *([f"Ann: group {group}"] if group else []))
    while not match.over:
        play(match, f"{PLAYERS[match.to_act[0]]}: done")
    return scores(match, "Ann")

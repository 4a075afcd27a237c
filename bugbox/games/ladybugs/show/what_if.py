"""What the viewer could do now and what it would be worth, for the help: asked of the rules, never worked out anew."""

from bugbox.core.english import count, join_names
from bugbox.core.game import Reader
from bugbox.core.position import options_of
from bugbox.games.ladybugs.rules import state
from bugbox.games.ladybugs.rules.box import FLOWERS
from bugbox.games.ladybugs.rules.scoring import bed_points
from bugbox.games.ladybugs.rules.state import number_of, owner_of
from bugbox.games.ladybugs.rules.turn import Ladybugs
from bugbox.games.ladybugs.show.counting import counted_from
from bugbox.games.ladybugs.show.result import dots_in
from bugbox.games.ladybugs.show.view import view
from bugbox.games.ladybugs.show.words import (
    SPACES,
    action_names,
    is_place,
    placed_by,
    space_text,
    spider_goes,
    with_articles,
)


class Prospect:
    """The options of the viewer, if it is their turn to place a tile."""

    def __init__(self, position: Ladybugs, reader: Reader) -> None:
        self.position = position
        self.reader = reader
        self.seat = reader.viewer
        self.seen = view(position, reader.viewer)
        self.places: list[tuple[int, int, int]] = []  # number, space and action tiles
        self.homes: list[int] = []  # numbers for the own start space, without counting
        self.crawls: list[tuple[int, int]] = []  # number and space
        if self.seat >= 0 and position.stage == state.PLAY and position.to_act() >> self.seat & 1:
            self.look()

    def look(self) -> None:
        for option in options_of(self.position, self.seat):
            if option < state.MARKER:
                self.homes.append(option - int(state.HOME) + 1)
            elif is_place(option):
                self.places.append(placed_by(option))
            else:
                self.crawls.append(spider_goes(self.position, option))

    def holds(self, number: int) -> bool:
        if self.seat < 0:
            return False
        held = self.position.hands[self.seat]
        return number in [held.cards[i] for i in range(held.size)]

    def targets(self) -> list[int]:
        """Spaces that can be counted to without action tiles."""
        return sorted({space for _, space, actions in self.places if not actions})

    def opened(self, actions: int) -> list[int]:
        """Spaces that need exactly these action tiles."""
        return sorted({space for _, space, spent in self.places if spent == actions})

    # --- From where it is counted ---

    def cheapest(self, space: int) -> int | None:
        """The fewest action tiles with which I can count there."""
        ways = {spent for _, at, spent in self.places if at == space}
        return min(ways, key=lambda spent: (spent.bit_count(), spent), default=None)

    def sources(self, space: int) -> list[int]:
        """My tiles that lead there, with the fewest action tiles."""
        spent = self.cheapest(space)
        return [] if spent is None else self.counted(space, spent)

    def counted(self, space: int, spent: int) -> list[int]:
        names = SPACES[self.position.rows]
        tiles = counted_from(self.seen, self.seat, names.names[space], action_names(spent))
        return [names.find(tile) for tile in tiles]

    def leading(self) -> list[int]:
        """My tiles from which something can be counted to."""
        return sorted({source for space in self.targets() for source in self.counted(space, 0)})

    # --- What it is worth ---

    def worth(self, space: int) -> str:
        """What each of my tiles would do here."""
        least = self.cheapest(space)
        told = []
        if least:
            told.append(f"You can count here only with {with_articles(', '.join(action_names(least)))}.")
        numbers = sorted({number for number, at, spent in self.places if at == space and spent == least})
        if space == self.position.start_space[self.seat] and self.homes:
            told.append("Once a game you may place a tile here without counting.")
            numbers = self.homes
        told += self.outcomes(numbers, space)
        told += [self.crawl_text(number, space) for number, at in self.crawls if at == space]
        return " ".join(told)

    def crawl_text(self, number: int, space: int) -> str:
        top = self.position.top(space)
        meal = f" and eats {self.reader.whose(owner_of(top))} {number_of(top)}" if top else ""
        return f"If you discard your {number}, the spider comes here{meal}."

    def outcomes(self, numbers: list[int], space: int) -> list[str]:
        """One sentence for tiles that would do the same."""
        found: dict[str, list[str]] = {}
        for number in numbers:
            found.setdefault(self.outcome(number, space), []).append(str(number))
        return [f"With your {' or '.join(some)} {outcome}." for outcome, some in found.items()]

    def outcome(self, number: int, space: int) -> str:
        """`you draw level with Ann: 5 points more`."""
        bed = self.position.bed[space]
        if not bed:
            return self.on_meadow(space)
        after = self.after(number, space)
        gain = self.gain(after, self.position)
        more = f"{count(abs(gain), 'point')} {'more' if gain > 0 else 'fewer'}" if gain else "no change in points"
        return f"{self.rank_text(dots_in(after, bed))}: {more}"

    def on_meadow(self, space: int) -> str:
        if space_text(self.position, space) in self.seen.clovers:
            return "you take the clover"
        top = self.position.top(space)
        if not top:
            return "you only gain a place to count from"
        if owner_of(top) == self.seat:
            return f"you cover your own {number_of(top)} and count from the new tile"
        rival = self.reader.names[owner_of(top)]
        return f"you cover {self.reader.whose(owner_of(top))} {number_of(top)}, and {rival} can no longer count from it"

    def rank_text(self, dots: list[int]) -> str:
        mine = dots[self.seat]
        others = [seat for seat in range(len(dots)) if seat != self.seat]
        most = max(dots[seat] for seat in others)
        best = join_names([self.reader.names[seat] for seat in others if dots[seat] == most])
        if not most:
            return "you have the bed to yourself"
        if mine > most:
            return f"you lead by {count(mine - most, 'dot')}"
        return f"you draw level with {best}" if mine == most else f"you are {count(most - mine, 'dot')} behind {best}"

    def after(self, number: int, space: int) -> Ladybugs:
        ahead = self.position.blank()
        assert isinstance(ahead, Ladybugs)
        ahead.copy_from(self.position)
        ahead.put(self.seat, number, space)
        return ahead

    def gain(self, after: Ladybugs, before: Ladybugs) -> int:
        beds = range(1, before.beds + 1)
        return sum(bed_points(after, bed, self.seat) - bed_points(before, bed, self.seat) for bed in beds)

    def best(self, number: int) -> str:
        """Where a tile would bring the most points right now."""
        gains = {space: self.gain(self.after(number, space), self.position) for space in self.targets()}
        if not gains:
            return ""
        space = max(gains, key=lambda space: gains[space])
        if gains[space] <= 0:
            return f"No space would score with it yet; you can reach {len(gains)}."
        where = f"{space_text(self.position, space)} in the {FLOWERS[self.position.bed[space] - 1]} bed"
        return f"Best right now: {where}, for {count(gains[space], 'more point')}."

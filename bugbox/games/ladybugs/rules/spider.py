"""The spider: where it can go, and what it eats (LB-F11)."""

from librt.vecs import vec
from mypy_extensions import i64

from bugbox.core.grid import DIRECTIONS, NO_SPACE
from bugbox.games.ladybugs.rules.box import NOWHERE
from bugbox.games.ladybugs.rules.state import CRAWLED, SPIDER_GOES, Layout, tile_of


def options_spider(game: Layout, seat: i64, out: vec[i64], count: i64) -> i64:
    """In a straight line, all the way (LB-R28, LB-R29, LB-R36), with either tile of the hand."""
    hand = game.hands[seat]
    grid = game.grid()
    for i in range(hand.size):
        number = hand.cards[i]
        if i == 0 or number != hand.cards[0]:
            for direction in range(DIRECTIONS):
                if grid.ahead(game.spider, direction, number) != NO_SPACE:
                    out[count] = SPIDER_GOES + (number - 1) * DIRECTIONS + direction
                    count += 1
    return count


def move_spider(game: Layout, seat: i64, way: i64) -> None:
    """A tile is given up (LB-R35); where the spider comes to, it eats (LB-R30), but no clover (LB-R34)."""
    number = way // DIRECTIONS + 1
    game.hands[seat].remove(number)
    game.last[seat] = NOWHERE
    game.discard(seat, number)
    game.spider = game.grid().ahead(game.spider, way % DIRECTIONS, number)
    eaten = game.eat(game.spider)
    game.bar_spaces()
    game.tell(CRAWLED, tile_of(seat, number), game.spot(game.spider), eaten)
    game.beat()

"""Help texts for everything on the board, using only what the viewer may know."""

from collections.abc import Callable

from bugbox.core.english import count, join_names
from bugbox.core.game import Help, Reader
from bugbox.games.bug_council.rules import state
from bugbox.games.bug_council.rules.box import CARDS, FACTIONS, HAND, MOST_ROUNDS, NONE, SUIT_OF, TRICKS
from bugbox.games.bug_council.rules.scoring import share_of_reward, successful
from bugbox.games.bug_council.rules.state import PLACES, cards_of
from bugbox.games.bug_council.rules.turn import BugCouncil
from bugbox.games.bug_council.show import help_solo
from bugbox.games.bug_council.show.cards import back_picture, card_picture, cube_picture, sign, thumb_picture
from bugbox.games.bug_council.show.council_ring import ghosts_of
from bugbox.games.bug_council.show.what_if import Prospect, sown, strength_order
from bugbox.games.bug_council.show.words import SUITS, card_text, the_card

CARD_NAMES = {f"card:{card_text(card).replace(' ', '-')}": card for card in range(CARDS)}
TILE_NAMES = {f"tile:{suit}": number for number, suit in enumerate(SUITS)}


def explain(position: BugCouncil, thing: str, reader: Reader) -> Help | None:
    if thing in CARD_NAMES:
        return explain_card(position, CARD_NAMES[thing], reader)
    if thing in TILE_NAMES:
        return explain_tile(position, TILE_NAMES[thing], reader)
    if thing in THINGS:
        return THINGS[thing](position, reader)
    kind, _, which = thing.partition(":")
    everybody = {str(who): who for who in range(position.ranked)}
    if kind in OF_PLAYERS and which in everybody:
        return OF_PLAYERS[kind](position, everybody[which], reader)
    return None


# --- Cards ---


def explain_card(position: BugCouncil, card: int, reader: Reader) -> Help:
    """Explain what a card in the reader's hand would do, or what a played card did; otherwise only name it."""
    title = capital(the_card(card))
    picture = str(card_picture(card_text(card)))
    held = reader.viewer >= 0 and position.hands[reader.viewer] >> card & 1
    if held:
        ahead = Prospect(position, reader)
        return Help(f"Your {title[4:]}", (ahead.in_trick(card), ahead.as_last(card)), ahead.worth(card), picture)
    if position.open >> card & 1:
        return Help(title, open_card(position, card), "", picture)
    return Help(title, tuple(was_played(position, card, reader)) or (strength_text(position, card),), "", picture)


OPEN_CARD = "One of the Emissary's face-up cards. Like everyone, the Emissary must follow suit if it can."


def open_card(position: BugCouncil, card: int) -> tuple[str, ...]:
    pays = count(position.cubes[SUIT_OF[card]], "point")
    if position.is_alone:
        return help_solo.OPEN_CARD, strength_text(position, card)
    return OPEN_CARD, f"If it is left over after the last trick, it is the Emissary's allegiance: {pays} now."


def was_played(position: BugCouncil, card: int, reader: Reader) -> list[str]:
    for first, number in ((position.at, position.played), (PLACES - position.at, last_size(position))):
        for place in range(first, first + number):
            if position.cards[place] == card:
                who = position.order[place]
                trick = "this trick" if first == position.at else "the last trick"
                return [f"{capital(reader.name(who))} played it in {trick}.", strength_text(position, card)]
    return []


def last_size(position: BugCouncil) -> int:
    return int(position.ranked) if position.trick > 1 else 0


def strength_text(position: BugCouncil, card: int) -> str:
    suit = SUIT_OF[card]
    return f"{FACTIONS[suit]} have {count(position.cubes[suit], 'cube')} now."


# --- The council ---


def explain_tile(position: BugCouncil, suit: int, reader: Reader) -> Help:
    """Explain a tile: its cubes, the order of strength, and the result of a visit."""
    cubes = position.cubes[suit]
    lines = [
        f"{count(cubes, 'cube')}. The suit with the most cubes wins the trick.",
        strength_order(tuple(position.cubes)),
    ]
    if not cubes:
        lines.append("Nobody can visit a tile without cubes.")
        return Help(f"The {FACTIONS[suit]}", tuple(lines), "", sign(SUITS[suit]))
    then, more = sown(position, suit)
    circle, at = [], 0
    for _ in FACTIONS:
        circle.append((SUITS[at], int(position.cubes[at]), then[at]))
        at = position.clockwise[at]
    gone = f" {count(more, 'cube')} would go to the chambers for good." if more else ""
    worth = f"After a visit here: {strength_order(then, start=False)}{gone}"
    return Help(
        f"The {FACTIONS[suit]}",
        tuple(lines),
        worth,
        sign(SUITS[suit]),
        (ghosts_of(SUITS[suit], circle, position.chambers, more),),
    )


def explain_chambers(position: BugCouncil, reader: Reader) -> Help:
    lines = (
        "When cubes come full circle, one stays on the tile they came from and the rest go here for good.",
        "They only count for No Allegiance.",
    )
    return Help("The Council Chambers", lines, no_allegiance_pays(position), cube_picture())


def no_allegiance_pays(position: BugCouncil) -> str:
    """State the current reward for No Allegiance, and how many would share it."""
    if position.is_alone:
        return help_solo.reward_text(position)
    whole = position.reward + position.chambers
    pays = f"{position.reward} + {position.chambers} = {count(whole, 'point')}"
    if position.stage == state.DECLARE:
        return f"No Allegiance pays {pays} now if you win no tricks, shared with others who do the same."
    sharers = successful(position)
    if not sharers:
        return f"Nobody can earn the {count(whole, 'point')} for No Allegiance any more this round."
    if sharers == 1:
        return f"One player without allegiance has won no tricks yet: {pays} now."
    each = count(share_of_reward(position, sharers), "point")
    return f"{sharers} players without allegiance have won no tricks yet: {pays} now, {each} each."


# --- Declarations ---

UP = (
    "You keep your last card. At the end of the round it scores a point for each cube on its faction's tile.",
    "Each trick you win is a point too.",
)
DOWN = (
    "You discard a card now, face down, and have no last card.",
    "Win no tricks this round and you get the reward plus a point for each cube in the Chambers, split evenly with "
    "others who did the same and rounded up. Win any, and you only get your trick points.",
)


def explain_up(position: BugCouncil, reader: Reader) -> Help:
    suits = [f"{FACTIONS[suit]} {position.cubes[suit]}" for suit in by_strength(position)]
    return Help("Allegiance", UP, f"Your last card would score now: {', '.join(suits)}.", thumb_picture("up"))


def by_strength(position: BugCouncil) -> list[int]:
    return sorted(range(len(FACTIONS)), key=lambda suit: -position.cubes[suit])


def explain_down(position: BugCouncil, reader: Reader) -> Help:
    return Help("No Allegiance", (DOWN[0], how_it_pays(position)), no_allegiance_pays(position), thumb_picture("down"))


def how_it_pays(position: BugCouncil) -> str:
    return help_solo.DOWN if position.is_alone else DOWN[1]


def explain_thumb(position: BugCouncil, who: int, reader: Reader) -> Help:
    name = capital(reader.name(who))
    has = "have" if who == reader.viewer else "has"
    if position.is_alone and who == position.emissary:
        return help_solo.explain_allies(position)
    if who == position.emissary:
        return Help("The Emissary's allegiance", ("It always has one: the card left over after the last trick.",))
    if position.stage == state.DECLARE:
        return Help(
            f"{name} {has} not declared yet", ("All thumbs turn at once: up or down.",), picture=thumb_picture("side")
        )
    if position.unallied >> who & 1:
        lost = ": no reward" if position.tricks[who] > position.spared else ""
        lines = (f"{name} {has} won {count(position.tricks[who], 'trick')}{lost}.", how_it_pays(position))
        return Help(f"{name} declared No Allegiance", lines, no_allegiance_pays(position), thumb_picture("down"))
    last = "The last card in hand scores a point for each cube on its faction's tile."
    return Help(f"{name} declared allegiance", (last,), picture=thumb_picture("up"))


# --- Cards outside the hands ---


DECK = "Face down. Before each trick but the first a card is turned over, so that there are always two face up."


def explain_stock(position: BugCouncil, reader: Reader) -> Help:
    if position.emissary >= 0:
        return Help("The Emissary's deck", (help_solo.DECK if position.is_alone else DECK,), picture=back_picture())
    lines = ("Nobody sees these cards this round. All cards are shuffled together for the next one.",)
    return Help("Cards out of this round", lines, unseen_text(position, reader), back_picture())


def unseen_text(position: BugCouncil, reader: Reader) -> str:
    """Count the cards of each suit that the reader has not seen."""
    if reader.viewer < 0:
        return ""
    seen = position.gone | position.open | position.hands[reader.viewer]
    if position.discards[reader.viewer] != NONE:
        seen |= 1 << position.discards[reader.viewer]
    left = [card for card in cards_of(position.sharing.whole) if not seen >> card & 1]
    told = [f"{sum(SUIT_OF[card] == suit for card in left)} {name}" for suit, name in enumerate(FACTIONS)]
    return f"You have not seen {join_names(told)} yet: they are in other hands, discarded or out of this round."


def explain_discard(position: BugCouncil, reader: Reader) -> Help:
    return Help("Your discard", ("You declared No Allegiance, so this card is out of the round. Only you know it.",))


def explain_last(position: BugCouncil, reader: Reader) -> Help | None:
    first = PLACES - position.at
    told = []
    for place in range(first, first + last_size(position)):
        who = position.order[place]
        won = ", and won" if who == position.last_winner else ""
        told.append(f"{capital(reader.name(who))}: {the_card(position.cards[place])}{won}.")
    return Help("The last trick", tuple(told) or ("There has been none yet this round.",))


def explain_emissary(position: BugCouncil, reader: Reader) -> Help | None:
    if position.emissary < 0:
        return None
    if position.is_alone:
        return help_solo.explain_temper(position)
    lines = (
        "It plays along with face-up cards and is ranked like a player: it can win.",
        "The player who leads a trick also plays a card for it. It must follow suit if it can.",
        "When it wins a trick it leads the next one, and the player who played last plays for it.",
        "If its card is the lowest on suit, it must visit that card's tile, or its other card's if that is empty.",
    )
    leads = reader.whom(position.sender)
    now = f"{capital(leads)} {'play' if position.sender == reader.viewer else 'plays'} for it in this trick."
    return Help("The Emissary", lines, now if position.trick else "")


# --- The round and its points ---


def explain_round(position: BugCouncil, reader: Reader) -> Help:
    lines = (
        f"A round has {TRICKS} tricks. Everybody gets {HAND} cards, and one is left over: the allegiance.",
        "Follow suit if you can. If everybody follows, the highest card wins; otherwise it is the highest card of the "
        "suit with the most cubes. If suits are tied, the higher card wins, and of equal cards the later one.",
        "If anybody followed, the player with the lowest card of the suit that was led may visit the council.",
    )
    return Help("The round", lines)


def explain_why(position: BugCouncil, reader: Reader) -> Help:
    lines = (
        "If everybody follows suit, the highest card wins. Otherwise the highest card of the suit with the most cubes "
        "wins.",
        "If the strongest suits are tied, the higher card wins, and of equal cards the later one.",
    )
    return Help("Who wins a trick", lines, strength_order(tuple(position.cubes)))


def explain_pad(position: BugCouncil, reader: Reader) -> Help:
    lines = [
        f"{capital(reader.name(who))}: {', '.join(rounds_of(position, who)) or 'no round scored yet'}; "
        f"{count(position.points(who), 'point')}."
        for who in range(position.ranked)
    ]
    rule = "Each round: points from tricks plus bonus. Ties are broken by points from tricks, then by the best round."
    return Help("The score pad", (rule, *lines))


def rounds_of(position: BugCouncil, who: int) -> list[str]:
    """Describe each scored round: `4 + 3 for the Ants`."""
    told = []
    for nth in range(position.scored):
        line = who * int(MOST_ROUNDS) + nth
        card = position.kept[line]
        what = f"the {FACTIONS[SUIT_OF[card]]}" if card >= 0 else "No Allegiance"
        if position.is_alone and who == position.emissary:
            what = help_solo.allies_text(position, nth)
        told.append(f"{position.trick_points[line]} + {position.bonus[line]} for {what}")
    return told


def explain_points(position: BugCouncil, who: int, reader: Reader) -> Help:
    told = [f"Round {nth}: {text}." for nth, text in enumerate(rounds_of(position, who), 1)]
    tricks = count(position.tricks[who], "trick")
    if position.scored < position.round:
        told.append(f"This round so far: {tricks}.")
    whose = reader.whose(who)
    return Help(f"{capital(whose)} points: {position.points(who)}", tuple(told))


def explain_tricks(position: BugCouncil, who: int, reader: Reader) -> Help:
    name, has = capital(reader.name(who)), "have" if who == reader.viewer else "has"
    lines = ["Each is worth a point. They lie face down; only the last trick can be looked at."]
    if position.unallied >> who & 1:
        lines.append(f"With No Allegiance, {'three are' if position.is_alone else 'one is'} enough to lose the reward.")
    return Help(f"{name} {has} won {count(position.tricks[who], 'trick')}", tuple(lines), picture=back_picture())


def explain_leads(position: BugCouncil, reader: Reader) -> Help:
    return Help("Leads", ("Plays the first card of the round. The winner of a trick leads the next one.",))


def explain_decline(position: BugCouncil, reader: Reader) -> Help:
    return Help(
        "Skip the visit",
        ("You do not have to visit: the cubes stay where they are.",),
        strength_order(tuple(position.cubes)),
    )


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


THINGS: dict[str, Callable[[BugCouncil, Reader], Help | None]] = {
    "chambers": explain_chambers, "allegiance": explain_up, "none": explain_down, "stock": explain_stock,
    "discard": explain_discard, "last": explain_last, "emissary": explain_emissary, "round": explain_round,
    "why": explain_why, "pad": explain_pad, "leads": explain_leads, "decline": explain_decline,
}  # fmt: skip
OF_PLAYERS: dict[str, Callable[[BugCouncil, int, Reader], Help]] = {
    "thumb": explain_thumb, "points": explain_points, "tricks": explain_tricks,
}  # fmt: skip

"""Texts of Bug Council: options, prompts and log sentences."""

from bugbox.core.english import count, join_names
from bugbox.core.game import Reader
from bugbox.core.position import Event
from bugbox.games.bug_council.rules import state, trick_winner
from bugbox.games.bug_council.rules.box import CARDS, EMISSARY, FACTIONS, SINGULARS, SPARED_ALONE, VALUES
from bugbox.games.bug_council.rules.state import DOWN, NO_ALLEGIANCE, SEND
from bugbox.games.bug_council.rules.turn import BugCouncil
from bugbox.games.bug_council.show.emissary_words import WHY_AWAY, WHY_VISITED, met_text, played_text, sided_text
from bugbox.games.bug_council.show.result import result, sheet, why

__all__ = ["VERBS", "ask", "label", "option_text", "picks", "result", "sentence", "sheet", "why"]

VERBS = frozenset({"declare", "discard", "play", "send", "visit", "decline"})
WITH_CARDS = {state.DISCARD: "discard", state.PLAY: "play", state.SEND: "send"}

SUITS = tuple(faction.lower() for faction in FACTIONS)


def faction_of(card: int) -> str:
    return FACTIONS[card // int(VALUES)]


def value_of(card: int) -> int:
    return card % int(VALUES) + 1


def card_text(card: int) -> str:
    """Name a card in an option: `ants 5`."""
    return f"{faction_of(card).lower()} {value_of(card)}"


def the_card(card: int) -> str:
    """Name a card in a sentence: `the 5 of Ants`."""
    return f"the {value_of(card)} of {faction_of(card)}"


# --- Options ---


def option_text(position: BugCouncil, seat: int, option: int) -> str:
    if option < CARDS:
        return f"{WITH_CARDS[position.stage]} {card_text(option)}"
    if option < state.DECLINE:
        return f"visit {SUITS[option - int(state.VISITS)]}"
    if option == state.DECLINE:
        return "decline"
    return "declare none" if option == NO_ALLEGIANCE else "declare allegiance"


def label(option: str) -> str:
    """Write an option as a button label."""
    verb, *words = option.split()
    if verb == "declare":
        return "No Allegiance: try not to win tricks" if words == ["none"] else "Allegiance: score your last card"
    if verb == "visit":
        return f"Visit the {words[0].capitalize()}"
    if verb == "decline":
        return "Skip the visit"
    told = f"the {words[1]} of {words[0].capitalize()}"
    return f"Play {told} for {EMISSARY}" if verb == "send" else f"{verb.capitalize()} {told}"


def picks(position: BugCouncil, seat: int, option: int) -> tuple[str, ...]:
    """Return the single thing to touch: a card, a tile or a button."""
    if option < CARDS:
        return (f"{'emissary' if position.stage == SEND else 'hand'}:{card_text(option).replace(' ', '-')}",)
    if option < state.DECLINE:
        return (f"tile:{SUITS[option - int(state.VISITS)]}",)
    return (f"button:{option_text(position, seat, option).split()[-1]}",)


# --- Prompts ---


def ask(position: BugCouncil, reader: Reader) -> str:
    stage = position.stage
    if stage == state.DECLARE:
        return ask_declare(position)
    if stage == state.DISCARD:
        return "You declared No Allegiance: discard one card, face down."
    if stage == state.VISIT:
        return ask_visit(position)
    if stage == state.SEND:
        return ask_send(position)
    return ask_play(position, reader.viewer)


def ask_declare(position: BugCouncil) -> str:
    few = "at most two" if position.is_alone else "no"
    return f"Pledge Allegiance, or declare No Allegiance and try to win {few} tricks?"


def ask_visit(position: BugCouncil) -> str:
    or_not = "" if position.must_visit else ", or skip"
    return f"You played the lowest {SINGULARS[position.lead]}: visit a faction to spread its cubes{or_not}."


def ask_send(position: BugCouncil) -> str:
    if position.lead < 0:
        return "The Emissary leads and you play for it: choose one of its two cards."
    held = [card for card in state.cards_of(position.open) if faction_of(card) == FACTIONS[position.lead]]
    if len(held) == 1:
        return f"Play for the Emissary too: it must follow with {the_card(held[0])}."
    return "Play for the Emissary too: choose one of its two cards."


def ask_play(position: BugCouncil, seat: int) -> str:
    if position.lead < 0:
        return "You lead: play any card."
    led = FACTIONS[position.lead]
    if any(faction_of(card) == led for card in state.cards_of(position.hands[seat])):
        return f"Follow suit: play one of your {led}."
    return f"You have no {led}: play any card."


# --- The log ---


def sentence(event: Event, reader: Reader) -> str | None:
    return SENTENCES[event[0]](event[1:], reader)


def of_bits(bits: int, number: int) -> list[int]:
    return [one for one in range(number) if bits >> one & 1]


def starts(who: int, reader: Reader) -> str:
    """Return the name with a capital, for the start of a sentence (`the Emissary` is lower case elsewhere)."""
    name = reader.name(who)
    return name[:1].upper() + name[1:]


def does(who: int, verb: str, reader: Reader) -> str:
    """Start a sentence with a name and a verb: `You play`, `Ann plays`, `The Emissary plays`."""
    told = reader.does(who, verb)
    return told[:1].upper() + told[1:]


def is_alone(reader: Reader) -> bool:
    """Return whether this is a solo game."""
    return len(reader.names) == 2


def begun(event: Event, reader: Reader) -> str:
    if is_alone(reader):
        return f"Round {event[0]}: eleven cards are dealt, and the Emissary shows three."
    return f"Round {event[0]}: everybody gets eleven cards."


def leads(event: Event, reader: Reader) -> str:
    leader, sender, *_ = event
    if leader == sender:
        return f"{does(leader, 'lead', reader)} the first trick."
    return f"{does(leader, 'lead', reader)} the first trick; {plays_for(sender, reader)} for it."


def plays_for(seat: int, reader: Reader) -> str:
    return f"{reader.whom(seat)} {'play' if seat == reader.viewer else 'plays'}"


def chose(event: Event, reader: Reader) -> str | None:
    seat, thumb, *_ = event
    if is_alone(reader) or not reader.may_read(seat):  # in a solo game the thumb is revealed immediately
        return None
    return f"{does(seat, 'choose', reader)} {'No Allegiance' if thumb == DOWN else 'allegiance'}."


def turned(event: Event, reader: Reader) -> str:
    if is_alone(reader):
        return f"{does(0, 'declare', reader)} {'No Allegiance' if event[0] else 'allegiance'}."
    none, allied = (of_bits(bits, len(reader.names)) for bits in event[:2])
    if not none:
        return "All thumbs are up: everybody declares allegiance."
    if not allied:
        return "All thumbs are down: everybody declares No Allegiance."
    declares = "declare" if none[1:] or none == [reader.viewer] else "declares"
    return f"The thumbs turn: {reader.all_of(none, start=False)} {declares} No Allegiance."


def discarded(event: Event, reader: Reader) -> str:
    seat, card, *_ = event
    what = the_card(card) if reader.may_read(seat) else "a card"
    return f"{does(seat, 'discard', reader)} {what} face down."


def played(event: Event, reader: Reader) -> str:
    who, card, lead, motive = event
    off = "" if card // int(VALUES) == lead else f"no {FACTIONS[lead]} and "
    if motive:
        return played_text(motive, the_card(card), FACTIONS[lead], off, reader.whom(0))
    if not off:
        return f"{does(who, 'play', reader)} {the_card(card)}."
    has, plays = ("have", "play") if who == reader.viewer else ("has", "plays")
    return f"{starts(who, reader)} {has} {off}{plays} {the_card(card)}."


def won(event: Event, reader: Reader) -> str:
    who, card, cubes, reason = event
    return f"{does(who, 'win', reader)} the trick with {the_card(card)}: {why_text(card, cubes, reason)}."


def why_text(card: int, cubes: int, reason: int) -> str:
    suit = faction_of(card)
    if reason == trick_winner.HIGHEST:
        return f"the highest {SINGULARS[card // int(VALUES)]}"
    if reason == trick_winner.STRONGEST:
        return f"{suit} are the strongest suit played, with {count(cubes, 'cube')}"
    tied = f"the strongest suits played are tied at {count(cubes, 'cube')}"
    return f"{tied}, so the {'highest card' if reason == trick_winner.TIED else 'later of two equal cards'} wins"


def visited(event: Event, reader: Reader) -> str:
    who, suit, cubes, tempered = event
    verb = "move" if cubes == 1 else "spread"
    what = "their one cube to the next tile" if cubes == 1 else f"their {cubes} cubes round the council"
    reason = f", {WHY_VISITED[tempered - 1]}," if tempered else ""
    moves = verb if who == reader.viewer else f"{verb}s"
    return f"{does(who, 'visit', reader)} the {FACTIONS[suit]}{reason} and {moves} {what}."


def sown(event: Event, reader: Reader) -> str:
    suit, cubes, *_ = event
    return f"A cube for the {FACTIONS[suit]}: they now have {cubes}."


def stayed(event: Event, reader: Reader) -> str:
    suit, excess, chambers, _ = event
    keeps = f"Full circle: the {FACTIONS[suit]} keep one cube"
    if not excess:
        return f"{keeps}."
    go = "the other one goes" if excess == 1 else f"the other {excess} go"
    return f"{keeps}, and {go} to the Council Chambers for good ({chambers} there now)."


def declined(event: Event, reader: Reader) -> str:
    return f"{does(event[0], 'skip', reader)} the visit."


def no_visit(event: Event, reader: Reader) -> str:
    if event[0] == 2:
        return f"The Emissary {WHY_AWAY[event[1]]}, so it skips the visit."
    if event[0]:
        return "There are no cubes on the tiles of the Emissary's cards, so it does not visit the council."
    return "Nobody followed suit, so nobody visits the council."


def drew(event: Event, reader: Reader) -> str:
    return f"The Emissary turns over {the_card(event[0])}."


def scored(event: Event, reader: Reader) -> str:
    who, card, tricks, bonus = event
    made = f"{count(tricks, 'point')} from tricks"
    if card >= 0:
        shows = f"{does(who, 'show', reader)} {the_card(card)}"
        return f"{shows}: {made} and {bonus} for the {faction_of(card)}, {tricks + bonus} in all."
    if 0 < tricks <= SPARED_ALONE and is_alone(reader):
        few = f"won only {count(tricks, 'trick')}"
        return f"{starts(who, reader)} declared No Allegiance and {few}: {made} and {bonus} more."
    if tricks:
        return f"{starts(who, reader)} declared No Allegiance but won {count(tricks, 'trick')}: {made}, no bonus."
    return f"{starts(who, reader)} declared No Allegiance and won no tricks: {count(bonus, 'point')}."


def recruited(event: Event, reader: Reader) -> str:
    suits = of_bits(event[0], len(FACTIONS))
    if not suits:
        return "All factions are equally strong: no recruits."
    one = "One cube" if not suits[1:] else "One cube each"
    return f"New recruits: {one.lower()} for the {join_names([FACTIONS[suit] for suit in suits])}."


def met(event: Event, reader: Reader) -> str:
    return met_text(event[0])


def sided(event: Event, reader: Reader) -> str:
    allies, temper, tricks, bonus = event
    return sided_text(of_bits(allies, len(FACTIONS)), temper, tricks, bonus)


def ended(event: Event, reader: Reader) -> str:
    return "The last round is over."


SENTENCES = {
    state.FIRST: leads, state.ROUND: begun, state.CHOSE: chose, state.TURNED: turned,
    state.DISCARDED: discarded, state.PLAYED: played, state.WON: won, state.VISITED: visited,
    state.SOWN: sown, state.STAYED: stayed, state.DECLINED: declined, state.NO_VISIT: no_visit,
    state.DREW: drew, state.SCORED: scored, state.RECRUITED: recruited, state.ENDED: ended,
    state.MET: met, state.SIDED: sided,
}  # fmt: skip

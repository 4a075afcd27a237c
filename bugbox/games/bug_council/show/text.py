"""The table as plain text, for the terminal, tests and screen readers."""

from collections.abc import Sequence

from bugbox.core.english import count, join_names
from bugbox.games.bug_council.rules.box import FACTIONS, SINGULARS, TEMPER_NAMES
from bugbox.games.bug_council.show.emissary_words import PITCHES, PRIORITIES
from bugbox.games.bug_council.show.views import Player, Score, Trick, View

INKS = ("red", "yellow", "magenta", "green", "bright_blue")
COLOURS = tuple((rf"\b{suit}\b", ink) for suit, ink in zip(FACTIONS, INKS, strict=True))
WIDTH = 13  # of a column


def draw(view: View, names: Sequence[str]) -> str:
    parts = [draw_head(view, names), draw_circle(view), draw_trick(view, names), draw_last(view, names)]
    parts += [draw_emissary(view), draw_pad(view, names)]
    parts += [draw_hand(view, seat, names) for seat in view.hands]
    return "\n\n".join(part for part in parts if part)


def named(who: int, view: View, names: Sequence[str]) -> str:
    """Return the name with a capital, for the start of a line."""
    name = "You" if who == view.viewer else names[who]
    return name[:1].upper() + name[1:]


def inside(who: int, view: View, names: Sequence[str]) -> str:
    return "you" if who == view.viewer else names[who]


def is_mine(who: int, view: View) -> bool:
    return who == view.viewer


def in_words(card: str) -> str:
    """Write `ants 5` as `5 of Ants`."""
    suit, value = card.split()
    return f"{value} of {suit.capitalize()}"


def draw_head(view: View, names: Sequence[str]) -> str:
    if view.stage == "over":
        return "The game is over."
    told = [f"Round {view.round} of {view.rounds}"]
    told.append(f"trick {view.trick_number} of 10" if view.trick_number else "declarations")
    leads = f"{named(view.leader, view, names)} {'lead' if is_mine(view.leader, view) else 'leads'}."
    if view.sender is not None and view.sender != view.leader:
        plays = "play" if is_mine(view.sender, view) else "plays"
        leads = f"{leads[:-1]}; {inside(view.sender, view, names)} {plays} for it."
    return f"{', '.join(told)}. {leads}"


def draw_circle(view: View) -> str:
    """List the tiles clockwise and mark the strongest."""
    most = max(faction.cubes for faction in view.circle)
    tiles = [
        f"  {faction.suit.capitalize().ljust(WIDTH)}{str(faction.cubes).rjust(2)}  {'o' * faction.cubes}"
        f"{' (strongest)' if faction.cubes == most else ''}".rstrip()
        for faction in view.circle
    ]
    lines = ["The council, clockwise (cubes move down the list, and from the last back to the first):", *tiles]
    return "\n".join(
        [*lines, f"  {'Chambers'.ljust(WIDTH)}{str(view.chambers).rjust(2)}  {'o' * view.chambers}".rstrip()]
    )


def draw_trick(view: View, names: Sequence[str]) -> str:
    if not view.trick.cards:
        return ""
    lines = [f"  {named(one.who, view, names)}: {in_words(one.card)}" for one in view.trick.cards]
    title = "The last trick:" if view.stage == "over" else "The trick:"
    return "\n".join([title, *lines, f"  {winning_text(view, names)}"])


def winning_text(view: View, names: Sequence[str]) -> str:
    trick = view.trick
    winner = trick.winner
    assert winner is not None
    is_done = len(trick.cards) == len(view.players)
    you = is_mine(winner, view)
    does = "won the trick" if is_done else "are winning" if you else "is winning"
    reason = why_text(trick)
    return f"{named(winner, view, names)} {does}{f': {reason}' if reason else ''}."


def why_text(trick: Trick) -> str:
    """Explain why the current winner is winning."""
    card = next(one.card for one in trick.cards if one.who == trick.winner)
    suit = card.split()[0].capitalize()
    tied = f"the strongest suits played are tied at {count(trick.cubes, 'cube')}"
    return {
        "": "",
        "highest": f"the highest {SINGULARS[FACTIONS.index(suit)]}",
        "strongest": f"{suit} are the strongest suit played, with {count(trick.cubes, 'cube')}",
        "tied": f"{tied}, so the highest card wins",
        "later": f"{tied}, so the later of two equal cards wins",
    }[trick.why]


def draw_last(view: View, names: Sequence[str]) -> str:
    if not view.last.cards or view.trick.cards:
        return ""
    winner = view.last.winner
    assert winner is not None
    cards = ", ".join(f"{inside(one.who, view, names)} {in_words(one.card)}" for one in view.last.cards)
    return f"The last trick, won by {inside(winner, view, names)}: {cards}."


def draw_emissary(view: View) -> str:
    if not view.emissary:
        return ""
    cards = join_names([in_words(card) for card in view.emissary])
    told = f"The Emissary's face-up cards: {cards} ({count(view.stock, 'card')} in its deck)."
    return f"{told}\n{draw_temper(view)}" if view.temperament else told


def draw_temper(view: View) -> str:
    """List the temperament's priorities in order."""
    temper = TEMPER_NAMES.index(view.temperament)
    lines = [f"  {nth}. {line}" for nth, line in enumerate(PRIORITIES[temper], 1)]
    return "\n".join([f"The Emissary is the {view.temperament.capitalize()}: {PITCHES[temper]}.", *lines])


# --- Players and their scores ---


def draw_pad(view: View, names: Sequence[str]) -> str:
    """Write a line per participant: points, with each finished round as tricks + bonus, then this round."""
    return "\n".join(player_line(player, view, names) for player in view.players)


def player_line(player: Player, view: View, names: Sequence[str]) -> str:
    told = [f"place {player.place}"] if player.place else []
    told.append(count(player.points, "point"))
    if player.rounds:
        told[-1] += f" ({', '.join(map(round_text, player.rounds))})"
    if player.place is None:
        told += this_round(player, view)
    return f"{named(player.who, view, names)}: {', '.join(told)}"


def round_text(score: Score) -> str:
    """Write tricks, bonus and its source: `4+3 Ants`."""
    if score.allies:
        return f"{score.tricks}+{score.bonus} {' and '.join(suit.capitalize() for suit in score.allies)}"
    return f"{score.tricks}+{score.bonus} {score.card.split()[0].capitalize() if score.card else 'No Allegiance'}"


def this_round(player: Player, view: View) -> list[str]:
    told = []
    if player.allied is False:
        told.append("No Allegiance")
    elif player.allied and not player.is_rival:
        told.append("allegiance")
    if view.trick_number:
        told.append(f"{count(player.tricks, 'trick')} in this round")
    if player.waiting:
        told.append("choosing")
    return told


# --- Hands ---


def draw_hand(view: View, seat: int, names: Sequence[str]) -> str:
    whose = "Your" if seat == view.viewer else f"{names[seat]}'s"
    cards = view.hands[seat]
    lines = [f"  {faction.ljust(WIDTH)}{suit_row(cards, faction, view)}" for faction in FACTIONS if has(cards, faction)]
    drawn = [f"{whose} hand{star_text(view) if seat == view.viewer else ''}:", *lines] if lines else []
    if seat in view.discards:
        drawn.append(f"{whose} discard, face down: {in_words(view.discards[seat])}.")
    if seat == view.viewer and view.choice:
        drawn.append(f"You have chosen {'No Allegiance' if view.choice == 'none' else 'allegiance'}.")
    return "\n".join(drawn)


def has(cards: tuple[str, ...], faction: str) -> bool:
    return any(card.startswith(faction.lower()) for card in cards)


def suit_row(cards: tuple[str, ...], faction: str, view: View) -> str:
    """Write the values, starring cards that may be played now."""
    of_suit = [card for card in cards if card.split()[0] == faction.lower()]
    return " ".join(card.split()[1] + ("*" if card in view.playable else "") for card in of_suit)


def star_text(view: View) -> str:
    return {"play": " (* can be played)", "discard": " (* can be discarded)"}.get(
        view.stage if view.playable else "", ""
    )

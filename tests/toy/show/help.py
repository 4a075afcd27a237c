"""Help for the things at a lunch."""

from bugbox.art.svg import element
from bugbox.core.game import Help, Reader
from tests.toy.rules.box import LARGEST
from tests.toy.rules.turn import LeafLunch

DECK = Help("The deck", ("What is left of the tree.",))


def explain(position: LeafLunch, thing: str, reader: Reader) -> Help | None:
    if thing == "deck":
        return DECK
    sizes = {f"leaf:{size}": size for size in range(1, LARGEST + 1)}
    return explain_leaf(position, sizes[thing], reader.viewer) if thing in sizes else None


def explain_leaf(position: LeafLunch, size: int, viewer: int) -> Help:
    picture = element("svg", element("use", href=f"#leaf-{size}"), viewBox="0 0 72 72", aria_hidden="true")
    worth = f"With it you would have eaten {position.eaten[viewer] + size}." if viewer >= 0 else ""
    return Help(f"A leaf of size {size}", (f"Eaten, it counts {size}.",), worth, str(picture))

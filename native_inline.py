"""Let the C compiler inline the engine's small functions into every game, although each game is a separate library.

A call into another library goes through a table of pointers, which compilers cannot inline: for `bits.lowest` or
`Position.left_of` the call costs more than the function. So the C code of a game gets `static inline` copies of the
small engine functions it calls, renamed. The copies reach the rest of the engine through its table, as the game does,
so there is still one engine. Functions with literals or tuples are not copied: those are private to their library.
"""

import re
from pathlib import Path

MOST_LINES = 220  # of C, about twenty for each line of Python; longer functions gain nothing
FUNCTION = re.compile(r"^\w[\w *]*?\b(CPyDef_\w+)\(.*\) \{\n(?:.+\n)*?^\}\n", re.MULTILINE)
NAME = re.compile(r"\b(?:CPyDef|CPyStatic|CPyType)_\w+")
PRIVATE = re.compile(r"CPyStatics\b|CPyModule_|tuple_T|_vtable")


def with_inlines(game: Path, engine: Path) -> Path:
    """Write the C code of a game with copies of the engine functions it calls, and return its path."""
    table = f"exports_{engine.stem.removeprefix('__native_')}"
    small = small_functions(engine)
    text = game.read_text(encoding="utf-8")
    called = reachable({name for name in small if f"{table}.{name}(" in text}, small)
    copies = {name: copy_of(small[name], called, table) for name in sorted(called)}
    prototypes = [f"{copy.partition(' {')[0]};\n" for copy in copies.values()]
    for name in called:
        text = text.replace(f"{table}.{name}(", f"inlined_{name}(")
    *_, last = re.finditer(r"^#include .*\n", text, re.MULTILINE)
    text = text[: last.end()] + "".join(prototypes) + "".join(copies.values()) + text[last.end() :]
    target = game.parent / "inlined" / game.name
    target.parent.mkdir(exist_ok=True)
    if not target.is_file() or target.read_text(encoding="utf-8") != text:
        target.write_text(text, encoding="utf-8")
    return target


def small_functions(engine: Path) -> dict[str, str]:
    """Return the engine's functions that can be copied: short, and using only what the engine exports."""
    exported = set(NAME.findall(engine.with_suffix(".h").read_text(encoding="utf-8")))
    found = {match[1]: match[0] for match in FUNCTION.finditer(engine.read_text(encoding="utf-8"))}
    return {
        name: text
        for name, text in found.items()
        if text.count("\n") <= MOST_LINES and not PRIVATE.search(text) and exported.issuperset(NAME.findall(text))
    }


def reachable(names: set[str], functions: dict[str, str]) -> set[str]:
    """Return these functions and those they call, directly or indirectly."""
    found: set[str] = set()
    while names:
        found |= names
        names = {name for caller in names for name in NAME.findall(functions[caller]) if name in functions} - found
    return found


def copy_of(function: str, copied: set[str], table: str) -> str:
    def name(match: re.Match[str]) -> str:
        if match[0] in copied:
            return f"inlined_{match[0]}"
        return f"{table}.{match[0]}" if match[0].startswith("CPyDef_") else f"(*{table}.{match[0]})"

    return f"static inline {NAME.sub(name, function)}"

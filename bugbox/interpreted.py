"""BUGBOX_PURE=1 runs the interpreted sources even if compiled modules exist beside them."""

import os
import sys
from collections.abc import Sequence
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from types import ModuleType


class SourceFinder:
    """Import finder that ignores the compiled modules of this package."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if not name.startswith("bugbox."):
            return None
        for folder in path or ():
            spec = FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES)).find_spec(name)
            if spec is not None:
                return spec
        return None


def is_asked() -> bool:
    return os.environ.get("BUGBOX_PURE", "0") not in ("", "0")


def install_if_asked() -> None:
    if is_asked():
        sys.meta_path.insert(0, SourceFinder)


def is_compiled() -> bool:
    from bugbox.core import rng

    return not str(rng.__file__).endswith(".py")

"""Compiles modules with mypyc, in place: every module that imports native types from `mypy_extensions`, and no other.

Uses the machine's C compiler, else the one in the PyPI package `ziglang`.
As a script it prints the modules that are compiled or were: a change to any of them needs a new build.
"""

import os
import shutil
import sys
import sysconfig
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

NATIVE = "\nfrom mypy_extensions import "
ZIG = "ziglang==0.17.0"  # as in constraints-zig.txt


def compiled_modules(root: Path) -> list[str]:
    """The rule: native ints are for compiled code, so a module that imports them is compiled."""
    return [name for name in sources(root) if NATIVE in (root / name).read_text(encoding="utf-8")]


def modules_with_libraries(root: Path) -> list[str]:
    """What was compiled: the library is imported instead of the source."""
    return [name for name in sources(root) if libraries_of(root / name)]


def sources(root: Path) -> list[str]:
    return sorted(str(path.relative_to(root)) for path in (root / "bugbox").rglob("*.py"))


def libraries_of(source: Path) -> list[Path]:
    return list(source.parent.glob(f"{source.stem}.*.so"))


def own_compiler() -> str | None:
    """The first C compiler that is there, asked for by the environment, known to this Python, or usual."""
    names = [os.environ.get("CC"), sysconfig.get_config_var("CC"), "cc", "gcc", "clang"]
    return next((name for name in names if name and shutil.which(name.split()[0])), None)


def zig() -> str:
    """Asked before anything is translated for a compiler that is not there."""
    if find_spec("ziglang") is None:
        raise RuntimeError("There is no C compiler, nor the package ziglang.")
    return f"{sys.executable} -m ziglang cc"


def dependencies() -> list[str]:
    return [] if sys.platform == "win32" or own_compiler() else [ZIG]


def remove_libraries(root: Path, keep: Sequence[str] = ()) -> None:
    """A stale library would be imported instead of its source."""
    for library in [*root.glob("bugbox__mypyc*.so"), *root.glob("bugbox/**/*.so")]:
        if str(library.relative_to(root)) not in keep:
            library.unlink()


def compile_in_place(root: Path) -> list[str]:
    """Build the extension modules beside their sources; returns their paths below root."""
    os.chdir(root)
    if sys.platform != "win32":
        os.environ["CC"] = own_compiler() or zig()
    from mypyc.build import mypycify
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    # Only these modules are looked at here: what they are imported by may need packages that a build does not have.
    extensions = mypycify(
        ["--follow-imports=silent", "--ignore-missing-imports", *compiled_modules(root)],
        opt_level=os.environ.get("MYPYC_OPT_LEVEL", "3"),
        debug_level="0",
        group_name="bugbox",
        target_dir="build",
        verbose=False,
    )
    for extension in extensions:
        extension.depends.append("native_build.py")  # how it is compiled may have changed
        if sys.platform != "win32":  # lets the C compiler inline one rule into another, and reach tables directly
            extension.extra_compile_args += ["-fno-semantic-interposition", "-fvisibility=hidden"]

    class BuildHere(build_ext):
        """Without the folder of this machine's Python, which many Pythons have every library look for others in."""

        def build_extensions(self) -> None:
            linker = self.compiler.linker_so
            self.compiler.linker_so = [flag for flag in linker if not flag.startswith("-Wl,-rpath")]
            super().build_extensions()

    command = BuildHere(Distribution({"name": "bugbox", "ext_modules": extensions}))
    command.inplace = True
    command.build_temp = "build"
    command.ensure_finalized()
    command.run()
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    libraries = [f"{extension.name.replace('.', '/')}{suffix}" for extension in extensions]
    remove_libraries(root, keep=libraries)
    for library in libraries:
        Path(library).touch()  # up to date, even if nothing in it had to change
    return libraries


if __name__ == "__main__":
    here = Path(__file__).parent
    print(*sorted({*compiled_modules(here), *modules_with_libraries(here)}))

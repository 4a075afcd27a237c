"""Build hook: compile modules (native_build.py) and bundle the browser client (client_build.py), in place.

If compiling fails, the package is installed interpreted; if bundling fails, with the previous browser client or none.
Both print a warning; BUGBOX_MUST_COMPILE=1 makes them errors.
"""

import os
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))  # hatchling loads this file by path, without its folder
import client_build
import native_build


class CompileHook(BuildHookInterface):  # type: ignore[type-arg]  # as in hatchling's documentation
    def dependencies(self) -> list[str]:
        return native_build.dependencies() + client_build.dependencies(Path(self.root))

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        client_build.build(Path(self.root), self.app.display_info, self.app.display_warning)
        if self.target_name == "wheel" and os.environ.get("BUGBOX_PURE", "0") in ("", "0"):
            libraries = native_build.build(Path(self.root), self.app.display_info, self.app.display_warning)
            if libraries:
                self.include(libraries, version, build_data)

    def include(self, libraries: list[str], version: str, build_data: dict[str, Any]) -> None:
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        if version != "editable":  # an editable install imports the source folder, with its libraries
            build_data["force_include"].update({str(Path(self.root, name)): name for name in libraries})

    def clean(self, versions: list[str]) -> None:
        native_build.remove_libraries(Path(self.root))
        if client_build.can_be_bundled(Path(self.root)):
            client_build.remove_bundle(Path(self.root))

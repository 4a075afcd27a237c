"""The web table in real browsers. Without Playwright or chromium every file here is skipped, and says why."""

import pytest

pytest.importorskip("playwright", reason="No browser tests without Playwright: `make` installs it.")

from tests.kit.browsing import CHROMIUM

if CHROMIUM is None:
    pytest.skip("No browser tests without chromium: `apt install chromium` brings it.", allow_module_level=True)

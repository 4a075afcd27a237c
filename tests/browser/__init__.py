"""Tests of the web table in real browsers, skipped with a reason without Playwright or Chromium."""

import pytest

pytest.importorskip("playwright", reason="No browser tests without Playwright: `make` installs it.")

from tests.kit.browsing import CHROMIUM

if CHROMIUM is None:
    pytest.skip("No browser tests without chromium: `apt install chromium` brings it.", allow_module_level=True)

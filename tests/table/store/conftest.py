"""A new file with one room in it."""

from pathlib import Path

import pytest

from bugbox.table.storage.store import Store
from tests.table.store.rows import room


@pytest.fixture
def store(tmp_path: Path) -> Store:
    store = Store(tmp_path / "data" / "table.sqlite")
    store.save_room(room()).result()
    return store

"""A disk for a table without a network, and two for two worlds."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from bugbox.table.storage.store import Store


@pytest.fixture(scope="module")
def stores(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Store, Store]]:
    """Two worlds have a disk each."""
    both = tuple(Store(tmp_path_factory.mktemp("world") / "table.sqlite") for _ in range(2))
    yield both[0], both[1]
    for store in both:
        store.close()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(tmp_path / "table.sqlite")
    yield store
    store.close()

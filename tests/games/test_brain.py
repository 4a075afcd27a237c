"""Requirements for every brain, at every seat count and with every setting."""

import pytest

from tests.kit.brains import check_whole_match
from tests.kit.tables import Table, every_table


@pytest.mark.parametrize("table", every_table(), ids=str)
def test_along_whole_matches(table: Table) -> None:
    check_whole_match(table)

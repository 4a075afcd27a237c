"""Run bugbox without rate limits and with every error logged, for fuzz.py: python -m bench.resilience.loose"""

from unittest.mock import patch

from bugbox.cli import main
from bugbox.table import serve
from bugbox.table.net.limits import Limits

WITHOUT_END = (1e12, 1e12)
LOOSE = Limits(
    messages=WITHOUT_END,
    frames=WITHOUT_END,
    frames_an_address=WITHOUT_END,
    requests=WITHOUT_END,
    joins=WITHOUT_END,
    tables=WITHOUT_END,
    listed=WITHOUT_END,
    unfinished=10**12,
    away=1e9,  # nobody counts as away, so bots play only where the owner of the seat asks for one
)

if __name__ == "__main__":
    with patch.object(serve, "Limits", return_value=LOOSE), patch.object(serve, "hush"):
        main(prog_name="bugbox")
